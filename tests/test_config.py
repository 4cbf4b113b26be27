"""config.py: where the data lie, which directory is the project, and what its config file says."""

from __future__ import annotations

import os
import pwd
from pathlib import Path

import pytest

from callmap import config
from callmap.errors import BadInput, ProjectNotFound
from callmap.read import git


@pytest.fixture(autouse=True)
def clean(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    for name in ("CALLMAP_DATA", "XDG_DATA_HOME", "CALLMAP_ROOT", "CLAUDE_PROJECT_DIR"):
        monkeypatch.delenv(name, raising=False)
    (tmp_path / "home").mkdir()
    monkeypatch.setenv("HOME", str(tmp_path / "home"))


def test_data_directory_prefers_what_is_said_most_plainly(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr("sys.platform", "linux")
    assert config.data_directory() == str(tmp_path / "home/.local/share/callmap")
    monkeypatch.setenv("XDG_DATA_HOME", "relative")
    assert config.data_directory() == str(tmp_path / "home/.local/share/callmap")
    monkeypatch.setenv("XDG_DATA_HOME", "/xdg")
    assert config.data_directory() == "/xdg/callmap"
    monkeypatch.setenv("CALLMAP_DATA", "/said")
    assert config.data_directory() == "/said"


def test_data_directory_without_home_uses_the_password_entry(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.platform", "linux")
    monkeypatch.delenv("HOME")
    assert config.data_directory() == os.path.join(pwd.getpwuid(os.getuid()).pw_dir, ".local/share/callmap")


def test_data_directory_without_any_home_says_what_to_set(monkeypatch: pytest.MonkeyPatch) -> None:
    def nobody(number: int) -> None:
        raise KeyError(number)

    monkeypatch.delenv("HOME")
    monkeypatch.setattr(pwd, "getpwuid", nobody)
    with pytest.raises(BadInput, match="set HOME, or CALLMAP_DATA"):
        config.data_directory()


def test_database_path_is_below_the_data_directory(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("CALLMAP_DATA", "/said")
    assert config.database_path(str(tmp_path)) == f"/said/{git.repository_id(str(tmp_path))}/index.db"


def test_root_is_taken_from_flag_then_environment_then_directory(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    places = [tmp_path / name for name in ("flag", "callmap", "claude")]
    for place in places:
        place.mkdir()
    inside = tmp_path / "repository/src/deep"
    inside.mkdir(parents=True)
    assert config.find_root(None, str(inside)) == str(inside)
    (tmp_path / "repository/.git").mkdir()
    assert config.find_root(None, str(inside)) == str(tmp_path / "repository")
    monkeypatch.setenv("CLAUDE_PROJECT_DIR", str(places[2]))
    assert config.find_root(None, str(inside)) == str(places[2])
    monkeypatch.setenv("CALLMAP_ROOT", str(places[1]))
    assert config.find_root(None, str(inside)) == str(places[1])
    assert config.find_root(str(places[0]), str(inside)) == str(places[0])
    assert config.find_root("../flag", str(places[1])) == str(places[0])


def test_a_repository_of_dot_files_in_home_is_not_the_project(tmp_path: Path) -> None:
    inside = tmp_path / "home/work/thing"
    inside.mkdir(parents=True)
    (tmp_path / "home/.git").mkdir()
    assert config.find_root(None, str(inside)) == str(inside)


@pytest.mark.parametrize(
    ("given", "words"),
    [
        ("/", "the whole disk"),
        ("~", "your whole home directory"),
        ("home_link", "your whole home directory"),
        ("missing", "does not exist"),
        ("file", "not a directory"),
        ("a\0b", "does not exist"),
        ("loop", "not a directory"),
    ],
)
def test_unfit_roots_are_refused_with_a_sentence(tmp_path: Path, given: str, words: str) -> None:
    (tmp_path / "file").touch()
    (tmp_path / "loop").symlink_to("loop")
    (tmp_path / "home_link").symlink_to("home")
    with pytest.raises(ProjectNotFound, match=words) as caught:
        config.find_root(given, None if given in ("/", "~") else str(tmp_path))
    assert caught.value.message.startswith("--root names")
    assert caught.value.message.endswith(".")


def test_unfit_root_in_the_environment_names_the_variable(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("CALLMAP_ROOT", str(tmp_path / "missing"))
    with pytest.raises(ProjectNotFound, match="CALLMAP_ROOT names"):
        config.find_root(None, str(tmp_path))


def test_settings_come_from_callmap_toml_before_pyproject(tmp_path: Path) -> None:
    assert config.load_settings(str(tmp_path)) == config.Settings()
    (tmp_path / "pyproject.toml").write_text('[tool.callmap]\ninclude = ["a/**"]\n')
    assert config.load_settings(str(tmp_path)) == config.Settings(include=("a/**",))
    (tmp_path / "callmap.toml").write_text('exclude = ["b"]\n')
    assert config.load_settings(str(tmp_path)) == config.Settings(exclude=("b",))


@pytest.mark.parametrize(
    ("name", "text", "warning"),
    [
        ("callmap.toml", 'include = "a"', "not a list of strings"),
        ("callmap.toml", "exclude = [1]", "not a list of strings"),
        ("callmap.toml", 'hook = "rm"', "does not know"),
        ("callmap.toml", "include = [", "not valid TOML"),
        ("callmap.toml", "a = " + "[" * 50_000, "not valid TOML"),
        ("callmap.toml", "# " + "x" * 300_000, "larger than"),
        ("callmap.toml", b"\xff\xfe", "not valid TOML"),
        ("pyproject.toml", "[tool]\ncallmap = 3", "not a table"),
        ("pyproject.toml", "tool = 3", ""),
    ],
)
def test_broken_settings_are_a_warning(tmp_path: Path, name: str, text: str | bytes, warning: str) -> None:
    (tmp_path / name).write_bytes(text if isinstance(text, bytes) else text.encode())
    settings = config.load_settings(str(tmp_path))
    assert (settings.include, settings.exclude) == ((), ())
    assert [warning in sentence for sentence in settings.warnings] == ([True] if warning else [])


def test_settings_are_not_read_through_a_link(tmp_path: Path) -> None:
    (tmp_path / "elsewhere.toml").write_text('include = ["x"]')
    (tmp_path / "callmap.toml").symlink_to("elsewhere.toml")
    settings = config.load_settings(str(tmp_path))
    assert settings.include == ()
    assert "not a readable regular file" in settings.warnings[0]


def test_digest_follows_the_globs_only() -> None:
    assert config.Settings(warnings=("x",)).digest == config.Settings().digest
    assert config.Settings(include=("x",)).digest != config.Settings(exclude=("x",)).digest
