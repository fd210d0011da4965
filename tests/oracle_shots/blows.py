"""Attacks of one instant, rolled against the state at its start and applied together (S-ROL-2, S-ROL-3, S-RNG-1 to S-RNG-4)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from oracle_shots import wounds
from oracle_shots.figures import HASTE, RANGES, Place, apart, range_penalty
from oracle_shots.state import Blow, One

if TYPE_CHECKING:
    from oracle_shots.fight import Fight

Harm = tuple[Blow, One, int, int, int]
Broken = tuple[Blow, str, int]


def gap(fight: Fight, one: One, other: One) -> float:
    """Meters between two characters."""
    return apart(fight.at(one), fight.at(other))


def within(fight: Fight, other: One, blow: Blow) -> bool:
    """S-RNG-4: whether somebody is within the radius of an area attack."""
    assert blow.at is not None
    return apart(fight.at(other), blow.at) <= blow.weapon.radius


def resolve(fight: Fight) -> None:
    """CLK-3: in the groups of the tie policy, each against one state."""
    blows, fight.blows = sorted(fight.blows, key=lambda blow: (blow.by.rank, blow.number)), []
    policy = fight.rules["ties"]
    keys: dict[int, float] = {}
    for blow in blows:
        if policy == "reach":
            row = blow.weapon.row
            keys[id(blow)] = -(row.get("length", 0.0) if blow.weapon.melee else RANGES[row["range"]][1])
        elif policy == "seeded" and len(blows) > 1:
            keys[id(blow)] = sum(fight.roll(blow.by, "tie", 1))
        else:
            keys[id(blow)] = blow.cost if policy == "speed" else 0
    for key in sorted(set(keys.values())):
        harms: list[Harm] = []
        broken: list[Broken] = []
        for blow in blows:
            if keys[id(blow)] == key:
                strike(fight, blow, harms, broken)
        apply(fight, harms, broken)


def strike(fight: Fight, blow: Blow, harms: list[Harm], broken: list[Broken]) -> None:
    """Resolve one attack."""
    one, weapon = blow.by, blow.weapon
    aim = blow.target.name if blow.target is not None else blow.place["name"] if blow.place is not None else None
    if one.out or (blow.target is not None and blow.target.out):
        result = "lost" if one.out else "no_target"
        fight.tell("impact", one.name, result, aim, None, None, None, None)
        return
    if weapon.row.get("magazine"):
        weapon.loaded -= 1
    point = target_point(fight, blow)
    penalty = 0 if weapon.melee else range_penalty(weapon.row["range"], apart(fight.at(one), point), not fight.moving(one))
    if penalty is None:
        fight.tell("impact", one.name, "out_of_reach", aim, None, None, None, None)
        return
    value = one.skill(skill_of(weapon.row)) + HASTE[blow.haste] + penalty
    value += 2 if one.used.get("inner_focus") == fight.number else 0
    rows = lines(fight, blow)
    if blow.at is not None and not rows:
        fight.tell("impact", one.name, "no_target", None, None, None, None, None)
    else:
        if blow.at is not None and fight.dense:
            value += 3 * (len(rows) // 10)
        if blow.fortune and one.fortune > 0:
            one.fortune -= 1
            value += sum(fight.roll(one, "fortune", 1))
        roll(fight, blow, value, rows, harms, broken)
    if blow.at is not None:
        shaken = [place["name"] for place in fight.places.values() if fight.tough[place["name"]] > 0]
        for name in sorted(shaken):
            x, y = fight.places[name]["position"]
            if apart(blow.at, (x, y)) <= weapon.radius:
                broken.append((blow, name, damage(blow)))


def skill_of(row: dict[str, Any]) -> str:
    """S-CHR-1: what a weapon is used with."""
    return "martial_arts" if row["range"] == "melee" else "guns"


def target_point(fight: Fight, blow: Blow) -> Place:
    """Where an attack goes."""
    if blow.at is not None:
        return blow.at
    if blow.place is not None:
        return blow.place["position"][0], blow.place["position"][1]
    assert blow.target is not None
    return fight.at(blow.target)


def lines(fight: Fight, blow: Blow) -> list[tuple[One | None, int]]:
    """Return whom an attack meets, and what it must reach for each (S-RNG-4: each next one is a step harder)."""
    if blow.at is not None:
        caught = [(other, difficulty(fight, blow, other, blow.at)) for other in blow.caught if not other.out]
        caught.sort(key=lambda pair: (pair[0] not in blow.first, pair[1], pair[0].rank))
        return [(other, need + place) for place, (other, need) in enumerate(caught)]
    if blow.target is None:
        return [(None, 5)]
    between = [one for one in blow.between if not one.out]
    if between:
        one = min(between, key=lambda one: (apart(fight.at(one), fight.at(blow.target)), one.rank))  # type: ignore[arg-type]
        return [(one, difficulty(fight, blow, one, None))]
    return [(blow.target, difficulty(fight, blow, blow.target, fight.at(blow.by)))]


def difficulty(fight: Fight, blow: Blow, target: One, origin: Place | None) -> int:
    """S-ROL-2, S-DEF-1, S-RNG-2, S-RNG-3; without an origin for one who stepped between (S-DEF-4)."""
    need = target.skill("dodge")
    if origin is not None:
        need += target.bonus("dodge")
        need += 0 if blow.weapon.melee else fight.cover(target, origin)
    if not blow.weapon.melee and blow.at is None and blow.weapon.row.get("handheld", True) and fight.moving(target):
        need = max(need, target.row["move"])
    return need


def damage(blow: Blow) -> int:
    """S-ROL-3, S-CHR-2, S-CHR-3: the Damage Value in the attacker's hands."""
    row, one = blow.weapon.row, blow.by
    marked = any(its.get("weapon") == row["name"] for its in one.row.get("schticks", ()))
    return int(row["damage"] + (one.row["strength"] if row.get("strength") else 0) + (3 if marked else 0))


def roll(
    fight: Fight, blow: Blow, value: int, rows: list[tuple[One | None, int]], harms: list[Harm], broken: list[Broken]
) -> None:
    """Make the one roll of an attack, for all whom it meets."""
    one = blow.by
    total, wonder = fight.open(one, "attack", value)
    hits = 0
    for target, need in rows:
        margin = total - need
        name = target.name if target is not None else blow.place["name"] if blow.place is not None else None
        if margin < 0:
            result = "critical_miss" if wonder and blow.at is None else "miss"
            fight.tell("impact", one.name, result, name, total, need, margin if target is not None else None, None)
            continue
        hits += 1
        outcome = margin + (3 if wonder else 0)
        if target is None:
            fight.tell("impact", one.name, "hit", name, total, need, None, damage(blow))
            broken.append((blow, str(name), damage(blow)))
            continue
        done = damage(blow) + outcome
        tough = target.row["toughness"] + (2 * target.picks("iron_skin") if blow.weapon.melee else 0)
        armor = 0 if blow.weapon.row.get("ignores_armor") else sum(its["armor"] for its in target.row.get("armor", ()))
        fight.tell("impact", one.name, "hit", name, total, need, outcome, done)
        harms.append((blow, target, done, tough, armor))
    if wonder and not hits:
        fight.pay(one, 3)


def apply(fight: Fight, harms: list[Harm], broken: list[Broken]) -> None:
    """Apply what a group of attacks did: of each target all together (CLK-2)."""
    for target in fight.everyone:
        points = 0
        for blow, _, done, tough, armor in [harm for harm in harms if harm[1] is target]:
            lost = max(0, done - tough - armor)
            points += lost
            target.wounds += lost
            fight.tell("wound", target.name, blow.by.name, done, tough, armor, lost, target.wounds)
        if points and not target.out:
            wounds.suffer(fight, target, points)
    before = dict(fight.tough)
    for blow, name, done in broken:
        effect = "none"
        if done > before[name] and fight.tough[name] > 0:
            fight.tough[name] = 0 if done >= 2 * before[name] else fight.tough[name] - 1
            effect = "worn" if fight.tough[name] else "destroyed"
        fight.tell("structure", blow.by.name, name, done, before[name], fight.tough[name], effect)
