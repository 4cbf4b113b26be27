"""Makes the walker read the prepared text: takes the rules, gives a syntax whose first rule parses the file anew.

`extract` parses a file as it stands. For C that is only the occasion: the first node that is walked has the prepared
text (see `prepare.py`) parsed and read in its place, the others are passed over.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from callmap.languages import Syntax
from callmap.languages.c.prepare import prepare
from callmap.languages.lowering import Lowering, Table
from callmap.languages.rules import ignore, read_only, unknown
from callmap.model import NONE

if TYPE_CHECKING:
    from tree_sitter import Language, Node


def prepared(grammar: Language, syntax: Syntax) -> Syntax:
    """The syntax as seen by a walker that is given the tree of the unprepared text."""
    table = Table(grammar, syntax.rules, syntax.targets, unknown, read_only)
    over = Table(grammar, {}, {}, ignore, read_only)

    def begin(b: Lowering, node: Node) -> int:
        if b.rules is over.rules:
            return NONE  # the file was read at its first node
        b.rules, b.targets = table.rules, table.targets
        text = prepare(b.source)
        root = node
        while root.parent is not None:
            root = root.parent
        b.lower_children(root if text == b.source else b.parse(text))
        b.rules = over.rules
        return NONE

    kinds = (grammar.node_kind_for_id(kind) for kind in range(grammar.node_kind_count))
    return Syntax(rules={kind: begin for kind in kinds if kind}, targets={})
