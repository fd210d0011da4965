"""The chain of difficulty (P-CHK-1 to P-CHK-3, P-LOS-5, P-LOS-7, P-MOV-1, P-FIR-1)."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.steps.difficulty import (
    chain,
    concealment_steps,
    cover_steps,
    difficulty_of,
    fire_steps,
    pace_steps,
    refusal,
)
from engine.steps.rules import BANDS, FIRE_MODES, SKILLS, StepsRules

RULES = StepsRules()


def difficulty(skill: str = "trained", band: str = "medium", **more: Any) -> int:
    values = {
        "dodged": False,
        "cover": 0,
        "concealment": 0,
        "fire": "single",
        "aimed_counts": 0,
        "pace": "still",
        **more,
    }
    return difficulty_of(sum(link.steps for link in chain(skill, band, rules=RULES, **values)), RULES)


def test_the_ladder_has_four_between_neighbours_and_goes_on_below_0() -> None:
    """P-CHK-1."""
    assert [difficulty_of(step, RULES) for step in (-1, 0, 1, 2, 3, 7)] == [-1, 3, 7, 11, 15, 31]


def test_the_worked_chain() -> None:
    """P-CHK-3: trained at medium 15; dodged 23; half cover too 31; an expert instead 27."""
    assert difficulty() == 15
    assert difficulty(dodged=True) == 23
    assert difficulty(dodged=True, cover=50) == 31
    assert difficulty("expert", dodged=True, cover=50) == 27


@pytest.mark.parametrize(
    ("skill", "steps"), [("untrained", 5), ("novice", 4), ("trained", 3), ("expert", 2), ("master", 1)]
)
def test_skill_levels_at_medium_range(skill: str, steps: int) -> None:
    """P-CHK-3."""
    assert difficulty(skill) == difficulty_of(steps, RULES)


@pytest.mark.parametrize(
    ("band", "step"), [("point_blank", 1), ("short", 2), ("medium", 3), ("long", 4), ("extreme", 5)]
)
def test_range_bands_of_the_trained(band: str, step: int) -> None:
    """P-CHK-3."""
    assert difficulty(band=band) == difficulty_of(step, RULES)


@pytest.mark.parametrize(
    ("percent", "cover", "concealment"),
    [(0, 0, 0), (24, 0, 0), (25, 1, 1), (50, 2, 2), (60, 2, 2), (75, 3, 3), (99, 3, 3), (100, None, 4), (125, None, 4)],
)
def test_cover_and_concealment_rows(percent: float, cover: int | None, concealment: int) -> None:
    """P-LOS-5, P-LOS-7: full cover is no valid target, full concealment is one."""
    assert cover_steps(percent, RULES) == cover
    assert concealment_steps(percent, RULES) == concealment


def test_cover_and_concealment_add() -> None:
    """P-LOS-7."""
    assert difficulty(cover=25, concealment=50) == 15 + 4 * 3


@pytest.mark.parametrize(
    ("pace", "steps"), [("still", 0), ("walking", 0), ("jogging", 1), ("running", 2), ("sprinting", None)]
)
def test_the_shooters_own_pace(pace: str, steps: int | None) -> None:
    """P-MOV-1."""
    assert pace_steps(pace, RULES) == steps


@pytest.mark.parametrize(
    ("mode", "aimed", "steps"),
    [
        ("single", 0, 0), ("single", 8, 0), ("burst", 0, 1), ("auto", 0, 2), ("aimed", 3.9, 0), ("aimed", 4, -1),
        ("aimed", 8, -2), ("aimed", 40, -2),
    ],
)  # fmt: skip
def test_fire_modes_and_aim(mode: str, aimed: float, steps: int) -> None:
    """P-FIR-1: a step easier for every four counts of aim, at most two."""
    assert fire_steps(mode, aimed, RULES) == steps


def test_full_cover_and_a_sprint_are_refused_with_their_rule() -> None:
    """P-LOS-5, P-MOV-1."""
    assert refusal(75, "running", RULES) is None
    assert refusal(100, "still", RULES) == ("P-LOS-5", "cover of 100% leaves no valid target")
    assert refusal(0, "sprinting", RULES) == ("P-MOV-1", "no ranged attack while sprinting")


def test_every_link_of_the_chain_names_its_rule_in_the_sources_order() -> None:
    """P-CHK-2: start, dodge, intervening items, fire mode, other."""
    links = chain("novice", "long", True, 25, 50, "burst", 0, "jogging", RULES)
    assert [(link.rule, link.steps) for link in links] == [
        ("P-CHK-3", 4), ("P-CHK-3", 1), ("P-MOD-2", 2), ("P-LOS-5", 1), ("P-LOS-7", 2), ("P-FIR-1", 1), ("P-MOV-1", 1),
    ]  # fmt: skip


@given(
    skill=st.sampled_from(SKILLS), band=st.sampled_from(BANDS), fire=st.sampled_from(FIRE_MODES),
    cover=st.floats(0, 99), more=st.floats(0, 50),
)  # fmt: skip
def test_more_cover_or_a_dodge_is_never_easier(skill: str, band: str, fire: str, cover: float, more: float) -> None:
    """P-CHK-2, P-LOS-5."""
    here = difficulty(skill, band, fire=fire, cover=cover)
    assert difficulty(skill, band, fire=fire, cover=min(cover + more, 99)) >= here
    assert difficulty(skill, band, fire=fire, cover=cover, dodged=True) == here + 8
