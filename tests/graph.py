"""The graph of a directory in memory, and its text form: what `tests/cases/**/expected.txt` is made of.

A line is `caller -> callee  confidence[ reason][  evidence]`, with two spaces between columns. Before it may stand
`todo` (a true edge that is not found yet) or `wrong` (an edge that is reported and should not be).
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterable
from pathlib import Path
from typing import NamedTuple

from callmap.languages import recognise
from callmap.link.file import File
from callmap.link.link import FAILED
from callmap.link.rounds import link
from callmap.model import Edge, Facts, Unit
from callmap.read.extract import extract

CASES = Path(__file__).parent / "cases"
_ARROWS = {"CALLS": "->"}


def index_tree(directory: Path | str) -> list[Unit]:
    """The units of all recognised files below a directory."""
    return index_files(read_tree(Path(directory)))


def read_tree(directory: Path) -> dict[str, bytes]:
    """Root-relative path → content of the recognised files below a directory."""
    found: dict[str, bytes] = {}
    for folder, folders, names in os.walk(directory):
        folders.sort()
        for name in sorted(names):
            path = Path(folder, name)
            relative = path.relative_to(directory).as_posix()
            if recognise(relative) is not None:
                found[relative] = path.read_bytes()
    return found


def index_files(contents: dict[str, bytes] | dict[str, str]) -> list[Unit]:
    """The units of files given as path → content, linked in that order."""
    return link(*files_and_projects(contents))


def files_and_projects(contents: dict[str, bytes] | dict[str, str]) -> tuple[list[File], dict[str, Facts]]:
    """What `link` takes, in the order of `contents`."""
    files: list[File] = []
    projects: dict[str, Facts] = {}
    for path, content in contents.items():
        recognised = recognise(path)
        assert recognised is not None, f"{path} is no file that a language reads"
        facts = extract(content.encode() if isinstance(content, str) else content, *recognised)
        if facts.project is not None:
            projects[path] = facts
        else:
            files.append(File(path, recognised[0], facts))
    return files, projects


class Line(NamedTuple):
    """One line of `expected.txt`; `via` is "" where it says nothing of the evidence."""

    mark: str
    edge: str
    sure: str
    via: str = ""

    def __str__(self) -> str:
        text = "  ".join(part for part in (self.edge, self.sure, self.via) if part)
        return f"{self.mark} {text}" if self.mark else text

    def covers(self, found: Line) -> bool:
        """Whether a found line is what this one expects."""
        return self.edge == found.edge and self.sure == found.sure and self.via in ("", found.via)

    def marks(self, found: Line) -> bool:
        """Whether a found line is the one that this one, marked, speaks of; of an unknown target the reason counts."""
        return self.edge == found.edge and (" ? " not in self.edge or self.sure in ("", found.sure))


def parse(text: str) -> Line:
    mark = ""
    first, _, rest = text.partition(" ")
    if first in ("todo", "wrong"):
        mark, text = first, rest.lstrip()
    columns = re.split(r" {2,}", text.strip(), maxsplit=2)
    return Line(mark, *columns) if len(columns) > 1 else Line(mark, columns[0], "")


def lines(units: Iterable[Unit]) -> list[Line]:
    """The distinct edges in the order of files and sites, with their evidence."""
    return list(dict.fromkeys(_line(unit.path, edge) for unit in units for edge in unit.edges))


def render(units: Iterable[Unit]) -> list[str]:
    """The graph in the form of `expected.txt`: unique lines, in the order of files and sites, without evidence."""
    return list(dict.fromkeys(str(line._replace(via="")) for line in lines(units)))


def _line(path: str, edge: Edge) -> Line:
    arrow = _ARROWS.get(edge.kind, f"-{edge.kind}->")
    target = f"{edge.callee_path}::{edge.callee}" if edge.callee_path else f"? {edge.external or edge.name}"
    sure = f"{edge.confidence} {edge.reason}".strip()
    assert not any(FAILED in step for step in edge.via), f"{path}:{edge.line}: {edge.via}"
    return Line("", " ".join(f"{path}::{edge.caller} {arrow} {target}".split()), sure, "; ".join(edge.via))


# --- the support matrix ----------------------------------------------------------------------------------------------


def case_directories() -> list[Path]:
    """`tests/cases/<language>/<topic>` that have an `expected.txt`."""
    return sorted(path.parent for path in CASES.glob("*/*/expected.txt"))


def matrix() -> str:
    """Topic × language as a Markdown table: ✓ all edges of the case are right, "partly" some are marked, – no case.
    Topics that one language has alone are counted below it."""
    state: dict[tuple[str, str], str] = {}
    for case in case_directories():
        marked = any(parse(line).mark for line in (case / "expected.txt").read_text("utf-8").splitlines())
        state[(case.name, case.parent.name)] = "partly" if marked else "✓"
    columns = sorted({language for _, language in state})
    topics = sorted(
        {topic for topic, _ in state},
        key=lambda topic: (-sum((topic, language) in state for language in columns), topic),
    )
    rows = [["topic", *columns], ["---", *(":-:" for _ in columns)]]
    own = dict.fromkeys(columns, 0)
    for topic in topics:
        having = [language for language in columns if (topic, language) in state]
        if len(having) == 1:
            own[having[0]] += 1
        else:
            rows.append([topic.replace("_", " "), *(state.get((topic, language), "–") for language in columns)])
    rows.append(["topics of its own", *(str(own[language]) for language in columns)])
    return "\n".join(f"| {' | '.join(row)} |" for row in rows)
