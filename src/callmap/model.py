"""The nouns of callmap, all frozen: what a file says (`Facts`), and what follows from it (`Edge`, `Unit`).

`Facts` are a pure function of one file's bytes, its dialect and the extractor's version. They hold no path and no
ref. Inside them, things refer to each other by place: a symbol, scope or branch by its index in its list, an
expression by its offset in `Facts.code` (read it through `Code`). -1 stands for "none" everywhere.

Lines and columns are 1-based; columns count characters, not bytes.
"""

from __future__ import annotations

from functools import cached_property
from typing import Any, Final, Literal

import msgspec

from callmap.parts import Bindings, Branches, Calls, Returns, Scopes, Stores, Uses

NONE: Final = -1
ANY_KEY: Final = "[]"  # the name of a member that stands for all that have no name of their own: { [key: string]: T }
IS, IS_NOT = "<is>", "<is not>"  # before a name: a binding that tells what class it is tested (not) to be in its branch
ENTRY: Final = "entry:"  # before the reason, in the flags of a symbol that is called from outside
PROTOTYPE, MIXED, DESCRIBED = "<prototype>", "<mixed>", "<described>"  # names of where else objects find their members
DEFAULT: Final = "default"  # the text of a CHOICE whose second part stands only where there is no first
JOINED, ALWAYS = "<joined>", "always"  # operator between the parts of a text; text of a loop that runs at least once
REPEATED: Final = "<repeated>"  # text of a container whose one element stands for any number of them
REGISTERED = "<registered>"  # the attribute of a function that holds those which may run instead of it
GETTER: Final = "<get>"  # before the name of what reading it runs, where that is a value; alone if its name is one, too
SETTER: Final = "<set>"  # before the name of what assigning to it runs, where reading it must not find that


class Noun(msgspec.Struct, frozen=True, array_like=True, gc=False):
    """Base of every noun: immutable, compact on disk."""


class Span(Noun, frozen=True):
    """Where something stands, both ends included. 1-based; columns count characters."""

    line: int
    column: int
    end_line: int
    end_column: int


# --- expressions -----------------------------------------------------------------------------------------------------


class Op:
    """What an expression is. The parts of each are listed as (text; parts)."""

    UNKNOWN: Final = 0  # (source text or ""; the sub-expressions that were lowered)
    NAME: Final = 1  # (name; scope, watermark, branch): watermark = how many bindings of the file stand before it
    ATTRIBUTE: Final = 2  # (attribute; object) a second part, NONE: a field, never a method (Rust's x.y)
    ITEM: Final = 3  # ("" ; object, key) also a generic type: List[int], Vec<T>
    CALL: Final = 4  # ("" ; callee, *arguments) arguments may be KEYWORD, SPREAD, SPREAD_KEYWORDS
    CONSTRUCT: Final = 5  # ("" ; callee, *arguments) `new Foo(…)`, Rust's and C's `Foo { … }` / `(struct foo){ … }`
    MACRO: Final = 6  # ("" ; callee, *arguments) `println!(…)`
    FUNCTION: Final = 7  # ("" ; symbol) a function, method, lambda or macro defined here
    CLASS: Final = 8  # ("" ; symbol) a class, interface, enum, struct, trait, namespace, type defined here
    THIS: Final = 9  # ("" ; scope, symbol?) the receiver; `symbol`: a function that is no method, what it is called on
    THIS_TYPE: Final = 10  # ("" ; scope) the receiver's class: cls, Self
    SUPER: Final = 11  # ("" ; scope, class?) the receiver seen from its bases; `class`: from which on
    PARAMETER: Final = 12  # ("" ; symbol, index) what the caller passes
    MODULE: Final = 13  # (module as written;) `import a.b`: the module a.b;  './x', 'crate::x'
    MEMBER: Final = 14  # (name; module) `from module import name` (may also be a submodule); name "*" = all
    STRING: Final = 15  # (its value, cut at 200 characters;)
    NUMBER: Final = 16  # (its text;)
    LITERAL: Final = 17  # (type: "None", "bool", "bytes", "regex", "template", "undefined" …; interpolated expressions)
    LIST: Final = 18  # ("" ; *elements)
    TUPLE: Final = 19  # ("" ; *elements)
    SET: Final = 20  # ("" ; *elements)
    DICT: Final = 21  # ("" ; key, value, key, value …) a spread has key -1; object literals have STRING keys
    CHOICE: Final = 22  # ("" or DEFAULT; *alternatives) a if c else b, a or b, a ?? b, match arms, union types
    OPERATION: Final = 23  # (operator; *operands)
    AWAIT: Final = 24  # ("" ; value)
    YIELD: Final = 25  # ("", "from": `yield*`; value) its own value: what is sent in, or what the other one returns
    SPREAD: Final = 26  # ("" ; value) *args, ...rest
    SPREAD_KEYWORDS: Final = 27  # ("" ; value) **kwargs
    KEYWORD: Final = 28  # (name; value) a keyword argument
    ELEMENT: Final = 29  # ("" ; iterable) one element of it: a loop variable; text "key" for `for (k in o)`
    UNPACK: Final = 30  # (index, "-index" from the end, "*index" or "*index:stop" for the rest; value) of a sequence
    ENTER: Final = 31  # ("" ; manager) what `with manager as x` gives; text "async" for `async with`
    CAUGHT: Final = 32  # ("types:thrown", how many, or "thrown"; *types, *thrown before, *calls before) what is caught
    REFERENCE: Final = 33  # (operator; value) C's &x and *x, Rust's &x and *x, TS `x!`
    CAST: Final = 34  # ("" ; value, type) `x as T`, `(T)x`
    POINTER: Final = 35  # ("" ; type) in types: T*, &T, T[]; text names which
    FUNCTION_TYPE: Final = 36  # ("" ; result, *parameters) in types; of a place: see link/contexts.py
    INSTANCE: Final = 37  # ("" ; type) a value whose type is that expression (declared without a value)
    EXPORTS: Final = 38  # (;) the module's own export object: `exports`, `module.exports`
    DECORATED: Final = 39  # ("" ; function or class, call of its outermost decorator)
    SLICE: Final = 40  # ("a:b:c" if all are numbers, or ""; object) object[a:b:c]
    NAMES: dict[int, str] = {}


Op.NAMES.update({value: name.lower() for name, value in vars(Op).items() if isinstance(value, int)})


# --- what one file says ----------------------------------------------------------------------------------------------

# Words that facts are full of. As literals each of them is read as one and the same object, not as a text of its own.
ParameterForm = Literal["plain", "positional", "keyword", "rest", "rest_keywords", "receiver"]


class Kind:
    """One vocabulary of symbol kinds for all languages. (`CONTRACT_KINDS` in ask/ maps it to each contract's words.)"""

    MODULE: Final = "module"
    NAMESPACE: Final = "namespace"  # TypeScript namespace, Rust inline module
    CLASS: Final = "class"  # also Rust and C structs and unions: see STRUCT
    STRUCT: Final = "struct"
    UNION: Final = "union"
    ENUM: Final = "enum"
    INTERFACE: Final = "interface"
    TRAIT: Final = "trait"
    IMPL: Final = "impl"  # a Rust impl block: holds methods for a type named by `target`; not listed to users
    FUNCTION: Final = "function"
    METHOD: Final = "method"
    LAMBDA: Final = "lambda"
    MACRO: Final = "macro"
    VARIABLE: Final = "variable"
    FIELD: Final = "field"
    TYPE: Final = "type"  # typedef, type alias


CALLABLE_KINDS = frozenset({Kind.FUNCTION, Kind.METHOD, Kind.LAMBDA, Kind.MACRO})
CLASS_KINDS = frozenset({Kind.CLASS, Kind.STRUCT, Kind.UNION, Kind.ENUM, Kind.INTERFACE, Kind.TRAIT})


def plain_name(name: str) -> str:
    """A name without the number that tells namesakes in one file apart: `outer.run#2` → `outer.run`."""
    head, mark, number = name.rpartition("#")
    return head if mark and head and number.isdigit() else name


def short_name(name: str) -> str:
    """`Class.method#2` → `method`"""
    return plain_name(name).rpartition(".")[2]


class Parameter(Noun, frozen=True):
    name: str
    form: ParameterForm = "plain"  # positional, keyword: only
    type: int = NONE
    default: int = NONE


class Symbol(Noun, frozen=True):
    """A definition. `name` is dotted inside its file (`Class.method`, `outer.<lambda>#2`), and unique there."""

    name: str
    kind: str
    parent: int  # the symbol it is defined in; the module (index 0) has NONE
    scope: int  # the scope it opens, or NONE
    span: Span
    parameters: tuple[Parameter, ...] = ()
    type: int = NONE  # declared type: of a variable or field, or what a function returns
    bases: tuple[int, ...] = ()  # extended or implemented types; for IMPL: the trait
    decorators: tuple[int, ...] = ()
    flags: tuple[str, ...] = ()  # async generator static classmethod property setter abstract exported declaration …
    #  fed: a generator of what is sent; dispatcher: others register with it; unbound: any receiver; refuses: raises
    target: int = NONE  # IMPL: the type that gets the methods; a function: its receiver, if it is called without one
    signature: str = ""
    doc: str = ""
    body: str = ""  # hash of its text from the body on: see languages/texts.py
    head: str = ""  # … up to there, with decorators, attributes, `export`
    above: int = 0  # lines before its first one that are part of the head

    @property
    def short_name(self) -> str:
        """The last part, without `#2`: what a person would search for."""
        return short_name(self.name)


class Import(Noun, frozen=True):
    """An import statement: `module` as written, and what it binds. `names` are (imported name, local name)."""

    module: str
    names: tuple[tuple[str, str], ...]
    line: int
    branch: int
    type_only: bool = False


class Export(Noun, frozen=True):
    """What other files see, in languages that say so. Name "default"; "=" replaces the whole; "*" passes all on."""

    name: str
    value: int
    line: int


class Comment(Noun, frozen=True):
    line: int
    text: str


class Problem(Noun, frozen=True):
    """Something in a file that could not be read. The file is indexed as far as it goes."""

    reason: str  # syntax | encoding | too deep | deadline …
    line: int = 0
    detail: str = ""


class Packed(Noun, frozen=True):
    """Parts of facts that there are many of, as rows of numbers: see parts.py."""

    scopes: bytes = b""
    branches: bytes = b""
    bindings: bytes = b""
    stores: bytes = b""
    returns: bytes = b""
    texts: tuple[str, ...] = ()  # behind those of the facts


class Sites(Noun, frozen=True):
    """What a file's own linking looks at, and hardly anybody else."""

    calls: bytes = b""  # see parts.py, …
    uses: bytes = b""
    texts: tuple[str, ...] = ()  # … and their texts, behind those of the facts
    comments: tuple[Comment, ...] = ()


class Facts(Noun, frozen=True, dict=True, gc=True):
    """All that one file says. See the module's docstring for how its parts refer to each other."""

    strings: tuple[str, ...] = ()
    code: bytes = b""
    symbols: tuple[Symbol, ...] = ()
    packed: Packed = Packed()
    sites: bytes = b""  # `Sites`, packed until somebody asks: most processes need those of some files only
    imports: tuple[Import, ...] = ()
    exports: tuple[Export, ...] = ()
    problems: tuple[Problem, ...] = ()
    project: dict[str, Any] | None = None  # project files (package.json …): what their reader took from them

    @cached_property
    def _texts(self) -> tuple[str, ...]:
        return self.strings + self.packed.texts

    @cached_property
    def scopes(self) -> Scopes:
        return Scopes(self.packed.scopes)

    @cached_property
    def branches(self) -> Branches:
        return Branches(self.packed.branches, self._texts)

    @cached_property
    def bindings(self) -> Bindings:
        return Bindings(self.packed.bindings, self._texts)

    @cached_property
    def stores(self) -> Stores:
        return Stores(self.packed.stores, self._texts)

    @cached_property
    def returns(self) -> Returns:
        return Returns(self.packed.returns)

    @cached_property
    def _sites(self) -> Sites:
        return msgspec.msgpack.decode(self.sites, type=Sites) if self.sites else Sites()

    @cached_property
    def calls(self) -> Calls:
        return Calls(self._sites.calls, self.strings + self._sites.texts)

    @cached_property
    def uses(self) -> Uses:
        return Uses(self._sites.uses)

    @cached_property
    def comments(self) -> tuple[Comment, ...]:
        return self._sites.comments


# --- what follows from the facts -------------------------------------------------------------------------------------


class Confidence:
    STATIC = "static"
    INFERRED = "inferred"
    POSSIBLE = "possible"
    UNRESOLVED = "unresolved"
    ALL = (STATIC, INFERRED, POSSIBLE, UNRESOLVED)


class Edge(Noun, frozen=True):
    """One site, one target. `caller` and `callee` are symbol names inside their files; `callee_path` is "" when
    the target is not known, and then `reason` says why and `external` holds its dotted name if it has one."""

    kind: str  # CALLS | CONSTRUCTS | EXTENDS | IMPLEMENTS | REFERENCES
    call_type: str  # direct | indirect | macro
    confidence: str
    via: tuple[str, ...]
    caller: str
    callee_path: str
    callee: str
    name: str  # text of the callee expression
    called: str  # its last identifier: what a search for calls "of that name" looks for
    external: str | None
    reason: str  # unresolved: builtin | external | dynamic | … ; else ""
    line: int
    column: int
    condition: str | None


class UnitSymbol(Noun, frozen=True):
    """A symbol as the store keeps it: placed in a file and fully named."""

    name: str
    qualified_name: str
    kind: str
    parent: str
    line: int
    column: int
    end_line: int
    signature: str
    doc: str
    flags: tuple[str, ...]
    body: str
    test: bool
    head: str = ""
    above: int = 0


class Unit(Noun, frozen=True):
    """A file in its surroundings: its symbols, edges, and comments (for search). Immutable, named by its content."""

    path: str
    language: str
    blob: str
    symbols: tuple[UnitSymbol, ...]
    edges: tuple[Edge, ...]
    comments: tuple[Comment, ...] = ()


class FileState(Noun, frozen=True):
    """A file of a snapshot: what it held when it was indexed, or why it was not. `reason` is "" for indexed files."""

    path: str
    blob: str
    language: str
    size: int
    mtime_ns: int
    reason: str = ""
    detail: str = ""
    ctime_ns: int = 0  # when the system last changed anything about it; 0: not known
