"""Objects that one function makes and keeps to itself: takes the read of an attribute of a name that is bound to one,
gives what was assigned to it last there, if all that was done to the object before is known.

    job = Job(first); job.action(); job.action = second; job.action()

Nothing else was given the object, no other function uses its name, and of its methods those that assign the attribute
just put one of their parameters there: job.use(second).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from callmap.link import instances
from callmap.link.evidence import INFERRED, Found, Founds, Value, several, steps, unpacked
from callmap.link.mentions import LOST, READ, mentions, undisturbed
from callmap.model import NONE, Op

if TYPE_CHECKING:
    from callmap.link.code import Code
    from callmap.link.file import File
    from callmap.link.values import Values

Setters = dict[str, int]  # method → the number of the parameter that it puts into an attribute, or LOST
_MADE: Final = frozenset({Op.CALL, Op.CONSTRUCT})
_MOST_CALLERS: Final = 4  # methods through which one that assigns is called, one calling the other
_SEVERAL: Final = frozenset({Op.SPREAD, Op.SPREAD_KEYWORDS, Op.KEYWORD})


def attribute(v: Values, at: int, name: str, objects: Founds, found: Sequence[Found]) -> Founds | None:
    """What name.attribute holds there; None if that is not known. `objects` are what the name means, `found` is what
    any of their kind may hold."""
    file = v.file
    if v.world.large or not all(each.value.kind == "instance" for each in objects):
        return None
    reached = _reached(file, at)
    if len(reached) != 1 or not _is_made(file, file.bound[reached[0]]):
        return None
    setters = _setters(v, objects, name)
    stores = _stores(file, reached[0], at, name, setters) if setters is not None else None
    if stores is None:
        return None
    if not stores:
        known = [instances.given(v, each, name) for each in objects]
        if all(known):
            return several([one for each in known if each for one in each])
        if _constructed(v, at) == NONE or any(each.declared for each in found):
            return None  # a function has given it, which may have done more to it; or just its type is known
        own = {one.value for each in objects for one in v.names.attribute(file, each, name) or ()}
        own.update([one.value for each in objects for one in _constructed_with(v, each, name)])
        return tuple(each for each in found if each.value in own) or None
    values = [each for value, _ in stores for each in v.evaluate(value)]
    via = (f"assigned to {name} at line {stores[-1][1]}",)
    found = [unpacked(each.packed(), max(each.level, INFERRED), steps(each.via, via)) for each in values]
    return several([instances.called_on(v, each, objects[0].value) for each in found])


def _constructed_with(v: Values, object: Found, name: str) -> Founds:
    """What constructors of this file put into the attribute of an object."""
    file = v.file
    owners = [each for each in v.names.classes.mro(object.value.as_kind("class")) if each.path == file.path]
    stores = [file.stores[index] for owner in owners for index in file.attributes(owner.symbol).get(name, ())]
    made = [
        store.value for store in stores
        if file.symbols[file.scopes.symbol(store.scope)].short_name in file.language.constructors
    ]  # fmt: skip
    return v.concrete(several([each for at in made for each in v.evaluate(at)]))


def just_stored(v: Values, at: int, name: str) -> Founds | None:
    """What code further up in the same function has put into an attribute of what a name means, if nothing else can
    have changed it since; else None."""
    file, code = v.file, v.file.code
    scope, _, branch = code.parts(at)
    around = file.branches_around(branch)
    if any(file.sorts[each] == "loop" for each in around):
        return None
    stores = [
        index for index in file.overwrites()[code.text(at), name]
        if file.stores.object(index) < at and file.same_function(scope, file.stores.scope(index))
    ]  # fmt: skip
    last = file.stores[stores[-1]] if stores else None
    if last is None or last.branch not in around or last.value == NONE or last.type != NONE:
        return None
    if v.world.is_computed(name) or v.world.is_described(name) or _reached(file, at) != _reached(file, last.object):
        return None
    if not undisturbed(file, code, last.object, at, name):
        return None
    via = (f"assigned to {name} at line {last.line}",)
    return tuple(f.but(level=f.level or INFERRED, via=steps(f.via, via), indirect=True) for f in v.evaluate(last.value))


def not_of_others(v: Values, at: int, name: str, known: Founds) -> Founds:
    """Of what may stand at an attribute of an object those that are not put there for another one alone:

    one = new Job(); other = new Job(); other.run = mine; one.run()
    """
    file = v.file
    made = _constructed(v, at)
    if made == NONE:
        return known
    own: set[Value] = set()
    others: set[Value] = set()
    for index in file.outside_stores():
        store = file.stores[index]
        if store.attribute == name:
            elsewhere = file.code.op(store.object) == Op.NAME and _constructed(v, store.object) not in (NONE, made)
            (others if elsewhere else own).update(each.value for each in v.evaluate(store.value))
    return tuple(each for each in known if each.value not in others or each.value in own) or known


def _constructed(v: Values, at: int) -> int:
    """The expression that constructs the object which a name is bound to, if it can be no other; else NONE."""
    file = v.file
    scope, mark, branch = file.code.parts(at)
    where, places = file.lookup(scope, file.code.text(at), mark)
    reached = file.reaching(places, mark, branch) if places and file.same_function(scope, where) else places
    value = file.bound[reached[0]] if len(reached) == 1 else NONE
    if value == NONE or file.code.op(value) == Op.CONSTRUCT:
        return value
    made = file.code.op(value) == Op.CALL and not v.world.large
    callees = v.evaluate(file.code.first(value)) if made else ()
    return value if callees and all(each.value.kind == "class" for each in callees) else NONE


def _reached(file: File, at: int) -> list[int]:
    scope, mark, branch = file.code.parts(at)
    where, places = file.lookup(scope, file.code.text(at), mark)
    return file.reaching(places, mark, branch) if where != NONE and file.same_function(scope, where) else []


def _is_made(file: File, value: int) -> bool:
    return value != NONE and file.code.op(value) in _MADE


def _setters(v: Values, objects: Founds, name: str) -> Setters | None:
    """The methods of objects that assign the attribute, but for constructors; None if it is not clear what they do."""
    file, classes = v.file, {each.value.as_kind("class") for each in objects}
    if all(instances.is_set_once(v, cls, name) for cls in classes):
        return {}
    if v.world.is_computed(name) or v.world.is_described(name):
        return None
    found: Setters = {}
    made = 0
    owners = {owner for cls in classes for owner in v.names.classes.mro(cls) if owner.kind == "class"}
    for owner in owners:
        if owner.path != file.path:
            return None
        for index in file.attributes(owner.symbol).get(name, ()):
            method = file.symbols[file.scopes.symbol(file.stores[index].scope)]
            if method.parent != owner.symbol:
                return None
            if method.short_name in file.language.constructors:
                made += 1
            else:
                known = method.short_name in found
                found[method.short_name] = LOST if known else instances.parameter_stored(file, index)
    if made > len(classes) or not found:
        return None
    for _ in range(_MOST_CALLERS):
        before = len(found)
        for call in file.calls:  # methods that call one of them
            around = file.symbols[max(file.scopes.symbol(call.scope), 0)]
            if call.form == "method" and call.text.rpartition(".")[2] in found and around.parent > 0:
                if around.short_name in file.language.constructors or found.get(around.short_name, LOST) != LOST:
                    return None
                found[around.short_name] = LOST
        if len(found) == before:
            return found
    return None


def _stores(file: File, binding: int, at: int, name: str, setters: Setters) -> list[tuple[int, int]] | None:
    """What was put there, and on which line, by the stores of which one was the last before the use; none if it is
    still as it was made, None if unclear."""
    code = file.code
    around = file.branches_around(code.parts(at)[2])
    home = file.bindings.branch(binding)
    if home not in around:
        return None
    outer = file.branches_around(home)
    loops = {each for each in around if file.sorts[each] == "loop" and each not in outer}
    found: list[tuple[int, int]] = []
    sure = False
    for place, what in mentions(file, code).get(code.text(at), ()):
        scope, mark, branch = code.parts(place)
        where, places = file.lookup(scope, code.text(place), mark)
        if where == NONE or binding not in places:
            continue
        if not file.same_function(scope, where):
            return None
        if what == READ and _taken(code, place) not in setters:
            continue
        if what >= 0 and file.stores.attribute(what) != name:
            continue
        if place > at and loops.isdisjoint(file.branches_around(branch)):
            continue
        if binding not in file.reaching(places, mark, branch):
            continue
        put = _put_by_method(file, place, setters) if what == READ else None
        if what >= 0:
            put = (file.stores.value(what), file.stores.line(what))
        if put is None or not loops.isdisjoint(file.branches_around(branch)):
            return None
        if branch in around:
            found, sure = [], True
        found.append(put)
    return found if sure or not found else None


def _taken(code: Code, name: int) -> str:
    """The attribute that is taken from a name there."""
    at = code.after(name)
    return code.text(at) if at < code.size and code.op(at) == Op.ATTRIBUTE and code.first(at) == name else ""


def _put_by_method(file: File, name: int, setters: Setters) -> tuple[int, int] | None:
    """What a call of a method puts into the attribute that it assigns, and its line; None if that is not clear."""
    code, index = file.code, setters.get(_taken(file.code, name), LOST)
    for call in file.calls if index > 0 else ():
        if code.op(call.expression) == Op.CALL and code.first(call.expression) == code.after(name):
            given = code.parts(call.expression)[1:]
            if index <= len(given) and not any(code.op(part) in _SEVERAL for part in given):
                return given[index - 1], call.line
    return None
