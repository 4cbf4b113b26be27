"""C's declarations as facts: functions, variables, typedefs, and functions made by macros."""

from __future__ import annotations

from typing import TYPE_CHECKING

from callmap.languages.c.declarators import Declared, Specified, declared, named, read_parameters, specified
from callmap.languages.c.expressions import KEYWORDS
from callmap.languages.lowering import Lowering
from callmap.model import NONE, Kind, Op, Parameter, Span

if TYPE_CHECKING:
    from tree_sitter import Node

_CODE_OF_TRACEPOINT = ("TP_fast_assign", "TP_printk", "TP_CONDITION")
_PAIRED = ("SYSCALL_DEFINE", "BPF_CALL_")  # macros whose arguments are type, name, type, name …


# --- functions ---


def define_function(b: Lowering, node: Node) -> int:
    """static int f(int a) { … }, int f(a) int a; { … }, SYSCALL_DEFINE1(close, int, fd) { … }"""
    body = node.child_by_field_name("body")
    declarator = node.child_by_field_name("declarator")
    parts = specified(b, node)
    one = declared(b, declarator, parts.type) if declarator is not None else Declared(None, NONE, None)
    if one.name is None or b.text(one.name) in KEYWORDS:  # … else if (x) { … } after a macro without a semicolon
        if body is not None:
            b.lower(body)
        return NONE
    if b.symbols[b.symbol].kind == Kind.MACRO:  # #define MAKE(name) int name(void) { … }
        if body is not None:
            b.lower(body)
        return NONE
    macro = parts.type_node
    if b.symbol != 0 and macro is not None and declarator is not None and declarator.type == "parenthesized_declarator":
        _note_macro_call(b, macro, [b.lower_quoted(f"{b.text(declarator)};", declarator)])  # dispatch (GET(i)) { … }
        if body is not None:
            b.lower(body)
        return NONE
    if one.function is None and macro is not None and _parenthesis_follows(b, macro):
        _head_by_macro(b, node, macro, one.name, body)
        return NONE
    name = b.text(one.name)
    _take_name(b, name)
    symbol = b.define(name, Kind.FUNCTION, node)
    draft = b.symbols[symbol]
    draft.type = one.type if one.function is not None else NONE
    draft.flags = [word for word in parts.storage if word in ("static", "inline")]
    parameters = read_parameters(b, one.function) if one.function is not None else []
    opening = one.function.children[-1] if one.function is not None else None
    if opening is not None and opening.type == "parameter_list" and b.source[opening.start_byte] == 44:
        draft.flags.append("macro_defined")  # a comma stands where the parser saw a parenthesis: see prepare.py
        maker = b.text(macro) if macro is not None else ""
        if maker.startswith(_PAIRED) or "SYSCALL_DEFINE" in maker:
            parameters = _pairs(b, parameters)
        draft.type = NONE
    b.describe(symbol, node, body)
    _declare_here(b, name)
    b.bind(name, b.expression(Op.FUNCTION, "", (symbol,)), one.name)
    before = b.enter_symbol(symbol, "function")
    _bind_parameters(b, symbol, parameters, _old_style_types(b, node))
    if body is not None:
        b.lower_children(body)
    b.leave_symbol(before)
    return NONE


def _parenthesis_follows(b: Lowering, node: Node) -> bool:
    return b.source[node.end_byte : node.end_byte + 2].lstrip()[:1] == b"("


def _head_by_macro(b: Lowering, node: Node, macro: Node, name: Node, body: Node | None) -> None:
    """TEST(name) { … } at the margin, for_each_cpu(cpu) { … } in a function: the parser saw a type and a declarator."""
    if b.symbol != 0:
        _note_macro_call(b, macro, [b.name(b.text(name))])
        if body is not None:
            b.lower(body)
        return
    text = b.text(macro)
    made = text.isupper()
    symbol = b.define(b.text(name) if made else text, Kind.FUNCTION, node)
    draft = b.symbols[symbol]
    if made:
        draft.flags.append("macro_defined")
    b.describe(symbol, node, body)
    _declare_here(b, draft.name)
    b.bind(draft.name, b.expression(Op.FUNCTION, "", (symbol,)), macro)
    before = b.enter_symbol(symbol, "function")
    if not made:
        _bind_parameters(b, symbol, [(Parameter(b.text(name)), name)], _old_style_types(b, node))
    if body is not None:
        b.lower_children(body)
    b.leave_symbol(before)


def _note_macro_call(b: Lowering, macro: Node, arguments: list[int]) -> None:
    text = b.text(macro)
    b.call(b.expression(Op.CALL, "", [b.name(text), *arguments]), macro, "call", text)


def _bind_parameters(b: Lowering, symbol: int, parameters: list[tuple[Parameter, Node]], types: dict[str, int]) -> None:
    draft = b.symbols[symbol]
    draft.parameters = []
    for index, (parameter, node) in enumerate(parameters):
        if parameter.type == NONE and parameter.name in types:
            parameter = Parameter(parameter.name, parameter.form, types[parameter.name])
        draft.parameters.append(parameter)
        if parameter.name and parameter.form == "plain":
            _declare_here(b, parameter.name, parameter.type)
            b.bind(parameter.name, b.expression(Op.PARAMETER, "", (symbol, index)), node, parameter.type)


def _old_style_types(b: Lowering, node: Node) -> dict[str, int]:
    """The declarations between head and body: f(a) int a; { … }"""
    found: dict[str, int] = {}
    for child in node.named_children:
        if child.type == "declaration":
            parts = specified(b, child)
            for declarator in parts.declarators:
                one = declared(b, declarator, parts.type)
                if one.name is not None:
                    found[b.text(one.name)] = one.type
    return found


def _pairs(b: Lowering, parameters: list[tuple[Parameter, Node]]) -> list[tuple[Parameter, Node]]:
    """(unsigned int, fd, char __user *, buf): the parser saw four types without names."""
    found = []
    for (type, _), (_, node) in zip(parameters[::2], parameters[1::2], strict=False):
        found.append((Parameter(b.text(node).strip(), "plain", type.type), node))
    return found


def define_by_macro(b: Lowering, call: Node, name: str, node: Node) -> None:
    """TEST(name) { … }: the head of a function is a macro call, or `main()` without a type. Its body comes next."""
    callee, arguments = call.named_children[0], call.named_children[-1]
    symbol = b.define(name, Kind.FUNCTION, node)
    draft = b.symbols[symbol]
    b.describe(symbol, node, None)
    if name != b.text(callee):
        draft.flags.append("macro_defined")
    else:
        draft.parameters = [Parameter(b.text(each)) for each in arguments.named_children if each.type == "identifier"]
    _declare_here(b, name)
    b.bind(name, b.expression(Op.FUNCTION, "", (symbol,)), callee)


def define_late(b: Lowering, body: Node) -> bool:
    """A block at file level is the body of the function whose head stands before it, for the parser a statement of its
    own: TEST(name) { … }, char *f(a) int a; { … }"""
    symbol = len(b.symbols) - 1
    draft = b.symbols[symbol]
    if draft.kind != Kind.FUNCTION or draft.parent != 0 or draft.scope != NONE:
        return False
    if "declaration" in draft.flags:
        draft.flags.remove("declaration")
    draft.span = _up_to(b, draft.span, body)
    before = b.enter_symbol(symbol, "function")
    _bind_parameters(b, symbol, [(parameter, body) for parameter in draft.parameters], {})
    b.lower_children(body)
    b.leave_symbol(before)
    return True


def define_tracepoint(b: Lowering, call: Node, name: str, node: Node) -> None:
    """TRACE_EVENT(name, …) makes a function trace_name"""
    symbol = b.define(name, Kind.FUNCTION, node)
    b.symbols[symbol].flags.append("macro_defined")
    b.describe(symbol, node, None)
    b.bind(name, b.expression(Op.FUNCTION, "", (symbol,)), call)
    before = b.enter_symbol(symbol, "function")
    for argument in call.named_children[-1].named_children:
        if argument.type == "call_expression" and b.text(argument).startswith(_CODE_OF_TRACEPOINT):
            b.lower_children(argument.named_children[-1])
    b.leave_symbol(before)


def _up_to(b: Lowering, span: Span, body: Node) -> Span:
    end = b.span(body)
    return Span(span.line, span.column, end.end_line, end.end_column)


def _declare_function(b: Lowering, node: Node, one: Declared, parts: Specified) -> None:
    """int f(int a); — in a function's body, too."""
    assert one.name is not None and one.function is not None
    if b.symbols[b.symbol].kind == Kind.MACRO:
        return
    name = b.text(one.name)
    symbol = b.define(name, Kind.FUNCTION, node)
    draft = b.symbols[symbol]
    draft.type = one.type
    draft.flags = ["declaration", *(word for word in parts.storage if word in ("static", "inline"))]
    draft.parameters = [parameter for parameter, _ in read_parameters(b, one.function)]
    draft.signature = b.between(node.start_byte, node.end_byte).rstrip(" ;")
    _declare_here(b, name)
    b.bind(name, b.expression(Op.FUNCTION, "", (symbol,)), one.name)


def _declare_here(b: Lowering, name: str, type: int = NONE) -> None:
    b.variables.add((b.scope, name))
    b.declared[(b.scope, name)] = type


def _take_name(b: Lowering, name: str) -> None:
    """A function or variable of the file has its plain name, also beside `struct name`, which is called so then."""
    if b.symbol != 0:
        return
    b.variables.add((DEFINED, name))
    if (TAG, name) in b.variables:
        b.variables.discard((TAG, name))
        for draft in b.symbols:
            if draft.name == name and draft.parent == 0 and draft.kind in (Kind.STRUCT, Kind.UNION, Kind.ENUM):
                draft.name = f"{draft.kind} {name}"


DEFINED, TAG = -2, -3  # in place of a scope: names that definitions and tags of the file have


# --- variables ---


def declaration(b: Lowering, node: Node) -> int:
    """static struct s x = { … }, *p; extern int y; int f(void);"""
    parts = specified(b, node)
    if not parts.declarators:
        return NONE
    first = parts.type_node
    called = first is not None and first.type == "type_identifier" and _parenthesis_follows(b, first)
    if first is not None and called and _macro_call(b, first, parts.declarators):
        return NONE
    for declarator in parts.declarators:
        one = declared(b, declarator, parts.type)
        if one.name is None:
            continue
        if one.function is not None and declarator.type != "init_declarator":
            _declare_function(b, node, one, parts)
            continue
        _declare_variable(b, node, declarator, one, parts)
    return NONE


def _declare_variable(b: Lowering, node: Node, declarator: Node, one: Declared, parts: Specified) -> None:
    assert one.name is not None
    name = b.text(one.name)
    symbol = NONE
    if b.symbol == 0:
        if "extern" not in parts.storage:
            _take_name(b, name)
        symbol = b.define(name, Kind.VARIABLE, node)
        draft = b.symbols[symbol]
        draft.type = one.type
        draft.flags.extend([word for word in parts.storage if word in ("static", "const")])
        if "extern" in parts.storage and declarator.type != "init_declarator":
            draft.flags.append("declaration")
        b.describe(symbol, node, declarator.named_children[-1] if declarator.type == "init_declarator" else None)
    value = NONE
    _declare_here(b, name, one.type)
    if declarator.type == "init_declarator":
        value_node = declarator.named_children[-1]
        if value_node.type != declarator.named_children[0].type or len(declarator.named_children) > 1:
            value = b.lower(value_node)
        if value != NONE and b.data[value] == Op.NUMBER and "const" not in parts.storage:
            value = NONE  # it may count: for (int i = 0; …; i++) table[i]();
    if "extern" in parts.storage and b.symbol != 0 and value == NONE:
        return  # names the variable of the module
    b.bind(name, value, one.name, one.type)


def _macro_call(b: Lowering, macro: Node, declarators: list[Node]) -> bool:
    """module_init(f) without its semicolon, DEFINE_MUTEX(x); — the parser saw a declaration."""
    names = []
    for declarator in declarators:
        one = declared(b, declarator, NONE)
        if one.name is None or one.function is not None or declarator.type == "init_declarator":
            return False
        names.append(b.name(b.text(one.name)))
    _note_macro_call(b, macro, names)
    return True


def type_definition(b: Lowering, node: Node) -> int:
    """typedef struct s { … } t, *p; typedef int (*handler)(int);"""
    own = [child for child in node.children_by_field_name("declarator") if child.type == "type_identifier"]
    hint, b.hint = b.hint, b.text(own[0]) if own else ""  # an anonymous struct is called as its typedef is
    parts = specified(b, node)
    tag = _tag_with_body(b, parts.type_node, b.hint) if parts.type_node is not None else ""
    b.hint = hint
    for declarator in parts.declarators:
        one = named(b, declarator, parts.type)
        if one is None:
            continue
        at, name, type = one
        if name != tag or declarator.type != "type_identifier":
            symbol = b.define(name, Kind.TYPE, node)
            b.symbols[symbol].type = type
            if parts.type_node is not None and _mentions(b, parts.type_node) == name:
                b.symbols[symbol].flags.append("declaration")  # typedef struct s s; the struct is what has the name
            b.describe(symbol, node, None)
            type = b.expression(Op.CLASS, "", (symbol,))
        b.bind(name, type, at)
    return NONE


def _tag_with_body(b: Lowering, node: Node, hint: str) -> str:
    """What the struct that is defined in a typedef is called."""
    if node.type not in _AGGREGATES or node.child_by_field_name("body") is None:
        return ""
    return b.field_text(node, "name") or hint


def _mentions(b: Lowering, node: Node) -> str:
    return b.field_text(node, "name") if node.type in _AGGREGATES else ""


_AGGREGATES = frozenset({"struct_specifier", "union_specifier", "enum_specifier"})
