"""The names that a file gives to functions, members, properties: takes its facts, gives sets of names. Pure.

What nobody gives a name to need not be looked for: an operator without a method, an attribute that nobody sets.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from hashlib import blake2b
from typing import Final, NamedTuple

from callmap.languages import Language
from callmap.link.file import COMPUTED, File
from callmap.model import CALLABLE_KINDS, CLASS_KINDS, GETTER, NONE, Op, plain_name

SORTS: Final = ("method", "definition", "member", "computed", "stored", "maker", "described", "getter")
ASKS_RIGHT: Final = "<right>"  # before the method of an operator whose right side decides
ASKS_BOTH: Final = "<both>"  # before that of one which asks both sides, each for itself


class Shared(NamedTuple):
    """Names from all files by which the names that one of them gives are told."""

    descriptors: frozenset[str] = frozenset()  # classes whose objects decide what reading a field gives
    helpers: frozenset[str] = frozenset()  # functions that define getters by names they are given


def shared_names(files: Iterable[File]) -> Shared:
    """What is shared by a snapshot's files."""
    every = list(files)
    classes = {name for file in every for name in _descriptors(file)}
    below: dict[str, set[str]] = defaultdict(set)
    for file in every if classes else ():
        for base, heir in _bases(file):
            below[base].add(heir)
    pending = list(classes)
    while pending:
        new = below.pop(pending.pop(), set()) - classes
        classes |= new
        pending += new
    return Shared(frozenset(classes), frozenset(name for file in every for name in _helpers(file)))


def share_of(file: File, shared: Shared) -> tuple[set[str], set[str]]:
    """What one file adds to what is shared. Where that stays the same for all files, so does the whole."""
    heirs = {heir for base, heir in _bases(file) if base in shared.descriptors}
    return {*_descriptors(file), *heirs}, set(_helpers(file))


def _descriptors(file: File) -> Iterator[str]:
    endings = tuple(f".{name}" for name in file.language.descriptor_methods)
    for symbol in file.facts.symbols if endings else ():
        if symbol.name.endswith(endings):
            yield file.facts.symbols[symbol.parent].short_name


def _bases(file: File) -> Iterator[tuple[str, str]]:
    """The text of each base of a class, and the class."""
    for symbol in file.facts.symbols:
        for base in symbol.bases if symbol.kind in CLASS_KINDS else ():
            yield file.code.text(base), symbol.short_name


def _helpers(file: File) -> Iterator[str]:
    return (symbol.short_name for symbol in file.facts.symbols if "accessors" in symbol.flags)


def given_names(file: File, shared: Shared) -> dict[str, set[str]]:
    """Sort of thing → the names that the file gives to such things."""
    facts = file.facts
    called = [(_last(symbol.name), symbol) for symbol in facts.symbols if symbol.kind in CALLABLE_KINDS]
    methods = {name for name, _ in called}
    members = {
        name for scope, names in file.names.items() if facts.scopes[scope].kind in ("class", "members")
        for name in names
    }  # fmt: skip
    described = set(_made_by(file, shared.descriptors))
    getters = set(_getters(file, shared.helpers))
    computed = {name for name, symbol in called if not COMPUTED.isdisjoint(symbol.flags)}
    computed.update(store.attribute for store in facts.stores if file.stores_computed(store.value))
    return {
        "method": methods,
        "definition": methods | {symbol.short_name for symbol in facts.symbols if symbol.kind in CLASS_KINDS},
        "member": members | {store.attribute for store in facts.stores},
        "computed": computed | described | getters,
        "stored": set(_stored(file)),
        "maker": makers(file),
        "described": described,
        "getter": getters,
    }


def _made_by(file: File, descriptors: frozenset[str]) -> Iterator[str]:
    """Fields of classes whose values are made by calls of one of these classes, or by decorators."""
    accessor = file.language.accessor.rpartition(".")[2].removesuffix("()")
    makers = descriptors | {accessor} if accessor else descriptors
    for binding in () if makers.isdisjoint(file.facts.strings) else file.facts.bindings:
        if binding.value == NONE or file.facts.scopes[binding.scope].kind != "class":
            continue
        at, op = binding.value, file.code.op(binding.value)
        if op == Op.DECORATED:
            at = file.code.parts(at)[1]
        elif op != Op.CALL:
            continue
        callee = file.code.first(at) if at != NONE else NONE
        while callee != NONE and file.code.op(callee) in (Op.CALL, Op.ITEM):  # @decorator(x), Field[T]()
            callee = file.code.first(callee)
        if callee != NONE and file.code.text(callee) in makers:
            yield binding.name


def _getters(file: File, helpers: frozenset[str]) -> Iterator[str]:
    """Attributes whose getter is a value: Object.defineProperty(object, name, {get: getter}). Where a function is given
    the name, those that calls of it are written with."""
    for store in file.facts.stores:
        if store.attribute.startswith(GETTER):
            yield store.attribute.removeprefix(GETTER)
    for call in file.facts.calls if helpers else ():
        if call.text.rpartition(".")[2] in helpers:
            for part in file.code.parts(call.expression)[1:]:
                if file.code.op(part) == Op.STRING:
                    yield file.code.text(part)


def hashed(names: Mapping[str, Iterable[str]]) -> Iterator[int]:
    """Each sort and name as a number, for those who cannot keep the names of a whole snapshot."""
    for sort, each in names.items():
        for name in each:
            yield hashed_name(sort, name)


def hashed_name(sort: str, name: str) -> int:
    content = f"{sort}\0{name}".encode("utf-8", "surrogatepass")
    return int.from_bytes(blake2b(content, digest_size=8).digest(), "little")


def _last(name: str) -> str:
    return plain_name(name).rpartition(".")[2]


def _stored(file: File) -> Iterator[str]:
    """Attributes that are set on objects which are not the receiver of that code."""
    for index in file.outside_stores():
        yield file.facts.stores[index].attribute
    for binding in file.facts.bindings:
        if binding.value == NONE and file.facts.scopes[binding.scope].kind in ("class", "members"):
            yield binding.name  # a field that is declared: its constructor sets it
    setters = file.language.setters
    for call in file.facts.calls if setters else ():
        if call.text in setters:
            for part in file.code.parts(call.expression)[2:3]:
                yield file.code.text(part)


def makers(file: File) -> set[str]:
    """Functions that make a class from what they are given; "" if there are any: def make(base): class C(base)"""
    found: set[str] = set()
    for symbol in file.facts.symbols:
        for base in symbol.bases if symbol.kind in CLASS_KINDS else ():
            if file.code.op(base) != Op.NAME:
                continue
            for place in file.lookup(file.code.first(base), file.code.text(base))[1]:
                value = file.facts.bindings[place].value
                if value != NONE and file.code.op(value) == Op.PARAMETER:
                    found.update(("", file.facts.symbols[file.code.first(value)].short_name))
    return found


def special_names(language: Language) -> frozenset[str]:
    """The names of all methods that the language calls by itself."""
    found = {*language.class_hooks, *language.descriptor_methods, *language.iterate_methods}
    found.update((language.fallback_method, language.naming_hook, language.store_hook))
    for names in language.implicit.values():
        found.update(names)
    for both in language.operations.values():
        found.update((both[1], *both[0].removeprefix(ASKS_RIGHT).removeprefix(ASKS_BOTH).split("|")))
    return frozenset(found - {""})
