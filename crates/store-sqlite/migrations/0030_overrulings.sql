-- What operators say of sources against the registry. `body` is canonical JSON in the shape of `schema_version`.
CREATE TABLE overrulings (
    seq INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    schema_version INTEGER NOT NULL,
    body TEXT NOT NULL
) STRICT;
