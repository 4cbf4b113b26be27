"""Keys with their values: takes a mapping, or a loop over pairs, gives which value belongs to which key.

for name, step in [("start", start), ("stop", stop)]: table[name] = step
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from callmap.link.evidence import INFERRED, KEYS, Found, Founds, Value, several, structure, unpacked
from callmap.link.lives import changed_names
from callmap.link.places import entries
from callmap.link.spaces import SPACE, names_in
from callmap.link.terms import Term
from callmap.model import NONE, Op

if TYPE_CHECKING:
    from callmap.link.models import Reader
    from callmap.link.values import Values

Pairs = list[tuple[str, Founds]]  # a key, and what belongs to it
_MOST: Final = 12  # keys of a mapping that are told apart in a loop over it


def correlated(reader: Reader, terms: list[Term]) -> Founds:
    """table.items(): a pair for each key, where all keys of a small mapping are known; else nothing."""
    literals = reader.values.file.language.literals
    found: list[Found] = []
    for each in reader.read(terms[0]):
        held = _held(reader.values, each.value)
        if held is None or len(held) > _MOST:
            return ()
        for key, of in held.items():
            text = Value("external_instance", "", NONE, literals.get(Op.STRING, ""), (Value("text", "", NONE, key),))
            slots = (Value("slot", "", NONE, "0", (text,)), Value("slot", "", NONE, "1", of))
            found.append(Found(Value("structure", "", NONE, literals.get(Op.TUPLE, ""), slots), INFERRED, ()))
    return tuple(found)


def _held(values: Values, value: Value) -> dict[str, tuple[Value, ...]] | None:
    """What stands at each key of a mapping; None if not all of them are known."""
    if value.kind == "structure":
        held = {slot.name: slot.of for slot in value.of if slot.kind == "slot"}
        return held if all(name and not name.startswith("<") for name in held) else None
    if value.kind == SPACE and value.of[0].kind in ("instance", "class"):
        contents, object = values.contents, unpacked(value.of[0], INFERRED, ())
        of = {name: contents.member(object, name) for name in names_in(contents, object.value)}
        return {name: tuple([each.packed() for each in found]) for name, found in of.items()}
    named = entries(values, value)
    if named is None or named.pop("", ()):
        return None
    return named


def table(reader: Reader, terms: list[Term]) -> Founds:
    """A mapping that is made of pairs: dict([("go", go)])"""
    contents = reader.values.contents
    slots: dict[str, list[Value]] = {}
    for source in reader.read(terms[0]):
        for pair in contents.elements(source):
            if pair.value.kind == "external_instance":
                continue  # a key
            values = [each.packed() for each in contents.items(pair, "1")]
            texts = [part.name for key in contents.items(pair, "0") for part in key.value.of if part.kind == "text"]
            for text in texts or [""]:
                slots.setdefault(text, []).extend(values)
            if not texts:
                slots.setdefault(KEYS, []).extend(each.packed() for each in contents.items(pair, "0"))
    value = structure(reader.callee.value.name, slots)
    return (Found(value, INFERRED, ()),) if value.of else ()


def keys(reader: Reader, terms: list[Term]) -> Founds:
    """The keys of a mapping that are not written out; of one whose keys are texts, any text."""
    containers = [each.value for each in reader.read(terms[0]) if each.value.kind in ("object", "structure")]
    found = several([found for value in containers for found in reader.values.contents.contents(value, KEYS)])
    if found or not any(_has_texts(reader.values, value) for value in containers):
        return found
    type = reader.values.file.language.literals.get(Op.STRING, "")
    return (Found(Value("external_instance", "", NONE, type), INFERRED, ()),) if type else ()


def unless_there(reader: Reader, terms: list[Term]) -> Founds:
    """table.get(key, other): the other one, unless the mapping is written with whatever the key may be."""
    mappings, given = reader.read(terms[0]), reader.values.concrete(reader.read(terms[1]))
    texts = {text for key in given for text in reader.values.contents.texts(key.value)[:1]}
    if texts and len(texts) == len(given) and all(texts <= _written(reader, each.value) for each in mappings):
        return ()
    return reader.read(terms[2])


def _written(reader: Reader, mapping: Value) -> set[str]:
    """The texts that stand as keys where a mapping is made, which nothing takes out of it by its name."""
    file = reader.values.file
    code, callee = file.code, file.code.first(reader.at) if reader.at != NONE else NONE
    if callee == NONE or code.op(callee) != Op.ATTRIBUTE or code.text(code.first(callee)) in changed_names(file):
        return set()
    if mapping.kind != "object" or mapping.path != file.path or mapping.symbol < 0:
        return set()
    names = code.parts(mapping.symbol)[::2] if code.op(mapping.symbol) == Op.DICT else ()
    return {code.text(name) for name in names if name != NONE and code.op(name) == Op.STRING}


def _has_texts(values: Values, mapping: Value) -> bool:
    """Whether the keys of a mapping are texts that stand where it is made."""
    code = values.file.code
    if mapping.kind != "object" or mapping.path != values.file.path or mapping.symbol < 0:
        return False
    names = code.parts(mapping.symbol)[::2] if code.op(mapping.symbol) == Op.DICT else ()
    return len(names) > 0 and all(name != NONE and code.op(name) == Op.STRING for name in names)


def paired(values: Values, key_at: int, value_at: int) -> Pairs | None:
    """The keys and values that two names are one after the other, if a loop takes both out of the same pairs and each
    key is known; else None."""
    code = values.file.code
    if key_at != NONE and code.op(key_at) == Op.ATTRIBUTE:
        return _named(values, key_at, value_at)
    first, second = (_unpacked(values, at) for at in (key_at, value_at))
    if first == NONE or second == NONE or code.first(first) != code.first(second):
        return _each_its_own(values, key_at, value_at)
    pairs: Pairs = []
    for pair in values.concrete(values.evaluate(code.first(first))):
        slots = {slot.name: slot.of for slot in pair.value.of} if pair.value.kind == "structure" else {}
        texts = [text for key in slots.get(code.text(first), ()) for text in values.contents.texts(key)]
        if not texts:
            return None
        held = tuple(unpacked(each, INFERRED, ()) for each in slots.get(code.text(second), ()))
        pairs.extend((text, held) for text in texts)
    return pairs or None


def _named(values: Values, key_at: int, value_at: int) -> Pairs | None:
    """table[step.__name__] = step: each function or class stands under its own name."""
    code, attribute = values.file.code, values.file.language.name_attribute
    if not attribute or code.text(key_at) != attribute or value_at == NONE or code.op(value_at) != Op.NAME:
        return None
    object_at = code.first(key_at)
    if object_at == NONE or code.op(object_at) != Op.NAME or code.text(object_at) != code.text(value_at):
        return None
    found = values.concrete(values.evaluate(value_at))
    if any(each.value.kind not in ("function", "class") for each in found):
        return None
    return [(values.world.symbol(each.value).short_name, (each,)) for each in found] or None


def _each_its_own(values: Values, key_at: int, value_at: int) -> Pairs | None:
    """def __new__(meta, name, bases, names): … table[name] = cls — where the keys are the names of the classes"""
    code = values.file.code
    if key_at != NONE and value_at != NONE and code.op(value_at) == Op.CALL:
        return _own_modules(values, key_at, value_at)
    if not values.file.language.metaclass or any(at == NONE or code.op(at) != Op.NAME for at in (key_at, value_at)):
        return None
    keys, found = (values.concrete(values.evaluate(at)) for at in (key_at, value_at))
    if len(found) < 2 or any(each.value.kind != "class" for each in found):
        return None
    pairs: Pairs = [(values.world.symbol(each.value).short_name, (each,)) for each in found]
    texts = {text for key in keys for text in values.contents.texts(key.value)}
    return pairs if texts == {name for name, _ in pairs} else None


def _own_modules(values: Values, key_at: int, value_at: int) -> Pairs | None:
    """exports[name] = require("./" + name): each module stands under its own name, if all keys are such names."""
    found = values.evaluate(value_at)
    if len(found) < 2 or any(each.value.kind != "module" for each in found):
        return None
    keys = values.concrete(values.evaluate(key_at))
    pairs: Pairs = []
    for text in dict.fromkeys([text for key in keys for text in values.contents.texts(key.value)]):
        own = tuple([each for each in found if text in each.value.path.replace(".", "/").split("/")[-3:]])
        if len(own) != 1:
            return None
        pairs.append((text, own))
    return pairs or None


def _unpacked(values: Values, at: int) -> int:
    """The UNPACK of an element of something that a name is bound to, or NONE."""
    file = values.file
    code = file.code
    if at == NONE or code.op(at) != Op.NAME:
        return NONE
    scope, mark, branch = code.parts(at)
    where, places = file.lookup(scope, code.text(at), mark)
    if where == NONE or not file.same_function(scope, where):
        return NONE
    reached = file.reaching(places, mark, branch)
    value = file.bound[reached[0]] if len(reached) == 1 else NONE
    if value == NONE or code.op(value) != Op.UNPACK or not code.text(value).isdigit():
        return NONE
    return value if code.op(code.first(value)) == Op.ELEMENT else NONE
