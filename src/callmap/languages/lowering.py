"""From a syntax tree to facts: takes tree-sitter nodes, gives `Facts`. The one walker of all languages.

A language is a table: node type → `Rule`. A rule takes the `Lowering` and a node, notes what the node says (symbols,
bindings, calls …) and gives the offset of the expression it stands for, or NONE for a statement. Rules for common
shapes are made by the functions at the end (`call("function", "arguments")`); a language writes only what is its own.

Rules may recurse as deep as the tree is: `read/extract.py` bounds it. They may be compiled, so they hold a C stack, and
signals have to be let in.
"""

from __future__ import annotations

import hashlib
from array import array
from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING, Final

from msgspec import structs

from callmap.languages.drafts import Draft, unique_names
from callmap.languages.mentions import mentions
from callmap.languages.places import Reader
from callmap.languages.signals import let_signals_in
from callmap.model import (
    NONE,
    Binding,
    Branch,
    Call,
    Comment,
    Export,
    Facts,
    Import,
    Kind,
    Op,
    Problem,
    Return,
    Scope,
    Store,
    Use,
)

if TYPE_CHECKING:
    from tree_sitter import Language, Node

Rule = Callable[["Lowering", "Node"], int]
Target = Callable[["Lowering", "Node", int, int], None]


_KIND_IDS: Final = 1 << 16  # tree-sitter counts in 16 bits; the last number is its ERROR node
_LONGEST_DOC: Final = 4_000


class Table:
    """A language's rules by tree-sitter's `kind_id`, and its fields by name, made once per grammar."""

    __slots__ = ("fields", "rules", "targets")

    def __init__(
        self,
        grammar: Language,
        rules: dict[str, Rule],
        targets: dict[str, Target],
        default_rule: Rule,
        default_target: Target,
    ) -> None:
        self.rules = [default_rule] * _KIND_IDS
        self.targets = [default_target] * _KIND_IDS
        for kind in range(grammar.node_kind_count):
            name = grammar.node_kind_for_id(kind) or ""
            self.rules[kind] = rules.get(name, default_rule)
            self.targets[kind] = targets.get(name, default_target)
        self.rules[-1] = rules.get("ERROR", default_rule)
        self.fields: dict[str, int] = {}
        for number in range(1, grammar.field_count + 1):
            self.fields[grammar.field_name_for_id(number) or ""] = number


class Lowering(Reader):
    """Collects one file's facts. `scope`, `branch` and `symbol` say where the walk stands."""

    def __init__(self, source: bytes, table: Table, parse: Callable[[bytes], Node]) -> None:
        """`parse` reads code that stands inside a string (Python's quoted annotations)."""
        super().__init__(source)
        self.rules = table.rules
        self.targets = table.targets
        self.fields = table.fields
        self.parse = parse
        self.data: list[int] = []
        self.strings: dict[str, int] = {"": 0}
        self.symbols: list[Draft] = []
        self.scopes: list[Scope] = []
        self.branches: list[Branch] = [Branch("always", NONE)]
        self.bindings: list[Binding] = []
        self.stores: list[Store] = []
        self.returns: list[Return] = []
        self.calls: list[Call] = []
        self.uses: list[Use] = []
        self.imports: list[Import] = []
        self.exports: list[Export] = []
        self.comments: list[Comment] = []
        self.problems: list[Problem] = []
        self.starts: dict[int, int] = {}  # NAME, path → the byte at which its last name stands
        self.scope = 0
        self.branch = 0
        self.symbol = 0
        self.hint = ""  # what an anonymous function or class would be called: `const hint = () => …`
        self.in_type = False  # inside a declared type
        self.outer_scope: dict[tuple[int, str], int] = {}  # (scope, name) → where `global` and `nonlocal` send it
        self.variables: set[tuple[int, str]] = set()  # (scope, name) of variables that are symbols already
        self.memory: object = None  # what a language's rules remember while they walk
        self._comment_end = -2  # line on which the last comment ended
        self._comment_lines: list[str] = []

    # --- walking ---

    def lower(self, node: Node) -> int:
        """Notes what the node says; its expression, or NONE."""
        return self.rules[node.kind_id](self, node)

    def field(self, node: Node, name: str) -> Node | None:
        """The child that a field names. (The grammar would look through all its fields for the name.)"""
        number = self.fields.get(name)
        return None if number is None else node.child_by_field_id(number)

    def lower_field(self, node: Node, field: str) -> int:
        child = self.field(node, field)
        return NONE if child is None else self.rules[child.kind_id](self, child)

    def lower_children(self, node: Node) -> None:
        let_signals_in()
        rules = self.rules
        for child in node.named_children:
            rules[child.kind_id](self, child)

    def lower_list(self, nodes: Iterable[Node]) -> list[int]:
        """The expressions of the nodes that have one."""
        let_signals_in()
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
        calls, uses, starts, self.starts = len(self.calls), len(self.uses), self.starts, {}
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
            self.calls.extend(structs.replace(call, line=line, column=column) for call in found)
        return at

    def assign(self, node: Node, value: int, type: int = NONE) -> None:
        """target ← value, whatever the target's shape: a name, a pattern, an attribute."""
        self.targets[node.kind_id](self, node, value, type)

    # --- text and place ---

    def field_text(self, node: Node, field: str) -> str:
        child = self.field(node, field)
        return "" if child is None else self.text(child)

    # --- expressions ---

    def expression(self, op: int, text: str = "", parts: Sequence[int] = ()) -> int:
        data = self.data
        at = len(data)
        number = self.strings.get(text, -1) if text else 0
        if number < 0:
            number = self.strings[text] = len(self.strings)
        data += (op, number, len(parts))
        if parts:
            data += parts
        return at

    def name(self, name: str, node: Node | None = None) -> int:
        """A name read here; the node is where it stands."""
        data, strings = self.data, self.strings
        at = len(data)
        if node is not None:
            self.starts[at] = node.start_byte
        number = strings.get(name)
        if number is None:
            number = strings[name] = len(strings)
        data += (Op.NAME, number, 3, self.scope, len(self.bindings), self.branch)
        return at

    def dotted(self, text: str) -> int:
        """`a.b.c` as names and attributes."""
        first, *rest = text.split(".")
        at = self.name(first)
        for part in rest:
            at = self.expression(Op.ATTRIBUTE, part, (at,))
        return at

    # --- statements ---

    def bind(self, name: str, value: int, node: Node, type: int = NONE, scope: int | None = None) -> None:
        """name ← value in the current scope (or where a `global` statement sent the name)."""
        if scope is None:
            scope = self.scope
            home = self.outer_scope.get((scope, name), scope) if self.outer_scope else scope
            if home != scope:  # `global name`: runs when this function does, if ever
                self.branches.append(Branch("elsewhere", self.scopes[home].branch))
                branch = len(self.branches) - 1
                self.bindings.append(Binding(name, home, value, branch, self.line(node), type))
                return
        self.bindings.append(Binding(name, scope, value, self.branch, self.line(node), type))

    def store(self, object: int, attribute: str, value: int, node: Node, key: int = NONE, type: int = NONE) -> None:
        line = self.line(node)
        self.stores.append(Store(object, attribute, key, value, self.scope, self.branch, line, type))

    def give(self, value: int, node: Node, kind: str = "return") -> None:
        """The current function returns, yields or raises the value."""
        if kind != "yield":
            self.exits()
        self.returns.append(Return(self.scopes[self.scope].symbol, value, self.line(node), kind))

    def exits(self) -> None:
        """Here the function is left: return, raise."""
        branch = self.branches[self.branch]
        if self.branch and not branch.exits:
            self.branches[self.branch] = Branch(branch.kind, branch.parent, branch.text, True)

    def call(self, expression: int, node: Node, form: str, text: str, receiver: str = "") -> None:
        """A call site, placed at the node (the callee's own name for `a.b.c()`, so chained calls differ)."""
        let_signals_in()
        line, column = self.place(node.start_byte)
        self.calls.append(Call(expression, self.scope, self.branch, line, column, form, text, receiver))

    def use(self, kind: str, expression: int, node: Node) -> None:
        line, column = self.place(node.start_byte)
        self.uses.append(Use(kind, expression, self.scope, self.branch, line, column))

    def note_import(self, module: str, names: Iterable[tuple[str, str]], node: Node, type_only: bool = False) -> None:
        self.imports.append(Import(module, tuple(names), self.line(node), self.branch, type_only))

    def export(self, name: str, value: int, node: Node) -> None:
        self.exports.append(Export(name, value, self.line(node)))

    def problem(self, reason: str, node: Node | None = None, detail: str = "") -> None:
        self.problems.append(Problem(reason, self.line(node) if node else 0, detail))

    # --- regions ---

    def enter_branch(self, kind: str, text: str = "") -> int:
        """Starts a conditional region; gives the branch to set back with `self.branch = …` at its end."""
        before = self.branch
        self.branches.append(Branch(kind, before, text))
        self.branch = len(self.branches) - 1
        return before

    def lower_branch(self, kind: str, node: Node | None, text: str = "") -> int:
        """Lowers the node as a conditional region."""
        if node is None:
            return NONE
        before = self.enter_branch(kind, text)
        at = self.lower(node)
        self.branch = before
        return at

    def enter_scope(self, kind: str, symbol: int | None = None) -> int:
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
        let_signals_in()
        draft = Draft(name, kind, self.symbol if self.symbols else NONE, self.span(node))
        line = self.line(doc_from or node)
        if self._comment_lines and line - 1 <= self._comment_end <= line:
            draft.doc = "\n".join(self._comment_lines)[:_LONGEST_DOC]
            self._comment_lines = []
        self.symbols.append(draft)
        return len(self.symbols) - 1

    def enter_symbol(self, symbol: int, scope_kind: str) -> tuple[int, int, str]:
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
        """Signature and body hash of a definition: the text up to the body, and all of it."""
        draft = self.symbols[symbol]
        start = node.start_byte
        end = node.end_byte if body is None else body.start_byte
        head = self.source[start:end]
        before = None
        if body is not None and (b"#" in head or b"/" in head):  # else there is no comment in it
            before = body.prev_sibling
        remarks: list[Node] = []  # def f():  # a comment that stands in neither
        while before is not None and before.type == "comment":
            remarks.append(before)
            end, before = before.start_byte, before.prev_sibling
        if remarks:
            self.lower_list(remarks[::-1])
        draft.signature = self.between(start, end).rstrip(" :{").removesuffix("=>").rstrip()
        text = self.source[start : node.end_byte].translate(None, b" \t\r\n\f")
        draft.body = hashlib.blake2b(text, digest_size=8).hexdigest()

    # --- comments ---

    def comment(self, node: Node, text: str) -> None:
        """A comment, its marks already removed. Comments on neighbouring lines are one."""
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
        self.uses.extend(mentions(self))
        return Facts(
            strings=tuple(self.strings),
            code=array("i", self.data).tobytes(),
            symbols=tuple(draft.symbol(name) for draft, name in zip(self.symbols, names, strict=True)),
            scopes=tuple(self.scopes),
            branches=tuple(self.branches),
            bindings=tuple(self.bindings),
            stores=tuple(self.stores),
            returns=tuple(self.returns),
            calls=tuple(self.calls),
            uses=tuple(self.uses),
            imports=tuple(self.imports),
            exports=tuple(self.exports),
            comments=tuple(self.comments),
            problems=tuple(self.problems),
        )
