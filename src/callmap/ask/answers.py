"""The one envelope: what every answer says about itself, and how symbols are named in it."""

from __future__ import annotations

import base64
from hashlib import blake2b
from typing import Any

import msgspec

from callmap.model import Kind
from callmap.store.rows import SymbolRow

PROTOCOL_VERSION = "1.0"
VERSION_ID, STABLE_ID = "sym_", "b2:"  # how ids begin

# our kind → the word of the tool contracts (seed 004)
CONTRACT_KINDS = {Kind.FUNCTION: "fn", Kind.LAMBDA: "fn"}
KINDS_OF_CONTRACT = {"fn": (Kind.FUNCTION, Kind.METHOD, Kind.LAMBDA), "func": (Kind.FUNCTION, Kind.METHOD)}


class Freshness(msgspec.Struct, frozen=True):
    """Whether the index still says what the working tree says."""

    status: str  # fresh | stale | syncing
    changed_files: int
    head: str  # the commit that HEAD is at now
    files: tuple[str, ...] = ()  # some of those that differ

    @property
    def words(self) -> str:
        """`3 files differ: a.py, b.py, …`"""
        more = ", …" if self.changed_files > len(self.files) else ""
        names = f": {', '.join(self.files)}{more}" if self.files else ""
        return f"{self.changed_files:,} file{' differs' if self.changed_files == 1 else 's differ'}{names}"


def metadata(
    *,
    freshness: str = "fresh",
    indexing: str = "ready",
    completeness: str = "complete",
    schema: str = "compatible",
    ref: str = "live",
    commit: str = "",
    warnings: list[str] | None = None,
    **more: Any,
) -> dict[str, Any]:
    """Protocol v1's metadata, for every response; ours beside it."""
    return {
        "codecompass_protocol_version": PROTOCOL_VERSION,
        "freshness_status": freshness,
        "indexing_status": indexing,
        "result_completeness": completeness,
        "ref": ref,
        "schema_status": schema,
        "commit": commit or None,
        "warnings": warnings or [],
        **more,
    }


def without_index(code: str, ref: str | None = None) -> dict[str, Any]:
    """The metadata of an error that came before an index could be asked, by the error's code."""
    failed = dict.fromkeys(("index_incompatible", "storage_unavailable"), "failed")
    indexing = {"index_in_progress": "indexing", **failed}.get(code, "not_indexed")
    schema = "corrupt_manifest" if code == "index_incompatible" else "not_indexed"
    return metadata(freshness="stale", indexing=indexing, schema=schema, ref=ref or "live")


def stable_id(row: SymbolRow) -> str:
    """Survives edits: a hash of language, kind and qualified name."""
    return STABLE_ID + blake2b(_bytes(row.language, row.kind, row.qualified_name), digest_size=16).hexdigest()


def version_id(row: SymbolRow) -> str:
    """Names one version of a symbol: a hash of its stable id, its place's path and its content."""
    digest = blake2b(_bytes(stable_id(row), row.path, row.name, row.text), digest_size=16).digest()
    return VERSION_ID + base64.b32encode(digest).decode("ascii").rstrip("=")


def contract_symbol(row: SymbolRow) -> dict[str, Any]:
    """A symbol as seed 004 draws it, and a little more."""
    return {
        "symbol_id": version_id(row),
        "symbol_stable_id": stable_id(row),
        "name": row.name.rpartition(".")[2],
        "qualified_name": row.qualified_name,
        "path": row.path,
        "line_start": row.line,
        "line_end": row.end_line,
        "kind": CONTRACT_KINDS.get(row.kind, row.kind),
        "language": row.language,
        "signature": row.signature,
    }


def _bytes(*parts: str) -> bytes:
    return "\0".join(parts).encode("utf-8", "surrogatepass")
