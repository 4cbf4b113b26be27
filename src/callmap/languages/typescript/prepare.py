"""Text that the grammar reads as the compiler does: takes a file's text, gives one of the same length and lines."""

from __future__ import annotations

import re
from typing import Final

_CALL_SIGNATURE: Final = re.compile(rb"\n[ \t]*([ \t])<(?:[A-Za-z_$][^\n]*>\(|[ \t]*\r?\n)")
_COMMENT: Final = re.compile(rb"(?:^|[ \t]|[;{,])//.*$")
_ENDS_A_TYPE: Final = re.compile(rb"[\w$>\])}\"'`]$")
_GOES_ON: Final = re.compile(
    rb"=>$|\b(?:as|async|await|case|default|extends|in|keyof|new|of|return|satisfies|throw|typeof|yield)$"
)


def prepare(text: bytes) -> bytes:
    """Ends the member of an interface before a call signature with type parameters, which the grammar takes for its
    type arguments:

        interface Make {
            (name: string): Item
            <T>(name: string, made: T): Box<T>
        }
    """
    places = [at for match in _CALL_SIGNATURE.finditer(text) if (at := _place(text, match)) >= 0]
    if not places:
        return text
    made = bytearray(text)
    for at in places:
        made[at] = ord(";")
    return bytes(made)


def _place(text: bytes, match: re.Match[bytes]) -> int:
    """The blank before a signature, or -1 if what stands before it goes on there."""
    end = match.start()
    while end > 0:
        start = text.rfind(b"\n", 0, end) + 1
        line = _COMMENT.sub(b"", text[start:end]).rstrip()
        if line.endswith(b"*/"):
            start = text.rfind(b"/*", 0, end)
            line = text[text.rfind(b"\n", 0, start) + 1 : start].strip() if start >= 0 else b""
        if line:
            ends = _ENDS_A_TYPE.search(line) is not None and _GOES_ON.search(line) is None
            return match.start(1) if ends else -1
        end = start - 1
    return -1
