"""What holds in every log of the steps system: health, actions, places, loads, and who may act (P-DMG-1, P-MOV-1, CLK-4)."""

from __future__ import annotations

from collections import Counter
from math import hypot
from typing import Any

from studies.check_base import Line, Part, Report, total

DEEDS = frozenset({"decision", "declare", "level", "commit", "fired", "roll", "step", "reload", "ready", "face", "mode", "sight"})
"""What only somebody able does."""

ROUNDED = 0.006
"""Squares: distances are told to 0.01."""


class Health(Part):
    """Damage less armor, what it leaves, and the health of the last line to the point; objects likewise (P-DMG-1)."""

    system = "steps"

    def __init__(self, header: Line, report: Report) -> None:
        super().__init__(header, report)
        self._health: dict[str, int] = {name: row["health"] for name, row in self.rows.items()}
        self._things: dict[tuple[str, tuple[int, ...]], int] = {}
        for thing in (header["scenario"].get("field") or {}).get("objects", ()):
            self._things[thing["name"], tuple(thing["position"])] = thing["health"]
        self._rolls: dict[int, Line] = {}
        self._done: Counter[tuple[str, str]] = Counter()

    def on_roll(self, line: Line) -> None:
        """Keep a roll of damage for the wound that comes of it."""
        if line["purpose"] == "damage":
            self._rolls[line["seq"]] = line

    def on_chain(self, line: Line) -> None:
        """Add up the links of a difficulty (P-CHK-2)."""
        self.same("rolls", line, "steps of the chain", line["steps"], sum(link["steps"] for link in line["links"]))

    def on_wound(self, line: Line) -> None:
        """Take a wound: its chain, and the health it leaves."""
        name = line["actor"]
        self._damage(line)
        self.same("htk", line, "lost", line["lost"], max(0, line["damage"] - line["armor"]))
        self._health[name] -= line["lost"]
        self._done[name, "damage_taken"] += line["lost"]
        self._done[line["by"], "damage_dealt"] += line["lost"]
        self._now(line)

    def _damage(self, line: Line) -> None:
        """Compare a damage with the roll it comes of."""
        roll = self._rolls.get(line.get("cause", -1))
        if roll is None:
            self.fault("htk", line, f"damage {line['damage']}", "a roll of damage that is its cause")
        else:
            rolled = max(0, sum(roll["faces"]) + int(total(roll.get("mods", ()))))
            self.same("htk", line, "damage", line["damage"], rolled)

    def on_object(self, line: Line) -> None:
        """Take a hit on an object."""
        thing = line["name"], tuple(line["position"])
        self._damage(line)
        left = self._things.get(thing)
        if left is None or left <= 0:
            self.fault("states", line, f"{line['name']} at {thing[1]} is hit", "an object that stands")
            return
        self._things[thing] = left - line["damage"]
        self.same("states", line, f"points of {line['name']}", line["health"], max(0, self._things[thing]))
        self.same("states", line, f"{line['name']} destroyed:", line.get("destroyed", False), self._things[thing] <= 0)

    def on_down(self, line: Line) -> None:
        """Compare the health of one who goes down."""
        self._now(line)

    def on_death(self, line: Line) -> None:
        """Compare the health of one who dies."""
        self._now(line)

    def _now(self, line: Line) -> None:
        self.same("htk", line, f"health of {line['actor']}", line["health"], self._health[line["actor"]])

    def instant(self, t: float) -> None:
        """Forget the rolls of this count."""
        self._rolls.clear()

    def close(self, footer: Line) -> None:
        """Compare everybody's health."""
        for name, state in footer["combatants"].items():
            self.same("htk", footer, f"{name} ends with health", state["health"], self._health[name])
            for what in ("damage_taken", "damage_dealt"):
                self.ended(footer, name, what, state["totals"][what], self._done[name, what])


class Actions(Part):
    """Every action ends once: done, dropped, or with its combatant; what is fired comes to something (CLK-4, P-FIR-2)."""

    system = "steps"

    def __init__(self, header: Line, report: Report) -> None:
        super().__init__(header, report)
        self._going: dict[str, str] = {}
        self._declared: set[str] = set()
        self._fired: dict[str, Line] = {}
        self._done: Counter[tuple[str, str]] = Counter()

    def on_declare(self, line: Line) -> None:
        """Begin an action; the one before must be over."""
        name, action = line["actor"], line["action"]
        if name in self._going:
            self.fault("actions", line, f"{name} declares {action} while {self._going[name]} goes on", "one action at a time")
        if action in self._declared:
            self.fault("actions", line, f"a second declaration of {action}", "one")
        self._done[name, "actions"] += action not in self._declared
        self._declared.add(action)
        self._going[name] = action

    def on_ready(self, line: Line) -> None:
        """End an action that is done."""
        self._end(line)
        shot = self._fired.pop(line["action"], None)
        if shot is not None and shot["type"] == "fired":
            self.fault("actions", line, f"{line['action']} is fired and comes to nothing", "an impact, or where it lands")

    def on_break_off(self, line: Line) -> None:
        """End an action that is dropped; one that is committed still has its impact."""
        self._done[line["actor"], "break_offs"] += line["why"] == "by choice"
        if line["free"]:
            self._end(line)

    def _end(self, line: Line) -> None:
        name, action = line["actor"], line["action"]
        if self._going.get(name) != action:
            self.fault("actions", line, f"{action} ends", "an action that is under way, once")
        else:
            del self._going[name]

    def on_down(self, line: Line) -> None:
        """End the action of one who goes down."""
        self._going.pop(line["actor"], None)

    def on_fired(self, line: Line) -> None:
        """Take rounds that are to come to something."""
        self._fired[line["action"]] = line
        self._done[line["actor"], "shots"] += 1
        self._done[line["actor"], "rounds"] += line["rounds"]

    def on_impact(self, line: Line) -> None:
        """Take what comes of a shot."""
        self._fired[line["action"]] = line
        if line["action"] not in self._declared:
            self.fault("actions", line, f"{line['action']} comes to {line['result']}", "an action that was declared")
        for what, result in (("hits", "hit"), ("misses", "miss")):
            self._done[line["actor"], what] += line["result"] == result

    def on_landed(self, line: Line) -> None:
        """Take where a shot comes down."""
        self._fired[line["action"]] = line

    def close(self, footer: Line) -> None:
        """Compare what everybody has done."""
        for name, state in footer["combatants"].items():
            for what in ("actions", "shots", "rounds", "hits", "misses", "break_offs"):
                self.ended(footer, name, what, state["totals"][what], self._done[name, what])


class Able(Part):
    """Who is out does nothing; what state, mode, weapon and loads everybody ends with (P-DMG-1, P-MOD-1, P-FIR-1)."""

    system = "steps"

    def __init__(self, header: Line, report: Report) -> None:
        super().__init__(header, report)
        self._out: dict[str, str] = {}
        self._mode: dict[str, str] = {name: row["mode"] for name, row in self.rows.items()}
        self._hand: dict[str, str | None] = {
            name: row["weapons"][0]["name"] if row["weapons"] else None for name, row in self.rows.items()
        }
        self._brings: dict[str, str] = {}
        weapons = [(name, weapon) for name, row in self.rows.items() for weapon in row["weapons"]]
        self._full = {(name, weapon["name"]): weapon["magazine"] for name, weapon in weapons}
        self._loaded = dict(self._full)
        self._carried = {(name, weapon["name"]): weapon["ammunition"] for name, weapon in weapons}

    def before(self, line: Line) -> None:
        """Look at who does something."""
        name, kind = line.get("actor"), line["type"]
        if name not in self._out:
            return
        if kind in DEEDS or (kind == "impact" and line["result"] != "lost") or (kind == "walk" and line["path"]):
            self.fault("down", line, f"{name} is out of the fight, yet {kind}", "nothing of one who can't act")

    def on_down(self, line: Line) -> None:
        """Take somebody out of the fight."""
        rule, _, why = line["why"].partition(": ")
        self._out[line["actor"]] = "forfeit" if rule == "CLK-5" else why

    def on_mode(self, line: Line) -> None:
        """Take a Combat Mode."""
        self._mode[line["actor"]] = line["mode"]

    def on_declare(self, line: Line) -> None:
        """Keep which weapon an action brings to hand."""
        if line["option"]["do"] == "bring":
            self._brings[line["action"]] = line["option"]["weapon"]

    def on_ready(self, line: Line) -> None:
        """Take a weapon that is in hand now."""
        weapon = self._brings.pop(line["action"], None)
        if weapon is not None:
            self._hand[line["actor"]] = weapon

    def on_fired(self, line: Line) -> None:
        """Take rounds from what is loaded."""
        tool = line["actor"], line["weapon"]
        self._loaded[tool] -= line["rounds"] if self._full[tool] else 0
        self.same("states", line, f"{line['weapon']} loaded with", line["left"], self._loaded[tool])
        if self._loaded[tool] < 0:
            self.fault("states", line, f"{line['weapon']} was empty", "a loaded weapon")

    def on_reload(self, line: Line) -> None:
        """Fill a weapon up from what is carried."""
        tool = line["actor"], line["weapon"]
        more = min(self._full[tool] - self._loaded[tool], self._carried[tool])
        self._loaded[tool] += more
        self._carried[tool] -= more
        found, now = (line["loaded"], line["left"]), (self._loaded[tool], self._carried[tool])
        self.same("states", line, f"{line['weapon']} loaded and left:", found, now)

    def close(self, footer: Line) -> None:
        """Compare everybody's state."""
        for name, state in footer["combatants"].items():
            self.ended(footer, name, "state", state["state"], self._out.get(name, "standing"))
            self.ended(footer, name, "mode", state["mode"], self._mode[name])
            self.ended(footer, name, "in hand", state["in_hand"], [self._hand[name]] if self._hand[name] else [])
            loads = {weapon: loaded for (owner, weapon), loaded in self._loaded.items() if owner == name}
            self.ended(footer, name, "loads", state["loaded"], loads)


class Board(Part):
    """From square to neighbouring square along the way that was told; distances agree with the squares (P-MOV-1)."""

    system = "steps"

    def __init__(self, header: Line, report: Report) -> None:
        super().__init__(header, report)
        self._at: dict[str, tuple[int, ...]] = {
            name: tuple(row.get("position") or (0, 0)) for name, row in self.rows.items()
        }
        self._way: dict[str, list[Any]] = {}
        self._facing: dict[str, str | None] = {name: row.get("facing") for name, row in self.rows.items()}
        self._squares: Counter[str] = Counter()

    def on_walk(self, line: Line) -> None:
        """Take a way, from the square one is on."""
        name = line["actor"]
        self.same("distances", line, f"{name} walks from", tuple(line["position"]), self._at[name])
        self._way[name] = [tuple(square) for square in line["path"]]

    def on_step(self, line: Line) -> None:
        """Take a step onto the next square of the way."""
        name, square = line["actor"], tuple(line["position"])
        way = self._way.get(name, [])
        expected = way.pop(0) if way else None
        self.same("distances", line, f"{name} steps to", square, expected)
        if max(abs(square[0] - self._at[name][0]), abs(square[1] - self._at[name][1])) != 1:
            self.fault("distances", line, f"{name} steps to {square}", f"a neighbour of {self._at[name]}")
        self._at[name] = square
        self._squares[name] += 1
        if self._facing[name] is not None:
            self.same("states", line, f"{name} faces", line["facing"], self._facing[name])
        self._facing[name] = line["facing"]

    def on_face(self, line: Line) -> None:
        """Take another way one faces."""
        self._facing[line["actor"]] = line["facing"]

    def on_impact(self, line: Line) -> None:
        """Compare the distance a shot tells with the squares of the two."""
        if line.get("distance") is None or line.get("target") not in self._at:
            return
        (ax, ay), (bx, by) = self._at[line["actor"]], self._at[line["target"]]
        gap = hypot(bx - ax, by - ay)
        if abs(gap - line["distance"]) > ROUNDED:
            self.fault("distances", line, f"{line['distance']:g} squares to {line['target']}", f"{gap:.4g}, as the steps say")

    def close(self, footer: Line) -> None:
        """Compare where everybody is, and which way it faces, where that was told."""
        for name, state in footer["combatants"].items():
            self.same("distances", footer, f"{name} ends at", tuple(state["position"]), self._at[name])
            self.ended(footer, name, "squares", state["totals"]["squares"], self._squares[name])
            if self._facing[name] is not None:
                self.ended(footer, name, "facing", state["facing"], self._facing[name])


PARTS = (Health, Actions, Able, Board)
