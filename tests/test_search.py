"""search_code, locate_symbol and suggest_followup_queries (seed 004)."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from asking import indexed, text_of
from callmap.ask.project import Project
from callmap.ask.search import identifiers, intent_of, meaningful
from callmap.errors import BadInput
from callmap.index import index
from callmap.show.tools.graph import locate_symbol
from callmap.show.tools.search import results_lines, search_code, suggest_followup_queries, suggestions_lines
from callmap.store.words import stem, words

FILES = {
    "Cargo.toml": '[package]\nname = "shop"\n',
    "src/main.rs": "mod auth;\nmod limits;\nfn main() { limits::rate_limit(1); }\n",
    "src/auth.rs": (
        "/// Checks the signature of a token.\npub fn validate_token(t: &str) -> bool { decode(t) }\n\n"
        "fn decode(t: &str) -> bool { t.is_empty() }\n"
    ),
    "src/limits.rs": "pub struct RateLimiter;\n\npub fn rate_limit(n: u32) -> u32 { n }\n",
    "web/session.py": (
        "import requests\n\n\nclass UserSession:\n"
        '    """What a visitor does between two logins."""\n\n'
        "    def save_cookie(self, value):\n"
        "        # encrypts before writing\n"
        "        return requests.post(value)\n\n\n"
        "def load_session(key):\n    return helper(key)\n\n\n"
        "def helper(key):\n    return key\n\n\n"
        "def other(key):\n    return helper(key)\n"
    ),
    "web/second.py": "from web.session import helper\n\n\ndef helper_two(key):\n    return helper(key)\n",
    "tests/test_session.py": "from web.session import helper\n\n\ndef test_helper():\n    helper(1)\n",
}


@pytest.fixture(scope="module")
def project(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Project]:
    with indexed(tmp_path_factory.mktemp("search"), FILES) as project:
        yield project


def names(answer: dict[str, Any]) -> list[str]:
    return [one["name"] for one in answer["results"]]


def test_identifiers_are_words_and_endings_do_not_matter() -> None:
    assert words("RateLimiter rate_limit 'rate limiting' HTTPServer2") == [
        "rate", "limit", "rate", "limit", "rate", "limit", "http", "serv",
    ]  # fmt: skip
    for group in (["limit", "limits", "limiting", "limiter"], ["parse", "parser", "parsing"], ["map", "maps"]):
        assert len({stem(word) for word in group}) == 1, group
    assert stem("string") == "string" and stem("class") == "class" and stem("user") == stem("users")


def test_prose_finds_names_written_in_any_way(project: Project) -> None:
    answer = search_code(project, "where is rate limiting implemented")
    assert answer["query_intent"] == "natural_language"
    assert set(names(answer)[:2]) == {"rate_limit", "RateLimiter"}
    assert 0.5 < answer["top_score"] <= 1 and answer["total_candidates"] >= 2
    assert answer["results"][0]["score"] == answer["top_score"]
    assert answer["results"][0]["kind"] in ("fn", "struct") and "name" in answer["results"][0]["matched"]
    assert "candidates (natural_language query)" in text_of(results_lines, answer)


def test_docstrings_comments_signatures_and_paths_are_searched(project: Project) -> None:
    assert names(search_code(project, "visitor logins"))[0] == "UserSession"
    assert names(search_code(project, "signature of token"))[0] == "validate_token"
    found = search_code(project, "encrypts writing")
    assert names(found)[0] == "save_cookie" and found["results"][0]["matched"] == ["comment"]
    assert "signature" in search_code(project, "value cookie")["results"][0]["matched"]
    path = search_code(project, "src/limits.rs")
    assert path["query_intent"] == "path" and path["results"][0]["path"] == "src/limits.rs" and path["top_score"] == 1.0


def test_an_exact_name_comes_first(project: Project) -> None:
    answer = search_code(project, "helper")
    assert answer["query_intent"] == "symbol" and answer["top_score"] == 1.0
    assert names(answer)[:2] == ["helper", "helper_two"]
    assert names(search_code(project, "UserSession.save_cookie"))[0] == "save_cookie"


def test_a_language_narrows(project: Project) -> None:
    assert {one["language"] for one in search_code(project, "session key", language="python")["results"]} == {"python"}
    assert search_code(project, "validate_token", language="python")["results"] == []


def test_nothing_found_says_so_and_a_page_follows_the_other(project: Project) -> None:
    nothing = search_code(project, "xyzzy")
    assert nothing["results"] == [] and nothing["top_score"] == 0.0 and "No symbol has a word" in nothing["note"]
    with pytest.raises(BadInput, match="query is empty"):
        search_code(project, "  ")
    whole = names(search_code(project, "session helper key", limit=100))
    paged: list[str] = []
    cursor = ""
    while cursor is not None:
        part = search_code(project, "session helper key", limit=2, cursor=cursor)
        paged += names(part)
        cursor = part["next_cursor"]
    assert paged == whole and len(whole) > 4


def test_what_more_files_refer_to_comes_first_among_equals(tmp_path: Path) -> None:
    files = {
        "a.py": "def apply_patch():\n    return 1\n",
        "b.py": "def patch_apply():\n    return 1\n",
        "c.py": "from b import patch_apply\n\n\ndef run():\n    return patch_apply()\n",
    }
    with indexed(tmp_path, files) as project:
        assert names(search_code(project, "apply patch"))[:2] == ["patch_apply", "apply_patch"]


def test_what_is_gone_is_not_found(tmp_path: Path) -> None:
    with indexed(tmp_path, FILES) as project:
        (Path(project.root) / "web/session.py").write_text("def other():\n    return 1\n")
        index(project.root, workers=1)
    with indexed(tmp_path, {}) as project:
        assert search_code(project, "visitor logins")["results"] == []
        rows = project.store._database.rows("SELECT count(*) FROM word WHERE unit NOT IN (SELECT id FROM unit)")
        assert rows == [(0,)]


@settings(max_examples=60, deadline=None)
@given(st.text(max_size=60))
def test_any_text_may_be_searched_for(project: Project, query: str) -> None:
    for text in (query, f'"{query}" OR (a+)+$ * % _ {query}'):
        if text.strip():
            answer = search_code(project, text)
            assert 0 <= answer["top_score"] <= 1
        locate_symbol(project, text)


def test_what_a_query_is() -> None:
    assert intent_of("validate_token") == "symbol" and intent_of("a::b::c") == "symbol"
    assert intent_of("User.save()") == "symbol" and intent_of("rate limiting") == "natural_language"
    assert intent_of("src/auth") == "path" and intent_of("jwt.rs") == "path" and intent_of("") == "natural_language"
    assert meaningful("where is the rate limiter") == ["rate", "limit"] and meaningful("where is it") != []


def test_identifiers_are_made_of_prose() -> None:
    found = identifiers("where is rate limiting implemented")
    assert found[0] == "rate_limit" and {"rate_limiting", "RateLimit", "RateLimiter", "rateLimit"} <= set(found)
    assert identifiers("why does load_session fail in HTTPServer")[:2] == ["load_session", "HTTPServer"]


# --- locate_symbol ---


@pytest.mark.parametrize(
    ("text", "stage", "first"),
    [
        ("validate_token", "exact", "validate_token"),
        ("UserSession.save_cookie", "exact", "save_cookie"),
        ("web/session.py::helper", "exact", "helper"),
        ("VALIDATE_TOKEN", "case_insensitive", "validate_token"),
        ("usersession.SAVE_cookie", "case_insensitive", "save_cookie"),
        ("_token", "suffix", "validate_token"),
        ("Limiter", "suffix", "RateLimiter"),
        ("validate", "fuzzy", "validate_token"),
        ("valdate_tokn", "fuzzy", "validate_token"),
        ("qqqqqqqqq", "none", None),
    ],
)
def test_a_symbol_is_located_in_stages(project: Project, text: str, stage: str, first: str | None) -> None:
    answer = locate_symbol(project, text)
    assert answer["match"] == stage
    assert next(iter(names(answer)), None) == first
    assert all(one["match"] == stage for one in answer["results"])
    assert answer["total_candidates"] == len(answer["results"])


def test_a_symbol_is_located_by_kind_language_and_path(project: Project) -> None:
    assert names(locate_symbol(project, "UserSession", kind="class")) == ["UserSession"]
    assert locate_symbol(project, "UserSession", kind="fn")["match"] != "exact"
    assert locate_symbol(project, "helper", language="rust")["results"] == []
    assert [one["path"] for one in locate_symbol(project, "helper", path="session.py")["results"]] == ["web/session.py"]


# --- suggest_followup_queries: the table, row by row ---


def suggest(project: Project, tool: str, params: Any, results: Any, **more: Any) -> dict[str, Any]:
    return suggest_followup_queries(project, {"tool": tool, "params": params}, results, **more)


def test_the_example_of_the_contract(project: Project) -> None:
    answer = suggest(
        project, "search_code", {"query": "where is rate limiting implemented"},
        {"results": [{}], "query_intent": "natural_language", "total_candidates": 3, "top_score": 0.25},
        confidence_threshold=0.5,
    )  # fmt: skip
    first = answer["suggestions"][0]
    assert first["tool"] == "locate_symbol" and first["params"] == {"name": "rate_limit", "kind": "fn"}
    assert "Extracted identifier 'rate_limit'" in first["reason"]
    narrower = [one for one in answer["suggestions"] if one["tool"] == "search_code"]
    assert narrower and "rate_limit" in narrower[0]["params"]["query"] and narrower[0]["params"]["language"]
    analysis = answer["analysis"]
    assert (analysis["previous_confidence"], analysis["top_score"], analysis["threshold"]) == ("low", 0.25, 0.5)
    assert analysis["extracted_identifiers"][:2] == ["rate_limit", "RateLimiter"]  # those that exist
    assert "rate_limiting" in analysis["extracted_identifiers"]
    assert "locate_symbol" in text_of(suggestions_lines, answer)


def test_a_weak_search_for_a_symbol_is_widened(project: Project) -> None:
    results = {"results": [], "query_intent": "symbol", "total_candidates": 0, "top_score": 0.1}
    answer = suggest(project, "search_code", {"query": "rateLimitter", "language": "python"}, results)
    queries = [one["params"] for one in answer["suggestions"]]
    assert all(one["tool"] == "search_code" for one in answer["suggestions"])
    assert {"query": "rate limit"} in queries and {"query": "rateLimitter", "language": "rust"} in queries


def test_a_symbol_that_was_not_located_is_searched_for_and_may_be_a_callee(project: Project) -> None:
    answer = suggest(project, "locate_symbol", {"name": "post"}, {"results": [], "total_candidates": 0})
    tools = [one["tool"] for one in answer["suggestions"]]
    assert tools[:2] == ["search_code", "get_call_graph"]
    assert answer["suggestions"][0]["params"] == {"query": "post"}
    graph = answer["suggestions"][1]["params"]
    assert graph == {"symbol_name": "web/session.py::UserSession.save_cookie", "direction": "callees"}
    unknown = suggest(project, "locate_symbol", {"name": "frobnicate"}, {"results": []})
    assert [one["tool"] for one in unknown["suggestions"]] == ["search_code"]


def test_a_graph_without_edges_is_verified_and_other_names_are_searched_for(project: Project) -> None:
    results = {"callers": [], "callees": [], "total_edges": 0}
    answer = suggest(project, "get_call_graph", {"symbol_name": "rate_limit"}, results)
    assert [one["tool"] for one in answer["suggestions"]][:2] == ["locate_symbol", "search_code"]
    assert answer["suggestions"][0]["params"] == {"name": "rate_limit"}


@pytest.mark.parametrize("tool", ["search_code", "locate_symbol", "get_call_graph", "anything"])
def test_a_good_answer_needs_no_suggestion(project: Project, tool: str) -> None:
    answer = suggest(project, tool, {"query": "x", "name": "x", "symbol_name": "x"}, {"top_score": 0.5})
    assert answer["suggestions"] == [] and answer["reason"] == "results are above confidence threshold"
    assert answer["analysis"]["previous_confidence"] == "high"
    edges = suggest(project, "get_call_graph", {"symbol_name": "x"}, {"total_edges": 3})
    assert edges["suggestions"] == []
    higher = suggest(project, "search_code", {"query": "rate limiting"}, {"top_score": 0.5}, confidence_threshold=0.9)
    assert higher["suggestions"]


@pytest.mark.parametrize(
    "query", [{}, {"tool": "search_code"}, {"params": {}}, {"tool": "", "params": {}}, {"tool": 1}]
)
def test_a_query_without_its_fields_is_an_error(project: Project, query: Any) -> None:
    with pytest.raises(BadInput, match="missing required fields") as refused:
        suggest_followup_queries(project, query, {"results": []})
    assert refused.value.envelope()["error"]["code"] == "invalid_input"


def test_odd_results_are_taken_as_they_are(project: Project) -> None:
    for results in ({}, {"results": None}, {"results": ["x", 1]}, {"top_score": "high"}, {"top_score": float("nan")}):
        suggest(project, "search_code", {"query": "rate limiting"}, results)
        suggest(project, "search_code", {}, results)
    with pytest.raises(BadInput, match="not an object"):
        suggest(project, "search_code", {"query": "x"}, [])
    clamped = suggest(project, "search_code", {"query": "x"}, {}, confidence_threshold=7)
    assert clamped["analysis"]["threshold"] == 1.0 and "confidence_threshold 7" in clamped["metadata"]["warnings"][0]


def test_names_are_guessed_without_the_endings_of_words() -> None:
    for sentence, name in (
        ("rate limiting", "rate_limit"),
        ("how are union errors merged", "union_errors_merge"),
        ("where does request logging happen", "request_log"),
        ("message passing", "message_pass"),
        ("date parsing", "date_parse"),
    ):
        assert name in identifiers(sentence)
