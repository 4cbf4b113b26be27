"""MCP over HTTP: who gets in, who does not, and that the answers are the same as over stdio."""

from __future__ import annotations

import json
import os
import re
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from http.client import HTTPConnection, HTTPResponse
from pathlib import Path
from typing import Any

import anyio
import pytest
from mcp import Client

from processes import next_line
from serving import ask, fail

DISCOVER = {
    "jsonrpc": "2.0", "id": 1, "method": "server/discover",
    "params": {"_meta": {
        "io.modelcontextprotocol/protocolVersion": "2026-07-28",
        "io.modelcontextprotocol/clientInfo": {"name": "by hand", "version": "1"},
        "io.modelcontextprotocol/clientCapabilities": {},
    }},
}  # fmt: skip
HEADERS = {
    "Content-Type": "application/json", "Accept": "application/json, text/event-stream",
    "MCP-Protocol-Version": "2026-07-28", "Mcp-Method": "server/discover",
}  # fmt: skip


@contextmanager
def listening(root: Path, data: Path, *options: str, **environment: str) -> Iterator[int]:
    """The port of a server over HTTP."""
    command = [sys.executable, "-m", "callmap", "serve", "--root", str(root), "--http", "--port", "0", *options]
    env = {**os.environ, "CALLMAP_DATA": str(data), **environment}
    with subprocess.Popen(command, stderr=subprocess.PIPE, text=True, env=env) as server:
        try:
            line = next_line(server, server.stderr)
            found = re.search(r":(\d+)/mcp$", line.strip())
            assert found, line
            yield int(found[1])
            server.terminate()
            assert server.wait(2) == 0
        finally:
            server.kill()


def send(port: int, body: Any = DISCOVER, path: str = "/mcp", verb: str = "POST", **headers: str) -> HTTPResponse:
    """The reply to a request; Host_ and such set headers beside the usual ones, "" leaves one out."""
    connection = HTTPConnection("127.0.0.1", port, timeout=10)
    connection.putrequest(verb, path, skip_host=True)
    text = body if isinstance(body, bytes) else json.dumps(body).encode()
    sent = {"Host": f"127.0.0.1:{port}", **HEADERS, "Content-Length": str(len(text)), **headers}
    for name, value in sent.items():
        if value:
            connection.putheader(name, value)
    connection.endheaders(text)
    return connection.getresponse()


@pytest.fixture(scope="module")
def port(repository: Path, data: Path) -> Iterator[int]:
    with listening(repository, data) as number:
        yield number


@pytest.mark.parametrize("mode", ["legacy", "auto"])
def test_both_eras_get_the_same_answers_over_http(port: int, mode: str) -> None:
    async def main() -> None:
        with anyio.fail_after(30):
            async with Client(f"http://127.0.0.1:{port}/mcp", mode=mode) as client:
                assert client.protocol_version == ("2025-11-25" if mode == "legacy" else "2026-07-28")
                answer = await ask(client, "get_call_graph", symbol_name="validate_token")
                assert answer["callers"][0]["symbol"]["name"] == "authenticate"
                assert (await fail(client, "get_call_graph", symbol_name="validate", depht=1))[
                    "code"
                ] == "invalid_input"

    anyio.run(main)


def test_only_our_own_names_and_origins_get_in(port: int) -> None:
    assert send(port).status == 200
    for ours in (f"localhost:{port}", f"LOCALHOST:{port}"):
        assert send(port, Host=ours).status == 200
    strangers = ("evil.example", f"evil.example:{port}", "127.0.0.1", "localhost", f"127.0.0.1:{port + 1}",
                 f"127.0.0.1.evil.example:{port}", f"[::1]:{port}", f"0.0.0.0:{port}")  # fmt: skip
    for stranger in strangers:
        for path, verb in (("/mcp", "POST"), ("/mcp", "GET"), ("/", "GET"), ("/other", "OPTIONS")):
            assert send(port, path=path, verb=verb, Host=stranger).status == 421, (stranger, path)
    assert send(port, Host="").status == 400
    assert send(port, Origin=f"http://localhost:{port}").status == 200
    for origin in ("http://evil.example", "null", f"https://localhost:{port}", f"http://localhost:{port}.evil.example"):
        for path in ("/mcp", "/"):
            assert send(port, path=path, Origin=origin).status == 403, (origin, path)


def test_two_hosts_are_none(port: int) -> None:
    with socket.create_connection(("127.0.0.1", port), 5) as wire:
        wire.sendall(f"GET /mcp HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nHost: evil.example\r\n\r\n".encode())
        status = wire.recv(200).split(b"\r\n")[0]
    assert status.split()[1] in (b"400", b"421")


def test_a_body_has_a_cap(port: int) -> None:
    assert send(port, b"[" * (4 * 1024 * 1024 + 1)).status == 413
    assert send(port, b"[" * 100_000).status == 400
    assert send(port).status == 200


def test_a_token_is_asked_for_on_every_route(repository: Path, data: Path) -> None:
    with listening(repository, data, "--token", "open-sesame") as port:
        for path in ("/mcp", "/", "/other"):
            for wrong in ("", "Bearer", "Bearer open-sesam", "Bearer open-sesame2", "Basic open-sesame", "open-sesame"):
                reply = send(port, path=path, Authorization=wrong)
                assert reply.status == 401 and reply.headers["WWW-Authenticate"] == "Bearer"
        assert send(port, Authorization="Bearer open-sesame").status == 200
        assert send(port, Authorization="bearer open-sesame").status == 200


def test_other_addresses_need_a_token(repository: Path, data: Path) -> None:
    command = [sys.executable, "-m", "callmap", "serve", "--root", str(repository), "--http", "--port", "0"]
    for host in ("0.0.0.0", "::", "0"):
        done = subprocess.run([*command, "--host", host], capture_output=True, text=True, timeout=20, check=False)
        assert done.returncode == 2 and "--token" in done.stderr, (host, done.stderr)
    with listening(repository, data, "--host", "0.0.0.0", "--allow-host", "box.example", CALLMAP_TOKEN="t0ken") as port:
        assert send(port).status == 401
        for name in ("127.0.0.1", "localhost", "box.example"):
            assert send(port, Host=f"{name}:{port}", Authorization="Bearer t0ken").status == 200, name
        assert send(port, Host=f"evil.example:{port}", Authorization="Bearer t0ken").status == 421


@pytest.mark.parametrize(
    ("options", "words"),
    [
        (("--port", "8000"), "--port needs --http"),
        (("--http", "--host", "nowhere.invalid"), "Cannot listen at nowhere.invalid"),
        (("--http", "--token", "two words"), "without spaces"),
        (("--tools", "core,nonsense"), "no tool nonsense"),
    ],
)
def test_misuse_is_told(repository: Path, data: Path, options: tuple[str, ...], words: str) -> None:
    command = [sys.executable, "-m", "callmap", "serve", "--root", str(repository), *options]
    done = subprocess.run(command, capture_output=True, text=True, timeout=20, check=False, stdin=subprocess.DEVNULL)
    assert done.returncode == 2 and words in done.stderr and "Traceback" not in done.stderr


def test_a_port_that_is_taken_is_told(repository: Path, port: int) -> None:
    command = [sys.executable, "-m", "callmap", "serve", "--root", str(repository), "--http", "--port", str(port)]
    done = subprocess.run(command, capture_output=True, text=True, timeout=20, check=False)
    assert done.returncode == 2 and "in use" in done.stderr and "--port" in done.stderr
