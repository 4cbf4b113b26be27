"""The one reader of environment, flags and config file: takes what the user said, gives roots, paths and `Settings`."""

from __future__ import annotations

import hashlib
import os
import sys
import tomllib
from collections.abc import Callable
from typing import Any

import msgspec

from callmap.errors import BadInput, ProjectNotFound
from callmap.read import TooLarge, git, read_bytes

_CONFIG_LIMIT = 256 * 1024
_MOST_GLOBS = 1000


class Settings(msgspec.Struct, frozen=True):
    """What a project says about itself: globs in the language of `.gitignore`, relative to the root.

    `exclude` wins over `include`; `include` wins over ignore rules and over what is skipped as generated, as a
    dependency or as build output. `warnings` are sentences about what in the config file was not understood.
    """

    include: tuple[str, ...] = ()
    exclude: tuple[str, ...] = ()
    warnings: tuple[str, ...] = ()

    @property
    def digest(self) -> str:
        """Differs when other files may be chosen: compare it before reusing what an earlier walk decided."""
        return hashlib.sha256(repr((self.include, self.exclude)).encode(errors="surrogatepass")).hexdigest()[:16]


def data_directory() -> str:
    """Where callmap keeps its databases: $CALLMAP_DATA, else the place the platform has for it. Not created here."""
    given = os.environ.get("CALLMAP_DATA")
    if given:
        return os.path.abspath(os.path.expanduser(given))
    if sys.platform == "win32":
        local = os.environ.get("LOCALAPPDATA")
        return os.path.join(local or os.path.join(_home(), "AppData", "Local"), "callmap")
    shared = os.environ.get("XDG_DATA_HOME", "")
    if os.path.isabs(shared):  # the XDG rules: a relative one is as good as none
        return os.path.join(shared, "callmap")
    if sys.platform == "darwin":
        return os.path.join(_home(), "Library", "Application Support", "callmap")
    return os.path.join(_home(), ".local", "share", "callmap")


def database_path(root: str) -> str:
    """The index of the repository that `root` belongs to."""
    return os.path.join(data_directory(), git.repository_id(root), "index.db")


def token() -> str:
    """What clients of a server must show, if --token does not say it: $CALLMAP_TOKEN."""
    return os.environ.get("CALLMAP_TOKEN", "")


def colours() -> bool:
    """Whether a terminal is to be shown colours (https://no-color.org)."""
    return not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"


def home() -> str:
    """The user's home directory. Raises BadInput if there is none."""
    return _home()


def git_settings() -> list[str]:
    """The files in which git keeps settings for all repositories, as git looks for them; they need not exist."""
    own = os.environ.get("GIT_CONFIG_GLOBAL")
    if own is None:
        shared = os.environ.get("XDG_CONFIG_HOME") or os.path.join(_home(), ".config")
        found = [os.path.join(shared, "git", "config"), os.path.join(_home(), ".gitconfig")]
    else:
        found = [own]
    if os.environ.get("GIT_CONFIG_NOSYSTEM", "").lower() not in ("1", "true", "yes", "on"):
        found.append(os.environ.get("GIT_CONFIG_SYSTEM", "/etc/gitconfig"))
    return found


def application_directory() -> str:
    """Where programs with a window keep their settings."""
    if sys.platform == "win32":
        return os.environ.get("APPDATA") or os.path.join(_home(), "AppData", "Roaming")
    if sys.platform == "darwin":
        return os.path.join(_home(), "Library", "Application Support")
    shared = os.environ.get("XDG_CONFIG_HOME", "")
    return shared if os.path.isabs(shared) else os.path.join(_home(), ".config")


def codex_directory() -> str:
    """Where Codex keeps its settings."""
    return os.environ.get("CODEX_HOME") or os.path.join(_home(), ".codex")


def find_root(given: str | None = None, cwd: str | None = None) -> str:
    """The real path of the directory to index: `given` (--root), else $CALLMAP_ROOT, else $CLAUDE_PROJECT_DIR, else
    the repository around `cwd` (the working directory), else `cwd` itself. Raises ProjectNotFound for what is not a
    directory, and for those too wide to be a project."""
    for source, value in (
        ("--root", given),
        ("CALLMAP_ROOT", os.environ.get("CALLMAP_ROOT")),
        ("CLAUDE_PROJECT_DIR", os.environ.get("CLAUDE_PROJECT_DIR")),
    ):
        if value:
            return _checked(value if cwd is None else os.path.join(cwd, value), source)
    try:
        here = os.path.realpath(cwd or os.getcwd())
    except OSError:
        raise ProjectNotFound("The working directory no longer exists; name the project with --root.") from None
    place, home = here, _home_or_nothing()
    while os.path.dirname(place) != place and place != home:  # a repository of dot files in $HOME is not meant
        if os.path.lexists(os.path.join(place, ".git")):
            return _checked(place, "The working directory")
        place = os.path.dirname(place)
    return _checked(here, "The working directory")


def load_settings(root: str) -> Settings:
    """What the working tree at `root` says. Read as data, never through a link."""
    return read_settings(lambda name, limit: read_bytes(root, name, limit))


def read_settings(read: Callable[[str, int], bytes]) -> Settings:
    """The globs in `callmap.toml`, else in `[tool.callmap]` of `pyproject.toml`, which `read` (name and most bytes)
    gives, or raises OSError."""
    own, warning = _toml(read, "callmap.toml")
    if own is not None or warning:
        return _settings("callmap.toml", own or {}, warning)
    shared, warning = _toml(read, "pyproject.toml")
    tools = (shared or {}).get("tool")
    table = tools.get("callmap", {}) if isinstance(tools, dict) else {}
    if not isinstance(table, dict):
        table, warning = {}, "[tool.callmap] in pyproject.toml is not a table, so it is not used."
    return _settings("[tool.callmap] in pyproject.toml", table, warning)


def _checked(place: str, source: str) -> str:
    try:
        root = os.path.realpath(os.path.expanduser(place))
        exists, directory = os.path.lexists(root), os.path.isdir(root)
    except (ValueError, OSError):  # a NUL byte, a loop
        root, exists, directory = place, False, False
    if not exists:
        raise ProjectNotFound(f"{source} names {place!r}, which does not exist; name an existing directory.")
    if not directory:
        raise ProjectNotFound(f"{source} names {place!r}, which is not a directory; name the one that holds it.")
    if os.path.dirname(root) == root:
        raise ProjectNotFound(f"{source} names {root!r}, the whole disk; name a project's directory with --root.")
    if root == _home_or_nothing():
        raise ProjectNotFound(
            f"{source} names {root!r}, your whole home directory; name a project's directory with --root."
        )
    return root


def _home() -> str:
    """The user's home: $HOME, else the password entry's."""
    home = os.path.expanduser("~")
    if not os.path.isabs(home):
        raise BadInput("There is no home directory to keep the index in; set HOME, or CALLMAP_DATA to a directory.")
    return home


def _home_or_nothing() -> str:
    try:
        return os.path.realpath(_home())
    except BadInput:
        return ""


def _toml(read: Callable[[str, int], bytes], name: str) -> tuple[dict[str, Any] | None, str]:
    """(content, warning): the file's tables, or None if there is none or it cannot be used."""
    try:
        return tomllib.loads(read(name, _CONFIG_LIMIT).decode("utf-8-sig")), ""
    except FileNotFoundError:
        return None, ""
    except TooLarge:
        return None, f"{name} is larger than {_CONFIG_LIMIT} bytes, so its settings are not used."
    except OSError:
        return None, f"{name} is not a readable regular file, so its settings are not used."
    except (ValueError, RecursionError) as error:
        reason = "too deeply nested" if isinstance(error, RecursionError) else str(error)[:200]
        return None, f"{name} is not valid TOML ({reason}), so its settings are not used."


def _settings(source: str, table: dict[str, Any], warning: str) -> Settings:
    warnings = [warning] if warning else []
    globs: dict[str, tuple[str, ...]] = {"include": (), "exclude": ()}
    for key, value in table.items():
        if key not in globs:
            warnings.append(f"{source} has a key {key!r} that callmap does not know; it knows include and exclude.")
        elif not isinstance(value, list) or not all(isinstance(glob, str) for glob in value):
            warnings.append(f"{key} in {source} is not a list of strings, so it is not used.")
        else:
            globs[key] = tuple(value[:_MOST_GLOBS])
            if len(value) > _MOST_GLOBS:
                warnings.append(f"{key} in {source} has {len(value)} globs; only the first {_MOST_GLOBS} are used.")
    return Settings(globs["include"], globs["exclude"], tuple(warnings))
