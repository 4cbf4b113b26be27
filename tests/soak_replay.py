"""For `make soak`: real projects, release after release. Their sdists come from PyPI; every release is split into
commits of some files each, and after every commit the updated index is compared with a first one."""

from __future__ import annotations

import os
import shutil
import sys
import tarfile
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

from repositories import git
from trees import clean_dump, dump, run

sys.path.append(str(Path(__file__).parent.parent / "eval"))
from fetch import sdist

COMMITS = int(os.environ.get("CALLMAP_COMMITS", "200"))  # of each project, at least
AT_ONCE = 4  # files of a commit
RELEASES = {
    "click": "7.1.2 8.0.0 8.0.4 8.1.0 8.1.8 8.2.0 8.2.1 8.3.0 8.3.3 8.4.0 8.4.2 8.5.0 8.5.1",
    "flask": "2.0.0 2.0.3 2.1.0 2.1.3 2.2.0 2.2.5 2.3.0 2.3.3 3.0.0 3.0.3 3.1.0 3.1.3",
    "attrs": "18.1.0 18.2.0 19.1.0 19.3.0 20.1.0 20.3.0 21.2.0 21.4.0 22.1.0 22.2.0 23.1.0 23.2.0 24.1.0 25.1.0 26.1.0",
}


def release(project: str, version: str, place: Path) -> dict[str, bytes]:
    """The files of a release: path → content."""
    archive = sdist(project, version, place)
    found: dict[str, bytes] = {}
    with tarfile.open(archive) as opened:
        for member in opened:
            file = opened.extractfile(member) if member.isreg() else None
            if file is not None:
                found[member.name.partition("/")[2]] = file.read()
    return found


def commits(project: str, place: Path) -> Iterator[dict[str, bytes | None]]:
    """What each commit changes; None: the file goes."""
    before: dict[str, bytes] = {}
    for version in RELEASES[project].split():
        now = release(project, version, place)
        changed: list[str] = sorted(path for path in before.keys() | now.keys() if before.get(path) != now.get(path))
        Random(version).shuffle(changed)
        size = AT_ONCE if before else len(changed)
        for start in range(0, len(changed), size):
            yield {path: now.get(path) for path in changed[start : start + size]}
        before = now


@pytest.mark.parametrize("project", RELEASES)
def test_replay(project: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CALLMAP_DATA", str(tmp_path / "data"))
    root, archives = tmp_path / "tree", tmp_path / "archives"
    root.mkdir()
    archives.mkdir()
    git(root, "init", "-q", "-b", "main")
    done = 0
    for done, change in enumerate(commits(project, archives), 1):
        for path, content in change.items():
            file = root / path
            if content is None:
                file.unlink()
            else:
                if file.is_dir():
                    shutil.rmtree(file)
                file.parent.mkdir(parents=True, exist_ok=True)
                file.write_bytes(content)
        git(root, "add", "-A")
        git(root, "commit", "-q", "--allow-empty", "-m", f"{done}")
        run(root)
        assert dump(root) == clean_dump(root, monkeypatch, tmp_path), f"commit {done}: {sorted(change)}"
        if done == COMMITS:
            break
    chance = Random(project)
    for _ in range(done // 10):  # and back and forth
        git(root, "checkout", "-q", f"main~{chance.randrange(done)}")
        run(root)
        assert dump(root) == clean_dump(root, monkeypatch, tmp_path)
    print(f"{done} commits of {project}")
    assert done >= COMMITS
