"""Where functions are defined: takes a tree of sources, gives for any line the function it belongs to.

All tools and oracles are compared by these places: (path, line of the name), line 0 for the module's own code.
Comprehensions and class bodies belong to the function around them, and so do functions without a name if `fold`.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path

Place = tuple[str, int]
Edge = tuple[Place, Place]
PROPERTY = re.compile(r"property|\.setter|\.getter|\.deleter|^get$|^set$")


@dataclass(frozen=True)
class Function:
    path: str
    line: int  # of the name
    first: int  # with decorators
    last: int
    name: str  # dotted, inside the file
    decorators: tuple[str, ...] = ()
    words: frozenset[str] = frozenset()  # all names and attributes in its body
    class_line: int = 0  # of the class it is a member of
    anonymous: bool = False
    other: int = 0  # another line it may be known by: where `function` stands if its name stands elsewhere

    @property
    def place(self) -> Place:
        return self.path, self.line


@dataclass
class Definitions:
    functions: dict[str, list[Function]]  # by path
    words: dict[str, frozenset[str]] = field(default_factory=dict)
    bases: dict[str, set[str]] = field(default_factory=dict)  # of classes, all by their last names
    fold: bool = True

    @cached_property
    def at(self) -> dict[Place, Function]:
        """The function of a place; also of the first line of its decorators. Of several in a line, the outermost."""
        found: dict[Place, Function] = {}
        every = [each for group in self.functions.values() for each in group if not (self.fold and each.anonymous)]
        for each in every:
            found.setdefault(each.place, each)
        for each in every:
            found.setdefault((each.path, each.first), each)
            found.setdefault((each.path, each.other or each.line), each)
        return found

    def around(self, path: str, line: int, strictly: bool = False) -> Place:
        """The innermost function around a line; `strictly`: not one that begins there."""
        best: Function | None = None
        for each in self.functions.get(path, ()):
            if self.fold and each.anonymous:
                continue
            inside = each.line < line <= each.last if strictly else each.line <= line <= each.last
            if inside and (best is None or each.line > best.line):
                best = each
        return best.place if best else (path, 0)

    def place(self, path: str, line: int, name: str) -> Place | None:
        """The function that is defined at a line; None for a class, and for a function without a name if they fold."""
        if self.fold and _last(name).startswith("<"):
            return None
        found = self.at.get((path, line))
        return found.place if found else None

    def caller(self, path: str, line: int, name: str) -> Place:
        """The function that a caller of this name and line stands for."""
        if not name or name == "<module>":
            return path, 0
        unnamed = _last(name).startswith("<")
        if not (unnamed and self.fold) and (path, line) in self.at:
            return self.at[path, line].place
        return self.around(path, line, strictly=not unnamed)

    def names(self, caller: Place, name: str) -> bool:
        """Whether a function's text names another. A generator runs in whoever asks it for values, so a call of it is
        believed only then."""
        words = self.at[caller].words if caller in self.at else self.words.get(caller[0], frozenset())
        last = _last(name)
        return last in words or last.startswith("__")

    def is_property(self, place: Place) -> bool:
        return any(PROPERTY.search(each) for each in self.at[place].decorators)

    def overrides(self, place: Place, others: Iterable[Place]) -> bool:
        """Whether a method has the name of one of the others, and its class is below theirs, as far as names tell."""
        owner, name = self._member(place)
        above, new = set[str](), {owner}
        while new:
            above |= new
            new = {base for each in new for base in self.bases.get(each, ())} - above
        return any(self._member(each)[1] == name and self._member(each)[0] in above - {owner} for each in others)

    def _member(self, place: Place) -> tuple[str, str]:
        *outer, name = self.at[place].name.split(".")
        return outer[-1] if outer and self.at[place].class_line else "", name

    def add_text(self, path: str, text: str) -> None:
        self.words[path] = self.words_in(text)

    @staticmethod
    def words_in(text: str) -> frozenset[str]:
        return frozenset(re.findall(r"[A-Za-z_$][\w$]*", text))


def python_definitions(tree: Path, fold: bool = True) -> Definitions:
    found = Definitions({}, fold=fold)
    for file in sorted(tree.rglob("*.py")):
        path = file.relative_to(tree).as_posix()
        try:
            module = ast.parse(file.read_bytes())
        except SyntaxError:
            continue
        found.functions[path] = list(_functions(path, module))
        for each in ast.walk(module):
            if isinstance(each, ast.ClassDef):
                names = {ast.unparse(base).partition("[")[0].rpartition(".")[2] for base in each.bases}
                found.bases.setdefault(each.name, set()).update(names)
        found.words[path] = _words(module)
    return found


def _functions(path: str, node: ast.AST, prefix: str = "", class_line: int = 0) -> Iterable[Function]:
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.FunctionDef | ast.AsyncFunctionDef):
            first = min([child.lineno, *(each.lineno for each in child.decorator_list)])
            name = f"{prefix}{child.name}"
            yield Function(
                path, child.lineno, first, child.end_lineno or child.lineno, name,
                tuple(ast.unparse(each) for each in child.decorator_list), _words(child), class_line,
            )  # fmt: skip
            yield from _functions(path, child, f"{name}.")
        elif isinstance(child, ast.Lambda):
            name = f"{prefix}<lambda>"
            last = child.end_lineno or child.lineno
            yield Function(path, child.lineno, child.lineno, last, name, (), _words(child), 0, True)
            yield from _functions(path, child, f"{name}.")
        elif isinstance(child, ast.ClassDef):
            yield from _functions(path, child, f"{prefix}{child.name}.", child.lineno)
        else:
            yield from _functions(path, child, prefix, class_line)


def _words(node: ast.AST) -> frozenset[str]:
    names = {each.id for each in ast.walk(node) if isinstance(each, ast.Name)}
    return frozenset(names | {each.attr for each in ast.walk(node) if isinstance(each, ast.Attribute)})


def _last(name: str) -> str:
    return name.rpartition(".")[2]
