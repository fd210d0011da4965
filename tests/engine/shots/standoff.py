"""A fight of the shots system stopped at a decision, to ask what is legal there, what it costs, what is offered.

Everything goes through the public doors: a document becomes a scenario, first shots are scripted, the battle is driven by
``advance`` and ``answer``, and ``Request.legal`` tells. Characters have Speed 6, so that a first shot is 7 to 12; they
begin with their weapons in hand.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from engine import Battle
from engine.options import Hold, Option
from engine.shots import costs
from engine.shots.state import Fight, Fighter
from engine.system import Request
from scenarios import from_document

Has = dict[str, Any]

SPEED = 6

PISTOL: Has = {"name": "pistol", "range": "normal", "damage": 9, "feed": "clip", "magazine": 6, "ammunition": 6}
REVOLVER: Has = {"name": "revolver", "range": "normal", "damage": 9, "feed": "rounds", "magazine": 6, "ammunition": 6}
RIFLE: Has = {"name": "rifle", "range": "long", "damage": 12, "hands": 2}
DERRINGER: Has = {"name": "derringer", "range": "short", "damage": 6}
SWORD: Has = {"name": "sword", "range": "melee", "damage": 8}
FISTS: Has = {"name": "fists", "range": "melee", "damage": 6, "hands": 0}
KNIFE: Has = {"name": "knife", "range": "short", "damage": 7, "thrown": True}
GRENADE: Has = {"name": "grenade", "range": "short", "damage": 14, "thrown": True, "radius": 3}


def one(name: str, side: str, x: float = 0.0, **has: Any) -> Has:
    """A character at (x, 0) with a pistol, skills of 14 and Dodge 13; ``shot`` is its first shot of every sequence."""
    table: Has = {
        "name": name, "side": side, "position": [x, 0.0], "speed": SPEED, "move": 6, "weapons": [PISTOL, FISTS],
        "skills": {"guns": 14, "martial_arts": 14, "throwing": 14, "dodge": 13, "medicine": 14},
        "agent": {"policy": "script", "orders": []}, "shot": 10,
    }  # fmt: skip
    return table | has


class Standoff:
    """A battle that stops where a test wants it to."""

    def __init__(
        self, *characters: Has, places: Sequence[Has] = (), dense: bool = False, rules: Has | None = None,
        rolls: Mapping[str, Sequence[Sequence[int]]] | None = None,
    ) -> None:  # fmt: skip
        dice = {f"{has['name']}/initiative": [[has["shot"] - SPEED]] * 5 for has in characters if not has.get("unnamed")}
        tables = [{key: value for key, value in has.items() if key != "shot"} for has in characters]
        document: Has = {
            "schema": "couched.scenario/1", "name": "A standoff", "system": "shots", "combatants": tables,
            "rules": {"max_counts": 100} | (rules or {}),
        }  # fmt: skip
        if places or dense:
            document["field"] = {"places": list(places), "dense": dense}
        scripted = {name: [list(faces) for faces in row] for name, row in (rolls or {}).items()}
        self.battle = Battle(from_document(document), rolls=dice | scripted)
        self.request: Request | None = None

    @property
    def fight(self) -> Fight:
        """The state, for what no battle of a few lines leads to; who changes it by hand is shown it as it is from then on."""
        state: Fight = self.battle._fight.state
        state.moment = None
        return state

    def fighter(self, name: str) -> Fighter:
        """Return the state of a character."""
        return self.fight.by_name[name]

    def until(self, name: str, reason: str | None = None, **answers: Option) -> Request:
        """Go on to a request of a character, for a reason where one is given; others answer once as told when they can, else hold."""
        while (request := self.battle.advance()) is not None:
            if request.combatant == name and (reason is None or reason in request.reasons):
                self.request = request
                return request
            told = answers.get(request.combatant)
            if told is None or request.legal(told) is not None:
                self.battle.answer(request, Hold())
            else:
                self.battle.answer(request, answers.pop(request.combatant))
        raise AssertionError(f"{name} is not asked" + (f" for {reason}" if reason else ""))

    def answer(self, option: Option) -> None:
        """Answer the request it stands at."""
        assert self.request is not None
        self.battle.answer(self.request, option)

    def refused(self, option: Any) -> str | None:
        """Return the id of the rule that forbids an option at the request it stands at; None when it is legal."""
        assert self.request is not None
        why = self.request.legal(option)
        return None if why is None else why.split(":")[0]

    def cost(self, option: Option) -> int:
        """Return the shots an option costs at the request it stands at."""
        assert self.request is not None
        return costs.cost(self.fight, self.fighter(self.request.combatant), option)

    def kinds(self) -> set[str]:
        """Return the kinds of options that are offered."""
        assert self.request is not None
        return {option.do for option in self.request.options}

    def of(self, kind: str, actor: str | None = None) -> list[Any]:
        """Return the events so far of one type, of one character or of all."""
        return [event for event in self.battle.events if event.type == kind and actor in (None, event.actor)]
