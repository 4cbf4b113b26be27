"""What is caught: takes a catch clause, gives what the code before it throws, itself or in the functions that it
calls, and what the clause declares."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from callmap.link.evidence import INFERRED, MOST_INSIDE, POSSIBLE, Found, Founds, Value, several, steps
from callmap.link.file import BODIES, File
from callmap.model import Op

if TYPE_CHECKING:
    from callmap.link.names import Names
    from callmap.link.values import Values

_DEEPEST_THROW: Final = 2  # calls between a `try` and what is thrown
_CALLS: Final = frozenset({Op.CALL, Op.CONSTRUCT})


def caught(v: Values, at: int) -> Founds:
    """catch (error), except Failure as error"""
    code, parts = v.file.code, v.file.code.parts(at)
    types, mark, own = code.text(at).rpartition(":")
    if not mark:
        return _thrown(v, parts[: int(own)], parts[int(own) :])
    count = int(types)
    declared = several([f for part in parts[:count] for f in _exceptions(v, part)])
    if v.world.large or len(parts) == count:
        return declared
    start = count + int(own)
    known = _thrown(v, parts[count:start], parts[start:])
    fitting = tuple(each for each in known if any(_is_a(v, each.value, type.value) for type in declared))
    if not fitting:
        return declared
    exact = {each.value for each in fitting}
    others = tuple(
        each.but(level=POSSIBLE) for each in declared if each.value not in exact and each.value.kind == "instance"
    )
    return several((*fitting, *others))


def _exceptions(v: Values, at: int) -> Founds:
    if v.file.code.op(at) == Op.TUPLE:
        v.names.depth.enter()
        found = several([f for part in v.file.code.parts(at) for f in _exceptions(v, part)])
        v.names.depth.level -= 1
        return found
    found = v.names.types.instances(v.file, at)
    if found:
        return found
    held = [each for object in v.evaluate(at) for each in v.contents.elements(object)]  # ERRORS = (A, B)
    return tuple(each.but(value=each.value.as_kind("instance")) for each in held if each.value.kind == "class")


def _is_a(v: Values, value: Value, type: Value) -> bool:
    """Whether an object is one that the clause catches: of that class, or of one that inherits from it."""
    if value.kind != "instance":
        return False
    line = v.names.classes.mro(value.as_kind("class"))
    if type.kind == "instance":
        return type.as_kind("class") in line
    outside = [cls.name for cls in line if cls.kind == "external"]
    return type.name in outside or (bool(outside) and type.name in v.file.language.root_exceptions)


def _thrown(v: Values, raised: list[int], calls: list[int]) -> Founds:
    """What expressions are, and functions throw that are called."""
    code = v.file.code
    found = [_instance(each) for part in raised for each in v.evaluate(part)]
    for call in calls:
        found.extend(each for callee in v.evaluate(code.first(call)) for each in _thrown_by(v, callee.value, 0))
    return several(found)


def _instance(found: Found) -> Found:
    """raise Failure: an instance of it"""
    return found.but(value=found.value.as_kind("instance")) if found.value.kind == "class" else found


def _thrown_by(v: Values, function: Value, depth: int) -> list[Found]:
    if function.kind != "function" or depth > _DEEPEST_THROW:
        return []
    file = v.world.files[function.path]
    v.world.reading.add(file.cells(0).of(BODIES))
    found: list[Found] = []
    step = (f"thrown by {v.class_name(function)}",)
    all_raised = file.raises(function.symbol)
    for raised in all_raised:
        if file.code.op(raised) == Op.CAUGHT:
            continue  # raised once more: it is not handled there
        known = v.evaluate(raised) if file is v.file else _made(v.names, file, raised)
        for each in _unhandled(v, file, raised, all_raised, [_instance(each) for each in v.concrete(known)]):
            found.append(each.but(level=max(INFERRED, each.level), via=steps(each.via, step)))
    for call in file.calls_in(function.symbol)[:MOST_INSIDE]:
        for callee in v.names.alone(file, file.code.first(call)):
            inner = _thrown_by(v, callee.value, depth + 1)
            found.extend(_unhandled(v, file, call, all_raised, inner) if inner else ())
    return found


def _unhandled(v: Values, file: File, at: int, raised: list[int], found: list[Found]) -> list[Found]:
    """What leaves a function of what an expression of it throws: not what clauses around that catch and do not raise
    once more."""
    if file is not v.file and any(file.code.op(each) == Op.NAME for each in raised):
        return found  # it may be what was caught
    for clause in file.handlers(at) if found else ():
        if clause in raised:
            continue
        types = file.code.parts(clause)[: int(file.code.text(clause).partition(":")[0])]
        if not types:
            return []
        declared = [each.value for part in types for each in _declared(v, file, part)]
        found = [each for each in found if not any(_is_a(v, each.value, type) for type in declared)]
    return found


def _declared(v: Values, file: File, at: int) -> list[Found]:
    """except A, except (A, B)"""
    parts = file.code.parts(at) if file.code.op(at) == Op.TUPLE else [at]
    return [each for part in parts for each in v.names.types.instances(file, part)]


def _made(names: Names, file: File, at: int) -> Founds:
    """throw new Failure(), raise Failure()"""
    found = names.alone(file, file.code.first(at) if file.code.op(at) in _CALLS else at)
    return tuple(each.but(value=each.value.as_kind("instance")) for each in found if each.value.kind == "class")
