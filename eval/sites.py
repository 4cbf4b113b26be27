"""The oracles that read code: jedi for Python, the TypeScript compiler for the rest. Take a project, give a Truth."""

from __future__ import annotations

import json
from collections import defaultdict
from dataclasses import dataclass, field
from pathlib import Path

from callmap_edges import Call
from definitions import Definitions, Edge, Place
from fetch import node_environment, note, python_environment, run
from projects import HERE, Project
from runtime_node import COMPILER

JEDI = ("jedi==0.19.2",)
SITES = 600  # how many call sites jedi is asked about; it is slow
Site = tuple[str, int, int]
CONSTRUCTORS = {"__init__", "constructor"}


@dataclass
class Truth:
    """What is called where. `answered` holds, for a caller and a called name, every target the oracle saw; it may be
    empty: all of them are outside of the tree."""

    calls: set[tuple[Place, frozenset[Place]]] = field(default_factory=set)  # of one site: any of them is right
    answered: dict[tuple[Place, str], set[Place]] = field(default_factory=lambda: defaultdict(set))
    sites: dict[Site, frozenset[Place]] = field(default_factory=dict)  # that were answered
    asked: int = 0
    silent: int = 0

    def recall(self, edges: set[Edge]) -> tuple[int, int]:
        """(found, all)."""
        found = sum(any((caller, target) in edges for target in targets) for caller, targets in self.calls)
        return found, len(self.calls)

    def precision(self, edges: set[Edge], known: Definitions, observed: set[Edge]) -> tuple[int, int]:
        """(true, judged). Judged are edges whose caller has a call of that name that the oracle answered. An override
        of what it names is not judged unless it was observed: the oracle knows only the declared method."""
        wrong = self.contradicted(edges, known, observed)
        answered = {edge: answers for edge in edges - wrong if (answers := self.answers(edge, known)) is not None}
        right = sum(edge[1] in answers or edge in observed for edge, answers in answered.items())
        return right, right + len(wrong)

    def contradicted(self, edges: set[Edge], known: Definitions, observed: set[Edge]) -> set[Edge]:
        """The edges that the oracle denies, and that were not observed at run time either."""
        wrong = set()
        for edge in edges - observed:
            answers = self.answers(edge, known)
            if answers is not None and edge[1] not in answers and not known.overrides(edge[1], answers):
                wrong.add(edge)
        return wrong

    def denied(self, calls: list[Call], known: Definitions, observed: set[Edge]) -> tuple[list[Call], int]:
        """The calls whose very site the oracle answers with other targets, of how many that it judges. Stricter than
        `precision`, which cannot judge an edge whose callee has another name than the call."""
        wrong, judged = [], 0
        for call in calls:
            caller, callee = call.edge
            name = known.at[callee].name.rpartition(".")[2]
            targets = self.sites.get(call.site)
            implicit = name.startswith("__") and name not in CONSTRUCTORS  # done beside the call, not by its name
            passed = any(step.startswith("called by ") for step in call.raw["via"])  # what is called there calls it
            if targets is None or implicit or passed or known.is_property(callee):
                continue
            if callee in targets or (caller, callee) in observed:
                judged += 1
            elif not known.overrides(callee, targets):
                judged += 1
                wrong.append(call)
        return wrong, judged

    def answers(self, edge: Edge, known: Definitions) -> set[Place] | None:
        """What the oracle saw called by that name in that caller; None if there is no such call."""
        names = [name for name in called_as(edge[1], known) if (edge[0], name) in self.answered]
        return {place for name in names for place in self.answered[edge[0], name]} if names else None


def ask(project: Project, known: Definitions, again: bool = False) -> Truth:
    rows = project.work / "sites.jsonl"
    if again or not rows.exists():
        note(f"{project.name}: asks {'jedi' if project.language == 'python' else 'the TypeScript compiler'}")
        if project.language == "python":
            python = python_environment("jedi", JEDI)
            command = [
                str(python),
                str(HERE / "jedi_probe.py"),
                str(project.tree),
                str(rows),
                project.scope,
                str(SITES),
            ]
            run(command, timeout=1800)
        else:
            tools = node_environment("compiler", COMPILER)
            run(["node", str(HERE / "node" / "types.cjs"), str(project.tree), str(rows)], cwd=tools, timeout=900)
    return read(rows, known)


def read(rows: Path, known: Definitions) -> Truth:
    truth = Truth()
    for text in rows.read_text().splitlines():
        row = json.loads(text)
        truth.asked += 1
        caller = known.caller(*row["caller"])
        targets = {known.place(*each) for each in row["targets"] if each[0]} - {None}
        anonymous = any(each[0] for each in row["targets"]) and not targets
        if not row["targets"] or anonymous:
            truth.silent += 1
            continue
        places = frozenset(each for each in targets if each)
        truth.answered[caller, row["name"]] |= places
        truth.sites[row["path"], row["line"], row["column"]] = places
        if places and not any(known.is_property(each) for each in places):
            truth.calls.add((caller, places))
    return truth


def called_as(callee: Place, known: Definitions) -> list[str]:
    """The names that a call of this function can have: its own; a constructor's, its class's and those below."""
    function = known.at[callee]
    *outer, last = function.name.split(".")
    return [last, *outer[-1:], "super"] if last in CONSTRUCTORS else [last]
