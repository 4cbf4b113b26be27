import unittest

from caches import Large, Small
from tests.common import CacheTests


class TestSmall(unittest.TestCase, CacheTests):
    kind = Small

    def describe(self):
        return "small"


class TestLarge(unittest.TestCase, CacheTests):
    kind = Large

    def describe(self):
        return "large"

    def test_kind(self):
        self.kind().get()
