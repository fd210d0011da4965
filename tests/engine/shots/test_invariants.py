"""Whoever fights, with whatever, wherever and however foolishly: the log of a shots fight adds up (CLK-1, CLK-4, CLK-7).

Random fights of the strategies that all properties of shots share, and every shipped scenario, played by wayward agents
and by those that ship. Each check is shown to find a log that lies.
"""

from __future__ import annotations

import copy
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given, settings

import scenarios
from tests.engine.shots.log_checks import CHECKS, faults
from tests.engine.shots.log_counters import every_announcement_is_resolved_once
from tests.engine.shots.strategies import chaotic, document, documents
from tests.engine.stories import Line, Story
from tests.engine.strategies import Document, plain, play, scenario, seeds, shipped

MANY, FEW = settings(max_examples=50), settings(max_examples=25)

LIBRARY = sorted(scenarios.names("shots"))


def story(fought: Any, seed: int, players: Callable[..., Any]) -> Story:
    """Play a fight and return what its log tells."""
    return Story(plain(play(fought, players(fought, seed), seed)))


@MANY
@given(documents(), seeds)
def test_among_wayward_characters_the_log_adds_up(drawn: Document, seed: int) -> None:
    """CLK-1, CLK-4, CLK-7, S-SEQ-1 to S-SEQ-4, S-ROL-1 to S-ROL-3, S-WND-1 to S-WND-3, S-DEF-1, S-DEF-2, S-RNG-4, S-MOV-1."""
    assert faults(story(scenario(drawn), seed, chaotic)) == []


@FEW
@given(documents(), seeds)
def test_with_the_shipped_agents_too(drawn: Document, seed: int) -> None:
    """CLK-5."""
    assert faults(story(scenario(drawn), seed, shipped)) == []


@pytest.mark.parametrize("name", LIBRARY)
def test_in_every_shipped_battle_the_log_adds_up(name: str) -> None:
    """CLK-5: as it is meant to be played, and by wayward agents for a while."""
    assert faults(story(scenarios.load(name), 1, shipped)) == []
    assert faults(story(scenarios.load(name, overrides=["rules.max_counts=30"]), 2, chaotic)) == []


# every check finds a log that lies


@pytest.fixture(scope="module")
def true_story() -> Story:
    """A fight with reloads, defenses, wounds that impair, somebody who goes down dying, and several sequences after."""
    arms = {"skills": {"guns": 15, "dodge": 10}, "weapons": [{"name": "pistol", "magazine": 2}, "fists"], "toughness": 3}
    rows = [
        {"name": name, "side": side, "position": [x, 0], "constitution": 4, "agent": "gunman", **arms}
        for name, side, x in (("Ana", "red", 0), ("Abe", "red", 2), ("Bo", "blue", 9), ("Bea", "blue", 11))
    ]  # fmt: skip
    fought = scenario(document(rows, max_counts=100))
    for seed in range(200):
        told = story(fought, seed, chaotic)
        kinds = {line["type"] for line in told.lines}
        falls = [line for line in told.of("down") if line.get("dying_sequences")]
        later = falls and any(line["seq"] > falls[0]["seq"] for line in told.of("sequence"))
        if later and {"impairment", "reload", "defense", "move"} <= kinds:
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


def misread(lines: list[Line]) -> None:
    next(line for line in lines if line["type"] == "roll" and line["purpose"] == "attack")["margin"] += 1


def overstated(lines: list[Line]) -> None:
    first(lines, "impact")["outcome"] += 1


def overspent(lines: list[Line]) -> None:
    first(lines, "counter")["after"] -= 1


def early(lines: list[Line]) -> None:
    first(lines, "sequence")["top"] += 1


def unasked(lines: list[Line]) -> None:
    first(lines, "shot")["acting"].clear()


def struck_twice(lines: list[Line]) -> None:
    lines.insert(-1, dict(first(lines, "impact")))


def endless(lines: list[Line]) -> None:
    lines.remove(next(line for line in lines if line["type"] == "defense" and line.get("over")))


def unwounded(lines: list[Line]) -> None:
    first(lines, "wound")["points"] += 1


def unfelt(lines: list[Line]) -> None:
    first(lines, "impairment")["value"] -= 1


def undead(lines: list[Line]) -> None:
    lines.insert(-1, {**first(lines, "declare"), "actor": first(lines, "down")["actor"]})


def undying(lines: list[Line]) -> None:
    next(line for line in lines if line["type"] == "down" and line.get("dying_sequences"))["dying_sequences"] = 1


def elsewhere(lines: list[Line]) -> None:
    lines[-1]["combatants"]["Ana"]["position"][0] += 0.02


def boastful(lines: list[Line]) -> None:
    lines[-1]["combatants"]["Ana"]["totals"]["hits"] += 1


def unloaded(lines: list[Line]) -> None:
    first(lines, "reload")["left"] += 1


LIES = (
    backwards, groundless, unrolled, misread, overstated, overspent, early, unasked, struck_twice, endless, unwounded,
    unfelt, undead, undying, elsewhere, boastful, unloaded,
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


def test_an_announcement_without_an_impact_is_found(true_story: Story) -> None:
    """S-DEF-1."""
    lines = copy.deepcopy(true_story.lines)
    blow = first(lines, "impact")
    lines.remove(blow)
    found = every_announcement_is_resolved_once(Story(lines))
    assert [fault for fault in found if f"{blow['action']} is never resolved" in fault]
