"""index_file, index_directory, index_status and call_graph_stats (seed 001)."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from asking import indexed, text_of
from callmap.ask.project import Project
from callmap.errors import BadInput, FileNotIndexed, OutsideProject
from callmap.show.tools import index as tools

FILES = {
    "app.py": "def run():\n    return helper()\n\n\ndef helper():\n    return print(1)\n",
    "web/a.js": "function go() { return stop(); }\nfunction stop() { return 1; }\n",
    "web/b [x].ts": "export const f = () => 1;\nf();\n",
    "web/broken.py": "def (:\n",
    "docs/notes.md": "# no source\n",
}


@pytest.fixture(scope="module")
def project(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Project]:
    with indexed(tmp_path_factory.mktemp("index"), FILES) as project:
        yield project


def test_a_file_tells_what_is_indexed_of_it(project: Project) -> None:
    answer = tools.index_file(project, "app.py")
    assert (answer["file_path"], answer["status"], answer["language"]) == ("app.py", "indexed", "python")
    assert (answer["functions_indexed"], answer["edges_indexed"]) == (2, 2)
    assert tools.index_file(project, str(Path(project.root) / "app.py"))["functions_indexed"] == 2
    assert tools.index_file(project, "./web/b [x].ts")["edges_indexed"] == 1
    assert tools.index_file(project, "web/broken.py")["problems"]
    assert "functions_indexed: 2" in text_of(tools.held_lines, answer)


def test_a_directory_tells_what_is_indexed_in_it_and_extensions_narrow_that(project: Project) -> None:
    whole = tools.index_directory(project, ".")
    assert whole["files_indexed"] == 4 and whole["languages"] == {"python": 2, "javascript": 1, "typescript": 1}
    web = tools.index_directory(project, "web/")
    assert (web["dir_path"], web["files_indexed"], web["functions_indexed"], web["edges_indexed"]) == ("web", 3, 3, 2)
    some = tools.index_directory(project, "web", extensions=[".js", "ts"])
    assert some["files_indexed"] == 2 and some["extensions"] == [".js", ".ts"]
    assert tools.call_graph_stats(project)["total_files"] == 4


@pytest.mark.parametrize("path", ["/etc/passwd", "../x.py", "web/../../x.py", "/"])
def test_nothing_outside_the_project_is_read(project: Project, path: str) -> None:
    for tool in (tools.index_file, tools.index_directory):
        with pytest.raises(OutsideProject, match="lies outside the project") as refused:
            tool(project, path)
        assert refused.value.envelope()["error"]["code"] == "workspace_not_allowed"


def test_what_is_not_there_is_an_error(project: Project) -> None:
    with pytest.raises(FileNotIndexed, match=r"'docs/notes.md' is not indexed"):
        tools.index_file(project, "docs/notes.md")
    with pytest.raises(FileNotIndexed, match=r"with \.rs is known in 'web'"):
        tools.index_directory(project, "web", extensions=["rs"])
    with pytest.raises(BadInput, match="empty"):
        tools.index_directory(project, "web", extensions=[])


def test_the_state_of_the_index_is_told(tmp_path: Path) -> None:
    with indexed(tmp_path, FILES) as project:
        status = tools.index_status(project)
        assert status["caught_up"] is True and status["files"] == 4 and status["changed_files"] == 0
        assert status["ref"] == "live" and status["root"] == project.root
        (Path(project.root) / "app.py").write_text("def run():\n    return 2\n")
        status = tools.index_status(project)
        assert status["caught_up"] is False and status["changed_files"] == 1
        assert status["metadata"]["freshness_status"] == "stale"


def test_statistics_count_functions_edges_files_and_languages(project: Project) -> None:
    stats = tools.call_graph_stats(project)
    assert stats["total_functions"] == 5 and stats["total_edges"] == 4
    assert stats["languages"] == {"python": 2, "javascript": 1, "typescript": 1}
