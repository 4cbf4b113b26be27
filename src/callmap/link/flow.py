"""Which bindings of a name a use of it sees: takes a file's facts, gives those that reach it through its branches."""

from __future__ import annotations

from typing import Final

from callmap.model import NONE, Facts

_DEEPEST_BRANCH: Final = 200  # thousands of nested branches (`else if`): any binding may be the one


class Flow:
    """What the order of statements and their branches say. Part of `File`."""

    def __init__(self, facts: Facts) -> None:
        self.facts = facts
        # Of scopes, what names are looked up by: asked for so often that fields of facts would be slow.
        self._kinds: list[str] = [scope.kind for scope in facts.scopes]
        self._parents: list[int] = [scope.parent for scope in facts.scopes]
        self._owners: list[int] = [scope.symbol for scope in facts.scopes]
        self._first_branch: list[int] | None = None

    def branches_around(self, branch: int) -> list[int]:
        """The branch and those that it stands in, innermost first."""
        around = [branch]
        while self.facts.branches[around[-1]].parent != NONE:
            around.append(self.facts.branches[around[-1]].parent)
        return around

    def at_end(self, scope: int, places: list[int]) -> list[int]:
        """Which of the bindings of a name hold when the scope has run: the last unconditional one and later ones."""
        if len(places) == 1:
            return places
        bindings = self.facts.bindings
        own = self.facts.scopes[scope].branch
        found = []
        for index in reversed(places):
            found.append(index)
            if bindings[index].branch == own:
                break
        return found[::-1]

    def reaching(self, places: list[int], mark: int, branch: int) -> list[int]:
        """Which of the bindings of a name reach a use in the same function, before which `mark` bindings stand."""
        if len(places) == 1:
            return places
        bindings, branches = self.facts.bindings, self.facts.branches
        around = [branch]
        while branches[around[-1]].parent != NONE:
            around.append(branches[around[-1]].parent)
            if len(around) > _DEEPEST_BRANCH:
                return places
        dominating = set(around)
        loops = {index for index in around if branches[index].kind == "loop"}
        found = []
        for index in reversed(places):
            where = bindings[index].branch
            if index >= mark:
                if loops and self._inside(where, loops):
                    found.append(index)
            elif where in dominating:
                found.append(index)
                break
            elif self._flows(where, around, dominating):
                found.append(index)
        return found[::-1] or places

    def chosen(self, use_scope: int, where: int, places: list[int], mark: int, branch: int) -> list[int]:
        """The bindings that a use of the name sees."""
        if len(places) == 1:
            return places
        if self.same_function(use_scope, where):
            return self.reaching(places, mark, branch)
        return self.at_end(where, places)

    def _flows(self, branch: int, around: list[int], dominating: set[int]) -> bool:
        """Whether what happens in a branch can be seen later, in the innermost of `around`."""
        branches = self.facts.branches
        child = branch
        while branch not in dominating:
            if branches[branch].exits:
                return False
            child, branch = branch, branches[branch].parent
        place = around.index(branch)
        return not place or self.alternatives()[around[place - 1]] != self.alternatives()[child]

    def alternatives(self) -> list[int]:
        """For each branch the first one of its statement: `if` and its `else` exclude each other."""
        if self._first_branch is None:
            firsts: dict[int, int] = {}
            found = []
            for index, branch in enumerate(self.facts.branches):
                if branch.kind == "if":
                    firsts[branch.parent] = index
                found.append(firsts.get(branch.parent, index) if branch.kind == "else" else index)
            self._first_branch = found
        return self._first_branch

    def _inside(self, branch: int, regions: set[int]) -> bool:
        branches = self.facts.branches
        while branch != NONE:
            if branch in regions:
                return True
            branch = branches[branch].parent
        return False

    def same_function(self, use_scope: int, scope: int) -> bool:
        """Whether a use runs in the same activation as the scope: no function boundary lies between them."""
        return self._owners[use_scope] == self._owners[scope]
