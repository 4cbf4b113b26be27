"""Runs callmap: takes a tree, gives its edges between functions, with confidence and call sites."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from definitions import Definitions, Edge, Place

SURE = {"static", "inferred"}
LIMIT = 300  # seconds, as for the peers


@dataclass(frozen=True)
class Call:
    """A call that callmap found: between which functions, where, how sure."""

    edge: Edge
    site: tuple[str, int, int]  # path, line, column from 1
    confidence: str
    raw: dict[str, Any]


def callmap_rows(tree: Path) -> list[dict[str, Any]]:
    with tempfile.TemporaryDirectory() as data:
        try:
            printed = subprocess.run(
                [sys.executable, "-m", "callmap", "edges", "--root", str(tree)],
                env={**os.environ, "CALLMAP_DATA": data}, capture_output=True, check=False, timeout=LIMIT,
            )  # fmt: skip
        except subprocess.TimeoutExpired:
            raise RuntimeError(f"stopped after {LIMIT} s") from None
    if printed.returncode:
        last = printed.stderr.decode(errors="replace").strip().rpartition("\n")[2]
        raise RuntimeError(f"failed with {printed.returncode}: {last}")
    return [json.loads(line) for line in printed.stdout.splitlines()]


def callmap_calls(rows: list[dict[str, Any]], known: Definitions) -> list[Call]:
    """The calls whose callee is a function of the tree. A class that is called counts by its constructor's own edge."""
    calls = []
    for row in rows:
        if row["kind"] != "CALLS" or not row["callee"]:
            continue
        callee = known.place(row["callee"]["path"], row["callee"]["line"], row["callee"]["name"])
        if callee is None:
            continue
        caller = _caller(row, known)
        site = row["site"]
        calls.append(Call((caller, callee), (site["path"], site["line"], site["column"]), row["confidence"], row))
    return calls


def edges_of(calls: list[Call], sure: bool) -> set[Edge]:
    return {call.edge for call in calls if not sure or call.confidence in SURE}


def _caller(row: dict[str, Any], known: Definitions) -> Place:
    return known.caller(row["caller"]["path"], row["caller"]["line"], row["caller"]["name"])
