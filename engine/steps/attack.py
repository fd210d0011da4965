"""The chain of one attack in play, link by link (P-CHK-2)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from engine.steps import damage, lookup
from engine.steps import difficulty as ladder
from engine.steps.difficulty import Link
from engine.steps.land import Line
from engine.steps.state import Action, Fight, Fighter, Square

_MOST_CHAINS = 4_096
"""So many chains are remembered before all are forgotten."""

COVER = "P-LOS-5"
DODGE = "P-MOD-2"


def invalid(fight: Fight, action: Action, target: Fighter, line: Line) -> tuple[str, str] | None:
    """Return the rule by which somebody is no valid target of a direct shot now, and why, or None.

    (P-CHK-3, P-LOS-2, P-LOS-5, P-LOS-6, P-MOV-1)
    """
    weapon, shooter = action.weapon, action.fighter
    assert weapon is not None
    if lookup.band_of(weapon, shooter.square, target.square) is None:
        return "P-CHK-3", f"{target.name} is out of range"
    if lookup.arc_of(fight, shooter, target.square) == "rear":
        return "P-LOS-2", f"{target.name} is in its rear"
    if line.cover >= lookup.FULL:
        return COVER, f"{target.name} is behind {line.cover}% cover"
    called = _fire(action).location
    if called is not None and not damage.is_exposed(called, line.cover, fight.rules):
        return "P-LOS-6", f"{line.cover}% cover leaves nothing of the {called} exposed"
    if lookup.pace_of(shooter) == "sprinting":
        return "P-MOV-1", "it sprints"
    return None


def links(fight: Fight, action: Action, target: Fighter, line: Line, dodged: bool) -> list[Link]:
    """Return every link of an attack on somebody, in the source's order (P-CHK-2); those of 0 steps too.

    Args:
        line: what stands between.
        dodged: the target dodged.
    """
    return list(_known(fight, action, target, line, dodged)[0])


def steps(fight: Fight, action: Action, target: Fighter, line: Line, dodged: bool) -> int:
    """Return what the links of an attack add up to; the arguments are those of `links` (P-CHK-2)."""
    return _known(fight, action, target, line, dodged)[1]


def _known(fight: Fight, action: Action, target: Fighter, line: Line, dodged: bool) -> tuple[tuple[Link, ...], int]:
    """Return the links of an attack and their sum, remembered by all that they are made from, the rules apart.

    They are kept with the land, whose rules are those of the fight.
    """
    option, weapon, shooter = _fire(action), action.weapon, action.fighter
    assert weapon is not None
    small = option.location is not None and lookup.leaves_small_part(line, fight.rules)
    band, pace = lookup.band_of(weapon, shooter.square, target.square), lookup.pace_of(shooter)
    key = (
        weapon.level, band, dodged, line.cover, line.concealment, small, option.location, option.mode, spells_of(action), pace
    )  # fmt: skip
    known = fight.land.chains
    found: tuple[tuple[Link, ...], int] | None = known.get(key)
    if found is None:
        if len(known) >= _MOST_CHAINS:
            known.clear()
        made = _links(fight, action, target, line, dodged)
        found = known[key] = tuple(made), sum([link.steps for link in made])
    return found


def _links(fight: Fight, action: Action, target: Fighter, line: Line, dodged: bool) -> list[Link]:
    rules, option = fight.rules, _fire(action)
    found = start(fight, action, target.square)
    found.append(Link(DODGE, rules.dodged_steps if dodged else 0, "the target dodged" if dodged else "no dodge made"))
    if option.location is None or not lookup.leaves_small_part(line, rules):
        found.append(Link(COVER, ladder.cover_steps(line.cover, rules) or 0, f"cover {line.cover}%"))
    if option.location is not None:
        found.append(Link("P-LOS-6", damage.call_steps(option.location, rules), f"aimed at the {option.location}"))
    found.append(Link("P-LOS-7", lookup.hiding(line.concealment, fight), f"concealment {line.concealment}%"))
    return found + fire(fight, action)


def start(fight: Fight, action: Action, square: Square) -> list[Link]:
    """Return the links of range and skill (P-CHK-3)."""
    weapon = action.weapon
    assert weapon is not None
    band = lookup.band_of(weapon, action.fighter.square, square) or "extreme"
    return list(ladder.start_links(weapon.level, band, fight.rules))


def indirect(fight: Fight, action: Action, square: Square) -> list[Link]:
    """Return every link of in-direct fire at a square, which needs no line of sight (P-LOS-3)."""
    steps = Link("P-LOS-3", fight.rules.indirect_steps, "in-direct")
    return [*start(fight, action, square), steps, *fire(fight, action)]


def fire(fight: Fight, action: Action) -> list[Link]:
    """Return the links of the fire mode, of aim and of the shooter's own movement (P-FIR-1, P-MOV-1)."""
    rules, option = fight.rules, _fire(action)
    spells = spells_of(action)
    steps = rules.fire_single if option.mode == "aimed" else ladder.fire_steps(option.mode, 0.0, rules)
    found = [Link("P-FIR-1", steps, f"fire mode {option.mode}")]
    if spells:
        found.append(Link("P-FIR-1", rules.aim_step * spells, f"spells of aim: {spells}"))
    pace = lookup.pace_of(action.fighter)
    found.append(Link("P-MOV-1", ladder.pace_steps(pace, rules) or 0, f"the shooter is {pace}"))
    return found


def spells_of(action: Action) -> int:
    """Return the spells of aim that count for an aimed shot (P-FIR-1)."""
    target, weapon = action.target, action.weapon
    if target is None or weapon is None or _fire(action).mode != "aimed":
        return 0
    return lookup.spells(action.fighter, target, weapon)


def for_bystander(found: Sequence[Link], rules: Any) -> list[Link]:
    """Return the links that count for cover a miss may hit: without dodge, cover, aim and called location (P-CVR-1)."""
    aim = rules.aim_step
    return [
        link for link in found
        if link.rule not in (DODGE, COVER, "P-LOS-6") and not (link.why.startswith("spells of aim") and aim)
    ]  # fmt: skip


def _fire(action: Action) -> Any:
    return action.option
