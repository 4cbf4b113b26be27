"""What a file itself decides: takes the key of a summary (what a function returns, a variable, an attribute, what is in
a container), gives the values that the file's own code gives it."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from callmap.link.evidence import INFERRED, Found, Value, steps
from callmap.link.flow import is_replaced
from callmap.link.written import written

if TYPE_CHECKING:
    from callmap.link.values import Values


def own(v: Values, key: Value) -> Iterable[Found]:
    """The values of a key of the file that is being linked."""
    file = v.file
    if key.kind == "returns":
        return v.calls.own_returns(key)
    if key.kind == "content":
        return written(v.contents, key)
    if key.kind == "variable":
        if file.language.explicit_exports:
            exported = [export.value for export in file.facts.exports if export.name == key.name]
            places = [index for at in exported for index in v.names.at_end(file, at)]
            if len(places) > 1:
                return [found for index in places for found in v.binding(index)]
            if not exported:  # module.exports = make()
                whole = [export.value for export in file.facts.exports if export.name == "="]
                objects = [each for at in whole for each in v.concrete(v.evaluate(at))]
                return [found for object in objects for found in v.contents.member(object, key.name)]
            return [found for at in exported for found in v.evaluate(at)]
        places = file.names.get(0, {}).get(key.name, [])
        return [f for index in (file.at_end(0, places) if places else ()) for f in v.binding(index)]
    if key.kind != "attribute":
        return ()
    scope = file.symbols[key.symbol].scope
    places = file.names.get(scope, {}).get(key.name, [])
    places = file.at_end(scope, places) if places and not is_replaced(file, key.symbol, key.name) else []
    found = [each for index in places for each in v.binding(index)]
    step = (f"assigned to {key.name}",)
    for index in file.attributes(key.symbol).get(key.name, ()):
        values = v.concrete(v.evaluate(file.stores.value(index)))
        found.extend([f.but(level=f.level or INFERRED, via=steps(f.via, step), indirect=True) for f in values])
    return [each for each in found if each.value.kind != "many"] or found  # one that is too many leaves the others
