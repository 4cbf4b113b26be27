"""read/pool.py with real processes that raise, hang and die."""

from __future__ import annotations

import ctypes
import faulthandler
import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import psutil
import pytest

from callmap.read import pool
from callmap.read.worker import LATE, LENGTH, RAISED
from processes import next_line, running

ITEMS = list(range(40))


def touch(item: Any) -> Any:
    """Makes the file, if it is one."""
    if isinstance(item, Path):
        item.touch()


def work(item: Any) -> Any:
    """Doubles a number; words say what to do instead."""
    match item:
        case int():
            return item * 2
        case "die":
            os.kill(os.getpid(), signal.SIGKILL)
        case "exit":
            os._exit(3)
        case "torn":
            die_while_sending()
        case "nonsense":
            line_of_this_worker().sendall(LENGTH.pack(4) + b"torn")
        case "leave":
            sys.exit(3)
        case "crash":
            faulthandler.disable()
            ctypes.string_at(0)
        case "raise":
            raise ValueError("a bad item")
        case "loop":
            while True:
                try:
                    while True:
                        pass
                except Exception:
                    pass
        case "deaf":
            signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGPROF})
            time.sleep(60)
        case "deaf and busy":
            signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGPROF})
            while True:
                pass
        case "stopped":
            os.kill(os.getpid(), signal.SIGSTOP)
        case "recurse":
            return recurse(0)
        case "unpicklable":
            return lambda: None
        case "process":
            return os.getpid()
        case "limit":
            return sys.getrecursionlimit()
        case "eat":
            return len(bytearray(1 << 32))
    return None


def die_while_sending() -> None:
    """Leaves the beginning of a message in the line to the parent."""
    line_of_this_worker().sendall(LENGTH.pack(1000) + b"torn")
    os._exit(3)


def line_of_this_worker() -> Any:
    frame: Any = sys._getframe()
    while "line" not in frame.f_locals:
        frame = frame.f_back
    return frame.f_locals["line"]


def recurse(depth: int) -> int:
    return recurse(depth + 1)


def failures(outcomes: list[pool.Outcome[Any, Any]]) -> dict[Any, str]:
    assert all(outcome.detail for outcome in outcomes if outcome.failure)
    return {outcome.item: outcome.failure for outcome in outcomes if outcome.failure}


def results(outcomes: list[pool.Outcome[Any, Any]]) -> dict[Any, Any]:
    return {outcome.item: outcome.result for outcome in outcomes if not outcome.failure}


@pytest.fixture(autouse=True)
def no_children_left() -> Iterator[None]:
    before = {child.pid for child in psutil.Process().children(recursive=True)}
    yield
    after = {child.pid: child.cmdline() for child in psutil.Process().children(recursive=True)}
    left = {pid for pid, words in after.items() if not any("forkserver" in w or "tracker" in w for w in words)}
    assert left <= before


@pytest.mark.parametrize(("workers", "isolate"), [(1, True), (2, True), (1, False)])
def test_every_item_comes_back_once(workers: int, isolate: bool) -> None:
    items = list(range(500))
    outcomes = list(pool.run(work, items, workers=workers, isolate=isolate, size=lambda item: item))
    assert len(outcomes) == 500
    assert results(outcomes) == {item: item * 2 for item in items}
    assert list(pool.run(work, [], workers=workers, isolate=isolate)) == []


@pytest.mark.parametrize(("items", "called"), [([], 0), ([1, 2], 1), (["die", 2], 1)])
def test_something_is_done_here_while_another_process_works(items: list[Any], called: int) -> None:
    calls: list[int] = []
    outcomes = list(pool.run(work, items, workers=1, meanwhile=lambda: calls.append(len(calls))))
    assert {outcome.item for outcome in outcomes} == {*items}
    assert len(calls) == called


@pytest.mark.parametrize("workers", [1, 2])
@pytest.mark.parametrize("death", ["die", "exit", "crash", "torn", "nonsense"])
def test_a_death_costs_the_guilty_item_only(death: str, workers: int) -> None:
    outcomes = list(pool.run(work, [*ITEMS[:17], death, *ITEMS[17:]], workers=workers))
    assert len(outcomes) == 41
    assert failures(outcomes) == {death: "worker died"}
    assert results(outcomes) == {item: item * 2 for item in ITEMS}


def test_many_deaths_and_other_troubles_at_once() -> None:
    troubles = {"die": pool.DIED, "exit": pool.DIED, "raise": RAISED, "loop": LATE, "leave": RAISED}
    troubles |= {"recurse": RAISED, "unpicklable": RAISED}
    items = [*ITEMS, *troubles, *range(100, 160)]
    outcomes = list(pool.run(work, items, workers=2, deadline=0.3))
    assert len(outcomes) == len(items)
    assert failures(outcomes) == troubles
    assert "ValueError: a bad item" in {outcome.detail for outcome in outcomes}


def test_work_begins_while_items_are_still_being_found(tmp_path: Path) -> None:
    begun = tmp_path / "begun"

    def found() -> Iterator[Any]:
        yield from [begun, *ITEMS]
        waiting_ends = time.monotonic() + 30
        while not begun.exists() and time.monotonic() < waiting_ends:
            time.sleep(0.01)
        assert begun.exists()
        yield from range(100, 140)

    outcomes = list(pool.run(touch, found(), workers=2, size=lambda item: 20_000, ahead=True))
    assert sorted(str(outcome.item) for outcome in outcomes) == sorted(map(str, [begun, *ITEMS, *range(100, 140)]))
    assert failures(outcomes) == {}


@pytest.mark.parametrize("found", [0, 3, 20, 200])
def test_items_that_are_found_one_by_one_come_back_once_whatever_happens(found: int) -> None:
    items = [*range(found), "die", "raise", *range(1000, 1000 + found)]
    outcomes = list(pool.run(work, iter(items), workers=2, size=lambda item: 20_000, ahead=True))
    assert failures(outcomes) == {"die": pool.DIED, "raise": RAISED}
    assert sorted(str(outcome.item) for outcome in outcomes) == sorted(map(str, items))


def test_workers_are_gone_when_items_cannot_be_found() -> None:
    before = set(psutil.Process().children())

    def found() -> Iterator[int]:
        yield from range(100)
        raise OSError("the disk is gone")

    with pytest.raises(OSError, match="the disk is gone"):
        list(pool.run(work, found(), workers=2, size=lambda item: 20_000, ahead=True))
    assert set(psutil.Process().children()) == before


@pytest.mark.parametrize("isolate", [True, False])
def test_an_endless_loop_is_stopped_at_the_deadline(isolate: bool) -> None:
    before = processor_time()
    outcomes = list(pool.run(work, [1, "loop", 2], workers=1, isolate=isolate, deadline=0.3))
    assert failures(outcomes) == {"loop": "deadline"}
    assert results(outcomes) == {1: 2, 2: 4}
    assert 0.2 <= processor_time() - before < 0.9


def processor_time() -> float:
    """What this process and its children that are gone have had: a deadline counts that, however busy the machine."""
    used = os.times()
    return used.user + used.system + used.children_user + used.children_system


@pytest.mark.parametrize("deaf", ["deaf", "deaf and busy", "stopped"])
def test_a_worker_that_is_deaf_to_the_alarm_is_killed(deaf: str) -> None:
    before = time.monotonic()
    outcomes = list(pool.run(work, [*ITEMS, deaf], workers=2, deadline=0.3))
    assert failures(outcomes) == {deaf: "worker died"}
    assert results(outcomes) == {item: item * 2 for item in ITEMS}
    assert time.monotonic() - before < 30


@pytest.mark.skipif(sys.platform != "linux", reason="the system does not tell how long a process has worked")
@pytest.mark.parametrize("items", [["loop"], [*ITEMS, "loop"]], ids=["few", "many"])
def test_a_worker_is_not_killed_because_others_keep_the_processor(items: list[Any]) -> None:
    everywhere = os.sched_getaffinity(0)
    os.sched_setaffinity(0, {min(everywhere)})  # children inherit it
    until = time.monotonic() + 60
    busy = [sys.executable, "-c", f"import time\nwhile time.monotonic() < {until}: pass"]
    others = [subprocess.Popen(busy) for _ in range(4)]
    try:
        outcomes = list(pool.run(work, items, workers=2, deadline=0.3))
    finally:
        os.sched_setaffinity(0, everywhere)
        for other in others:
            other.kill()
            other.wait()
    assert failures(outcomes) == {"loop": "deadline"}
    assert len(outcomes) == len(items)


def test_no_item_is_lost_when_workers_die_while_others_are_given_theirs(tmp_path: Path) -> None:
    script = tmp_path / "deaths.py"
    script.write_text(
        "import os, signal, sys\nfrom callmap.read import pool\n"
        "def work(item):\n    if item % 20 == 7:\n        os.kill(os.getpid(), signal.SIGKILL)\n    return item\n"
        "sys.setswitchinterval(1e-6)  # threads, if there are any, change places anywhere\n"
        "pool._BATCH_ITEMS = 1\n"
        "for _ in range(50):\n"
        "    found = pool.run(work, range(100), workers=2, size=lambda item: 20_000, ahead=True)\n"
        "    assert sorted(outcome.item for outcome in found) == list(range(100))\n"
    )
    subprocess.run([sys.executable, str(script)], check=True, timeout=120)


def test_isolation_is_in_another_process_and_its_opposite_in_this_one() -> None:
    (there,) = pool.run(work, ["process"], workers=1)
    (here,) = pool.run(work, ["process"], workers=1, isolate=False)
    assert there.result != os.getpid() == here.result


def test_in_process_work_leaves_no_trace() -> None:
    handler, limit = signal.getsignal(signal.SIGPROF), sys.getrecursionlimit()
    outcomes = list(pool.run(work, ["limit", "raise", "leave"], workers=1, isolate=False, recursion_limit=limit + 77))
    assert outcomes[0].result == limit + 77
    assert failures(outcomes) == {"raise": "error", "leave": "error"}
    assert (signal.getsignal(signal.SIGPROF), sys.getrecursionlimit()) == (handler, limit)
    assert signal.getitimer(signal.ITIMER_PROF) == (0.0, 0.0)


def test_limits_reach_the_worker() -> None:
    outcomes = list(pool.run(work, ["limit", "eat"], workers=1, recursion_limit=4321, memory_limit=2 << 30))
    assert results(outcomes) == {"limit": 4321}
    assert failures(outcomes) == {"eat": "error"}


def test_stopping_early_ends_the_workers_at_once() -> None:
    before = time.monotonic()
    outcomes = pool.run(work, [1, *["loop"] * 5], workers=2, deadline=30)
    next(outcomes)
    outcomes.close()  # type: ignore[attr-defined]
    assert time.monotonic() - before < 20


def test_beside_other_threads_processes_are_not_forked() -> None:
    stop = threading.Event()
    thread = threading.Thread(target=stop.wait)
    thread.start()
    try:
        outcomes = list(pool.run(work, [*ITEMS, "die"], workers=2))
    finally:
        stop.set()
        thread.join()
    assert failures(outcomes) == {"die": "worker died"}
    assert len(results(outcomes)) == 40


@pytest.mark.parametrize(("items", "processes"), [(1, 1), (40, 2)], ids=["a fork", "a pool"])
def test_workers_die_with_their_parent(items: int, processes: int, tmp_path: Path) -> None:
    script = tmp_path / "parent.py"
    script.write_text(
        "import os, time\nfrom callmap.read import pool\n"
        "def work(item):\n    os.write(1, b'%d\\n' % os.getpid())\n    time.sleep(60)\n"
        f"list(pool.run(work, range({items}), workers=2, deadline=50))\n"
    )
    parent = subprocess.Popen([sys.executable, str(script)], stdout=subprocess.PIPE, text=True)
    assert parent.stdout is not None
    workers = [psutil.Process(int(next_line(parent, parent.stdout))) for _ in range(processes)]
    assert running(workers) == workers
    assert len(set(workers)) == processes
    parent.kill()
    parent.wait()
    parent.stdout.close()
    assert not running(workers, within=5)


def test_batches_put_the_largest_first_and_lose_nothing() -> None:
    batches = list(pool._batches(list(range(1000)), 2, lambda item: item))
    assert sorted(item for batch in batches for item in batch) == list(range(1000))
    assert batches[0][0] == 999
    assert max(map(len, batches)) <= 32


@pytest.mark.parametrize(
    ("tree", "membership", "expected"),
    [
        ({"cpu.max": "100000 100000"}, "0::/\n", 1),
        ({"a/b/cpu.max": "max 100000", "a/cpu.max": "50000 100000"}, "0::/a/b\n", 1),
        ({"cpu/x/cpu.cfs_quota_us": "100000\n", "cpu/x/cpu.cfs_period_us": "100000\n"}, "4:cpu,cpuacct:/x\n", 1),
        ({"cpu.max": "max 100000"}, "0::/\n", None),
        ({"cpu.max": "nonsense"}, "", None),
        ({}, "", None),
    ],
)
def test_cpu_count_obeys_control_groups(
    tmp_path: Path, tree: dict[str, str], membership: str, expected: int | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(os, "sched_getaffinity", lambda _: {0, 1, 2, 5}, raising=False)
    for path, text in tree.items():
        (tmp_path / path).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / path).write_text(text)
    (tmp_path / "membership").write_text(membership)
    assert pool.cpu_count(str(tmp_path), str(tmp_path / "membership")) == (expected or 4)
