"""Other tools on the same trees: takes a project, gives the edges each tool has, or the reason why there are none.

A class that a peer says is used or made counts as a call of the constructor that the class itself defines.
"""

from __future__ import annotations

import json
import os
import re
import shutil
import sqlite3
import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path

from definitions import Definitions, Edge, Place
from fetch import node_environment, note, python_environment, run
from projects import Project

LIMIT = 300  # seconds a peer gets for one project
Analyser = Callable[[Project, Definitions], Iterable[Edge]]
CODEGRAPH = ("@colbymchenry/codegraph@1.6.1",)


@dataclass
class Peer:
    """What one tool said about one project."""

    name: str
    edges: set[Edge]
    seconds: float
    trouble: str = ""


def peers(project: Project, known: Definitions, again: bool = False) -> list[Peer]:
    """All peers for the project's language. What they said is kept, since neither they nor the project change."""
    kept = project.work / "peers.json"
    if again or not kept.exists():
        tools = TOOLS[project.language].items()
        measured = [_measured(name, tool, project, known) for name, tool in tools]
        kept.write_text(json.dumps([{**vars(peer), "edges": sorted(peer.edges)} for peer in measured]))
    return [
        Peer(row["name"], {((a, b), (c, d)) for (a, b), (c, d) in row["edges"]}, row["seconds"], row["trouble"])
        for row in json.loads(kept.read_text())
    ]


def _measured(name: str, tool: Analyser, project: Project, known: Definitions) -> Peer:
    note(f"{project.name}: {name}")
    began = time.monotonic()
    try:
        edges, trouble = {edge for edge in tool(project, known) if edge[0][0].startswith(project.scope)}, ""
    except (RuntimeError, OSError, ValueError, sqlite3.Error) as error:
        edges, trouble = set(), _reason(error)
    return Peer(name, edges, time.monotonic() - began, trouble or ("" if edges else "no edges"))


def _reason(error: Exception) -> str:
    lines = [line for line in str(error).strip().splitlines() if line.strip()]
    return lines[-1].strip()[:120] if lines else type(error).__name__


def pyan3(project: Project, known: Definitions) -> Iterable[Edge]:
    python = python_environment("pyan3", ("pyan3==2.9.0",))
    output = project.work / "pyan3.tgf"
    files = [str(file) for file in sorted(project.tree.rglob("*.py"))]
    run([str(python.parent / "pyan3"), *files, "--root", str(project.tree), "--uses", "--no-defines", "--annotated",
         "--tgf", "--file", str(output)], timeout=LIMIT)  # fmt: skip
    nodes, _, links = output.read_text().partition("\n#\n")
    places: dict[str, Place | None] = {}
    for line in nodes.splitlines():
        number, _, label = line.partition(" ")
        found = re.search(r"\(([^()]*\.py)(?::(\d+))?", label)
        if found and Path(found[1]).is_relative_to(project.tree):
            path = Path(found[1]).relative_to(project.tree).as_posix()
            places[number] = _definition(known, path, int(found[2])) if found[2] else (path, 0)
    for line in links.splitlines():
        source, target, *_ = line.split(" ")
        yield from _edge(places.get(source), places.get(target))


def pycg(project: Project, known: Definitions) -> Iterable[Edge]:
    python = python_environment("pycg", ("pycg==0.0.7", "setuptools<80"))  # 0.0.8 cannot be imported
    output = project.work / "pycg.json"
    files = [file.relative_to(project.tree).as_posix() for file in sorted(project.tree.rglob("*.py"))]
    # Without a bound it mostly does not end in time; how long it takes differs with the hash seed.
    run([str(python), "-m", "pycg", "--max-iter", "3", "--package", project.target, *files, "-o", str(output)],
        cwd=project.tree, timeout=LIMIT, environment={"PYTHONHASHSEED": "0"})  # fmt: skip
    named = _by_qualified_name(known)
    prefix = project.target.replace("/", ".")
    for source, targets in json.loads(output.read_text()).items():
        caller = _folded(f"{prefix}.{source}", named)
        for target in targets:
            yield from _edge(caller, named.get(f"{prefix}.{target}"))


def code2flow(project: Project, known: Definitions) -> Iterable[Edge]:
    python = python_environment("code2flow", ("code2flow==2.5.1",))
    output = project.work / "code2flow.json"
    output.unlink(missing_ok=True)
    environment = {}
    language = "py"
    if project.language != "python":
        language = "js"
        acorn = node_environment("acorn", ("acorn@8.15.0",)) / "node_modules" / ".bin"
        environment = {"PATH": f"{acorn}{os.pathsep}{os.environ['PATH']}"}
    run([str(python.parent / "code2flow"), str(project.tree), "--language", language, "--output", str(output),
         "--no-trimming", "--skip-parse-errors", *(["--source-type", "module"] if language == "js" else [])],
        timeout=LIMIT, environment=environment)  # fmt: skip
    graph = json.loads(output.read_text())["graph"]
    files: dict[str, list[str]] = {}
    for path in known.functions:
        files.setdefault(Path(path).stem, []).append(path)
    places = {number: _code2flow_place(node, files, known) for number, node in graph["nodes"].items()}
    for edge in graph["edges"]:
        yield from _edge(places.get(edge["source"]), places.get(edge["target"]))


def codegraph(project: Project, known: Definitions) -> Iterable[Edge]:
    tools = node_environment("codegraph", CODEGRAPH)
    copy = project.work / "codegraph"  # it writes into what it indexes
    shutil.rmtree(copy, ignore_errors=True)
    shutil.copytree(project.tree, copy)
    home = tools / "home"
    home.mkdir(exist_ok=True)
    quiet = {"HOME": str(home), "CODEGRAPH_TELEMETRY": "0", "DO_NOT_TRACK": "1", "CODEGRAPH_NO_DOWNLOAD": "1"}
    run(
        ["node", str(tools / "node_modules" / ".bin" / "codegraph"), "init", str(copy)],
        timeout=LIMIT,
        environment=quiet,
    )
    database = sqlite3.connect(f"file:{copy / '.codegraph' / 'codegraph.db'}?mode=ro", uri=True)
    nodes = {row[0]: row[1:] for row in database.execute("select id, kind, file_path, start_line, name from nodes")}
    for source, target in database.execute("select source, target from edges where kind in ('calls', 'instantiates')"):
        kind, path, line, name = nodes[source]
        caller = (path, 0) if kind == "file" else known.caller(path, line, name)
        _, path, line, _ = nodes[target]
        yield from _edge(caller, _definition(known, path, line))


TOOLS: dict[str, dict[str, Analyser]] = {
    "python": {"pyan3": pyan3, "PyCG": pycg, "code2flow": code2flow, "CodeGraph": codegraph},
    "javascript": {"code2flow": code2flow, "CodeGraph": codegraph},
}


def _edge(caller: Place | None, callee: Place | None) -> Iterable[Edge]:
    if caller and callee and callee[1]:
        yield caller, callee


def _definition(known: Definitions, path: str, line: int) -> Place | None:
    """The function at a line, or the constructor of the class at a line."""
    found = known.at.get((path, line))
    if found:
        return found.place
    for each in known.functions.get(path, ()):
        if each.class_line == line and each.name.rpartition(".")[2] in ("__init__", "constructor"):
            return each.place
    return None


def _by_qualified_name(known: Definitions) -> dict[str, Place]:
    named: dict[str, Place] = {}
    for path, functions in known.functions.items():
        module = path.removesuffix(".py").removesuffix("/__init__").replace("/", ".")
        named.setdefault(module, (path, 0))
        for each in functions:
            named.setdefault(f"{module}.{each.name}", each.place)
            if each.class_line and each.name.endswith(".__init__"):
                named.setdefault(f"{module}.{each.name.removesuffix('.__init__')}", each.place)
    return named


def _folded(name: str, named: dict[str, Place]) -> Place | None:
    """A lambda or a class calls for the function or module around it."""
    while name and name not in named:
        name = name.rpartition(".")[0]
    return named.get(name)


def _code2flow_place(node: dict[str, str], files: dict[str, list[str]], known: Definitions) -> Place | None:
    """Its nodes have the name of a file without directories, and a line."""
    stem, _, name = node["name"].partition("::")
    line = int(node["label"].partition(":")[0] or 0)
    candidates = files.get(stem, [])
    if name == "(global)":
        return (candidates[0], 0) if len(candidates) == 1 else None
    last = name.rpartition(".")[2]
    for path in candidates:
        found = known.at.get((path, line))
        if found and found.name.rpartition(".")[2] == last:
            return found.place
    return None
