"""The documentation against the code: written blocks are up to date, links lead somewhere, rules have words and tests."""

from __future__ import annotations

import re
from importlib import import_module
from inspect import isfunction
from pathlib import Path

import pytest

from docs import build
from docs.build_rules import LETTERS, RULE_ID, WORDS, built, every, naming_tests
from docs.build_systems import FIELDS
from docs.build_tables import REASONS, TABLES
from docs.rule_words import BUILT, CALC, CLOCK
from engine.system import REASONS as ASKED
from studies.systems import PURPOSES, constants, options, systems

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
    ids = [rule.id for section in (*CLOCK, *(part for words in WORDS.values() for part in words)) for rule in section.rules]
    assert sorted(set(ids)) == sorted(ids)


@pytest.mark.parametrize("system", WORDS)
def test_the_rules_of_a_system_begin_with_its_letter(system: str) -> None:
    letters = {rule.id.partition("-")[0] for section in WORDS[system] for rule in section.rules}
    assert letters == {LETTERS[system]}


def test_every_system_that_is_built_has_its_rules_in_words_and_its_tables() -> None:
    assert set(systems()) <= set(WORDS)
    assert set(systems()) <= set(FIELDS)


def test_every_rule_that_the_code_names_is_in_the_reference() -> None:
    named = {
        rule: name_of(path)
        for package in PACKAGES
        for path in (ROOT / package).rglob("*.py")
        for rule in RULE_ID.findall(path.read_text(encoding="utf-8"))
    }
    assert {rule: place for rule, place in named.items() if rule not in every()} == {}


@pytest.mark.parametrize("system", WORDS)
def test_every_constant_belongs_to_a_rule_of_the_reference(system: str) -> None:
    assert {row.field for row in constants(system) if row.rule not in every()} == set()


def test_every_rule_that_is_built_is_named_by_a_test() -> None:
    told = [rule.id for rule in built().values() if rule.state in (BUILT, CALC)]
    unnamed = [rule for rule in told if rule not in naming_tests()]
    assert not unnamed, ", ".join(unnamed)


@pytest.mark.parametrize("system", systems())
def test_every_option_cites_rules_of_the_reference(system: str) -> None:
    kinds = options(system)
    assert all(kind.rules for kind in kinds)
    assert {rule for kind in kinds for rule in kind.rules} <= set(every())


def test_every_reason_is_explained() -> None:
    assert set(REASONS) == set(ASKED)


@pytest.mark.parametrize("system", systems())
def test_the_table_of_rolls_names_every_purpose_and_only_functions_there_are(system: str) -> None:
    rolls = import_module(f"engine.{system}.rolls")
    text = (ROOT / f"engine/{system}/README.md").read_text(encoding="utf-8").partition("## Every roll")[2]
    rows = [line.split("|")[1:-1] for line in text.splitlines() if line.startswith("| `")]
    purposes = {re.findall(r"`(\w+)`", row[0])[0] for row in rows}
    functions = {name for row in rows for name in re.findall(r"`(\w+)`", row[-1])}
    missing = set(re.findall(r"`(\w+)`", text.rpartition("Named by the format")[2]))
    assert purposes | missing == set(PURPOSES[system])
    assert not purposes & missing
    public = {name for name, call in vars(rolls).items() if isfunction(call) and call.__module__ == rolls.__name__}
    assert functions == {name for name in public if not name.startswith("_")}


def test_the_engines_table_of_files_names_every_file() -> None:
    text = (ROOT / "engine/README.md").read_text(encoding="utf-8")
    folders = [ROOT / "engine", *(ROOT / "engine" / system for system in systems())]
    for folder in folders:
        part = text if folder.name == "engine" else text.partition(f"\nIn `{folder.name}/`:\n")[2].partition("\n\nIn `")[0]
        names = {path.name for path in folder.glob("*.py")} - {"__init__.py"}
        assert {name for name in names if f"`{name}`" not in part} == set(), folder.name


def _defined(folders: list[Path]) -> dict[str, set[str]]:
    """What the modules of some folders define, by their names; modules of one name together."""
    found: dict[str, set[str]] = {}
    for path in sorted(path for folder in folders for path in folder.glob("*.py")):
        names = re.findall(r"^\s*(?:def|class) (\w+)", path.read_text(encoding="utf-8"), re.MULTILINE)
        found.setdefault(path.stem, set()).update(names)
    return found


@pytest.mark.parametrize("folder", ["engine", *(f"engine/{system}" for system in systems())])
def test_the_functions_that_the_engines_pages_name_exist(folder: str) -> None:
    inner = [ROOT / "engine" / system for system in systems()] if folder == "engine" else [ROOT / folder]
    defined = _defined([ROOT / "engine", *inner])
    everything = set().union(*defined.values())
    text = (ROOT / folder / "README.md").read_text(encoding="utf-8")
    for place, name in re.findall(r"`(\w+)\.(?!py`)(\w+)`", text):
        if place in defined:
            assert name in defined[place], f"{place}.{name}"
        elif place in everything:
            assert name in everything, f"{place}.{name}"
    for name in re.findall(r"`(_\w+)`", text):
        assert name in everything, name


@pytest.mark.parametrize("table", ["shots-places", "counts-walls", "counts-edges"])
def test_a_name_that_a_file_may_leave_out_is_not_called_required(table: str) -> None:
    [row] = [line for line in TABLES[table]().splitlines() if line.startswith("| `name` |")]
    assert "required" not in row
    assert "by its order" in row


def test_every_kind_of_active_defense_and_every_schtick_is_in_the_rules_reference() -> None:
    """Each with what it does (S-DEF-5, S-CHR-3)."""
    from studies.listing import listing

    page = build.pages()[ROOT / "docs/rules/shots.md"]
    for row in (*listing("defenses", "shots"), *listing("schticks", "shots")):
        assert any(line.startswith(f"| `{row['name']}` |") and row["what"] in line for line in page.splitlines()), row["name"]
