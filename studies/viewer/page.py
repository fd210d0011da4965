"""The page: template, style, script and data put into one file that opens anywhere and asks nobody for anything.

Whatever a log holds comes into the page as JSON in data blocks that are never executed, and from there as text only;
the page's own policy forbids any script but the one it was made with, and the network altogether.
"""

from __future__ import annotations

import hashlib
from base64 import b64encode
from functools import cache
from html import escape
from importlib.resources import files
from typing import Any, Final

import msgspec

from engine.record import ReadLog

SCRIPTS: Final = ("colours.js", "data.js", "timeline.js", "curves.js", "map.js", "list.js", "details.js", "play.js", "main.js")
"""The page's own scripts, in order; together they are one function."""

POLICY: Final = (
    "default-src 'none'; script-src 'sha256-{digest}'; style-src 'unsafe-inline'; img-src data:; "
    "base-uri 'none'; form-action 'none'"
)
"""What the page forbids itself: any script but its own, and the network."""


def page_of(log: ReadLog) -> str:
    """Return the replay page of a log as an HTML document.

    Args:
        log: a log, whole or cut (`engine.record.read_log`).
    """
    from studies.viewer.model import model_of

    model = model_of(log)
    lines = b"".join(line if line.endswith(b"\n") else line + b"\n" for line in log.lines).decode()
    return filled(model["title"], {"couched-data": _json(model), "couched-log": _inert(lines)})


def filled(title: str, blocks: dict[str, str]) -> str:
    """Return the template with its style, its script and blocks of data put in."""
    script = _script()
    digest = b64encode(hashlib.sha256(script.encode()).digest()).decode()
    policy = POLICY.format(digest=digest)
    data = "\n".join(f'<script type="application/json" id="{name}">{text}</script>' for name, text in blocks.items())
    parts = {"title": escape(title), "policy": escape(policy), "style": _static("page.css"), "data": data, "script": script}
    pieces = _static("page.html").split("<!--couched:")
    found = [pieces[0]]
    for piece in pieces[1:]:
        name, rest = piece.split("-->", 1)
        found += [parts[name], rest]
    return "".join(found)


def _json(value: Any) -> str:
    return _inert(msgspec.json.encode(value).decode())


def _inert(text: str) -> str:
    """Return JSON in which nothing can end a data block or begin a comment; it says the same."""
    return text.replace("<", "\\u003c").replace("\u2028", "\\u2028").replace("\u2029", "\\u2029")


@cache
def _script() -> str:
    """Return all scripts as one: uPlot, which draws the curves, and the page's own, closed off from everything."""
    plots = files("studies.viewer").joinpath("vendor", "uPlot.iife.min.js").read_text("utf-8")
    own = "\n".join(_static(name) for name in SCRIPTS)
    return f'{plots}\n(() => {{\n"use strict";\n{own}\n}})();\n'


@cache
def _static(name: str) -> str:
    text = files("studies.viewer").joinpath("static", name).read_text("utf-8")
    if name != "page.css":
        return text
    return files("studies.viewer").joinpath("vendor", "uPlot.min.css").read_text("utf-8") + text
