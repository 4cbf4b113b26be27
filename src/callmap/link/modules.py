"""Modules: which file an import means, and what a module shows to others. Takes import expressions, gives values."""

from __future__ import annotations

from typing import TYPE_CHECKING

from callmap.languages import Target
from callmap.link.evidence import INFERRED, MOST_FUNCTIONS, STATIC, Found, Founds, Value, several, steps
from callmap.link.file import EACH, File
from callmap.link.reads import Answers
from callmap.model import NONE, Op

if TYPE_CHECKING:
    from callmap.link.names import Names


# (path, scope) → the order in which they are looked at; those of them that are no module's scope
Reach = tuple[dict[tuple[str, int], int], list[tuple[str, int]]]


class Modules:
    """Part of `Names`."""

    def __init__(self, names: Names) -> None:
        self.names = names
        self.world = names.world
        self._members: Answers[Founds] = {}
        self._imports: Answers[Founds] = {}
        self._free: Answers[Founds] = {}
        self._reach: dict[tuple[str, int], Reach] = {}
        self._looking: set[tuple[str, int]] = set()  # scopes whose wildcard imports are being followed

    def imported(self, path: str, module: str) -> Founds:
        """What `import module` in that file means."""
        question = ("import", path, module)
        found = self.names.known(self._imports, question)
        if found is None:
            with self.names.keeping(self._imports, question) as kept:
                targets = self.world.files[path].language.resolve_import(self.world, path, module)
                found = kept.answer = self.targets(targets)
        return found

    def imported_member(self, file: File, at: int) -> Founds | None:
        """from module import name"""
        modules = self.names.expression(file, file.code.first(at))
        if modules is None:
            return None
        name = file.code.text(at)
        if name == "*":
            return ()
        found: list[Found] = []
        for module in modules:
            if name == "default" and file.language.explicit_exports and module.value.kind == "external":
                found.append(module)  # what a package outside gives by default goes by the package's name
                continue
            own = module.value.kind == "module" and module.value.path == file.path
            below = self._below_itself(file, at, name) if own else ()
            members = below or self.names.attribute(file, module, name)
            if members is None:
                return None
            step = () if own else (self._step(file, file.code.first(at), module),)
            found.extend(m.but(via=steps(step, m.via)) for m in members)
        return tuple(found)

    def _below_itself(self, file: File, at: int, name: str) -> Founds:
        """`from . import name` in a package: the module below it, where nothing else gives the package that name."""
        language, code = file.language, file.code
        if language.submodule is None:
            return ()
        self.world.reading.add(file.cells(0).of(name))
        module = code.text(code.first(at))
        for place in file.names.get(0, {}).get(name, ()):
            value = file.bound[place]
            if value == NONE or code.op(value) != Op.MEMBER or code.text(value) != name:
                return ()
            if code.text(code.first(value)) != module:
                return ()
        return self.targets(language.submodule(self.world, file.path, name))

    def _step(self, file: File, at: int, module: Found) -> str:
        if module.value.kind == "module":
            return f"imported from {self.world.module_name(module.value.path)}"
        return f"imported from {module.value.name or file.code.text(at)}"

    def unbound(self, file: File, scope: int, name: str) -> Founds | None:
        """A name that no scope binds: from a star import, or what the language itself knows."""
        at = scope
        while True:
            found = self.through_stars(file, at, name)
            if found is None or found:
                return found
            if file.scopes.kind(at) == "module" or file.scopes.parent(at) == NONE:
                break
            at = file.scopes.parent(at)
        question = ("free", file.path, name)
        free = self.names.known(self._free, question)
        if free is None:
            with self.names.keeping(self._free, question) as kept:
                free = kept.answer = self.targets(file.language.free_name(self.world, file.path, name))
        return free or self._from_outside(file, name)

    def _from_outside(self, file: File, name: str) -> Founds:
        """A name that the one wildcard import from outside must have brought in: `from math import *`"""
        places = file.names.get(0, {}).get("*", ()) if file.language.wildcard_list else ()
        modules = [file.code.first(file.bound[place]) for place in places]
        found = [each for at in modules for each in self.names.expression(file, at) or ()]
        outside = [each for each in found if each.value.kind == "external"]
        if len(outside) != 1 or name.startswith(file.language.wildcard_hides):
            return ()
        value = Value("external", "", NONE, f"{outside[0].value.name}{file.language.separator}{name}")
        return (outside[0].but(value=value, level=INFERRED),)

    def targets(self, targets: tuple[Target, ...]) -> Founds:
        found: list[Found] = []
        for target in targets:
            if target.path and target.member:
                found.extend(self.member(target.path, target.member))
            else:
                found.extend(self.world.from_target(target))
        return several(found)

    def member(self, path: str, name: str) -> Founds:
        """What another file sees as `name` of the module; the key of a variable's summary if facts do not decide it."""
        known = self.names.known(self._members, ("member", path, name))
        return known if known is not None else self._settle_member(path, name)

    def _settle_member(self, path: str, name: str) -> Founds:
        return self.names.settle(self._members, ("member", path, name), lambda _: self._member(path, name), ())

    def _member(self, path: str, name: str) -> Founds:
        file = self.world.files[path]
        self.world.reading.add(file.cells(0).of(name))
        if file.language.explicit_exports:
            found = self._exported(file, name)
        else:
            places = file.names.get(0, {}).get(name)
            found = self.names.bindings(file, file.at_end(0, places)) if places else ()
            if places is None:
                found = self.through_stars(file, 0, name)
        if found is None:
            return (Found(Value("variable", path, NONE, name), INFERRED, ()),)
        if not found and name == "default" and file.language.explicit_exports and file.facts.exports:
            return (Found(Value("module", path), STATIC, ()),)  # CommonJS, as an ES module imports it
        if not found and file.language.submodule is not None:
            return self.targets(file.language.submodule(self.world, path, name))
        return found

    def _exported(self, file: File, name: str) -> Founds | None:
        self.world.reading.update((file.cells(0).of("*"), file.cells(0).of("=")))
        stars: list[int] = []
        whole: list[int] = []
        found: list[Found] = []
        for export in file.facts.exports:
            if export.name == name:
                values = self.names.exported(file, export.value)
                if values is None:  # but a type of the same name is known
                    types = [
                        each for index in self.names.at_end(file, export.value)
                        for each in self.names.binding(file, index) or () if each.value.kind == "class"
                    ]  # fmt: skip
                    key = Found(Value("variable", file.path, NONE, name), INFERRED, ())
                    return (*types, key) if types else None
                found.extend(values)
            elif export.name == "*":
                stars.append(export.value)
            elif export.name == "=":
                whole.append(export.value)
        if found:
            return several(found)
        for at in whole:  # module.exports = { name } / = function / = class
            values = self._part_of_whole(file, at, name)
            if values is None:
                return None
            found.extend(values)
        if name not in ("default", "="):
            for at in stars:
                for source in self.names.expression(file, at) or ():
                    step = self._step(file, at, source)
                    for member in self.names.attribute(file, source, name) or ():
                        if member.value.kind != "external":
                            found.append(member.but(via=steps((step,), member.via)))
        return several(found)

    def exports(self, path: str) -> list[str]:
        """The names of all that a module exports by name."""
        file = self.world.files[path]
        self.world.reading.add(file.cells(0).of(EACH))
        names = dict.fromkeys(export.name for export in file.facts.exports) if file.language.explicit_exports else {}
        return [name for name in names if name not in ("*", "=")][:MOST_FUNCTIONS]

    def _has_key(self, file: File, at: int, name: str) -> bool:
        code = file.code
        keys = code.parts(at)[::2] if code.op(at) == Op.DICT else ()
        return any(key != NONE and code.op(key) == Op.STRING and code.text(key) == name for key in keys)

    def _part_of_whole(self, file: File, at: int, name: str) -> Founds | None:
        if name == "=" or (name == "default" and not self._has_key(file, at, name)):
            return self.names.expression(file, at)
        if file.code.op(at) == Op.DICT:
            parts = file.code.parts(at)
            spread: list[Found] = []
            for key, value in zip(parts[::2], parts[1::2], strict=True):
                if key == NONE:
                    for source in self.names.expression(file, value) or ():
                        spread.extend(self.names.attribute(file, source, name) or ())
                elif file.code.op(key) == Op.STRING and file.code.text(key) == name:
                    return self.names.expression(file, value)
            whole = Found(Value("object", file.path, at), STATIC, ())
            return several(spread) or self.names.attribute(file, whole, name)
        values = self.names.expression(file, at)
        if values is None:
            return None
        found: list[Found] = []
        for whole in values:
            found.extend(self.names.attribute(file, whole, name) or ())
        return tuple(found)

    def through_stars(self, file: File, scope: int, name: str) -> Founds | None:
        """The name from a wildcard import (`from a import *`, `#include`, `use Shape::*`), nearest first."""
        self.world.reading.add(file.around(scope)[0].of("*"))
        if "*" not in file.names.get(scope, ()) or (file.path, scope) in self._looking:
            return ()
        gated = bool(file.language.wildcard_list)
        stars = file.names[scope]["*"]
        home = file.scopes.branch(scope)
        branching = gated and len(stars) > 1 and any(file.bindings.branch(index) != home for index in stars)
        self._looking.add((file.path, scope))
        try:
            if branching:
                return self._through_branches(file, scope, name, stars)
            reach, inner = self._reached(file, scope, name) if gated else self._stars_from(file, scope)
        finally:
            self._looking.discard((file.path, scope))
        if not gated:  # a name of one of so many files that each of them would be too much to note
            self.world.note("binding", name)
        for path, at in reach if gated else inner:
            self.world.reading.add(self.world.files[path].around(at)[0].of(name))
        inner = [place for place in inner if name in self.world.files[place[0]].names.get(place[1], ())]
        binding = None if gated else self.world.files_binding(name)
        near = [path for path, at in reach if not at] if binding is None else binding
        modules = [(p, 0) for p in near if (p, 0) in reach and name in self.world.files[p].names.get(0, ())]
        for path, at in sorted([*inner, *modules], key=lambda place: (reach[place], place)):
            other = self.world.files[path]
            if at:
                found = self.names.bindings(other, other.at_end(at, other.names[at][name]))
            else:
                self.world.reading.add(other.cells(0).of(other.language.wildcard_list))
                found = self.member(path, name) if public(other, name) else ()
            if found is None or found:
                step = (f"imported from {self.world.module_name(path)}",)
                return None if found is None else tuple(f.but(via=steps(step, f.via)) for f in found)
        return self._listed_module(file, reach, name) if gated else ()

    def _listed_module(self, file: File, reach: dict[tuple[str, int], int], name: str) -> Founds:
        """A module below one that lists it without importing it: __all__ = ["shapes"]"""
        for path, at in reach:
            if not at and file.language.submodule is not None and _listed(self.world.files[path], name):
                found = self.targets(file.language.submodule(self.world, path, name))
                if found:
                    return found
        return ()

    def _through_branches(self, file: File, scope: int, name: str, stars: list[int]) -> Founds | None:
        """The same where wildcard imports stand in branches: if …: from .a import * else: from .b import *"""
        given: dict[int, list[Found]] = {}
        for index in stars:
            module_at = file.code.parts(file.bound[index])[0]
            for source in self.names.expression(file, module_at) or ():
                if source.value.kind != "module":
                    continue
                path = source.value.path
                other = self.world.files[path]
                self.world.reading.update((other.cells(0).of(other.language.wildcard_list), other.cells(0).of(name)))
                if not public(other, name):
                    continue
                bound = name in other.names.get(0, ())
                members = self.member(path, name) if bound else self.through_stars(other, 0, name)
                step = (f"imported from {self.world.module_name(path)}",)
                for found in members or ():
                    given.setdefault(index, []).append(found.but(via=steps(step, found.via)))
        if not given:
            return ()
        return several([found for index in file.at_end(scope, list(given)) for found in given[index]])

    def _stars_from(self, file: File, scope: int) -> Reach:
        """What wildcard imports reach from a scope."""
        key = (file.path, scope)
        known = self._reach.get(key)
        if known is not None:
            self.world.reading.add(("reach", *key))
            return known
        if len(self._reach) > 64:  # only the file at work is asked about again and again
            self._reach.clear()
        with self.names.noting(("reach", *key)):
            reach = self._reach[key] = self._reached(file, scope, "")
        return reach

    def _reached(self, file: File, scope: int, name: str) -> Reach:
        """The same for one name: where modules list what they pass on, it must be on every list on the way."""
        reach: dict[tuple[str, int], int] = {}
        level = [(file, scope)]
        while level:
            following = []
            for here, at in level:
                self.world.reading.add(here.around(at)[0].of("*"))
                for index in reversed(here.names.get(at, {}).get("*", ())):
                    module_at = here.code.parts(here.bound[index])[0]
                    for source in self.names.expression(here, module_at) or ():
                        value = source.value
                        if value.kind not in ("module", "class"):
                            continue
                        other = self.world.files[value.path]
                        place = (value.path, other.symbols[value.symbol].scope if value.kind == "class" else 0)
                        if place in reach or place[1] == NONE:
                            continue
                        reach[place] = len(reach)
                        self.world.reading.update(
                            (other.cells(0).of(other.language.wildcard_list), other.cells(value.symbol).own)
                        )
                        if not name or public(other, name):
                            following.append((other, place[1]))
            level = following
        return reach, [place for place in reach if place[1]]


def public(file: File, name: str) -> bool:
    """Whether a wildcard import takes the name: the module's list decides where there is one, else its prefix."""
    listed, language = _listed(file, name), file.language
    return not (language.wildcard_hides and name.startswith(language.wildcard_hides)) if listed is None else listed


def _listed(file: File, name: str) -> bool | None:
    """Whether the list of what a module passes on, `__all__`, has the name; None without a written one."""
    language = file.language
    places = file.names.get(0, {}).get(language.wildcard_list) if language.wildcard_list else None
    if places is not None:
        value = file.bound[places[-1]]
        if value != NONE and file.code.op(value) in (Op.LIST, Op.TUPLE):
            parts = file.code.parts(value)
            return any(file.code.op(part) == Op.STRING and file.code.text(part) == name for part in parts)
    return None


def absolute(module: str, packages: list[str]) -> list[str]:
    """A module's name, seen from packages: .text in the package tools is tools.text"""
    inner = module.lstrip(".")
    up = len(module) - len(inner)
    if not up or not packages:
        return [module]
    return [".".join([*package.split(".")[: len(package.split(".")) - up + 1], inner]) for package in packages]
