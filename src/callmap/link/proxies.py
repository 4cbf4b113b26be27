"""Objects whose uses run the functions of a handler: takes a use of one, in a file that makes them, gives what runs.

    new Proxy(target, { get(target, key) { … }, set(target, key, value) { … }, apply(target, self, given) { … } })

A proxy is an object whose prototype is its target; what is not heard by its handler, the target does.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from callmap.link.evidence import STATIC, Found, Founds, Value, several, structure
from callmap.model import NONE, PROTOTYPE, Op

if TYPE_CHECKING:
    from callmap.link.calls import Arguments
    from callmap.link.file import File
    from callmap.link.happening import Happening
    from callmap.link.sites import Sites
    from callmap.link.values import Values

HANDLER: Final = "<handler>"  # the key under which a proxy keeps its handler
_READ, _ASSIGN, _CALL, _CONSTRUCT = "get", "set", "apply", "construct"
_ASK, _DELETE = "has", "deleteProperty"
ASKS: Final = "in"


def makes_proxies(file: File) -> bool:
    return bool(file.language.proxy_type) and file.language.proxy_type in file.code.strings


def traps(values: Values, object: Value, name: str) -> list[Found]:
    """The functions of a proxy's handler that hear such a use of it."""
    if object.kind != "object" or object.name or object.symbol < 0:
        return []
    code = values.file.code
    if object.path != values.file.path or code.op(object.symbol) != Op.CONSTRUCT:
        return []
    handlers = values.concrete(values.contents.contents(object, HANDLER))
    found = [each for handler in handlers for each in values.contents.member(handler, name)]
    return [each for each in values.concrete(several(found)) if each.value.kind == "function"]


def got(values: Values, object: Found, name: str) -> Founds:
    """proxy.name: what its handler gives for it"""
    given = _given(values, object.value, _key(values, name), (object.value,))
    found = [each for trap in traps(values, object.value, _READ) for each in values.calls.result(trap, given)]
    return several([each.after(object) for each in found])


def read(sites: Sites, to: Happening, object: Found, name: str) -> None:
    """proxy.name"""
    _hear(sites, to, object, _READ, _key(sites.values, name), (object.value,))


def assigned(sites: Sites, to: Happening, object: Found, name: str, value: int) -> None:
    """proxy.name = value"""
    held = tuple(each.packed() for each in sites.values.evaluate(value))
    _hear(sites, to, object, _ASSIGN, _key(sites.values, name), held, (object.value,))


def item(sites: Sites, to: Happening, object: Found, key: int) -> None:
    """proxy[key]"""
    held = tuple(each.packed() for each in sites.values.evaluate(key))
    _hear(sites, to, object, _READ, held, (object.value,))


def asked(sites: Sites, to: Happening, at: int) -> None:
    """key in proxy"""
    key, place = sites.file.code.parts(at)
    held = tuple(each.packed() for each in sites.values.evaluate(key))
    for object in sites.values.concrete(sites.values.evaluate(place)):
        _hear(sites, to, object, _ASK, held)


def deleted(sites: Sites, to: Happening, at: int) -> None:
    """delete proxy.name, delete proxy[key]"""
    code, values = sites.file.code, sites.values
    parts = code.parts(at)
    if code.op(at) == Op.ATTRIBUTE:
        held = _key(values, code.text(at))
    elif code.op(at) == Op.ITEM:
        held = tuple(each.packed() for each in values.evaluate(parts[1]))
    else:
        return
    for object in values.concrete(values.evaluate(parts[0])):
        _hear(sites, to, object, _DELETE, held)


def called(sites: Sites, to: Happening, object: Found, given: Arguments | None, at: int) -> None:
    """proxy(…), new proxy(…)"""
    values = sites.values
    constructs = at != NONE and sites.file.code.op(at) == Op.CONSTRUCT
    arguments = given if given is not None else values.calls.arguments(at)
    plain = [part.of for part in arguments if part.name == ""]
    type = sites.language.literals.get(Op.LIST, "")
    passed = (structure(type, {str(index): of for index, of in enumerate(plain)}),)
    heard = _hear(sites, to, object, _CONSTRUCT, passed) if constructs else _hear(sites, to, object, _CALL, (), passed)
    for target in () if heard else values.concrete(values.contents.contents(object.value, PROTOTYPE)):
        if target.value.kind in ("function", "class"):
            sites.callee(to, target.after(object), given, at)


def _hear(sites: Sites, to: Happening, object: Found, name: str, *more: tuple[Value, ...]) -> bool:
    """Whether a function of the handler hears a use of the object."""
    heard = traps(sites.values, object.value, name)
    if heard:
        given = _given(sites.values, object.value, *more)
        to.called.extend([("CALLS", each.after(object).but(indirect=False), given) for each in heard])
    return bool(heard)


def _given(values: Values, object: Value, *more: tuple[Value, ...]) -> Arguments:
    """What a function of the handler is given: the target first."""
    targets = tuple(each.packed() for each in values.contents.contents(object, PROTOTYPE))
    return tuple(Value("argument", "", NONE, "", held) for held in (targets, *more))


def _key(values: Values, name: str) -> tuple[Value, ...]:
    type = values.file.language.literals.get(Op.STRING, "")
    return (Value("external_instance", "", NONE, type, (Value("text", "", NONE, name),)),)


def made(values: Values, at: int) -> Found:
    """What `new Proxy(…)` makes."""
    return Found(Value("object", values.file.path, at), STATIC, ())
