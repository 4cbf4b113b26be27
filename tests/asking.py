"""A repository of given files, indexed, for tests that ask tools directly."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from callmap.ask.project import Project
from callmap.index import index


def write(root: Path, files: dict[str, str]) -> Path:
    """Writes files below a directory."""
    for name, text in files.items():
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    return root


@contextmanager
def indexed(root: Path, files: dict[str, str]) -> Iterator[Project]:
    """An open project that holds those files. CALLMAP_DATA is set to a place beside it."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("CALLMAP_DATA", str(root / "data"))
        tree = str(write(root / "repository", files))
        index(tree, workers=1)
        with Project.open(tree) as project:
            yield project


def text_of(lines: Callable[[dict[str, Any]], Iterator[str]], answer: dict[str, Any]) -> str:
    return "\n".join(lines(answer))
