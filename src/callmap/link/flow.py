"""Which bindings of a name a use of it sees: takes a file's facts, gives those that reach it through its branches."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from callmap.link.code import Code
from callmap.link.meanwhile import just_assigned, with_meanwhile
from callmap.link.mentions import bound_names, undisturbed
from callmap.model import ALWAYS, NONE, Facts, Op
from callmap.parts import BRANCH_KINDS, SCOPE_KINDS, Call, Store, Uses

if TYPE_CHECKING:
    from callmap.link.file import File

_SILENT: Final = frozenset({
    Op.NAME, Op.STRING, Op.NUMBER, Op.LITERAL, Op.LIST, Op.TUPLE, Op.SET, Op.DICT, Op.FUNCTION, Op.CLASS,
})  # fmt: skip
ELSEWHERE: Final = ("call", "elsewhere")  # branches of what other functions assign, at any time
_DEEPEST_BRANCH: Final = 200  # thousands of nested branches (`else if`): any binding may be the one


class Flow:
    """What the order of statements and their branches say. Part of `File`."""

    def __init__(self, facts: Facts, code: Code) -> None:
        self.facts = facts
        self.code = code
        # Held here, since fields of structs are slow to read for compiled code.
        self.symbols = facts.symbols
        self.scopes = facts.scopes
        self.branches = facts.branches
        self.bindings = facts.bindings
        self.stores = facts.stores
        self._call_sites: list[Call] | None = None
        # Of scopes, what names are looked up by: asked for so often that fields of facts would be slow.
        self._kinds: list[str] = [SCOPE_KINDS[kind] for kind in self.scopes.column(0, 4)]
        self.parents = self._parents = self.scopes.column(1, 4)
        self.owners = self._owners = self.scopes.column(2, 4)
        # Likewise, of branches …
        self.outer = self.branches.column(1, 4)
        self.sorts: list[str] = [BRANCH_KINDS[kind] for kind in self.branches.column(0, 4)]
        self.bound = self.bindings.column(2, 6)  # … and what names are bound to
        self._deleted: set[int] | None = None
        self._first_branch: list[int] | None = None
        self._ways: dict[int, list[int]] | None = None
        self._leaving: list[bool] | None = None
        self.names = bound_names(self.bindings)
        self.calling: dict[int, tuple[list[int], list[Call], set[int]]] | None = None  # see meanwhile
        self._guarded: dict[int, set[int]] = {}  # what runs when others fail or are left → those
        self.mentions: dict[str, list[tuple[int, int]]] | None = None  # see there
        self.aliases: dict[str, set[str]] | None = None  # there, too
        self.super_calls: dict[int, int] | None = None  # see instances
        self.listening: dict[int, list[int]] | None = None  # see emitters
        self.overlaid: frozenset[int] | None = None  # see prototypes
        self.wrapping: dict[int, int] | None = None  # see wrapped

    @property
    def calls(self) -> list[Call]:
        """The call sites; unpacked when they are first asked for, as all sites, and kept: they are looked at often."""
        known = self._call_sites
        if known is None:
            known = self._call_sites = list(self.facts.calls)
        return known

    @property
    def uses(self) -> Uses:
        return self.facts.uses

    def forget_sites(self) -> None:
        """Drops what was unpacked of them; who asks once more unpacks them once more."""
        self._call_sites = None
        self.facts.__dict__.clear()

    def deleted(self) -> set[int]:
        """The expressions that are deleted."""
        if self._deleted is None:
            self._deleted = {self.uses.expression(index) for index in self.uses.of_kind("delete")}
        return self._deleted

    def branches_around(self, branch: int) -> list[int]:
        """The branch and those that it stands in, innermost first."""
        around = [branch]
        while self.outer[around[-1]] != NONE:
            around.append(self.outer[around[-1]])
        return around

    def at_end(self, scope: int, places: list[int]) -> list[int]:
        """Which of the bindings of a name hold when the scope has run: the last unconditional one and later ones."""
        if len(places) == 1:
            return places
        bindings = self.bindings
        home = {self.scopes.branch(scope)}
        passed: set[int] = set()
        found = []
        for index in reversed(places):
            found.append(index)
            if self._always_passed(bindings.branch(index), passed, home):
                break
        return found[::-1]

    def reaching(self, places: list[int], mark: int, branch: int) -> list[int]:
        """Which of the bindings of a name reach a use in the same function, before which `mark` bindings stand."""
        if len(places) == 1:
            return places
        bindings, outer, sorts = self.bindings, self.outer, self.sorts
        around = [branch]
        while outer[around[-1]] != NONE:
            around.append(outer[around[-1]])
            if len(around) > _DEEPEST_BRANCH:
                return places
        dominating = set(around)
        loops = {index for index in around if sorts[index] == "loop"}
        passed: set[int] = set()
        found = []
        again = []  # those below, which a loop leads to the use
        for index in reversed(places):
            where = bindings.branch(index)
            if index >= mark:
                if loops and self._inside(where, loops):
                    again.append(index)
            elif where in dominating:
                found.append(index)
                again = self._not_replaced(again, where, around, loops) if again else again
                break
            elif self._flows(where, around, dominating):
                found.append(index)
                if not self._breaks_off(where, around) and self._always_passed(where, passed, dominating):
                    again = self._not_replaced(again, where, around, loops) if again else again
                    break
        return [*found[::-1], *again[::-1]] or places

    def _not_replaced(self, again: list[int], where: int, around: list[int], loops: set[int]) -> list[int]:
        """Of bindings that a loop leads to a use those that one which is always passed before the use, in the branch
        `where`, does not replace: that stands outside the loop."""
        while where not in around:
            where = self.outer[where]
        home = around.index(where)
        kept = []
        for index in again:
            loop = self.bindings.branch(index)
            while loop not in loops:
                loop = self.outer[loop]
            if home > around.index(loop):
                kept.append(index)
        return kept

    def chosen(
        self, use_scope: int, where: int, places: list[int], mark: int, branch: int, at: int = NONE
    ) -> list[int]:
        """The bindings that a use of the name sees; `at`: where it stands in the code."""
        if len(places) == 1:
            return places
        if self.same_function(use_scope, where):
            return with_meanwhile(self, places, mark, branch, at)
        assigned = just_assigned(self, self._owners[use_scope], places, at)
        if assigned:
            return assigned
        made = use_scope  # the scope of the function that is made where the name is bound
        while self._parents[made] != NONE and self._owners[self._parents[made]] != self._owners[where]:
            made = self._parents[made]
        at = self.scopes.branch(made)
        return self.at_end(where, places) if at == self.scopes.branch(where) else self._after(places, mark, at)

    def _after(self, places: list[int], mark: int, branch: int) -> list[int]:
        """Which of the bindings of a name hold in the end, if a branch is taken in which a function is made that uses
        it, before which `mark` bindings stand: the one that reaches it there, and those that may follow."""
        around = self.branches_around(branch)
        if len(around) > _DEEPEST_BRANCH or any(self.sorts[each] == "loop" for each in around):
            return self.at_end(self.bindings.scope(places[0]), places)
        home = set(around)
        reaching = self.reaching(places, mark, branch)
        passed: set[int] = set()
        found = []
        for index in reversed(places):
            where = self.bindings.branch(index)
            if self.sorts[where] in ELSEWHERE:
                found.append(index)
            elif index >= mark:
                later = self.branches_around(where)
                if self._flows(branch, later, set(later)):
                    found.append(index)
                    if self._always_passed(where, passed, home):
                        break
            elif index in reaching:
                found.append(index)
        return found[::-1] or places

    def _flows(self, branch: int, around: list[int], dominating: set[int]) -> bool:
        """Whether what happens in a branch can be seen later, in the innermost of `around`."""
        child = branch
        while branch not in dominating:
            if self.leaving()[branch] and not self._breaks_off(branch, around):
                return False
            child, branch = branch, self.outer[branch]
        place = around.index(branch)
        return not place or self.alternatives()[around[place - 1]] != self.alternatives()[child]

    def _breaks_off(self, branch: int, around: list[int]) -> bool:
        """Whether a branch is part of what is tried, seen from what runs where that fails, or is left at any place."""
        self.all_ways()
        for each in around if self._guarded else ():
            tried = self._guarded.get(each)
            if tried is not None and self._inside(branch, tried):
                return True
        return False

    def _always_passed(self, branch: int, passed: set[int], home: set[int]) -> bool:
        """Whether every way through the statements inside `home` leads through this branch or one of those that were
        `passed` before (which it joins): `if` and its `else`, `try` and all that catches."""
        ways = self.all_ways()
        passed.add(branch)
        while branch not in home:
            others = ways.get(branch)
            if others is None or not all(each in passed or self.leaving()[each] for each in others):
                return False
            branch = self.outer[branch]
            passed.add(branch)
        return True

    def all_ways(self) -> dict[int, list[int]]:
        """Branch → those of its statement, where one of them always runs."""
        if self._ways is None:
            self._ways = {}
            open: dict[tuple[int, str], list[int]] = {}  # the last statement of each kind in a branch
            for index, kind in enumerate(self.sorts):
                parent = self.outer[index]
                if kind in ("if", "try"):
                    open[parent, kind] = ways = [index]
                    if kind == "try":
                        self._ways[index] = ways
                elif kind in ("else", "except"):
                    known = open.get((parent, "if" if kind == "else" else "try"))
                    if known is not None:
                        known.append(index)
                        self._ways.update(dict.fromkeys(known, known))
                elif kind == "finally" or (kind == "loop" and self.branches[index].text == ALWAYS):
                    self._ways[index] = [index]
                if kind in ("except", "finally") and (parent, "try") in open:
                    tried = open[parent, "try"]
                    self._guarded[index] = set(tried if kind == "finally" else tried[:1])
        return self._ways

    def leaving(self) -> list[bool]:
        """For each branch whether the function is always left in it."""
        if self._leaving is None:
            ways = self.all_ways()
            found = [exits != 0 for exits in self.branches.column(3, 4)]
            for index in range(len(found) - 1, 0, -1):  # what stands in a branch comes after it
                others = ways.get(index)
                if others is not None and others[0] == index and all(found[each] for each in others):
                    found[self.outer[index]] = True
            self._leaving = found
        return self._leaving

    def alternatives(self) -> list[int]:
        """For each branch the first one of its statement that it excludes: `if` and its `else`, handlers."""
        if self._first_branch is None:
            firsts: dict[int, int] = {}
            handlers: dict[int, int] = {}
            found = []
            for index, kind in enumerate(self.sorts):
                if kind == "if":
                    firsts[self.outer[index]] = index
                if kind == "except":
                    found.append(handlers.setdefault(self.outer[index], index))
                elif kind == "after":  # a handler, or what follows where none was needed
                    found.append(handlers.get(self.outer[index], index))
                else:
                    handlers.pop(self.outer[index], None)
                    found.append(firsts.get(self.outer[index], index) if kind == "else" else index)
            self._first_branch = found
        return self._first_branch

    def _inside(self, branch: int, regions: set[int]) -> bool:
        while branch != NONE:
            if branch in regions:
                return True
            branch = self.outer[branch]
        return False

    def seen(self, code: Code, stores: list[int]) -> list[int]:
        """Of stores into one attribute those that somebody may see: not `self.x = a` right before `self.x = b`."""
        return [
            index for place, index in enumerate(stores)
            if place + 1 == len(stores) or not self._is_replaced(code, index, stores[place + 1])
        ]  # fmt: skip

    def _is_replaced(self, code: Code, first: int, second: int) -> bool:
        """Whether the second of two stores is done after the first one, and nothing that could see that in between."""
        one, other = self.stores[first], self.stores[second]
        if one.scope != other.scope or one.branch != other.branch or one.value == NONE or one.type != NONE:
            return False
        if any(self.sorts[branch] == "loop" for branch in self.branches_around(one.branch)):
            return False
        if not is_same(code, one.object, other.object):
            return False
        quiet = self.is_silent(code, one.object, other.object) or self._is_unseen(code, one, other)
        if not quiet and not undisturbed(self, code, one.object, other.object, one.attribute):
            return False
        symbol = self.scopes.symbol(one.scope)
        return not any(given.symbol == symbol and one.line <= given.line <= other.line for given in self.facts.returns)

    def _is_unseen(self, code: Code, one: Store, other: Store) -> bool:
        """Whether between two stores into the same place their function calls nothing, and nothing names the place."""
        owner = self._owners[one.scope]
        if any(one.value < call.expression <= other.value and self._owners[call.scope] == owner for call in self.calls):
            return False
        at = one.value
        while at <= other.value:
            named = code.op(at) == Op.ATTRIBUTE and code.text(at) == one.attribute
            if named and not self._is_ordered(code, code.first(at), one):
                return False
            at = code.after(at)
        return True

    def _is_ordered(self, code: Code, at: int, store: Store) -> bool:
        """Whether an object is named where it is clear what was stored before: A.prototype, in the same function."""
        path = code.op(at) == Op.ATTRIBUTE and is_same(code, at, store.object) and code.op(code.first(at)) == Op.NAME
        return path and self._owners[code.part(code.first(at), 0)] == self._owners[store.scope]

    def is_silent(self, code: Code, first: int, second: int) -> bool:
        """Whether nothing happens between two expressions that could see or change anything."""
        at = code.after(first)
        while at < second:
            if code.op(at) not in _SILENT:
                return False
            at = code.after(at)
        return True

    def same_function(self, use_scope: int, scope: int) -> bool:
        """Whether a use runs in the same activation as the scope: no function boundary lies between them."""
        return self._owners[use_scope] == self._owners[scope]


def is_replaced(file: File, symbol: int, name: str) -> bool:
    """Whether a method of a class is replaced where the class is made, before anything is called: class A { f() { … } }
    A.prototype.f = wrap(A.prototype.f)"""
    scope = file.symbols[symbol].scope
    if scope == NONE or not file.language.prototype:
        return False
    home, branch = file.scopes.parent(scope), file.scopes.branch(scope)
    methods = file.attributes(symbol)
    first = next((file.stores[each] for each in methods.get(name, ()) if _is_for_all(file, each)), None)
    if first is None or first.scope != home or first.branch != branch:
        return False
    made = file.defined_at(symbol)
    calls = [call for call in file.calls if made < call.expression < first.object]
    calls = [call for call in calls if file.same_function(call.scope, home)]
    if not calls:
        return True
    wrapped = [file.stores[each] for stores in methods.values() for each in stores if _is_for_all(file, each)]
    return all(any(each.object < call.expression <= each.value for each in wrapped) for call in calls)


def _is_for_all(file: File, store: int) -> bool:
    """A.prototype.f = …"""
    at = file.stores.object(store)
    return file.code.op(at) == Op.ATTRIBUTE and file.code.text(at) == file.language.prototype


def is_same(code: Code, one: int, other: int) -> bool:
    """Whether two expressions are the same path of names: A.prototype, this"""
    for _ in range(_LONGEST_PATH):
        op = code.op(one)
        if op != code.op(other) or code.text(one) != code.text(other) or op not in _PATHS:
            return False
        if op != Op.ATTRIBUTE:
            return True
        one, other = code.first(one), code.first(other)
    return False


_PATHS: Final = frozenset({Op.NAME, Op.THIS, Op.ATTRIBUTE})
_LONGEST_PATH: Final = 8
