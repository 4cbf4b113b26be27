"""Methods that a language runs by itself: takes classes that are defined or constructed, attributes that are used and
functions that are called, gives the functions that run behind them, with evidence.

    class Field:  def __get__(self, instance, owner): …      a descriptor: reading `model.size` calls it
    class Model(metaclass=Meta):  size = Field()             calls Meta.__new__ and Field.__set_name__
    @singledispatch def show(x): …  @show.register …         a call of `show` may run what is registered
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from callmap.link.evidence import INFERRED, POSSIBLE, STATIC, Found, Founds, Value, several, steps, unpacked
from callmap.link.happening import Happening
from callmap.model import NONE, REGISTERED, Op

if TYPE_CHECKING:
    from callmap.link.calls import Arguments
    from callmap.link.contents import Contents
    from callmap.link.file import File
    from callmap.link.sites import Sites
    from callmap.link.values import Values

_MADE: Final = frozenset({Op.CALL, Op.DECORATED})  # what a class's field must be to hold an object with such methods
_OWNERS: Final = frozenset({"instance", "class", "super"})


# --- a class is defined, or constructed ---


def defined(sites: Sites, to: Happening, symbol: int) -> None:
    """class C(Base, metaclass=Meta): … — hooks of its bases, its metaclass and its fields run."""
    cls = Found(Value("class", sites.file.path, symbol), STATIC, ())
    language, classes = sites.language, sites.names.classes
    for name in language.class_hooks:
        for member in classes.member(cls.value.as_kind("super"), name):
            if member.value.kind == "function":
                to.called.append(("CALLS", member.but(receiver=cls.value), ()))
    for meta in classes.metaclass(cls.value):
        for name in language.metaclass_hooks if meta.value.kind == "class" else ():
            for member in classes.member(meta.value.as_kind("class"), name):
                if member.value.kind == "function":
                    via = steps((f"{sites.values.class_name(meta.value)} is its metaclass",), member.via)
                    to.called.append(("CALLS", member.but(level=INFERRED, via=via, receiver=meta.value), ()))
    if language.naming_hook in sites.world.special_methods(language):
        for field in _fields(sites, symbol):
            for found in sites.values.concrete(sites.values.binding(field)):
                for member in _methods(sites.values, found, language.naming_hook):
                    to.called.append(("CALLS", member, ()))


def _fields(sites: Sites, symbol: int) -> list[int]:
    """The bindings of a class that may hold objects."""
    file = sites.file
    named = file.names.get(file.facts.symbols[symbol].scope, {})
    bindings = file.facts.bindings
    return [
        index for places in named.values() for index in places
        if bindings[index].value != NONE and file.code.op(bindings[index].value) in _MADE
    ]  # fmt: skip


def constructed(sites: Sites, to: Happening, found: Found, given: Arguments | None) -> None:
    """Model(): the metaclass decides what calling its classes does. (What it calls is not itself again.)"""
    name = sites.language.call_method
    for meta in sites.names.classes.metaclass(found.value) if name else ():
        if meta.value.kind != "class":
            continue
        for member in sites.names.classes.member(meta.value.as_kind("instance"), name):
            if member.value.kind == "function" and not sites.stands_in(member.value):
                step = f"{sites.values.class_name(meta.value)} is its metaclass"
                via = steps(found.via, (step,))
                to.called.append(("CALLS", Found(member.value, INFERRED, via, False, found.value), given))


# --- descriptors ---


def describes(file: File, value: Value) -> bool:
    """Whether what a class holds may decide itself what reading it gives."""
    return value.kind == "instance" or (value.kind == "external" and value.name == file.language.accessor)


def got(contents: Contents, object: Found, member: Found, name: str) -> Founds | None:
    """What reading a class's field gives whose value is an object that decides; None if it does not."""
    if not contents.world.is_described(name) or object.value.kind not in _OWNERS:
        return None
    accessors = _accessors(contents.values, object, member, 0)
    if accessors:
        return several([each for accessor in accessors for each in contents.values.calls.result(accessor, ())])
    methods = _methods(contents.values, member, contents.file.language.descriptor_methods[0])
    if not methods or not contents.names.classes.declares(object.value, name):
        return None
    plain = contents.names.classes.decorated(object.value, name)
    if plain is not None:  # made by a decorator: as if it were a property
        return contents.values.calls.result(Found(plain, INFERRED, object.via, receiver=object.value), ())
    given = _given(object.value)
    return several([each for method in methods for each in contents.values.calls.result(method, given)])


def used(sites: Sites, to: Happening, object: Found, name: str, place: int, value: tuple[Value, ...] = ()) -> None:
    """object.name, object.name = value, del object.name: the descriptor's method for it, known by its place, runs."""
    contents = sites.values.contents
    if not sites.world.is_described(name) or object.value.kind not in _OWNERS:
        return
    method = sites.language.descriptor_methods[place]
    if not sites.names.classes.declares(object.value, name):
        return
    for member in sites.values.concrete(contents.read(object, name)):
        to.called.extend(("CALLS", each, value) for each in _accessors(sites.values, object, member, place))
        found = _methods(sites.values, member, method)
        given = _given(object.value) if place == 0 else (_given(object.value)[0], *value)
        to.called.extend(("CALLS", each, given) for each in found)
        plain = sites.names.classes.decorated(object.value, name) if found and place == 0 else None
        if plain is not None:
            via = steps(object.via, (f"read through {sites.values.class_name(member.value)}",))
            to.called.append(("CALLS", Found(plain, POSSIBLE, via, True, object.value), ()))


def assigned(sites: Sites, to: Happening, object: Found, name: str, value: int) -> None:
    """object.name = value, where the object's class decides what that does"""
    text = Value("external_instance", "", NONE, sites.language.literals.get(Op.STRING, ""),
                 (Value("text", "", NONE, name),))  # fmt: skip
    given = (Value("argument", "", NONE, "", (text,)), *sites.given(value))
    to.called.extend(("CALLS", each, given) for each in _methods(sites.values, object, sites.language.store_hook))


def _accessors(values: Values, object: Found, member: Found, place: int) -> list[Found]:
    """size = property(get, set): the function for reading, assigning or deleting"""
    if member.value.name != values.file.language.accessor or member.receiver is None or object.value.kind == "class":
        return []
    held = [value for slot in member.receiver.of if slot.name == str(place) for value in slot.of]
    level = max(object.level, INFERRED)
    return [Found(value, level, object.via, True, object.value) for value in held if value.kind == "function"]


def _given(object: Value) -> tuple[Value, ...]:
    owner = object.as_kind("class")
    held = (object,) if object.kind == "instance" else ()
    return Value("argument", "", NONE, "", held), Value("argument", "", NONE, "", (owner,))


def _methods(values: Values, object: Found, name: str) -> list[Found]:
    """The methods of that name of an instance of a class of the project."""
    value = object.value
    if value.kind != "instance" or value.symbol == NONE:
        return []
    return [
        Found(member.value, max(object.level, INFERRED), steps(object.via, member.via), False, value)
        for member in values.names.classes.member(value, name) if member.value.kind == "function"
    ]  # fmt: skip


# --- functions that others are registered with ---


def of_decorated(contents: Contents, object: Found, name: str) -> Founds:
    """show.register, size.setter: a member of what a decorator outside has made of a function"""
    flags, language = contents.world.symbol(object.value).flags, contents.file.language
    for flag, type in language.decorated_types.items():
        if flag in flags:
            outside = Value("external", "", NONE, f"{type}.{name}")
            return (Found(outside, object.level, object.via, receiver=object.packed()),)
    return ()


def registered(values: Values, found: Found) -> Founds:
    """What a call of the function may run beside itself."""
    function = found.value
    key = Value("attribute", function.path, function.symbol, REGISTERED)
    via = steps(found.via, (f"registered with {values.world.symbol(function).name}",))
    known = [unpacked(value, INFERRED, via) for value in sorted(values.ask(key)) if value.kind == "function"]
    return tuple(each.but(receiver=found.receiver) for each in known if each.value != function)
