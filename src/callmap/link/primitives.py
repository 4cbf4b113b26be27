"""More functions of models: takes the reader of a model at a call, gives what they evaluate to.

`flat(x)` the elements of arrays among x, and what is none; `concatenated(x)` an array with what is in x and in the
arguments; `backwards(x)` x from its end, if it has no name; `part(x, a0, a1)` those from one place up to another, if
both are written out; `table(x)` a container with the pairs of x as keys and values, `keys(x)` the keys of one that are
no texts; `iterate(x)` runs what a loop over x runs, `loop(x)` too, after the rounds; `last()` the last argument;
`fields(k, x)` an object with x as its attribute k, `kept(k, x)` one that can be changed later; `held(x)` what a promise
holds, `task(x)` one that holds x; `rejected(x)` one that fails with x; `promise(f)` a promise that f resolves,
`resolvers()` one together with its functions; `proxy(o, h)` an object that stands for o and is heard by h; `mix(o, x)`
puts all that x has into o, `describe(o, x)` with what runs when it is read or assigned to, `inherit(o, x)` makes x the
prototype of o, `define(o, d)` sets the attributes that d describes, `create(x)` gives a new object with that prototype;
`on(f, x)` is the function f called on x; `outside(k)` something outside by its name, `instance(k)` an instance of it;
`functions(x)` and `classes(x)` those that are in x, or whose names; `given(a1, x)` is x if there is such an argument,
or one of that name, `marked(x, m, k)` an instance of k if the text x has m in it; `keep(x)` is a function outside that
remembers x as its `this`, and is named like the one that made it with `()` after it; `read(o, k)` runs the property k
of o, `write(o, k, x)` its setter; `space(o)` an object whose attributes are what is in o, `space(o, k)` o as one of
type k; `shaped(x, k)` is a text of the form x, `lower(x, k)` x in small letters, `upper(x, k)` in capitals, else an
instance of k; `known(x)` is x with what callers pass; `supplied(o, f)` is o, which calls f for what it does not have;
`zipped()` the arguments place by place, if they are written out; `popped(x, k)` what is at k of x, or anywhere in it if
more is taken out of it; `below(x)` the classes that inherit from x, `instances(x)` objects of those in x; `fold(f, x,
y)` what f makes of y and the elements of x in turn; `lacking(a0, x)` is x if that argument is written as nothing;
`shown(x)` the methods that run where x is shown; `entered(x, k)` is what `with` gives that calls k of x;
`unless_there(o, k, x)` is x, unless o is written with all keys that k may be; `listen` and `heard` stand in `emitters`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Final

from callmap.link import making, places, proxies
from callmap.link.attributes import read, write
from callmap.link.emitters import heard, listen
from callmap.link.evidence import (
    DEEPEST_MADE,
    FACTORY,
    INFERRED,
    MOST_VALUES,
    OPEN,
    STATIC,
    Found,
    Founds,
    Value,
    several,
    shallow,
    structure,
    unpacked,
)
from callmap.link.folding import fold
from callmap.link.pairs import correlated, keys, table, unless_there
from callmap.link.patterns import lacking, lower, marked, shaped, upper
from callmap.link.places import entries, some
from callmap.link.promises import failed, held, outcome, promise, rejected, resolvers, task
from callmap.link.prototypes import BELOW
from callmap.link.shown import shown
from callmap.link.spaces import local_names, module_names, owner
from callmap.link.terms import NAME, Term
from callmap.model import DESCRIBED, MIXED, NONE, PROTOTYPE, Op

if TYPE_CHECKING:
    from callmap.link.models import Reader


def flat(reader: Reader, terms: list[Term]) -> Founds:
    found: list[Found] = []
    array = reader.values.file.language.literals.get(Op.LIST, "")
    for each in reader.read(terms[0]):
        found.extend(_flat(reader, each, array))
    return several(found)


def _flat(reader: Reader, found: Found, array: str) -> Founds:
    is_array = found.value.kind in ("object", "structure") and found.value.name == array
    return reader.values.contents.elements(found) if is_array else (found,)


def concatenated(reader: Reader, terms: list[Term]) -> Founds:
    array = reader.values.file.language.literals.get(Op.LIST, "")
    given = [tuple(unpacked(each, INFERRED, ()) for each in one.of) for one in reader.given]
    own = reader.read(terms[0])
    held = _in_order(reader, [own, *given], array) if all(one.name == "" for one in reader.given) else None
    if held is not None:
        return (Found(structure(array, {str(index): list(of) for index, of in enumerate(held)}), INFERRED, ()),)
    elements = [each for object in own for each in reader.values.contents.elements(object)]
    for object in reader.rest([]):
        elements.extend(_flat(reader, object, array))
        elements.extend(reader.values.contents.elements(object) if object.value.kind in OPEN else ())
    return (reader.values.contents.gathered(elements, array),)


def _in_order(reader: Reader, sources: list[Founds], array: str) -> places.Elements | None:
    """What stands at each place of a container of all of them; None if that is not known."""
    held: places.Elements = []
    for found in sources:
        if len(found) != 1 or found[0].value.kind in OPEN:
            return None
        known = places.listed(reader.values, found[0].value) if found[0].value.name == array else [(found[0].packed(),)]
        if known is None:
            return None
        held.extend(known)
    return held


def backwards(reader: Reader, terms: list[Term]) -> Founds:
    found = reader.read(terms[0])
    code = reader.values.file.code
    callee = code.first(reader.at) if reader.at != NONE else NONE
    if callee == NONE or code.op(callee) != Op.ATTRIBUTE or code.op(code.first(callee)) == Op.NAME or len(found) != 1:
        return found
    held = places.listed(reader.values, found[0].value)
    if not held:
        return found
    return (found[0].but(value=structure(found[0].value.name, {str(i): list(of) for i, of in enumerate(held[::-1])})),)


def part(reader: Reader, terms: list[Term]) -> Founds:
    bounds = [reader.written(term.text) for term in terms[1:] if term.kind == NAME]
    count = len([one for one in reader.given if one.name == ""])
    known = reader.at != NONE and all(bounds[:count]) and count == len(reader.given)
    text = ":".join((bounds[0] or "0", bounds[1])) if known else ""
    type = reader.values.file.language.literals.get(Op.LIST, "")
    return several([some(reader.values, object, text, type) for object in reader.read(terms[0])])


def iterate(reader: Reader, terms: list[Term]) -> Founds:
    for object in reader.values.concrete(reader.read(terms[0])):
        reader.outcome.calls.extend((each, ()) for each in reader.values.contents.iteration.run(object))
    return ()


def last(reader: Reader, terms: list[Term]) -> Founds:
    given = [part for part in reader.given if part.name == ""]
    return tuple(unpacked(each, INFERRED, ()) for each in given[-1].of) if given else ()


def fields(reader: Reader, terms: list[Term]) -> Founds:
    slots = []
    for name, term in zip(terms[::2], terms[1::2], strict=True):
        held = tuple(each.packed() for each in reader.read(term))
        if held and name.kind == NAME:
            slots.append(Value("slot", "", NONE, name.text, held))
    value = shallow(Value("structure", "", NONE, "", tuple(slots)))
    return () if value is None else (Found(value, INFERRED, ()),)


def kept(reader: Reader, terms: list[Term]) -> Founds:
    if reader.at == NONE:
        return fields(reader, terms)
    made = Value("object", reader.values.file.path, reader.at)
    if terms[0].kind == NAME:
        reader.outcome.puts.append((made, terms[0].text, reader.read(terms[1])))
    return (Found(made, STATIC, ()),)


def proxy(reader: Reader, terms: list[Term]) -> Founds:
    if reader.at == NONE:
        return reader.read(terms[0])
    made = proxies.made(reader.values, reader.at)
    for key, term in zip((PROTOTYPE, proxies.HANDLER), terms, strict=True):
        reader.outcome.puts.append((made.value, key, reader.read(term)))
    return (made,)


def mix(reader: Reader, terms: list[Term]) -> Founds:
    sources = _overlay(reader) or reader.read(terms[1])
    for object in reader.read(terms[0]):
        reader.outcome.puts.append((object.value, MIXED, sources))
    contents = reader.values.contents
    for source in reader.values.concrete(sources):
        for each in contents.contents(source.value, "", alone=True) if source.value.kind == "object" else ():
            if each.value.kind == "function" and contents.computed(each.value):  # reading it runs it
                reader.outcome.calls.append((each.but(receiver=source.value), ()))
    return ()


def describe(reader: Reader, terms: list[Term]) -> Founds:
    sources = reader.read(terms[1])
    for object in reader.read(terms[0]):
        reader.outcome.stores.append((object.value, DESCRIBED, sources))
    return ()


def _overlay(reader: Reader) -> Founds:
    """What several objects that are written out have together: of two at one key, the later one. Else nothing."""
    given = reader.given[1:]
    if len(given) < 2 or any(part.name or len(part.of) != 1 for part in given):
        return ()
    tables = [entries(reader.values, part.of[0]) for part in given]
    known = [each for each in tables if each is not None and not each.pop("", ())]
    if len(known) < len(given) or len({key for each in known for key in each}) == sum(map(len, known)):
        return ()
    made = shallow(structure("", {key: of for each in known for key, of in each.items()}))
    return (Found(made, INFERRED, ()),) if made is not None else ()


def inherit(reader: Reader, terms: list[Term]) -> Founds:
    above = _as_objects(reader.read(terms[1]))
    for object in reader.read(terms[0]):
        reader.outcome.puts.append((object.value, PROTOTYPE, above))
    return ()


def _as_objects(found: Founds) -> Founds:
    """Things outside for what they are, not for what they were taken from: EventEmitter.prototype"""
    return tuple(Found(each.value, each.level, each.via) if each.value.kind == "external" else each for each in found)


def create(reader: Reader, terms: list[Term]) -> Founds:
    above = _as_objects(reader.read(terms[0]))
    instances = tuple(each for each in above if each.value.kind == "instance")
    if instances or reader.at == NONE:
        return instances
    made = Value("object", reader.values.file.path, reader.at)
    reader.outcome.puts.append((made, PROTOTYPE, above))
    found = (Found(made, STATIC, ()),)
    for each in above:
        wholes = reader.values.calls.called_module(each) if each.value.kind == "module" else (each,)
        reader.outcome.puts.extend([(one.value, BELOW, found) for one in wholes if one.value.kind == "object"])
    return found


def define(reader: Reader, terms: list[Term]) -> Founds:
    values, objects = reader.values, reader.read(terms[0])
    code = values.file.code
    for described in reader.read(terms[1]):
        at = described.value.symbol
        own = described.value.kind == "object" and described.value.path == values.file.path and at >= 0
        parts = code.parts(at) if own and code.op(at) == Op.DICT else ()
        for key, value in zip(parts[::2], parts[1::2], strict=True):
            if key != NONE and code.op(key) == Op.STRING:
                held = [each for one in values.evaluate(value) for each in values.contents.member(one, "value")]
                reader.outcome.stores.extend([(each.value, code.text(key), several(held)) for each in objects])
    return objects


def on(reader: Reader, terms: list[Term]) -> Founds:
    receivers = [each.packed() for each in reader.read(terms[1])]
    return tuple(
        each.but(receiver=receiver)
        for each in reader.read(terms[0])
        for receiver in (receivers if each.value.kind in ("function", "external") and receivers else [each.receiver])
    )


def outside(reader: Reader, terms: list[Term]) -> Founds:
    return (Found(Value("external", "", NONE, terms[0].text), INFERRED, ()),)


def functions(reader: Reader, terms: list[Term]) -> Founds:
    return tuple(each for each in reader.read(terms[0]) if each.value.kind == "function")


def classes(reader: Reader, terms: list[Term]) -> Founds:
    known = reader.values.concrete(reader.read(terms[0]))
    return tuple([each for each in map(owner, known) if each.value.kind == "class"])


def known(reader: Reader, terms: list[Term]) -> Founds:
    return reader.values.concrete(reader.read(terms[0]))


def instance(reader: Reader, terms: list[Term]) -> Founds:
    return (Found(Value("external_instance", "", NONE, terms[0].text), INFERRED, ()),)


def given(reader: Reader, terms: list[Term]) -> Founds:
    name = terms[0].text if terms[0].kind == NAME else "a0"
    if not name[1:].isdigit():
        return reader.read(terms[1]) if any(part.name == f"={name}" for part in reader.given) else ()
    count = sum([1 if part.name == "" else 99 if part.name == "*" else 0 for part in reader.given])
    return reader.read(terms[1]) if count > int(name[1:]) else ()


def keep(reader: Reader, terms: list[Term]) -> Founds:
    made = Value("external", "", NONE, f"{reader.callee.value.name}()")
    return tuple(Found(made, INFERRED, (), receiver=each.packed()) for each in reader.read(terms[0]))


def space(reader: Reader, terms: list[Term]) -> Founds:
    name = terms[1].text if len(terms) > 1 else ""
    found: list[Found] = []
    for each in reader.read(terms[0]):
        value = each.value
        if value.kind in ("object", "structure"):
            each = each.but(value=Value(value.kind, value.path, value.symbol, name, value.of))
        elif name and value.kind == "external_instance":
            each = each.but(value=Value(value.kind, "", NONE, name))
        found.append(each)
    return tuple(found)


def supplied(reader: Reader, terms: list[Term]) -> Founds:
    made = reader.read(terms[0])
    reader.outcome.puts.extend([(each.value, FACTORY, reader.read(terms[1])) for each in made])
    return made


def zipped(reader: Reader, terms: list[Term]) -> Founds:
    sources: list[places.Elements] = []
    for part in reader.given:
        known = places.listed(reader.values, part.of[0]) if part.name == "" and len(part.of) == 1 else None
        if known is None:
            return ()
        if sources and len(known) != len(sources[0]):
            return ()
        sources.append(known)
    type = reader.values.file.language.literals.get(Op.TUPLE, "")
    rows = [
        structure(type, {str(place): held for place, held in enumerate(row)})
        for row in zip(*sources, strict=False)
    ]  # fmt: skip
    if not rows or len(rows) > MOST_VALUES:
        return ()
    whole = structure(reader.values.file.language.literals.get(Op.LIST, ""), {str(i): (r,) for i, r in enumerate(rows)})
    value = shallow(whole, DEEPEST_MADE)
    return () if value is None else (Found(value, INFERRED, ()),)


def entered(reader: Reader, terms: list[Term]) -> Founds:
    found = reader.read(terms[0])
    return several([each for one in found for each in making.entered(reader.values, one, terms[1].text)])


def popped(reader: Reader, terms: list[Term]) -> Founds:
    file = reader.values.file
    here = [call for call in file.calls if call.expression == reader.at]
    again = [call for call in file.calls if here and call.scope == here[0].scope and call.text == here[0].text]
    loop = any(file.sorts[each] == "loop" for call in here for each in file.branches_around(call.branch))
    return reader.item(terms if len(again) == 1 and not loop else terms[:1])


def instances(reader: Reader, terms: list[Term]) -> Founds:
    return tuple(each.but(value=each.value.as_kind("instance")) for each in classes(reader, terms))


def below(reader: Reader, terms: list[Term]) -> Founds:
    names, found = reader.values.names, list[Found]()
    for each in classes(reader, terms):
        found.extend(each.but(value=heir, level=INFERRED) for heir in names.classes.directly_below(each.value))
    return tuple(found)


FUNCTIONS: Final[dict[str, Callable[[Reader, list[Term]], Founds]]] = {
    "flat": flat,
    "marked": marked,
    "lacking": lacking,
    "shown": shown,
    "part": part,
    "concatenated": concatenated,
    "backwards": backwards,
    "table": table,
    "keys": keys,
    "unless_there": unless_there,
    "correlated": correlated,
    "iterate": iterate,
    "loop": iterate,
    "last": last,
    "fields": fields,
    "kept": kept,
    "held": held,
    "task": task,
    "promise": promise,
    "rejected": rejected,
    "outcome": outcome,
    "failed": failed,
    "resolvers": resolvers,
    "proxy": proxy,
    "mix": mix,
    "describe": describe,
    "fold": fold,
    "inherit": inherit,
    "create": create,
    "define": define,
    "listen": listen,
    "heard": heard,
    "on": on,
    "outside": outside,
    "functions": functions,
    "classes": classes,
    "instance": instance,
    "known": known,
    "popped": popped,
    "entered": entered,
    "supplied": supplied,
    "below": below,
    "instances": instances,
    "zipped": zipped,
    "shaped": shaped,
    "lower": lower,
    "upper": upper,
    "globals": module_names,
    "locals": local_names,
    "given": given,
    "keep": keep,
    "read": read,
    "write": write,
    "space": space,
}
