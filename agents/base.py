"""What an agent is, what it is built from, and the small questions several policies ask."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cache
from math import hypot
from typing import TYPE_CHECKING, Any, Protocol, cast, runtime_checkable

import attrs

from engine.options import Hold

if TYPE_CHECKING:
    from engine.dice import Stream
    from engine.options import Option
    from engine.scenario import Scenario
    from engine.system import Request

HOLD = Hold()

_STILL = 1e-9
"""A closing speed below this is rounding noise, ft/ct."""


@runtime_checkable
class Agent(Protocol):
    """Anything that answers requests.

    It may also have ``standing``, an `engine.system.Standing` with the reasons it wants to be asked for, ``note``, the
    text that the log keeps with the answer it gave last, ``battle_ended(result)``, called once the battle is over, and
    ``close()``, called after that, or when the battle is broken off.
    """

    def decide(self, request: Request) -> Option:
        """Return one legal option; `Request.legal` says whether one is, `Request.options` lists them."""


@attrs.frozen
class Setup:
    """What a policy is built from.

    Attributes:
        combatant: the name of the fighter it plays.
        scenario: the fight, as the loader resolved it; public knowledge.
        params: the policy's own parameters, complete and checked.
        seed: the root seed.
        battle: the battle's index under that seed.
    """

    combatant: str
    scenario: Scenario
    params: Mapping[str, Any] = attrs.field(factory=dict)
    seed: int = 0
    battle: int = 0

    @property
    def spec(self) -> Any:
        """The fighter's own specification (``engine.<system>.model.CombatantSpec``).

        Raises:
            KeyError: nobody of that name takes part.
        """
        return self.specs[self.combatant]

    @property
    def specs(self) -> Mapping[str, Any]:
        """Everybody who takes part, as the scenario describes them, by name; one table for all agents of a fight."""
        return _by_name(self.scenario.combatants)

    @property
    def place(self) -> str:
        """Where the scenario names this agent, for messages."""
        return f"combatants.{self.combatant}.agent"

    def stream(self, policy: str) -> Stream:
        """Return the random stream of a policy that plays this fighter; nobody else draws from it (CLK-7)."""
        from engine.dice import Dice

        key = self.spec.stream or self.combatant
        streams = Dice(self.seed, self.battle).of(self.combatant, key)
        return cast("Stream", streams.stream(f"agent/{policy}"))


_indexed: tuple[Sequence[Any], Mapping[str, Any]] = ((), {})


def _by_name(combatants: Sequence[Any]) -> Mapping[str, Any]:
    """Return combatants by name; the index of the last fight is kept, for a thousand agents ask the same."""
    global _indexed
    if _indexed[0] is not combatants:
        _indexed = (combatants, {spec.name: spec for spec in combatants})
    return _indexed[1]


@cache
def orders(system: str) -> Mapping[str, type[Option]]:
    """Return the options of a rule system by the name that orders call them.

    Raises:
        InputError: no system of that name is built in.
    """
    from engine.registry import options

    return {str(option.__struct_config__.tag): option for option in options(system)}


def opponent(view: Any, wanted: str | None = None) -> Any | None:
    """Return a wanted opponent while it can fight, else the current one (the nearest), else None.

    Args:
        view: the fighter's view, of any system.
        wanted: the name of the foe it would go on fighting.
    """
    if wanted is not None:
        foe = view.seen(wanted)
        if foe.able:
            return foe
    name = view.me.target
    if name is not None:
        foe = view.seen(name)
        if foe.able:
            return foe
    foes = view.foes
    return foes[0] if foes else None


def noted(request: Request, option: Option, why: str) -> Option:
    """Return an option with a few words for the log on why it was chosen."""
    request.note = why
    return option


def least_crowded(view: Any, crowd: float, most: int = 6, nearer: Callable[[Any], float] | None = None) -> Any | None:
    """Return the nearest foe, each friend that is nearer to one counted as some way more.

    Args:
        view: the fighter's view.
        crowd: for each friend that is nearer to a foe, in the system's lengths.
        most: how many of the nearest foes are looked at.
        nearer: how much less the way to a foe counts, in the system's lengths; nothing when None.
    """
    foes = view.foes[:most]
    if len(foes) < 2:
        return foes[0] if foes else None
    friends = [friend.position for friend in view.friends]
    best, found = 0.0, None
    for foe in foes:
        distance, (x, y) = foe.distance, foe.position
        way = distance + crowd * sum(1 for fx, fy in friends if hypot(fx - x, fy - y) < distance)
        if nearer is not None:
            way -= nearer(foe)
        if found is None or way < best:
            best, found = way, foe
    return found


def closing_speed(me: Any, foe: Any) -> float:
    """Return how fast two fighters come closer now, in the system's lengths a count; negative when they part."""
    (ax, ay), (bx, by) = me.velocity, foe.velocity
    vx, vy = bx - ax, by - ay
    if not (vx or vy):
        return 0.0
    (px, py), (qx, qy) = me.position, foe.position
    dx, dy = px - qx, py - qy
    size = hypot(dx, dy)
    speed = (vx * dx + vy * dy) / size if size else 0.0
    return speed if abs(speed) > _STILL else 0.0
