"""What holds in every log of the counts system: losses to the point, states, actions, and who may act (C-DMG-6, CLK-4)."""

from __future__ import annotations

from collections import Counter
from typing import Any

from studies.check_base import Line, Part, Report

DEEDS = frozenset({
    "decision", "declare", "windup", "couched", "release", "commit", "notice", "ready", "loose", "reload", "rise", "press",
    "retreat", "mode", "def",
})  # fmt: skip
"""What only an able fighter does."""

TRIES = frozenset({"perception", "maneuver", "unlock", "parry", "targeting", "init"})
"""Rolls that only an able fighter makes."""

BLOWS = frozenset({"attack", "release", "fire", "overbear", "throw"})

IN_PASSING = "in the line of fire"
"""Why a missile hits somebody it was not meant for: an impact beside that of its action."""

LIMBS = frozenset({"upper_arm", "lower_arm", "hand", "upper_leg", "lower_leg", "foot"})
OWN = frozenset({"chest", "abdomen", "groin", "neck", "eyes", "nose", "mouth"})
MIND = "mind"


def part_of(location: str) -> str:
    """Return the part a wound's location belongs to, as the last line names it (C-WND-2)."""
    if location.rpartition(" ")[2] in LIMBS or location in OWN:
        return location
    return "neck" if location == "throat" else "head"


def first_hands(row: Line) -> list[str]:
    """Return what a combatant holds at the start: the first that two hands can hold, in the order they are listed."""
    held, free = [], 2
    for weapon in row["weapons"]:
        if 0 < weapon["hands"] <= free:
            held.append(weapon["name"])
            free -= weapon["hands"]
    return held


class Losses(Part):
    """Wounds and bleeding are all that costs HTK, link by link and to the point; POW likewise (C-DMG-6, C-DMG-7, C-WND-7)."""

    system = "counts"

    def __init__(self, header: Line, report: Report) -> None:
        super().__init__(header, report)
        self._htk: Counter[str] = Counter()
        self._pow: Counter[str] = Counter()
        self._rate: Counter[str] = Counter()
        self._parts: dict[str, Counter[str]] = {name: Counter() for name in self.rows}

    def on_wound(self, line: Line) -> None:
        """Take a wound: its chain, and the state it leaves."""
        name = line["actor"]
        self._htk[name] += line["lost"]
        self._pow[name] += line.get("pow") or 0
        self.same("htk", line, f"{name} has lost HTK:", line["htk_lost"], self._htk[name])
        self.same("htk", line, f"HTK of {name}", line["htk"], self.rows[name]["htk"])
        if line["location"] == MIND:
            self.same("htk", line, f"{name} has lost POW:", line.get("pow_lost"), self._pow[name])
            return
        self._chain(line)
        part = part_of(line["location"])
        before = self._parts[name][part]
        if line["part_damage"] < before:
            self.fault("states", line, f"damage {line['part_damage']} of the {part}", f"{before} or more")
        self._parts[name][part] = line["part_damage"]

    def _chain(self, line: Line) -> None:
        """Reckon a loss anew, from the damage on (C-DMG-6)."""
        passed = max(0, line["damage"] - line["armor"])
        if line["damage_type"] != "piercing" or line["through"]:
            self.same("htk", line, "through armor", line["through"], passed)
        lost = (line["through"] - line["concussive"]) * line["critical"] - line.get("pab_stopped", 0)
        lost += line.get("leaked", 0) - line.get("capped", 0)
        self.same("htk", line, "lost", line["lost"], lost)

    def on_bleed(self, line: Line) -> None:
        """Take a point that is lost to bleeding, or a change of the rate."""
        name = line["actor"]
        self._htk[name] += line["lost"]
        self.same("htk", line, f"{name} has lost HTK:", line["htk_lost"], self._htk[name])
        if line["lost"]:
            self.same("htk", line, f"{name} bleeds at", line["rate"], self._rate[name])
        self._rate[name] = line["rate"]

    def on_down(self, line: Line) -> None:
        """Compare the loss of one who goes down."""
        self.same("htk", line, f"{line['actor']} has lost HTK:", line["htk_lost"], self._htk[line["actor"]])

    def on_death(self, line: Line) -> None:
        """Compare the loss of one who dies; the dead do not bleed."""
        self.on_down(line)
        self._rate[line["actor"]] = 0

    def close(self, footer: Line) -> None:
        """Compare what everybody has lost."""
        for name, state in footer["combatants"].items():
            for what, found in (("htk_lost", self._htk[name]), ("pow_lost", self._pow[name])):
                self.same("htk", footer, f"{name} ends with {what}", state[what], found)
            self.ended(footer, name, "bleeding", state["bleeding"], self._rate[name])
            hurt = {part: points for part, points in self._parts.get(name, {}).items() if points}
            self.ended(footer, name, "parts", {part: points for part, points in state["parts"].items() if points}, hurt)


class Able(Part):
    """Who is out of the fight, or stunned, does nothing (C-WND-4, C-WND-6, C-PER-2); what state everybody ends in."""

    system = "counts"

    def __init__(self, header: Line, report: Report) -> None:
        super().__init__(header, report)
        self._out: dict[str, str] = {}
        self._stunned: set[str] = set()
        self._lying: set[str] = set()

    def before(self, line: Line) -> None:
        """Look at who does something."""
        name, kind = line.get("actor"), line["type"]
        if name not in self._out and name not in self._stunned:
            return
        if kind in DEEDS or (kind == "roll" and line["purpose"] in TRIES and line["purpose"] != "init"):
            state = "out of the fight" if name in self._out else "stunned"
            self.fault("down", line, f"{name} is {state}, yet {kind}", "nothing of one who can't act")

    def on_down(self, line: Line) -> None:
        """Take somebody out of the fight."""
        rule = line["why"].partition(":")[0]
        self._out[line["actor"]] = {"C-WND-6": "down", "CLK-5": "forfeit"}.get(rule, "unconscious")

    def on_death(self, line: Line) -> None:
        """Take a death."""
        self._out[line["actor"]] = "dead"

    def on_stun(self, line: Line) -> None:
        """Take a stun, or its end."""
        (self._stunned.discard if line.get("over") else self._stunned.add)(line["actor"])

    def on_fall(self, line: Line) -> None:
        """Take a fall."""
        self._lying.add(line["actor"])

    def on_rise(self, line: Line) -> None:
        """Take somebody's getting up."""
        self._lying.discard(line["actor"])

    def close(self, footer: Line) -> None:
        """Compare everybody's state."""
        for name, state in footer["combatants"].items():
            upright = "stunned" if name in self._stunned else "lying" if name in self._lying else "standing"
            self.ended(footer, name, "state", state["state"], self._out.get(name, upright))


class Tools(Part):
    """What is in hand, and what ammunition is left (C-THR-1, C-MIS-1)."""

    system = "counts"

    def __init__(self, header: Line, report: Report) -> None:
        super().__init__(header, report)
        self._hands = {name: first_hands(row) for name, row in self.rows.items()}
        weapons = [(name, weapon) for name, row in self.rows.items() for weapon in row["weapons"]]
        self._left = {(name, weapon["name"]): weapon["ammunition"] for name, weapon in weapons}
        self._shots = {(name, weapon["name"]): weapon["shots"] for name, weapon in weapons}
        self._loaded = {tool: min(self._shots[tool], left) for tool, left in self._left.items()}

    def on_draw(self, line: Line) -> None:
        """Take what comes into a hand or leaves it; a thrown weapon is loaded while it is in hand."""
        name, weapon, held = line["actor"], line["weapon"], line["in_hand"]
        drawn = line["what"] == "drawn"
        if (weapon in held) is not drawn:
            self.fault("states", line, f"{weapon} is {line['what']}, in hand: {', '.join(held)}",
                       f"a hand {'with' if drawn else 'without'} it")  # fmt: skip
        known = set(self._hands[name]) | {weapon}
        if not set(held) <= known:
            self.fault("states", line, f"in hand: {', '.join(held)}", f"some of {', '.join(sorted(known))}")
        self._hands[name] = held
        tool = name, weapon
        if drawn and self._shots[tool] == 1:
            self._loaded[tool] = max(self._loaded[tool], min(1, self._left[tool]))

    def on_loose(self, line: Line) -> None:
        """Take a missile from what is loaded and left."""
        tool = line["actor"], line["weapon"]
        self._left[tool] -= 1
        self._loaded[tool] -= 1
        self._count(line, tool)

    def on_reload(self, line: Line) -> None:
        """Load a weapon."""
        tool = line["actor"], line["weapon"]
        if line["loaded"] > self._loaded[tool]:
            self._loaded[tool] = min(self._shots[tool], self._left[tool])
        self.same("states", line, f"{line['weapon']} is loaded with", line["loaded"], self._loaded[tool])
        self._count(line, tool)

    def _count(self, line: Line, tool: tuple[str, str]) -> None:
        self.same("states", line, f"{tool[1]} left:", line["left"], self._left[tool])
        if min(self._left[tool], self._loaded[tool]) < 0:
            self.fault("states", line, f"{tool[1]} was {'not loaded' if self._loaded[tool] < 0 else 'used up'}", "a loaded weapon")

    def close(self, footer: Line) -> None:
        """Compare what is in hand."""
        for name, state in footer["combatants"].items():
            self.ended(footer, name, "in hand", sorted(state["in_hand"]), sorted(self._hands[name]))


class Actions(Part):
    """Every action ends once: a blow with an impact or dropped, a couch released or dropped, all else done or dropped (CLK-4)."""

    system = "counts"

    def __init__(self, header: Line, report: Report) -> None:
        super().__init__(header, report)
        self._under_way: dict[str, tuple[str, str]] = {}
        self._ends: Counter[str] = Counter()
        self._kinds: dict[str, str] = {}
        self._flying: set[str] = set()
        self._counted: set[str] = set()
        self._done: Counter[tuple[str, str]] = Counter()

    def on_declare(self, line: Line) -> None:
        """Begin an action; the one before must be over, but for a couch that is released."""
        self._done[line["actor"], "actions"] += line["action"] not in self._kinds
        self._begin(line, line["option"]["do"])

    def on_recover(self, line: Line) -> None:
        """Begin a re-couch, or end a parry."""
        if line.get("to") == "couched":
            self._begin(line, "couch")
        elif self._kinds.get(line.get("action", "")) == "parry":
            self._end(line)

    def _begin(self, line: Line, do: str) -> None:
        name, action = line["actor"], line["action"]
        last = self._under_way.get(name)
        if last is not None and not self._ends[last[0]] and last[0] not in self._flying:
            if (last[1], do) == ("couch", "release"):
                self._ends[last[0]] = 1
            else:
                self.fault("actions", line, f"{name} declares {do} while {last[0]} ({last[1]}) goes on", "one action at a time")
        if action in self._kinds:
            self.fault("actions", line, f"a second declaration of {action}", "one")
        self._kinds[action] = do
        self._under_way[name] = action, do

    def on_loose(self, line: Line) -> None:
        """Take a missile that is on its way; its fighter may do something else."""
        self._flying.add(line["action"])
        self._count(line)

    def _count(self, line: Line) -> None:
        """Count a blow, once: a missile's as it is loosed."""
        self._done[line["actor"], "blows"] += line["action"] not in self._counted
        self._counted.add(line["action"])

    def on_impact(self, line: Line) -> None:
        """End a blow."""
        if line.get("why") != IN_PASSING:
            self._done[line["actor"], "hits"] += line["result"] == "hit"
            self._done[line["actor"], "lost_blows"] += line["result"] == "lost"
            self._count(line)
            self._flying.discard(line["action"])
            self._end(line)

    def on_break_off(self, line: Line) -> None:
        """End an action that is dropped; one that is committed still has its impact. A parry that was up recovers."""
        if line["why"] == "by choice":
            self._done[line["actor"], "break_offs"] += 1
        if line.get("free") and not (self._kinds.get(line["action"]) == "parry" and line["phase"] == "up"):
            self._end(line)

    def on_ready(self, line: Line) -> None:
        """End an action that is no blow; a weapon that has recovered, or a binding that was broken off, tells no new end."""
        do = self._kinds.get(line.get("action", ""))
        if do is not None and do not in BLOWS and do not in ("couch", "parry") and line["why"] != "binding broken off":
            self._end(line)

    def _end(self, line: Line) -> None:
        action = line["action"]
        self._ends[action] += 1
        if action not in self._kinds:
            self.fault("actions", line, f"{action} ends", "an action that was declared")
        elif self._ends[action] > 1:
            self.fault("actions", line, f"{action} ({self._kinds[action]}) ends a second time", "one end")

    def on_wound(self, line: Line) -> None:
        """Count a wound for who suffers and who deals it."""
        if line["lost"] or line.get("pow"):
            self._done[line["actor"], "wounds"] += 1
        if line["by"] != line["actor"]:
            self._done[line["by"], "damage_dealt"] += line["lost"]

    def close(self, footer: Line) -> None:
        """Compare the totals that events tell; only what is under way may be without an end."""
        latest = {action for action, _ in self._under_way.values()}
        for action, do in self._kinds.items():
            if not self._ends[action] and action not in latest and action not in self._flying:
                self.fault("actions", footer, f"{action} ({do}) never ended", "one end")
        for name, state in footer["combatants"].items():
            for what in ("actions", "blows", "hits", "lost_blows", "break_offs", "wounds", "damage_dealt"):
                found: Any = state["totals"][what]
                self.ended(footer, name, what, found, self._done[name, what])


PARTS = (Losses, Able, Tools, Actions)
