"""Setting up and cleaning up: files of clients, the doctor, what is kept on disk, completion, what is shipped."""

from __future__ import annotations

import json
import os
import re
import shlex
import stat
import subprocess
import sys
import tomllib
from pathlib import Path
from typing import Any

import click
import pytest

from callmap import __version__
from callmap.show import clients
from callmap.show.cli import COMMANDS, commands
from callmap.show.clients import CLIENTS
from serving import FILES, index, write

HERE = Path(__file__).parent.parent


class World:
    """A home, a data directory and a project of a test's own."""

    def __init__(self, place: Path) -> None:
        self.home, self.data, self.project = place / "home", place / "data", write(place / "project", FILES)
        self.home.mkdir()
        self.environment = {
            **{name: value for name, value in os.environ.items() if not name.startswith(("XDG_", "CODEX_"))},
            "HOME": str(self.home), "CALLMAP_DATA": str(self.data),
            "PATH": f"{Path(sys.executable).parent}:/usr/bin:/bin",
        }  # fmt: skip

    def run(self, *words: str, code: int = 0, **environment: str) -> subprocess.CompletedProcess[str]:
        done = subprocess.run(
            [sys.executable, "-m", "callmap", *words], cwd=self.project, env={**self.environment, **environment},
            capture_output=True, text=True, timeout=60, check=False,
        )  # fmt: skip
        assert done.returncode == code, (words, done.stdout, done.stderr)
        assert "Traceback" not in done.stderr
        return done

    def install(self, client: str, scope: str, *more: str, code: int = 0) -> Any:
        return json.loads(self.run("install", "--client", client, f"--{scope}", "--json", *more, code=code).stdout)


@pytest.fixture
def world(tmp_path: Path) -> World:
    return World(tmp_path)


PLACES = [
    ("claude", "project", "project/.mcp.json"),
    ("claude", "user", "home/.claude.json"),
    ("cursor", "project", "project/.cursor/mcp.json"),
    ("cursor", "user", "home/.cursor/mcp.json"),
    ("vscode", "project", "project/.vscode/mcp.json"),
    ("vscode", "user", "home/.config/Code/User/mcp.json"),
    ("codex", "project", "project/.codex/config.toml"),
    ("codex", "user", "home/.codex/config.toml"),
    ("windsurf", "user", "home/.codeium/windsurf/mcp_config.json"),
    ("gemini", "project", "project/.gemini/settings.json"),
    ("gemini", "user", "home/.gemini/settings.json"),
]


def entry_in(path: Path, client: str) -> Any:
    text = path.read_text()
    content = tomllib.loads(text) if path.suffix == ".toml" else json.loads(text)
    return content[CLIENTS[client].key]["callmap"]


@pytest.mark.parametrize(("client", "scope", "place"), PLACES, ids=str)
def test_every_client_is_told_where_it_looks(world: World, tmp_path: Path, client: str, scope: str, place: str) -> None:
    path = tmp_path / place
    said = world.install(client, scope)
    assert said["path"] == str(path) and said["changed"] and said["backup"] is None
    entry = entry_in(path, client)
    assert entry == said["entry"] and entry["args"][0] == "serve"
    assert entry["command"] == "callmap" if scope == "project" else os.path.isabs(entry["command"])
    assert (entry.get("type") == "stdio") == (client in ("claude", "vscode"))
    assert ("${workspaceFolder}" in entry["args"]) == (client in ("cursor", "vscode"))
    before = path.read_bytes()
    assert world.install(client, scope)["changed"] is False and path.read_bytes() == before
    assert not list(path.parent.glob("*.backup")) and not list(path.parent.glob(".callmap-*"))
    world.install(client, scope, "--remove")
    assert "callmap" not in path.read_text().replace("mcp_servers.callmap", "!")


def test_the_command_that_is_installed_answers(world: World) -> None:
    entry = world.install("claude", "user")["entry"]
    params = {"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": {"name": "t", "version": "1"}}
    frame = json.dumps({"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": params}) + "\n"
    done = subprocess.run(
        [entry["command"], *entry["args"]], input=frame, cwd=world.project, env=world.environment,
        capture_output=True, text=True, timeout=30, check=True,
    )  # fmt: skip
    assert json.loads(done.stdout)["result"]["serverInfo"]["name"] == "callmap"


def test_all_else_in_a_file_stays_and_the_old_one_is_kept(world: World) -> None:
    path = world.home / ".claude.json"
    old = '{\n\t"theme": "dunkel é",\n\t"mcpServers": {"other": {"command": "x"}},\n\t"last": [1, 2.5, null]\n}'
    path.write_text(old)
    path.chmod(0o600)
    said = world.install("claude", "user", "--root", str(world.project))
    new = json.loads(path.read_text())
    assert new["mcpServers"].pop("callmap")["args"] == ["serve", "--root", str(world.project)]
    assert new == json.loads(old) and list(new) == ["theme", "mcpServers", "last"]
    assert path.read_text().startswith('{\n\t"theme": "dunkel é"') and stat.S_IMODE(path.stat().st_mode) == 0o600
    assert Path(said["backup"]).read_text() == old and stat.S_IMODE(Path(said["backup"]).stat().st_mode) == 0o600


def test_copies_of_one_second_are_kept_apart(tmp_path: Path) -> None:
    path = tmp_path / "client.json"
    path.write_text("0")
    kept = [clients.write(clients.Edit(str(path), str(n), str(n + 1))) for n in range(5)]
    assert [Path(copy).read_text() for copy in kept] == ["0", "1", "2", "3", "4"] and path.read_text() == "5"


def test_toml_keeps_its_comments_and_only_our_table_changes(world: World) -> None:
    path = world.home / ".codex" / "config.toml"
    path.parent.mkdir()
    old = (
        '# mine\nmodel = "x"  # why\n\n[mcp_servers.callmap]\ncommand = "old"\nargs = []\n\n'
        '[mcp_servers.callmap.env]\nA = "1"\n\n[mcp_servers.other]\ncommand = "y"  # keep\n'
    )
    path.write_text(old)
    world.install("codex", "user")
    text = path.read_text()
    assert "# mine" in text and "# why" in text and "# keep" in text and "old" not in text
    parsed = tomllib.loads(text)
    assert parsed["model"] == "x" and parsed["mcp_servers"]["other"] == {"command": "y"}
    assert set(parsed["mcp_servers"]["callmap"]) == {"command", "args"}
    world.install("codex", "user", "--remove")
    assert tomllib.loads(path.read_text()) == {"model": "x", "mcp_servers": {"other": {"command": "y"}}}


@pytest.mark.parametrize(
    ("client", "text"),
    [
        ("cursor", '{"mcpServers": {}, // mine\n}'),
        ("cursor", "{"),
        ("cursor", "[]"),
        ("cursor", '{"mcpServers": []}'),
        ("cursor", "\x00\x01"),
        ("cursor", "[" * 100_000),
        ("codex", "= 1"),
        ("codex", 'mcp_servers = {callmap = {command = "x"}}\n'),
    ],
)
def test_what_is_not_understood_is_left_alone(world: World, client: str, text: str) -> None:
    name = ".cursor/mcp.json" if client == "cursor" else ".codex/config.toml"
    path = world.project / name
    path.parent.mkdir()
    path.write_text(text)
    said = world.run("install", "--client", client, "--project", code=2)
    assert str(path) in said.stderr and "left alone" in said.stderr
    assert path.read_text() == text and list(path.parent.iterdir()) == [path]


def test_a_repository_cannot_lead_elsewhere_by_links(world: World, tmp_path: Path) -> None:
    outside = tmp_path / "outside"
    outside.mkdir()
    (outside / "mcp.json").write_text("{}")
    (world.project / ".cursor").symlink_to(outside)
    (world.project / ".mcp.json").symlink_to(outside / "mcp.json")
    for client in ("cursor", "claude"):
        assert "symbolic link" in world.run("install", "--client", client, "--project", code=2).stderr
    assert (outside / "mcp.json").read_text() == "{}" and len(list(outside.iterdir())) == 1
    (world.home / ".cursor").mkdir()  # a user's own links are followed, and stay
    (world.home / ".cursor" / "mcp.json").symlink_to(outside / "mcp.json")
    world.install("cursor", "user")
    assert (world.home / ".cursor" / "mcp.json").is_symlink() and entry_in(outside / "mcp.json", "cursor")


def test_print_writes_nothing(world: World) -> None:
    for client, scope, _ in PLACES:
        said = world.run("install", "--client", client, f"--{scope}", "--print").stdout
        assert "callmap" in said and "serve" in said
    assert not list(world.home.iterdir()) and sorted(p.name for p in world.project.iterdir()) == [
        "a.py",
        "auth",
        "b.py",
    ]
    assert "no settings for one project" in world.run("install", "--client", "windsurf", "--project", code=2).stderr
    world.run("install", "--client", "emacs", code=2)


def test_a_directory_that_cannot_be_written_is_told(world: World) -> None:
    (world.home / ".cursor").write_text("a file where a directory should be")
    said = world.run("install", "--client", "cursor", "--user", code=2).stderr
    assert "cannot be" in said and ".cursor" in said


def test_the_doctor_looks_at_everything(world: World) -> None:
    def states() -> dict[str, str]:
        return {finding["check"]: finding["state"] for finding in json.loads(world.run("doctor", "--json").stdout)}

    assert states()["index"] == "warning" and states()["clients"] == "warning"
    index(world.project, world.data)
    world.install("claude", "user")
    well = states()
    assert well["index"] == well["claude"] == well["data"] == well["installation"] == "ok" and "clients" not in well
    text = world.run("doctor").stdout
    assert "callmap " + __version__ in text and "5 files, up to date" in text

    path = world.home / ".claude.json"
    path.write_text(path.read_text().replace("/callmap", "/no-callmap"))
    [database] = world.data.glob("*/index.db")
    content = database.read_bytes()
    page = int.from_bytes(content[16:18], "big")
    database.write_bytes(content[:page] + os.urandom(len(content) - page))
    said = world.run("doctor", code=3).stdout
    assert "problem  claude" in said and "callmap install --client claude --user" in said
    assert "problem  index" in said


def test_what_is_kept_is_listed_and_forgotten(world: World, tmp_path: Path) -> None:
    assert json.loads(world.run("du", "--json").stdout)["indexes"] == []
    other = write(tmp_path / "other", {"x.py": "def x(): pass\n"})
    index(world.project, world.data)
    index(other, world.data)
    listed = json.loads(world.run("du", "--json").stdout)
    assert {tuple(one["trees"]) for one in listed["indexes"]} == {(str(world.project),), (str(other),)}
    assert listed["total_bytes"] == sum(one["size"] for one in listed["indexes"]) > 100_000
    assert str(other) in world.run("du").stdout

    [kept] = [one for one in listed["indexes"] if one["trees"] == [str(other)]]
    beside = Path(kept["path"]).parent / "memory.db"  # not an index: it stays, whatever it is
    beside.write_text("precious")
    for path in other.iterdir():
        path.unlink()
    other.rmdir()
    assert "MB" in world.run("forget", "other").stdout  # the directory is gone; its name is known
    assert beside.read_text() == "precious" and [p.name for p in beside.parent.iterdir()] == ["memory.db"]
    assert "No index is kept of 'other'" in world.run("forget", "other", code=1).stderr
    assert json.loads(world.run("forget", ".", "--json").stdout)["removed"][0]["bytes"] > 0
    assert not list(world.data.glob("*/index.db")) and FILES["a.py"] == (world.project / "a.py").read_text()
    assert "Nothing is kept" in world.run("forget", "x", code=1).stderr


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_shells_complete_commands_options_and_names(world: World, shell: str) -> None:
    assert "_CALLMAP_COMPLETE" in world.run("completion", shell).stdout

    def completed(words: str, at: int) -> str:
        callmap = str(Path(sys.executable).with_name("callmap"))
        complete = {"_CALLMAP_COMPLETE": f"{shell}_complete", "COMP_WORDS": words, "COMP_CWORD": str(at)}
        if shell == "fish":
            complete["COMP_CWORD"] = words.split()[at] if at < len(words.split()) else ""
        env = {**world.environment, **complete}
        done = subprocess.run([callmap], cwd=world.project, env=env, capture_output=True, text=True, check=False)
        return done.stdout

    assert "callers" in completed("callmap call", 1)
    assert "--depth" in completed("callmap callers --de", 2)
    assert "validate_token" not in completed("callmap callers valid", 2)  # no index, and none is made
    index(world.project, world.data)
    assert "validate_token" in completed("callmap callers valid", 2)


def test_what_is_shipped_beside_is_true() -> None:
    server = json.loads((HERE / "server.json").read_text())
    [package] = server["packages"]
    assert server["version"] == package["version"] == __version__ and len(server["description"]) <= 100
    assert f"mcp-name: {server['name']}" in (HERE / "README.md").read_text()
    skill = (HERE / "SKILL.md").read_text()
    assert re.match(r"---\nname: callmap\ndescription: .{50,1024}\n---\n", skill)
    for line in re.findall(r"`(callmap [^`]+)`", skill):
        name, *words = shlex.split(line)[1:]
        assert name in COMMANDS, line
        command = commands.get_command(click.Context(commands), name)
        assert command is not None
        command.make_context(name, words)  # raises if there is no such option
    docker = (HERE / "Dockerfile").read_text()
    assert 'ENTRYPOINT ["callmap"]' in docker and "USER callmap" in docker
