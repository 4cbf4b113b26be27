"""Which impl block of a trait a call means: takes methods that several blocks give one type, and what is passed, gives
those that take it. Pure.

    impl From<ReadError> for Failure { fn from(error: ReadError) -> Self … }
    impl From<ParseError> for Failure { fn from(error: ParseError) -> Self … }

`Failure::from(error)` runs one of them: the type of `error` decides. Where that is not known, each is just possible.
"""

from __future__ import annotations

from collections.abc import Callable
from re import compile as pattern
from typing import TYPE_CHECKING, Final

from callmap.link.evidence import POSSIBLE, Found, Founds, Value, steps
from callmap.model import NONE, Kind, Op, Symbol

if TYPE_CHECKING:
    from callmap.link.calls import Arguments
    from callmap.link.file import File
    from callmap.link.names import Names
    from callmap.link.values import Values

_OTHER: Final = 0  # a type takes something else …
_UNKNOWN: Final = 1
_SAME: Final = 2  # … or this
_TYPED: Final = frozenset({"instance", "external_instance", "structure", "object"})
Passed = Callable[[int], list[Value]]  # place of an argument → what is passed there


class _Block:
    """A method of an impl block, with the types that it declares for each argument."""

    def __init__(self, found: Found, name: str, trait: str, shapes: list[str], types: list[list[Value]]) -> None:
        self.found = found
        self.name = name  # of the trait
        self.trait = trait  # with its arguments
        self.shapes = shapes
        self.types = types


def chosen(values: Values, found: Founds, at: int) -> Founds:
    """Of what may be called, all but methods of impl blocks that take something else than the call at `at` passes."""
    arguments = values.file.code.parts(at)[1:]
    found = _ranked(values, found, values.file.code.first(at))

    def passed(place: int) -> list[Value]:
        if place >= len(arguments):
            return []
        return [each.value for each in values.concrete(values.evaluate(arguments[place]))]

    def shown(place: int) -> str:
        referred = place < len(arguments) and values.file.code.op(arguments[place]) == Op.REFERENCE
        return "&" if referred and values.file.code.text(arguments[place]) == "&" else ""

    return _chosen(values.names, found, passed, shown)


def _ranked(values: Values, found: Founds, callee: int) -> Founds:
    """A type's own method comes before those of its traits; <T as Trait>::f is that trait's."""
    names, code = values.names, values.file.code
    blocks = {id(each): _block(names, each) for each in found}
    if len([block for block in blocks.values() if block is not None]) < 2:
        return found
    parts = code.parts(callee) if code.op(callee) == Op.ATTRIBUTE else ()
    if len(parts) == 3:
        named = code.text(names.types.bare(values.file, parts[2]))
        meant = [each for each in found if (block := blocks[id(each)]) is not None and block[1] == named]
        return tuple(meant) or found
    own = [each for each in found if (block := blocks[id(each)]) is not None and not block[1]]
    if not own:
        return found
    receivers = {each.receiver for each in own}
    by_value = any(_by_value(names, each) for each in own)
    kept = []
    for each in found:
        block = blocks[id(each)]
        behind = block is not None and block[1] and each.receiver in receivers
        if not behind or (block is not None and not by_value and not block[0] and _by_value(names, each)):
            kept.append(each)
    return tuple(kept)


def of_trait(names: Names, found: Found) -> bool:
    """Whether an operator may run that method: one of a trait, not a type's own of the same name."""
    block = _block(names, found)
    return block is None or bool(block[1])


def trait_of(names: Names, found: Found) -> str:
    """The name of the trait whose impl block a method stands in; "" where it stands in none."""
    block = _block(names, found)
    return "" if block is None else block[1]


def _block(names: Names, found: Found) -> tuple[bool, str] | None:
    """Of a method in an impl block: whether that is for references to a type; the name of its trait, "" without one."""
    block = _block_around(names, found)
    if block is None:
        return None
    file = names.world.files[found.value.path]
    trait = file.code.text(names.types.bare(file, block.bases[0])) or "?" if block.bases else ""
    return " for &" in block.signature, trait


def _by_value(names: Names, method: Found) -> bool:
    """fn f(self), fn f(mut self): is found before what takes a reference"""
    return _BY_VALUE.search(names.world.symbol(method.value).signature) is not None


_BY_VALUE: Final = pattern(r"\((?:mut )?self\b")


def among(values: Values, calls: list[tuple[Found, Arguments]]) -> list[tuple[Found, Arguments]]:
    """The same for calls that something outside makes, with what it passes: result.map_err(Failure::from)"""
    if len(calls) < 2 or not values.world.has_blocks(values.file.language.family):
        return calls
    alike: dict[Arguments, list[Found]] = {}
    for callee, given in calls:
        alike.setdefault(given, []).append(callee)
    kept: list[tuple[Found, Arguments]] = []
    for given, callees in alike.items():

        def passed(place: int, given: Arguments = given) -> list[Value]:
            return list(given[place].of) if place < len(given) else []

        kept.extend([(each, given) for each in _chosen(values.names, tuple(callees), passed, lambda place: "")])
    return kept


def mentioned(names: Names, found: list[Found]) -> Founds:
    """Definitions that are named: of several methods of impl blocks, none is more than possible."""
    return _chosen(names, tuple(found), lambda place: [], lambda place: "") if len(found) > 1 else tuple(found)


def _chosen(names: Names, found: Founds, passed: Passed, shown: Callable[[int], str]) -> Founds:
    groups: dict[Value | None, list[Found]] = {}
    for each in found:
        if _trait(names, each) != NONE:
            groups.setdefault(each.receiver, []).append(each)
    kept: dict[int, Found] = {}
    for group in groups.values():
        if len(group) > 1:
            chosen = {id(block.found): block for block in _fitting(names, group, passed, shown)}
            unsure = len({(block.trait, *block.shapes) for block in chosen.values()}) > 1
            step = (f"one of {len(chosen)} impl blocks",)
            for each in group:
                if id(each) in chosen:
                    kept[id(each)] = each.but(level=POSSIBLE, via=steps(each.via, step)) if unsure else each
    if not kept:
        return found
    grouped = {id(each) for group in groups.values() if len(group) > 1 for each in group}
    return tuple([kept.get(id(each), each) for each in found if id(each) in kept or id(each) not in grouped])


def _trait(names: Names, found: Found) -> int:
    """The trait of the impl block that a method stands in, as it is written, or NONE."""
    block = _block_around(names, found)
    return block.bases[0] if block is not None and block.bases else NONE


def _block_around(names: Names, found: Found) -> Symbol | None:
    """The impl block that a method stands in, if it stands in one."""
    value = found.value
    if value.kind != "function" or value.of:
        return None
    symbol = names.world.symbol(value)
    if symbol.kind != Kind.METHOD or symbol.parent == NONE:
        return None
    block = names.world.symbol(Value("class", value.path, symbol.parent))
    return block if block.kind == Kind.IMPL else None


def _fitting(names: Names, group: list[Found], passed: Passed, shown: Callable[[int], str]) -> list[_Block]:
    blocks = [_read(names, each) for each in group]
    fits = {id(block): _SAME for block in blocks}
    known = names.world.files[group[0].value.path].language.known_types
    told = False
    for place in range(max([len(block.shapes) for block in blocks])):
        shapes = {block.shapes[place] if place < len(block.shapes) else "" for block in blocks}
        if len(shapes) < 2:
            continue
        given, told = passed(place), True
        for block in blocks:
            types = block.types[place] if place < len(block.types) else []
            fits[id(block)] = min(fits[id(block)], _compared(names, given, types, known))
    if not told:
        return blocks
    best: dict[str, int] = {}  # of each trait, whose blocks never take the same
    for block in blocks:
        best[block.name] = max(best.get(block.name, _UNKNOWN), fits[id(block)])
    fitting = [block for block in blocks if fits[id(block)] == best[block.name]]
    if len(fitting) > 1 and min([fits[id(block)] for block in fitting]) == _SAME:
        return _as_shown(fitting, shown)
    return fitting or blocks  # else something is not known well enough


def _as_shown(blocks: list[_Block], shown: Callable[[int], str]) -> list[_Block]:
    """E::from(&x): of those that take an X, the one that takes a reference to it"""
    for place in range(max([len(block.shapes) for block in blocks])):
        sign = shown(place)
        alike = [block for block in blocks if place < len(block.shapes) and sign and block.shapes[place][:1] == sign]
        blocks = alike or blocks
    return blocks


def _read(names: Names, found: Found) -> _Block:
    world, value = names.world, found.value
    file = world.files[value.path]
    parameters = world.symbol(value).parameters
    if parameters and parameters[0].form == "receiver" and (found.receiver is None or found.receiver.kind != "class"):
        parameters = parameters[1:]
    trait = _trait(names, found)
    name = file.code.text(names.types.bare(file, trait))
    shapes = [file.code.show(each.type) if each.type != NONE else "" for each in parameters]
    shapes = [_sign(file, each.type) + shape for each, shape in zip(parameters, shapes, strict=True)]
    types = [[each.value for each in names.types.instances(file, one.type)] for one in parameters]
    return _Block(found, name, file.code.show(trait), shapes, types)


def _sign(file: File, type: int) -> str:
    return file.code.text(type) if type != NONE and file.code.op(type) == Op.POINTER else " "


def _compared(names: Names, passed: list[Value], types: list[Value], known: frozenset[str]) -> int:
    """Whether what is passed is of one of the types, as far as both are known."""
    if not passed or not types or any(value.kind not in _TYPED for value in passed):
        return _UNKNOWN
    return max([_like(names, value, type, known) for type in types for value in passed])


def _like(names: Names, value: Value, type: Value, known: frozenset[str]) -> int:
    own, declared = value.symbol != NONE and value.kind == "instance", type.symbol != NONE and type.kind == "instance"
    if own and declared:
        mro = names.classes.mro
        cls, other = value.as_kind("class"), type.as_kind("class")
        if cls == other or other in mro(cls) or cls in mro(other):
            return _SAME
    elif not own and not declared and value.name == type.name:
        return _SAME if value.name else _UNKNOWN
    return _OTHER if _is_exact(names, value, own, known) and _is_exact(names, type, declared, known) else _UNKNOWN


def _is_exact(names: Names, value: Value, own: bool, known: frozenset[str]) -> bool:
    """Whether a type is no trait, which others may have."""
    return names.world.symbol(value).kind != Kind.TRAIT if own else value.name in known
