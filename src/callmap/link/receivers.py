"""self, this, cls: takes a method and what was seen to be its receiver, gives what it may be there."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from callmap.link.evidence import INFERRED, POSSIBLE, STATIC, THIS, Found, Founds, Value
from callmap.link.file import File
from callmap.model import CLASS_KINDS, NONE, Op

if TYPE_CHECKING:
    from callmap.link.values import Values

_RECEIVERS: Final = frozenset({"instance", "class", "object"})


def receivers(v: Values, key: Value, given: list[Value]) -> Founds:
    """self, this: the class around, or those that inherit and were seen to be used here."""
    file = v.world.files[key.path]
    method = v.world.symbol(key)
    v.world.reading.add((key.path, method.parent))
    if file.facts.symbols[method.parent].kind not in CLASS_KINDS:
        return _called_on(v, file, method.target, given)
    kind = file.receiver_kind(key.symbol)
    own = Value(kind, key.path, method.parent)
    name = file.facts.symbols[method.parent].name
    parameters = method.parameters
    word = parameters[0].name if parameters and parameters[0].form == "receiver" else THIS  # self, cls
    found = [Found(value, INFERRED, (f"{word} is {v.class_name(value)}",)) for value in given
             if value != own and value.kind in _RECEIVERS]  # fmt: skip
    hook = method.short_name in file.language.class_hooks  # runs for classes below alone
    if not hook and (not found or own in given or v.ask(Value("made", key.path, method.parent))):
        found.insert(0, Found(own, STATIC, (f"{word} is {name}",), declared=True))
    else:
        found.append(Found(own, POSSIBLE, (f"{word} is {name}", "only classes that inherit from it are made here")))
    return tuple(found)


def _called_on(v: Values, file: File, target: int, given: list[Value]) -> Founds:
    """this, in a function that is no method of a class: what it is called on, or the object it is written in."""
    found: list[Found] = []
    if target != NONE and file.code.op(target) == Op.INSTANCE:
        found.extend(v.names.types.instances(file, file.code.first(target)))
    elif target != NONE:
        known = v.names.expression(file, target)
        found.extend(v.concrete(v.evaluate(target)) if known is None and file.path == v.file.path else known or ())
    own = {each.value for each in found}
    found = [each.but(via=(f"{THIS} is {v.class_name(each.value)}",)) for each in found]
    found.extend(
        Found(value, INFERRED, (f"{THIS} is {v.class_name(value)}",)) for value in given
        if value not in own and value.kind in _RECEIVERS
    )  # fmt: skip
    return tuple(found)
