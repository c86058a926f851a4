-- Times are microseconds of the epoch; ids are UUIDv7, so their order is the order of making.
CREATE TABLE jobs (
    id BLOB NOT NULL PRIMARY KEY,
    kind TEXT NOT NULL,
    payload_version INTEGER NOT NULL,
    payload TEXT NOT NULL,
    made_by BLOB,
    once TEXT,
    priority INTEGER NOT NULL,
    run_at_us INTEGER NOT NULL,
    period_us INTEGER,
    attempts_max INTEGER NOT NULL,
    created_at_us INTEGER NOT NULL,
    state TEXT NOT NULL DEFAULT 'waiting' CHECK (state IN ('waiting', 'running', 'done', 'dead')),
    attempts INTEGER NOT NULL DEFAULT 0,
    leased_by TEXT,
    leased_until_us INTEGER,
    reason TEXT,
    result TEXT,
    finished_at_us INTEGER
) STRICT;
CREATE INDEX jobs_by_urgency ON jobs (state, priority DESC, run_at_us, id);
CREATE UNIQUE INDEX jobs_once ON jobs (kind, once) WHERE once IS NOT NULL AND state IN ('waiting', 'running');

CREATE TABLE messages (
    id BLOB NOT NULL PRIMARY KEY,
    kind TEXT NOT NULL,
    owner BLOB,
    payload TEXT NOT NULL,
    at_us INTEGER NOT NULL,
    relayed_at_us INTEGER
) STRICT;
CREATE INDEX messages_to_relay ON messages (id) WHERE relayed_at_us IS NULL;

CREATE TABLE kept_answers (
    actor BLOB NOT NULL,
    key TEXT NOT NULL,
    fingerprint TEXT NOT NULL,
    status INTEGER NOT NULL,
    body TEXT NOT NULL,
    at_us INTEGER NOT NULL,
    PRIMARY KEY (actor, key)
) STRICT, WITHOUT ROWID;
CREATE INDEX kept_answers_by_age ON kept_answers (at_us);
