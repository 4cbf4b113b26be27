"""Git hooks of a repository: takes its root, puts callmap's hooks there, or takes them away again.

A hook that is there already is kept beside ours, which runs it first; removing ours puts it back.
"""

from __future__ import annotations

import os
import re
import shlex
import sys

from callmap import config
from callmap.errors import BadInput, StoreTrouble
from callmap.read import git

HOOKS = ("pre-commit", "post-commit", "post-checkout", "post-merge")
BEFORE = ".before-callmap"  # after the name of the hook that was there
_SHOWN = "callmap: the working tree against HEAD, whether it is staged or not:"
_MARK = "# This hook was made by callmap; `callmap hook remove` takes it away."


def install(root: str) -> list[str]:
    """Puts the hooks in place; sentences that say what was done. What was there is kept, and still runs."""
    directory, said = _directory(root), []
    try:
        os.makedirs(directory, exist_ok=True)
        for name in HOOKS:
            place = os.path.join(directory, name)
            if os.path.lexists(place) and not _is_ours(place):
                if os.path.lexists(place + BEFORE):
                    raise BadInput(f"{place} and {place + BEFORE} both exist; move one of them away, then try again.")
                runs = os.access(place, os.X_OK)
                os.rename(place, place + BEFORE)
                how = "and runs first" if runs else "and does not run, as before: it is not executable"
                said.append(f"{name}: the hook that was there is now {name}{BEFORE}, {how}.")
            with open(f"{place}.draft", "w", encoding="utf-8") as file:
                file.write(_script(name))
            os.chmod(f"{place}.draft", 0o755)
            os.replace(f"{place}.draft", place)
            said.append(f"{name}: installed.")
    except OSError as error:
        raise StoreTrouble(f"The hooks in {directory} cannot be written ({error.strerror}).") from None
    return said


def remove(root: str) -> list[str]:
    """Takes our hooks away and puts back what was there."""
    directory, said = _directory(root, anywhere=True), []
    try:
        for name in HOOKS:
            place = os.path.join(directory, name)
            if _is_ours(place):
                os.unlink(place)
                said.append(f"{name}: removed.")
                if os.path.lexists(place + BEFORE):
                    os.rename(place + BEFORE, place)
                    said.append(f"{name}: the hook that was there before is back.")
    except OSError as error:
        raise StoreTrouble(f"The hooks in {directory} cannot be removed ({error.strerror}).") from None
    return said or ["No hook of callmap is installed there."]


def _directory(root: str, anywhere: bool = False) -> str:
    """Where the hooks are; unless `anywhere` will do, it must be where git looks for them."""
    repository = git.find_repository(root)
    if repository is None:
        raise BadInput(f"{root} is not in a git repository, so it has no hooks.")
    for place in () if anywhere else (os.path.join(repository.common, "config"), *config.git_settings()):
        settings = _linked(place) or b""
        if re.search(rb"(?im)^\s*(?:\[core\]\s*)?hookspath\s*=", settings):
            raise BadInput(
                f"Git looks for hooks elsewhere (core.hooksPath in {place}), where other tools manage them. Add "
                "`callmap index` to the hooks there by hand, or unset core.hooksPath."
            )
    return os.path.join(repository.common, "hooks")


def _linked(place: str) -> bytes | None:
    """The content of a settings file, which may be a link: people keep theirs elsewhere."""
    real = os.path.realpath(place)
    return git.read_small(os.path.dirname(real), os.path.basename(real), git.LARGE)


def _is_ours(place: str) -> bool:
    content = git.read_small(os.path.dirname(place), os.path.basename(place))
    return content is not None and _MARK.encode() in content


def _script(name: str) -> str:
    """Nothing in it keeps git from its work: a commit must not fail because callmap did, hence `|| true`."""
    callmap = f"{shlex.quote(sys.executable)} -P -m callmap"
    before = f'"$0{BEFORE}"'
    act = (
        f"echo '{_SHOWN}' >&2\n{callmap} diff HEAD --root . --limit 50 >&2 || true"
        if name == "pre-commit"
        else f"( {callmap} index --root . --json >/dev/null 2>&1 & )"
    )
    return f'#!/bin/sh\n{_MARK}\nif [ -x {before} ]; then {before} "$@" || exit $?; fi\n{act}\n'
