-- Names this database: places in the change feed of one origin mean nothing in another.
CREATE TABLE origin (
    name TEXT NOT NULL PRIMARY KEY
) STRICT;
INSERT INTO origin (name) VALUES (lower(hex(randomblob(16))));

CREATE TABLE corpora (
    key INTEGER NOT NULL PRIMARY KEY,
    name TEXT NOT NULL UNIQUE
) STRICT;

-- `body` is the document as canonical JSON in the shape of `schema_version`.
CREATE TABLE documents (
    key INTEGER NOT NULL PRIMARY KEY,
    corpus INTEGER NOT NULL REFERENCES corpora (key),
    id TEXT NOT NULL,
    content TEXT NOT NULL,
    schema_version INTEGER NOT NULL,
    body TEXT NOT NULL,
    UNIQUE (corpus, id)
) STRICT;
CREATE INDEX documents_by_content ON documents (corpus, content);

-- One row a document, at the place of its latest change. AUTOINCREMENT keeps a place from being used twice.
CREATE TABLE changes (
    seq INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    corpus INTEGER NOT NULL REFERENCES corpora (key),
    document TEXT NOT NULL,
    is_removal INTEGER NOT NULL,
    UNIQUE (corpus, document)
) STRICT;
CREATE INDEX changes_in_order ON changes (corpus, seq);

-- The vectors of all passages of a document one after the other; `lengths` is a JSON array of the bytes of each.
CREATE TABLE embeddings (
    key INTEGER NOT NULL PRIMARY KEY,
    document INTEGER NOT NULL REFERENCES documents (key) ON DELETE CASCADE,
    model TEXT NOT NULL,
    lengths TEXT NOT NULL,
    vectors BLOB NOT NULL,
    UNIQUE (document, model)
) STRICT;

-- `body` is the stored check as canonical JSON; ids are UUIDv7, so their order is the order of asking.
CREATE TABLE checks (
    id BLOB NOT NULL PRIMARY KEY,
    asked_at_us INTEGER NOT NULL,
    corpus TEXT NOT NULL,
    text TEXT NOT NULL,
    summary TEXT NOT NULL,
    schema_version INTEGER NOT NULL,
    body TEXT NOT NULL
) STRICT;
