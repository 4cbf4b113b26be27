"""The official checks of MCP servers, against `callmap serve`: the inspector, the conformance suite, an older client.

Their packages are put beside the virtual environment's own, once.
"""

from __future__ import annotations

import fcntl
import json
import os
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest

from callmap.show.mcp.offers import OFFERS

HERE = Path(__file__).parent / "mcp_checks"
PLACE = Path(sys.executable).parent.parent / "mcp_checks"  # in the virtual environment: not of the repository


def installed(name: str, recipe: bytes, install: Callable[[Path], None]) -> Path:
    """A directory that `install` filled, once for this recipe, also if several ask for it at once."""
    place = PLACE / f"{name}-{sha256(recipe).hexdigest()[:12]}"
    PLACE.mkdir(exist_ok=True)
    with open(PLACE / f"{name}.lock", "w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not (place / ".done").exists():
            place.mkdir(exist_ok=True)
            install(place)
            (place / ".done").touch()
    return place


def run(command: list[str | Path], **options: Any) -> str:
    done = subprocess.run(command, capture_output=True, text=True, timeout=240, check=False, **options)
    assert done.returncode == 0, (
        f"{command} ended with {done.returncode}:\n{done.stdout[-4000:]}\n{done.stderr[-4000:]}"
    )
    return done.stdout


@pytest.fixture(scope="session")
def programs() -> Path:
    """Where the programs of the official npm packages are."""
    recipe = (HERE / "package.json").read_bytes()

    def install(place: Path) -> None:
        (place / "package.json").write_bytes(recipe)
        npm = Path(sys.executable).with_name("npm")
        run([npm, "install", "--no-audit", "--no-fund", "--ignore-scripts"], cwd=place, env=with_node())

    return installed("npm", recipe, install) / "node_modules" / ".bin"


def with_node(**more: str) -> dict[str, str]:
    """The environment with this virtual environment's Node first."""
    return {**os.environ, "PATH": f"{Path(sys.executable).parent}:{os.environ['PATH']}", **more}


@pytest.mark.parametrize("era", ["modern", "legacy"])
def test_the_inspector_has_no_complaint(programs: Path, repository: Path, data: Path, era: str) -> None:
    def inspect(*options: str) -> Any:
        server = [sys.executable, "-m", "callmap", "serve", "--root", str(repository)]
        common = ["--protocol-era", era, "--quiet", "--format", "json", *options]
        environment = with_node(CALLMAP_DATA=str(data))
        return json.loads(run([programs / "mcp-inspector", "--cli", *server, *common], env=environment))["result"]

    listed = inspect("--method", "tools/list", "--strict")
    assert [tool["name"] for tool in listed["tools"]] == list(OFFERS)
    called = inspect("--method", "tools/call", "--tool-name", "get_call_graph", "--tool-arg", "symbol_name=decode_jwt")
    assert called["structuredContent"]["callers"][0]["symbol"]["name"] == "validate_token"


@pytest.fixture(scope="module")
def address(repository: Path, data: Path) -> Iterator[str]:
    """The server with the suite's fixtures, over HTTP."""
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    command = [sys.executable, str(HERE / "fixtures.py"), str(repository), str(port)]
    environment = {**os.environ, "CALLMAP_DATA": str(data)}
    with subprocess.Popen(command, env=environment, stderr=subprocess.DEVNULL) as server:
        try:
            deadline = time.monotonic() + 20
            while time.monotonic() < deadline:
                try:
                    socket.create_connection(("127.0.0.1", port), 1).close()
                    break
                except OSError:
                    time.sleep(0.05)
            yield f"http://127.0.0.1:{port}/mcp"
        finally:
            server.kill()


@pytest.mark.parametrize("version", ["2026-07-28", "2025-11-25"])
def test_the_server_conforms(programs: Path, address: str, version: str, tmp_path: Path) -> None:
    baseline = HERE / "expected-failures.yml"
    command = [programs / "conformance", "server", "--url", address, "--suite", "all", "--spec-version", version]
    output = run([*command, "--expected-failures", baseline], env=with_node(), cwd=tmp_path)
    passed = [line for line in output.splitlines() if line.startswith("✓")]
    assert len(passed) > 15, output[-2000:]


def test_a_client_of_the_older_sdk_works(repository: Path, data: Path) -> None:
    recipe = b"mcp>=1.20,<2"

    def install(place: Path) -> None:
        run([sys.executable, "-m", "venv", place])
        run([place / "bin" / "python", "-m", "pip", "install", "--quiet", recipe.decode()])

    python = installed("sdk1", recipe, install) / "bin" / "python"
    server = [sys.executable, "-m", "callmap", "serve", "--root", str(repository)]
    env = {**os.environ, "CALLMAP_DATA": str(data)}
    seen = json.loads(run([python, HERE / "smoke_1x.py", "env", f"CALLMAP_DATA={data}", *server], env=env))
    assert seen["server"] == "callmap" and seen["version"] == "2025-11-25" and seen["wrong"] is True
    assert seen["tools"] == list(OFFERS) and seen["caller"] == "authenticate"
    assert "total_files: 5" in seen["stats"] and "`validate_token`" in seen["prompt"]
