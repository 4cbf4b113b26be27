"""What containers of the library and classes do behind operators: takes an operand, gives the methods that run.

point in points       points.index(point)      compare: Point.__eq__
table[point]          {point: 1}               look up: Point.__hash__, and Point.__eq__ of what is there
Color["red"]          for color in Color       methods of the class of the class
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from callmap.link.evidence import INFERRED, Found, Founds, Value, steps, unpacked
from callmap.link.lineage import of_class
from callmap.link.terms import NEVER
from callmap.model import NONE, Op

if TYPE_CHECKING:
    from callmap.link.calls import Arguments
    from callmap.link.happening import Happening
    from callmap.link.sites import Sites

_CONTAINERS: Final = frozenset({"object", "structure", "external_instance"})
_PLAIN_KEYS: Final = frozenset({Op.STRING, Op.NUMBER, Op.LITERAL})


def asked(sites: Sites, to: Happening, object: Found, name: str, given: Arguments) -> bool:
    """What runs behind an operator that is used on a class, or on a container of the library; whether a class of it
    has a method for that."""
    if object.value.kind == "class":
        found = of_class(sites.names.classes, object, name)
        to.called.extend([("CALLS", each, given) for each in found])
        return bool(found)
    value = object.value
    if value.kind not in _CONTAINERS or not value.name:
        return False
    models = sites.values.models
    method = f"{value.name}{sites.language.separator}{name}"
    model = models.find(method)
    if model is None or models.when(model) == NEVER:
        return False
    function = Found(Value("external", "", NONE, method), object.level, object.via, receiver=value)
    outcome = models.run(function, tuple([_known(sites, each) for each in given]))
    for callee, passed in outcome.calls if outcome is not None else ():
        _runs(sites, to, (callee,), passed, f"called by {value.name}")
    return False


def ask(sites: Sites, keys: list[int]) -> None:
    """Asks what callers pass as keys: uses are looked at in the first round, when the container may not be known, and
    after the last."""
    if not sites.world.special_methods(sites.language).isdisjoint(sites.language.implicit.get("key", ())):
        for key in keys:
            if sites.file.code.op(key) not in _PLAIN_KEYS:
                sites.values.concrete(sites.values.evaluate(key))


def _known(sites: Sites, argument: Value) -> Value:
    """An argument with what callers pass in its place."""
    held = sites.values.concrete(tuple([unpacked(each, INFERRED, ()) for each in argument.of]))
    return Value("argument", "", NONE, argument.name, tuple([each.packed() for each in held]))


def stored(sites: Sites, to: Happening, keys: Founds) -> None:
    """table[key] = value"""
    for name in sites.language.implicit.get("key", ())[:1]:
        if name in sites.world.special_methods(sites.language):
            for key in keys:
                _asks(sites, to, key, name)


def written(sites: Sites, to: Happening, at: int) -> None:
    """{key: value}, {one, two}"""
    code = sites.file.code
    parts = code.parts(at)
    keyed = code.op(at) == Op.DICT
    names = sites.language.implicit["key"][: 1 if keyed or len(parts) == 1 else 2]
    for part in parts[::2] if keyed else parts:
        if part != NONE and code.op(part) not in _PLAIN_KEYS:
            for key in sites.values.concrete(sites.values.evaluate(part)):
                for name in names:
                    _asks(sites, to, key, name)


def _asks(sites: Sites, to: Happening, key: Found, name: str) -> None:
    if key.value.kind == "instance":
        _runs(sites, to, sites.values.contents.member(key, name), (), "a key")


def _runs(sites: Sites, to: Happening, methods: Founds, given: Arguments, step: str) -> None:
    for each in sites.values.concrete(methods):
        if each.value.kind == "function":
            reached = each.but(level=max(each.level, INFERRED), via=steps(each.via, (step,)), indirect=True)
            to.called.append(("CALLS", reached, given))
