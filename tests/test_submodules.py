"""Submodules: a commit has their files as a working tree has, and says so where they are not to be had."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from callmap.ask.project import Project
from callmap.errors import RefNotFound
from callmap.index import index
from callmap.read import objects
from callmap.show.tools.history import diff_graph
from repositories import git

TOP = "from lib.m import helper\n\n\ndef top():\n    return helper()\n"
LIB = "def helper():\n    return inner()\n\n\ndef inner():\n    return 1\n"


def make(place: Path, files: dict[str, str]) -> Path:
    place.mkdir(parents=True)
    git(place, "init", "-q", "-b", "main")
    for name, content in files.items():
        (place / name).write_text(content)
    git(place, "add", "-A")
    git(place, "commit", "-q", "-m", "first")
    return place


def add(place: Path, module: Path, path: str, *options: str) -> None:
    git(place, "submodule", "--quiet", "add", *options, str(module), path)
    git(place, "commit", "-q", "-m", f"with {path}")


@pytest.fixture
def root(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A repository with the submodule `lib`, in which `deep` is one; the first is known by a name with slashes."""
    monkeypatch.setenv("CALLMAP_DATA", str(tmp_path / "data"))
    deep = make(tmp_path / "deep", {"d.py": "def d():\n    pass\n"})
    lib = make(tmp_path / "lib", {"m.py": LIB})
    add(lib, deep, "deep")
    place = make(tmp_path / "repository", {"t.py": TOP})
    add(place, lib, "lib", "--name", "x/lib")
    git(place, "submodule", "--quiet", "update", "--init", "--recursive")
    return place


def totals(root: Path) -> dict[str, Any]:
    for ref in ("HEAD", ""):
        index(str(root), ref=ref, workers=1)
    with Project.open(str(root)) as project:
        answer = diff_graph(project, "HEAD")
        return {**answer["totals"], "warnings": answer["metadata"]["warnings"]}


def test_a_clean_tree_does_not_differ_from_its_commit(root: Path) -> None:
    assert (root / ".git/modules/x/lib/modules/deep").is_dir()
    assert not any(totals(root).values())
    with Project.open(str(root), "HEAD") as project:
        paths = {state.path for state in project.store.files(project.snapshot.id)}
        assert paths == {"t.py", "lib/m.py", "lib/deep/d.py"}
        assert project.source_line("lib/m.py", 2) == "return inner()"
        callers = project.callers(project.find("helper")).steps
        assert [step.edge.caller.id for step in callers] == ["t.py::top"]
    (root / "lib/m.py").write_text(LIB.replace("inner()", "other()", 1))
    assert totals(root)["calls_removed"] == 1


def test_each_commit_has_the_submodule_as_it_was(root: Path) -> None:
    (root / "lib/m.py").write_text(LIB + "\n\ndef later():\n    pass\n")
    git(root / "lib", "commit", "-q", "-am", "later")
    git(root, "commit", "-q", "-am", "moved on")
    assert not any(totals(root).values())
    index(str(root), ref="HEAD~1", workers=1)
    with Project.open(str(root)) as project:
        found = diff_graph(project, "HEAD~1", "HEAD")
        assert found["totals"]["symbols_added"] == 1 and found["files"][0]["path"] == "lib/m.py"


def test_a_submodule_that_is_not_there_is_warned_of_until_it_is(root: Path, tmp_path: Path) -> None:
    clone = tmp_path / "clone"
    git(tmp_path, "clone", "-q", str(root), str(clone))
    index(str(clone), ref="HEAD", workers=1)
    command = [sys.executable, "-m", "callmap", "status", "--ref", "HEAD", "--json", "--root", str(clone)]
    status = json.loads(subprocess.run(command, capture_output=True, text=True, check=True).stdout)
    assert status["result_completeness"] == "partial"
    assert "The commit of 1 submodule is not in .git/modules" in status["warnings"][0]
    assert totals(clone)["warnings"][0].startswith("At HEAD: The commit of 1 submodule")
    git(clone, "submodule", "--quiet", "update", "--init", "--recursive")  # what the warning says
    assert not any(totals(clone).values())


def test_hashes_of_submodules_name_no_commit_of_the_repository(root: Path) -> None:
    with objects.shadow(str(root)) as shadow, pytest.raises(RefNotFound):
        objects.resolve(shadow, str(root), git(root / "lib", "rev-parse", "HEAD")[:12])


def test_links_in_the_place_of_submodules_are_not_followed(root: Path, tmp_path: Path) -> None:
    (root / ".git/modules/x/lib").rename(tmp_path / "away")
    (root / ".git/modules/x/lib").symlink_to(tmp_path / "away")
    assert index(str(root), ref="HEAD", workers=1).counts["skipped_directories"] == {"submodule": 1}
