"""Resources and completion: an address or the beginning of a name in, text or names out."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from urllib.parse import unquote

from mcp.server.mcpserver.exceptions import ResourceNotFoundError
from mcp_types import Completion, Resource, ResourceTemplate

from callmap.ask.project import Project
from callmap.show.lines import Answer, Lines
from callmap.show.mcp.prompts import PROMPTS
from callmap.show.tools import graph, index

STATS = "callmap://stats"
FILE = "callmap://file/"
SYMBOL = "callmap://symbol/"
PLAIN = "text/plain"
MOST_COMPLETIONS = 100
_NAMES = {"id", *(name for prompt in PROMPTS.values() for name in prompt.arguments)} - {"change"}

RESOURCES = [
    Resource(
        uri=STATS, name="stats", title="What is indexed", mime_type=PLAIN,
        description="Functions, edges and files by language and confidence; what was skipped.",
    ),
]  # fmt: skip
TEMPLATES = [
    ResourceTemplate(
        uri_template=FILE + "{path}", name="file", title="Outline of a file", mime_type=PLAIN,
        description="The symbols of a file, with lines and signatures. The path is relative to the repository's root.",
    ),
    ResourceTemplate(
        uri_template=SYMBOL + "{id}", name="symbol", title="A symbol, its callers and its callees", mime_type=PLAIN,
        description="By symbol_id, symbol_stable_id, path::Name or name.",
    ),
]  # fmt: skip


def resource(uri: str) -> tuple[Callable[[Project], Answer], Lines]:
    """What to ask for the resource of that address, and how to show the answer. Raises ResourceNotFoundError."""
    if uri == STATS:
        return index.call_graph_stats, index.stats_lines
    if uri.startswith(FILE):
        path = unquote(uri.removeprefix(FILE), errors="surrogateescape")
        return lambda project: graph.file_outline(project, path), graph.outline_lines
    if uri.startswith(SYMBOL):
        name = unquote(uri.removeprefix(SYMBOL), errors="surrogateescape")
        return lambda project: graph.get_call_graph(project, name), graph.call_graph_lines
    templates = ", ".join(template.uri_template for template in TEMPLATES)
    raise ResourceNotFoundError(f"There is no resource {uri[:200]}; there are {STATS}, {templates}.")


def completions(project: Project, argument: str, begun: str) -> Completion:
    """Values of an argument that begin with, or hold, what was typed so far: paths, or names of symbols."""
    if argument == "path":
        known: Iterable[str] = (state.path for state in project.store.files(project.snapshot.id) if not state.reason)
    elif argument == "id" or (
        any(argument in prompt.arguments for prompt in PROMPTS.values()) and argument != "change"
    ):
        known = project.store.all_names(project.snapshot.id)
    else:
        known = ()
    wanted = begun.lower()
    fitting = sorted({name for name in known if name and wanted in name.lower()}, key=lambda name: _rank(name, wanted))
    return Completion(
        values=fitting[:MOST_COMPLETIONS], total=len(fitting), has_more=len(fitting) > MOST_COMPLETIONS
    )  # fmt: skip


def _rank(name: str, wanted: str) -> tuple[bool, bool, int, str]:
    """What begins so comes first, then what has a part that begins so, then the shortest."""
    low = name.lower()
    return not low.startswith(wanted), f".{wanted}" not in low and f"/{wanted}" not in low, len(name), name
