"""The names that a file gives to functions, members, properties: takes its facts, gives sets of names. Pure.

What nobody gives a name to need not be looked for: an operator without a method, an attribute that nobody sets.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from hashlib import blake2b
from re import compile as pattern
from typing import Any, Final, NamedTuple, final

from callmap.languages import Language
from callmap.link.dispatch import said_by
from callmap.link.file import COMPUTED, File
from callmap.model import CALLABLE_KINDS, CLASS_KINDS, GETTER, NONE, SETTER, Kind, Op, plain_name
from callmap.parts import Call

SORTS: Final = (
    "method", "definition", "member", "computed", "stored", "assigned", "maker", "described", "getter", "imported",
    "said",
)  # fmt: skip
_WORD: Final = pattern(r"\w+")
_MOST_PARTS: Final = 20  # texts that a part of a name may be
_TEXTS: Final = frozenset({Op.STRING, Op.NAME})  # what may stand for a part of a text
_LINKED: Final = frozenset({Kind.FUNCTION, Kind.VARIABLE})
_UNLINKED_FLAGS: Final = frozenset({"static", "declaration"})
ACCESSORS: Final = "accessors"  # flag of functions that define getters by names they are given
ASKS_RIGHT: Final = "<right>"  # before the method of an operator whose right side decides
ASKS_BOTH: Final = "<both>"  # before that of one which asks both sides, each for itself


class Shared(NamedTuple):
    """Names from all files by which the names that one of them gives are told."""

    descriptors: frozenset[str] = frozenset()  # classes whose objects decide what reading a field gives, and functions
    #                                            that return such objects
    helpers: frozenset[str] = frozenset()  # functions that define getters by names they are given


def shared_names(languages: Iterable[Language], mentioning: Callable[[set[str]], Iterable[File]]) -> Shared:
    """What is shared by a snapshot's files. `mentioning` gives those in whose facts one of some words stands, and maybe
    more: others add nothing."""
    methods, accessors = set[str](), set[str]()
    for language in languages:
        methods.update(language.descriptor_methods)
        accessors.update(_makers(language, frozenset()))
    defining = list(mentioning({*methods, ACCESSORS}))
    found = {name for file in defining for name in _descriptors(file)}
    pending, made = found | accessors, dict[str, list[tuple[str, str]]]()
    while pending:
        pending = _following(pending, mentioning, made) - found
        found |= pending
    return Shared(frozenset(found), frozenset(name for file in defining for name in _helpers(file)))


def shared_since(
    before: Shared,
    old: Iterable[File],
    new: Iterable[File],
    languages: Iterable[Language],
    mentioning: Callable[[set[str]], Iterable[File]],
) -> Shared:
    """The same, from what it was before some files differed: what the old versions added is left out, with all that
    follows from it, and what other files say of those names, and the new versions, is added."""
    accessors = {name for language in languages for name in _makers(language, frozenset())}
    lost, helpers, made = set[str](), set[str](), dict[str, list[tuple[str, str]]]()
    for file in old:
        lost.update(_descriptors(file))
        lost.update([name for maker, name in _made_of(file) if maker in before.descriptors or maker in accessors])
        helpers.update(_helpers(file))
    gone, pending = set(lost), lost
    while pending:
        pending = (_following(pending, mentioning, made) & before.descriptors) - gone
        gone |= pending
    kept = before.descriptors - gone
    again = {file.path: file for file in (*new, *mentioning(gone | helpers))}
    makers, found = kept | accessors, set(kept)
    pending = {name for file in again.values() for name in _descriptors(file)}
    pending.update([name for file in again.values() for maker, name in _made_of(file) if maker in makers])
    pending -= found
    while pending:
        found |= pending
        pending = _following(pending, mentioning, made) - found
    helping = {name for file in again.values() for name in _helpers(file)}
    return Shared(frozenset(found), before.helpers - helpers | helping)


def _following(
    makers: set[str], mentioning: Callable[[set[str]], Iterable[File]], made: dict[str, list[tuple[str, str]]]
) -> set[str]:
    """What is made of these; `made` keeps what each file makes."""
    found: set[str] = set()
    for file in mentioning(makers):
        if file.path not in made:
            made[file.path] = list(_made_of(file))
        found.update([name for maker, name in made[file.path] if maker in makers])
    return found


def share_of(file: File, shared: Shared) -> tuple[set[str], set[str]]:
    """What one file adds to what is shared. Where that stays the same for all files, so does the whole."""
    makers = _makers(file.language, shared.descriptors)
    more = {name for maker, name in _made_of(file) if maker in makers}
    return {*_descriptors(file), *more}, set(_helpers(file))


def share_differs(old: Mapping[str, File], new: Mapping[str, File], shared: Shared) -> bool:
    """Whether files add something else than they did."""
    nothing: tuple[set[str], set[str]] = (set(), set())
    each = [[share_of(one[path], shared) if path in one else nothing for one in (old, new)] for path in {*old, *new}]
    return any(before != after for before, after in each)


def _descriptors(file: File) -> Iterator[str]:
    endings = tuple(f".{name}" for name in file.language.descriptor_methods)
    for symbol in file.facts.symbols if endings else ():
        if symbol.name.endswith(endings):
            yield _last(file.facts.symbols[symbol.parent].name)


def _made_of(file: File) -> Iterator[tuple[str, str]]:
    """The text of each base of a class, and the class; that of what a function calls to return it, and the function."""
    code, symbols = file.code, file.facts.symbols
    for symbol in symbols:
        bases = symbol.bases
        if bases and symbol.kind in CLASS_KINDS:
            for base in bases:
                yield code.text(base), _last(symbol.name)
    for given in file.facts.returns if file.language.descriptor_methods else ():
        at = given.value
        if at != NONE and code.op(at) == Op.CALL and given.symbol != NONE:
            yield code.text(code.first(at)), _last(symbols[given.symbol].name)


def _makers(language: Language, descriptors: frozenset[str]) -> frozenset[str]:
    """What makes a descriptor where it is called."""
    accessor = language.accessor.rpartition(".")[2].removesuffix("()")  # <builtin>.property() → property
    return descriptors | {accessor} if accessor else descriptors


def _helpers(file: File) -> Iterator[str]:
    return (symbol.short_name for symbol in file.facts.symbols if ACCESSORS in symbol.flags)


def given_names(file: File, shared: Shared) -> dict[str, set[str]]:
    """Sort of thing → the names that the file gives to such things."""
    facts, language = file.facts, file.language
    methods, computed, classes = set[str](), set[str](), set[str]()
    for symbol in facts.symbols:
        kind = symbol.kind
        if kind in CALLABLE_KINDS:
            name = _last(symbol.name)
            methods.add(name)
            flags = symbol.flags
            if flags and not COMPUTED.isdisjoint(flags):
                computed.add(name)
        elif kind in CLASS_KINDS:
            classes.add(_last(symbol.name))
    members = {
        name for scope, names in file.names.items() if facts.scopes.kind(scope) in ("class", "members")
        for name in names
    }  # fmt: skip
    stores = facts.stores
    attributes = [stores.attribute(index) for index in range(len(stores))]
    computed.update([
        attribute.removeprefix(SETTER)
        for index, attribute in enumerate(attributes) if file.stores_computed(stores.value(index))
    ])  # fmt: skip
    making = _makers(language, shared.descriptors)
    telling = {*making, *_last_parts(shared.helpers), *_last_parts(language.setters)}
    telling.update((language.space_attribute, language.prototype))
    said = telling.intersection(facts.strings)  # to go through all of them once is enough
    described = set() if making.isdisjoint(said) else set(_made_by(file, making))
    getters = _getters(file, attributes, shared.helpers, said)
    assigned = _assigned(file, attributes, said)
    return {
        "method": methods,
        "definition": methods | classes,
        "member": members.union(attributes),
        "computed": computed | described | getters,
        "stored": assigned | _declared(file),
        "assigned": assigned,
        "maker": makers(file),
        "described": described,
        "getter": getters,
        "imported": _imported(file),
        "said": said_by(file, attributes),
    }


def _imported(file: File) -> set[str]:
    """The words by which imports may mean a module."""
    found: set[str] = set()
    for each in file.facts.imports:
        for part in each.module.split("."):
            if part.isidentifier() and part.isascii():  # as most are
                found.add(part)
            elif part:
                found.update(_WORD.findall(part))
        for name, _ in each.names:
            if name:
                found.add(name)
    return found


def _made_by(file: File, makers: frozenset[str]) -> Iterator[str]:
    """Fields of classes whose values are made by calls of one of these, or by decorators."""
    for index, at in enumerate(file.bound):
        op = file.code.op(at) if at != NONE else NONE
        if op not in (Op.DECORATED, Op.CALL) or file.scopes.kind(file.bindings[index].scope) != "class":
            continue
        if op == Op.DECORATED:
            at = file.code.parts(at)[1]
        callee = file.code.first(at) if at != NONE else NONE
        while callee != NONE and file.code.op(callee) in (Op.CALL, Op.ITEM):  # @decorator(x), Field[T]()
            callee = file.code.first(callee)
        if callee != NONE and file.code.text(callee) in makers:
            yield file.bindings.name(index)


def _getters(file: File, attributes: list[str], helpers: frozenset[str], said: set[str]) -> set[str]:
    """Attributes whose getter is a value: Object.defineProperty(object, name, {get: getter}). Where a function is given
    the name, those that calls of it are written with."""
    found = {attribute.removeprefix(GETTER) for attribute in attributes if attribute.startswith(GETTER)}
    for call in _calls_of(file, helpers, said):
        if call.text.rpartition(".")[2] in helpers:
            for part in file.code.parts(call.expression)[1:]:
                if file.code.op(part) == Op.STRING:
                    found.add(file.code.text(part))
    return found


def _calls_of(file: File, names: frozenset[str], said: set[str]) -> Iterable[Call]:
    """All calls of a file, if some of them may be of functions with these names: else they need not be unpacked. `said`
    are words that stand in its code."""
    return () if said.isdisjoint(_last_parts(names)) else file.facts.calls


def _last_parts(names: frozenset[str]) -> list[str]:
    return [name.rpartition(".")[2] for name in names]


def hashed(names: Mapping[str, Iterable[str]]) -> Iterator[int]:
    """Each sort and name as a number, for those who cannot keep the names of a whole snapshot."""
    for sort, each in names.items():
        for name in each:
            yield hashed_name(sort, name)


def hashed_name(sort: str, name: str) -> int:
    content = f"{sort}\0{name}".encode("utf-8", "surrogatepass")
    return int.from_bytes(blake2b(content, digest_size=8).digest(), "little")


@final
class Hashes:
    """The same of many names of one sort, each made once."""

    def __init__(self, sort: str) -> None:
        self._start: Any = blake2b(f"{sort}\0".encode(), digest_size=8)
        self._known: dict[str, int] = {}

    def of(self, name: str) -> int:
        known = self._known.get(name)
        if known is None:
            content = self._start.copy()
            content.update(name.encode("utf-8", "surrogatepass"))
            known = self._known[name] = int.from_bytes(content.digest(), "little")
        return known


def linked_definitions(file: File) -> list[tuple[str, int]]:
    """(name, number) of the definitions of a file that others of its family may mean by their name alone."""
    found: list[tuple[str, int]] = []
    for number, symbol in enumerate(file.symbols if file.language.linked_by_name else ()):
        linked = symbol.kind in _LINKED or (symbol.kind == Kind.MACRO and "exported" in symbol.flags)
        if linked and symbol.parent == 0 and _UNLINKED_FLAGS.isdisjoint(symbol.flags):
            found.append((plain_name(symbol.name), number))
    return found


def _last(name: str) -> str:
    """The same as `model.short_name`, which is not compiled."""
    if "#" in name:
        name = plain_name(name)
    return name[name.rfind(".") + 1 :]


def _declared(file: File) -> set[str]:
    """Fields that are declared: constructors set them."""
    by_place = bool(file.language.call_method)
    bindings, scopes, found = file.bindings, file.scopes, set[str]()
    for index, value in enumerate(file.bound):
        declared = value == NONE or (by_place and bindings.type(index) != NONE)
        if declared and scopes.kind(bindings.scope(index)) in ("class", "members"):
            found.add(bindings.name(index))
    return found


def _assigned(file: File, attributes: list[str], said: set[str]) -> set[str]:
    """Attributes that are set on objects which are not the receiver of that code."""
    found = {attributes[index] for index in file.outside_stores()}
    found.update(_put_into_spaces(file, attributes, said))
    found.update(_put_into_prototypes(file, attributes, said))
    setters = file.language.setters
    for call in _calls_of(file, setters, said):
        if call.text in setters:
            for part in file.code.parts(call.expression)[2:3]:
                found.update(_texts(file, part))
    return found


def _put_into_spaces(file: File, attributes: list[str], said: set[str]) -> list[str]:
    """Attributes that are set through the mapping of all that an object has: object.__dict__["go"] = go"""
    code, name = file.code, file.language.space_attribute
    if not name:
        return []
    found: list[str] = []
    for index, attribute in enumerate(attributes):
        if attribute:
            continue
        store = file.stores[index]
        if store.object == NONE or store.key == NONE or code.op(store.key) != Op.STRING:
            continue
        if code.op(store.object) == Op.CALL or code.text(store.object) == name:
            found.append(code.text(store.key))
    if name in said and any(call.receiver.endswith(f".{name}") for call in file.facts.calls):
        found += [code.text(each) for each in code.all_of(Op.KEYWORD)]
    return found


def _put_into_prototypes(file: File, attributes: list[str], said: set[str]) -> list[str]:
    """Names that are computed where something is put under them: Class.prototype[name] = …, exports[name] = …,
    this[name] = () => …"""
    code, prototype = file.code, file.language.prototype
    if not prototype:
        return []
    of_any = prototype in said
    for index, store in enumerate(file.stores):
        if attributes[index] or store.key == NONE or code.op(store.key) in (Op.STRING, Op.NUMBER):
            continue
        to = code.op(store.object) if store.object != NONE else NONE
        on_this = to in (Op.THIS, Op.NAME) and store.value != NONE and code.op(store.value) == Op.FUNCTION
        if of_any or on_this or to == Op.EXPORTS:
            return [code.text(each) for each in code.all_of(Op.STRING)]
    return []


def _texts(file: File, at: int) -> Iterator[str]:
    """The texts that an expression is, as far as it is written out: also a name that stands for one of them."""
    code = file.code
    if code.op(at) == Op.OPERATION:  # "get_" + name, f"get_{name}"
        texts = [""]
        for part in code.parts(at):
            ends = list(_texts(file, part)) if code.op(part) in _TEXTS else []
            texts = [start + end for start in texts for end in ends[:_MOST_PARTS]]
        yield from texts
        return
    if code.op(at) != Op.NAME:
        yield code.text(at)
        return
    for place in file.lookup(code.first(at), code.text(at))[1]:
        value = file.bound[place]
        if value != NONE and code.op(value) == Op.UNPACK:  # for name, value in options.items()
            yield from [code.text(each) for each in code.all_of(Op.KEYWORD, Op.STRING)]
            return
        if value != NONE and code.op(value) == Op.ELEMENT:  # for name in ("a", "b")
            value = code.first(value)
        for part in (value, *code.parts(value)) if value != NONE else ():
            if code.op(part) == Op.STRING:
                yield code.text(part)


def makers(file: File) -> set[str]:
    """Functions that make a class from what they are given; "" if there are any: def make(base): class C(base)"""
    found: set[str] = set()
    for symbol in file.facts.symbols:
        bases = symbol.bases
        for base in bases if bases and symbol.kind in CLASS_KINDS else ():
            if file.code.op(base) != Op.NAME:
                continue
            for place in file.lookup(file.code.first(base), file.code.text(base))[1]:
                value = file.bound[place]
                if value != NONE and file.code.op(value) == Op.PARAMETER:
                    found.update(("", file.facts.symbols[file.code.first(value)].short_name))
    return found


def special_names(language: Language) -> frozenset[str]:
    """The names of all methods that the language calls by itself."""
    found = {*language.class_hooks, *language.descriptor_methods, *language.iterate_methods}
    found.update((language.fallback_method, language.naming_hook, language.store_hook, language.read_hook))
    found.add(language.call_method)
    found.update((language.making_hook, language.delete_hook))
    for names in language.implicit.values():
        found.update(names)
    for both in language.operations.values():
        found.update((both[1], *both[0].removeprefix(ASKS_RIGHT).removeprefix(ASKS_BOTH).split("|")))
    return frozenset(found - {""})
