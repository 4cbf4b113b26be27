"""Objects that one function makes and keeps to itself: takes the read of an attribute of a name that is bound to one,
gives what was assigned to it last there, if all that was done to the object before is known.

    job = Job(first); job.action(); job.action = second; job.action()

Nothing else was given the object, no other function uses its name, and its methods do not assign the attribute.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from callmap.link import instances
from callmap.link.evidence import INFERRED, Found, Founds, Value, several, steps, unpacked
from callmap.link.mentions import LOST, READ, mentions, undisturbed
from callmap.model import NONE, Op

if TYPE_CHECKING:
    from callmap.link.file import File
    from callmap.link.values import Values

_MADE: Final = frozenset({Op.CALL, Op.CONSTRUCT})


def attribute(v: Values, at: int, name: str, objects: Founds, found: Sequence[Found]) -> Founds | None:
    """What name.attribute holds there; None if that is not known. `objects` are what the name means, `found` is what
    any of their kind may hold."""
    file = v.file
    if v.world.large or not all(each.value.kind == "instance" for each in objects):
        return None
    reached = _reached(file, at)
    if len(reached) != 1 or not _is_made(file, file.bindings[reached[0]].value):
        return None
    if any(not instances.is_set_once(v, each.value.as_kind("class"), name) for each in objects):
        return None
    stores = _stores(file, reached[0], at, name)
    if stores is None:
        return None
    if not stores:
        known = [instances.given(v, each, name) for each in objects]
        if all(known):
            return several([one for each in known if each for one in each])
        own = {one.value for each in objects for one in v.names.attribute(file, each, name) or ()}
        return tuple(each for each in found if each.value in own) or None
    line = file.stores[stores[-1]].line
    values = [each for index in stores for each in v.evaluate(file.stores[index].value)]
    via = (f"assigned to {name} at line {line}",)
    found = [unpacked(each.packed(), max(each.level, INFERRED), steps(each.via, via)) for each in values]
    return several([instances.called_on(v, each, objects[0].value) for each in found])


def just_stored(v: Values, at: int, name: str) -> Founds | None:
    """What code further up in the same function has put into an attribute of what a name means, if nothing else can
    have changed it since; else None."""
    file, code = v.file, v.file.code
    scope, _, branch = code.parts(at)
    around = file.branches_around(branch)
    if any(file.branches[each].kind == "loop" for each in around):
        return None
    stores = [
        index for index in file.overwrites()[code.text(at), name]
        if file.stores[index].object < at and file.same_function(scope, file.stores[index].scope)
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
    value = file.bindings[reached[0]].value if len(reached) == 1 else NONE
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


def _stores(file: File, binding: int, at: int, name: str) -> list[int] | None:
    """The stores of which one was the last before the use; none if it is still as it was made, None if unclear."""
    code = file.code
    around = file.branches_around(code.parts(at)[2])
    home = file.bindings[binding].branch
    if home not in around:
        return None
    outer = file.branches_around(home)
    loops = {each for each in around if file.branches[each].kind == "loop" and each not in outer}
    found: list[int] = []
    sure = False
    for place, what in mentions(file, code).get(code.text(at), ()):
        scope, mark, branch = code.parts(place)
        where, places = file.lookup(scope, code.text(place), mark)
        if where == NONE or binding not in places:
            continue
        if not file.same_function(scope, where):
            return None
        if what == READ or (what >= 0 and file.stores[what].attribute != name):
            continue
        if place > at and loops.isdisjoint(file.branches_around(branch)):
            continue
        if binding not in file.reaching(places, mark, branch):
            continue
        if what == LOST or not loops.isdisjoint(file.branches_around(branch)):
            return None
        if branch in around:
            found, sure = [], True
        found.append(what)
    return found if sure or not found else None
