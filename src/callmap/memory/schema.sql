-- The memory. `event` is what happened, in order, and is only ever added to (but for what is forgotten); every other
-- table follows from it and finds things in it. Integers named `key` are 63-bit hashes of `path::Name`.

CREATE TABLE event (
    seq     INTEGER PRIMARY KEY,
    note    TEXT NOT NULL,      -- its id
    at_ns   BIGINT NOT NULL,    -- when it was recorded
    what    TEXT NOT NULL,      -- remembered | imported | edited | superseded | relocated | forgotten
    by      TEXT NOT NULL,
    content TEXT NOT NULL       -- the note as it was then, as JSON; "" once it is forgotten
);
CREATE INDEX event_note ON event (note, seq);

-- The present version of each note that is not forgotten.
CREATE TABLE note (
    row     INTEGER PRIMARY KEY,
    id      TEXT NOT NULL UNIQUE,
    event   BIGINT NOT NULL,
    type    TEXT NOT NULL,
    status  TEXT NOT NULL,
    source  TEXT NOT NULL,
    session TEXT NOT NULL,
    at_ns   BIGINT NOT NULL
);
CREATE INDEX note_type ON note (type, at_ns);
CREATE INDEX note_at ON note (at_ns);

-- A piece of code at one moment; notes share it.
CREATE TABLE place (
    id     INTEGER PRIMARY KEY,
    kind   TEXT NOT NULL,
    key    BIGINT NOT NULL,     -- of the symbol, file, edge's caller or commit
    other  BIGINT NOT NULL,     -- of an edge's callee, else 0
    path   TEXT NOT NULL,
    short  TEXT NOT NULL,       -- the last part of the name
    stable TEXT NOT NULL,
    UNIQUE (kind, key, other, stable)
);
CREATE INDEX place_key ON place (key);
CREATE INDEX place_other ON place (other) WHERE other <> 0;
CREATE INDEX place_path ON place (path);
CREATE INDEX place_short ON place (short);
CREATE INDEX place_stable ON place (stable) WHERE stable <> '';

CREATE TABLE anchor (
    place    BIGINT NOT NULL,
    note     BIGINT NOT NULL,   -- its row
    PRIMARY KEY (place, note)
) WITHOUT ROWID;
CREATE INDEX anchor_note ON anchor (note);

-- Words of the present versions; no text is kept here.
CREATE VIRTUAL TABLE words USING fts5 (
    text, reasons, names, content = '', contentless_delete = 1, tokenize = "unicode61 tokenchars '_'"
);

-- One word for each thing that must be known across processes: `scrub` while a forgotten text is being removed.
CREATE TABLE state (name TEXT PRIMARY KEY, value TEXT NOT NULL);
