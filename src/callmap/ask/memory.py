"""What is remembered about code: takes a symbol or words, gives notes, how close they are, and whether they still fit.

Closeness: the symbol itself, a call it takes part in, its file, its callers and callees, its name in a text. Among
equally close ones newer is better, and what is superseded or deprecated stands behind.
"""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator, Sequence
from typing import Any, NamedTuple

import msgspec

from callmap.ask.anchors import RELOCATED, Finder, Standing, overall
from callmap.ask.answers import stable_id
from callmap.ask.project import Project
from callmap.errors import AmbiguousSymbol, CallmapError
from callmap.memory import backups, place
from callmap.memory.notes import SOURCES, Anchor, Note, show_time
from callmap.memory.rows import file_key
from callmap.memory.store import Filters, Memory, Touch
from callmap.model import short_name
from callmap.store.rows import SymbolRow, symbol_key

CLOSE = {"symbol": 1.0, "call": 0.9, "file": 0.6, "caller": 0.45, "callee": 0.4, "mention": 0.3, "words": 0.3}
IN_FORCE = frozenset({"active", "proposed"})
_NOTHING: dict[str, Any] = {
    "notes": 0, "types": {}, "statuses": {}, "sources": {}, "anchors": {},
    "versions": 0, "oldest_ns": 0, "newest_ns": 0,
}  # fmt: skip
_YEAR = 365 * 86400 * 1e9
_MOST_LOST = 300  # places of notes whose code is looked for elsewhere
_MOST_MENTIONS = 300  # notes that only name a symbol


class Recalled(msgspec.Struct, frozen=True):
    """A note, how it is related to what was asked, and how its code stands now."""

    note: Note
    closeness: str  # a key of CLOSE
    score: float
    state: str
    standings: tuple[Standing, ...]


class Counted(msgspec.Struct, frozen=True):
    """How many notes are about something: decisions in force, errors, and all."""

    decisions: int = 0
    errors: int = 0
    notes: int = 0


class Touching(msgspec.Struct, frozen=True):
    """How many notes are about each of several symbols, by their keys (those without any are left out), and about all
    of them together: there a note counts once."""

    each: dict[int, Counted]
    all: Counted


def touching(root: str, keys: Iterable[int]) -> Touching:
    """What is remembered about symbols. A repository without a memory has nothing, and gets none by being asked."""
    with place.asking(root) as memory:
        touches = [] if memory is None else memory.at_keys(keys)
    each: dict[int, dict[int, Touch]] = {}
    for touch in touches:
        each.setdefault(touch.key, {})[touch.row] = touch
    return Touching(
        {key: _counted(of.values()) for key, of in each.items()}, _counted({t.row: t for t in touches}.values())
    )


def _counted(touches: Iterable[Touch]) -> Counted:
    listed = list(touches)
    return Counted(
        sum(touch.type == "decision" and touch.status in IN_FORCE for touch in listed),
        sum(touch.type == "error" and touch.status != "deprecated" for touch in listed),
        len(listed),
    )


class Ranked(NamedTuple):
    """A note that is about what was asked: not loaded yet."""

    touch: Touch
    closeness: str

    @property
    def score(self) -> float:
        return _score(self.touch.at_ns, self.touch.status, self.closeness)


class Recall:
    """A memory beside a project: what was remembered, on the code as it is now."""

    def __init__(self, project: Project, memory: Memory | None) -> None:
        self.project = project
        self.memory = memory
        self.finder = Finder(project)

    def about(self, rows: Sequence[SymbolRow], near: bool = True) -> list[Ranked]:
        """Notes about symbols, the closest first. `near`: also those about their files, their callers and callees, and
        those that only name them."""
        if self.memory is None or not rows:
            return []
        keys = {row.key for row in rows}
        close = [
            Ranked(touch, "call" if touch.kind == "edge" else "symbol")
            for touch in self.memory.at_keys(keys | self._lost(rows, keys))
        ]
        if near:
            close.extend(self._near(rows, keys))
        best: dict[int, Ranked] = {}
        for one in close:
            old = best.get(one.touch.row)
            if old is None or CLOSE[one.closeness] > CLOSE[old.closeness]:
                best[one.touch.row] = one
        return sorted(best.values(), key=lambda one: (-one.score, -one.touch.at_ns, one.touch.row))

    def load(self, ranked: Sequence[Ranked]) -> list[Recalled]:
        """The notes themselves, with how their code stands."""
        notes = self.memory.notes([one.touch.row for one in ranked]) if self.memory else {}
        return [self.recalled(notes[one.touch.row], one.closeness) for one in ranked]

    def search(
        self, query: str, filters: Filters | None = None, limit: int = 20, offset: int = 0
    ) -> tuple[int, list[Recalled]]:
        """Notes that hold words, the best first; without words, the newest."""
        if self.memory is None:
            return 0, []
        count, notes = self.memory.search(query, filters, limit, offset)
        return count, [self.recalled(note, "words") for note in notes]

    def recalled(self, note: Note, closeness: str = "words") -> Recalled:
        standings = tuple(self.finder.standings(note.anchors))
        return Recalled(
            note, closeness, round(_score(note.at_ns, note.status, closeness), 4), overall(standings), standings
        )

    def symbols(self, text: str, file: str = "") -> list[SymbolRow]:
        """All symbols that a text may mean; none if it is words. Never raises."""
        try:
            return [self.project.find(text, file)]
        except AmbiguousSymbol:
            from callmap.ask.symbols import candidates

            return candidates(self.project.store, self.project.snapshot.id, text, file)
        except CallmapError:
            return []

    def moved(self, recalled: Iterable[Recalled]) -> dict[str, tuple[Anchor, ...]]:
        """Notes whose code was found elsewhere: their anchors as they are to be from now on. See `keep_found`."""
        found: dict[str, tuple[Anchor, ...]] = {}
        for one in recalled:
            renewed = tuple(
                self.finder.renewed(standing) if standing.state == RELOCATED else standing.anchor
                for standing in one.standings
            )
            if renewed != one.note.anchors:
                found[one.note.id] = renewed
        return found

    def _lost(self, rows: Sequence[SymbolRow], keys: set[int]) -> set[int]:
        """Keys under which notes know these symbols, because they were elsewhere, or had another name, back then."""
        assert self.memory is not None
        words = {short_name(row.name) for row in rows} | {stable_id(row) for row in rows}
        suspects = self.memory.symbol_keys({row.path for row in rows}, words) - keys
        suspects -= {row.key for row in self.project.store.symbols_with_keys(self.project.snapshot.id, suspects)}
        touches = self.memory.at_keys(list(suspects)[:_MOST_LOST])
        found: set[int] = set()
        for note in self.memory.notes({touch.row for touch in touches}).values():
            for anchor in note.anchors:
                own = symbol_key(anchor.path, anchor.name)
                if anchor.kind == "symbol" and own in suspects and own not in found:
                    now = self.finder.standing(anchor).row
                    if now is not None and now.key in keys:
                        found.add(own)
        return found

    def _near(self, rows: Sequence[SymbolRow], keys: set[int]) -> Iterator[Ranked]:
        assert self.memory is not None
        store, snapshot = self.project.store, self.project.snapshot.id
        files = {file_key(row.path) for row in rows}
        callers = {edge.caller.key for edge in store.edges_to(snapshot, keys)} - keys
        callees = {edge.callee.key for edge in store.edges_from(snapshot, keys) if edge.callee is not None} - keys
        for others, closeness in ((files, "file"), (callers, "caller"), (callees, "callee")):
            yield from (Ranked(touch, closeness) for touch in self.memory.at_keys(others))
        for name in {short_name(row.name) for row in rows} - {""}:
            yield from (Ranked(touch, "mention") for touch in self.memory.with_word(name, _MOST_MENTIONS))


def keep_found(root: str, moved: dict[str, tuple[Anchor, ...]]) -> None:
    """Remembers where code was found, so that it is found from there after its next change. Best effort: whoever only
    asks is not to fail because the memory cannot be written just now."""
    if not moved:
        return
    try:
        with place.writing(root) as memory:
            for id, anchors in moved.items():
                memory.relocate(id, anchors)
    except CallmapError:
        return


def stats(root: str) -> dict[str, Any]:
    """How much is remembered about a root's repository, where, and which backups there are."""
    where = place.find(root)
    with place.asking(root) as memory:
        counts = memory.counts() if memory is not None else dict(_NOTHING)
        path = memory.path if memory is not None else where.path
    kept = backups.kept(path)
    return {
        **counts,
        "path": str(path),
        "named_by": where.rule,
        "bytes": path.stat().st_size if path.exists() else 0,
        "backups": [str(backup) for backup in kept],
    }


def elsewhere(query: str, filters: Filters, limit: int) -> list[dict[str, Any]]:
    """Notes of all repositories that hold words, the best of each first. Their code is not here to be looked at."""
    found: list[dict[str, Any]] = []
    for path in place.every():
        with place.reading(path) as memory:
            if memory is None:
                continue
            for note in memory.search(query, filters, limit)[1]:
                shown = note_object(Recalled(note, "words", 0.0, "not looked at", ()))
                found.append({"repository": memory.root or path.parent.name, **shown})
    return found


def note_object(one: Recalled) -> dict[str, Any]:
    """A note as answers show it, with all that tells how far to trust it."""
    note = one.note
    source = note.source
    return {
        "id": note.id,
        "type": note.type,
        "status": note.status,
        "text": note.text,
        **({"rationale": note.rationale} if note.rationale else {}),
        **({"solution": note.solution} if note.solution else {}),
        **({"superseded_by": note.superseded_by} if note.superseded_by else {}),
        **({"tags": list(note.tags)} if note.tags else {}),
        "state": one.state,
        "written_at_commit": note.commit or None,
        "timestamp": show_time(note.at_ns),
        "closeness": one.closeness,
        "score": one.score,
        "confidence": note.confidence,
        "source": {
            "kind": source.kind,
            "provenance": SOURCES[source.kind],
            "author": source.author or None,
            "session_id": source.session or None,
            "place": source.place or None,
        },
        "anchors": [
            {
                "anchor": standing.anchor.origin or standing.anchor.id,
                "kind": standing.anchor.kind,
                "change_type": standing.anchor.relation,
                "state": standing.state,
                "now": standing.where or None,
                **({"line": standing.line} if standing.line else {}),
                **({"detail": standing.detail} if standing.detail else {}),
            }
            for standing in one.standings
        ],
    }


def _score(at_ns: int, status: str, closeness: str) -> float:
    """From 0 to 1: how close, then how new (a fifth of it fades by half in a year), then whether it is in force."""
    age = max(0.0, (time.time_ns() - at_ns) / _YEAR)
    force = 1.0 if status in IN_FORCE else 0.5
    return float(CLOSE[closeness] * (0.8 + 0.2 * 0.5**age) * force)
