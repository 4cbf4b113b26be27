"""Names that are partly known: takes what parts of a text are, gives the members that may be meant. Pure.

    getattr(self, "visit_" + kind), getattr(self, f"do_{name}"), getattr(self, "on_%s" % name)

A text of which only the start and the end are known is a value, too: it holds a `pattern` where others hold their text.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Final

from callmap.link.evidence import (
    INFERRED,
    MOST_FUNCTIONS,
    MOST_TEXTS,
    OPEN,
    STATIC,
    Found,
    Founds,
    Value,
    left_open,
    several,
    steps,
    unpacked,
)
from callmap.link.file import BODIES, EACH
from callmap.link.terms import NAME, Term
from callmap.model import NONE, Op

if TYPE_CHECKING:
    from callmap.link.contents import Contents
    from callmap.link.models import Reader
    from callmap.link.values import Values

GAP: Final = "…"  # in a pattern: what is not known
_SHORTEST: Final = 3  # characters that must be known


def named(contents: Contents, object: Found, keys: Founds) -> Founds:
    """The members that the keys name: getattr(object, key)"""
    found: list[Found] = []
    for key in keys:
        known = [part.name for part in key.value.of if part.kind == "pattern"]
        if key.value.kind in OPEN or (known and object.value.kind in OPEN):
            made = left_open("member", "", object.packed(), key.value)
            found.extend(() if made is None else (Found(made, INFERRED, object.via),))
        elif known:
            found.extend(_matching(contents, object, known[0]))
        elif key.value.kind == "external_instance":
            found.extend(each for text in contents.texts(key.value) for each in contents.member(object, text))
    return several(found)


def patterned(type: str, start: str, end: str = "") -> Found | None:
    """A text that starts and ends like this; None if that tells nothing about a name."""
    if len(start) < _SHORTEST or not f"{start}{end}".isidentifier():
        return None
    pattern = Value("pattern", "", NONE, f"{start}{GAP}{end}")
    return Found(Value("external_instance", "", NONE, type, (pattern,)), INFERRED, ())


def _matching(contents: Contents, object: Found, pattern: str) -> Founds:
    """The functions of an object or module whose names fit a pattern."""
    start, _, end = pattern.partition(GAP)
    value = object.value
    names: dict[str, None] = {}
    if value.kind == "module":
        file = contents.world.files[value.path]
        contents.world.reading.add(file.cells(0).of(BODIES))
        names.update(dict.fromkeys(file.names.get(0, {})))
    elif value.kind in ("instance", "class"):
        for cls in contents.names.classes.mro(value.as_kind("class")):
            if cls.kind == "class":
                symbol, file = contents.world.symbol(cls), contents.world.files[cls.path]
                contents.world.reading.add(file.cells(cls.symbol).of(EACH))
                names.update(dict.fromkeys(file.names.get(symbol.scope, {})))
    fitting = [name for name in names if name.startswith(start) and name.endswith(end)]
    if len(fitting) > MOST_FUNCTIONS:
        return ()
    step = (f"named {pattern}",)
    return several([
        each.but(level=max(each.level, INFERRED), via=steps(each.via, step), indirect=True)
        for name in fitting for each in contents.member(object, name) if each.value.kind == "function"
    ])  # fmt: skip


# --- functions of models: see link/primitives.py ---


def names_part(v: Values, parts: Sequence[int]) -> bool:
    """'on' + name, './lib/' + name: whether one of the parts is written out and may be part of a name, or of a path"""
    code = v.file.code
    texts = [code.text(part) for part in parts if code.op(part) == Op.STRING]
    return any(
        text.startswith(("./", "../")) or text.partition("%")[0].replace(".", "_").isidentifier() for text in texts
    )


def partly(v: Values, parts: Sequence[int], type: str) -> Found | None:
    """A text that is known at its start and end: "visit_" + name, "visit_%s" % name"""
    code = v.file.code
    first, last = (code.text(part) if code.op(part) == Op.STRING else "" for part in (parts[0], parts[-1]))
    if "%" in first:
        return patterned(type, first.partition("%")[0])
    return patterned(type, first, last if len(parts) > 1 else "")


def joined(v: Values, parts: Sequence[int]) -> list[str]:
    """The texts that parts of a text make; none if one of them is not known."""
    texts, code = [""], v.file.code
    for part in parts:
        if code.op(part) == Op.NUMBER and code.text(part).isdigit():  # 'x' + 1
            texts = [before + code.text(part) for before in texts]
            continue
        found = v.concrete(v.evaluate(part))
        known = [text.name for each in found for text in each.value.of if text.kind == "text"]
        texts = [before + text for before in texts for text in known] if len(known) == len(found) else []
    return texts if len(texts) <= MOST_TEXTS else []


def put_in(v: Values, parts: Sequence[int]) -> list[str]:
    """The texts that "on_%s" % name makes; none if it is more than one name, or that is not known."""
    start, mark, end = v.file.code.text(parts[0]).partition("%s")
    if v.file.code.op(parts[0]) != Op.STRING or not mark or "%" in start or "%" in end:
        return []
    return [f"{start}{text}{end}" for text in joined(v, parts[1:])]


def shaped(reader: Reader, terms: list[Term]) -> Founds:
    """A text of a form that is written out: "do_{}".format(name)"""
    found: list[Found] = []
    for each in reader.read(terms[0]):
        for part in each.value.of if each.value.kind == "external_instance" else ():
            start, gap, end = part.name.partition("{")
            if end[:1] == "}" and "{" not in end and (texts := _known(reader)):
                whole = [Value("text", "", NONE, f"{start}{text}{end[1:]}") for text in texts]
                found.extend(each.but(value=Value(each.value.kind, "", NONE, each.value.name, (of,))) for of in whole)
                continue
            made = patterned(each.value.name, start, end.rpartition("}")[2]) if gap and part.kind == "text" else None
            found.extend(() if made is None else (made,))
    return tuple(found) or _text(reader, terms[1])


def _known(reader: Reader) -> list[str]:
    """The texts that the first argument may be; none if one of them is not known."""
    given = reader.given[0].of if len(reader.given) == 1 and not reader.given[0].name else ()
    found = reader.values.concrete(tuple(unpacked(each, INFERRED, ()) for each in given))
    texts = [part.name for each in found for part in each.value.of if part.kind == "text"]
    return texts if len(texts) == len(found) <= MOST_TEXTS else []


def lower(reader: Reader, terms: list[Term]) -> Founds:
    """A text in small letters."""
    return _lettered(reader, terms, str.lower)


def upper(reader: Reader, terms: list[Term]) -> Founds:
    """A text in capitals."""
    return _lettered(reader, terms, str.upper)


def marked(reader: Reader, terms: list[Term]) -> Founds:
    """An instance of a type, if a text that is given has a mark in it: open(path, "rb")"""
    mark, type = [term.text for term in terms[1:3]]
    made = Found(Value("external_instance", "", NONE, str(type)), INFERRED, ())
    return (made,) if any(str(mark) in text for text in reader.keys(terms[0])) else ()


def lacking(reader: Reader, terms: list[Term]) -> Founds:
    """The second one, if an argument is written as nothing: filter(None, flags)"""
    code, language = reader.values.file.code, reader.values.file.language
    parts = code.parts(reader.at)[1:] if reader.at != NONE else ()
    place = int(terms[0].text[1:]) if terms[0].kind == NAME else 0
    absent = len(parts) > place and code.op(parts[place]) == Op.LITERAL and code.text(parts[place]) == language.nothing
    return reader.read(terms[1]) if absent else ()


def _lettered(reader: Reader, terms: list[Term], change: Callable[[str], str]) -> Founds:
    found: list[Found] = []
    for each in reader.read(terms[0]):
        value = each.value
        if value.kind == "external_instance":
            of = tuple(Value(part.kind, "", NONE, change(part.name)) for part in value.of)
            found.append(each.but(value=Value(value.kind, "", NONE, value.name, of)))
    return tuple(found) or _text(reader, terms[1])


def _text(reader: Reader, type: Term) -> Founds:
    """Any text."""
    return tuple(Found(Value("external_instance", "", NONE, name), STATIC, ()) for name in reader.keys(type))
