-- Every statement of the index but its schema, in the common subset of SQLite and PostgreSQL.
-- Sets go in and out through temporary tables; rows are ordered by the reader, so that no collation matters.
-- CROSS JOIN keeps the order in which tables are visited: from the small set to the large table.

-- name: temporary
-- The sets: keys to follow, things asked for, things to remove. Made once a connection.
CREATE TEMPORARY TABLE frontier (key BIGINT PRIMARY KEY);
CREATE TEMPORARY TABLE wanted_unit (unit BIGINT PRIMARY KEY);
CREATE TEMPORARY TABLE wanted_blob (hash TEXT NOT NULL, dialect TEXT NOT NULL, version TEXT NOT NULL);
CREATE TEMPORARY TABLE doomed_unit (unit BIGINT PRIMARY KEY);
CREATE TEMPORARY TABLE doomed_blob (hash TEXT PRIMARY KEY);
CREATE TEMPORARY TABLE doomed_file (file BIGINT PRIMARY KEY);
CREATE TEMPORARY TABLE doomed_trace (trace BIGINT PRIMARY KEY);

-- name: clear_frontier
DELETE FROM frontier;
-- name: add_frontier
INSERT INTO frontier (key) VALUES (?);
-- name: clear_wanted_units
DELETE FROM wanted_unit;
-- name: add_wanted_unit
INSERT INTO wanted_unit (unit) VALUES (?);
-- name: clear_wanted_blobs
DELETE FROM wanted_blob;
-- name: add_wanted_blob
INSERT INTO wanted_blob (hash, dialect, version) VALUES (?, ?, ?);

-- name: known_facts
-- Which of the wanted blobs have facts?
SELECT b.hash, b.dialect, b.version
FROM wanted_blob w CROSS JOIN blob b
WHERE b.hash = w.hash AND b.dialect = w.dialect AND b.version = w.version;

-- name: load_facts
-- The facts of the wanted blobs.
SELECT b.hash, b.dialect, b.version, b.facts
FROM wanted_blob w CROSS JOIN blob b
WHERE b.hash = w.hash AND b.dialect = w.dialect AND b.version = w.version;

-- name: facts_of
-- The facts of one blob.
SELECT facts FROM blob WHERE hash = :hash AND dialect = :dialect AND version = :version;

-- name: save_facts
INSERT INTO blob (hash, dialect, version, size, facts) VALUES (?, ?, ?, ?, ?) ON CONFLICT DO NOTHING;

-- name: known_units
-- Which of the wanted units exist?
SELECT u.id FROM wanted_unit w CROSS JOIN unit u WHERE u.id = w.unit;

-- name: load_units
-- The wanted units, whole.
SELECT u.id, u.content FROM wanted_unit w CROSS JOIN unit u WHERE u.id = w.unit;

-- name: save_unit
INSERT INTO unit (id, path, language, blob, unresolved, content) VALUES (?, ?, ?, ?, ?, ?);

-- name: save_trace
INSERT INTO trace (id, marks, given, content) VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING;

-- name: traces
-- What was kept of the linking of each file of a snapshot, but for the traces themselves.
SELECT f.path, f.trace, t.marks, t.given FROM snapshot_file sf CROSS JOIN file f CROSS JOIN trace t
WHERE sf.snapshot = :snapshot AND f.id = sf.file AND f.trace <> 0 AND t.id = f.trace;

-- name: sizes
SELECT DISTINCT blob, size FROM file WHERE mtime_ns = 0 AND blob <> '';

-- name: trace
SELECT content FROM trace WHERE id = :id;

-- name: listing
SELECT content FROM listing WHERE snapshot = :snapshot AND versions = :versions;

-- name: save_listing
INSERT INTO listing (snapshot, versions, content) VALUES (:snapshot, :versions, :content)
ON CONFLICT (snapshot) DO UPDATE SET versions = excluded.versions, content = excluded.content;

-- name: linking
SELECT linking FROM snapshot WHERE id = :id;

-- name: save_symbol
INSERT INTO symbol (key, unit, seq, name, qualified_name, kind, line, end_line, test)
VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?);

-- name: save_reference
INSERT INTO reference (key, unit) VALUES (?, ?);

-- name: save_word
INSERT INTO word (bucket, unit, words, hits) VALUES (?, ?, ?, ?);

-- name: snapshots
-- All snapshots, or with an id that one.
SELECT id, ref, tree, commit_id, generation, started_ns, finished_ns, versions, counters
FROM snapshot WHERE :every = 1 OR id = :id;

-- name: save_snapshot
-- Writes a snapshot's own row; one that was there before is in its next generation.
INSERT INTO snapshot (id, ref, tree, commit_id, generation, started_ns, finished_ns, versions, counters, linking)
VALUES (:id, :ref, :tree, :commit, 1, :started_ns, :finished_ns, :versions, :counters, :linking)
ON CONFLICT (id) DO UPDATE SET
    commit_id = excluded.commit_id, generation = snapshot.generation + 1, started_ns = excluded.started_ns,
    finished_ns = excluded.finished_ns, versions = excluded.versions, counters = excluded.counters,
    linking = excluded.linking;

-- name: drop_snapshot
DELETE FROM snapshot WHERE id = :id;

-- name: drop_listing
DELETE FROM listing WHERE snapshot = :snapshot;

-- name: snapshot_units
-- Which unit stands at each path of a snapshot?
SELECT f.path, f.unit FROM snapshot_file sf CROSS JOIN file f
WHERE sf.snapshot = :snapshot AND f.id = sf.file AND f.unit <> 0;

-- name: snapshot_traces
SELECT f.path, f.trace FROM snapshot_file sf CROSS JOIN file f
WHERE sf.snapshot = :snapshot AND f.id = sf.file AND f.trace <> 0;

-- name: listed_files
SELECT file FROM snapshot_file WHERE snapshot = :snapshot;

-- name: list_file
INSERT INTO snapshot_file (file, snapshot) VALUES (?, ?) ON CONFLICT DO NOTHING;

-- name: unlist_file
DELETE FROM snapshot_file WHERE file = ? AND snapshot = ?;

-- name: files
-- What each file of a snapshot held when it was indexed, or why it was not.
SELECT f.path, f.blob, f.language, f.size, f.mtime_ns, f.reason, f.detail, f.ctime_ns
FROM snapshot_file sf CROSS JOIN file f WHERE sf.snapshot = :snapshot AND f.id = sf.file;

-- name: listed
-- The same, with the unit, the trace and the id of each.
SELECT f.unit, f.trace, f.id, f.path, f.blob, f.language, f.size, f.mtime_ns, f.reason, f.detail, f.ctime_ns
FROM snapshot_file sf CROSS JOIN file f WHERE sf.snapshot = :snapshot AND f.id = sf.file;

-- name: file_at
-- The same of one file.
SELECT f.path, f.blob, f.language, f.size, f.mtime_ns, f.reason, f.detail, f.ctime_ns
FROM file f CROSS JOIN snapshot_file sf WHERE f.path = :path AND sf.file = f.id AND sf.snapshot = :snapshot;

-- name: blobs_by_path
-- What indexed files hold, in whatever snapshot.
SELECT DISTINCT path, blob FROM file WHERE reason = '' AND blob <> '';

-- name: blobs_at
-- The same of one path.
SELECT DISTINCT blob FROM file WHERE path = :path AND reason = '' AND blob <> '';

-- name: save_file
INSERT INTO file (id, unit, trace, path, blob, language, size, mtime_ns, reason, detail, ctime_ns)
VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
ON CONFLICT DO NOTHING;

-- name: touch_snapshot
UPDATE snapshot SET started_ns = :started_ns WHERE id = :id AND started_ns < :started_ns;

-- name: clear_doomed
DELETE FROM doomed_unit;
DELETE FROM doomed_blob;
DELETE FROM doomed_file;
DELETE FROM doomed_trace;

-- name: doom_file
INSERT INTO doomed_file (file) VALUES (?);

-- name: spare_listed_files
DELETE FROM doomed_file WHERE EXISTS (SELECT 1 FROM snapshot_file sf WHERE sf.file = doomed_file.file);

-- name: doom_content
-- Marks what the marked files held, and removes them.
INSERT INTO doomed_unit (unit)
SELECT DISTINCT f.unit FROM doomed_file d CROSS JOIN file f WHERE f.id = d.file AND f.unit <> 0;
INSERT INTO doomed_trace (trace)
SELECT DISTINCT f.trace FROM doomed_file d CROSS JOIN file f WHERE f.id = d.file AND f.trace <> 0;
INSERT INTO doomed_blob (hash)
SELECT DISTINCT f.blob FROM doomed_file d CROSS JOIN file f WHERE f.id = d.file AND f.blob <> '';
DELETE FROM file WHERE id IN (SELECT file FROM doomed_file);

-- name: doom_orphans
-- Removes files that no snapshot lists, and marks every unit and blob that no file has.
DELETE FROM file WHERE NOT EXISTS (SELECT 1 FROM snapshot_file sf WHERE sf.file = file.id);
INSERT INTO doomed_unit (unit)
SELECT id FROM unit WHERE NOT EXISTS (SELECT 1 FROM file f WHERE f.unit = unit.id);
INSERT INTO doomed_trace (trace)
SELECT id FROM trace WHERE NOT EXISTS (SELECT 1 FROM file f WHERE f.trace = trace.id);
INSERT INTO doomed_blob (hash)
SELECT DISTINCT hash FROM blob WHERE NOT EXISTS (SELECT 1 FROM file f WHERE f.blob = blob.hash);

-- name: spare_doomed
-- Takes the mark from what a file has.
DELETE FROM doomed_unit WHERE EXISTS (SELECT 1 FROM file f WHERE f.unit = doomed_unit.unit);
DELETE FROM doomed_trace WHERE EXISTS (SELECT 1 FROM file f WHERE f.trace = doomed_trace.trace);
DELETE FROM doomed_blob WHERE EXISTS (SELECT 1 FROM file f WHERE f.blob = doomed_blob.hash);

-- name: count_units
SELECT count(*) FROM unit;

-- name: doomed_units
SELECT unit FROM doomed_unit;

-- name: drop_symbol
DELETE FROM symbol WHERE key = ? AND unit = ?;

-- name: drop_reference
DELETE FROM reference WHERE key = ? AND unit = ?;

-- name: drop_word
DELETE FROM word WHERE bucket = ? AND unit = ?;

-- name: drop_rows_of_doomed
-- The rows by which all marked units are found.
DELETE FROM symbol WHERE unit IN (SELECT unit FROM doomed_unit);
DELETE FROM reference WHERE unit IN (SELECT unit FROM doomed_unit);
DELETE FROM word WHERE unit IN (SELECT unit FROM doomed_unit);

-- name: drop_doomed
DELETE FROM unit WHERE id IN (SELECT unit FROM doomed_unit);
DELETE FROM trace WHERE id IN (SELECT trace FROM doomed_trace);
DELETE FROM blob WHERE hash IN (SELECT hash FROM doomed_blob);

-- name: fact_versions
SELECT DISTINCT version FROM blob;

-- name: drop_fact_version
DELETE FROM blob WHERE version = ?;

-- name: symbols_with_keys
-- Where are the symbols of a snapshot whose keys are in the frontier?
SELECT s.unit, s.seq FROM frontier f CROSS JOIN symbol s CROSS JOIN snapshot_unit su
WHERE s.key = f.key AND su.unit = s.unit AND su.snapshot = :snapshot;

-- name: ends
-- The same symbols, as an edge shows them.
SELECT s.key, su.path, s.name, s.qualified_name, s.kind, s.line, s.end_line, s.test
FROM frontier f CROSS JOIN symbol s CROSS JOIN snapshot_unit su
WHERE s.key = f.key AND su.unit = s.unit AND su.snapshot = :snapshot;

-- name: symbols_like
-- Where are the symbols that fit a pattern for names, one for paths, and a list of kinds (",a,b,"; "" for any)?
-- :exact is a whole qualified name, or "".
SELECT s.unit, s.seq FROM symbol s CROSS JOIN snapshot_unit su
WHERE (:exact = '' OR s.qualified_name = :exact)
  AND (:kinds = '' OR :kinds LIKE '%,' || s.kind || ',%')
  AND (:pattern = '%' OR '.' || lower(s.name) LIKE :pattern ESCAPE '!'
       OR '.' || lower(s.qualified_name) LIKE :pattern ESCAPE '!')
  AND su.unit = s.unit AND su.snapshot = :snapshot
  AND (:file = '%' OR '/' || lower(su.path) LIKE :file ESCAPE '!');

-- name: unit_at
-- Which unit stands at a path?
SELECT unit FROM snapshot_unit WHERE snapshot = :snapshot AND path = :path;

-- name: all_names
-- The dotted names of a snapshot's symbols.
SELECT DISTINCT s.name FROM symbol s CROSS JOIN snapshot_unit su WHERE su.unit = s.unit AND su.snapshot = :snapshot;

-- name: units_that_refer
-- Which units of a snapshot speak of the frontier, in files whose paths fit a pattern?
SELECT DISTINCT su.path, su.unit FROM frontier f CROSS JOIN reference r CROSS JOIN snapshot_unit su
WHERE r.key = f.key AND su.unit = r.unit AND su.snapshot = :snapshot
  AND (:file = '%' OR '/' || lower(su.path) LIKE :file ESCAPE '!');

-- name: units_with_unresolved
-- Which units of a snapshot have unresolved calls of names that fit a pattern?
SELECT f.path, f.unit FROM snapshot_file sf CROSS JOIN file f CROSS JOIN unit u
WHERE sf.snapshot = :snapshot AND f.id = sf.file AND u.id = f.unit AND u.unresolved LIKE :pattern ESCAPE '!';

-- name: units_that_define
-- Which units of a snapshot define the symbols of the frontier?
SELECT DISTINCT su.path, su.unit FROM frontier f CROSS JOIN symbol s CROSS JOIN snapshot_unit su
WHERE s.key = f.key AND su.unit = s.unit AND su.snapshot = :snapshot;

-- name: usage
-- How many bytes do the units of each snapshot have, and those that only it has?
SELECT sf.snapshot, sum(length(u.content)), sum(CASE WHEN NOT EXISTS (
    SELECT 1 FROM file f2 CROSS JOIN snapshot_file sf2
    WHERE f2.unit = f.unit AND sf2.file = f2.id AND sf2.snapshot <> sf.snapshot
) THEN length(u.content) ELSE 0 END)
FROM snapshot_file sf CROSS JOIN file f CROSS JOIN unit u
WHERE f.id = sf.file AND u.id = f.unit GROUP BY sf.snapshot;

-- name: count_files
-- Files of a snapshot by language and by the reason why they were skipped.
SELECT f.language, f.reason, count(*) FROM snapshot_file sf CROSS JOIN file f
WHERE sf.snapshot = :snapshot AND f.id = sf.file GROUP BY f.language, f.reason;

-- name: hits
-- Which units of a snapshot have a word, and where? In files of one language, or with "" of all.
SELECT w.unit, w.words, w.hits FROM word w CROSS JOIN snapshot_unit su CROSS JOIN unit u
WHERE w.bucket = :bucket AND w.words LIKE :pattern AND su.unit = w.unit AND su.snapshot = :snapshot AND u.id = w.unit
  AND (:language = '' OR u.language = :language);

-- name: units_referring
-- In how many units of a snapshot is each symbol of the frontier referred to?
SELECT f.key, count(*) FROM frontier f CROSS JOIN reference r CROSS JOIN snapshot_unit su
WHERE r.key = f.key AND su.unit = r.unit AND su.snapshot = :snapshot GROUP BY f.key;
