"""Functions that are only ever called by their name, in their own file: takes a file, gives their calls, and what
follows from knowing all of them. Pure."""

from __future__ import annotations

from collections import defaultdict
from typing import TYPE_CHECKING, Final, final

from callmap.link.evidence import THIS, Value
from callmap.link.flow import ELSEWHERE
from callmap.model import NONE, Op, Parameter

if TYPE_CHECKING:
    from callmap.link.file import File
    from callmap.link.spreads import Filled
    from callmap.link.world import World

_SEVERAL: Final = frozenset({Op.SPREAD, Op.SPREAD_KEYWORDS, Op.KEYWORD})
_MOST_CALLERS: Final = 8  # functions through which a function is called, one calling the other


def direct_calls(world: World, file: File, symbol: int) -> list[int]:
    """The calls of a function, if nothing else is done with it in its file and no other file can name it; else none."""
    if file.direct is None:
        file.direct = _find(file)
    calls = file.direct.get(symbol, [])
    if calls and file.symbols[symbol].parent == 0 and not file.language.explicit_exports:
        return [] if file.language.hoists or world.is_imported(file) else calls
    return calls


def _find(file: File) -> dict[int, list[int]]:
    code = file.code
    bound = [index for index, value in enumerate(file.bound) if value != NONE and code.op(value) == Op.FUNCTION]
    named = {file.bindings.name(index) for index in bound}
    callees = {code.first(call.expression): call.expression for call in file.calls if code.count(call.expression)}
    found: dict[int, list[int]] = defaultdict(list)
    others: set[int] = set()
    at, end = 0, code.size
    while at < end:  # all expressions, of which few are names of functions
        if code.op(at) == Op.NAME and (text := code.text(at)) in named:
            for index in file.lookup(code.part(at, 0), text, code.part(at, 1))[1]:
                value = file.bound[index]
                if value == NONE or code.op(value) != Op.FUNCTION:
                    continue
                if at in callees:
                    found[code.part(value, 0)].append(callees[at])
                else:
                    others.add(code.part(value, 0))
        at = code.after(at)
    for export in file.facts.exports:
        if export.value != NONE and code.op(export.value) == Op.FUNCTION:
            others.add(code.first(export.value))
    return {symbol: calls for symbol, calls in found.items() if symbol not in others}


def seen_by_calls(world: World, file: File, scope: int, where: int, places: list[int], at_end: list[int]) -> list[int]:
    """Which bindings of a name a function sees that uses it from outside: those that hold when it is called."""
    found = {index for index in places if file.sorts[file.bindings.branch(index)] in ELSEWHERE}
    pending, called = [scope], {file.scopes.symbol(scope)}
    while pending:
        symbol = file.scopes.symbol(pending.pop())
        if symbol <= 0 or file.symbols[symbol].parent != file.scopes.symbol(where):
            return at_end
        calls = direct_calls(world, file, symbol)
        for call in calls:
            called_from, mark, branch = file.code.parts(file.code.first(call))
            if file.same_function(called_from, where):
                found.update(file.reaching(places, mark, branch))
            elif file.scopes.symbol(called_from) not in called:  # by another function, which is called when …
                called.add(file.scopes.symbol(called_from))
                pending.append(called_from)
        if not calls or len(called) > _MOST_CALLERS:
            return at_end
    return sorted(found) or at_end


def always_passed(world: World, file: File, symbol: int, index: int) -> bool:
    """Whether all calls of a function are known, and each passes something to the parameter."""
    given = _passed(world, file, symbol, index)
    code, absent = file.code, file.language.absent
    return bool(given) and not any(code.op(at) == Op.LITERAL and code.text(at) == absent for at in given)


def numbers_passed(world: World, file: File, symbol: int, index: int) -> list[str]:
    """The numbers that are passed to a parameter, if all calls of the function write one out there, or leave it to a
    default that is one; else none."""
    given = [_argument(file, symbol, index, call) for call in direct_calls(world, file, symbol)]
    if any(at == NONE or file.code.op(at) != Op.NUMBER for at in given):
        return []
    return list(dict.fromkeys(file.code.text(at) for at in given))


def _passed(world: World, file: File, symbol: int, index: int) -> list[int]:
    """What each call of a function passes at a place; none if one of them passes nothing that is known to be for it."""
    found: list[int] = []
    for call in direct_calls(world, file, symbol):
        parts = file.code.parts(call)[1 : index + 2]
        if len(parts) <= index or any(file.code.op(part) in _SEVERAL for part in parts):
            return []
        found.append(parts[index])
    return found


def _argument(file: File, symbol: int, index: int, call: int) -> int:
    """What a call passes to a parameter, by its place or its name, or its default; NONE if that is not clear."""
    code, parameter = file.code, file.symbols[symbol].parameters[index]
    if parameter.form not in ("plain", "positional", "keyword"):
        return NONE
    for place, part in enumerate(code.parts(call)[1:]):
        op = code.op(part)
        if op in (Op.SPREAD, Op.SPREAD_KEYWORDS):
            return NONE
        if op == Op.KEYWORD:
            if code.text(part) == parameter.name and parameter.form != "positional":
                return code.first(part)
        elif place == index and parameter.form != "keyword":
            return part
    return parameter.default


@final
class Layout:
    """Where arguments go: to which parameters by their place, to which by their name; which ones take the rest."""

    __slots__ = ("free", "named", "rest", "rest_keywords")

    def __init__(self) -> None:
        self.free: list[Value] = []
        self.named: dict[str, Value] = {}
        self.rest: Value | None = None
        self.rest_keywords: Value | None = None


@final
class Parameters:
    """The parameters of a function as values, each made once."""

    __slots__ = ("_function", "_known", "_layout", "_on_receiver")

    def __init__(self, function: Value) -> None:
        self._function = function
        self._known: dict[str, Value] = {}
        self._layout: Layout | None = None
        self._on_receiver: Layout | None = None

    def layout(self, parameters: tuple[Parameter, ...], filled: Filled, receiver: bool) -> Layout:
        """Of those that are not filled yet; `receiver`, whether that is. Kept where nothing else may be."""
        if len(filled) > receiver:
            return self._left(parameters, filled)
        known = self._on_receiver if receiver else self._layout
        if known is None:
            known = self._left(parameters, filled)
            if receiver:
                self._on_receiver = known
            else:
                self._layout = known
        return known

    def _left(self, parameters: tuple[Parameter, ...], filled: Filled) -> Layout:
        layout = Layout()
        for index, parameter in enumerate(parameters):
            form = parameter.form
            key = self.key(THIS if form == "receiver" else str(index))
            if form == "rest":
                layout.rest = key
            elif form == "rest_keywords":
                layout.rest_keywords = key
            elif key not in filled:
                if form != "keyword":
                    layout.free.append(key)
                if form != "positional":
                    layout.named[parameter.name] = key
        return layout

    def key(self, name: str) -> Value:
        known = self._known.get(name)
        if known is None:
            known = self._known[name] = Value("parameter", self._function.path, self._function.symbol, name)
        return known
