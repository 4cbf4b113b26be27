"""Rust's items: functions, types, traits, impl blocks, constants and macros."""

from __future__ import annotations

from typing import TYPE_CHECKING

from callmap.languages.lowering import Lowering
from callmap.languages.rust.macros import read_arguments
from callmap.languages.rust.marks import Marks
from callmap.languages.rust.paths import COMMENTS, bind_beside, bounds, choose, enter_generics, leave_generics
from callmap.model import NONE, Kind, Op, Parameter

if TYPE_CHECKING:
    from tree_sitter import Node

WRAPPERS = frozenset({
    "Box", "Rc", "Arc", "Ref", "RefMut", "MutexGuard", "RwLockReadGuard", "RwLockWriteGuard", "Cow", "Pin",
    "ManuallyDrop", "Lazy", "LazyLock", "LazyCell",
})  # fmt: skip
_KINDS = {
    "struct_item": Kind.STRUCT,
    "union_item": Kind.UNION,
    "enum_item": Kind.ENUM,
    "trait_item": Kind.TRAIT,
}
_MODIFIERS = {"async": "async", "unsafe": "unsafe", "const": "const", "extern_modifier": "extern"}


def define(b: Lowering, name: str, kind: str, node: Node, marks: Marks) -> int:
    """A new symbol with what its attributes and visibility say."""
    symbol = b.define(name, kind, node, marks.first)
    draft = b.symbols[symbol]
    draft.decorators = list(marks.decorators)
    draft.flags = list(marks.flags)
    if "test" in b.symbols[b.symbol].flags and "test" not in draft.flags:
        draft.flags.append("test")
    first = node.named_children[0] if node.named_children else None
    if first is not None and first.type == "visibility_modifier":
        draft.flags.append("exported" if first.end_byte - first.start_byte == 3 else "crate")
    if marks.first is not None:
        draft.mark(marks.first.start_byte, node.start_byte)
        draft.above = draft.span.line - b.line(marks.first)
    return symbol


def describe(b: Lowering, symbol: int, node: Node, body: Node | None) -> None:
    b.describe(symbol, node, body)
    if body is not None:  # a signature may end with `>`
        b.symbols[symbol].signature = b.between(node.start_byte, body.start_byte).rstrip(" {")


# --- functions ---


def function(b: Lowering, node: Node, marks: Marks) -> None:
    """pub async fn name<T: Bound>(&self, x: T) -> R { … }, and the same without a body"""
    name = generics = parameters = result = where = body = None
    flags = []
    for child in node.named_children:
        kind = child.type
        if parameters is not None and kind == "block":
            body = child
        elif kind in ("identifier", "metavariable") and name is None:
            name = child
        elif kind == "parameters" and parameters is None:
            parameters = child
        elif kind == "type_parameters":
            generics = child
        elif kind == "where_clause":
            where = child
        elif kind == "function_modifiers":
            flags = [_MODIFIERS[word.type] for word in child.children if word.type in _MODIFIERS]
        elif kind in COMMENTS:
            b.lower(child)
        elif parameters is not None:
            result = child
    text = "" if name is None else b.text(name)
    is_method = b.scopes[b.scope].kind == "members"
    symbol = define(b, text, Kind.METHOD if is_method else Kind.FUNCTION, node, marks)
    draft = b.symbols[symbol]
    draft.flags += flags
    if node.type == "function_signature_item":
        draft.flags.append("declaration")
        draft.flags.append("abstract" if is_method else "extern")
    describe(b, symbol, node, body)
    before = b.enter_symbol(symbol, "function")
    outer = enter_generics(b, generics, where)
    if parameters is not None:
        bind_parameters(b, symbol, parameters)
    if is_method and not (draft.parameters and draft.parameters[0].form == "receiver"):
        draft.flags.append("static")
    draft.type = b.lower_type(result)
    if body is not None:
        give_body(b, body)
    leave_generics(b, outer)
    b.leave_symbol(before)
    at = b.expression(Op.FUNCTION, "", (symbol,))
    if is_method:
        b.bind(text, at, node)
    else:
        bind_beside(b, text, at, node)


def bind_parameters(b: Lowering, symbol: int, parameters: Node) -> None:
    """(&mut self, (a, b): (A, B), x: &dyn Trait), |a, b: B|"""
    draft = b.symbols[symbol]
    for node in parameters.named_children:
        kind = node.type
        if kind in COMMENTS or kind == "attribute_item":
            b.lower(node)
            continue
        pattern: Node | None = node
        type = NONE
        if kind == "self_parameter":
            pattern = None
        elif kind == "parameter":
            pattern = node.child_by_field_name("pattern")
            type = b.lower_type(node.child_by_field_name("type"))
        elif kind == "variadic_parameter":
            draft.parameters.append(Parameter("...", "rest"))
            continue
        index = len(draft.parameters)
        if pattern is None or pattern.type == "self":
            draft.parameters.append(Parameter("self", "receiver", type))
            b.bind("self", b.expression(Op.THIS, "", (b.scope,)), node, type)
            continue
        draft.parameters.append(Parameter(b.short_text(pattern), "plain", type))
        b.assign(pattern, b.expression(Op.PARAMETER, "", (symbol, index)), type)


def give_body(b: Lowering, body: Node) -> None:
    """{ …; value }: the last expression is what the function gives back."""
    value, last = NONE, body
    for child in body.named_children:
        at = b.lower(child)
        if at != NONE or child.type not in COMMENTS:
            value, last = at, child
    if value != NONE:
        b.give(value, last)


def closure(b: Lowering, node: Node) -> int:
    """|a, b: B| a + b; called by the name of the variable it is put into: let add = |a, b| …"""
    symbol = b.define(b.hint or "<lambda>", Kind.LAMBDA, node)
    draft = b.symbols[symbol]
    body = node.child_by_field_name("body")
    if any(child.type == "async" for child in node.children[:3]):
        draft.flags.append("async")
    describe(b, symbol, node, body)
    before = b.enter_symbol(symbol, "function")
    parameters = node.child_by_field_name("parameters")
    if parameters is not None:
        bind_parameters(b, symbol, parameters)
    draft.type = b.lower_type(node.child_by_field_name("return_type"))
    if body is not None and body.type == "block":
        give_body(b, body)
    elif body is not None:
        value = b.lower(body)
        if value != NONE:
            b.give(value, body)
    b.leave_symbol(before)
    return b.expression(Op.FUNCTION, "", (symbol,))


# --- types ---


def type_definition(b: Lowering, node: Node, marks: Marks) -> None:
    """struct Name<T> { … }, struct Name(A, B);, enum, union, trait Name: Base { … }"""
    text = b.field_text(node, "name")
    symbol = define(b, text, _KINDS[node.type], node, marks)
    body = node.child_by_field_name("body")
    describe(b, symbol, node, body)
    outer = _enter_generics(b, node)
    if node.type == "trait_item":
        b.symbols[symbol].bases = bounds(b, node.child_by_field_name("bounds"))
    before = b.enter_symbol(symbol, "members")
    if body is not None and body.type == "ordered_field_declaration_list":
        _ordered_fields(b, body, text)
    elif body is not None:
        b.lower_children(body)
    b.leave_symbol(before)
    leave_generics(b, outer)
    b.bind(text, b.expression(Op.CLASS, "", (symbol,)), node)


def _enter_generics(b: Lowering, node: Node) -> dict[str, int]:
    generics = node.child_by_field_name("type_parameters")
    where = None
    if generics is not None:
        where = next((child for child in node.named_children if child.type == "where_clause"), None)
    return enter_generics(b, generics, where)


def field(b: Lowering, node: Node, marks: Marks) -> None:
    """pub name: Type"""
    name = node.child_by_field_name("name")
    if name is None:
        return
    text = b.text(name)
    type = b.lower_type(node.child_by_field_name("type"))
    symbol = define(b, text, Kind.FIELD, node, marks)
    b.symbols[symbol].type = type
    describe(b, symbol, node, None)
    b.bind(text, NONE, node, type)


def _ordered_fields(b: Lowering, body: Node, owner: str) -> None:
    """struct Name(pub A, B): the fields 0 and 1; patterns look for Name.0"""
    index = 0
    for node in body.named_children:
        if node.type in COMMENTS or node.type == "attribute_item":
            b.lower(node)
        elif node.type != "visibility_modifier":
            type = b.lower_type(node)
            symbol = b.define(str(index), Kind.FIELD, node)
            b.symbols[symbol].type = type
            describe(b, symbol, node, None)
            b.bind(str(index), NONE, node, type)
            b.bind(f"{owner}.{index}", NONE, node, type)
            index += 1


def variant(b: Lowering, node: Node, marks: Marks) -> None:
    """Circle(f64), Square { side: f64 }, Empty = 3

    A bare variant is an instance of its enum; one with parts makes an instance when it is called or filled in. The
    parts are members of the enum, called `Circle.0` and `Square.side`: patterns look for them.
    """
    name, *rest = [child for child in node.named_children if child.type != "visibility_modifier"]
    text = b.text(name)
    enum = b.symbol
    symbol = define(b, text, Kind.FIELD, node, marks)
    describe(b, symbol, node, None)
    at = b.expression(Op.CLASS, "", (enum,))
    b.symbols[symbol].type = at
    bare = True
    for child in rest:
        if child.type == "ordered_field_declaration_list":
            bare = False
            types = [part for part in child.named_children if part.type not in _NO_TYPES]
            for index, part in enumerate(types):
                b.bind(f"{text}.{index}", NONE, part, b.lower_type(part))
        elif child.type == "field_declaration_list":
            bare = False
            for part in child.named_children:
                if part.type == "field_declaration":
                    type = b.lower_type(part.child_by_field_name("type"))
                    b.bind(f"{text}.{b.field_text(part, 'name')}", NONE, part, type)
                elif part.type in COMMENTS:
                    b.lower(part)
        else:
            b.lower(child)
    b.bind(text, NONE if bare else at, node, at if bare else NONE)


_NO_TYPES = COMMENTS | {"visibility_modifier", "attribute_item"}


def implementation(b: Lowering, node: Node, marks: Marks) -> None:
    """impl<T> Type<T> { … }, impl Trait for Type { … }: methods for a type that is defined elsewhere"""
    target = node.child_by_field_name("type")
    trait = node.child_by_field_name("trait")
    named = target
    while named is not None and named.type in ("reference_type", "pointer_type", "dynamic_type"):
        named = named.named_children[-1] if named.named_children else None
    base = named
    while base is not None and base.type in ("generic_type", "scoped_type_identifier") and base.named_children:
        base = base.named_children[-1 if base.type == "scoped_type_identifier" else 0]
    symbol = define(b, b.short_text(base or node).partition(".")[0], Kind.IMPL, node, marks)
    draft = b.symbols[symbol]
    body = node.child_by_field_name("body")
    describe(b, symbol, node, body)
    outer = _enter_generics(b, node)
    if named is not None and named.type == "generic_type" and base is not None and b.text(base) not in WRAPPERS:
        draft.target = b.lower_type(named.named_children[0])
    else:
        draft.target = b.lower_type(named or target)
    if trait is not None and not any(child.type == "!" for child in node.children):
        draft.bases = [b.lower_type(trait)]
    before = b.enter_symbol(symbol, "members")
    if body is not None:
        b.lower_children(body)
    b.leave_symbol(before)
    leave_generics(b, outer)


def constant(b: Lowering, node: Node, marks: Marks) -> None:
    """const NAME: T = value; static NAME: T = value; — in an impl or trait a member"""
    text = b.field_text(node, "name")
    scope = b.scopes[b.scope]
    type = b.lower_type(node.child_by_field_name("type"))
    if scope.kind in ("members", "module") and text != "_":
        symbol = define(b, text, Kind.FIELD if scope.kind == "members" else Kind.VARIABLE, node, marks)
        b.symbols[symbol].flags.append("const" if node.type == "const_item" else "static")
        b.symbols[symbol].type = type
        describe(b, symbol, node, None)
        given = node.child_by_field_name("value")
        if given is not None:
            b.symbols[symbol].middle = given.start_byte
    value = b.lower_field(node, "value")
    b.bind(text, value, node, type)


def type_alias(b: Lowering, node: Node, marks: Marks) -> None:
    """type Name<T> = …; type Item: Bound;"""
    text = b.field_text(node, "name")
    symbol = define(b, text, Kind.TYPE, node, marks)
    describe(b, symbol, node, None)
    outer = _enter_generics(b, node)
    type_node = node.child_by_field_name("type")
    if type_node is None:
        at = choose(b, bounds(b, node.child_by_field_name("bounds")))
    else:
        at = b.lower_type(type_node)
    leave_generics(b, outer)
    b.symbols[symbol].type = at
    b.bind(text, _aliased(b, at), node)


def _aliased(b: Lowering, at: int) -> int:
    """The type that an alias names, without generics: Rc<Foo> → Foo; a path as an import of it."""
    data = b.data
    wrappers = {b.strings.get(name) for name in WRAPPERS}
    while at != NONE and data[at] in (Op.ITEM, Op.POINTER) and data[at + 2]:
        if data[at] == Op.ITEM and data[data[at + 3] + 1] in wrappers:
            at = data[at + 4]
            if data[at] == Op.TUPLE and data[at + 2]:
                at = data[at + 3]
        else:
            at = data[at + 3]
    if at == NONE or data[at] != Op.ATTRIBUTE:
        return at
    data += (Op.MEMBER, data[at + 1], 1, data[at + 3])
    return len(data) - 4


# --- macros ---


def macro_definition(b: Lowering, node: Node, marks: Marks) -> None:
    """macro_rules! name { ($x:expr) => { f($x) }; } — what its body calls, the macro calls"""
    text = f"{b.field_text(node, 'name')}!"
    symbol = define(b, text, Kind.MACRO, node, marks)
    describe(b, symbol, node, None)
    b.symbols[symbol].signature = f"macro_rules! {text[:-1]}"
    named = node.child_by_field_name("name")
    if named is not None:
        b.symbols[symbol].middle = named.end_byte
    b.variables.add((b.scope, text))
    b.bind(text, b.expression(Op.FUNCTION, "", (symbol,)), node)
    rules = [child for child in node.named_children if child.type == "macro_rule"]
    before = b.enter_symbol(symbol, "function")
    for rule in rules:
        left, right = rule.child_by_field_name("left"), rule.child_by_field_name("right")
        before_branch = b.enter_branch("case") if len(rules) > 1 else b.branch
        if left is not None and len(rules) == 1:
            _macro_parameters(b, symbol, left)
        if right is not None:
            for value in read_arguments(b, right)[-1:]:
                b.give(value, right)
        b.branch = before_branch
    b.leave_symbol(before)


def _macro_parameters(b: Lowering, symbol: int, pattern: Node) -> None:
    """($x:expr, $y:ident); other shapes have no fixed positions"""
    parts = pattern.named_children
    if any(part.type != "token_binding_pattern" for part in parts):
        return
    for index, part in enumerate(parts):
        text = b.field_text(part, "name")
        b.symbols[symbol].parameters.append(Parameter(text))
        b.bind(text, b.expression(Op.PARAMETER, "", (symbol, index)), part)
