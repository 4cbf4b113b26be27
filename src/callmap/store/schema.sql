-- The index: blobs (what a file says), units (a file in its surroundings), snapshots (which units a ref has).
-- Everything here is derived from source files. Integers named `key`, `id` and `unit` are 63-bit hashes.
-- "" stands for "none" in text, except where NULL is said.

CREATE TABLE blob (
    hash    TEXT NOT NULL,      -- the file's content
    dialect TEXT NOT NULL,
    version TEXT NOT NULL,      -- of the extractor
    size    BIGINT NOT NULL,    -- of `facts`
    facts   BLOB NOT NULL,      -- opaque here
    PRIMARY KEY (hash, dialect, version)
);

-- Immutable: a unit that changes is another unit. `content` holds all of it; `symbol` and `reference` only find it.
-- (Full rows for symbols and edges took two to three times as long to write. Callers of a thousand symbols at once were
-- read from them in about 20 ms, now 70; a dump of all edges took longer.)
CREATE TABLE unit (
    id         BIGINT PRIMARY KEY,   -- hash of its content
    path       TEXT NOT NULL,
    language   TEXT NOT NULL,
    blob       TEXT NOT NULL,
    unresolved TEXT NOT NULL,        -- the names that its unresolved calls call, a newline before and after each
    content    BLOB NOT NULL         -- model.Unit, packed
);

CREATE TABLE symbol (
    key            BIGINT NOT NULL,   -- hash of path::name
    unit           BIGINT NOT NULL,
    seq            INTEGER NOT NULL,  -- its place among the unit's symbols
    name           TEXT NOT NULL,
    qualified_name TEXT NOT NULL,
    kind           TEXT NOT NULL,
    line           INTEGER NOT NULL,
    end_line       INTEGER NOT NULL,
    test           INTEGER NOT NULL
);
CREATE INDEX symbol_key ON symbol (key, unit);

-- Which units have an edge to a symbol, and which define a short name.
CREATE TABLE reference (
    key  BIGINT NOT NULL,   -- the symbol's, or a shorter hash of the short name
    unit BIGINT NOT NULL,
    PRIMARY KEY (key, unit)
);

-- Which symbols of a unit have a word, for search: a row for all words of a bucket (see words.py).
CREATE TABLE word (
    bucket INTEGER NOT NULL,
    unit   BIGINT NOT NULL,
    words  TEXT NOT NULL,   -- a space before and after each
    hits   BLOB NOT NULL,   -- packed: places among the unit's symbols, and where each has it
    PRIMARY KEY (bucket, unit)
);

-- What linking a file took and gave, by which it is decided whether an edit reaches it. Immutable, named by content.
CREATE TABLE trace (
    id      BIGINT PRIMARY KEY,   -- hash of the rest
    marks   BLOB NOT NULL,        -- see link/reads.py
    given   BLOB NOT NULL,        -- see link/given.py
    content BLOB NOT NULL         -- see link/trace.py
);

CREATE TABLE snapshot (
    id          BIGINT PRIMARY KEY,   -- hash of ref and tree
    ref         TEXT NOT NULL,
    tree        TEXT NOT NULL,        -- absolute root of a working tree; "" for a commit
    commit_id   TEXT NOT NULL,
    generation  BIGINT NOT NULL,
    started_ns  BIGINT NOT NULL,
    finished_ns BIGINT NOT NULL,
    versions    TEXT NOT NULL,        -- of extractor and linker
    counters    TEXT NOT NULL,        -- JSON
    linking     BLOB NOT NULL         -- what is kept of its linking as a whole, packed
);

-- How the directories of a working tree were listed, so that those that did not change need not be listed again.
CREATE TABLE listing (
    snapshot BIGINT PRIMARY KEY,
    versions TEXT NOT NULL,           -- of settings and rules
    content  BLOB NOT NULL            -- see read/disk.py
);

-- A file as snapshots list it. Immutable, and shared by all snapshots in which nothing about it differs.
CREATE TABLE file (
    id       BIGINT PRIMARY KEY,      -- hash of the rest
    unit     BIGINT NOT NULL,         -- 0 for a file that has none: skipped, or a project file
    trace    BIGINT NOT NULL,         -- 0 for none
    path     TEXT NOT NULL,
    blob     TEXT NOT NULL,
    language TEXT NOT NULL,
    size     BIGINT NOT NULL,
    mtime_ns BIGINT NOT NULL,         -- of a working tree; 0 in a commit
    ctime_ns BIGINT NOT NULL,         -- changes with every edit, also where somebody sets mtime back
    reason   TEXT NOT NULL,           -- "" for indexed files, else why it was skipped
    detail   TEXT NOT NULL
);
CREATE INDEX file_unit ON file (unit);
CREATE INDEX file_trace ON file (trace);
CREATE INDEX file_path ON file (path);
CREATE INDEX file_blob ON file (blob);

CREATE TABLE snapshot_file (
    file     BIGINT NOT NULL,
    snapshot BIGINT NOT NULL,
    PRIMARY KEY (file, snapshot)
);
CREATE INDEX snapshot_file_snapshot ON snapshot_file (snapshot, file);

-- Which unit stands at each path of a snapshot.
CREATE VIEW snapshot_unit AS
SELECT sf.snapshot AS snapshot, f.unit AS unit, f.path AS path
FROM file f CROSS JOIN snapshot_file sf WHERE sf.file = f.id AND f.unit <> 0;
