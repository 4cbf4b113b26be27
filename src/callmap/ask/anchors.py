"""Notes and code: takes what somebody names, gives an anchor that finds it again; takes an anchor, says where its code
is now and whether it is still what it was.

Found again: by its name; else by its stable id; else by its content, first unchanged under the same name, then in the
same file under another name, then similar. What was never found again is `gone`, and says so.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, KeysView

import msgspec

from callmap.ask.answers import stable_id
from callmap.ask.project import Project
from callmap.errors import BadInput, CallmapError
from callmap.memory.notes import Anchor, fingerprint, likeness
from callmap.model import FileState, short_name
from callmap.read import git, read_bytes
from callmap.store.rows import SymbolRow, symbol_key

CURRENT, CHANGED, RELOCATED, GONE = "current", "changed since", "relocated", "gone"
STATES = (CURRENT, CHANGED, RELOCATED, GONE)
_ALIKE = 0.5  # likeness from which on a text of another name counts as the same function
OTHER = "≠"  # stands for the hash of a text that is known to have changed since
_MOST_LINES = 3000  # of a symbol that are looked at
_MOST_CANDIDATES = 60
_COMMIT = re.compile(r"(?:commit:)?(?P<hash>[0-9a-f]{7,64})")
_FILE_LIMIT = 16 << 20


class Standing(msgspec.Struct, frozen=True):
    """An anchor and its code now. `where` is its id now ("" if it is gone); `line` is 0 where there is none."""

    anchor: Anchor
    state: str
    where: str = ""
    line: int = 0
    detail: str = ""
    row: SymbolRow | None = None


class Finder:
    """Anchors and the code of one snapshot."""

    def __init__(self, project: Project) -> None:
        self.project = project
        self._rows: dict[int, SymbolRow | None] = {}
        self._prints: dict[int, str] = {}
        self._located: dict[Anchor, Standing] = {}
        self._by_path: dict[str, FileState] | None = None

    # --- making anchors ---

    def anchor(self, text: str, relation: str = "about") -> Anchor:
        """What a person names: a symbol in any of its forms, a file, `caller -> callee`, a commit. Raises as `find`."""
        text = text.strip()
        caller, arrow, callee = text.partition("->")
        if arrow:
            one, other = self.project.find(caller.strip()), self.project.find(callee.strip())
            return msgspec.structs.replace(self.of_symbol(one, relation), kind="edge", callee=other.id)
        commit = _COMMIT.fullmatch(text)
        if commit and (text.startswith("commit:") or not self._symbols_named(text)):
            return Anchor("commit", name=commit["hash"], relation=relation)
        file = self._file(text)
        if file is not None:
            return self.of_file(file, relation)
        row = self.project.find(text)
        return self.of_symbol(row, relation) if row.name else self.of_file(row.path, relation)

    def of_symbol(self, row: SymbolRow, relation: str = "about") -> Anchor:
        return Anchor(
            "symbol", row.path, row.name, relation=relation, stable_id=stable_id(row), body=row.text,
            print=self._print(row), commit=self.project.snapshot.commit,
        )  # fmt: skip

    def of_file(self, path: str, relation: str = "about") -> Anchor:
        return Anchor("file", path, relation=relation, body=self._blob(path), commit=self.project.snapshot.commit)

    # --- where they are now ---

    def standings(self, anchors: Iterable[Anchor]) -> list[Standing]:
        wanted = list(anchors)
        self._load(symbol_key(anchor.path, anchor.name) for anchor in wanted if anchor.kind in ("symbol", "edge"))
        return [self.standing(anchor) for anchor in wanted]

    def standing(self, anchor: Anchor) -> Standing:
        """Where an anchor's code is now, and in which state."""
        if anchor not in self._located:
            look = {"symbol": self._symbol, "file": self._file_standing, "edge": self._edge}.get(anchor.kind)
            found = look(anchor) if look else Standing(anchor, CURRENT, anchor.id)  # a commit is what it is
            if anchor.origin and found.state in (CURRENT, CHANGED) and anchor.origin != found.where:
                found = msgspec.structs.replace(found, state=RELOCATED, detail=_moved(anchor.origin, found.state))
            self._located[anchor] = found
        return self._located[anchor]

    def renewed(self, standing: Standing) -> Anchor:
        """An anchor whose code moved, as it is to be found from now on."""
        old, row = standing.anchor, standing.row
        if old.kind != "symbol" or row is None or (row.path, row.name) == (old.path, old.name):
            return old
        new = self.of_symbol(row, old.relation)
        changed = old.body == OTHER or self._like(old, row) < 1
        return msgspec.structs.replace(
            new, commit=old.commit, origin=old.origin or old.id, body=OTHER if changed else old.body
        )

    def _symbol(self, anchor: Anchor) -> Standing:
        own = self._row(symbol_key(anchor.path, anchor.name))
        if own is not None:
            same = not anchor.body or own.text == anchor.body
            if not same and (anchor.origin or ":" not in anchor.body) and anchor.body != OTHER:
                # its name is part of the text that was hashed; or an older version hashed it, in another way
                same = bool(anchor.print) and likeness(anchor.print, self._print(own)) == 1
            return Standing(anchor, CURRENT if same else CHANGED, own.id, own.line, row=own)
        found = self._elsewhere(anchor)
        if found is None:
            return Standing(anchor, GONE, detail=f"no symbol of this snapshot is {anchor.id}, or like it")
        row, like = found
        return Standing(
            anchor, RELOCATED, row.id, row.line, _moved(anchor.id, CURRENT if like == 1 else CHANGED), row=row
        )

    def _elsewhere(self, anchor: Anchor) -> tuple[SymbolRow, float] | None:
        """The symbol that an anchor's code is now, and how like it is to what it was."""
        named = [row for row in self._symbols_named(short_name(anchor.name)) if short_name(row.name)]
        stable = [row for row in named if anchor.stable_id and stable_id(row) == anchor.stable_id]
        if len(stable) == 1:
            return stable[0], self._like(anchor, stable[0])
        same = [row for row in named if anchor.body and row.text == anchor.body]
        if len(same) == 1:
            return same[0], 1.0
        here = [row for row in self.project.store.symbols_in(self.project.snapshot.id, anchor.path) if row.name]
        candidates = {row.id: row for row in [*here, *named][: _MOST_CANDIDATES * 4]}
        ranked = sorted(
            ((self._like(anchor, row), row.path == anchor.path, row.id) for row in candidates.values()), reverse=True
        )
        if not ranked or ranked[0][0] < _ALIKE or (len(ranked) > 1 and ranked[0][:2] == ranked[1][:2]):
            return None  # none is like it, or two are
        return candidates[ranked[0][2]], ranked[0][0]

    def _like(self, anchor: Anchor, row: SymbolRow) -> float:
        if anchor.body and row.text == anchor.body:
            return 1.0
        return likeness(anchor.print, self._print(row)) if anchor.print else 0.0

    def _file_standing(self, anchor: Anchor) -> Standing:
        blob = self._blob(anchor.path)
        if blob:
            return Standing(anchor, CURRENT if not anchor.body or blob == anchor.body else CHANGED, anchor.path)
        moved = [state.path for state in self._files().values() if anchor.body and state.blob == anchor.body]
        if len(moved) == 1:
            return Standing(anchor, RELOCATED, moved[0], detail=_moved(anchor.path, CURRENT))
        return Standing(anchor, GONE, detail=f"there is no file {anchor.path}, and none that holds the same")

    def _edge(self, anchor: Anchor) -> Standing:
        caller = self._symbol(msgspec.structs.replace(anchor, kind="symbol", callee=""))
        path, _, name = anchor.callee.partition("::")
        callee = self._symbol(Anchor("symbol", path, name))
        if caller.row is None or callee.row is None:
            lost = anchor.callee if caller.row else f"{anchor.path}::{anchor.name}"
            return Standing(anchor, GONE, detail=f"there is no {lost} any more")
        edges = self.project.store.edges_from(self.project.snapshot.id, [caller.row.key])
        lines = [edge.line for edge in edges if edge.callee is not None and edge.callee.key == callee.row.key]
        where = f"{caller.row.id} -> {callee.row.id}"
        if not lines:
            return Standing(anchor, GONE, detail=f"{caller.row.id} does not call {callee.row.id} any more")
        state = RELOCATED if RELOCATED in (caller.state, callee.state) else caller.state
        return Standing(anchor, state, where, lines[0], row=caller.row)

    def paths(self) -> KeysView[str]:
        """The files that are indexed."""
        return self._files().keys()

    # --- the snapshot, looked at once ---

    def _row(self, key: int) -> SymbolRow | None:
        if key not in self._rows:
            self._load([key])
        return self._rows[key]

    def _load(self, keys: Iterable[int]) -> None:
        missing = {key for key in keys if key not in self._rows}
        if missing:
            self._rows.update(dict.fromkeys(missing))
            self._rows.update(
                (row.key, row) for row in self.project.store.symbols_with_keys(self.project.snapshot.id, missing)
            )

    def _symbols_named(self, name: str) -> list[SymbolRow]:
        found = self.project.store.symbols_named(self.project.snapshot.id, name) if name else []
        return [row for row in found if short_name(row.name) == name][:_MOST_CANDIDATES]

    def _print(self, row: SymbolRow) -> str:
        if row.key not in self._prints:
            end = min(row.end_line, row.line + _MOST_LINES)
            text = "\n".join(self.project.source_line(row.path, line) for line in range(row.line, end + 1))
            self._prints[row.key] = fingerprint(text, short_name(row.name)) if text.strip() else ""
        return self._prints[row.key]

    def _files(self) -> dict[str, FileState]:
        if self._by_path is None:
            self._by_path = {state.path: state for state in self.project.store.files(self.project.snapshot.id)}
        return self._by_path

    def _file(self, text: str) -> str | None:
        """The path of a file of the project, written as it is or by its end; None if no file or several are meant."""
        path = text.removeprefix("./").removeprefix(self.project.root + "/")
        if "::" in path or not path:
            return None
        if path in self._files():
            return path
        if "/" in path or "." in path:
            ends = [known for known in self._files() if known.endswith("/" + path)]
            if len(ends) == 1:
                return ends[0]
            if not ends and self._blob(path):
                return path
        return None

    def _blob(self, path: str) -> str:
        """The hash of a file's content, indexed or not; "" if there is none to read."""
        state = self._files().get(path)
        if state is not None and state.blob:
            return state.blob
        try:
            return git.blob_id(read_bytes(self.project.root, path, _FILE_LIMIT))
        except (OSError, ValueError):
            return ""


def named(finder: Finder, texts: Iterable[str]) -> list[Anchor]:
    """Anchors for what somebody named; BadInput that says which one is not known."""
    anchors: list[Anchor] = []
    for text in texts:
        if not text.strip():
            raise BadInput("An anchor is empty; name a symbol, a file, `caller -> callee` or a commit.")
        try:
            anchors.append(finder.anchor(text))
        except CallmapError as error:
            raise type(error)(f"A note cannot be anchored at '{text}': {error.message}", **error.data) from None
    return anchors


def overall(standings: Iterable[Standing]) -> str:
    """One word for a note: gone if all its code is, else the first of changed, relocated, current that any is."""
    states = {standing.state for standing in standings if standing.anchor.kind != "commit"}
    if not states:
        return CURRENT
    return next(state for state in (CHANGED, RELOCATED, CURRENT, GONE) if state in states)


def _moved(origin: str, state: str) -> str:
    return f"was {origin}" + (", and has changed since" if state == CHANGED else "")
