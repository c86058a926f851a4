-- Who asked for a check; those of the command line have nobody here.
CREATE TABLE makers (
    check_id BLOB NOT NULL PRIMARY KEY,
    actor BLOB NOT NULL
) STRICT;
CREATE INDEX checks_of_maker ON makers (actor, check_id);

-- What is left of a check that was erased.
CREATE TABLE erased_checks (
    id BLOB NOT NULL PRIMARY KEY,
    erased_at_us INTEGER NOT NULL
) STRICT;
