"""The indexer's promises: incremental equals full, one writer, whole generations, and a repository left as it was."""

from __future__ import annotations

import os
import random
import shutil
import signal
import stat
import subprocess
import sys
import textwrap
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import psutil
import pytest

from asking import indexed
from callmap import config
from callmap.ask.graph import callees
from callmap.ask.project import Project
from callmap.errors import IndexBusy
from callmap.index import index
from callmap.linking import SMALLEST_SHARE
from callmap.read import fork
from callmap.store.lock import only_writer
from callmap.store.store import Index
from repositories import git, photograph
from trees import LONG_AGO, clean_dump, database, dump, dump_of, plant, run, write

CALLMAP = str(Path(sys.executable).with_name("callmap"))
FILES = {
    "pyproject.toml": '[project]\nname = "shop"\n',
    "shop/__init__.py": "from shop.cart import Cart\n",
    "shop/cart.py": "from shop.price import total\n\n\nclass Cart:\n    def sum(self):\n        return total(self)\n",
    "shop/price.py": "def total(cart):\n    return rounded(1)\n\n\ndef rounded(x):\n    return round(x)\n",
    "main.py": "from shop import Cart\n\n\ndef main():\n    Cart().sum()\n\n\nmain()\n",
    "web/app.js": "import { send } from './send.js';\nexport function run() { send(); }\n",
    "web/send.js": "export function send() { fetch('/'); }\n",
    "core/run.c": '#include "run.h"\nint main(void) { return run(); }\n',
    "core/run.h": "int run(void);\n",
    "core/more.c": '#include "run.h"\nint run(void) { return 1; }\n',
}


@pytest.fixture
def tree(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A tree that was written long ago; its index is in a directory of the test."""
    monkeypatch.setenv("CALLMAP_DATA", str(tmp_path / "data"))
    return plant(tmp_path / "tree", FILES)


# --- incremental equals full -----------------------------------------------------------------------------------------


def test_an_update_gives_what_a_first_index_gives(tree: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def rename(old: str, new: str) -> None:
        (tree / new).parent.mkdir(parents=True, exist_ok=True)
        (tree / old).rename(tree / new)

    steps: list[Callable[[], object]] = [
        lambda: write(tree / "shop/price.py", "def total(cart):\n    return 1\n"),  # edit
        lambda: write(tree / "shop/extra.py", "from shop.price import total\n\ntotal(1)\n"),  # add
        (tree / "shop/cart.py").unlink,  # delete
        lambda: rename("shop/price.py", "shop/prices.py"),  # rename
        lambda: rename("shop/prices.py", "shop/price.py"),  # and back
        lambda: write(
            tree / "shop/cart.py", "class Cart(:\n    def sum(self):\n        self.sum()\n"
        ),  # a syntax error
        lambda: write(tree / "shop/cart.py", "class Cart:\n    def sum(self):\n        self.sum()\n"),  # repaired
        lambda: rename("web", "site"),
        lambda: write(tree / ".gitignore", "core/\n"),
        lambda: write(tree / "shop/__init__.py", "from shop.other import Cart\n"),
        lambda: write(tree / "shop/other/__init__.py", "class Cart:\n    def sum(self): pass\n"),
        lambda: shutil.rmtree(tree / "shop"),
    ]
    run(tree)
    before = dump(tree)
    for number, step in enumerate(steps):
        step()
        assert run(tree).changed, f"step {number} was not seen"
        after = dump(tree)
        assert after != before, f"step {number} changes nothing"
        assert after == clean_dump(tree, monkeypatch, tmp_path), f"step {number}"
        before = after


def test_random_updates(tree: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    chance = random.Random(7)
    names = [f"m{number}" for number in range(5)]
    for _ in range(12):
        for _ in range(chance.randint(1, 3)):
            path = tree / chance.choice(("", "shop", "shop/sub")) / f"{chance.choice(names)}.py"
            if path.exists() and chance.random() < 0.4:
                path.unlink()
                continue
            one, two = chance.choice(names), chance.choice(names)
            write(
                path,
                f"from shop.{one} import {two}\nimport {two}\n\n\ndef {one}(x=1):\n    {two}()\n    {two}.{one}()\n",
            )
        run(tree)
        assert dump(tree) == clean_dump(tree, monkeypatch, tmp_path)


def test_a_broken_file_is_a_problem_until_it_is_repaired(tree: Path) -> None:
    good = (tree / "main.py").read_text()
    assert run(tree).counts["problems"] == {}
    write(tree / "main.py", good + "def broken(:\n")
    assert run(tree).counts["problems"] == {"syntax": 1}
    assert any('"name": "main"' in line for line in dump(tree)), "what can be read is"
    write(tree / "main.py", good)
    assert run(tree).counts["problems"] == {}


def test_globs_decide_what_is_read(tree: Path) -> None:
    everything = run(tree)
    assert everything.counts["files"]["javascript"] == 2
    write(tree / "callmap.toml", 'exclude = ["web/"]\n')
    less = run(tree)
    assert less.changed and "javascript" not in less.counts["files"]
    assert not [line for line in dump(tree) if '"path": "web/' in line]
    write(tree / "callmap.toml", 'exclude = ["web/app.js"]\nunknown = 1\n')
    other = run(tree)
    assert other.counts["files"]["javascript"] == 1 and other.counts["skipped"] == {"excluded": 1}
    assert "unknown" in other.warnings[0]
    (tree / "callmap.toml").unlink()
    again = run(tree)
    assert {**again.counts} == {**everything.counts}


# --- nothing to do ---------------------------------------------------------------------------------------------------


def test_a_directory_that_is_ignored_from_now_on_is_counted(tree: Path) -> None:
    """Also where nothing in it was indexed."""
    write(tree / "notes/plan.txt", "later")
    assert "ignored" not in run(tree).counts["skipped_directories"]
    write(tree / ".gitignore", "notes/\n")
    assert run(tree).counts["skipped_directories"]["ignored"] == 1


def test_nothing_changed_writes_nothing(tree: Path) -> None:
    first = run(tree)
    assert first.changed and first.read == len(FILES)
    path = database(tree)

    def state() -> tuple[object, ...]:
        return path.read_bytes(), path.stat().st_mtime_ns, path.stat().st_ino, sorted(os.listdir(path.parent))

    before = state()
    second = run(tree)
    assert not second.changed and second.read == 0 and second.generation == first.generation
    assert second.counts == first.counts
    assert state() == before


def test_an_edit_that_keeps_size_and_time_is_seen_if_it_may_be_young(tree: Path) -> None:
    path = tree / "young.py"
    write(path, "def one(): pass\n")
    run(tree)
    times = path.stat()
    write(path, "def two(): pass\n")
    os.utime(path, ns=(times.st_atime_ns, times.st_mtime_ns))
    with Project.open(str(tree)) as project:
        fresh = project.freshness()
    assert (fresh.status, fresh.changed_files) == ("stale", 1)
    assert run(tree).changed
    assert any('"name": "two"' in line for line in dump(tree))


def test_an_edit_that_keeps_size_and_time_is_seen_whatever_its_age(tree: Path) -> None:
    run(tree)
    assert run(tree).read == 0
    write(tree / "web/send.js", "export function mend() { fetch('/'); }\n")
    os.utime(tree / "web/send.js", (LONG_AGO, LONG_AGO))
    with Project.open(str(tree)) as project:
        assert project.freshness().changed_files == 1
    done = run(tree)
    assert done.changed and done.read == 1
    assert any('"name": "mend"' in line for line in dump(tree))


def test_two_files_of_one_size_and_time_that_change_places(tree: Path) -> None:
    for name in ("one", "two"):
        write(tree / f"{name}.py", f"def {name}(): pass\n")
        os.utime(tree / f"{name}.py", (LONG_AGO, LONG_AGO))
    run(tree)
    (tree / "one.py").rename(tree / "aside")
    (tree / "two.py").rename(tree / "one.py")
    (tree / "aside").rename(tree / "two.py")
    done = run(tree)
    assert done.changed and done.read == 2
    with Project.open(str(tree)) as project:
        assert project.find("one").path == "two.py"


def test_young_files_are_not_suspected_for_ever(tree: Path) -> None:
    path = tree / "young.py"
    write(path, "def one(): pass\n")
    just_now = time.time() - 1.2
    os.utime(path, (just_now, just_now))
    run(tree)
    with Project.open(str(tree)) as project:
        assert project.freshness().status == "fresh", "it is read, and holds what it held"
    time.sleep(0.9)
    second = run(tree)
    assert second.read == 1 and not second.changed
    assert run(tree).read == 0


def test_a_touched_file_is_read_once(tree: Path) -> None:
    run(tree)
    os.utime(tree / "main.py", (LONG_AGO + 5, LONG_AGO + 5))
    touched = run(tree)
    assert touched.read == 1 and not touched.changed
    assert run(tree).read == 0


def test_a_file_that_is_not_to_be_read_any_more(tree: Path) -> None:
    run(tree)
    (tree / "main.py").unlink()
    os.mkfifo(tree / "main.py")
    with Project.open(str(tree)) as project:
        assert project.freshness().status == "stale"
    assert run(tree).counts["skipped"] == {"not a regular file": 1}
    assert not [line for line in dump(tree) if '"path": "main.py"' in line]


# --- writers and readers ---------------------------------------------------------------------------------------------


def indexer(root: Path, body: str = "") -> subprocess.Popen[bytes]:
    """A process that indexes; `body` is run at every step of its progress, with `stage`, `done` and `total`."""
    script = f"""
        import os, signal, sys, time
        from callmap.index import index
        def step(stage, done, total):
            {body or "pass"}
        index(sys.argv[1], workers=2, progress=step)
    """
    return subprocess.Popen([sys.executable, "-c", textwrap.dedent(script), str(root)], stderr=subprocess.PIPE)


def test_two_indexers_at_once(tree: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for number in range(60):
        write(tree / f"many/m{number}.py", f"from many.m{number // 2} import f{number // 2}\ndef f{number}(): pass\n")
    several = [indexer(tree, "time.sleep(0.002)") for _ in range(3)]
    for process in several:
        _, said = process.communicate(timeout=60)
        assert process.returncode == 0, said
    assert dump(tree) == clean_dump(tree, monkeypatch, tmp_path)


def test_an_indexer_waits_its_turn_and_then_looks_at_the_tree(tree: Path) -> None:
    run(tree)
    with only_writer(database(tree)):
        waiting = indexer(tree)
        with pytest.raises(subprocess.TimeoutExpired):
            waiting.wait(1.0)
        write(tree / "late.py", "def late(): pass\n")
        with (
            pytest.raises(IndexBusy, match=f"Process {os.getpid()} has been indexing"),
            only_writer(database(tree), patience=0.1),
        ):
            pass
    assert waiting.wait(30) == 0
    assert any('"name": "late"' in line for line in dump(tree))


def test_a_reader_sees_whole_generations(tree: Path) -> None:
    run(tree)
    old = dump(tree)
    shutil.rmtree(tree / "shop")
    write(tree / "main.py", "def other(): pass\nother()\n")
    write(tree / "new.py", "import main\nmain.other()\n")
    seen: list[bool] = []
    with Project.open(str(tree)) as reader:
        run(tree, progress=lambda stage, done, total: seen.append(dump(tree) == old))
        assert dump_of(reader) == old, "a question that began before goes on with what it saw"
    assert seen and all(seen)
    assert dump(tree) != old


@pytest.mark.parametrize("when", ['stage == "reading" and done == 2', 'stage == "linking" and done == total'])
def test_a_killed_indexer(tree: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, when: str) -> None:
    run(tree)
    old = dump(tree)
    for number in range(40):
        write(tree / f"many/m{number}.py", f"from shop.price import total\ndef f{number}(): total({number})\n")
    (tree / "main.py").unlink()
    killed = indexer(tree, f"if {when}: os.kill(os.getpid(), signal.SIGKILL)")
    assert killed.wait(30) == -signal.SIGKILL, "it was killed, or this test tests nothing"
    assert dump(tree) == old
    assert run(tree).changed
    assert dump(tree) == clean_dump(tree, monkeypatch, tmp_path)


def test_an_indexer_that_is_killed_while_it_links_leaves_no_process_and_no_lock(tree: Path) -> None:
    run(tree)
    old = dump(tree)
    for number in range(200):
        write(tree / f"many/m{number}.py", f"from shop.price import total\ndef f{number}(): total({number})\n")
    killed = indexer(tree, 'if stage == "linking" and done == 0: open(sys.argv[1] + ".linking", "w").close()')
    mark = Path(f"{tree}.linking")
    wait_for(lambda: mark.exists() or killed.poll() is not None)
    left: list[int] = []
    while not left and killed.poll() is None:
        left = children(killed.pid)
    killed.kill()
    assert killed.wait(10) == -signal.SIGKILL and left, "it was killed while others linked for it"
    assert dump(tree) == old
    try:
        wait_for(lambda: not any(map(alive, left)), seconds=5)
    finally:
        for process in filter(alive, left):
            os.kill(process, signal.SIGKILL)
    assert run(tree).changed


def wait_for(condition: Callable[[], object], seconds: float = 30.0) -> None:
    give_up = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < give_up, "it did not happen in time"
        time.sleep(0.01)


def alive(process: int) -> bool:
    return Path(f"/proc/{process}").exists()


def children(process: int) -> list[int]:
    try:
        return [int(word) for word in Path(f"/proc/{process}/task/{process}/children").read_text().split()]
    except OSError:
        return []


def test_facts_that_another_version_swept_out_are_made_again(
    tree: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    run(tree)
    with Index.open(database(tree), write=True) as store:
        store.sweep(["another version"])  # as it does after indexing another worktree of the repository
    write(tree / "main.py", "from shop import Cart\nCart().sum()\n")
    assert run(tree).changed
    assert dump(tree) == clean_dump(tree, monkeypatch, tmp_path)


def test_only_the_user_may_read_the_index(tree: Path) -> None:
    mask = os.umask(0o022)
    try:
        run(tree)
        dump(tree)  # a reader leaves a -shm behind
    finally:
        os.umask(mask)
    places = [Path(config.data_directory()), *Path(config.data_directory()).rglob("*")]
    assert len(places) >= 3
    for place in places:
        assert stat.S_IMODE(place.stat().st_mode) == (0o700 if place.is_dir() else 0o600), place


# --- the repository --------------------------------------------------------------------------------------------------


@pytest.fixture
def repository(tree: Path, tmp_path: Path) -> Path:
    """The tree as a repository with a commit, a change, and programs that git runs when it looks at the work tree."""
    git(tree, "init", "-q", "-b", "main")
    git(tree, "add", ".")
    git(tree, "commit", "-q", "-m", "first")
    trap = tmp_path / "trap"
    trap.write_text(f"#!/bin/sh\necho fired >> '{tmp_path}/canary'\nexec cat\n")
    trap.chmod(0o755)
    git(tree, "config", "core.fsmonitor", str(trap))
    git(tree, "config", "filter.armed.clean", str(trap))
    git(tree, "config", "filter.armed.smudge", str(trap))
    git(tree, "config", "diff.armed.textconv", str(trap))
    git(tree, "config", "core.hooksPath", str(tmp_path))
    write(tree / ".gitattributes", "* filter=armed diff=armed\n")
    write(tree / "main.py", FILES["main.py"] + "main()\n")
    return tree


def test_the_repository_is_left_as_it_was_and_none_of_its_programs_runs(repository: Path, tmp_path: Path) -> None:
    canary = tmp_path / "canary"
    canary.unlink(missing_ok=True)
    before = photograph(repository)
    assert any("/.git/objects/" in path for path in before)
    for words in (["index"], ["status"], ["callers", "total"], ["callees", "main.py::main"], ["edges"], ["symbols"]):
        done = subprocess.run([CALLMAP, *words], cwd=repository, capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stderr
    assert photograph(repository) == before
    assert not canary.exists()
    git(repository, "status")
    assert canary.exists(), "the trap works: git itself runs it"


def test_the_commit_is_noted(repository: Path) -> None:
    report = run(repository)
    head = (repository / ".git/refs/heads/main").read_text().strip()
    assert report.commit == head and len(head) == 40
    (repository / ".git/refs/heads/main").write_text("0" * 40 + "\n")
    with Project.open(str(repository)) as project:
        assert project.freshness().status == "stale"
    assert run(repository).commit == "0" * 40


def test_no_network_and_no_program(repository: Path, tmp_path: Path) -> None:
    script = """
        import os, socket, sys
        log = os.open(sys.argv[2], os.O_WRONLY | os.O_CREAT | os.O_APPEND)
        watched = ("socket.connect", "socket.getaddrinfo", "socket.sendto", "socket.bind", "subprocess.Popen",
                   "os.system", "os.exec", "os.posix_spawn", "os.spawn", "pty.spawn")
        sys.addaudithook(lambda event, _: os.write(log, f"{event}\\n".encode()) if event in watched else None)
        from callmap.index import index
        from callmap.ask.project import Project
        index(sys.argv[1], workers=2)  # its workers are forked, and inherit the hook
        with Project.open(sys.argv[1]) as project:
            assert project.callers(project.find("total")).total == 1
            project.freshness()
            project.check_ref("live")
        os.write(log, b"done\\n")
        try:
            socket.create_connection(("127.0.0.1", 9), 0.1)
        except OSError:
            pass
    """
    log = tmp_path / "log"
    subprocess.run([sys.executable, "-c", textwrap.dedent(script), str(repository), str(log)], check=True, timeout=60)
    before, after = log.read_text().split("done\n")
    assert before == ""
    assert "socket.connect" in after, "the hook works"


@pytest.mark.parametrize("units", [0, 1], ids=["before the first unit", "on the way"])
def test_linking_processes_that_die_cost_nothing_but_time(
    units: int, tree: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What they link is not held by the process that indexes: it reads it from the store again."""
    for number in range(3 * SMALLEST_SHARE):
        before = "shop.price" if number % 8 == 0 else f"many.m{number - 1}"
        write(tree / f"many/m{number}.py", f"from {before} import total\n\n\ndef go{number}():\n    total(1)\n")
    killed: list[int] = []

    def step(stage: str, done: int, total: int) -> None:
        if stage == "linking" and done >= units and not killed:
            killed.extend(child.pid for child in psutil.Process().children(recursive=True))
            for pid in killed:
                os.kill(pid, signal.SIGKILL)

    run_forks = fork.Forks.run

    def first_step(self: fork.Forks, method: str, arguments: Sequence[tuple[Any, ...]]) -> list[Any]:
        step("linking", 0, 0)
        return run_forks(self, method, arguments)

    monkeypatch.setattr(fork.Forks, "run", first_step)
    report = index(str(tree), workers=2, progress=step)
    assert killed and report.changed
    assert dump(tree) == clean_dump(tree, monkeypatch, tmp_path)


def test_state_in_the_repository_is_ignored(tree: Path) -> None:
    for name in ("index.db", ".callmap/index.db", "index.lock", ".callmap.db"):
        write(tree / name, "not yours")
    before = photograph(tree)
    run(tree)
    assert photograph(tree) == before and dump(tree)


def test_a_class_without_a_constructor_is_constructed_and_called_and_shown_once(tmp_path: Path) -> None:
    files = {"box.js": "class Box {}\nclass Lid { constructor() {} }\nfunction make() { new Box(); new Lid(); }\n"}
    with indexed(tmp_path, files) as project:
        store, snapshot = project.store, project.snapshot.id
        (made,) = store.symbols_like(snapshot, "make")
        known = [(edge.kind, edge.callee.name) for edge in store.edges(snapshot) if edge.callee is not None]
        assert sorted(known) == [
            ("CALLS", "Box"), ("CALLS", "Lid.constructor"), ("CONSTRUCTS", "Box"), ("CONSTRUCTS", "Lid")
        ]  # fmt: skip
        shown = [
            (step.edge.kind, step.edge.callee.name) for step in callees(store, snapshot, made).steps if step.edge.callee
        ]
        assert sorted(shown) == [("CALLS", "Lid.constructor"), ("CONSTRUCTS", "Box"), ("CONSTRUCTS", "Lid")]
