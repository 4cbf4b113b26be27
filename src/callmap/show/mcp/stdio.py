"""MCP over stdin and stdout: takes the server, answers until stdin ends. What cannot be read is answered by an error.

The SDK passes over lines that are no message; who sent one with an id would wait for ever.
"""

from __future__ import annotations

import json
from contextvars import Context
from typing import Any

import anyio
from mcp.server.mcpserver import MCPServer
from mcp.server.stdio import stdio_server
from mcp.shared.message import SessionMessage
from mcp_types import INVALID_REQUEST, PARSE_ERROR, ErrorData, JSONRPCError
from pydantic import ValidationError


async def answer(server: MCPServer[Any]) -> None:
    """Serves until stdin ends."""
    inner = server._lowlevel_server  # as `run_stdio_async` does
    async with stdio_server() as (incoming, outgoing):
        await inner.run(_Readable(incoming, outgoing), outgoing, inner.create_initialization_options())


class _Readable:
    """What comes in, but for what cannot be read: that is answered here if it has an id."""

    def __init__(self, incoming: Any, outgoing: Any) -> None:
        self._incoming, self._outgoing = incoming, outgoing

    @property
    def last_context(self) -> Context | None:
        found: Context | None = self._incoming.last_context
        return found

    async def receive(self) -> SessionMessage | Exception:
        while True:
            item: SessionMessage | Exception = await self._incoming.receive()
            refusal = refused(item) if isinstance(item, ValidationError) else None
            if refusal is None:
                return item
            await self._outgoing.send(SessionMessage(refusal))

    async def aclose(self) -> None:
        await self._incoming.aclose()

    def __aiter__(self) -> _Readable:
        return self

    async def __anext__(self) -> SessionMessage | Exception:
        try:
            return await self.receive()
        except anyio.EndOfStream:
            raise StopAsyncIteration from None

    async def __aenter__(self) -> _Readable:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.aclose()


def refused(error: ValidationError) -> JSONRPCError | None:
    """The answer to a request that is no message, or no text; None if it does not say to what."""
    for problem in error.errors(include_url=False):
        given, code, message = problem["input"], INVALID_REQUEST, "This is no request: it needs a method, and an id."
        if problem["type"] == "json_invalid":
            code, message = PARSE_ERROR, f"{problem['msg']}. Text must be Unicode: no half of a surrogate pair."
            try:
                given = json.loads(given)  # which reads halves of pairs
            except (ValueError, RecursionError):
                return None
        if isinstance(given, dict) and "method" in given:
            id = given.get("id")
            if type(id) is int or (isinstance(id, str) and id.isprintable()):  # surrogates are not printable
                return JSONRPCError(jsonrpc="2.0", id=id, error=ErrorData(code=code, message=message))
    return None
