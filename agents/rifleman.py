"""The agent that shoots from cover and waits: it picks its place, aims where that pays, and goes on when nobody comes."""

from __future__ import annotations

from typing import TYPE_CHECKING

from agents.base import HOLD, Setup
from agents.squares import CAUTION, PATIENCE, POOR, SHELTER, Soldier
from agents.squares_fire import Shot, lobs
from agents.squares_group import GROUP
from engine.steps.actions import Aim

if TYPE_CHECKING:
    from engine.options import Option
    from engine.system import Request

PARAMETERS = (CAUTION, PATIENCE, POOR, SHELTER, *GROUP)


class Rifleman(Soldier):
    """Goes where it can shoot from behind something, shoots the best shot, and closes only when nothing else is left."""

    def engage(self, request: Request) -> Option | None:
        """Return the next thing a shooter does with opponents in sight."""
        view = request.view
        option = self.reload(request)
        if option is not None:
            return option
        shot = self.best(view)
        if shot is not None and shot.chance >= self.poor:
            self.busy_at = request.t
        if (option := self.better_place(request)) is not None:
            return option
        if shot is None or shot.chance < self.poor:
            return self.without_a_chance(request, shot)
        return self.attack(request, shot)

    def attack(self, request: Request, shot: Shot) -> Option | None:
        """Return a shot, or a blast where that is worth more."""
        view = request.view
        lob = lobs(view, [foe.square for foe in view.foes[:3]])
        if lob is not None and lob.rate > shot.rate:
            shot = lob
        return self.shoot(request, shot)

    def without_a_chance(self, request: Request, shot: Shot | None) -> Option | None:
        """Return what one does that can hardly hit anybody now: come nearer after a while, till then bide its time."""
        view = request.view
        if self.has_waited(request):
            foe = view.foes[0]
            option = self.advance(request, foe.square, f"comes nearer to {foe.name}", "running")
            if option is not None:
                return option
        if view.me.walking is None and (option := self.bide(request, shot)) is not None:
            return option
        request.wake = request.t + self.rules.aim_counts / 2
        return HOLD

    def bide(self, request: Request, shot: Shot | None) -> Option | None:
        """Return an aim at whom one can hardly hit yet: it may come nearer (P-FIR-1); None when that is done."""
        view = request.view
        me = view.me
        if shot is None or shot.option.target is None or me.hand is None or "aimed" not in me.hand.modes:
            return None
        target = me.aim.target if me.aim is not None else view.foes[0].name
        if me.aim is not None and (me.aim.spells >= self.rules.aim_most or me.aim.weapon != me.hand.name):
            return None
        return self.first(request, "aims at who may come nearer", Aim(target=target, weapon=me.hand.name))


def build(setup: Setup) -> Rifleman:
    """Return a rifleman."""
    return Rifleman(setup)
