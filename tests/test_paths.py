"""Paths through the graph: shortest first, several, and bounded where there are more than can be counted."""

from __future__ import annotations

import time
from collections.abc import Iterable

from callmap.ask.graph import EdgesOf, weakest
from callmap.ask.paths import Paths, between
from callmap.store.rows import EdgeRow, End


def edge(source: int, target: int, confidence: str = "static", kind: str = "CALLS") -> EdgeRow:
    ends = [End(key, "a.py", f"f{key}") for key in (source, target)]
    return EdgeRow(*ends, kind, "direct", confidence, (), "", "", None, "", 1, 1, None, source * 1000 + target)


def sides(edges: Iterable[EdgeRow]) -> tuple[EdgesOf, EdgesOf]:
    """A graph as the walk sees it, from both sides."""
    after: dict[int, list[EdgeRow]] = {}
    before: dict[int, list[EdgeRow]] = {}
    for each in edges:
        assert each.callee is not None
        after.setdefault(each.caller.key, []).append(each)
        before.setdefault(each.callee.key, []).append(each)
    return (
        lambda keys: [each for key in sorted(keys) for each in after.get(key, ())],
        lambda keys: [each for key in sorted(keys) for each in before.get(key, ())],
    )


def keys(paths: Paths) -> list[list[int]]:
    return [
        [path.edges[0].caller.key, *(each.callee.key for each in path.edges if each.callee)] for path in paths.paths
    ]


def test_the_shortest_path_comes_first_and_others_follow() -> None:
    graph = sides([edge(1, 2), edge(2, 3), edge(3, 9), edge(1, 4), edge(4, 9), edge(1, 5), edge(5, 9)])
    found = between(*graph, {1}, {9}, limit=10)
    assert keys(found) == [[1, 4, 9], [1, 5, 9], [1, 2, 3, 9]]
    assert not found.cut


def test_a_path_is_as_sure_as_its_weakest_edge() -> None:
    graph = sides([edge(1, 2), edge(2, 3, "possible"), edge(3, 4, "inferred")])
    (path,) = between(*graph, {1}, {4}).paths
    assert path.confidence == "possible"
    assert weakest([]) == "static"


def test_the_surest_of_several_edges_stands_for_all() -> None:
    graph = sides([edge(1, 2, "possible"), edge(1, 2, "static", "CONSTRUCTS")])
    (path,) = between(*graph, {1}, {2}).paths
    assert path.confidence == "static"


def test_no_path_against_the_arrows_and_none_through_a_kind_that_is_not_asked_for() -> None:
    graph = sides([edge(1, 2), edge(2, 3, kind="REFERENCES")])
    assert between(*graph, {2}, {1}).paths == []
    assert between(*graph, {1}, {3}).paths == []
    assert keys(between(*graph, {1}, {3}, kinds={"CALLS", "REFERENCES"})) == [[1, 2, 3]]


def test_a_path_is_no_longer_than_asked_for() -> None:
    graph = sides([edge(number, number + 1) for number in range(10)])
    assert between(*graph, {0}, {6}, depth=5).paths == []
    assert keys(between(*graph, {0}, {5}, depth=5)) == [[0, 1, 2, 3, 4, 5]]


def test_cycles_end() -> None:
    graph = sides([edge(1, 2), edge(2, 1), edge(2, 2), edge(2, 3), edge(3, 1)])
    assert keys(between(*graph, {1}, {3})) == [[1, 2, 3]]
    assert between(*graph, {1}, {7}).paths == []


def test_forty_diamonds_in_a_row_take_no_time() -> None:
    diamonds = []
    for number in range(0, 120, 3):
        diamonds += [edge(number, number + 1), edge(number, number + 2)]
        diamonds += [edge(number + 1, number + 3, "inferred"), edge(number + 2, number + 3)]
    began = time.monotonic()
    found = between(*sides(diamonds), {0}, {120}, limit=10)
    assert time.monotonic() - began < 1
    assert len(found.paths) == 10 and found.cut
    assert len({tuple(path) for path in keys(found)}) == 10
    assert all(len(path.edges) == 80 for path in found.paths)


def test_a_clique_takes_no_time() -> None:
    clique = [edge(one, other) for one in range(60) for other in range(60) if one != other]
    began = time.monotonic()
    found = between(*sides(clique), {0}, {59}, depth=5, limit=5)
    assert time.monotonic() - began < 1
    assert keys(found)[0] == [0, 59] and len(found.paths) == 5


def test_a_clique_beside_an_unreachable_goal_ends() -> None:
    clique = [edge(one, other) for one in range(60) for other in range(60) if one != other]
    began = time.monotonic()
    assert between(*sides([*clique, edge(100, 101)]), {0}, {101}).paths == []
    assert time.monotonic() - began < 1
