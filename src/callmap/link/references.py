"""What a file says of others without calling them: takes its facts, gives the definitions it names and its classes'
bases. Pure.

`Thread(target=work)`, `{"add": add}`, `button.on_click = save`: the code refers to `work`, `add`, `save`, whoever calls
them. Names, imports and members of classes lead there; values are not followed, so a mention has few targets.
"""

from __future__ import annotations

from typing import Final

from callmap.link import impls
from callmap.link.evidence import LEVELS, Found, Founds, steps
from callmap.link.file import COMPUTED, File
from callmap.link.names import Names
from callmap.model import CALLABLE_KINDS, CLASS_KINDS, NONE, Edge, Kind, Op, Symbol
from callmap.parts import Use

_WORDS: Final = {
    "passed": "passed as an argument",
    "assigned": "assigned to a name",
    "stored": "stored in an attribute",
    "returned": "returned",
    "held": "put into a container",
    "decorated": "decorated",
}
_NAMED_KINDS: Final = CALLABLE_KINDS | CLASS_KINDS


def references(names: Names, file: File) -> list[tuple[Use, Found]]:
    """Each mention with a definition that it names."""
    mentions: list[tuple[Use, Found]] = []
    uses = file.uses
    for index in range(len(uses)):
        kind = uses.kind(index)
        word = _WORDS.get(kind)
        if word is None:
            continue
        at = uses.expression(index)
        if file.code.op(at) == Op.ATTRIBUTE and not names.world.has_definition(file.code.text(at)):
            continue
        if kind == "decorated" and _just_marked(file, file.symbols[file.code.first(at)]):
            continue
        for found in impls.mentioned(names, definitions_named(names, file, at)):
            symbol = names.world.symbol(found.value)
            if symbol.kind in _NAMED_KINDS and COMPUTED.isdisjoint(symbol.flags):
                via = steps(found.via or (_origin(names, file, found),), (word,))
                mentions.append((uses[index], found.but(via=via, indirect=True)))
    return mentions


def _just_marked(file: File, symbol: Symbol) -> bool:
    """Whether all that its decorators do is known, and they hand it on to nobody: @staticmethod, @dataclass."""
    for decorator in symbol.decorators:
        if file.code.op(decorator) == Op.CALL:
            decorator = file.code.first(decorator)
        if file.code.text(decorator) not in file.language.transparent:
            return False
    return True


def _origin(names: Names, file: File, found: Found) -> str:
    if found.value.path == file.path:
        return "defined in this file"
    return f"imported from {names.world.module_name(found.value.path)}"


def definitions_named(names: Names, file: File, at: int) -> list[Found]:
    """The functions and classes that an expression names directly."""
    code = file.code
    if code.op(at) == Op.NAME:
        scope, mark, branch = code.parts(at)
        where, places = file.lookup(scope, code.text(at), mark)
        for index in places:
            value = file.bound[index]
            if value != NONE and code.op(value) == Op.DECORATED:
                chosen = file.chosen(scope, where, places, mark, branch)
                return [found for each in chosen for found in _written(names, file, file.bound[each], ())]
    return definitions_among(names, names.alone(file, at))


def definitions_among(names: Names, found: Founds) -> list[Found]:
    """The functions and classes among values; of a decorated one, what is written there."""
    among: list[Found] = []
    for each in found:
        value = each.value
        if value.kind in ("function", "class") and value.symbol > 0:
            among.append(each)
        elif value.kind == "module" and names.world.files[value.path].language.explicit_exports:
            for whole in names.modules.member(value.path, "="):  # module.exports = function
                if whole.value.kind in ("function", "class") and whole.value.symbol > 0:
                    among.append(whole.after(each))
        elif value.kind in ("variable", "attribute"):
            other = names.world.files[value.path]
            if value.kind == "attribute":
                cells = other.cells(value.symbol)
                names.world.reading.update((cells.own, cells.of(value.name)))
            else:
                names.world.reading.add(other.cells(0).of(value.name))
            scope = other.symbols[value.symbol].scope if value.kind == "attribute" else 0
            places = other.names.get(scope, {}).get(value.name, [])
            for index in other.at_end(scope, places) if places else ():
                among.extend(_written(names, other, other.bound[index], each.via))
    return among


def _written(names: Names, file: File, at: int, via: tuple[str, ...]) -> list[Found]:
    if at == NONE or file.code.op(at) != Op.DECORATED:
        return []
    definitions = names.definition(file, file.code.parts(file.code.first(at))[0])
    return [definition.but(level=0, via=steps(via, ("decorated",))) for definition in definitions]


def inheritance(names: Names, file: File) -> list[Edge]:
    """EXTENDS and IMPLEMENTS, from a class to its bases."""
    edges = []
    for index, symbol in enumerate(file.symbols):
        if symbol.kind not in CLASS_KINDS and symbol.kind != Kind.IMPL:
            continue
        implemented = next((int(f[11:]) for f in symbol.flags if f.startswith("implements:")), len(symbol.bases))
        for place, base in enumerate(symbol.bases):
            if file.code.op(base) == Op.KEYWORD:
                continue
            kind = "IMPLEMENTS" if place >= implemented or symbol.kind == Kind.IMPL else "EXTENDS"
            edges.extend(_base_edges(names, file, index, base, kind))
    return edges


def _base_edges(names: Names, file: File, index: int, base: int, kind: str) -> list[Edge]:
    symbol = file.symbols[index]
    text = file.code.text(names.types.bare(file, base))
    subject = symbol.name
    if symbol.kind == Kind.IMPL:
        owner = next(iter(names.alone(file, names.types.bare(file, symbol.target))), None)
        if owner is None or owner.value.kind != "class" or owner.value.path != file.path:
            return []
        subject = names.world.symbol(owner.value).name
    edges = []
    for found in names.classes.base(file, base):
        value = found.value
        if value.kind == "class":
            edges.append(Edge(
                kind, "direct", LEVELS[found.level], found.via, subject, value.path,
                names.world.symbol(value).name, text, text, None, "", symbol.span.line, symbol.span.column, None,
            ))  # fmt: skip
    return edges
