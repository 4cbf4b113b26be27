"""Implicit operations: what runs behind operators, loops, `with` and reads of attributes. Takes a site of a file,
gives what happens there."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Final

from callmap.link import hooks
from callmap.link.evidence import INFERRED, Founds, steps
from callmap.link.given import ASKS_BOTH, ASKS_RIGHT
from callmap.link.happening import Happening
from callmap.link.iteration import is_object
from callmap.model import NONE, Op, Use

if TYPE_CHECKING:
    from callmap.link.sites import Sites

_CONSTANTS: Final = frozenset({Op.STRING, Op.NUMBER, Op.LITERAL})
_HOLD_OBJECTS: Final = frozenset({Op.ITEM, Op.SLICE, Op.ENTER, Op.AWAIT, Op.CALL})  # `del x` asks no object
_WITH_CONSTANTS: Final = frozenset({"==", "!=", "%", "is", "is not"})  # then hardly ever a project's class


def uses(sites: Sites) -> list[int]:
    """The implicit operations that may run code of the project."""
    language, methods = sites.language, sites.world.special_methods(sites.language)
    if not language.implicit:
        return []
    running = {kind.partition(" ")[0] for kind, names in language.implicit.items() if not methods.isdisjoint(names)}
    signs = {
        sign for sign, names in language.operations.items()
        if not methods.isdisjoint((names[1], *names[0].removeprefix(ASKS_RIGHT).removeprefix(ASKS_BOTH).split("|")))
    }  # fmt: skip
    found = []
    deleted = {use.expression for use in sites.file.facts.uses if use.kind == "delete"}
    for index, use in enumerate(sites.file.facts.uses):
        if use.kind == "attribute":
            if use.expression not in deleted and may_compute(sites, sites.file.code.text(use.expression)):
                found.append(index)
        elif use.kind == "operator":
            text = sites.file.code.text(use.expression)
            if text in _WITH_CONSTANTS and _has_constant(sites, use.expression):
                continue
            if text in signs or f"unary {text}" in signs or (" " in text and not signs.isdisjoint(text.split())):
                found.append(index)
        elif use.kind in running or use.kind == "handler" or (use.kind == "delete" and _deletes(sites, use)):
            found.append(index)
    return found


def _has_constant(sites: Sites, at: int) -> bool:
    code = sites.file.code
    parts = code.parts(at)[:1] if code.text(at) == "%" else code.parts(at)  # text % values
    return any(code.op(part) in _CONSTANTS for part in parts)


def use(sites: Sites, index: int) -> Happening:
    happening = Happening()
    use = sites.file.facts.uses[index]
    parts = sites.file.code.parts(use.expression)
    if use.kind == "attribute":
        read(sites, happening, use.expression)
    elif use.kind == "operator":
        _operator(sites, happening, sites.file.code.text(use.expression), parts)
    elif use.kind == "iterate":
        _iterate(sites, happening, _objects(sites, parts[0]))
    elif use.kind == "handler":
        _handlers(sites, happening, use.expression)
    elif use.kind == "delete" and _deletes(sites, use):
        for object in _objects(sites, parts[0]):
            if object.value.kind == "instance":
                hooks.used(sites, happening, object, sites.file.code.text(use.expression), 2)
                for deleter in sites.names.classes.setters(object.value, sites.file.code.text(use.expression), True):
                    happening.called.append(("CALLS", deleter.after(object).but(receiver=object.value), ()))
    elif use.kind in ("format", "repr", "test"):
        for part in parts:
            for object in _objects(sites, part):
                if is_object(object.value):
                    any(sites.methods(happening, object, method, ()) for method in _implicit(sites, use))
    elif parts and sites.file.code.op(use.expression) in _HOLD_OBJECTS:
        given = sites.given(*parts[1:])
        for object in _objects(sites, parts[0]):
            of_class = sites.language.implicit.get(f"{use.kind} class", ()) if object.value.kind == "class" else ()
            for method in _implicit(sites, use) if object.value.kind == "instance" else of_class:
                sites.methods(happening, object, method, given)
    return happening


def _deletes(sites: Sites, use: Use) -> bool:
    """del object.name, where that is a property"""
    code = sites.file.code
    named = use.expression != NONE and code.op(use.expression) == Op.ATTRIBUTE
    return named and sites.world.is_computed(code.text(use.expression))


def _implicit(sites: Sites, use: Use) -> tuple[str, ...]:
    text = sites.file.code.text(use.expression)
    return sites.language.implicit.get(f"{use.kind} {text}" if text == "async" else use.kind, ())


def _objects(sites: Sites, at: int) -> Founds:
    return sites.values.concrete(sites.values.evaluate(at))


def may_compute(sites: Sites, name: str) -> bool:
    """Whether reading an attribute of that name may run code."""
    return sites.world.is_computed(name) or (sites.falls_back and not sites.world.has_member(name))


def is_instance(sites: Sites, at: int) -> bool:
    return any(object.value.kind == "instance" for object in _objects(sites, sites.file.code.first(at)))


def read(sites: Sites, to: Happening, at: int) -> None:
    """object.name, where that is a property, or where the class answers for any name."""
    name = sites.file.code.text(at)
    for object in _objects(sites, sites.file.code.first(at)):
        if object.value.kind not in ("instance", "super", "object", "class"):
            continue
        hooks.used(sites, to, object, name, 0)
        for getter in sites.values.contents.prototypes.getters(object, name):
            to.called.append(("CALLS", getter, ()))
        members = sites.values.contents.read(object, name)
        for member in members:
            if member.value.kind == "function" and sites.values.contents.runs(object.value, member.value):
                to.called.append(("CALLS", member.but(receiver=object.value, indirect=False), ()))
        if not members and object.value.kind == "instance":
            for fallback in sites.language.implicit.get("attribute", ()):
                sites.methods(to, object, fallback, ())


def _operator(sites: Sites, to: Happening, signs: str, parts: Iterable[int]) -> None:
    operands = list(parts)
    if len(operands) == 1:
        signs = f"unary {signs}"
    known_sign = signs in sites.language.operations or len(operands) == 1
    chained = [signs] if known_sign else signs.split(" ")
    for place, sign in enumerate(chained):
        names = sites.language.operations.get(sign)
        if names is None or len(operands) <= place:
            continue
        left, right = operands[place], operands[place + 1] if len(operands) > place + 1 else NONE
        if names[0].startswith(ASKS_RIGHT):  # x in y
            left, right, names = right, left, (names[0].removeprefix(ASKS_RIGHT), names[1])
        if names[0].startswith(ASKS_BOTH):
            for object in (*_objects(sites, left), *(_objects(sites, right) if right != NONE else ())):
                if is_object(object.value):
                    any(sites.methods(to, object, name, ()) for name in names[0].removeprefix(ASKS_BOTH).split("|"))
            continue
        known = False
        for object in _objects(sites, left):
            if object.value.kind == "instance":
                for name in names[0].split("|"):
                    if not known:
                        known = sites.methods(to, object, name, sites.given(*([right] if right != NONE else [])))
        if not known and names[1] and right != NONE:
            for object in _objects(sites, right):
                if object.value.kind == "instance":
                    sites.methods(to, object, names[1], sites.given(left))


def _handlers(sites: Sites, to: Happening, at: int) -> None:
    """What is given to something outside to be called when something happens there."""
    inner = Happening()
    for each in _objects(sites, at):
        if each.value.kind == "function":
            via = steps(each.via, ("an event handler",))
            sites.callee(inner, each.but(level=max(each.level, INFERRED), via=via, indirect=True), ())
    to.called.extend(inner.called)


def _iterate(sites: Sites, to: Happening, objects: Founds) -> None:
    for object in objects:
        ran = sites.values.contents.iteration.run(object)
        to.called.extend(("CALLS", each, ()) for each in ran)
        if not ran and sites.language.item_method and object.value.kind == "instance":  # taken out one by one
            sites.methods(to, object, sites.language.item_method, ())
