"""Servers on a tree that is edited: answers are fresh or say what they lack, and of all servers one has it indexed.

CALLMAP_SERVERS is how many servers there are at once; `make soak` takes 16.
"""

from __future__ import annotations

import os
import signal
import threading
import time
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from subprocess import Popen
from typing import Any

import psutil
import pytest

from callmap.ask.fresh import Fresh
from callmap.ask.project import Project
from callmap.index import index
from callmap.lease import Lease
from processes import PATIENCE, running
from test_mcp import exchange, initialize, started
from test_watch import until
from trees import FIVE_LANGUAGES, plant, write

SERVERS = int(os.environ.get("CALLMAP_SERVERS", "4"))
Server = Popen[str]


@pytest.fixture
def tree(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("CALLMAP_DATA", str(tmp_path / "data"))
    return plant(tmp_path / "tree", FIVE_LANGUAGES)


@pytest.fixture
def servers(tree: Path, tmp_path: Path) -> Iterator[list[Server]]:
    with ExitStack() as all_of_them:
        running = [all_of_them.enter_context(started(tree, tmp_path / "data")) for _ in range(SERVERS)]
        for server in running:
            initialize(server)
        yield running


def ask(server: Server, name: str) -> dict[str, Any]:
    """What a server says of a symbol's definition, with the whole result."""
    return exchange(server, method="tools/call", params={"name": "locate_symbol", "arguments": {"name": name}})


def found(server: Server, name: str) -> bool:
    result = ask(server, name)
    content = result["structuredContent"]
    return not result.get("isError") and any(row["name"] == name for row in content["results"])


def watchers(servers: list[Server]) -> list[psutil.Process]:
    """The processes that servers have started, without those that these have."""
    return [child for server in servers if server.poll() is None for child in psutil.Process(server.pid).children()]


def test_an_answer_is_fresh_or_says_what_it_lacks(tree: Path, tmp_path: Path) -> None:
    with started(tree, tmp_path / "data") as server:
        initialize(server)
        until(lambda: found(server, "total"), "the first index")
        (child,) = watchers([server])
        child.send_signal(signal.SIGSTOP)
        try:
            write(tree / "shop/late.py", "def late(): pass\n")
            began = time.monotonic()
            result = ask(server, "total")
            assert 0.4 < time.monotonic() - began < 3.0, "it waits for a moment, and no longer"
            about = result["structuredContent"]["metadata"]
            assert about["freshness_status"] in ("stale", "syncing") and about["changed_files"] == 1
            assert any("1 file differs: shop/late.py" in warning for warning in about["warnings"])
        finally:
            child.send_signal(signal.SIGCONT)
        until(lambda: found(server, "late"), "the update")
        assert ask(server, "late")["structuredContent"]["metadata"]["freshness_status"] == "fresh"


def test_a_root_that_vanishes_is_told_and_may_come_back(tree: Path, tmp_path: Path) -> None:
    with started(tree, tmp_path / "data") as server:
        initialize(server)
        until(lambda: found(server, "total"), "the first index")
        tree.rename(tree.with_name("away"))
        error = ask(server, "total")["structuredContent"]["error"]
        assert error["code"] == "project_not_found" and error["data"]["remediation"]
        tree.with_name("away").rename(tree)
        until(lambda: found(server, "total"), "the same answers")


def test_one_of_all_servers_has_the_tree_indexed(tree: Path, servers: list[Server]) -> None:
    until(lambda: all(found(server, "total") for server in servers), "the first index, for all")
    until(lambda: len(watchers(servers)) == 1, "one of them watches")
    wrong: list[Any] = []
    stop = threading.Event()

    def keep_asking(server: Server) -> None:
        while not stop.is_set():
            result = ask(server, "total")
            if result.get("isError"):
                wrong.append(result)

    threads = [threading.Thread(target=keep_asking, args=(server,), daemon=True) for server in servers]
    for thread in threads:
        thread.start()
    for number in range(5):
        write(tree / "shop/edited.py", f"def edited{number}(): pass\n")
        time.sleep(0.4)
    stop.set()
    for thread in threads:
        thread.join(PATIENCE)
    assert not wrong and not any(thread.is_alive() for thread in threads)
    until(lambda: all(found(server, "edited4") for server in servers), "the last edit, for all")
    assert len(watchers(servers)) == 1


def test_when_the_server_that_has_it_indexed_dies_another_does(tree: Path, servers: list[Server]) -> None:
    until(lambda: all(found(server, "total") for server in servers), "the first index, for all")
    until(lambda: len(watchers(servers)) == 1, "one of them watches")
    (leader,) = [server for server in servers if watchers([server])]
    (orphan,) = watchers([leader])
    others = [server for server in servers if server is not leader]
    leader.kill()
    write(tree / "shop/later.py", "def later(): pass\n")
    until(lambda: not running([orphan]), "its child goes, too", 5.0)
    holder = until(lambda: Lease(str(tree)).holder() is not None, "another has the lease", 10.0)
    until(lambda: all(found(server, "later") for server in others), "the edit, for all")
    assert holder < 5.0
    until(lambda: len(watchers(others)) == 1, "one of them watches")


def test_freshness_is_known_without_a_walk_until_something_happens(tree: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    index(str(tree), workers=1)
    compared: list[bool] = []
    compare = Project.compare
    monkeypatch.setattr(Project, "compare", lambda self, where: compared.append(True) or compare(self, where))
    fresh = Fresh(str(tree))

    def status() -> tuple[str, int]:
        with Project.open(str(tree)) as project:
            project.watched = fresh
            return project.freshness().status, len(compared)

    assert status() == ("fresh", 1) and status() == ("fresh", 1)
    write(tree / "shop/late.py", "def late(): pass\n")
    assert status()[0] == "stale"
    time.sleep(0.1)  # writing a file is more than one event
    known = status()
    assert known[0] == "stale" and status() == known
    index(str(tree), workers=1)
    assert status()[0] == "fresh"
    write(tree / "new/late.py", "def later(): pass\n")
    assert status()[0] == "stale"
    write(tree / "new/last.py", "def last(): pass\n")
    index(str(tree), workers=1)
    assert status()[0] == "fresh"
    write(tree / "new/last.py", "def least(): pass\n")
    assert status()[0] == "stale", "new directories are listened to"
