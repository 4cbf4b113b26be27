"""Values and their evidence: what an expression may be, how sure that is, and the steps that led to it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Final, final

from callmap.model import NONE

STATIC: Final = 0
INFERRED: Final = 1
POSSIBLE: Final = 2
LEVELS: Final = ("static", "inferred", "possible")

# The bounds of what is followed, all of them properties of values, so that they bite the same way in every order.
MOST_VALUES: Final = 12  # of one expression; more of them say nothing …
MOST_GATHERED: Final = 16  # that callers pass to a parameter or put into a container …
MOST_FUNCTIONS: Final = 128  # … but for functions, classes and, in containers, objects, which may well be many
MOST_WRITTEN: Final = 256  # elements of a literal that are looked at when any of them may be meant
MOST_TEXTS: Final = 8  # that are passed to a parameter, as names of attributes or keys
MOST_INSIDE: Final = 6  # objects with values inside, of one expression
DEEPEST_VALUE: Final = 3  # values inside values
DEEPEST_MADE: Final = 5  # … of lists and pairs that functions outside make of others: enumerate(table.items())
DEEPEST_ARGUMENT: Final = 2  # … of those that are passed to a call
LONGEST_CHAIN: Final = 10  # of attributes and calls on something that is left open: self.a.b().c
MOST_OVERRIDING: Final = 24  # methods that may run instead of the one that is known
QUESTIONS_A_SITE: Final = 150  # answered in a round: no call takes for ever …
QUESTIONS_IN_LARGE: Final = 100  # … nor as long where there are many
QUESTIONS_A_KEY: Final = 150
QUESTIONS_OF_SITES: Final = 20  # … nor do all the calls of a file: so many for each …
QUESTIONS_A_FILE: Final = 1_000  # … and for all
MANY_FILES: Final = 400  # a large project: fewer rounds, implicit operations just at the end, no results of operators
MOST_STEPS: Final = 12  # of evidence

# What an edge's evidence says where one of them bit.
TOO_MANY_VALUES: Final = "too many values to follow"
TOO_MUCH_IN_FILE: Final = "too much to follow in one file"
TOO_DEEP: Final = "nested too deeply to follow"
TOO_MANY_OVERRIDE: Final = "classes override it"  # after their number


@final
class Value:
    """What an expression may be.

    function, class, instance   `symbol` of the file `path` (instance: of that class; class: also namespaces, types);
                                a function's `of` holds what is `bound` in it: its receiver, what it closes over
    super                       the class `symbol`, seen from its bases; `of` may hold the receiver
    module                      the file `path`
    package                     the directory `path`, a package without a file
    object                      the container or object that is made at offset `symbol` of the file `path`; `name` is
                                its external type, if it has one
    structure                   a container known by what is in it: `of` are `slot`s
    external, external_instance `name`: something outside the snapshot, or an instance of it; `of` may hold a receiver
    external_result             what a call of `name` gave: of that package, but not known by name

    Not decided inside one function:
    parameter                   what the caller passes as parameter number `name` of the function ("this": receiver)
    member, item, element       of what is in `of`: `name`, what stands at a key (`name`, or more of `of`), any element
    called                      the result of a call: `of` are the callee and the arguments
    either                      the member `name` of the first of `of`; the others, where that may have none

    Keys of summaries, known from all files together:
    returns, variable, attribute, content, made, and parameter    (`symbol`, `name` in `path`)

    Parts of others: bound (parameter `name` of a function holds `of`), slot (`of` stand at key `name`), argument
    (`name` says how it is passed: "", "*", "**", "=keyword").
    """

    __slots__ = ("_hash", "_other", "kind", "name", "of", "path", "symbol")

    def __init__(self, kind: str, path: str, symbol: int = NONE, name: str = "", of: tuple[Value, ...] = ()) -> None:
        self.kind = kind
        self.path = path
        self.symbol = symbol
        self.name = name
        self.of = of
        self._other: Value | None = None  # what `as_kind` gave last
        self._hash = 0  # when it is first asked for: some values never are, and most of them often

    def __hash__(self) -> int:
        known = self._hash
        if not known:
            known = self._hash = hash((self.kind, self.path, self.symbol, self.name, self.of))
        return known

    def __eq__(self, other: object) -> bool:
        return self is other or (isinstance(other, Value) and self.same(other))

    def same(self, other: Value) -> bool:
        """The same as `==`, of something that is known to be a value."""
        return self is other or (
            self.symbol == other.symbol
            and self.kind == other.kind
            and self.name == other.name
            and self.path == other.path
            and (self.of is other.of or self.of == other.of)
        )

    def __lt__(self, other: Value) -> bool:
        if self.kind != other.kind:  # as `_fields` would be compared, without making them
            return self.kind < other.kind
        if self.path != other.path:
            return self.path < other.path
        if self.symbol != other.symbol:
            return self.symbol < other.symbol
        if self.name != other.name:
            return self.name < other.name
        return self.of < other.of

    def _fields(self) -> tuple[str, str, int, str, tuple[Value, ...]]:
        return self.kind, self.path, self.symbol, self.name, self.of

    def __reduce__(self) -> tuple[type[Value], tuple[str, str, int, str, tuple[Value, ...]]]:
        return Value, self._fields()

    def __repr__(self) -> str:
        return f"Value{self._fields()!r}"

    def as_kind(self, kind: str) -> Value:
        """The same thing in another role: a class's instance, an instance's class."""
        if kind == self.kind and not self.of:
            return self
        known = self._other
        if known is None or known.kind != kind:
            known = self._other = Value(kind, self.path, self.symbol, self.name)
        return known


MANY: Final = Value("many", "")  # more than can be told apart
SUMMARIES: Final = frozenset({"returns", "variable", "attribute"})
OPEN: Final = frozenset({
    "parameter", "member", "item", "element", "spread", "sliced", "entered", "called", "either",
})  # fmt: skip
FEWEST_MADE: Final = 3
MADE: Final = {"object": MOST_INSIDE, "instance": FEWEST_MADE}  # kinds that remember how they were made: how many may
THIS: Final = "this"
RETURNED: Final = "<return>"  # where a generator holds what it returns …
MAKER: Final = "<maker>"  # … and the function that it runs
REASON: Final = "<reason>"  # where a promise, or a result, holds what it failed with
MADE_BELOW: Final = "<below>"  # what a class is asked for the classes below it that are made
SENT: Final = "<sent>"  # the attribute of a generator's function that holds what is sent into it
IN: Final = ("an element",)  # the step of what was found in a container
FACTORY: Final = "<factory>"  # … the functions that make what it is asked for and does not have …
KEYS: Final = "<key>"  # where a container holds those of its keys that are no texts


@final
class Found:
    """A value with its evidence: how sure, and the steps that led to it.

    `indirect` is a function that was reached through a variable, `receiver` the instance or class that a method was
    taken from; `declared` an instance of a class or of one that inherits from it.
    """

    __slots__ = ("declared", "indirect", "level", "receiver", "value", "via")

    def __init__(
        self,
        value: Value,
        level: int,
        via: tuple[str, ...],
        indirect: bool = False,
        receiver: Value | None = None,
        declared: bool = False,
    ) -> None:
        self.value = value
        self.level = level
        self.via = via
        self.indirect = indirect
        self.receiver = receiver
        self.declared = declared

    def __eq__(self, other: object) -> bool:
        return self is other or (isinstance(other, Found) and self._fields() == other._fields())

    def __hash__(self) -> int:
        return hash(self._fields())

    def _fields(self) -> tuple[Value, int, tuple[str, ...], bool, Value | None, bool]:
        return self.value, self.level, self.via, self.indirect, self.receiver, self.declared

    def __repr__(self) -> str:
        return f"Found{self._fields()!r}"

    def but(
        self,
        *,
        value: Value | None = None,
        level: int | None = None,
        via: tuple[str, ...] | None = None,
        indirect: bool | None = None,
        receiver: Value | None = None,
        declared: bool | None = None,
    ) -> Found:
        """The same with other fields."""
        return Found(
            self.value if value is None else value,
            self.level if level is None else level,
            self.via if via is None else via,
            self.indirect if indirect is None else indirect,
            self.receiver if receiver is None else receiver,
            self.declared if declared is None else declared,
        )

    def after(self, before: Found) -> Found:
        """This, reached through another."""
        if not before.via and not before.level:
            return self
        level = self.level if self.level > before.level else before.level
        return Found(self.value, level, steps(before.via, self.via), self.indirect, self.receiver, self.declared)

    def through(self, before: Found) -> Found:
        """This, reached through another that is a variable."""
        if self.indirect:
            return self.after(before)
        level = self.level if self.level > before.level else before.level
        return Found(self.value, level, steps(before.via, self.via), True, self.receiver, self.declared)

    def held(self) -> Value:
        """The same inside a container: of an object not how it was made."""
        value = self.packed()
        return value.as_kind("instance") if value.kind == "instance" and value.of else value

    def packed(self) -> Value:
        """The value with its receiver, to be kept inside another or told to other files."""
        value = self.value
        if self.receiver is None or value.kind not in ("function", "external"):
            return value
        rest = tuple(each for each in value.of if each.name != THIS or each.symbol != value.symbol)
        bound = Value("bound", value.path, value.symbol, THIS, (self.receiver,))
        return Value(value.kind, value.path, value.symbol, value.name, (bound, *rest))


def structure(type: str, slots: Mapping[str, Iterable[Value]]) -> Value:
    """A container that holds these values at its keys."""
    held = {name: tuple(dict.fromkeys(values)) for name, values in sorted(slots.items())}
    parts = tuple([Value("slot", "", NONE, name, values) for name, values in held.items() if values])
    return Value("structure", "", NONE, type, parts)


def unpacked(value: Value, level: int, via: tuple[str, ...]) -> Found:
    """A value that was packed, with the evidence that it was found there."""
    receiver = None
    if value.of and value.kind in ("function", "external"):
        first = value.of[0]
        if first.kind == "bound" and first.name == THIS and first.symbol == value.symbol and first.path == value.path:
            receiver = first.of[0]
            value = Value(value.kind, value.path, value.symbol, value.name, value.of[1:])
    return Found(value, level, via, True, receiver)


def left_open(kind: str, name: str, first: Value, *rest: Value) -> Value | None:
    """A member, element or result of something that is left open; None if the chain gets too long to follow."""
    at, length = first, 0
    while at.kind in OPEN and at.of:
        at = at.of[0]
        length += 1
    if length >= LONGEST_CHAIN:
        return None
    return Value(kind, "", NONE, name, (first, *rest))


def opened(kind: str, name: str, object: Found, *rest: Value) -> Founds:
    """The same of an object that was found."""
    made = left_open(kind, name, object.packed(), *rest)
    return (Found(made, object.level, object.via),) if made is not None else ()


def shallow(value: Value, depth: int = DEEPEST_VALUE) -> Value | None:
    """The value, cut where it holds others too deeply; None if nothing is left that could be followed."""
    if not value.of or (depth >= DEEPEST_VALUE and value.kind in OPEN):  # bounded when it was made
        return value
    return _cut(value, depth, False)


def _cut(value: Value, depth: int, inside: bool) -> Value | None:
    of, kind = value.of, value.kind
    if not of:
        return value
    if kind in OPEN:  # as part of others only if it is no more than a path
        path = _as_path(value) if depth > 0 else None
        return path if path is value or inside else None
    if depth <= 0:
        return None if kind == "bound" else Value(kind, value.path, value.symbol, value.name)
    if len(of) > MOST_VALUES and kind in _PARTS and sum([not is_plain(each) for each in of]) > MOST_VALUES:
        return Value(kind, value.path, value.symbol, value.name, (MANY,))
    if kind not in _PARTS:
        depth -= 1
    inner = tuple([kept for each in of if (kept := _cut(each, depth, kind == "slot")) is not None])
    return value if inner == of else Value(kind, value.path, value.symbol, value.name, inner)


def _as_path(value: Value) -> Value | None:
    """self.a.b(): attributes, elements and calls, without what they are given; None if it is more than that."""
    if value.kind not in OPEN or not value.of:
        return value
    if value.kind == "either":
        return value if _as_path(value.of[0]) is not None else None
    if len(value.of) > 1 and value.kind != "called" and not (value.kind == "item" and value.name):
        return None
    inner = _as_path(value.of[0])  # not deep: see LONGEST_CHAIN
    if inner is None or (inner is value.of[0] and len(value.of) == 1):
        return value if inner is not None else None
    return Value(value.kind, value.path, value.symbol, value.name, (inner,))


_PARTS: Final = frozenset({"bound", "slot", "argument"})


def is_plain(value: Value) -> bool:
    """Whether a value is one of those that may well be many: functions, classes, objects that remember nothing."""
    kind = value.kind
    return kind == "function" or kind == "class" or (kind == "instance" and not value.of)


def in_order(values: Iterable[Value]) -> list[Value]:
    """Many values, sorted."""
    return sorted(values, key=Value._fields)  # once for each, where comparing them would ask again and again


def telling(value: Value) -> bool:
    """Whether a value can lead to code of the project, says which key is meant, or is an object of a library, whose
    methods go by their full names: worth to be passed on."""
    kind = value.kind
    if kind == "external":
        return not value.of
    if kind == "external_instance":
        return bool(value.of) or value.name[:1] != "<"
    return kind not in ("external_result", "many")


def steps(first: tuple[str, ...], then: tuple[str, ...]) -> tuple[str, ...]:
    """Evidence in order, bounded: a chain of a thousand calls is not told step by step."""
    via = first + then if first and then else first or then
    return via if len(via) <= MOST_STEPS else (*via[:5], "…", *via[-6:])


def bound_of(via: tuple[str, ...]) -> str:
    """The bound that kept a call from being followed, by its evidence; "" if none did."""
    for step in reversed(via):
        if step in _BOUNDS:
            return step
        if step.endswith(TOO_MANY_OVERRIDE):
            return f"too many {TOO_MANY_OVERRIDE}"
    return ""


_BOUNDS: Final = frozenset({TOO_MANY_VALUES, TOO_MUCH_IN_FILE, TOO_DEEP})
_FEW: Final = 20
Founds = tuple[Found, ...]
TOO_MUCH: Final[Founds] = (Found(MANY, INFERRED, (TOO_MUCH_IN_FILE,)),)


def several(found: Iterable[Found]) -> Founds:
    """Distinct values; when there is more than one, none is proven but the one that is declared."""
    found = tuple(found)
    count = len(found)
    if count < 2:
        return found
    found = _distinct(found, count)
    proven, closed = False, 0
    for each in found:
        if not each.level:
            proven = True
        if closed < 2 and each.value.kind not in OPEN:
            closed += 1
    if closed < 2 or not proven:
        return found
    one = len({each.value for each in found if each.declared}) == 1
    return tuple([f if f.level or (one and f.declared) else f.but(level=INFERRED) for f in found])


def _distinct(found: Founds, count: int) -> Founds:
    """Each value once, with the surest and shortest evidence. (To compare few to each other takes less than a table)"""
    if count > _FEW:
        distinct: dict[tuple[Value, Value | None], Found] = {}
        for each in found:
            best = distinct.get((each.value, each.receiver))
            if best is None or _is_better(each, best):
                distinct[each.value, each.receiver] = each
        return tuple(distinct.values())
    kept: list[Found] = []
    for each in found:
        value, receiver = each.value, each.receiver
        for place, known in enumerate(kept):
            if not value.same(known.value):
                continue
            other = known.receiver
            if receiver is other or (receiver is not None and other is not None and receiver.same(other)):
                if _is_better(each, known):
                    kept[place] = each
                break
        else:
            kept.append(each)
    return found if len(kept) == count else tuple(kept)


def _is_better(each: Found, known: Found) -> bool:
    return (each.level, len(each.via), each.via) < (known.level, len(known.via), known.via)
