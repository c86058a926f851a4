-- `roles` is a JSON array of words.
CREATE TABLE actors (
    id BLOB NOT NULL PRIMARY KEY,
    kind TEXT NOT NULL,
    name TEXT NOT NULL,
    roles TEXT NOT NULL,
    created_at_us INTEGER NOT NULL,
    disabled_at_us INTEGER
) STRICT;

CREATE TABLE api_keys (
    id BLOB NOT NULL PRIMARY KEY,
    actor BLOB NOT NULL REFERENCES actors (id),
    prefix TEXT NOT NULL,
    hash TEXT NOT NULL UNIQUE,
    label TEXT NOT NULL,
    created_at_us INTEGER NOT NULL,
    last_used_at_us INTEGER,
    revoked_at_us INTEGER
) STRICT;

CREATE TABLE logins (
    login TEXT NOT NULL PRIMARY KEY,
    actor BLOB NOT NULL UNIQUE REFERENCES actors (id),
    password TEXT NOT NULL
) STRICT;

CREATE TABLE sessions (
    hash TEXT NOT NULL PRIMARY KEY,
    actor BLOB NOT NULL REFERENCES actors (id),
    csrf TEXT NOT NULL,
    created_at_us INTEGER NOT NULL,
    expires_at_us INTEGER NOT NULL
) STRICT;
CREATE INDEX sessions_of_actor ON sessions (actor);

CREATE TABLE invitations (
    hash TEXT NOT NULL PRIMARY KEY,
    roles TEXT NOT NULL,
    invited_by BLOB,
    created_at_us INTEGER NOT NULL,
    expires_at_us INTEGER NOT NULL,
    used_at_us INTEGER
) STRICT;
