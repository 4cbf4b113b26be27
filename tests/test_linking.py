"""Linking on all cores: forks, shares, and answers that ask for themselves."""

from __future__ import annotations

import os
import signal
from collections.abc import Callable

import psutil
import pytest

from callmap.link.cycles import Cycles
from callmap.link.world import World
from callmap.linking import SMALLEST_SHARE, Linked, link_world
from callmap.read import fork
from graph import files_and_projects
from processes import running


class Counter:
    """Something that lives in a fork."""

    def __init__(self, start: int) -> None:
        self.count = start

    def add(self, number: int) -> int:
        self.count += number
        return self.count

    def fail(self) -> None:
        raise ValueError("no such thing")

    def die(self) -> None:
        os.kill(os.getpid(), signal.SIGKILL)


def test_forks_keep_their_objects_and_answer_in_order() -> None:
    before = set(psutil.Process().children())
    with fork.Forks([lambda: Counter(0), lambda: Counter(100)]) as forks:
        assert forks.run("add", [(1,), (2,)]) == [1, 102]
        assert forks.run("add", [(1,), (2,)]) == [2, 104]
        children = [each for each in psutil.Process().children() if each not in before]
        assert len(children) == 2
    assert not running(children)


class Pids:
    """Knows in which process it was made, and in which what it was made from."""

    def __init__(self, common: int) -> None:
        self.common = common

    def both(self) -> tuple[int, int]:
        return self.common, os.getpid()


@pytest.mark.parametrize("killed", [False, True])
def test_what_forks_have_in_common_is_made_once(killed: bool) -> None:
    before = set(psutil.Process().children(recursive=True))
    with fork.Forks([Pids, Pids, Pids], os.getpid) as forks:
        (first, own), *others = forks.run("both", [()] * 3)
        assert first == own
        assert {common for common, _ in others} == {first}
        assert len({own, *[pid for _, pid in others]}) == 3
        if killed:  # all others end with it
            os.kill(own, signal.SIGKILL)
    assert set(psutil.Process().children(recursive=True)) == before
    assert not any(map(psutil.pid_exists, (own, *[pid for _, pid in others])))


@pytest.mark.parametrize("trouble", ["fail", "die"])
def test_a_fork_in_trouble_is_an_error_and_leaves_no_process(trouble: str) -> None:
    before = set(psutil.Process().children())
    with pytest.raises(fork.ForkFailed), fork.Forks([lambda: Counter(0), lambda: Counter(1)]) as forks:
        forks.run(trouble, [(), ()])
    assert set(psutil.Process().children()) == before


def test_nobody_waits_for_the_end_of_forks_before_the_time_has_come() -> None:
    before = set(psutil.Process().children())
    with fork.waited_for():
        with fork.Forks([lambda: Counter(0), lambda: Counter(1)]) as forks:
            assert forks.run("add", [(1,), (2,)]) == [1, 3]
        with fork.waited_for():  # that somebody waits inside changes nothing
            pass
        assert len(set(psutil.Process().children()) - before) == 2
    assert set(psutil.Process().children()) == before


PATHS = [f"m{number}.py" for number in range(3 * SMALLEST_SHARE)]


def world() -> World:
    """More files than one share holds: values travel from each to the next."""
    contents = {"m0.py": "class T:\n    def go(self): pass\ndef make(): return T()\n"}
    for number in range(1, 3 * SMALLEST_SHARE):
        before = number - 1 if number % 8 else 0  # chains of eight files, all from m0
        contents[f"m{number}.py"] = (
            f"import m{before}\ndef make(): return m{before}.make()\ndef run{number}(): make().go()\n"
        )
    return World(*files_and_projects(contents))


def rows(parts: list[Linked]) -> list[tuple[object, ...]]:
    return sorted((unit.path, unit.id, unit.row, unit.symbols, unit.keys) for part in parts for unit in part.units)


def test_forks_link_as_one_process_does(monkeypatch: pytest.MonkeyPatch) -> None:
    alone = rows(list(link_world(world, PATHS, 1)))
    assert len(alone) == 3 * SMALLEST_SHARE
    assert all(b"T.go" in row[2][-1] for row in alone if row[0] != "m0.py")  # type: ignore[index]
    started: list[int] = []
    begin = fork.Forks.__init__

    def count(self: fork.Forks, objects: list[Callable[..., object]], common: Callable[[], object]) -> None:
        started.append(len(objects))
        begin(self, objects, common)

    monkeypatch.setattr(fork.Forks, "__init__", count)
    for workers in (2, 3):
        assert rows(list(link_world(world, PATHS, workers))) == alone
    assert started == [2, 3]


def test_where_forking_fails_the_work_is_done_here(monkeypatch: pytest.MonkeyPatch) -> None:
    alone = rows(list(link_world(world, PATHS, 1)))

    def refuse() -> int:
        raise BlockingIOError("no more processes")

    monkeypatch.setattr(os, "fork", refuse)
    assert rows(list(link_world(world, PATHS, 2))) == alone


def test_a_fork_that_dies_on_the_way_costs_nothing_but_time(monkeypatch: pytest.MonkeyPatch) -> None:
    alone = rows(list(link_world(world, PATHS, 1)))
    parts = link_world(world, PATHS, 2)
    found = [next(parts)]  # of the many units, the first
    for child in psutil.Process().children():
        child.kill()
    found += parts
    assert rows(found) == alone


def reachable(
    edges: dict[str, str], cycles: Cycles, kept: dict[str, frozenset[str]]
) -> Callable[[str], frozenset[str]]:
    """What each letter leads to, itself included, asked recursively."""

    def answer(letter: str) -> frozenset[str]:
        known = kept.get(letter)
        if known is not None:
            return known
        return cycles.answer(kept, letter, lambda one: frozenset({one}).union(*map(answer, edges[one])), frozenset())

    return answer


@pytest.mark.parametrize("order", ["abcde", "edcba", "caebd"])
def test_answers_in_a_cycle_do_not_depend_on_what_was_asked_before(order: str) -> None:
    edges = {"a": "b", "b": "ca", "c": "ad", "d": "e", "e": ""}
    answer = reachable(edges, Cycles(), {})
    found = {letter: "".join(sorted(answer(letter))) for letter in order}
    assert found == {"a": "abcde", "b": "abcde", "c": "abcde", "d": "de", "e": "e"}


def test_a_dense_cycle_costs_its_size() -> None:
    letters = [str(number) for number in range(60)]
    edges = dict.fromkeys(letters, letters)
    kept: dict[str, frozenset[str]] = {}
    cycles = Cycles()
    asked = 0

    def answer(letter: str) -> frozenset[str]:
        nonlocal asked
        asked += 1
        known = kept.get(letter)
        if known is not None:
            return known
        return cycles.answer(kept, letter, lambda one: frozenset({one}).union(*map(answer, edges[one])), frozenset())

    assert answer("0") == frozenset(letters)
    assert asked <= 3 * (60 * 60 + 1)  # once more with what was found, and once to see that nothing changes
