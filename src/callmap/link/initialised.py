"""Variables that are structs, written out where they are declared: takes initialisers with their declared types, gives
what they put into fields, and what a field of such a variable holds.

    static const struct ops table = { .open = f, .inner = { g } };        table.open is f, table.inner.first is g
    struct ops local; local.open = f;                                     local.open is f

In languages where a variable of a class is an object of its own, not a reference to one (`Language.value_types`).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from callmap.languages import ANONYMOUS
from callmap.link import owned
from callmap.link.evidence import INFERRED, MOST_WRITTEN, Found, Founds, Value, several, steps
from callmap.link.fields import by_place
from callmap.link.happening import Happening
from callmap.link.mentions import LOST, mentions
from callmap.link.places import constant
from callmap.model import NONE, Kind, Op

if TYPE_CHECKING:
    from callmap.link.file import File
    from callmap.link.sites import Sites
    from callmap.link.values import Values

_LITERALS: Final = frozenset({Op.DICT, Op.LIST})
_PLAIN: Final = frozenset({Op.STRING, Op.NUMBER, Op.LITERAL})
_DEEPEST: Final = 8  # initialisers in initialisers, names for names


class Written(NamedTuple):
    """An initialiser, and its type, which the file `of` says."""

    of: File
    type: int
    literal: int


class _Entry(NamedTuple):
    """A field, its type, and what stands in an initialiser for it."""

    name: str
    of: File
    type: int
    value: int


# --- what is put into fields ---


def initialisers(file: File) -> list[tuple[int, int]]:
    """(type, initialiser) of the variables and objects that a file writes out."""
    if not file.language.value_types:
        return []
    code = file.code
    found = [
        (bound.type, bound.value) for bound in file.bindings
        if bound.type != NONE and bound.value != NONE
        and code.op(bound.value) in _LITERALS and code.count(bound.value)
    ]  # fmt: skip
    for call in file.calls:
        if call.form == "construct":
            type, literal = code.parts(call.expression)[:2]
            found.append((type, literal))
    return found


def filled(sites: Sites, type: int, literal: int) -> Happening:
    """What an initialiser puts into fields."""
    happening = Happening()
    _fill(sites, happening, Written(sites.file, type, literal), 0)
    return happening


def _fill(sites: Sites, to: Happening, written: Written, depth: int) -> None:
    values = sites.values
    code = values.file.code
    if depth > _DEEPEST or written.literal == NONE or code.op(written.literal) not in _LITERALS:
        return
    if _is_array(written):
        for element in _elements(values, written, ""):
            _fill(sites, to, element, depth + 1)
        return
    for object in _structs(values, written):
        for entry in _entries(values, object.value, written.literal):
            if code.op(entry.value) in _LITERALS:
                _fill(sites, to, Written(entry.of, entry.type, entry.value), depth + 1)
            elif code.op(entry.value) not in _PLAIN and entry.of.code.op(entry.type) != Op.UNKNOWN:
                sites.set(to, object, entry.name, values.evaluate(entry.value))


def _is_array(written: Written) -> bool:
    code = written.of.code
    return written.type != NONE and code.op(written.type) == Op.POINTER and code.text(written.type) == "[]"


def _elements(v: Values, written: Written, key: str) -> list[Written]:
    """The initialisers in that of an array; `key`: only the one there, if it is written out"""
    code, inner = v.file.code, written.of.code.first(written.type)
    parts = code.parts(written.literal)
    if code.op(written.literal) == Op.DICT:
        if key and all(constant(v, at) for at in parts[::2]):
            chosen = [value for at, value in zip(parts[::2], parts[1::2], strict=True) if constant(v, at) == key]
        else:
            chosen = parts[1::2]
    elif key.isdigit():
        chosen = parts[int(key) : int(key) + 1]
    else:
        chosen = parts
    return [Written(written.of, inner, part) for part in chosen if part != NONE]


def _structs(v: Values, written: Written) -> list[Found]:
    """The structs that an initialiser fills: one, if it is known."""
    code = written.of.code
    if written.type == NONE or code.op(written.type) == Op.POINTER:
        return []
    found = v.names.types.instances(written.of, written.type)
    return [each for each in found if each.value.kind == "instance" and each.value.symbol != NONE]


def _entries(v: Values, struct: Value, literal: int) -> list[_Entry]:
    """What stands in the initialiser of a struct, by field. Places are counted as far as it is sure what stands there:
    up to members without a name, or that are there under a condition."""
    file, code = v.world.files[struct.path], v.file.code
    fields = by_place(v.names, struct.as_kind("class"))
    scope = file.symbols[struct.symbol].scope
    bound = file.names.get(scope, {})
    branch = file.scopes.branch(scope)
    parts = code.parts(literal)
    pairs = (
        list(zip(parts[::2], parts[1::2], strict=True)) if code.op(literal) == Op.DICT else [(NONE, at) for at in parts]
    )
    found: list[_Entry] = []
    place = 0
    for key, value in pairs:
        if key != NONE and code.op(key) == Op.STRING:
            name = code.text(key)
            place = fields.index(name) if name in fields else len(fields)
        elif place < len(fields):
            name = fields[place]
            before = [file.bindings[bound[each][0]] for each in fields[: place + 1]]
            if any(each.name == ANONYMOUS or each.branch != branch for each in before):
                place = len(fields)
                continue
        else:
            continue
        place += 1
        if name in bound and value != NONE:
            found.append(_Entry(name, file, file.bindings.type(bound[name][0]), value))
    return found


# --- what a field holds ---


def held(v: Values, at: int, name: str) -> Founds | None:
    """What object.name holds, where the object is a variable of which all is known that was put there; else None."""
    if v.file.code.op(at) == Op.NAME and (known := _of_local(v, at, name)):
        return known
    values: list[int] = []
    for written in _written(v, at, name, 0):
        entries = _of_field(v, written, name)
        if len(entries) != 1:
            return None
        values.append(entries[0].value)
    via = (f"assigned to {name}",)
    found = [each for value in values for each in v.evaluate(value)]
    known = several([each.but(level=each.level or INFERRED, via=steps(each.via, via), indirect=True) for each in found])
    return known or None


def _of_field(v: Values, written: Written, name: str) -> list[_Entry]:
    return [
        entry for struct in _structs(v, written) for entry in _entries(v, struct.value, written.literal)
        if entry.name == name
    ]  # fmt: skip


def _written(v: Values, at: int, name: str, depth: int) -> list[Written]:
    """The initialisers of the structs that an expression means, if they are sure to hold in the attribute what stands
    there."""
    code = v.file.code
    if at == NONE or depth > _DEEPEST:
        return []
    op = code.op(at)
    if op == Op.NAME:
        return _of_name(v, at, name, depth)
    if op == Op.REFERENCE:
        return _written(v, code.first(at), name, depth + 1)
    if op == Op.CONSTRUCT and not v.world.is_assigned(name):
        type, literal = code.parts(at)[:2]
        return [Written(v.file, type, literal)] if code.op(literal) in _LITERALS else []
    if op == Op.ITEM:
        outer = _written(v, code.first(at), name, depth + 1)
        key = constant(v, code.parts(at)[1])
        inner = [each for one in outer for each in _elements(v, one, key)] if all(map(_is_array, outer)) else []
        return _resolved(v, inner, name, depth) if len(inner) <= MOST_WRITTEN else []
    if op == Op.ATTRIBUTE and not v.world.is_assigned(code.text(at)):
        entries = [_of_field(v, one, code.text(at)) for one in _written(v, code.first(at), name, depth + 1)]
        if all(len(each) == 1 for each in entries):
            return _resolved(v, [Written(each[0].of, each[0].type, each[0].value) for each in entries], name, depth)
    return []


def _resolved(v: Values, written: list[Written], name: str, depth: int) -> list[Written]:
    """The same with the initialisers of what others refer to: { .ops = &table }; none if one of them is not known"""
    found: list[Written] = []
    for each in written:
        op = v.file.code.op(each.literal)
        if op in _LITERALS:
            found.append(each)
        elif op not in _PLAIN:
            inner = _written(v, each.literal, name, depth + 1)
            if not inner:
                return []
            found.extend(inner)
    return found


def _of_name(v: Values, at: int, name: str, depth: int) -> list[Written]:
    file, code = v.file, v.file.code
    scope, mark, branch = code.parts(at)
    text = code.text(at)
    where, places = file.lookup(scope, text, mark)
    if where == NONE:
        return []
    local = file.same_function(scope, where)
    reached = file.reaching(places, mark, branch) if local else places
    chosen = [index for index in reached if file.bound[index] != NONE]  # others just declare it
    if len(chosen) != 1:
        return []
    bound = file.bindings[chosen[0]]
    op = code.op(bound.value)
    if op in _LITERALS and bound.type != NONE:
        sure = not v.world.is_assigned(name) or _is_constant(file, where, text)
        return [Written(file, bound.type, bound.value)] if sure else []
    if local and where != 0 and len(reached) == 1 and op in (Op.REFERENCE, Op.NAME):  # const struct ops *p = &table
        return _written(v, bound.value, name, depth + 1)
    return []


def _is_constant(file: File, scope: int, name: str) -> bool:
    """Whether a variable of the module is declared never to change."""
    if scope != 0:
        return False
    symbols = [each for each in file.symbols if each.name == name and each.parent == 0 and each.kind == Kind.VARIABLE]
    return bool(symbols) and all("const" in each.flags for each in symbols)


def _of_local(v: Values, at: int, name: str) -> Founds | None:
    """What was put into a field of a variable that one function has for itself: all that it does with it is to use its
    fields."""
    file, code = v.file, v.file.code
    stores = file.overwrites().get((code.text(at), name))
    if not stores:
        return None
    scope, mark, _ = code.parts(at)
    where, places = file.lookup(scope, code.text(at), mark)
    if where <= 0 or len(places) != 1 or not file.same_function(scope, where):
        return None
    bound = file.bindings[places[0]]
    if bound.type == NONE or code.op(bound.type) == Op.POINTER:
        return None
    if bound.value != NONE and code.op(bound.value) not in _LITERALS:
        return None  # a parameter, or a copy of another one
    if not _structs(v, Written(file, bound.type, NONE)):
        return None
    last = owned.just_stored(v, at, name)
    if last is not None:
        return last
    own = [index for index in stores if _means(file, file.stores.object(index), places[0])]
    others = [
        place for place, what in mentions(file, code)[code.text(at)] if what == LOST and _means(file, place, places[0])
    ]
    if others or not own:
        return None
    values = [file.stores.value(index) for index in own]
    if bound.value != NONE:
        values.extend([entry.value for entry in _of_field(v, Written(file, bound.type, bound.value), name)])
    via = (f"assigned to {name}",)
    found = [each for value in values for each in v.evaluate(value)]
    return several(
        [each.but(level=max(each.level, INFERRED), via=steps(each.via, via), indirect=True) for each in found]
    )


def _means(file: File, name: int, binding: int) -> bool:
    """Whether a name stands for what a binding gives it."""
    scope, mark, _ = file.code.parts(name)
    return binding in file.lookup(scope, file.code.text(name), mark)[1]
