"""What an external agent of shots is told beyond the properties of its view: costs, chances, what attacks are worth."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from agents.external_view import Shape
from engine.shots import actions
from engine.shots.reckon import Expected
from engine.shots.seen import Own, Seen
from engine.shots.seen_attacks import Announced
from engine.shots.view import View

_ATTACKS = (actions.Attack, actions.Throw, actions.Area)


def closing(view: View, _names: Sequence[str]) -> list[str]:
    """The names of opponents that set out to come closer at this instant, for a free shot (S-CHR-3)."""
    return [one.name for one in view.closing]


def difficulties(view: View, other: Seen) -> dict[str, int]:
    """What an attack on it with each weapon one can strike with must reach now; nothing when it is out (S-ROL-2)."""
    return {tool.name: view.difficulty(tool.name, other.name) for tool in view.me.weapons} if other.able else {}


def of_targets(_view: View, attack: Announced) -> list[Expected]:
    """What it may do to each of its targets as things stand, Fortune left out."""
    return [attack.on(name) for name in attack.targets]


def if_i_step_between(_view: View, attack: Announced) -> Expected | None:
    """What it may do to the viewer if that stepped between (S-DEF-4); null where it can't."""
    return attack.on(between=True) if attack.redirectable else None


def cost(view: View, option: Any) -> int:
    """The shots it costs now (S-SEQ-3)."""
    return view.cost(option)


def chance(view: View, option: Any) -> float | None:
    """The exact chance that an attack hits an opponent now, 0 to 1."""
    return view.chance(option) if isinstance(option, _ATTACKS) else None


def points(view: View, option: Any) -> float | None:
    """The mean Wound Points an attack does to opponents now, misses counted as none (S-ROL-3)."""
    return view.expected_points(option) if isinstance(option, _ATTACKS) else None


def expected(view: View, option: Any) -> tuple[Expected, ...] | None:
    """What an attack would do to each in sight whom it reaches, friends too."""
    return view.expected(option) if isinstance(option, _ATTACKS) else None


SHAPE = Shape(
    view=View,
    without=frozenset({"rules", "others", "closing"}),
    here={"closing": closing},
    more={
        Seen: {"difficulties": difficulties},
        Own: {},
        Announced: {"of_targets": of_targets, "if_i_step_between": if_i_step_between},
    },
    outlook={"cost": cost, "chance": chance, "points": points, "expected": expected},
)
