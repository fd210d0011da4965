"""The answers of ``couched calc`` on the shots system: attacks, ranges, areas, shot counters, dying, structures."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from math import ceil
from typing import Any, NamedTuple

from engine.errors import InputError
from engine.shots import attack as shooting
from engine.shots import body, ranges
from engine.shots.rules import RANGE_CLASSES, ShotsRules
from studies.questions import Calc, Key, Refused, Values, flag, found, number, optional, text, whole, wholes

SHOTS = ShotsRules()

MOST_SHOTS = 1000
"""The highest shot and the highest skill a question may name."""

POINTS: dict[str, Any] = {"ge": 0, "le": MOST_SHOTS}

SHOT_KEYS: tuple[Key, ...] = (
    whole("skill", "the attacker's skill", ge=-1000, le=1000),
    whole("dodge", "the target's defense", ge=-1000, le=1000),
    whole("damage", "Damage Value of the weapon", ge=0, le=1000),
    whole("toughness", "the target's", ge=0, le=1000),
    optional(whole("armor", "the target's", ge=0, le=1000), 0),
    optional(number("cover", "percent, against ranged attacks", ge=0, le=100), 0),
    optional(number("concealment", "percent, against ranged attacks", ge=0, le=100), 0),
    optional(flag("ranged", "a ranged attack: cover and concealment count; when not said, where either is given (S-RNG-2)")),
    flag("ignores_armor", "the attack meets Toughness alone (S-ROL-3)"),
)

AREA_KEYS: tuple[Key, ...] = (
    wholes("dodges", "the targets' defenses with all bonuses", ge=-1000, le=1000),
    flag("dense", "the targets stand packed (S-RNG-4)"),
    optional(whole("targets", "how many stand there, when more than dodges are given", ge=1, le=10_000)),
)

STRUCTURE_KEYS: tuple[Key, ...] = (
    whole("damage", "Damage Value of the weapon", ge=0, le=1000),
    whole("toughness", "the structure's Toughness left", ge=1, le=1000),
)


# attacks


def shot_difficulty(values: Values) -> int:
    """Return what an attack must reach: Dodge, and cover or concealment if it is ranged (S-RNG-2)."""
    ranged = values["ranged"] if values["ranged"] is not None else bool(values["cover"] or values["concealment"])
    bonus = ranges.cover_bonus(values["cover"], values["concealment"], SHOTS) if ranged else 0
    return shooting.difficulty(values["dodge"], bonus, None)


def shots_attack(values: Values) -> dict[str, Any]:
    """Answer S-ROL-1 to S-ROL-3: total, Outcome and Wound Points."""
    plus, minus = values["dice"]
    if not (shooting.chain_is_whole(plus, SHOTS) and shooting.chain_is_whole(minus, SHOTS)):
        allowed = "faces 1..6 of each die; a 6 goes on, the first other face ends the chain (S-ROL-1)"
        raise InputError("calc shots-attack, dice", found(values["dice"]), allowed)
    wonder = values["wonder"] or shooting.is_wonder(plus, minus, SHOTS)
    total = values["skill"] + shooting.open_roll(plus, minus)
    outcome = shooting.outcome(total, shot_difficulty(values), wonder, SHOTS)
    wounds = shooting.wounds(values["damage"], outcome, values["toughness"], values["armor"], values["ignores_armor"])
    told: dict[str, Any] = {"total": total, "outcome": outcome, "wounds": wounds}
    if wonder:
        told["fumble"] = outcome < 0
    return told


def shots_range(values: Values) -> dict[str, Any]:
    """Answer S-RNG-1: what the range costs an attack."""
    name, still = values["class"], values["still"]
    penalty = ranges.range_penalty(name, values["distance"], still, SHOTS)
    if penalty is None:
        counts_as = ranges.range_class(name, still)
        farthest = ranges.reach(counts_as, SHOTS)[1]
        raise Refused(f"S-RNG-1: a {counts_as} weapon shoots no farther than {farthest:.12g} m")
    return {"penalty": penalty}


# areas


def area(values: Values) -> tuple[int, tuple[int, ...]]:
    """Return what packed targets add to an area attack, and what it must reach for each target (S-RNG-4).

    Raises:
        InputError: fewer targets than defenses.
    """
    dodges = values["dodges"]
    targets = len(dodges) if values["targets"] is None else values["targets"]
    if targets < len(dodges):
        raise InputError("calc shots-area, targets", found(targets), f"at least the {len(dodges)} that dodges= gives")
    return ranges.density_bonus(targets, values["dense"], SHOTS), ranges.area_difficulties(dodges, SHOTS)


def shots_area(values: Values) -> dict[str, Any]:
    """Answer S-RNG-4: each target's difficulty and Outcome, the most vulnerable first; how many are hit."""
    bonus, difficulties = area(values)
    total = values["roll"] + bonus
    return {
        "total": total,
        "density": bonus,
        "hits": sum(total >= difficulty for difficulty in difficulties),
        "dodges": sorted(values["dodges"]),
        "difficulties": list(difficulties),
        "outcomes": [total - difficulty for difficulty in difficulties],
    }


# shot counters


class Act(NamedTuple):
    """One action of a sequence: the shot it is declared at, and its cost in shots."""

    shot: int
    cost: int


def acts_of(initiative: int, costs: Sequence[int] | None, defenses: Sequence[int] = ()) -> tuple[list[Act], int]:
    """Return the actions of one sequence and the shots left when the costs are used up (S-SEQ-1 to S-SEQ-3, S-DEF-1).

    Args:
        initiative: the first shot.
        costs: of the actions in order; None: every one is a usual action.
        defenses: the shots at which it defends actively, once for each time.

    Raises:
        Refused: a defense at a shot at which nothing is left to pay it with.
    """
    counter, acts, paid = initiative, [], Counter(defenses)
    rest = iter(costs) if costs is not None else None
    for shot in range(max(initiative, *paid) if paid else initiative, 0, -1):
        acting = counter == shot
        for _ in range(paid[shot]):
            if counter <= 0:
                raise Refused(f"S-DEF-1: no shot is left to defend with at shot {shot}")
            counter -= SHOTS.defense_shots
        while acting and (cost := SHOTS.action_shots if rest is None else next(rest, None)) is not None:
            acts.append(Act(shot, cost))
            counter -= cost
            acting = cost == 0
    return acts, max(0, counter)


def shots_shots(values: Values) -> dict[str, Any]:
    """Answer S-SEQ-1 to S-SEQ-3: the shots of a sequence acted on, and their counts from its begin."""
    first = values["initiative"]
    top = first if values["top"] is None else values["top"]
    if top < first:
        raise InputError("calc shots-shots, top", found(top), f"at least the initiative, {first}")
    if any(shot > top for shot in values["defenses"]):
        raise InputError("calc shots-shots, defenses", found(values["defenses"]), f"shots of the sequence, up to {top}")
    acts, left = acts_of(first, values["costs"], values["defenses"])
    told = [{"shot": act.shot, "count": (top - act.shot) * SHOTS.shot_counts, "cost": act.cost} for act in acts]
    more = {} if values["costs"] is None else {"not_acted": len(values["costs"]) - len(acts)}
    return {"shots": [act.shot for act in acts], "acts": told, "left": left, "next_sequence": top * SHOTS.shot_counts, **more}


# wounds


def impairment(wounds: int, guts: int) -> int:
    """Return what Wound Points add to every roll; Guts taken once: nothing, twice: as much to the good (S-WND-1)."""
    steps = (wounds >= SHOTS.impaired_1) + (wounds >= SHOTS.impaired_2)
    return (-steps, 0, steps * SHOTS.guts_points)[guts]


def shots_death(values: Values) -> dict[str, Any]:
    """Answer S-WND-2: how long one lives whose Death Test failed by so much."""
    minutes = body.time_to_live(values["failed_by"], SHOTS)
    if minutes is None:
        return {"state": "dead", "minutes": 0.0, "sequences": 0}
    sequences = ceil(round(minutes * body.SECONDS / SHOTS.sequence_seconds, 6))
    return {"state": "dying", "minutes": minutes, "sequences": max(1, sequences)}


def shots_impairment(values: Values) -> dict[str, Any]:
    """Answer S-WND-1 and S-WND-2: the Impairment, and whether a further wound asks for a Death Test (S-WND-2)."""
    return {
        "impairment": impairment(values["wounds"], values["guts"]),
        "death_tests": values["wounds"] >= SHOTS.death_from,
    }


def struck(damage: int, toughness: int) -> tuple[int, bool]:
    """Return the Toughness of a structure after a hit, and whether it is destroyed (S-WND-4)."""
    if damage >= SHOTS.structure_factor * toughness:
        return 0, True
    return toughness - (damage > toughness), False


def hits_needed(damage: int, toughness: int) -> int | None:
    """Return how many hits of one weapon destroy a structure; None where none does (S-WND-4)."""
    hits, destroyed = 0, False
    while not destroyed:
        left, destroyed = struck(damage, toughness)
        if left == toughness:
            return None
        hits, toughness = hits + 1, left
    return hits


def shots_structure(values: Values) -> dict[str, Any]:
    """Answer S-WND-4: one hit on a structure, and how many hits like it destroy it."""
    left, destroyed = struck(values["damage"], values["toughness"])
    return {"toughness": left, "destroyed": destroyed, "hits": hits_needed(values["damage"], values["toughness"])}


SHOTS_CALCS: tuple[Calc, ...] = (
    Calc("shots-attack", (
        *SHOT_KEYS, Key("dice", "dice", "positive and negative die, with their re-rolls: +5/-2, +6+4/-1"),
        flag("wonder", "both first dice were six, which the dice leave out (S-ROL-1)"),
    ), shots_attack, ("S-ROL-1", "S-ROL-2", "S-ROL-3", "S-RNG-2")),
    Calc("shots-range", (
        text("class", "range class of the weapon", RANGE_CLASSES), number("distance", "meters", ge=0),
        flag("still", "the shooter stands still"),
    ), shots_range, ("S-RNG-1",)),
    Calc("shots-area", (
        whole("roll", "skill, modifiers and open roll together", ge=-10_000, le=10_000), *AREA_KEYS,
    ), shots_area, ("S-RNG-4",)),
    Calc("shots-shots", (
        whole("initiative", "the first shot", ge=1, le=MOST_SHOTS),
        optional(wholes("costs", "shots of the actions, in order; 3 each when not given", ge=0, le=MOST_SHOTS)),
        optional(wholes("defenses", "shots at which it defends actively, for 1 shot each", ge=1, le=MOST_SHOTS), ()),
        optional(whole("top", "the highest shot of the sequence; the initiative when not given", ge=1, le=MOST_SHOTS)),
    ), shots_shots, ("S-SEQ-1", "S-SEQ-2", "S-SEQ-3", "S-DEF-1")),
    Calc("shots-structure", STRUCTURE_KEYS, shots_structure, ("S-WND-4",)),
    Calc("shots-death", (
        whole("failed_by", "points a Death Test failed by", ge=1, le=MOST_SHOTS),
    ), shots_death, ("S-WND-2",)),
    Calc("shots-impairment", (
        whole("wounds", "Wound Points", ge=0, le=10_000), optional(whole("guts", "picks of Guts", ge=0, le=2), 0),
    ), shots_impairment, ("S-WND-1", "S-WND-2")),
)  # fmt: skip
"""Every calc of the shots system."""
