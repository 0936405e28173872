-- Version 1 to 2: labels, runs that were added to an edition, claims by reading.
-- SPDX-License-Identifier: GPL-2.0-only

CREATE TABLE label_name (
    study TEXT NOT NULL,
    name  TEXT NOT NULL,
    type  TEXT NOT NULL CHECK (type IN ('text', 'integer', 'real', 'boolean')),
    unit  TEXT NOT NULL,
    PRIMARY KEY (study, name)
) STRICT, WITHOUT ROWID;

CREATE TABLE label (
    run_id INTEGER NOT NULL REFERENCES run ON DELETE CASCADE,
    study  TEXT    NOT NULL,
    name   TEXT    NOT NULL,
    value  ANY     NOT NULL,
    PRIMARY KEY (run_id, study, name),
    FOREIGN KEY (study, name) REFERENCES label_name
) STRICT, WITHOUT ROWID;

CREATE TABLE added_run (
    study   TEXT    NOT NULL,
    edition TEXT    NOT NULL,
    run_id  INTEGER NOT NULL REFERENCES run ON DELETE CASCADE,
    PRIMARY KEY (study, edition, run_id)
) STRICT, WITHOUT ROWID;

ALTER TABLE claim RENAME TO claim_of_version_1;

CREATE TABLE claim (
    id        TEXT NOT NULL,
    reading   TEXT NOT NULL,
    study     TEXT NOT NULL,
    text      TEXT NOT NULL,
    source    TEXT NOT NULL,
    stated    TEXT NOT NULL,
    tolerance TEXT NOT NULL,
    measured  REAL,
    unit      TEXT NOT NULL,
    low       REAL,
    high      REAL,
    runs      INTEGER NOT NULL,
    verdict   TEXT NOT NULL CHECK (verdict IN
        ('reproduced', 'differs', 'undecided', 'consistent', 'not-testable')),
    needed    INTEGER,
    note      TEXT NOT NULL,
    edition   TEXT NOT NULL,
    judged_utc TEXT NOT NULL,
    PRIMARY KEY (id, reading)
) STRICT, WITHOUT ROWID;

INSERT INTO claim (id, reading, study, text, source, stated, tolerance, measured, unit, low, high, runs, verdict, note, edition, judged_utc)
SELECT id, '', study, text, source, stated, tolerance, measured, unit, low, high, runs, verdict, note, edition, judged_utc
  FROM claim_of_version_1;

DROP TABLE claim_of_version_1;
