"""What the policies of the shots system share: when they are asked, how they defend, what costs no shot."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import TYPE_CHECKING, Any, cast

import msgspec

from agents.base import HOLD, Setup, noted
from agents.cinema_aim import Plan, plan, price
from agents.cinema_arms import usable
from agents.cinema_group import Group
from agents.cinema_worth import Worth, attack_with, left, loss
from agents.parameters import Parameter
from engine.shots.actions import Attack, Defend, Fortune, Schtick
from engine.system import Standing

if TYPE_CHECKING:
    from collections.abc import Sequence

    from engine.options import Option
    from engine.shots.rules import ShotsRules
    from engine.system import Request

CAUTION = Parameter("caution", 1, "defends when so many times what it saves is worth more than its shots", "times", 0, 100)
PATIENCE = Parameter("patience", 30, "after so long without a fair chance it goes where it has one", "counts", 1, 1_000_000)
POOR = Parameter("poor", 15, "a chance below this is none worth waiting for", "percent", 0, 100)

WHOLE = 3
"""The ``shots`` of an attack that is no snapshot."""

_FORTUNATE = 0.07
"""What a Fortune point must add to an attack, in opponents put out of the fight."""

_DEATHLY = 2.0
"""So many points below Constitution a Death Test may ask for before Fortune is set aside for it."""

_CALLED_ON = ("inner_focus",)
"""Schticks that make attacks better once they are called on."""


class Actor(ABC):
    """The frame of a policy: who may act acts, who may respond responds, and what is free is taken.

    Args:
        setup: whom it plays, in which fight, with which parameters.
    """

    standing = Standing(asks=frozenset({"start", "ready", "hold_expired", "announced", "closing"}))
    whole = False
    """Whether it takes whole actions only, no snapshots."""

    def __init__(self, setup: Setup) -> None:
        self.params = setup.params
        self.rules = cast("ShotsRules", setup.scenario.rules)
        self.constitution: int = setup.spec.constitution
        self.caution: float = setup.params["caution"]
        self.group = Group(setup.params)
        self.worth: Worth

    def decide(self, request: Request) -> Option:
        """Return the next thing it does: a free shot, a response, or an action of its own shot."""
        view = request.view
        self.group.look(view)
        self.worth = Worth(view, self.prefer)
        if "closing" in request.reasons and (shot := self._free_shot(request)) is not None:
            return shot
        if "announced" in request.reasons and (answer := self.respond(request)) is not None:
            return answer
        if not view.me.turn or not view.foes:
            return self.idle(request)
        return self._for_nothing(request) or self.act(request)

    @abstractmethod
    def act(self, request: Request) -> Option:
        """Return an action of its own shot; there are foes in sight."""

    def idle(self, request: Request) -> Option:
        """Return what it does out of turn, or with nobody in sight."""
        return HOLD

    def prefer(self, name: str) -> float:
        """Return by how much it would rather attack a foe of this name, as a factor: for what friends do."""
        return self.group.factor(name)

    def plan(self, request: Request) -> Plan | None:
        """Return the best attack with what is ready in hand."""
        me = request.view.me
        return plan(request, usable(me), me.shot, self.whole, self.worth)

    # responses

    def respond(self, request: Request) -> Option | None:
        """Return an active defense against what is announced on it, where that is worth its shots (S-DEF-1)."""
        view = request.view
        mine = [attack for attack in view.announced if attack.at_me and attack.answerable]
        if not mine:
            return None
        saved, kind = self.best_defense(view.me, mine)
        if kind is None:
            return None
        cost = price(self.plan(request), view.me.shot, kind.cost)
        option = Defend(kind=kind.kind)
        if self.caution * saved <= cost or request.legal(option) is not None:
            return None
        return noted(request, option, f"saves {saved:.2f}, costs {cost:.2f}")

    def best_defense(self, me: Any, attacks: Sequence[Any]) -> tuple[float, Any]:
        """Return how much of itself the best kind of defense saves from some attacks, and that kind; None when none helps."""
        to_go, guarded = left(me, self.rules.death_from), me.guarded
        before = sum(loss(me, attack.on(), to_go) for attack in attacks)
        best, found, tried = 0.0, None, 0
        for kind in me.defenses:
            more = kind.bonus - guarded
            if kind.value != "dodge" or more <= 0 or more == tried:
                continue
            tried = more
            saved = before - sum(loss(me, attack.on(more=more), to_go) for attack in attacks)
            if saved > best:
                best, found = saved, kind
        return best, found

    def _free_shot(self, request: Request) -> Option | None:
        """Return a free shot at one who comes closer, with what hits best (S-CHR-3)."""
        view = request.view
        tools = [tool for tool in usable(view.me) if not tool.thrown and not tool.area]
        shots = [msgspec.structs.replace(attack_with(tool, foe.name), shots=0) for foe in view.closing for tool in tools]
        worth = [(self.worth.of(shot), shot) for shot in shots if isinstance(shot, Attack)]
        for value, shot in sorted(worth, key=lambda entry: -entry[0]):
            if value > 0.0 and request.legal(shot) is None:
                return noted(request, shot, "a free shot at one who comes")
        return None

    # what costs no shot

    def _for_nothing(self, request: Request) -> Option | None:
        """Return what costs no shot: Fortune set aside for a Death Test, a schtick called on before attacks."""
        view = request.view
        me, rules = view.me, self.rules
        near_death = me.wounds - rules.death_from > self.constitution - _DEATHLY
        if near_death and me.fortune and "death_test" not in me.fortune_for:
            aside = Fortune(roll="death_test")
            if request.legal(aside) is None:
                return noted(request, aside, "may have to hold on to life")
        for name in _CALLED_ON:
            if name in me.schticks and request.legal(Schtick(name=name)) is None and self.plan(request) is not None:
                return noted(request, Schtick(name=name), "before it attacks")
        return None

    def with_fortune(self, request: Request, option: Option) -> Option:
        """Return a whole attack with a Fortune point where that adds enough (S-CHR-1)."""
        view = request.view
        spare = view.me.fortune - len(view.me.fortune_for)
        if spare < 1 or getattr(option, "shots", 0) != WHOLE:
            return option
        lucky = msgspec.structs.replace(option, fortune=True)
        if self.worth.of(lucky) - self.worth.of(option) < _FORTUNATE:
            return option
        return lucky if request.legal(lucky) is None else option
