"""Which files have which marks (see link/reads.py): takes the marks of all files, gives those that have one. Pure."""

from __future__ import annotations

from array import array
from bisect import bisect_right
from collections.abc import Mapping
from itertools import accumulate
from sys import byteorder
from typing import Final

from callmap.link.reads import parted

_MOST_SCANS: Final = 100  # then an index of all marks costs less
_FEW_SCANS: Final = 16  # that are quicker than to go through all marks once


class AllMarks:
    """The marks of all files of a snapshot: who has which, by sort."""

    def __init__(self, marks: Mapping[str, bytes]) -> None:
        """`marks` of each path, as they are kept."""
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
