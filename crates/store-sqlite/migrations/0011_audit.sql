-- Rows are written with the decision they tell of and never changed. AUTOINCREMENT keeps a number from being used twice.
CREATE TABLE audit_rows (
    seq INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    at_us INTEGER NOT NULL,
    actor BLOB,
    action TEXT NOT NULL,
    subject TEXT NOT NULL,
    facts TEXT NOT NULL,
    content TEXT
) STRICT;
CREATE INDEX audit_by_subject ON audit_rows (subject);

-- Erasing destroys salt and text; the hash in the row then proves nothing about them.
CREATE TABLE audit_texts (
    seq INTEGER NOT NULL PRIMARY KEY REFERENCES audit_rows (seq),
    salt TEXT,
    text TEXT,
    erased_at_us INTEGER
) STRICT;

CREATE TABLE audit_links (
    place INTEGER NOT NULL PRIMARY KEY,
    seq INTEGER NOT NULL UNIQUE,
    row TEXT NOT NULL,
    chain TEXT NOT NULL
) STRICT;

CREATE TABLE audit_heads (
    place INTEGER NOT NULL PRIMARY KEY,
    chain TEXT NOT NULL,
    signed_at_us INTEGER NOT NULL,
    public_key TEXT NOT NULL,
    signature TEXT NOT NULL
) STRICT;
