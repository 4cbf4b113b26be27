import pytest

from shop import App, OtherStore, Store, one, two


def test_client(client, helper):
    client.get()
    helper.load()  # no fixture, so nobody passes it


def test_store(store, app):
    store.load()
    app.close()


class TestStores:
    @pytest.fixture
    def kind(self):
        return Store

    @pytest.fixture
    def made(self, kind):
        return kind()

    def test_made(self, made):
        made.load()


class TestOtherStores(TestStores):
    @pytest.fixture
    def kind(self):
        return OtherStore

    def test_other(self, made):
        made.load()


@pytest.mark.parametrize("action", [one, two])
def test_listed(action):
    action()


@pytest.mark.parametrize("number, action", [(1, one), (2, one)])
@pytest.mark.parametrize(("flag", "store"), [(True, OtherStore()), (False, OtherStore())])
def test_listed_together(number, action, flag, store):
    action()
    number()
    store.load()


def check(client):
    client.get()  # no test: whoever calls it says what that is


def test_given():
    check(App())
