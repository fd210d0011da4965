"""A view that a test fills in by hand, and the agents that read it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from types import SimpleNamespace
from typing import Any

import pytest

from agents.registry import make
from engine.counts.model import CombatantSpec
from engine.counts.rules import CountsRules
from engine.options import Option
from engine.scenario import AgentSpec, Scenario
from engine.system import Request


def tool(name: str, *, shield: bool = False, recovered_at: float = 0.0, in_hand: bool = True) -> SimpleNamespace:
    """Return a weapon as a view shows it."""
    return SimpleNamespace(
        name=name,
        shield=shield,
        recovered_at=recovered_at,
        in_hand=in_hand,
        locked=False,
        length=3.0,
        w=10.0,
        skill=70,
        missile=False,
        thrown=False,
    )


class Me(SimpleNamespace):
    """A fighter as it sees itself, whose facts a test sets."""

    def is_hindered(self) -> bool:
        """Return what the facts say: something is under way, it lies, bleeds, or has a weapon locked."""
        return bool(self.action or self.prone or self.bleeding or any(held.locked for held in self.weapons))


class HandView:
    """A view whose facts a test sets: what is held, what is under way, what is legal."""

    def __init__(self) -> None:
        self.t, self.level = 0.0, "design"
        self.refused: dict[str, str] = {}
        self.me = Me(
            name="Ana", action=None, stunned=False, prone=False, target="Bo",
            weapons=[tool("sword"), tool("shield", shield=True)], kit=[], bleeding=0,
            position=(0.0, 0.0), velocity=(0.0, 0.0),
        )  # fmt: skip
        self.foes = [SimpleNamespace(
            name="Bo", able=True, distance=5.0, action=None, in_sight=True, weapons=[tool("axe")],
            position=(5.0, 0.0), velocity=(0.0, 0.0), prone=False, stunned=False,
        )]  # fmt: skip

    def seen(self, name: str) -> SimpleNamespace:
        return next(foe for foe in self.foes if foe.name == name)

    def refusal(self, option: Option) -> str | None:
        """Refuse what the test named: an option's name, or its name and weapon."""
        weapon = getattr(option, "weapon", None)
        return self.refused.get(f"{option.do} {weapon}") or self.refused.get(option.do)


class Asker:
    """Asks an agent, with one view that the test changes between the questions."""

    def __init__(self, agent: Any) -> None:
        self.agent, self.view = agent, HandView()
        self.wake: float | None = None

    def __call__(self, t: float, *reasons: str) -> Option:
        self.view.t = t
        request = Request("Ana", t, reasons or ("ready",), self.view, lambda: ())
        option: Option = self.agent.decide(request)
        self.wake = request.wake
        return option

    def busy(self, kind: str = "attack", phase: str = "windup") -> None:
        """Put an action under way."""
        self.view.me.action = SimpleNamespace(kind=kind, phase=phase, weapon="sword")

    def free(self) -> None:
        """End what is under way."""
        self.view.me.action = None


def two_fighters(agents: Mapping[str, AgentSpec] | None = None) -> Scenario:
    """Return the least scenario: Ana against Bo, without weapons."""
    ana, bo = CombatantSpec(name="Ana", side="red"), CombatantSpec(name="Bo", side="blue", stream="other")
    return Scenario(
        name="two", system="counts", rules=CountsRules(), combatants=(ana, bo), agents=agents or {}, document={}
    )


@pytest.fixture
def scripted() -> Callable[[Sequence[Mapping[str, Any]]], Asker]:
    """Return what builds a script agent for Ana and asks it."""

    def build(orders: Sequence[Mapping[str, Any]]) -> Asker:
        return Asker(make(AgentSpec("script", {"orders": orders}), "Ana", two_fighters()))

    return build


@pytest.fixture
def fight() -> Scenario:
    """The least scenario."""
    return two_fighters()


@pytest.fixture
def asked() -> Callable[[str], Asker]:
    """Return what builds a policy for Ana and asks it."""
    return lambda policy: Asker(make(AgentSpec(policy), "Ana", two_fighters()))
