"""Why is an edge missed? Takes an observed edge, gives the group that its form belongs to. A heuristic, by the text."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cache
from pathlib import Path

from definitions import Definitions, Edge, Place

WITH = {"__enter__", "__exit__", "__aenter__", "__aexit__"}
ITERATION = {"__iter__", "__next__", "__aiter__", "__anext__", "__getitem__", "__contains__", "__len__"}
ATTRIBUTES = {"__getattr__", "__getattribute__", "__setattr__", "__delattr__", "__get__", "__set__", "__set_name__"}
CLASSES = {"__init_subclass__", "__class_getitem__", "__prepare__", "__instancecheck__"}
CONSTRUCTORS = {"__init__", "__new__", "__post_init__", "constructor"}


class Losses:
    """Groups the missed edges of one project. `found`: all edges that the tool has."""

    def __init__(self, tree: Path, known: Definitions, found: set[Edge]) -> None:
        self.tree = tree
        self.known = known
        self.siblings: dict[tuple[Place, str], int] = {}
        for caller, callee in found:
            key = caller, self.name(callee)
            self.siblings[key] = self.siblings.get(key, 0) + 1

    def row(self, edge: Edge, lines: list[int]) -> dict[str, str]:
        """An edge as people read it."""
        caller, callee = edge
        line = lines[0] if lines and lines[0] else caller[1]
        return {
            "group": self.group(edge, lines) if lines else "",
            "caller": f"{caller[0]}:{line} {self.full(caller)}",
            "callee": f"{callee[0]}:{callee[1]} {self.full(callee)}",
        }

    def group(self, edge: Edge, lines: Iterable[int]) -> str:
        caller, callee = edge
        name = self.name(callee)
        function = self.known.at[callee]
        text = "\n".join(self.text(caller[0], line) for line in lines)
        if self.known.is_property(callee):
            return "property"
        if "super(" in text or "super." in text:
            return "super and the order of bases"
        for names, group in (
            (WITH, "special method: with"),
            (ITERATION, "special method: iteration, items, length"),
            (ATTRIBUTES, "special method: attribute access"),
            (CLASSES, "special method: making a class"),
        ):
            if name in names:
                return group
        if name in CONSTRUCTORS:
            return "constructor of a class held in a value"
        if name == "__call__":
            return "instance that is called"
        if name.startswith("__") and name.endswith("__"):
            return "special method: operators, conversion, comparison"
        if self.siblings.get((caller, name)):
            return "override of a method that was found"
        if re.search(r"\bgetattr\(", text):
            return "getattr"
        word = re.escape(name.lstrip("#"))
        if re.search(rf"\b(self|cls|this)\.#?{word}\s*\(", text):
            return "method on self that was not found"
        if re.search(rf"\.\s*#?{word}\s*[(`]|\.\s*{word}\?\.", text):
            return "method of a value of unknown type"
        if re.search(rf"\b{word}\b", text):
            return "named where it is called or passed on"
        if "." in function.name and not function.class_line:
            return "inner function: wrapper of a decorator, closure"
        return "called through a parameter or a stored value"

    def full(self, place: Place) -> str:
        return self.known.at[place].name if place in self.known.at else "(module)"

    def name(self, place: Place) -> str:
        return self.known.at[place].name.rpartition(".")[2] if place in self.known.at else ""

    def text(self, path: str, line: int) -> str:
        """The line of a call and the next two: calls are often split."""
        return "\n".join(_lines(self.tree / path)[line - 1 : line + 2])


@cache
def _lines(file: Path) -> list[str]:
    return file.read_text(errors="replace").split("\n")
