"""Strict arguments: a tool's function in, its declaration out; what a client sends in, what the function takes out."""

from __future__ import annotations

import functools
import inspect
from collections.abc import Iterable
from typing import Any

from mcp.server.mcpserver.utilities.func_metadata import ArgModelBase, FuncMetadata
from mcp_types import Tool, ToolAnnotations
from pydantic import ValidationError, create_model

from callmap.errors import BadInput
from callmap.show.lines import Answer
from callmap.show.mcp.offers import OFFERS, parameter


@functools.cache
def declared(name: str) -> Tool:
    """The tool as clients list it: strict, with the names and defaults that its function has."""
    offer = OFFERS[name]
    schema = _untitled(_model(name).model_json_schema())
    for value in schema.setdefault("properties", {}).values():
        if value.get("default", True) in ("", None):
            del value["default"]  # it stands for "not given"
    hints = ToolAnnotations(
        read_only_hint=not offer.writes, destructive_hint=False, idempotent_hint=True, open_world_hint=False
    )
    return Tool(
        name=name, title=offer.title, description=offer.description, input_schema=schema, annotations=hints
    )  # fmt: skip


@functools.cache
def _model(tool: str) -> type[ArgModelBase]:
    """Made when the tool is first listed or called: the handshake does not wait for it."""
    fields: dict[str, Any] = {
        name: (parameter(tool, name), ... if p.default is p.empty else p.default)
        for p in list(inspect.signature(OFFERS[tool].ask).parameters.values())[1:]
        for name in [p.name.removesuffix("_")]  # `from_`: a word that a function of ours cannot have
    }
    return create_model(tool, __base__=ArgModelBase, __cls_kwargs__={"extra": "forbid"}, **fields)


@functools.cache
def _taken(tool: str) -> dict[str, str]:
    """Arguments by the names that clients give them → those of the tool's function."""
    return {name.removesuffix("_"): name for name in inspect.signature(OFFERS[tool].ask).parameters}


def _untitled(schema: Any) -> Any:
    """Without the titles that pydantic makes of names: they say nothing more."""
    if isinstance(schema, list):
        return [_untitled(part) for part in schema]
    if not isinstance(schema, dict):
        return schema
    return {key: _untitled(part) for key, part in schema.items() if key != "title" or not isinstance(part, str)}


def checked(tool: str, arguments: Answer) -> Answer:
    """The arguments as the function takes them; null stands for "not given". Raises BadInput in words that help."""
    model, wrong = _model(tool), ""
    known = list(model.model_fields)
    try:
        given = FuncMetadata(arg_model=model).validate_arguments({k: v for k, v in arguments.items() if v is not None})
        return {_taken(tool).get(name, name): value for name, value in given.items()}
    except ValidationError as error:
        for problem in error.errors(include_url=False)[:5]:
            name, words = str(problem["loc"][0])[:200], problem["msg"].removeprefix("Value error, ")
            unknown = problem["type"] == "extra_forbidden"
            wrong += f"There is no argument '{name}'.{likely(name, known)} " if unknown else f"{name}: {words}. "
    message = f"{wrong}{tool} takes {', '.join(known) or 'no arguments'}."
    raise BadInput(message, remediation="Correct the arguments and call again.", parameters=known)


def likely(name: str, known: Iterable[str]) -> str:
    from rapidfuzz import fuzz

    best = max(known, key=lambda one: fuzz.WRatio(name[:200], one), default="")
    return f" Did you mean '{best}'?" if fuzz.WRatio(name[:200], best) >= 60 else ""
