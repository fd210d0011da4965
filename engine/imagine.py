"""Imagined battles: the fight as one fighter sees it goes on without a log, from the moment it is asked (CLK-5, CLK-7).

An imagined battle starts at the present tick. What its fighter sees is as it is; what is hidden from it is drawn, from
streams of the imagined battle's own: those of the real battle are never looked at, so that no roll to come is known.
The same request and number always give the same imagined battle, whatever the truth behind what the fighter sees.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from engine.battle import Battle
from engine.errors import InputError, UsageError

if TYPE_CHECKING:
    from engine.system import Request, Standing


class ImaginedBattle(Battle):
    """A battle that goes on from a request as its fighter sees it; driven like any other, it keeps no log.

    The fighter is asked at once, with the reasons of its request and the same legal options, and so is everybody else
    who is free (reason ``ready``). The time cap is that of the real battle; a stalemate is counted from now.

    Args:
        real: the battle that asked.
        request: its request, not answered yet.
        number: which of its imagined futures.
        standing: the reasons for which the agents of the imagined battle want to be asked, by combatant.
    """

    def __init__(self, real: Battle, request: Request, number: int, standing: Mapping[str, Standing]) -> None:
        self.scenario, self.seed, self.battle = real.scenario, real.seed, real.battle
        now = real._clock.now
        dice = real._dice.aside(_key(real, request.combatant), now, number)
        self._set_up(dice, None, standing, (), now)
        fight = real._fight.imagine(request.combatant, self.scenario, self._clock, dice, self._standing)
        self._take(fight)


def battle(request: Request, number: int, standing: Mapping[str, Standing]) -> ImaginedBattle:
    """Return a numbered imagined future of the battle that waits for the answer to a request.

    Raises:
        UsageError: nobody waits for that answer any more.
        InputError: the number is no whole number from 0.
    """
    if request.asker is None:
        raise UsageError(f"imagine for {request.combatant}", "that request is not open")
    if type(number) is not int or number < 0:
        raise InputError("number of an imagined battle", repr(number)[:80], "a whole number from 0")
    return ImaginedBattle(request.asker, request, number, standing)


def _key(real: Battle, combatant: str) -> str:
    """Return the stream key of a combatant, so that a renamed fighter imagines the same (CLK-6)."""
    spec = next(spec for spec in real.scenario.combatants if spec.name == combatant)
    return spec.stream or combatant
