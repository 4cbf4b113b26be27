-- Every statement of the memory but its schema. Sets go in through temporary tables.

-- name: temporary
CREATE TEMPORARY TABLE wanted (key BIGINT PRIMARY KEY);
CREATE TEMPORARY TABLE wanted_text (text TEXT PRIMARY KEY);

-- name: clear_wanted
DELETE FROM wanted;
-- name: add_wanted
INSERT INTO wanted (key) VALUES (?);
-- name: clear_wanted_text
DELETE FROM wanted_text;
-- name: add_wanted_text
INSERT INTO wanted_text (text) VALUES (?);

-- name: add_event
INSERT INTO event (seq, note, at_ns, what, by, content)
VALUES ((SELECT coalesce(max(seq), 0) + 1 FROM event), :note, :at_ns, :what, :by, :content);

-- name: last_event
SELECT coalesce(max(seq), 0), count(*) FROM event;

-- name: add_note
INSERT INTO note (row, id, event, type, status, source, session, at_ns)
VALUES (:row, :id, (SELECT max(seq) FROM event), :type, :status, :source, :session, :at_ns);

-- name: next_row
SELECT coalesce(max(row), 0) + 1 FROM note;

-- name: note_row
SELECT row FROM note WHERE id = :id;

-- name: drop_note
DELETE FROM note WHERE row = :row;

-- name: drop_anchors
DELETE FROM anchor WHERE note = :row;

-- name: drop_lonely_places
DELETE FROM place WHERE NOT EXISTS (SELECT 1 FROM anchor a WHERE a.place = place.id);

-- name: add_place
INSERT INTO place (kind, key, other, path, short, stable) VALUES (:kind, :key, :other, :path, :short, :stable)
ON CONFLICT DO NOTHING;

-- name: place_id
SELECT id FROM place WHERE kind = :kind AND key = :key AND other = :other AND stable = :stable;

-- name: add_anchor
INSERT INTO anchor (place, note) VALUES (:place, :note) ON CONFLICT DO NOTHING;

-- name: add_words
INSERT INTO words (rowid, text, reasons, names) VALUES (:row, :text, :reasons, :names);

-- name: drop_words
DELETE FROM words WHERE rowid = :row;

-- name: drop_all_words
INSERT INTO words (words) VALUES ('delete-all');

-- name: present
-- The present version of one note.
SELECT e.content FROM note n JOIN event e ON e.seq = n.event WHERE n.id = :id;

-- name: ids_like
SELECT id FROM note WHERE id LIKE :start ESCAPE '!' ORDER BY id LIMIT 3;

-- name: every
SELECT n.row, e.content FROM note n JOIN event e ON e.seq = n.event WHERE n.row > :after ORDER BY n.row LIMIT 1000;

-- name: digests
-- Which of the wanted notes are there, and what is known of their origin?
SELECT n.id, e.content FROM wanted_text w CROSS JOIN note n JOIN event e ON e.seq = n.event WHERE n.id = w.text;

-- name: forgotten
-- Which of the wanted notes were forgotten, and not remembered again?
SELECT DISTINCT e.note FROM wanted_text w CROSS JOIN event e
WHERE e.note = w.text AND e.what = 'forgotten' AND NOT EXISTS (SELECT 1 FROM note n WHERE n.id = w.text);

-- name: history
SELECT seq, note, at_ns, what, by, content FROM event WHERE note = :id ORDER BY seq;

-- name: wipe_text
UPDATE event SET content = '' WHERE note = :id;

-- name: listed
-- Some of the notes that pass the filters, the newest first, each with how many there are in all.
SELECT n.row, count(*) OVER () FROM note n
    WHERE (:types = '' OR :types LIKE '%,' || n.type || ',%')
      AND (:statuses = '' OR :statuses LIKE '%,' || n.status || ',%')
      AND (:sources = '' OR :sources LIKE '%,' || n.source || ',%') AND (:session = '' OR n.session = :session)
      AND n.at_ns >= :since AND n.at_ns <= :until
      AND (:path = '%' OR EXISTS (
            SELECT 1 FROM anchor a JOIN place p ON p.id = a.place
            WHERE a.note = n.row AND '/' || lower(p.path) LIKE :path ESCAPE '!'))
ORDER BY n.at_ns DESC, n.id LIMIT :limit OFFSET :offset;

-- name: found
-- The same of notes that hold words, the best first.
WITH fitting AS MATERIALIZED (
    SELECT n.row, n.at_ns, n.id, bm25(words, 4.0, 1.0, 3.0) AS rank FROM words JOIN note n ON n.row = words.rowid
    WHERE words MATCH :words
      AND (:types = '' OR :types LIKE '%,' || n.type || ',%')
      AND (:statuses = '' OR :statuses LIKE '%,' || n.status || ',%')
      AND (:sources = '' OR :sources LIKE '%,' || n.source || ',%') AND (:session = '' OR n.session = :session)
      AND n.at_ns >= :since AND n.at_ns <= :until
      AND (:path = '%' OR EXISTS (
            SELECT 1 FROM anchor a JOIN place p ON p.id = a.place
            WHERE a.note = n.row AND '/' || lower(p.path) LIKE :path ESCAPE '!'))
)
SELECT row, count(*) OVER () FROM fitting ORDER BY rank, at_ns DESC, id LIMIT :limit OFFSET :offset;

-- name: with_word
SELECT n.row, n.type, n.status, n.at_ns FROM words CROSS JOIN note n
WHERE words MATCH :words AND n.row = words.rowid ORDER BY words.rowid DESC LIMIT :limit;

-- name: present_rows
SELECT n.row, e.content FROM wanted w CROSS JOIN note n JOIN event e ON e.seq = n.event WHERE n.row = w.key;

-- name: notes_at_keys
-- Notes whose anchors have one of the wanted keys: symbols, files, commits, edges by either end.
SELECT DISTINCT p.key, p.kind, n.row, n.type, n.status, n.at_ns
FROM wanted w CROSS JOIN place p CROSS JOIN anchor a JOIN note n ON n.row = a.note
WHERE p.key = w.key AND a.place = p.id
UNION
SELECT DISTINCT p.other, p.kind, n.row, n.type, n.status, n.at_ns
FROM wanted w CROSS JOIN place p CROSS JOIN anchor a JOIN note n ON n.row = a.note
WHERE p.other <> 0 AND p.other = w.key AND a.place = p.id;

-- name: symbol_keys
-- Symbols that notes are about: by their file, their short name or their stable id.
SELECT p.key FROM wanted_text w CROSS JOIN place p WHERE p.path = w.text AND p.kind = 'symbol'
UNION
SELECT p.key FROM wanted_text w CROSS JOIN place p WHERE p.short = w.text AND p.kind = 'symbol'
UNION
SELECT p.key FROM wanted_text w CROSS JOIN place p WHERE p.stable <> '' AND p.stable = w.text AND p.kind = 'symbol';

-- name: counts
SELECT type, status, source, count(*), min(at_ns), max(at_ns) FROM note GROUP BY type, status, source;

-- name: anchor_counts
SELECT p.kind, count(*) FROM anchor a JOIN place p ON p.id = a.place GROUP BY p.kind;

-- name: set_state
INSERT INTO state (name, value) VALUES (:name, :value) ON CONFLICT (name) DO UPDATE SET value = excluded.value;

-- name: state
SELECT value FROM state WHERE name = :name;

-- name: drop_state
DELETE FROM state WHERE name = :name;
