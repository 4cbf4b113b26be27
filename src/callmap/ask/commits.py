"""Commits on symbols: takes a project, gives drafts of notes for the commits of its history, on what they touched."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from callmap.ask.project import Project
from callmap.errors import BadInput, CallmapError
from callmap.languages import by_name, recognise
from callmap.memory.notes import Source, make
from callmap.memory.sources import Draft, Found
from callmap.memory.sources.commits import Lines, State, drafts, pairs, touched
from callmap.model import CALLABLE_KINDS, CLASS_KINDS
from callmap.read import Missing, git, history, objects
from callmap.read.extract import extract
from callmap.read.files import SIZE_LIMIT
from callmap.store.rows import SymbolRow

_FOLLOWED = CALLABLE_KINDS | CLASS_KINDS
_MOST_AT_ONCE = 500  # commits of one symbol's history


def all_commits(project: Project, most: int, found: Found, known: Callable[[list[str]], set[str]]) -> Iterator[Draft]:
    """The newest commits of the history that is checked out. `known` tells which notes there are already: behind the
    last commit that is new, nothing is read."""
    head = _head(project)
    with objects.shadow(project.root) as shadow:
        listed = history.commits(shadow, head, most + 1)
        if len(listed) > most:
            found.counts["older commits left out (--commits takes more)"] += 1
            listed.pop()
        ids = {commit.hash: note_id(commit.hash) for commit in listed}
        there = known(list(ids.values()))
        new = [at for at, commit in enumerate(listed) if ids[commit.hash] not in there]
        listed = listed[: new[-1] + 1] if new else []
        below = git.below_top(project.root)
        start = _state(project, shadow, head, below)
        changes = history.changes(shadow, pairs(listed))
        indexed = {state.path for state in project.store.files(project.snapshot.id) if not state.reason}
        for draft in drafts(touched(listed, _inside(changes, below), {head: start}), indexed, found, len(listed)):
            if ids[draft.key] not in there:
                yield draft


def symbol_commits(project: Project, symbol: SymbolRow) -> list[Draft]:
    """The commits that touched one symbol's lines, newest first; none where there is no git history to read."""
    try:
        head = _head(project)
        below = git.below_top(project.root)
        with objects.shadow(project.root) as shadow:
            start = _state(project, shadow, head, below, symbol.path)
            lines = [line for line in start.get(symbol.path, ()) if line.symbol == (symbol.path, symbol.name)]
            return _followed(shadow, head, below, symbol.path, tuple(lines))
    except CallmapError:
        return []


def note_id(commit: str) -> str:
    """The id of the note that a commit is, or would be."""
    return make("change", "x", source=Source("git", key=commit)).id


def _followed(shadow: objects.Shadow, head: str, below: str, path: str, lines: tuple[Lines, ...]) -> list[Draft]:
    """A file's history, and that of the files it was renamed from."""
    found: list[Draft] = []
    prefix = f"{below}/" if below else ""
    for _ in range(20):  # renamings
        listed = history.commits(shadow, head, _MOST_AT_ONCE, prefix + path)
        if not listed or not lines:
            break
        changes = list(history.changes(shadow, pairs(listed), prefix + path))
        source = None if listed[-1].parents else _renamed_from(shadow, listed[-1], prefix + path)
        if source is not None:
            head, changes[-1] = source[0], (source[1],)
            listed[-1] = listed[-1]._replace(parents=(head,))
        states: dict[str, State] = {listed[0].hash: {path: lines}}
        met = list(touched(listed, _inside(iter(changes), below), states))
        found.extend(
            draft for draft in drafts(((c, hit, []) for c, hit, _ in met), set(), Found(), len(met)) if draft.symbols
        )
        if source is None:
            break
        path = source[1].old.removeprefix(prefix)
        lines = states.get(head, {}).get(path, ())
    return found


def _renamed_from(shadow: objects.Shadow, commit: history.Commit, path: str) -> tuple[str, history.FileChange] | None:
    """(parent, what changed) of a file that a commit brought, if it had another name before."""
    (whole,) = history.commits(shadow, commit.hash, 1)
    for parent in whole.parents[:1]:
        for files in history.changes(shadow, [(commit.hash, parent)]):
            for file in files:
                if file.new == path and file.old and file.old != path:
                    return parent, file
    return None


def _head(project: Project) -> str:
    head = project.snapshot.commit or git.head_commit(project.root)
    if not head:
        raise BadInput(f"{project.root} has no git history to import; commit something first.")
    return head


def _state(project: Project, shadow: objects.Shadow, head: str, below: str, only: str = "") -> State:
    """Where the symbols of a commit stand. Files that hold the same now are read from the index."""
    live = {state.path: state for state in project.store.files(project.snapshot.id) if not state.reason}
    state: State = {}
    for entry in objects.list_tree(shadow, head, below):
        known = live.get(entry.path)
        if known is None or (only and entry.path != only):
            continue
        if known.blob == entry.hash:
            rows = project.store.symbols_in(project.snapshot.id, entry.path)
            found = [(row.name, row.kind, row.line, row.end_line) for row in rows]
        else:
            found = _extracted(shadow, entry)
        lines = [
            Lines((entry.path, name), first, last) for name, kind, first, last in found if name and kind in _FOLLOWED
        ]
        if lines:
            state[entry.path] = tuple(lines)
    return state


def _extracted(shadow: objects.Shadow, entry: objects.Entry) -> list[tuple[str, str, int, int]]:
    recognised = recognise(entry.path)
    try:
        content = objects.read_blob(shadow, entry.hash, SIZE_LIMIT)
    except (Missing, OSError):
        return []
    if recognised is None:
        return []
    facts = extract(content, by_name(recognised[0].name), recognised[1])
    return [(symbol.name, symbol.kind, symbol.span.line, symbol.span.end_line) for symbol in facts.symbols]


def _inside(changes: Iterator[tuple[history.FileChange, ...]], below: str) -> Iterator[tuple[history.FileChange, ...]]:
    """Only what lies below a directory, with paths that count from there."""
    if not below:
        yield from changes
        return
    prefix = f"{below}/"
    for files in changes:
        yield tuple(
            file._replace(old=file.old.removeprefix(prefix) if file.old.startswith(prefix) else "",
                          new=file.new.removeprefix(prefix))
            for file in files if file.new.startswith(prefix)
        )  # fmt: skip
