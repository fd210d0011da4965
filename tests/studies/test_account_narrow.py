"""Accounts on narrow terminals and with long names: aligned, folded, and open about what there was no room for."""

from __future__ import annotations

from io import StringIO
from typing import Any

import pytest
from rich.cells import cell_len

from scenarios import load
from studies.account import tell
from studies.account_live import LiveAccount
from studies.account_render import fitted_name, print_account
from studies.run import run

STATES = {"up", "down", "dead", "of"}
LONG = "Ana of the very long and winding name"


class Terminal(StringIO):
    def isatty(self) -> bool:
        return True


def lines(events: Any, width: int, monkeypatch: pytest.MonkeyPatch, *, terminal: bool = True) -> list[str]:
    monkeypatch.setenv("TERM", "dumb")
    monkeypatch.setenv("COLUMNS", str(width))
    monkeypatch.setenv("LINES", "25")
    stream = Terminal() if terminal else StringIO()
    print_account(tell(events), (), stream)
    return [line.rstrip() for line in stream.getvalue().splitlines()]


def log_of(scenario: str) -> list[dict[str, Any]]:
    first = load(scenario).combatants[0].name
    return run(load(scenario, overrides=[f'combatants.{first}.name="{LONG}"']), 7).log()


@pytest.mark.parametrize(
    ("name", "shown"),
    [("Ana", "Ana       "), ("Anastasia1", "Anastasia1"), ("Anastasia of Rome", "Anastasia\u2026"), ("Swordsman 12", "Swords\u2026 12"),
     ("\u864e\u864e\u864e\u864e\u864e\u864e", "\u864e\u864e\u864e\u864e \u2026"), ("Anna 1234567", "Anna 1234\u2026")],
)  # fmt: skip
def test_a_name_fills_its_column_and_one_too_long_is_cut_with_an_ellipsis_before_its_number(name: str, shown: str) -> None:
    assert fitted_name(name, 10) == shown
    assert cell_len(fitted_name(name, 10)) == 10


@pytest.mark.parametrize("scenario", ["duel", "shots_duel"])
@pytest.mark.parametrize("terminal", [True, False])
def test_words_begin_in_one_column_whatever_the_names(scenario: str, terminal: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    told = [line for line in lines(log_of(scenario), 100, monkeypatch, terminal=terminal) if line[:9].strip()[:1].isdecimal()]
    if terminal:
        assert any("Ana of the very l\u2026" in line for line in told)
    width = max(line.index(LONG) + len(LONG) for line in told if LONG in line[:60]) if not terminal else 11 + 18
    assert all(line[width : width + 2] == "  " and line[width + 2 : width + 3] != " " for line in told)


@pytest.mark.parametrize("scenario", ["duel", "shots_duel", "hero_against_thirty", "steps_duel", "suppression"])
@pytest.mark.parametrize("width", [40, 30])
def test_a_narrow_terminal_folds_every_line(scenario: str, width: int, monkeypatch: pytest.MonkeyPatch) -> None:
    told = lines(run(load(scenario, overrides=["rules.max_counts=30"]), 7, record=True).log(), width, monkeypatch)
    assert max(map(cell_len, told)) <= width


@pytest.mark.parametrize("scenario", ["duel", "hero_against_thirty", "suppression"])
@pytest.mark.parametrize("width", [40, 30])
def test_no_closing_table_of_a_narrow_terminal_cuts_a_word(scenario: str, width: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Names of several words are folded between them; columns go rather than letters."""
    log = run(load(scenario, overrides=["rules.max_counts=30"]), 7, record=True).log()
    told = lines(log, width, monkeypatch)
    rules = [place for place, line in enumerate(told) if line and set(line) == {"\u2500"}]
    known = {word for spec in log[0]["scenario"]["combatants"] for word in spec["name"].split()} | {"to", "and"}
    assert len(rules) == 2
    for rule in rules:
        end = next(place for place in range(rule, len(told)) if not told[place] or told[place].startswith("("))
        assert {word.rstrip(",") for line in told[rule + 1 : end] for word in line.split() if word[0].isalpha()} <= known | STATES


def test_what_is_told_live_is_folded_as_well(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TERM", "dumb")
    monkeypatch.setenv("COLUMNS", "40")
    monkeypatch.setenv("LINES", "25")
    stream = Terminal()
    live = LiveAccount(stream=stream)
    run(load("shots_duel"), 7, sink=live)
    live.finish()
    assert max(cell_len(line.rstrip()) for line in stream.getvalue().splitlines()) <= 40


@pytest.mark.parametrize(
    ("scenario", "kept"),
    [("duel", [["fighter", "HTK", "hits", "dealt"], ["counts", "spent", "winding", "committed"]]),
     ("hero_against_thirty", [["fighter", "state", "hits", "dealt"], ["shots", "spent", "attacks", "defending", "all"]])],
)  # fmt: skip
def test_the_closing_tables_keep_what_matters_and_say_what_they_left_out(
    scenario: str, kept: list[list[str]], monkeypatch: pytest.MonkeyPatch
) -> None:
    told = lines(run(load(scenario), 7).log(), 40, monkeypatch)
    heads = [line.split() for line in told if line.startswith(("fighter", "counts spent", "shots spent"))]
    assert all(set(wanted) <= set(head) for wanted, head in zip(kept, heads, strict=True)), heads
    rest = " ".join(told)
    assert "(no room for " in rest
    assert "a wider terminal shows them, and so does a file or a pipe)" in rest


def test_a_wide_terminal_leaves_nothing_out_and_says_nothing_of_it(monkeypatch: pytest.MonkeyPatch) -> None:
    told = " ".join(lines(run(load("shots_duel"), 7).log(), 120, monkeypatch))
    assert "fumbles" in told
    assert "no room" not in told
