"""What git tracks is source, though an ignore rule fits it: the working tree is what its commit is."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from callmap.ask.project import Project
from callmap.config import load_settings
from callmap.index import Report, index
from callmap.read import disk, tracked
from callmap.show.tools.history import diff_graph
from repositories import git

CODE = "def f():\n    pass\n"


@pytest.fixture
def root(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("CALLMAP_DATA", str(tmp_path / "data"))
    return repository(tmp_path / "repository")


def repository(place: Path, *options: str) -> Path:
    """Ignored: a file, what is in `gen` and in `held`. Of each one is tracked, and one is not."""
    place.mkdir()
    git(place, "init", "-q", *options)
    names = ["ign.py", "ign2.py", "a.py", "gen/deep/a.py", "gen/deep/b.py", "gen/deep/node_modules/c.py", "held/x/y.py"]
    for name in (*names, "sub/ign.py"):
        (place / name).parent.mkdir(parents=True, exist_ok=True)
        (place / name).write_text(CODE)
    (place / ".gitignore").write_text("ign*.py\n/gen/\n/held/\n")
    git(place, "add", "-A")
    git(place, "add", "-f", "ign.py", "gen/deep/a.py", "gen/deep/node_modules/c.py", "sub/ign.py")
    git(place, "commit", "-q", "-m", "first")
    return place


TRACKED = [".gitignore", "a.py", "gen/deep/a.py", "gen/deep/node_modules/c.py", "ign.py", "sub/ign.py"]
SOURCE = ["a.py", "gen/deep/a.py", "ign.py", "sub/ign.py"]


def run(root: Path, ref: str = "") -> Report:
    return index(str(root), ref=ref, workers=1)


def differing(root: Path) -> int:
    run(root, "HEAD")
    run(root)
    with Project.open(str(root)) as project:
        return sum(diff_graph(project, "HEAD")["totals"].values())


def files(root: Path) -> list[str]:
    run(root)
    with Project.open(str(root)) as project:
        assert project.compare().status == "fresh"
        return sorted(s.path for s in project.store.files(project.snapshot.id) if not s.reason)


@pytest.mark.parametrize("version", [2, 3, 4])
@pytest.mark.parametrize("form", ["sha1", "sha256"])
def test_names_are_read_from_every_version_of_the_index(tmp_path: Path, version: int, form: str) -> None:
    root = repository(tmp_path / "repository", f"--object-format={form}")
    if version == 3:
        (root / "later.py").write_text(CODE)
        git(root, "add", "--intent-to-add", "later.py")  # needs flags that version 2 does not have
    git(root, "update-index", f"--index-version={version}")
    assert int.from_bytes((root / ".git/index").read_bytes()[4:8]) == version
    found = tracked.tracked(str(root), tracked.mark(str(root)))
    assert sorted(found.files) == sorted([*TRACKED, *(["later.py"] if version == 3 else [])])
    assert found.directories == {
        "": {"gen", "sub"}, "gen/": {"deep"}, "gen/deep/": {"node_modules"}, "gen/deep/node_modules/": set(),
        "sub/": set(),
    }  # fmt: skip
    below = str(root / "gen")
    assert sorted(tracked.tracked(below, tracked.mark(below)).files) == ["deep/a.py", "deep/node_modules/c.py"]


def test_a_shared_index_is_read_too(root: Path) -> None:
    git(root, "update-index", "--split-index")
    git(root, "add", "-f", "ign2.py")
    found = tracked.tracked(str(root), tracked.mark(str(root)))
    assert sorted(found.files) == sorted([*TRACKED, "ign2.py"])


@pytest.mark.parametrize("damage", [b"", b"DIRC", b"DIRC\0\0\0\2\xff\xff\xff\xff" + b"\xff" * 90, b"\0" * 500])
def test_a_damaged_index_lists_nothing_and_does_no_harm(root: Path, damage: bytes) -> None:
    (root / ".git/index").write_bytes(damage)
    assert tracked.tracked(str(root), tracked.mark(str(root))).files == frozenset()
    assert files(root) == ["a.py"]


def test_a_clean_tree_does_not_differ_from_its_commit(root: Path) -> None:
    assert differing(root) == 0
    assert files(root) == SOURCE
    (root / "ign.py").write_text(CODE + "\n\ndef g():\n    f()\n")
    assert differing(root) > 0


def test_what_becomes_tracked_or_is_no_longer_is_noticed(root: Path) -> None:
    old = 1_600_000_000
    for folder, _, _ in os.walk(root):
        os.utime(folder, (old, old))
    assert files(root) == SOURCE
    git(root, "add", "-f", "ign2.py", "held/x/y.py")
    with Project.open(str(root)) as project:
        assert project.compare().files == ("held/x/y.py", "ign2.py")
    assert files(root) == sorted([*SOURCE, "ign2.py", "held/x/y.py"])
    git(root, "rm", "-q", "--cached", "ign.py", "gen/deep/a.py", "held/x/y.py")
    assert files(root) == ["a.py", "ign2.py", "sub/ign.py"]


def test_the_index_is_not_read_again_while_it_stays(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Names of directories are not listed again either, once their times are old."""
    monkeypatch.setattr(disk, "RACY_NS", -(10**18))
    seen = disk.walk(str(root), load_settings(str(root)))
    assert [found.path for found in seen.files] == SOURCE
    monkeypatch.setattr(disk, "tracked", None)
    monkeypatch.setattr(disk._OnDisk, "_list", None)
    again = disk.walk(str(root), load_settings(str(root)), past=disk.Past(disk.unpack(disk.pack(seen.listing))))
    assert again.files == seen.files and again.skipped == seen.skipped and again.listing == seen.listing
