-- The claims of every check that were answered, so that the same question can be answered again while its answer keeps.
CREATE TABLE answers (
    claim TEXT NOT NULL,
    config TEXT NOT NULL,
    asked_at_us INTEGER NOT NULL,
    check_id BLOB NOT NULL REFERENCES checks (id) ON DELETE CASCADE,
    place INTEGER NOT NULL,
    PRIMARY KEY (claim, config, asked_at_us, check_id, place)
) STRICT, WITHOUT ROWID;
