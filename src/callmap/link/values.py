"""Follows values inside one file: takes its expressions, gives the values they may have, with evidence. Pure.

Other files are seen through `Names` (facts) and the summaries of the round before, never through values that are still
being computed. Inside the file, calls are followed into what functions return, names into what is assigned to them.

What a function's parameters hold is left open in what it evaluates to (`OPEN` values): a call fills it in with its own
arguments (`Calls`), so that `same(a)` is `a` and `same(b)` is `b`. `concrete` closes it with what all callers pass.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import Any, Final

from callmap.link import fixtures, lives
from callmap.link.asked import Asked
from callmap.link.bounds import bounded
from callmap.link.calls import Calls
from callmap.link.contents import Contents
from callmap.link.cycles import Keyed, Known, Memo
from callmap.link.decided import own
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
from callmap.link.expressions import BY_OP, RULES
from callmap.link.file import File
from callmap.link.making import kept_containers, taken_out
from callmap.link.meanwhile import is_assigned
from callmap.link.models import Models
from callmap.link.names import Names
from callmap.link.narrowing import narrow
from callmap.link.receivers import is_empty, passed_above, receivers
from callmap.link.spreads import GATHERING, gathered
from callmap.link.told import Concerned, packed
from callmap.model import NONE, Op
from callmap.parts import Uses

NO_KEYS: Final[frozenset[Value]] = frozenset()
_NOTHING: Final[Known] = ((), NO_KEYS)


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
        self._memo = Memo()  # by expression …
        self._bound = Memo()  # … by binding …
        self._summaries = Memo()  # … by key that this file decides …
        self._closed = Memo()  # … by open value …
        self._once = Memo()  # … by other question about such
        self._narrowed = file.narrowed()
        self.supplies = fixtures.may_supply(file)
        self._memos = [self._memo, self._bound, self._summaries, self._closed, self._once]
        self.asked = Asked(self.world)
        self.uses = file.uses
        self._free: dict[str, Founds] = {}
        self._seen: dict[int, list[int]] = {}  # use of a name that is bound more than once → the bindings it sees
        self._cycles = Keyed(self)
        self._closing, self._binding, self._deciding = self._close, self._bind, self._decide  # made once, not each time

    # --- expressions ---

    def evaluate(self, at: int) -> Founds:
        """The values of an expression of this file; they may be open."""
        if at == NONE:
            return ()
        op = self.file.code.op(at)
        if op == Op.NAME:
            return self._name(at)
        question: Hashable = at  # one object for all looks into the memo
        plain = self._memo.plain.get(question)
        if plain is not None:
            return plain
        known = self._memo.keyed.get(question)
        if known is not None:
            self._read(known[1])
            return known[0]
        if self.budget <= 0:
            return TOO_MUCH
        self.budget -= 1
        outer, self.keys = self.keys, NO_KEYS
        self.names.depth.enter()
        found = bounded(self._evaluate(at, op))
        self.names.depth.level -= 1
        if len(found) == 1 and found[0].value.kind == "many":
            self.gave_up = True
        keys, self.keys = self.keys, outer
        if keys:
            self._read(keys)
        if self._cycles.complete():
            if keys:
                self._memo.keyed[question] = (found, keys)
            else:
                self._memo.plain[question] = found
        return found

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
        if value.kind == "parameter" and value not in self._closed.keyed and is_empty(self, value):
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
        mine = self.keys
        if not mine:
            self.keys = self.world.alone(key)
        elif key not in mine:
            self._read(self.world.alone(key))

    def _read(self, keys: frozenset[Value]) -> None:
        """Notes that summaries were asked for. Sets are shared where they can be: there is one for every answer."""
        mine = self.keys
        if not mine:
            self.keys = keys
        elif keys is not mine and not keys <= mine:
            self.keys = mine | keys

    def _evaluate(self, at: int, op: int) -> Founds:
        if (rule := BY_OP[op]) is not None:
            return rule(self, at)
        return self.expand(self.names.expression(self.file, at) or ())

    def _name(self, at: int) -> Founds:
        file, code, text = self.file, self.file.code, self.file.code.text(at)
        scope, mark, branch = code.number(at + 3), code.number(at + 4), code.number(at + 5)
        where, places = file.lookup(scope, text, mark)
        if where == NONE:
            return self._unbound(scope, text)
        chosen = places if len(places) == 1 else self._seen.get(at)
        if chosen is None:
            chosen = file.chosen(scope, where, places, mark, branch, at)
            if len(places) > len(chosen) and not file.same_function(scope, where) and not is_assigned(file, chosen):
                chosen = seen_by_calls(self.world, file, scope, where, places, chosen)
            self._seen[at] = chosen
        if where == 0 and scope != 0 and self.asked.is_stored(text):
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
        question: Hashable = index
        plain = self._bound.plain.get(question)
        if plain is not None:
            return plain
        known = self._bound.keyed.get(question)
        if known is not None:
            self._read(known[1])
            return known[0]
        plain = self._plain(index)
        if plain is None:
            return self._settled(self._bound, question, self._binding)
        self._bound.plain[question] = plain
        return plain

    def _plain(self, index: int) -> Founds | None:
        """The values of a binding that depends on nothing else: a parameter, a definition."""
        value = self.file.bound[index]
        op = self.file.code.op(value) if value != NONE else NONE
        if op not in _PLAIN or self.file.bindings.type(index) != NONE:
            return None
        if op == Op.PARAMETER:
            return RULES[op](self, value)
        return self.names.definition(self.file, self.file.code.part(value, 0))

    def _bind(self, index: int) -> Founds:
        file = self.file
        value, type = file.bound[index], file.bindings.type(index)
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
                else f.but(via=(f"{file.bindings.name(index)} is {self.class_name(f.value)}",))
                for f in self.evaluate(value)
            )  # fmt: skip
        values = kept_containers(self, index, self.evaluate(value))
        if op in _NOT_ASSIGNED:
            return values
        if not values:
            return values
        step = (f"assigned at line {file.bindings.line(index)}",)
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
                result.extend([f.through(each) for f in self.own(key)])
            if key.path != self.file.path or (key.kind != "returns" and self.asked.is_stored(key.name)):
                step = steps(each.via, (f"assigned to {key.name}",)) if key.name else each.via
                result.extend([unpacked(value, max(INFERRED, each.level), step) for value in self.ask(key)])
        return several(result)

    def own(self, key: Value) -> Founds:
        """The values of a key that this file decides: a variable, an attribute, what a function returns."""
        return self.kept(self._summaries, key, self._deciding)

    def _decide(self, key: Value) -> Founds:
        return several(own(self, key))

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

    def kept(self, memo: Memo, question: Hashable, compute: Callable[[Any], Founds]) -> Founds:
        """The answer from the memo, or computed; with the summaries that were read to find it."""
        known = memo.keyed.get(question)
        if known is not None:
            self._read(known[1])
            return known[0]
        plain = memo.plain.get(question)
        return plain if plain is not None else self._settled(memo, question, compute)

    def _settled(self, memo: Memo, question: Hashable, compute: Callable[[Any], Founds]) -> Founds:
        """The answer to a question that has none yet."""
        if self.budget <= 0:
            return TOO_MUCH
        self.budget -= 1
        if self._cycles.deep():
            return self._cycles.give_up(())
        known = self._cycles.answer(memo, question, compute, _NOTHING)
        if known[1]:
            self._read(known[1])
        return known[0]

    def with_keys(self, compute: Callable[[Any], Founds], question: Any) -> Known:
        """What is computed, with the summaries that were read to find it."""
        outer, self.keys = self.keys, NO_KEYS
        found = bounded(compute(question))
        if len(found) == 1 and found[0].value.kind == "many":
            self.gave_up = True
        keys, self.keys = self.keys, outer
        return found, keys

    def once(self, question: Hashable, compute: Callable[[], Founds]) -> Founds:
        """Keeps the answer to a question about open values."""
        return self.kept(self._once, question, lambda _: compute())

    def forget_all(self) -> None:
        """Drops what was computed: the file is done. (Those who share it refer to each other, so it would stay.)"""
        for memo in self._memos:
            memo.clear()
        self._free.clear()
        self._seen.clear()
        self.asked.forget()
        self.uses = Uses()
        self.calls.parameters.clear()
        self.contents.joined.clear()

    def forget(self, concerned: Concerned) -> None:
        """Drops what was computed from summaries that have changed."""
        for memo in self._memos:
            memo.forget(concerned)


_PLAIN: Final = frozenset({Op.PARAMETER, Op.FUNCTION, Op.CLASS})
_NOT_ASSIGNED: Final = frozenset({Op.MODULE, Op.MEMBER, Op.DECORATED, Op.PARAMETER})
