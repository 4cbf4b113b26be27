"""The main job, as a user would do it: index a code base, ask who calls what, connect an agent.

    python scripts/demo.py [PATH]

The symbol to ask about is one that many places call and that calls much itself.
"""

from __future__ import annotations

import json
import shlex
import subprocess
import sys
from collections import Counter
from pathlib import Path

CALLMAP = [sys.executable, "-m", "callmap"]


def main() -> int:
    root = str(Path(sys.argv[1] if len(sys.argv) > 1 else "src").resolve())
    if show("index", root):
        return 1
    symbol = busiest(root)
    if symbol is None:
        print("No call between two symbols of this code base was found, so there is nothing to show.")
        return 0
    show("callers", symbol, "--root", root, "--limit", "8")
    show("callees", symbol, "--root", root, "--limit", "8")
    serve = [str(Path(sys.executable).with_name("callmap")), "serve", "--root", root]
    print("\nConnect an agent:\n")
    print(f"  claude mcp add callmap -- {shlex.join(serve)}")
    print(f"  codex mcp add callmap -- {shlex.join(serve)}")
    entry = {"callmap": {"command": serve[0], "args": serve[1:]}}
    print(f"  .mcp.json, .cursor/mcp.json   {json.dumps({'mcpServers': entry})}")
    print(f"  .vscode/mcp.json              {json.dumps({'servers': entry})}")
    return 0


def show(*arguments: str) -> int:
    """Runs a command of callmap's in front of the reader's eyes."""
    print(f"\n$ callmap {shlex.join(arguments)}", flush=True)
    return subprocess.run([*CALLMAP, *arguments], check=False).returncode


def busiest(root: str) -> str | None:
    """path::Name of the symbol with the most callers in other files, if it also calls as much as it is called."""
    listed = subprocess.run([*CALLMAP, "edges", "--root", root], capture_output=True, text=True, check=True)
    edges = [json.loads(line) for line in listed.stdout.splitlines()]
    callers, callees = Counter[str](), Counter[str]()
    for edge in edges:
        if edge["callee"] and edge["kind"] == "CALLS" and edge["caller"]["name"]:
            callers[f"{edge['callee']['path']}::{edge['callee']['name']}"] += 1
            callees[f"{edge['caller']['path']}::{edge['caller']['name']}"] += 1
    return min(callers, key=lambda name: (-min(callers[name], callees[name]), -callers[name], name), default=None)


if __name__ == "__main__":
    sys.exit(main())
