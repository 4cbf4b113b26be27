"""Secrets taken out of text: takes any text, gives it with every token-shaped secret replaced by its kind.

Every pattern starts with fixed letters and repeats one class of characters, so that no text takes long.
"""

from __future__ import annotations

import re

# kind → the letters that stand in all of them, and what they look like. Issuers document these prefixes so that
# scanners can find them. The letters are looked for first: most texts have none of them.
_SHAPES: dict[str, tuple[tuple[str, ...], str]] = {
    "private key": (
        ("-----BEGIN",),
        r"-----BEGIN[ A-Z0-9]{0,40}PRIVATE KEY[ A-Z]{0,10}-----(?:[^-]|-(?!----END))*(?:-----END[ A-Z0-9]{0,50}-----)?",
    ),
    "github token": (
        ("ghp_", "gho_", "ghu_", "ghs_", "ghr_", "github_pat_"),
        r"\b(?:gh[pousr]_[A-Za-z0-9]{20,255}|github_pat_[A-Za-z0-9_]{20,255})",
    ),
    "gitlab token": (("gl",), r"\bgl(?:pat|dt|rt|cbt|ptt|ft|soat|agent|imt)-[A-Za-z0-9_\-.]{16,300}"),
    "aws key": (
        ("AKIA", "ASIA", "ABIA", "ACCA", "AROA", "AIDA"),
        r"\b(?:AKIA|ASIA|ABIA|ACCA|AROA|AIDA)[A-Z0-9]{16}\b",
    ),
    "slack token": (("xox", "xapp-"), r"\bxox[abeoprs]-[A-Za-z0-9-]{10,250}|\bxapp-[A-Za-z0-9-]{10,250}"),
    "slack webhook": (
        ("hooks.slack.com",),
        r"https://hooks\.slack\.com/(?:services|workflows)/[A-Za-z0-9/_+]{20,200}",
    ),
    "anthropic key": (("sk-ant-",), r"\bsk-ant-[A-Za-z0-9_-]{16,250}"),
    "openai key": (("sk-",), r"\bsk-(?:proj-|svcacct-|admin-|None-)?[A-Za-z0-9_-]{20,250}"),
    "stripe key": (("sk_", "rk_", "pk_", "whsec_"), r"\b(?:sk|rk|pk|whsec)_(?:live_|test_)?[A-Za-z0-9]{16,250}"),
    "google key": (
        ("AIza", "ya29.", "GOCSPX-"),
        r"\bAIza[A-Za-z0-9_-]{30,45}|\bya29\.[A-Za-z0-9_-]{20,400}|\bGOCSPX-[A-Za-z0-9_-]{20,60}",
    ),
    "npm token": (("npm_",), r"\bnpm_[A-Za-z0-9]{30,80}"),
    "pypi token": (("pypi-",), r"\bpypi-[A-Za-z0-9_-]{50,400}"),
    "docker token": (("dckr_",), r"\bdckr_(?:pat|oat)_[A-Za-z0-9_-]{20,100}"),
    "hugging face token": (("hf_", "api_org_"), r"\b(?:hf|api_org)_[A-Za-z0-9]{30,60}"),
    "digitalocean token": (("_v1_",), r"\bdo[oprt]_v1_[a-f0-9]{40,80}"),
    "sendgrid key": (("SG.",), r"\bSG\.[A-Za-z0-9_-]{16,40}\.[A-Za-z0-9_-]{30,60}"),
    "twilio key": (("SK", "AC"), r"\b(?:SK|AC)[a-f0-9]{32}\b"),
    "mailgun key": (("key-",), r"\bkey-[a-f0-9]{32}\b"),
    "telegram token": ((":AA",), r"\b\d{8,10}:AA[A-Za-z0-9_-]{32,36}\b"),
    "discord token": (
        ("M", "N", "O"),
        r"\b[MNO][A-Za-z0-9_-]{23,27}\.[A-Za-z0-9_-]{6}\.[A-Za-z0-9_-]{27,45}",
    ),
    "databricks token": (("dapi",), r"\bdapi[a-f0-9]{32}\b"),
    "shopify token": (("shp",), r"\bshp(?:at|ca|pa|ss)_[a-fA-F0-9]{32}\b"),
    "square token": (("EAAA", "sq0"), r"\b(?:EAAA[A-Za-z0-9_-]{50,70}|sq0(?:atp|csp)-[A-Za-z0-9_-]{20,50})"),
    "vault token": (("hvs.", "hvb.", "hvr."), r"\bhv[sbr]\.[A-Za-z0-9_-]{20,250}"),
    "linear key": (("lin_api_",), r"\blin_api_[A-Za-z0-9]{30,60}"),
    "age key": (("AGE-SECRET-KEY-1",), r"\bAGE-SECRET-KEY-1[A-Z0-9]{50,70}"),
    "grafana token": (("glc_", "glsa_"), r"\bgl(?:c|sa)_[A-Za-z0-9+/=_]{30,250}"),
    "new relic key": (("NRAK-",), r"\bNRAK-[A-Z0-9]{25,30}\b"),
    "atlassian token": (("ATATT3",), r"\bATATT3[A-Za-z0-9_=-]{50,250}"),
    "azure key": (("Key=", "sig="), r"\b(?:AccountKey|SharedAccessKey|sig)=[A-Za-z0-9+/%]{30,120}={0,2}"),
    "json web token": (
        ("eyJ",),
        r"\beyJ[A-Za-z0-9_-]{10,2000}\.[A-Za-z0-9_-]{10,4000}(?:\.[A-Za-z0-9_-]{0,2000})?",
    ),
    "authorization": (
        ("earer ", "asic ", "EARER ", "ASIC "),
        r"(?i:\b(?:bearer|basic)) +[A-Za-z0-9+/_.~-]{16,2000}={0,2}",
    ),
    "password in an address": (("://",), r"\b[a-z][a-z0-9+.-]{1,20}://[^\s/@:\"'<>]{0,100}:[^\s/@\"'<>]{1,200}@"),
}
_PATTERNS = [(kind, hints, re.compile(pattern)) for kind, (hints, pattern) in _SHAPES.items()]
# What a name says to be a secret: only the value goes. Values that are code (a call, a variable) are left.
_NAMED = (
    r"(?i:(?:pass(?:word|wd|phrase)?|secret|token|api[_-]?key|access[_-]?key|private[_-]?key|client[_-]?secret"
    r"|auth[_-]?key|credentials?))[\"']?[ \t]{0,4}(?:=>|:=|[:=])[ \t]{0,4}"
)
_QUOTED = r"(?P<quote>[\"'])(?P<quoted>[^\s\"']{8,300})(?P=quote)"
_BARE = r"(?P<bare>(?=[^\s\"'`,;()<>\[\]{}]{0,40}\d)[A-Za-z0-9+/_.~!@#$%^&*=-]{12,300})(?![\w(\[.])"
_ASSIGNED = re.compile(f"(?P<head>{_NAMED})(?:{_QUOTED}|{_BARE})")
_SECRET_NAMES = ("pass", "secret", "token", "key", "credential")


def redact(text: str) -> str:
    """The text without secrets: `[redacted: github token]` where one was."""
    for kind, hints, pattern in _PATTERNS:
        for hint in hints:
            if hint in text:
                text = pattern.sub(f"[redacted: {kind}]", text)
                break
    lower = text.lower()
    if any(name in lower for name in _SECRET_NAMES):
        text = _ASSIGNED.sub(_assigned, text)
    return text


def _assigned(match: re.Match[str]) -> str:
    value = match["quoted"] or match["bare"]
    if value.startswith("[redacted") or not _varied(value):
        return match[0]
    quote = match["quote"] or ""
    return f"{match['head']}{quote}[redacted: named as a secret]{quote}"


def _varied(value: str) -> bool:
    """Whether a value looks chosen by chance: not a word, a path or a placeholder."""
    if value.startswith(("$", "%", "/", "./", "{", "<")) or len(set(value)) < 6:
        return False
    return any(letter.isdigit() or not (letter.isalnum() or letter in "-_.") for letter in value)
