"""Which files have which marks (see link/reads.py): takes the marks of all files, gives those that have one. Pure."""

from __future__ import annotations

from array import array
from bisect import bisect_right
from collections.abc import Iterable, Mapping
from itertools import accumulate
from sys import byteorder
from typing import Final

from callmap.link.reads import parted

_MOST_SCANS: Final = 100  # then an index of all marks costs less
_FEW_SCANS: Final = 16  # that are quicker than to go through all marks once
_SIEVE: Final = 16  # bits of a sieve for each mark of a first linking: one in so many others passes, too


def sieve_of(marks: Iterable[bytes]) -> bytes:
    """What tells of most cells that no file has read them: a bit for each mark of the cells that files have, whose
    marks, as they are kept, are given."""
    found: set[int] = set().union(*[array("I", parted(each)[3]) for each in marks])
    size = 1 << (len(found) * _SIEVE // 8).bit_length()
    return _sieved(bytearray(size), found)


def more_in_sieve(sieve: bytes, marks: Iterable[bytes]) -> bytes:
    """A sieve through which the marks of more files pass. (None is taken out: it may be another file's, too.)"""
    return _sieved(bytearray(sieve), set[int]().union(*[array("I", parted(each)[3]) for each in marks]))


def _sieved(bits: bytearray, marks: set[int]) -> bytes:
    last = len(bits) - 1
    for mark in marks:
        bits[mark >> 3 & last] |= 1 << (mark & 7)
    return bytes(bits)


def passing(sieve: bytes, marks: set[int]) -> set[int]:
    """Those that a file may have; all, if there is no sieve."""
    last = len(sieve) - 1
    return {mark for mark in marks if sieve[mark >> 3 & last] >> (mark & 7) & 1} if sieve else marks


class AllMarks:
    """The marks of all files of a snapshot: who has which, by sort."""

    def __init__(self, marks: Mapping[str, bytes]) -> None:
        """`marks` of each path, as they are kept."""
        self.kept = marks
        paths = sorted(marks)
        parts = [parted(marks[path]) for path in paths]
        self.askers = Marked(paths, [asked for asked, _, _, _ in parts])  # of summaries
        self.tellers = Marked(paths, [told for _, told, _, _ in parts])  # those who answered
        self.givers = Marked(paths, [gives for _, _, gives, _ in parts])  # by what they give and inherit
        self.readers = Marked(paths, [reads for _, _, _, reads in parts])  # of cells


class Marked:
    """Which files have which marks of one sort."""

    def __init__(self, paths: list[str], marks: list[bytes]) -> None:
        self._paths = paths
        self._marks = marks
        self._all = b"".join(marks)
        self._ends = list(accumulate([len(each) for each in marks]))
        self._found: dict[int, list[str]] = {}
        self._index: dict[int, list[str]] | None = None

    def __call__(self, wanted: int) -> list[str]:
        """The files that have a mark, sorted."""
        if self._index is not None:
            return self._index.get(wanted, [])
        known = self._found.get(wanted)
        if known is None:
            if len(self._found) >= _MOST_SCANS:
                self._index = self._by_mark()
                return self._index.get(wanted, [])
            known = self._found[wanted] = self._scan(wanted)
        return known

    def by_any(self, wanted: set[int]) -> set[str]:
        """The files that have one of these marks."""
        if len(wanted) <= _FEW_SCANS:
            return {path for each in wanted for path in self(each)}
        each = zip(self._paths, self._marks, strict=True)
        return {path for path, marks in each if not wanted.isdisjoint(array("I", marks))}

    def _scan(self, wanted: int) -> list[str]:
        needle, found, at = wanted.to_bytes(4, byteorder), list[str](), 0
        while (at := self._all.find(needle, at)) >= 0:
            if at % 4:
                at += 1
                continue
            file = bisect_right(self._ends, at)
            found.append(self._paths[file])
            at = self._ends[file]
        return found

    def _by_mark(self) -> dict[int, list[str]]:
        found: dict[int, list[str]] = {}
        for path, marks in zip(self._paths, self._marks, strict=True):
            for each in array("I", marks):
                found.setdefault(each, []).append(path)
        return found
