"""What functions outside the snapshot do with what they are given. Takes calls of them, gives what they call and give.

A model is a line of text in the language's `models`, by external name: effects, then `->` and what the call gives.

    <builtin>.sorted        call(key, each(a0)) -> many(each(a0))
    <builtin>.list.append   put(this, a0)

a0, a1 … are the arguments, `this` the object that the function was taken from, other words keyword arguments. `call(f,
x)` calls f with x and is its result; `each(x)` an element, `item(x, k)` the one at a key, `member(x, k)` an attribute;
`many(x)` a container of them (`many(x, k)` of a type), `pair(x, y)` one with known places (of a type: `pair(x, k)`),
`new(x)` a container that can be changed later, with what is in x (of another type: `new(x, k)`); `put(o, x)` and
`put(o, x, k)` put into one (at '<first>' of a function: that is passed to it), `store(o, k, x)` sets an attribute;
`bind(f, x)` is f with its first arguments given; `rest(n)` all arguments from the nth, `options()` the keyword
arguments, `call(f, keywords(x))` passes them on; `type(x)` a class; `module(k, p)` a module by name, maybe seen from
the package p; `x | y` either, `x or y` x if there is one. More stand in `primitives`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Final

from callmap.link import patterns, places, primitives
from callmap.link.evidence import (
    DEEPEST_MADE,
    INFERRED,
    STATIC,
    THIS,
    Found,
    Founds,
    Value,
    several,
    shallow,
    telling,
    unpacked,
)
from callmap.link.lineage import member_of
from callmap.link.modules import absolute
from callmap.link.outside import of_package
from callmap.link.pairs import paired
from callmap.link.places import constant
from callmap.link.terms import (
    CALL,
    CONSTANT,
    EITHER,
    LATE,
    NAME,
    NEVER,
    OR_ELSE,
    SPREAD,
    Term,
    due,
    just_gives,
    methods_of,
    parsed,
)
from callmap.model import NONE, Op

if TYPE_CHECKING:
    from callmap.link.calls import Arguments
    from callmap.link.values import Values


class Outcome:
    """What a modelled call does."""

    def __init__(self) -> None:
        self.calls: list[tuple[Found, Arguments]] = []
        self.puts: list[tuple[Value, str, Founds]] = []  # (container, key, values)
        self.stores: list[tuple[Value, str, Founds]] = []  # (object, attribute, values)


class Models:
    """Part of `Values`."""

    def __init__(self, values: Values) -> None:
        self.values = values
        language, world = values.file.language, values.world
        self._found: dict[str, str | None] = world.remember(f"models {language.name}", dict)
        self._when: dict[str, int] = {}
        self.calculating = not values.file.language.calculating.isdisjoint(values.file.facts.strings)

    def find(self, name: str) -> str | None:
        """The model of an external function, by its own name or that of the type that its own is like."""
        known = self._found.get(name)
        if known is None and name not in self._found:
            known = self._found[name] = self._find(name)
        return known

    def _find(self, name: str) -> str | None:
        models, separator = self.values.file.language.models, self.values.file.language.separator
        model = models.get(name)
        if model is None:
            owner, _, last = name.rpartition(separator)
            like = models.get(f"{owner}.*")
            model = models.get(f"{like}{separator}{last}") if like else None
            of_all = f".{self.values.file.language.prototype}."
            if model is None and of_all != ".." and of_all in name:  # Array.prototype.slice
                model = self._find(name.replace(of_all, "."))
            if model is None and "." in owner:
                model = models.get(of_package(name, last))
        return model

    def when(self, model: str) -> int:
        """When the effects of a model are to be looked at here: never if it just calls methods that nobody defines."""
        known = self._when.get(model, NONE)
        if known == NONE:
            world, known = self.values.world, due(model)
            methods = methods_of(model) if known == LATE else None
            if methods is not None and not any(world.has_method(method) for method in methods):
                known = NEVER
            self._when[model] = known
        return known

    def result(self, callee: Found, given: Arguments, at: int = NONE) -> Founds | None:
        """What the call gives; None if the model does not say."""
        model = self.find(callee.value.name)
        term = parsed(model)[1] if model is not None else None
        if term is None:
            return None
        found = several(Reader(self.values, callee, given, at, Outcome()).read(term))
        return tuple([f.after(callee) for f in found])

    def run(self, callee: Found, given: Arguments, at: int = NONE) -> Outcome | None:
        """What the call does."""
        model = self.find(callee.value.name)
        if model is None:
            return None
        outcome = Outcome()
        reader = Reader(self.values, callee, given, at, outcome)
        before, result = parsed(model)
        for effect in before:
            reader.do(effect)
        if result is not None and not just_gives(model):
            reader.read(result)
        return outcome


class Reader:
    """Evaluates one model for one call."""

    def __init__(self, values: Values, callee: Found, given: Arguments, at: int, outcome: Outcome) -> None:
        self.values = values
        self.callee = callee
        self.given = given
        self.at = at
        self.outcome = outcome

    def read(self, term: Term) -> Founds:
        kind, parts = term.kind, term.parts
        if kind == NAME:
            return self._argument(term.text)
        if kind == CALL:
            function = _FUNCTIONS.get(term.text)
            return primitives.FUNCTIONS[term.text](self, parts) if function is None else function(self, parts)
        if kind == EITHER:
            return several((*self.read(parts[0]), *self.read(parts[1])))
        if kind == OR_ELSE:  # y where there is no x
            for part in parts:
                found = self.read(part)
                if found:
                    return found
        return ()

    def _argument(self, name: str) -> Founds:
        if name == "this":
            receiver = self.callee.receiver
            held = () if receiver is None else (unpacked(receiver, STATIC, ()),)
            return tuple(map(self.values.contents.iteration.container, held))
        if name[0] == "a" and name[1:].isdigit():
            return self._positional(int(name[1:]))
        return several([
            unpacked(each, INFERRED, ()) for part in self.given if part.name == f"={name}" for each in part.of
        ])  # fmt: skip

    def _positional(self, wanted: int) -> Founds:
        place = 0
        for part in self.given:
            if part.name == "":
                if place == wanted:
                    return tuple(unpacked(each, INFERRED, ()) for each in part.of)
                place += 1
            elif part.name == "*":
                spread = [unpacked(each, INFERRED, ()) for each in part.of]
                return several([f for each in spread for f in self.values.contents.items(each, str(wanted - place))])
        return ()

    def written(self, name: str) -> str:
        """The number that an argument is, if it is written out in the call: list.at(-1)"""
        parts = self.values.file.code.parts(self.at)[1:] if self.at != NONE else ()
        place = int(name[1:]) if name[1:].isdigit() else len(parts)
        if place >= len(parts) or any(self.values.file.code.op(part) == Op.SPREAD for part in parts[: place + 1]):
            return ""
        number = constant(self.values, parts[place])
        return number if number.removeprefix("-").isdigit() else ""

    # --- the functions of models ---

    def do(self, term: Term) -> None:
        """An effect; what it evaluates to is of no interest."""
        if term.kind == CALL and term.text == "call":
            self._calls(term.parts)
        else:
            self.read(term)

    def call(self, terms: list[Term]) -> Founds:
        result = self.values.calls.result
        return several([found for callee, given in self._calls(terms) for found in result(callee, given)])

    def _calls(self, terms: list[Term]) -> list[tuple[Found, Arguments]]:
        callees = [each for each in self.read(terms[0]) if each.value.kind not in _DATA]
        if not callees:
            return []
        given: list[Value] = []
        for term in terms[1:]:
            form = ""
            if term.kind == SPREAD:
                form, term = "*", term.parts[0]
                if term.kind == CONSTANT:  # *1: the arguments from a1 on
                    given.extend(self.given[int(term.text) :])
                    continue
            elif term.kind == CALL and term.text == "keywords":
                form, term = "**", term.parts[0]
            held = self.read(term)
            passed = tuple(each.packed() for each in held if telling(each.value))
            given.append(Value("argument", "", NONE, form, passed))
        called = [(callee, tuple(given)) for callee in callees]
        self.outcome.calls.extend(called)
        return called

    def result(self, terms: list[Term]) -> Founds:
        """What calling it would give."""
        return several([found for callee in self.read(terms[0]) for found in self.values.calls.result(callee, ())])

    def each(self, terms: list[Term]) -> Founds:
        return several([f for object in self.read(terms[0]) for f in self.values.contents.elements(object)])

    def item(self, terms: list[Term]) -> Founds:
        name = terms[1].text if len(terms) > 1 and terms[1].kind == CONSTANT else ""
        if not name and len(terms) > 1 and terms[1].kind == NAME:
            name = self.written(terms[1].text)
        keys = self.read(terms[1]) if len(terms) > 1 else ()
        contents = self.values.contents
        return several([f for object in self.read(terms[0]) for f in contents.items(object, name, keys)])

    def member(self, terms: list[Term]) -> Founds:
        found: list[Found] = []
        for object in self.read(terms[0]):
            if terms[1].kind == CONSTANT:
                found.extend(member_of(self.values, object, terms[1].text))
            else:
                found.extend(patterns.named(self.values.contents, object, self.read(terms[1])))
        return several(found)

    def keys(self, term: Term) -> list[str]:
        if term.kind == CONSTANT:
            return [term.text]
        return [text.name for key in self.read(term) for text in key.value.of if text.kind == "text"]

    def many(self, terms: list[Term]) -> Founds:
        type = self.keys(terms[1])[0] if len(terms) > 1 else self.values.file.language.literals.get(Op.LIST, "")
        return (self.values.contents.gathered(self.read(terms[0]), type),)

    def pair(self, terms: list[Term]) -> Founds:
        literals = self.values.file.language.literals
        named = terms[-1].text if terms and terms[-1].kind == CONSTANT else ""
        terms = terms[:-1] if named else terms
        slots = []
        for index, term in enumerate(terms):
            held = tuple(each.packed() for each in self.read(term))
            if held:
                slots.append(Value("slot", "", NONE, str(index), held))
        type = named or literals.get(Op.TUPLE) or literals.get(Op.LIST, "")
        value = shallow(Value("structure", "", NONE, type, tuple(slots)), DEEPEST_MADE)
        return () if value is None else (Found(value, INFERRED, ()),)

    def new(self, terms: list[Term]) -> Founds:
        held = self.read(terms[0]) if terms else ()
        name = self.keys(terms[1])[0] if len(terms) > 1 else self.callee.value.name
        if self.at == NONE:
            elements = [f for each in held for f in self.values.contents.elements(each)]
            return (self.values.contents.gathered(elements, name),)
        made = Value("object", self.values.file.path, self.at, name)
        for each in held:
            slots = [part for part in each.value.of if part.kind == "slot"] if each.value.kind == "structure" else []
            for slot in slots:
                self.outcome.puts.append((made, slot.name, tuple(unpacked(v, INFERRED, ()) for v in slot.of)))
            if not slots:
                self.outcome.puts.append((made, "", self.values.contents.items(each, "")))
        return (Found(made, STATIC, ()),)

    def fresh(self, terms: list[Term]) -> Founds:
        """What a container makes when it is asked for a key that it does not have: defaultdict(list)"""
        found: list[Found] = []
        for callee in self.read(terms[0]):
            if callee.value.kind == "external" and self.at != NONE and self.values.models.find(callee.value.name):
                made = Value("object", self.values.file.path, -self.at - 2, callee.value.name)
                found.append(Found(made, INFERRED, ()))
            else:
                found.extend(self.values.calls.result(callee, ()))
        return several(found)

    def put(self, terms: list[Term]) -> Founds:
        values = self.read(terms[1])
        keys = self.keys(terms[2]) if len(terms) > 2 else []
        for object in self.read(terms[0]):
            for key in keys or [""]:
                self.outcome.puts.append((object.value, key, values))
        return ()

    def store(self, terms: list[Term]) -> Founds:
        parts = self.values.file.code.parts(self.at) if self.at != NONE else []
        pairs = paired(self.values, parts[2], parts[3]) if len(parts) == 4 else None  # setattr(object, name, value)
        each = pairs or [(key, self.read(terms[2])) for key in self.keys(terms[1])]
        for object in self.read(terms[0]):
            self.outcome.stores.extend([(object.value, key, values) for key, values in each])
        return ()

    def bind(self, terms: list[Term]) -> Founds:
        """f with arguments given: functools.partial(f, x), f.bind(self, x)"""
        found: list[Found] = []
        calls = self.values.calls
        given = self.given[1:]
        for callee in self.read(terms[0]):
            if callee.value.kind != "function":
                found.append(callee)
                continue
            receiver = callee.receiver
            if len(terms) > 1:
                receiver = next((each.packed() for each in self.read(terms[1])), receiver)
            filled = calls.match(callee.but(receiver=receiver), given)
            held = tuple(Value("bound", key.path, key.symbol, key.name, of) for key, of in sorted(filled.items())
                         if key.name != THIS or key.symbol != callee.value.symbol)  # fmt: skip
            value = Value("function", callee.value.path, callee.value.symbol, callee.value.name, held)
            found.append(callee.but(value=shallow(value) or callee.value, receiver=receiver, indirect=True))
        return several(found)

    def rest(self, terms: list[Term]) -> Founds:
        start = int(terms[0].text) if terms else 0
        plain = [part for part in self.given if part.name == ""][start:]
        spread = [unpacked(each, INFERRED, ()) for part in self.given if part.name == "*" for each in part.of]
        elements = [found for each in spread for found in self.values.contents.elements(each)]
        return several([*[unpacked(each, INFERRED, ()) for part in plain for each in part.of], *elements])

    def options(self, terms: list[Term]) -> Founds:
        slots = tuple(Value("slot", "", NONE, part.name[1:], part.of) for part in self.given
                      if part.name.startswith("=") and part.of)  # fmt: skip
        spread = tuple(unpacked(v, INFERRED, ()) for part in self.given if part.name == "**" for v in part.of)
        type = self.values.file.language.literals.get(Op.DICT, "")
        return (Found(Value("structure", "", NONE, type, slots), INFERRED, ()), *spread)

    def merge(self, terms: list[Term]) -> Founds:
        """What a container with known keys holds is put at the same keys of another."""
        for source in self.read(terms[1]):
            named = places.entries(self.values, source.value) if source.value.kind == "object" else None
            held = [(slot.name, slot.of) for slot in source.value.of if source.value.kind == "structure"]
            held.extend([(key, of) for key, of in named.items() if of] if named is not None else ())
            if named is None and source.value.kind != "structure":
                held.append(("", tuple(each.packed() for each in self.values.contents.items(source, ""))))
            for key, of in held:
                values = tuple(unpacked(value, INFERRED, ()) for value in of)
                self.outcome.puts.extend([(object.value, key, values) for object in self.read(terms[0])])
        return ()

    def identity(self, terms: list[Term]) -> Founds:
        """A function that gives back what it is given."""
        return (Found(Value("external", "", NONE, f"{self.callee.value.name}()"), INFERRED, ()),)

    def type(self, terms: list[Term]) -> Founds:
        found = self.read(terms[0])
        return tuple(f.but(value=f.value.as_kind("class")) for f in found if f.value.kind == "instance")

    def made(self, terms: list[Term]) -> Founds:
        """An instance of the external type that is called."""
        return (Found(self.callee.value.as_kind("external_instance"), STATIC, ()),)

    def module(self, terms: list[Term]) -> Founds:
        modules, path = self.values.names.modules, self.values.file.path
        named = self.values.concrete(self.read(terms[0]))
        keys = [text.name for each in named for text in each.value.of if text.kind == "text"]
        packages = self.keys(terms[1]) if len(terms) > 1 else []
        keys = [each for key in keys for each in absolute(key, packages)]
        return several([found for key in keys for found in modules.imported(path, key)])


_DATA: Final = frozenset({"object", "structure", "external_instance"})
_FUNCTIONS: Final[dict[str, Callable[[Reader, list[Term]], Founds]]] = {
    name: getattr(Reader, name)
    for name in ("call", "each", "item", "member", "many", "pair", "new", "put", "store", "bind", "rest", "options",
                 "type", "made", "module", "merge", "identity", "result", "fresh")
}  # fmt: skip
