from typing import Any, Protocol

from caches import Cache


class Asserting(Protocol):
    def assertTrue(self, value: Any) -> None: ...
    def describe(self) -> str: ...


class CacheTests(Asserting):
    kind = Cache

    def make(self):
        return self.kind()

    def test_get(self):
        self.make().get()
        self.assertTrue(self.describe())  # the first is filled in outside

    def test_kind(self):
        self.kind().get()
