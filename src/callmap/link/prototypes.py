"""Objects that find in others what they have not themselves: prototypes, and what was mixed in. Takes objects, gives
what stands there, with evidence."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Final

from callmap.link.evidence import INFERRED, MOST_FUNCTIONS, MOST_VALUES, Found, Founds, Value, several, steps, unpacked
from callmap.link.flow import is_same
from callmap.link.iteration import is_object
from callmap.model import GETTER, MIXED, NONE, PROTOTYPE, SETTER, Kind, Op

if TYPE_CHECKING:
    from callmap.link.contents import Contents
    from callmap.link.file import File
    from callmap.link.values import Values

OTHERS: Final = "<others>"  # the key of what is stored in an object by an unknown name: seen where nothing else is
BELOW: Final = "<below>"  # the key of the objects whose prototype an object is
LINKS: Final = frozenset({PROTOTYPE, MIXED, OTHERS, BELOW})
LONGEST_CHAIN: Final = 8
_DEEPEST_BELOW: Final = 2
_LINKED: Final = frozenset({"instance", "class", "function"})  # kinds that may have prototypes, and what is mixed in
_OUTSIDE: Final = frozenset({"object", "structure", "external", "external_instance"})
_BELOW: Final = ("put into an object that is made from it",)


def _extensions(file: File) -> dict[tuple[str, str], list[int]]:
    """(name that nothing binds, or its prototype; attribute) → the stores there"""
    if file.extensions is None:
        file.extensions = {}
        code, prototype = file.code, file.language.prototype
        for index, store in enumerate(file.stores):
            at = store.object
            if not store.attribute or at == NONE or store.value == NONE:
                continue
            of_all = code.op(at) == Op.ATTRIBUTE and code.text(at) == prototype
            at = code.first(at) if of_all else at
            if at == NONE or code.op(at) != Op.NAME or file.lookup(code.first(at), code.text(at))[0] != NONE:
                continue
            owner = f"{code.text(at)}.{prototype}" if of_all else code.text(at)
            file.extensions.setdefault((owner, store.attribute), []).append(index)
    return file.extensions


def stored_before(v: Values, at: int, name: str) -> Founds:
    """What stands at A.prototype.name: what code of the same function has put there last; what the class has there, if
    that is done later. Nothing if that is not known."""
    file = v.file
    code, object_at = file.code, file.code.first(at)
    owner = code.first(object_at)
    stores = [store for store in file.stores if store.attribute == name and is_same(code, store.object, object_at)]
    if not stores or code.op(owner) != Op.NAME:
        return ()
    scope, _, branch = code.parts(owner)
    around = file.branches_around(branch)
    if any(file.sorts[each] == "loop" for each in around):
        return ()
    same = [store for store in stores if file.same_function(scope, store.scope)]
    sure = [store for store in same if store.value < at and store.branch in around]
    if sure:
        values = [each for store in same if sure[-1].object <= store.object and store.value < at
                  for each in v.evaluate(store.value)]  # fmt: skip
    elif len(same) == len(stores):
        values = [each for cls in v.evaluate(owner) for each in _in_body(v, cls.value, name)]
    else:
        return ()
    via = (f"assigned to {name}",) if sure else ()
    return several([each.but(level=max(each.level, INFERRED), via=steps(each.via, via)) for each in values])


def _in_body(v: Values, cls: Value, name: str) -> Founds:
    """A method as it is written in a class of this file."""
    if cls.kind != "class" or cls.path != v.file.path:
        return ()
    scope = v.file.symbols[cls.symbol].scope
    places = v.file.names.get(scope, {}).get(name)
    return v.names.bindings(v.file, v.file.at_end(scope, places)) or () if places else ()


def _overlaid(file: File) -> frozenset[int]:
    """Objects that are written right where others are copied into them: Object.assign({ a: first }, others)"""
    if file.overlaid is None:
        code, models = file.code, file.language.models
        firsts = [
            code.part(call.expression, 1) for call in file.calls
            if code.count(call.expression) > 1 and models.get(f"<builtin>.{call.text}", "").startswith("mix(a0,")
        ]  # fmt: skip
        file.overlaid = frozenset(at for at in firsts if code.op(at) == Op.DICT)
    return file.overlaid


def read_out(contents: Contents, object: Value, found: Founds) -> Founds:
    """What stands at a name of an object, where reading it has run what is to be run."""
    if not any(each.value.kind == "function" and contents.computed(each.value) for each in found):
        return found
    read: list[Found] = []
    for each in found:
        runs = each.value.kind == "function" and contents.computed(each.value)
        read.extend(contents.values.calls.result(each.but(receiver=object), ()) if runs else (each,))
    return several(read)


class Prototypes:
    """Part of `Contents`."""

    def __init__(self, contents: Contents) -> None:
        self.contents = contents
        self.values = contents.values
        self.names = contents.names
        self.extending = bool(contents.file.language.prototype) and bool(_extensions(contents.file))

    def extended(self, object: Found, name: str) -> Founds:
        """What code of this file has put there for all objects of a type of the language, or in place of a function of
        the language: Array.prototype.last = …, console.log = …"""
        file, value = self.contents.file, object.value
        type = value.name if value.kind in _OUTSIDE else file.language.function_type if value.kind == "function" else ""
        if not type.startswith("<builtin>"):
            return ()
        owner = type.partition(".")[2]
        owner = owner if value.kind == "external" else f"{owner}.{file.language.prototype}"
        found: list[Found] = []
        for store in _extensions(file).get((owner, name), ()):
            for each in self.values.evaluate(file.stores.value(store)):
                via = steps(object.via, (f"assigned to {owner}.{name}",))
                found.append(each.but(level=INFERRED, via=via, receiver=value, indirect=True))
        if found:
            method = Value("external", "", NONE, f"{type}{file.language.separator}{name}")
            if self.values.models.find(method.name) is not None:
                found.append(Found(method, object.level, object.via, receiver=value))
        return several(found)

    def mixed(self, value: Value, key: str) -> Founds:
        """What an object has at a key from others that were copied into it, each of which is asked once."""
        if not self.contents.contents(value, MIXED) or key.startswith((SETTER, GETTER)):
            return ()  # what runs when it is read has run; what would when it is assigned to is not copied
        return self.values.once((MIXED, value, key), lambda: several(self._mixed(value, key)))

    def _mixed(self, value: Value, key: str) -> list[Found]:
        found: list[Found] = []
        known, todo = {value}, [value]
        for _ in range(LONGEST_CHAIN + 1):
            copied = [mixed for each in todo for mixed in self.values.concrete(self.contents.contents(each, MIXED))]
            todo = []
            for mixed in copied:
                if mixed.value in known:
                    continue
                known.add(mixed.value)
                if mixed.value.kind in ("object", "structure"):
                    held = self.contents.contents(mixed.value, key, alone=True)
                    found.extend(read_out(self.contents, mixed.value, held) if key else held)
                    todo.extend((mixed.value,) if mixed.value.kind == "object" else ())
                elif key and mixed.value.kind in ("instance", "class", "module"):
                    found.extend(self.contents.member(mixed, key))
            if not todo:
                break
        return found

    def is_hidden(self, value: Value, key: str) -> bool:
        """Whether what is written at a key of an object is replaced by what all that is copied over it has there."""
        file = self.contents.file
        if not key or value.path != file.path or value.symbol not in _overlaid(file):
            return False
        copied = self.values.concrete(self.contents.contents(value, MIXED))
        plain = [each.value for each in copied if each.value.kind in ("object", "structure")]
        if len(plain) < len(copied) or value in plain:
            return False
        return all(self.contents.contents(each, key, alone=True) for each in plain)

    def inherited(self, value: Value, name: str) -> Founds:
        """What an object finds in its prototypes, the nearest that have it; each is asked once."""
        found: list[Found] = []
        known, todo = {value}, [value] if value.kind == "object" else []
        for _ in range(LONGEST_CHAIN + 1):
            further: list[Value] = []
            for above in [
                one for each in todo for one in self.values.concrete(self.contents.contents(each, PROTOTYPE))
            ]:
                if above.value in known:
                    continue
                known.add(above.value)
                if above.value.kind == "object":
                    held = self.contents.contents(above.value, name)
                    found.extend(held)
                    further.extend(() if held else (above.value,))
                elif above.value.kind in ("instance", "class", "module", "external"):
                    found.extend(self.contents.member(above, name))
            todo = further
            if not todo:
                break
        return several(found)

    def above(self, value: Value, look: Callable[[Found], Founds]) -> Founds:
        """What `look` finds in the objects that are the prototypes of a class or were mixed into it, the nearest first.
        Each is asked once, since two may be mixed into each other; what is outside counts where nothing else is found.
        """
        known, todo = {value}, [value]
        outside: list[Found] = []
        for _ in range(LONGEST_CHAIN + 1):
            found: list[Found] = []
            further: list[Value] = []
            for owner, link in [
                (cls, link) for each in todo for cls in self._line(each) for link in (MIXED, PROTOTYPE)
            ]:
                for one in self._linked_to(owner, link) if not found else ():
                    if one in known:
                        continue
                    known.add(one)
                    held = look(unpacked(one, INFERRED, ()))
                    inside = any(each.value.kind != "external" for each in held)
                    (found if inside else outside).extend(held)
                    further.extend(() if inside else (one,))
            if found:
                return several(found)
            todo = further
        return several(outside)

    def _line(self, value: Value) -> tuple[Value, ...]:
        return self.names.classes.mro(value.as_kind("class")) if value.kind in _LINKED else ()

    def _linked_to(self, owner: Value, link: str) -> list[Value]:
        """The objects that are a class's own prototypes, or were mixed into it itself."""
        linked = self.values.ask(Value("attribute", owner.path, owner.symbol, link)) if owner.path else []
        return [above for above in linked if (above.path, above.symbol) != (owner.path, owner.symbol)]

    def below(self, value: Value, name: str, depth: int = 0) -> list[Found]:
        """An object that only those have whose prototype is this one: its methods rely on them."""
        if value.kind != "object" or depth > _DEEPEST_BELOW:
            return []
        found: list[Found] = []
        for made in self.values.concrete(self.contents.contents(value, BELOW)):
            if made.value.kind == "object":
                own = self.contents.contents(made.value, name)
                found.extend([each.but(via=steps(each.via, _BELOW)) for each in own if is_object(each.value)])
                found.extend(() if own else self.below(made.value, name, depth + 1))
        return found

    def stored_below(self, object: Found, name: str) -> list[Found]:
        """Functions that are assigned to a member which an interface declares, in objects of those that extend it."""
        world, value = self.values.world, object.value
        if not object.declared or not world.is_stored(name) or world.symbol(value).kind != Kind.INTERFACE:
            return []
        found: list[Found] = []
        for cls in self.names.classes.all_below(value.as_kind("class"))[:MOST_FUNCTIONS]:
            step = (*object.via, f"assigned to {name} of {self.values.class_name(cls)}")
            key = Value("attribute", cls.path, cls.symbol, name)
            stored = [each for each in self.values.ask(key) if each.kind == "function"]
            found.extend([unpacked(each, INFERRED, step) for each in stored])
        return found

    def declared_below(self, object: Found, name: str, member: Value) -> list[Found]:
        """What a member that an interface declares is in those that extend it, where they declare another type for it
        which does not extend the one that is known."""
        classes, value = self.names.classes, object.value
        if member.kind != "instance" or self.values.world.symbol(value).kind != Kind.INTERFACE:
            return []
        found: dict[Value, Found] = {}
        for owner, members in classes.members_below(value.as_kind("class"), name):
            for each in members if len(found) < MOST_VALUES else ():
                line = classes.mro(each.value.as_kind("class")) if each.value.kind == "instance" else ()
                if line and not any(cls.as_kind("instance") in found or cls == member.as_kind("class") for cls in line):
                    step = (*object.via, f"declared by {self.values.class_name(owner)}")
                    found[each.value] = each.but(level=max(each.level, INFERRED), via=step)
        return list(found.values()) if len(found) < MOST_VALUES else []

    def getters(self, object: Found, name: str) -> list[Found]:
        """The functions that reading a name of an object runs, where they were stored as values."""
        value = object.value
        if not self.values.world.is_getter(name):
            return []
        key = f"{GETTER}{name}"
        if value.kind == "object" and not value.name:
            found = self.contents.contents(value, key) or self.inherited(value, key)
        else:
            found = self._stored(value, key)
        return [
            each.but(receiver=value, indirect=False).after(object) for each in self.values.concrete(found)
            if each.value.kind == "function"
        ]  # fmt: skip

    def setters(self, object: Found, name: str) -> list[Found]:
        """The functions that assigning to a name of an object runs, where they were stored as values."""
        key = f"{SETTER}{name}"
        if object.value.kind == "object":
            found = self.contents.read(object, key)
        elif not self.contents.file.language.prototype or not self.values.world.has_member(key):
            return []
        else:
            found = self._stored(object.value, key)
        return [each.but(indirect=False) for each in self.values.concrete(found) if each.value.kind == "function"]

    def _stored(self, value: Value, key: str) -> Founds:
        owners = self.names.classes.mro(value.as_kind("class")) if value.kind in ("instance", "class") else ()
        keys = [Value("attribute", owner.path, owner.symbol, key) for owner in owners if owner.path]
        return tuple([unpacked(each, INFERRED, ()) for key in keys for each in self.values.ask(key)])

    def linked(self, object: Found, name: str) -> Founds:
        """What a class has from objects that are its prototype or were mixed into it."""
        value = object.value
        if not any(self._linked_to(owner, link) for owner in self._line(value) for link in (MIXED, PROTOTYPE)):
            return ()
        found = self.values.once((PROTOTYPE, value, name), lambda: self._linked(value, name))
        return tuple(each.after(object) for each in found)

    def _of_prototype(self, above: Found, name: str) -> Founds:
        """What a prototype has; a getter that is written there is to be run on what has it from there."""
        held = self.contents.read(above, name, alone=True) if above.value.kind == "object" else ()
        if any(each.value.kind == "function" and self.contents.computed(each.value) for each in held):
            return held
        return self.contents.member(above, name, alone=True)

    def _linked(self, value: Value, name: str) -> Founds:
        found = read_out(self.contents, value, self.above(value, lambda above: self._of_prototype(above, name)))
        taken = ("function", "external")
        return several([each.but(receiver=value) if each.value.kind in taken else each for each in found])
