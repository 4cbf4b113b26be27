"""Git repositories in tests: git itself, whatever the machine's own settings are, and what lies in a directory."""

from __future__ import annotations

import hashlib
import os
import stat
import subprocess
from pathlib import Path

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
