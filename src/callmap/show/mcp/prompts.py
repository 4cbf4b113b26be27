"""Prompts: questions that people choose from a menu. An entry of PROMPTS and its arguments in, a message out."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from mcp.shared.exceptions import MCPError
from mcp_types import INVALID_PARAMS, GetPromptResult, Prompt, PromptArgument, PromptMessage, TextContent

_HONEST = (
    "Use the callmap tools and cite file:line for what you say. Say how sure each edge is (static, inferred, "
    'possible), and what "0 callers" or an unresolved call leaves open. Do not guess what the tools can tell.'
)


class Question(NamedTuple):
    """A prompt. Its text holds {name} for each of its arguments."""

    title: str
    description: str
    arguments: dict[str, str]  # name → description; all are required
    text: str


_SYMBOL = "The function, method or class: a name, Class.method, path::Name or path:line."
PROMPTS = {
    "explain_function": Question(
        "Explain a function",
        "What a function does, who calls it and what it calls, with the evidence.",
        {"symbol": _SYMBOL},
        "Explain `{symbol}` to somebody who is new to this code base.\n"
        "1. Find it with locate_symbol; if several have the name, say so and take the likeliest.\n"
        "2. Ask get_call_graph for its callers and its callees, and read its source.\n"
        "3. Say in this order: what it is for, who relies on it, what it relies on, what can go wrong.\n",
    ),
    "assess_change": Question(
        "Assess a change",
        "What a change to a symbol may break: callers, tests, entry points, and how sure that is.",
        {"symbol": _SYMBOL, "change": "What is to be changed, in a sentence."},
        "I want to change `{symbol}`: {change}\n"
        "Before any edit, judge what that may break.\n"
        "1. Find it with locate_symbol. 2. Ask for its callers to depth 3, and for unresolved calls of its name.\n"
        "3. List what must change with it, which tests cover it and which callers no test reaches.\n"
        "4. End with a verdict: safe, needs care (say where), or risky (say why), and the order of edits.\n",
    ),
    "trace_flow": Question(
        "Trace a flow",
        "How control gets from one symbol to another, step by step, with the call sites.",
        {"start": f"Where it begins. {_SYMBOL}", "end": f"Where it ends. {_SYMBOL}"},
        "Trace how control gets from `{start}` to `{end}`.\n"
        "1. Find both with locate_symbol. 2. Follow the calls from the first to the second; if there are several ways, "
        "show the shortest and say how the others differ.\n"
        "3. Give each step as caller → callee with its call site, and name the step that is least sure.\n"
        "If no way is known, say where it stops: the last symbol reached from each end, and unresolved calls there.\n",
    ),
}


def listed() -> list[Prompt]:
    return [
        Prompt(
            name=name, title=question.title, description=question.description,
            arguments=[PromptArgument(name=arg, description=d, required=True) for arg, d in question.arguments.items()],
        )
        for name, question in PROMPTS.items()
    ]  # fmt: skip


def asked(name: str, given: Mapping[str, str]) -> GetPromptResult:
    """The prompt with its arguments filled in. Raises MCPError in words that help."""
    question = PROMPTS.get(name)
    if question is None:
        raise MCPError(INVALID_PARAMS, f"There is no prompt '{name[:200]}'; there are {', '.join(PROMPTS)}.")
    wanted = ", ".join(question.arguments)
    if missing := [arg for arg in question.arguments if not str(given.get(arg) or "").strip()]:
        raise MCPError(INVALID_PARAMS, f"{name} needs {missing[0]}; its arguments are {wanted}.")
    if unknown := sorted(given.keys() - question.arguments.keys()):
        raise MCPError(INVALID_PARAMS, f"{name} has no argument '{unknown[0][:200]}'; its arguments are {wanted}.")
    text = question.text.format_map({arg: str(given[arg]).strip()[:2000] for arg in question.arguments}) + _HONEST
    message = PromptMessage(role="user", content=TextContent(text=text))
    return GetPromptResult(description=question.description, messages=[message])
