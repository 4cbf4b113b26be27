"""The projects that are measured: pinned releases, and how the run-time oracle makes each of them run."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

HERE = Path(__file__).resolve().parent
WORK = HERE / ".work"


@dataclass(frozen=True)
class Project:
    """One release. `source` in the downloaded archive is copied to `tree/<target>`, and `tree` is what every tool gets.

    `scope` limits the measured callers to paths with that prefix. `run` is the command of the run-time oracle, inside
    the archive (`{here}` is the directory of this file), `needs` what it needs beside the project itself.
    """

    name: str
    registry: str  # "pypi" or "npm"
    package: str
    version: str
    source: str
    target: str
    run: tuple[str, ...]
    workload: str  # what `run` runs, as the report names it
    needs: tuple[str, ...] = ()
    scope: str = ""
    leave_out: tuple[str, ...] = ()  # globs of files that are not copied

    @property
    def language(self) -> str:
        return "python" if self.registry == "pypi" else "javascript"

    @property
    def work(self) -> Path:
        return WORK / self.name

    @property
    def tree(self) -> Path:
        return self.work / "tree"

    @property
    def archive(self) -> Path:
        return self.work / "archive"


PYTEST = ("-m", "pytest", "-q", "-p", "no:cacheprovider")

PROJECTS = (
    Project(
        "flask", "pypi", "flask", "3.1.2", "src/flask", "flask",
        (*PYTEST, "tests"), "its tests", ("pytest==8.4.2", "click==8.3.0", "asgiref", "python-dotenv"),
    ),
    Project(
        "click", "pypi", "click", "8.3.0", "src/click", "click",
        (*PYTEST, "tests"), "its tests", ("pytest==8.4.2",),
    ),
    Project(
        "httpx", "pypi", "httpx", "0.28.1", "httpx", "httpx",
        (*PYTEST, "tests"), "its tests",
        ("httpx[brotli,cli,http2,socks,zstd]==0.28.1", "pytest==8.4.2", "click==8.3.0", "chardet", "trio", "trustme",
         "uvicorn", "cryptography"),
    ),
    Project(
        "rich", "pypi", "rich", "14.2.0", "rich", "rich",
        ("{here}/drivers/rich_demos.py",), "the demos in its modules (its tests are not released)",
    ),
    Project(
        "django-admin", "pypi", "django", "5.2", "django", "django",
        ("tests/runtests.py", "--parallel=1", "admin_utils", "admin_changelist", "admin_filters", "admin_inlines",
         "admin_ordering", "admin_registration", "admin_widgets", "admin_checks", "admin_default_site", "modeladmin",
         "admin_views.test_actions", "admin_views.test_adminsite", "admin_views.test_autocomplete_view",
         "admin_views.test_history_view", "admin_views.test_templatetags", "admin_views.test_password_form"),
        "most of its admin tests", ("tblib",), scope="django/contrib/admin/",
    ),
    Project(
        "express", "npm", "express", "5.3.0", "lib", "lib",
        ("node", "--require", "{here}/node/recorder.cjs", "{here}/drivers/express.cjs"),
        "a driver (its tests are not released)", ("express@5.3.0",),
    ),
    Project(
        "hono", "npm", "hono", "4.13.17", "dist", "lib",
        ("node", "--require", "{here}/node/recorder.cjs", "{here}/drivers/hono.mjs"),
        "a driver (its tests and its TypeScript are not released, so the released JavaScript is measured)",
        leave_out=("cjs", "types", "_virtual", "*.d.ts"),
    ),
    Project(
        "zod", "npm", "zod", "4.6.7", "src", "src",
        ("node_modules/.bin/vitest", "run", "--config", "vitest.config.mjs"),
        "its tests", ("vitest@3.2.4", "@web-std/file", "@standard-schema/spec", "@seriousme/openapi-schema-validator"),
        leave_out=("tests", "benchmarks"),
    ),
    Project(
        "vue-runtime-core", "npm", "@vue/runtime-core", "3.5.45", "dist", "lib",
        ("node", "--require", "{here}/node/recorder.cjs", "{here}/drivers/vue.cjs"),
        "a driver (only the built bundle is released)", ("@vue/runtime-core@3.5.45",),
        leave_out=("*.d.ts", "*.prod.js", "*.esm-bundler.js"),
    ),
)  # fmt: skip


def by_name(name: str) -> Project:
    for project in PROJECTS:
        if project.name == name:
            return project
    raise SystemExit(f"There is no project {name!r}; there are {', '.join(each.name for each in PROJECTS)}.")
