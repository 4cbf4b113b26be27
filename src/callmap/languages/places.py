"""Text and places of nodes: takes a file's bytes, gives functions that read them. They are the walker's hottest.

tree-sitter counts in bytes; lines and columns here are 1-based and columns count characters. Its own points cost
several times as much as a look into the list of line starts.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tree_sitter import Node


def reader(source: bytes) -> tuple[Callable[[Node], str], Callable[[int], tuple[int, int]], list[int]]:
    """(node → its text, byte → (line, column), the byte at which each line starts)"""
    starts = line_starts(source)
    if source.isascii():
        whole = source.decode("ascii")

        def text(node: Node) -> str:
            start, end = node.byte_range
            return whole[start:end]

        def place(byte: int) -> tuple[int, int]:
            line = bisect_right(starts, byte)
            return line, byte - starts[line - 1] + 1

    else:
        plain = [line.isascii() for line in source.split(b"\n")]

        def text(node: Node) -> str:
            start, end = node.byte_range
            return source[start:end].decode("utf-8", "replace")

        def place(byte: int) -> tuple[int, int]:
            line = bisect_right(starts, byte)
            start = starts[line - 1]
            if plain[line - 1]:
                return line, byte - start + 1
            return line, len(source[start:byte].decode("utf-8", "replace")) + 1

    return text, place, starts


def line_starts(source: bytes) -> list[int]:
    """The byte offset at which each line starts."""
    starts = [0]
    at = source.find(b"\n")
    while at != -1:
        at += 1
        starts.append(at)
        at = source.find(b"\n", at)
    return starts
