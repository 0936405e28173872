-- The archive of burstlab, one schema for a shard (one run) and for the archive (many runs).
-- SPDX-License-Identifier: GPL-2.0-only
--
-- A run is identified by `key`, the canonical text of its scenario, attribute values, seed, run number, code version,
-- release of ns-3 and of what its input files contain. Every other row hangs on run_id, a 52-bit hash of the key, and on ordinals counted within the run: a merge
-- copies rows unchanged, and rows do not depend on how many workers computed them or in which order.
-- Time columns are integers in the unit the row or the table names; the default is the nanosecond of simulated time.
-- The text is run by C++ (embedded at build time) and by Python; later versions are reached through migrations/.

PRAGMA user_version = 3;

CREATE TABLE run (
    run_id       INTEGER PRIMARY KEY,     -- 52-bit hash of key (exact in JSON and JavaScript)
    key          TEXT    NOT NULL UNIQUE, -- canonical JSON of scenario, parameters, seed, run, versions, inputs
    study        TEXT    NOT NULL,        -- group name of the scenario's TypeId
    scenario     TEXT    NOT NULL,        -- TypeId name
    seed         INTEGER NOT NULL CHECK (seed > 0),
    run          INTEGER NOT NULL CHECK (run >= 0),
    code_version TEXT    NOT NULL,
    ns3_version  TEXT    NOT NULL
) STRICT;

-- What a run cost. The only table in which two computations of the same run may differ.
CREATE TABLE run_cost (
    run_id       INTEGER PRIMARY KEY REFERENCES run ON DELETE CASCADE,
    wall_s       REAL    NOT NULL,
    cpu_s        REAL    NOT NULL,
    events       INTEGER NOT NULL,        -- simulator events executed
    peak_rss_kib INTEGER NOT NULL,
    driver       TEXT    NOT NULL,        -- 'compiled' or 'python'
    finished_utc TEXT    NOT NULL
) STRICT;

CREATE TABLE parameter (
    run_id INTEGER NOT NULL REFERENCES run ON DELETE CASCADE,
    name   TEXT    NOT NULL,              -- attribute of the scenario, or ns3::Class::Attribute for a default
    value  TEXT    NOT NULL,              -- canonical: doubles round-trip, times as +1000ns, objects with all attributes
    PRIMARY KEY (run_id, name)
) STRICT, WITHOUT ROWID;

-- The dictionary of everything that is measured: the one place for units.
CREATE TABLE metric (
    name        TEXT PRIMARY KEY,
    unit        TEXT NOT NULL,            -- '1' for a pure number
    description TEXT NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE scalar (
    run_id INTEGER NOT NULL REFERENCES run ON DELETE CASCADE,
    metric TEXT    NOT NULL REFERENCES metric,
    object TEXT    NOT NULL,              -- what was measured; '' for the run as a whole
    value  REAL,                          -- NULL: not defined in this run
    PRIMARY KEY (run_id, metric, object)
) STRICT, WITHOUT ROWID;

CREATE TABLE series (
    run_id    INTEGER NOT NULL REFERENCES run ON DELETE CASCADE,
    series    INTEGER NOT NULL,
    metric    TEXT    NOT NULL REFERENCES metric,
    object    TEXT    NOT NULL,
    time_unit TEXT    NOT NULL,           -- unit of point.t: 'ns', or the study's tick
    period    INTEGER NOT NULL,           -- width of a bin in time_unit; 0: one point for every change
    PRIMARY KEY (run_id, series),
    UNIQUE (run_id, metric, object)
) STRICT, WITHOUT ROWID;

CREATE TABLE point (
    run_id INTEGER NOT NULL,
    series INTEGER NOT NULL,
    n      INTEGER NOT NULL,              -- order of recording
    t      INTEGER NOT NULL,
    value  REAL,
    PRIMARY KEY (run_id, series, n),
    FOREIGN KEY (run_id, series) REFERENCES series ON DELETE CASCADE
) STRICT, WITHOUT ROWID;

-- Log-linear histograms of integers >= 0: values below 2^(precision_bits + 1) are exact, above that a bin is
-- 2^-precision_bits of its octave wide. Histograms of equal precision merge by adding counts.
CREATE TABLE histogram (
    run_id         INTEGER NOT NULL REFERENCES run ON DELETE CASCADE,
    histogram      INTEGER NOT NULL,
    metric         TEXT    NOT NULL REFERENCES metric,
    object         TEXT    NOT NULL,
    precision_bits INTEGER NOT NULL,
    count          INTEGER NOT NULL,
    sum            REAL    NOT NULL,
    min            INTEGER,
    max            INTEGER,
    PRIMARY KEY (run_id, histogram),
    UNIQUE (run_id, metric, object)
) STRICT, WITHOUT ROWID;

CREATE TABLE histogram_bin (
    run_id    INTEGER NOT NULL,
    histogram INTEGER NOT NULL,
    low       INTEGER NOT NULL,           -- smallest value of the bin
    width     INTEGER NOT NULL,           -- the bin is [low, low + width)
    count     INTEGER NOT NULL,
    PRIMARY KEY (run_id, histogram, low),
    FOREIGN KEY (run_id, histogram) REFERENCES histogram ON DELETE CASCADE
) STRICT, WITHOUT ROWID;

-- One row a flow record of an exporter, where end is the last packet seen, or a message of known size with its
-- completion. The flows of flow-completion are in the result table 'flows', which has the ideal time of each.
CREATE TABLE flow (
    run_id           INTEGER NOT NULL REFERENCES run ON DELETE CASCADE,
    flow             INTEGER NOT NULL,
    observer         TEXT    NOT NULL,    -- '' at the end systems, else the exporting node
    source           TEXT    NOT NULL,
    destination      TEXT    NOT NULL,
    protocol         TEXT    NOT NULL,
    source_port      INTEGER NOT NULL,
    destination_port INTEGER NOT NULL,
    dscp             INTEGER NOT NULL,
    start_ns         INTEGER NOT NULL,
    end_ns           INTEGER,             -- NULL: not finished when the run ended
    bytes            INTEGER NOT NULL,
    packets          INTEGER NOT NULL,
    lost_packets     INTEGER NOT NULL,
    PRIMARY KEY (run_id, flow)
) STRICT, WITHOUT ROWID;

-- One row for each measurement that was attempted, whatever became of it; its results are measurement_value rows.
CREATE TABLE measurement (
    run_id      INTEGER NOT NULL REFERENCES run ON DELETE CASCADE,
    measurement INTEGER NOT NULL,
    tool        TEXT    NOT NULL,
    source      TEXT    NOT NULL,
    destination TEXT    NOT NULL,
    cycle       INTEGER NOT NULL,
    start_ns    INTEGER NOT NULL,
    duration_ns INTEGER NOT NULL,
    status      TEXT    NOT NULL CHECK (status IN
        ('ok', 'timeout', 'blocked', 'unreachable', 'server-died', 'skipped', 'self-limited')),
    PRIMARY KEY (run_id, measurement)
) STRICT, WITHOUT ROWID;

CREATE TABLE measurement_value (
    run_id      INTEGER NOT NULL,
    measurement INTEGER NOT NULL,
    metric      TEXT    NOT NULL REFERENCES metric,
    value       REAL,
    PRIMARY KEY (run_id, measurement, metric),
    FOREIGN KEY (run_id, measurement) REFERENCES measurement ON DELETE CASCADE
) STRICT, WITHOUT ROWID;

-- Tables of a scenario's own shape (a replay, a log of decisions): names and units of the columns, cells as JSON.
CREATE TABLE result_table (
    run_id       INTEGER NOT NULL REFERENCES run ON DELETE CASCADE,
    result_table INTEGER NOT NULL,
    name         TEXT    NOT NULL,
    columns      TEXT    NOT NULL CHECK (json_valid(columns)),
    units        TEXT    NOT NULL CHECK (json_valid(units)),
    PRIMARY KEY (run_id, result_table),
    UNIQUE (run_id, name)
) STRICT, WITHOUT ROWID;

CREATE TABLE result_row (
    run_id       INTEGER NOT NULL,
    result_table INTEGER NOT NULL,
    n            INTEGER NOT NULL,
    cells        TEXT    NOT NULL,
    PRIMARY KEY (run_id, result_table, n),
    FOREIGN KEY (run_id, result_table) REFERENCES result_table ON DELETE CASCADE
) STRICT, WITHOUT ROWID;

-- Labels: the variables of a study, by which it chooses among its runs. They say what a run is used for and are no part of
-- its identity: a sweep writes them anew. For each study with labels there is a view `<study>_runs` (a dash of the name
-- becomes an underscore) with run_id, scenario, seed, run, code_version and one column a label.
CREATE TABLE label_name (
    study TEXT NOT NULL,                  -- name of a study, or of a sweep file without its ending
    name  TEXT NOT NULL,
    type  TEXT NOT NULL CHECK (type IN ('text', 'integer', 'real', 'boolean')),
    unit  TEXT NOT NULL,                  -- '' where the study names none
    PRIMARY KEY (study, name)
) STRICT, WITHOUT ROWID;

CREATE TABLE label (
    run_id INTEGER NOT NULL REFERENCES run ON DELETE CASCADE,
    study  TEXT    NOT NULL,
    name   TEXT    NOT NULL,
    value  ANY     NOT NULL,              -- of the type of its name; 0 and 1 for a boolean
    PRIMARY KEY (run_id, study, name),
    FOREIGN KEY (study, name) REFERENCES label_name
) STRICT, WITHOUT ROWID;

-- Replications that were added to an edition of a study because a claim was undecided.
CREATE TABLE added_run (
    study   TEXT    NOT NULL,
    edition TEXT    NOT NULL,
    run_id  INTEGER NOT NULL REFERENCES run ON DELETE CASCADE,
    PRIMARY KEY (study, edition, run_id)
) STRICT, WITHOUT ROWID;

-- What a document says beside what the runs showed, under each reading of the document; rewritten whenever a study is judged.
CREATE TABLE claim (
    id        TEXT NOT NULL,              -- <study>/<id of the statement>
    reading   TEXT NOT NULL,              -- name of the set of assumptions; '' where there is no choice of them
    study     TEXT NOT NULL,
    text      TEXT NOT NULL,
    source    TEXT NOT NULL,              -- document, section, figure
    stated    TEXT NOT NULL,
    tolerance TEXT NOT NULL,
    measured  REAL,
    unit      TEXT NOT NULL,
    low       REAL,                       -- interval of the measured value
    high      REAL,
    runs      INTEGER NOT NULL,
    verdict   TEXT NOT NULL CHECK (verdict IN
        ('reproduced', 'differs', 'undecided', 'consistent', 'not-testable', 'not-asked')),
    needed    INTEGER,                    -- replications that would decide; NULL where that is no question
    note      TEXT NOT NULL,
    edition   TEXT NOT NULL,
    judged_utc TEXT NOT NULL,
    PRIMARY KEY (id, reading)
) STRICT, WITHOUT ROWID;

CREATE INDEX run_by_scenario ON run (scenario, seed, run);
CREATE INDEX parameter_by_value ON parameter (name, value);
CREATE INDEX scalar_by_metric ON scalar (metric, object, value);
CREATE INDEX measurement_by_tool ON measurement (tool, destination, start_ns);
CREATE INDEX flow_by_pair ON flow (source, destination, start_ns);

-- The document of one run as `--json` prints it. Series, histograms, flows and measurements are tables too.
CREATE VIEW result AS
SELECT run_id, metric || CASE object WHEN '' THEN '' ELSE '[' || object || ']' END AS name,
       json_array(time_unit, unit) AS units, json_array('t', 'value') AS columns,
       (SELECT json_group_array(json_array(t, value))
          FROM (SELECT t, value FROM point AS p
                 WHERE p.run_id = s.run_id AND p.series = s.series ORDER BY n)) AS rows
  FROM series AS s JOIN metric AS m ON m.name = s.metric
UNION ALL
SELECT run_id, 'histogram of ' || metric || CASE object WHEN '' THEN '' ELSE '[' || object || ']' END,
       json_array(unit, unit, '1'), json_array('low', 'width', 'count'),
       (SELECT json_group_array(json_array(low, width, count))
          FROM (SELECT low, width, count FROM histogram_bin AS b
                 WHERE b.run_id = h.run_id AND b.histogram = h.histogram ORDER BY low))
  FROM histogram AS h JOIN metric AS m ON m.name = h.metric
UNION ALL
SELECT run_id, name, units, columns,
       (SELECT json_group_array(json(cells))
          FROM (SELECT cells FROM result_row AS r
                 WHERE r.run_id = t.run_id AND r.result_table = t.result_table ORDER BY n))
  FROM result_table AS t
UNION ALL
SELECT run_id, 'flows',
       json_array('', '', '', '', '', '', '', '', 'ns', 'ns', 'B', '1', '1'),
       json_array('flow', 'observer', 'source', 'destination', 'protocol', 'source_port', 'destination_port',
                  'dscp', 'start', 'end', 'bytes', 'packets', 'lost_packets'),
       json_group_array(json_array(flow, observer, source, destination, protocol, source_port,
                                   destination_port, dscp, start_ns, end_ns, bytes, packets, lost_packets))
  FROM (SELECT * FROM flow ORDER BY run_id, flow) GROUP BY run_id
UNION ALL
SELECT run_id, 'measurements',
       json_array('', '', '', '', '', 'ns', 'ns', '', ''),
       json_array('measurement', 'tool', 'source', 'destination', 'cycle', 'start', 'duration', 'status', 'values'),
       json_group_array(json_array(measurement, tool, source, destination, cycle, start_ns, duration_ns, status,
           (SELECT json_group_object(metric, value) FROM measurement_value AS v
             WHERE v.run_id = q.run_id AND v.measurement = q.measurement)))
  FROM (SELECT * FROM measurement ORDER BY run_id, measurement) AS q GROUP BY run_id;

CREATE VIEW run_document AS
SELECT run_id, json_object(
    'scenario', scenario,
    'parameters', json((SELECT json_group_object(name, value) FROM parameter AS p WHERE p.run_id = r.run_id)),
    'seed', seed,
    'run', run,
    'versions', json_object('burstlab', code_version, 'ns-3', ns3_version),
    'metrics', json((SELECT json_group_object(
            metric || CASE object WHEN '' THEN '' ELSE '[' || object || ']' END,
            json_object('value', value, 'unit', unit))
        FROM scalar AS s JOIN metric AS m ON m.name = s.metric WHERE s.run_id = r.run_id)),
    'tables', json((SELECT json_group_object(name,
            json_object('columns', json(columns), 'units', json(units), 'rows', json(rows)))
        FROM result AS t WHERE t.run_id = r.run_id))) AS document
  FROM run AS r;
