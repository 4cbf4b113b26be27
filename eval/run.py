"""How true is the graph? Precision and recall against independent oracles, for callmap and its peers.

    python eval/run.py [--project NAME]... [--oracle runtime|types]... [--missed] [--again] [--no-peers] [--unfolded]

Prints a table, keeps all figures in eval/.work/results.json, writes the missed edges to .work/<project>/missed.txt, and
the table and the losses into docs/accuracy.md. Downloads, workloads and peers are kept in eval/.work: only callmap
itself runs each time. `--unfolded` counts functions without a name as functions of their own, for callmap only.
"""

from __future__ import annotations

import argparse
import subprocess
import time
from dataclasses import asdict

from callmap_edges import SURE, callmap_calls, callmap_rows, edges_of
from definitions import Definitions, Edge, python_definitions
from fetch import fetch, note
from losses import Losses
from observed import Observed
from peers import peers
from projects import PROJECTS, Project, by_name
from report import Result, Tool, keep, print_table, write_document
from runtime_node import node_definitions, observe_node
from runtime_python import observe_python
from sites import Truth, ask


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--project", action="append", default=[])
    options.add_argument("--oracle", action="append", choices=["runtime", "types"], default=[])
    options.add_argument("--missed", action="store_true", help="print the observed edges that callmap does not have")
    options.add_argument("--again", action="store_true", help="run workloads, oracles and peers again")
    options.add_argument("--no-peers", action="store_true")
    options.add_argument("--unfolded", action="store_true")
    given = options.parse_args()
    chosen = [by_name(name) for name in given.project] or list(PROJECTS)
    oracles = given.oracle or ["runtime", "types"]
    results = []
    for project in chosen:
        try:
            results.append(measure(project, oracles, given))
        except (RuntimeError, OSError, subprocess.TimeoutExpired) as error:
            note(f"{project.name}: {error}")
    print_table(results)
    if not (given.unfolded or given.oracle or given.no_peers):
        keep([asdict(result) for result in results])
        write_document()
    if len(results) < len(chosen):
        raise SystemExit(1)


def measure(project: Project, oracles: list[str], given: argparse.Namespace) -> Result:
    tree, fold = fetch(project), not given.unfolded
    python = project.language == "python"
    known = python_definitions(tree, fold) if python else node_definitions(project, fold)
    observed, truth = Observed(), Truth()
    if "runtime" in oracles:
        observed = (observe_python if python else observe_node)(project, known, given.again)
    if "types" in oracles:
        truth = ask(project, known, given.again)
    began = time.monotonic()
    try:
        found, trouble = callmap_calls(callmap_rows(tree), known), ""
    except RuntimeError as error:
        found, trouble = [], str(error)
    calls = [call for call in found if call.edge[0][0].startswith(project.scope)]
    seconds = time.monotonic() - began
    sure, every = edges_of(calls, True), edges_of(calls, False)
    result = Result(
        project.name, project.version, project.language, project.workload, observed.summary, len(observed.edges),
        len(observed.through), truth.asked, truth.silent, len(truth.calls),
    )  # fmt: skip
    tools = [("callmap: static, inferred", sure, seconds, trouble), ("callmap: all", every, seconds, trouble)]
    if not (given.no_peers or given.unfolded):
        tools += [(peer.name, peer.edges, peer.seconds, peer.trouble) for peer in peers(project, known, given.again)]
    result.tools = [score(*tool, known, observed, truth) for tool in tools]
    if trouble:
        return result
    real = set(observed.edges) | observed.through.keys()
    for tool, chosen in zip(result.tools, ([call for call in calls if call.confidence in SURE], calls), strict=False):
        wrong, judged = truth.denied(chosen, known, real)
        tool.at_sites = judged - len(wrong), judged
    losses = Losses(tree, known, every)
    result.missed = [losses.row(edge, observed.edges[edge]) for edge in sorted(observed.edges.keys() - every)]
    denied = truth.denied([call for call in calls if call.confidence in SURE], known, real)[0]
    wrong_edges = truth.contradicted(sure, known, real) | {call.edge for call in denied}
    result.wrong = [losses.row(edge, []) for edge in sorted(wrong_edges)]
    text = "\n".join(sorted("{group}: {caller} -> {callee}".format_map(row) for row in result.missed))
    (project.work / "missed.txt").write_text(text + "\n")
    if given.missed:
        print(text)
    return result


def score(
    name: str, edges: set[Edge], seconds: float, trouble: str, known: Definitions, observed: Observed, truth: Truth
) -> Tool:
    real = set(observed.edges)
    ran = {edge for edge in edges if edge[0] in observed.ran}
    return Tool(
        name, len(edges), round(seconds, 1), trouble, (len(real & edges), len(real)), (len(ran & real), len(ran)),
        truth.precision(edges, known, real | observed.through.keys()) if truth.asked else (0, 0), truth.recall(edges),
    )  # fmt: skip


if __name__ == "__main__":
    main()
