"""Reports: one page that needs nothing else, everything in it a text, and the files beside it."""

import json
import re
import sys
from html.parser import HTMLParser
from pathlib import Path
from xml.etree import ElementTree

import pytest

from engine.errors import InputError
from scenarios import load
from studies.arms import Arm, Row
from studies.parts import frame
from studies.report_html import fragment, page
from studies.reports import markdown, write_reports
from studies.result import Facts, StudyResult
from studies.store import Store

HOSTILE = "</title></style><script>alert('x')</script><img src=http://evil.example/x onerror=alert(1)>\x1b[31m\u202e\x00|`$x$`"

SHOWN = HOSTILE.replace("\x1b", "\\x1b").replace("\u202e", "\\u202e").replace("\x00", "\\x00")

VOID = {"meta", "br", "hr", "img", "link", "input"}

URL = {"src", "href", "action", "data", "poster", "srcset", "background", "formaction"}


class Page(HTMLParser):
    """Reads a page strictly: every element is closed in order; keeps what is in it."""

    def __init__(self, text: str) -> None:
        super().__init__(convert_charrefs=True)
        self.open: list[str] = []
        self.tags: list[str] = []
        self.attributes: list[tuple[str, str, str | None]] = []
        self.texts: list[tuple[str, str]] = []
        self.feed(text)
        self.close()
        assert self.open == []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        self.attributes += [(tag, key, value) for key, value in attrs]
        assert len(attrs) == len(dict(attrs))
        if tag not in VOID:
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.texts.append((self.open[-1] if self.open else "", data))

    def of(self, tag: str) -> list[str]:
        return [text for where, text in self.texts if where == tag]


@pytest.fixture(scope="module")
def result() -> StudyResult:
    """A partial study whose every name is hostile; one of its battles ended in an error."""
    name = HOSTILE
    arm = Arm(name, load("duel"), "my <fight>.toml", (f"name={name}",), {"cell": name})
    rows = [
        Row(0, number, outcome, winner, 10.0 + number, name, 0, 0, {}, {})
        for number, (outcome, winner) in enumerate([("win", "red"), ("win", "blue"), ("draw", None), ("error", None)])
    ]
    facts = Facts("sweep", 7, 0, 4, "1.2.3", f"couched sweep '{name}'", False, name, {name: [name]})

    class Hostile(StudyResult):
        def findings(self) -> list[str]:
            return [name]

    return Hostile(name, facts, [arm], frame(rows, 7))


@pytest.fixture(scope="module")
def html(result: StudyResult) -> str:
    return page(result)


def test_a_page_is_well_formed_and_has_what_a_document_needs(html: str) -> None:
    found = Page(html)
    assert html.startswith("<!doctype html>\n")
    for tag in ("html", "head", "title", "body", "main", "h1"):
        assert found.tags.count(tag) == 1
    assert ("html", "lang", "en") in found.attributes
    assert ("meta", "charset", "utf-8") in found.attributes
    assert ("meta", "content", "width=device-width, initial-scale=1") in found.attributes
    html.encode("utf-8")


def test_ids_are_unique_and_headings_leave_no_level_out(html: str) -> None:
    ids = [value for _, key, value in Page(html).attributes if key == "id"]
    assert ids
    assert len(ids) == len(set(ids))
    assert not re.search(r"<h[3-6]", html)


def test_nothing_is_fetched_and_nothing_runs(html: str) -> None:
    found = Page(html)
    assert not {"script", "img", "link", "iframe", "object", "embed", "base", "form", "image"} & set(found.tags)
    assert all(value.startswith("#") for _, key, value in found.attributes if key.rpartition(":")[2] in URL)
    assert not [key for _, key, _ in found.attributes if key.startswith("on")]
    styles = "".join([*found.of("style"), *(value for _, key, value in found.attributes if key in ("style", "clip-path", "fill"))])
    assert all(target.startswith("#") for target in re.findall(r"url\(([^)]*)\)", styles))
    assert "@import" not in styles
    policy = next(value for _, key, value in found.attributes if key == "content" and "default-src" in value)
    assert policy.startswith("default-src 'none';")


def test_a_hostile_name_is_shown_as_text_wherever_it_stands(html: str) -> None:
    found = Page(html)
    assert found.of("title") == [f"{SHOWN} - couched sweep"]
    assert found.of("h1") == [SHOWN]
    assert SHOWN in found.of("p")
    assert SHOWN in found.of("th")
    assert SHOWN in found.of("td")
    assert not re.search(r"[\x00-\x08\x0b-\x1f\x7f\u202a-\u202e]", html)


def test_a_partial_study_and_errors_say_so_at_the_top(html: str, result: StudyResult) -> None:
    head = html[: html.index("<figure")]
    assert f"Partial ({SHOWN}): everything here is of the 4 battles played so far." in Page(html).of("p")
    assert "1 battle of 4 ended in an error" in head
    whole = StudyResult("Whole", Facts("sweep", 7, 0, 3, "1.2.3", "couched sweep"), result.arms, result.battles.head(3))
    assert "Partial" not in page(whole)
    assert "3 played, complete" in page(whole)


def test_a_page_says_what_was_studied(html: str, result: StudyResult) -> None:
    text = "\n".join(text for _, text in Page(html).texts)
    for part in ("seed 7, battles 0 to 3 of every arm", "couched 1.2.3", result.arms[0].scenario.digest[:16]):
        assert part in text


def test_a_page_has_the_commands_that_play_its_battles_again(html: str, result: StudyResult) -> None:
    from studies.tables import command_text

    codes = Page(html).of("code")
    for number in range(4):
        assert command_text(result.arms[0].command(7, number)) in codes
    assert command_text(result.facts.command) in codes


def test_plots_are_drawings_in_the_page_with_words_for_those_who_cannot_see_them(html: str) -> None:
    found = Page(html)
    assert found.tags.count("svg") == 2
    labels = [value for tag, key, value in found.attributes if (tag, key) == ("svg", "aria-label")]
    assert labels == ["How the battles ended", "When the battles ended"]
    assert "currentcolor" in html.lower()


def test_dark_and_light_follow_the_reader(html: str) -> None:
    assert "@media (prefers-color-scheme: dark)" in html
    assert ("meta", "content", "light dark") in Page(html).attributes


def test_a_notebook_gets_the_same_without_the_document(result: StudyResult) -> None:
    text = result._repr_html_()
    found = Page(text)
    assert text == fragment(result)
    assert not {"html", "head", "body", "title", "main"} & set(found.tags)
    assert found.of("h1") == [SHOWN]
    assert Page(result.tables()[0]._repr_html_()).of("h2") == ["Outcomes"]


def test_markdown_says_the_same(result: StudyResult) -> None:
    text = markdown(result)
    assert "Partial" in text
    assert "](plots/outcomes.svg)" in text
    assert "<script" not in re.sub(r"```.*?```|\\<", "", text, flags=re.DOTALL)
    assert "\x1b" not in text


def test_every_report_is_written_into_the_folder_and_again_the_same(result: StudyResult, tmp_path: Path) -> None:
    written = write_reports(tmp_path / "new", result)
    names = sorted(str(path.relative_to(tmp_path / "new")) for path in written)
    assert names == [
        "plots/outcomes.png", "plots/outcomes.svg", "plots/times.png", "plots/times.svg", "report.html", "report.md",
        "results.json", "tables/errors.csv", "tables/outcomes.csv", "tables/replays.csv",
    ]  # fmt: skip
    before = {path: path.read_bytes() for path in written}
    assert {path: path.read_bytes() for path in write_reports(tmp_path / "new", result)} == before
    assert sorted(path for path in (tmp_path / "new").rglob("*") if path.is_file()) == sorted(before)
    json.loads((tmp_path / "new" / "results.json").read_bytes())
    ElementTree.parse(tmp_path / "new" / "plots" / "times.svg")


def test_a_store_gets_its_reports_and_can_still_be_resumed(result: StudyResult, tmp_path: Path) -> None:
    with Store(tmp_path / "study", {"kind": "sweep"}) as store:
        write_reports(store, result)
    with Store(tmp_path / "study", {"kind": "sweep"}, resume=True) as store:
        assert (store.folder / "tables" / "outcomes.csv").exists()


def test_a_folder_that_cannot_be_written_is_one_clear_error(result: StudyResult, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(InputError, match="a folder that can be written"):
        write_reports(tmp_path / "file", result)


def test_without_matplotlib_there_is_a_report_that_says_what_is_missing(result: StudyResult, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in [name for name in sys.modules if name.partition(".")[0] == "matplotlib"]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    written = write_reports(tmp_path, result)
    assert {path.name for path in written} >= {"report.html", "report.md", "results.json", "outcomes.csv"}
    assert not (tmp_path / "plots").exists()
    assert 'pip install "couched[plots]"' in "".join(Page((tmp_path / "report.html").read_text()).of("p"))
    assert "](plots/" not in (tmp_path / "report.md").read_text()
