-- `kinds` and `secrets` are JSON arrays.
CREATE TABLE webhooks (
    id BLOB NOT NULL PRIMARY KEY,
    actor BLOB NOT NULL REFERENCES actors (id),
    url TEXT NOT NULL,
    kinds TEXT NOT NULL,
    secrets TEXT NOT NULL,
    created_at_us INTEGER NOT NULL
) STRICT;
CREATE INDEX webhooks_of_actor ON webhooks (actor, id);

CREATE TABLE deliveries (
    id BLOB NOT NULL PRIMARY KEY,
    webhook BLOB NOT NULL REFERENCES webhooks (id) ON DELETE CASCADE,
    message BLOB NOT NULL,
    at_us INTEGER NOT NULL,
    status INTEGER,
    error TEXT,
    took_ms INTEGER NOT NULL
) STRICT;
CREATE INDEX deliveries_of_webhook ON deliveries (webhook, id);
