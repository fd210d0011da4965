"""The answers of ``couched calc`` on the steps system: difficulties, misses, arcs, the times of a shot, ways to walk.

Questions about a map are in `studies.calc_grid`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from engine.errors import InputError
from engine.steps import damage as harm
from engine.steps import declare, misses, movement
from engine.steps import difficulty as ladder
from engine.steps.difficulty import Link
from engine.steps.rules import BANDS, FIRE_MODES, PACES, SKILLS, StepsRules
from engine.units import counts_of, ticks_up
from studies.questions import Calc, Key, Refused, Values, flag, found, number, optional, text, whole, wholes

STEPS = StepsRules()

FULL = 100
"""Percent of cover from which on something is no valid target (P-LOS-5)."""

SECONDS = 0.25
"""Seconds of a count (CLK-1)."""

STEP_KEY = whole("step", "the step of the ladder", ge=-1000, le=1000)

COVERS = wholes("covers", "percent of each thing in the way, nearest the shooter first; a character is 50", ge=0, le=10_000)

STEPS_KEYS: tuple[Key, ...] = (
    text("skill", "skill level", SKILLS),
    text("range", "range band", BANDS),
    flag("dodged", "the target dodged (P-MOD-2)"),
    optional(number("cover", "what covers the target, percent, summed", ge=0, le=10_000), 0),
    optional(number("concealment", "what hides the target, percent, summed", ge=0, le=10_000), 0),
    optional(text("pace", "the shooter's own movement", PACES), "still"),
    optional(text("fire", "fire mode", FIRE_MODES), "single"),
    optional(number("aim", "counts of aim before an aimed shot, 4 a spell, or give spells; else one spell", ge=0, le=10_000)),
    optional(whole("spells", "spells of aim before an aimed shot, two at most, instead of aim", ge=0, le=2)),
)


# the difficulty


def steps_chain(values: Values) -> tuple[Link, ...]:
    """Return the links of an attack (P-CHK-2).

    Raises:
        Refused: the rules allow no such attack.
    """
    no = ladder.refusal(values["cover"], values["pace"], STEPS)
    if no is not None:
        raise Refused(f"{no[0]}: {no[1]}")
    return ladder.chain(
        values["skill"], values["range"], values["dodged"], values["cover"], values["concealment"],
        values["fire"], aimed_counts(values), values["pace"], STEPS,
    )  # fmt: skip


def aimed_counts(values: Values) -> float:
    """Return the counts of aim before a shot: those of ``aim``, or of so many ``spells``; one spell unless told (P-FIR-1).

    Raises:
        InputError: both are given.
        Refused: aim with a fire mode that takes no account of it, or an aimed shot with less than a spell.
    """
    aim, spells = values["aim"], values["spells"]
    if aim is not None and spells is not None:
        raise InputError("calc, aim and spells", f"aim {aim:g} and spells {spells}", "one of them: counts of aim, or spells")
    if aim is None:
        aim = STEPS.aim_counts * (1 if spells is None else spells)
        if spells is None:
            return aim
    if values["fire"] != "aimed":
        if aim:
            raise Refused(f"P-FIR-1: aim counts for an aimed shot alone, not for {values['fire']} fire (fire=aimed)")
    elif aim < STEPS.aim_counts:
        raise Refused(f"P-FIR-1: an aimed shot needs a spell of aim, {STEPS.aim_counts:g} counts; {aim:g} counts are none")
    return float(aim)


def steps_difficulty(values: Values) -> dict[str, Any]:
    """Answer P-CHK-1 to P-CHK-3: the final step, its difficulty, every link, and the spells of an aimed shot that count."""
    links = steps_chain(values)
    step = sum(link.steps for link in links)
    told = [{"rule": link.rule, "value": link.steps, "why": link.why} for link in links if link.steps]
    answer = {"step": step, "difficulty": ladder.difficulty_of(step, STEPS), "mods": told}
    if values["fire"] == "aimed":
        answer["spells"] = min(int(aimed_counts(values) // STEPS.aim_counts), STEPS.aim_most)
    return answer


# misses


class Behind(NamedTuple):
    """One thing in the way of a shot that failed, in the order it is asked about (P-CVR-1).

    Attributes:
        place: its place in the list of covers, 1 the nearest to the shooter.
        percent: the cover it gives.
        above: what the check must exceed to hit it.
    """

    place: int
    percent: int
    above: int


def cover_of(covers: Sequence[int]) -> int:
    """Return the sum of a list of covers (P-LOS-5).

    Raises:
        Refused: it leaves no valid target.
    """
    total = sum(covers)
    if total >= FULL:
        raise Refused(f"P-LOS-5: cover of {total}% leaves no valid target")
    return total


def behind(covers: Sequence[int], plain: int, dodged: Sequence[int] = ()) -> list[Behind]:
    """Return what a miss may hit, the first asked about first (P-CVR-1).

    Args:
        covers: percent of each, nearest the shooter first.
        plain: steps of the attack without dodge, aim, called location and cover.
        dodged: places of the bystanders that dodged.
    """
    base = ladder.cover_steps(cover_of(covers), STEPS) or 0
    worth = [(place, percent, ladder.cover_steps(percent, STEPS) or 0) for place, percent in enumerate(covers, 1)]
    worth.sort(key=lambda one: (-one[2], one[0]))
    needs = misses.needs([(penalty, place in dodged) for place, _, penalty in worth], plain + base, base, STEPS)
    if not base:
        return []
    return [Behind(place, percent, need) for (place, percent, _), need in zip(worth, needs, strict=True) if percent]


def struck(places: Sequence[Behind], total: int) -> Behind | None:
    """Return what a check that failed hits instead; None when it goes astray (P-CVR-1)."""
    return next((one for one in places if total > one.above), None)


def steps_miss(values: Values) -> dict[str, Any]:
    """Answer P-CVR-1: what a check of so much against a target at a difficulty hits, and what each cover asks.

    Raises:
        InputError: a difficulty that is none of the ladder, or a dodger that is not among the covers.
        Refused: the covers leave no valid target.
    """
    covers, base = values["covers"], values["difficulty"]
    step, off = divmod(base - STEPS.ladder_base, STEPS.ladder_step)
    if off:
        allowed = "one of the ladder: 3, 7, 11, 15, 19, ..., as it would be without the covers (P-CHK-1)"
        raise InputError("calc steps-miss, difficulty", found(base), allowed)
    in_the_list(values["dodged"], covers, "steps-miss, dodged")
    cover = ladder.cover_steps(cover_of(covers), STEPS) or 0
    need = ladder.difficulty_of(step + cover + values["harder"], STEPS)
    places = behind(covers, step, values["dodged"])
    total = values["total"]
    hit = None if total >= need else struck(places, total)
    result = "target" if total >= need else "stray" if hit is None else "cover"
    told: dict[str, Any] = {"difficulty": need, "hits": result}
    if hit is not None:
        told |= {"place": hit.place, "percent": hit.percent}
    return told | {"in_the_way": [one._asdict() for one in places]}


def in_the_list(places: Sequence[int], covers: Sequence[int], what: str) -> None:
    """Refuse places that are not among the covers.

    Raises:
        InputError: there is one.
    """
    for place in places:
        if place > len(covers):
            raise InputError(f"calc {what}", found(place), f"a place among the {len(covers)} that covers= gives")


# times and ways


def steps_timeline(values: Values) -> dict[str, Any]:
    """Answer P-FIR-1 and P-FIR-2: when a shot is committed, breaks, and its shooter is ready, from the first aim on."""
    level, squeeze = declare.fire_counts(values["mode"], STEPS)
    begin = values["spells"] * STEPS.aim_counts
    if values["spells"] and values["mode"] != "aimed":
        raise Refused("P-FIR-1: aim counts for an aimed shot alone")
    late = values["dodges"] * STEPS.dodge_counts
    impact = begin + level + squeeze + late
    told = {"begin": begin, "commit": begin + level + late, "impact": impact, "ready": impact}
    return {**told, "seconds": impact * SECONDS}


def steps_move(values: Values) -> dict[str, Any]:
    """Answer P-MOV-1: how long a way takes at a pace; each step is a whole number of ticks (CLK-1)."""
    straight = ticks_up(movement.step_counts((0, 0), (1, 0), values["pace"], STEPS))
    diagonal = ticks_up(movement.step_counts((0, 0), (1, 1), values["pace"], STEPS))
    counts = counts_of(values["squares"] * straight + values["diagonals"] * diagonal)
    length = values["squares"] + values["diagonals"] * movement.DIAGONAL
    return {"counts": counts, "seconds": counts * SECONDS, "meters": round(length * STEPS.square_meters, 6)}


def steps_hit(values: Values) -> dict[str, Any]:
    """Answer P-DMG-1: what a hit costs, and the health it leaves."""
    lost = harm.lost(values["damage"], values["armor"])
    told: dict[str, Any] = {"lost": lost}
    if values["health"] is None:
        return told
    most = values["health"] if values["most"] is None else values["most"]
    left = values["health"] - lost
    return told | {"health": left, "state": state_of(left, most)}


def state_of(left: int, most: int) -> str:
    """Return whether one stands, is down or dead at so much health (P-DMG-1)."""
    return "standing" if left > 0 else "dead" if left <= -most * STEPS.dead_factor else "down"


STEPS_CALCS: tuple[Calc, ...] = (
    Calc("steps-difficulty", STEPS_KEYS, steps_difficulty, ("P-CHK-1", "P-CHK-2", "P-CHK-3", "P-LOS-5", "P-LOS-7")),
    Calc("steps-miss", (
        whole("difficulty", "what hits the target, were there no covers, no dodge and no aim", ge=-4000, le=4000), COVERS,
        whole("total", "the check: die and attribute", ge=-1000, le=1000),
        optional(whole("harder", "steps of the target alone: 2 for its dodge, -1 for a spell of aim", ge=-10, le=10), 0),
        optional(wholes("dodged", "places in covers= of bystanders that dodged, 1 the nearest", ge=1, le=1000), ()),
    ), steps_miss, ("P-CVR-1", "P-LOS-5", "P-MOD-3")),
    Calc("steps-timeline", (
        text("mode", "fire mode", FIRE_MODES),
        optional(whole("spells", "spells of aim before it, 4 counts each; 0: the times from the shot on", ge=0, le=1000), 0),
        optional(whole("dodges", "dodges that delay it while it is levelled", ge=0, le=1000), 0),
    ), steps_timeline, ("P-FIR-1", "P-FIR-2", "P-MOD-2")),
    Calc("steps-move", (
        text("pace", "how one moves", PACES[1:]), whole("squares", "straight steps", ge=0, le=100_000),
        optional(whole("diagonals", "diagonal steps", ge=0, le=100_000), 0),
    ), steps_move, ("P-MOV-1",)),
    Calc("steps-hit", (
        whole("damage", "rolled damage", ge=0), whole("armor", "points stopped there", ge=0),
        optional(whole("health", "health points before", ge=-10_000)),
        optional(whole("most", "health points when unhurt; those before when not given", ge=1)),
    ), steps_hit, ("P-DMG-1",)),
)  # fmt: skip
"""Every calc of the steps system that asks for no map."""
