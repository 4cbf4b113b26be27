"""What names mean, from facts alone: takes expressions of any file, gives values with evidence. Pure.

`Names` follows scopes, imports, re-exports, aliases, base classes and declared types, across files, and nothing that
has to be computed (calls, parameters). Where that is needed it answers with the key of a summary (see `Value`) or,
inside an expression, with None: "facts do not decide this". Its answers are the same in every round.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import Any, Final, TypeVar

from callmap.link.classes import Classes
from callmap.link.cycles import Depth
from callmap.link.evidence import INFERRED, STATIC, Found, Founds, Value, several, steps
from callmap.link.fields import Factory
from callmap.link.file import BODIES, RETURNED, File
from callmap.link.literals import Literals
from callmap.link.modules import Modules
from callmap.link.reads import Answers, Behind, Marks, Noting, Settled
from callmap.link.types import Types
from callmap.link.world import World
from callmap.model import CLASS_KINDS, NONE, Kind, Op, plain_name

Q = TypeVar("Q", bound=Hashable)
T = TypeVar("T")
_RECEIVERS: Final = {"instance": "this is", "class": "the class is", "super": "super of"}
_CONTAINERS: Final = frozenset({Op.LIST, Op.TUPLE, Op.SET, Op.DICT})
_FOLLOWED: Final = frozenset({Op.FUNCTION, Op.CLASS, Op.MODULE, Op.MEMBER, Op.DECORATED, Op.THIS, Op.THIS_TYPE})


class Names:
    """One for a whole snapshot; keeps its answers."""

    def __init__(self, world: World) -> None:
        self.world = world
        self.cycles = Settled()
        self.depth = Depth()
        self.modules = Modules(self)
        self.classes = Classes(self)
        self.types = Types(self)
        self._bindings: Answers[tuple[Founds | None]] = {}
        self.fields: Answers[tuple[str, ...]] = {}  # see link/fields.py
        self.factories: Answers[tuple[Factory, ...]] = {}
        self._literals = Literals()
        self.marks = Marks()  # knows what answers were found from

    def known(self, kept: Answers[T], question: Hashable) -> T | None:
        """The answer to a question that `settle` has answered before: nothing has to be made to ask for that."""
        behind = kept.get(question)
        if behind is None or behind.answer is None:
            return None
        self.world.reading.add(behind)
        return behind.answer

    def settle(self, kept: Answers[T], question: Q, compute: Callable[[Q], T], when_cut: T) -> T:
        """The answer to a question that others may ask, too; with what it is found from."""
        behind = kept.get(question)
        if behind is None:
            behind = kept[question] = Behind()
        world = self.world
        outer, own = world.reading, world.own
        outer.add(behind)
        if behind.answer is not None:
            return behind.answer
        world.reading, world.own = self.marks.begin(behind), None
        try:
            return self.cycles.answer(kept, question, compute, when_cut)
        finally:
            world.reading, world.own = outer, own
            self.marks.end(behind)

    def noting(self, question: Any) -> Noting[Any]:
        """Notes that a question is asked; what is read inside, to answer it, is noted as its own."""
        return Noting(self.world, self.marks, self.marks.behind(question))

    def keeping(self, kept: Answers[T], question: Hashable) -> Noting[T]:
        """The same of a question whose answer is to be kept, for `known`."""
        behind = kept.get(question)
        if behind is None:
            behind = kept[question] = Behind()
        return Noting(self.world, self.marks, behind)

    # --- expressions ---

    def expression(self, file: File, at: int) -> Founds | None:
        """The values of an expression as far as facts decide it, else None."""
        if at == NONE:
            return ()
        op = file.code.op(at)
        if op == Op.NAME:
            return self.name(file, at)
        if op == Op.ATTRIBUTE:
            objects = self._part(file, at)
            if objects is None:
                return None
            name = file.code.text(at)
            found: list[Found] = []
            for each in objects:
                members = self.attribute(file, each, name)
                if members is None:
                    return None
                found.extend(members)
            return tuple(found) if not file.language.exact_types else self.read_or_called(file, at, found)
        if op in (Op.FUNCTION, Op.CLASS):
            return self.definition(file, file.code.first(at))
        if op == Op.MODULE:
            return self.modules.imported(file.path, file.code.text(at))
        if op == Op.MEMBER:
            return self.modules.imported_member(file, at)
        if op == Op.DECORATED:
            return self.decorated(file, at)
        if op in (Op.REFERENCE, Op.AWAIT):
            return self._part(file, at)
        if op in (Op.THIS, Op.THIS_TYPE, Op.SUPER):
            if op == Op.THIS and file.code.count(at) > 1:
                return None  # what the function is called on
            return self.receiver(file, at)
        if op == Op.EXPORTS:
            return (Found(Value("module", file.path), STATIC, ()),)
        if op in _CONTAINERS and (op == Op.DICT or op in file.language.literals):
            return (Found(Value("object", file.path, at, file.language.literals.get(op, "")), STATIC, ()),)
        return self._literals.expression(file, at)

    def alone(self, file: File, at: int) -> Founds:
        """The same as if it were the first to be asked; nothing if it is nested too deeply to follow."""
        level, self.depth.level = self.depth.level, 0
        try:
            return self.expression(file, at) or ()
        except RecursionError:
            return ()
        finally:
            self.depth.level = level

    def _part(self, file: File, at: int) -> Founds | None:
        """The values of an expression's first part."""
        self.depth.enter()
        found = self.expression(file, file.code.first(at))
        self.depth.level -= 1
        return found

    def name(self, file: File, at: int) -> Founds | None:
        text = file.code.text(at)
        scope, mark, branch = file.code.parts(at)
        where, places = file.lookup(scope, text, mark)
        self.note_name(file, scope, text)
        if where == NONE:
            return self.modules.unbound(file, scope, text)
        return self.bindings(file, file.chosen(scope, where, places, mark, branch, at))

    def note_name(self, file: File, scope: int, name: str) -> None:
        """Notes that it was looked up what a name means in a scope, and in those around it."""
        if file is self.world.own:
            return
        reading = self.world.reading
        for cells in file.around(scope):
            reading.add(cells.of(name))

    def exported(self, file: File, at: int) -> Founds | None:
        """What others see of an exported expression: of a variable, what it holds in the end."""
        places = self.at_end(file, at)
        if places:
            self.note_name(file, file.code.first(at), file.code.text(at))
        return self.bindings(file, places) if len(places) > 1 else self.expression(file, at)

    @staticmethod
    def at_end(file: File, at: int) -> list[int]:
        """If the expression is a name: its bindings that hold when the module has run."""
        if at == NONE or file.code.op(at) != Op.NAME:
            return []
        where, places = file.lookup(file.code.first(at), file.code.text(at))
        return file.at_end(where, places) if where != NONE else []

    def bindings(self, file: File, places: list[int]) -> Founds | None:
        """The values of a name that has these bindings; None if one of them is not decided by facts."""
        found: list[Found] = []
        for index in places:
            values = self.binding(file, index)
            if values is None:
                return None
            found.extend(values)
        return several(found)

    def binding(self, file: File, index: int) -> Founds | None:
        """What a binding gives its name; None if facts do not decide it."""
        if self.cycles.deep():
            return self.cycles.give_up(())
        known = self.known(self._bindings, ("binding", file.path, index))
        return known[0] if known is not None else self._settle_binding(file, index)

    def _settle_binding(self, file: File, index: int) -> Founds | None:  # apart: a closure is made on the way in
        key = ("binding", file.path, index)
        return self.settle(self._bindings, key, lambda _: (self._binding(file, index),), ((),))[0]

    def _binding(self, file: File, index: int) -> Founds | None:
        bound = file.bindings[index]
        self.world.reading.add(file.around(bound.scope)[0].of(bound.name))
        if bound.type != NONE:
            typed = self.types.instances(file, bound.type)
            if typed and bound.value != NONE and self.types.is_weak(file, typed):
                held = () if file.code.op(bound.value) == Op.PARAMETER else self.expression(file, bound.value)
                return (
                    typed
                    if held is None and any(each.value.kind == "instance" for each in typed)
                    else (None if held is None else several((*typed, *held)))
                )
            if typed:
                return typed
        if bound.value == NONE:
            return ()
        op = file.code.op(bound.value)
        if op == Op.PARAMETER:
            return None
        values = self.expression(file, bound.value)
        if values is None or op in _FOLLOWED:
            return values
        step = (f"assigned to {bound.name}",)
        return tuple(Found(v.value, v.level or INFERRED, steps(v.via, step), True, v.receiver) for v in values)

    def receiver(self, file: File, at: int) -> Founds:
        """self, cls, super() — the class around, as an instance or itself."""
        op = file.code.op(at)
        parts = file.code.parts(at)
        symbol = file.class_around(parts[0])
        if symbol == NONE:
            return ()
        self.world.reading.add(file.cells(symbol).own)
        kind = "instance" if op == Op.THIS else "class" if op == Op.THIS_TYPE else "super"
        owners: Founds
        if len(parts) > 1:  # super(Base, self)
            owners = self.expression(file, parts[1]) or ()
        elif file.symbols[symbol].kind == Kind.IMPL:
            owners = self.expression(file, self.types.bare(file, file.symbols[symbol].target)) or ()
        else:
            owners = (Found(Value("class", file.path, symbol), STATIC, ()),)
        found = []
        for owner in owners:
            if owner.value.kind == "class":
                name = self.world.symbol(owner.value).name
                found.append(Found(owner.value.as_kind(kind), STATIC, (f"{_RECEIVERS[kind]} {name}",)))
            elif owner.value.kind == "external" and kind != "super":
                made = "external_instance" if kind == "instance" else "external"
                found.append(Found(owner.value.as_kind(made), STATIC, ()))
        return tuple(found)

    def definition(self, file: File, symbol: int) -> Founds:
        """A definition; a mere declaration stands for its implementations where the language knows how to find them."""
        value = self.world.definition(file.path, symbol)
        facts = self.world.symbol(value)
        if "declaration" in facts.flags and file.language.implementation is not None:
            targets = file.language.implementation(self.world, file.path, plain_name(facts.name))
            found = [each for target in targets for each in self.world.from_target(target)]
            if found:
                return several([Found(f.value, f.level, (f"declared in {file.path}", *f.via)) for f in found])
        return (Found(value, STATIC, ()),)

    def decorated(self, file: File, at: int) -> Founds | None:
        """A decorated definition is itself when every decorator is known to give it back."""
        symbol = file.code.parts(file.code.first(at))[0]
        self.world.reading.add(file.cells(symbol).own)
        of_class, unknown = file.symbols[symbol].kind in CLASS_KINDS, False
        for decorator in file.symbols[symbol].decorators:
            called = file.code.op(decorator) == Op.CALL
            if called:
                decorator = file.code.first(decorator)
            known = file.code.text(decorator) in file.language.transparent
            if not known and not of_class:
                return None
            found = self.expression(file, decorator)
            own = [each.value for each in found or () if each.value.kind in ("function", "class")]
            if any(not of_class or not self._gives_back(each, called) for each in own):
                return None  # the project's own, maybe of the same name
            if found is None and (not known or file.code.op(decorator) == Op.NAME):
                return None  # cache = Cache(): the project's own as well
            unknown = unknown or not known  # those outside hardly ever make another class of one
        whole = self.definition(file, symbol)
        return tuple(each.but(level=INFERRED, via=("decorated",)) for each in whole) if unknown else whole

    def _gives_back(self, function: Value, called: bool) -> bool:
        """Whether a decorator gives back what it decorates; `called`: whether what its call gives does."""
        if function.kind != "function":
            return False
        file, returned = self.returned(function)
        if called:
            inner = [each.value for at in returned for each in self.alone(file, at)]
            return len(inner) == len(returned) > 0 and all(self._gives_back(each, False) for each in inner)
        return bool(returned) and all(self._is_first_parameter(file, function.symbol, at) for at in returned)

    def returned(self, function: Value) -> tuple[File, list[int]]:
        """The expressions that a function returns, and the file they stand in."""
        file = self.world.files[function.path]
        cells = file.cells(function.symbol)
        self.world.reading.update((cells.own, cells.of(RETURNED)))
        return file, file.returns(function.symbol)

    def _is_first_parameter(self, file: File, function: int, at: int) -> bool:
        if file.code.op(at) != Op.NAME:
            return False
        scope, mark, _ = file.code.parts(at)
        self.note_name(file, scope, file.code.text(at))
        values = [file.bound[place] for place in file.lookup(scope, file.code.text(at), mark)[1]]
        return all(
            value != NONE and file.code.op(value) == Op.PARAMETER and list(file.code.parts(value)) == [function, 0]
            for value in values
        )

    # --- attributes ---

    def attribute(self, file: File, object: Found, name: str) -> Founds | None:
        """object.name, as code of the file writes it; None if facts do not decide it."""
        value = object.value
        if name == file.language.prototype and name and value.kind in ("class", "function"):
            return (Found(value.as_kind("instance"), object.level, object.via),)
        if value.kind == "instance" and name == file.language.class_attribute and value.symbol != NONE:
            return (object.but(value=value.as_kind("class"), indirect=False, receiver=None, declared=False),)
        if value.kind == "module":
            return tuple(member.after(object) for member in self.modules.member(value.path, name))
        if value.kind in ("class", "instance", "super"):
            level, via = object.level, object.via
            members = self.classes.member(value, name)
            unbound = value.kind == "class" and file.language.binds_functions
            return tuple(
                Found(
                    m.value, max(m.level, level), steps(via, m.via) if via else m.via, m.indirect,
                    None if unbound and self.classes.is_unbound(value, m.value) else value, m.declared,
                )
                for m in members
            )  # fmt: skip
        if value.kind == "object" and value.name:
            outside = Value("external", "", NONE, f"{value.name}{file.language.separator}{name}")
            return (Found(outside, object.level, object.via, receiver=value),)
        if value.kind == "object" and value.symbol >= 0:
            key = ("item", value, name)
            (found,) = self.settle(self._bindings, key, lambda _: (self._item(value, name),), ((),))
            return None if found is None else tuple(each.after(object) for each in found)
        if value.kind == "external" or value.kind == "external_instance":
            joined = Value("external", "", NONE, f"{value.name}{file.language.separator}{name}")
            return (Found(joined, object.level, object.via),)
        if value.kind == "external_result":
            return (object,)
        if value.kind == "package":
            outside = Value("external", "", NONE, f"{value.path.rpartition('/')[2]}.{name}")
            below = file.language.submodule
            inside = self.modules.targets(below(self.world, value.path, name)) if below is not None else ()
            return inside or (Found(outside, object.level, object.via),)
        if value.kind == "function":
            return tuple(member.after(object) for member in self.classes.own_member(value.as_kind("class"), name))
        return None

    def read_or_called(self, file: File, at: int, found: list[Found]) -> Founds:
        """Of members of one name: the fields where it is read, `x.y`, the methods where it is called, `x.y()`, if there
        are any."""
        is_field = file.code.count(at) == 2  # a third part is the trait in <T as Trait>::f
        if not found or (len(found) < 2 and not is_field):
            return tuple(found)
        methods = [
            each for each in found
            if each.value.kind == "function" and not each.indirect and self.world.symbol(each.value).kind == Kind.METHOD
        ]  # fmt: skip
        if is_field:
            return tuple([each for each in found if each not in methods]) if methods else tuple(found)
        return tuple(methods or found)

    def _item(self, object: Value, name: str) -> Founds | None:
        """A member of an object literal: { name: value, ...others }, object.name = value"""
        file = self.world.files[object.path]
        self.world.reading.add(file.cells(0).of(BODIES))
        named, spread = file.items(object.symbol, name)
        if named and spread:
            return None  # one of them, by what the others hold
        found: list[Found] = []
        for at in named:
            values = self.expression(file, at)
            if values is None:
                return None
            found.extend(values)
        for at in () if named else spread:
            for source in self.expression(file, at) or ():
                found.extend(self.attribute(file, source, name) or ())
        return several(found)
