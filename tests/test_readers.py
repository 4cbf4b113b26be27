"""Open indexes, kept for the next question: used again, by one thread at a time, and never after their file is gone."""

from __future__ import annotations

import shutil
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from callmap import config
from callmap.ask.readers import MOST_IDLE, Readers
from callmap.errors import IndexNotReady
from serving import FILES, index, write


@pytest.fixture
def root(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("CALLMAP_DATA", str(tmp_path / "data"))
    return write(tmp_path / "project", FILES)


def test_a_connection_is_used_again_and_sees_new_generations(root: Path, tmp_path: Path) -> None:
    readers = Readers(str(root))
    with pytest.raises(IndexNotReady), readers.project():
        pass
    index(root, tmp_path / "data")
    with readers.project() as project:
        store, generation = project.store, project.snapshot.generation
        with readers.project() as another:
            assert another.store is not store
    write(root, {"new.py": "def brand_new(): pass\n"})
    index(root, tmp_path / "data")
    stores = set()
    for _ in range(2):
        with readers.project() as project:
            stores.add(id(project.store))
            assert project.snapshot.generation > generation and project.find("brand_new").path == "new.py"
    assert len(stores) == 1


def test_an_index_that_was_removed_or_made_anew_is_not_served_from_the_old_file(root: Path, tmp_path: Path) -> None:
    index(root, tmp_path / "data")
    readers = Readers(str(root))
    with readers.project() as project:
        old = project.store
    shutil.rmtree(Path(config.database_path(str(root))).parent)
    with pytest.raises(IndexNotReady), readers.project():
        pass
    write(root, {"new.py": "def brand_new(): pass\n"})
    index(root, tmp_path / "data")
    with readers.project() as project:
        assert project.store is not old and project.find("brand_new").path == "new.py"


def test_many_threads_ask_at_once(root: Path, tmp_path: Path) -> None:
    index(root, tmp_path / "data")
    readers = Readers(str(root))

    def ask(_: int) -> str:
        with readers.project() as project:
            return project.find("validate_token").path

    with ThreadPoolExecutor(16) as pool:
        assert set(pool.map(ask, range(400))) == {"auth/jwt.py"}
    assert 1 <= len(readers._idle) <= MOST_IDLE
