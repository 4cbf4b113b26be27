"""Text and places of nodes: takes a file's bytes, gives `Reader`, which reads them: the walker's hottest code.

tree-sitter counts in bytes; lines and columns here are 1-based and columns count characters. Its own points cost
several times as much as a look into the list of line starts.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from callmap.model import Span

if TYPE_CHECKING:
    from tree_sitter import Node

_LONGEST_TEXT: Final = 200
_FOREVER: Final = 1 << 60  # the last line does not end


class Reader:
    """A text, and how its nodes are read."""

    def __init__(self, source: bytes) -> None:
        self.source = b""
        self._whole = ""  # the text, a character for each byte
        self.lines: list[bytes] = []
        self.line_starts: list[int] = []
        self._line = 1  # the one that was asked for last, …
        self._from = 0  # … the byte at which it starts …
        self._to = 0  # … and the one at which the next one does
        self._odd: set[int] | None = None  # the lines that are not plain ASCII; None if all are
        self.turn_to(source)

    def turn_to(self, source: bytes) -> bytes:
        """Reads nodes of another text from here on; gives the text to turn back to."""
        before, self.source = self.source, source
        self.lines = source.split(b"\n")
        self.line_starts = _line_starts(self.lines)
        self._turn_to_line(1)
        self._whole, self._odd = source.decode("latin-1"), None
        if not source.isascii():
            self._odd = {number for number, line in enumerate(self.lines, 1) if not line.isascii()}
        return before

    def text(self, node: Node) -> str:
        return self.text_at(node.start_byte, node.end_byte)

    def text_at(self, start: int, end: int) -> str:
        """The text between two bytes."""
        text = self._whole[start:end]
        return text if self._odd is None or text.isascii() else self.source[start:end].decode("utf-8", "replace")

    def place(self, byte: int) -> tuple[int, int]:
        """(line, column) of a byte."""
        line = self.line_at(byte)
        start = self._from
        if self._odd is None or line not in self._odd:
            return line, byte - start + 1
        return line, len(self.source[start:byte].decode("utf-8", "replace")) + 1

    def line(self, node: Node) -> int:
        """The line of its first character."""
        return self.line_at(node.start_byte)

    def line_at(self, byte: int) -> int:
        """The line of a byte. Nodes are read in order, so it is mostly the one that was asked for before."""
        if self._from <= byte < self._to:
            return self._line
        starts = self.line_starts
        low = high = self._line
        step = 1  # most that is not on this line is not far from it
        if byte < self._from:
            while low > 1 and byte < starts[low - 1]:
                high = low - 1
                low -= step
                step *= 2
            low = max(low, 1)
        else:
            while high < len(starts) and byte >= starts[high]:
                low = high + 1
                high += step
                step *= 2
            high = min(high, len(starts))
        while low < high:  # compiled, this takes a tenth of what `bisect` does
            middle = (low + high) >> 1
            if byte < starts[middle]:
                high = middle
            else:
                low = middle + 1
        self._turn_to_line(low)
        return low

    def _turn_to_line(self, line: int) -> None:
        starts = self.line_starts
        self._line = line
        self._from = starts[line - 1]
        self._to = starts[line] if line < len(starts) else _FOREVER

    def position(self, node: Node) -> tuple[int, int]:
        """(line, column) of its first character."""
        return self.place(node.start_byte)

    def short_text(self, node: Node) -> str:
        """The node's text on one line, cut at 200 characters."""
        start, end = node.start_byte, node.end_byte
        if end - start <= _LONGEST_TEXT:
            text = self.text_at(start, end)
        else:
            text = self.source[start : min(end, start + 4 * _LONGEST_TEXT)].decode("utf-8", "replace")
        if "\n" in text or "\t" in text or "\r" in text:
            text = " ".join(text.split())
        return text if len(text) <= _LONGEST_TEXT else text[: _LONGEST_TEXT - 1] + "…"

    def between(self, start: int, end: int) -> str:
        """Source text between two byte offsets, on one line, cut: for signatures."""
        text = self.text_at(start, min(end, start + 8 * _LONGEST_TEXT)).strip()
        if "\n" in text or "  " in text or not text.isprintable():
            text = " ".join(text.split())
        return text if len(text) <= 2 * _LONGEST_TEXT else text[: 2 * _LONGEST_TEXT - 1] + "…"

    def span(self, node: Node) -> Span:
        start, end = node.start_byte, node.end_byte
        if end > start:
            end -= 1  # the last character belongs to it
            while end > start and self.source[end] & 0xC0 == 0x80:
                end -= 1
        line, column = self.place(start)
        if end < self._to:
            return Span(line, column, line, self.place(end)[1])
        end_line, end_column = self.place(end)
        self._turn_to_line(line)  # what is asked for next stands inside
        return Span(line, column, end_line, end_column)


def _line_starts(lines: list[bytes]) -> list[int]:
    """The byte offset at which each line starts."""
    starts = [0]
    at = 0
    for line in lines:
        at += len(line) + 1
        starts.append(at)
    starts.pop()  # what would come after the last line
    return starts
