"""Where objects are shown as text: takes one, gives the methods that run for that.

print(term)  f"{terms}"         term.__str__(), else term.__repr__(); of what is in a container, its __repr__()
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from callmap.link.evidence import INFERRED, Found, Founds, several
from callmap.link.iteration import is_object
from callmap.link.lineage import of_class
from callmap.link.terms import Term

if TYPE_CHECKING:
    from callmap.link.models import Reader
    from callmap.link.values import Values

_DEEPEST: Final = 2  # containers in containers
_CONTAINERS: Final = frozenset({"object", "structure"})


def shown(reader: Reader, terms: list[Term]) -> Founds:
    """Of a model: the methods that show what it is given; with a second argument, as in a container."""
    language = reader.values.file.language
    names = language.implicit["repr"] if len(terms) > 1 else language.implicit["format"][1:]
    if not any(map(reader.values.world.has_method, names)):
        return ()
    found = [
        each
        for object in reader.values.concrete(reader.read(terms[0]))
        for each in behind(reader.values, object, names)
    ]
    return several(found)


def behind(values: Values, object: Found, names: tuple[str, ...], depth: int = 0) -> list[Found]:
    """The methods that show an object: the first of these names that its class has; those of what is in a container."""
    found: list[Found] = []
    if object.value.kind == "class" and values.file.language.metaclass:
        return next(filter(None, [of_class(values.names.classes, object, name) for name in names]), found)
    if is_object(object.value):
        for name in names:
            members = [
                each for each in values.concrete(values.contents.member(object, name)) if each.value.kind == "function"
            ]
            if members:
                receiver = object.value
                return [each.but(receiver=each.receiver or receiver) for each in members]
    elif object.value.kind in _CONTAINERS and object.value.name and depth < _DEEPEST:
        inner = values.file.language.implicit["repr"]
        held = (*values.contents.elements(object), *values.contents.items(object, ""))
        for each in values.concrete(several(held)):
            found.extend(behind(values, each.but(level=max(each.level, INFERRED)), inner, depth + 1))
    return found
