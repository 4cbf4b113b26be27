"""Iterating over objects: takes found objects, gives what a loop over them gives, and what runs to get it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from callmap.link.evidence import INFERRED, OPEN, STATIC, Found, Founds, Value, opened, several
from callmap.link.lineage import of_class
from callmap.link.outside import held
from callmap.model import NONE

if TYPE_CHECKING:
    from callmap.link.contents import Contents

_LONGEST_CHAIN: Final = 8  # of iterators that are iterated over


class Iteration:
    """Part of `Contents`."""

    def __init__(self, contents: Contents) -> None:
        self.contents = contents
        self.values = contents.values
        self.language = contents.file.language
        self._methods = not self.values.world.special_methods(self.language).isdisjoint(self.language.iterate_methods)

    def elements(self, object: Found, text: str = "", known: set[Value] | None = None) -> Founds:
        """What iterating over the object gives; `text` says how the loop does it. `known` are the objects whose
        iterators led here: one may be another's, and that one its own."""
        value = object.value
        if value.kind in OPEN:
            return opened("element", "", object)
        if is_object(value):
            if known is not None:
                return self._given_out(object, text, known)
            plain = Found(value, STATIC, (), declared=object.declared)
            found = self.values.once(
                ("each", value, text, object.declared), lambda: self._given_out(plain, text, set())
            )
            return tuple([each.after(object) for each in found])
        if value.kind == "class" and self.contents.names.classes.is_enum(value):
            return (object.but(value=value.as_kind("instance"), level=max(object.level, INFERRED)),)
        if value.kind == "class" and self._methods and self.language.metaclass:
            iterators = [
                found for name in self.language.iterate_methods
                for method in of_class(self.contents.names.classes, object, name)
                for found in self.values.calls.result(method, ())
            ]  # fmt: skip
            return several([each for one in iterators for each in self.elements(one, text)])
        if value.kind not in ("object", "structure", "external_instance"):
            return held(self.language, object)
        model = f"{value.name}.<each>"
        if self.values.models.find(model) is not None:
            outside = Found(Value("external", "", NONE, model), object.level, object.via, receiver=value)
            return self.values.models.result(outside, ()) or ()
        if value.kind == "external_instance":
            return held(self.language, object)
        return tuple(found.after(object) for found in self.contents.contents(value, ""))

    def at(self, object: Found, place: str) -> Founds:
        """What an object gives at a place, where its iterator tells; else any that it gives."""
        found: list[Found] = []
        known = False
        for method in self._ways(object, "") if self._methods and is_object(object.value) else ():
            for iterator in self._result(object, method):
                if iterator.value.name != self.language.generator_type or not _is_placed(iterator.value):
                    return self.elements(object)
                known = True
                found.extend(self.contents.items(iterator, place))
        return several(found) if known else self.elements(object)

    def _ways(self, object: Found, text: str) -> tuple[str, ...]:
        """The methods that a loop calls to get an iterator: one, where there is one for each sort of loop."""
        methods = self.language.iterate_methods
        if len(methods) != len(self.language.next_methods):
            return methods
        ordered = methods[::-1] if text == "async" else methods
        return next(((method,) for method in ordered if self._functions(object, method)), ())

    def _given_out(self, object: Found, text: str, known: set[Value]) -> Founds:
        """What the iterator of an object gives: `next()`, `next().value`"""
        found: list[Found] = []
        known.add(object.value)
        for method in self._ways(object, text) if self._methods else ():
            for iterator in self._result(object, method):
                same = iterator.value == object.value
                ends = iterator.value in known or len(known) > _LONGEST_CHAIN
                found.extend(() if ends else self.elements(iterator, "", known))
                if same or is_object(iterator.value):
                    for following in self.language.next_methods:
                        given, inside = self._result(iterator, following), self.language.next_member
                        members = (
                            [each for one in given for each in self.contents.member(one, inside)] if inside else given
                        )
                        found.extend(members)
        if not found and object.value.kind == "instance":  # taken out one by one
            inner = self.container(object)
            if inner is not object:
                found.extend(self.elements(inner) or self._put_above(object, inner.value.name))
            elif self.language.item_method:
                found.extend(self._result(object, self.language.item_method))
        return several(found)

    def _put_above(self, object: Found, type: str) -> Founds:
        """What methods of bases put into objects of a class that nobody is seen to make: those who use a library do."""
        value = object.value
        line = self.contents.names.classes.mro(value.as_kind("class"))
        above = [cls for cls in line[1:] if cls.kind == "class"]
        if not above or self.values.ask(Value("made", value.path, value.symbol)):
            return ()
        held = [self.inside(object.but(value=cls.as_kind("instance")), type) for cls in above]
        return several([each for one in held if one.value.kind == "object" for each in self.elements(one)])

    def container(self, object: Found) -> Found:
        """The container that an object is by a base of its class that is one outside: class Registry(dict)"""
        value, ways = object.value, self.language.iterate_methods
        method = self.language.item_method or (ways[0] if ways else "")
        if value.kind != "instance" or value.symbol == NONE or not method:
            return object
        for cls in self.contents.names.classes.mro(value.as_kind("class")):
            type = self.language.aliases.get(cls.name, cls.name)
            if cls.kind == "external" and self.values.models.find(f"{type}.{method}") is not None:
                return self.inside(object, type)
        return object

    def inside(self, object: Found, type: str) -> Found:
        """What objects of a class hold as containers: known by the place of the class."""
        at = self.values.world.files[object.value.path].defined_at(object.value.symbol)
        made = Value("object", object.value.path, -at - 2, type)
        return object if at == NONE else object.but(value=made, declared=False)

    def _result(self, object: Found, method: str) -> Founds:
        return several(
            [found for member in self._functions(object, method) for found in self.values.calls.result(member, ())]
        )

    def _functions(self, object: Found, method: str) -> list[Found]:
        return [each for each in self.contents.member(object, method) if each.value.kind == "function"]

    def run(self, object: Found, text: str = "") -> list[Found]:
        """The functions that run when something iterates over the object."""
        found: list[Found] = []
        if object.value.kind == "class" and self._methods and self.language.metaclass:
            return [
                each for name in self.language.iterate_methods
                for each in of_class(self.contents.names.classes, object, name)
            ]  # fmt: skip
        for name in self._ways(object, text) if self._methods and is_object(object.value) else ():
            for method in self.values.concrete(self.contents.member(object, name)):
                if method.value.kind != "function":
                    continue
                found.append(method.but(receiver=object.value, indirect=False))
                for iterator in self.values.concrete(self.values.calls.result(method, ())):
                    if is_object(iterator.value):
                        for following in self.language.next_methods:
                            members = self.values.concrete(self.contents.member(iterator, following))
                            found.extend(
                                each.but(receiver=each.receiver or iterator.value, indirect=False)
                                for each in members if each.value.kind == "function"
                            )  # fmt: skip
        return found


def _is_placed(value: Value) -> bool:
    return value.kind == "structure" and any(slot.name.isdigit() for slot in value.of)


def is_object(value: Value) -> bool:
    """Whether its own methods say what an operator or a loop does with it."""
    return value.kind == "instance" or (value.kind == "object" and not value.name)
