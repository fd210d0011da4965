"""Random scripted duels for hypothesis: weapons, levels, ties, scripts timed on quarter counts, dice by a seed."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

from hypothesis import strategies as st
from oracle.rolls import Faces

KINDS = ("slicing", "chopping", "crushing", "piercing")
PLACES = ("head", "chest", "upper_arm", "lower_arm", "hand", "abdomen", "groin", "upper_leg", "lower_leg", "foot")
Orders = list[dict[str, Any]]


def dice(seed: int) -> Faces:
    """Return a source of faces: every stream has its own random numbers, whatever is asked of the others."""
    streams: dict[str, random.Random] = {}

    def faces(stream: str, count: int, sides: int) -> list[int]:
        source = streams.setdefault(stream, random.Random(f"{seed} {stream}"))
        return [source.randint(1, sides) for _ in range(count)]

    return faces


quarters = st.integers(0, 120).map(lambda number: number / 4)


@st.composite
def weapons(draw: st.DrawFn, name: str, hands: int) -> dict[str, Any]:
    """A weapon or a long one, its figures with or without its type's."""
    return {
        "name": name,
        "wsd": draw(st.sampled_from([5, 6, 7, 8, 9.5, 10, 12.125, 7.001])),
        "damage": draw(st.sampled_from(["3", "7", "5*", "4^", "2d6", "3+2d10"])),
        "type": draw(st.sampled_from(KINDS)),
        "length": draw(st.sampled_from([1.0, 2.0, 3.0, 3.5, 4.0, 6.0, 8.0])),
        "mod": draw(st.sampled_from([0, 10])),
        "hands": hands,
        "includes_type": draw(st.booleans()),
    }


@st.composite
def layers(draw: st.DrawFn) -> list[dict[str, Any]]:
    """No armor, or one layer somewhere."""
    if draw(st.booleans()):
        return []
    covers = draw(st.lists(st.sampled_from(PLACES), min_size=1, max_size=6, unique=True))
    stops = draw(st.integers(1, 6))
    return [{
        "name": "plates", "covers": covers, "protection": dict.fromkeys(KINDS, stops),
        "hits": draw(st.sampled_from([10.0, 40.0, 150.0])),
    }]  # fmt: skip


class Writer:
    """Writes a script piece by piece, with a clock of its own so that most orders come when they can be obeyed."""

    def __init__(self, draw: st.DrawFn, names: list[str], foe: str, points: int) -> None:
        self.draw, self.names, self.foe, self.points, self.clock = draw, names, foe, points, 0.0
        self.orders: Orders = []
        self.raised = False  # a parry may be up for long: nothing after it is timed

    def write(self) -> Orders:
        """Return a script of a few pieces."""
        pieces = (
            self.attack, self.attack, self.called, self.dropped, self.couch, self.recouch, self.drop_couch, self.parry,
            self.react, self.rider, self.dodge, self.guard,
        )  # fmt: skip
        for _ in range(self.draw(st.integers(1, 5))):
            piece: Callable[[], None] = self.draw(st.sampled_from(pieces))
            piece()
        return self.orders

    def add(self, do: str, **more: Any) -> None:
        """Add one order."""
        self.orders.append({"do": do} | more)

    def tool(self) -> dict[str, Any]:
        """Choose a weapon."""
        return {"weapon": self.draw(st.sampled_from(self.names))}

    def when(self) -> dict[str, Any]:
        """Maybe a moment ahead of the script's clock."""
        if self.raised or self.draw(st.booleans()):
            return {}
        self.clock += 30 + self.draw(quarters)
        return {"at": self.clock}

    def attack(self) -> None:
        """Attack as soon as can be, or at a moment."""
        self.add("attack", target=self.foe, **self.tool(), **self.when())
        if self.points and self.draw(st.booleans()):
            self.orders[-1]["speed_points"] = 1

    def called(self) -> None:
        """Attack a called location."""
        self.add("attack", target=self.foe, location=self.draw(st.sampled_from(PLACES)), **self.tool())

    def dropped(self) -> None:
        """Attack at a moment and break off at another, then go on."""
        if self.raised:
            return
        self.clock += 30 + self.draw(quarters)
        self.add("attack", target=self.foe, at=self.clock, **self.tool())
        self.add("break_off", at=self.clock + self.draw(st.integers(1, 40)) / 4)

    def couch(self) -> None:
        """Couch, and release when couched or at a moment."""
        self.add("couch", target=self.foe, **self.tool(), **self.when())
        if self.raised or self.draw(st.booleans()):
            self.add("release", target=self.foe, on="couched")
        else:
            self.clock += 30 + self.draw(quarters)
            self.add("release", target=self.foe, at=self.clock)

    def recouch(self) -> None:
        """Attack, let the recovery end in the couch, release."""
        self.add("attack", target=self.foe, **self.tool())
        self.add("recouch", on="recovering")
        self.add("release", target=self.foe, on="couched")

    def drop_couch(self) -> None:
        """Couch and drop it."""
        self.add("couch", target=self.foe, **self.tool())
        self.add("break_off", on="couched")

    def parry(self) -> None:
        """Bring a tool up."""
        when: dict[str, Any] = self.when()
        self.add("parry", **self.tool(), **when)
        if when and self.draw(st.booleans()):
            self.clock += self.draw(st.integers(1, 100)) / 4
            self.add("break_off", at=self.clock)
        else:
            self.raised = True

    def react(self) -> None:
        """Attack when something is noticed."""
        self.add("attack", target=self.foe, on="noticed", **self.tool())

    def guard(self) -> None:
        """Bring a tool up when something is noticed."""
        self.add("parry", on="noticed", **self.tool())
        self.raised = True

    def dodge(self) -> None:
        """Attack and drop it when something is noticed."""
        self.add("attack", target=self.foe, **self.tool())
        self.add("break_off", on="noticed")

    def rider(self) -> None:
        """Turn DEF on or off."""
        self.clock += 30
        self.add("def", active=self.draw(st.booleans()), at=self.clock)


@st.composite
def fighters(draw: st.DrawFn, name: str, side: str, foe: str, place: list[float]) -> dict[str, Any]:
    """A fighter that stays where it is, heavy enough that no blow moves it."""
    number = draw(st.sampled_from([1, 1, 2]))
    hands = 1 if number == 2 else draw(st.integers(1, 2))
    arms = [draw(weapons(f"{name}'s {which}", hands)) for which in ("first", "second")[:number]]
    names = [arm["name"] for arm in arms]
    rank = draw(st.sampled_from([0, 3]))
    skill = draw(st.sampled_from([40, 70, 100, 140]))
    return {
        "name": name, "side": side, "position": place, "mode": "locked", "weight": 100_000.0,
        "htk": draw(st.sampled_from([30, 45, 20, 60, 100, 12])), "spd": draw(st.sampled_from([3, 6, 12])),
        "agl": 50, "health": draw(st.sampled_from([10, 10, 50, 90])), "pab": draw(st.integers(0, 6)),
        "def": draw(st.sampled_from([0, 30])), "def_on": draw(st.booleans()),
        "combat_maneuver_rank": rank, "combat_perception": draw(st.sampled_from([0, 40, 70, 100])),
        "skills": dict.fromkeys(names, skill), "weapons": arms, "armor": draw(layers()),
        "agent": {"policy": "script", "orders": Writer(draw, names, foe, rank).write()},
    }  # fmt: skip


def at_once(draw: st.DrawFn, several: list[dict[str, Any]]) -> None:
    """Let all of them begin with the same attack at the same count, so that blows meet at one instant."""
    first = several[0]["weapons"][0]
    for one in several:
        own = one["weapons"][0]
        own.update({key: first[key] for key in ("wsd", "type", "includes_type")})
        own["length"] = draw(st.sampled_from([first["length"], own["length"]]))
        foe = one["agent"]["orders"][0].get("target", "Bo" if one["side"] == "red" else "Ana")
        one["spd"] = 12
        one["agent"]["orders"].insert(0, {"do": "attack", "target": foe, "weapon": own["name"], "at": 10})


@st.composite
def documents(draw: st.DrawFn, names: tuple[str, ...]) -> dict[str, Any]:
    """The document of a scripted fight of these against Bo, at fixed distances."""
    distance = draw(st.sampled_from([5.0, 4.0, 3.5, 3.0, 2.0, 5.5, 6.0, 8.0, 10.0, 1.5, 1.0, 0.5]))
    rules = {
        "level": draw(st.sampled_from(["design", "design", "basic", "advanced"])),
        "ties": draw(st.sampled_from(["simultaneous", "reach", "speed", "seeded"])),
        "max_counts": draw(st.sampled_from([120.0, 400.0])),
        "stalemate_counts": draw(st.sampled_from([150.0, 1200.0])),
        "init_floor": draw(st.sampled_from([1.0, 2.5])),
    }
    combatants = [
        draw(fighters(name, "red", "Bo", [0.0, float(number)])) for number, name in enumerate(names)
    ]  # fmt: skip
    combatants.append(draw(fighters("Bo", "blue", "Ana", [distance, 0.0])))
    if draw(st.booleans()):
        at_once(draw, combatants)
    return {
        "schema": "couched.scenario/1", "name": "A scripted duel", "system": "counts", "rules": rules,
        "combatants": combatants,
    }  # fmt: skip


def duels() -> st.SearchStrategy[dict[str, Any]]:
    """Ana against Bo."""
    return documents(("Ana",))


@st.composite
def maneuvers(draw: st.DrawFn) -> dict[str, Any]:
    """Ana, who may press and retreat, against Bo, who stands and never wins a contest."""
    document: dict[str, Any] = draw(documents(("Ana",)))
    document["rules"]["contest_step"] = 60
    for one in document["combatants"]:
        one["weapons"] = one["weapons"][:1]
        one["pcf"] = 0
        one["set_distance"] = abs(document["combatants"][1]["position"][0])
        for order in one["agent"]["orders"]:
            if "weapon" in order:
                order["weapon"] = one["weapons"][0]["name"]
    ana = document["combatants"][0]
    ana["skills"]["combat_maneuver"] = 120
    orders = ana["agent"]["orders"]
    for _ in range(draw(st.integers(1, 3))):
        order = {"do": draw(st.sampled_from(["press", "retreat"])), "target": "Bo"}
        orders.insert(draw(st.integers(0, len(orders))), order)
    return document


def melees() -> st.SearchStrategy[dict[str, Any]]:
    """Ana and Cid against Bo: several wounds of one fighter at one instant."""
    return documents(("Ana", "Cid"))
