"""Lists fit where they are printed: a table where there is room, else one block an entry."""

from __future__ import annotations

from contextlib import suppress
from functools import cache
from io import StringIO
from typing import Any

import pytest
from rich.cells import cell_len

from engine.errors import InputError
from studies.account_render import console_for
from studies.listing import LISTS, listing, usual
from studies.listing_render import print_rows
from studies.systems import systems


class Terminal(StringIO):
    def isatty(self) -> bool:
        return True


def printed(
    what: str, system: str, width: int | None, monkeypatch: pytest.MonkeyPatch, rows: list[dict[str, Any]] | None = None
) -> list[str]:
    monkeypatch.setenv("TERM", "dumb")
    monkeypatch.setenv("COLUMNS", str(width))
    stream = StringIO() if width is None else Terminal()
    print_rows(listing(what, system) if rows is None else rows, console_for(stream), usual(what, system))
    return stream.getvalue().splitlines()


@cache
def lists() -> dict[tuple[str, str], list[dict[str, Any]]]:
    found = {}
    for what in LISTS:
        for system in systems():
            with suppress(InputError):
                found[what, system] = listing(what, system)
    return found


@pytest.mark.parametrize("width", [80, 120, None])
def test_no_line_of_any_list_is_wider_than_the_page(width: int | None, monkeypatch: pytest.MonkeyPatch) -> None:
    for (what, system), rows in lists().items():
        lines = printed(what, system, width, monkeypatch, rows)
        assert max(map(cell_len, lines)) <= (width or 160), what


@pytest.mark.parametrize("width", [40, 80, 120, None])
def test_no_name_in_any_list_is_torn(width: int | None, monkeypatch: pytest.MonkeyPatch) -> None:
    for (what, system), rows in lists().items():
        words = set(" ".join(printed(what, system, width, monkeypatch, rows)).split())
        assert all(set(str(next(iter(row.values()))).split()) <= words for row in rows), what


def test_a_list_too_wide_for_a_terminal_is_one_block_an_entry_without_what_is_usual(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    lines = printed("weapons", "shots", 80, monkeypatch)
    at = lines.index("knife")
    assert lines[at + 1] == "  damage 1; strength yes; length 0.3"
    assert "hands 1" in " ".join(lines[-2:])
    assert " ".join(lines[-2:]).endswith("All of it: --json.)")


def test_a_column_that_says_nothing_anywhere_is_left_out_of_a_table(monkeypatch: pytest.MonkeyPatch) -> None:
    rows = [{"name": "knife", "mod": 0, "hands": 1, "note": ""}, {"name": "axe", "mod": 2, "hands": 1, "note": ""}]
    assert printed("weapons", "counts", 80, monkeypatch, rows)[0].split() == ["name", "mod"]


def test_entries_that_share_their_first_key_are_called_by_their_first_two(monkeypatch: pytest.MonkeyPatch) -> None:
    lines = printed("parameters", "shots", 60, monkeypatch)
    assert any(line.startswith("gunman ") for line in lines)


def test_what_is_usual_is_the_default_of_the_class_behind_a_list() -> None:
    assert usual("weapons", "shots")["hands"] == 1
    assert usual("weapons", "counts")["size"] == "small"
    assert not {"name", "wsd", "damage"} & set(usual("weapons", "counts"))
    assert usual("rules", "counts") == {}


def test_double_backticks_are_shown_nowhere() -> None:
    for what, rows in lists().items():
        assert "``" not in str(rows), what


def test_the_kinds_of_active_defense_are_listed_with_cost_bonus_value_and_condition() -> None:
    """S-DEF-5: everybody's by S-DEF-1, S-DEF-3 and S-SEQ-3; a Lightning Dodge is +5 for 1 shot, once a sequence (S-CHR-3)."""
    rows = {row["name"]: row for row in listing("defenses", "shots")}
    assert [(row["cost"], row["bonus"], row["raises"]) for row in rows.values()] == [
        (1, 3, "dodge"), (1, 3, "dodge"), (1, 3, "dodge"), (1, 3, "detect"), (1, 5, "dodge"),
    ]  # fmt: skip
    assert list(rows) == ["dodge", "parry", "catch", "alert", "lightning_dodge"]
    assert rows["lightning_dodge"]["of"] == "lightning_dodge"
    assert rows["lightning_dodge"]["condition"] == "once a sequence"
    assert all(row["what"] for row in rows.values())


def test_a_schtick_is_told_with_its_constants() -> None:
    """S-CHR-3: Fast Draw +1 initiative and 1 shot less to draw; Signature Weapon +3; Lightning Dodge +5 for 1 shot."""
    told = {row["name"]: row["what"] for row in listing("schticks", "shots")}
    assert "+1 to initiative a pick" in told["fast_draw"]
    assert "1 shot less" in told["fast_draw"]
    assert "+3 to damage" in told["signature_weapon"]
    assert "+5 to Dodge for 1 shot" in told["lightning_dodge"]
