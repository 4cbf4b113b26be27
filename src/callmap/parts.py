"""The parts of facts that there are many of: bindings, calls, uses and the like, and how they are packed. Pure.

A file's facts hold them as rows of numbers, four bytes each, the lowest first: texts by their place among the file's
texts, words by their place in the lists below. They stay bytes: a row becomes an object when somebody asks for it, and
that is forgotten again. As objects for ever they took five times the memory.

Like all of the facts, they refer to each other by place (see model.py).
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Final, Literal, final, get_args

if TYPE_CHECKING:
    from mypy_extensions import i64

_NONE: Final = -1  # as in model.py

# Words that facts are full of; each is kept as its place among them.
ScopeKind = Literal["module", "function", "block", "class", "members"]
BranchKind = Literal[
    "always", "if", "else", "loop", "try", "except", "after", "finally", "case", "call", "type", "namespace",
    "preprocessor", "elsewhere",
]  # fmt: skip
ReturnKind = Literal["return", "yield", "raise"]
CallForm = Literal["call", "method", "construct", "macro", "decorator", "component", "tagged"]
UseKind = Literal[
    "operator", "attribute", "item", "iterate", "with", "await", "delete", "format", "repr", "handler", "test", "copy",
    "key", "passed", "assigned", "stored", "returned", "held", "decorated",
]  # fmt: skip
SCOPE_KINDS: Final[tuple[ScopeKind, ...]] = get_args(ScopeKind)
BRANCH_KINDS: Final[tuple[BranchKind, ...]] = get_args(BranchKind)
RETURN_KINDS: Final[tuple[ReturnKind, ...]] = get_args(ReturnKind)
CALL_FORMS: Final[tuple[CallForm, ...]] = get_args(CallForm)
USE_KINDS: Final[tuple[UseKind, ...]] = get_args(UseKind)


# --- the parts -------------------------------------------------------------------------------------------------------


@final
class Scope:
    __slots__ = ("branch", "kind", "parent", "symbol")

    def __init__(self, kind: ScopeKind, parent: int, symbol: int, branch: int = 0) -> None:
        self.kind: ScopeKind = kind  # class: seen by code directly in it; members: seen by nobody
        self.parent = parent
        self.symbol = symbol  # the symbol whose body it belongs to
        self.branch = branch  # the branch it opens in: a binding of this branch is unconditional here


@final
class Branch:
    """A region that runs conditionally. Branch 0 is "always"; parents lead to it."""

    __slots__ = ("exits", "kind", "parent", "text")

    def __init__(self, kind: BranchKind, parent: int, text: str = "", exits: bool = False) -> None:
        self.kind: BranchKind = kind  # elsewhere: another function's
        self.parent = parent
        self.text = text  # preprocessor: the condition, "CONFIG_X", "!CONFIG_X"
        self.exits = exits  # it leaves the function: what is assigned in it is not seen after it


@final
class Binding:
    """name ← value, in statement order. Definitions, imports, parameters and targets are bindings too."""

    __slots__ = ("branch", "line", "name", "scope", "type", "value")

    def __init__(self, name: str, scope: int, value: int, branch: int, line: int, type: int = _NONE) -> None:
        self.name = name
        self.scope = scope
        self.value = value  # expression, or NONE (declared without a value)
        self.branch = branch
        self.line = line
        self.type = type  # declared type


@final
class Store:
    """object.attribute ← value; object[key] ← value when `attribute` is empty."""

    __slots__ = ("attribute", "branch", "key", "line", "object", "scope", "type", "value")

    def __init__(
        self, object: int, attribute: str, key: int, value: int, scope: int, branch: int, line: int, type: int = _NONE
    ) -> None:
        self.object = object
        self.attribute = attribute
        self.key = key
        self.value = value
        self.scope = scope
        self.branch = branch
        self.line = line
        self.type = type  # declared type: self.x: T = value


@final
class Return:
    """What a function gives back. The expression is a YIELD for generators; kind "raise" keeps what is thrown."""

    __slots__ = ("kind", "line", "symbol", "value")

    def __init__(self, symbol: int, value: int, line: int, kind: ReturnKind = "return") -> None:
        self.symbol = symbol
        self.value = value
        self.line = line
        self.kind: ReturnKind = kind


@final
class Call:
    """A call site. `expression` is the CALL, CONSTRUCT or MACRO itself, or DECORATED's decorator for "decorator"."""

    __slots__ = ("branch", "column", "expression", "form", "line", "receiver", "scope", "text")

    def __init__(
        self, expression: int, scope: int, branch: int, line: int, column: int, form: CallForm, text: str, receiver: str
    ) -> None:
        self.expression = expression
        self.scope = scope
        self.branch = branch
        self.line = line
        self.column = column
        self.form: CallForm = form  # component: JSX; tagged: a template
        self.text = text  # the callee expression as written, on one line
        self.receiver = receiver  # method calls: the text of the receiver


@final
class Use:
    """An implicit operation that may run code: an operator, an attribute read, `with` …; or a definition is named."""

    __slots__ = ("branch", "column", "expression", "kind", "line", "scope")

    def __init__(self, kind: UseKind, expression: int, scope: int, branch: int, line: int, column: int) -> None:
        self.kind: UseKind = kind  # from "passed" on: see languages/mentions.py
        self.expression = expression
        self.scope = scope
        self.branch = branch
        self.line = line
        self.column = column


# --- packed ----------------------------------------------------------------------------------------------------------


class Numbers:
    """Numbers of four bytes, the lowest first. Compiled code puts four bytes together in less time than it takes to ask
    an array for an object."""

    __slots__ = ("_bytes", "size")

    def __init__(self, content: bytes) -> None:
        self._bytes = content
        self.size = len(content) // 4  # in numbers

    def number(self, place: int) -> int:
        """The number at a place."""
        content = self._bytes
        at: i64 = place
        at *= 4
        first: i64 = content[at]
        second: i64 = content[at + 1]
        third: i64 = content[at + 2]
        last: i64 = content[at + 3]
        if last >= 128:  # below zero
            last -= 256
        return first + (second << 8) + (third << 16) + (last << 24)

    def column(self, first: int, width: int) -> list[int]:
        """Of rows of so many numbers, the one that stands at the place `first` in each."""
        return [self.number(place) for place in range(first, self.size, width)]


class Rows(Numbers):
    """Rows with texts among what they say; looked at like a list of the parts that they are, or asked for one field of
    one of them: that makes no object."""

    __slots__ = ("_texts",)

    def __init__(self, content: bytes = b"", texts: tuple[str, ...] = ()) -> None:
        super().__init__(content)
        self._texts = texts

    def start(self, index: int, width: int) -> int:
        """Where a row begins."""
        if index < 0:
            index += self.size // width
        return index * width


@final
class Scopes(Rows):
    def __len__(self) -> int:
        return self.size // 4

    def __getitem__(self, index: int) -> Scope:
        at = self.start(index, 4)
        return Scope(SCOPE_KINDS[self.number(at)], self.number(at + 1), self.number(at + 2), self.number(at + 3))

    def __iter__(self) -> Iterator[Scope]:
        return iter([self[index] for index in range(len(self))])

    def kind(self, index: int) -> str:
        return SCOPE_KINDS[self.number(self.start(index, 4))]

    def parent(self, index: int) -> int:
        return self.number(self.start(index, 4) + 1)

    def symbol(self, index: int) -> int:
        return self.number(self.start(index, 4) + 2)

    def branch(self, index: int) -> int:
        return self.number(self.start(index, 4) + 3)


@final
class Branches(Rows):
    def __len__(self) -> int:
        return self.size // 4

    def __getitem__(self, index: int) -> Branch:
        at = self.start(index, 4)
        text, exits = self._texts[self.number(at + 2)], self.number(at + 3)
        return Branch(BRANCH_KINDS[self.number(at)], self.number(at + 1), text, exits != 0)

    def __iter__(self) -> Iterator[Branch]:
        return iter([self[index] for index in range(len(self))])

    def kind(self, index: int) -> str:
        return BRANCH_KINDS[self.number(self.start(index, 4))]

    def parent(self, index: int) -> int:
        return self.number(self.start(index, 4) + 1)


@final
class Bindings(Rows):
    def __len__(self) -> int:
        return self.size // 6

    def __getitem__(self, index: int) -> Binding:
        at = self.start(index, 6)
        return Binding(
            self._texts[self.number(at)], self.number(at + 1), self.number(at + 2), self.number(at + 3),
            self.number(at + 4), self.number(at + 5),
        )  # fmt: skip

    def __iter__(self) -> Iterator[Binding]:
        return iter([self[index] for index in range(len(self))])

    def name(self, index: int) -> str:
        return self._texts[self.number(self.start(index, 6))]

    def scope(self, index: int) -> int:
        return self.number(self.start(index, 6) + 1)

    def value(self, index: int) -> int:
        return self.number(self.start(index, 6) + 2)

    def branch(self, index: int) -> int:
        return self.number(self.start(index, 6) + 3)

    def line(self, index: int) -> int:
        return self.number(self.start(index, 6) + 4)

    def type(self, index: int) -> int:
        return self.number(self.start(index, 6) + 5)


@final
class Stores(Rows):
    def __len__(self) -> int:
        return self.size // 8

    def __getitem__(self, index: int) -> Store:
        at = self.start(index, 8)
        return Store(
            self.number(at), self._texts[self.number(at + 1)], self.number(at + 2), self.number(at + 3),
            self.number(at + 4), self.number(at + 5), self.number(at + 6), self.number(at + 7),
        )  # fmt: skip

    def __iter__(self) -> Iterator[Store]:
        return iter([self[index] for index in range(len(self))])

    def object(self, index: int) -> int:
        return self.number(self.start(index, 8))

    def attribute(self, index: int) -> str:
        return self._texts[self.number(self.start(index, 8) + 1)]

    def value(self, index: int) -> int:
        return self.number(self.start(index, 8) + 3)

    def scope(self, index: int) -> int:
        return self.number(self.start(index, 8) + 4)

    def branch(self, index: int) -> int:
        return self.number(self.start(index, 8) + 5)

    def line(self, index: int) -> int:
        return self.number(self.start(index, 8) + 6)

    def type(self, index: int) -> int:
        return self.number(self.start(index, 8) + 7)


@final
class Returns(Rows):
    def __len__(self) -> int:
        return self.size // 4

    def __getitem__(self, index: int) -> Return:
        at = self.start(index, 4)
        return Return(self.number(at), self.number(at + 1), self.number(at + 2), RETURN_KINDS[self.number(at + 3)])

    def __iter__(self) -> Iterator[Return]:
        return iter([self[index] for index in range(len(self))])


@final
class Calls(Rows):
    def __len__(self) -> int:
        return self.size // 8

    def __getitem__(self, index: int) -> Call:
        at = self.start(index, 8)
        return Call(
            self.number(at), self.number(at + 1), self.number(at + 2), self.number(at + 3), self.number(at + 4),
            CALL_FORMS[self.number(at + 5)], self._texts[self.number(at + 6)], self._texts[self.number(at + 7)],
        )  # fmt: skip

    def __iter__(self) -> Iterator[Call]:
        return iter([self[index] for index in range(len(self))])


@final
class Uses(Rows):
    def __len__(self) -> int:
        return self.size // 6

    def __getitem__(self, index: int) -> Use:
        at = self.start(index, 6)
        return Use(
            USE_KINDS[self.number(at)], self.number(at + 1), self.number(at + 2), self.number(at + 3),
            self.number(at + 4), self.number(at + 5),
        )  # fmt: skip

    def __iter__(self) -> Iterator[Use]:
        return iter([self[index] for index in range(len(self))])

    def kind(self, index: int) -> str:
        return USE_KINDS[self.number(self.start(index, 6))]

    def expression(self, index: int) -> int:
        return self.number(self.start(index, 6) + 1)

    def of_kind(self, kind: UseKind) -> list[int]:
        """The places of those of one kind."""
        wanted = USE_KINDS.index(kind)
        return [index for index, each in enumerate(self.column(0, 6)) if each == wanted]
