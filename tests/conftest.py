"""Options and fixtures that all tests share."""

from __future__ import annotations

import pytest


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--update", action="store_true", help="rewrite expected.txt files and README's matrix with what is found"
    )


@pytest.fixture
def update(request: pytest.FixtureRequest) -> bool:
    """Whether `pytest --update` was asked for."""
    return bool(request.config.getoption("--update"))
