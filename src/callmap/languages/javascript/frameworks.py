"""JavaScript that is called from outside: by servers, user interfaces and Node itself."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from callmap.languages import Files
from callmap.languages.javascript.paths import find_file, join
from callmap.model import Facts, Kind

_HTTP = ("get", "post", "put", "patch", "delete", "head", "options", "all", "use")


def _of(reason: str, owners: Iterable[str], methods: Iterable[str]) -> dict[str, str]:
    names = tuple(methods)
    return {f"{owner}.{method}": reason for owner in owners for method in names}


_EXPRESS = ("express()", "express.Router()", "express().route()", "express.Router().route()")

# What registers code, by its dotted name → as what.
ENTRIES: dict[str, str] = {
    **_of("express handler", _EXPRESS, (*_HTTP, "param")),
    **_of("koa handler", ("koa()", "@koa/router()", "koa-router()"), (*_HTTP, "del")),
    **_of("hono handler", ("hono.Hono()", "hono/tiny.Hono()", "hono/quick.Hono()", "@hono/zod-openapi.OpenAPIHono()"),
          (*_HTTP, "on", "notFound", "onError", "openapi")),
    **_of("fastify handler", ("fastify()", "fastify.fastify()"), (*_HTTP, "route", "addHook", "register")),
    **_of("restify handler", ("restify.createServer()",), (*_HTTP, "del", "pre")),
    **_of("hapi handler", ("@hapi/hapi.server()", "@hapi/hapi.Server()"), ("route",)),
    **_of("node server", ("http", "https", "http2"), ("createServer",)),
    **_of("commander action", ("commander.Command()", "commander.program", "commander.createCommand()"), ("action",)),
    **_of("electron handler", ("electron.ipcMain", "electron.app"), ("handle", "on", "once")),
    **_of("socket.io handler", ("socket.io.Server()", "socket.io()"), ("on", "use")),
    **_of("react root", ("react-dom", "react-dom/client.createRoot()", "react-dom.createRoot()"), ("render",)),
    **_of("vue component", ("vue",), ("createApp", "defineComponent", "defineAsyncComponent")),
    **_of("react component", ("react", "react.React"), ("memo", "forwardRef", "lazy")),
}  # fmt: skip


def entry(path: str, facts: Facts, symbol: int) -> str:
    """A component that others may show: exported, with a capital letter, made of elements."""
    definition = facts.symbols[symbol]
    if definition.kind == Kind.MODULE or "exported" not in definition.flags or definition.parent != 0:
        return ""
    if definition.kind not in (Kind.FUNCTION, Kind.CLASS) or not definition.short_name[:1].isupper():
        return ""
    return "react component" if "jsx" in facts.strings or _shows(facts) else ""


def _shows(facts: Facts) -> bool:
    return any(call.form == "component" for call in facts.calls)


def declared(files: Files) -> Iterator[tuple[str, str, str]]:
    """What package.json installs as programs."""
    for folder, project in files.projects("package.json").items():
        for name, target in _programs(project.get("bin"), folder):
            found = find_file(files, join(folder, target), False)
            if found:
                yield found, "", f"program {name}"


def _programs(bin: Any, folder: str) -> Iterator[tuple[str, str]]:
    if isinstance(bin, str):
        yield folder.rpartition("/")[2] or bin.rpartition("/")[2].partition(".")[0], bin
    elif isinstance(bin, dict):
        yield from ((str(name), target) for name, target in sorted(bin.items()) if isinstance(target, str))
