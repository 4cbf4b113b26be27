"""Incremental equals full: after any edits, an updated index answers what a first index of the same tree answers.

`make soak` tries thousands of sequences of edits; CALLMAP_EXAMPLES is how many of them, CALLMAP_STEPS how long.
"""

from __future__ import annotations

import functools
import os
import shutil
import tempfile
from pathlib import Path
from random import Random

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)

from callmap.ask.project import Project
from callmap.index import index
from callmap.languages import recognise
from callmap.link.names import Names
from callmap.link.rounds import Share, settle
from callmap.link.world import World
from callmap.model import Unit
from callmap.read import pool
from graph import files_and_projects
from programs import BARRELS, DIRECTORIES, FILES, LARGEST, PROJECTS, content, random_tree, some
from repositories import git
from trees import LONG_AGO, clean_dump, dump, plant, run, write

EXAMPLES = int(os.environ.get("CALLMAP_EXAMPLES", "20"))
STEPS = int(os.environ.get("CALLMAP_STEPS", "12"))

numbers = st.lists(st.integers(0, LARGEST), min_size=1, max_size=9)
files = st.sampled_from(FILES)
chances = st.randoms(use_true_random=False)


class Edits(RuleBasedStateMachine):
    """A tree that is edited in every way; its index is brought up to date after every edit and compared."""

    def __init__(self) -> None:
        super().__init__()
        self.place = Path(tempfile.mkdtemp(prefix="callmap-equal-"))
        self.root = self.place / "tree"
        self.root.mkdir()
        self.patched = pytest.MonkeyPatch()
        self.patched.setattr(pool, "run", functools.partial(pool.run, isolate=False))  # no pool: ten times as quick
        self.time = LONG_AGO
        self.branch = "main"
        self.branches: dict[str, dict[str, str]] = {"main": {}, "other": {}}

    def teardown(self) -> None:
        self.patched.undo()
        shutil.rmtree(self.place)

    # --- edits ---

    @initialize(chance=chances)
    def plant_some(self, chance: Random) -> None:
        for path in FILES:
            if chance.random() < 0.8:
                self.put(path, content(path, some(chance)))
        self.commit()

    @rule(path=files, numbers=numbers)
    def create_or_edit(self, path: str, numbers: list[int]) -> None:
        self.put(path, content(path, numbers))

    @rule(path=st.sampled_from(BARRELS), numbers=numbers)
    def edit_what_stands_between_others(self, path: str, numbers: list[int]) -> None:
        self.put(path, content(path, numbers))

    @rule(path=st.sampled_from(tuple(PROJECTS)), number=st.integers(0, 2))
    def edit_a_project_file(self, path: str, number: int) -> None:
        texts = PROJECTS[path]
        if number < len(texts):
            self.put(path, texts[number])
        else:
            (self.root / path).unlink(missing_ok=True)

    @precondition(lambda self: self.paths())
    @rule(chance=chances)
    def delete(self, chance: Random) -> None:
        (self.root / chance.choice(self.paths())).unlink()

    @precondition(lambda self: self.paths())
    @rule(chance=chances, to=files)
    def rename(self, chance: Random, to: str) -> None:
        self.move(chance.choice(self.paths()), to)

    @rule(one=st.sampled_from(DIRECTORIES), two=st.sampled_from(DIRECTORIES))
    def move_a_directory(self, one: str, two: str) -> None:
        source, target = self.root / one, self.root / two
        if source.is_dir() and not target.is_relative_to(source) and not source.is_relative_to(target):
            shutil.rmtree(target, ignore_errors=True)
            target.parent.mkdir(parents=True, exist_ok=True)
            source.rename(target)

    @precondition(lambda self: len(self.paths()) > 1)
    @rule(chance=chances)
    def swap(self, chance: Random) -> None:
        one, two = chance.sample(self.paths(), 2)
        self.move(one, "aside")
        self.move(two, one)
        self.move("aside", two)

    @precondition(lambda self: self.paths())
    @rule(chance=chances)
    def change_the_case_of_a_name(self, chance: Random) -> None:
        path = Path(chance.choice(self.paths()))
        self.move(str(path), str(path.with_name(path.stem.swapcase() + path.suffix)))

    @precondition(lambda self: self.paths())
    @rule(chance=chances, path=files)
    def copy(self, chance: Random, path: str) -> None:
        self.put(path, (self.root / chance.choice(self.paths())).read_text())

    @rule()
    def switch_the_branch(self) -> None:
        """Git gives what differs a new time, and leaves the rest alone."""
        self.commit()
        self.branch = "other" if self.branch == "main" else "main"
        wanted, now = self.branches[self.branch], self.contents()
        for path in now.keys() - wanted.keys():
            (self.root / path).unlink()
        for path, text in wanted.items():
            if now.get(path) != text:
                self.put(path, text)
        write(self.root / ".git/HEAD", f"ref: refs/heads/{self.branch}\n")

    @precondition(lambda self: self.paths())
    @rule(chance=chances)
    def edit_keeping_the_size(self, chance: Random) -> None:
        path = chance.choice(self.paths())
        self.put(path, with_other_names((self.root / path).read_text()))

    @precondition(lambda self: self.paths())
    @rule(chance=chances)
    def edit_keeping_size_and_time(self, chance: Random) -> None:
        """Also of a file that is as young as the index, whose time says nothing."""
        path = self.root / chance.choice(self.paths())
        if chance.random() < 0.5:
            os.utime(path)
            self.check()
        state, text = path.stat(), path.read_text()
        path.write_text(with_other_names(text))
        os.utime(path, ns=(state.st_atime_ns, state.st_mtime_ns))

    # --- what must hold ---

    @invariant()
    def check(self) -> None:
        """The index, brought up to date, is what a first index is."""
        updated = self.indexed("data")
        shutil.rmtree(self.place / "first", ignore_errors=True)
        first = self.indexed("first")
        assert updated == first, "the updated index differs from a first one"

    def indexed(self, data: str) -> list[str]:
        self.patched.setenv("CALLMAP_DATA", str(self.place / data))
        run(self.root)
        with Project.open(str(self.root)) as project:
            assert project.freshness().status == "fresh"
        return dump(self.root)

    # --- the tree ---

    def paths(self) -> list[str]:
        """The files there are, git's own left out."""
        found = (path.relative_to(self.root) for path in self.root.rglob("*") if path.is_file())
        return sorted(path.as_posix() for path in found if path.parts[0] != ".git")

    def contents(self) -> dict[str, str]:
        return {path: (self.root / path).read_text() for path in self.paths()}

    def put(self, path: str, text: str) -> None:
        """Every write has a time of its own, long ago: only times tell what has changed."""
        write(self.root / path, text)
        self.time += 1
        os.utime(self.root / path, (self.time, self.time))

    def move(self, path: str, to: str) -> None:
        target = self.root / to
        target.parent.mkdir(parents=True, exist_ok=True)
        (self.root / path).rename(target)

    def commit(self) -> None:
        self.branches[self.branch] = self.contents()
        write(self.root / ".git/HEAD", f"ref: refs/heads/{self.branch}\n")
        write(self.root / f".git/refs/heads/{self.branch}", f"{self.time:040x}\n")


def with_other_names(text: str) -> str:
    return text.translate(str.maketrans("012", "120"))


def test_any_edits() -> None:
    run_state_machine_as_test(
        Edits,
        settings=settings(
            max_examples=EXAMPLES,
            stateful_step_count=STEPS,
            deadline=None,
            derandomize="CALLMAP_EXAMPLES" not in os.environ,
            suppress_health_check=list(HealthCheck),
        ),
    )


# --- the same graph, however it is made ------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def contents() -> dict[str, str]:
    return random_tree(Random(3))


def made(place: Path, contents: dict[str, str], workers: int, patched: pytest.MonkeyPatch) -> list[str]:
    patched.setenv("CALLMAP_DATA", str(place / "data"))
    root = plant(place / "tree", contents)
    index(str(root), workers=workers)
    return dump(root)


def test_workers_order_and_place_do_not_matter(
    contents: dict[str, str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert len(contents) > 2 * 64, "too few for the linker to share them out"
    one = made(tmp_path / "one", contents, 1, monkeypatch)
    assert len(one) > 2000
    assert made(tmp_path / "several", contents, 3, monkeypatch) == one
    shuffled = list(contents.items())
    Random(5).shuffle(shuffled)
    assert made(tmp_path / "elsewhere and longer", dict(shuffled), 2, monkeypatch) == one


@pytest.mark.parametrize("seed", range(100, 108))
def test_how_files_are_shared_out_does_not_matter(seed: int) -> None:
    """Each share asks in an order of its own: also answers that ask for themselves must not depend on it."""
    tree = {path: text for path, text in random_tree(Random(seed), 2).items() if recognise(path)}

    def linked(count: int) -> dict[str, tuple[Unit, bytes]]:
        files, projects = files_and_projects(tree)
        paths = sorted(file.path for file in files)
        Random(count).shuffle(paths)
        shares = [Share(Names(World(files, projects)), paths[start::count], count - 1) for start in range(count)]
        settle(
            count,
            len(paths),
            lambda method, given: [getattr(s, method)(*g) for s, g in zip(shares, given, strict=True)],
        )
        return {unit.path: (unit, kept.trace) for share in shares for unit, kept in share.units()}

    alone = linked(1)
    for count in (2, 5):
        assert linked(count) == alone


# --- a history in git ------------------------------------------------------------------------------------------------


def test_a_history_is_followed_through_checkouts_rebase_and_stash(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CALLMAP_DATA", str(tmp_path / "data"))
    monkeypatch.setattr(pool, "run", functools.partial(pool.run, isolate=False))
    root, chance = tmp_path / "tree", Random(11)
    root.mkdir()

    def same() -> None:
        run(root)
        assert dump(root) == clean_dump(root, monkeypatch, tmp_path)

    def commit(count: int, paths: tuple[str, ...] = FILES) -> str:
        for path in chance.sample(paths, count):
            write(root / path, content(path, some(chance)))
        git(root, "add", "-A")
        git(root, "commit", "-q", "-m", "change")
        return git(root, "rev-parse", "HEAD")

    git(root, "init", "-q", "-b", "main")
    hashes = [commit(20)]
    for _ in range(6):
        hashes.append(commit(3))
        same()
    for hash in chance.sample(hashes, 4):
        git(root, "checkout", "-q", hash)
        same()
    git(root, "checkout", "-q", "-b", "side", hashes[2])
    commit(2, ("a/new.py", "web/new.js"))
    same()
    git(root, "rebase", "-q", "main")
    same()
    git(root, "checkout", "-q", "main")
    git(root, "merge", "-q", "side")
    same()
    write(root / "main.py", content("main.py", some(chance)))
    git(root, "stash")
    same()
    git(root, "stash", "pop")
    same()
    git(root, "mv", "a", "z")
    same()
    git(root, "reset", "-q", "--hard", hashes[0])
    same()
