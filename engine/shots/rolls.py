"""Every random decision of the shots system, one named function each (CLK-7).

Each rolls its own purpose's stream of the character that rolls, logs the roll with every modifier and its rule, and
returns what it means with the roll's ``seq``. The modifiers of an open roll add up to what the dice alone must reach.
"""

from __future__ import annotations

from collections.abc import Sequence

from engine.events_shots import FortunePoint
from engine.shots import lookup, report
from engine.shots.attack import is_wonder, open_roll
from engine.shots.lookup import Term
from engine.shots.state import Fight, Fighter

Seq = int | None

Open = tuple[int, bool, Seq]
"""The margin of an open roll, whether both first dice showed their highest face, and the roll's ``seq``."""


def initiative(fight: Fight, roller: Fighter, members: Sequence[Fighter], cause: Seq) -> tuple[list[int], Seq]:
    """Roll initiative, for oneself or for a group (S-SEQ-1, S-WND-3).

    Args:
        roller: whose stream is used.
        members: for whom the roll counts: the roller alone, or its group.

    Returns:
        Everyone's first shot, in the order of the members, and the ``seq`` of the roll.
    """
    rules = fight.rules
    fortune, cause = _fortune(fight, roller, "initiative", False, cause, None)
    faces = roller.streams.roll("initiative", rules.initiative_dice, rules.initiative_sides)
    rolled = sum(faces) + fortune
    shots = [rolled + sum(value for value, _, _ in _initiative_terms(fight, member)) for member in members]
    if fight.log is None:
        return shots, None
    terms = _initiative_terms(fight, roller)
    if fortune:
        terms.append((fortune, "S-CHR-1", "Fortune"))
    own = shots[members.index(roller)]
    result = f"shot {own}" if len(members) == 1 else f"shot {own}, for a group of {len(members)}"
    dice = f"{rules.initiative_dice}d{rules.initiative_sides}"
    return shots, report.roll(fight, roller, "initiative", dice, faces, result, terms, cause=cause)


def _initiative_terms(fight: Fight, fighter: Fighter) -> list[Term]:
    """Return what is added to a character's initiative roll (S-SEQ-1, S-WND-1, S-CHR-3)."""
    rules = fight.rules
    terms: list[Term] = [(fighter.spec.speed, "S-SEQ-1", "Speed"), *_impaired(fight, fighter)]
    terms += [(value, "S-CHR-3", schtick.why) for schtick in fighter.schticks if (value := schtick.initiative(rules))]
    return terms


def attack(fight: Fight, attacker: Fighter, bonuses: Sequence[Term], against: Sequence[Term], fortune: bool,
           cause: Seq, action: str) -> Open:  # fmt: skip
    """Roll an attack (S-ROL-1, S-ROL-2).

    Args:
        bonuses: the attacker's skill and all that is added to it; impairment is added here.
        against: what the total must reach: defense and all that is added to it.
        fortune: whether a Fortune point was declared for it.

    Returns:
        By how much it reached the difficulty; negative for a miss.
    """
    return _open(fight, attacker, "attack", bonuses, against, fortune, cause, action, ("hit", "miss", "fumble"))


def death_test(fight: Fight, fighter: Fighter, cause: Seq) -> tuple[int, Seq]:
    """Roll a Death Test: the margin, negative by how much it failed (S-WND-2)."""
    rules = fight.rules
    mine: list[Term] = [(fighter.spec.constitution, "S-WND-2", "Constitution")]
    past: list[Term] = [(fighter.wounds - rules.death_from, "S-WND-2", f"Wound Points past {rules.death_from}")]
    words = ("lives", "fails by {by}", "fails by {by}")
    margin, _, seq = _open(fight, fighter, "death_test", mine, past, False, cause, None, words)
    return margin, seq


def medicine(fight: Fight, healer: Fighter, against: Sequence[Term], fortune: bool, cause: Seq, action: str) -> Open:
    """Roll Medicine on somebody (S-CHR-1)."""
    mine: list[Term] = [(lookup.skill(healer, "medicine"), "S-CHR-1", "medicine")]
    return _open(fight, healer, "medicine", mine, against, fortune, cause, action, ("success", "failure", "fumble"))


def perception(fight: Fight, watcher: Fighter, sneaker: Fighter, cause: Seq) -> tuple[bool, Seq]:
    """Roll whether a character detects one that sneaks up on it (S-DEF-3)."""
    mine: list[Term] = [(lookup.skill(watcher, "detect"), "S-DEF-3", "detect")]
    if watcher.spec.wary:
        mine.append((fight.rules.detect_bonus, "S-DEF-3", "wary"))
    up = lookup.active(watcher, "detect")
    if up is not None and up.bonus:
        mine.append((up.bonus, "S-DEF-3", up.kind))
    theirs: list[Term] = [(lookup.skill(sneaker, "stealth"), "S-DEF-3", "stealth")]
    words = ("detected", "not detected", "not detected")
    margin, _, seq = _open(fight, watcher, "perception", mine, theirs, False, cause, None, words)
    return margin >= 0, seq


def tie(fight: Fight, fighter: Fighter, cause: Seq, action: str) -> int:
    """Draw who of several at one instant comes first, the lowest draw (CLK-3)."""
    drawn = fighter.streams.d100("tie")
    if fight.log is not None:
        report.roll(fight, fighter, "tie", "1d100", (drawn,), str(drawn), cause=cause, action=action)
    return drawn


def _open(
    fight: Fight, fighter: Fighter, purpose: str, mine: Sequence[Term], against: Sequence[Term], fortune: bool,
    cause: Seq, action: str | None, words: tuple[str, str, str],
) -> Open:  # fmt: skip
    """Make an open roll: positive less negative chain against what the terms leave to be reached (S-ROL-1).

    Args:
        words: what it is called when it reaches, when it does not (``{by}`` is by how much), and when it does not and
            both first dice were highest.
    """
    rules = fight.rules
    extra, cause = _fortune(fight, fighter, purpose, fortune, cause, action)
    impaired = _impaired(fight, fighter)
    need = sum(term[0] for term in against) - extra
    for given in (mine, impaired):
        for term in given:
            need -= term[0]
    positive, negative = fighter.streams.open_roll(purpose, rules.die)
    margin = open_roll(positive, negative) - need
    wonder = is_wonder(positive, negative, rules)
    if fight.log is None:
        return margin, wonder, None
    terms = [*against, *((-value, rule, why) for value, rule, why in (*mine, *impaired))]
    if extra:
        terms.append((-extra, "S-CHR-1", "Fortune"))
    faces = (positive[0], negative[0], *positive[1:], *negative[1:])
    result = words[0] if margin >= 0 else (words[2] if wonder else words[1]).format(by=-margin)
    seq = report.roll(
        fight, fighter, purpose, f"open d{rules.die}", faces, result, terms, need, margin, cause, action
    )  # fmt: skip
    return margin, wonder, seq


def _impaired(fight: Fight, fighter: Fighter) -> list[Term]:
    value = lookup.impairment(fighter, fight.rules)
    return [(value, "S-WND-1", "impairment" if value < 0 else "Guts")] if value else []


def _fortune(
    fight: Fight, fighter: Fighter, purpose: str, declared: bool, cause: Seq, action: str | None
) -> tuple[int, Seq]:
    """Spend a Fortune point that was declared for a roll, or set aside for its purpose: a closed die (S-CHR-1)."""
    if not declared and purpose not in fighter.fortune_for:
        return 0, cause
    if not declared:
        fighter.fortune_for.discard(purpose)
    if fighter.fortune < 1:
        return 0, cause
    rules = fight.rules
    fighter.fortune -= 1
    faces = fighter.streams.roll("fortune", rules.fortune_dice, rules.fortune_sides)
    extra = sum(faces)
    if fight.log is not None:
        cause = report.add(fight, FortunePoint, fighter, cause, action, roll=purpose, what="spent", left=fighter.fortune)
        dice = f"{rules.fortune_dice}d{rules.fortune_sides}"
        cause = report.roll(fight, fighter, "fortune", dice, faces, f"+{extra}", cause=cause, action=action)
    return extra, cause
