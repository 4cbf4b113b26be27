"""What changes do to containers: takes what is in a list or mapping that is written out, and a change of it, gives what
is in it then, place by place or key by key.

`lives` knows which changes were done, one after the other.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from callmap.link.evidence import MOST_WRITTEN
from callmap.link.places import constant
from callmap.model import NONE, REPEATED, Op

if TYPE_CHECKING:
    from callmap.link.file import File
    from callmap.link.values import Values

State = dict[str, list[int]]  # key or place → expressions of which one stands there


def is_free(file: File, at: int) -> bool:
    """Whether a callee is a name that nothing binds: a function of the language itself, which changes nothing."""
    code = file.code
    if at == NONE or code.op(at) != Op.NAME:
        return False
    scope, mark, _ = code.parts(at)
    return file.lookup(scope, code.text(at), mark)[0] == NONE and not file.has_wildcards


def kind_of(file: File, at: int) -> int:
    """LIST or DICT, if an expression makes one with nothing in it that is not written there; else NONE."""
    code = file.code
    op, parts = code.op(at), code.parts(at)
    if op == Op.LIST:
        fits = code.text(at) != REPEATED and not any(code.op(part) == Op.SPREAD for part in parts)
        return op if fits else NONE
    if op == Op.DICT and op in file.language.literals:
        return op if all(key != NONE and code.op(key) in _CONSTANT for key in parts[::2]) else NONE
    if op == Op.CALL and is_free(file, parts[0]):
        name = code.text(parts[0])
        for kind in (Op.LIST, Op.DICT):
            if file.language.literals.get(kind, "").rpartition(".")[2] == name:
                keywords = all(code.op(part) == Op.KEYWORD for part in parts[1:])
                return kind if keywords and (kind == Op.DICT or len(parts) == 1) else NONE
    if op == Op.CONSTRUCT and len(parts) < 3 and code.op(parts[0]) == Op.NAME:
        made = file.language.made_containers.get(code.text(parts[0]))
        if made is not None and is_free(file, parts[0]) and (len(parts) == 1 or _is_filled(file, parts[1], made[0])):
            return made[0]
    return NONE


def type_of(file: File, at: int) -> str:
    """The external type of a container that an expression makes."""
    if file.code.op(at) == Op.CONSTRUCT:
        return file.language.made_containers[file.code.text(file.code.first(at))][1]
    return file.language.literals.get(kind_of(file, at), "")


def _is_filled(file: File, at: int, kind: int) -> bool:
    """Whether what a container is made with is written out: new Set([a, b]), new Map([["a", a]])"""
    code = file.code
    if code.op(at) != Op.LIST or any(code.op(part) == Op.SPREAD for part in code.parts(at)):
        return False
    if kind == Op.LIST:
        return True
    for pair in code.parts(at):
        parts = code.parts(pair) if code.op(pair) == Op.LIST else ()
        if len(parts) != 2 or code.op(parts[0]) not in _CONSTANT or code.op(parts[1]) == Op.SPREAD:
            return False
    return True


# --- what is in it ---


def first_state(v: Values, at: int) -> State | None:
    """What is in a container where it is made."""
    code, parts = v.file.code, v.file.code.parts(at)
    if len(parts) > MOST_WRITTEN:
        return None
    if code.op(at) == Op.CONSTRUCT:
        held = code.parts(parts[1]) if len(parts) > 1 else ()
        if len(held) > MOST_WRITTEN:
            return None
        if kind_of(v.file, at) == Op.DICT:
            return {constant(v, code.first(pair)): [code.parts(pair)[1]] for pair in held}
        return {str(place): [part] for place, part in enumerate(held)}
    if code.op(at) == Op.LIST:
        return {str(place): [part] for place, part in enumerate(parts)}
    if code.op(at) == Op.DICT:
        return {constant(v, key): [value] for key, value in zip(parts[::2], parts[1::2], strict=True)}
    return {code.text(part): [code.first(part)] for part in parts[1:]}


def change(v: Values, state: State, by: int, listed: bool) -> State | None:
    """What is in a container after a change; None if that is not known."""
    code = v.file.code
    if by < NONE:  # name[key] = value
        store = v.file.stores[-by - 2]
        key = constant(v, store.key) if store.key != NONE else ""
        key = _absolute(key, len(state)) if listed else key
        return {**state, key: [store.value]} if key and (not listed or key in state) else None
    if code.op(by) == Op.ITEM:  # del name[key]
        key = constant(v, code.parts(by)[1])
        key = _absolute(key, len(state)) if listed else key
        return _without(state, key, listed) if key in state else None
    name, given = v.file.language.changes[code.text(code.first(by))], code.parts(by)[1:]
    if any(code.op(part) in _SPREADS for part in given):
        return None
    return _changed_list(v, state, name, by, given) if listed else _changed_table(v, state, name, given)


def _changed_list(v: Values, state: State, name: str, by: int, given: list[int]) -> State | None:
    held = [state[key] for key in state]
    if name == "push":
        held.extend([part] for part in given)
    elif name == "unshift":
        held[:0] = [[part] for part in given]
    elif name == "extend" and len(given) == 1 and v.file.code.op(given[0]) in (Op.LIST, Op.TUPLE):
        parts = v.file.code.parts(given[0])
        if v.file.code.text(given[0]) == REPEATED or any(v.file.code.op(part) == Op.SPREAD for part in parts):
            return None
        held.extend([part] for part in parts)
    elif name == "insert" and len(given) == 2:
        place = constant(v, given[0])
        if not place.removeprefix("-").isdigit():
            return None
        held.insert(int(place), [given[1]])
    elif name == "splice" and given:
        start, count = (constant(v, part) for part in (*given[:2], NONE, NONE)[:2])
        if not start.removeprefix("-").isdigit() or (len(given) > 1 and not count.isdigit()):
            return None
        first = int(start) if start[0] != "-" else max(len(held) + int(start), 0)
        held[first : first + int(count) if count else len(held)] = [[part] for part in given[2:]]
    elif name in TAKES:
        key = place_of(v, by, len(held))
        return _without(state, key, True) if key in state else None
    elif name in ("remove", "delete") and len(given) == 1:
        wanted = {each.value for each in v.evaluate(given[0])}
        values = [{each.value for part in parts for each in v.evaluate(part)} for parts in held]
        if len(wanted) != 1 or wanted not in values or any(len(each) != 1 for each in values):
            return None
        del held[values.index(wanted)]
    elif name == "clear":
        held = []
    elif name == "reverse":
        held.reverse()
    else:
        return None
    return {str(place): parts for place, parts in enumerate(held)}


def _changed_table(v: Values, state: State, name: str, given: list[int]) -> State | None:
    code = v.file.code
    if name == "clear":
        return {}
    if name in ("take", "delete") and given:
        key = constant(v, given[0])
        return _without(state, key, False) if key else None
    if name == "set" and len(given) == 2:
        key = constant(v, given[0])
        return {**state, key: [given[1]]} if key else None
    if name == "default" and len(given) == 2:
        key = constant(v, given[0])
        return {key: [given[1]], **state} if key else None
    if name != "update" or not given:
        return None
    made = dict(state)
    for part in given:
        if code.op(part) == Op.KEYWORD:
            made[code.text(part)] = [code.first(part)]
            continue
        keys = code.parts(part)[::2] if code.op(part) == Op.DICT else [NONE]
        if any(key == NONE or code.op(key) not in _CONSTANT for key in keys):
            return None
        made.update({constant(v, key): [value] for key, value in zip(keys, code.parts(part)[1::2], strict=True)})
    return made


def _without(state: State, key: str, listed: bool) -> State:
    left = {each: parts for each, parts in state.items() if each != key}
    return {str(place): parts for place, parts in enumerate(left.values())} if listed else left


def place_of(v: Values, call: int, count: int) -> str:
    """The place that `pop()`, `pop(0)`, `shift()` takes out; "" if it is not written out."""
    callee, *given = v.file.code.parts(call)
    last = "0" if v.file.language.changes[v.file.code.text(callee)] == "shift" else "-1"
    return _absolute(constant(v, given[0]) if given else last, count)


def _absolute(place: str, count: int) -> str:
    if not place.removeprefix("-").isdigit():
        return ""
    number = int(place)
    return str(number if number >= 0 else count + number)


TAKES: Final = frozenset({"take", "shift"})  # changes that give what they take out
_CONSTANT: Final = frozenset({Op.STRING, Op.NUMBER})
_SPREADS: Final = frozenset({Op.SPREAD, Op.SPREAD_KEYWORDS})
