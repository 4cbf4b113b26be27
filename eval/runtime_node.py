"""The run-time oracle for JavaScript and TypeScript: takes a project, gives the calls that its workload made.

The workload runs on a copy whose functions report to a shadow stack (node/instrument.cjs, node/recorder.cjs).
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
from pathlib import Path
from typing import Any

from definitions import Definitions, Function
from fetch import node_environment, note, run
from observed import Observed, save
from projects import HERE, Project

COMPILER = ("typescript@5.9.3",)
LIMIT = 900  # seconds


def observe_node(project: Project, known: Definitions, again: bool = False) -> Observed:
    calls = project.work / "calls"
    if again or not calls.exists():
        _run(project, calls)
    numbered = json.loads((project.work / "functions.json").read_text())["functions"]
    observed = _read(calls, numbered, known, project.scope)
    observed.read_summary(project.work / "run.log")
    save(project, known, observed)
    return observed


def node_definitions(project: Project, fold: bool = True) -> Definitions:
    """Functions of the tree as node/instrument.cjs numbers them; the tree's tests are left out."""
    file = project.work / "functions.json"
    if not file.exists():
        _instrument(project)
    known = Definitions({}, fold=fold)
    texts: dict[str, list[str]] = {}
    content = json.loads(file.read_text())
    for name, base in content["bases"]:
        known.bases.setdefault(name, set()).add(base.rpartition(".")[2])
    for row in content["functions"]:
        path = row["path"]
        text = texts.setdefault(path, (project.tree / path).read_text(errors="replace").split("\n"))
        known.functions.setdefault(path, []).append(_function(row, text))
    for path, text in texts.items():
        known.add_text(path, "\n".join(text))
    return known


def _function(row: dict[str, Any], text: list[str]) -> Function:
    return Function(
        row["path"], row["line"], row["first"], row["last"], row["name"], (row["form"],) if row["form"] else (),
        Definitions.words_in("\n".join(text[row["line"] - 1 : row["last"]])), row["classLine"], row["anonymous"],
        row["other"],
    )  # fmt: skip


def _instrument(project: Project) -> Path:
    tools = node_environment("compiler", COMPILER)
    place = node_environment(f"{project.name}", project.needs) if project.needs else project.work / "run"
    copy = place / "copy"
    shutil.rmtree(copy, ignore_errors=True)
    shutil.copytree(project.archive / project.source, copy / project.target)  # with tests, which are not indexed
    run(["node", str(HERE / "node" / "instrument.cjs"), str(project.tree), str(copy),
         str(project.work / "functions.json")], cwd=tools)  # fmt: skip
    shutil.copy(project.archive / "package.json", copy / "package.json")
    return copy


def _run(project: Project, calls: Path) -> None:
    copy = _instrument(project)
    for config in (HERE / "drivers").glob(f"{project.name}.config.*"):
        shutil.copy(config, copy.parent / "vitest.config.mjs")
        shutil.copy(HERE / "node" / "written.mjs", copy.parent)
    shutil.rmtree(calls, ignore_errors=True)
    calls.mkdir()
    note(f"{project.name}: runs {project.workload}")
    command = [part.format(here=HERE) for part in project.run]
    with open(project.work / "run.log", "wb") as log:
        subprocess.run(
            command, cwd=copy.parent, check=False, timeout=LIMIT,
            env={**os.environ, "CALLMAP_COPY": str(copy), "CALLMAP_OUTPUT": str(calls),
                 "CALLMAP_RECORDER": str(HERE / "node" / "recorder.cjs")},
            stdin=subprocess.DEVNULL, stdout=log, stderr=subprocess.STDOUT,
        )  # fmt: skip


def _read(calls: Path, numbered: list[dict[str, Any]], known: Definitions, scope: str) -> Observed:
    observed = Observed()
    for file in sorted(calls.glob("*.jsonl")):
        for text in file.read_text().split("\n"):
            if text:
                _take(observed, json.loads(text), numbered, known, scope)
    observed.settle()
    return observed


def _take(observed: Observed, call: list[Any], numbered: list[dict[str, Any]], known: Definitions, scope: str) -> None:
    number, target, line, through = call
    row = numbered[target]
    callee = known.place(row["path"], row["other"], row["name"])
    observed.ran.add(known.caller(row["path"], row["other"], row["name"]))
    if callee is None or number == -1:
        return
    if isinstance(number, str):
        caller = number, 0
    else:
        outer = numbered[number]
        caller = known.caller(outer["path"], outer["other"], outer["name"])
    if not caller[0].startswith(scope) or caller[0] not in known.words:  # not one of the tests
        return
    if through:
        observed.through.setdefault((caller, callee), through)
    elif row["generator"] and not known.names(caller, row["name"]):
        observed.dropped += 1
    else:
        observed.add((caller, callee), line)
