"""Methods that are chosen by what an attribute says: takes such a key, gives the methods that may be meant. Pure.

    visit(node) { return this[node.type](node); }

Of a node that comes from outside nothing is known but that `type` is said to be "Program" or "Text" wherever such nodes
are made: of the methods, those with such a name are meant. What nobody says is not, like a helper beside them.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Final

from callmap.link.evidence import INFERRED, MOST_FUNCTIONS, OPEN, STATIC, Found, Founds, Value, several, steps
from callmap.link.file import BODIES, EACH
from callmap.model import MIXED, NONE, PROTOTYPE, Op

if TYPE_CHECKING:
    from callmap.link.contents import Contents
    from callmap.link.file import File
    from callmap.link.values import Values

_SAID: Final = "said"  # the part of a key that holds the name of the attribute
_FEWEST: Final = 2  # methods that must be meant: one alone may have its name by chance


def said_by(file: File, attributes: list[str]) -> set[str]:
    """`type`, `type=Program`: the attributes that a file sets to texts which may be names, with what they say.
    `attributes` are those of its stores."""
    code, found = file.code, set[str]()
    if not file.language.prototype:
        return found
    given = list[tuple[str, int]]()  # attributes that are set to names
    for at in code.all_of(Op.DICT):
        parts = code.parts(at)
        for place in range(0, len(parts) - 1, 2):
            if parts[place] != NONE and code.op(parts[place]) == Op.STRING:
                _say(file, code.text(parts[place]), parts[place + 1], found, given)
    for index, attribute in enumerate(attributes):
        if attribute:
            _say(file, attribute, file.stores.value(index), found, given)
    for index, value in enumerate(file.bound):
        if value != NONE and code.op(value) == Op.STRING:
            bindings = file.bindings
            if file.scopes.kind(bindings.scope(index)) in ("class", "members"):
                _say(file, bindings.name(index), value, found, given)
    _say_passed(file, given, found)
    return found


def _say(file: File, attribute: str, value: int, found: set[str], given: list[tuple[str, int]]) -> None:
    op = file.code.op(value) if value != NONE else NONE
    if op == Op.STRING and file.code.text(value).isidentifier():
        found.update((attribute, f"{attribute}={file.code.text(value)}"))
    elif op == Op.NAME:
        given.append((attribute, value))


def _say_passed(file: File, given: list[tuple[str, int]], found: set[str]) -> None:
    """What is said through a method of the file: emit(name) { this.steps.push({ step: name }); }, this.emit("add")"""
    code, through = file.code, dict[str, list[tuple[int, str]]]()
    for attribute, name in given:
        where, places = file.lookup(code.first(name), code.text(name))
        value = file.bound[places[0]] if where != NONE and len(places) == 1 else NONE
        if value != NONE and code.op(value) == Op.PARAMETER:
            function, place = code.parts(value)[:2]
            through.setdefault(file.symbols[function].short_name, []).append((place, attribute))
    for call in file.calls if through else ():
        for place, attribute in through.get(call.text[call.text.rfind(".") + 1 :], ()):
            if code.count(call.expression) > place + 1:
                part = code.part(call.expression, place + 1)
                if code.op(part) == Op.STRING and code.text(part).isidentifier():
                    found.update((attribute, f"{attribute}={code.text(part)}"))


def hint(v: Values, key_at: int) -> Founds:
    """A key that is an attribute which is somewhere set to texts: what it says is asked where nothing else is known."""
    code = v.file.code
    if key_at == NONE or code.op(key_at) != Op.ATTRIBUTE or not v.world.says(name := code.text(key_at)):
        return ()
    part = Value(_SAID, "", NONE, name)
    return (Found(Value("external_instance", "", NONE, "", (part,)), STATIC, ()),)


def items(contents: Contents, object: Found, name: str, keys: Founds) -> Founds:
    """object[key], where one of the keys may be such a hint."""
    plain = tuple([key for key in keys if not _attribute(key)])
    if len(plain) == len(keys):
        return contents.items(object, name, keys)
    if object.value.kind in OPEN or any(key.value.kind in OPEN for key in plain):
        return contents.items(object, name, keys)
    found = contents.items(object, name, plain)
    if found or object.value.kind != "instance":
        return found
    return _meant(contents, object, next(said for key in keys if (said := _attribute(key))))


def _attribute(key: Found) -> str:
    of = key.value.of
    return of[0].name if of and of[0].kind == _SAID else ""


def _meant(contents: Contents, object: Found, attribute: str) -> Founds:
    """The methods of an object whose names the attribute is said to hold."""
    names = [name for name in _methods(contents, object.value) if contents.world.says(f"{attribute}={name}")]
    if not _FEWEST <= len(names) <= MOST_FUNCTIONS:
        return ()
    found: list[Found] = []
    for name in names:
        step = steps(object.via, (f"where {attribute} is {name}",))
        found.extend([
            each.but(level=max(each.level, INFERRED), via=step, indirect=True)
            for each in contents.member(object, name) if each.value.kind == "function"
        ])  # fmt: skip
    return several(found)


def _methods(contents: Contents, value: Value) -> Iterable[str]:
    """The names of all members of an object, also those that its prototypes have."""
    world, names = contents.world, dict[str, None]()
    for cls in contents.names.classes.mro(value.as_kind("class")):
        if not cls.path or cls.symbol == NONE:
            continue
        symbol, file = world.symbol(cls), world.files[cls.path]
        world.reading.add(file.cells(cls.symbol).of(EACH))
        names.update(dict.fromkeys([*file.names.get(symbol.scope, {}), *file.attributes(cls.symbol)]))
        for link in (MIXED, PROTOTYPE):
            for above in contents.values.ask(Value("attribute", cls.path, cls.symbol, link)):
                names.update(dict.fromkeys(_written(contents, above)))
    return names


def _written(contents: Contents, object: Value) -> list[str]:
    """The keys of an object as it is written."""
    file = contents.world.files.get(object.path) if object.kind == "object" else None
    if file is None or file.code.op(object.symbol) != Op.DICT:
        return []
    contents.world.reading.add(file.cells(0).of(BODIES))
    keys = file.code.parts(object.symbol)[::2]
    return [file.code.text(key) for key in keys if key != NONE and file.code.op(key) == Op.STRING]
