"""What nobody sees of another, drawn: its health, the rounds it has left, its Combat Mode while it is busy (P-DMG-1, P-FIR-1).

Nothing is drawn that the time gone by does not allow: before a first shot can have been fired, all are unhurt and loaded.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from engine.steps import declare, grid, lookup
from engine.steps.rules import FIRE_MODES
from engine.steps.seen import Seen
from engine.steps.state import Fight, Fighter, Weapon

if TYPE_CHECKING:
    from engine.dice import Stream


def below(one: Fighter, limit: int) -> int:
    """Draw a whole number 0..limit-1 of what is hidden of somebody."""
    stream = cast("Stream", one.streams.stream("imagined"))
    return stream.below(limit) if limit > 1 else 0


def of_seen(fight: Fight, one: Fighter, window: Seen) -> None:
    """Draw what does not show of one who does: health within its condition, rounds, and the mode it has chosen."""
    most = one.spec.health
    condition = window.condition
    if not window.able:
        _is_out(one, condition == "dead")
    elif condition == "hurt":
        one.health = most // 2 + 1 + below(one, most - 1 - most // 2)
    elif condition == "badly_hurt":
        one.health = 1 + below(one, most // 2)
    hides = window.pace == "sprinting" or (window.doing == "reload" and window.phase == "working")
    if not hides:
        one.mode = window.mode
    _load(fight, one)


def of_unseen(fight: Fight, one: Fighter, able: bool) -> None:
    """Draw the state of one of whom nothing shows: as often as not it is unhurt, and guards as it did at the start."""
    if not able:
        _is_out(one, False)
        return
    if fight.t > shortest(fight) and below(one, 2):
        one.health = 1 + below(one, one.spec.health)
    if fight.t >= fight.rules.change_counts and below(one, 2):
        one.mode = "guarded"
    if fight.t >= fight.rules.bring_counts and len(one.weapons) > 1 and not below(one, 4):
        one.hand = list(one.weapons.values())[below(one, len(one.weapons))]
    _load(fight, one)


def look_about(fight: Fight, one: Fighter, me: Fighter) -> None:
    """Draw which way one faces of whom nothing shows: about where its opponent is, now and then anywhere (P-LOS-2)."""
    if one.spec.facing is not None and not fight.clock.now:
        one.facing = grid.FACINGS.index(one.spec.facing)
        return
    toward = grid.facing_toward(one.square, me.square)
    one.facing = (toward + (below(one, 8) if fight.clock.now and not below(one, 4) else 0)) % 8


def _is_out(one: Fighter, dead: bool) -> None:
    one.out, one.dead = ("dead", True) if dead else ("down", False)
    one.health = -one.spec.health if dead else 0


def shortest(fight: Fight) -> float:
    """Return how long the shortest shot takes, counts: before that nobody has fired (P-FIR-2)."""
    return min(sum(declare.fire_counts(mode, fight.rules)) for mode in FIRE_MODES)


def _load(fight: Fight, one: Fighter) -> None:
    """Draw how many rounds one has fired of the weapon in hand, with the reloads that took (P-FIR-1, P-FIR-2)."""
    weapon = one.hand
    shots = int(fight.t / shortest(fight))
    if weapon is None or not weapon.spec.magazine or not shots:
        return
    spec = weapon.spec
    most = shots * max(lookup.rounds_of(mode, fight.rules) for mode in spec.modes)
    fired = below(one, 1 + min(most, spec.magazine + spec.ammunition - 1))
    reloads, spent = divmod(fired, spec.magazine)
    weapon.loaded = spec.magazine - spent
    weapon.carried = max(0, spec.ammunition - reloads * spec.magazine)


def at_least(weapon: Weapon, rounds: int) -> None:
    """Leave a weapon the rounds that a shot under way takes."""
    if weapon.spec.magazine:
        weapon.loaded = max(weapon.loaded, min(rounds, weapon.spec.magazine))
