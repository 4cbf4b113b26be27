"""What is inside objects: members by name, elements by key. Takes found objects, gives what they hold, with evidence.

Both are known from what is written where a class or container is made, and from what any file stores into it.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Final

from callmap.link import hooks, making, outside, proxies, stored
from callmap.link.evidence import (
    DEEPEST_MADE,
    IN,
    INFERRED,
    MOST_TEXTS,
    OPEN,
    POSSIBLE,
    STATIC,
    Found,
    Founds,
    Value,
    opened,
    several,
    shallow,
    telling,
    unpacked,
)
from callmap.link.fields import of_pattern
from callmap.link.instances import remembered
from callmap.link.iteration import Iteration
from callmap.link.lineage import of_class
from callmap.link.prototypes import LINKS, OTHERS, Prototypes
from callmap.link.spaces import SPACE, module_named, names_in
from callmap.model import ANY_KEY, NONE, Op

if TYPE_CHECKING:
    from callmap.link.values import Values

_HAVING: Final = frozenset({"instance", "class", "module"})
_DEFINED: Final = frozenset({"function", "class"})
_KEY_KINDS: Final = frozenset({"parameter", "member", "item", "called", "external_instance"})


class Contents:
    """Part of `Values`."""

    def __init__(self, values: Values) -> None:
        self.values = values
        self.names = values.names
        self.world = values.world
        self.file = values.file
        self.prototypes = Prototypes(self)
        self.iteration = Iteration(self)
        self._proxying = proxies.makes_proxies(self.file)
        self.joined: dict[Value, tuple[Founds, frozenset[Value], Founds]] = {}  # what others add to what is in one
        stores = self.file.outside_stores() if self.file.language.binds_functions else ()
        self.set_outside = frozenset([self.file.stores.attribute(index) for index in stores])

    # --- members ---

    def member(self, object: Found, name: str, alone: bool = False) -> Founds:
        """object.name; `alone`: without what its class has from prototypes."""
        self.names.depth.enter()  # an object may be answered for by others, and they by it
        found = self._member(object, name, alone)
        self.names.depth.level -= 1
        return found

    def _member(self, object: Found, name: str, alone: bool) -> Founds:
        value = object.value
        if value.kind in OPEN:
            return opened("member", name, object)
        if value.kind == "instance" and value.of and (held := remembered(self.values, object, name)) is not None:
            return held
        if value.kind == "super" and value.of and self.names.classes.in_diamond(value):
            return self._above(object, name)
        if self.prototypes.extending and (added := self.prototypes.extended(object, name)):
            return added
        if value.kind in ("object", "structure") and not value.name:
            return self._property(object, name)
        if value.kind in _HAVING and name and name == self.file.language.space_attribute:
            return (object.but(value=Value(SPACE, "", NONE, self.file.language.literals.get(Op.DICT, ""), (value,))),)
        if value.kind in ("object", "structure", SPACE) or (value.kind == "external_instance" and value.of):
            method = Value("external", "", NONE, f"{value.name}{self.file.language.separator}{name}")
            if value.name == self.file.language.promise_type and self.values.models.find(method.name) is None:
                return several([each for held in self.awaited(object) for each in self.member(held, name)])
            if f"<any>.{name}" in self.file.language.models and self.values.models.find(method.name) is None:
                return self.of_anything(name, object)  # Promise.all([…]).then(…)
            return (Found(method, object.level, object.via, receiver=value),) if value.name else ()
        if value.kind == "external_instance" and (part := outside.attribute(self.file.language, object, name)):
            return part
        if value.kind == "external_result":
            return self.of_anything(name, object) or outside.method(self.file.language, object, name) or (object,)
        if value.kind == "external" and value.name == self.file.language.accessor:
            return hooks.part(self.file.language, object, name)
        if value.kind == "external" and self.file.language.function_type:  # Array.prototype.slice.call(…)
            method = Value("external", "", NONE, f"{self.file.language.function_type}.{name}")
            known = self.values.models.find(value.name) is not None
            if known and self.values.models.find(method.name) is not None:
                return (Found(method, object.level, object.via, receiver=object.packed()),)
        if value.kind in ("external", "external_instance") and not self.file.language.prototype:  # it has all names
            method = Value("external", "", NONE, f"{value.name}{self.file.language.separator}{name}")
            return (Found(method, object.level, object.via, receiver=value),)
        members = self.values.expand(self.names.attribute(self.file, object, name) or ())
        members = stored.beside(self, object, name, members)
        if self.file.language.prototype and not alone and _outside(members):
            members = self.prototypes.linked(object, name) or members
        if value.kind == "super" and not members:
            members = hooks.of_root(self, value.as_kind("class"), name)
        if value.kind in _DEFINED and _outside(members) and (outer := hooks.of_definition(self, object, name)):
            return outer
        if value.kind == "function" and not members and name == self.file.language.call_method and name:
            return (object,)
        if value.kind == "function" and not members and self.file.language.function_type:
            method = Value("external", "", NONE, f"{self.file.language.function_type}.{name}")
            if self.values.models.find(method.name) is None:
                return self.of_anything(name, object)
            return (Found(method, object.level, object.via, receiver=object.packed()),)
        for getter in () if members else self.prototypes.getters(object, name):
            members += self.values.calls.result(getter, ())
        if value.kind == "instance" and members and _outside(members):
            members = self._beside(members, self._below(object, name))
        if value.kind == "module" and not members:
            return self._of_whole(object, name) or hooks.answered(self, object, name)
        if value.kind == "instance" and not members:
            members = self._below(object, name) or hooks.answered(self, object, name)
            members = members or self._indexed(object, name) or outside.of_all(self.file.language, object, name)
        elif object.declared and all(each.value.kind in OPEN for each in members):
            members += self._below(object, name)
        found: list[Found] = []
        for each in members:
            if value.kind == "super" and value.of:
                each = each.but(receiver=value.of[0])
            if each.value.kind == "function":
                each = each.but(declared=True) if object.declared and not each.declared else each
                each = self.names.classes.as_method(value, name, each)
            if each.value.kind == "function" and self.runs(value, each.value):
                found.extend(self.values.calls.result(each.but(receiver=value), ()))
            elif each.value.kind == "external" and each.receiver is None:
                found.append(each.but(receiver=value))
            elif hooks.describes(self.file, each.value) and (given := hooks.got(self, object, each, name)) is not None:
                found.extend(given)
            else:
                found.append(each)
        return tuple(found)

    def _of_whole(self, object: Found, name: str) -> Founds:
        """A method of the function that a module is: Base.call(this), where Base is what a module exports"""
        method = f"{self.file.language.function_type}.{name}"
        if method not in self.file.language.models:
            return ()
        wholes = self.values.expand(self.names.modules.member(object.value.path, "="))
        return several([
            Found(Value("external", "", NONE, method), whole.level, object.via, receiver=whole.packed())
            for whole in wholes if whole.value.kind == "function"
        ])  # fmt: skip

    def attribute(self, object: Found, name: str) -> Founds:
        """object.name, also where the object is not known well enough to have it."""
        return self.member(object, name) or self.of_anything(name, object)

    def of_anything(self, name: str, object: Found | None = None) -> Founds:
        """A method of something unknown that is the same wherever it is known: `then`, `forEach`."""
        model, models = f"<any>.{name}", self.file.language.models
        if model not in models:
            return ()
        of_promise = f"{self.file.language.promise_type}.{name}"
        if object is not None and object.value.kind != "external_result" and of_promise in models:
            model = of_promise
        elif self.world.has_method(name):
            return ()
        receiver = None if object is None else object.packed()
        return (Found(Value("external", "", NONE, model), INFERRED, (), receiver=receiver),)

    def awaited(self, object: Found) -> Founds:
        """await object: what a promise holds; any other value is seen as if it were awaited already."""
        value = object.value
        if value.kind not in ("object", "structure") or not value.name or value.name != self.file.language.promise_type:
            return (object,)
        return tuple(found.after(object) for found in self.contents(value, ""))

    def _below(self, object: Found, name: str, reading: bool = False) -> Founds:
        """A member that only classes below have: a mixin relies on those that inherit from it."""
        if not object.declared or not self.values.asked.has_member(name):
            return ()
        found: list[Found] = []
        below = self.names.classes.members_below(object.value.as_kind("class"), name)
        for cls, members in below or self._from_siblings(object.value, name, reading):
            receiver = cls.as_kind("instance")
            step = f"{self.values.class_name(cls)} inherits from {self.values.class_name(object.value)}"
            for each in self.values.expand(members):
                found.append(each.but(level=max(each.level, INFERRED), via=(*object.via, step), receiver=receiver))
        return several(found)

    def _from_siblings(self, value: Value, name: str, reading: bool) -> list[tuple[Value, Founds]]:
        """Methods that classes below inherit from their other bases, with the class that does; properties only where
        they are read: what they give may be as much as all these classes are made with."""
        below = self.names.classes.methods_below(value.as_kind("class"), name)
        return [each for each in below if reading or not any(self.computed(method.value) for method in each[1])]

    def _beside(self, members: Founds, below: Founds) -> Founds:
        """A member that a base outside may have, and classes below have."""
        return several((*members, *(each.but(level=POSSIBLE) for each in below))) if below else members

    def answering(self, value: Value, method: str) -> list[Found]:
        """The methods of that name of an object, or the functions of a module."""
        if value.kind == "module":
            return [each for each in self.names.modules.member(value.path, method) if each.value.kind == "function"]
        members = self.names.classes.member(value, method)
        return [each.but(receiver=value) for each in members if each.value.kind == "function"]

    def _indexed(self, object: Found, name: str) -> Founds:
        """What a declared type holds by any name: { [name: string]: T }"""
        if name == ANY_KEY or not self.values.asked.has_member(ANY_KEY):
            return ()
        return self.member(object, ANY_KEY)

    def _above(self, object: Found, name: str) -> Founds:
        """super().name, where the classes of the receiver decide which class comes next."""
        found: list[Found] = []
        for receiver in self.values.concrete((Found(object.value.of[0], STATIC, ()),)):
            if receiver.value.kind not in ("instance", "class"):
                continue
            after = self.names.classes.member_after(receiver.value, object.value, name)
            if not after and receiver.level < POSSIBLE:
                after = hooks.of_root(self, receiver.value.as_kind("class"), name)
            for each in after:
                found.append(each.but(receiver=receiver.value, level=max(each.level, receiver.level)).after(object))
        return several(found)

    def computed(self, function: Value) -> bool:
        return "property" in (flags := self.world.symbol(function).flags) or "getter" in flags

    def runs(self, object: Value, member: Value) -> bool:
        """Whether reading that member of the object runs it."""
        known = object.kind in ("instance", "super", "object") or "static" in self.world.symbol(member).flags
        of_class = object.kind == "class" and bool(self.file.language.metaclass)  # which its metaclass may have
        return self.computed(member) and (known or (of_class and not self.names.classes.is_unbound(object, member)))

    def read(self, object: Found, name: str, alone: bool = False) -> Founds:
        """What stands at the name, before it is run; `alone`: without what its class has from prototypes."""
        value = object.value
        if value.kind == "object" and not value.name:
            found = self.contents(value, name) or self.prototypes.inherited(value, name)
            return tuple(each.but(receiver=value).after(object) for each in found)
        members = self.values.expand(self.names.attribute(self.file, object, name) or ())
        if not members and not alone and value.kind == "instance" and self.file.language.prototype:
            found = self.prototypes.above(value, lambda above: self.read(above, name, alone=True))
            return tuple(each.after(object) for each in found)
        return members or (self._below(object, name, reading=True) if value.kind == "instance" else ())

    def _property(self, object: Found, name: str) -> Founds:
        """A member of an object literal."""
        value = object.value
        if self._proxying and (given := proxies.got(self.values, object, name)):
            return given
        if value.kind == "object" and value.path != self.file.path:
            known = self.values.expand(self.names.attribute(self.file, object, name) or ())
            if known and not self.values.asked.is_stored(name):
                return tuple(each.but(receiver=value) if each.value.kind == "function" else each for each in known)
        found: list[Found] = []
        for each in self.contents(value, name) or self.prototypes.inherited(value, name):
            if each.value.kind == "function" and self.computed(each.value):
                found.extend(self.values.calls.result(each.but(receiver=value), ()))
            elif each.value.kind == "function" and each.receiver is None:
                found.append(each.but(receiver=value))
            else:
                found.append(each)
        for getter in () if found else self.prototypes.getters(object, name):
            found.extend(self.values.calls.result(getter, ()))
        found.extend(() if found else self.prototypes.below(value, name))
        return several([each.after(object) for each in found])

    # --- elements ---

    def items(self, object: Found, name: str, keys: Founds = ()) -> Founds:
        """object[key]: `name` is the key if it is written out, else `keys` are its values."""
        value = object.value
        texts = [name] if name else [text for key in keys for text in self.texts(key.value)]
        if value.kind in OPEN or (not name and any(key.value.kind in OPEN for key in keys)):
            plain = [key.value for key in keys if key.value.kind in _KEY_KINDS]
            if any(each.kind == "external_instance" and not each.of for each in plain):
                plain = []  # it may be any
            return opened("item", name, object, *plain[:MOST_TEXTS])
        if value.kind == "class" and self.names.classes.is_enum(value):
            return (object.but(value=value.as_kind("instance")),)
        if value.kind == "instance" and self.file.language.value_types:  # one of several that stand side by side
            return (object,)
        if value.kind in ("class", "instance") and not self.file.language.item_method:
            found = several([found for text in texts or [ANY_KEY] for found in self.member(object, text)])
            held = self.iteration.container(object)
            return found if held is object or not _outside(found) else self.items(held, name, keys)
        given = tuple([key.packed() for key in keys]) if value.kind in ("class", "instance") else ()
        if value.kind == "class":  # List[int], unless it says itself what that gives
            if methods := of_class(self.names.classes, object, self.file.language.item_method):
                return self._results(methods, given)
            asked = self.file.language.implicit.get("item class", ())
            return several([f for method in asked for f in self._result(object, method, given)]) or (object,)
        if value.kind == "module":  # globals()[name]
            names = texts or self.names.modules.exports(value.path)
            return several([found for text in names for found in self.member(object, text)])
        if value.kind == "instance":
            missing = self._result(object, self.file.language.missing_method, given)
            own = self._result(object, self.file.language.item_method, given)
            held = object if own else self.iteration.container(object)
            own = own if held is object else self.items(held, name, keys)
            return several((*missing, *own)) or self._field(object, name)
        if value.kind == SPACE:
            inner = unpacked(value.of[0], object.level, object.via)
            if inner.value.kind == "module":
                return self.items(inner, name, keys)
            texts = texts or names_in(self, inner.value)
            return several([found for text in texts for found in self.member(inner, text)])
        if value.kind == "external" and value.name == self.file.language.module_table:
            return several([found for text in texts for found in module_named(self, text)])
        if value.kind not in ("object", "structure"):
            return outside.held(self.file.language, object, name, keys)
        if not name and len(texts) != len(keys):
            texts = []
        return several([found.after(object) for text in texts or [""] for found in self.contents(value, text)])

    def spread(self, object: Found, place: str) -> Founds:
        """[*object][place]"""
        if object.value.kind in OPEN:
            return opened("spread", place, object)
        return self.iteration.at(object, place) if object.value.kind == "instance" else self.items(object, place)

    def _field(self, object: Found, place: str) -> Founds:
        """What a pattern, or unpacking, takes out of an object with declared fields: case Point(x, y)"""
        fields = of_pattern(self.names, object.value.as_kind("class")) if place.isdigit() else []
        return self.member(object, fields[int(place)]) if fields and int(place) < len(fields) else ()

    def texts(self, value: Value) -> list[str]:
        """The keys that a value means: texts, or a class or function by itself."""
        if value.kind in ("class", "function", "external") and self.file.language.item_method:
            return [f"{value.path}::{value.symbol}{value.name}"]
        return [part.name for part in value.of if part.kind == "text"]

    def elements(self, object: Found) -> Founds:
        """What iterating over the object gives."""
        return self.iteration.elements(object)

    def _result(self, object: Found, method: str, keys: tuple[Value, ...]) -> Founds:
        members = self.member(object, method) if method in self.world.special_methods(self.file.language) else ()
        return self._results([each for each in members if each.value.kind == "function"], keys)

    def _results(self, methods: list[Found], keys: tuple[Value, ...]) -> Founds:
        given = tuple([Value("argument", "", NONE, "", (key,)) for key in keys])
        return several([found for method in methods for found in self.values.calls.result(method, given)])

    def contents(self, value: Value, key: str, alone: bool = False) -> Founds:
        """What stands at the key of a container ("": anywhere); `alone`, without what others copied into it."""
        if value.kind == "structure":
            return making.slots(value, key)
        self.names.depth.enter()  # containers may be copied into each other
        found = self._contents(value, key, alone)
        self.names.depth.level -= 1
        return found

    def _contents(self, value: Value, key: str, alone: bool) -> Founds:
        question = Value("content", value.path, value.symbol, key)
        own = self.values.own(question) if value.path == self.file.path else ()
        if value.of and value.path == self.file.path:
            found = several(making.filled(self.values, value, list(own), self.values.ask(question)))
        else:
            found = self._joined(question, own)
        linked = self.file.language.prototype and key not in LINKS and not alone
        if linked and (mixed := self.prototypes.mixed(value, key)):
            found = mixed if found and self.prototypes.is_hidden(value, key) else several((*found, *mixed))
        if not found and key and not value.name and key[0] != "<":
            question = Value("content", value.path, value.symbol, OTHERS)
            found = several([unpacked(each, INFERRED, IN) for each in self.values.ask(question)])
        return found

    def _joined(self, question: Value, own: Founds) -> Founds:
        """What this file puts into a container with what others do; kept, since large ones are asked for often."""
        self.values.read_one(question)
        told = self.world.summary(question)
        if not told:
            return several(own)
        known = self.joined.get(question)
        if known is None or known[0] is not own or known[1] is not told:
            found = several([*own, *[unpacked(each, INFERRED, IN) for each in sorted(told)]])
            known = self.joined[question] = (own, told, found)
        return known[2]

    def gathered(self, found: Iterable[Found], type: str) -> Found:
        """A container that holds those values anywhere; plain objects only where there are no others."""
        found = tuple(found)
        held = tuple(dict.fromkeys([each.held() for each in found if telling(each.value)]))
        if not held:
            held = tuple(dict.fromkeys([each.value for each in found if each.value.kind == "external_instance"]))
        slots = (Value("slot", "", NONE, "", held),) if held else ()
        value = shallow(Value("structure", "", NONE, type, slots), DEEPEST_MADE)
        return Found(value or Value("structure", "", NONE, type), INFERRED, ())


def _outside(found: Founds) -> bool:
    return all(each.value.kind == "external" for each in found)
