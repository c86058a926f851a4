-- Refusals under review. `body` is the event as canonical JSON; `answer` is the known answer of a golden item.
CREATE TABLE rejections (
    id BLOB NOT NULL PRIMARY KEY,
    submission TEXT NOT NULL,
    submitter TEXT NOT NULL,
    at_us INTEGER NOT NULL,
    state TEXT NOT NULL,
    initial_disagreement INTEGER NOT NULL DEFAULT 0,
    version INTEGER NOT NULL DEFAULT 0,
    answer TEXT,
    schema_version INTEGER NOT NULL,
    body TEXT NOT NULL
) STRICT;
CREATE INDEX rejections_by_state ON rejections (state, id) WHERE answer IS NULL;
CREATE INDEX rejections_by_time ON rejections (at_us) WHERE answer IS NULL;
CREATE INDEX rejections_by_submitter ON rejections (submitter, at_us) WHERE answer IS NULL;

CREATE TABLE rejection_tags (
    key INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    event BLOB NOT NULL REFERENCES rejections (id),
    reviewer TEXT NOT NULL,
    slot INTEGER NOT NULL CHECK (slot IN (1, 2)),
    tag TEXT NOT NULL,
    at_us INTEGER NOT NULL,
    is_independent INTEGER NOT NULL,
    is_initial INTEGER NOT NULL,
    withdrawn_at_us INTEGER
) STRICT;
CREATE INDEX rejection_tags_of_event ON rejection_tags (event, key);
-- One live tag for each reviewer, and one for each of the two places.
CREATE UNIQUE INDEX rejection_tags_one_each ON rejection_tags (event, reviewer) WHERE withdrawn_at_us IS NULL;
CREATE UNIQUE INDEX rejection_tags_two_places ON rejection_tags (event, slot) WHERE withdrawn_at_us IS NULL;

CREATE TABLE adjudications (
    event BLOB NOT NULL PRIMARY KEY REFERENCES rejections (id),
    adjudicator TEXT NOT NULL,
    tag TEXT NOT NULL,
    rationale TEXT NOT NULL,
    at_us INTEGER NOT NULL
) STRICT;

CREATE TRIGGER rejection_tags_by_others BEFORE INSERT ON rejection_tags
WHEN NEW.reviewer = (SELECT submitter FROM rejections WHERE id = NEW.event)
BEGIN SELECT RAISE(ABORT, 'nobody reviews their own submission'); END;

CREATE TRIGGER rejection_tags_before_the_end BEFORE INSERT ON rejection_tags
WHEN EXISTS (SELECT 1 FROM adjudications WHERE event = NEW.event)
BEGIN SELECT RAISE(ABORT, 'the refusal is adjudicated'); END;

CREATE TRIGGER rejection_tags_stand BEFORE UPDATE ON rejection_tags
WHEN OLD.withdrawn_at_us IS NOT NULL OR NEW.tag <> OLD.tag OR NEW.reviewer <> OLD.reviewer
    OR EXISTS (SELECT 1 FROM adjudications WHERE event = OLD.event)
BEGIN SELECT RAISE(ABORT, 'a tag is withdrawn once, before adjudication, and never changed'); END;

CREATE TRIGGER adjudications_by_a_third BEFORE INSERT ON adjudications
WHEN EXISTS (
        SELECT 1 FROM rejection_tags
        WHERE event = NEW.event AND reviewer = NEW.adjudicator AND (withdrawn_at_us IS NULL OR is_initial = 1)
    )
    OR NEW.adjudicator = (SELECT submitter FROM rejections WHERE id = NEW.event)
BEGIN SELECT RAISE(ABORT, 'nobody adjudicates their own disagreement or submission'); END;

CREATE TABLE golden_tags (
    event BLOB NOT NULL REFERENCES rejections (id),
    reviewer TEXT NOT NULL,
    tag TEXT NOT NULL,
    at_us INTEGER NOT NULL,
    PRIMARY KEY (event, reviewer)
) STRICT, WITHOUT ROWID;

-- Weekly accounts. A re-run is a new version; no version changes.
CREATE TABLE snapshots (
    week TEXT NOT NULL,
    version INTEGER NOT NULL,
    taken_at_us INTEGER NOT NULL,
    input_hash TEXT NOT NULL,
    body TEXT NOT NULL,
    PRIMARY KEY (week, version)
) STRICT, WITHOUT ROWID;

CREATE TRIGGER snapshots_stand BEFORE UPDATE ON snapshots
BEGIN SELECT RAISE(ABORT, 'a snapshot never changes'); END;

CREATE TABLE snapshot_acknowledgements (
    week TEXT NOT NULL,
    version INTEGER NOT NULL,
    by TEXT NOT NULL,
    at_us INTEGER NOT NULL,
    PRIMARY KEY (week, version),
    FOREIGN KEY (week, version) REFERENCES snapshots (week, version)
) STRICT, WITHOUT ROWID;

CREATE TABLE snapshot_decisions (
    key INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    week TEXT NOT NULL,
    version INTEGER NOT NULL,
    by TEXT NOT NULL,
    at_us INTEGER NOT NULL,
    outcome TEXT NOT NULL,
    rationale TEXT NOT NULL,
    FOREIGN KEY (week, version) REFERENCES snapshots (week, version)
) STRICT;

CREATE TABLE assessed_submissions (
    submission TEXT NOT NULL PRIMARY KEY,
    submitter TEXT NOT NULL,
    at_us INTEGER NOT NULL,
    is_directional INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX assessed_by_submitter ON assessed_submissions (submitter, at_us);
