"""The odds of the steps system: what an attack hits, what it costs, how many hits it takes; dodges; in-direct fire."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import product
from math import ceil
from typing import Any, NamedTuple

from engine import anatomy
from engine.errors import InputError
from engine.steps import damage as harm
from engine.steps import difficulty as ladder
from engine.steps import permits
from engine.steps.difficulty import Link
from engine.steps.movement import DIAGONAL
from studies import calc_steps as steps
from studies.calc_steps import COVERS, STEPS
from studies.odds_exact import mean_of, ordered, shares, told
from studies.odds_hit import one_of
from studies.odds_steps_harm import harmed
from studies.questions import Calc, Key, Refused, Values, optional, text, together, whole

Weights = dict[Any, Fraction]


class Shot(NamedTuple):
    """An attack as far as its odds ask (P-CHK-2, P-CVR-1).

    Attributes:
        attribute: the shooter's.
        step: the final step without the target's dodge.
        plain: steps without cover, dodge and aim: those of what is in the way.
        covers: percent of each thing in the way, nearest the shooter first.
    """

    attribute: int
    step: int
    plain: int
    covers: tuple[int, ...]


def check_share(attribute: int, difficulty: int, sure: int | None) -> Fraction:
    """Return the share of the die's faces that succeed; from ``sure`` on every face does (P-CHK-1, P-MOD-2)."""
    return Fraction(sum(succeeds(face, attribute, difficulty, sure) for face in faces()), STEPS.check_die)


def succeeds(face: int, attribute: int, difficulty: int, sure: int | None) -> bool:
    """Return whether a face of the die succeeds (P-CHK-1, P-MOD-2)."""
    return face + attribute >= difficulty or (sure is not None and face >= sure)


def faces() -> range:
    """Return the faces of a check's die (P-CHK-1)."""
    return range(1, STEPS.check_die + 1)


def dodge_difficulty(dodges: int) -> int:
    """Return the difficulty of a dodge after so many since the last own action (P-MOD-2)."""
    return ladder.difficulty_of(STEPS.dodge_step + STEPS.dodge_again * dodges, STEPS)


def dodge_share(attribute: int | None, dodges: int) -> Fraction:
    """Return the chance of a dodge; None never dodges (P-MOD-2)."""
    return Fraction(0) if attribute is None else check_share(attribute, dodge_difficulty(dodges), None)


# an attack


def shot_of(calc: str, values: Values, attribute: int) -> Shot:
    """Return the attack of a question.

    Raises:
        InputError: neither a step nor both of skill and range; a step and what makes one up; a cover twice; a dodge twice.
        Refused: the rules allow no such attack.
    """
    covers = tuple(values.get("covers") or ())
    if covers and values["cover"]:
        raise InputError(f"calc {calc}", "cover and covers", "their sum as cover=, or each as covers=")
    if values["dodged"] and values["dodge"] is not None:
        raise InputError(f"calc {calc}", "dodged and dodge", "dodged= for one who did, or dodge= for one who may")
    if values["step"] is not None:
        if covers:
            raise InputError(f"calc {calc}", "step and covers", "covers= with skill= and range=: a step has its cover in it")
        beside = [key.name for key in steps.STEPS_KEYS if values[key.name] != key.default]
        if beside:
            raise InputError(f"calc {calc}", f"step and {beside[0]}", "step= alone, or skill= and range= and what goes with them")
        return Shot(attribute, values["step"], values["step"], ())
    if not together(calc, values, "skill", "range"):
        raise InputError(f"calc {calc}", "no step", "step= or skill= and range=")
    links = steps.steps_chain({**values, "cover": sum(covers)} if covers else values)
    return Shot(attribute, sum(link.steps for link in links), plain_steps(links, values["fire"]), covers)


def plain_steps(links: tuple[Link, ...], fire: str) -> int:
    """Return the steps of what is in the way: without cover, dodge and aim (P-CVR-1)."""
    aimed = STEPS.fire_single if fire == "aimed" else None
    kept = (link for link in links if link.rule not in ("P-LOS-5", "P-MOD-2"))
    return sum(aimed if link.rule == "P-FIR-1" and aimed is not None else link.steps for link in kept)


def steps_check(values: Values) -> dict[str, Any]:
    """Answer P-CHK-1 and P-MOD-2: the chance of a check against a step, or against a whole attack and its dodge."""
    return attack(values, shot_of("odds steps-check", values, values["attribute"]))


def attack(values: Values, shot: Shot) -> dict[str, Any]:
    """Return the chances of an attack and of the dodge against it, and the difficulties they meet."""
    difficulty = ladder.difficulty_of(shot.step, STEPS)
    plain = check_share(shot.attribute, difficulty, STEPS.sure_hit)
    if values["dodge"] is None:
        return told({"hit": plain, "miss": 1 - plain}, step=shot.step, difficulty=difficulty)
    dodged = dodge_share(values["dodge"], values["dodges"])
    harder = ladder.difficulty_of(shot.step + STEPS.dodged_steps, STEPS)
    hits = (1 - dodged) * plain + dodged * check_share(shot.attribute, harder, STEPS.sure_hit)
    main = {"hit": hits, "miss": 1 - hits, "dodge": dodged}
    return told(main, step=shot.step, difficulty=difficulty, dodged_difficulty=harder)


def steps_difficulty(values: Values) -> dict[str, Any]:
    """Answer the whole of an attack: hit, dodge, what a miss hits instead, the health it costs, the hits that put one down.

    (P-CHK-1, P-CHK-2, P-MOD-2, P-MOD-3, P-CVR-1, P-DMG-1)
    """
    calc = "steps-difficulty"
    attribute = values[one_of(calc, values, "shooting", "attribute")]
    shot = shot_of(f"odds {calc}", values, attribute)
    answer = attack(values, shot)
    sure = Fraction(sum(face >= STEPS.sure_hit for face in faces()), STEPS.check_die)
    answer["natural"] = float(sure)
    if shot.covers:
        answer |= instead(values, shot)
    if values["damage"] is not None:
        answer |= harmed(values, Fraction(answer["exact"]["hit"]), answer["exact"])
    return answer


def instead(values: Values, shot: Shot) -> dict[str, Any]:
    """Return the chance of each thing in the way to be hit instead, and that the shot goes astray (P-CVR-1, P-MOD-3)."""
    place = values["bystander"]
    if not together("odds steps-difficulty", values, "bystander", "bystander_dodge"):
        place = 0
    steps.in_the_list([place], shot.covers, "odds steps-difficulty, bystander")
    dodge = dodge_share(values["dodge"], values["dodges"])
    aside = dodge_share(values["bystander_dodge"], 0)
    found: Weights = dict.fromkeys(("stray", *range(1, len(shot.covers) + 1)), Fraction(0))
    for dodged, nimble in product((False, True), repeat=2):
        chance = (dodge if dodged else 1 - dodge) * (aside if nimble else 1 - aside) / STEPS.check_die
        need = ladder.difficulty_of(shot.step + (STEPS.dodged_steps if dodged else 0), STEPS)
        behind = steps.behind(shot.covers, shot.plain, [place] if nimble else [])
        for face in faces():
            if not succeeds(face, shot.attribute, need, STEPS.sure_hit):
                struck = steps.struck(behind, face + shot.attribute)
                found["stray" if struck is None else struck.place] += chance
    rows = [
        {"place": at, "percent": percent, "hit": float(found[at])} for at, percent in enumerate(shot.covers, 1)
    ]  # fmt: skip
    return {"in_the_way": rows, "stray": float(found["stray"])}


# dodges, locations, in-direct fire


def steps_dodge(values: Values) -> dict[str, Any]:
    """Answer P-MOD-2: the chance of a dodge, and of each further one before the next own action."""
    first = values["dodges"]
    chances = [dodge_share(values["dodge"], first + again) for again in range(values["times"])]
    none = Fraction(1)
    for chance in chances:
        none *= 1 - chance
    main = {"dodge": chances[0], "mean": sum(chances, Fraction(0)), "never": none}
    rows = [
        {"time": again + 1, "difficulty": dodge_difficulty(first + again), "dodge": float(chance)}
        for again, chance in enumerate(chances)
    ]
    return told(main, times=rows)


def steps_location(values: Values) -> dict[str, Any]:
    """Answer P-DMG-1: where a hit lands, re-rolled while it names a part that the cover hides."""
    cover = steps.cover_of([values["cover"]])
    hidden = harm.hidden(cover, STEPS)
    parts: Counter[str] = Counter()
    for face in range(1, anatomy.FACES + 1):
        part = harm.covered_part(*anatomy.location(face))
        if part not in hidden:
            parts[part] += 1
    total = sum(parts.values())
    return {"hidden": list(hidden), "part": shares(parts, total), "faces": total}


def steps_indirect(values: Values) -> dict[str, Any]:
    """Answer P-LOS-3: the chance of in-direct fire to come down where it is aimed, and by how many squares it is off.

    Raises:
        Refused: a fire mode that does not go in-direct, or no such attack.
    """
    if values["fire"] not in permits.CALLING:
        raise Refused(f"P-LOS-3: {values['fire']} fire does not go in-direct")
    links = steps.steps_chain({**values, "dodged": False, "cover": 0, "concealment": 0})
    step = sum(link.steps for link in links) + STEPS.indirect_steps
    need = ladder.difficulty_of(step, STEPS)
    off: Counter[int] = Counter()
    for face in faces():
        short = need - face - values["shooting"]
        good = succeeds(face, values["shooting"], need, STEPS.sure_hit)
        off[0 if good else ceil(short / STEPS.scatter_points)] += 1
    main = {"hit": Fraction(off[0], STEPS.check_die), "mean_off": mean_of(off.items(), STEPS.check_die)}
    if values["radius"] is not None:
        reached = sum(ways * within(squares, values["radius"]) for squares, ways in off.items())
        main["reached"] = Fraction(reached, 2 * STEPS.check_die)
    return told(main, step=step, difficulty=need, squares_off=shares(ordered(off), STEPS.check_die))


def within(squares: int, radius: float) -> int:
    """Return of two kinds of directions, straight and diagonal, how many leave the aimed square within a blast (P-LOS-3)."""
    return (squares <= radius) + (squares * DIAGONAL <= radius)


ATTRIBUTE = whole("attribute", "the shooter's attribute", ge=-100, le=100)

DODGE: tuple[Key, ...] = (
    optional(whole("dodge", "the target's dodge attribute, when it may dodge", ge=-100, le=100)),
    optional(whole("dodges", "its dodges since its last own action", ge=0, le=100), 0),
)

ATTACK_KEYS: tuple[Key, ...] = (
    optional(whole("step", "the step to reach, instead of skill and range", ge=-1000, le=1000)),
    *(optional(key, key.default) for key in steps.STEPS_KEYS), *DODGE,
)  # fmt: skip

STEPS_ODDS: tuple[Calc, ...] = (
    Calc("odds steps-check", (ATTRIBUTE, *ATTACK_KEYS), steps_check, ("P-CHK-1", "P-CHK-2", "P-MOD-2")),
    Calc("odds steps-difficulty", (
        optional(whole("shooting", "the shooter's attribute", ge=-100, le=100)), optional(ATTRIBUTE), *ATTACK_KEYS,
        optional(COVERS), optional(whole("bystander", "the place in covers= of one who may dodge, 1 the nearest", ge=1, le=1000)),
        optional(whole("bystander_dodge", "its dodge attribute", ge=-100, le=100)),
        optional(text("damage", "dice: 2d6, 3d6+2 (P-DMG-1)")), optional(whole("armor", "points stopped", ge=0), 0),
        optional(whole("health", "the target's health points", ge=1, le=1000)),
    ), steps_difficulty, ("P-CHK-1", "P-CHK-2", "P-MOD-2", "P-MOD-3", "P-CVR-1", "P-DMG-1")),
    Calc("odds steps-dodge", (
        whole("dodge", "the dodge attribute", ge=-100, le=100), DODGE[1],
        optional(whole("times", "how many dodges in a row", ge=1, le=100), 1),
    ), steps_dodge, ("P-MOD-2",)),
    Calc("odds steps-location", (
        optional(whole("cover", "percent, summed", ge=0, le=10_000), 0),
    ), steps_location, ("P-DMG-1",)),
    Calc("odds steps-indirect", (
        whole("shooting", "the shooter's attribute", ge=-100, le=100), *steps.STEPS_KEYS[:2], *steps.STEPS_KEYS[5:],
        optional(whole("radius", "squares its blast reaches: asks for the chance that the aimed square is reached", ge=0, le=100)),
    ), steps_indirect, ("P-LOS-3", "P-CHK-1")),
)  # fmt: skip
"""Every calc of the steps system's odds."""
