"""What a test tells of a name: takes the values of a name, used where its class was tested, gives those that fit.

`if isinstance(x, Dog): x.speak()` — of what x may be, only dogs get there; where nothing is known of x, it is a Dog.
`if name.startswith("do_"): getattr(x, name)()` — of texts, those; where nothing is known of it, any that starts so.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from callmap.link.evidence import OPEN, STATIC, Found, Founds, Value
from callmap.link.patterns import patterned
from callmap.model import IS, IS_NOT, NONE, Kind, Op

if TYPE_CHECKING:
    from callmap.link.file import File
    from callmap.link.values import Values

_UNDECIDED: Final = frozenset({"class", "function", "module", "external", "external_result", "many"})


def narrow(values: Values, at: int, chosen: list[int], found: Founds) -> Founds:
    """`found` are the values of the name that is used at `at`, `chosen` its bindings that reach the use."""
    file = values.file
    name = file.code.text(at)
    scope, mark, branch = file.code.parts(at)
    narrowings = file.narrowings()
    last = chosen[0] if len(chosen) == 1 else max(chosen, default=NONE)
    bindings, fits, differs = file.bindings, IS + name, IS_NOT + name
    while branch != NONE:
        for index in narrowings.get(branch, ()):
            if not last < index < mark or (text := bindings.name(index)) not in (fits, differs):
                continue
            if branch > 0 or file.same_function(bindings.scope(index), scope):
                found = _fitting(values, file.bound[index], found, keep=text.startswith(IS))
        branch = file.outer[branch]
    return found


def _fitting(values: Values, at: int, found: Founds, keep: bool) -> Founds:
    if at != NONE and values.file.code.op(at) == Op.STRING:
        return _starting(values, values.file.code.text(at), found, keep)
    exactly = at != NONE and values.file.code.op(at) == Op.OPERATION  # type(x) is Dog: nothing below it
    classes = _classes(values, values.file.code.parts(at)[1] if exactly else at)
    if not classes:
        return found
    wanted = {(each.value.kind, each.value.path, each.value.symbol, each.value.name) for each in classes}
    concrete = values.concrete(found)
    if (concrete or not keep) and any(_is_interface(values, each.value) for each in classes):
        return found  # what is like an interface need not say so
    fitting = [each for each in concrete if _is_one(values, each.value, wanted)]
    if exactly:  # of what is declared to be a Dog it is not known
        itself = [each for each in fitting if _is_itself(each.value, wanted)]
        fitting = [each for each in fitting if each.declared or each in itself] if keep else itself
        if not keep and any(each.declared for each in itself):
            return found
    if not keep and all(each.value.kind != "instance" for each in fitting) and any(f.value.kind in OPEN for f in found):
        return found  # what each caller passes tells more
    if not keep:
        return tuple(each for each in concrete if each not in fitting)
    if any(cls.value.kind == "external" for cls in classes):  # a class is a type, a function callable
        fitting = [each for each in concrete if each.value.kind in _UNDECIDED or each in fitting]
    if fitting:
        return tuple(fitting)
    made = []
    for cls in classes:
        kind = "instance" if cls.value.kind == "class" else "external_instance"
        step = (f"tested to be {values.class_name(cls.value)}",)
        made.append(Found(cls.value.as_kind(kind), STATIC, step, declared=kind == "instance"))
    return tuple(made)


def _starting(values: Values, start: str, found: Founds, keep: bool) -> Founds:
    type = values.file.language.literals.get(Op.STRING, "")
    fitting: list[Found] = []
    for each in found:
        texts = [part.name for part in each.value.of if part.kind == "text"]
        if each.value.name == type and not each.value.of:
            fitting.extend((patterned(type, start) or each,) if keep else (each,))
        elif not texts or texts[0].startswith(start) == keep:
            fitting.append(each)
    made = patterned(type, start) if keep and not found else None
    return tuple(fitting) if made is None else (made,)


def _classes(values: Values, at: int) -> list[Found]:
    """The tested classes; none if one of them is not known."""
    code = values.file.code
    found: list[Found] = []
    if at != NONE and code.op(at) == Op.FUNCTION_TYPE:
        return _guarded(values, code.first(at))
    for part in code.parts(at) if at != NONE and code.op(at) == Op.TUPLE else (at,):
        known = [each for each in values.names.alone(values.file, part) if each.value.kind in ("class", "external")]
        if len(known) != 1:
            return []
        found += known
    return found


def _guarded(values: Values, callee: int) -> list[Found]:
    """The class that a function tells of its argument by its result: function isDog(pet: unknown): pet is Dog"""
    names = values.names
    functions = names.alone(values.file, callee)
    if len(functions) != 1 or functions[0].value.kind not in ("function", "variable"):
        return []
    file = names.world.files[functions[0].value.path]
    at = _result(values, file, functions[0].value)
    told = names.types.instances(file, file.code.parts(at)[1]) if _is(file, at, Op.ITEM, IS) else ()
    if len(told) != 1 or told[0].value.kind != "instance" or told[0].value.symbol == NONE:
        return []
    return [told[0].but(value=told[0].value.as_kind("class"))]


def _result(values: Values, file: File, function: Value) -> int:
    """The declared type of what a function gives: also of `const isDog = … as (pet: unknown) => pet is Dog`"""
    if function.kind == "function":
        return values.world.symbol(function).type
    values.world.reading.add(file.cells(0).of(function.name))
    places = file.names.get(0, {}).get(function.name, [])
    if len(places) != 1:
        return NONE
    at, value = file.bindings.type(places[0]), file.bound[places[0]]
    if at == NONE and value != NONE and file.code.op(value) == Op.CAST:
        at = file.code.parts(value)[1]
    return file.code.first(at) if _is(file, at, Op.FUNCTION_TYPE, "") else NONE


def _is(file: File, at: int, op: int, text: str) -> bool:
    return at != NONE and file.code.op(at) == op and file.code.text(at) == text


def _is_interface(values: Values, cls: Value) -> bool:
    if cls.kind != "class" or cls.symbol == NONE:
        return False
    return values.world.symbol(cls).kind == Kind.INTERFACE or _decides(values, cls)


def _decides(values: Values, cls: Value) -> bool:
    """Whether the class of a class says itself what is an instance."""
    hook, classes = values.file.language.instance_hook, values.names.classes
    if not hook or not values.world.has_method(hook):
        return False
    metas = [meta.value for meta in classes.metaclass(cls) if meta.value.kind == "class"]
    return any(classes.member(meta.as_kind("instance"), hook) for meta in metas)


def _is_itself(value: Value, wanted: set[tuple[str, str, int, str]]) -> bool:
    return ("class", value.path, value.symbol, "") in wanted


def _is_one(values: Values, value: Value, wanted: set[tuple[str, str, int, str]]) -> bool:
    if value.kind == "instance" and value.symbol != NONE:
        line = values.names.classes.mro(value.as_kind("class"))
        return any((cls.kind, cls.path, cls.symbol, cls.name) in wanted for cls in line)
    return bool(value.name) and ("external", "", NONE, value.name) in wanted
