"""How fast a big replay page opens and scrubs, in a real Chromium: ``python -m benchmarks page [--json FILE]``.

The battle is `twenty_on_twenty` with fighters who last: 40 fighters and above 20,000 events. The page is opened afresh in
each round; loading is from the navigation until it stands, scrubbing one move of the slider until the next frame.
"""

from __future__ import annotations

import json
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from time import perf_counter
from typing import Any

import msgspec

from engine.record import LogFile, read_log
from scenarios import from_document, load
from studies.bench import machine
from studies.run import run
from studies.viewer import page_of

HTK, COUNTS = 100, 900.0
"""What the fighters can take, and the longest such a battle may last: with these it has above 20,000 events."""

ROUNDS, MOVES = 9, 60

MOST_SECONDS = 2.0
"""What a page of this size may take to open."""

ARGUMENTS = ("--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking")

SCRUB = """async (moves) => { const slider = document.getElementById('scrub'), most = Number(slider.max), times = [];
  for (let move = 0; move < moves; move++) {
    const start = performance.now();
    slider.value = String(most * ((move * 37) % moves) / moves);
    slider.dispatchEvent(new Event('input'));
    await new Promise((done) => requestAnimationFrame(() => done()));
    times.push(performance.now() - start);
  }
  return times; }"""


def big_log(folder: Path, counts: float = COUNTS) -> Path:
    """Play the battle and return its log's file."""
    document = msgspec.json.decode(msgspec.json.encode(load("twenty_on_twenty").document))
    for combatant in document["combatants"]:
        combatant["htk"] = HTK
    document["rules"]["max_counts"] = counts
    log = LogFile(folder / "big.jsonl")
    run(from_document(document), seed=1, record=False, sink=log)
    log.close()
    return folder / "big.jsonl"


def measured(chromium: str, page: Path, rounds: int, moves: int) -> tuple[list[float], list[float]]:
    """Return the seconds of every opening, and the milliseconds of every move of the slider."""
    from playwright.sync_api import sync_playwright

    loads: list[float] = []
    scrubs: list[float] = []
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=list(ARGUMENTS))
        for _ in range(rounds):
            tab = browser.new_page(viewport={"width": 1500, "height": 1100})
            start = perf_counter()
            tab.goto(page.as_uri())
            tab.wait_for_selector("html[data-ready=yes]")
            loads.append(perf_counter() - start)
            scrubs += tab.evaluate(SCRUB, moves)
            tab.close()
        browser.close()
    return loads, scrubs


def main(smoke: bool, out: Path | None) -> int:
    """Measure, print, and return 3 when the page opens too slowly."""
    import os
    import shutil

    chromium = os.environ.get("COUCHED_CHROMIUM") or shutil.which("chromium")
    if chromium is None:
        print("no chromium: set COUCHED_CHROMIUM to its path")
        return 2
    rounds, moves = (1, 5) if smoke else (ROUNDS, MOVES)
    with TemporaryDirectory() as name:
        log = big_log(Path(name), 60.0 if smoke else COUNTS)
        start = perf_counter()
        read = read_log(log)
        text = page_of(read)
        made = perf_counter() - start
        page = Path(name) / "big.html"
        page.write_text(text, "utf-8")
        loads, scrubs = measured(chromium, page, rounds, moves)
    scrubs.sort()
    figures: dict[str, Any] = {
        "events": len(read.events), "fighters": len(read.header["scenario"]["combatants"]), "megabytes": len(text) / 1e6,
        "seconds to make": made, "seconds to open, median": median(loads), "seconds to open, most": max(loads),
        "ms a move, median": median(scrubs), "ms a move, 95 of 100": scrubs[int(0.95 * len(scrubs))],
    }  # fmt: skip
    for what, value in figures.items():
        print(f"{what:24} {value:.3g}" if isinstance(value, float) else f"{what:24} {value}")
    if out is not None:
        out.write_text(json.dumps({"machine": machine(), "page": figures}, indent=2) + "\n", encoding="utf-8")
    return 3 if median(loads) > MOST_SECONDS else 0
