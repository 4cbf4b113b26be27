"""More functions of models: takes the reader of a model at a call, gives what they evaluate to.

`flat(x)` the elements of arrays among x, and what is none; `table(x)` a container with the pairs of x as keys and
values, `keys(x)` the keys of one that are no texts; `iterate(x)` runs what a loop over x runs; `last()` the last
argument; `fields(k, x)` an object with x as its attribute k, `kept(k, x)` one that can be changed later; `held(x)`
what a promise holds; `promise(f)` a promise that f resolves, `resolvers()` one together with its functions; `mix(o,
x)` puts all that x has into o, `inherit(o, x)` makes x the prototype of o, `define(o, d)` sets the attributes that d
describes, `create(x)` gives a new object with that prototype; `inside(o)` is the container in which a class outside
keeps what an object of it is given; `on(f, x)` is the function f called on x; `outside(k)` something outside by its
name, `instance(k)` an instance of it; `functions(x)` and `classes(x)` those that are in x; `given(a1, x)` is x if
there is such an argument; `keep(x)` is a function outside that remembers x as its `this`, and is named like the one
that made it with `()` after it; `read(o, k)` runs the property k of o; `space(o)` an object whose attributes are what
is in o; `shaped(x, k)` is a text of the form x, `lower(x, k)` x in small letters, else an instance of k;
`whole(x)` is x with more of what is inside than other arguments have.
"""

from __future__ import annotations

import ast
from collections.abc import Callable
from typing import TYPE_CHECKING, Final

from callmap.link.evidence import INFERRED, KEYS, STATIC, Found, Founds, Value, several, shallow, unpacked
from callmap.link.patterns import patterned
from callmap.link.prototypes import BELOW
from callmap.model import MIXED, NONE, PROTOTYPE, Op

if TYPE_CHECKING:
    from callmap.link.models import Reader


def flat(reader: Reader, nodes: list[ast.expr]) -> Founds:
    found: list[Found] = []
    array = reader.values.file.language.literals.get(Op.LIST, "")
    for each in reader.read(nodes[0]):
        is_array = each.value.kind in ("object", "structure") and each.value.name == array
        found.extend(reader.values.contents.elements(each) if is_array else (each,))
    return several(found)


def table(reader: Reader, nodes: list[ast.expr]) -> Founds:
    contents = reader.values.contents
    slots: dict[str, list[Value]] = {}
    for source in reader.read(nodes[0]):
        for pair in contents.elements(source):
            values = [each.packed() for each in contents.items(pair, "1")]
            texts = [part.name for key in contents.items(pair, "0") for part in key.value.of if part.kind == "text"]
            for text in texts or [""]:
                slots.setdefault(text, []).extend(values)
            if not texts:
                slots.setdefault(KEYS, []).extend(each.packed() for each in contents.items(pair, "0"))
    parts = tuple(Value("slot", "", NONE, key, tuple(dict.fromkeys(of))) for key, of in sorted(slots.items()) if of)
    value = Value("structure", "", NONE, reader.callee.value.name, parts)
    return (Found(value, INFERRED, ()),) if parts else ()


def keys(reader: Reader, nodes: list[ast.expr]) -> Founds:
    containers = [each.value for each in reader.read(nodes[0]) if each.value.kind in ("object", "structure")]
    return several([found for value in containers for found in reader.values.contents.contents(value, KEYS)])


def iterate(reader: Reader, nodes: list[ast.expr]) -> Founds:
    for object in reader.values.concrete(reader.read(nodes[0])):
        reader.outcome.calls.extend((each, ()) for each in reader.values.contents.iteration.run(object))
    return ()


def last(reader: Reader, nodes: list[ast.expr]) -> Founds:
    given = [part for part in reader.given if part.name == ""]
    return tuple(unpacked(each, INFERRED, ()) for each in given[-1].of) if given else ()


def fields(reader: Reader, nodes: list[ast.expr]) -> Founds:
    slots = []
    for name, node in zip(nodes[::2], nodes[1::2], strict=True):
        held = tuple(each.packed() for each in reader.read(node))
        if held and isinstance(name, ast.Name):
            slots.append(Value("slot", "", NONE, name.id, held))
    value = shallow(Value("structure", "", NONE, "", tuple(slots)))
    return () if value is None else (Found(value, INFERRED, ()),)


def kept(reader: Reader, nodes: list[ast.expr]) -> Founds:
    if reader.at == NONE:
        return fields(reader, nodes)
    made = Value("object", reader.values.file.path, reader.at)
    if isinstance(nodes[0], ast.Name):
        reader.outcome.puts.append((made, nodes[0].id, reader.read(nodes[1])))
    return (Found(made, STATIC, ()),)


def held(reader: Reader, nodes: list[ast.expr]) -> Founds:
    return several([each for found in reader.read(nodes[0]) for each in reader.values.contents.awaited(found)])


def _promise(reader: Reader) -> tuple[Found, Found]:
    """A promise, and the function that resolves it."""
    type = reader.values.file.language.promise_type
    made = Value("object", reader.values.file.path, reader.at, type)
    resolve = Found(Value("external", "", NONE, f"{type}.<resolve>"), STATIC, (), receiver=made)
    return Found(made, STATIC, ()), resolve


def promise(reader: Reader, nodes: list[ast.expr]) -> Founds:
    if reader.at == NONE:
        return ()
    made, resolve = _promise(reader)
    given = (Value("argument", "", NONE, "", (resolve.packed(),)),)
    reader.outcome.calls.extend((each, given) for each in reader.read(nodes[0]))
    return (made,)


def resolvers(reader: Reader, nodes: list[ast.expr]) -> Founds:
    if reader.at == NONE:
        return ()
    made, resolve = _promise(reader)
    slots = (Value("slot", "", NONE, "promise", (made.value,)), Value("slot", "", NONE, "resolve", (resolve.packed(),)))
    return (Found(Value("structure", "", NONE, "", slots), STATIC, ()),)


def mix(reader: Reader, nodes: list[ast.expr]) -> Founds:
    sources = reader.read(nodes[1])
    for object in reader.read(nodes[0]):
        reader.outcome.puts.append((object.value, MIXED, sources))
    return ()


def inherit(reader: Reader, nodes: list[ast.expr]) -> Founds:
    above = reader.read(nodes[1])
    for object in reader.read(nodes[0]):
        reader.outcome.puts.append((object.value, PROTOTYPE, above))
    return ()


def create(reader: Reader, nodes: list[ast.expr]) -> Founds:
    above = reader.read(nodes[0])
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


def define(reader: Reader, nodes: list[ast.expr]) -> Founds:
    values, objects = reader.values, reader.read(nodes[0])
    code = values.file.code
    for described in reader.read(nodes[1]):
        at = described.value.symbol
        own = described.value.kind == "object" and described.value.path == values.file.path and at >= 0
        parts = code.parts(at) if own and code.op(at) == Op.DICT else ()
        for key, value in zip(parts[::2], parts[1::2], strict=True):
            if key != NONE and code.op(key) == Op.STRING:
                held = [each for one in values.evaluate(value) for each in values.contents.member(one, "value")]
                reader.outcome.stores.extend([(each.value, code.text(key), several(held)) for each in objects])
    return objects


def inside(reader: Reader, nodes: list[ast.expr]) -> Founds:
    found: list[Found] = []
    for each in reader.read(nodes[0]):
        value = each.value
        if value.kind == "instance" and value.symbol != NONE:
            each = each.but(value=Value("object", value.path, -value.symbol - 2, "<inside>"))
        found.append(each)
    return tuple(found)


def on(reader: Reader, nodes: list[ast.expr]) -> Founds:
    receivers = [each.packed() for each in reader.read(nodes[1])]
    return tuple(
        each.but(receiver=receiver)
        for each in reader.read(nodes[0])
        for receiver in (receivers if each.value.kind in ("function", "external") and receivers else [each.receiver])
    )


def outside(reader: Reader, nodes: list[ast.expr]) -> Founds:
    name = str(ast.literal_eval(nodes[0]))
    return (Found(Value("external", "", NONE, name), INFERRED, ()),)


def functions(reader: Reader, nodes: list[ast.expr]) -> Founds:
    return tuple(each for each in reader.read(nodes[0]) if each.value.kind == "function")


def classes(reader: Reader, nodes: list[ast.expr]) -> Founds:
    return tuple(each for each in reader.values.concrete(reader.read(nodes[0])) if each.value.kind == "class")


def whole(reader: Reader, nodes: list[ast.expr]) -> Founds:
    return reader.read(nodes[0])


def instance(reader: Reader, nodes: list[ast.expr]) -> Founds:
    name = str(ast.literal_eval(nodes[0]))
    return (Found(Value("external_instance", "", NONE, name), INFERRED, ()),)


def given(reader: Reader, nodes: list[ast.expr]) -> Founds:
    place = int(nodes[0].id[1:]) if isinstance(nodes[0], ast.Name) else 0
    return reader.read(nodes[1]) if sum(part.name == "" for part in reader.given) > place else ()


def keep(reader: Reader, nodes: list[ast.expr]) -> Founds:
    made = Value("external", "", NONE, f"{reader.callee.value.name}()")
    return tuple(Found(made, INFERRED, (), receiver=each.packed()) for each in reader.read(nodes[0]))


def read(reader: Reader, nodes: list[ast.expr]) -> Founds:
    contents = reader.values.contents
    for object in reader.values.concrete(reader.read(nodes[0])):
        for name in reader.keys(nodes[1]) if object.value.kind == "instance" else ():
            reader.outcome.calls.extend(
                (member.but(receiver=object.value), ())
                for member in contents.read(object, name)
                if member.value.kind == "function" and contents.runs(object.value, member.value)
            )
    return ()


def space(reader: Reader, nodes: list[ast.expr]) -> Founds:
    found: list[Found] = []
    for each in reader.read(nodes[0]):
        value = each.value
        if value.kind in ("object", "structure"):
            each = each.but(value=Value(value.kind, value.path, value.symbol, "", value.of))
        found.append(each)
    return tuple(found)


def shaped(reader: Reader, nodes: list[ast.expr]) -> Founds:
    found: list[Found] = []
    for each in reader.read(nodes[0]):
        for part in each.value.of if each.value.kind == "external_instance" else ():
            start, gap, end = part.name.partition("{")
            made = patterned(each.value.name, start, end.rpartition("}")[2]) if gap and part.kind == "text" else None
            found.extend(() if made is None else (made,))
    return tuple(found) or instance(reader, nodes[1:])


def lower(reader: Reader, nodes: list[ast.expr]) -> Founds:
    found: list[Found] = []
    for each in reader.read(nodes[0]):
        value = each.value
        if value.kind == "external_instance":
            of = tuple(Value(part.kind, "", NONE, part.name.lower()) for part in value.of)
            found.append(each.but(value=Value(value.kind, "", NONE, value.name, of)))
    return tuple(found) or instance(reader, nodes[1:])


FUNCTIONS: Final[dict[str, Callable[[Reader, list[ast.expr]], Founds]]] = {
    "flat": flat,
    "table": table,
    "keys": keys,
    "iterate": iterate,
    "last": last,
    "fields": fields,
    "kept": kept,
    "held": held,
    "promise": promise,
    "resolvers": resolvers,
    "mix": mix,
    "inherit": inherit,
    "create": create,
    "define": define,
    "inside": inside,
    "on": on,
    "outside": outside,
    "functions": functions,
    "classes": classes,
    "instance": instance,
    "whole": whole,
    "shaped": shaped,
    "lower": lower,
    "given": given,
    "keep": keep,
    "read": read,
    "space": space,
}
