"""When one may attack, handle a weapon or tend somebody, and why not (S-ROL-2, S-RNG-1, S-RNG-4, S-SEQ-3, S-SEQ-5)."""

from __future__ import annotations

from typing import Any

from engine.shots import actions, aims, costs, lookup, refusals
from engine.shots.refusals import Refusal
from engine.shots.state import Fight, Fighter, Tool

Place = tuple[float, float]


# attacks


def attack(fight: Fight, fighter: Fighter, option: actions.Attack) -> Refusal | None:
    """Refuse an attack that can't be made (S-ROL-2, S-SEQ-5, S-RNG-1)."""
    refused = refusals.in_hand(fighter, option.weapon) or _aimed(fight, fighter, option.target) or _shots(fighter, option)
    if refused is not None:
        return refused
    tool = fighter.tools[option.weapon]
    if tool.area:
        return "S-RNG-4", f"{tool.name} attacks an area; use area"
    if tool.spec.thrown and not tool.melee:
        return "S-SEQ-3", f"{tool.name} is thrown; use throw"
    if option.shots == costs.FREE:
        return _free_shot(fight, fighter, option, tool)
    return _spends(fight, fighter, option, tool) or _reaches(fight, fighter, option, tool, _point(fight, option), tool.melee)


def throw(fight: Fight, fighter: Fighter, option: actions.Throw) -> Refusal | None:
    """Refuse a throw that can't be made (S-SEQ-3, S-SEQ-5, S-RNG-1)."""
    refused = refusals.in_hand(fighter, option.weapon) or _aimed(fight, fighter, option.target) or _shots(fighter, option)
    if refused is not None:
        return refused
    tool = fighter.tools[option.weapon]
    if tool.area:
        return "S-RNG-4", f"{tool.name} attacks an area; use area"
    if not tool.spec.thrown:
        return "S-SEQ-3", f"{tool.name} is not thrown"
    return _spends(fight, fighter, option, tool) or _reaches(fight, fighter, option, tool, _point(fight, option), False)


def area(fight: Fight, fighter: Fighter, option: actions.Area) -> Refusal | None:
    """Refuse an area attack that can't be made: it needs a place or an opponent to go off at (S-RNG-4)."""
    refused = refusals.in_hand(fighter, option.weapon) or _shots(fighter, option)
    if refused is not None:
        return refused
    tool = fighter.tools[option.weapon]
    if not tool.area:
        return "S-RNG-4", f"{tool.name} attacks no area"
    if (option.target is None) == (option.at is None):
        return "S-RNG-4", "an area attack needs one of target and at"
    refused = None if option.target is None else _center(fight, fighter, option.target)
    if refused is not None:
        return refused
    return _spends(fight, fighter, option, tool) or _reaches(fight, fighter, option, tool, _point(fight, option), tool.melee)


def _aimed(fight: Fight, fighter: Fighter, name: str) -> Refusal | None:
    """Refuse a target that is neither an opponent who can still fight nor a structure that stands (S-WND-4)."""
    if name in fight.by_name or name not in fight.places:
        return refusals.foe(fight, fighter, name)
    if refusals.structure(fight, name) is not None:
        return None
    return "S-WND-4", f"{name} is {'destroyed' if fight.places[name].destroyed else 'no structure'}"


def _center(fight: Fight, fighter: Fighter, name: str) -> Refusal | None:
    """Refuse to have an area attack go off at anything but an opponent who can still fight, or a place."""
    return None if name in fight.places and name not in fight.by_name else refusals.foe(fight, fighter, name)


def _shots(fighter: Fighter, option: Any) -> Refusal | None:
    """Refuse a number of shots no attack takes, and snapshots of unnamed characters (S-SEQ-5, S-WND-3)."""
    shots = option.shots
    if shots == costs.WHOLE:
        return None
    if shots not in costs.SNAPSHOTS and not (shots == costs.FREE and option.do == "attack"):
        allowed = ", ".join(map(str, (costs.WHOLE, *costs.SNAPSHOTS)))
        return "S-SEQ-5", f"an attack of {option.shots} shots; there are {allowed}"
    if fighter.spec.unnamed:
        return "S-WND-3", f"an unnamed character takes only {costs.WHOLE}-shot actions"
    return None


def _spends(fight: Fight, fighter: Fighter, option: Any, tool: Tool) -> Refusal | None:
    """Refuse an attack that lacks ammunition, Fortune, or the time for its movement (S-SEQ-3, S-CHR-1, S-MOV-1)."""
    magazine = tool.spec.magazine
    if magazine and tool.loaded <= sum([action.tool is tool for action in fight.announced]):
        return "S-SEQ-3", f"{tool.name} is not loaded, {tool.carried} carried"
    refused = refusals.fortune(fight, fighter) if option.fortune else None
    return refused or refusals.movement(fight, fighter, option)


def _reaches(fight: Fight, fighter: Fighter, option: Any, tool: Tool, at: Place, by_hand: bool) -> Refusal | None:
    """Refuse what is beyond the hand's reach, or the farthest shot of the class at this moment (S-MOV-1, S-RNG-1)."""
    away = lookup.apart(lookup.place(fight, fighter), at)
    if by_hand:
        reach = fight.rules.melee_reach
        return None if away <= reach else ("S-MOV-1", f"{away:g} m away; hand to hand reaches {reach:g} m")
    moves = option.to is not None or option.toward is not None or option.away is not None
    if aims.so_far(fight, fighter, tool, away, moves):
        return None
    return "S-RNG-1", f"{away:g} m is beyond the farthest shot of {tool.name} now"


def _free_shot(fight: Fight, fighter: Fighter, option: actions.Attack, tool: Tool) -> Refusal | None:
    """Refuse a free shot that no schtick gives, or at one who is not closing (S-CHR-3)."""
    givers = [schtick for schtick in fighter.schticks if schtick.free_shots]
    if not givers:
        return "S-SEQ-5", "an attack for no shots is a free shot, which needs a schtick"
    if fight.by_name.get(option.target) not in fighter.closing:
        return givers[0].rule, f"{option.target} is not closing"
    if tool.melee:
        return givers[0].rule, f"{tool.name} does not shoot"
    if any(goal is not None for goal in (option.to, option.toward, option.away)):
        return "S-MOV-1", "no movement goes with a free shot"
    refused = [schtick.free_shot_refusal(fight, fighter) for schtick in givers]
    if None not in refused:
        return refused[0]
    return _spends(fight, fighter, option, tool) or _reaches(fight, fighter, option, tool, _point(fight, option), False)


def _point(fight: Fight, option: Any) -> Place:
    """Return where an attack goes."""
    if option.target is None:
        return option.at[0], option.at[1]
    if option.target in fight.by_name:
        return lookup.place(fight, fight.by_name[option.target])
    spot = fight.places[option.target]
    return spot.x, spot.y


# weapons and wounds


def draw(fight: Fight, fighter: Fighter, option: actions.Draw) -> Refusal | None:
    """Refuse to draw what it does not have, or has in hand (S-SEQ-3)."""
    refused = refusals.in_kit(fighter, option.weapon)
    if refused is not None:
        return refused
    tool = fighter.tools[option.weapon]
    if lookup.holds(fighter, tool):
        return "S-SEQ-3", f"{tool.name} is in hand already" if tool.spec.hands else f"{tool.name} is always there"
    return refusals.movement(fight, fighter, option)


def lying(fight: Fight, fighter: Fighter, name: str) -> Tool | None:
    """Return the nearest weapon of a name that lies on the ground, or None."""
    here = lookup.place(fight, fighter)
    found = [(lookup.apart(here, tool.place), tool.place, -tool.loaded, -tool.carried, tool)
             for tool in fight.lying if tool.name == name and tool.place is not None]  # fmt: skip
    return min(found, key=lambda entry: entry[:4])[4] if found else None


def pick_up(fight: Fight, fighter: Fighter, option: actions.PickUp) -> Refusal | None:
    """Refuse to pick up what does not lie within reach (S-SEQ-3)."""
    tool = lying(fight, fighter, option.weapon)
    if tool is None or tool.place is None:
        return "S-SEQ-3", f"no {option.weapon!r} lies on the ground"
    if not aims.in_reach(fight, fighter, tool.place):
        away = lookup.apart(lookup.place(fight, fighter), tool.place)
        return "S-SEQ-3", f"{tool.name} lies {away:g} m away, more than {fight.rules.melee_reach:g} m"
    return refusals.movement(fight, fighter, option)


def reload(fight: Fight, fighter: Fighter, option: actions.Reload) -> Refusal | None:
    """Refuse to reload what is full, never reloaded, or without ammunition (S-SEQ-3)."""
    refused = refusals.in_hand(fighter, option.weapon)
    if refused is not None:
        return refused
    tool = fighter.tools[option.weapon]
    if tool.spec.feed == "none" or not tool.spec.magazine:
        return "S-SEQ-3", f"{tool.name} is never reloaded"
    if tool.loaded >= tool.spec.magazine:
        return "S-SEQ-3", f"{tool.name} is loaded: {tool.loaded} of {tool.spec.magazine}"
    if tool.carried <= 0:
        return "S-SEQ-3", f"no ammunition is left for {tool.name}"
    return refusals.movement(fight, fighter, option)


def bind(fight: Fight, fighter: Fighter, option: actions.Bind) -> Refusal | None:
    """Refuse to tend somebody of another side, out of reach, or whom Medicine can't help; itself is allowed [R] (S-CHR-1)."""
    patient = fight.by_name.get(option.target)
    if patient is None:
        return "CLK-5", f"there is nobody named {option.target!r}"
    if patient.side != fighter.side:
        return "CLK-5", f"{patient.name} is on another side"
    if patient.dead:
        return "S-WND-2", f"{patient.name} is dead"
    if not needs_tending(patient):
        return _past_tending(patient)
    if not aims.in_reach(fight, fighter, lookup.place(fight, patient)):
        away = lookup.distance(fight, fighter, patient)
        return "S-CHR-1", f"{patient.name} is {away:g} m away, more than {fight.rules.melee_reach:g} m"
    refused = refusals.fortune(fight, fighter) if option.fortune else None
    return refused or refusals.movement(fight, fighter, option)


def _past_tending(patient: Fighter) -> Refusal:
    """Return why there is nothing that Medicine can do for somebody who is not dead (S-CHR-1, S-WND-3)."""
    if patient.out is not None and patient.spec.unnamed:
        return "S-WND-3", f"{patient.name} is unnamed and out of the fight; nothing can be tended"
    if patient.out is not None:
        return "S-CHR-1", f"{patient.name} is out of the fight: {patient.out}; it is not dying, and nothing brings it back"
    return "S-CHR-1", f"{patient.name} {'was treated with success already' if patient.tended else 'has no Wound Points'}"


def needs_tending(patient: Fighter) -> bool:
    """Return whether Medicine can do something: for one who is dying, or for wounds, with success once a patient (S-CHR-1)."""
    if patient.dead:
        return False
    return patient.dies_in > 0 or (patient.able and patient.wounds > 0 and not patient.tended)
