"""What a person may mean: takes names and patterns as people write them, tells which symbols and paths fit."""

from __future__ import annotations

import re
from collections.abc import Collection

from callmap.store.rows import SymbolRow, stored


def means(row: SymbolRow, name: str) -> bool:
    """Whether a person who says `name` may mean this symbol: `save`, `User.save` and `models.User.save` do, `ser.save`
    does not. `#2`, which tells namesakes in one file apart, may be left out."""
    wanted = dotted(name)
    own = (dotted(row.name), dotted(row.qualified_name))
    return any(ends(text, wanted, ".") for text in (*own, *(re.sub(r"#\d+", "", text) for text in own)))


def ends(text: str, end: str, separator: str) -> bool:
    return f"{separator}{text}".endswith(f"{separator}{end}")


def dotted(name: str) -> str:
    return name.replace("::", ".")


def like(pattern: str, before: str) -> str:
    """A person's pattern as one for LIKE … ESCAPE '!': part of the text, or with * and ? all of it after `before`."""
    if not pattern:
        return "%"
    lowered = re.sub("[A-Z]+", lambda capitals: capitals[0].lower(), stored(pattern))  # as SQL's lower(): ASCII
    literal = literally(lowered)
    if "*" in literal or "?" in literal:
        return before + literal.replace("*", "%").replace("?", "_")
    return f"%{literal}%"


def literally(text: str) -> str:
    """Text that LIKE … ESCAPE '!' takes as it stands."""
    return re.sub("[!%_]", r"!\g<0>", text)


def listed(words: Collection[str]) -> str:
    """Words as LIKE '%,word,%' finds them; "" for any."""
    return stored(f",{','.join(sorted(words))},") if words else ""
