"""What other functions assign to a name between a binding of it and a use: takes the bindings that reach the use in its
own function, gives those that hold there after the calls on the way. Pure.

    step = first
    change()            # def change(): global step; step = second
    step()              # second alone
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from typing import TYPE_CHECKING, Final

from callmap.model import NONE, Op

if TYPE_CHECKING:
    from callmap.link.flow import Flow
    from callmap.parts import Call

_DEEPEST: Final = 3  # functions that call the one that assigns
_MOST_OTHERS: Final = 20  # bindings of other functions
_MOST_CALLS: Final = 40  # between a binding and a use that are looked at
_PLAIN: Final = frozenset({Op.STRING, Op.NUMBER, Op.LITERAL})


def with_meanwhile(file: Flow, places: list[int], mark: int, branch: int, at: int) -> list[int]:
    """The bindings that reach a use, with those of other functions that may run on the way, or those alone."""
    sorts, bindings = file.sorts, file.bindings
    others = [each for each in places if sorts[bindings.branch(each)] == "elsewhere"]
    if not others or at == NONE or len(others) == len(places):
        return file.reaching(places, mark, branch)
    found = file.reaching([each for each in places if sorts[bindings.branch(each)] != "elsewhere"], mark, branch)
    first = bindings[found[0]]
    if first.value == NONE or found[0] >= mark:
        return file.reaching(places, mark, branch)
    outer = set(file.branches_around(first.branch))
    around = file.branches_around(branch)
    loops = {each for each in around if file.sorts[each] == "loop"} - outer
    positions, calls, around_calls = _calls_in(file, file.owners[first.scope])
    start, end = bisect_right(positions, first.value), bisect_left(positions, at)
    if start >= end and loops.isdisjoint(around_calls):
        return found
    if end - start > _MOST_CALLS or len(others) > _MOST_OTHERS or not loops.isdisjoint(around_calls):
        return [*others, *found]
    kept, assigned = found, [NONE]  # of the function's own, of others
    for call in calls[start:end]:
        sure = _assigned(file, call, others, 0) if call.branch in around else NONE
        if sure != NONE:
            kept = [each for each in kept if not NONE < bindings.value(each) < call.expression]
            assigned = [sure]
        elif not _is_quiet(file, call):
            assigned = others
    return [*assigned, *kept] if assigned[0] != NONE else kept


def just_assigned(file: Flow, function: int, places: list[int], at: int) -> list[int]:
    """The binding that a function itself has assigned to a name of another scope right before: global step; step = a"""
    if at == NONE or file.sorts[file.bindings.branch(places[-1])] != "elsewhere":
        return []
    own = [each for each in places if _assigner(file, each)[0] == function]
    if not own or not _assigner(file, own[-1])[1]:
        return []
    value = file.bindings.value(own[-1])
    positions, _, _ = _calls_in(file, function)
    between = bisect_left(positions, at) > bisect_right(positions, value)
    return [] if value == NONE or value > at or between else own[-1:]


def is_assigned(file: Flow, chosen: list[int]) -> bool:
    """Whether bindings are what `just_assigned` gives."""
    return len(chosen) == 1 and file.sorts[file.bindings.branch(chosen[0])] == "elsewhere"


def _calls_in(file: Flow, owner: int) -> tuple[list[int], list[Call], set[int]]:
    """The calls of a function in order, where they stand, and all branches around them."""
    if file.calling is None:
        file.calling = {}
        for call in sorted(file.calls, key=_place):
            positions, calls, around = file.calling.setdefault(file.owners[call.scope], ([], [], set()))
            positions.append(call.expression)
            calls.append(call)
            branch = call.branch
            while branch != NONE and branch not in around:
                around.add(branch)
                branch = file.outer[branch]
    return file.calling.get(owner, ([], [], set()))


def _place(call: Call) -> int:
    return call.expression


def _assigned(file: Flow, call: Call, others: list[int], depth: int) -> int:
    """The binding that a call always leaves behind, itself or through the only call that the function makes."""
    function = _function(file, call)
    if function == NONE:
        return NONE
    home = file.scopes.branch(file.symbols[function].scope)
    own = [each for each in others if _assigner(file, each)[0] == function]
    _, inner, _ = _calls_in(file, function)
    if not own:
        if len(inner) != 1 or inner[0].branch != home or depth >= _DEEPEST or _leaves(file, function, inner[0].line):
            return NONE
        return _assigned(file, inner[0], others, depth + 1)
    last = file.bindings[own[-1]]
    always = _assigner(file, own[-1])[1] and not _leaves(file, function, last.line)
    later = any(each.expression > last.value for each in inner)
    return own[-1] if always and not later else NONE


def _assigner(file: Flow, binding: int) -> tuple[int, bool]:
    """(the function that assigns, whether it does that each time): see `Lowering.bind_at`."""
    function, _, always = file.branches[file.bindings.branch(binding)].text.partition(" ")
    return (int(function), bool(always)) if function else (NONE, False)


def _leaves(file: Flow, function: int, line: int) -> bool:
    """Whether a function may be left before a line, or stands still in between."""
    return any(
        given.symbol == function and (given.line < line or given.kind == "yield") for given in file.facts.returns
    )


def _function(file: Flow, call: Call) -> int:
    """The function of this file that a call runs, if its name means nothing else."""
    code = file.code
    callee = code.first(call.expression)
    if call.form != "call" or callee == NONE or code.op(callee) != Op.NAME:
        return NONE
    places = _bound(file, callee)
    value = file.bound[places[0]] if len(places) == 1 else NONE
    return code.part(value, 0) if value != NONE and code.op(value) == Op.FUNCTION else NONE


def _bound(file: Flow, at: int) -> list[int]:
    """The bindings of a name in the nearest scope that has any."""
    code = file.code
    scope, name = code.part(at, 0), code.text(at)
    start = scope
    while scope != NONE:
        sort = file.scopes[scope].kind
        if sort != "members" and (sort != "class" or scope == start):
            places = file.names.get(scope, {}).get(name)
            if places:
                return places
        scope = file.parents[scope]
    return []


def _is_quiet(file: Flow, call: Call) -> bool:
    """Whether what a call runs is known and assigns nothing: print("x")"""
    code = file.code
    parts = code.parts(call.expression)
    callee = parts[0] if parts else NONE
    if call.form != "call" or callee == NONE or code.op(callee) != Op.NAME:
        return False
    if any(code.op(part) not in _PLAIN for part in parts[1:]):
        return False
    return not _bound(file, callee) and not any("*" in names for names in file.names.values())
