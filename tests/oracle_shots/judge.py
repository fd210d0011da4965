"""Which deeds and answers are legal, as the oracle reads the specification."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from oracle_shots.figures import ACTION, FOR_ANOTHER, HASTE, QUICK, REACH, apart, range_penalty
from oracle_shots.plan import Deed
from oracle_shots.state import Blow, One, Weapon

if TYPE_CHECKING:
    from oracle_shots.fight import Fight


def cost(fight: Fight, one: One, deed: Deed) -> int:
    """S-SEQ-3, S-SEQ-5, S-DEF-1, S-DEF-4, S-WND-3: the shots of a deed."""
    match deed["do"]:
        case "attack" | "area":
            shots: int = deed.get("shots", ACTION)
            target = fight.by_name.get(deed.get("target") or "")
            crowd = deed["do"] == "attack" and target is not None and target.unnamed and one.picks("crowd_breaker")
            return max(shots - 1, min(shots, QUICK)) if crowd else shots
        case "drop" | "rise":
            return ACTION if one.unnamed else QUICK
        case "draw":
            return ACTION if one.unnamed else max(0, QUICK - one.picks("fast_draw"))
        case "reload":
            quick = one.weapons[deed["weapon"]].row["feed"] == "clip" and not one.unnamed
            return QUICK if quick else ACTION
        case "defend":
            return ACTION if one.unnamed else QUICK
        case "defend_other" | "interpose":
            return FOR_ANOTHER
        case "move" | "run" | "bind":
            return ACTION
    return 0


def legal(fight: Fight, one: One, deed: Deed) -> bool:
    """Whether somebody may do a deed now."""
    if one.out:
        return False
    rule = RULES[deed["do"]]
    return bool(rule(fight, one, deed)) and _draws_first(fight, one, deed)


def _draws_first(fight: Fight, one: One, deed: Deed) -> bool:
    """S-CHR-3: with Fast Draw the first action of a sequence draws or shoots, where one could do either."""
    if not one.picks("fast_draw") or one.acted_in == fight.number or deed["do"] not in ACTIONS:
        return True
    if deed["do"] in ("attack", "area") and not one.weapons[deed["weapon"]].melee:
        return True
    if any(weapon.hands and weapon not in one.hands for weapon in one.weapons.values()):
        return False
    guns = [gun for gun in one.weapons.values() if one.holds(gun) and not gun.melee and _loaded(gun)]
    foes = [foe for foe in fight.everyone if foe.side != one.side and not foe.out and not foe.hidden]
    return not any(_reaches(fight, one, gun, fight.at(foe), {}) for gun in guns for foe in foes)


ACTIONS = frozenset({"attack", "area", "move", "run", "reload", "bind", "drop", "rise"})


def _loaded(weapon: Weapon, pledged: int = 0) -> bool:
    return not weapon.row.get("magazine") or weapon.loaded > pledged


def _goal(fight: Fight, one: One, deed: Deed) -> bool:
    """S-MOV-1: a movement goes with whole actions, of those who stand and can walk, to where one is not."""
    goals = [key for key in ("to", "toward", "away") if deed.get(key) is not None]
    if not goals:
        return deed["do"] not in ("move", "run")
    clip = deed["do"] == "reload" and one.weapons[deed["weapon"]].row["feed"] == "clip"
    quick = (clip or deed["do"] == "draw") and not one.unnamed
    if deed.get("shots", ACTION) < ACTION or quick or one.prone or one.row["move"] == 0:
        return False
    if "to" in goals:
        return apart(fight.at(one), (deed["to"][0], deed["to"][1])) > 0
    other = fight.by_name[deed[goals[0]]]
    if other is one or not seen(one, other):
        return False
    return goals[0] == "away" or apart(fight.at(one), fight.at(other)) > deed.get("distance", 0.0)


def seen(one: One, other: One) -> bool:
    """S-DEF-3: opponents who hide are not in sight before they attack."""
    return not other.hidden or other.side == one.side


def _spends(fight: Fight, one: One, weapon: Weapon, deed: Deed) -> bool:
    """S-SEQ-3, S-SEQ-5, S-WND-3, S-CHR-1: something loaded, no snapshot of the unnamed, a point of Fortune to spend."""
    haste = deed.get("shots", ACTION)
    loaded = _loaded(weapon, sum(blow.weapon is weapon for blow in fight.blows))
    return one.holds(weapon) and loaded and haste in HASTE and (haste == ACTION or not one.unnamed) and (not deed.get("fortune") or one.fortune > 0)


def _reaches(fight: Fight, one: One, weapon: Weapon, point: Any, deed: Deed) -> bool:
    """S-MOV-1, S-RNG-1: hand to hand within reach, else within the range of the class."""
    meters = apart(fight.at(one), (point[0], point[1]))
    if weapon.melee:
        return meters <= REACH
    still = not fight.moving(one) and not any(deed.get(key) is not None for key in ("to", "toward", "away"))
    return range_penalty(weapon.row["range"], meters, still) is not None


def _attack(fight: Fight, one: One, deed: Deed) -> bool:
    weapon = one.weapons[deed["weapon"]]
    foe, place = fight.by_name.get(deed["target"]), fight.places.get(deed["target"])
    if foe is not None:
        if foe.out or foe.side == one.side or not seen(one, foe):
            return False
        point = fight.at(foe)
    elif place is not None and place.get("toughness", 0) > 0 and fight.tough[place["name"]] > 0:
        point = (place["position"][0], place["position"][1])
    else:
        return False
    fits = not weapon.radius and _spends(fight, one, weapon, deed) and _goal(fight, one, deed)
    if deed.get("shots") == 0:
        ready = one.picks("stand_and_deliver") and foe in one.closing and one.freed_at != fight.t
        fits = fits and bool(ready) and not weapon.melee
    return fits and _reaches(fight, one, weapon, point, deed)


def _area(fight: Fight, one: One, deed: Deed) -> bool:
    weapon = one.weapons[deed["weapon"]]
    point = deed.get("at")
    if point is None:
        foe = fight.by_name[deed["target"]]
        if foe.out or foe.side == one.side or not seen(one, foe):
            return False
        point = fight.at(foe)
    fits = weapon.radius > 0 and _spends(fight, one, weapon, deed) and _goal(fight, one, deed)
    return fits and _reaches(fight, one, weapon, point, deed)


def _reload(fight: Fight, one: One, deed: Deed) -> bool:
    weapon = one.weapons[deed["weapon"]]
    magazine = weapon.row.get("magazine", 0)
    fed = one.holds(weapon) and weapon.row.get("feed", "none") != "none"
    return fed and weapon.loaded < magazine and weapon.carried > 0 and _goal(fight, one, deed)


def _draw(fight: Fight, one: One, deed: Deed) -> bool:
    """S-SEQ-3, S-SEQ-4: what is not in hand; for no shots once an instant."""
    again = cost(fight, one, deed) == 0 and one.drew_at == fight.t
    return not one.holds(one.weapons[deed["weapon"]]) and not again and _goal(fight, one, deed)


def _bind(fight: Fight, one: One, deed: Deed) -> bool:
    """S-CHR-1: a friend or oneself within reach, dying, or with wounds that nobody has treated."""
    patient = fight.by_name[deed["target"]]
    able = patient.dies_in > 0 or (not patient.out and patient.wounds > 0 and not patient.tended)
    near = apart(fight.at(one), fight.at(patient)) <= REACH
    return patient.side == one.side and not patient.dead and able and near and _goal(fight, one, deed)


def _wait(fight: Fight, one: One, deed: Deed) -> bool:
    return bool(1 <= deed["shot"] < fight.left(one))


def _ready(fight: Fight, one: One) -> bool:
    """S-DEF-1: not surprised, and at least one shot left."""
    return not one.surprised and fight.left(one) >= 1


def _defend(fight: Fight, one: One, deed: Deed) -> bool:
    used = not one.picks("lightning_dodge") or one.used.get("lightning_dodge") == fight.number
    return _ready(fight, one) and not (used and deed.get("kind") == "lightning_dodge")


def attacks_on(one: One, other: One) -> list[Blow]:
    """The announced attacks on another that somebody may still respond to, in order of their attackers' stream keys."""
    return sorted((blow for blow in one.heard if blow.on(other)), key=lambda blow: (blow.by.rank, blow.number))


def _friend(fight: Fight, one: One, name: str) -> One | None:
    """S-DEF-4: a friend who is still in the fight, within Move meters."""
    other = fight.by_name[name]
    near = apart(fight.at(one), fight.at(other)) <= one.row["move"]
    return other if other is not one and other.side == one.side and not other.out and near else None


def _defend_other(fight: Fight, one: One, deed: Deed) -> bool:
    other = _friend(fight, one, deed["target"])
    return other is not None and bool(attacks_on(one, other)) and _defend(fight, one, deed)


def _interpose(fight: Fight, one: One, deed: Deed) -> bool:
    other = _friend(fight, one, deed["target"])
    single = other is not None and any(blow.at is None for blow in attacks_on(one, other))
    return single and _ready(fight, one) and not one.prone


def _volunteer(fight: Fight, one: One, deed: Deed) -> bool:
    return any(blow.at is not None for blow in attacks_on(one, one))


def _focus(fight: Fight, one: One, deed: Deed) -> bool:
    return one.picks("inner_focus") > 0 and one.fu > 0 and one.used.get("inner_focus") != fight.number


RULES = {
    "attack": _attack, "area": _area, "move": _goal, "run": _goal, "reload": _reload, "draw": _draw, "bind": _bind, "wait": _wait,
    "drop": lambda fight, one, deed: not one.prone, "rise": lambda fight, one, deed: one.prone,
    "hold": lambda fight, one, deed: True, "defend": _defend, "defend_other": _defend_other, "interpose": _interpose,
    "volunteer": _volunteer, "schtick": _focus,
}  # fmt: skip
