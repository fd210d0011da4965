"""Tests of the page in a real browser: what it shows, the keyboard, search, hostile names, and that it asks nobody."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest
from browser import Page, browser
from playwright.sync_api import expect

from engine.record import LogFile, encode, parse_log, read_log
from scenarios import from_document, load
from studies.run import run
from studies.viewer import page_of

HOSTILE = '<img src=x onerror="document.title=\'hacked\'">'
ENDING = "</script><script>document.title='hacked'</script>"


@pytest.fixture(scope="module")
def started() -> Iterator[Any]:
    with browser() as found:
        yield found


@pytest.fixture(scope="module")
def pages(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("pages")
    for scenario in ("duel", "ambush", "six_on_six", "cliff_edge"):
        write(folder / f"{scenario}.html", load(scenario))
    return folder


def write(path: Path, scenario: Any, seed: int = 3) -> None:
    log = LogFile(path.with_suffix(".jsonl"))
    run(scenario, seed=seed, record=False, sink=log)
    log.close()
    path.write_text(page_of(read_log(path.with_suffix(".jsonl"))), "utf-8")


@pytest.fixture
def page(started: Any) -> Iterator[Page]:
    opened = Page(started.new_page(viewport={"width": 1400, "height": 1000}))
    yield opened
    opened.page.close()


@pytest.mark.parametrize("scenario", ["duel", "ambush", "six_on_six", "cliff_edge"])
def test_a_page_stands_without_complaint_and_without_a_network(page: Page, pages: Path, scenario: str) -> None:
    shown = page.open(pages / f"{scenario}.html")
    log = read_log(pages / f"{scenario}.jsonl")
    assert log.header["scenario"]["name"] in shown.inner_text("h1")
    assert f"{len(log.events)} events" in shown.inner_text("#found")
    for key in ("ArrowRight", "w", "Shift+ArrowRight", "+", "End", "Home", "f", "d", "c"):
        shown.keyboard.press(key)
    assert page.complaints == []
    assert page.requests == [(pages / f"{scenario}.html").as_uri()]


def test_lanes_and_map_are_drawn_and_change_with_the_moment(page: Page, pages: Path) -> None:
    shown = page.open(pages / "duel.html")
    picture = "(id) => document.querySelector(id + ' canvas:last-of-type').toDataURL()"
    before = [shown.evaluate(picture, part) for part in ("#lanes", "#map")]
    shown.keyboard.press("w")
    after = [shown.evaluate(picture, part) for part in ("#lanes", "#map")]
    assert all(one != other for one, other in zip(before, after, strict=True))
    colours = """() => { const canvas = document.querySelector('#lanes canvas');
      const data = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height).data, found = new Set();
      for (let at = 0; at < data.length; at += 4) found.add((data[at] << 16) | (data[at + 1] << 8) | data[at + 2]);
      return [...found].map((one) => one.toString(16).padStart(6, '0')); }"""
    found = shown.evaluate(colours)
    assert {"c8321e", "b07a00", "7a838d"} <= set(found)  # committed, winding up, recovering


def test_the_keyboard_steps_event_by_event_and_both_ways(page: Page, pages: Path) -> None:
    shown = page.open(pages / "duel.html")
    texts = [event["type"] for event in read_log(pages / "duel.jsonl").events]
    for place in (1, 2, 3):
        shown.keyboard.press("ArrowRight")
        assert shown.inner_text("#details-head").startswith(f"Event {place}: {texts[place]} ")
    shown.keyboard.press("ArrowLeft")
    assert shown.inner_text("#details-head").startswith("Event 2: ")
    shown.keyboard.press("End")
    assert shown.inner_text("#details-head").startswith(f"Event {len(texts) - 1}: battle.end")
    shown.keyboard.press("Shift+ArrowLeft")
    earlier = read_log(pages / "duel.jsonl").events
    last = earlier[-1]["t"]
    first_of_moment_before = next(event for event in earlier if event["t"] == max(one["t"] for one in earlier if one["t"] < last))
    assert shown.inner_text("#details-head").startswith(f"Event {first_of_moment_before['seq']}: ")


def test_w_jumps_to_the_wounds_and_the_details_tell_what_led_to_them(page: Page, pages: Path) -> None:
    shown = page.open(pages / "duel.html")
    wound = next(event for event in read_log(pages / "duel.jsonl").events if event["type"] == "wound")
    shown.keyboard.press("w")
    assert shown.inner_text("#details-head").startswith(f"Event {wound['seq']}: wound")
    details = shown.inner_text("#details")
    for words in ("its figures, step by step", "because of", "C-DMG-6", "rolls to hit", "the log's line"):
        assert words in details
    shown.get_by_role("button", name="C-DMG-6").first.click()
    assert "C-DMG-6 in this battle" in shown.inner_text("#rule-box")
    shown.keyboard.press("c")
    assert f"Event {wound['cause']}: " in shown.inner_text("#details-head")


def test_search_and_filters_leave_what_they_say(page: Page, pages: Path) -> None:
    shown = page.open(pages / "duel.html")
    events = read_log(pages / "duel.jsonl").events
    shown.keyboard.press("/")
    shown.keyboard.type("type:wound")
    wounds = sum(event["type"] == "wound" for event in events)
    expect(shown.locator("#found")).to_have_text(f"{wounds} of {len(events)} events")
    shown.fill("#search", "c-stg-3")
    cited = sum(b"C-STG-3" in line for line in read_log(pages / "duel.jsonl").lines)
    expect(shown.locator("#found")).to_have_text(f"{cited} of {len(events)} events")
    shown.fill("#search", "")
    expect(shown.locator("#found")).to_have_text(f"{len(events)} events")
    shown.uncheck("#kind-quiet")
    shown.uncheck("#kind-move")
    rows = shown.locator("#list .row").all_inner_texts()
    assert rows
    assert not any(" rolls " in row for row in rows)


def test_playing_moves_the_moment_on_and_pausing_stops_it(page: Page, pages: Path) -> None:
    shown = page.open(pages / "duel.html")
    shown.select_option("#speed", "400")
    shown.locator("#speed").blur()
    shown.keyboard.press(" ")
    end = read_log(pages / "duel.jsonl").events[-1]["t"]
    expect(shown.locator("#now")).to_have_text(f"count {end:.3f}")
    expect(shown.locator("#play")).to_have_text("▶ play")


def test_the_slider_scrubs_both_ways(page: Page, pages: Path) -> None:
    shown = page.open(pages / "duel.html")
    for value in ("9.5", "3.25"):
        shown.evaluate(
            "(value) => { const slider = document.getElementById('scrub'); slider.value = value; slider.dispatchEvent(new Event('input')); }", value
        )
        expect(shown.locator("#now")).to_have_text(f"count {float(value):.3f}")


def test_at_the_end_whoever_fell_last_is_out_and_a_blow_that_landed_is_over(page: Page, pages: Path) -> None:
    shown = page.open(pages / "duel.html")
    fallen = next(event["actor"] for event in read_log(pages / "duel.jsonl").events if event["type"] in ("down", "death"))
    shown.keyboard.press("End")
    assert "out of the fight" in shown.locator("#fighters tbody tr", has_text=fallen).inner_text()
    assert "committed" not in shown.inner_text("#fighters")


def test_sides_are_told_apart_by_shape_and_in_words(page: Page, pages: Path) -> None:
    shown = page.open(pages / "duel.html")
    rows = shown.locator("#fighters tbody tr")
    assert {row.split("\t")[1] for row in rows.all_inner_texts()} == {"red", "blue"}
    shapes = shown.evaluate("[...document.querySelectorAll('#fighters .dot')].map((dot) => dot.className)")
    assert len(set(shapes)) == 2


def test_of_many_lanes_those_in_sight_are_drawn_and_the_chosen_one_is_brought_there(page: Page, tmp_path: Path) -> None:
    write(tmp_path / "crowd.html", load("twenty_on_twenty"))
    page.page.set_viewport_size({"width": 1400, "height": 700})
    shown = page.open(tmp_path / "crowd.html")
    box = "(what) => document.getElementById('lanes')[what]"
    assert shown.evaluate("document.querySelector('#lanes canvas').height") <= shown.evaluate(box, "clientHeight")
    assert shown.evaluate(box, "scrollHeight") > 40 * 22
    last = max(event["seq"] for event in read_log(tmp_path / "crowd.jsonl").events if event.get("actor") == "Red 20")
    shown.evaluate("(seq) => { location.hash = `#seq=${seq}`; }", last)
    expect(shown.locator("#details-head")).to_contain_text(f"Event {last}: ")
    assert shown.evaluate(box, "scrollTop") > 0


@pytest.mark.parametrize("dark", [False, True])
def test_texts_and_phases_stand_out_from_their_ground(page: Page, pages: Path, dark: bool) -> None:
    page.page.emulate_media(color_scheme="dark" if dark else "light")
    shown = page.open(pages / "duel.html")
    names = ["ink", "faint", "accent", "waiting", "winding", "committed", "couched", "working", "acting", "parrying", "recovering"]
    names += ["walking", "lying", "stunned", *(f"side{side}" for side in range(6))]
    value = "(name) => getComputedStyle(document.documentElement).getPropertyValue('--' + name).trim()"
    grounds = [luminance(shown.evaluate(value, ground)) for ground in ("paper", "raised", "mark")]
    for name in names:
        least = 4.5 if name in ("ink", "faint", "accent") else 3.0
        for ground in grounds if least > 4.0 else grounds[:1]:
            dim, bright = sorted((luminance(shown.evaluate(value, name)), ground))
            assert (bright + 0.05) / (dim + 0.05) >= least, name


def test_long_names_leave_room_for_what_the_fighter_does(page: Page, tmp_path: Path) -> None:
    document = msgspec.json.decode(msgspec.json.encode(load("duel").document))
    document["combatants"][0]["name"] = "W" * 60
    write(tmp_path / "long.html", from_document(document))
    shown = page.open(tmp_path / "long.html")
    cells = shown.evaluate("[...document.querySelectorAll('#fighters tbody td:nth-child(4)')].map((cell) => cell.clientWidth)")
    assert min(cells) >= 120


def test_fit_shows_those_who_fight_now_and_again_the_whole_battle(page: Page, tmp_path: Path) -> None:
    write(tmp_path / "archers.html", load("archers_against_shields"))
    shown = page.open(tmp_path / "archers.html", "#t=60")
    picture = "document.querySelector('#map canvas').toDataURL()"
    whole = shown.evaluate(picture)
    shown.keyboard.press("f")
    assert shown.evaluate(picture) != whole
    shown.keyboard.press("f")
    assert shown.evaluate(picture) == whole


def test_a_rule_named_like_a_property_is_no_trouble(page: Page, tmp_path: Path) -> None:
    lines = [encode(event) for event in run("duel", seed=3).events]
    place = next(place for place, line in enumerate(lines) if b'"mods"' in line)
    lines[place] = lines[place].replace(b'"rule":"', b'"rule":"constructor","was":"', 1)
    (tmp_path / "odd.html").write_text(page_of(parse_log(b"".join(lines), "odd.jsonl")), "utf-8")
    shown = page.open(tmp_path / "odd.html", f"#seq={place}")
    assert "constructor" in shown.inner_text("#details")
    assert page.complaints == []


def luminance(colour: str) -> float:
    """Return the relative luminance of ``#rrggbb`` (WCAG 2)."""
    parts = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    red, green, blue = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def test_an_address_opens_the_page_at_an_event(page: Page, pages: Path) -> None:
    shown = page.open(pages / "duel.html", "#seq=40")
    assert shown.inner_text("#details-head").startswith("Event 40: ")


def test_dark_and_light_are_one_key_apart(page: Page, pages: Path) -> None:
    shown = page.open(pages / "duel.html")
    paper = "getComputedStyle(document.body).backgroundColor"
    before = shown.evaluate(paper)
    shown.keyboard.press("d")
    assert shown.evaluate(paper) != before
    shown.keyboard.press("d")
    assert shown.evaluate(paper) == before


def test_every_control_has_a_name_and_can_be_reached_by_keyboard(page: Page, pages: Path) -> None:
    shown = page.open(pages / "duel.html")
    nameless = shown.evaluate(
        """() => [...document.querySelectorAll('button, select, input')].filter((one) => {
          const label = one.getAttribute('aria-label') || one.textContent || (one.labels && [...one.labels].map((x) => x.textContent).join(''));
          return !label.trim(); }).map((one) => one.id)"""
    )
    assert nameless == []
    reached = set()
    for _ in range(60):
        shown.keyboard.press("Tab")
        reached.add(shown.evaluate("document.activeElement.id"))
    assert {"first", "play", "scrub", "lanes", "search", "list", "curve-who"} <= reached


@pytest.mark.parametrize("name", [HOSTILE, ENDING, "<!-- a -->", "e\u0301 \U0001f5e1 \u0634\u062e\u0635", "a" * 200, "&lt;b&gt;"])
def test_hostile_names_are_texts_wherever_they_come(page: Page, tmp_path: Path, name: str) -> None:
    document = msgspec.json.decode(msgspec.json.encode(load("duel").document))
    document["name"] = name
    document["combatants"][0]["name"] = name
    document["combatants"][0]["stream"] = "Ana"
    document["combatants"][1]["side"] = name
    write(tmp_path / "hostile.html", from_document(document))
    shown = page.open(tmp_path / "hostile.html")
    shown.keyboard.press("w")
    for key in ("ArrowRight", "ArrowRight", "c"):
        shown.keyboard.press(key)
    assert shown.title().startswith(f"{name} (counts")
    assert shown.locator("img").count() == 0
    assert shown.locator("script:not([type])").count() == 1
    assert page.complaints == []
    assert page.requests == [(tmp_path / "hostile.html").as_uri()]
    if name == HOSTILE:
        assert HOSTILE in shown.inner_text("#fighters")


def test_a_cut_log_says_so_on_its_page(page: Page, pages: Path, tmp_path: Path) -> None:
    lines = (pages / "duel.jsonl").read_bytes().splitlines(keepends=True)
    (tmp_path / "cut.jsonl").write_bytes(b"".join(lines[:50]) + lines[50][:20])
    (tmp_path / "cut.html").write_text(page_of(read_log(tmp_path / "cut.jsonl")), "utf-8")
    shown = page.open(tmp_path / "cut.html")
    assert "cut in line 51" in shown.inner_text("#notes")
    assert page.complaints == []


def test_the_page_of_a_study_opens_the_replays_it_names(page: Page, tmp_path: Path) -> None:
    from studies.cli import invoke

    study = ["tournament", "duel", "--agents", "brawler,fencer", "--battles", "4", "--out", str(tmp_path / "study")]
    assert invoke(study) == 0
    assert invoke(["view", str(tmp_path / "study"), "-o", str(tmp_path / "page.html")]) == 0
    page.page.goto((tmp_path / "page.html").as_uri())
    rows = page.page.locator("a.replay").count()
    results = msgspec.json.decode((tmp_path / "study" / "results.json").read_bytes())
    replays = next(table for table in results["tables"] if table["name"] == "replays")["rows"]
    assert rows == len(replays)
    page.page.locator("a.replay").first.click()
    page.page.wait_for_selector("html[data-ready=yes]")
    assert f"at count {replays[0]['t']:g}" in page.page.inner_text("#outcome")
    assert f"battle {replays[0]['battle']})" in page.page.inner_text("#title")
    assert page.complaints == []
