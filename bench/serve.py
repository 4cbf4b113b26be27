"""How long agents wait: warm tool calls over stdio, beside an empty tool of the SDK's own server in the same run.

    python bench/serve.py [PATH] [--calls N]

Without PATH: django/ of Django 5.2, as in bench.py. One client, one call at a time; calls of both servers alternate, so
that noise hits both. The first reply is the time from starting the process to the answer to `initialize`.
"""

from __future__ import annotations

import argparse
import json
import os
import statistics
import subprocess
import sys
import tempfile
import time
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import anyio
from bench import django
from mcp import Client
from mcp.client.stdio import StdioServerParameters, stdio_client

EMPTY = """
from mcp.server.mcpserver import MCPServer

server = MCPServer("empty", log_level="WARNING")

@server.tool()
async def empty() -> str:
    return ""

server.run("stdio")
"""
# tool, arguments, most milliseconds more than the empty tool: at the median, at p99
CALLS: list[tuple[str, dict[str, Any], float, float]] = [
    ("get_callers", {"function_name": "get_queryset", "limit": 20}, 5, 20),
    ("get_call_graph", {"symbol_name": "QuerySet.filter", "direction": "callers"}, 5, 20),
    ("get_callees", {"function_name": "QuerySet._filter_or_exclude", "limit": 20}, 5, 20),
    ("get_call_graph", {"symbol_name": "BaseHandler.get_response", "direction": "callees"}, 5, 20),
    ("locate_symbol", {"name": "get_object_or_404"}, 5, 20),
    ("who_calls", {"symbol": "QuerySet._clone", "depth": 5, "limit": 20}, 50, 50),
    ("call_chain", {"from_func": "BaseHandler.get_response", "to_func": "Signal.send", "max_depth": 5}, 50, 50),
    ("search_code", {"query": "resolve url pattern"}, 50, 50),
]
FIRST_REPLY = 100  # milliseconds more than the empty server


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("path", nargs="?", help="what to index; by default django/ of Django 5.2")
    options.add_argument("--calls", type=int, default=200, help="calls of each tool")
    given = options.parse_args()
    root = os.path.realpath(given.path or django())
    with tempfile.TemporaryDirectory() as data:
        environment = {**os.environ, "CALLMAP_DATA": data}
        index = [sys.executable, "-m", "callmap", "index", "--root", root, "--json"]
        subprocess.run(index, env=environment, check=True, capture_output=True)
        ours = ["-m", "callmap", "serve", "--root", root]
        missed = first_replies(ours, environment)
        missed += anyio.run(calls, ours, environment, given.calls)
    print("All within their bounds." if not missed else f"{missed} over their bounds.")
    sys.exit(1 if missed else 0)


def first_replies(ours: list[str], environment: dict[str, str]) -> int:
    """Best of several, since noise only ever adds."""
    bare = min(first_reply(["-c", EMPTY], environment) for _ in range(5))
    full = min(first_reply(ours, environment) for _ in range(5))
    late = full - bare > FIRST_REPLY / 1000
    print(f"first reply: {full * 1000:.0f} ms, empty server {bare * 1000:.0f} ms (bound: + {FIRST_REPLY} ms)")
    return int(late)


def first_reply(arguments: list[str], environment: dict[str, str]) -> float:
    client = {"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": {"name": "bench", "version": "1"}}
    frame = json.dumps({"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": client}) + "\n"
    began = time.perf_counter()
    with subprocess.Popen(
        [sys.executable, *arguments], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
        env=environment,
    ) as server:  # fmt: skip
        assert server.stdin is not None and server.stdout is not None
        server.stdin.write(frame.encode())
        server.stdin.flush()
        assert b'"result"' in server.stdout.readline()
        seconds = time.perf_counter() - began
        server.stdin.close()
    return seconds


async def calls(ours: list[str], environment: dict[str, str], count: int) -> int:
    async with connected(["-c", EMPTY], environment) as bare, connected(ours, environment) as full:
        offered = {tool.name for tool in (await full.list_tools()).tools}
        wanted = [call for call in CALLS if call[0] in offered]
        times: list[list[float]] = [[] for _ in wanted]
        empty: list[float] = []
        for turn in range(count + 5):
            waits = [await timed(bare, "empty", {})]
            waits += [await timed(full, tool, arguments) for tool, arguments, _, _ in wanted]
            if turn >= 5:  # the first are not warm
                for kept, wait in zip([empty, *times], waits, strict=True):
                    kept.append(wait)
    base, worst = statistics.median(empty), percentile(empty)
    print(f"{'empty tool':<44} {base:>7.2f} ms   p99 {worst:>7.2f} ms")
    missed = 0
    for (tool, arguments, most, most_p99), waits in zip(wanted, times, strict=True):
        middle, late = statistics.median(waits) - base, percentile(waits) - worst
        good = middle <= most and late <= most_p99
        missed += not good
        name = f"{tool} {next(iter(arguments.values()))}"[:43]
        bound = f"(bounds + {most:g}, + {most_p99:g})"
        print(f"{name:<44} {middle:>+7.2f} ms   p99 {late:>+7.2f} ms   {'ok' if good else 'SLOW'} {bound}")
    return missed


@asynccontextmanager
async def connected(arguments: list[str], environment: dict[str, str]) -> Any:
    server = StdioServerParameters(command=sys.executable, args=arguments, env=environment)
    with open(os.devnull, "w") as nowhere:
        async with Client(stdio_client(server, errlog=nowhere)) as client:
            yield client


async def timed(client: Client, tool: str, arguments: dict[str, Any]) -> float:
    began = time.perf_counter()
    result = await client.call_tool(tool, arguments)
    assert not result.is_error, result
    return (time.perf_counter() - began) * 1000


def percentile(waits: list[float]) -> float:
    return statistics.quantiles(waits, n=100)[98]


if __name__ == "__main__":
    sys.path.insert(0, str(Path(__file__).parent))
    main()
