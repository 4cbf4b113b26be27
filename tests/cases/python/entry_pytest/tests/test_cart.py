# Tests and fixtures, by name and by decorator.
import pytest


@pytest.fixture
def cart():
    return []


@pytest.fixture(scope="module")
def store():
    return []


def test_empty(cart):
    check(cart)


class TestTotal:
    def test_sum(self):
        pass

    def helper(self):
        pass


def check(cart):
    pass
