"""Git repositories in tests: git, whatever the machine's own settings are; what lies in a directory; who may read."""

from __future__ import annotations

import hashlib
import os
import shutil
import stat
import subprocess
import tempfile
from pathlib import Path

import pytest

_SETTINGS = {
    "user.name": "Ann", "user.email": "ann@example.org", "commit.gpgsign": "false", "init.defaultBranch": "main",
    "protocol.file.allow": "always",
}  # fmt: skip


def git(place: Path, *words: str, given: bytes | None = None) -> str:
    """Runs a git command in a directory; what it prints."""
    settings = [word for name, value in _SETTINGS.items() for word in ("-c", f"{name}={value}")]
    clean = {key: value for key, value in os.environ.items() if not key.startswith("GIT_")}
    clean |= {"GIT_CONFIG_GLOBAL": "/dev/null", "GIT_CONFIG_NOSYSTEM": "1"}
    done = subprocess.run(
        ["git", *settings, *words], cwd=place, check=True, capture_output=True, env=clean, input=given
    )
    return done.stdout.decode().strip()


def unprivileged() -> list[str]:
    """The words before a command that take from root the right to read whatever it likes, as nobody else has it. Skips
    the test where that cannot be done."""
    if os.geteuid() != 0:
        return []
    rights = "-dac_override,-dac_read_search"
    words = ["setpriv", f"--bounding-set={rights}", f"--inh-caps={rights}"]
    with tempfile.NamedTemporaryFile() as locked:
        os.chmod(locked.name, 0)
        there = shutil.which("setpriv") is not None
        if not there or subprocess.run([*words, "test", "-r", locked.name], check=False).returncode == 0:
            pytest.skip("root reads everything here, and setpriv cannot keep it from that")
    return words


def photograph(root: Path) -> dict[str, tuple[object, ...]]:
    """Of everything below a directory: mode, times, size, content."""
    found = {}
    for folder, folders, names in os.walk(root):
        for name in (".", *folders, *names):
            path = Path(folder, name)
            state = path.lstat()
            content = hashlib.sha256(path.read_bytes()).hexdigest() if stat.S_ISREG(state.st_mode) else ""
            found[str(path)] = (state.st_mode, state.st_mtime_ns, state.st_ctime_ns, state.st_size, content)
    return found
