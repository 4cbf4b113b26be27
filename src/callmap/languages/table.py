"""A language's table made quick: takes its rules by node type and a grammar, gives them by the grammar's numbers."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from tree_sitter import Language

    from callmap.languages.lowering import Rule, Target

_KIND_IDS: Final = 1 << 16  # tree-sitter counts in 16 bits; the last number is its ERROR node


class Table:
    """A language's rules and types by tree-sitter's `kind_id`, and its fields by name, made once per grammar."""

    __slots__ = ("fields", "rules", "targets", "types")

    def __init__(
        self,
        grammar: Language,
        rules: dict[str, Rule],
        targets: dict[str, Target],
        default_rule: Rule,
        default_target: Target,
    ) -> None:
        self.rules = [default_rule] * _KIND_IDS
        self.targets = [default_target] * _KIND_IDS
        self.types = ["ERROR"] * _KIND_IDS
        for kind in range(grammar.node_kind_count):
            name = grammar.node_kind_for_id(kind) or ""
            self.types[kind] = name
            self.rules[kind] = rules.get(name, default_rule)
            self.targets[kind] = targets.get(name, default_target)
        self.rules[-1] = rules.get("ERROR", default_rule)
        self.fields: dict[str, int] = {}
        for number in range(1, grammar.field_count + 1):
            self.fields[grammar.field_name_for_id(number) or ""] = number
