"""What tests of the server share: a small repository, the SDK's client of a server of its own, frames by hand."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import asynccontextmanager, contextmanager
from pathlib import Path
from typing import Any

import anyio
from mcp import Client
from mcp.client.stdio import StdioServerParameters, stdio_client

from callmap.show.lines import MOST_TEXT
from processes import next_line

FILES = {
    "auth/__init__.py": "",
    "auth/jwt.py": (
        "def decode_jwt(text):\n    return text.split('.')\n\n\n"
        "def validate_token(token):\n    return decode_jwt(token)\n"
    ),
    "auth/middleware.py": (
        "from auth.jwt import validate_token\n\n\n"
        "def authenticate(request):\n    return validate_token(request.token)\n\n\n"
        "def handle(request):\n    return authenticate(request)\n"
    ),
    "a.py": "def twice():\n    return 1\n",
    "b.py": "def twice():\n    return 2\n",
}


def write(root: Path, files: dict[str, str]) -> Path:
    for name, text in files.items():
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    return root


def index(root: Path, data: Path) -> None:
    command = [sys.executable, "-m", "callmap", "index", "--root", str(root), "--json"]
    subprocess.run(command, env={**os.environ, "CALLMAP_DATA": str(data)}, check=True, capture_output=True)


def with_client(
    root: Path, data: Path, use: Callable[[Client], Awaitable[None]], mode: str = "auto", seconds: float = 30
) -> None:
    """Runs `use` with the SDK's client of a server of its own."""

    @asynccontextmanager
    async def transport() -> AsyncIterator[Any]:
        with open(os.devnull, "w") as nowhere:  # pytest's stderr has no file descriptor
            args = ["-m", "callmap", "serve", "--root", str(root)]
            server = StdioServerParameters(command=sys.executable, args=args, env={"CALLMAP_DATA": str(data)})
            async with stdio_client(server, errlog=nowhere) as streams:
                yield streams

    async def main() -> None:
        with anyio.fail_after(seconds):
            async with Client(transport(), mode=mode) as client:
                await use(client)

    anyio.run(main)


async def ask(client: Client, tool: str, **arguments: Any) -> dict[str, Any]:
    """The structured answer of a call that succeeds."""
    result = await client.call_tool(tool, arguments)
    assert not result.is_error, result.content
    assert len(text_of(result)) <= MOST_TEXT + 200
    answer = result.structured_content
    assert isinstance(answer, dict)
    return answer


async def fail(client: Client, tool: str, **arguments: Any) -> dict[str, Any]:
    """The error of a call that fails: in text and in structure the same envelope."""
    result = await client.call_tool(tool, arguments)
    assert result.is_error
    envelope = json.loads(text_of(result))
    assert envelope == result.structured_content
    assert envelope["error"].keys() == {"code", "message", "data"}
    assert envelope["error"]["data"]["remediation"]
    return dict(envelope["error"])


def text_of(result: Any) -> str:
    assert [block.type for block in result.content] == ["text"]
    return str(result.content[0].text)


@contextmanager
def started(root: Path, data: Path) -> Iterator[subprocess.Popen[str]]:
    command = [sys.executable, "-m", "callmap", "serve", "--root", str(root)]
    environment = {**os.environ, "CALLMAP_DATA": str(data)}
    pipe = subprocess.PIPE
    with subprocess.Popen(
        command, stdin=pipe, stdout=pipe, stderr=subprocess.DEVNULL, text=True, env=environment
    ) as server:
        try:
            yield server
        finally:
            server.kill()


def exchange(server: subprocess.Popen[str], **frame: Any) -> dict[str, Any]:
    assert server.stdin is not None and server.stdout is not None
    server.stdin.write(json.dumps({"jsonrpc": "2.0", "id": 1, **frame}) + "\n")
    server.stdin.flush()
    reply = json.loads(next_line(server, server.stdout))
    assert reply["id"] == 1
    return dict(reply["result"])


def initialize(server: subprocess.Popen[str]) -> dict[str, Any]:
    client = {"name": "by hand", "version": "1"}
    params = {"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": client}
    return exchange(server, method="initialize", params=params)
