"""Text and places of nodes: takes a file's bytes, gives `Reader`, which reads them: the walker's hottest code.

tree-sitter counts in bytes; lines and columns here are 1-based and columns count characters. Its own points cost
several times as much as a look into the list of line starts.
"""

from __future__ import annotations

from bisect import bisect_right
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tree_sitter import Node


class Reader:
    """A text, and how its nodes are read."""

    def __init__(self, source: bytes) -> None:
        self.source = b""
        self._whole = ""  # the text, if it is plain ASCII
        self._line_starts: list[int] = []
        self._plain: list[bool] | None = None  # of each line, whether it is ASCII; None if all are
        self.turn_to(source)

    def turn_to(self, source: bytes) -> bytes:
        """Reads nodes of another text from here on; gives the text to turn back to."""
        before, self.source = self.source, source
        self._line_starts = line_starts(source)
        if source.isascii():
            self._whole, self._plain = source.decode("ascii"), None
        else:
            self._whole, self._plain = "", [line.isascii() for line in source.split(b"\n")]
        return before

    def text(self, node: Node) -> str:
        start, end = node.byte_range
        if self._plain is None:
            return self._whole[start:end]
        return self.source[start:end].decode("utf-8", "replace")

    def place(self, byte: int) -> tuple[int, int]:
        """(line, column) of a byte."""
        line = bisect_right(self._line_starts, byte)
        start = self._line_starts[line - 1]
        if self._plain is None or self._plain[line - 1]:
            return line, byte - start + 1
        return line, len(self.source[start:byte].decode("utf-8", "replace")) + 1

    def line(self, node: Node) -> int:
        """The line of its first character."""
        return bisect_right(self._line_starts, node.start_byte)

    def position(self, node: Node) -> tuple[int, int]:
        """(line, column) of its first character."""
        return self.place(node.start_byte)


def line_starts(source: bytes) -> list[int]:
    """The byte offset at which each line starts."""
    starts = [0]
    at = source.find(b"\n")
    while at != -1:
        at += 1
        starts.append(at)
        at = source.find(b"\n", at)
    return starts
