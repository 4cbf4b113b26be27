"""MCP over streamable HTTP: takes the server and an address to listen at, answers at /mcp until the process ends.

Only who names this server by an address that it really has gets in (a page of a stranger whose name was made to point
here does not), and only with the token if there is one. Both hold for every route. Without a token it listens on
loopback alone.
"""

from __future__ import annotations

import hmac
import ipaddress
import socket
from collections.abc import Collection, Iterator, Sequence
from contextlib import contextmanager
from typing import Any, NoReturn

import click
import uvicorn
from mcp.server.mcpserver import MCPServer
from mcp.server.transport_security import TransportSecuritySettings
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Receive, Scope, Send

from callmap.errors import BadInput
from callmap.show.mcp.server import serve
from callmap.show.text import clean

PATH = "/mcp"
BIGGEST_BODY = 4 * 1024 * 1024  # bytes of a request


def serve_http(
    root: str, tools: Sequence[str], host: str, port: int, token: str, names: Collection[str] = ()
) -> NoReturn:
    """Serves until the process is ended. `names` are further values of the Host header by which clients may call."""
    if not token.isascii() or (token and not token.isprintable()) or " " in token:
        raise BadInput("A token is made of printable ASCII characters without spaces.")
    listening = listen(host, port, token)
    own = [host] if not _is_address(host) else []
    serve(root, tools, lambda server: _answer(server, listening, [*names, *own], token))


def listen(host: str, port: int, token: str) -> socket.socket:
    """A listening socket. Raises BadInput if the address is not to be had, or is open to others without a token."""
    try:
        family, kind, _, _, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
        if not token and not ipaddress.ip_address(str(address[0]).partition("%")[0]).is_loopback:
            raise BadInput(
                f"{host} can be reached from other machines, and without a token anybody there could read this code.",
                remediation="Add --token (or set CALLMAP_TOKEN), or leave --host out to listen on loopback only.",
            )
        listening = socket.socket(family, kind)
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listening.bind(address)
        listening.listen(128)
    except (OSError, UnicodeError) as error:
        message = f"Cannot listen at {host} port {port}: {getattr(error, 'strerror', None) or error}."
        raise BadInput(message, remediation="Choose another --port (0 takes a free one) or --host.") from None
    return listening


async def _answer(server: MCPServer[Any], listening: socket.socket, names: Collection[str], token: str) -> None:
    off = TransportSecuritySettings(enable_dns_rebinding_protection=False)  # the gate does that, and for all routes
    app = server.streamable_http_app(
        streamable_http_path=PATH, transport_security=off, max_request_body_size=BIGGEST_BODY
    )
    settings = uvicorn.Config(Gate(app, names, token), log_level="warning", server_header=False, ws="none")
    click.echo(clean(f"callmap answers MCP at http://{_address(listening.getsockname())}{PATH}"), err=True)
    await _Listener(settings).serve(sockets=[listening])


class Gate:
    """Lets a request in if its Host and Origin are exactly ours and it bears the token."""

    def __init__(self, app: ASGIApp, names: Collection[str] = (), token: str = "") -> None:
        self._app, self._token = app, token.encode()
        self._names = {name.lower() for name in names}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        refused = None if scope["type"] == "lifespan" else self._refused(scope)
        await (refused or self._app)(scope, receive, send)

    def _refused(self, scope: Scope) -> PlainTextResponse | None:
        sent = {name: [v.decode("latin-1") for n, v in scope["headers"] if n == name] for name, _ in scope["headers"]}
        hosts = self._hosts(scope["server"])
        if len(host := sent.get(b"host", [])) != 1 or host[0].lower() not in hosts:
            words = "The Host header is not an address of this server. `callmap serve --allow-host` adds one."
            return PlainTextResponse(words, 421)
        if any(origin.lower() not in hosts.values() for origin in sent.get(b"origin", [])):
            return PlainTextResponse("Pages of other origins get no answer here.", 403)
        wanted, given = b"bearer " + self._token, sent.get(b"authorization", [""])[0].encode("latin-1")
        if self._token and not hmac.compare_digest(given[:7].lower() + given[7:], wanted):
            words = "Send the token that `callmap serve` was given: `Authorization: Bearer TOKEN`."
            return PlainTextResponse(words, 401, {"WWW-Authenticate": "Bearer"})
        return None

    def _hosts(self, server: tuple[str, int]) -> dict[str, str]:
        """Values of Host that are ours, for the address that this connection reached → the Origin that goes with it."""
        names = {_address(server), *self._names, *(f"{name}:{server[1]}" for name in self._names if ":" not in name)}
        if ipaddress.ip_address(server[0]).is_loopback:
            names.add(f"localhost:{server[1]}")
        names |= {name.removesuffix(":80") for name in names if name.endswith(":80")}
        return {name: f"http://{name}" for name in names}


class _Listener(uvicorn.Server):
    """Leaves signals to the process, which ends at once."""

    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        yield


def _is_address(host: str) -> bool:
    try:
        return bool(ipaddress.ip_address(host.partition("%")[0]))
    except ValueError:
        return False


def _address(where: Any) -> str:
    host, port = where[:2]
    return f"[{host}]:{port}" if ":" in host else f"{host}:{port}"
