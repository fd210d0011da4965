"""The odds of the shots system with the open roll left open: attacks, areas, initiative, Death Tests, structures.

The open roll has no end, so a list of its results ends where less than `TAIL` is left, and what is left is told.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from fractions import Fraction
from typing import Any

from engine.counts.damage import Dice
from engine.errors import InputError
from engine.shots import body
from engine.shots.terms import snapshot
from studies import calc_shots as shots
from studies.calc_shots import AREA_KEYS, MOST_SHOTS, SHOT_KEYS, SHOTS, STRUCTURE_KEYS
from studies.odds_exact import dice_weights, mean_of, ordered, shares, told
from studies.odds_open import PLAIN, Attack, OpenRoll
from studies.questions import Calc, Key, Refused, Values, flag, optional, whole

TAIL = Fraction(1, 10**9)
"""A list of an open roll ends where less than this is left; what is left is told exactly."""

ROLL_KEYS: tuple[Key, ...] = (
    optional(whole("mod", "what else is added to the roll: range, impairment, schticks", ge=-1000, le=1000), 0),
    optional(
        whole("shots", "shots the attack takes; 2 or 1 is a snapshot (S-SEQ-5)", ge=1, le=SHOTS.action_shots),
        SHOTS.action_shots,
    ),
    flag("fortune", "a Fortune point adds its die (S-CHR-1)"),
)


def open_roll(values: Values) -> OpenRoll:
    """Return the open roll, with a Fortune point's die where one is spent (S-ROL-1, S-CHR-1)."""
    fortune = dice_weights(Dice(0, SHOTS.fortune_dice, SHOTS.fortune_sides)) if values["fortune"] else PLAIN
    return OpenRoll(SHOTS.die, fortune)


def attack_value(values: Values) -> int:
    """Return what is added to the open roll of an attack (S-ROL-2, S-SEQ-5)."""
    return int(values["skill"]) + int(values["mod"]) + snapshot(values["shots"], SHOTS)


# attacks


def shots_attack(values: Values) -> dict[str, Any]:
    """Answer S-ROL-1 to S-ROL-3: hit, fumble, Outcome and Wound Points, the open roll's endless chains included."""
    soaked = values["toughness"] + (0 if values["ignores_armor"] else values["armor"]) - values["damage"]
    roll = open_roll(values)
    attack = Attack(shots.shot_difficulty(values) - attack_value(values), SHOTS.wonder_outcome, soaked, roll)
    hits = attack.hit()
    main = {
        "hit": hits,
        "miss": 1 - hits,
        "fumble": (1 - hits) * roll.wonder,
        "wonder_hit": hits * roll.wonder,
        "mean_wounds": attack.mean_wounds(),
        "mean_outcome": attack.mean_outcome(),
        "wounded": attack.wounds(1),
    }
    if values["points"] is not None:
        main["at_least_points"] = attack.wounds(values["points"])
    outcomes, rest = tail_list(attack.outcome, 0)
    wounds, beyond = tail_list(attack.wounds, max(1, -soaked))
    wounds = {"0": float(1 - attack.wounds(1)), **wounds}
    return told(main, wounds=wounds, beyond=beyond, outcomes=outcomes, outcomes_beyond=rest)


def tail_list(at_least: Callable[[int], Fraction], least: int) -> tuple[dict[str, float], dict[str, Any]]:
    """Return a distribution from its least value down to its thin tail, and that tail's exact weight.

    Args:
        at_least: the chance of at least so much.
        least: the least value that is listed.
    """
    listed: dict[str, float] = {}
    here = at_least(least)
    while here >= TAIL:
        more = at_least(least + 1)
        listed[str(least)] = float(here - more)
        here, least = more, least + 1
    return listed, {"from": least, "probability": float(here)}


def shots_area(values: Values) -> dict[str, Any]:
    """Answer S-RNG-4: each target's chance, the most vulnerable first, and how many are hit by the one roll."""
    bonus, difficulties = shots.area(values)
    roll = open_roll(values)
    total = attack_value(values) + bonus
    chances = [roll.at_least(difficulty - total) for difficulty in difficulties]
    nobody, *rest = (before - after for before, after in zip([Fraction(1), *chances], [*chances, Fraction(0)], strict=True))
    main = {"hit": chances[0], "mean_hits": sum(chances, Fraction(0)), "fumble": nobody * roll.wonder}
    return told(
        main, difficulties=list(difficulties), chances=[float(chance) for chance in chances],
        hits={str(hits): float(chance) for hits, chance in enumerate((nobody, *rest))}, density=bonus,
    )  # fmt: skip


# initiative


def initiative_weights(speed: int) -> dict[int, int]:
    """Return the first shots by the number of ways (S-SEQ-1)."""
    rolled = dice_weights(Dice(0, SHOTS.initiative_dice, SHOTS.initiative_sides))
    return {speed + total: ways for total, ways in rolled.items()}


def shots_initiative(values: Values) -> dict[str, Any]:
    """Answer S-SEQ-1 and S-SEQ-3: the first shot, the usual actions it gives, and who comes first of two."""
    mine = initiative_weights(values["speed"] + values["mod"])
    total = sum(mine.values())
    actions: Counter[int] = Counter()
    for shot, ways in mine.items():
        actions[len(shots.acts_of(shot, None)[0])] += ways
    main = {"mean": mean_of(mine.items(), total), "mean_actions": mean_of(actions.items(), total)}
    if values["against"] is not None:
        main |= first_of_two(mine, initiative_weights(values["against"]))
    return told(main, shots=shares(mine, total), actions=shares(ordered(actions), total))


def first_of_two(mine: dict[int, int], theirs: dict[int, int]) -> dict[str, Fraction]:
    """Return the chances to come first, at one shot, and later."""
    total = sum(mine.values()) * sum(theirs.values())
    pairs = [(shot, other, ways * more) for shot, ways in mine.items() for other, more in theirs.items()]
    first = Fraction(sum(ways for shot, other, ways in pairs if shot > other), total)
    level = Fraction(sum(ways for shot, other, ways in pairs if shot == other), total)
    return {"first": first, "together": level, "later": 1 - first - level}


# wounds


def shots_death_test(values: Values) -> dict[str, Any]:
    """Answer S-WND-2: the chance to live, to be dying, to be dead at once, and each time there is left.

    Raises:
        Refused: nobody is asked for a Death Test at so few Wound Points.
    """
    wounds = values["wounds"]
    if wounds <= SHOTS.death_from:
        raise Refused(f"S-WND-2: no Death Test up to {SHOTS.death_from} Wound Points")
    roll, bonus = open_roll(values), shots.impairment(wounds, values["guts"])
    need = wounds - SHOTS.death_from - values["constitution"] - bonus
    lives, at_once = roll.at_least(need), 1 - roll.at_least(need - SHOTS.dead_by + 1)
    bands = [
        {"failed_by": failed, "minutes": body.time_to_live(failed, SHOTS), "probability": float(roll.exactly(need - failed))}
        for failed in range(1, SHOTS.dead_by)
    ]
    main = {"lives": lives, "dying": 1 - lives - at_once, "dead": at_once}
    return told(main, need=need, impairment=bonus, bands=bands)


def shots_medicine(values: Values) -> dict[str, Any]:
    """Answer S-CHR-1: the chance to save one who is dying, or else the Wound Points that are healed.

    Raises:
        InputError: neither what its Death Test failed by nor its Wound Points, or both.
    """
    failed, wounds = values["failed_by"], values["wounds"]
    if (failed is None) == (wounds is None):
        raise InputError("calc odds shots-medicine", "both or neither", "exactly one of failed_by= (one who is dying) and wounds=")
    roll = open_roll(values)
    difficulty = SHOTS.medicine_wounds if failed is None else SHOTS.medicine_dying + failed
    healing = Attack(difficulty - values["skill"] - values["mod"], SHOTS.wonder_outcome, 0, roll)
    made = healing.hit()
    main = {"success": made, "failure": 1 - made, "fumble": (1 - made) * roll.wonder}
    if wounds is None:
        return told(main, difficulty=difficulty)
    chances = [healing.wounds(points) for points in range(1, wounds + 1)]
    main["mean_healed"] = sum(chances, Fraction(0))
    steps = zip([Fraction(1), *chances], [*chances, Fraction(0)], strict=True)
    healed = {str(points): float(here - more) for points, (here, more) in enumerate(steps)}
    return told(main, difficulty=difficulty, healed=healed)


def shots_structure(values: Values) -> dict[str, Any]:
    """Answer S-WND-4: the chance to hit a structure, what a hit does, and the attacks it takes to destroy it."""
    roll = open_roll(values)
    hits = roll.at_least(SHOTS.structure_difficulty - attack_value(values))
    left, destroyed = shots.struck(values["damage"], values["toughness"])
    needed = shots.hits_needed(values["damage"], values["toughness"])
    main = {"hit": hits, "fumble": (1 - hits) * roll.wonder}
    if needed is not None and hits:
        main["mean_attacks"] = needed / hits
    return told(main, toughness=left, destroyed=destroyed, hits=needed)


SKILL: Key = whole("skill", "the attacker's skill", ge=-1000, le=1000)

SHOTS_ODDS: tuple[Calc, ...] = (
    Calc("odds shots-attack", (
        *SHOT_KEYS, *ROLL_KEYS,
        optional(whole("points", "asks for the chance of at least so many Wound Points", ge=1, le=10_000)),
    ), shots_attack, ("S-ROL-1", "S-ROL-2", "S-ROL-3", "S-RNG-2", "S-SEQ-5")),
    Calc("odds shots-area", (SKILL, *AREA_KEYS, *ROLL_KEYS), shots_area, ("S-RNG-4", "S-ROL-1", "S-ROL-2")),
    Calc("odds shots-initiative", (
        whole("speed", "Speed", ge=-100, le=100),
        optional(whole("mod", "what else is added: impairment, schticks", ge=-100, le=100), 0),
        optional(whole("against", "another's Speed with all that is added to it", ge=-200, le=200)),
    ), shots_initiative, ("S-SEQ-1", "S-SEQ-3")),
    Calc("odds shots-death-test", (
        whole("constitution", "Constitution", ge=0, le=MOST_SHOTS),
        whole("wounds", "Wound Points, the new ones in", ge=0, le=10_000),
        ROLL_KEYS[-1], optional(whole("guts", "picks of Guts (S-WND-1)", ge=0, le=2), 0),
    ), shots_death_test, ("S-WND-2", "S-WND-1", "S-ROL-1")),
    Calc("odds shots-medicine", (
        whole("skill", "Medicine", ge=-1000, le=1000), *ROLL_KEYS[::2],
        optional(whole("failed_by", "of one who is dying: what its Death Test failed by", ge=1, le=MOST_SHOTS)),
        optional(whole("wounds", "of anybody else: its Wound Points", ge=0, le=MOST_SHOTS)),
    ), shots_medicine, ("S-CHR-1", "S-ROL-1")),
    Calc("odds shots-structure", (SKILL, *STRUCTURE_KEYS, *ROLL_KEYS), shots_structure, ("S-WND-4", "S-ROL-1", "S-ROL-2")),
)  # fmt: skip
"""Every calc of the shots system's odds."""
