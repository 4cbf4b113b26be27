"""Text and places of nodes: takes a file's bytes, gives `Reader`, which reads them: the walker's hottest code.

tree-sitter counts in bytes; lines and columns here are 1-based and columns count characters. Its own points cost
several times as much as a look into the list of line starts.
"""

from __future__ import annotations

from bisect import bisect_right
from typing import TYPE_CHECKING, Final

from callmap.model import Span

if TYPE_CHECKING:
    from tree_sitter import Node

_LONGEST_TEXT: Final = 200


class Reader:
    """A text, and how its nodes are read."""

    def __init__(self, source: bytes) -> None:
        self.source = b""
        self._whole = ""  # the text, if it is plain ASCII
        self._line_starts: list[int] = []
        self._line = 1  # the one that was asked for last
        self._plain: list[bool] | None = None  # of each line, whether it is ASCII; None if all are
        self.turn_to(source)

    def turn_to(self, source: bytes) -> bytes:
        """Reads nodes of another text from here on; gives the text to turn back to."""
        before, self.source = self.source, source
        self._line_starts = line_starts(source)
        self._line = 1
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
        line = self.line_at(byte)
        start = self._line_starts[line - 1]
        if self._plain is None or self._plain[line - 1]:
            return line, byte - start + 1
        return line, len(self.source[start:byte].decode("utf-8", "replace")) + 1

    def line(self, node: Node) -> int:
        """The line of its first character."""
        return self.line_at(node.start_byte)

    def line_at(self, byte: int) -> int:
        """The line of a byte. Nodes are read in order, so it is mostly the one that was asked for before."""
        starts, line = self._line_starts, self._line
        if starts[line - 1] <= byte and (line == len(starts) or byte < starts[line]):
            return line
        line = self._line = bisect_right(starts, byte)
        return line

    def position(self, node: Node) -> tuple[int, int]:
        """(line, column) of its first character."""
        return self.place(node.start_byte)

    def short_text(self, node: Node) -> str:
        """The node's text on one line, cut at 200 characters."""
        start, end = node.byte_range
        if end - start <= _LONGEST_TEXT:
            text = self.text(node)
        else:
            text = self.source[start : min(end, start + 4 * _LONGEST_TEXT)].decode("utf-8", "replace")
        if "\n" in text or "\t" in text or "\r" in text:
            text = " ".join(text.split())
        return text if len(text) <= _LONGEST_TEXT else text[: _LONGEST_TEXT - 1] + "…"

    def between(self, start: int, end: int) -> str:
        """Source text between two byte offsets, on one line, cut: for signatures."""
        text = self.source[start : min(end, start + 8 * _LONGEST_TEXT)].decode("utf-8", "replace")
        text = " ".join(text.split())
        return text if len(text) <= 2 * _LONGEST_TEXT else text[: 2 * _LONGEST_TEXT - 1] + "…"

    def span(self, node: Node) -> Span:
        start, end = node.start_byte, node.end_byte
        if end > start:
            end -= 1  # the last character belongs to it
            while end > start and self.source[end] & 0xC0 == 0x80:
                end -= 1
        return Span(*self.place(start), *self.place(end))


def line_starts(source: bytes) -> list[int]:
    """The byte offset at which each line starts."""
    starts, at = [0], 0
    for line in source.split(b"\n"):
        at += len(line) + 1
        starts.append(at)
    starts.pop()
    return starts
