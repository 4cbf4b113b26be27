"""Options and fixtures that all tests share."""

from __future__ import annotations

from pathlib import Path

import pytest


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--update", action="store_true", help="rewrite expected.txt files and README's matrix with what is found"
    )


@pytest.fixture
def update(request: pytest.FixtureRequest) -> bool:
    """Whether `pytest --update` was asked for."""
    return bool(request.config.getoption("--update"))


@pytest.fixture(scope="module")
def data(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("data")


@pytest.fixture(scope="module")
def repository(tmp_path_factory: pytest.TempPathFactory, data: Path) -> Path:
    """A small repository, indexed. Tests do not change it."""
    from serving import FILES, index, write

    root = write(tmp_path_factory.mktemp("repository"), FILES)
    index(root, data)
    return root
