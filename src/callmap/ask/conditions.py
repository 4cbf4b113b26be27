"""Edges under conditions: takes what a question says of the configuration, tells which edges can exist in it.

A condition is what the preprocessor's `#if`s around a call say, joined by `&&`: `CONFIG_SMP && !CONFIG_64BIT`.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from callmap.errors import BadInput
from callmap.store.rows import EdgeRow

_WORD = re.compile(r"(?P<off>!?)\s*(?P<name>[A-Za-z_]\w*)(?:=(?P<value>[ymn01]))?\Z")
_TEST = re.compile(r"(?P<off>!?)\s*(?:defined\s*\(?\s*|IS_ENABLED\s*\(\s*)?(?P<name>[A-Za-z_]\w*)\s*\)?\Z")


def exists_under(config: str) -> Callable[[EdgeRow], bool] | None:
    """Whether an edge can exist where `config` holds: `CONFIG_SMP`, `!CONFIG_SMP`, `CONFIG_SMP=n`, several with commas.
    None for no configuration: then all edges count. Raises BadInput for what is not of that form."""
    given: dict[str, bool] = {}
    for word in filter(None, (part.strip() for part in config.split(","))):
        match = _WORD.match(word)
        if match is None:
            raise BadInput(
                f"'{word[:100]}' is no configuration option.",
                remediation="Write config as CONFIG_SMP, !CONFIG_SMP or CONFIG_SMP=n; several with commas.",
            )
        given[match["name"]] = not match["off"] and match["value"] not in ("n", "0")
    if not given:
        return None
    return lambda edge: edge.condition is None or _can_hold(edge.condition, given)


def _can_hold(condition: str, given: dict[str, bool]) -> bool:
    """False only where a part that must hold is known not to. What is not understood may hold."""
    for part in re.split(r"\s*&&\s*", condition):
        test = _TEST.match(part.strip("() ") if part.count("(") != part.count(")") else part.strip())
        if test is not None and given.get(test["name"], not test["off"]) == bool(test["off"]):
            return False
    return True
