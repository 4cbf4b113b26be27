"""Names of commits where git's rules are subtle, repositories in odd places, and what is there for a moment only."""

from __future__ import annotations

import errno
import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path

import apsw
import pytest

from callmap import lease, watch
from callmap.ask.project import Project
from callmap.errors import DiskTrouble, RefNotFound
from callmap.index import index
from callmap.read import objects
from callmap.read.git import repository_id
from callmap.show.mcp import indexer
from callmap.store import database
from repositories import git


@pytest.fixture
def root(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A repository with two commits, `one` and `two`, of which each has a function of that name."""
    monkeypatch.setenv("CALLMAP_DATA", str(tmp_path / "data"))
    place = tmp_path / "repository"
    place.mkdir()
    git(place, "init", "-q", "-b", "main")
    for name in ("one", "two"):
        (place / "a.py").write_text(f"def {name}():\n    pass\n")
        git(place, "add", "-A")
        git(place, "commit", "-q", "-m", name)
        git(place, "tag", name)
    return place


def resolve(root: Path, text: str) -> str:
    with objects.shadow(str(root)) as shadow:
        return objects.resolve(shadow, str(root), text)


def test_a_whole_hash_is_the_commit_whatever_branches_are_called(root: Path) -> None:
    one, two = git(root, "rev-parse", "one"), git(root, "rev-parse", "two")
    git(root, "update-ref", f"refs/heads/{one}", two)
    git(root, "update-ref", f"refs/heads/{one[:12]}", two)
    for ref in ("one", "two"):
        index(str(root), ref=ref, workers=1)
    for name, commit in ((one, one), (one.upper(), one), (one[:12], two), (f"heads/{one}", two)):
        assert resolve(root, name) == commit == git(root, "rev-parse", f"{name}^{{commit}}")
        with Project.open(str(root), name) as project:
            assert project.snapshot.commit == commit
    git(root, "update-ref", f"refs/heads/{'a' * 64}", two)
    assert resolve(root, "a" * 64) == two, "no hash of this repository has that length"


def test_what_describe_tells_is_its_commit(root: Path) -> None:
    two = git(root, "rev-parse", "two")
    for name in (f"one-0-g{two[:7]}", f"x-y-12-g{two}", f"one-0-g{two[:7]}~1"):
        assert resolve(root, name) == git(root, "rev-parse", f"{name}^{{commit}}")


@pytest.mark.parametrize("name", ["HEAD@{0}", "HEAD^{/one}", "main:a.py", "one..two", "@{u}", "main^!"])
def test_forms_that_are_not_supported_are_told_from_refs_that_are_not_there(root: Path, name: str) -> None:
    with pytest.raises(RefNotFound, match="this form of a ref is not supported") as caught:
        resolve(root, name)
    assert "hash" in caught.value.data["remediation"]


# --- where a repository is -------------------------------------------------------------------------------------------


def run(root: Path, *words: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "callmap", *words, "--root", str(root)]
    return subprocess.run(command, capture_output=True, text=True, check=False, timeout=60)


def test_of_a_bare_repository_head_is_asked(root: Path, tmp_path: Path) -> None:
    bare = tmp_path / "bare.git"
    git(tmp_path, "clone", "-q", "--bare", str(root), str(bare))
    asked = run(bare, "status", "--json")
    assert asked.returncode == 1 and "callmap index --ref HEAD" in asked.stderr
    first = run(bare, "symbols", "two", "--json")
    assert first.returncode == 0 and json.loads(first.stdout)["metadata"]["ref"] == "HEAD"
    changed = run(bare, "diff", "one", "--json")
    assert changed.returncode == 0, changed.stderr
    assert json.loads(changed.stdout)["head"] == {"ref": "HEAD", "commit": git(root, "rev-parse", "two")}
    assert run(bare, "compare", "two", "one").returncode == 0
    assert run(bare, "symbols", "--ref", "live").returncode == 0
    watched = run(bare, "watch", "--json")
    assert watched.returncode == 2 and "no working tree" in watched.stderr, "there is nothing to wait for"


def test_a_git_directory_may_be_a_link(root: Path, tmp_path: Path) -> None:
    own = repository_id(str(root))
    (root / ".git").rename(tmp_path / "elsewhere")
    (root / ".git").symlink_to(tmp_path / "elsewhere")
    assert resolve(root, "HEAD") == git(root, "rev-parse", "HEAD")
    assert index(str(root), ref="one", workers=1).counts["files"] == {"python": 1}
    stranger = tmp_path / "stranger"
    stranger.mkdir()
    (stranger / ".git").symlink_to(tmp_path / "elsewhere")
    assert repository_id(str(root)) == own != repository_id(str(stranger))
    git(root, "worktree", "add", "-q", str(tmp_path / "tree"), "one")
    (tmp_path / "tree/.git").unlink()
    (tmp_path / "tree/.git").symlink_to(tmp_path / "elsewhere/worktrees/tree")
    assert resolve(tmp_path / "tree", "HEAD") == git(root, "rev-parse", "one")


@pytest.mark.parametrize("to", ["nowhere", "a.py", ".", ".git"])
def test_a_link_that_leads_to_no_git_directory_is_said_to(root: Path, tmp_path: Path, to: str) -> None:
    (root / ".git").rename(tmp_path / "elsewhere")
    (root / ".git").symlink_to(to)
    with pytest.raises(RefNotFound, match="does not lead to a git directory"):
        index(str(root), ref="one", workers=1)
    assert index(str(root), workers=1).counts["files"] == {"python": 1}


# --- what is written for a moment ------------------------------------------------------------------------------------


def test_what_a_killed_process_left_is_removed_by_the_next(
    root: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    place = tmp_path / "scratch"
    place.mkdir()
    monkeypatch.setattr(tempfile, "tempdir", str(place))
    code = "import os, sys; from callmap.read.objects import shadow\nwith shadow(sys.argv[1]): os.kill(os.getpid(), 9)"
    killed = [sys.executable, "-c", code, str(root)]
    done = subprocess.run(killed, env={**os.environ, "TMPDIR": str(place)}, check=False)
    assert done.returncode == -9 and len(list(place.iterdir())) == 1
    (left,) = place.iterdir()
    space = left.name.split("-")[1]
    stays = [f"callmap-{space}-{os.getpid()}-alive", f"callmap-1-{2**30}-elsewhere", "callmap-mine", "other"]
    for name in stays:
        (place / name).mkdir()
    (place / f"callmap-{space}-{2**30}-file").write_text("mine")
    resolve(root, "HEAD")
    assert sorted(p.name for p in place.iterdir()) == sorted([*stays, f"callmap-{space}-{2**30}-file"])
    os.utime(place / stays[1], (1, 1))
    resolve(root, "HEAD")
    assert not (place / stays[1]).exists()


def test_no_room_is_said_to_be_that(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_: object, **__: object) -> str:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(tempfile, "mkdtemp", full)
    with pytest.raises(DiskTrouble, match="No space left") as caught:
        resolve(root, "HEAD")
    assert caught.value.code == "storage_unavailable"


@pytest.mark.parametrize("trouble", [apsw.FullError, apsw.IOError, apsw.ReadOnlyError])
def test_a_full_disk_has_a_code_of_its_own(tmp_path: Path, trouble: type[Exception]) -> None:
    with pytest.raises(DiskTrouble) as caught, database._our_errors(tmp_path / "index.db"):
        raise trouble("database or disk is full")
    assert caught.value.code == "storage_unavailable" and caught.value.exit_code == 3


def test_by_its_bounds_another_indexes_within_five_seconds() -> None:
    """Of a process that hangs, and of one that dies just after its heir was refused; a start takes up to 1.2 s."""
    assert lease.SILENCE + lease.LOOK + 1.2 < 5.0
    assert watch.TICK + indexer.UPDATE_PAUSE + lease.LOOK + 1.2 < 5.0
    assert lease.BEAT + watch.TICK < lease.SILENCE / 2
