"""Methods of classes below: takes what was found to be called at a site, gives what may run there instead, how sure."""

from __future__ import annotations

from callmap.link.code import PARTS_ARE_INDEXES
from callmap.link.evidence import (
    INFERRED,
    MADE_BELOW,
    MANY,
    MOST_FUNCTIONS,
    MOST_OVERRIDING,
    POSSIBLE,
    THIS,
    TOO_MANY_OVERRIDE,
    Found,
    Value,
    steps,
)
from callmap.link.file import BODIES, File
from callmap.link.happening import CALL, STORE, USE, Happening
from callmap.link.impls import trait_of
from callmap.link.names import Names
from callmap.link.receivers import WITHOUT_CODE, is_crowd
from callmap.model import ENTRY, NONE, Kind, Op


class Overriding:
    """Part of `Edges`."""

    def __init__(self, names: Names, file: File) -> None:
        self.names = names
        self.world = names.world
        self.file = file
        self._programs: dict[str, bool] = {}
        self._interfaces: dict[Value, bool] = {}  # classes of which methods were found to be called

    def instead(self, scope: int, happening: Happening, on_this: bool) -> list[Found]:
        """Where a class is known by declaration only, methods of classes below may run instead. It is one of them where
        what is known has no code of its own; in an abstract class that others may use, whatever else is known; and on
        the receiver of a method that they inherit, where nobody is seen to call that on anything else, or where they
        are made by others, who may call anything on them. MANY stands for more than can be told."""
        every: list[Found] = []
        only_declared = all(self.is_declaration(callee) for _, callee, _ in happening.called)
        for kind, callee, _ in happening.called:
            receiver = callee.receiver
            if kind != "CALLS" or receiver is None or receiver.kind != "instance":
                continue
            offered = on_this and self.is_declaration(callee) and "exported" in self.world.symbol(receiver).flags
            if not (callee.declared or offered or self._is_left_to_others(callee)):
                continue
            around = self._method_around(scope, receiver) if on_this else NONE
            open = around != NONE and self._is_open(around, receiver)
            surely = only_declared or offered
            name = self.world.symbol(callee.value).short_name
            trait = self._trait(callee)
            found: list[Found] = []
            for cls, members in self.names.classes.members_below(receiver.as_kind("class"), name):
                step = f"{self.world.symbol(cls).name} overrides it"
                runs = surely or (
                    around != NONE and self._inherits(cls, around) and (open or self._is_made_elsewhere(cls, receiver))
                )
                found.extend([
                    Found(each.value, INFERRED if runs else POSSIBLE, steps(callee.via, (step,)), callee.indirect)
                    for each in members if each.value.kind == "function" and (trait in ("", trait_of(self.names, each)))
                ])  # fmt: skip
            all_run = surely or open or all(each.level == INFERRED for each in found)
            if len(found) > (MOST_FUNCTIONS if all_run else MOST_OVERRIDING):
                many = (f"{len(found)} {TOO_MANY_OVERRIDE}",)
                found = [Found(MANY, INFERRED, steps(callee.via, many))]
            every.extend(found)
        return every

    def _trait(self, callee: Found) -> str:
        """The name of the trait that a method is of: only what impl blocks of that give runs in its place."""
        symbol = self.world.symbol(callee.value) if callee.value.kind == "function" else None
        if symbol is None or symbol.parent == NONE or not self.world.has_blocks(self.file.language.family):
            return ""
        owner = self.world.symbol(Value("class", callee.value.path, symbol.parent))
        return owner.name if owner.kind == Kind.TRAIT else ""

    def _method_around(self, scope: int, receiver: Value) -> int:
        return self.file.method_around(scope, receiver.symbol) if receiver.path == self.file.path else NONE

    def _is_open(self, method: int, receiver: Value) -> bool:
        """Whether nobody is seen to call a method but on what is declared as its class or one below, and these are not
        made themselves, or it is called on more of them than can be told apart: it runs for those that inherit it."""
        given = self.world.summary(Value("parameter", self.file.path, method, THIS))
        if not given or is_crowd(given):
            return True
        seen = {Value("made", each.path, each.symbol) for each in (receiver, *given)}
        known = all(each.kind == "instance" for each in given)
        return known and not any(self.world.summary(each) for each in seen)

    def _is_made_elsewhere(self, cls: Value, above: Value) -> bool:
        """Whether neither a class nor one below it is seen to be made, but others may."""
        made = self.world.summary(Value("made", above.path, above.symbol, MADE_BELOW))
        if MANY in made or any(cls in self.names.classes.mro(each) for each in made):
            return False
        return not self._is_program(cls.path)

    def _is_program(self, path: str) -> bool:
        """Whether a file runs what it defines, and no other imports it: what it does not make, nobody makes."""
        known = self._programs.get(path)
        if known is None:
            file = self.world.files[path]
            apart = not file.language.explicit_exports and not self.world.is_imported(file)
            known = self._programs[path] = apart and self._runs(file)
        return known

    def _runs(self, file: File) -> bool:
        """Whether a file's own code runs what it defines. (It is asked last: any edit of the file may change it.)"""
        self.world.reading.add(file.cells(0).of(BODIES))
        own = {symbol.name for symbol in file.symbols if symbol.parent == 0}
        return f"{ENTRY}script" in file.symbols[0].flags or any(
            call.form != "decorator" and file.scopes.kind(call.scope) == "module" and _root(call.text) in own
            for call in file.calls
        )

    def _inherits(self, cls: Value, method: int) -> bool:
        """Whether instances of a class have that method of this file: no class nearer to them has one of its name."""
        symbol = self.file.symbols[method]
        for owner in self.names.classes.mro(cls):
            if owner.symbol == symbol.parent and owner.path == self.file.path:
                return True
            if owner.kind == "class" and self.names.classes.own_member(owner, symbol.short_name):
                return False
        return False

    # --- the receiver ---

    def on_open(self, scope: int, callee: Found) -> Found:
        """A method that is taken from the receiver's own class, though only classes below are seen: as likely as theirs
        where nobody makes these either, and some of them inherit it."""
        receiver = callee.receiver
        if callee.level != POSSIBLE or not callee.declared or receiver is None or receiver.kind != "instance":
            return callee
        around = NONE if self._is_abstract(callee) else self._method_around(scope, receiver)
        if around == NONE or not self._is_open(around, receiver):
            return callee
        return callee.but(level=INFERRED) if self._is_inherited(callee, receiver) else callee

    def _is_inherited(self, callee: Found, receiver: Value) -> bool:
        """Whether a class below the receiver's has that method from it. One without code may be filled in by a class
        outside that comes before it."""
        classes, symbol = self.names.classes, self.world.symbol(callee.value)
        for cls in classes.all_below(receiver.as_kind("class")):
            if self._is_outside(cls, callee):
                continue
            if any(each.value == callee.value for each in classes.member(cls.as_kind("instance"), symbol.short_name)):
                return True
        return False

    def _is_outside(self, cls: Value, callee: Found) -> bool:
        """Whether a class has a method without code, but inherits from one outside before that."""
        if not self._is_empty(callee):
            return False
        owner = Value("class", callee.value.path, self.world.symbol(callee.value).parent)
        for each in self.names.classes.mro(cls):
            if each == owner or each.kind == "external":
                return each != owner
        return False

    def is_on_this(self, sort: int, index: int) -> bool:
        """Whether a site does something with the receiver of the method around it."""
        if sort == CALL:
            expression = self.file.calls[index].expression
            return self._is_on_this(self.file.code.first(expression)) or self._is_on_this(expression)
        if sort == USE:
            return self._is_on_this(self.file.uses.expression(index))
        return sort == STORE and self._is_this(self.file.facts.stores.object(index))

    def _is_on_this(self, at: int) -> bool:
        """this.name, self.name, self[key], key in self, len(self)"""
        code = self.file.code
        if at == NONE or code.op(at) in PARTS_ARE_INDEXES:
            return False
        if code.op(at) == Op.ATTRIBUTE:
            return self._is_this(code.first(at))
        return any(self._is_this(part) for part in code.parts(at))

    def _is_this(self, at: int) -> bool:
        code = self.file.code
        if at == NONE or code.op(at) != Op.NAME:
            return at != NONE and code.op(at) == Op.THIS
        scope, mark = code.part(at, 0), code.part(at, 1)
        values = [self.file.bound[each] for each in self.file.lookup(scope, code.text(at), mark)[1]]
        return bool(values) and all(value != NONE and code.op(value) == Op.THIS for value in values)

    # --- methods without code ---

    def filled_in(self, targets: list[tuple[str, Found]]) -> list[tuple[str, Found]]:
        """The targets of a site; an abstract method, or a protocol's, is only possible where others that fill it in are
        known to run. (In languages where it is a function like others, and no mere declaration.)"""
        if len(targets) < 2 or not self.file.language.protocols:
            return targets
        abstract = [self._is_abstract(callee) for _, callee in targets]
        if True not in abstract:
            return targets
        names = {
            self.world.symbol(callee.value).short_name for (kind, callee), waits in zip(targets, abstract, strict=True)
            if kind == "CALLS" and callee.level < POSSIBLE and not waits
        }  # fmt: skip
        return [
            (kind, callee.but(level=POSSIBLE))
            if waits and self.world.symbol(callee.value).short_name in names else (kind, callee)
            for (kind, callee), waits in zip(targets, abstract, strict=True)
        ]  # fmt: skip

    def left_to_others(self, callee: Found, filled: bool) -> Found:
        """An abstract method is only possible where all classes below fill it in. `filled`: whether one is seen to."""
        receiver = callee.receiver
        if receiver is None or not (filled or self._is_empty(callee)):
            return callee
        if not self._is_abstract(callee) or self._is_inherited(callee, receiver):
            return callee
        below = self.names.classes.all_below(receiver.as_kind("class")) if not filled else ()
        return callee.but(level=POSSIBLE) if filled or any(self._is_outside(cls, callee) for cls in below) else callee

    def _is_empty(self, callee: Found) -> bool:
        return callee.value.kind == "function" and "empty" in self.world.symbol(callee.value).flags

    def _is_abstract(self, callee: Found) -> bool:
        value = callee.value
        symbol = self.world.symbol(value) if value.kind == "function" else None
        if symbol is None or symbol.kind != Kind.METHOD:
            return False
        if "abstract" in symbol.flags:
            return True
        owner = Value("class", value.path, symbol.parent)
        known = self._interfaces.get(owner)
        if known is None:
            known = self._interfaces[owner] = self.names.classes.is_interface(owner)
        return known and ("empty" in symbol.flags or not self.names.classes.all_below(owner))

    def _is_left_to_others(self, callee: Found) -> bool:
        """Whether a function is there to be overridden, so that an object it is found on is none of its own class."""
        known = callee.value.kind == "function" and callee.level < POSSIBLE
        return known and "abstract" in self.world.symbol(callee.value).flags

    def is_declaration(self, callee: Found) -> bool:
        """Whether a function has no code of its own, or does nothing but raise an exception."""
        if callee.value.kind != "function":
            return False
        flags = self.world.symbol(callee.value).flags
        return bool(flags) and not WITHOUT_CODE.isdisjoint(flags)


def _root(text: str) -> str:
    """The first name of a callee: Dog in `Dog().speak`"""
    return text.partition(".")[0].partition("(")[0]
