"""Iterating over objects: takes found objects, gives what a loop over them gives, and what runs to get it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from callmap.link.evidence import INFERRED, OPEN, Found, Founds, Value, left_open, several
from callmap.model import NONE

if TYPE_CHECKING:
    from callmap.link.contents import Contents


class Iteration:
    """Part of `Contents`."""

    def __init__(self, contents: Contents) -> None:
        self.contents = contents
        self.values = contents.values
        self.language = contents.file.language
        self._methods = not self.values.world.special_methods(self.language).isdisjoint(self.language.iterate_methods)

    def elements(self, object: Found) -> Founds:
        """What iterating over the object gives."""
        value = object.value
        if value.kind in OPEN:
            made = left_open("element", "", object.packed())
            return (Found(made, object.level, object.via),) if made is not None else ()
        if is_object(value):
            return self._given_out(object)
        if value.kind == "class" and self.contents.names.classes.is_enum(value):
            return (object.but(value=value.as_kind("instance"), level=max(object.level, INFERRED)),)
        if value.kind not in ("object", "structure"):
            return ()
        model = f"{value.name}.<each>"
        if self.values.models.find(model) is not None:
            outside = Found(Value("external", "", NONE, model), object.level, object.via, receiver=value)
            return self.values.models.result(outside, ()) or ()
        return tuple(found.after(object) for found in self.contents.contents(value, ""))

    def _given_out(self, object: Found) -> Founds:
        """What the iterator of an object gives: `next()`, `next().value`"""
        found: list[Found] = []
        for method in self.language.iterate_methods if self._methods else ():
            for iterator in self._result(object, method):
                same = iterator.value == object.value
                found.extend(() if same else self.elements(iterator))
                if same or is_object(iterator.value):
                    for following in self.language.next_methods:
                        given, inside = self._result(iterator, following), self.language.next_member
                        members = (
                            [each for one in given for each in self.contents.member(one, inside)] if inside else given
                        )
                        found.extend(members)
        if not found and self.language.item_method and object.value.kind == "instance":  # taken out one by one
            found.extend(self._result(object, self.language.item_method))
        return several(found)

    def _result(self, object: Found, method: str) -> Founds:
        return several(
            [found for member in self._functions(object, method) for found in self.values.calls.result(member, ())]
        )

    def _functions(self, object: Found, method: str) -> list[Found]:
        return [each for each in self.contents.member(object, method) if each.value.kind == "function"]

    def run(self, object: Found) -> list[Found]:
        """The functions that run when something iterates over the object."""
        found: list[Found] = []
        for name in self.language.iterate_methods if self._methods and is_object(object.value) else ():
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


def is_object(value: Value) -> bool:
    """Whether its own methods say what an operator or a loop does with it."""
    return value.kind == "instance" or (value.kind == "object" and not value.name)
