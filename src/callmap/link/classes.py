"""Classes: their members, bases and lookup order. Takes class values, gives members with evidence."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from callmap.link.evidence import INFERRED, STATIC, Found, Founds, Value, several, steps
from callmap.link.file import COMPUTED, File
from callmap.link.flow import is_replaced
from callmap.link.lineage import Lineage, merge
from callmap.link.mixins import Mixins
from callmap.link.notes import BELOW, MEMBERS
from callmap.link.reads import Answers
from callmap.model import CALLABLE_KINDS, NONE, SETTER, Kind, Op

if TYPE_CHECKING:
    from callmap.link.names import Names


class Classes(Lineage):
    """Part of `Names`."""

    def __init__(self, names: Names) -> None:
        super().__init__(names)
        self._members: Answers[Founds] = {}
        self._mro: Answers[tuple[Value, ...]] = {}
        self._members_below: Answers[tuple[tuple[Value, Founds], ...]] = {}
        self.mixins = Mixins(names)

    def member(self, owner: Value, name: str) -> Founds:
        """A member of a class, of its instances (kind "instance") or of its bases (kind "super"), along the MRO."""
        known = self.names.known(self._members, (owner, name))
        return known if known is not None else self._settle_member(owner, name)

    def _settle_member(self, owner: Value, name: str) -> Founds:
        return self.names.settle(self._members, (owner, name), lambda _: self._member(owner, name), ())

    def _member(self, owner: Value, name: str) -> Founds:
        line = self.mro(owner.as_kind("class"))
        if owner.kind == "super":
            line = line[1:]
        enum = any(cls.name in self.world.files[owner.path].language.enums for cls in line)
        for index, cls in enumerate(line):
            if cls.kind == "external":
                continue
            has = self._has(cls, name)
            if not has and name not in self.world.files[cls.path].language.constructors:
                continue  # as most do: nothing more is asked
            found = self._computed_above(line[index:], name) or self.own_member(cls.as_kind(owner.kind), name)
            if enum and owner.kind == "class" and (has or found) and all(f.value.kind not in _METHODS for f in found):
                return (Found(self._enumerated(cls, name), STATIC, (f"a member of {self.world.symbol(cls).name}",)),)
            if found and index and owner.kind != "super":
                step = f"inherited from {self.world.symbol(cls).name}"
                sure = STATIC if not any(self._is_computed(each) for each in line[:index]) else INFERRED
                return tuple(f.but(level=max(f.level, sure), via=steps((step,), f.via)) for f in found)
            if has or found:
                return found  # its own, also if that is not known: no base is asked
        made = name in self.world.files[owner.path].language.constructors
        for meta in self.metaclass(owner) if owner.kind == "class" and not made else ():
            if meta.value.kind == "class":
                found = self.member(meta.value.as_kind("instance"), name)
                if found:
                    return found
        return self._outside(line, name, owner)

    def _enumerated(self, cls: Value, name: str) -> Value:
        """Colour.RED: an instance that tells which, where it is a key"""
        if self.world.large:
            return cls.as_kind("instance")
        key = Value("text", "", NONE, f"{cls.path}::{self.world.symbol(cls).name}.{name}")
        return Value("instance", cls.path, cls.symbol, "", (key,))

    def _outside(self, line: tuple[Value, ...], name: str, owner: Value) -> Founds:
        """A member of the first base outside that may have it, as far as is known."""
        language = self.world.files[owner.path].language
        for cls in line:
            if cls.kind == "external" and name in language.known_members.get(cls.name, (name,)):
                type = language.aliases.get(cls.name, cls.name)
                return (Found(Value("external", "", NONE, f"{type}{language.separator}{name}"), STATIC, ()),)
        return ()

    def _computed_above(self, line: tuple[Value, ...], name: str) -> Founds:
        """A property of a base that code of the class assigns to: self.size = 1 calls its setter, and hides nothing. Of
        other descriptors, which may have no setter, with what is assigned."""
        file, symbol = self.world.files[line[0].path], line[0].symbol
        self._note_member(file, symbol, name)
        if not self.world.is_computed(name) or name not in file.attributes(symbol):
            return ()
        places = file.names.get(file.symbols[symbol].scope, {}).get(name)
        if places and not _is_extended(file, places):
            return ()
        for cls in line[1:]:
            if cls.kind == "class" and name in self._scope(cls, name):
                above = self.own_member(cls.as_kind("class"), name)
                step = f"inherited from {self.world.symbol(cls).name}"
                found = tuple([each.but(via=steps((step,), each.via)) for each in above])
                if any(each.value.kind == "function" and self._is_property(each.value) for each in above):
                    return found
                described = found and self.world.is_described(name)
                return several((*found, *self.own_member(line[0].as_kind("instance"), name))) if described else ()
        return ()

    def _scope(self, cls: Value, name: str) -> dict[str, list[int]]:
        """The names in the body of a class, in which one is looked up."""
        file = self.world.files[cls.path]
        self._note_member(file, cls.symbol, name)
        return file.names.get(file.symbols[cls.symbol].scope, {})

    def _is_property(self, function: Value) -> bool:
        return not COMPUTED.isdisjoint(self.world.symbol(function).flags)

    def _is_computed(self, cls: Value) -> bool:
        """Whether one of its bases is the result of a call, or what is passed to a function."""
        if cls.kind == "external":
            return False
        return any(base.level for base in self.bases(cls)) if self.world.symbol(cls).bases else False

    def _has(self, cls: Value, name: str, noted: bool = False) -> bool:
        """Whether the class itself has a member of that name, known or not; `noted`: that this was looked up."""
        for path, symbol in self.parts_of(cls):
            file = self.world.files[path]
            if not noted:
                self._note_member(file, symbol, name)
            places = file.names.get(file.symbols[symbol].scope, {}).get(name)
            if (places and not _is_extended(file, places)) or name in file.attributes(symbol):
                return True
        return False

    def own_member(self, cls: Value, name: str) -> Founds:
        """A member that the class itself has: in its body, its impl blocks, or assigned to its receiver."""
        found: list[Found] = []
        for path, symbol in self.parts_of(cls):
            file = self.world.files[path]
            self._note_member(file, symbol, name)
            scope = file.symbols[symbol].scope
            called = file.symbols[symbol].kind in CALLABLE_KINDS  # a constructor function: its names are locals
            if called and name in file.language.constructors:
                found.append(Found(Value("function", path, symbol), STATIC, ()))
                continue
            places = None if called else file.names.get(scope, {}).get(name)
            if places and not _is_extended(file, places):
                places = self._readable(file, places, cls.kind)
                values = self.names.bindings(file, file.at_end(scope, places))
                if values is None:
                    values = (Found(Value("attribute", path, symbol, name), INFERRED, ()),)
                if values or name not in file.attributes(symbol):
                    found.extend(() if cls.kind == "instance" and is_replaced(file, symbol, name) else values)
                    owners = [file.stores.object(store) for store in file.attributes(symbol).get(name, ())]
                    if owners and (cls.kind == "instance" or any(file.is_class(at) for at in owners)):
                        found.append(Found(Value("attribute", path, symbol, name), INFERRED, ()))
                    continue
            stores = file.attributes(symbol).get(name, ())
            declared = [file.stores.type(store) for store in stores if file.stores.type(store) != NONE]
            typed = [each for type in declared for each in self.names.types.instances(file, type)]
            if typed:
                found.extend(typed)
            if stores and (not typed or self.names.types.is_weak(file, tuple(typed))):
                found.append(Found(Value("attribute", path, symbol, name), INFERRED, ()))
        return several(found)

    def members_below(self, cls: Value, name: str) -> tuple[tuple[Value, Founds], ...]:
        """The classes below one that have a member of that name themselves, nearest first, with what instances have."""
        known, question = self._members_below, (BELOW, cls, name)
        return self.names.settle(known, question, lambda _: self._find_members_below(cls, name), ())

    def _find_members_below(self, cls: Value, name: str) -> tuple[tuple[Value, Founds], ...]:
        below = self.all_below(cls)
        if many := len(below) > _NOTED_ALONE:  # else it would be most of all that is noted
            self.world.note(MEMBERS, name)
        having = [each for each in below if self._has(each, name, many)]
        found = [(owner, self.own_member(owner.as_kind("instance"), name)) for owner in having]
        return tuple([each for each in found if each[1]])

    def _note_member(self, file: File, symbol: int, name: str) -> None:
        """Notes that it was looked up what a class itself has under a name."""
        if file is not self.world.own:
            reading, cells = self.world.reading, file.cells(symbol)
            reading.add(cells.own)
            reading.add(cells.of(name))

    def setters(self, owner: Value, name: str, deletes: bool = False) -> list[Found]:
        """The function that runs when `name` of an instance is assigned to, or deleted."""
        for cls in self.mro(owner.as_kind("class"))[1 if owner.kind == "super" else 0 :]:
            if cls.kind == "external":
                continue
            file = self.world.files[cls.path]
            self._note_member(file, cls.symbol, name)
            self._note_member(file, cls.symbol, f"{SETTER}{name}")
            members = file.names.get(file.symbols[cls.symbol].scope, {})
            places = [*members.get(name, ()), *members.get(f"{SETTER}{name}", ())]
            found = [symbol for place in places if (symbol := _function(file, place)) != NONE]
            setting = [symbol for symbol in found if "setter" in file.symbols[symbol].flags]
            setting = [symbol for symbol in setting if ("deleter" in file.symbols[symbol].flags) == deletes]
            if len(setting) > 1:
                fitting = [s for s in setting if ("static" in file.symbols[s].flags) == (owner.kind == "class")]
                setting = fitting or setting
            if setting or (found and not any("extends" in file.symbols[symbol].flags for symbol in found)):
                return [Found(Value("function", cls.path, symbol), STATIC, ()) for symbol in setting[:1]]
        return []

    @staticmethod
    def _readable(file: File, places: list[int], kind: str) -> list[int]:
        """Of namesakes those that a read finds: no setter; the static ones of a class, the others of an instance."""
        if len(places) == 1:
            return places
        flags: dict[int, tuple[str, ...]] = {}
        for place in places:
            symbol = _function(file, place)
            flags[place] = file.symbols[symbol].flags if symbol != NONE else ()
        readable = [place for place in places if "setter" not in flags[place]] or places
        fitting = [place for place in readable if ("static" in flags[place]) == (kind == "class")]
        return fitting or readable

    def bases(self, cls: Value) -> list[Found]:
        """The classes (or externals) it extends or implements, as written; what is not known is left out."""
        found: list[Found] = []
        for path, symbol in self.parts_of(cls):
            file = self.world.files[path]
            self.world.reading.add(file.cells(symbol).own)
            for base in file.symbols[symbol].bases:
                if file.code.op(base) == Op.KEYWORD:
                    continue
                block = file.symbols[symbol].kind == Kind.IMPL  # an outside trait has just the methods it is given
                for each in self.base(file, base):
                    if each.value.kind == "class" or (each.value.kind == "external" and not block):
                        found.append(each)
        return found

    def base(self, file: File, at: int) -> Founds:
        """What the expression of a base is. With prototypes, a constructor function may be extended as a class, and a
        module may be one: require('./base')"""
        found = self.mixins.base(file, self.names.types.bare(file, at))
        if not file.language.prototype:
            return found
        modules = [each for each in found if each.value.kind == "module"]
        wholes = [
            each.after(module) for module in modules for each in self.names.modules.member(module.value.path, "=")
        ]
        return tuple(
            each.but(value=each.value.as_kind("class")) if each.value.kind == "function" else each
            for each in (*found, *wholes)
        )

    def is_open(self, value: Value) -> bool:
        """Whether a value of that declared type may be of another class: one that inherits, or is just like it."""
        if value.kind != "instance":
            return False
        if self.inherited(value) or self.world.symbol(value).kind in (Kind.INTERFACE, Kind.TYPE):
            return True
        return self.is_protocol(value)

    def is_protocol(self, value: Value) -> bool:
        """Whether the class says of itself that others are like it without inheriting from it."""
        protocols = self.world.files[value.path].language.protocols
        return bool(protocols) and any(base.value.name in protocols for base in self.bases(value.as_kind("class")))

    def metaclass(self, cls: Value) -> Founds:
        """The class of the class."""
        return self.names.settle(self._members, ("class of", cls), lambda _: self._find_metaclass(cls), ())

    def _find_metaclass(self, cls: Value) -> Founds:
        word = self.world.files[cls.path].language.metaclass
        for owner in self.mro(cls) if word else ():
            if owner.kind != "class":
                continue
            file = self.world.files[owner.path]
            self.world.reading.add(file.cells(owner.symbol).own)
            for base in file.symbols[owner.symbol].bases:
                if file.code.op(base) == Op.KEYWORD and file.code.text(base) == word:
                    return self.mixins.base(file, file.code.first(base))
        return ()

    def is_unbound(self, cls: Value, member: Value) -> bool:
        """Whether a method that is taken from a class waits for its receiver: Base.start(self)"""
        if member.kind != "function":
            return False
        symbol = self.world.symbol(member)
        if symbol.kind != Kind.METHOD or not symbol.parameters or symbol.parameters[0].form != "receiver":
            return False
        if self.world.files[member.path].receiver_kind(member.symbol) != "instance":
            return False
        return Value("class", member.path, symbol.parent) in self.mro(cls)  # else its metaclass has it

    def as_method(self, object: Value, name: str, member: Found) -> Found:
        """A plain function that a class holds gets the object as its first argument: a wrapper, an alias; where
        functions have receivers, as that."""
        value, language = member.value, self.world.files[object.path].language
        if object.kind == "instance" and language.prototype and member.receiver is None:
            return member.but(receiver=object)
        if object.kind != "instance" or not language.binds_functions:
            return member
        symbol = self.world.symbol(value)
        method = symbol.kind == Kind.METHOD  # that its decorator gave back
        if (method and member.receiver is not None) or not symbol.parameters:
            return member
        if symbol.parameters[0].form not in (_RECEIVING if method else _POSITIONAL):
            return member
        if not self._holds_function(object, name):
            return member
        if method:
            return member.but(receiver=object)
        first = Value("bound", value.path, value.symbol, "0", (object,))
        return member.but(value=Value(value.kind, value.path, value.symbol, value.name, (*value.of, first)))

    def _holds_function(self, object: Value, name: str) -> bool:
        """Whether what a class holds under a name is written as a function there: decorated, or another's name."""
        file, places = self.in_body(object, name)
        if file is None or places is None:
            return self._given_function(object, name)
        return all(file.bound[each] != NONE and file.code.op(file.bound[each]) in _BOUND for each in places)

    def _given_function(self, object: Value, name: str) -> bool:
        """Whether code of its own file assigns functions to that name of a class: Model.run = run"""
        for cls in self.mro(object.as_kind("class")):
            if cls.kind != "class":
                continue
            file = self.world.files[cls.path]
            self._note_member(file, cls.symbol, name)
            stores = [file.stores[index] for index in file.attributes(cls.symbol).get(name, ())]
            if stores:
                return all(
                    file.is_class(store.object) and store.value != NONE and file.code.op(store.value) in _BOUND
                    for store in stores
                )
        return False

    def declares(self, object: Value, name: str) -> bool:
        """Whether a class of the object has a field of that name in its body."""
        return self.in_body(object, name)[1] is not None

    def decorated(self, object: Value, name: str) -> Value | None:
        """The function that stands under a decorator in the body of a class of the object, under that name."""
        file, places = self.in_body(object, name)
        if file is None or not places or file.code.op(file.bound[places[-1]]) != Op.DECORATED:
            return None
        symbol = _function(file, places[-1])
        return Value("function", file.path, symbol) if symbol != NONE else None

    def in_body(self, object: Value, name: str) -> tuple[File | None, list[int] | None]:
        """The bindings of a name in the body of the first class that has it."""
        for cls in self.mro(object.as_kind("class")):
            if cls.kind == "class":
                places = self._scope(cls, name).get(name)
                if places:
                    return self.world.files[cls.path], places
        return None, None

    def member_after(self, receiver: Value, owner: Value, name: str) -> Founds:
        """super().name in code of the class `owner`, for a receiver of that class or one below."""
        line, here = self.mro(receiver.as_kind("class")), owner.as_kind("class")
        if here not in line:
            return self.member(owner.as_kind("super"), name)
        line = line[line.index(here) + 1 :]
        for cls in line:
            found = () if cls.kind == "external" else self.own_member(cls.as_kind("instance"), name)
            if found:
                return found
        own = receiver.symbol == owner.symbol
        return self.member(owner.as_kind("super"), name) if own else self._outside(line, name, owner)

    def mro(self, cls: Value) -> tuple[Value, ...]:
        """The class and its bases in the order in which members are looked up (C3; depth first where C3 fails)."""
        if cls.kind != "class":
            return (cls,)
        known = self.names.known(self._mro, ("mro", cls))
        return known if known is not None else self._settle_mro(cls)

    def _settle_mro(self, cls: Value) -> tuple[Value, ...]:
        return self.names.settle(self._mro, ("mro", cls), lambda _: self._linearise(cls), (cls,))

    def _linearise(self, cls: Value) -> tuple[Value, ...]:
        bases = list(dict.fromkeys(base.value for base in self.bases(cls) if base.value != cls))
        if len(bases) < 2:
            return (cls, *(v for base in bases for v in self.mro(base) if v != cls))
        return (cls, *(v for v in merge([*(list(self.mro(base)) for base in bases), bases]) if v != cls))


def _function(file: File, place: int) -> int:
    """The symbol of the function that a binding defines, or NONE."""
    value = file.bound[place]
    if value != NONE and file.code.op(value) == Op.DECORATED:
        value = file.code.first(value)
    return file.code.first(value) if value != NONE and file.code.op(value) == Op.FUNCTION else NONE


def _is_extended(file: File, places: list[int]) -> bool:
    """Whether a class has just setters for a property of a base, by these bindings: what reading it runs stands there.
    (@Base.size.setter)"""
    symbol = _function(file, places[0])
    if symbol == NONE or "extends" not in file.symbols[symbol].flags:
        return False
    others = [_function(file, place) for place in places]
    return all(other != NONE and "setter" in file.symbols[other].flags for other in others)


_NOTED_ALONE: Final = 24  # classes of which it is noted one by one whether they have a member of some name
_METHODS: Final = frozenset({"function", "class"})
_POSITIONAL: Final = frozenset({"plain", "positional"})
_RECEIVING: Final = frozenset({"receiver"})
_BOUND: Final = frozenset({Op.FUNCTION, Op.DECORATED, Op.NAME, Op.ATTRIBUTE})
