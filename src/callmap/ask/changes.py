"""What a change touches first: takes a unified diff, files or symbols, gives the symbols that it changes.

A diff may be in the tree already, or yet to be applied: each hunk is compared with the file, and counted on the side
that fits.
"""

from __future__ import annotations

import posixpath
import re
from collections.abc import Iterable

import msgspec

from callmap.ask import symbols
from callmap.ask.project import Project
from callmap.errors import BadInput, FileNotIndexed, OutsideProject
from callmap.model import CALLABLE_KINDS, CLASS_KINDS
from callmap.store.rows import SymbolRow

_HUNK = re.compile(r"@@ -(\d+)(?:,(\d+))? \+(\d+)(?:,(\d+))? @@")
_OCTAL = re.compile(r"\\([0-7]{3}|.)")
_ESCAPES = {"n": "\n", "t": "\t", "r": "\r", "a": "\a", "b": "\b", "f": "\f", "v": "\v"}
_MOST_COMPARED = 60  # lines of a hunk


class Change(msgspec.Struct, frozen=True):
    """The symbols that change, by key, the files they are in, and what could not be taken into account."""

    symbols: dict[int, SymbolRow] = {}
    files: list[str] = []
    warnings: list[str] = []

    def joined(self, other: Change) -> Change:
        files = list(dict.fromkeys([*self.files, *other.files]))
        return Change(self.symbols | other.symbols, files, [*self.warnings, *other.warnings])


class Hunk(msgspec.Struct):
    """A hunk: the lines that it touches and all its lines, on both sides, with their numbers."""

    old: dict[int, str] = msgspec.field(default_factory=dict)
    new: dict[int, str] = msgspec.field(default_factory=dict)
    removed: list[int] = msgspec.field(default_factory=list)  # on the old side
    added: list[int] = msgspec.field(default_factory=list)  # on the new side; of a removal, the line where it was


class FileDiff(msgspec.Struct):
    old: str
    new: str
    hunks: list[Hunk] = msgspec.field(default_factory=list)


def changed_symbols(project: Project, names: Iterable[str]) -> Change:
    """The symbols of those names, each of which must be clear; of a class its members, too."""
    rows: dict[int, SymbolRow] = {}
    for name in names:
        row = project.find(name)
        rows[row.key] = row
        if row.kind in CLASS_KINDS:
            members = project.store.symbols_in(project.snapshot.id, row.path)
            rows |= {member.key: member for member in members if member.name.startswith(row.name + ".")}
    return Change(rows, list(dict.fromkeys(row.path for row in rows.values())))


def changed_files(project: Project, paths: Iterable[str]) -> Change:
    """All symbols of those files. Raises FileNotIndexed for one that is not there."""
    rows: dict[int, SymbolRow] = {}
    files: list[str] = []
    for given in paths:
        path = symbols.relative(project.root, given)
        found = project.store.symbols_in(project.snapshot.id, path)
        if not found:
            state = project.store.file(project.snapshot.id, path)
            why = f" It was skipped: {state.reason}." if state is not None and state.reason else ""
            raise FileNotIndexed(
                f"File '{given}' is not indexed.{why}", remediation="Name files by their path from the project's root."
            )
        files.append(path)
        rows |= {row.key: row for row in found}
    return Change(rows, files)


def changed_by_diff(project: Project, text: str) -> Change:
    """The symbols in which a unified diff changes lines. Raises BadInput for what is no diff."""
    diffs = parse_diff(text)
    if not diffs:
        raise BadInput(
            "No file header (`+++ path`) with a hunk (`@@ -1,2 +1,3 @@`) was found in `diff`.",
            remediation="Pass the output of `git diff` as it is.",
        )
    rows: dict[int, SymbolRow] = {}
    files: list[str] = []
    warnings: list[str] = []
    for diff in diffs:
        path = _indexed_path(project, diff)
        if path is None:
            warnings.append(f"File '{diff.new or diff.old}' of the diff is not indexed, so it is not counted.")
            continue
        files.append(path)
        inside = project.store.symbols_in(project.snapshot.id, path)
        for hunk in diff.hunks:
            rows |= {row.key: row for line in _touched(project, path, hunk) for row in holders(inside, line)}
    return Change(rows, list(dict.fromkeys(files)), warnings)


def located(project: Project, given: str) -> str:
    """A path as the index names it, "." for the root. Raises OutsideProject for one that lies elsewhere."""
    path = posixpath.normpath(posixpath.join(project.root, given))
    if path == project.root:
        return "."
    if not path.startswith(project.root + "/"):
        raise OutsideProject(
            f"'{given}' lies outside the project {project.root}.",
            remediation="Name a path inside it, or start callmap with --root for the other project.",
        )
    return path.removeprefix(project.root + "/")


def holders(rows: list[SymbolRow], line: int) -> list[SymbolRow]:
    """Whose code a line is: all functions around it; else the innermost class; else the module."""
    around = [row for row in rows if row.line <= line <= row.end_line and row.name]
    functions = [row for row in around if row.kind in CALLABLE_KINDS]
    if functions:
        return functions
    classes = sorted((row for row in around if row.kind in CLASS_KINDS), key=lambda row: row.end_line - row.line)
    return classes[:1] or [row for row in rows if not row.name]


def parse_diff(text: str) -> list[FileDiff]:
    """The files of a unified diff that have hunks. Unknown lines are passed over, as `patch` does."""
    files: list[FileDiff] = []
    old, hunk = "", Hunk()
    left = [0, 0]  # lines of the hunk still to come, on the old and on the new side
    at = [0, 0]
    for line in text.splitlines():
        if left[0] > 0 or left[1] > 0:
            _hunk_line(hunk, line, left, at)
        elif line.startswith("--- "):
            old = _path(line[4:])
        elif line.startswith("+++ "):
            files.append(FileDiff(old, _path(line[4:])))
        elif (head := _HUNK.match(line)) and files:
            hunk = Hunk()
            files[-1].hunks.append(hunk)
            left = [int(head[2] or 1), int(head[4] or 1)]
            at = [int(head[1]) + (left[0] == 0), int(head[3]) + (left[1] == 0)]
    return [file for file in files if file.hunks]


def _hunk_line(hunk: Hunk, line: str, left: list[int], at: list[int]) -> None:
    mark, rest = line[:1] or " ", line[1:]
    if mark == "\\":  # no newline at the end of the file
        return
    if mark in ("-", " "):
        hunk.old[at[0]] = rest
        if mark == "-":
            hunk.removed.append(at[0])
            hunk.added.append(at[1])
        at[0] += 1
        left[0] -= 1
    if mark in ("+", " "):
        hunk.new[at[1]] = rest
        if mark == "+":
            hunk.added.append(at[1])
            hunk.removed.append(at[0])
        at[1] += 1
        left[1] -= 1
    if mark not in "-+ ":
        left[:] = [0, 0]  # a broken hunk


def _path(text: str) -> str:
    """A path of a header: without a time, quotes and the a/ or b/ before it; "" for /dev/null."""
    text = text.partition("\t")[0].rstrip()
    if text.startswith('"') and text.endswith('"') and len(text) > 1:
        text = _unquoted(text[1:-1])
    return "" if text == "/dev/null" else text


def _unquoted(text: str) -> str:
    """Git's quoting of bytes that are no plain letters: `\\303\\244` → ä."""

    def letter(match: re.Match[str]) -> str:
        code = match[1]
        return chr(int(code, 8)) if len(code) == 3 else _ESCAPES.get(code, code)

    plain = _OCTAL.sub(letter, text)
    return plain.encode("latin-1", "replace").decode("utf-8", "surrogateescape")


def _indexed_path(project: Project, diff: FileDiff) -> str | None:
    for name in (diff.new, diff.old):
        for path in (name.partition("/")[2], name) if name.startswith(("a/", "b/", "i/", "w/")) else (name,):
            state = project.store.file(project.snapshot.id, symbols.relative(project.root, path)) if path else None
            if state is not None and not state.reason:
                return state.path
    return None


def _touched(project: Project, path: str, hunk: Hunk) -> list[int]:
    """The lines that a hunk touches, as the indexed file numbers them."""
    fits = [
        sum(project.source_line(path, number) == line.strip() for number, line in list(side.items())[:_MOST_COMPARED])
        / max(len(side), 1)
        for side in (hunk.old, hunk.new)
    ]
    return hunk.removed if fits[0] > fits[1] else hunk.added
