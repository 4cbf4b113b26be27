"""What is inside objects: members by name, elements by key. Takes found objects, gives what they hold, with evidence.

Both are known from what is written where a class or container is made, and from what any file stores into it.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Final

from callmap.link import hooks
from callmap.link.evidence import (
    INFERRED,
    KEYS,
    MOST_TEXTS,
    MOST_WRITTEN,
    OPEN,
    POSSIBLE,
    STATIC,
    Found,
    Founds,
    Value,
    left_open,
    several,
    shallow,
    steps,
    telling,
    unpacked,
)
from callmap.link.iteration import Iteration
from callmap.link.places import constant
from callmap.link.prototypes import LINKS, LONGEST_CHAIN, OTHERS, Prototypes
from callmap.model import ANY_KEY, NONE, PROTOTYPE, SETTER, Op

if TYPE_CHECKING:
    from callmap.link.values import Values

_IN: Final = ("an element",)
ANSWERED: Final = ("found by its class",)  # by a method that answers for any name
_MADE_ELSEWHERE: Final = frozenset({NONE, Op.CALL, Op.CONSTRUCT, Op.PARAMETER})


class Contents:
    """Part of `Values`."""

    def __init__(self, values: Values) -> None:
        self.values = values
        self.names = values.names
        self.world = values.world
        self.file = values.file
        self.prototypes = Prototypes(self)
        self.iteration = Iteration(self)

    # --- members ---

    def member(self, object: Found, name: str) -> Founds:
        """object.name"""
        value = object.value
        if value.kind in OPEN:
            made = left_open("member", name, object.packed())
            return (Found(made, object.level, object.via),) if made is not None else ()
        if value.kind == "super" and value.of and self.names.classes.in_diamond(value):
            return self._above(object, name)
        if value.kind in ("object", "structure") and not value.name:
            return self._property(object, name)
        if value.kind in ("object", "structure") or (value.kind == "external_instance" and value.of):
            outside = Value("external", "", NONE, f"{value.name}{self.file.language.separator}{name}")
            if value.name == self.file.language.promise_type and self.values.models.find(outside.name) is None:
                return several([each for held in self.awaited(object) for each in self.member(held, name)])
            if f"<any>.{name}" in self.file.language.models and self.values.models.find(outside.name) is None:
                return self.of_anything(name, object)  # Promise.all([…]).then(…)
            return (Found(outside, object.level, object.via, receiver=value),) if value.name else ()
        if value.kind == "external_result":
            return self.of_anything(name, object) or (object,)
        if value.kind == "external" and self.file.language.function_type:  # Array.prototype.slice.call(…)
            outside = Value("external", "", NONE, f"{self.file.language.function_type}.{name}")
            known = self.values.models.find(value.name) is not None
            if known and self.values.models.find(outside.name) is not None:
                return (Found(outside, object.level, object.via, receiver=object.packed()),)
        members = self.values.expand(self.names.attribute(self.file, object, name) or ())
        if value.kind in ("instance", "class", "module") and _outside(members):
            members = self._stored_outside(object, name) or members
        elif value.kind == "instance" and self.file.language.prototype:
            stored = (*self._stored_outside(object, name), *self.prototypes.stored_below(object, name))
            members = several((*members, *stored))  # object.method = another
        if value.kind in ("instance", "class", "function") and _outside(members) and self.file.language.prototype:
            members = self.prototypes.linked(object, name) or members
        if value.kind == "function" and not members and (outer := hooks.of_decorated(self, object, name)):
            return outer
        if value.kind == "function" and not members and self.file.language.function_type:
            outside = Value("external", "", NONE, f"{self.file.language.function_type}.{name}")
            if self.values.models.find(outside.name) is None:
                return self.of_anything(name, object)
            return (Found(outside, object.level, object.via, receiver=object.packed()),)
        for getter in () if members else self.prototypes.getters(object, name):
            members += self.values.calls.result(getter, ())
        if value.kind == "instance" and members and _outside(members):
            members = self._beside(members, self._below(object, name), name)
        if value.kind == "instance" and not members:
            members = self._below(object, name) or self._fallback(object, name) or self._indexed(object, name)
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

    def attribute(self, object: Found, name: str) -> Founds:
        """object.name, also where the object is not known well enough to have it."""
        return self.member(object, name) or self.of_anything(name, object)

    def of_anything(self, name: str, object: Found | None = None) -> Founds:
        """A method of something unknown that is the same wherever it is known: `then`, `forEach`."""
        model = f"<any>.{name}"
        if model not in self.file.language.models or self.world.has_method(name):
            return ()
        receiver = None if object is None else object.packed()
        if object is not None and object.value.kind != "external_result":
            of_promise = f"{self.file.language.promise_type}.{name}"
            model = of_promise if of_promise in self.file.language.models else model
        return (Found(Value("external", "", NONE, model), INFERRED, (), receiver=receiver),)

    def awaited(self, object: Found) -> Founds:
        """await object: what a promise holds; any other value is seen as if it were awaited already."""
        value = object.value
        if value.kind not in ("object", "structure") or not value.name:
            return (object,)
        if value.name != self.file.language.promise_type:
            return (object,)
        return tuple(found.after(object) for found in self.contents(value, ""))

    def _below(self, object: Found, name: str) -> Founds:
        """A member that only classes below have: a mixin relies on those that inherit from it."""
        if not object.declared or not self.world.has_member(name):
            return ()
        found: list[Found] = []
        for cls in self.names.classes.all_below(object.value.as_kind("class")):
            receiver = cls.as_kind("instance")
            for each in self.values.expand(self.names.classes.own_member(receiver, name)):
                step = f"{self.values.class_name(cls)} inherits from {self.values.class_name(object.value)}"
                found.append(each.but(level=max(each.level, INFERRED), via=(*object.via, step), receiver=receiver))
        return several(found)

    def _beside(self, outside: Founds, below: Founds, name: str) -> Founds:
        """A member that a base outside may have, and classes below have; those alone, if it is known to have none."""
        owner = outside[0].value.name.removesuffix(name).removesuffix(self.file.language.separator)
        known = self.file.language.known_members.get(owner)
        if below and known is not None and name not in known:
            return below
        return several((*outside, *(each.but(level=POSSIBLE) for each in below))) if below else outside

    def _fallback(self, object: Found, name: str) -> Founds:
        """__getattr__"""
        method = self.file.language.fallback_method
        if not method or method not in self.world.special_methods(self.file.language):
            return ()
        text = Value("external_instance", "", NONE, self.file.language.literals.get(Op.STRING, ""),
                     (Value("text", "", NONE, name),))  # fmt: skip
        found: list[Found] = []
        for each in self.names.classes.member(object.value, method):
            if each.value.kind == "function":
                given = (Value("argument", "", NONE, "", (text,)),)
                found.extend(self.values.calls.result(each.but(receiver=object.value).after(object), given))
        return several([each.but(via=steps(each.via, ANSWERED)) for each in found])

    def _indexed(self, object: Found, name: str) -> Founds:
        """What a declared type holds by any name: { [name: string]: T }"""
        if name == ANY_KEY or not self.world.has_member(ANY_KEY):
            return ()
        return self.member(object, ANY_KEY)

    def _above(self, object: Found, name: str) -> Founds:
        """super().name, where the classes of the receiver decide which class comes next."""
        found: list[Found] = []
        for receiver in self.values.concrete((Found(object.value.of[0], STATIC, ()),)):
            if receiver.value.kind not in ("instance", "class"):
                continue
            for each in self.names.classes.member_after(receiver.value, object.value, name):
                found.append(each.but(receiver=receiver.value, level=max(each.level, receiver.level)).after(object))
        return several(found)

    def _stored_outside(self, object: Found, name: str) -> Founds:
        """What code elsewhere has assigned to the attribute: object.name = value"""
        if not self.world.is_stored(name):
            return ()
        value = object.value
        owners: Iterable[Value] = (value,)
        if value.kind != "module":
            owners = self.names.classes.mro(value.as_kind("class"))
        step = (*object.via, f"assigned to {name}")
        for owner in owners:
            if not owner.path:
                continue
            kind = "variable" if value.kind == "module" else "attribute"
            key = Value(kind, owner.path, owner.symbol, name)
            found = tuple(unpacked(each, INFERRED, step) for each in sorted(self.values.ask(key)))
            if found:
                return found
        return ()

    def computed(self, function: Value) -> bool:
        flags = self.world.symbol(function).flags
        return "property" in flags or "getter" in flags

    def runs(self, object: Value, member: Value) -> bool:
        """Whether reading that member of the object runs it."""
        if not self.computed(member):
            return False
        return object.kind in ("instance", "super", "object") or "static" in self.world.symbol(member).flags

    def read(self, object: Found, name: str) -> Founds:
        """What stands at the name, before it is run."""
        value = object.value
        if value.kind == "object" and not value.name:
            found = self.contents(value, name) or self.prototypes.inherited(value, name)
            return tuple(each.but(receiver=value).after(object) for each in found)
        members = self.values.expand(self.names.attribute(self.file, object, name) or ())
        if not members and value.kind == "instance" and self.file.language.prototype:
            return several([each for above in self.prototypes.above(object) for each in self.read(above, name)])
        return members

    def _property(self, object: Found, name: str) -> Founds:
        """A member of an object literal."""
        value = object.value
        if value.kind == "object" and value.path != self.file.path:
            known = self.values.expand(self.names.attribute(self.file, object, name) or ())
            if known and not self.world.is_stored(name):
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
            plain = [key.value for key in keys if key.value.kind in ("parameter", "member", "external_instance")]
            made = left_open("item", name, object.packed(), *plain[:MOST_TEXTS])
            return (Found(made, object.level, object.via),) if made is not None else ()
        if value.kind == "class" and self.names.classes.is_enum(value):
            return (object.but(value=value.as_kind("instance")),)
        if value.kind in ("class", "instance") and not self.file.language.item_method:
            return several([found for text in texts or [ANY_KEY] for found in self.member(object, text)])
        if value.kind == "class":
            return (object,)  # List[int]
        if value.kind == "module":  # globals()[name]
            names = texts or self.names.modules.exports(value.path)
            return several([found for text in names for found in self.member(object, text)])
        if value.kind == "instance":
            method = self.file.language.item_method
            return self._result(object, method, tuple(key.packed() for key in keys)) if method else ()
        if value.kind not in ("object", "structure"):
            return ()
        if not name and len(texts) != len(keys):
            texts = []
        return several([found.after(object) for text in texts or [""] for found in self.contents(value, text)])

    def texts(self, value: Value) -> list[str]:
        """The keys that a value means: texts, or a class or function by itself."""
        if value.kind in ("class", "function", "external") and self.file.language.item_method:
            return [f"{value.path}::{value.symbol}{value.name}"]
        return [part.name for part in value.of if part.kind == "text"]

    def elements(self, object: Found) -> Founds:
        """What iterating over the object gives."""
        return self.iteration.elements(object)

    def _result(self, object: Found, method: str, keys: tuple[Value, ...]) -> Founds:
        given = tuple(Value("argument", "", NONE, "", (key,)) for key in keys)
        found: list[Found] = []
        for member in self.member(object, method):
            if member.value.kind == "function":
                found.extend(self.values.calls.result(member, given))
        return several(found)

    def contents(self, value: Value, key: str, depth: int = 0) -> Founds:
        """What stands at the key of a container ("": anywhere)."""
        if value.kind == "structure":
            return _slots(value, key)
        question = Value("content", value.path, value.symbol, key)
        found = list(self.values.own(question)) if value.path == self.file.path else []
        found.extend([unpacked(each, INFERRED, _IN) for each in sorted(self.values.ask(question))])
        if self.file.language.prototype and key not in LINKS and depth <= LONGEST_CHAIN:
            found.extend(self.prototypes.mixed(value, key, depth))
        if not found and key and not value.name and key[0] != "<":
            question = Value("content", value.path, value.symbol, OTHERS)
            found.extend([unpacked(each, INFERRED, _IN) for each in sorted(self.values.ask(question))])
        return several(found)

    def written(self, key: Value) -> list[Found]:
        """What a container of this file is made with."""
        code, at, values = self.file.code, key.symbol, self.values
        op = code.op(at) if at >= 0 else NONE
        if op in (NONE, Op.CALL, Op.CONSTRUCT, Op.PARAMETER) or (
            key.name in LINKS and (key.name != PROTOTYPE or op != Op.DICT)
        ):
            return []  # made by a function: what its model says is a flow
        parts = code.parts(at)
        if len(parts) > MOST_WRITTEN and not key.name:  # a table of data
            return []
        if key.name == KEYS:
            keys = [part for part in parts[::2] if part != NONE] if op == Op.DICT else []
            return [each for part in keys if not constant(values, part) for each in values.evaluate(part)]
        if op == Op.DICT:
            return self._entries(parts, key.name)
        chosen = list(parts)
        if key.name:
            index = int(key.name) if key.name.lstrip("-").isdigit() else len(parts)
            spread = next((place for place, part in enumerate(parts) if code.op(part) == Op.SPREAD), len(parts))
            if 0 <= index < spread or (index < 0 and spread == len(parts) and -index <= spread):
                chosen = [parts[index]]
            elif key.name.isdigit() and spread == len(parts):
                chosen = []
            elif index >= spread == len(parts) - 1:  # [a, ...rest][2] is rest[1]
                inner = values.evaluate(code.first(parts[spread]))
                return [found for object in inner for found in self.items(object, str(index - spread))]
        found: list[Found] = []
        for part in chosen:
            if code.op(part) == Op.SPREAD:
                inner = values.evaluate(code.first(part))
                found.extend(each for object in inner for each in self.elements(object))
            else:
                found.extend(values.evaluate(part))
        return [each.but(via=steps(each.via, _IN), level=max(each.level, INFERRED), indirect=True) for each in found]

    def _entries(self, parts: Iterable[int], name: str) -> list[Found]:
        """{key: value, **others}"""
        values = self.values
        found: list[Found] = []
        spread: list[int] = []
        flat = list(parts)
        for key, at in zip(flat[::2], flat[1::2], strict=True):
            text = constant(values, key)
            if key != NONE and not text and name:
                known = values.concrete(values.evaluate(key))
                if len(known) == 1 and (texts := self.texts(known[0].value)):
                    text = texts[0]
            if key == NONE:
                spread.append(at)
            elif text and text == name:
                found = list(values.evaluate(at))  # the last one holds
                spread.clear()
            elif (not name and not text.startswith(SETTER)) or (not text and not name.startswith("<")):
                found.extend(values.evaluate(at))
        for at in spread if name != PROTOTYPE else ():
            held: list[Found] = []
            objects = values.evaluate(at)
            for object in objects:
                held.extend(self.member(object, name) if name and not object.value.name else self.items(object, name))
            if name and held and all(object.value.kind == "object" for object in objects):
                found = held  # it is known to have one
            else:
                found.extend(held)
        return found

    def gathered(self, found: Iterable[Found], type: str) -> Found:
        """A container that holds those values anywhere."""
        held = tuple(dict.fromkeys(each.packed() for each in found if telling(each.value)))
        slots = (Value("slot", "", NONE, "", held),) if held else ()
        value = shallow(Value("structure", "", NONE, type, slots))
        return Found(value or Value("structure", "", NONE, type), INFERRED, ())


def _outside(found: Founds) -> bool:
    return all(each.value.kind == "external" for each in found)


def _slots(value: Value, key: str) -> Founds:
    anywhere: list[Value] = []
    exact: list[Value] = []
    for slot in value.of:
        if slot.kind == "slot" and (slot.name == key or slot.name[:1] != "<"):
            (exact if key and slot.name == key else anywhere).append(slot)
    if key and not key.startswith("-"):
        anywhere = [slot for slot in anywhere if not slot.name and key[0] != "<"]
    return several([unpacked(each, INFERRED, _IN) for slot in (*exact, *anywhere) for each in slot.of])
