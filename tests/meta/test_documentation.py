"""The documentation against the code: written blocks are up to date, links lead somewhere, rules have words and tests."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from docs import build
from docs.build_rules import RULE_ID, naming_tests
from docs.build_tables import REASONS, TABLES
from docs.rule_words import BUILT, CALC, CLOCK, COUNTS, every
from engine.counts import rolls as rolls_module
from engine.counts.actions import OPTIONS
from engine.system import REASONS as ASKED
from studies.listing import PURPOSES, constants

ROOT = Path(__file__).resolve().parents[2]
PACKAGES = ("engine", "agents", "scenarios", "studies")
PAGES = sorted(
    path for path in ROOT.rglob("*.md") if not any(part.startswith(".") for part in path.relative_to(ROOT).parts)
)


def name_of(path: Path) -> str:
    return path.relative_to(ROOT).as_posix()


def anchors(page: Path) -> set[str]:
    """The anchors of a page's headings, as GitHub makes them."""
    found = set()
    code = False
    for line in page.read_text(encoding="utf-8").splitlines():
        if line.startswith("```"):
            code = not code
        elif not code and (heading := re.match(r"#+ (.*)", line)):
            words = re.sub(r"[^\w\- ]", "", heading[1].lower())
            found.add(words.replace(" ", "-"))
    return found


def links(page: Path) -> list[str]:
    """The targets of a page's links, code left out."""
    text = re.sub(r"```.*?```", "", page.read_text(encoding="utf-8"), flags=re.DOTALL)
    return re.findall(r"\[[^\]]*\]\(([^)\s]+)\)", re.sub(r"`[^`\n]*`", "", text))


@pytest.fixture(scope="module")
def written() -> dict[str, tuple[str, str]]:
    """What stands in each written page, and what should stand there."""
    return {
        name_of(path): (path.read_text(encoding="utf-8") if path.exists() else "", text)
        for path, text in build.pages().items()
    }


def test_what_pages_show_of_the_code_is_up_to_date(written: dict[str, tuple[str, str]]) -> None:
    stale = [page for page, (stands, should) in written.items() if stands != should]
    assert not stale, f"run `python -m docs.build`: {', '.join(stale)}"


def test_every_table_is_on_a_page(written: dict[str, tuple[str, str]]) -> None:
    shown = {name for text, _ in written.values() for name in re.findall(r"<!-- table: ([a-z-]+) -->", text)}
    assert shown == set(TABLES)


def test_every_block_of_a_page_is_recognized(written: dict[str, tuple[str, str]]) -> None:
    for page, (text, _) in written.items():
        if not page.startswith("docs/rules/"):
            blocks = sum(len(pattern.findall(text)) for pattern, _ in build.BLOCKS)
            assert blocks == len(re.findall(r"^<!-- (?:table|shows|prints)", text, re.MULTILINE)), page


@pytest.mark.parametrize("page", PAGES, ids=name_of)
def test_links_lead_somewhere(page: Path) -> None:
    for link in links(page):
        if "://" in link:
            continue
        place, _, anchor = link.partition("#")
        target = (page.parent / place).resolve() if place else page
        assert target.exists(), f"{link} leads nowhere"
        assert target.is_relative_to(ROOT), f"{link} leaves the repository"
        if anchor:
            assert anchor in anchors(target), f"{link}: no such heading"


def test_every_page_can_be_reached_from_the_readme() -> None:
    reached, open_ = set(), [ROOT / "README.md"]
    while open_:
        page = open_.pop()
        if page not in reached and page.suffix == ".md":
            reached.add(page)
            open_ += [(page.parent / link.split("#")[0]).resolve() for link in links(page) if "://" not in link and link[0] != "#"]
    under = {path for path in PAGES if "tests" not in path.relative_to(ROOT).parts}
    assert {name_of(path) for path in under - reached} == set()


def test_a_rule_has_one_entry() -> None:
    ids = [rule.id for section in (*CLOCK, *COUNTS) for rule in section.rules]
    assert sorted(set(ids)) == sorted(ids)


def test_every_rule_that_the_code_names_is_in_the_reference() -> None:
    named = {
        rule: name_of(path)
        for package in PACKAGES
        for path in (ROOT / package).rglob("*.py")
        for rule in RULE_ID.findall(path.read_text(encoding="utf-8"))
    }
    assert {rule: place for rule, place in named.items() if rule not in every()} == {}


def test_every_constant_belongs_to_a_rule_of_the_reference() -> None:
    assert {row.field for row in constants("counts") if row.rule not in every()} == set()


def test_every_rule_that_is_built_is_named_by_a_test() -> None:
    built = [rule.id for rule in every().values() if rule.state in (BUILT, CALC)]
    unnamed = [rule for rule in built if rule not in naming_tests()]
    assert not unnamed, ", ".join(unnamed)


def test_every_option_cites_rules_of_the_reference() -> None:
    assert all(kind.rules for kind in OPTIONS)
    assert {rule for kind in OPTIONS for rule in kind.rules} <= set(every())


def test_every_reason_is_explained() -> None:
    assert set(REASONS) == set(ASKED)


def test_the_table_of_rolls_names_every_purpose_and_only_functions_there_are() -> None:
    text = (ROOT / "engine/counts/README.md").read_text(encoding="utf-8").partition("## Every roll")[2]
    rows = [line.split("|")[1:-1] for line in text.splitlines() if line.startswith("| `")]
    purposes = {re.findall(r"`(\w+)`", row[0])[0] for row in rows}
    functions = {name for row in rows for name in re.findall(r"`(\w+)`", row[-1])}
    missing = set(re.findall(r"`(\w+)`", text.rpartition("Named by the format")[2]))
    assert purposes | missing == set(PURPOSES["counts"])
    assert not purposes & missing
    public = {name for name, call in vars(rolls_module).items() if getattr(call, "__module__", "") == rolls_module.__name__}
    assert functions == {name for name in public if not name.startswith("_")}


def test_the_engines_table_of_files_names_every_file() -> None:
    text = (ROOT / "engine/README.md").read_text(encoding="utf-8")
    top = {path.name for path in (ROOT / "engine").glob("*.py")}
    counts = {path.name for path in (ROOT / "engine/counts").glob("*.py")}
    assert {name for name in top | counts if name != "__init__.py" and f"`{name}`" not in text} == set()


def test_the_functions_that_the_engines_pages_name_exist() -> None:
    sources = {path.stem: path.read_text(encoding="utf-8") for path in sorted((ROOT / "engine").rglob("*.py"))}
    defined = {stem: set(re.findall(r"^\s*(?:def|class) (\w+)", text, re.MULTILINE)) for stem, text in sources.items()}
    everything = set().union(*defined.values())
    for page in ("engine/README.md", "engine/counts/README.md"):
        text = (ROOT / page).read_text(encoding="utf-8")
        for place, name in re.findall(r"`(\w+)\.(?!py`)(\w+)`", text):
            if place in defined:
                assert name in defined[place], f"{page}: {place}.{name}"
            elif place in everything:
                assert name in everything, f"{page}: {place}.{name}"
        for name in re.findall(r"`(_\w+)`", text):
            assert name in everything, f"{page}: {name}"
