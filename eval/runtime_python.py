"""The run-time oracle for Python: runs a project's workload under probe.py, gives the calls that happened."""

from __future__ import annotations

import json
import os
import subprocess
from pathlib import Path

from definitions import Definitions
from fetch import note, python_environment
from observed import Observed, save
from projects import HERE, Project

LIMIT = 1800  # seconds


def observe_python(project: Project, known: Definitions, again: bool = False) -> Observed:
    raw = project.work / "calls.jsonl"
    if again or not raw.exists():
        _run(project, raw)
    observed = _read(raw, known, project.scope)
    observed.read_summary(project.work / "run.log")
    save(project, known, observed)
    return observed


def _run(project: Project, raw: Path) -> None:
    python = python_environment(project.name, (f"{project.package}=={project.version}", *project.needs))
    command = [part.format(here=HERE) for part in project.run]
    note(f"{project.name}: runs {project.workload}")
    with open(project.work / "run.log", "wb") as log:
        subprocess.run(
            [str(python), str(HERE / "probe.py"), str(project.tree), str(raw), *command], cwd=project.archive,
            env={**os.environ, "PYTHONPATH": str(project.tree), "PYTHONDONTWRITEBYTECODE": "1"}, check=False,
            stdin=subprocess.DEVNULL, stdout=log, stderr=subprocess.STDOUT, timeout=LIMIT,
        )  # fmt: skip
    if not raw.exists():
        raise RuntimeError(f"{project.name} did not run: see {project.work / 'run.log'}")


def _read(raw: Path, known: Definitions, scope: str) -> Observed:
    observed = Observed()
    for text in raw.read_text().splitlines():
        row = json.loads(text)
        if row.get("lost"):
            note(f"{raw}: the profile was lost before the end, so calls are missing")
        if "lost" in row:
            continue
        if "ran" in row:
            observed.ran.add(known.caller(*row["ran"]))
            continue
        path, line, name = row["callee"]
        callee = None if name.startswith("<") and name != "<lambda>" else known.place(path, line, name)
        if callee is None or not row["caller"][0].startswith(scope):
            continue
        caller = known.caller(*row["caller"])
        if row["through"]:
            observed.through.setdefault((caller, callee), row["through"])
        elif row["generator"] and not known.names(caller, name):
            observed.dropped += 1
        else:
            observed.add((caller, callee), row["line"])
    observed.settle()
    return observed
