"""What a run-time oracle saw, and the file it is kept in."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass, field
from pathlib import Path

from definitions import Definitions, Edge, Place
from projects import Project

SUMMARY = re.compile(r"\d+ (passed|failed|done|requests|demos)|^Ran \d+ tests|^(OK|FAILED)( \(|$)")


@dataclass
class Observed:
    """What ran: edges with the lines of their calls, functions that ran, and edges through other packages."""

    edges: dict[Edge, list[int]] = field(default_factory=dict)
    ran: set[Place] = field(default_factory=set)
    through: dict[Edge, str] = field(default_factory=dict)  # with a file of the other package
    dropped: int = 0  # generators that were run by a function that does not name them
    summary: str = ""  # how the workload ended, in its own words

    def add(self, edge: Edge, line: int) -> None:
        lines = self.edges.setdefault(edge, [])
        if line not in lines:
            lines.append(line)

    def read_summary(self, log: Path) -> None:
        lines = [line.strip() for line in log.read_text(errors="replace").splitlines()]
        found = [" ".join(line.split()) for line in lines if SUMMARY.search(line)]
        last = found[-2:] if found and found[-1].startswith(("OK", "FAILED")) else found[-1:]
        self.summary = re.sub(r" in [\d.]+s$", "", ", ".join(last))

    def settle(self) -> None:
        """What was also seen directly does not count as going through others. Modules that were loaded ran."""
        self.ran |= {(path, 0) for path, _ in self.ran}
        for edge in self.edges:
            self.through.pop(edge, None)


def save(project: Project, known: Definitions, observed: Observed) -> None:
    """runtime.json: a list of edges, for reading and for other tools."""
    rows = [
        {"caller": _named(caller, known), "callee": _named(callee, known), "lines": lines}
        for (caller, callee), lines in sorted(observed.edges.items())
    ]
    (project.work / "runtime.json").write_text(json.dumps(rows, indent=1))


def _named(place: Place, known: Definitions) -> dict[str, object]:
    function = known.at.get(place)
    return {"path": place[0], "line": place[1], "name": function.name if function else ""}
