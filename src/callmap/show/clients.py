"""Configuration files of MCP clients: takes a client, gives the file with callmap in it; all else in it stays.

A file is read and understood before anything is written; what is not understood is left alone, and the error says what
to add by hand. The old file is kept beside the new one, which takes its place in one step.
"""

from __future__ import annotations

import itertools
import json
import os
import re
import shutil
import sys
import tempfile
import time
import tomllib
from collections.abc import Callable
from typing import Any, NamedTuple

from callmap import config
from callmap.errors import BadInput

NAME = "callmap"
LARGEST = 64 * 1024 * 1024


class Client(NamedTuple):
    """A program that speaks MCP. Paths are of the file for a project (from its root) and for all of a user's."""

    title: str
    project: str  # "" if it has none
    user: Callable[[], str]
    key: str = "mcpServers"  # the table of servers in it
    more: dict[str, Any] = {}  # what an entry says besides the command
    root: str = ""  # the word that the client replaces by the project's directory


def _at_home(*names: str) -> Callable[[], str]:
    return lambda: os.path.join(config.home(), *names)


CLIENTS = {
    "claude": Client("Claude Code", ".mcp.json", _at_home(".claude.json"), more={"type": "stdio"}),
    "cursor": Client("Cursor", ".cursor/mcp.json", _at_home(".cursor", "mcp.json"), root="${workspaceFolder}"),
    "vscode": Client(
        "VS Code", ".vscode/mcp.json", lambda: os.path.join(config.application_directory(), "Code", "User", "mcp.json"),
        "servers", {"type": "stdio"}, "${workspaceFolder}",
    ),
    "codex": Client(
        "Codex", ".codex/config.toml", lambda: os.path.join(config.codex_directory(), "config.toml"), "mcp_servers"
    ),
    "windsurf": Client("Windsurf", "", _at_home(".codeium", "windsurf", "mcp_config.json")),
    "gemini": Client("Gemini CLI", ".gemini/settings.json", _at_home(".gemini", "settings.json")),
}  # fmt: skip


class Edit(NamedTuple):
    """A file, what it holds, and what it is to hold. Nothing is written yet."""

    path: str
    before: str | None  # None: there is no such file
    after: str

    @property
    def changes(self) -> bool:
        return (self.before or "") != self.after


def entry(client: Client, user: bool, root: str = "") -> dict[str, Any]:
    """What the client is told. A project's file is shared, so it names the command; a user's, where it is."""
    command, *arguments = _command(user)
    place = root or client.root
    return {**client.more, "command": command, "args": [*arguments, "serve", *(["--root", place] if place else [])]}


def edit(client: Client, project: str, user: bool, new: dict[str, Any] | None) -> Edit:
    """The client's file with callmap's entry set to `new`, or without it. Raises BadInput if it is not understood."""
    path = current_path(client, project, user)
    if os.path.islink(path) or (not user and os.path.realpath(os.path.dirname(path)) != os.path.dirname(path)):
        if not user:
            raise BadInput(f"{path} is, or lies behind, a symbolic link; it is left alone.", remediation="Use --user.")
        path = os.path.realpath(path)
    before = _read(path)
    change = _changed_toml if path.endswith(".toml") else _changed_json
    return Edit(path, before, change(path, before or "", client.key, new))


def current_path(client: Client, project: str, user: bool) -> str:
    """Where the client's file is, or would be."""
    if not user and not client.project:
        raise BadInput(f"{client.title} has no settings for one project.", remediation="Use --user.")
    return client.user() if user else os.path.join(project, *client.project.split("/"))


def current(client: Client, project: str, user: bool) -> tuple[str, dict[str, Any] | None]:
    """(path, callmap's entry there or None). Raises BadInput for a file that is not understood."""
    path = current_path(client, project, user)
    text = _read(path) or ""
    table = _parsed(path, text).get(client.key, {})
    found = table.get(NAME) if isinstance(table, dict) else None
    return path, found if isinstance(found, dict) else None


def as_text(path: str, content: dict[str, dict[str, dict[str, Any] | None]]) -> str:
    """Part of a file, as it stands in it."""
    if not path.endswith(".toml"):
        return json.dumps(content, indent=2, ensure_ascii=False)
    return "".join(_toml(key, name, values or {}) for key, table in content.items() for name, values in table.items())


def write(change: Edit) -> str:
    """Puts the new file in its place, and gives the path of the copy of the old one ("" if there was none)."""
    folder, kept = os.path.dirname(change.path), ""
    try:
        os.makedirs(folder, exist_ok=True)
        if change.before is not None:
            kept = _backup(change.path)
            shutil.copy2(change.path, kept)
        handle, draft = tempfile.mkstemp(dir=folder, prefix=".callmap-")
        try:
            with os.fdopen(handle, "w", encoding="utf-8", newline="") as file:
                file.write(change.after)
                file.flush()
                os.fsync(file.fileno())
            if change.before is not None:
                shutil.copymode(change.path, draft)
            else:
                os.chmod(draft, 0o644)
            if _read(change.path) != change.before:
                raise BadInput(f"{change.path} was changed by another program just now.", remediation="Try again.")
            os.replace(draft, change.path)
        except BaseException:
            os.unlink(draft)
            raise
    except (OSError, UnicodeError) as error:
        reason = getattr(error, "strerror", None) or "a path in it is not UTF-8"
        raise BadInput(
            f"{change.path} cannot be written: {reason}.", remediation="--print shows what to add by hand."
        ) from None
    return kept


def _backup(path: str) -> str:
    """A name for a copy that no earlier copy has, which may be of the same second."""
    first = f"{path}.{time.strftime('%Y%m%d-%H%M%S')}"
    names = itertools.chain([first], (f"{first}-{number}" for number in itertools.count(2)))
    return next(f"{name}.backup" for name in names if not os.path.lexists(f"{name}.backup"))


def _command(absolute: bool) -> list[str]:
    """How a client starts callmap."""
    found = shutil.which(NAME)
    if found and not absolute:
        return [NAME]
    beside = os.path.join(os.path.dirname(sys.executable), NAME)
    here = beside if os.access(beside, os.X_OK) else found
    return [here] if here else [sys.executable, "-m", NAME]


def _read(path: str) -> str | None:
    try:
        if os.path.getsize(path) > LARGEST:
            raise BadInput(f"{path} is too large to be a configuration file; it is left alone.")
        with open(path, encoding="utf-8", newline="") as file:
            return file.read()
    except FileNotFoundError:
        return None
    except (OSError, UnicodeError) as error:
        reason = getattr(error, "strerror", None) or "it is not UTF-8"
        raise BadInput(f"{path} cannot be read: {reason}.", remediation="Mend it, then try again.") from None


def _parsed(path: str, text: str) -> dict[str, Any]:
    try:
        if path.endswith(".toml"):
            return tomllib.loads(text)
        parsed = json.loads(text.lstrip("\ufeff")) if text.strip() else {}
    except (ValueError, RecursionError) as error:
        kind = "TOML" if path.endswith(".toml") else "JSON (comments cannot be kept)"
        raise BadInput(
            f"{path} is not plain {kind}, so it is left alone: {str(error)[:200]}.",
            remediation="Add callmap by hand; `callmap install --print` shows what to add.",
        ) from None
    if not isinstance(parsed, dict):
        raise BadInput(f"{path} holds no JSON object, so it is left alone.", remediation="Mend it, then try again.")
    return parsed


def _changed_json(path: str, text: str, key: str, new: dict[str, Any] | None) -> str:
    parsed = _parsed(path, text)
    servers = parsed.setdefault(key, {})
    if not isinstance(servers, dict):
        raise BadInput(f"`{key}` in {path} is no object, so it is left alone.", remediation="Mend it, then try again.")
    if servers.get(NAME) == new:
        return text
    if new is None:
        servers.pop(NAME)
    else:
        servers[NAME] = new
    indent = re.search(r"\n([ \t]+)\S", text)
    return json.dumps(parsed, indent=indent[1] if indent else 2, ensure_ascii=False) + "\n"


def _changed_toml(path: str, text: str, key: str, new: dict[str, Any] | None) -> str:
    """TOML as text, so that comments stay: our table goes from its header to the next, or is added at the end."""
    parsed = _parsed(path, text)
    servers = parsed.get(key, {})
    if (servers.get(NAME) if isinstance(servers, dict) else None) == new:
        return text
    lines = text.splitlines(keepends=True)
    ours = re.compile(rf"\s*\[\s*{key}\s*\.\s*[\"']?{NAME}[\"']?\s*(\.[^\]]*)?\]")
    kept, inside = [], False
    for line in lines:
        if line.lstrip().startswith("["):
            inside = bool(ours.match(line))
        if not inside:
            kept.append(line)
    changed = "".join(kept)
    if new is not None:
        changed = (changed.rstrip() + "\n\n" if changed.strip() else "") + _toml(key, NAME, new)
    others = {name: value for name, value in servers.items() if name != NAME}
    expected = {**parsed, key: {**others, **({NAME: new} if new is not None else {})}}
    try:
        found = tomllib.loads(changed)
    except ValueError:
        found = {}
    if {**found, key: found.get(key, {})} != expected:
        raise BadInput(
            f"callmap's part of {path} is written in a way that cannot be changed safely, so it is left alone.",
            remediation="Change it by hand; `callmap install --print` shows what it is to be.",
        )
    return changed


def _toml(key: str, name: str, values: dict[str, Any]) -> str:
    """Texts and lists of texts are written in TOML as in JSON."""
    lines = [f"{word} = {json.dumps(value, ensure_ascii=False)}\n" for word, value in values.items()]
    return f"[{key}.{name}]\n{''.join(lines)}"
