"""Names of commits where git's own rules are subtle: a hash that is also a branch, forms that are not read."""

from __future__ import annotations

from pathlib import Path

import pytest

from callmap.ask.project import Project
from callmap.index import index
from callmap.read import objects
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
