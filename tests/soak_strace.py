"""For `make soak`: the command itself, killed or refused at system calls. Needs strace (`apt install strace`)."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from test_crash import Scene, check, disk, scene  # the fixtures of the test that needs no strace

__all__ = ["disk", "scene"]

CALLS = ("pwrite64", "write", "fdatasync", "fsync", "ftruncate", "rename", "unlink")
LATEST = 400


@pytest.fixture(autouse=True, scope="module")
def strace() -> str:
    found = shutil.which("strace")
    assert found, "Install strace: this is what is run here."
    return found


def start(scene: Scene, data: Path, call: str, fault: str) -> tuple[subprocess.CompletedProcess[str], bool]:
    """The command with a fault injected: what it says, and strace's exit code, which is the command's own; whether the
    fault happened."""
    shutil.rmtree(data, ignore_errors=True)
    shutil.copytree(scene.before, data)
    command = [
        "strace",
        "-qq",
        "-o",
        f"{data}.log",
        "-e",
        f"inject={call}:{fault}",
        "-e",
        f"trace={call}",
        sys.executable,
        "-P",
        "-m",
        "callmap",
    ]
    command += ["index", "--root", str(scene.root), "--workers", "1"]
    environment = {**os.environ, "CALLMAP_DATA": str(data), "PYTHONDONTWRITEBYTECODE": "1"}
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False, timeout=60)
    return done, "(INJECTED)" in Path(f"{data}.log").read_text(errors="replace")


@pytest.mark.parametrize("call", CALLS)
def test_killed_at_any_call(scene: Scene, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, call: str) -> None:
    killed = 0
    for at in range(1, LATEST):
        done, _ = start(scene, tmp_path / "data", call, f"signal=KILL:when={at}")
        check(scene, tmp_path / "data", monkeypatch, f"killed at {call} {at}")
        if done.returncode == 0:
            break
        assert done.returncode == -signal.SIGKILL, done
        killed += 1
    print(f"{killed} kills at {call}")
    assert killed or call in ("fsync", "rename", "unlink"), f"no {call} was ever reached"


@pytest.mark.parametrize("lasting", ["", "+"], ids=["once", "lasting"])
@pytest.mark.parametrize("error", ["ENOSPC", "EIO"])
@pytest.mark.parametrize("call", ["pwrite64", "fdatasync", "ftruncate"])
def test_refused_calls(
    scene: Scene, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, call: str, error: str, lasting: str
) -> None:
    refused = 0
    for at in range(1, LATEST):
        done, happened = start(scene, tmp_path / "data", call, f"error={error}:when={at}{lasting}")
        if not happened:
            break
        ended = check(scene, tmp_path / "data", monkeypatch, f"{error} at {call} {at}{lasting}")
        assert done.returncode in (0, 3), done
        assert "Traceback" not in done.stderr, done.stderr
        if done.returncode:
            refused += 1
            assert "cannot be" in done.stderr, done.stderr
        else:
            assert ended, f"{error} at {call} {at}{lasting}: the run says that it succeeded"
    assert refused, "no run noticed"
    print(f"{refused} runs refused by {error} at {call}")
