"""What belongs to an explanation in each rule system: the rolls that decide an event, and the steps of its figures."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

import attrs

from studies.account_story import Story

Json = Mapping[str, Any]
Steps = Callable[[Json], Iterator[Json]]


@attrs.frozen
class Reasons:
    """What belongs to the explanations of a system.

    Attributes:
        decided_by: type of event to the rolls that decide it: their purpose, and the event's field that names who rolled.
        steps: type of event to the steps of its figures, each like a modifier of a roll.
        beside: what else has to do with a link of the chain and is no cause of it: from the link, the event explained
            and the story.
    """

    decided_by: Mapping[str, Sequence[tuple[str, str]]]
    steps: Mapping[str, Steps]
    beside: Callable[[Json, Json, Story], list[Json]]


def _nothing(link: Json, event: Json, story: Story) -> list[Json]:
    return []


def _told(steps: Sequence[tuple[str, Any, str]]) -> Iterator[Json]:
    yield from ({"rule": rule, "value": value, "why": why} for rule, value, why in steps if value)


def _blow_steps(event: Json) -> Iterator[Json]:
    """Yield the steps from the damage before armor to the HTK lost; together they are what was lost (C-DMG-6)."""
    keys = ("damage", "through", "concussive", "critical", "pab_stopped", "leaked", "capped")
    figures = [event.get(key, 0) for key in keys]
    if not all(type(figure) is int for figure in figures):
        return
    damage, through, concussive, critical, stopped, leaked, capped = figures
    yield from _told((
        ("C-DMG-1a", damage, f"{event.get('damage_type')} before armor"),
        ("C-ARM-1", through - damage, "stopped by armor"),
        ("C-DMG-6", -concussive, "made concussive by armor"),
        ("C-DMG-5", (through - concussive) * (critical - 1), f"critical: times {critical}"),
        ("C-DMG-6", -stopped, "stopped by PAB"),
        ("C-DMG-6", leaked, "concussive, not stopped by PAB"),
        ("C-DMG-4", -capped, "over the cap"),
    ))  # fmt: skip


def _outcome_steps(event: Json) -> Iterator[Json]:
    """Yield the steps from an attack's total to its Outcome and its damage (S-ROL-2, S-ROL-3)."""
    total, difficulty, outcome, damage = (event.get(key) for key in ("total", "difficulty", "outcome", "damage"))
    if type(total) is not int or type(difficulty) is not int:
        return
    yield from _told((("S-ROL-2", total, "total of the attack"), *_difficulty(event, difficulty)))
    gained = outcome if type(outcome) is int else 0
    if type(outcome) is int:
        yield from _told((
            ("S-ROL-1", outcome - total + difficulty, "both first dice at their highest"),
            ("S-ROL-2", outcome, "Outcome: all of these"),
        ))  # fmt: skip
    if type(damage) is int:
        made_of = _made_of(event, "damage_mods", damage) or [("S-ROL-3", damage - gained, "Damage Value")]
        whole = "damage: with the Outcome" if type(outcome) is int else "damage"
        yield from _told([*(row for row in made_of if row[2] != "Outcome"), ("S-ROL-3", damage, whole)])


def _wear_steps(event: Json) -> Iterator[Json]:
    """Yield what a hit on a structure did and met (S-WND-4)."""
    damage, against = event.get("damage"), event.get("against")
    if type(damage) is int and type(against) is int:
        yield from _told((("S-WND-4", damage, "damage, without the Outcome"), ("S-WND-4", -against, "Toughness it met")))


def _difficulty(event: Json, difficulty: int) -> Iterator[tuple[str, Any, str]]:
    """Yield what an attack had to reach: for a target of an area attack, which has no roll of its own, term by term (S-RNG-4)."""
    own = _made_of(event, "mods", difficulty)
    yield from ((rule, -value, why) for rule, value, why in own or [("S-ROL-2", difficulty, "what it had to reach")])


def _made_of(event: Json, key: str, figure: int) -> list[tuple[str, int, str]]:
    """Return the terms an event has for one of its figures; none where they do not add up to it."""
    mods = event.get(key)
    whole = [mod for mod in mods if isinstance(mod, Mapping) and type(mod.get("value")) is int] if isinstance(mods, list) else []
    found = [(str(mod.get("rule")), int(mod["value"]), str(mod.get("why"))) for mod in whole]
    return found if sum(value for _, value, _ in found) == figure else []


def _soak_steps(event: Json) -> Iterator[Json]:
    """Yield the steps from a hit's damage to its Wound Points; together they are these (S-ROL-3)."""
    figures = [event.get(key) for key in ("damage", "toughness", "armor", "points")]
    if not all(type(figure) is int for figure in figures):
        return
    damage, toughness, armor, points = (int(figure or 0) for figure in figures)
    tough = _made_of(event, "toughness_mods", toughness) or [("S-ROL-3", toughness, "Toughness")]
    yield from _told((
        ("S-ROL-3", damage, "damage"),
        *((rule, -value, why) for rule, value, why in tough),
        ("S-ROL-3", -armor, "armor"),
        ("S-ROL-3", points - (damage - toughness - armor), "not below 0"),
    ))  # fmt: skip


def _beside(link: Json, event: Json, story: Story) -> list[Json]:
    """Return the initiative rolls of a sequence; of an attack the defenses and who took it for others (S-SEQ-1, S-DEF-1)."""
    if link is event and link.get("type") == "sequence":
        return [roll for roll in story.at(link, "roll") if roll.get("purpose") == "initiative"]
    if link.get("type") != "impact":
        return []
    target, seq = link.get("target"), link["seq"]
    raised = [up for up in story.at(link, "defense") if up.get("target") == target and not up.get("over")]
    stepped = [step for kind in ("interpose", "volunteer") for step in story.of_action(link, kind) if step.get("actor") == target]
    return [other for other in (*raised, *stepped) if other["seq"] < seq]


def _chain_steps(event: Json) -> Iterator[Json]:
    """Yield the links of a chain of difficulty, in steps; together they are its step (P-CHK-2)."""
    links = event.get("links")
    rows = [link for link in links if isinstance(link, Mapping)] if isinstance(links, list) else []
    yield from _told([(str(link.get("rule")), link.get("steps"), str(link.get("why"))) for link in rows])
    yield from _told((
        ("P-CHK-2", event.get("steps"), "step: all of these"),
        ("P-CHK-1", event.get("difficulty"), "difficulty of that step"),
    ))  # fmt: skip


def _check_steps(event: Json) -> Iterator[Json]:
    """Yield what a check came to, and what it had to reach (P-CHK-1)."""
    total, difficulty = event.get("total"), event.get("difficulty")
    if type(total) is int and type(difficulty) is int:
        yield from _told((("P-CHK-1", total, "total of the check"), ("P-CHK-1", -difficulty, "what it had to reach")))


def _health_steps(event: Json) -> Iterator[Json]:
    """Yield the steps from a hit's damage to the health it cost; together they are this (P-DMG-1)."""
    figures = [event.get(key) for key in ("damage", "armor", "lost")]
    if not all(type(figure) is int for figure in figures):
        return
    damage, armor, lost = (int(figure or 0) for figure in figures)
    yield from _told((
        ("P-DMG-1", damage, "damage"), ("P-DMG-1", -armor, "armor"), ("P-DMG-1", lost - damage + armor, "not below 0"),
    ))  # fmt: skip


def _beside_shot(link: Json, event: Json, story: Story) -> list[Json]:
    """Return of a shot the dodges that had to do with it, of a wound the rolls of its location (P-MOD-2, P-DMG-1)."""
    kind = link.get("type")
    if kind == "impact":
        return _dodges_of(link, story)
    if kind != "wound" or link is not event:
        return []
    causes = {cause["seq"] for cause in story.chain(link)}
    rolls = [roll for roll in story.of_action(link, "roll") if roll.get("purpose") == "location" and roll.get("cause") in causes]
    return [roll for roll in rolls if _is_place(str(roll.get("result")), str(link.get("location")))]


def _dodges_of(impact: Json, story: Story) -> list[Json]:
    """Return the dodges of whom a shot was for, of whom it struck, and those made since the last target of its action."""
    seq, concerned = impact["seq"], (impact.get("target"), impact.get("struck"))
    last = max((other["seq"] for other in story.of_action(impact, "impact") if other["seq"] < seq), default=-1)
    made = [dodge for dodge in story.of_action(impact, "dodge") if not dodge.get("declared") and dodge["seq"] < seq]
    return [dodge for dodge in made if dodge["seq"] > last or dodge.get("actor") in concerned]


def _is_place(rolled: str, location: str) -> bool:
    """Whether a roll named the location of a wound; one on the head is rolled in two (C-LOC-2)."""
    return rolled in location or (location.startswith("head") and rolled.endswith("head"))


COUNTS = Reasons(
    {
        "impact": (("to_hit", "actor"),), "notice": (("perception", "actor"),), "init": (("init", "actor"),),
        "wound": (("location", "by"), ("head_location", "by"), ("damage", "by")),
    },
    {"wound": _blow_steps},
    _nothing,
)  # fmt: skip

SHOTS = Reasons(
    {
        "impact": (("attack", "actor"),), "notice": (("perception", "actor"),), "bind": (("medicine", "actor"),),
        "wound": (("attack", "by"),),
    },
    {"impact": _outcome_steps, "wound": _soak_steps, "structure": _wear_steps},
    _beside,
)  # fmt: skip

STEPS = Reasons(
    {"impact": (("check", "actor"),), "wound": (("damage", "by"),)},
    {"chain": _chain_steps, "impact": _check_steps, "wound": _health_steps},
    _beside_shot,
)

REASONS: Mapping[str, Reasons] = {"counts": COUNTS, "shots": SHOTS, "steps": STEPS}
"""Every system whose logs are explained in terms of its own."""


def reasons_of(system: str) -> Reasons:
    """Return what belongs to the explanations of a system; one nobody knows is read like ``counts``."""
    return REASONS.get(system, COUNTS)
