"""read/disk.py on real trees: directories that did not change are not listed again, and what is found is the same."""

from __future__ import annotations

import os
import random
import shutil
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from callmap.config import Settings
from callmap.model import FileState
from callmap.read import disk
from callmap.read.walker import Walk

TICK = 0.01  # seconds in which a file system's clock moves on

FIRST = {
    "main.py": "x = 1\n",
    "shop/__init__.py": "",
    "shop/cart.py": "x = 1\n",
    "shop/deep/tax.py": "x = 1\n",
    "shop/deep/low.py": "x = 1\n",
    "shop/deep/deep/low.py": "x = 1\n",
    "web/build/out.js": "x = 1\n",
    "web/src/index.js": "x = 1\n",
    "docs/notes.txt": "text\n",
}


@pytest.fixture
def tree(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(disk, "RACY_NS", int(TICK * 1e9))
    for path, text in FIRST.items():
        place = tmp_path / path
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_text(text)
    (tmp_path / "shop/.gitignore").write_text("made.py\n/deep/low.py\n")
    return tmp_path


def walk(tree: Path, known: disk.Listing | None = None) -> Walk:
    time.sleep(3 * TICK)
    return disk.walk(str(tree), Settings(), past=disk.Past(known or {}))


def opened(monkeypatch: pytest.MonkeyPatch, work: Callable[[], Walk]) -> tuple[Walk, int]:
    """What it gives, and how many directories it lists for that."""
    count, scandir = 0, os.scandir

    def counting(place: int | str) -> object:
        nonlocal count
        count += 1
        return scandir(place)

    with monkeypatch.context() as patch:
        patch.setattr(os, "scandir", counting)
        seen = work()
    return seen, count


def test_only_directories_that_changed_are_listed(tree: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    first, listed = opened(monkeypatch, lambda: walk(tree))
    assert listed == len(first.listing) == 8
    again, listed = opened(monkeypatch, lambda: walk(tree, disk.unpack(disk.pack(first.listing))))
    assert listed == 0
    assert (again.files, again.listing) == (first.files, first.listing)
    (tree / "shop/cart.py").write_text("x = 2 + 2\n")
    again, listed = opened(monkeypatch, lambda: walk(tree, first.listing))
    assert listed == 0
    assert again.files != first.files
    assert again.files == walk(tree).files
    (tree / "shop/deep/more.py").write_text("")
    again, listed = opened(monkeypatch, lambda: walk(tree, first.listing))
    assert listed == 1
    assert again.files == walk(tree).files


def test_a_directory_that_was_just_changed_is_listed_again(tree: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    time.sleep(3 * TICK)
    (tree / "docs/new.py").write_text("")
    seen = disk.walk(str(tree), Settings())
    assert "docs/" not in seen.listing
    assert "shop/" in seen.listing


CHANGES: dict[str, Callable[[Path], object]] = {
    "a file appears": lambda tree: (tree / "shop/new.py").write_text(""),
    "a file goes": lambda tree: (tree / "shop/cart.py").unlink(),
    "a file becomes a link": lambda tree: ((tree / "main.py").unlink(), (tree / "main.py").symlink_to("shop/cart.py")),
    "a file becomes too large": lambda tree: (tree / "main.py").write_text("#" * 3_000_000),
    "a directory is moved": lambda tree: (tree / "shop/deep").rename(tree / "docs/deep"),
    "a directory becomes a link": lambda tree: (
        (tree / "shop").rename(tree / "store"),
        (tree / "shop").symlink_to("store"),
    ),
    "rules change in place": lambda tree: (tree / "shop/.gitignore").write_text("cart.py\n"),
    "rules appear above": lambda tree: (tree / ".gitignore").write_text("tax.py\n"),
    "rules move down": lambda tree: (tree / "shop/.gitignore").rename(tree / "shop/deep/.gitignore"),
    "rules go": lambda tree: (tree / "shop/.gitignore").unlink(),
    "the repository gets rules": lambda tree: (
        (tree / ".git/info").mkdir(parents=True),
        (tree / ".git/HEAD").write_text("ref: refs/heads/main\n"),
        (tree / ".git/objects").mkdir(),
        (tree / ".git/refs").mkdir(),
        (tree / ".git/info/exclude").write_text("tax.py\n"),
    ),
    "a project file makes build output of a directory": lambda tree: (tree / "web/package.json").write_text("{}"),
    "a directory becomes an environment": lambda tree: (tree / "shop/pyvenv.cfg").write_text(""),
    "all is copied, and then others": lambda tree: (
        shutil.copytree(tree, f"{tree}-copy"),
        shutil.rmtree(tree),
        Path(f"{tree}-copy").rename(tree),
        (tree / "main.py").unlink(),
    ),
}


@pytest.mark.parametrize("change", CHANGES)
def test_what_was_listed_is_believed_only_while_it_is_true(tree: Path, change: str) -> None:
    (tree / "shop/made.py").write_text("")
    before = walk(tree)
    CHANGES[change](tree)
    after, fresh = walk(tree, before.listing), walk(tree)
    assert (after.files, after.skipped, after.directories) == (fresh.files, fresh.skipped, fresh.directories)
    assert (fresh.files, fresh.skipped, fresh.directories) != (before.files, before.skipped, before.directories)


def test_links_are_looked_at_each_time(tree: Path) -> None:
    (tree / "docs/away").symlink_to(tree / "nowhere")
    before = walk(tree)
    (tree / "nowhere").mkdir()
    assert walk(tree, before.listing).directories == walk(tree).directories == {"symlink": 1}


def test_names_that_are_no_text_are_not_remembered(tree: Path) -> None:
    os.mkdir(os.fsencode(tree) + b"/sh\xff")
    Path(os.fsdecode(os.fsencode(tree) + b"/sh\xff/a.py")).write_text("")
    seen = walk(tree)
    assert len(seen.listing) == 7  # neither it nor the root
    assert walk(tree, disk.unpack(disk.pack(seen.listing))).files == seen.files


def test_any_sequence_of_changes_is_seen(tree: Path) -> None:
    chance = random.Random(3)
    listing = walk(tree).listing
    for _ in range(60):
        places = [tree, *(place for place in sorted(tree.rglob("*")) if place.is_dir())]
        place, name = chance.choice(places), chance.choice(["a.py", "b.js", "lib", ".gitignore", "package.json"])
        target = place / name
        if target.is_dir():
            shutil.rmtree(target)
        elif name == "lib":
            target.mkdir()
        elif target.exists() and chance.random() < 0.5:
            target.unlink()
        else:
            target.write_text(chance.choice(["a.py\n", "lib/\n", "/b.js\n"]))
        seen, fresh = walk(tree, listing), walk(tree)
        assert (seen.files, seen.skipped, seen.directories) == (fresh.files, fresh.skipped, fresh.directories)
        listing = seen.listing


def states(seen: Walk) -> dict[str, FileState]:
    return {f.path: FileState(f.path, "", f.language, f.size, f.mtime_ns, "", "", f.ctime_ns) for f in seen.files}


def test_any_sequence_of_edits_is_seen_by_who_knows_where(tree: Path) -> None:
    chance = random.Random(4)
    before = walk(tree)
    for _ in range(60):
        places = [tree, *(place for place in sorted(tree.rglob("*")) if place.is_dir())]
        target = chance.choice(places) / chance.choice(["a.py", "b.js", ".gitignore", "package.json"])
        if target.exists() and chance.random() < 0.5:
            target.unlink()
        else:
            target.write_text(chance.choice(["a.py\n", "deep/\n", "/b.js\n"]))
        time.sleep(3 * TICK)
        where = disk.directories(str(tree), [str(target), "/elsewhere/x.py"])
        seen = disk.walk(str(tree), Settings(), past=disk.Past(before.listing, states(before), where))
        fresh = walk(tree)
        assert (seen.files, seen.skipped, seen.directories) == (fresh.files, fresh.skipped, fresh.directories)
        before = seen


def test_only_where_something_happened_is_looked_at(tree: Path) -> None:
    before = walk(tree)
    (tree / "shop/cart.py").write_text("x = 12345\n")
    (tree / "main.py").write_text("x = 12345\n")
    time.sleep(3 * TICK)
    past = disk.Past(before.listing, states(before), disk.directories(str(tree), [str(tree / "shop/cart.py")]))
    sizes = {found.path: found.size for found in disk.walk(str(tree), Settings(), past=past).files}
    assert (sizes["shop/cart.py"], sizes["main.py"]) == (10, 6)


def test_a_listing_that_cannot_be_read_is_none() -> None:
    assert disk.unpack(b"") == disk.unpack(b"\xc1 nonsense") == {}
