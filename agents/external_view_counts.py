"""What an external agent of counts is told beyond the properties of its view: stages, chances, plans."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from agents.external_view import Shape
from engine.counts import actions
from engine.counts.seen import Own, Seen
from engine.counts.view import Plan, View


def stages(view: View, other: Seen) -> dict[str, str]:
    """The viewer's stage against it with each weapon in hand (C-STG-2)."""
    return {tool.name: view.stage(other.name, tool.name) for tool in view.me.weapons}


def its_stage(view: View, other: Seen) -> str:
    """Its stage against the viewer with the first weapon it holds (C-STG-2)."""
    return view.stage_of(other.name)


def chances(view: View, other: Seen) -> dict[str, int]:
    """The chance to hit it with a blow of each weapon in hand as things stand, percent; -1000: none (C-HIT-1)."""
    return {tool.name: view.chance(other.name, tool.name) for tool in view.me.weapons}


def shot_chances(view: View, other: Seen) -> dict[str, int]:
    """The chance to hit it with a missile of each weapon in hand that sends them, percent; -1000: none (C-MIS-1)."""
    return {tool.name: view.shot_chance(other.name, tool.name) for tool in view.me.weapons if tool.missile}


def damages(view: View, other: Seen) -> dict[str, float]:
    """The mean damage before armor of a hit with each weapon in hand at the present stage, points."""
    return {tool.name: view.expected_damage(other.name, tool.name) for tool in view.me.weapons}


def fallen(view: View, names: Sequence[str]) -> tuple[Seen, ...]:
    """Whoever can't fight any more, in the scenario's order."""
    return tuple([one for one in map(view.seen, names) if not one.able and one.name != view.me.name])


def plan(view: View, option: Any) -> Plan | None:
    """When it would begin, land and be over if it were declared now."""
    return view.plan(option)


def chance(view: View, option: Any) -> int | None:
    """The chance that it hits as things stand, percent; -1000: none."""
    if isinstance(option, actions.Attack):
        return view.chance(option.target, option.weapon)
    return view.shot_chance(option.target, option.weapon) if isinstance(option, actions.Fire) else None


OTHERS = {
    "stages": stages, "its_stage": its_stage, "chances": chances, "shot_chances": shot_chances, "damages": damages,
}  # fmt: skip

SHAPE = Shape(
    view=View,
    without=frozenset({"rules"}),
    here={"fallen": fallen},
    more={Seen: OTHERS, Own: {}},
    outlook={"plan": plan, "chance": chance},
)
