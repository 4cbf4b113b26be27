"""Containers on a straight line: takes a name that is bound to a list or mapping as it is written, gives what is in it
at a use of the name, if all that was done to it before is known.

    steps = [first, second]; steps.pop(); steps.insert(0, third); for step in steps: …

All that happens to it stands in one function, one after the other; nothing else was given it before; no other function
changes it. Else it holds what is ever put into it, which is what `contents` knows.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from callmap.link.changes import TAKES, State, change, first_state, is_free, kind_of, place_of, type_of
from callmap.link.evidence import (
    IN,
    INFERRED,
    MOST_WRITTEN,
    Found,
    Founds,
    several,
    shallow,
    steps,
    structure,
    telling,
    unpacked,
)
from callmap.model import NONE, Op

if TYPE_CHECKING:
    from callmap.link.file import File
    from callmap.link.values import Values

READ: Final = 0  # what is done to it: nothing …
CHANGED: Final = 1  # … a method, a store or `del` changes it …
LOST: Final = 2  # … something else may do anything with it
Event = tuple[int, int, int, int]  # (where the name stands, what happens, the call, store or key that does it, branch)
Life = list[Event]


def now(v: Values, at: int) -> Founds:
    """The values of an expression; of such a container, with what is in it where it is used."""
    found = _state(v, at) if at != NONE and v.file.code.op(at) == Op.NAME else None
    if found is None:
        return v.evaluate(at)
    binding, state = found
    held = {
        key: [each.packed() for part in parts for each in v.evaluate(part) if telling(each.value)]
        for key, parts in state.items()
    }
    bound = v.file.bindings[binding]
    value = shallow(structure(type_of(v.file, bound.value), held))
    if value is None:
        return v.evaluate(at)
    return (Found(value, INFERRED, (f"assigned at line {bound.line}",), True),)


def placed(v: Values, at: int, place: str) -> str:
    """A place in a list, counted from its start; "" if what was done to the list may have moved what stood there."""
    code = v.file.code
    if at == NONE or code.op(at) != Op.NAME or not place.removeprefix("-").isdigit():
        return place
    if code.text(at) not in changed_names(v.file):
        return place
    found = _state(v, at)
    if found is not None:
        number = len(found[1]) + int(place)
        return str(number) if place[0] == "-" and number >= 0 and _is_list(v.file, found[0]) else place
    reached = _reached(v.file, at)
    for index in reached:
        for _, what, by, _ in lives(v.file).get(index, []) if _is_list(v.file, index) else ():
            if what == CHANGED and (place[0] == "-" or _moves(v, by)):
                return ""
    return place


def _moves(v: Values, by: int) -> bool:
    """Whether a change may move what stands at the start of a list."""
    code = v.file.code
    if by < NONE:
        return False
    if code.op(by) == Op.ITEM:
        return True
    how = v.file.language.changes[code.text(code.first(by))]
    return how not in ("push", "extend") and (how != "take" or len(code.parts(by)) > 1)


def taken(v: Values, call: int) -> Founds | None:
    """What `steps.pop()` gives, or None if that is not known."""
    code = v.file.code
    callee = code.first(call)
    if code.op(callee) != Op.ATTRIBUTE or v.file.language.changes.get(code.text(callee)) not in TAKES:
        return None
    name = code.first(callee)
    found = _state(v, name) if name != NONE and code.op(name) == Op.NAME else None
    if found is None or not _is_list(v.file, found[0]):
        return None
    key = place_of(v, call, len(found[1]))
    if not key:
        return None
    values = [each for part in found[1].get(key, ()) for each in v.evaluate(part)]
    return several([unpacked(each.packed(), max(each.level, INFERRED), steps(each.via, IN)) for each in values])


def _state(v: Values, at: int) -> tuple[int, State] | None:
    """(the binding, what is at each key) of a container where its name is used."""
    file = v.file
    if file.code.text(at) not in changed_names(file):
        return None
    reached = _reached(file, at)
    life = lives(file).get(reached[0]) if len(reached) == 1 else None
    if life is None or not _is_straight(file, reached[0], life, at, file.code.parts(at)[2]):
        return None
    state = first_state(v, file.bound[reached[0]])
    for place, what, by, _ in life:
        if place >= at or state is None:
            break
        if what == CHANGED:
            state = change(v, state, by, _is_list(file, reached[0]))
    return None if state is None or len(state) > MOST_WRITTEN else (reached[0], state)


def _reached(file: File, at: int) -> list[int]:
    """The bindings that a name may mean, if they stand in the same function."""
    scope, mark, branch = file.code.parts(at)
    where, places = file.lookup(scope, file.code.text(at), mark)
    return file.reaching(places, mark, branch) if where != NONE and file.same_function(scope, where) else []


def _is_list(file: File, binding: int) -> bool:
    return kind_of(file, file.bound[binding]) == Op.LIST


def _is_straight(file: File, binding: int, life: Life, at: int, branch: int) -> bool:
    """Whether what happened before the use is done each time, once, and what comes after it is not done before."""
    around = file.branches_around(branch)
    home = file.bindings.branch(binding)
    outer = file.branches_around(home)
    if home not in around:
        return False
    loops = [each for each in around if file.sorts[each] == "loop" and each not in outer]
    changed = False
    for place, what, _, where in life:
        if what == READ or place == at:
            continue
        if any(loop in loops for loop in file.branches_around(where)):
            return False
        if place < at:
            changed = True
            if what == LOST or where not in around:
                return False
    if any(place == at and what != READ for place, what, _, _ in life) and loops:
        return False
    return changed or any(place == at and what == CHANGED for place, what, _, _ in life)


# --- what happens to a container ---


def changed_names(file: File) -> frozenset[str]:
    """The names on which a method is called that changes containers, or of which something is deleted."""
    if file.changed is None:
        changes = file.language.changes
        found = {
            call.receiver for call in file.calls
            if call.form == "method" and call.text[len(call.receiver) + 1 :] in changes
        } if changes else set()  # fmt: skip
        for deleted in file.deleted() if changes else ():
            if deleted != NONE and file.code.op(deleted) == Op.ITEM:
                object_at = file.code.first(deleted)
                if object_at != NONE and file.code.op(object_at) == Op.NAME:
                    found.add(file.code.text(object_at))
        file.changed = frozenset(found)
    return file.changed


def lives(file: File) -> dict[int, Life]:
    """Binding → what happens to the container that it binds, in the order of the text."""
    if file.lives is None:
        file.lives = _find(file)
    return file.lives


def _find(file: File) -> dict[int, Life]:
    names = changed_names(file)
    found: dict[int, Life] = {}
    for index, value in enumerate(file.bound):
        if value != NONE and file.bindings.name(index) in names and kind_of(file, value) != NONE:
            found[index] = []
    if not found:
        return {}
    named = {file.bindings.name(index) for index in found}
    gone: set[int] = set()
    mentions, roots = _mentions(file, named)
    for at, (what, by) in mentions.items():
        name = roots.get(at, at)
        scope, mark, branch = file.code.parts(name)
        where, places = file.lookup(scope, file.code.text(name), mark)
        if where == NONE:
            continue
        if not file.same_function(scope, where):
            gone.update(() if what == READ else places)
            continue
        reached = file.reaching(places, mark, branch)
        for index in reached:
            if index in found:
                found[index].append((at, what if len(reached) == 1 else LOST, by, branch))
    return {index: sorted(life) for index, life in found.items() if index not in gone}


def _mentions(file: File, named: set[str]) -> tuple[dict[int, tuple[int, int]], dict[int, int]]:
    """Each place where one of the names stands → what happens to it there, and by what; the same for calls that give
    back what they have changed, and the names that they were called on."""
    code = file.code
    changes, looks, same = file.language.changes, file.language.looks, file.language.gives_itself
    deleted = file.deleted()
    stores = {store.object: index for index, store in enumerate(file.stores) if not store.attribute}
    found: dict[int, tuple[int, int]] = {}
    methods: dict[int, int] = {}  # ATTRIBUTE → the name that it is taken from
    roots: dict[int, int] = {}  # CALL → the name
    latest = NONE  # the last place of which something is known: most parts of others stand behind it
    at, end = 0, code.size
    while at < end:
        op, count = code.op(at), code.count(at)
        if op == Op.NAME:
            if code.text(at) in named:
                found[at] = (CHANGED, -stores[at] - 2) if at in stores else (LOST, NONE)
                latest = at
        elif count and op not in _INDEXES:
            for place in range(at + 3, at + 3 + count):
                part = code.number(place)
                if part > latest:
                    continue
                if part in methods and op == Op.CALL and place == at + 3:
                    found[methods[part]] = (CHANGED, at)
                    if code.text(part) in same:
                        roots[at] = roots.get(methods[part], methods[part])
                        found[at] = (READ, NONE)
                        latest = at
                elif part in found and part not in stores:
                    if op == Op.ATTRIBUTE and code.text(at) in changes:
                        methods[at] = part
                        latest = at
                    elif op == Op.ATTRIBUTE and code.text(at) in looks:
                        found[part] = (READ, NONE)
                    elif op == Op.ITEM and place == at + 3:
                        found[part] = (CHANGED, at) if at in deleted else (READ, NONE)
                    elif op in _READING or (op == Op.CALL and place > at + 3 and _is_onlooker(file, code.first(at))):
                        found[part] = (READ, NONE)
                    else:
                        found[part] = (LOST, NONE)
        at += 3 + count
    if roots:
        kept = {bound.value for bound in file.bindings} | {store.value for store in file.stores}
        kept.update(each.value for each in file.facts.returns)
        found.update({call: (LOST, NONE) for call in roots if call in kept})
    return found, roots


def _is_onlooker(file: File, at: int) -> bool:
    """Whether a callee is a function of the language itself that changes nothing: len(x), console.log(x)"""
    code = file.code
    if at != NONE and code.op(at) == Op.ATTRIBUTE and file.language.onlookers:
        owner = code.first(at)
        return owner != NONE and code.text(owner) in file.language.onlookers and is_free(file, owner)
    return is_free(file, at)


_INDEXES: Final = frozenset({Op.NAME, Op.FUNCTION, Op.CLASS, Op.THIS, Op.THIS_TYPE, Op.SUPER, Op.PARAMETER})
_READING: Final = frozenset({Op.ELEMENT, Op.UNPACK, Op.SLICE, Op.SPREAD, Op.OPERATION, Op.UNKNOWN, Op.LITERAL})
