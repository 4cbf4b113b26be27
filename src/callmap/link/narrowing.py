"""What a test tells of a name: takes the values of a name, used where its class was tested, gives those that fit.

`if isinstance(x, Dog): x.speak()` — of what x may be, only dogs get there; where nothing is known of x, it is a Dog.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from callmap.link.evidence import OPEN, STATIC, Found, Founds, Value
from callmap.model import IS, IS_NOT, NONE, Op

if TYPE_CHECKING:
    from callmap.link.values import Values

_UNDECIDED: Final = frozenset({"class", "function", "module", "external", "external_result", "many"})


def narrow(values: Values, at: int, chosen: list[int], found: Founds) -> Founds:
    """`found` are the values of the name that is used at `at`, `chosen` its bindings that reach the use."""
    file = values.file
    name = file.code.text(at)
    scope, mark, branch = file.code.parts(at)
    narrowings = file.narrowings()
    last = chosen[0] if len(chosen) == 1 else max(chosen, default=NONE)
    while branch != NONE:
        for index in narrowings.get(branch, ()):
            binding = file.bindings[index]
            if last < index < mark and binding.name in (IS + name, IS_NOT + name) and (
                branch > 0 or file.same_function(binding.scope, scope)
            ):  # fmt: skip
                found = _fitting(values, binding.value, found, keep=binding.name.startswith(IS))
        branch = file.branches[branch].parent
    return found


def _fitting(values: Values, at: int, found: Founds, keep: bool) -> Founds:
    classes = _classes(values, at)
    if not classes:
        return found
    wanted = {(each.value.kind, each.value.path, each.value.symbol, each.value.name) for each in classes}
    concrete = values.concrete(found)
    fitting = [each for each in concrete if _is_one(values, each.value, wanted)]
    if not keep and all(each.value.kind != "instance" for each in fitting) and any(f.value.kind in OPEN for f in found):
        return found  # what each caller passes tells more
    if not keep:
        return tuple(each for each in concrete if each not in fitting)
    if any(cls.value.kind == "external" for cls in classes):  # a class is a type, a function callable
        fitting = [each for each in concrete if each.value.kind in _UNDECIDED or each in fitting]
    if fitting:
        return tuple(fitting)
    made = []
    for cls in classes:
        kind = "instance" if cls.value.kind == "class" else "external_instance"
        step = (f"tested to be {values.class_name(cls.value)}",)
        made.append(Found(cls.value.as_kind(kind), STATIC, step, declared=kind == "instance"))
    return tuple(made)


def _classes(values: Values, at: int) -> list[Found]:
    """The tested classes; none if one of them is not known."""
    code = values.file.code
    found: list[Found] = []
    for part in code.parts(at) if at != NONE and code.op(at) == Op.TUPLE else (at,):
        known = [each for each in values.names.alone(values.file, part) if each.value.kind in ("class", "external")]
        if len(known) != 1:
            return []
        found += known
    return found


def _is_one(values: Values, value: Value, wanted: set[tuple[str, str, int, str]]) -> bool:
    if value.kind == "instance" and value.symbol != NONE:
        line = values.names.classes.mro(value.as_kind("class"))
        return any((cls.kind, cls.path, cls.symbol, cls.name) in wanted for cls in line)
    return bool(value.name) and ("external", "", NONE, value.name) in wanted
