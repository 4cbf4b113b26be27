"""Which symbol is meant: takes what a person or agent wrote, gives one symbol, or an error that helps."""

from __future__ import annotations

import posixpath
import re
from collections.abc import Collection

from callmap.ask.answers import STABLE_ID, VERSION_ID, stable_id, version_id
from callmap.errors import AmbiguousSymbol, BadInput, FileNotIndexed, SymbolNotFound
from callmap.model import CALLABLE_KINDS, CLASS_KINDS, Kind, plain_name
from callmap.store.rows import SymbolRow
from callmap.store.store import Index

_PLACE = re.compile(r"(?P<path>.+?):(?P<line>\d+)(?::\d+)?\Z")
_MOST_NEAR = 5
_MOST_PLACES = 20


def find(store: Index, snapshot: int, text: str, file: str = "", root: str = "") -> SymbolRow:
    """The symbol that `text` names: a name, `Class.method`, a qualified name, `path::Name`, `path:line` or an id.

    Raises SymbolNotFound with near names, AmbiguousSymbol with the places, FileNotIndexed for a place in no file.
    """
    text = text.strip().removesuffix("()")
    if not text:
        raise BadInput("No symbol is named.", remediation="Name one, as Class.method, path::Name or path:line.")
    place = _PLACE.match(text)
    if place and "::" not in text:
        return at_line(store, snapshot, place["path"], int(place["line"]), root)
    path, colons, inside = text.partition("::")
    if colons and root:
        text = f"{relative(root, path)}::{inside}"
    found = with_id(store, snapshot, text) or candidates(store, snapshot, text, file)
    if not found:
        raise _not_found(store, snapshot, text, file)
    if len(found) > 1 and len({row.path for row in found}) == 1:
        found = _of_exactly_that_name(text, found) or found
    if len(found) > 1:
        raise _ambiguous(text, found)
    return found[0]


def _of_exactly_that_name(text: str, rows: list[SymbolRow]) -> list[SymbolRow]:
    """The one of several in one file that has just this name, while others have it with a number: `make.inner#2`."""
    exact = [row for row in rows if text in (row.name, row.qualified_name)]
    return exact if len(exact) == 1 and all(plain_name(row.name) == exact[0].name for row in rows) else []


def with_id(store: Index, snapshot: int, text: str) -> list[SymbolRow]:
    """The symbols with that symbol_id or symbol_stable_id, as answers give them. Looks at all symbols."""
    if not text.startswith((VERSION_ID, STABLE_ID)):
        return []
    give = version_id if text.startswith(VERSION_ID) else stable_id
    return [row for row in store.symbols_like(snapshot, "") if give(row) == text]


def candidates(store: Index, snapshot: int, text: str, file: str = "", kinds: Collection[str] = ()) -> list[SymbolRow]:
    """The symbols that may be meant: what can be called before what cannot, definitions before declarations."""
    found = store.symbols_named(snapshot, text, kinds, file)
    for likely in (CALLABLE_KINDS | {Kind.CLASS}, CLASS_KINDS):
        fitting = [row for row in found if row.kind in likely]
        if fitting:
            found = fitting
            break
    defined = [row for row in found if "declaration" not in row.flags and "overload" not in row.flags]
    return defined or found


def at_line(store: Index, snapshot: int, path: str, line: int, root: str = "") -> SymbolRow:
    """The innermost symbol that holds a line, as a stack trace names it."""
    wanted = posixpath.normpath(path)
    inside = bool(root) and wanted.startswith(root + "/")
    wanted = wanted.removeprefix(root + "/") if inside else wanted
    paths = [state.path for state in store.files(snapshot) if not state.reason]
    fitting = [known for known in paths if known == wanted]
    if not fitting and not inside:
        fitting = [known for known in paths if f"/{known}".endswith(f"/{wanted}")]
    if not fitting and not inside:  # a trace of another machine: /app/pkg/tools.py
        longer = [known for known in paths if f"/{wanted}".endswith(f"/{known}")]
        fitting = sorted(longer, key=len)[-1:]
    if not fitting:
        raise FileNotIndexed(f"File '{path}' is not indexed.", remediation="Name a file that `callmap status` counts.")
    if len(fitting) > 1:
        raise AmbiguousSymbol(
            f"Several files end with '{path}': {', '.join(fitting[:_MOST_PLACES])}. Write more of the path.",
            candidates=fitting[:_MOST_PLACES],
        )
    rows = store.symbols_at(snapshot, fitting[0], line)
    inner = [row for row in rows if row.kind in CALLABLE_KINDS or row.kind in CLASS_KINDS or not row.name]
    if not inner:
        why = "the file is shorter" if line else "lines are counted from 1"
        raise SymbolNotFound(f"No symbol of '{fitting[0]}' holds line {line}; {why}.", candidates=[])
    return inner[0]


def relative(root: str, path: str) -> str:
    """A path as it was written (absolute, with ./) as the index names it. One that lies elsewhere stays as it is."""
    plain = posixpath.normpath(path) if path else ""
    return plain.removeprefix(root + "/")


def near(store: Index, snapshot: int, text: str) -> list[SymbolRow]:
    """Symbols with similar names, the most similar first: of a qualified name, those of its module."""
    wanted = text.rpartition("::")[2]
    if inside := _near_in_module(store, snapshot, wanted):
        return inside
    every = store.all_names(snapshot)
    while True:
        parted = "." in wanted
        names = [name for name in every if ("." in name) == parted] or every
        found: list[SymbolRow] = []
        for name in _similar(wanted, names):
            found.extend(store.symbols_named(snapshot, name)[:2])
        if found or not parted:
            return list({row.id: row for row in found}.values())[:_MOST_NEAR]
        wanted = wanted.partition(".")[2]  # its first part may be a module


def _near_in_module(store: Index, snapshot: int, wanted: str) -> list[SymbolRow]:
    """Similar names in the module that a dotted name begins with."""
    module, name = wanted, ""
    while "." in module:
        module, _, last = module.rpartition(".")
        name = f"{last}.{name}" if name else last
        modules = store.symbols_named(snapshot, module, (Kind.MODULE,))
        if modules:
            rows = {row.name: row for found in modules for row in store.symbols_in(snapshot, found.path) if row.name}
            return [rows[similar] for similar in _similar(name, sorted(rows))]
    return []


def _similar(wanted: str, names: list[str]) -> list[str]:
    """Those of these names that are most like one, the most similar first."""
    from rapidfuzz import fuzz, process

    matches = process.extract(wanted, names, scorer=fuzz.ratio, processor=str.lower, limit=_MOST_NEAR, score_cutoff=55)
    return [name for name, _, _ in sorted(matches, key=lambda match: (-match[1], match[0]))]


def _not_found(store: Index, snapshot: int, text: str, file: str) -> SymbolNotFound:
    elsewhere = store.symbols_named(snapshot, text) if file else []
    inside = f" in files matching '{file}'" if file else ""
    message = f"Symbol '{text}' not found{inside}."
    if elsewhere:
        message += " It exists at " + ", ".join(place(row) for row in elsewhere[:_MOST_NEAR]) + "."
        similar = elsewhere[:_MOST_NEAR]
    else:
        similar = near(store, snapshot, text)
        if similar:
            message += " Near names: " + ", ".join(f"{row.name} ({place(row)})" for row in similar) + "."
        else:
            message += " No name in the index is similar."
    return SymbolNotFound(
        message,
        remediation="Check the spelling, or list names with `callmap symbols PATTERN`.",
        candidates=[candidate(row) for row in similar],
    )


def _ambiguous(text: str, rows: list[SymbolRow]) -> AmbiguousSymbol:
    shown = "\n".join(f"  {place(row)}  {_one_line(row.id)}" for row in rows[:_MOST_PLACES])
    more = f"\n  … and {len(rows) - _MOST_PLACES} more" if len(rows) > _MOST_PLACES else ""
    return AmbiguousSymbol(
        f"'{text}' is the name of {len(rows)} symbols:\n{shown}{more}",
        remediation="Narrow it by part of its file's path (--file at the terminal), or name the symbol as path::Name."
        if len({row.path for row in rows}) > 1
        else "They are in one file: name one as it is listed, with its #number if it has one, or as path:line.",
        candidates=[candidate(row) for row in rows[:_MOST_PLACES]],
        total=len(rows),
    )


def place(row: SymbolRow) -> str:
    return _one_line(f"{row.path}:{row.line}")


def _one_line(text: str) -> str:
    return text.replace("\n", "\\n")


def candidate(row: SymbolRow) -> dict[str, object]:
    return {
        "name": row.name,
        "qualified_name": row.qualified_name,
        "kind": row.kind,
        "path": row.path,
        "line": row.line,
    }
