"""Functions that put what they are given under a name that they are given: `register(name, function)`. Takes a call of
one, gives what it puts where; so that each name goes with what was passed along with it.

    function register(name, handler) { handlers[name] = handler; }
    function define(object, name, getter) { Object.defineProperty(object, name, { get: getter }); }

A decorator does so in two steps: it is given the name first, then the function.
"""

from __future__ import annotations

from collections import defaultdict
from typing import TYPE_CHECKING

from callmap.link import emitters
from callmap.link.calls import Arguments
from callmap.link.evidence import INFERRED, THIS, Found, Founds, Value, several, unpacked
from callmap.link.file import BODIES, File
from callmap.link.happening import Happening
from callmap.link.mentions import is_given, parameter_meant
from callmap.link.spreads import Filled
from callmap.model import GETTER, NONE, Op

if TYPE_CHECKING:
    from callmap.link.sites import Sites
    from callmap.parts import Store


def registrations(file: File) -> dict[int, list[int]]:
    """Function → stores in it of something that it is given, under a name that it is given."""
    found = file.registrations
    if found is None:
        found = file.registrations = defaultdict(list)
        for index, store in enumerate(file.stores):
            if store.attribute in ("", GETTER) and is_given(file, store.key):
                own = store.attribute == GETTER and store.value != NONE and file.code.op(store.value) == Op.FUNCTION
                if own or parameter_meant(file, store.value) is not None:
                    found[file.scopes.symbol(store.scope)].append(index)
    return found


def is_registration(file: File, index: int) -> bool:
    """Whether a store puts something that the function around is given under a name that it is given."""
    return index in registrations(file).get(file.scopes.symbol(file.stores[index].scope), ())


def is_told_by_calls(sites: Sites, index: int) -> bool:
    """Whether calls of that function say all of it, in any file; in its own file they always say what they put."""
    place = sites.file.stores.object(index)
    return is_given(sites.file, place) or bool(sites.names.expression(sites.file, place))


def register(sites: Sites, to: Happening, callee: Found, given: Arguments | None, at: int) -> None:
    """What a call of the function puts under names."""
    file = sites.world.files[callee.value.path]
    stores = registrations(file).get(callee.value.symbol)
    sites.world.reading.add(file.cells(callee.value.symbol).own)
    calls = emitters.listening(file).get(callee.value.symbol) if file.language.listening else None
    if not stores and not calls:
        return
    sites.world.reading.add(file.cells(0).of(BODIES))
    arguments = given if given is not None else sites.values.calls.arguments(at)
    filled = sites.values.calls.match(callee, arguments)
    for call in calls or ():
        _listen(sites, to, file, call, callee, filled)
    for index in stores or ():
        store = file.stores[index]
        keys = sites.values.concrete(_filled(sites, file, store.key, callee, filled))
        values = _filled(sites, file, store.value, callee, filled)
        texts = [text for key in keys for text in sites.values.contents.texts(key.value)]
        for object in sites.values.concrete(_filled(sites, file, store.object, callee, filled)):
            if store.attribute == GETTER:
                put_getters(sites, to, object, texts, values)
            else:
                sites.put(to, object, texts, values)


def _listen(sites: Sites, to: Happening, file: File, at: int, callee: Found, filled: Filled) -> None:
    """function listen(name, listener) { emitter.on(name, listener); }"""
    code = file.code
    method, name, listener = code.parts(at)[:3]
    values = sites.values
    names = emitters.names_of(values, values.concrete(_filled(sites, file, name, callee, filled)))
    places = emitters.places_of(names, values.concrete(_filled(sites, file, listener, callee, filled)))
    for object in values.concrete(_filled(sites, file, code.first(method), callee, filled)):
        for each in values.contents.member(object, code.text(method)):
            emitter = emitters.emitter(values, object) if emitters.listens(values, each) else None
            if emitter is not None:
                key = Value("content", emitter.path, emitter.symbol)
                to.put.extend([(Value(key.kind, key.path, key.symbol, place), held) for place, held in places])


def names_put(sites: Sites, store: Store) -> list[str]:
    """The names of what runs when it is read that a store puts somewhere."""
    if store.attribute != GETTER:
        return [store.attribute.removeprefix(GETTER)]
    found = sites.values.concrete(sites.values.evaluate(store.key))
    return [part.name for each in found for part in each.value.of if part.kind == "text"]


def put_getters(sites: Sites, to: Happening, object: Found, names: list[str], getters: Founds) -> None:
    """Object.defineProperty(object, name, {get: getter}): the getter runs with the object as its receiver"""
    for name in names:
        sites.set(to, object, f"{GETTER}{name}", getters)
    for getter in sites.values.concrete(getters):
        if getter.value.kind == "function":
            to.put.append((Value("parameter", getter.value.path, getter.value.symbol, THIS), (object,)))


def put_members(sites: Sites, to: Happening, object: Found, names: list[str], values: Founds) -> None:
    """Class.prototype[name] = method: it runs on objects of the class, whoever calls it, also if no name is known"""
    for name in names:
        sites.set(to, object, name, values)
    if object.value.kind == "instance" and sites.language.prototype:
        for method in sites.values.concrete(values):
            if method.value.kind == "function":
                to.put.append((Value("parameter", method.value.path, method.value.symbol, THIS), (object,)))


def put_copies(sites: Sites, to: Happening, store: Store, objects: Founds) -> bool:
    """for (const key of ["a", "b"]) made[key] = object[key]: what is copied, if all names are known; whether they are.
    A method of the one is then one of the other."""
    values, contents = sites.values, sites.values.contents
    texts = [contents.texts(key.value) for key in values.concrete(values.evaluate(store.key))]
    if not texts or not all(texts):
        return False
    sources = values.concrete(values.evaluate(store.value))
    for text in dict.fromkeys([text for each in texts for text in each]):
        held = [
            Found(each.value, each.level, each.via, each.indirect) if each.receiver == source.value else each
            for source in sources for each in contents.member(source, text)
        ]  # fmt: skip
        for source in sources if sites.world.is_computed(text) else ():
            for each in contents.read(source, text):
                if each.value.kind == "function" and contents.computed(each.value):
                    to.called.append(("CALLS", each, ()))
        for object in objects:
            sites.set(to, object, text, several(held))
    return True


def _filled(sites: Sites, file: File, at: int, callee: Found, filled: Filled) -> Founds:
    """An expression of the function, with what this call passes."""
    parameter = parameter_meant(file, at)
    if parameter is not None:
        key = Value("parameter", callee.value.path, *parameter)
        passed = filled.get(key)
        if passed is None:  # also of the function around it: def registering(name, table=TABLE)
            return sites.values.calls.default(key)
        return tuple(unpacked(each, INFERRED, ()) for each in passed or ())
    if file.code.op(at) == Op.ATTRIBUTE and is_given(file, at):
        objects = sites.values.concrete(_filled(sites, file, file.code.first(at), callee, filled))
        contents, name = sites.values.contents, file.code.text(at)
        return several([each for object in objects for each in contents.attribute(object, name)])
    if file is not sites.file:
        return sites.values.expand(sites.names.expression(file, at) or ())
    found = sites.values.evaluate(at)
    return tuple(each for one in found for each in sites.values.calls.fill(one.packed(), filled, callee.value))
