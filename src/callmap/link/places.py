"""Places in containers: takes expressions that take something out of one, gives what may stand there, with evidence.

`row[FIRST]`, `table["go"]`: a key that is written out, or is a constant's name; `first, *rest = row`: a place counted
from either end; `steps[1:]`: some of the places.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from callmap.link import dispatch
from callmap.link.code import PARTS_ARE_INDEXES
from callmap.link.direct import numbers_passed
from callmap.link.evidence import INFERRED, MOST_WRITTEN, OPEN, Found, Founds, Value, opened, several, shallow
from callmap.link.iteration import is_object
from callmap.link.mentions import aliases
from callmap.model import NONE, REPEATED, Op

if TYPE_CHECKING:
    from callmap.link.file import File
    from callmap.link.names import Names
    from callmap.link.values import Values

Elements = list[tuple["Value", ...]]  # what may stand at each place
_LONGEST_NUMBER: Final = 9  # digits of a place in a container
_SEQUENCES: Final = frozenset({Op.LIST, Op.TUPLE})


def item(v: Values, at: int) -> Founds:
    """object[key]"""
    object_at, key_at = v.file.code.parts(at)[:2]
    keys = v.evaluate(key_at)
    name = constant(v, key_at)
    if v.file.language.prototype and not name and key_at != NONE:  # object[SYMBOL]
        own = f"[{v.file.code.text(key_at)}]"
        if v.world.has_method(own):
            found = [each for object in v.evaluate(object_at) for each in v.contents.member(object, own)]
            if found:
                return several(found)
    objects = v.now(object_at)
    name = v.placed(object_at, name)
    names = [] if name else _passed(v, key_at)
    if names:
        return several([f for object in objects for each in names for f in v.contents.items(object, each)])
    keys = keys if name else keys + dispatch.hint(v, key_at)
    known = several([found for object in objects for found in dispatch.items(v.contents, object, name, keys)])
    if len(known) > 1 and name and object_at != NONE and v.file.code.op(object_at) == Op.NAME:
        return still_there(v, at, object_at, name, objects, known)
    return known


def constant(v: Values, at: int) -> str:
    """The key that an expression is, if it is written out."""
    code = v.file.code
    op = code.op(at) if at != NONE else NONE
    if op == Op.STRING or op == Op.NUMBER:
        return code.text(at)
    if op == Op.NAME:
        return _number(v.names, v.file, at) or _computed(v, at)
    if op == Op.OPERATION and code.text(at) in ("-", "+", "+=", "-="):
        return _sum(v, at)
    if op == Op.LITERAL:  # None; True is 1
        parts = code.parts(at)
        return code.text(parts[0]) if len(parts) and code.op(parts[0]) == Op.NUMBER else f"{code.text(at)}()"
    if op == Op.TUPLE:
        v.names.depth.enter()
        texts = [constant(v, part) for part in code.parts(at)]
        v.names.depth.level -= 1
        return f"({', '.join(texts)})" if all(texts) else ""
    if op == Op.ATTRIBUTE and v.file.language.enums:
        return _member(v, at)
    return ""


def _sum(v: Values, at: int) -> str:
    """-1, FIRST + 1: the number, if all of it is written out"""
    code = v.file.code
    v.names.depth.enter()
    numbers = [constant(v, part) for part in code.parts(at)]
    v.names.depth.level -= 1
    if not all(number.removeprefix("-").isdigit() and len(number) < _LONGEST_NUMBER for number in numbers):
        return ""
    if len(numbers) == 1:
        return str(-int(numbers[0])) if code.text(at)[0] == "-" else numbers[0]
    return str(int(numbers[0]) + int(numbers[1]) * (-1 if code.text(at)[0] == "-" else 1))


def _computed(v: Values, at: int) -> str:
    """The number that a name stands for, if what is assigned to it last tells: row, column = 0, 1; last = -1"""
    file = v.file
    scope, mark, branch = file.code.parts(at)
    where, places = file.lookup(scope, file.code.text(at), mark)
    if where == NONE or not (len(places) == 1 or file.same_function(scope, where)):
        return ""
    reached = file.reaching(places, mark, branch)
    value = file.bound[reached[0]] if len(reached) == 1 else NONE
    if value != NONE and file.code.op(value) == Op.UNPACK:
        value = taken(v, value)
    if value == NONE or file.code.op(value) not in (Op.NUMBER, Op.OPERATION):
        return ""
    v.names.depth.enter()
    number = constant(v, value)
    v.names.depth.level -= 1
    return number if number.removeprefix("-").isdigit() else ""


def _passed(v: Values, at: int) -> list[str]:
    """The numbers that a parameter may be, if all calls of its function are known: row[index]"""
    code = v.file.code
    if at == NONE or code.op(at) != Op.NAME:
        return []
    scope, mark, _ = code.parts(at)
    places = v.file.lookup(scope, code.text(at), mark)[1]
    value = v.file.bound[places[0]] if len(places) == 1 else NONE
    if value == NONE or code.op(value) != Op.PARAMETER:
        return []
    symbol, index = code.parts(value)
    return numbers_passed(v.world, v.file, symbol, index)


def _member(v: Values, at: int) -> str:
    """A member of an enumeration: Colour.RED"""
    code = v.file.code
    object_at = code.first(at)
    for owner in v.names.alone(v.file, object_at) if code.op(object_at) == Op.NAME else ():
        if owner.value.kind == "class" and v.names.classes.is_enum(owner.value):
            return f"{owner.value.path}::{v.world.symbol(owner.value).name}.{code.text(at)}"
    return ""


def _number(names: Names, file: File, at: int) -> str:
    """The number that a constant is bound to, here or in the module it is imported from: `row[FIRST]`"""
    scope, mark, _ = file.code.parts(at)
    places = file.lookup(scope, file.code.text(at), mark)[1]
    value = file.bound[places[0]] if len(places) == 1 else NONE
    if value != NONE and file.code.op(value) == Op.MEMBER:
        for module in names.alone(file, file.code.first(value)):
            if module.value.kind == "module":
                name, file = file.code.text(value), names.world.files[module.value.path]
                names.world.reading.add(file.cells(0).of(name))
                places = file.names.get(0, {}).get(name, [])
                exported = [export.value for export in file.facts.exports if export.name == name]
                value = file.bound[places[0]] if len(places) == 1 else NONE
                value = exported[0] if not places and len(exported) == 1 else value
                break
        else:
            return ""
    return file.code.text(value) if value != NONE and file.code.op(value) == Op.NUMBER else ""


def still_there(v: Values, at: int, object_at: int, key: str, objects: Founds, known: Founds) -> Founds:
    """Of what may stand at a key those that code further up in the same function has not replaced:

    table = {"go": old}; table["go"] = new; table["go"]() — the last store that is always done before leaves no other;
    the same for attributes.
    """
    file = v.file
    text = file.code.text(object_at)
    others = aliases(file, file.code).get(text, ())
    stores = sorted([i for name in (text, *others) for i in file.overwrites().get((name, key), ())])
    scope, _, branch = file.code.parts(object_at)
    around = file.branches_around(branch)
    same = [
        index for index in stores
        if file.same_function(scope, file.stores.scope(index))
        and _meant(file, object_at) == _meant(file, file.stores.object(index))
    ]  # fmt: skip
    sure = [i for i in same if file.stores.object(i) < at and file.stores.branch(i) in around]
    if any(_is_part(file, at, file.stores.value(index)) for index in same):
        return known  # self.x = (self.x,): what it is depends on itself
    if not sure:
        return _not_yet(v, at, object_at, key, objects, known, same)
    last = sure[-1]
    loops = [each for each in around if file.sorts[each] == "loop"]
    again = any(loop not in file.branches_around(file.stores.branch(last)) for loop in loops)
    gone: set[Value] = set()
    for object in objects:
        if object.value.kind == "object" and object.value.path == file.path:
            written = v.own(Value("content", file.path, object.value.symbol, key))
            gone.update(each.value for each in written)
        elif object.value.kind in ("instance", "class", "module"):
            gone.update(each.value for each in v.names.attribute(file, object, key) or ())
    left: set[Value] = set()
    for index in same:
        seen = index >= last and (again or file.stores.object(index) < at)
        (left if seen else gone).update(each.value for each in v.evaluate(file.stores.value(index)))
    return tuple(each for each in known if each.value in left or each.value not in gone) or known


def _not_yet(v: Values, at: int, object_at: int, key: str, objects: Founds, known: Founds, stores: list[int]) -> Founds:
    """Of what may stand at a key those that are not put there later, if the same function has made the container."""
    file = v.file
    reached = _bindings(file, object_at)[1]
    bound = file.bindings[reached[0]] if len(reached) == 1 else None
    if bound is None or any((each.value.path, each.value.symbol) != (file.path, bound.value) for each in objects):
        return _not_itself(v, at, object_at, known, stores)
    outer = file.branches_around(bound.branch)
    around = file.branches_around(file.code.parts(object_at)[2])
    loops = [each for each in around if file.sorts[each] == "loop" and each not in outer]
    later: set[Value] = set()
    others = {each.value for each in v.own(Value("content", file.path, bound.value, key))}
    for index in stores:
        again = any(loop in file.branches_around(file.stores.branch(index)) for loop in loops)
        put = later if file.stores.object(index) > at and not again else others
        put.update(each.value for each in v.evaluate(file.stores.value(index)))
    return tuple(each for each in known if each.value in others or each.value not in later) or known


def _not_itself(v: Values, at: int, object_at: int, known: Founds, stores: list[int]) -> Founds:
    """Of what may stand at a key those that are not functions which the same code makes, and puts there, later:

    old = object.go; object.go = () => old() — where this is done once to an object, as is meant, `old` is another.
    """
    file = v.file
    around = file.branches_around(file.code.parts(object_at)[2])
    if any(file.sorts[each] == "loop" for each in around):
        return known
    made = [file.stores.value(index) for index in stores if file.stores.object(index) > at]
    made = [at for at in made if at != NONE and file.code.op(at) == Op.FUNCTION]
    later = {each.value for at in made for each in v.evaluate(at)}
    return tuple(each for each in known if each.value not in later) or known


def _is_part(file: File, at: int, whole: int) -> bool:
    """Whether an expression is part of another. (Parts stand before the whole.)"""
    code = file.code
    while whole > at and code.op(whole) not in PARTS_ARE_INDEXES:
        whole = min([part for part in code.parts(whole) if part >= at], default=NONE)
    return whole == at


def _meant(file: File, at: int) -> tuple[int, list[int]]:
    """The bindings that a name means, or those of the name that it is bound to: same = table"""
    found = _bindings(file, at)
    value = file.bound[found[1][0]] if len(found[1]) == 1 else NONE
    return _bindings(file, value) if value != NONE and file.code.op(value) == Op.NAME else found


def _bindings(file: File, at: int) -> tuple[int, list[int]]:
    """The bindings that a name means."""
    scope, mark, branch = file.code.parts(at)
    where, places = file.lookup(scope, file.code.text(at), mark)
    return where, file.reaching(places, mark, branch) if places and file.same_function(scope, where) else places


# --- several places ---


def unpack(v: Values, at: int) -> Founds:
    """a, *rest = value"""
    code = v.file.code
    one = taken(v, at)
    if one != NONE:
        return v.evaluate(one)
    whole, index = code.first(at), code.text(at)
    objects = v.now(whole)
    if index.startswith("*"):
        type = v.file.language.literals.get(Op.LIST, "")
        rest = [opened("sliced", index[1:], each) for each in objects if each.value.kind in OPEN]
        made = [some(v, each, index[1:], type, _parts(v, whole)) for each in objects if each.value.kind not in OPEN]
        return several((*made, *(each for one in rest for each in one)))
    return several([found for object in objects for found in _at_place(v, object, index)])


def _at_place(v: Values, object: Found, index: str) -> Founds:
    """What stands at a place of a sequence, or of what an iterator gives."""
    found = v.contents.items(object, index)
    iterates = not found and is_object(object.value)
    return v.contents.iteration.at(object, index) if iterates else found


def taken(v: Values, at: int) -> int:
    """The expression that an UNPACK takes out of a tuple that is written out, or NONE: (a, b), c = (x, y), z"""
    code = v.file.code
    whole, index = code.first(at), code.text(at)
    if whole != NONE and code.op(whole) == Op.UNPACK:
        v.names.depth.enter()
        whole = taken(v, whole)
        v.names.depth.level -= 1
    if whole == NONE or not _is_listed(v, whole) or not index.lstrip("-").isdigit():
        return NONE
    parts, place = code.parts(whole), int(index)
    before = parts[: place + 1] if place >= 0 else parts[place:]
    if len(before) < (place + 1 if place >= 0 else -place) or any(code.op(part) == Op.SPREAD for part in before):
        return NONE
    return before[-1] if place >= 0 else before[0]


def part(v: Values, at: int) -> Founds:
    """object[1:3]"""
    found: list[Found] = []
    for object in v.now(v.file.code.first(at)):
        found.extend(sliced(v, object, v.file.code.text(at)))
    return several(found)


def sliced(v: Values, object: Found, places: str) -> Founds:
    """What a slice of an object is."""
    if object.value.kind in OPEN:
        return opened("sliced", places, object)
    if object.value.kind == "instance" and v.file.language.item_method:
        return v.contents.items(object, "")
    chosen = some(v, object, places, object.value.name)
    return (chosen if chosen.value.of or (places and object.value.kind == "structure") else object,)


def _parts(v: Values, at: int) -> Elements | None:
    """What stands at each place of a sequence that is written out here; None if it is not."""
    code = v.file.code
    if at == NONE or not _is_listed(v, at) or any(code.op(part) == Op.SPREAD for part in code.parts(at)):
        return None
    return [tuple(each.packed() for each in v.evaluate(part)) for part in code.parts(at)]


def listed(v: Values, value: Value) -> Elements | None:
    """What stands at each place of a sequence that is written out, or of which each place is known."""
    slots = {slot.name: slot.of for slot in value.of if slot.kind == "slot"} if value.kind == "structure" else {}
    if slots and all(str(index) in slots for index in range(len(slots))):
        return [slots[str(index)] for index in range(len(slots))]
    return _written(v, value)


def _is_listed(v: Values, at: int) -> bool:
    """Whether an expression is a sequence, place by place."""
    return v.file.code.op(at) in _SEQUENCES and v.file.code.text(at) != REPEATED


def some(v: Values, object: Found, places: str, type: str, elements: Elements | None = None) -> Found:
    """A container with the elements at the places, as they are written: "1", "1:", ":-2", "::2"; "" for any."""
    bounds = [int(each) if each else None for each in places.split(":")] if places else []
    whole = v.contents.gathered(v.contents.elements(object), type)
    value = object.value
    numbered = {slot.name: slot.of for slot in value.of if slot.kind == "slot"} if value.kind == "structure" else {}
    elements = _written(v, value) if elements is None else elements
    counted = all(bound is None or bound >= 0 for bound in bounds)  # else its length must be known
    if elements is None and counted and numbered and all(name.isdigit() and len(name) < 4 for name in numbered):
        elements = [numbered.get(str(index), ()) for index in range(max(map(int, numbered)) + 1)]
    if elements is None or not bounds:
        return whole
    start, stop, step = (*bounds, None, None)[:3]
    chosen = elements[start:stop:step]
    slots = tuple(Value("slot", "", NONE, str(index), of) for index, of in enumerate(chosen) if of)
    made = shallow(Value("structure", "", NONE, type, slots))
    return Found(made, INFERRED, ()) if made is not None else whole


def _written(v: Values, value: Value) -> Elements | None:
    """What stands at each place of a sequence of this file that is written out; None if it is not."""
    code = v.file.code
    if value.kind == "structure" and value.of and value.name == v.file.language.literals.get(Op.TUPLE):
        held = {slot.name: slot.of for slot in value.of}
        count = max(map(int, held)) + 1 if all(name.isdigit() for name in held) else 0
        return [held.get(str(index), ()) for index in range(count)] if 0 < count <= MOST_WRITTEN else None
    if value.kind != "object" or value.path != v.file.path or value.symbol < 0 or not _is_listed(v, value.symbol):
        return None
    count = len(code.parts(value.symbol))
    if count > MOST_WRITTEN or any(code.op(part) == Op.SPREAD for part in code.parts(value.symbol)):
        return None
    return [tuple(each.packed() for each in v.contents.contents(value, str(index))) for index in range(count)]


def joined(v: Values, objects: list[Found], sign: str) -> Found:
    """A container with what is in all of them: [a] + [b], {"a": a} | {"b": b}"""
    type = objects[0].value.name
    slots: dict[str, tuple[Value, ...]] = {}
    for object in objects:
        elements = _written(v, object.value)
        if elements is not None and sign != "*":
            slots.update({str(len(slots) + index): of for index, of in enumerate(elements)})
            continue
        named = entries(v, object.value)
        if named is None or sign == "*":
            return v.contents.gathered([e for each in objects for e in v.contents.items(each, "")], type)
        slots.update({**named, "": (*slots.get("", ()), *named[""])})
    parts = tuple(Value("slot", "", NONE, key, of) for key, of in slots.items() if of)
    made = shallow(Value("structure", "", NONE, type, parts))
    return Found(made or Value("structure", "", NONE, type), INFERRED, ())


def entries(v: Values, value: Value) -> dict[str, tuple[Value, ...]] | None:
    """What stands at the keys of a mapping that is written out, and elsewhere in it (""); None if it is not."""
    keys = _keys(v, value)
    if keys is None:
        return None
    named = {key: tuple(each.packed() for each in v.contents.contents(value, key)) for key in keys}
    known = {each for of in named.values() for each in of}
    others = [each.packed() for each in v.contents.contents(value, "")]
    return {**named, "": tuple(each for each in others if each not in known)}


def _keys(v: Values, value: Value) -> list[str] | None:
    """The keys of a mapping that are written out where it is made; None if not all of them are."""
    code = v.file.code
    if value.kind != "object" or value.path != v.file.path or value.symbol < 0 or code.op(value.symbol) != Op.DICT:
        return None
    keys = [constant(v, key) for key in code.parts(value.symbol)[::2]]
    return keys if all(keys) and len(keys) <= MOST_WRITTEN else None
