"""Which classes inherit from which, and which blocks give them members: takes classes, gives those below them, and the
parts they have. What a class's own bases are is left to `Classes`."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections import defaultdict
from collections.abc import Iterable
from typing import TYPE_CHECKING, Final

from callmap.link.evidence import INFERRED, Found, Founds, Value, several, steps, unpacked
from callmap.link.file import File
from callmap.link.notes import BELOW, BLOCKS
from callmap.link.reads import Answers
from callmap.model import CLASS_KINDS, NONE, Kind

if TYPE_CHECKING:
    from callmap.link.classes import Classes
    from callmap.link.names import Names
    from callmap.link.values import Values

DIAMOND: Final = "diamond"
METACLASS: Final = "metaclass"
METHODS_BELOW: Final = "methods below"
ALL_BELOW: Final = "all below"

Block = tuple[Value, bool, int]  # a class; whether the block says that it has a trait, or just gives it members; number


class Lineage(ABC):
    """Part of `Classes`, which knows what a class's bases are."""

    def __init__(self, names: Names) -> None:
        self.names = names
        self.world = names.world
        self.below: dict[Value, list[Value]] | None = None  # class → the classes that name it as a base
        self._heirs: dict[str, list[tuple[Value, Value]]] = {}
        self._blocks: dict[str, list[Block]] = {}  # by path
        self._finding = False  # while it is found whose blocks a file has: that does not depend on what blocks give
        self._blocks_of: dict[Value, list[tuple[str, int]]] | None = None
        self._metaclasses: Answers[tuple[bool]] = {}
        self._diamonds: Answers[tuple[bool]] = {}
        self._methods_below: Answers[tuple[tuple[Value, Founds], ...]] = {}
        self._all_below: Answers[tuple[Value, ...]] = {}

    @abstractmethod
    def bases(self, cls: Value) -> list[Found]: ...

    @abstractmethod
    def base(self, file: File, at: int) -> Founds: ...

    @abstractmethod
    def mro(self, cls: Value) -> tuple[Value, ...]: ...

    @abstractmethod
    def member(self, owner: Value, name: str) -> Founds: ...

    def is_interface(self, value: Value) -> bool:
        """Whether the class says so and is there for nothing else: what it has is not meant to run."""
        language = self.world.files[value.path].language
        if not language.protocols:
            return False
        names = [base.value.name for base in self.bases(value.as_kind("class"))]
        return any(name in language.protocols and name not in language.abstract_bases for name in names)

    def is_enum(self, cls: Value) -> bool:
        """Whether the class's fields are instances of it."""
        return any(base.name in self.world.files[cls.path].language.enums for base in self.mro(cls))

    def parts_of(self, cls: Value) -> list[tuple[str, int]]:
        """The symbols that hold a class's members: itself and its impl blocks, those without a trait first."""
        own = (cls.path, cls.symbol)
        file = self.world.files[cls.path]
        if self._finding or not self.world.has_blocks(file.language.family):
            return [own]
        cls = cls.as_kind("class")
        self.world.reading.add(file.cells(cls.symbol).blocks())
        known = self.world.blocks_of(cls)
        if known is None:
            if self._blocks_of is None:
                with self.world.unnoted():
                    self._blocks_of = in_parts(
                        [(path, each) for path in self.world.paths() for each in self.blocks(path)]
                    )
            known = self._blocks_of.get(cls, [])
        return [own, *known]

    def blocks(self, path: str) -> list[Block]:
        """The impl blocks of a file."""
        known = self._blocks.get(path)
        if known is None:
            file = self.world.files[path]
            if not self.world.has_blocks(file.language.family):
                return []
            with self.names.noting((BLOCKS, path)):
                self._finding = True
                try:
                    known = self._blocks[path] = self._find_blocks(file)
                finally:
                    self._finding = False
        return known

    def _find_blocks(self, file: File) -> list[Block]:
        found: list[Block] = []
        for number, symbol in enumerate(file.symbols):
            if symbol.kind == Kind.IMPL:
                owners = self.names.alone(file, self.names.types.bare(file, symbol.target))
                found.extend([(o.value, bool(symbol.bases), number) for o in owners if o.value.kind == "class"])
        return found

    def directly_below(self, cls: Value) -> list[Value]:
        """The classes that name a class as a base."""
        if cls.symbol == NONE:
            return []  # of something outside
        self.world.reading.add(self.world.files[cls.path].cells(cls.symbol).below())
        known = self.world.heirs_below(cls)
        if known is not None:
            return known
        return self.heirs_by_base().get(cls, [])

    def heirs_by_base(self) -> dict[Value, list[Value]]:
        """The same of every class that another one names."""
        if self.below is None:
            self.below = defaultdict(list)
            with self.world.unnoted():
                for path in sorted(self.world.known):
                    for heir, base in self.heirs(path):
                        self.below[base].append(heir)
        return self.below

    def heirs(self, path: str) -> list[tuple[Value, Value]]:
        """The classes of a file, each with what it names as a base."""
        known = self._heirs.get(path)
        if known is None:
            with self.names.noting((BELOW, path)):
                symbols = enumerate(self.world.files[path].symbols)
                own = [Value("class", path, at) for at, each in symbols if each.bases and each.kind in CLASS_KINDS]
                found = [(cls, base.value) for cls in own for base in self.bases(cls)]
                file = self.world.files[path]
                for owner, of_trait, number in self.blocks(path):
                    if of_trait:  # impl Trait for Type: the block's file says it, wherever the type is
                        above = self.base(file, file.symbols[number].bases[0])
                        found.extend([(owner, base.value) for base in above if base.value.kind == "class"])
                known = self._heirs[path] = list(dict.fromkeys(found))
        return known

    def inherited(self, value: Value) -> bool:
        """Whether another class inherits from the value's class."""
        if value.kind == "object":
            return False  # its number is no definition's
        return bool(self.directly_below(value.as_kind("class")))

    def may_be_other(self, value: Value) -> bool:
        """Whether the receiver of a method of the class may be something else: of a class that inherits, or a class."""
        cls = value.as_kind("class")
        return bool(self.directly_below(cls)) or self.is_metaclass(cls)

    def is_metaclass(self, cls: Value) -> bool:
        """Whether its instances are classes."""
        known, question = self._metaclasses, (METACLASS, cls)
        return self.names.settle(known, question, lambda _: (self._makes_classes(cls),), (False,))[0]

    def _makes_classes(self, cls: Value) -> bool:
        language = self.world.files[cls.path].language
        if not language.class_type or not self.world.symbol(cls).bases:
            return False
        outside = [base.name for base in self.mro(cls) if base.kind == "external"]
        return any(language.class_type in (name, language.models.get(f"{name}.*")) for name in outside)

    def all_below(self, cls: Value) -> tuple[Value, ...]:
        """Every class that inherits from it, directly or not, nearest first."""
        return self.names.settle(self._all_below, (ALL_BELOW, cls), lambda _: self._find_all_below(cls), ())

    def _find_all_below(self, cls: Value) -> tuple[Value, ...]:
        found: dict[Value, None] = {}
        level = [cls]
        while level:
            level = [each for owner in level for each in self.directly_below(owner) if each not in found]
            found.update(dict.fromkeys(level))
        return tuple(found)

    def methods_below(self, cls: Value, name: str) -> tuple[tuple[Value, Founds], ...]:
        """The classes below whose instances have methods of that name, from whatever base, each with these."""
        question = (METHODS_BELOW, cls, name)
        return self.names.settle(self._methods_below, question, lambda _: self._find_methods_below(cls, name), ())

    def _find_methods_below(self, cls: Value, name: str) -> tuple[tuple[Value, Founds], ...]:
        found = [(each, self.member(each.as_kind("instance"), name)) for each in self.all_below(cls)]
        return tuple([
            (each, members) for each, members in found
            if members and all(member.value.kind == "function" for member in members)
        ])  # fmt: skip

    def in_diamond(self, value: Value) -> bool:
        """Whether a class below has several bases, so that what follows in its order is not known from here."""
        cls = value.as_kind("class")
        return self.names.settle(self._diamonds, (DIAMOND, cls), lambda _: (self._has_diamond(cls),), (False,))[0]

    def _has_diamond(self, cls: Value) -> bool:
        return any(len(self.bases(each)) > 1 for each in self.all_below(cls))


def in_parts(blocks: Iterable[tuple[str, Block]]) -> dict[Value, list[tuple[str, int]]]:
    """Class → its blocks, by path and number: those without a trait first."""
    found: dict[Value, list[tuple[str, int]]] = {}
    for _, path, number, cls in sorted([(trait, path, number, cls) for path, (cls, trait, number) in blocks]):
        found.setdefault(cls, []).append((path, number))
    return found


def merge(lines: list[list[Value]]) -> list[Value]:
    """C3's merge of linearisations; where it has no answer, depth first without repeats."""
    pending = [list(line) for line in lines if line]
    result: list[Value] = []
    while pending:
        for line in pending:
            head = line[0]
            if not any(head in other[1:] for other in pending):
                break
        else:
            return list(dict.fromkeys([*result, *(value for line in pending for value in line)]))
        result.append(head)
        pending = [[v for v in line if v != head] for line in pending]
        pending = [line for line in pending if line]
    return result


def of_class(classes: Classes, cls: Found, name: str) -> list[Found]:
    """The methods of that name that the class of a class has."""
    found: list[Found] = []
    for meta in classes.metaclass(cls.value) if cls.value.kind == "class" else ():
        if meta.value.kind == "class":
            for member in classes.member(meta.value.as_kind("instance"), name):
                if member.value.kind == "function":
                    step = f"{classes.world.symbol(meta.value).name} is its metaclass"
                    found.append(Found(member.value, INFERRED, steps(cls.via, (step,)), receiver=cls.value))
    return found


def member_of(values: Values, object: Found, name: str) -> Founds:
    """A member; a method that the language itself calls is asked of the class of a class, not of the class."""
    if object.value.kind == "class" and values.world.is_special(values.file.language, name):
        return tuple(of_class(values.names.classes, object, name))
    return values.contents.member(object, name)


def closed_member(values: Values, callee: Found) -> Founds:
    """What a model calls, with its open parts closed: of a class that was passed, the method of its class as well."""
    value = callee.value
    if value.kind != "member" or not values.world.is_special(values.file.language, value.name):
        return values.concrete((callee,))
    objects = values.concrete((unpacked(value.of[0], callee.level, callee.via),))
    return values.concrete(several([each for object in objects for each in member_of(values, object, value.name)]))
