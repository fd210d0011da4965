"""One attack: open roll, Outcome, Wound Points (S-ROL-1 to S-ROL-3, S-RNG-3)."""

from __future__ import annotations

from collections.abc import Sequence

from engine.shots.rules import ShotsRules


def chain_is_whole(faces: Sequence[int], rules: ShotsRules) -> bool:
    """Return whether the faces of one die are a whole chain: sixes that go on, then one face that ends it (S-ROL-1)."""
    if not faces or not all(1 <= face <= rules.die for face in faces):
        return False
    return faces[-1] < rules.die and all(face == rules.die for face in faces[:-1])


def is_wonder(positive: Sequence[int], negative: Sequence[int], rules: ShotsRules) -> bool:
    """Return whether both first dice show six: both are re-rolled, and something extraordinary happens (S-ROL-1)."""
    return positive[0] == rules.die == negative[0]


def open_roll(positive: Sequence[int], negative: Sequence[int]) -> int:
    """Return the positive chain less the negative one (S-ROL-1)."""
    return sum(positive) - sum(negative)


def difficulty(dodge: int, bonus: int, move: int | None) -> int:
    """Return what an attack must reach (S-ROL-2, S-RNG-3).

    Args:
        dodge: the target's defense.
        bonus: of cover, concealment and active defense.
        move: the target's Move when it moves and the weapon is handheld and ranged, else None.
    """
    defended = dodge + bonus
    return defended if move is None else max(defended, move)


def outcome(total: int, difficulty: int, wonder: bool, rules: ShotsRules) -> int:
    """Return the Outcome: 0 or more is a hit, below it a miss (S-ROL-2).

    Args:
        total: skill and open roll.
        difficulty: what it had to reach.
        wonder: both first dice were six: a hit gains Outcome, a miss is a fumble (S-ROL-1).
    """
    margin = total - difficulty
    return margin + rules.wonder_outcome if wonder and margin >= 0 else margin


def wounds(damage: int, outcome: int, toughness: int, armor: int, ignores_armor: bool) -> int:
    """Return the Wound Points of an attack; 0 for a miss (S-ROL-3).

    Args:
        damage: the weapon's Damage Value.
        outcome: of `outcome`.
        toughness, armor: the target's.
        ignores_armor: the attack meets Toughness alone.
    """
    if outcome < 0:
        return 0
    return max(0, damage + outcome - toughness - (0 if ignores_armor else armor))
