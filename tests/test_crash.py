"""An index run that is killed, or whose disk fails, at any write: the generation before stays whole and readable, and
the next run gives what a clean one gives."""

from __future__ import annotations

import os
import shutil
import signal
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import apsw
import pytest

from callmap.errors import IndexNotReady
from faults import FailingDisk, Outcome, failing_disk
from trees import FIVE_LANGUAGES, clean_dump, database, dump, plant, run, write

KILLS = int(os.environ.get("CALLMAP_KILLS", "36"))  # of each scenario; `make soak` takes more
FAULTS = int(os.environ.get("CALLMAP_FAULTS", "8"))  # of each scenario and kind


@pytest.fixture(scope="module")
def disk() -> Iterator[FailingDisk]:
    with failing_disk() as running:
        yield running


class Scene(NamedTuple):
    root: Path
    before: Path  # the data directory before the run
    old: list[str] | None  # what it answers; None: not indexed
    new: list[str]  # what is answered after the run
    points: dict[str, int]  # how many points there are for a fault


@pytest.fixture(scope="module", params=["first", "update"])
def scene(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory, disk: FailingDisk) -> Scene:
    """A tree that was never indexed, or was and has changed."""
    place = tmp_path_factory.mktemp("crash")
    root = plant(place / "tree", FIVE_LANGUAGES)
    before = place / "before"
    before.mkdir()
    old = None
    with pytest.MonkeyPatch.context() as patched:
        patched.setenv("CALLMAP_DATA", str(before))
        if request.param == "update":
            run(root)
            old = dump(root)
            (root / "main.py").unlink()
            (root / "shop/price.py").rename(root / "shop/prices.py")
            for number in range(40):
                write(
                    root / f"many/m{number}.py", f"from shop.prices import total\ndef f{number}(): total(f{number})\n"
                )
        new = clean_dump(root, patched, place)
    points = {}
    for fault in ("kill", "full", "write", "sync"):
        outcome = attempt(Scene(root, before, old, new, {}), disk, place / "count", fault, 1 << 40)
        assert outcome.code == 0, outcome.said
        points[fault] = outcome.points
    return Scene(root, before, old, new, points)


def attempt(scene: Scene, disk: FailingDisk, data: Path, fault: str, at: int, lasting: bool = False) -> Outcome:
    shutil.rmtree(data, ignore_errors=True)
    shutil.copytree(scene.before, data)
    return disk.run(data, "index", "--root", str(scene.root), "--workers", "1", fault=fault, at=at, lasting=lasting)


def spread(points: int, count: int) -> list[int]:
    """`count` of the points 1 … `points`, evenly, the first and the last among them."""
    return sorted({1 + round(step * (points - 1) / max(1, count - 1)) for step in range(count)})


def answers(root: Path) -> list[str] | None:
    """What the index says now; its file is sound."""
    path = database(root)
    if path.exists() and path.stat().st_size:
        with apsw.Connection(str(path), flags=apsw.SQLITE_OPEN_READONLY) as connection:
            assert connection.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
        connection.close()
    try:
        return dump(root)
    except IndexNotReady:
        return None


def check(scene: Scene, data: Path, patched: pytest.MonkeyPatch, where: str) -> bool:
    """Fails unless whole answers are given, and the next run sets all right. Whether the run had come to its end."""
    patched.setenv("CALLMAP_DATA", str(data))
    now = answers(scene.root)
    assert now in (scene.old, scene.new), f"{where}: neither the old nor the new generation is answered"
    run(scene.root)
    assert answers(scene.root) == scene.new, f"{where}: the next run differs from a clean one"
    left = {path.name for path in database(scene.root).parent.iterdir()}
    assert left <= {"index.db", "index.db-wal", "index.db-shm", "index.lock"}, f"{where}: {left} is left behind"
    return now == scene.new


def test_killed_at_any_write(scene: Scene, disk: FailingDisk, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    chosen = spread(scene.points["kill"], KILLS)
    assert len(chosen) >= min(30, KILLS), "there are too few writes for this to be a test"
    done = 0
    for at in chosen:
        outcome = attempt(scene, disk, tmp_path / "data", "kill", at)
        assert outcome.code == -signal.SIGKILL, f"point {at} was not reached: {outcome}"
        done += check(scene, tmp_path / "data", monkeypatch, f"killed at point {at} of {scene.points['kill']}")
    assert done < len(chosen), "all were killed after the last transaction"


@pytest.mark.parametrize("lasting", [False, True], ids=["once", "lasting"])
@pytest.mark.parametrize("fault", ["full", "write", "sync"])
def test_a_disk_that_fails(
    scene: Scene, disk: FailingDisk, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, fault: str, lasting: bool
) -> None:
    failed = 0
    for at in spread(scene.points[fault], FAULTS):
        outcome = attempt(scene, disk, tmp_path / "data", fault, at, lasting)
        where = f"{fault} at point {at} of {scene.points[fault]}"
        assert outcome.points >= at, f"{where} was not reached"
        ended = check(scene, tmp_path / "data", monkeypatch, where)
        if outcome.code:
            failed += 1
            assert outcome.code == 3 and "cannot be read or written" in outcome.said, f"{where}: {outcome}"
            assert "What it held before is still there" in outcome.said and "Traceback" not in outcome.said, where
        else:
            assert ended, f"{where}: the run says that it succeeded"
    assert failed, "no run noticed"
