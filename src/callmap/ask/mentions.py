"""Text and code: takes drafts of notes, links them to the symbols and files they speak of, gives notes."""

from __future__ import annotations

import os
from collections.abc import Iterator

import msgspec

from callmap.ask import symbols
from callmap.ask.anchors import OTHER, Finder
from callmap.memory.mentions import Mention, mentions
from callmap.memory.notes import MOST_ANCHORS, Anchor, Note, Source, make
from callmap.memory.sources import Draft, Edit
from callmap.model import CALLABLE_KINDS, CLASS_KINDS, short_name
from callmap.read.files import Skipped, read_file
from callmap.store.rows import SymbolRow

_MOST = 40  # anchors that mentions give one note
_NAMESAKES = 3  # a name that more symbols have tells too little
_STRONGEST = {"created": 4, "modified": 3, "reviewed": 2, "about": 2, "discussed": 1, "mentioned": 0}
_SHORTEST = 12  # characters of an edit that can be found again


class Linker:
    """Links drafts to the code of one snapshot. Keeps what it looked up: a name is looked for once."""

    def __init__(self, finder: Finder) -> None:
        self.finder = finder
        self._project = finder.project
        self._names: set[str] | None = None
        self._candidates: dict[str, list[SymbolRow]] = {}
        self._paths: dict[str, str | None] = {}

    def note(self, draft: Draft) -> Note:
        """The note that a draft becomes."""
        source = Source(draft.kind, draft.author, draft.session, draft.place, draft.key, draft.digest)
        note = make(
            draft.type, draft.text, rationale=draft.rationale, solution=draft.solution, status=draft.status,
            confidence=draft.confidence, at_ns=draft.at_ns, commit=draft.commit or self._project.snapshot.commit,
            source=source, anchors=self.anchors(draft), tags=draft.tags,
        )  # fmt: skip
        return msgspec.structs.replace(note, id=draft.id) if draft.id else note

    def anchors(self, draft: Draft) -> list[Anchor]:
        found: dict[str, Anchor] = {}
        for anchor in self._all(draft):
            old = found.get(anchor.id)
            if old is None or _STRONGEST[anchor.relation] > _STRONGEST[old.relation]:
                found[anchor.id] = anchor
        return list(found.values())[:MOST_ANCHORS]

    def _all(self, draft: Draft) -> Iterator[Anchor]:
        for commit in draft.commits:
            yield Anchor("commit", name=commit, relation=draft.relation)
        for meant in draft.symbols:
            row = self._symbol(meant.path, meant.name)
            if row is not None:
                anchor = self.finder.of_symbol(row, meant.relation)
                yield msgspec.structs.replace(anchor, body=OTHER) if meant.since else anchor
            else:  # not there now: it may have moved, or be gone
                yield Anchor("symbol", self.path(meant.path) or meant.path, meant.name, relation=meant.relation)
        for path, relation in draft.files:
            yield self.finder.of_file(self.path(path) or path, relation)
        for edit in draft.edits:
            yield from self._edited(edit)
        text = "\n".join(draft.linked) if draft.linked else f"{draft.text}\n{draft.rationale}\n{draft.solution}"
        yield from self.mentioned(text, draft.relation)

    def mentioned(self, text: str, relation: str = "mentioned") -> list[Anchor]:
        """Anchors for the code that a text speaks of."""
        spoken = mentions(text)
        files = {path for mention in spoken if mention.kind == "path" and (path := self.path(mention.text))}
        anchors: list[Anchor] = []
        for mention in spoken:
            if len(anchors) >= _MOST:
                break
            if mention.kind == "path":
                anchors.extend(self._in_file(mention, relation))
            else:
                anchors.extend(self.finder.of_symbol(row, relation) for row in self._meant(mention, files))
        return anchors

    def path(self, text: str) -> str | None:
        """The file of the project that a path means, as it was written on whatever machine; None for no or several."""
        if text not in self._paths:
            known = self.finder.paths()
            plain = text.replace("\\", "/").removeprefix(self._project.root + "/").removeprefix("./").lstrip("/")
            found = [plain] if plain in known else []
            parts = plain.split("/")
            if not found:
                found = [path for path in known if path.endswith("/" + plain)] if plain else []
            for start in range(1, len(parts)):
                if found or os.path.isabs(text) is False:
                    break
                tail = "/".join(parts[start:])
                found = [tail] if tail in known else []
            self._paths[text] = found[0] if len(found) == 1 else None
        return self._paths[text]

    def _in_file(self, mention: Mention, relation: str) -> Iterator[Anchor]:
        path = self.path(mention.text)
        if path is None:
            return
        row = self._at(path, mention.line) if mention.line else None
        yield self.finder.of_symbol(row, relation) if row else self.finder.of_file(path, relation)

    def _meant(self, mention: Mention, files: set[str]) -> list[SymbolRow]:
        """The symbols that a name in a text means: none if many have it, unless a file is named as well."""
        name = mention.text
        last = short_name(name.replace("::", "."))
        if last not in self._known_names() or len(last) < (2 if mention.sure else 4):
            return []
        if name not in self._candidates:
            store, snapshot = self._project.store, self._project.snapshot.id
            self._candidates[name] = symbols.candidates(store, snapshot, name)
        found = [row for row in self._candidates[name] if row.name]
        if len(found) > 1:
            found = [row for row in found if row.path in files] or [row for row in found if not row.test] or found
        return found if len(found) <= (_NAMESAKES if mention.sure else 1) else []

    def _symbol(self, path: str, name: str) -> SymbolRow | None:
        own = self.path(path) if path else None
        store, snapshot = self._project.store, self._project.snapshot.id
        found = symbols.candidates(store, snapshot, f"{own}::{name}" if own else name)
        return found[0] if len(found) == 1 else None

    def _edited(self, edit: Edit) -> Iterator[Anchor]:
        """The symbols that an edit left its lines in, as far as they are still there; and the file."""
        path = self.path(edit.path)
        if path is None:
            return
        yield self.finder.of_file(path, edit.relation)
        text = edit.text.strip("\n")
        if len(text.strip()) < _SHORTEST:
            return
        try:
            content = read_file(self._project.root, path).decode("utf-8", "replace")
        except Skipped:
            return
        at = content.find(text)
        if at < 0:
            return
        first = content.count("\n", 0, at) + 1
        last = first + text.count("\n")
        for row in self._project.store.symbols_in(self._project.snapshot.id, path):
            if row.name and row.kind in (CALLABLE_KINDS | CLASS_KINDS) and row.line <= last and first <= row.end_line:
                whole = first <= row.line and row.end_line <= last
                if row.kind in CLASS_KINDS and not whole:
                    continue  # its methods say it
                yield self.finder.of_symbol(row, "created" if whole and edit.relation == "created" else edit.relation)

    def _at(self, path: str, line: int) -> SymbolRow | None:
        rows = self._project.store.symbols_at(self._project.snapshot.id, path, line)
        return next((row for row in rows if row.name and row.kind in (CALLABLE_KINDS | CLASS_KINDS)), None)

    def _known_names(self) -> set[str]:
        if self._names is None:
            self._names = set(self._project.store.all_names(self._project.snapshot.id))
        return self._names
