"""Whoever fights, with whatever, wherever and however foolishly: the log of a steps fight adds up (CLK-1, CLK-4, CLK-7).

Random fights of the strategies that all properties of steps share, and every shipped scenario, played by wayward agents
and by those that ship. Lines of sight, covers and times are worked out anew from the log by the geometry of the oracle.
Each check is shown to find a log that lies.
"""

from __future__ import annotations

import copy
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given, settings

import scenarios
from tests.engine.steps.log_checks import CHECKS, faults
from tests.engine.steps.strategies import ARMS, BANDS, chaotic, document, documents
from tests.engine.stories import Line, Story
from tests.engine.strategies import Document, plain, play, scenario, seeds, shipped

MANY, FEW = settings(max_examples=60), settings(max_examples=25)

LIBRARY = sorted(scenarios.names("steps"))


def story(fought: Any, seed: int, players: Callable[..., Any]) -> Story:
    """Play a fight and return what its log tells."""
    return Story(plain(play(fought, players(fought, seed), seed)))


@MANY
@given(documents(), seeds)
def test_among_wayward_combatants_the_log_adds_up(drawn: Document, seed: int) -> None:
    """CLK-1, CLK-4, CLK-7, P-CHK-1 to P-CHK-3, P-LOS-1 to P-LOS-7, P-MOD-1 to P-MOD-3, P-CVR-1, P-MOV-1, P-FIR-1, P-FIR-2, P-DMG-1."""
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
    """A fight with bystanders and a chair hit, dodges made, reloads, steps, sights and somebody who goes down."""
    arms = [{**ARMS[0], **BANDS, "magazine": 10, "modes": ["single", "burst", "auto"]}]
    rows = [
        {"name": name, "side": side, "position": square, "weapons": arms, "skills": {"rifle": "trained"}, "health": 14, "mode": "guarded"}
        for name, side, square in (("Ana", "red", [1, 2]), ("Abe", "red", [2, 2]), ("Bo", "blue", [8, 2]), ("Bea", "blue", [9, 2]))
    ]  # fmt: skip
    things = [{"name": "chair", "cover": 25, "health": 60, "passable": True, "position": [5, y]} for y in (1, 2, 3)]
    fought = scenario(document(rows, {"width": 11, "height": 5, "objects": things}, max_counts=100))
    for seed in range(300):
        told = story(fought, seed, chaotic)
        struck = {line["struck"] in told.specs for line in told.of("impact") if line.get("struck")}
        dodged = any(line.get("success") for line in told.of("dodge"))
        kinds = {line["type"] for line in told.lines}
        if struck == {True, False} and dodged and {"reload", "step", "sight", "down", "object", "wound"} <= kinds:
            return told
    raise AssertionError("no seed has it all")


def first(lines: list[Line], kind: str, **has: Any) -> Line:
    return next(line for line in lines if line["type"] == kind and all(line.get(key) == value for key, value in has.items()))


def backwards(lines: list[Line]) -> None:
    lines[len(lines) // 2]["t"] = -1.0


def groundless(lines: list[Line]) -> None:
    lines[-2]["cause"] = lines[-1]["seq"]


def unrolled(lines: list[Line]) -> None:
    lines[-1]["rolls"] += 1


def misadded(lines: list[Line]) -> None:
    first(lines, "chain")["steps"] += 1


def misread(lines: list[Line]) -> None:
    first(lines, "roll", purpose="check")["margin"] += 1


def uncovered(lines: list[Line]) -> None:
    chain = next(line for line in lines if line["type"] == "chain" and any(link["rule"] == "P-LOS-5" and link["steps"] for link in line["links"]))
    chain["links"] = [link for link in chain["links"] if link["rule"] != "P-LOS-5"]


def astray(lines: list[Line]) -> None:
    next(line for line in lines if line.get("struck"))["struck"] = None


def undeclared(lines: list[Line]) -> None:
    rolled = first(lines, "roll", purpose="dodge")
    lines.remove(first(lines, "dodge", action=rolled["action"], actor=rolled["actor"], declared=True))


def unwounded(lines: list[Line]) -> None:
    first(lines, "wound")["health"] += 1


def unbroken(lines: list[Line]) -> None:
    first(lines, "object")["health"] += 1


def overspent(lines: list[Line]) -> None:
    first(lines, "fired")["left"] -= 1


def undead(lines: list[Line]) -> None:
    lines.insert(-1, {**first(lines, "declare"), "actor": first(lines, "down")["actor"]})


def endless(lines: list[Line]) -> None:
    lines.remove(first(lines, "ready"))


def late(lines: list[Line]) -> None:
    first(lines, "commit")["t"] += 0.5


def leapt(lines: list[Line]) -> None:
    first(lines, "step")["position"][0] += 2


def blinded(lines: list[Line]) -> None:
    lines.remove(first(lines, "sight"))


def boastful(lines: list[Line]) -> None:
    lines[-1]["combatants"]["Ana"]["totals"]["hits"] += 1


LIES = (
    backwards, groundless, unrolled, misadded, misread, uncovered, astray, undeclared, unwounded, unbroken, overspent, undead,
    endless, late, leapt, blinded, boastful,
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
