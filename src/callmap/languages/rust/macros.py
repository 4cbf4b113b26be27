"""Rust's macro calls: their arguments are raw tokens, in which calls, paths and nested macros are found again.

In `println!("{}", self.total(tax()))` total and tax are called.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from callmap.languages.lowering import Lowering
from callmap.languages.rust.paths import head, is_lower, macro_name, module_above, name_in, scoped
from callmap.model import NONE, Op

if TYPE_CHECKING:
    from tree_sitter import Node

_QUOTING = frozenset({
    "quote", "quote_spanned", "parse_quote", "parse_quote_spanned", "stringify", "concat", "include_str",
    "include_bytes", "env", "option_env", "cfg", "line", "column", "file", "module_path",
})  # fmt: skip
_MATCHING = frozenset({"matches", "assert_matches", "debug_assert_matches"})
_FORMATTING = frozenset({
    "print", "println", "eprint", "eprintln", "format", "write", "writeln", "panic", "format_args", "todo",
    "unimplemented", "unreachable", "dbg", "trace", "debug", "info", "warn", "error", "bail", "anyhow",
})  # fmt: skip
_NAMING = frozenset({"fn", "struct", "enum", "union", "trait", "mod", "type", "'", "macro_rules"})
_NO_VALUE_AFTER = _NAMING | {"impl", "for", "in", "match", "if", "while", "->", "dyn", "as", "+"}  # … Foo {
_WORDS = frozenset({"move", "dyn", "else", "in", "ref", "extern", "box", "mut", "where"})  # keywords that come as names
_OPENING = frozenset({"identifier", "self", "super", "crate", "metavariable", "primitive_type", "token_tree", "<"})
_LITERALS = frozenset({
    "string_literal", "raw_string_literal", "integer_literal", "float_literal", "char_literal", "boolean_literal",
})  # fmt: skip
_SEPARATORS = frozenset({",", ";", "=>"})


def macro_call(b: Lowering, node: Node, read: bool = True) -> int:
    """println!("{}", x), vec![a, b], log::info!(…); its arguments are left alone unless they shall be read."""
    parts = node.named_children
    name, tree = parts[0], parts[-1]
    if name.type == "identifier":
        last = name
        callee = macro_name(b, f"{b.text(name)}!")
    else:
        last = name.named_children[-1] if name.named_children else name
        callee = _macro_path(b, b.text(last), scoped(b, name))
    return _note_macro(b, callee, last, b.short_text(name), tree if read and tree.type == "token_tree" else None)


def _macro_path(b: Lowering, text: str, path: int) -> int:
    """a::b!: as the path a::b, its last name with the mark. An exported macro lives in its crate's root by name."""
    if b.data[path] != Op.ATTRIBUTE:
        return b.name(f"{text}!")
    outer = b.data[path + 3]
    if b.data[outer] == Op.MODULE and b.data[outer + 1] == b.strings.get("crate"):
        return name_in(b, 0, f"{text}!")
    return b.expression(Op.ATTRIBUTE, f"{text}!", (outer,))


def _note_macro(b: Lowering, callee: int, last: Node, text: str, tree: Node | None) -> int:
    name = b.text(last)
    passed: list[int] = []
    if tree is not None and name not in _QUOTING:
        passed = _matched(b, tree) if name in _MATCHING else read_arguments(b, tree)
    at = b.expression(Op.MACRO, "", [callee, *passed])
    b.call(at, last, "macro", f"{text}!")
    if name in _FORMATTING and tree is not None:
        for value in passed:
            if b.data[value] not in (Op.STRING, Op.NUMBER, Op.LITERAL):
                b.use("format", value, tree)
    return at


def _matched(b: Lowering, tree: Node) -> list[int]:
    """matches!(value, pattern if guard): the pattern calls nothing."""
    tokens = tree.children[1:-1]
    kinds = [token.type for token in tokens]
    comma = kinds.index(",") if "," in kinds else len(tokens)
    found = _read(b, tokens[:comma])
    if "if" in kinds[comma:]:
        _read(b, tokens[kinds.index("if", comma) + 1 :])
    return found


def read_arguments(b: Lowering, tree: Node) -> list[int]:
    """The expressions of a token tree, split at its commas."""
    return _read(b, tree.children[1:-1])


def _read(b: Lowering, tokens: list[Node]) -> list[int]:
    found: list[int] = []
    current: list[int] = []
    before = ""  # the token before
    declared: Node | None = None  # let x = …
    keyword = ""  # name = value
    at, end = 0, len(tokens)
    while at < end:
        token = tokens[at]
        kind = token.type
        if kind in _SEPARATORS:
            _close(b, found, current, keyword, declared)
            current, keyword, declared = [], "", None
        elif kind == "identifier" and (before in _NAMING or b.text(token) in _WORDS):
            if before == "fn" and at + 1 < end and tokens[at + 1].type == "token_tree":
                at += 1  # its parameters
        elif kind == "identifier" and at + 1 < end and tokens[at + 1].type == "=":
            if before == "let":
                declared = token
            elif not current:
                keyword = b.text(token)
        elif kind == "#" and at + 1 < end and tokens[at + 1].type == "token_tree":
            at += 1  # an attribute
        elif kind in _OPENING or kind in _LITERALS:
            value, at = _chain(b, tokens, at, before)
            if value != NONE:
                current.append(value)
            before = "value"
            continue
        elif token.is_named and token.type in ("line_comment", "block_comment"):
            b.lower(token)
        if kind != "mutable_specifier":
            before = kind
        at += 1
    _close(b, found, current, keyword, declared)
    return found


def _close(b: Lowering, found: list[int], current: list[int], keyword: str, declared: Node | None) -> None:
    if not current:
        return
    value = current[0] if len(current) == 1 else b.expression(Op.UNKNOWN, "", current)
    if declared is not None:
        b.bind(b.text(declared), value, declared)
    elif keyword:
        found.append(b.expression(Op.KEYWORD, keyword, (value,)))
    else:
        found.append(value)


def _chain(b: Lowering, tokens: list[Node], at: int, before: str) -> tuple[int, int]:
    """A primary expression and all that follows it: a::b(x).c[d]?.e — (expression, index of the token after it)."""
    start = tokens[at]
    kind = start.type
    last = start
    plain = False  # whether it is a name or path so far
    if kind == "token_tree":
        inner = read_arguments(b, start)
        value = inner[0] if len(inner) == 1 else (b.expression(Op.TUPLE, "", inner) if inner else NONE)
        at += 1
    elif kind in _LITERALS:
        value = b.lower(start)
        at += 1
    elif kind == "<":
        value, at = _qualified(b, tokens, at)
        if value == NONE:
            return NONE, at
        last, plain = tokens[at - 1], True
    else:
        value, last, at = _path(b, tokens, at)
        plain = True
    end = len(tokens)
    receiver = ""
    while at < end:
        token = tokens[at]
        kind = token.type
        if kind == "!" and plain and at + 1 < end and tokens[at + 1].type == "token_tree":
            name = b.text(last)
            callee = _macro_path(b, name, value) if last is not start else macro_name(b, f"{name}!")
            value = _note_macro(b, callee, last, b.between(start.start_byte, last.end_byte), tokens[at + 1])
            plain = False
            at += 2
        elif kind == "token_tree":
            opening = b.source[token.start_byte]
            if opening == 123:  # {
                if not plain or before in _NO_VALUE_AFTER or is_lower(b.text(last)):
                    break
                value = _construct(b, value, token, last, b.between(start.start_byte, last.end_byte))
            elif opening == 91:  # [
                value = b.expression(Op.ITEM, "", [value, *read_arguments(b, token)[:1]])
            else:
                text = b.between(start.start_byte, tokens[at - 1].end_byte)
                value = b.expression(Op.CALL, "", [value, *read_arguments(b, token)])
                named = plain or receiver
                b.call(value, last if named else token, "method" if receiver else "call", text, receiver)
            plain, receiver = False, ""
            at += 1
        elif kind == "." and at + 1 < end:
            name_node = tokens[at + 1]
            if name_node.type == "await":
                value = b.expression(Op.AWAIT, "", (value,))
                b.use("await", value, name_node)
            elif name_node.type in ("identifier", "integer_literal", "float_literal"):
                receiver = b.between(start.start_byte, tokens[at - 1].end_byte)
                last = name_node
                at = _after_turbofish(tokens, at + 2) - 2
                called = at + 2 < end and b.source[tokens[at + 2].start_byte : tokens[at + 2].start_byte + 1] == b"("
                for part in b.text(name_node).split("."):
                    value = b.expression(Op.ATTRIBUTE, part, (value,) if called else (value, NONE))
                if at + 2 >= end or tokens[at + 2].type != "token_tree":
                    receiver = ""
            else:
                break
            plain = False
            at += 2
        elif kind == "?":
            value = b.expression(Op.REFERENCE, "?", (value,))
            plain = False
            at += 1
        else:
            break
    return value, at


def _path(b: Lowering, tokens: list[Node], at: int) -> tuple[int, Node, int]:
    """a::b::<T>::c — (expression, its last name, index after it)"""
    token = tokens[at]
    kind = token.type
    end = len(tokens)
    is_path = at + 1 < end and tokens[at + 1].type == "::"
    last = token
    if kind == "self":
        value = module_above(b, 0) if is_path else b.expression(Op.THIS, "", (b.scope,))
    elif kind == "crate" or (kind == "metavariable" and b.text(token) == "$crate"):
        value = b.expression(Op.MODULE, "crate")
    elif kind == "super":
        levels = 1
        while at + 2 < end and tokens[at + 1].type == "::" and tokens[at + 2].type == "super":
            levels += 1
            at += 2
        value = module_above(b, levels)
    else:
        text = b.text(token)
        value = head(b, text) if is_path or text == "Self" else b.name(text)
    in_crate = b.data[value] in (Op.MODULE, Op.CLASS)
    at = _after_turbofish(tokens, at + 1)
    while at + 1 < end and tokens[at].type == "::" and tokens[at + 1].type in ("identifier", "metavariable"):
        last = tokens[at + 1]
        text = b.text(last)
        at = _after_turbofish(tokens, at + 2)
        if in_crate and at < end and tokens[at].type == "::" and is_lower(text):
            text = f"{text}::"
        in_crate = False
        value = b.expression(Op.ATTRIBUTE, text, (value,))
    return value, last, at


def _qualified(b: Lowering, tokens: list[Node], at: int) -> tuple[int, int]:
    """<T as Trait>::f; a comparison otherwise"""
    after = _after_angle(tokens, at)
    if after + 1 >= len(tokens) or tokens[after].type != "::" or tokens[after + 1].type != "identifier":
        return NONE, at + 1
    if at + 1 >= after or tokens[at + 1].type not in ("identifier", "self", "crate", "super", "primitive_type"):
        return NONE, after
    value, _, _ = _path(b, tokens, at + 1)
    return b.expression(Op.ATTRIBUTE, b.text(tokens[after + 1]), (value,)), after + 2


def _after_turbofish(tokens: list[Node], at: int) -> int:
    if at + 1 < len(tokens) and tokens[at].type == "::" and tokens[at + 1].type == "<":
        return _after_angle(tokens, at + 1)
    return at


def _after_angle(tokens: list[Node], at: int) -> int:
    """The index after the `>` that closes the `<` at that index."""
    depth = 0
    for index in range(at, len(tokens)):
        kind = tokens[index].type
        if kind in ("<", "<<"):
            depth += len(kind)
        elif kind in (">", ">>"):
            depth -= len(kind)
            if depth <= 0:
                return index + 1
    return len(tokens)


def _construct(b: Lowering, callee: int, tree: Node, last: Node, text: str) -> int:
    """Foo { a: 1, b }"""
    parts: list[int] = []
    tokens = tree.children[1:-1]
    start = 0
    for at in range(len(tokens) + 1):
        if at < len(tokens) and tokens[at].type != ",":
            continue
        field = tokens[start:at]
        start = at + 1
        if len(field) > 1 and field[1].type == ":":
            value = _read(b, field[2:])
        elif field and field[0].type == "..":
            parts += [NONE, *(_read(b, field[1:])[:1] or [NONE])]
            continue
        else:
            value = _read(b, field)
        if field:
            parts.append(b.expression(Op.STRING, b.text(field[0])))
            parts.append(value[0] if value else b.expression(Op.UNKNOWN))
    at_ = b.expression(Op.CONSTRUCT, "", (callee, b.expression(Op.DICT, "", parts)))
    b.call(at_, last, "construct", text)
    return at_
