"""Whoever fights, with whatever, wherever and however foolishly: the log adds up (CLK-1, CLK-4, CLK-7, C-DMG-6).

Random fights of the strategies that all tests of the engine share, with missiles, minds, riders, carried platforms,
walls and edges besides, played by wayward agents and by those that ship. Each check is shown to find a log that lies.
"""

from __future__ import annotations

import copy
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from log_checks import CHECKS, Line, Story, faults

from tests.engine.strategies import (
    WEAPONS,
    Document,
    chaotic,
    document,
    documents,
    plain,
    play,
    scenario,
    seeds,
    shipped,
)

MANY, FEW = settings(max_examples=40), settings(max_examples=15)

MISSILES = ("short_bow", "crossbow", "javelin", "throwing_knife", "grenade", "revolver")
ODDITIES = (*WEAPONS[:4], *MISSILES, "mind_blade", "mind_bolt", "small_shield")

PILLAR = {"name": "pillar", "points": [[0.2, 0.1], [-0.1, 0.2], [-0.2, -0.1], [0.1, -0.2], [0.2, 0.1]]}
ARENA = {"name": "arena", "points": [[-9, -9], [9, -9], [9, 12], [-9, 12], [-9, -9]], "sight": False}
BRINK = {"name": "brink", "start": [-30, -0.5], "end": [30, -0.5], "drop": 3}
fields = st.fixed_dictionaries({
    "walls": st.lists(st.sampled_from([PILLAR, ARENA]), unique_by=lambda wall: str(wall["name"])),
    "edges": st.lists(st.just(BRINK), max_size=1),
})  # fmt: skip


@st.composite
def wild(draw: st.DrawFn) -> Document:
    """A random fight with missiles, minds, riders, holds on legs, platforms, walls and edges in it."""
    drawn = draw(documents())
    for row in drawn["combatants"]:
        kit = draw(st.lists(st.sampled_from(ODDITIES), min_size=1, max_size=3, unique=True))
        skills = dict.fromkeys([*kit, "bow", "mind", "falling"], draw(st.sampled_from([40, 90])))
        row |= {
            "weapons": kit, "skills": {**skills, "combat_maneuver": 50}, "agent": draw(st.sampled_from(["random", "brawler"])),
            "weight": draw(st.sampled_from([90, 150, 400])), "ovb": draw(st.sampled_from([40, 90])),
            "targeting_perception": draw(st.sampled_from([0, 60])), "pow": draw(st.sampled_from([8, 30])),
            "riding": draw(st.sampled_from([False, False, False, True])),
            "velocity": draw(st.sampled_from([[0, 0], [0, 0], [0, 0], [0.5, 0.25], [-3, 0]])),
        }  # fmt: skip
    if draw(st.booleans()):
        drawn["field"] = draw(fields)
    return drawn


def story(drawn: Document, seed: int, players: Callable[..., Any]) -> Story:
    """Play a fight in which wounds bleed twenty times as fast, so that bleeding tells before the cap."""
    fought = scenario({**drawn, "rules": {**drawn["rules"], "minute": 12}})
    return Story(plain(play(fought, players(fought, seed), seed)))


@MANY
@given(documents(), seeds)
def test_in_a_melee_of_wayward_fighters_the_log_adds_up(drawn: Document, seed: int) -> None:
    """CLK-1, CLK-4, CLK-7, C-DMG-6, C-WND-4, C-WND-6, C-INI-2, C-STG-2."""
    assert faults(story(drawn, seed, chaotic)) == []


@MANY
@given(wild(), seeds)
def test_with_missiles_minds_riders_walls_and_edges_too(drawn: Document, seed: int) -> None:
    """C-MIS-1, C-DMG-7, C-FAL-1, C-KNB-4, C-THR-1."""
    assert faults(story(drawn, seed, chaotic)) == []


@FEW
@given(wild(), seeds)
def test_with_the_shipped_agents_too(drawn: Document, seed: int) -> None:
    """CLK-5."""
    assert faults(story(drawn, seed, shipped)) == []


# every check finds a log that lies


@pytest.fixture(scope="module")
def true_story() -> Story:
    """A fight with a sword, a bow, wounds that bleed, stuns and falls in it."""
    red = {"name": "Ana", "side": "red", "position": [0, 0], "weapons": ["broadsword"], "skills": {"broadsword": 120},
           "combat_maneuver_rank": 2, "agent": "brawler", "htk": 60, "health": 5}  # fmt: skip
    blue = red | {"name": "Bo", "side": "blue", "position": [4, 0], "health": 5}
    bow = {"name": "Cy", "side": "blue", "position": [30, 0], "weapons": ["short_bow"], "skills": {"bow": 90},
           "agent": "random"}  # fmt: skip
    fought = scenario(document([red, blue, bow], max_counts=120))
    for seed in range(200):
        told = Story(plain(play(fought, chaotic(fought, seed), seed)))
        kinds = {line["type"] for line in told.lines}
        moved = any(line["type"] == "move" and line["why"] == "course laid anew" for line in told.lines) or "move" in kinds
        if moved and {"wound", "bleed", "stun", "down", "loose", "stage", "press"} <= kinds:
            return told
    raise AssertionError("no seed has it all")


def first(lines: list[Line], kind: str) -> Line:
    return next(line for line in lines if line["type"] == kind)


def backwards(lines: list[Line]) -> None:
    lines[len(lines) // 2]["t"] = -1.0


def groundless(lines: list[Line]) -> None:
    lines[-2]["cause"] = lines[-1]["seq"]


def unrolled(lines: list[Line]) -> None:
    lines[-1]["rolls"] += 1


def unwounded(lines: list[Line]) -> None:
    first(lines, "wound")["lost"] += 1


def undead(lines: list[Line]) -> None:
    down = first(lines, "down")
    lines.insert(-1, {"type": "notice", "seq": lines[-1]["seq"], "t": lines[-1]["t"], "actor": down["actor"], "cause": 0})


def struck_twice(lines: list[Line]) -> None:
    blow = first(lines, "impact")
    lines.insert(-1, dict(blow))


def elsewhere(lines: list[Line]) -> None:
    lines[-1]["combatants"]["Ana"]["position"][0] += 0.02


def astray(lines: list[Line]) -> None:
    first(lines, "stage")["distance"] += 3.0


def overdrawn(lines: list[Line]) -> None:
    first(lines, "init")["speed_points"] = 3


def unloaded(lines: list[Line]) -> None:
    first(lines, "loose")["left"] += 1


LIES = (
    backwards, groundless, unrolled, unwounded, undead, struck_twice, elsewhere, astray, overdrawn, unloaded,
)  # fmt: skip


def test_the_story_the_lies_are_told_about_is_true(true_story: Story) -> None:
    """CLK-4."""
    assert faults(true_story) == []


@pytest.mark.parametrize(("check", "lie"), list(zip(CHECKS, LIES, strict=True)), ids=lambda call: call.__name__)
def test_each_check_finds_a_log_that_lies(check: Any, lie: Callable[[list[Line]], None], true_story: Story) -> None:
    """CLK-4: one line of the log is changed."""
    lines = copy.deepcopy(true_story.lines)
    lie(lines)
    assert list(check(Story(lines)))


def test_a_stunned_fighter_that_acts_is_found(true_story: Story) -> None:
    """C-WND-4."""
    lines = copy.deepcopy(true_story.lines)
    place = next(place for place, line in enumerate(lines) if line["type"] == "stun" and not line.get("over"))
    lines.insert(place + 1, dict(lines[place], type="windup"))
    assert [fault for fault in faults(Story(lines)) if "is stunned, yet windup" in fault]


def test_an_action_without_an_end_is_found(true_story: Story) -> None:
    """CLK-4."""
    lines = copy.deepcopy(true_story.lines)
    blow = first(lines, "impact")
    lines.remove(blow)
    assert [fault for fault in faults(Story(lines)) if f"{blow['action']} " in fault and "ends 0 times" in fault]
