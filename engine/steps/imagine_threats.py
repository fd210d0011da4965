"""Committed shots that one was told of, as their windows show them; what these hide is drawn in keeping with the chances they tell.

The exact chance of a shot narrows down what was called, how long it was aimed, and who stands in its line (P-MOD-2).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import product

from engine.clock import Rung
from engine.steps import actions, damage, declare, grid, imagine_acts, imagine_self, lookup, phases, reckon, targets
from engine.steps import imagine_places as places
from engine.steps import imagine_secrets as secrets
from engine.steps.rules import PACES
from engine.steps.seen import Seen
from engine.steps.seen_threats import Threat
from engine.steps.state import Action, Fight, Fighter, Phase, Square, Walking

_PLAIN = 6
"""A shot that calls nothing and sweeps nothing is so many times as likely as any other."""

Guess = tuple[actions.Fire, int, str]
"""A shot, the spells of aim it has, the pace of its shooter."""


def take_over(
    fight: Fight, me: Fighter, asker: Fighter, threat: Threat, shown: Mapping[str, Seen], unseen: Sequence[Fighter]
) -> None:
    """Have the attacker of a threat be about it; an attacker or target out of sight is put where the threat fits."""
    action = _bare(fight, me, threat)
    told = any(one.id == threat.id for one in asker.threats)
    if told:
        me.threats.append(action)
    riddle = _Riddle(fight, me, action, threat, told, shown)
    for one in (action.fighter, action.target):
        if one is not None and not places.stands(fight, one):
            riddle.place(one)
    guesses = riddle.fitting() or riddle.with_more([one for one in unseen if one.out is None]) or riddle.plainest()
    _settle(action, _drawn(action.fighter, guesses))
    shooter = action.fighter
    shooter.action, shooter.last = action, action.option
    assert action.weapon is not None
    secrets.at_least(action.weapon, lookup.rounds_of(threat.mode, fight.rules))
    phases.arm(fight, action, action.impact, Rung.STRIKE, None)
    if shooter.name not in shown and shooter.walking is not None:
        imagine_acts.walk(fight, shooter, shooter.walking.pace)
    imagine_self.dodgers(fight, action, me)


def _bare(fight: Fight, me: Fighter, threat: Threat) -> Action:
    """Return the action of a threat with what shows of it (P-FIR-2)."""
    shooter = fight.by_name[threat.attacker]
    assert threat.weapon is not None
    shooter.hand = weapon = shooter.weapons[threat.weapon]
    shooter.number = int(threat.id.rpartition("#")[2])
    impact = round(threat.impact * fight.per_count)
    level, squeeze = map(fight.ticks, declare.fire_counts(threat.mode, fight.rules))
    option = actions.Fire(weapon=weapon.name, target=threat.target, mode=threat.mode)
    target = fight.by_name[threat.target] if threat.target is not None else None
    commit = impact - squeeze
    return Action(
        threat.id, shooter, option, "fire", shooter.rank, commit - level, Phase.COMMITTED, weapon, target, None, commit,
        impact, impact, dodgers=[me] if threat.declared else [], asked=[me],
    )  # fmt: skip


def _drawn(shooter: Fighter, guesses: list[Guess]) -> Guess:
    """Draw what a shot is: a plain one is likelier than the others."""
    plain = [one for one in guesses if one[0].location is None and one[0].sweep is None]
    row = [*guesses, *plain * (_PLAIN - 1)]
    return row[secrets.below(shooter, len(row))]


def _settle(action: Action, guess: Guess) -> None:
    """Have the action be what it may be."""
    shooter, weapon, target = action.fighter, action.weapon, action.target
    action.option, spells, pace = guess
    shooter.aim = (target, weapon, spells) if spells and target is not None and weapon is not None else None
    shooter.walking = Walking(pace, [shooter.square], shooter.square, 0, 0, None) if pace != "still" else None


class _Riddle:
    """One committed shot: what it tells of itself, and what it may be."""

    def __init__(
        self, fight: Fight, me: Fighter, action: Action, threat: Threat, told: bool, shown: Mapping[str, Seen]
    ) -> None:
        self._fight, self._me, self._action, self._shown, self._told = fight, me, action, shown, told
        self._chances = threat.chance(), threat.chance(dodged=True)
        self._answerable, self._at_me = threat.answerable, threat.at_me

    def _guesses(self) -> Iterator[Guess]:
        """Yield what the shot may be: what it calls or sweeps, its spells of aim, its shooter's pace."""
        option = self._action.option
        assert isinstance(option, actions.Fire)
        calls: tuple[str | None, ...] = (None, *damage.CALLS) if option.mode in ("single", "aimed") else (None,)
        sweeps: tuple[str | None, ...] = (None, *grid.FACINGS) if option.mode == "auto" else (None,)
        spells = range(self._fight.rules.aim_most, -1, -1) if option.mode == "aimed" else (0,)
        window = self._shown.get(self._action.fighter.name)
        paces = (window.pace,) if window is not None else PACES
        for pace, call, sweep, spell in product(paces, calls, sweeps, spells):
            fire = actions.Fire(
                weapon=option.weapon, target=option.target, mode=option.mode, location=call, sweep=sweep
            )  # fmt: skip
            yield fire, spell, pace

    def plainest(self) -> list[Guess]:
        """Return the plainest thing the shot may be, for want of anything that fits."""
        return [next(self._guesses())]

    def fitting(self) -> list[Guess]:
        """Return what the shot may be, with everybody where they are, for it to look as it does (P-CHK-1, P-MOD-1).

        A shooter out of sight looks at its target.
        """
        fight, me, action = self._fight, self._me, self._action
        shooter, target = action.fighter, action.target
        if target is not None and shooter.name not in self._shown:
            shooter.facing = grid.facing_toward(shooter.square, target.square)
        if self._answerable != (self._told and lookup.guards(fight, me, shooter.square)):
            return []
        found = []
        for guess in self._guesses():
            _settle(action, guess)
            if (me in targets.of(fight, action)) == self._at_me and self._chances == (
                reckon.chance(fight, action), reckon.chance(fight, action, dodged=True)
            ):  # fmt: skip
                found.append(guess)
        return found

    def place(self, one: Fighter) -> None:
        """Put the shooter, or the target, on a square out of sight from which, or on which, the shot looks as it does."""

        def fits(square: Square) -> bool:
            one.square = square
            return bool(self.fitting())

        places.put(self._fight, one, places.Places(self._fight, self._me, self._shown).draw(one, fits))

    def with_more(self, unseen: list[Fighter]) -> list[Guess]:
        """Return what the shot may be once opponents out of sight stand in its line, as many as it takes (P-LOS-4)."""
        fight, shooter, target = self._fight, self._action.fighter, self._action.target
        assert target is not None
        hideouts = places.Places(fight, self._me, self._shown)
        line = [
            square for square in grid.along(shooter.square, target.square)
            if lookup.passable(fight, square) and hideouts.fits(square)
        ]  # fmt: skip
        free = [one for one in unseen if not places.stands(fight, one)]
        while line and free:
            one = free.pop(secrets.below(shooter, len(free)))
            places.put(fight, one, line[secrets.below(shooter, len(line))])
            secrets.look_about(fight, one, self._me)
            found = self.fitting()
            if found:
                return found
        return []
