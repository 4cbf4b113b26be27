"""Where a program is entered: takes symbols, tells why one is an entry point, if it is.

A framework's registration (an edge of kind REFERENCES that is marked as an entry), a test, `main`, what a module runs
when it is loaded, and what a file exports.
"""

from __future__ import annotations

import msgspec

from callmap.ask.project import Project
from callmap.errors import SymbolNotFound
from callmap.model import CALLABLE_KINDS, ENTRY, short_name
from callmap.store.rows import SymbolRow


class Entry(msgspec.Struct, frozen=True):
    """A symbol at which a program is entered, and why: "main", "test", "flask route" …; "" if nothing says so."""

    row: SymbolRow
    reason: str


def reason(row: SymbolRow) -> str:
    """Why a symbol is an entry point; "" if nothing says that it is."""
    for flag in row.flags:
        if flag.startswith(ENTRY):
            return flag.removeprefix(ENTRY).strip()
    name = short_name(row.name)
    if row.test and row.kind in CALLABLE_KINDS and name.lower().startswith("test"):
        return "test"
    if row.kind in CALLABLE_KINDS and name == "main" and row.parent == "":
        return "main"
    if row.name == "":
        return "runs when it is loaded"
    return "exported" if "exported" in row.flags and row.kind in CALLABLE_KINDS else ""


def find(project: Project, text: str) -> Entry:
    """The entry that is meant: a symbol as everywhere, or a file, whose module-level code is meant then."""
    try:
        row = project.find(text)
    except SymbolNotFound:
        modules = [row for row in project.store.symbols_in(project.snapshot.id, text) if row.name == ""]
        if not modules:
            raise
        row = modules[0]
    return Entry(row, reason(row))


def listed(project: Project, path: str = "", tests: bool = True) -> list[Entry]:
    """All entry points of a project, or of the files whose path holds `path`, by place; code that only runs when it is
    loaded and plain exports aside."""
    found = []
    for row in project.store.symbols_like(project.snapshot.id, "", (), path):
        why = reason(row) if row.kind in CALLABLE_KINDS else ""
        if why and why != "exported" and (tests or why != "test"):
            found.append(Entry(row, why))
    return found
