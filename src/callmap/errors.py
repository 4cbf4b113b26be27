"""Everything callmap raises on purpose. `code` is the protocol's word for it, `exit_code` the terminal's.

CallmapError
├── BadInput                 invalid_input        2   the question itself is wrong
├── NotFound
│   ├── SymbolNotFound       symbol_not_found     1   carries near names
│   ├── FileNotIndexed       file_not_found       1
│   └── ProjectNotFound      project_not_found    2   no such directory, or one that must not be indexed
├── OutsideProject           workspace_not_allowed 2  a path that lies outside the project
├── AmbiguousSymbol          ambiguous_symbol     1   carries the places
├── RefNotIndexed            ref_not_indexed      1
│   └── RefNotFound          ref_not_indexed      1   there is no such branch, tag or commit
├── IndexNotReady            index_not_ready      3   not indexed yet, or an index run failed
├── IndexBusy                index_in_progress    3   another process is writing
├── StoreTrouble             index_incompatible   3   the database cannot be used; nothing in it was changed
│   ├── StoreFromTheFuture   index_incompatible   3   written by a newer callmap
│   └── DiskTrouble          storage_unavailable  3   the disk is full, fails, or may not be written
└── Stopped                  internal_error       3   nobody waits for the answer any more

Messages are full sentences that say what to try next.
"""

from __future__ import annotations

from typing import Any


class CallmapError(Exception):
    code = "internal_error"
    exit_code = 3

    def __init__(self, message: str, **data: Any) -> None:
        super().__init__(message)
        self.message = message
        self.data = data
        self.metadata: dict[str, Any] | None = None  # of the index that was asked, where one is known

    def envelope(self) -> dict[str, Any]:
        """The error as the tool contracts draw it, with the metadata of every response."""
        about = {} if self.metadata is None else {"metadata": self.metadata}
        return {"error": {"code": self.code, "message": self.message, "data": self.data}, **about}


class BadInput(CallmapError):
    code, exit_code = "invalid_input", 2


class NotFound(CallmapError):
    code, exit_code = "result_not_found", 1


class SymbolNotFound(NotFound):
    code = "symbol_not_found"


class FileNotIndexed(NotFound):
    code = "file_not_found"


class ProjectNotFound(NotFound):
    code, exit_code = "project_not_found", 2


class OutsideProject(CallmapError):
    code, exit_code = "workspace_not_allowed", 2


class AmbiguousSymbol(CallmapError):
    code, exit_code = "ambiguous_symbol", 1


class RefNotIndexed(CallmapError):
    code, exit_code = "ref_not_indexed", 1


class RefNotFound(RefNotIndexed):
    pass


class IndexNotReady(CallmapError):
    code = "index_not_ready"


class IndexBusy(CallmapError):
    code = "index_in_progress"


class StoreTrouble(CallmapError):
    code = "index_incompatible"


class StoreFromTheFuture(StoreTrouble):
    pass


class DiskTrouble(StoreTrouble):
    code = "storage_unavailable"


class Stopped(CallmapError):
    pass
