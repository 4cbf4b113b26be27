"""Python code that is called from outside: by frameworks, test runners and installed programs."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from callmap.languages import Files
from callmap.languages.python.modules import is_test, resolve_import
from callmap.model import CALLABLE_KINDS, Facts, Kind

_HTTP = ("get", "post", "put", "patch", "delete", "head", "options")


def _of(reason: str, owners: Iterable[str], methods: Iterable[str]) -> dict[str, str]:
    names = tuple(methods)
    return {f"{owner}.{method}": reason for owner in owners for method in names}


_FLASK = ("flask.Flask()", "flask.Blueprint()", "quart.Quart()", "quart.Blueprint()")
_FASTAPI = ("fastapi.FastAPI()", "fastapi.APIRouter()", "fastapi.routing.APIRouter()")
_STARLETTE = ("starlette.applications.Starlette()", "starlette.routing.Router()")
_CLICK = ("click.group()", "click.Group()", "click.core.Group()", "asyncclick.group()", "rich_click.group()")
_HOOKS = (
    "before_request", "after_request", "teardown_request", "teardown_appcontext", "context_processor", "errorhandler",
    "app_errorhandler", "register_error_handler", "url_value_preprocessor", "template_filter", "template_global",
    "before_app_request", "after_app_request", "before_first_request", "app_context_processor", "app_template_filter",
    "shell_context_processor", "user_loader",
)  # fmt: skip

# What registers code, by its dotted name → as what.
ENTRIES: dict[str, str] = {
    **_of("flask route", _FLASK, ("route", "add_url_rule", *_HTTP)),
    **_of("flask hook", _FLASK, _HOOKS),
    **_of("flask command", _FLASK, ("cli.command",)),
    **_of("fastapi route", _FASTAPI, (*_HTTP, "trace", "websocket", "api_route", "add_api_route", "route")),
    **_of("fastapi hook", _FASTAPI, ("on_event", "middleware", "exception_handler", "add_exception_handler")),
    **_of("fastapi dependency", ("fastapi", "fastapi.params"), ("Depends", "Security")),
    **_of("starlette route", ("starlette.routing",), ("Route", "WebSocketRoute")),
    **_of("starlette route", _STARLETTE, ("route", "add_route")),
    **_of("django route", ("django.urls", "django.conf.urls", "django.urls.conf"), ("path", "re_path", "url")),
    **_of("django signal receiver", ("django.dispatch",), ("receiver",)),
    **_of("django signal receiver", (f"django.db.models.signals.{when}_{what}" for when in ("pre", "post")
                                     for what in ("save", "delete", "init", "migrate")), ("connect",)),
    **_of("django template tag", ("django.template.Library()",),
          ("filter", "simple_tag", "inclusion_tag", "tag", "simple_block_tag")),
    **_of("django admin", ("django.contrib.admin",), ("register",)),
    **_of("django admin", ("django.contrib.admin.site",), ("register",)),
    **_of("django migration", ("django.db.migrations",), ("RunPython",)),
    **_of("django rest framework route",
          ("rest_framework.routers.DefaultRouter()", "rest_framework.routers.SimpleRouter()"), ("register",)),
    **_of("django rest framework route", ("rest_framework.decorators",), ("api_view", "action")),
    **_of("click command", ("click", "asyncclick", "rich_click"), ("command", "group")),
    **_of("click command", _CLICK, ("command", "group", "add_command", "result_callback", "resultcallback")),
    **_of("typer command", ("typer.Typer()",), ("command", "callback")),
    "typer.run": "typer command",
    "pytest.fixture": "pytest fixture",
    "pytest_asyncio.fixture": "pytest fixture",
    **_of("celery task", ("celery",), ("shared_task", "task")),
    **_of("celery task", ("celery.Celery()", "celery.app.Celery()"), ("task", "on_after_configure.connect")),
    "dramatiq.actor": "dramatiq task",
    "huey.Huey().task": "huey task",
    **_of("aiohttp route", ("aiohttp.web",), _HTTP),
    **_of("aiohttp route", ("aiohttp.web.RouteTableDef()",), _HTTP),
    **_of("aiohttp route", ("aiohttp.web.Application().router",), ("add_route", *(f"add_{m}" for m in _HTTP))),
    **_of("sanic route", ("sanic.Sanic()", "sanic.Blueprint()"), ("route", "add_route", *_HTTP)),
    **_of("bottle route", ("bottle", "bottle.Bottle()"), ("route", *_HTTP)),
    **_of("tornado route", ("tornado.web",), ("url", "Application")),
    **_of("sqlalchemy event", ("sqlalchemy.event",), ("listens_for", "listen")),
    **_of("discord event", ("discord.Client()", "discord.ext.commands.Bot()"), ("event", "command", "listen")),
    **_of("MCP tool", ("mcp.server.fastmcp.FastMCP()", "fastmcp.FastMCP()"), ("tool", "resource", "prompt")),
}  # fmt: skip


def entry(path: str, facts: Facts, symbol: int) -> str:
    """Tests, by the names that test runners look for."""
    definition = facts.symbols[symbol]
    if definition.kind not in CALLABLE_KINDS or not definition.short_name.startswith("test") or not is_test(path):
        return ""
    parent = facts.symbols[definition.parent]
    if definition.parent == 0 and definition.short_name.startswith("test_"):
        return "test"
    return "test" if parent.kind == Kind.CLASS and "Test" in parent.short_name else ""


def declared(files: Files) -> Iterator[tuple[str, str, str]]:
    """What pyproject.toml installs as programs: `callmap = "callmap.show.cli:main"`."""
    for folder, project in files.projects("pyproject.toml").items():
        for name, target in sorted(project.get("scripts", {}).items()):
            module, _, member = target.partition(":")
            beside = f"{folder}/setup.py" if folder else "setup.py"
            for found in resolve_import(files, beside, module.strip()) if module.strip() else ():
                if found.path:
                    yield found.path, member.partition("[")[0].strip().partition(".")[0], f"program {name}"
