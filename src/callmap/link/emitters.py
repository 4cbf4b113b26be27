"""Emitters: takes what listens to a name and what is emitted, gives which listeners hear it.

    emitter.on("open", listener); emitter.emit("open")

A name may be known in part: "option:" + name is heard where names of that form are emitted. Who listens to a name of
which nothing is known may hear any: that is possible, no more.

Functions of models: `listen(o, f, k)` has f listen to the name k of o, `heard(o, k)` gives those that listen to it.
"""

from __future__ import annotations

from collections import defaultdict
from typing import TYPE_CHECKING, Final

from callmap.link.evidence import MOST_TEXTS, POSSIBLE, Found, Founds, Value, several
from callmap.link.mentions import is_given, parameter_meant
from callmap.link.pairs import paired
from callmap.link.patterns import GAP
from callmap.link.places import constant
from callmap.link.terms import NAME, Term
from callmap.model import JOINED, NONE, Op

if TYPE_CHECKING:
    from callmap.link.file import File
    from callmap.link.models import Reader
    from callmap.link.names import Names
    from callmap.link.values import Values

HEARD: Final = "<heard>"  # before a name: where an emitter holds what listens to it …
UNSURE: Final = "<maybe heard>"  # … and what may
_DEEPEST: Final = 4  # names that stand for texts which are put together


def listen(reader: Reader, terms: list[Term]) -> Founds:
    values = reader.values
    names_at, listener_at = _expression(reader, terms[2]), _expression(reader, terms[1])
    if reader.at != NONE and is_heard_by_calls(values.names, values.file, reader.at):
        return ()
    known = paired(values, names_at, listener_at) if names_at != NONE else None
    if known is not None:
        puts = [(f"{HEARD}{name}", held) for name, held in known]
    else:
        listeners = values.concrete(reader.read(terms[1]))
        puts = places_of(_names(reader, terms[2]), listeners)
    for emitter in _emitters(reader, terms[0]):
        reader.outcome.puts.extend([(emitter, place, held) for place, held in puts])
    return ()


def heard(reader: Reader, terms: list[Term]) -> Founds:
    found: list[Found] = []
    contents = reader.values.contents
    names = _names(reader, terms[1])
    for emitter in _emitters(reader, terms[0]):
        for name in names:
            sure = contents.contents(emitter, f"{HEARD}{name}")
            found.extend([each.but(level=POSSIBLE) for each in sure] if name == GAP else sure)
            found.extend([each.but(level=POSSIBLE) for each in contents.contents(emitter, f"{UNSURE}{name}")])
    return several(found)


def places_of(names: list[str], listeners: Founds) -> list[tuple[str, Founds]]:
    """Where an emitter holds what listens to names; which goes with which is not known if there are several of both."""
    together = len(names) == 1 or len(listeners) < 2
    return [(f"{HEARD if together and name != GAP else UNSURE}{name}", listeners) for name in names]


def is_heard(place: str, key: str) -> bool:
    """Whether what is held at one place of an emitter is heard where another is asked for."""
    if place[0] != "<" or key[0] != "<":
        return False
    prefix, _, listened = place.partition(">")
    asked, _, name = key.partition(">")
    return prefix == asked and f"{prefix}>" in (HEARD, UNSURE) and _fit(listened, name)


def _fit(first: str, second: str) -> bool:
    """Whether two names may be the same one."""
    start, gap, end = first.partition(GAP)
    other_start, other_gap, other_end = second.partition(GAP)
    if not gap and not other_gap:
        return first == second
    if not gap or not other_gap:
        whole, shape = (first, (other_start, other_end)) if not gap else (second, (start, end))
        return len(whole) >= len(shape[0]) + len(shape[1]) and whole.startswith(shape[0]) and whole.endswith(shape[1])
    starts = start.startswith(other_start) or other_start.startswith(start)
    return starts and (end.endswith(other_end) or other_end.endswith(end))


def _emitters(reader: Reader, term: Term) -> list[Value]:
    """The containers in which emitters hold what listens to them."""
    found: dict[Value, None] = {}
    for each in reader.values.concrete(reader.read(term)):
        value = emitter(reader.values, each)
        if value is not None:
            found[value] = None
    return list(found)


def emitter(values: Values, object: Found) -> Value | None:
    """The container in which an object holds what listens to it; objects of a class have one together."""
    if object.value.kind == "instance" and object.value.symbol != NONE:
        object = values.contents.iteration.inside(object, "<inside>")
    return object.value if object.value.kind == "object" else None


def listens(values: Values, method: Found) -> bool:
    """Whether a method has what it is given listen to a name."""
    model = values.models.find(method.value.name) if method.value.kind == "external" else None
    return model is not None and model.startswith("listen(")


# --- through functions that are given both ---


def listening(file: File) -> dict[int, list[int]]:
    """Function → calls in it that have something which it is given listen to a name that it is given."""
    found = file.listening
    if found is None:
        found = file.listening = defaultdict(list)
        for call in file.calls if file.language.listening else ():
            if call.form == "method" and call.text.rpartition(".")[2] in file.language.listening:
                parts = file.code.parts(call.expression)
                if len(parts) > 2 and is_given(file, parts[1]) and parameter_meant(file, parts[2]) is not None:
                    found[file.scopes.symbol(call.scope)].append(call.expression)
    return found


def is_heard_by_calls(names: Names, file: File, at: int) -> bool:
    """Whether calls of the function around a call say all that it has listen to a name, in any file."""
    if not any(at in calls for calls in listening(file).values()):
        return False
    place = file.code.first(file.code.first(at))
    return is_given(file, place) or bool(names.expression(file, place))


# --- names ---


def _names(reader: Reader, term: Term) -> list[str]:
    """The names that an argument may be, with a gap where they are not known."""
    at = _expression(reader, term)
    if at != NONE:
        return _spelled(reader.values, at)
    return names_of(reader.values, reader.values.concrete(reader.read(term)))


def names_of(values: Values, found: Founds) -> list[str]:
    """The names that values are, with a gap where they are not known."""
    named: dict[str, None] = {}
    for each in found:
        named.update(dict.fromkeys(values.contents.texts(each.value) or [GAP]))
    return list(named) if 0 < len(named) <= MOST_TEXTS else [GAP]


def _spelled(values: Values, at: int, depth: int = 0) -> list[str]:
    code = values.file.code
    op = code.op(at)
    if op == Op.NAME and depth < _DEEPEST:
        value = _bound(values.file, at)
        if value != NONE and code.op(value) == Op.OPERATION:
            return _spelled(values, value, depth + 1)
    if op == Op.OPERATION and code.text(at) in (JOINED, "+") and depth < _DEEPEST:
        texts = [""]
        for part in code.parts(at):
            texts = [f"{before}{text}" for before in texts for text in _spelled(values, part, depth + 1)]
            if len(texts) > MOST_TEXTS:
                return [GAP]
        return list(dict.fromkeys([_with_one_gap(text) for text in texts]))
    written = constant(values, at)
    return [written] if written else names_of(values, values.concrete(values.evaluate(at)))


def _with_one_gap(text: str) -> str:
    start, gap, rest = text.partition(GAP)
    return f"{start}{gap}{rest.rpartition(GAP)[2]}"


def _bound(file: File, at: int) -> int:
    """What a name is bound to, if it is one thing; else NONE."""
    scope, mark, branch = file.code.parts(at)
    where, places = file.lookup(scope, file.code.text(at), mark)
    if where == NONE:
        return NONE
    reached = file.reaching(places, mark, branch) if file.same_function(scope, where) else places
    return file.bound[reached[0]] if len(reached) == 1 else NONE


def _expression(reader: Reader, term: Term) -> int:
    """The expression that is passed as an argument, if it is written out in the call; else NONE."""
    code = reader.values.file.code
    if reader.at == NONE or term.kind != NAME or not term.text[1:].isdigit():
        return NONE
    place = int(term.text[1:]) + 1
    parts = code.parts(reader.at)
    if place >= len(parts) or any(code.op(part) == Op.SPREAD for part in parts[1 : place + 1]):
        return NONE
    return parts[place]
