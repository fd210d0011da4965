"""The answers of ``couched calc`` on throws, charges, overbears and missiles: what the counts system does to a body."""

from __future__ import annotations

from typing import Any, NamedTuple

from engine import anatomy
from engine.counts import hitting, knockback
from engine.counts.rules import CountsRules
from engine.counts.stages import Stage, effect, hundredths, stage_table
from engine.errors import InputError
from engine.units import Feet, Percent
from studies.questions import Calc, Key, Refused, Values, flag, found, number, optional, text, whole

COUNTS = CountsRules()

PERCENT: dict[str, Any] = {"ge": -1000, "le": 1000}
HOLDS: dict[str, Any] = {"ge": 0, "le": 100}

RANGE_KEYS: tuple[Key, ...] = (
    number("short", "short range of the weapon, feet", ge=0), number("medium", "medium range, feet", ge=0),
    number("long", "long range, feet", ge=0), number("distance", "feet to the target when it is loosed", ge=0),
)  # fmt: skip

SAVE_KEYS: tuple[Key, ...] = (
    whole("agl", "agility save, percent", ge=0, le=1000),
    text("location", "the struck part", anatomy.PARTS),
    number("feet", "feet of knockback (calc knockback)", ge=0),
    number("mvm", "top speed, ft/ct", ge=0, le=1000),
    flag("moving", "it moves (C-HIT-3); a speed above 1 ft/ct says so too"),
    optional(number("speed", "its speed, ft/ct", ge=0, le=1000), 0.0),
    optional(whole("upper_leg_holds", "holds on its upper legs", **HOLDS), 0),
    optional(whole("lower_leg_holds", "holds on its lower legs", **HOLDS), 0),
)

OVERBEAR_KEYS: tuple[Key, ...] = (
    whole("ovb", "overbear, percent", ge=0, le=1000),
    whole("def", "the target's DEF, if on, aware and able", ge=-1000, le=1000),
    optional(whole("mod", "every other modifier, percent", **PERCENT), 0),
    optional(number("distance", "feet between the two; at the best distance when not given", ge=0)),
)


def missile_range(values: Values) -> dict[str, Any]:
    """Answer C-MIS-1: the range band and what it costs.

    Raises:
        InputError: the ranges do not rise.
        Refused: the target is beyond long range.
    """
    short, medium, far = (values[name] for name in ("short", "medium", "long"))
    if not short <= medium <= far:
        raise InputError("calc missile-range", found([short, medium, far]), "short, medium and long in rising order")
    gap = hundredths(values["distance"]) / 100
    if gap > far:
        raise Refused(f"C-MIS-1: {gap:g} ft is beyond long range, {far:g} ft")
    band = "short" if gap <= short else "medium" if gap <= medium else "long"
    return {"band": band, "modifier": hitting.range_modifier(gap, short, medium, COUNTS)}


def bash(values: Values) -> dict[str, Any]:
    """Answer C-KNB-5: the points of a charge."""
    return {"bash": knockback.bash_damage(values["weight"], values["closing"], COUNTS)}


class Saves(NamedTuple):
    """The saves a throw asks for, in percent, None where it asks for none (C-KNB-2).

    Attributes:
        category: the row of the location (C-KNB-3).
        first: the save against the distance.
        second: the save against falling, the first one made; ``doubled_second``: failed.
        doubled: feet of the throw when the first failed.
    """

    category: str
    first: Percent | None
    second: Percent | None
    doubled: Feet
    doubled_second: Percent | None


def saves_of(values: Values) -> Saves:
    """Return the saves of one throw (C-KNB-2, C-KNB-2a, C-KNB-3)."""
    part, feet, speed = values["location"], values["feet"], values["speed"]
    moving = hitting.is_moving(speed, values["moving"], COUNTS)
    row = COUNTS.knockback_saves
    holds = values["upper_leg_holds"] * row.upper_leg_hold + values["lower_leg_holds"] * row.lower_leg_hold

    def need(beyond: Feet) -> int:
        return int(values["agl"]) + sum(knockback.save_terms(part, speed, moving, holds, beyond, COUNTS))

    def second(far: Feet) -> int | None:
        beyond = far - values["mvm"]
        return need(beyond) if beyond > 0 else None

    saved = feet > COUNTS.knockback_saved
    doubled = feet * COUNTS.knockback_factor if saved else feet
    return Saves(
        knockback.save_category(part, moving, COUNTS), need(0.0) if saved else None,
        second(feet) if saved else None, doubled, second(doubled) if saved else None,
    )  # fmt: skip


def knockback_save(values: Values) -> dict[str, Any]:
    """Answer C-KNB-2 and C-KNB-3: the percent of each save; null where none is asked for."""
    got = saves_of(values)
    return {
        "save": got.first,
        "second_save": got.second,
        "doubled_feet": got.doubled,
        "doubled_second_save": got.doubled_second,
        "category": got.category,
    }


def overbear_chance(values: Values) -> int:
    """Return the chance of an overbear (C-THR-1, C-STG-3).

    Raises:
        Refused: nothing can be done at that distance.
    """
    at = Stage.OPTIMAL
    if values["distance"] is not None:
        at = stage_table(COUNTS.overbear_length, COUNTS).at(hundredths(values["distance"]))
    change = effect(at, COUNTS)
    if not change.possible:
        raise Refused(f"C-STG-3: no chance at stage {at.label}")
    return hitting.chance((values["ovb"], values["mod"], change.hit, -values["def"]), change.hit_factor)


def overbear(values: Values) -> dict[str, Any]:
    """Answer C-THR-1: the chance of an overbear or a throw; the success number of a throw is its crushing damage."""
    return {"chance": overbear_chance(values)}


THROWS: tuple[Calc, ...] = (
    Calc("missile-range", RANGE_KEYS, missile_range, ("C-MIS-1",)),
    Calc("bash", (
        number("weight", "pounds", gt=0), number("closing", "ft/ct it closes by its own motion", ge=0, le=1000),
    ), bash, ("C-KNB-5",)),
    Calc("knockback-save", SAVE_KEYS, knockback_save, ("C-KNB-2", "C-KNB-2a", "C-KNB-3")),
    Calc("overbear", OVERBEAR_KEYS, overbear, ("C-THR-1", "C-STG-3")),
)  # fmt: skip
