"""An index that keeps itself up to date: one process does it, edits of every kind are seen, nothing goes stale."""

from __future__ import annotations

import fcntl
import json
import os
import shutil
import signal
import subprocess
import sys
import textwrap
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import psutil
import pytest

from callmap import lease as leases
from callmap.errors import IndexNotReady, ProjectNotFound
from callmap.index import Report, index
from callmap.lease import Lease
from callmap.read.events import Listener
from callmap.watch import Event, Watcher
from processes import running
from repositories import git
from trees import FIVE_LANGUAGES, clean_dump, database, dump, plant, run, write

PATIENCE = 30.0


@pytest.fixture
def tree(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("CALLMAP_DATA", str(tmp_path / "data"))
    return plant(tmp_path / "tree", FIVE_LANGUAGES)


class Watching:
    """`callmap watch` in a process of its own, and what it has told."""

    def __init__(self, root: Path, prefix: list[str] | None = None) -> None:
        command = [*(prefix or []), sys.executable, "-P", "-m", "callmap", "watch", "--json", "--workers", "1"]
        self.process = subprocess.Popen(
            [*command, "--while-stdin", "--root", str(root)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )
        self.events: list[dict[str, Any]] = []
        threading.Thread(target=self._read, daemon=True).start()

    def _read(self) -> None:
        assert self.process.stdout is not None
        for line in self.process.stdout:
            self.events.append(json.loads(line))

    def told(self, what: str) -> list[dict[str, Any]]:
        return [event for event in self.events if event["what"] == what]

    def wait_for(self, what: str, count: int = 1) -> dict[str, Any]:
        until(lambda: len(self.told(what)) >= count, f"{count} × {what}; there were {self.events}")
        return self.told(what)[count - 1]

    def stop(self) -> None:
        self.process.kill()
        self.process.wait()


@contextmanager
def watching(root: Path, prefix: list[str] | None = None) -> Iterator[Watching]:
    started = Watching(root, prefix)
    try:
        yield started
    finally:
        started.stop()


def until(condition: Callable[[], object], what: str, seconds: float = PATIENCE) -> float:
    """Waits until it is so; how long that took."""
    began = time.monotonic()
    while not condition():
        assert time.monotonic() < began + seconds, f"It did not happen in time: {what}"
        time.sleep(0.02)
    return time.monotonic() - began


def knows(root: Path, name: str) -> bool:
    try:
        return any(f'"name": "{name}"' in line for line in dump(root))
    except IndexNotReady:
        return False


# --- edits -----------------------------------------------------------------------------------------------------------


def test_edits_of_every_kind_are_indexed(tree: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def same() -> bool:
        return dump(tree) == clean_dump(tree, monkeypatch, tmp_path)

    with watching(tree) as watch:
        watch.wait_for("indexed")
        write(tree / "shop/price.py", "def total(cart):\n    return edited()\n\n\ndef edited(): pass\n")
        until(lambda: knows(tree, "edited"), "an edit")
        write(tree / "one/two/three.py", "def deep(): pass\n")
        until(lambda: knows(tree, "deep"), "a file in a new directory")
        write(tree / "one/two/four.py", "def deeper(): pass\n")
        until(lambda: knows(tree, "deeper"), "another there")
        (tree / "one").rename(tree / "other")
        until(same, "a renamed directory")
        write(tree / "one/two/three.py", "def again(): pass\n")
        until(lambda: knows(tree, "again"), "a new directory of the old name")
        (tree / "main.py").unlink()
        until(same, "a deletion")
        write(tree / ".gitignore", "web/\n")
        until(same, "ignore rules")
        (tree / "core/run.c").rename(tree / "core/runs.c")
        until(same, "a rename")
        shutil.rmtree(tree / "other")
        until(same, "a deleted directory")
        assert not watch.told("failed")


def test_git_moves_are_followed(tree: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    git(tree, "init", "-q", "-b", "main")
    git(tree, "add", ".")
    git(tree, "commit", "-q", "-m", "first")
    git(tree, "checkout", "-q", "-b", "side")
    git(tree, "mv", "shop", "store")
    write(tree / "store/more.py", "def more(): pass\n")
    git(tree, "add", ".")
    git(tree, "commit", "-q", "-m", "second")
    git(tree, "checkout", "-q", "main")

    def same() -> bool:
        return dump(tree) == clean_dump(tree, monkeypatch, tmp_path)

    with watching(tree) as watch:
        watch.wait_for("indexed")
        git(tree, "checkout", "-q", "side")
        until(lambda: knows(tree, "more") and same(), "a branch switch with a moved directory")
        git(tree, "commit", "-q", "--allow-empty", "-m", "third")
        head = git(tree, "rev-parse", "HEAD")
        until(lambda: watch.told("indexed")[-1]["report"]["commit"] == head, "a commit that changes no file")
        git(tree, "checkout", "-q", "main")
        until(same, "back again")
        git(tree, "merge", "-q", "side")
        until(same, "a merge")


def test_a_tree_becomes_a_repository(tree: Path) -> None:
    with watching(tree) as watch:
        watch.wait_for("indexed")
        before = database(tree)
        git(tree, "init", "-q", "-b", "main")
        write(tree / "late.py", "def late(): pass\n")
        assert database(tree) != before, "its data are kept elsewhere"
        until(lambda: database(tree).exists() and Lease(str(tree)).holder() is not None, "who watches moves, too")
        until(lambda: knows(tree, "late"), "an edit")
        assert watch.process.poll() is None


def test_idle_means_that_nothing_is_written(tree: Path) -> None:
    with watching(tree) as watch:
        watch.wait_for("indexed")

        def state() -> object:
            written = psutil.Process(watch.process.pid).io_counters()
            files = {path.name: path.read_bytes() for path in sorted(database(tree).parent.iterdir())}
            return written.write_chars, written.write_bytes, files

        def idle() -> bool:
            before = state()
            time.sleep(3.0)
            return state() == before

        until(idle, "peace: once edited files are old, which is noted once")
        assert len(watch.told("indexed")) == 1


# --- one process -----------------------------------------------------------------------------------------------------


def test_one_works_and_another_takes_its_place_when_it_dies(tree: Path) -> None:
    with watching(tree) as first:
        first.wait_for("watching")
        with watching(tree) as second, watching(tree) as third:
            assert str(first.process.pid) in second.wait_for("waiting")["words"]
            third.wait_for("waiting")
            write(tree / "late.py", "def late(): pass\n")
            until(lambda: knows(tree, "late"), "an edit")
            assert not second.told("indexed") and not third.told("indexed")
            heirs = {second.process.pid, third.process.pid}
            first.process.kill()
            write(tree / "later.py", "def later(): pass\n")
            assert until(lambda: (now := Lease(str(tree)).holder()) and now.pid in heirs, "another has it") < 5.0
            until(lambda: knows(tree, "later"), "an edit after its death")
            until(lambda: len(second.told("watching") + third.told("watching")) == 1, "one of them watches")


def test_one_that_is_not_to_wait_leaves(tree: Path) -> None:
    with watching(tree) as first:
        first.wait_for("watching")
        command = [sys.executable, "-m", "callmap", "watch", "--no-wait", "--root", str(tree)]
        assert subprocess.run(command, timeout=PATIENCE, check=False).returncode == 0
        assert first.process.poll() is None


def test_one_that_hangs_loses_the_lease_and_notices(tree: Path) -> None:
    with watching(tree) as first:
        first.wait_for("watching")
        time.sleep(0.5)
        first.process.send_signal(signal.SIGSTOP)
        try:
            with watching(tree) as second:
                second.wait_for("watching")
                write(tree / "late.py", "def late(): pass\n")
                until(lambda: knows(tree, "late"), "an edit")
                first.process.send_signal(signal.SIGCONT)
                first.wait_for("waiting")
                at_rest = leases.Holder(second.process.pid, "watching", "")
                until(lambda: Lease(str(tree)).holder() == at_rest, "the second one to keep it")
        finally:
            first.process.send_signal(signal.SIGCONT)


def test_it_ends_when_stdin_ends_and_leaves_no_process(tree: Path) -> None:
    for number in range(300):
        write(tree / f"many/m{number}.py", f"def f{number}():\n    g{number}()\n" * 50)
    with watching(tree) as watch:
        time.sleep(1.0)  # in the middle of its first run
        children = psutil.Process(watch.process.pid).children(recursive=True)
        assert watch.process.stdin is not None
        watch.process.stdin.close()
        assert watch.process.wait(10.0) == 0
        assert not running(children, within=5)


def test_it_ends_in_a_run_that_tells_nothing(tree: Path) -> None:
    began = time.monotonic()

    def update(progress: object, where: object) -> Report:
        time.sleep(PATIENCE)
        raise AssertionError("it should have been stopped")

    Watcher(str(tree), update, lambda event: None, lambda: time.monotonic() < began + 0.5).run()
    assert time.monotonic() - began < PATIENCE / 2
    assert signal.getsignal(signal.SIGALRM) == signal.SIG_DFL and signal.getitimer(signal.ITIMER_REAL) == (0, 0)


def test_a_lease(tree: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    one, two = Lease(str(tree)), Lease(str(tree))
    assert one.holder() is None and not one.beat()
    assert one.take() and one.take() and not two.take()
    one.say("watching")
    assert two.holder() == leases.Holder(os.getpid(), "watching", "")
    assert not one.wished()
    two.wish()
    assert one.wished() and not one.wished()
    one.release()
    assert two.holder() is None and two.take() and not one.take()
    monkeypatch.setattr(leases, "SILENCE", 0.2)
    time.sleep(0.3)
    assert one.holder() is None, "it does not beat"
    assert one.take() and one.beat()
    monkeypatch.setattr(leases, "BEAT", 0.0)
    assert not two.beat(), "it is lost"
    assert one.beat()


def test_a_process_that_stops_while_it_takes_a_lease_over_keeps_nobody_waiting(
    tree: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    one, two = Lease(str(tree)), Lease(str(tree))
    assert one.take()
    monkeypatch.setattr(leases, "SILENCE", 0.2)
    time.sleep(0.3)
    taken: list[bool] = []
    with (database(tree).parent / two._path.with_suffix(".guard").name).open("w") as guard:
        fcntl.flock(guard, fcntl.LOCK_EX)
        thread = threading.Thread(target=lambda: taken.append(two.take()), daemon=True)
        thread.start()
        thread.join(PATIENCE)
        assert taken == [False]
    assert two.take()


def test_others_see_how_far_a_run_is(tree: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    index(str(tree))  # the directory of the index is there
    monkeypatch.setattr(leases, "TELL", 0.0)
    seen: list[str] = []

    def update(progress: Callable[[str, int, int], None], where: object) -> Any:
        progress("read", 120, 1967)
        holder = Lease(str(tree)).holder()
        assert holder is not None
        seen.append(holder.progress)
        return index(str(tree))

    Watcher(str(tree), update, lambda event: None, lambda: len(seen) < 1).run()
    assert seen == ["read 120 of 1,967"]


def test_who_writes_the_index_need_not_beat(tree: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    script = f"""
        import time
        from pathlib import Path
        from callmap.store.lock import only_writer
        from callmap.lease import Lease
        lease = Lease({str(tree)!r})
        assert lease.take()
        with only_writer(Path({str(database(tree))!r})):
            print("ready", flush=True)
            time.sleep(60)
    """
    with subprocess.Popen([sys.executable, "-c", textwrap.dedent(script)], stdout=subprocess.PIPE) as writer:
        assert writer.stdout is not None and writer.stdout.readline() == b"ready\n"
        monkeypatch.setattr(leases, "SILENCE", 0.2)
        time.sleep(0.3)
        assert not Lease(str(tree)).take() and Lease(str(tree)).holder() is not None
        writer.kill()
    assert Lease(str(tree)).take()


# --- never silently stale --------------------------------------------------------------------------------------------


def test_without_watches_it_polls_and_says_so(tree: Path) -> None:
    limit = "echo 1 > /proc/sys/user/max_inotify_watches"
    if subprocess.run(["unshare", "-Ur", "sh", "-c", limit], capture_output=True, check=False).returncode:
        refused = "import watchfiles._rust_notify as notify\n\n\ndef refuse(*_):\n    raise OSError(28, 'limit')\n\n\n"
        write(tree.parent / "site/sitecustomize.py", f"{refused}notify.RustNotify = refuse\n")
        prefix = ["env", f"PYTHONPATH={tree.parent / 'site'}"]
    else:
        prefix = ["unshare", "-Ur", "sh", "-c", f'{limit} && exec "$@"', "sh"]
    with watching(tree, prefix) as watch:
        assert "refuses" in watch.wait_for("polling")["words"]
        holder = Lease(str(tree)).holder()
        assert holder is not None and holder.how == "polling" and "refuses" in holder.trouble
        write(tree / "late.py", "def late(): pass\n")
        until(lambda: knows(tree, "late"), "an edit")


def test_a_root_that_vanishes_is_no_empty_tree(tree: Path) -> None:
    with watching(tree) as watch:
        watch.wait_for("indexed")
        before = dump(tree)
        tree.rename(tree.with_name("away"))
        assert "is kept" in watch.wait_for("failed")["words"]
        with pytest.raises(ProjectNotFound, match="does not exist"):
            index(str(tree))
        assert dump(tree) == before
        tree.with_name("away").rename(tree)
        write(tree / "back.py", "def back(): pass\n")
        until(lambda: knows(tree, "back"), "an edit after its return")


def test_another_directory_in_the_place_of_the_root(tree: Path) -> None:
    with watching(tree) as watch:
        watch.wait_for("indexed")
        tree.rename(tree.with_name("away"))
        plant(tree, {"new.py": "def first(): pass\n"})
        until(lambda: knows(tree, "first"), "what it holds")
        write(tree / "new.py", "def second(): pass\n")
        until(lambda: knows(tree, "second"), "an edit in it")


def test_events_that_are_lost_are_made_up_for(tree: Path) -> None:
    """Stopped, it cannot take events from the system, which then drops them: also that of a new directory."""
    with watching(tree) as watch:
        watch.wait_for("indexed")
        time.sleep(0.5)
        watch.process.send_signal(signal.SIGSTOP)
        for number in range(7_000):
            (tree / "shop/flood.txt").touch()
            os.rename(tree / "shop/flood.txt", tree / f"shop/flood{number % 1500}.txt")
        write(tree / "shop/lost.py", "def lost(): pass\n")
        write(tree / "new/first.py", "def first(): pass\n")
        watch.process.send_signal(signal.SIGCONT)
        until(lambda: knows(tree, "lost") and knows(tree, "first"), "what was dropped")
        write(tree / "new/second.py", "def second(): pass\n")
        until(lambda: knows(tree, "second"), "an edit in the new directory")


def test_a_walk_finds_what_no_event_tells(tree: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("callmap.watch.CHECK", 0.3)
    monkeypatch.setattr("callmap.watch._UNTIL_OLD", 0.1)
    monkeypatch.setattr("callmap.watch._SHARE", 1)
    monkeypatch.setattr(Listener, "happened", lambda self, seconds, quiet=0.0: time.sleep(seconds))
    told: list[Event] = []
    give_up = time.monotonic() + PATIENCE

    def go_on() -> bool:
        if len(told) == 2:
            write(tree / "unheard.py", "def unheard(): pass\n")
        return time.monotonic() < give_up and len([event for event in told if event.report]) < 2

    Watcher(str(tree), lambda *_: run(tree), told.append, go_on).run()
    assert knows(tree, "unheard")


def test_somebody_may_wish_for_an_update(tree: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with watching(tree) as watch:
        watch.wait_for("indexed")
        time.sleep(0.3)
        with Path(tree / "main.py").open("a") as file:  # a listener would hear of it; the wish alone must do, too
            file.write("\n\ndef wished(): pass\n")
        Lease(str(tree)).wish()
        until(lambda: knows(tree, "wished"), "the update")


def test_what_the_system_tells_late_is_waited_for(tree: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    listener = Listener(str(tree))
    listener.listen()
    tells, late = listener._notify, 2

    class Late:
        """Tells what happened only after it was asked a few times."""

        def watch(self, debounce: int, step: int, timeout: int, stop: None) -> object:
            nonlocal late
            assert tells is not None
            late -= 1
            return "timeout" if late >= 0 else tells.watch(debounce, step, timeout, stop)

        def close(self) -> None:
            assert tells is not None
            tells.close()

    monkeypatch.setattr(listener, "_notify", Late())
    write(tree / "shop/late.py", "def late(): pass\n")
    assert listener.caught_up(5.0) and listener.where() == {str(tree / "shop/late.py")}
    assert not listener.caught_up(5.0)
    if hasattr(os, "memfd_create"):
        late = 1 << 30
        assert listener.caught_up(0.01) and listener.outdated and listener.where() is None, "nothing is known"
    listener.close()
