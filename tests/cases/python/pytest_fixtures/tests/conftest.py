import pytest

from shop import App, Store


@pytest.fixture
def app():
    made = App()
    yield made
    made.close()


@pytest.fixture(scope="module")
def client(app):
    return app.make_client()


@pytest.fixture()
def store():
    return Store()


def helper():
    return Store()
