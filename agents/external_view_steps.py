"""What an external agent of steps is told beyond the properties of its view: arcs, lines, chances, what hits are worth."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import attrs

from agents.external_view import Shape
from engine.steps import actions
from engine.steps.seen import Own, Seen
from engine.steps.seen_threats import Threat
from engine.steps.seen_tools import OwnWeapon, SeenCover
from engine.steps.state import Square
from engine.steps.view import View


@attrs.frozen
class Thing:
    """Something or somebody that gives cover on a line: its name, null for who is not in sight, and the percent."""

    name: str | None
    is_person: bool
    percent: int


@attrs.frozen
class Between:
    """What stands on a line: percent of cover and concealment, and what gives the cover, the nearest to its start first."""

    cover: int
    concealment: int
    covers: tuple[Thing, ...]


def line(view: View, other: Seen) -> Between:
    """What stands between the viewer and it (P-LOS-4, P-LOS-7)."""
    found = view.line(other.name)
    return Between(found.cover, found.concealment, tuple([_thing(view, each) for each in found.covers]))


def _thing(view: View, cover: SeenCover) -> Thing:
    if cover.side is None:
        return Thing(cover.name, False, cover.percent)
    try:
        name = view.seen(cover.name).name
    except KeyError:
        return Thing(None, True, cover.percent)
    return Thing(name, True, cover.percent)


def my_arc(view: View, other: Seen) -> str:
    """The arc of the viewer's own that it stands in: front, flank or rear (P-LOS-2)."""
    return view.arc(other.square)


def i_guard(view: View, other: Seen) -> bool:
    """Whether the viewer's Combat Mode guards the arc it stands in (P-MOD-1)."""
    return view.guards(other.square)


def its_arc(view: View, other: Seen) -> str:
    """The arc of its own that the viewer stands in (P-LOS-2)."""
    return other.arc(view.me.square)


def it_guards(view: View, other: Seen) -> bool:
    """Whether its Combat Mode guards the arc the viewer stands in (P-MOD-1)."""
    return other.guards(view.me.square)


def invalid(view: View, other: Seen) -> dict[str, str | None]:
    """Why it is no valid target of a direct shot with each of the viewer's weapons; null: it is one (P-LOS-5)."""
    return {tool.name: view.invalid(tool.name, other.name) for tool in view.me.weapons}


def bands(view: View, other: Seen) -> dict[str, str | None]:
    """Its range band for each of the viewer's weapons; null out of range (P-CHK-3)."""
    return {tool.name: tool.band(other.square) for tool in view.me.weapons}


def ready_modes(_view: View, tool: OwnWeapon) -> list[str]:
    """The fire modes it has the rounds for (P-FIR-1)."""
    return [mode for mode in tool.modes if tool.ready(mode)]


def hit_chance(_view: View, threat: Threat) -> float:
    """The exact chance that it hits its target as things stand, undodged, 0 to 1 (P-CHK-1)."""
    return threat.chance()


def hit_chance_dodged(_view: View, threat: Threat) -> float:
    """The same as if its target dodged it (P-MOD-2)."""
    return threat.chance(dodged=True)


def covered_square(view: View, _names: Sequence[str]) -> Square | None:
    """The nearest square that is covered from all opponents in sight: where `cover` leads (P-LOS-4)."""
    return view.covered_square()


def fallen(view: View, names: Sequence[str]) -> tuple[Seen, ...]:
    """Whoever in sight can't fight any more, in the scenario's order."""
    found = []
    for name in names:
        try:
            one = view.seen(name)
        except KeyError:
            continue
        if not one.able and name != view.me.name:
            found.append(one)
    return tuple(found)


def chance(view: View, option: Any) -> float | None:
    """The exact chance that a shot hits as things stand, 0 to 1 (P-CHK-1)."""
    return view.chance(option) if isinstance(option, actions.Fire) else None


def chance_dodged(view: View, option: Any) -> float | None:
    """The same as if its target dodged it (P-MOD-2)."""
    return view.chance(option, dodged=True) if isinstance(option, actions.Fire) else None


def loss(view: View, option: Any) -> float | None:
    """The health a hit costs its target on the mean, armor and cover taken into account (P-DMG-1)."""
    return view.loss(option) if isinstance(option, actions.Fire) else None


OTHERS = {
    "line": line, "my_arc": my_arc, "i_guard": i_guard, "its_arc": its_arc, "it_guards": it_guards, "invalid": invalid,
    "bands": bands,
}  # fmt: skip

SHAPE = Shape(
    view=View,
    without=frozenset({"rules"}),
    here={"covered_square": covered_square, "fallen": fallen},
    more={
        Seen: OTHERS,
        Own: {},
        OwnWeapon: {"ready_modes": ready_modes},
        Threat: {"hit_chance": hit_chance, "hit_chance_dodged": hit_chance_dodged},
    },
    outlook={"chance": chance, "chance_dodged": chance_dodged, "loss": loss},
)
