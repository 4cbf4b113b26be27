"""The only way for one file's linking to see another: takes the facts of a snapshot, answers questions about them.

Two kinds of answers. **Names** follow from facts alone (imports, re-exports, scopes, base classes): complete, the same
in every round, kept for the whole run. **Summaries** are value sets that files gave out in the round before
(`returns`, `variable`, `attribute`): they grow from round to round.

The keys of summaries that an evaluation asks for are recorded by its `Values`, also when nothing was found.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any, Final

from callmap.languages import Files, Language, Target
from callmap.link.evidence import LEVELS, MANY_FILES, Found, Founds, Value
from callmap.link.file import BODIES, File
from callmap.link.given import SORTS, Shared, given_names, linked_definitions, shared_names, special_names
from callmap.link.notes import IMPORTS, Answered, Cells, cell, of_all
from callmap.model import CALLABLE_KINDS, NONE, Facts, Import, Kind, Symbol


class World:
    """All files of a snapshot. Implements `languages.Files`."""

    def __init__(self, files: Iterable[File], projects: Mapping[str, Facts] | None = None) -> None:
        """`projects` are the project files' facts by path."""
        self.files: dict[str, File] = {file.path: file for file in files}
        self.known: frozenset[str] = frozenset()  # the paths of all files
        self._projects = dict(projects or {})
        self._directories: dict[str, set[str]] = {}  # directory → suffixes of the files below it
        self._by_name: dict[str, list[str]] | None = None
        self._defining: dict[tuple[str, str], list[tuple[str, int]]] | None = None
        self._binding: dict[str, list[str]] | None = None  # name → files whose module scope binds it
        self._remembered: dict[str, Any] = {}
        self.summaries: dict[Value, frozenset[Value]] = {}
        self._alone: dict[Value, frozenset[Value]] = {}
        self.reading: set[Any] = set()  # what is being computed depends on these: see link/reads.py
        self.own: File | None = None  # the file that it is computed for: nobody is reached by his own edits
        self._cells: dict[str, Cells] = {}  # of all files, by sort
        self._asked: dict[str, dict[str, Answered]] = {}  # what was asked about names that anybody gives, by sort
        self.large = False
        self._calling: dict[str, list[File]] | None = None
        self._block_families: frozenset[str] | None = None  # families of languages: see `has_blocks`
        self._special: dict[str, frozenset[str]] = {}  # by language: see `special_methods` …
        self._special_names: dict[str, frozenset[str]] = {}  # … and `is_special`
        self.votes: dict[str, Counter[str]] = {}
        self._given: dict[str, set[str]] | None = None
        self._given_by: dict[str, dict[str, set[str]]] = {}
        self._place(self.files)

    def _place(self, paths: Iterable[str]) -> None:
        self.known = frozenset(paths)
        self.large = self.is_large(len(self.known))
        for path in self.known:
            suffix = path[path.rfind(".") :]
            folder = path.rpartition("/")[0]
            while True:
                known = self._directories.setdefault(folder, set())
                if suffix in known:
                    break
                known.add(suffix)
                if not folder:
                    break
                folder = folder.rpartition("/")[0]

    @staticmethod
    def is_large(files: int) -> bool:
        """Whether a project of so many files is followed less far."""
        return files > MANY_FILES

    # --- languages.Files ---

    def exists(self, path: str) -> bool:
        self.note("exists", path)
        return path in self.known or path in self._projects

    def is_directory(self, path: str) -> bool:
        self.note("directory", path)
        return path in self._directories

    def holds_suffix(self, path: str, suffixes: tuple[str, ...]) -> bool:
        self.note("directory", path)
        return any(suffix in self._directories.get(path, ()) for suffix in suffixes)

    def ending_with(self, name: str) -> tuple[str, ...]:
        self.note("ending", name)
        if self._by_name is None:
            self._by_name = defaultdict(list)
            for path in sorted(self.known):
                self._by_name[path.rpartition("/")[2]].append(path)
        return tuple(self._by_name.get(name, ()))

    def facts(self, path: str) -> Facts:
        self.reading.add(cell(path, BODIES))
        return self.files[path].facts if path in self.known else self._projects.get(path, Facts())

    def imports(self, path: str) -> tuple[Import, ...]:
        self.reading.add(cell(path, IMPORTS))
        return self.files[path].facts.imports if path in self.known else ()

    def named(self, path: str, name: str) -> list[tuple[int, Symbol]]:
        self.reading.add(cell(path, name))
        symbols = self.files[path].symbols if path in self.known else ()
        return [(number, symbol) for number, symbol in enumerate(symbols) if symbol.name == name]

    def symbol_of(self, path: str, number: int) -> Symbol:
        file = self.files[path]
        if file is not self.own:
            self.reading.add(file.cells(number).own)
        return file.symbols[number]

    def paths(self) -> Iterable[str]:
        return self.remember("paths", lambda: sorted(self.known))  # type: ignore[no-any-return]

    def remember(self, key: str, compute: Callable[[], Any]) -> Any:
        if key not in self._remembered:
            self._remembered[key] = compute()
        return self._remembered[key]

    def forget(self, key: str) -> None:
        self._remembered.pop(key, None)

    def vote(self, question: str, ballots: Callable[[Files, str], Iterable[str]]) -> str:
        self.note("vote", question)
        votes = self.votes.get(question)
        if votes is None:
            votes = self.votes[question] = Counter()
            with self.unnoted():
                for path in self.paths():
                    votes.update(ballots(self, path))
        return elected(votes)

    def projects(self, file_name: str) -> dict[str, dict[str, Any]]:
        return self.remember(  # type: ignore[no-any-return]
            f"projects {file_name}",
            lambda: {
                path.rpartition("/")[0]: facts.project
                for path, facts in sorted(self._projects.items())
                if path.rpartition("/")[2] == file_name and facts.project
            },
        )

    def defining(self, family: str, name: str) -> tuple[tuple[str, int], ...]:
        self.note("defining", name)
        if self._defining is None:
            self._defining = defaultdict(list)
            for file in self.all_files():
                for each, number in linked_definitions(file):
                    self._defining[(file.language.family, each)].append((file.path, number))
        return tuple(self._defining.get((family, name), ()))

    # --- names that anybody gives to something ---

    def has_method(self, name: str) -> bool:
        """Whether a function of that name is defined: an operator whose method nobody defines runs no code."""
        return self._ask("method", name)

    def has_definition(self, name: str) -> bool:
        """Whether a function or class of that name is defined."""
        return self._ask("definition", name)

    def has_member(self, name: str) -> bool:
        """Whether some class has a member of that name."""
        return self._ask("member", name)

    def is_computed(self, name: str) -> bool:
        """Whether there is a property of that name: reading an attribute of another name runs no code."""
        return self._ask("computed", name)

    def is_stored(self, name: str) -> bool:
        """Whether code sets an attribute of that name on objects which are not its own receiver, or makes objects with
        a field of that name."""
        return self._ask("stored", name)

    def is_assigned(self, name: str) -> bool:
        """The same without fields that are only declared."""
        return self._ask("assigned", name)

    def special_methods(self, language: Language) -> frozenset[str]:
        """Those of the names that the language itself calls which somebody defines."""
        self.note("special", language.name)
        known = self._special.get(language.name)
        if known is None:
            known = frozenset([name for name in self._all_special(language) if self.gives("method", name)])
            self._special[language.name] = known
        return known

    def is_special(self, language: Language, name: str) -> bool:
        """Whether the language itself calls methods of that name."""
        return name in self._all_special(language)

    def _all_special(self, language: Language) -> frozenset[str]:
        known = self._special_names.get(language.name)
        if known is None:
            known = self._special_names[language.name] = frozenset(special_names(language))
        return known

    def is_described(self, name: str) -> bool:
        """Whether a field of that name may hold a descriptor: an object whose methods run when it is used."""
        return self._ask("described", name)

    def is_getter(self, name: str) -> bool:
        """Whether an attribute of that name may have a getter that is a value."""
        return self._ask("getter", name)

    def says(self, name: str) -> bool:
        """Whether an attribute is set to a text (`type`), or to that one (`type=Text`)."""
        return self._ask("said", name)

    def is_imported(self, file: File) -> bool:
        """Whether some file may import that one: names its module, or the directory that it is the module of."""
        folder, _, name = file.path.rpartition("/")
        return self._ask("imported", name.partition(".")[0]) or self._ask("imported", folder.rpartition("/")[2])

    def _ask(self, sort: str, name: str) -> bool:
        """Whether some file gives that name to a thing of that sort; notes that it was asked."""
        known = self._asked.get(sort)
        if known is None:
            known = self._asked[sort] = {}
        asked = known.get(name)
        if asked is None:
            asked = known[name] = Answered(self._cell(sort, name), self.gives(sort, name))
        self.reading.add(asked.cell)
        return asked.given

    def shared(self) -> Shared:
        """By what it is told which names a file gives."""
        return self.remember("shared", lambda: shared_names(self.languages(), lambda _: self.all_files()))  # type: ignore[no-any-return]

    def gives(self, sort: str, name: str) -> bool:
        """Whether some file gives a name to a thing of that sort (see `given_names`)."""
        if self._given is None:
            self._given = {sort: set() for sort in SORTS}
            for file in self.all_files():
                for each, names in self.given_by(file).items():
                    self._given[each] |= names
        return name in self._given[sort]

    def given_among(self, sort: str, words: Iterable[str]) -> set[str]:
        """Those of the words that some file gives as a name to a thing of that sort."""
        if self._given is not None:
            return self._given[sort].intersection(words)
        return {word for word in words if self.gives(sort, word)}

    def given_by(self, file: File) -> dict[str, set[str]]:
        """The names that a file of this snapshot gives, by sort."""
        known = self._given_by.get(file.path)
        if known is None:
            names = given_names(file, self.shared())
            known = self._given_by[file.path] = {sort: given or _NO_NAMES for sort, given in names.items()}
        return known

    def note(self, sort: str, name: str) -> None:
        """Notes that something about all files was asked: whether one has that path, defines that name …"""
        self.reading.add(self._cell(sort, name))

    def _cell(self, sort: str, name: str) -> Any:
        cells = self._cells.get(sort)
        if cells is None:
            cells = self._cells[sort] = of_all(sort)
        return cells.of(name)

    @contextmanager
    def unnoted(self) -> Iterator[None]:
        """What is read inside is noted by nobody: who needs it notes something else."""
        outer, self.reading = self.reading, set()
        try:
            yield
        finally:
            self.reading = outer

    # --- small questions ---

    def all_files(self) -> list[File]:
        """Every file, sorted by path."""
        return [self.files[path] for path in sorted(self.known)]

    def files_binding(self, name: str) -> list[str] | None:
        """Files whose module scope binds a name, where that is known already."""
        if self._binding is None:
            self._binding = defaultdict(list)
            for file in self.all_files():
                for bound in file.names.get(0, ()):
                    self._binding[bound].append(file.path)
        return self._binding.get(name, [])

    def heirs_below(self, cls: Value) -> list[Value] | None:
        """The classes that name a class as a base, where that is known already."""
        return None

    def blocks_of(self, cls: Value) -> list[tuple[str, int]] | None:
        """The blocks that give members to a class, where they are known already (see `Lineage.parts_of`)."""
        return None

    def has_blocks(self, family: str) -> bool:
        """Whether files of that family have blocks that give methods to types which are defined elsewhere."""
        if self._block_families is None:
            self._block_families = frozenset(
                file.language.family for file in self.all_files()
                for symbol in file.symbols if symbol.kind == Kind.IMPL
            )  # fmt: skip
        return family in self._block_families

    def callers_of_maker(self, name: str) -> list[File]:
        """Files that may call a function of that name, which makes a class from what it is given; sorted by path."""
        if self._calling is None:
            self._calling = defaultdict(list)
            for file in self.all_files():
                for each in self.makers_called(file):
                    self._calling[each].append(file)
        both = {file.path: file for each in (name, ANY_MAKER) for file in self._calling.get(each, ())}
        return [both[path] for path in sorted(both)]

    def makers_called(self, file: File) -> set[str]:
        """The names of functions that make classes by which a file calls something; ANY_MAKER for names of its own."""
        if not self.gives("maker", ""):
            return set()
        named = self.given_among("maker", file.facts.strings) - {""}
        others = [
            (imported, own) for each in file.facts.imports for imported, own in each.names
            if imported not in ("", own) and (imported in NAMELESS or self.gives("maker", imported))
        ]  # fmt: skip
        if not named and not others:
            return named  # so its calls need not be unpacked
        callees = [file.code.first(call.expression) for call in file.calls]
        called = {file.code.text(callee) for callee in callees if callee != NONE}
        found = called & named
        for imported, own in others:
            if own in called:
                found.add(ANY_MAKER if imported in NAMELESS else imported)
        return found

    def languages(self) -> list[Language]:
        """The languages of its files."""
        return self.remember(  # type: ignore[no-any-return]
            "languages", lambda: list({file.language.name: file.language for file in self.all_files()}.values())
        )

    def symbol(self, value: Value) -> Symbol:
        return self.symbol_of(value.path, value.symbol)

    def closes_over(self, function: Value) -> frozenset[int]:
        """The functions around it whose variables a function uses."""
        file = self.files[function.path]
        self.reading.add(file.cells(function.symbol).own)
        return file.closures().get(function.symbol, frozenset())

    def module_name(self, path: str) -> str:
        return self.files[path].language.module_name(self, path)

    def is_told(self, key: Value) -> bool:
        """Whether some file has said something of a key."""
        return key in self.summaries

    def summary(self, key: Value) -> frozenset[Value]:
        return self.summaries.get(key, _NOTHING)

    def alone(self, key: Value) -> frozenset[Value]:
        """The set of a key alone: the same for all who ask for just that one, as most do."""
        known = self._alone.get(key)
        if known is None:
            known = self._alone[key] = frozenset((key,))
        return known

    def from_target(self, target: Target) -> Founds:
        """What an import or a free name leads to, as a value; a member of a file is left to `Names`."""
        level = LEVELS.index(target.confidence)
        via = (target.via,) if target.via else ()
        if target.symbol is not None:
            path, symbol = target.symbol
            return (Found(self.definition(path, symbol), level, via),)
        if target.path:
            return (Found(Value("module", target.path), level, via),)
        if target.directory is not None:
            return (Found(Value("package", target.directory), level, via),)
        return (Found(Value("external", "", NONE, target.external), level, via),)

    def definition(self, path: str, symbol: int) -> Value:
        file = self.files[path]
        self.reading.add(file.cells(symbol).own)
        kind = file.symbols[symbol].kind
        if symbol == 0:
            return Value("module", path)
        return Value("function" if kind in CALLABLE_KINDS else "class", path, symbol)


def elected(votes: Mapping[str, int]) -> str:
    """The name that most ballots hold, "" if there are none."""
    return min(votes, key=lambda name: (-votes[name], name)) if votes else ""


_NOTHING: Final[frozenset[Value]] = frozenset()
_NO_NAMES: Final[set[str]] = set()  # of files that give none: shared by all
ANY_MAKER: Final = "*"
NAMELESS: Final = frozenset({"default", "=", "*"})  # what is imported so has any name
