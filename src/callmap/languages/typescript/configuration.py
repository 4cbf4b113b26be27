"""tsconfig.json and jsconfig.json: JSON with comments and trailing commas."""

from __future__ import annotations

import json
import re
from typing import Any

CONFIGURATIONS = (
    "tsconfig.json", "jsconfig.json", "tsconfig.base.json", "tsconfig.app.json", "tsconfig.lib.json",
    "tsconfig.build.json", "tsconfig.node.json", "tsconfig.common.json", "tsconfig.paths.json", "tsconfig.options.json",
    "tsconfig.shared.json", "tsconfig.root.json", "tsconfig.web.json",
)  # fmt: skip

_TOKEN = re.compile(r'"(?:[^"\\]|\\.)*"|//[^\n]*|/\*.*?\*/|,(?=\s*[}\]])', re.DOTALL)


def read_configuration(content: bytes) -> dict[str, Any]:
    """What it says about where modules lie."""
    data = json.loads(_plain_json(content.decode("utf-8-sig")))
    if not isinstance(data, dict):
        raise ValueError("it holds no object")
    options = data.get("compilerOptions")
    if not isinstance(options, dict):
        options = {}
    found: dict[str, Any] = {
        key: options[key] for key in ("baseUrl", "rootDir", "outDir", "jsx") if isinstance(options.get(key), str)
    }
    if isinstance(options.get("paths"), dict):
        found["paths"] = options["paths"]
    extends = data.get("extends", [])
    found["extends"] = [str(entry) for entry in (extends if isinstance(extends, list) else [extends])]
    references = data.get("references")
    found["references"] = [
        str(entry["path"])
        for entry in (references if isinstance(references, list) else ())
        if isinstance(entry, dict) and "path" in entry
    ]
    include = data.get("include")
    found["include"] = [str(entry) for entry in include] if isinstance(include, list) else []
    return found


def _plain_json(text: str) -> str:
    """Without comments and trailing commas; strings stay as they are."""
    without_comments = _TOKEN.sub(lambda match: match[0] if match[0][0] in '",' else " ", text)
    return _TOKEN.sub(lambda match: "" if match[0] == "," else match[0], without_comments)
