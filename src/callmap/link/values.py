"""Follows values inside one file: takes its expressions, gives the values they may have, with evidence. Pure.

Other files are seen through `Names` (facts) and the summaries of the round before, never through values that are still
being computed. Inside the file, calls are followed into what functions return, names into what is assigned to them.

What a function's parameters hold is left open in what it evaluates to (`OPEN` values): a call fills it in with its own
arguments (`Calls`), so that `same(a)` is `a` and `same(b)` is `b`. `concrete` closes it with what all callers pass.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable
from typing import Final, TypeVar

from callmap.link import fixtures, lives
from callmap.link.bounds import bounded
from callmap.link.calls import Calls
from callmap.link.contents import Contents
from callmap.link.cycles import Keyed
from callmap.link.direct import always_passed, seen_by_calls
from callmap.link.evidence import (
    INFERRED,
    OPEN,
    QUESTIONS_A_FILE,
    STATIC,
    SUMMARIES,
    THIS,
    TOO_MUCH,
    Found,
    Founds,
    Value,
    several,
    steps,
    telling,
    unpacked,
)
from callmap.link.expressions import RULES
from callmap.link.file import File
from callmap.link.flow import is_replaced
from callmap.link.making import kept_containers, taken_out
from callmap.link.models import Models
from callmap.link.names import Names
from callmap.link.narrowing import narrow
from callmap.link.receivers import is_empty, passed_above, receivers
from callmap.link.spreads import GATHERING, gathered
from callmap.link.told import Concerned, packed
from callmap.link.written import written
from callmap.model import NONE, Op

NO_KEYS: Final[frozenset[Value]] = frozenset()
Known = tuple[Founds, frozenset[Value]]
_NOTHING: Final[Known] = ((), NO_KEYS)
Q = TypeVar("Q", bound=Hashable)


class Values:
    """The evaluator of one file in one round."""

    def __init__(self, names: Names, file: File) -> None:
        self.names = names
        self.world = names.world
        self.file = file
        self.contents = Contents(self)
        self.calls = Calls(self)
        self.models = Models(self)
        self.budget = QUESTIONS_A_FILE  # questions that may still be answered before it is enough for this round
        self.gave_up = False  # whether anything in the file was too much to follow
        self.keys: frozenset[Value] = NO_KEYS  # summaries that were asked for since it was last cleared
        self._memo: dict[int, Known] = {}  # by expression …
        self._bound: dict[int, Known] = {}  # … by binding …
        self._summaries: dict[Value, Known] = {}  # … by key that this file decides …
        self._closed: dict[Value, Known] = {}  # … by open value …
        self._once: dict[Hashable, Known] = {}  # … by other question about such
        self._narrowed = file.narrowed()
        self.supplies = fixtures.may_supply(file)
        self._free: dict[str, Founds] = {}
        self._seen: dict[int, list[int]] = {}  # use of a name that is bound more than once → the bindings it sees
        self._single: dict[Value, frozenset[Value]] = {}
        self._cycles = Keyed(self.with_keys)
        self._closing, self._binding = self._close, self._bind  # made once, not for each question

    # --- expressions ---

    def evaluate(self, at: int) -> Founds:
        """The values of an expression of this file; they may be open."""
        if at == NONE:
            return ()
        op = self.file.code.op(at)
        if op == Op.NAME:
            return self._name(at)
        known = self._memo.get(at)
        if known is None:
            if self.budget <= 0:
                return TOO_MUCH
            self.budget -= 1
            outer, self.keys = self.keys, NO_KEYS
            self.names.depth.enter()
            found = bounded(self._evaluate(at, op))
            self.names.depth.level -= 1
            self.gave_up = self.gave_up or (len(found) == 1 and found[0].value.kind == "many")
            known, self.keys = (found, self.keys), outer
            if self._cycles.complete():
                self._memo[at] = known
        if known[1]:
            self._read(known[1])
        return known[0]

    def now(self, at: int) -> Founds:
        """… of a container with what is in it there, if that is known."""
        return lives.now(self, at)

    def placed(self, at: int, place: str) -> str:
        """A place in a container, counted from its start if that is known; "" if it may have moved."""
        return lives.placed(self, at, place)

    def concrete(self, found: Founds) -> Founds:
        """The values with the open ones closed: by what callers pass, as the round before knew it."""
        for each in found:
            if each.value.kind in OPEN:
                break
        else:
            return found
        if len(found) == 1:  # as most are, and most of them are closed by nothing, or one
            one = self._closed_by(found[0])
            return one if len(one) < 2 else bounded(several(one))
        closed = [self._closed_by(each) if each.value.kind in OPEN else (each,) for each in found]
        return bounded(several([each for some in closed for each in some]))

    def _closed_by(self, found: Found) -> Founds:
        """What an open value is closed by."""
        value = found.value
        if value.kind == "parameter" and value not in self._closed and is_empty(self, value):
            self.read_one(value)
            return ()
        closed = self.kept(self._closed, value, self._closing)
        return tuple([each.after(found) for each in closed]) if closed and (found.via or found.level) else closed

    def _close(self, value: Value) -> Founds:
        if value.kind == "parameter":
            return self._passed(value)
        objects = self.concrete((unpacked(value.of[0], STATIC, ()),))
        if value.kind == "called":
            return self.concrete(self.calls.closed(value, objects, value.of[1:]))
        others = self.concrete(tuple([unpacked(each, STATIC, ()) for each in value.of[1:]])) if value.of[1:] else ()
        found = taken_out(self, value, objects, others)
        if not found and value.kind == "member":
            found = self.contents.of_anything(value.name)
        return self.concrete(found)

    def _passed(self, key: Value) -> Founds:
        """What a parameter holds: what callers pass, or its default."""
        symbol, given = self.world.symbol(key), self.ask(key)
        if key.name == THIS:
            return receivers(self, key, given)
        parameter = symbol.parameters[index := int(key.name)]
        passed = given or passed_above(self, key)
        found = [unpacked(value, INFERRED, (f"passed as {parameter.name}",)) for value in passed]
        if not given and self.supplies:
            found.extend(fixtures.supplied(self, key))
        if not given or key.path != self.file.path or not always_passed(self.world, self.file, key.symbol, index):
            found.extend(self.calls.default(key))
        kept = self.world.files[key.path].kept_parameter(key.symbol, parameter)
        if kept != NONE:
            types = self.world.files[key.path].language.literals
            found.append(Found(Value("object", key.path, kept, types.get(Op.DICT, "")), STATIC, ()))
        if parameter.form in GATHERING:
            found = gathered(self, key, parameter, found)
        return self.concrete(several(found))

    def ask(self, key: Value) -> list[Value]:
        """A summary of the round before, sorted."""
        self.read_one(key)
        values = self.world.summary(key)
        return sorted(values) if len(values) > 1 else list(values)

    def read_one(self, key: Value) -> None:
        if key not in self.keys:
            if (known := self._single.get(key)) is None:
                known = self._single[key] = frozenset((key,))
            self._read(known)

    def _read(self, keys: frozenset[Value]) -> None:
        """Notes that summaries were asked for. Sets are shared where they can be: there is one for every answer."""
        mine = self.keys
        if not mine:
            self.keys = keys
        elif keys is not mine and not keys <= mine:
            self.keys = mine | keys

    def _evaluate(self, at: int, op: int) -> Founds:
        if (rule := RULES.get(op)) is not None:
            return rule(self, at)
        return self.expand(self.names.expression(self.file, at) or ())

    def _name(self, at: int) -> Founds:
        file, code = self.file, self.file.code
        scope, mark, branch = code.number(at + 3), code.number(at + 4), code.number(at + 5)
        text = code.text(at)
        where, places = file.lookup(scope, text, mark)
        if where == NONE:
            return self._unbound(scope, text)
        chosen = places if len(places) == 1 else self._seen.get(at)
        if chosen is None:
            chosen = file.chosen(scope, where, places, mark, branch, at)
            if len(places) > len(chosen) and not file.same_function(scope, where):
                chosen = seen_by_calls(self.world, file, scope, where, places, chosen)
            self._seen[at] = chosen
        if where == 0 and scope != 0 and self.world.is_stored(text):
            found = several((*(f for index in chosen for f in self.binding(index)), *self._set_outside(text)))
        else:
            found = several(f for i in chosen for f in self.binding(i)) if len(chosen) > 1 else self.binding(chosen[0])
        return narrow(self, at, chosen, found) if text in self._narrowed else found

    def _set_outside(self, name: str) -> Founds:
        """What other modules have assigned to a variable of this one: module.name = value"""
        if self.file.language.explicit_exports:
            return ()
        given = self.ask(Value("variable", self.file.path, NONE, name))
        return tuple(unpacked(value, INFERRED, (f"assigned to {name}",)) for value in given)

    def _unbound(self, scope: int, text: str) -> Founds:
        """A name that no scope binds; `globals()[name] = x` may. Without wildcards it means the same everywhere."""
        known = self._free.get(text)
        if known is None:
            known = self.expand(self.names.modules.unbound(self.file, scope, text) or ())
            if not self.file.has_wildcards:
                self._free[text] = known
        return known if known or not self.file.language.space_attribute else self._set_outside(text)

    def binding(self, index: int) -> Founds:
        """The values that a binding of this file gives its name."""
        if (known := self._bound.get(index)) is None:
            known = self._plain(index)
            if known is None:
                return self.kept(self._bound, index, self._binding)
            self._bound[index] = known
        if known[1]:
            self._read(known[1])
        return known[0]

    def _plain(self, index: int) -> Known | None:
        """The values of a binding that depends on nothing else: a parameter, a definition."""
        value = self.file.bound[index]
        op = self.file.code.op(value) if value != NONE else NONE
        if op not in _PLAIN or self.file.bindings.type(index) != NONE:
            return None
        if op == Op.PARAMETER:
            return RULES[op](self, value), NO_KEYS
        return self.names.definition(self.file, self.file.code.part(value, 0)), NO_KEYS

    def _bind(self, index: int) -> Founds:
        file = self.file
        bound, value, type = file.bindings[index], file.bound[index], file.bindings.type(index)
        op = file.code.op(value) if value != NONE else NONE
        if type != NONE:
            typed = self.names.types.instances(file, type)
            if typed:
                if value != NONE and self.names.types.is_weak(file, typed):
                    return typed + self.evaluate(value)
                return typed
        if value == NONE:
            return ()
        if op in (Op.THIS, Op.THIS_TYPE):
            return tuple(
                f if f.value.kind in OPEN
                else f.but(via=(f"{bound.name} is {self.class_name(f.value)}",)) for f in self.evaluate(value)
            )  # fmt: skip
        values = kept_containers(self, bound, self.evaluate(value))
        if op in _NOT_ASSIGNED:
            return values
        step = (f"assigned at line {bound.line}",)
        return tuple(
            Found(v.value, v.level or INFERRED, steps(v.via, step) if v.via else step, True, v.receiver, v.declared)
            for v in values
        )

    def class_name(self, value: Value) -> str:
        known = value.kind in ("instance", "class", "function") and value.symbol != NONE
        return self.world.symbol(value).name if known else value.name or value.kind

    # --- summaries ---

    def expand(self, found: Founds) -> Founds:
        """Replaces keys of summaries by the values they stand for."""
        for each in found:
            if each.value.kind in SUMMARIES:
                break
        else:
            return found
        result: list[Found] = []
        for each in found:
            key = each.value
            if key.kind not in SUMMARIES:
                result.append(each)
                continue
            if key.path == self.file.path:
                result.extend([f.but(indirect=True).after(each) for f in self.own(key)])
            if key.path != self.file.path or (key.kind != "returns" and self.world.is_stored(key.name)):
                step = steps(each.via, (f"assigned to {key.name}",)) if key.name else each.via
                result.extend([unpacked(value, max(INFERRED, each.level), step) for value in self.ask(key)])
        return several(result)

    def own(self, key: Value) -> Founds:
        """The values of a key that this file decides: a variable, an attribute, what a function returns."""
        return self.kept(self._summaries, key, lambda key: several(self._own(key)))

    def _own(self, key: Value) -> Iterable[Found]:
        file = self.file
        if key.kind == "returns":
            return self.calls.own_returns(key)
        if key.kind == "content":
            return written(self.contents, key)
        if key.kind == "variable":
            if file.language.explicit_exports:
                exported = [export.value for export in file.facts.exports if export.name == key.name]
                places = [index for at in exported for index in self.names.at_end(file, at)]
                if len(places) > 1:
                    return [found for index in places for found in self.binding(index)]
                if not exported:  # module.exports = make()
                    whole = [export.value for export in file.facts.exports if export.name == "="]
                    objects = [each for at in whole for each in self.concrete(self.evaluate(at))]
                    return [found for object in objects for found in self.contents.member(object, key.name)]
                return [found for at in exported for found in self.evaluate(at)]
            places = file.names.get(0, {}).get(key.name, [])
            return [f for index in (file.at_end(0, places) if places else ()) for f in self.binding(index)]
        if key.kind != "attribute":
            return ()
        scope = file.symbols[key.symbol].scope
        places = file.names.get(scope, {}).get(key.name, [])
        places = file.at_end(scope, places) if places and not is_replaced(file, key.symbol, key.name) else []
        found = [each for index in places for each in self.binding(index)]
        step = (f"assigned to {key.name}",)
        for index in file.attributes(key.symbol).get(key.name, ()):
            values = self.concrete(self.evaluate(file.stores.value(index)))
            found.extend([f.but(level=f.level or INFERRED, via=steps(f.via, step), indirect=True) for f in values])
        return [each for each in found if each.value.kind != "many"] or found  # one that is too many leaves the others

    def summarise(self, key: Value) -> frozenset[Value]:
        """What other files may know of a key of this file, for the next round."""
        found = self.own(key)
        if key.kind != "returns":
            found = self.concrete(found)
        return packed(each for each in found if each.value.kind != "external" or self.worth(each))

    def worth(self, found: Found) -> bool:
        """Whether others may find something behind a value: a method of something outside must be one that is known."""
        if found.value.kind != "external" or found.receiver is None or not telling(found.value):
            return telling(found.value)
        return self.models.find(found.value.name) is not None or found.value.name == self.file.language.accessor

    # --- keeping ---

    def kept(self, memo: dict[Q, Known], question: Q, compute: Callable[[Q], Founds]) -> Founds:
        """The answer from the memo, or computed; with the summaries that were read to find it."""
        known = memo.get(question)
        if known is None:
            if self.budget <= 0:
                return TOO_MUCH
            self.budget -= 1
            if self._cycles.deep():
                return self._cycles.give_up(())
            known = self._cycles.answer(memo, question, compute, _NOTHING)
        if known[1]:
            self._read(known[1])
        return known[0]

    def with_keys(self, compute: Callable[[Q], Founds], question: Q) -> Known:
        """What is computed, with the summaries that were read to find it."""
        outer, self.keys = self.keys, NO_KEYS
        found = bounded(compute(question))
        self.gave_up = self.gave_up or (len(found) == 1 and found[0].value.kind == "many")
        keys, self.keys = self.keys, outer
        return found, keys

    def once(self, question: Hashable, compute: Callable[[], Founds]) -> Founds:
        """Keeps the answer to a question about open values."""
        return self.kept(self._once, question, lambda _: compute())

    def forget_all(self) -> None:
        """Drops what was computed: the file is done. (Those who share it refer to each other, so it would stay.)"""
        for memo in (self._memo, self._bound, self._summaries, self._closed, self._once, self._free, self._single):
            memo.clear()
        self._seen.clear()
        self.calls.parameters.clear()
        self.contents.joined.clear()

    def forget(self, concerned: Concerned) -> None:
        """Drops what was computed from summaries that have changed."""
        for memo in (self._memo, self._bound, self._summaries, self._closed, self._once):
            kept: dict[Hashable, Known] = memo  # type: ignore[assignment]
            for question in [q for q, (_, keys) in kept.items() if keys and concerned.by(keys)]:
                del kept[question]


_PLAIN: Final = frozenset({Op.PARAMETER, Op.FUNCTION, Op.CLASS})
_NOT_ASSIGNED: Final = frozenset({Op.MODULE, Op.MEMBER, Op.DECORATED, Op.PARAMETER})
