"""From a syntax tree to facts: takes tree-sitter nodes, gives `Facts`. The one walker of all languages.

A language is a table: node type → `Rule`. A rule takes the `Lowering` and a node, notes what the node says (symbols,
bindings, calls …) and gives the offset of the expression it stands for, or NONE for a statement. Rules for common
shapes are made by the functions at the end (`call("function", "arguments")`); a language writes only what is its own.

Rules may recurse as deep as the tree is: `read/extract.py` bounds it. They may be compiled, so they hold a C stack, and
signals have to be let in.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Final

from msgspec import msgpack

from callmap.languages.drafts import Draft, unique_names
from callmap.languages.expressions import Expressions
from callmap.languages.mentions import mentions
from callmap.languages.packing import (
    Texts,
    packed_bindings,
    packed_branches,
    packed_calls,
    packed_numbers,
    packed_returns,
    packed_scopes,
    packed_stores,
    packed_uses,
)
from callmap.languages.signals import let_signals_in
from callmap.languages.texts import Range, hash_texts
from callmap.model import NONE, Comment, Export, Facts, Import, Kind, Packed, Problem, Sites
from callmap.parts import (
    Binding,
    Branch,
    BranchKind,
    Call,
    CallForm,
    Return,
    ReturnKind,
    Scope,
    ScopeKind,
    Store,
    Use,
    UseKind,
)

if TYPE_CHECKING:
    from tree_sitter import Node

    from callmap.languages.table import Table

Rule = Callable[["Lowering", "Node"], int]
Target = Callable[["Lowering", "Node", int, int], None]


_LONGEST_DOC: Final = 4_000
_OFTEN: Final = 63  # steps after which signals are let in; one less than a power of two


class Lowering(Expressions):
    """Collects one file's facts. `scope`, `branch` and `symbol` say where the walk stands."""

    def __init__(self, source: bytes, table: Table, parse: Callable[[bytes], Node]) -> None:
        """`parse` reads code that stands inside a string (Python's quoted annotations)."""
        super().__init__(source)
        self.rules = table.rules
        self.targets = table.targets
        self.types = table.types
        self.fields = table.fields
        self.parse = parse
        self.symbols: list[Draft] = []
        self.scopes: list[Scope] = []
        self.branches: list[Branch] = [Branch("always", NONE)]
        self.stores: list[Store] = []
        self.returns: list[Return] = []
        self.calls: list[Call] = []
        self.uses: list[Use] = []
        self.imports: list[Import] = []
        self.exports: list[Export] = []
        self.comments: list[Comment] = []
        self.problems: list[Problem] = []
        self.literals: list[Range] = []  # that span lines
        self.docs: set[int] = set()  # the first bytes of those that are indented with the code around
        self.remarks: list[Range] = []  # comments outside of definitions
        self.main = source  # the file itself, whatever is read at the moment
        self._reads: dict[int, int] = {}  # ATTRIBUTE → the place of its use among all
        self.symbol = 0
        self.hint = ""  # what an anonymous function or class would be called: `const hint = () => …`
        self.in_type = False  # inside a declared type
        self.outer_scope: dict[tuple[int, str], int] = {}  # (scope, name) → where `global` and `nonlocal` send it
        self.variables: set[tuple[int, str]] = set()  # (scope, name) of variables that are symbols already
        self.declared: dict[tuple[int, str], int] = {}  # … → the type that a variable keeps, whatever it is assigned
        self.memory: object = None  # what a language's rules remember while they walk
        self._steps = 0
        self._comment_end = -2  # line on which the last comment ended
        self._comment_lines: list[str] = []

    # --- walking ---

    def let_signals_in(self) -> None:
        """Now and then: to call what is interpreted takes as long as to read some nodes."""
        self._steps += 1
        if not self._steps & _OFTEN:
            let_signals_in()

    def lower(self, node: Node) -> int:
        """Notes what the node says; its expression, or NONE."""
        return self.rules[node.kind_id](self, node)

    def type(self, node: Node) -> str:
        """The node's type. (It would make a text of its own at each question.)"""
        return self.types[node.kind_id]

    def field(self, node: Node, name: str) -> Node | None:
        """The child that a field names. (The grammar would look through all its fields for the name.)"""
        number = self.fields.get(name)
        return None if number is None else node.child_by_field_id(number)

    def lower_field(self, node: Node, field: str) -> int:
        child = self.field(node, field)
        return NONE if child is None else self.rules[child.kind_id](self, child)

    def lower_children(self, node: Node) -> None:
        self.lower_each(node.named_children)

    def lower_each(self, nodes: list[Node]) -> None:
        self.let_signals_in()
        rules = self.rules
        for node in nodes:
            rules[node.kind_id](self, node)

    def lower_list(self, nodes: Iterable[Node]) -> list[int]:
        """The expressions of the nodes that have one."""
        self.let_signals_in()
        rules = self.rules
        found = []
        for node in nodes:
            at = rules[node.kind_id](self, node)
            if at != NONE:
                found.append(at)
        return found

    def lower_type(self, node: Node | None) -> int:
        """A declared type as an expression."""
        if node is None:
            return NONE
        before, self.in_type = self.in_type, True
        at = self.lower(node)
        self.in_type = before
        return at

    def lower_quoted(self, code: str, place: Node | None = None) -> int:
        """The expression that stands in a string. Its sites would lie in the string: they are dropped, or calls are
        placed at the node that is given."""
        line, column = self.position(place) if place is not None else (0, 0)
        kept = self.turn_to(code.encode("utf-8", "replace"))
        calls, uses, starts, self.starts = len(self.calls), len(self.uses), self.starts, []
        node = self.parse(self.source)
        broken = node.has_error
        while node.named_child_count == 1 and (node.parent is None or node.type.endswith("statement")):
            node = node.named_children[0]
        at = NONE if broken else self.lower(node)
        self.turn_to(kept)
        self.starts = starts
        found = self.calls[calls:]
        del self.calls[calls:], self.uses[uses:]
        if place is not None:
            for call in found:
                call.line, call.column = line, column
            self.calls.extend(found)
        return at

    def assign(self, node: Node, value: int, type: int = NONE) -> None:
        """target ← value, whatever the target's shape: a name, a pattern, an attribute."""
        self.targets[node.kind_id](self, node, value, type)

    # --- text and place ---

    def literal(self, node: Node) -> None:
        """A literal that spans lines: white space counts in it."""
        if self.source is self.main:
            self.literals.append((node.start_byte, node.end_byte))

    def field_text(self, node: Node, field: str) -> str:
        child = self.field(node, field)
        return "" if child is None else self.text(child)

    # --- statements ---

    def bind(self, name: str, value: int, node: Node, type: int = NONE, scope: int | None = None) -> None:
        """name ← value in the current scope (or where a `global` statement sent the name)."""
        self.bind_at(name, value, self.line(node), type, scope)

    def bind_at(self, name: str, value: int, line: int, type: int = NONE, scope: int | None = None) -> None:
        if scope is None:
            scope = self.scope
            home = self.outer_scope.get((scope, name), scope) if self.outer_scope else scope
            if home != scope:  # `global name`: runs when this function does, if ever
                always = " always" if self.branch == self.scopes[self.symbols[self.symbol].scope].branch else ""
                self.branches.append(Branch("elsewhere", self.scopes[home].branch, f"{self.symbol}{always}"))
                branch = len(self.branches) - 1
                self.bindings.append(Binding(name, home, value, branch, line, type))
                return
        self.bindings.append(Binding(name, scope, value, self.branch, line, type))

    def store(self, object: int, attribute: str, value: int, node: Node, key: int = NONE, type: int = NONE) -> None:
        line = self.line(node)
        self.stores.append(Store(object, attribute, key, value, self.scope, self.branch, line, type))

    def give(self, value: int, node: Node, kind: ReturnKind = "return") -> None:
        """The current function returns, yields or raises the value."""
        if kind != "yield":
            self.exits()
        self.returns.append(Return(self.scopes[self.scope].symbol, value, self.line(node), kind))

    def exits(self) -> None:
        """Here the function is left: return, raise. (A branch that it stands in itself goes on.)"""
        branch = self.branches[self.branch]
        if self.branch and not branch.exits and self.branch != self.scopes[self.symbols[self.symbol].scope].branch:
            self.branches[self.branch] = Branch(branch.kind, branch.parent, branch.text, True)

    def call(self, expression: int, node: Node, form: CallForm, text: str, receiver: str = "") -> None:
        """A call site, placed at the node (the callee's own name for `a.b.c()`, so chained calls differ)."""
        self.call_at(expression, node.start_byte, form, text, receiver)

    def call_at(self, expression: int, start: int, form: CallForm, text: str, receiver: str = "") -> None:
        """A call site that stands at that byte."""
        self.let_signals_in()
        line, column = self.place(start)
        self.calls.append(Call(expression, self.scope, self.branch, line, column, form, text, receiver))

    def use(self, kind: UseKind, expression: int, node: Node) -> None:
        self.use_at(kind, expression, node.start_byte)

    def use_at(self, kind: UseKind, expression: int, start: int) -> None:
        """A use that stands at that byte."""
        line, column = self.place(start)
        if kind == "attribute":
            self._reads[expression] = len(self.uses)
        self.uses.append(Use(kind, expression, self.scope, self.branch, line, column))

    def read_at(self, expression: int) -> Use | None:
        """Where an attribute is read, if that was noted and has not been dropped."""
        index = self._reads.get(expression, NONE)
        if index == NONE or index >= len(self.uses):
            return None
        use = self.uses[index]
        return use if use.expression == expression and use.kind == "attribute" else None

    def note_import(self, module: str, names: Iterable[tuple[str, str]], node: Node, type_only: bool = False) -> None:
        self.imports.append(Import(module, tuple(names), self.line(node), self.branch, type_only))

    def export(self, name: str, value: int, node: Node) -> None:
        self.exports.append(Export(name, value, self.line(node)))

    def problem(self, reason: str, node: Node | None = None, detail: str = "") -> None:
        self.problems.append(Problem(reason, self.line(node) if node else 0, detail))

    # --- regions ---

    def enter_branch(self, kind: BranchKind, text: str = "") -> int:
        """Starts a conditional region; gives the branch to set back with `self.branch = …` at its end."""
        before = self.branch
        self.branches.append(Branch(kind, before, text))
        self.branch = len(self.branches) - 1
        return before

    def lower_branch(self, kind: BranchKind, node: Node | None, text: str = "") -> int:
        """Lowers the node as a conditional region."""
        if node is None:
            return NONE
        before = self.enter_branch(kind, text)
        at = self.lower(node)
        self.branch = before
        return at

    def enter_scope(self, kind: ScopeKind, symbol: int | None = None) -> int:
        """Opens a scope; gives the one to set back with `self.scope = …` at its end."""
        before = self.scope
        parent = before if self.scopes else NONE
        owner = self.symbol if symbol is None else symbol
        self.scopes.append(Scope(kind, parent, owner, self.branch))
        self.scope = len(self.scopes) - 1
        return before

    # --- symbols ---

    def define(self, name: str, kind: str, node: Node, doc_from: Node | None = None) -> int:
        """A new symbol inside the current one. Its doc is the comment right above `doc_from` (default: the node)."""
        self.let_signals_in()
        draft = Draft(name, kind, self.symbol if self.symbols else NONE, self.span(node))
        line = self.line(doc_from or node)
        if self._comment_lines and line - 1 <= self._comment_end <= line:
            draft.doc = "\n".join(self._comment_lines)[:_LONGEST_DOC]
            self._comment_lines = []
        self.symbols.append(draft)
        return len(self.symbols) - 1

    def enter_symbol(self, symbol: int, scope_kind: ScopeKind) -> tuple[int, int, str]:
        """Walks into a symbol's body; give the result to `leave_symbol`."""
        before = (self.symbol, self.scope, self.hint)
        self.enter_scope(scope_kind, symbol)
        self.symbols[symbol].scope = self.scope
        self.symbol = symbol
        self.hint = ""
        return before

    def leave_symbol(self, before: tuple[int, int, str]) -> None:
        self.symbol, self.scope, self.hint = before

    def describe(self, symbol: int, node: Node, body: Node | None) -> None:
        """Signature of a definition, the text up to the body, and where its head and body stand."""
        draft = self.symbols[symbol]
        start = node.start_byte
        end = node.end_byte if body is None else body.start_byte
        head = self.source[start:end]
        before = None
        if body is not None and (0x23 in head or 0x2F in head):  # "#", "/": else there is no comment in it
            before = body.prev_sibling
        remarks: list[Node] = []  # def f():  # a comment that stands in neither
        while before is not None and before.type == "comment":
            remarks.append(before)
            end, before = before.start_byte, before.prev_sibling
        if remarks:
            self.lower_list(remarks[::-1])
        draft.signature = self.between(start, end).rstrip(" :{").removesuffix("=>").rstrip()
        draft.source, draft.start, draft.middle, draft.end = self.source, start, end, node.end_byte

    # --- comments ---

    def comment(self, node: Node, text: str) -> None:
        """A comment, its marks already removed. Comments on neighbouring lines are one."""
        if not self.symbol and self.source is self.main:
            self.remarks.append((node.start_byte, node.end_byte))
        if not text:
            return
        line = self.line(node)
        if line == self._comment_end + 1 and self._comment_lines:
            self._comment_lines.append(text)
            last = self.comments[-1]
            if len(last.text) < _LONGEST_DOC:
                self.comments[-1] = Comment(last.line, f"{last.text}\n{text}"[:_LONGEST_DOC])
        else:
            self._comment_lines = [text]
            self.comments.append(Comment(line, text[:_LONGEST_DOC]))
        self._comment_end = self.line_at(max(node.end_byte - 1, 0))

    # --- the end ---

    def module(self, root: Node) -> None:
        """Lowers the whole tree as the module's body (symbol 0, scope 0)."""
        self.symbols.append(Draft("", Kind.MODULE, NONE, self.span(root)))
        self.enter_scope("module", 0)
        self.symbols[0].scope = self.scope
        self.lower_children(root)

    def facts(self) -> Facts:
        names = unique_names(self.symbols)
        hash_texts(self, self.symbols, self.literals, self.docs, self.remarks)
        self.uses.extend(mentions(self))
        texts, more = Texts(self.strings), Texts(self.strings)
        packed = Packed(
            packed_scopes(self.scopes),
            packed_branches(self.branches, texts),
            packed_bindings(self.bindings, texts),
            packed_stores(self.stores, texts),
            packed_returns(self.returns),
            tuple(texts.more),
        )
        sites = Sites(packed_calls(self.calls, more), packed_uses(self.uses), tuple(more.more), tuple(self.comments))
        return Facts(
            strings=tuple(self.texts),
            code=packed_numbers(self.data),
            symbols=tuple([draft.symbol(name) for draft, name in zip(self.symbols, names, strict=True)]),
            packed=packed,
            sites=msgpack.encode(sites),
            imports=tuple(self.imports),
            exports=tuple(self.exports),
            problems=tuple(self.problems),
        )
