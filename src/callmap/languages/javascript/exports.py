"""What JavaScript files take from each other: `import` and `export`, `require` and `module.exports`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from callmap.languages.javascript.classes import Marks, declare_class, read_decorators
from callmap.languages.javascript.names import declare, is_declared, key_text, member_name, pattern_names, string_value
from callmap.languages.lowering import Lowering
from callmap.model import DESCRIBED, GETTER, NONE, SETTER, Op

if TYPE_CHECKING:
    from tree_sitter import Node

# What compilers wrap around require(): the module stays what it is.
INTEROP: Final = frozenset({
    "_interopRequireDefault", "_interopRequireWildcard", "__importDefault", "__importStar", "__toESM",
    "_interopDefault", "interopRequireDefault", "interopRequireWildcard",
})  # fmt: skip


def _source(b: Lowering, node: Node) -> str | None:
    source = b.field(node, "source")
    return None if source is None else string_value(b, source)


def _name(b: Lowering, node: Node) -> str:
    """A name in an import or export list: `a`, `default`, `"a b"`."""
    return string_value(b, node) if b.type(node) == "string" else b.text(node)


# --- import ---


def import_statement(b: Lowering, node: Node) -> int:
    """import d, {a as b} from 'x'; import * as ns from 'x'; import 'x'; import type {T} from 'x'"""
    module = _source(b, node)
    names: list[tuple[str, str]] = []
    type_only = False
    for child in node.children:
        kind = b.type(child)
        if kind == "type" or kind == "typeof":
            type_only = True
        elif kind == "import_require_clause":  # import x = require('y')
            module = _source(b, child)
            for name in child.named_children:
                if b.type(name) == "identifier" and module is not None:
                    declare(b, b.text(name), b.expression(Op.MODULE, module), name)
                    names.append(("", b.text(name)))
        elif kind == "import_clause" and module is not None:
            _import_clause(b, child, b.expression(Op.MODULE, module), names)
        elif kind in ("comment", "ERROR"):
            b.lower(child)
    if module is not None:
        b.note_import(module, names, node, type_only)
    return NONE


def _import_clause(b: Lowering, clause: Node, module: int, names: list[tuple[str, str]]) -> None:
    for child in clause.named_children:
        kind = b.type(child)
        if kind == "identifier":
            declare(b, b.text(child), b.expression(Op.MEMBER, "default", (module,)), child)
            names.append(("default", b.text(child)))
        elif kind == "namespace_import":
            for name in child.named_children:
                declare(b, b.text(name), module, child)
                names.append(("*", b.text(name)))
        elif kind == "named_imports":
            for specifier in child.named_children:
                imported, alias = b.field(specifier, "name"), b.field(specifier, "alias")
                if imported is None:
                    b.lower(specifier)
                    continue
                name_text, local = _name(b, imported), b.text(alias or imported)
                declare(b, local, b.expression(Op.MEMBER, name_text, (module,)), specifier)
                names.append((name_text, local))


# --- export ---


def export_statement(b: Lowering, node: Node) -> int:
    """export const a = 1; export default x; export {a as b}; export {a} from 'x'; export * as ns from 'x'"""
    module = _source(b, node)
    if module is not None:
        _export_from(b, node, module)
        return NONE
    words = {b.type(child) for child in node.children if not child.is_named}
    marks: Marks = []
    first = len(b.symbols)
    names: list[str] = []
    for child in node.named_children:
        kind = b.type(child)
        if kind == "decorator":
            marks += read_decorators(b, child)
        elif kind == "export_clause":
            _export_clause(b, child)
        elif "default" in words and kind not in _DECLARATIONS:
            hint, b.hint = b.hint, "default"
            at = b.lower(child)
            b.hint = hint
            if at != NONE and b.scope == 0:
                b.export("default", at, node)
            if kind == "identifier":
                mark_exported(b, {b.text(child)})
        elif "=" in words:  # TypeScript: export = x
            b.export("=", b.lower(child), node)
        elif "namespace" in words:  # TypeScript: export as namespace X
            pass
        elif kind in ("class_declaration", "abstract_class_declaration") and marks:
            names = _declared_names(b, child)
            declare_class(b, child, node, marks)
        else:
            names = _declared_names(b, child)
            b.lower(child)
    for symbol in b.symbols[first:]:
        if symbol.parent == b.symbol:
            symbol.flags.append("exported")
            if symbol.start > node.start_byte:
                symbol.mark(node.start_byte, node.named_children[-1].start_byte)
    if b.scope == 0:
        for name in names:
            _export(b, "default" if "default" in words else name, b.name(name), node)
    return NONE


_DECLARATIONS: Final = frozenset({
    "function_declaration", "generator_function_declaration", "class_declaration", "abstract_class_declaration",
    "interface_declaration", "function_signature", "enum_declaration", "type_alias_declaration", "ambient_declaration",
    "comment",
})  # fmt: skip


def _export(b: Lowering, name: str, value: int, node: Node) -> None:
    """An export; that of an overload's next signature takes the place of the last one's."""
    if b.exports and b.exports[-1].name == name:
        b.exports.pop()
    b.export(name, value, node)


def _declared_names(b: Lowering, node: Node) -> list[str]:
    """The names that a declaration binds."""
    kind = b.type(node)
    if kind in ("lexical_declaration", "variable_declaration", "using_declaration"):
        found = []
        for child in node.named_children:
            name = b.field(child, "name")
            if name is not None:
                found += pattern_names(b, name)
        return found
    if kind in ("ambient_declaration", "expression_statement"):
        return [name for child in node.named_children for name in _declared_names(b, child)]
    if kind == "import_alias":
        return [b.text(child) for child in node.named_children[:1]]
    name = b.field(node, "name")
    if name is None or b.type(name) == "string":
        return []
    return [b.text(name).partition(".")[0]]


def _export_clause(b: Lowering, clause: Node) -> None:
    """export {a, b as c}"""
    local = set()
    for specifier in clause.named_children:
        name, alias = b.field(specifier, "name"), b.field(specifier, "alias")
        if name is None:
            b.lower(specifier)
            continue
        text = _name(b, name)
        local.add(text)
        if b.scope == 0:
            b.export(_name(b, alias or name), b.name(text), specifier)
    mark_exported(b, local)


def mark_exported(b: Lowering, names: set[str]) -> None:
    for symbol in b.symbols:
        if symbol.parent == b.symbol and symbol.name in names and "exported" not in symbol.flags:
            symbol.flags.append("exported")


def _export_from(b: Lowering, node: Node, text: str) -> None:
    """export {a as b} from 'x'; export * from 'x'; export * as ns from 'x'"""
    module = b.expression(Op.MODULE, text)
    names = []
    whole, type_only = False, False
    for child in node.children:
        kind = b.type(child)
        if kind == "*":
            whole = True
        elif kind == "type":
            type_only = True
        elif kind == "namespace_export":
            for name in child.named_children:
                b.export(_name(b, name), module, node)
                names.append(("*", ""))
        elif kind == "export_clause":
            for specifier in child.named_children:
                imported, alias = b.field(specifier, "name"), b.field(specifier, "alias")
                if imported is not None:
                    member = _name(b, imported)
                    b.export(_name(b, alias or imported), b.expression(Op.MEMBER, member, (module,)), specifier)
                    names.append((member, ""))
        elif kind == "comment":
            b.lower(child)
    if whole:
        b.export("*", module, node)
        names.append(("*", ""))
    b.note_import(text, names, node, type_only)


def import_alias(b: Lowering, node: Node) -> int:
    """TypeScript: import Short = Name.Space"""
    parts = [child for child in node.named_children if b.type(child) != "comment"]
    if len(parts) > 1:
        declare(b, b.text(parts[0]), b.lower(parts[-1]), node)
    return NONE


# --- CommonJS ---


def is_exports(b: Lowering, node: Node) -> bool:
    """Whether the node is `exports` or `module.exports`, and those are the module's own."""
    kind = b.type(node)
    if kind == "identifier":
        return node.end_byte - node.start_byte == 7 and b.text(node) == "exports" and not is_declared(b, "exports")
    if kind == "member_expression":
        return b.text(node) == "module.exports" and not is_declared(b, "module")
    return False


def assign_export(b: Lowering, name: str, value: int, node: Node) -> None:
    """exports.name = value; module.exports = value (name "="). `exports.a = void 0` only announces it."""
    if value == NONE or _is(b, value, Op.LITERAL, "undefined"):
        return
    op = b.data[value]
    if op in (Op.FUNCTION, Op.CLASS):
        flags = b.symbols[b.data[value + 3]].flags
        if "exported" not in flags:
            flags.append("exported")
    elif op == Op.DICT and name == "=":
        parts = b.data[value + 3 : value + 3 + b.data[value + 2]]
        named = {b.data[at + 1] for at in parts[1::2] if at != NONE and b.data[at] == Op.NAME}
        mark_exported(b, {symbol.name for symbol in b.symbols if b.strings.get(symbol.name, NONE) in named})
    if name == "=" and op in (Op.DICT, Op.FUNCTION, Op.CLASS, Op.NAME) and not b.branch and not b.scope:
        b.exports[:] = [export for export in b.exports if export.name == "="]  # what was put into `exports` is gone
    elif op in (Op.FUNCTION, Op.CLASS, Op.NAME) and not b.branch and not b.scope and b.exports:
        _replace(b, name)
    b.export(name, value, node)


def _replace(b: Lowering, name: str) -> None:
    """exports.name = other: what was put there before is gone, if the module has called nothing in between."""
    before = max([export.line for export in b.exports if export.name == name], default=0)
    if before and not any(call.scope == 0 and call.line >= before for call in b.calls):
        b.exports[:] = [export for export in b.exports if export.name != name]


def require(b: Lowering, call: int, arguments: list[Node], node: Node) -> int:
    """require('x') is the module; with a computed name it is a call as any other."""
    module = member_name(b, arguments[0]) if len(arguments) == 1 else ""
    if not module or is_declared(b, "require"):
        return call
    b.note_import(module, (("", b.hint),) if b.hint else (), node)
    return b.expression(Op.MODULE, module)


def dynamic_import(b: Lowering, arguments: list[Node], node: Node) -> int:
    """import('x'): a promise of the module"""
    if arguments and b.type(arguments[0]) == "string":
        module = string_value(b, arguments[0])
        b.note_import(module, (), node, b.in_type)
        at = b.expression(Op.MODULE, module)
        b.lower_list(arguments[1:])
        return at if b.in_type else b.expression(Op.AWAIT, "", (at,))
    named = b.lower_list(arguments)
    if len(named) != 1 or b.data[named[0]] not in (Op.NAME, Op.OPERATION):
        return b.expression(Op.UNKNOWN, "import", named)
    return b.expression(Op.AWAIT, "", (b.expression(Op.CALL, "", (b.name("import"), *named)),))


_DESCRIBING: Final = ("Object.getOwnPropertyDescriptor(", "Reflect.getOwnPropertyDescriptor(")
EXPORTING_CALLS: Final = frozenset({"__exportStar", "assign", "defineProperty", "defineProperties"})


def export_by_call(b: Lowering, name: str, arguments: list[Node], passed: list[int], node: Node) -> None:
    """What compilers write: Object.defineProperty(exports, 'a', {get: …}), __exportStar(require('x'), exports);
    and Object.assign(exports, {a}), Object.assign(exports, require('x'))."""
    if not passed or len(arguments) != len(passed):
        return
    first = b.data[passed[0]]
    if name == "__exportStar" and first == Op.MODULE:
        b.export("*", passed[0], node)
    elif name == "assign" and first == Op.EXPORTS:
        for at, argument in zip(passed[1:], arguments[1:], strict=True):
            if b.data[at] == Op.MODULE:
                b.export("*", at, node)
            elif b.type(argument) == "object":
                for key, value in _entries(b, argument, at):
                    assign_export(b, key, value, node)
    elif name == "assign" and first == Op.NAME and b.text(node).startswith("Object.assign("):
        _assign_entries(b, arguments, passed, node)
    elif name == "defineProperties" and len(passed) == 2 and b.type(arguments[1]) == "object":
        described = dict(_entries(b, arguments[1], passed[1]))
        for child in arguments[1].named_children:
            descriptor = b.field(child, "value")
            key = key_text(b, child.named_children[0]) if descriptor is not None else ""
            if descriptor is not None and b.type(descriptor) == "object" and key in described:
                entries = dict(_entries(b, descriptor, described[key]))
                _define_accessor(b, passed[0], key, entries.get("get", NONE), "getter", node)
                _define_accessor(b, passed[0], f"{SETTER}{key}", entries.get("set", NONE), "setter", node)
    elif name == "defineProperty" and len(passed) == 3 and b.type(arguments[2]) == "call_expression":
        _copy_property(b, arguments, passed, node)
    elif name == "defineProperty" and len(passed) == 3 and b.type(arguments[2]) == "object":
        key = member_name(b, arguments[1])
        entries = dict(_entries(b, arguments[2], passed[2]))
        getter = entries.get("get", NONE)
        if first != Op.EXPORTS and getter != NONE and not (key and b.data[getter] == Op.FUNCTION):
            b.store(passed[0], f"{GETTER}{key}", getter, node, NONE if key else passed[1])
            if not key:
                b.symbols[b.symbol].flags.append("accessors")
        elif not key:
            return
        elif first != Op.EXPORTS:
            _define_accessor(b, passed[0], key, getter, "getter", node)
            _define_accessor(b, passed[0], f"{SETTER}{key}", entries.get("set", NONE), "setter", node)
        elif "get" in entries:
            b.export(key, b.expression(Op.CALL, "", (entries["get"],)), node)
        elif "value" in entries and key != "__esModule":
            b.export(key, entries["value"], node)


def _copy_property(b: Lowering, arguments: list[Node], passed: list[int], node: Node) -> None:
    """Object.defineProperty(object, key, Object.getOwnPropertyDescriptor(other, key)), as object[key] = other[key]"""
    described = arguments[2].named_children[-1].named_children
    if not b.text(arguments[2]).startswith(_DESCRIBING) or len(described) != 2:
        return
    if b.text(described[1]) == b.text(arguments[1]):
        at = passed[2]
        b.store(passed[0], DESCRIBED, b.data[at + 4], node)


def _assign_entries(b: Lowering, arguments: list[Node], passed: list[int], node: Node) -> None:
    """Object.assign(object, { a: b }) does what object.a = b does, where all that is assigned is written out."""
    if all(b.type(argument) == "object" for argument in arguments[1:]):
        for at, argument in zip(passed[1:], arguments[1:], strict=True):
            for key, value in _entries(b, argument, at):
                b.store(passed[0], key, value, node)


def _define_accessor(b: Lowering, object: int, key: str, value: int, flag: str, node: Node) -> None:
    """Object.defineProperty(object, key, {get() { … }, set(value) { … }})"""
    if value != NONE and b.data[value] == Op.FUNCTION:
        b.symbols[b.data[value + 3]].flags.append(flag)
        b.store(object, key, value, node)


def _entries(b: Lowering, node: Node, at: int) -> list[tuple[str, int]]:
    """The entries of an object literal that have a key, with their values."""
    keys = []
    for child in node.named_children:
        key = b.field(child, "key") or b.field(child, "name")
        if b.type(child) != "comment":
            keys.append(b.text(child) if key is None else key_text(b, key))
    parts = b.data[at + 3 : at + 3 + b.data[at + 2]]
    entries = zip(keys, parts[::2], parts[1::2], strict=False)
    return [(text, value) for text, key, value in entries if key != NONE]


def _is(b: Lowering, at: int, op: int, text: str) -> bool:
    return b.data[at] == op and b.data[at + 1] == b.strings.get(text, NONE)
