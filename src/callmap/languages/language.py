"""What a language is: a value that says how its files are read, and how its names are found.

It is compiled: linking asks it so often that a field has to cost nothing."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final, Protocol

import msgspec

from callmap.model import Facts, Import, Symbol

if TYPE_CHECKING:
    from callmap.languages.lowering import Rule
    from callmap.languages.lowering import Target as AssignmentTarget

ANONYMOUS: Final = "<anonymous>"  # among the fields of a class: a member without a name, before what is in it


class Files(Protocol):
    """What a language may ask about the snapshot when it turns an import into a file. Every question is recorded."""

    def exists(self, path: str) -> bool:
        """Whether a file of the snapshot has that path (root-relative, with `/`)."""

    def is_directory(self, path: str) -> bool:
        """Whether some file of the snapshot lies below that path."""

    def holds_suffix(self, path: str, suffixes: tuple[str, ...]) -> bool:
        """Whether some file below that directory (at any depth) has one of the suffixes."""

    def ending_with(self, name: str) -> tuple[str, ...]:
        """Sorted paths whose last component is `name`."""

    def facts(self, path: str) -> Facts:
        """The facts of that file (of a project file, too); empty facts if there is none."""

    def imports(self, path: str) -> tuple[Import, ...]:
        """What that file imports; nothing if there is none."""

    def named(self, path: str, name: str) -> list[tuple[int, Symbol]]:
        """The definitions of exactly that name in that file, with their numbers."""

    def symbol_of(self, path: str, number: int) -> Symbol:
        """A definition of that file."""

    def paths(self) -> Iterable[str]:
        """All source files of the snapshot, sorted."""

    def remember(self, key: str, compute: Callable[[], Any]) -> Any:
        """What `compute` gives, computed once for the snapshot."""

    def vote(self, question: str, ballots: Callable[[Files, str], Iterable[str]]) -> str:
        """The name that most files' ballots hold, `ballots(files, path)`; "" if there is none. Counted once."""

    def projects(self, file_name: str) -> dict[str, dict[str, Any]]:
        """Directory → `Facts.project` of every project file of that name (`package.json`), sorted by directory."""

    def defining(self, family: str, name: str) -> tuple[tuple[str, int], ...]:
        """(path, symbol) of each definition of that plain name that is linked by name alone across files of the
        family (C's external linkage: top-level functions and variables without the flag "static"; Rust's exported
        macros), sorted."""


class Target(msgspec.Struct, frozen=True):
    """What an import or a free name leads to: exactly one of the fields is set.

    path       a file of the snapshot; with `member`, that name inside it
    directory  a directory that is a package without a file of its own (namespace package)
    external   the dotted name of something outside the snapshot, `<builtin>.print`, `requests`, `std::fs`
    symbol     (path, symbol index): a definition
    """

    path: str = ""
    member: str = ""
    directory: str | None = None
    external: str = ""
    symbol: tuple[str, int] | None = None
    confidence: str = "static"
    via: str = ""  # how it was found, in words: "declared in include/list.h"


class Syntax(msgspec.Struct, frozen=True):
    """How a grammar's nodes are read: node type → rule, and node type → what assigning to it means."""

    rules: dict[str, Rule]
    targets: dict[str, AssignmentTarget]


@dataclass(frozen=True, eq=False, repr=False)
class Language:
    """One language: how its files are recognised, parsed, lowered to facts, and how its names are found."""

    name: str
    family: str  # names are resolved inside a family only
    suffixes: dict[str, str]  # file name suffix → dialect
    grammar: Callable[[str], Any]  # dialect → what tree_sitter.Language() takes
    syntax: Syntax  # the same for all its dialects
    module_name: Callable[[Files, str], str]  # path → qualified name of the module
    resolve_import: Callable[[Files, str, str], tuple[Target, ...]]  # (files, importing path, module as written)
    free_name: Callable[[Files, str, str], tuple[Target, ...]]  # (files, path, name that no scope binds)
    is_test: Callable[[str], bool]  # path of a file that holds tests
    prepare: Callable[[bytes], bytes] | None = None  # text for the parser, of the same length and lines
    separator: str = "."  # joins qualified names
    constructors: tuple[str, ...] = ()  # methods that run when a class is called or constructed
    making_hook: str = ""  # the one of them that may give back something else than an instance of the class
    fields_hook: str = ""  # the one of them that runs when fields have been set by the class's own constructor
    binds_functions: bool = False  # a plain function that a class holds is a method of its instances
    counts_arguments: bool = False  # a call must pass what a function takes, no more and no less
    call_method: str = ""  # the method that runs when an instance is called
    # Op of a literal or container → external name of its type: `<builtin>.str`
    literals: dict[int, str] = field(default_factory=dict)
    # text of a LITERAL → the same: `bytes` → `<builtin>.bytes`
    literal_types: dict[str, str] = field(default_factory=dict)
    absent: str = ""  # the LITERAL that is as good as no argument: a default takes its place
    # external name → the external name it is just another word for
    aliases: dict[str, str] = field(default_factory=dict)
    wrappers: frozenset[str] = frozenset()  # generic types that stand for their first argument: Optional, Box
    unions: frozenset[str] = frozenset()  # generic types that stand for any argument: Union
    tuple_types: frozenset[str] = frozenset()  # generic types whose arguments are the types at each place: tuple
    class_wrappers: frozenset[str] = frozenset()  # generic types that hold the class itself: Type
    project_files: dict[str, Callable[[bytes], dict[str, Any]]] = field(default_factory=dict)  # file name → reader
    explicit_exports: bool = False  # other files see `Facts.exports`, else the module scope's bindings
    parts: dict[str, str] = field(default_factory=dict)  # external type → the type of its parts: a text's are texts …
    # … of what stands in it at one key; at several is one like it …
    columns: dict[str, str] = field(default_factory=dict)
    attribute_types: dict[str, str] = field(default_factory=dict)  # … by their full name, of its attributes
    number_types: tuple[str, ...] = ()  # those of whole numbers and of others
    # external name of a class → all that its instances have
    known_members: dict[str, frozenset[str]] = field(default_factory=dict)
    known_types: frozenset[str] = frozenset()  # external names that are types: calling one gives an instance of it
    value_types: bool = False  # a variable that is declared as of a class is an object of its own, no reference to one
    external_methods: bool = True  # a value of an external type has methods of that type, by name
    final_types: frozenset[str] = (
        frozenset()
    )  # external types of which no class inherits that matters: of others, it may
    opaque: frozenset[str] = frozenset()  # external types and functions that do not tell what a value is: Any, getattr
    receiver_types: frozenset[str] = frozenset()  # external names of the type that stands for the receiver's: Self
    enums: frozenset[str] = frozenset()  # external bases whose classes' fields are instances of the class
    enum_value: str = ""  # attribute of such an instance that is what its field is bound to
    hoists: bool = True  # a module's code sees names that are bound further down
    transparent: frozenset[str] = frozenset()  # last names of decorators that give back what they decorate
    wildcard_list: str = ""  # the variable that lists what a wildcard import takes: `__all__`
    match_list: str = ""  # the member of a class that lists the fields which patterns take by place
    wildcard_hides: str = ""  # prefix of names that a wildcard import leaves behind
    # text of ENTER → the method whose result `with x as y` binds
    enter_methods: dict[str, str] = field(default_factory=dict)
    # external name → what the function does with what it is given (see link/models.py)
    models: dict[str, str] = field(default_factory=dict)
    setters: frozenset[str] = frozenset()  # functions that set an attribute by name: setattr(object, name, value)
    listening: frozenset[str] = frozenset()  # methods that have a function listen to a name: emitter.on(name, function)
    # operator → (method of its left side, method of its right side)
    operations: dict[str, tuple[str, str]] = field(default_factory=dict)
    joining: frozenset[str] = frozenset({"+", "|", "+=", "|="})  # operators that make one container of two
    implicit: dict[str, tuple[str, ...]] = field(default_factory=dict)  # kind of `Use` → the methods that it calls
    # method of a list or mapping that changes it → how: see link/lives.py …
    changes: dict[str, str] = field(default_factory=dict)
    looks: frozenset[str] = frozenset()  # … those that leave it as it is …
    gives_itself: frozenset[str] = frozenset()  # … those that change it, and give it back …
    onlookers: frozenset[str] = frozenset()  # … and free names whose members leave what they are given as it is
    # name that is constructed → LIST or DICT, its external type
    made_containers: dict[str, tuple[int, str]] = field(default_factory=dict)
    item_method: str = ""  # what object[key] calls …
    making_type: str = ""  # external type of a container that makes what it is asked for and does not have
    missing_method: str = ""  # … and what is called if there is no such key
    iterate_methods: tuple[str, ...] = ()  # what a loop calls to get an iterator …
    next_methods: tuple[str, ...] = ()  # … and to get an element
    capitals_are_types: bool = False  # an external name that starts with a capital letter is a class
    # external generic type → which of its arguments is the type of its elements
    element_types: dict[str, int] = field(default_factory=dict)
    # … those that objects of the project's own classes are often declared to be
    abstract_types: frozenset[str] = frozenset()
    # … and which is the type of what it holds where it failed: Result<T, E>
    reason_types: dict[str, int] = field(default_factory=dict)
    exact_types: bool = False  # fields are no methods; tuple types, containers of objects outside are followed, too
    protocols: frozenset[str] = frozenset()  # external bases of classes that others need not name to be like them …
    abstract_bases: frozenset[str] = frozenset()  # … those whose methods are there to be called, unless they say no
    metaclass: str = ""  # the keyword among a class's bases that names the class of the class
    class_hooks: tuple[str, ...] = ()  # methods of bases that run when a class is defined
    root_exceptions: frozenset[str] = frozenset()  # external types of which all that can be thrown is
    calculating: frozenset[str] = frozenset()  # packages whose objects are operands: what operators give is followed
    nothing: str = ""  # the LITERAL that stands for no value
    instance_hook: str = ""  # the method of a class's class that decides what its instances are
    method_parts: dict[str, str] = field(default_factory=dict)  # attributes of bound methods → function, receiver
    root_type: str = ""  # external name of the class that all classes inherit from
    class_type: str = ""  # external name of the class of classes
    metaclass_hooks: tuple[str, ...] = ()  # … and methods of its metaclass that do
    naming_hook: str = ""  # … and the method of what its fields hold that does
    descriptor_methods: tuple[str, ...] = ()  # of what a field holds: what reading, assigning, deleting it calls
    accessor: str = ""  # external name of such an object that is made of functions for these: property(get, set) …
    accessor_parts: tuple[str, ...] = ()  # … and its attributes that hold them
    # flag of a function, or external name of a decorator → external name of what its decorator has made of it
    decorated_types: dict[str, str] = field(default_factory=dict)
    store_hook: str = ""  # the method of an object that assigning to any attribute of it calls
    delete_hook: str = ""  # … that deleting any of them calls …
    read_hook: str = ""  # … and the one that reading any of them calls
    fallback_method: str = ""  # what reading an attribute calls that an object does not have
    next_member: str = ""  # where what that gives holds the element, if it is not the element itself: `value`
    iterator_function: str = ""  # external name of the function that gives an iterator over what it is given
    generator_type: str = ""  # external name of what a generator gives
    proxy_type: str = ""  # the name of what makes objects whose uses are heard by a handler
    promise_type: str = ""  # external name of an object that will hold a value: `await` gives that
    class_attribute: str = ""  # attribute of an object that is its class
    space_attribute: str = ""  # attribute of an object, class or module that is a mapping of all that it has
    module_table: str = ""  # external name of a mapping of all modules by name
    name_attribute: str = ""  # attribute of a function or class that is its name
    factory_keywords: frozenset[str] = frozenset()  # of a call that describes a field: what makes its default value
    prototype: str = ""  # attribute of a class that stands for all of its instances
    runs_classes: bool = False  # whether a call of a class that has no constructor calls the class itself
    function_type: str = ""  # external name of the type of functions, whose methods they have: call, apply, bind
    # what registers code to be called from outside (see link/entries.py) → as what
    entries: dict[str, str] = field(default_factory=dict)
    entry: Callable[[str, Facts, int], str] | None = None  # (path, facts, symbol): why it is an entry by itself, or ""
    fixtures: frozenset[str] = frozenset()  # what marks functions whose results tests get by name: link/fixtures.py
    fixture_file: str = ""  # … the name of the file with those for all tests in its directory and below
    listing: str = ""  # … the last name of what lists the values of a test's parameters
    declared_entries: Callable[[Files], Iterable[tuple[str, str, str]]] | None = None  # (path, name in it or "", why)
    submodule: Callable[[Files, str, str], tuple[Target, ...]] | None = None  # (files, package file or directory, name)
    implementation: Callable[[Files, str, str], tuple[Target, ...]] | None = None  # (files, declaring path, name)
    linked_by_name: bool = False  # whether files see each other's definitions by their name alone: `Files.defining`
