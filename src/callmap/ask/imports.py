"""Importing notes: takes files of any known kind, links what is in them to code, keeps it, says what became of it.

Importing the same again changes nothing. What cannot be used is listed with its reason, and stops nothing.
"""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Iterable, Iterator

import msgspec

from callmap import config
from callmap.ask.anchors import Finder
from callmap.ask.commits import all_commits
from callmap.ask.mentions import Linker
from callmap.ask.project import Project
from callmap.errors import BadInput
from callmap.languages import languages
from callmap.memory import export
from callmap.memory.notes import Note
from callmap.memory.sources import Draft, Found, Progress, coditect, json_objects
from callmap.memory.sources.decisions import is_candidate, records
from callmap.memory.sources.issues import is_issue, issues
from callmap.memory.sources.transcripts import is_transcript, messages
from callmap.memory.store import Added, Memory
from callmap.read.files import walk

KINDS = ("notes", "adr", "git", "transcript", "issues", "coditect")
_MOST_FILES = 10_000  # of a directory that is imported


class Imported(msgspec.Struct, frozen=True):
    """What an import did: how many notes are new, changed, known, kept, forgotten; by type; how many have anchors."""

    outcomes: dict[str, int]
    types: dict[str, int]
    linked: int
    seen: dict[str, int]  # other things that were counted on the way
    problems: list[dict[str, str]]
    problem_count: int
    warnings: list[str]


def run(
    project: Project, memory: Memory, paths: Iterable[str], kind: str = "", progress: Progress | None = None,
    by: str = "", commits: int = 2000,
) -> Imported:  # fmt: skip
    """Imports files; or with kind "adr", or without files, the decision records of the repository itself."""
    if kind and kind not in KINDS:
        raise BadInput(f"'{kind}' is no kind of import; there are {', '.join(KINDS)}.")
    found = Found(progress)
    linker = Linker(Finder(project))
    outcomes: Counter[str] = Counter()
    types: Counter[str] = Counter()
    linked = 0
    for added in _added(project, memory, list(paths), kind, found, linker, by, commits):
        outcomes[added.outcome] += 1
        types[added.note.type] += 1
        linked += bool(added.note.anchors)
    return Imported(
        dict(outcomes), dict(types), linked, {name: n for name, n in found.counts.items() if name != "problems"},
        [{"place": problem.place, "reason": problem.reason} for problem in found.problems], found.counts["problems"],
        memory.warnings,
    )  # fmt: skip


def _added(
    project: Project, memory: Memory, paths: list[str], kind: str, found: Found, linker: Linker, by: str, commits: int
) -> Iterator[Added]:
    if kind == "adr" or (kind == "" and not paths):
        drafts = records(project.root, _texts(project.root, paths), found)
        yield from memory.add(_linked(drafts, linker, found), by)
        return
    if kind == "git":
        yield from memory.add(_linked(all_commits(project, commits, found, memory.has), linker, found), by)
        return
    for path in paths:
        for file, own in _files(path, kind):
            if own == "notes":
                read = (
                    export.read_lines(file, found) if file.endswith(".jsonl") else export.read_markdown([file], found)
                )
                yield from memory.merge(read, by)
            elif own == "adr":
                yield from memory.add(_linked(_outside(project, file, found), linker, found), by)
            elif own == "coditect":
                known = memory.has([draft.id for draft in coditect.read(file, [], Found()) if draft.id])
                found.counts["notes of this memory"] += len(known)
                drafts = (draft for draft in coditect.read(file, _beside(file), found) if draft.id not in known)
                yield from memory.add(_linked(drafts, linker, found), by)
            elif own in ("transcript", "issues"):
                source = messages if own == "transcript" else issues
                yield from memory.add(_linked(source(file, found), linker, found), by)
            else:
                found.problem(file, "it is of no kind that is known; name the kind with --from")


def _linked(drafts: Iterator[Draft], linker: Linker, found: Found) -> Iterator[Note]:
    for draft in drafts:
        try:
            yield linker.note(draft)
        except BadInput as error:
            found.problem(f"{draft.place} {draft.key}"[:300], error.message)


def _texts(root: str, paths: list[str]) -> list[str]:
    """Files below the root that may be decision records: those named, or all that git would not ignore."""
    anything = next(iter(languages()))
    seen = walk(root, config.load_settings(root), lambda name: (anything, name) if is_candidate(name) else None)
    inside = [found.path for found in seen.files]
    wanted = [os.path.relpath(os.path.realpath(path), root).replace(os.sep, "/") for path in paths]
    if not wanted:
        return inside
    chosen = [path for path in inside if any(w == "." or path == w or path.startswith(w + "/") for w in wanted)]
    if not chosen:
        raise BadInput(f"There is no text file in {', '.join(paths)} that could be a decision; name one below {root}.")
    return chosen


def _outside(project: Project, file: str, found: Found) -> Iterator[Draft]:
    """A decision record that the user named, wherever it lies."""
    real = os.path.realpath(file)
    inside = os.path.relpath(real, project.root).replace(os.sep, "/")
    if not inside.startswith("../"):
        yield from records(project.root, [inside], found, named=True)
    else:
        yield from records(os.path.dirname(real), [os.path.basename(real)], found, named=True)


def _files(path: str, kind: str) -> Iterator[tuple[str, str]]:
    """(file, its kind) of what the user named: a file, or the files of a directory that are of a known kind."""
    if os.path.isdir(path):
        listed = sorted(os.path.join(place, name) for place, _, names in os.walk(path) for name in names)
        known = [(file, own) for file in listed[:_MOST_FILES] if (own := _kind(file)) and (not kind or own == kind)]
        if not known:
            raise BadInput(f"Nothing in {path} is of a kind that can be imported; name files, or a kind with --from.")
        yield from known
        return
    if not os.path.lexists(path):
        raise BadInput(f"'{path}' does not exist; name a file or directory to import.")
    yield path, kind or _kind(path)


def _kind(file: str) -> str:
    """What a file is, from its name and its first lines; "" if that is not known."""
    lower = file.lower()
    if lower.endswith((".md", ".markdown")) and export.is_markdown(file):
        return "notes"
    if is_candidate(os.path.basename(file)):
        return "adr"
    if lower.endswith((".jsonl", ".json", ".ndjson")):
        quiet = Found()
        for number, value in json_objects(file, quiet):
            tests = (("transcript", is_transcript), ("notes", export.is_note), ("issues", is_issue))
            found = next((kind for kind, test in tests if test(value)), "")
            if found or number > 20:
                return found
        return ""
    try:
        with open(file, "rb") as content:
            return "coditect" if content.read(16) == b"SQLite format 3\0" else ""
    except OSError:
        return ""


def _beside(file: str) -> list[str]:
    """The other half of such a memory: the messages of sessions.db are about the functions of org.db."""
    place, name = os.path.split(file)
    other = {"org.db": "sessions.db", "sessions.db": "org.db"}.get(name)
    beside = os.path.join(place, other) if other else ""
    return [beside] if os.path.isfile(beside) else []
