"""What does not show of a character in a shots fight, drawn for an imagined one: a named function for each (CLK-5, CLK-7).

A draw goes by what shows, by the scenario, and by how long the fight has lasted: at its beginning nothing is used up, and
everybody is where the scenario says. Each character has a stream of its own for it, so that no draw moves another's.
"""

from __future__ import annotations

from math import hypot

from engine.dice import Streams
from engine.shots import body, lookup
from engine.shots.model import CombatantSpec, WeaponSpec
from engine.shots.rules import ShotsRules

Place = tuple[float, float]

PURPOSE = "imagine"

STRETCHES = 4
"""Ways that somebody unseen may have gone: quarters of the longest."""


class Unknown:
    """Draws what does not show of one character.

    Attributes:
        actions: whole actions there was time for since the battle began: no more of anything is used up.
        called: whether it is later than the battle's first instant.
    """

    __slots__ = ("_streams", "actions", "called")

    def __init__(self, streams: Streams, actions: int, called: bool) -> None:
        self._streams, self.actions, self.called = streams, actions, called

    def upto(self, most: int) -> int:
        """Return a whole number 0 .. most, each with the same chance; 0 without a draw when there is no other."""
        return self._streams.stream(PURPOSE).die(most + 1) - 1 if most > 0 else 0

    def perhaps(self) -> bool:
        """Return whether something that can't have been at the first instant is so: an even chance."""
        return self.called and self.upto(1) == 1

    def spent(self, total: int) -> int:
        """Return how many of so many points, shots or throws are used up, at most one a whole action."""
        return self.upto(min(total, self.actions))


def wounds(unknown: Unknown, step: int, spec: CombatantSpec, rules: ShotsRules) -> int:
    """Return the Wound Points of somebody that can fight, within the step that shows (S-WND-1).

    Args:
        step: 0 unhurt, 1 hurt, 2 impaired, 3 badly impaired: then at most what its Constitution makes it likely to survive.
    """
    impaired, badly = sorted((rules.impaired_1, rules.impaired_2))
    floors = (0, 1, impaired, badly, max(badly, rules.death_from + spec.constitution) + 1)
    return floors[step] + unknown.upto(floors[step + 1] - 1 - floors[step])


def dying(unknown: Unknown, sequence: int, rules: ShotsRules) -> tuple[int, int]:
    """Return by how much somebody who is dying failed its Death Test, and the sequence with which it dies (S-WND-2)."""
    lives = {by: body.sequences_to_live(by, rules) for by in range(1, rules.dead_by)}
    failed = [by for by, sequences in lives.items() if sequences is not None]
    by = failed[unknown.upto(len(failed) - 1)]
    return by, sequence + 1 + unknown.upto((lives[by] or 1) - 1)


def way_left(unknown: Unknown, now: int, shot: int, rules: ShotsRules) -> int:
    """Return the shots until a movement that shows is over (S-MOV-1).

    It ends when the shots of its action are over, which is its character's next shot, if that is near enough; else its
    character has spent shots since.

    Args:
        now: the shot of this instant.
        shot: the shots its character has left.
    """
    longest = max(rules.action_shots, rules.run_shots, rules.defend_other_shots)
    left = now - shot
    return left if shot > 0 and 0 < left <= longest else 1 + unknown.upto(longest - 1)


def counter(unknown: Unknown, now: int, spec: CombatantSpec, rules: ShotsRules) -> int:
    """Return the shot counter of somebody unseen: within a whole action of this instant, or of its highest roll (S-SEQ-1)."""
    highest = spec.speed + rules.initiative_dice * rules.initiative_sides
    return max(0, min(now, highest) - unknown.upto(rules.action_shots))


def whereabouts(unknown: Unknown, here: Place, there: Place, farthest: float) -> Place:
    """Return where somebody unseen may be: where it began, or on its way to an opponent: no direction else is special (S-DEF-3).

    Args:
        here: where it began.
        there: where its nearest opponent is.
        farthest: the longest way it may have come, meters.
    """
    gap = hypot(there[0] - here[0], there[1] - here[1])
    if min(farthest, gap) <= 0.0 or not unknown.perhaps():
        return here
    share = min(farthest, gap) / gap * (1 + unknown.upto(STRETCHES - 1)) / STRETCHES
    way = [start + share * (end - start) for start, end in zip(here, there, strict=True)]
    return round(way[0], lookup.DECIMALS), round(way[1], lookup.DECIMALS)


def load(unknown: Unknown, spec: WeaponSpec, pledged: int = 0) -> tuple[int, int]:
    """Return what is loaded in a weapon, and what is carried beside it; one is reloaded when it is empty (S-SEQ-3).

    Args:
        pledged: attacks with it that are announced, and so not fired yet.
    """
    if not spec.magazine:
        return 0, max(spec.ammunition - unknown.spent(spec.ammunition), pledged - 1)
    carried = spec.ammunition if spec.feed != "none" else 0
    used = unknown.spent(spec.magazine + carried)
    before = max(0, used - 1) // spec.magazine * spec.magazine  # fired from magazines that were empty and replaced
    full = min(spec.magazine, spec.magazine + carried - before)
    return max(full - (used - before), pledged), max(0, spec.ammunition - before)


def copies(unknown: Unknown, spec: WeaponSpec) -> int:
    """Return how many of a weapon that is thrown, and not in hand, its owner has left (S-SEQ-3)."""
    return 1 + spec.ammunition - unknown.spent(1 + spec.ammunition)
