"""The options an agent is offered: the legal ones, one of each kind for each tool and opponent (CLK-5, section 14)."""

from __future__ import annotations

from collections.abc import Sequence

from engine.counts import actions, care, grapple, legality, lookup, missiles
from engine.counts.rules import MODES
from engine.counts.state import Action, Fight, Fighter, Phase, Tool
from engine.options import Option

WAITS = (1.0, 5.0, 20.0)
"""How far ahead the listed waits look, in counts."""


def options(fight: Fight, fighter: Fighter) -> tuple[Option, ...]:
    """Return the legal options, one of each kind for each tool and opponent; nearest opponents first.

    Variations of them (a called location, speed points, another speed or distance) are legal too; `legality.refusal` tells.
    """
    listed = [option for option in _candidates(fight, fighter) if legality.refusal(fight, fighter, option) is None]
    return tuple(listed)


def _candidates(fight: Fight, fighter: Fighter) -> list[Option]:
    foes = sorted(lookup.opponents(fight, fighter), key=lambda foe: (lookup.hundredths(fight, fighter, foe), foe.rank))
    names = [foe.name for foe in foes]
    tools = fighter.held
    under_way: Action | None = fighter.action
    found: list[Option] = []
    if under_way is None:
        found += [actions.Attack(target=foe, weapon=tool.name) for foe in names for tool in tools]
        found += [actions.Unlock(), actions.Rise()]
    elif under_way.phase is Phase.COUCHED:
        found += [actions.Release(target=foe) for foe in names]
    found.append(actions.Hold())
    if under_way is None:
        found += _other_declarations(fight, fighter, names, tools)
    found += [actions.Press(target=foe) for foe in names] + [actions.Retreat(target=foe) for foe in names]
    found.append(actions.BreakOff())
    found += [actions.Wait(until=fight.t + ahead) for ahead in WAITS]
    found += [actions.Mode(mode=mode) for mode in MODES if mode != fighter.mode]
    found.append(actions.Defence(active=not fighter.def_on))
    top = lookup.top_speed(fight, fighter)
    speeds = sorted({min(fight.rules.mode_speed, top), top} - {0.0})
    found += [actions.Move(toward=foe, speed=speed) for foe in names for speed in speeds]
    found += [actions.Move(away=foe, speed=speed) for foe in names for speed in speeds]
    found += [actions.Move(toward=foe, speed=top, bash=True) for foe in names]
    return found


def _other_declarations(fight: Fight, fighter: Fighter, names: list[str], tools: Sequence[Tool]) -> list[Option]:
    found: list[Option] = [actions.Couch(weapon=tool.name, target=foe) for foe in names for tool in tools]
    found += [actions.Parry(weapon=tool.name) for tool in tools]
    found += [actions.Recouch(weapon=tool.name) for tool in tools]
    found += [actions.Lock(target=foe) for foe in names]
    found += [actions.Draw(weapon=name) for name in fighter.tools]
    found += [actions.Overbear(target=foe) for foe in names] + [actions.Throw(target=foe) for foe in names]
    found += [actions.Overbear(target=foe, location=leg) for foe in names for leg in grapple.HOLDS]
    shooters = [tool for tool in tools if missiles.is_missile(tool)]
    found += [actions.Fire(target=foe, weapon=tool.name) for foe in names for tool in shooters]
    found += [actions.Reload(weapon=tool.name) for tool in shooters]
    found += [actions.Aim(target=foe) for foe in names]
    found += [actions.Bind(target=None if one is fighter else one.name) for one in _hurt_friends(fight, fighter)]
    if fight.rules.level == "design":
        late = [tool for tool in tools if tool.recovered_at > fight.clock.now]
        found += [actions.Attack(target=foe, weapon=tool.name, hurry=True) for foe in names for tool in late]
        found += [actions.Parry(weapon=tool.name, hurry=True) for tool in late]
        late = [tool for tool in shooters if tool in late]
        found += [actions.Fire(target=foe, weapon=tool.name, hurry=True) for foe in names for tool in late]
    return found


def _hurt_friends(fight: Fight, fighter: Fighter) -> list[Fighter]:
    """Return whom a fighter could bind, itself first, then the nearest."""
    hurt = [one for one in fight.fighters if one.side == fighter.side and care.needs(one)]
    hurt.sort(key=lambda one: (one is not fighter, lookup.hundredths(fight, fighter, one), one.rank))
    return hurt
