-- Version 2 to 3: the verdict not-asked.
-- SPDX-License-Identifier: GPL-2.0-only

ALTER TABLE claim RENAME TO claim_of_version_2;

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
        ('reproduced', 'differs', 'undecided', 'consistent', 'not-testable', 'not-asked')),
    needed    INTEGER,
    note      TEXT NOT NULL,
    edition   TEXT NOT NULL,
    judged_utc TEXT NOT NULL,
    PRIMARY KEY (id, reading)
) STRICT, WITHOUT ROWID;

INSERT INTO claim (id, reading, study, text, source, stated, tolerance, measured, unit, low, high, runs, verdict, needed, note, edition, judged_utc)
SELECT id, reading, study, text, source, stated, tolerance, measured, unit, low, high, runs, verdict, needed, note, edition, judged_utc
  FROM claim_of_version_2;

DROP TABLE claim_of_version_2;
