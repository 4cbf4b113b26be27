"""What bytes say as text: takes a file's content, gives it as UTF-8 with lines that end in a line feed.

So facts and the source lines that are shown count the same lines.
"""

from __future__ import annotations

_MARKS = ((b"\xef\xbb\xbf", "utf-8"), (b"\xff\xfe", "utf-16-le"), (b"\xfe\xff", "utf-16-be"))


def as_utf8(content: bytes) -> tuple[bytes, str]:
    """The content, and the encoding that its first bytes name if it is another one. Bytes that are no text stay."""
    encoding = ""
    for mark, name in _MARKS:
        if content.startswith(mark):
            content = content[len(mark) :]
            if name != "utf-8":
                content, encoding = content.decode(name, "replace").encode("utf-8", "replace"), name
            break
    if b"\r" in content and b"\n" not in content:  # as old systems ended lines; in other files it is white space
        content = content.replace(b"\r", b"\n")
    return content, encoding


def lines_of(content: bytes) -> list[str]:
    """Its lines, for people; what is no text is replaced."""
    return as_utf8(content)[0].decode("utf-8", "replace").split("\n")
