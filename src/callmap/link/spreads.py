"""Arguments that stand for several: takes `*args` and `**options` of a call, gives each parameter what it gets."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from callmap.link.bounds import bounded
from callmap.link.evidence import OPEN, STATIC, Found, Value, several, structure, unpacked
from callmap.link.places import listed, sliced
from callmap.model import NONE, Op, Parameter

if TYPE_CHECKING:
    from callmap.link.values import Values

UNCLEAR: Final = -2  # which argument a parameter gets
GATHERING: Final = ("rest", "rest_keywords")  # forms of parameters that get what is left
Filled = dict[Value, tuple[Value, ...]]  # parameter → what it holds


def spread(
    values: Values, argument: Value, free: list[Value], place: int, filled: Filled, slots: dict[str, list[Value]]
) -> None:
    """f(*args): known places where the container has them, else any element may be any of the rest; `slots` are those
    that are left for a parameter which gathers them."""
    for value in argument.of:
        numbered = counted(values, value)
        if numbered:
            for slot in numbered:
                index = place + int(slot.name)
                if index < len(free):
                    filled[free[index]] = filled.get(free[index], ()) + slot.of
                else:
                    slots.setdefault(str(index - len(free)), []).extend(slot.of)
            continue
        source = unpacked(value, STATIC, ())
        elements = tuple(f.packed() for f in values.contents.elements(source))
        for index, parameter in enumerate(free[place:]):
            held = elements
            if value.kind in OPEN or value.kind == "object":
                held = tuple(f.packed() for f in values.contents.items(source, str(index)))
            filled[parameter] = filled.get(parameter, ()) + held
        if value.kind in OPEN and place < len(free):  # those that come after
            rest = sliced(values, source, f"{len(free) - place}:")
            elements = tuple(f.packed() for each in rest for f in values.contents.elements(each))
        slots.setdefault("", []).extend(elements)


def following(values: Values, argument: Value, place: int) -> tuple[int, bool]:
    """Where the next argument stands at the earliest, behind one that stands for several, and whether it is known that
    it stands there: f(*args, last)"""
    closed = values.concrete(tuple(unpacked(value, STATIC, ()) for value in argument.of))
    counts = [1 + max([int(slot.name) for slot in counted(values, each.value)], default=-1) for each in closed]
    exact = len(closed) == 1 and closed[0].value.kind == "object" and counts != [0]
    return place + min(counts, default=0), exact


def anywhere(values: Values, argument: Value, free: list[Value], filled: Filled, slots: dict[str, list[Value]]) -> None:
    """An argument of which only is known that it is for one of these parameters."""
    held = argument.of
    if argument.name == "*":
        sources = [unpacked(value, STATIC, ()) for value in argument.of]
        held = tuple(f.packed() for source in sources for f in values.contents.elements(source))
    for parameter in free:
        filled[parameter] = filled.get(parameter, ()) + held
    slots.setdefault("", []).extend(held)


def counted(values: Values, value: Value) -> list[Value]:
    """What stands at each place of a container, if that is known and nothing else is in it."""
    if value.kind != "object":
        return [part for part in value.of if part.kind == "slot" and part.name.isdigit()]
    held = listed(values, value)
    if not held:
        return []
    known = {each for of in held for each in of}
    if any(each.packed() not in known for each in values.contents.contents(value, "")):
        return []  # more was put into it
    return [Value("slot", "", NONE, str(index), of) for index, of in enumerate(held)]


def spread_keywords(
    values: Values, argument: Value, named: dict[str, Value], filled: Filled, keywords: dict[str, list[Value]]
) -> None:
    """f(**options)"""
    for value in argument.of:
        source = unpacked(value, STATIC, ())
        for word, parameter in named.items():
            held = tuple(f.packed() for f in values.contents.items(source, word))
            if held:
                filled[parameter] = filled.get(parameter, ()) + held
        for slot in value.of if value.kind == "structure" else ():
            if slot.kind == "slot" and slot.name not in named:
                keywords.setdefault(slot.name, []).extend(slot.of)


def gathered(values: Values, key: Value, parameter: Parameter, passed: list[Found]) -> list[Found]:
    """What *rest: A, **options: A holds: what is passed; if that is not known, or too much, what is declared."""
    if passed and all(each.value.kind != "many" for each in bounded(several(passed))):
        return passed
    file = values.world.files[key.path]
    declared = values.names.types.instances(file, parameter.type) if parameter.type != NONE else ()
    held = [each.value for each in declared if each.value.kind == "instance"]
    if passed and not held:
        return passed
    literals, ops = file.language.literals, (Op.TUPLE, Op.LIST) if parameter.form == "rest" else (Op.DICT,)
    type = next((literals[op] for op in ops if op in literals), "")
    return [Found(structure(type, {"": held}), STATIC, declared[0].via if held else ())]
