"""Prints random edges of a project with their source lines and evidence, for a person to judge.

python eval/sample.py PROJECT [-n N] [--seed S] [--confidence static|inferred|possible]
"""

from __future__ import annotations

import argparse
import random
from pathlib import Path
from typing import Any

from callmap_edges import SURE, callmap_rows
from fetch import fetch
from projects import by_name


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("project")
    options.add_argument("-n", type=int, default=20)
    options.add_argument("--seed", type=int, default=0)
    options.add_argument("--confidence", action="append", default=[])
    given = options.parse_args()
    project = by_name(given.project)
    tree = fetch(project)
    wanted = set(given.confidence) or SURE
    rows = [
        row
        for row in callmap_rows(tree)
        if row["kind"] == "CALLS" and row["confidence"] in wanted and row["site"]["path"].startswith(project.scope)
    ]
    chosen = random.Random(given.seed).sample(rows, min(given.n, len(rows)))
    for number, row in enumerate(chosen, 1):
        show(number, row, tree)


def show(number: int, row: dict[str, Any], tree: Path) -> None:
    caller, callee, site = row["caller"], row["callee"], row["site"]
    print(f"{number}. {caller['qualified_name']} -> {callee['qualified_name']}")
    print(f"   [{row['confidence']}: {'; '.join(row['via'])}]")
    print(f"   {site['path']}:{site['line']}:{site['column']}  {line_of(tree, site)}")
    print(f"   {callee['path']}:{callee['line']}  {line_of(tree, callee)}\n")


def line_of(tree: Path, place: dict[str, Any]) -> str:
    lines = (tree / place["path"]).read_text(errors="replace").split("\n")
    return lines[place["line"] - 1].strip() if place["line"] <= len(lines) else ""


if __name__ == "__main__":
    main()
