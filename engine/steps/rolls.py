"""Every random decision of the steps system, one named function each (CLK-7).

Each rolls its own purpose's stream of the combatant that rolls, logs the roll with every modifier and its rule, and
returns what it means with the roll's ``seq``. The modifiers of a check add up to what the die alone must show.
"""

from __future__ import annotations

from collections.abc import Sequence

from engine import anatomy
from engine.events_base import Mod
from engine.steps import report
from engine.steps.damage import Dice
from engine.steps.difficulty import Link, difficulty_of
from engine.steps.state import Fight, Fighter

Seq = int | None


def check(fight: Fight, fighter: Fighter, links: Sequence[Link], cause: Seq, action: str) -> tuple[int, int, bool, Seq]:
    """Make an attack check (P-CHK-1, P-CHK-2, P-MOD-2).

    Returns:
        The check's total, the natural roll, whether it succeeds, and the roll's ``seq``.
    """
    rules, attribute = fight.rules, fighter.spec.shooting
    need = difficulty_of(sum(link.steps for link in links), rules) - attribute
    face = fighter.streams.roll("check", 1, rules.check_die)[0]
    success = face >= need or face >= rules.sure_hit
    if fight.log is None:
        return face + attribute, face, success, None
    mods = _mods_of(links, attribute, "shooting", fight)
    seq = report.roll(
        fight, fighter, "check", f"1d{rules.check_die}", (face,), "hit" if success else "miss", mods, need, face - need,
        cause, action,
    )  # fmt: skip
    return face + attribute, face, success, seq


def _mods_of(links: Sequence[Link], attribute: int, name: str, fight: Fight) -> list[Mod]:
    """Return the modifiers of a check: the ladder's base, each link in points, the attribute (P-CHK-1)."""
    rules = fight.rules
    mods = [Mod("P-CHK-1", rules.ladder_base, "difficulty of step 0")]
    mods += [Mod(link.rule, link.steps * rules.ladder_step, f"{link.why}: {link.steps:+d} steps") for link in links if link.steps]
    mods.append(Mod("P-CHK-1", -attribute, f"attribute {name}"))
    return mods


def dodge(fight: Fight, fighter: Fighter, cause: Seq, action: str) -> tuple[bool, Seq]:
    """Make a dodge check, a step harder for each dodge since the last own action (P-MOD-2)."""
    rules, attribute = fight.rules, fighter.spec.dodge
    links = [Link("P-MOD-2", rules.dodge_step, "a dodge")]
    if fighter.dodges:
        links.append(Link("P-MOD-2", rules.dodge_again * fighter.dodges, f"dodges since its last action: {fighter.dodges}"))
    need = difficulty_of(sum(link.steps for link in links), rules) - attribute
    face = fighter.streams.roll("dodge", 1, rules.check_die)[0]
    success = face >= need
    if fight.log is None:
        return success, None
    mods = _mods_of(links, attribute, "dodge", fight)
    result = "dodged" if success else "not dodged"
    seq = report.roll(
        fight, fighter, "dodge", f"1d{rules.check_die}", (face,), result, mods, need, face - need, cause, action
    )
    return success, seq


def location(fight: Fight, shooter: Fighter, cause: Seq, action: str) -> tuple[str, str, str]:
    """Roll where a shot lands: the part, its side, and the words for both (P-DMG-1, C-LOC-1, C-LOC-2).

    A hit on the head rolls once more, for where on the head.
    """
    roll = shooter.streams.roll("location", 1, anatomy.FACES)[0]
    part, side = anatomy.location(roll)
    words = f"{side} {part}"
    report.roll(fight, shooter, "location", f"1d{anatomy.FACES}", (roll,), words, cause=cause, action=action)
    return part, side, words


def head(fight: Fight, shooter: Fighter, cause: Seq, action: str) -> str:
    """Roll where on the head a shot lands (C-LOC-2)."""
    roll = shooter.streams.roll("location", 1, anatomy.FACES)[0]
    detail = anatomy.head_detail(roll)
    report.roll(fight, shooter, "location", f"1d{anatomy.FACES}", (roll,), detail, cause=cause, action=action)
    return detail


def damage(fight: Fight, shooter: Fighter, dice: Dice, extra: int, cause: Seq, action: str) -> tuple[int, Seq]:
    """Roll a weapon's damage, with the dice a burst adds (P-DMG-1, P-FIR-1)."""
    number = dice.number + extra
    faces = shooter.streams.roll("damage", number, dice.sides)
    total = max(0, sum(faces) + dice.constant)
    if fight.log is None:
        return total, None
    mods = [Mod("P-DMG-1", dice.constant, "constant")]
    seq = report.roll(
        fight, shooter, "damage", f"{number}d{dice.sides}", faces, str(total), mods, cause=cause, action=action
    )
    return total, seq


def scatter(fight: Fight, shooter: Fighter, cause: Seq, action: str) -> int:
    """Roll which way in-direct fire scatters: an index of `grid.FACINGS` (P-LOS-3)."""
    face = shooter.streams.roll("scatter", 1, 8)[0]
    report.roll(fight, shooter, "scatter", "1d8", (face,), str(face), cause=cause, action=action)
    return face - 1


def tie(fight: Fight, fighter: Fighter, cause: Seq, action: str) -> int:
    """Draw who of several at one instant comes first, the lowest draw (CLK-3)."""
    drawn = fighter.streams.d100("tie")
    if fight.log is not None:
        report.roll(fight, fighter, "tie", "1d100", (drawn,), str(drawn), cause=cause, action=action)
    return drawn
