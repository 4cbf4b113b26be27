"""Names as mappings: takes an object, a class, a module or a call in a function, gives a mapping of all that it has."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from callmap.link.evidence import INFERRED, MOST_WRITTEN, STATIC, Found, Founds, Value, shallow, structure, unpacked
from callmap.link.file import EACH
from callmap.link.terms import Term
from callmap.model import NONE, Op

if TYPE_CHECKING:
    from callmap.link.contents import Contents
    from callmap.link.models import Reader

SPACE: Final = "space"  # the kind of a value that holds what has the names


def module_names(reader: Reader, terms: list[Term]) -> Founds:
    """globals()"""
    file = reader.values.file
    module = Found(Value("module", file.path), STATIC, ())
    name = file.language.space_attribute
    return reader.values.contents.member(module, name) if name else (module,)


def module_named(contents: Contents, name: str) -> Founds:
    """sys.modules[name], sys.modules[__name__]"""
    file = contents.file
    if name.endswith(f".{file.language.name_attribute}"):
        return (Found(Value("module", file.path), STATIC, ()),)
    return tuple(contents.names.modules.imported(file.path, name))


def names_in(contents: Contents, object: Value) -> list[str]:
    """The names in such a mapping of an object or a class, without what it inherits: vars(self), Plugin.__dict__"""
    world, names = contents.world, dict[str, None]()
    for owner in contents.names.classes.mro(object.as_kind("class")) if object.kind == "instance" else (object,):
        if owner.kind == "class" and owner.symbol != NONE:
            file = world.files[owner.path]
            world.reading.update((file.cells(owner.symbol).own, file.cells(owner.symbol).of(EACH)))
            own = file.names.get(file.symbols[owner.symbol].scope, {})
            names.update(dict.fromkeys(own if object.kind == "class" else file.attributes(owner.symbol)))
    return list(names) if len(names) <= MOST_WRITTEN else []


def owner(mapping: Found) -> Found:
    """The class whose names a mapping holds; anything else is left as it is."""
    held = mapping.value.of[0] if mapping.value.kind == SPACE else mapping.value
    return mapping if held is mapping.value else unpacked(held, mapping.level, mapping.via)


def local_names(reader: Reader, terms: list[Term]) -> Founds:
    """locals(): the names of the function that calls, with what they hold there"""
    file = reader.values.file
    callee = file.code.first(reader.at) if reader.at != NONE else NONE
    if callee == NONE or file.code.op(callee) != Op.NAME:
        return ()
    scope, mark, branch = file.code.parts(callee)
    if file.scopes.kind(scope) == "module":
        return module_names(reader, terms)
    names = file.names.get(scope, {})
    if len(names) > MOST_WRITTEN:
        return ()
    reached = {name: file.reaching(places, mark, branch) for name, places in names.items()}
    held = {
        name: [found.packed() for index in each for found in reader.values.binding(index)]
        for name, each in reached.items()
    }
    value = shallow(structure(file.language.literals.get(Op.DICT, ""), held))
    return () if value is None else (Found(value, INFERRED, ()),)
