"""A real Chromium for tests that look at pages: Debian's, by its path, with nothing but local files to talk to."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

ARGUMENTS = (
    "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
    "--disable-component-update", "--disable-sync",
)  # fmt: skip


def chromium() -> str:
    """Return the path of a Chromium; a test without one is skipped, but fails where everything must be tested (CI)."""
    path = os.environ.get("COUCHED_CHROMIUM") or shutil.which("chromium")
    if path is None:
        if os.environ.get("CI"):
            pytest.fail("no chromium; tests of pages need Debian's package chromium")
        pytest.skip("no chromium (Debian's package, or COUCHED_CHROMIUM)")
    return path


class Page:
    """A page that is open: Playwright's page, what its console said, and what it asked the network for."""

    def __init__(self, page: Any) -> None:
        self.page = page
        self.complaints: list[str] = []
        self.requests: list[str] = []
        page.on("console", lambda message: self.complaints.append(message.text))
        page.on("pageerror", lambda error: self.complaints.append(str(error)))
        page.on("request", lambda request: self.requests.append(request.url))

    def open(self, path: Path, at: str = "") -> Any:
        """Open a replay page and wait until it stands."""
        self.page.goto(path.as_uri() + at)
        self.page.wait_for_selector("html[data-ready=yes]")
        return self.page


@contextmanager
def browser() -> Iterator[Any]:
    """Start a Chromium."""
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        started = playwright.chromium.launch(executable_path=chromium(), args=list(ARGUMENTS))
        try:
            yield started
        finally:
            started.close()
