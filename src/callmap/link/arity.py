"""Which arguments functions take: takes what may be called and a call, gives what the call can run. Pure."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from callmap.link import impls
from callmap.link.evidence import Found, Founds, Value
from callmap.model import NONE, Op, Parameter

if TYPE_CHECKING:
    from callmap.link.values import Values
    from callmap.link.world import World

_SPREADS: Final = frozenset({Op.SPREAD, Op.SPREAD_KEYWORDS})
_BY_PLACE: Final = frozenset({"plain", "positional"})
_BY_NAME: Final = frozenset({"plain", "keyword"})


def taking(values: Values, found: Founds, at: int) -> Founds:
    """Of several functions that may be called, those that take as many arguments as the call at `at` passes, and of the
    classes that it passes; all of them where none does, so that something is not known well enough."""
    if len(found) < 2:
        return found
    if not values.file.language.counts_arguments:
        return impls.chosen(values, found, at) if values.world.has_blocks(values.file.language.family) else found
    code = values.file.code
    by_place = 0
    first = NONE
    names: list[str] = []
    for part in code.parts(at)[1:]:
        op = code.op(part)
        if op in _SPREADS:
            return found
        if op == Op.KEYWORD:
            names.append(code.text(part))
        else:
            by_place += 1
            first = part if first == NONE else first
    fitting = tuple([each for each in found if _takes(values.world, each, by_place, names)])
    if first != NONE and len(fitting) > 1:
        fitting = _typed(values, fitting, first)
    return fitting if any(each.value.kind == "function" for each in fitting) else found


def _typed(values: Values, found: Founds, at: int) -> Founds:
    """Those whose first parameter is not declared as something else than what is passed there."""
    declared = [_first_type(values, each) for each in found]
    if not any(declared):
        return found
    passed = [each.value for each in values.concrete(values.evaluate(at))]
    if not passed or any(each.kind != "instance" or each.symbol == NONE for each in passed):
        return found
    mro = values.names.classes.mro
    lines = [mro(each.as_kind("class")) for each in passed]
    kept: list[Found] = []
    for each, types in zip(found, declared, strict=True):
        classes = [type.as_kind("class") for type in types]
        above = any(cls in line for line in lines for cls in classes)
        if not classes or above or any(line[0] in mro(cls) for line in lines for cls in classes):
            kept.append(each)
    return tuple(kept)


def _first_type(values: Values, found: Found) -> list[Value]:
    """The classes of the first argument that a function is declared to take; none if it is not known."""
    value = found.value
    parameters = values.world.symbol(value).parameters if value.kind == "function" and not value.of else ()
    place = 1 if parameters and parameters[0].form == "receiver" else 0
    if len(parameters) <= place or parameters[place].type == NONE or (place and found.receiver is None):
        return []
    types = values.names.types.instances(values.world.files[value.path], parameters[place].type)
    if any(each.value.kind != "instance" or values.names.classes.is_protocol(each.value) for each in types):
        return []
    return [each.value for each in types]


def _takes(world: World, found: Found, by_place: int, names: list[str]) -> bool:
    """Whether a value may take so many arguments by their place, and those names; also if that is not known."""
    value = found.value
    if value.kind != "function" or any(part.name.isdigit() for part in value.of if part.symbol == value.symbol):
        return True  # some of its arguments are bound already
    parameters = world.symbol(value).parameters
    if parameters and parameters[0].form == "receiver":
        if found.receiver is None:
            return True  # it may wait for its receiver
        parameters = parameters[1:]
    forms = [parameter.form for parameter in parameters]
    if by_place > sum(form in _BY_PLACE for form in forms) and "rest" not in forms:
        return False
    if "rest_keywords" not in forms:
        known = [parameter.name for parameter in parameters if parameter.form in _BY_NAME]
        if any(name not in known for name in names):
            return False
    return not any(_is_left_out(parameter, place, by_place, names) for place, parameter in enumerate(parameters))


def _is_left_out(parameter: Parameter, place: int, by_place: int, names: list[str]) -> bool:
    """Whether a parameter that has no default gets nothing."""
    if parameter.default != NONE or (place < by_place and parameter.form in _BY_PLACE):
        return False
    if parameter.form == "positional":
        return True
    return parameter.form in _BY_NAME and parameter.name not in names
