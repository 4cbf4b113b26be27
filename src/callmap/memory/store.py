"""The memory of one repository: takes notes, keeps every version of them, and finds them by words, code and time.

What was acknowledged is on the disk. The history only grows; `forget` alone takes text away, and then out of the file,
its journal and its backups.
"""

from __future__ import annotations

import time
from collections.abc import Collection, Iterable, Iterator
from itertools import islice
from pathlib import Path
from types import TracebackType
from typing import Any, NamedTuple, Self

import msgspec

from callmap.errors import BadInput, NotFound, StoreTrouble
from callmap.memory import backups
from callmap.memory import rows as r
from callmap.memory.notes import Anchor, Note, Version, checked
from callmap.model import short_name
from callmap.store.blocks import blocks, text
from callmap.store.database import Database, Layout, Row
from callmap.store.names import like, listed, literally
from callmap.store.rows import restored, stored

LAYOUT = Layout(
    application_id=0x6D656D6F,  # "memo"
    version=1,
    schema=text("callmap.memory", "schema.sql"),
    derived=False,
    if_missing="There is no memory at {path} yet. `callmap remember` begins one.",
    if_foreign="Move it away, and run the command again.",
    if_damaged="`callmap memory restore` puts the newest backup in its place, and keeps this file beside it.",
)
PATIENCE = 30.0  # seconds to wait for another process that writes
_AT_ONCE = 500  # notes written in one transaction
_FOREVER = 1 << 62


class Filters(msgspec.Struct, frozen=True):
    """Which notes are meant; empty ones let everything through. `path` is part of a path, or a glob for its end."""

    types: tuple[str, ...] = ()
    statuses: tuple[str, ...] = ()
    sources: tuple[str, ...] = ()
    session: str = ""
    path: str = ""
    since_ns: int = 0
    until_ns: int = _FOREVER


class Added(NamedTuple):
    """What became of a note: new | changed | known | kept (edited here, not overwritten) | forgotten (and stays so)."""

    note: Note
    outcome: str


class Touch(NamedTuple):
    """A note that has an anchor at `key`; of a note that was found by words, it is 0."""

    key: int
    kind: str
    row: int
    type: str
    status: str
    at_ns: int


class Memory:
    """An open memory. `warnings` are sentences about what went wrong beside what was asked for."""

    def __init__(self, database: Database, write: bool) -> None:
        self._database = database
        self.path = database.path
        self.warnings: list[str] = []
        database.run(_sql("temporary"))
        if write and self._state("scrub"):
            self._scrub()  # a process died while it removed a forgotten text

    @classmethod
    def open(cls, path: Path, *, write: bool, patience: float = PATIENCE) -> Self:
        """For writing, begins a memory if there is none; raises IndexNotReady for reading one that is not there, and
        StoreTrouble if it is gone while its backups are there."""
        if not path.exists() and backups.kept(path):
            raise StoreTrouble(
                f"The memory {path} is gone, but its backups are there. `callmap memory restore` puts the newest one "
                "in its place."
            )
        return cls(Database.open(path, LAYOUT, write=write, patience=patience), write)

    def close(self) -> None:
        self._database.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self.close()

    # --- writing ---

    def add(self, notes: Iterable[Note], by: str = "") -> Iterator[Added]:
        """Keeps notes; gives what became of each once it is safe on the disk. Use it up, or later ones are not kept."""
        rest = iter(notes)
        while some := [checked(note) for note in islice(rest, _AT_ONCE)]:
            with self._database.write():
                known = self._known(note.id for note in some)
                forgotten = self._forgotten(note.id for note in some if note.source.key)
                done: list[Added] = []
                for note in some:
                    added = _outcome(note, known.get(note.id), note.id in forgotten)
                    if added.outcome in ("new", "changed"):
                        self._write(added.note, "imported" if note.source.key else "remembered", by)
                        known[note.id] = added.note
                    done.append(added)
            if any(added.outcome in ("new", "changed") for added in done):
                self._back_up()
            yield from done

    def merge(self, notes: Iterable[Note], by: str = "") -> Iterator[Added]:
        """Takes back notes that were exported. A version that was here before changes nothing; one that is new, because
        it was edited elsewhere, becomes the note's next."""
        for note in map(checked, notes):
            with self._database.write():
                versions = self.history(note.id) if self._rows("history", id=note.id) else []
                if versions and versions[-1].note is None:
                    outcome = "forgotten"
                elif any(version.note == note for version in versions):
                    outcome = "known"
                else:
                    outcome = "changed" if versions else "new"
                    self._write(note, "imported", by)
            yield Added(note, outcome)
        self._back_up()

    def edit(self, id: str, by: str = "", what: str = "edited", **changes: Any) -> Note:
        """Makes a note's next version, with other fields."""
        with self._database.write():
            old = self.get(id)
            edited = {"edited": True} if what == "edited" else {}
            note = checked(msgspec.structs.replace(old, **changes, **edited))
            if note != old:
                self._write(note, what, by)
        self._back_up()
        return note

    def supersede(self, id: str, by_id: str, by: str = "") -> Note:
        """Says that another note stands in this one's place."""
        old, new = self.get(id), self.get(by_id)
        if old.id == new.id:
            raise BadInput(f"Note {id} cannot supersede itself; name the note that stands in its place.")
        seen, at = {old.id}, new
        while at.superseded_by:
            if at.id in seen:
                break
            seen.add(at.id)
            at = self.get(at.superseded_by)
            if at.id == old.id:
                raise BadInput(f"Note {by_id} is itself superseded by {id}; name the one that is in force.")
        return self.edit(old.id, by, "superseded", status="superseded", superseded_by=new.id)

    def relocate(self, id: str, anchors: tuple[Anchor, ...]) -> None:
        """Remembers where the code of a note was found, so that it is found from there the next time."""
        self.edit(id, "", "relocated", anchors=anchors)

    def forget(self, ids: Collection[str], by: str = "") -> list[Note]:
        """Removes the text of notes: out of the history, the file, its journal and the backups. Their ids stay, so that
        an import does not bring them back."""
        with self._database.write():
            gone = list({note.id: note for note in map(self.get, ids)}.values())
            for note in gone:
                self._remove(note.id)
                self._run("wipe_text", id=note.id)
                self._event(note.id, "forgotten", by, "")
            self._run("drop_lonely_places")
            self._run("set_state", name="scrub", value="1")
        self._scrub()
        return gone

    def _write(self, note: Note, what: str, by: str) -> None:
        row = self._remove(note.id) or int(self._rows("next_row")[0][0])
        self._event(note.id, what, by, r.packed(note))
        self._run(
            "add_note", row=row, id=note.id, type=note.type, status=note.status, source=note.source.kind,
            session=note.source.session, at_ns=note.at_ns,
        )  # fmt: skip
        for anchor in note.anchors:
            place = r.place(anchor)
            self._run("add_place", path=stored(anchor.path), short=stored(short_name(anchor.name)), **place)
            self._run("add_anchor", place=self._rows("place_id", **place)[0][0], note=row)
        self._add_words(row, note)

    def _event(self, id: str, what: str, by: str, content: str) -> None:
        self._run("add_event", note=id, at_ns=time.time_ns(), what=what, by=by[:200], content=content)

    def _remove(self, id: str) -> int:
        """Takes a note out of all but the history; its row, or 0 if there was none."""
        rows = self._rows("note_row", id=id)
        if not rows:
            return 0
        row = int(rows[0][0])
        for query in ("drop_note", "drop_anchors", "drop_words"):
            self._run(query, row=row)
        return row

    def _add_words(self, row: int, note: Note) -> None:
        reasons = "\n".join((note.rationale, note.solution, note.source.place, *note.tags))
        self._run("add_words", row=row, text=note.text, reasons=reasons, names=r.names(note))

    def _scrub(self) -> None:
        with self._database.write():
            self._run("drop_all_words")
            for row, note in self._every():
                self._add_words(row, note)
        self._database.squeeze()
        backups.renew(self._database, LAYOUT)
        with self._database.write():
            self._run("drop_state", name="scrub")
        for old in backups.set_aside(self.path):
            self.warnings.append(f"{old} was set aside by a restore and may still hold the text; delete it if it does.")

    def _back_up(self) -> None:
        if backups.due(self.path):
            try:
                backups.make(self._database, LAYOUT)
            except (StoreTrouble, OSError) as error:  # what was asked for is done; the next write tries again
                self.warnings.append(f"The note is kept, but no backup could be made: {error}")

    def belongs_to(self, root: str) -> None:
        """Keeps where the repository was last seen, for those who ask in all memories."""
        if self.root != root:
            with self._database.write():
                self._run("set_state", name="root", value=stored(root))

    # --- reading ---

    @property
    def root(self) -> str:
        """Where the repository was last seen; "" if that is not known."""
        return restored(self._state("root"))

    def get(self, id: str) -> Note:
        """The present version of a note, by its id or the beginning of it."""
        rows = self._rows("present", id=id)
        if not rows and len(id) >= 4:
            fitting = [found for (found,) in self._rows("ids_like", start=literally(stored(id)) + "%")]
            if len(fitting) > 1:
                raise BadInput(f"Several notes' ids begin with '{id}'; write more of it.", candidates=fitting)
            rows = self._rows("present", id=fitting[0]) if fitting else []
        if not rows:
            raise NotFound(
                f"There is no note '{id}' in this repository's memory.",
                remediation="`callmap memory list` shows the notes and their ids.",
            )
        return r.unpacked(rows[0][0])

    def history(self, id: str) -> list[Version]:
        """All versions of a note, the oldest first; of a forgotten one that it was there."""
        rows = self._rows("history", id=id) or self._rows("history", id=self.get(id).id)
        return [
            Version(seq, note, at_ns, what, by, r.unpacked(content) if content else None)
            for seq, note, at_ns, what, by, content in rows
        ]

    def search(
        self, query: str, filters: Filters | None = None, limit: int = 20, offset: int = 0
    ) -> tuple[int, list[Note]]:
        """How many notes hold all words of the query (if none does, any of them), and some of those, the best first.
        Without a query: the newest first."""
        filters = filters or Filters()
        values: dict[str, Any] = {
            "types": listed(filters.types), "statuses": listed(filters.statuses), "sources": listed(filters.sources),
            "session": filters.session, "since": filters.since_ns, "until": filters.until_ns,
            "path": like(filters.path, "%/"),
        }  # fmt: skip
        words = r.words(query)
        if query.strip() and not words:
            return 0, []
        with self._database.read():
            total, chosen = self._page("listed", values, limit, offset) if not words else (0, [])
            for joint in (" ", " OR ") if words else ():
                match = joint.join(f'"{word}"' for word in words)
                total, chosen = self._page("found", {**values, "words": match}, limit, offset)
                if total:
                    break
            notes = self.notes(chosen)
        return total, [notes[row] for row in chosen]

    def _page(self, query: str, values: dict[str, Any], limit: int, offset: int) -> tuple[int, list[int]]:
        rows = self._rows(query, limit=limit, offset=offset, **values)
        if not rows and offset:
            return self._page(query, values, 1, 0)[0], []
        return (rows[0][1] if rows else 0), [row for row, _ in rows]

    def notes(self, rows: Collection[int]) -> dict[int, Note]:
        """Notes by their rows."""
        with self._database.read():
            self._want("wanted", rows)
            return {row: r.unpacked(content) for row, content in self._rows("present_rows")}

    def at_keys(self, keys: Iterable[int]) -> list[Touch]:
        """Notes with an anchor at symbols, by their keys (of edges: either end)."""
        with self._database.read():
            self._want("wanted", keys)
            return [Touch(*row) for row in self._rows("notes_at_keys")]

    def has(self, ids: Iterable[str]) -> set[str]:
        """Those of the ids that are notes here, or were."""
        wanted = list(ids)
        return self._forgotten(wanted) | self._known(wanted).keys()

    def symbol_keys(self, paths: Iterable[str], words: Iterable[str]) -> set[int]:
        """The keys of symbols that notes are about, in those files, or with those short names or stable ids."""
        with self._database.read():
            self._want("wanted_text", {stored(text) for texts in (paths, words) for text in texts})
            return {key for (key,) in self._rows("symbol_keys")}

    def with_word(self, word: str, limit: int) -> list[Touch]:
        """The newest notes that hold a word."""
        words = r.words(word)
        rows = self._rows("with_word", words=f'"{words[0]}"', limit=limit) if words else []
        return [Touch(0, "", *row) for row in rows]

    def every(self) -> Iterator[Note]:
        """All notes, in the order in which they came in."""
        with self._database.read():
            yield from (note for _, note in self._every())

    def counts(self) -> dict[str, Any]:
        """How much is remembered, by type, status and source."""
        by: dict[str, dict[str, int]] = {"types": {}, "statuses": {}, "sources": {}}
        with self._database.read():
            rows = self._rows("counts")
            events = self._rows("last_event")[0]
            anchors: dict[str, int] = dict(self._rows("anchor_counts"))
        for type_, status, source, count, _, _ in rows:
            for name, word in (("types", type_), ("statuses", status), ("sources", source)):
                by[name][word] = by[name].get(word, 0) + count
        oldest, newest = min((row[4] for row in rows), default=0), max((row[5] for row in rows), default=0)
        return {
            "notes": sum(row[3] for row in rows), **by, "anchors": anchors, "versions": events[1],
            "oldest_ns": oldest, "newest_ns": newest,
        }  # fmt: skip

    def _known(self, ids: Iterable[str]) -> dict[str, Note]:
        self._want("wanted_text", ids)
        return {id: r.unpacked(content) for id, content in self._rows("digests")}

    def _forgotten(self, ids: Iterable[str]) -> set[str]:
        self._want("wanted_text", ids)
        return {id for (id,) in self._rows("forgotten")}

    def _every(self) -> Iterator[tuple[int, Note]]:
        after = 0
        while rows := self._rows("every", after=after):
            yield from ((row, r.unpacked(content)) for row, content in rows)
            after = rows[-1][0]

    def _state(self, name: str) -> str:
        return "".join(value for (value,) in self._rows("state", name=name))

    def _want(self, table: str, things: Iterable[int | str]) -> None:
        self._run(f"clear_{table}")
        self._database.run_many(_sql(f"add_{table}"), ((thing,) for thing in set(things)))

    def _rows(self, query: str, **values: Any) -> list[Row]:
        return self._database.rows(_sql(query), values)

    def _run(self, query: str, **values: Any) -> None:
        self._database.run(_sql(query), values)


def _outcome(note: Note, old: Note | None, forgotten: bool) -> Added:
    if forgotten:
        return Added(note, "forgotten")
    if old is None:
        return Added(note, "new")
    if not note.source.key:
        return Added(old, "known")
    same = note.source.digest == old.source.digest and (not note.anchors or bool(old.anchors))
    if same:
        return Added(old, "known")
    if old.edited:
        return Added(old, "kept")
    return Added(msgspec.structs.replace(note, superseded_by=old.superseded_by), "changed")


def _sql(name: str) -> str:
    return blocks("callmap.memory", "notes.sql")[name]
