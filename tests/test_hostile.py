"""Everything bad in one tree: the run ends, every good file is indexed, and every bad one is named with a reason."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import textwrap
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import hostile
from callmap.ask.project import Project
from callmap.errors import CallmapError
from callmap.index import index

CALLMAP = str(Path(sys.executable).with_name("callmap"))
INDEX = """
    import gc, json, os, resource, sys
    from callmap.index import index
    gc.disable()
    report = index(sys.argv[1], workers=2)
    memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    print(json.dumps({"seconds": sum(os.times()[:4]), "memory": memory, "counts": report.counts}))
"""


QUESTIONS = (
    *("twin", "f0", "here", "run", "A.go", "", "::", "%", "'; DROP TABLE file; --", "a" * 100_000, "\x1b", "\udcff"),
    *("names/\udcff.py::here", "names/a:1.py:1", "names/a::b.py::here", "odd/same_name.py:5000", "odd/chain.py:1"),
)


class Indexed:
    """The tree, and what became of it."""

    def __init__(self, root: Path, tree: hostile.Tree, run: dict[str, Any]) -> None:
        self.root, self.tree, self.run = root, tree, run


@pytest.fixture(scope="module")
def indexed(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Indexed]:
    place = tmp_path_factory.mktemp("hostile")
    with pytest.MonkeyPatch.context() as patched:
        patched.setenv("CALLMAP_DATA", str(place / "data"))
        root = place / "tree"
        root.mkdir()
        tree = hostile.make(root)
        done = subprocess.run(
            [sys.executable, "-c", textwrap.dedent(INDEX), str(root)], capture_output=True, check=False, timeout=500
        )
        assert done.returncode == 0, done.stderr.decode()[-3000:]
        yield Indexed(root, tree, json.loads(done.stdout))


def test_it_ends_in_time_and_space(indexed: Indexed) -> None:
    assert indexed.run["seconds"] < 100  # of the processors, however busy they are
    assert indexed.run["memory"] < 600  # MB, of the parent


def test_every_good_file_is_indexed(indexed: Indexed) -> None:
    with Project.open(str(indexed.root)) as project:
        found = {
            f"{edge.caller.path}::{edge.caller.name}": f"{edge.callee.path}::{edge.callee.name}"
            for edge in project.store.edges(project.snapshot.id, "good/*")
            if edge.callee is not None
        }
        troubled = [
            s for s in project.store.files(project.snapshot.id) if s.path in hostile.GOOD and (s.reason or s.detail)
        ]
    assert found == hostile.GOOD_EDGES
    assert troubled == []


def test_every_bad_file_is_named_with_a_reason(indexed: Indexed) -> None:
    with Project.open(str(indexed.root)) as project:
        states = {state.path: state for state in project.store.files(project.snapshot.id)}
    everything = {*indexed.tree.good, *indexed.tree.odd, *indexed.tree.bad, *indexed.tree.projects}
    assert everything - states.keys() == set(), "nothing is passed over in silence"
    silent = [path for path in indexed.tree.bad if not states[path].reason and not states[path].detail]
    assert silent == []
    unexplained = [state for state in states.values() if state.reason in ("error", "worker died") and not state.detail]
    assert unexplained == []


def test_what_is_allowed_is_indexed(indexed: Indexed) -> None:
    """Odd is not bad. What takes too long or is too deep is the exception, and listed."""
    with Project.open(str(indexed.root)) as project:
        states = {state.path: state for state in project.store.files(project.snapshot.id)}
        left_out = {path: states[path].reason for path in indexed.tree.odd if states[path].reason}
        names = {edge.caller.path for edge in project.store.edges(project.snapshot.id, "names/*")}
    assert set(left_out.values()) <= {"deadline"}, left_out
    assert len(left_out) <= 2, left_out
    assert names == {path for path in indexed.tree.odd if path.startswith("names/")}
    errors = {path: state.detail for path, state in states.items() if state.reason == "error"}
    assert errors == {}, "an exception in an extractor is a bug, even if it costs one file only"


def test_answers_still_work(indexed: Indexed) -> None:
    def ask(*words: str) -> subprocess.CompletedProcess[bytes]:
        return subprocess.run([CALLMAP, *words], cwd=indexed.root, capture_output=True, check=False, timeout=60)

    shown = ask("callers", "good/tools.py::helper", "--root", ".")
    assert shown.returncode == 0 and b"good/app.py" in shown.stdout, shown.stderr
    status = ask("status", "--json", "--root", ".")
    assert status.returncode == 0 and len(json.loads(status.stdout)["skipped_files"]) > 10
    with Project.open(str(indexed.root)) as project:
        began = time.monotonic()
        symbols = 0
        for text in QUESTIONS:
            try:
                found = project.find(text)
            except CallmapError:
                continue
            symbols += 1
            project.callers(found, depth=5, limit=20)
            project.callees(found, depth=5, limit=20)
        assert symbols >= 4
        assert time.monotonic() - began < 20


def test_a_second_run_finds_nothing_to_do(indexed: Indexed) -> None:
    before = time.monotonic()
    report = index(str(indexed.root), workers=2)
    assert not report.changed and time.monotonic() - before < 30
    assert report.counts["files"] == indexed.run["counts"]["files"]


# --- a worker that dies ----------------------------------------------------------------------------------------------


def test_a_worker_that_the_system_kills_costs_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The file it was at is innocent: done again alone, it is indexed."""
    monkeypatch.setenv("CALLMAP_DATA", str(tmp_path / "data"))
    root = tmp_path / "tree"
    root.mkdir()
    body = "".join(f"def f{n}(x):\n    return f{max(0, n - 1)}(x)\n\n\n" for n in range(600))
    for number in range(60):
        (root / f"m{number}.py").write_text(body)
    with subprocess.Popen(
        [sys.executable, "-c", textwrap.dedent(INDEX), str(root)], stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as indexer:
        killed = kill_one_child(indexer.pid)
        out, err = indexer.communicate(timeout=60)
    assert killed, "a worker was killed while it worked, or this test tests nothing"
    assert indexer.returncode == 0, err.decode()[-3000:]
    assert json.loads(out)["counts"]["skipped"] == {}
    assert json.loads(out)["counts"]["files"] == {"python": 60}


def kill_one_child(parent: int) -> bool:
    """SIGKILL for the first worker that has used a tenth of a second; whether there was one."""
    give_up = time.monotonic() + 30
    while time.monotonic() < give_up:
        for child in children(parent):
            if processor_seconds(child) > 0.1:
                os.kill(child, 9)
                return True
        time.sleep(0.005)
    return False


def children(parent: int) -> list[int]:
    try:
        return [int(word) for word in Path(f"/proc/{parent}/task/{parent}/children").read_text().split()]
    except OSError:
        return []


def processor_seconds(process: int) -> float:
    try:
        fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    except OSError:
        return 0.0
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
