"""What holds in every log of the shots system: Wound Points, attacks, places, and who may act (S-ROL-3, S-DEF-1, CLK-4)."""

from __future__ import annotations

from collections import Counter
from math import hypot
from typing import Any

from studies.check_base import Line, Part, Report, total
from studies.check_counts import first_hands

DEEDS = frozenset({
    "decision", "declare", "announce", "counter", "interpose", "volunteer", "schtick", "bind", "reload", "draw", "roll",
})  # fmt: skip
"""What only somebody able does."""

NEAR = 1e-4
"""Meters: a few roundings to six decimals."""

ROUNDED = 0.006
"""Meters: distances are told to 0.01."""

WHOLE = frozenset({"lost", "no_target", "out_of_reach"})
"""What comes of an attack as a whole."""

Place = tuple[float, float]


class Wounds(Part):
    """Each hit makes its wound, damage less Toughness and armor; tending is all that takes any back (S-ROL-3, S-CHR-1)."""

    system = "shots"

    def __init__(self, header: Line, report: Report) -> None:
        super().__init__(header, report)
        self._wounds: Counter[str] = Counter()
        self._done: Counter[tuple[str, str]] = Counter()
        self._hits: dict[int, Line] = {}

    def on_impact(self, line: Line) -> None:
        """Take a hit, which makes a wound; what it is made of adds up."""
        if line["result"] == "hit" and line.get("target") in self.rows:
            self._hits[line["seq"]] = line
        if line.get("damage_mods"):
            self.same("htk", line, "damage", line.get("damage"), total(line["damage_mods"]))
        if line.get("mods"):
            self.same("rolls", line, "difficulty", line["difficulty"], total(line["mods"]))

    def on_wound(self, line: Line) -> None:
        """Take a wound: its chain, and the state it leaves."""
        name = line["actor"]
        hit = self._hits.pop(line.get("cause", -1), None)
        if hit is None:
            self.fault("htk", line, f"a wound of {name} by {line['by']}", "a hit that is its cause")
        else:
            self.same("htk", line, "damage", line["damage"], hit.get("damage"))
            self.same("htk", line, "wounded", (name, line["by"]), (hit["target"], hit["actor"]))
        points = max(0, line["damage"] - line["toughness"] - line["armor"])
        self.same("htk", line, "points", line["points"], points)
        if line.get("toughness_mods"):
            self.same("htk", line, "Toughness", line["toughness"], total(line["toughness_mods"]))
        self._wounds[name] += line["points"]
        self._done[name, "wounds_taken"] += line["points"]
        self._done[line["by"], "wounds_dealt"] += line["points"]
        self._now(line, name)

    def on_bind(self, line: Line) -> None:
        """Take what tending heals."""
        self._wounds[line["target"]] -= line["healed"]
        self._now(line, line["target"])

    def on_impairment(self, line: Line) -> None:
        """Compare the Wound Points of one who is impaired."""
        self._now(line, line["actor"])

    def on_down(self, line: Line) -> None:
        """Compare the Wound Points of one who goes down."""
        self._now(line, line["actor"])

    def on_death(self, line: Line) -> None:
        """Compare the Wound Points of one who dies."""
        self._now(line, line["actor"])

    def _now(self, line: Line, name: str) -> None:
        self.same("htk", line, f"{name} has Wound Points:", line["wounds"], self._wounds[name])

    def instant(self, t: float) -> None:
        """Look for hits of this count that made no wound."""
        for line in self._hits.values():
            self.fault("htk", line, f"a hit on {line['target']} makes no wound", "one")
        self._hits.clear()

    def close(self, footer: Line) -> None:
        """Compare everybody's Wound Points."""
        for name, state in footer["combatants"].items():
            self.same("htk", footer, f"{name} ends with Wound Points:", state["wounds"], self._wounds[name])
            for what in ("wounds_taken", "wounds_dealt"):
                self.ended(footer, name, what, state["totals"][what], self._done[name, what])


class Attacks(Part):
    """Every action is declared once, and every announcement is resolved once, at its own instant (S-DEF-1, CLK-4)."""

    system = "shots"

    def __init__(self, header: Line, report: Report) -> None:
        super().__init__(header, report)
        self._declared: set[str] = set()
        self._done: Counter[tuple[str, str]] = Counter()
        self._open: dict[str, Line] = {}
        self._met: Counter[tuple[str, Any]] = Counter()

    def on_declare(self, line: Line) -> None:
        """Take a declaration."""
        if line["action"] in self._declared:
            self.fault("actions", line, f"a second declaration of {line['action']}", "one")
        self._done[line["actor"], "actions"] += line["action"] not in self._declared
        self._declared.add(line["action"])

    def on_announce(self, line: Line) -> None:
        """Take an announcement, which is to be resolved."""
        if line["action"] not in self._declared:
            self.fault("actions", line, f"{line['action']} is announced", "a declaration before")
        if line["action"] in self._open:
            self.fault("actions", line, f"a second announcement of {line['action']}", "one")
        self._open[line["action"]] = line

    def on_impact(self, line: Line) -> None:
        """Resolve an attack on one target."""
        action = line["action"]
        if line["result"] == "hit":
            self._done[line["actor"], "hits"] += 1
        if action not in self._open:
            self.fault("actions", line, f"{action} comes to {line['result']}", "an announcement at this count")
            return
        target = line.get("target")
        self._met[action, target] += 1
        whole = line["result"] in WHOLE and sum(self._met[key] for key in self._met if key[0] == action) > 1
        if self._met[action, target] > 1 or whole or (self._open[action].get("at") is None and len(self._of(action)) > 1):
            self.fault("actions", line, f"{action} comes to {line['result']} besides", "one end on each target")

    def _of(self, action: str) -> list[tuple[str, Any]]:
        return [key for key in self._met if key[0] == action]

    def instant(self, t: float) -> None:
        """Look for announcements of this count that came to nothing."""
        for action, line in self._open.items():
            if not self._of(action):
                self.fault("actions", line, f"{action} is announced and comes to nothing", "an impact at this count")
        self._open.clear()
        self._met.clear()

    def close(self, footer: Line) -> None:
        """Compare what everybody has done."""
        for name, state in footer["combatants"].items():
            for what in ("actions", "hits"):
                self.ended(footer, name, what, state["totals"][what], self._done[name, what])


class Able(Part):
    """Who is out does nothing; what state, hands, weapons and Fortune everybody ends with (S-WND-2, S-WND-3, S-CHR-1)."""

    system = "shots"

    def __init__(self, header: Line, report: Report) -> None:
        super().__init__(header, report)
        self._out: dict[str, str] = {}
        self._prone = {name for name, row in self.rows.items() if "prone" in row.get("tags", ())}
        self._hands = {name: first_hands(row) if row.get("in_hand") else [] for name, row in self.rows.items()}
        self._fortune = {name: row["fortune"] for name, row in self.rows.items()}
        weapons = [(name, weapon) for name, row in self.rows.items() for weapon in row["weapons"]]
        self._full = {(name, weapon["name"]): weapon["magazine"] for name, weapon in weapons}
        self._loaded = dict(self._full)
        self._carried = {(name, weapon["name"]): weapon["ammunition"] for name, weapon in weapons}
        self._used: set[str] = set()

    def before(self, line: Line) -> None:
        """Look at who does something."""
        name, kind = line.get("actor"), line["type"]
        defends = kind == "defense" and not line.get("over")
        if name in self._out and (kind in DEEDS or defends):
            self.fault("down", line, f"{name} is out of the fight, yet {kind}", "nothing of one who can't act")
        called = [one for one in line.get("acting", ()) if one in self._out]
        if called:
            self.fault("down", line, f"{', '.join(called)} is called, and out of the fight", "only who can act")

    def on_down(self, line: Line) -> None:
        """Take somebody out of the fight."""
        rule, _, why = line["why"].partition(": ")
        self._out[line["actor"]] = "forfeit" if rule == "CLK-5" else why

    def on_death(self, line: Line) -> None:
        """Take a death; one who was dying lies dead."""
        if line["actor"] in self._out:
            self._out[line["actor"]] = "dead"

    def on_bind(self, line: Line) -> None:
        """Take a dying one whose wounds are tended: it is down, and no longer dying."""
        if line["bound"] and self._out.get(line["target"]) == "dying":
            self._out[line["target"]] = "down"

    def on_fall(self, line: Line) -> None:
        """Take somebody's lying down."""
        self._prone.add(line["actor"])

    def on_rise(self, line: Line) -> None:
        """Take somebody's getting up."""
        self._prone.discard(line["actor"])

    def on_draw(self, line: Line) -> None:
        """Take what is in hand now."""
        self._hands[line["actor"]] = line["in_hand"]

    def on_fortune(self, line: Line) -> None:
        """Take a Fortune point that is spent."""
        self._fortune[line["actor"]] -= line["what"] == "spent"
        self.same("states", line, f"Fortune of {line['actor']}", line["left"], self._fortune[line["actor"]])

    def on_impact(self, line: Line) -> None:
        """Use a loaded shot, once an attack that is made."""
        tool = line["actor"], line.get("weapon")
        made = line["result"] not in ("lost", "no_target") or line.get("rule") == "S-RNG-4"
        if not self._full.get(tool) or not made or line["action"] in self._used:
            return
        self._used.add(line["action"])
        self._loaded[tool] -= 1
        if self._loaded[tool] < 0:
            self.fault("states", line, f"{line['weapon']} was empty", "a loaded weapon")

    def on_reload(self, line: Line) -> None:
        """Fill a weapon up from what is carried."""
        tool = line["actor"], line["weapon"]
        if tool not in self._full:
            return
        more = min(self._full[tool] - self._loaded[tool], self._carried[tool])
        self._loaded[tool] += more
        self._carried[tool] -= more
        found, now = (line["loaded"], line["left"]), (self._loaded[tool], self._carried[tool])
        self.same("states", line, f"{line['weapon']} loaded and left:", found, now)

    def close(self, footer: Line) -> None:
        """Compare everybody's state."""
        for name, state in footer["combatants"].items():
            upright = "prone" if name in self._prone else "standing"
            self.ended(footer, name, "state", state["state"], self._out.get(name, upright))
            self.ended(footer, name, "in hand", sorted(state["in_hand"]), sorted(self._hands[name]))
            self.ended(footer, name, "Fortune", state["fortune"], self._fortune[name])


class Ground(Part):
    """Header and moves tell where everybody is, nobody jumps, and impacts tell the same distances (S-MOV-1)."""

    system = "shots"

    def __init__(self, header: Line, report: Report) -> None:
        super().__init__(header, report)
        self._at: dict[str, tuple[float, float, float, float, float]] = {
            name: (0.0, row["position"][0], row["position"][1], 0.0, 0.0) for name, row in self.rows.items()
        }
        self._walked: Counter[str] = Counter()
        self._aims: dict[str, Line] = {}

    def place(self, name: str, t: float) -> Place:
        """Return where a character is at a count, meters."""
        since, x, y, vx, vy = self._at[name]
        return x + vx * (t - since), y + vy * (t - since)

    def on_move(self, line: Line) -> None:
        """Take a change of velocity."""
        name, at = line["actor"], (line["position"][0], line["position"][1])
        here = self.place(name, line["t"])
        if _apart(here, at) > NEAR:
            led = f"({here[0]:.6g}, {here[1]:.6g}), where its moves lead"
            self.fault("distances", line, f"{name} is at ({at[0]:g}, {at[1]:g})", led)
        self._walked[name] += _apart(self._at[name][1:3], at)  # type: ignore[assignment]
        self._at[name] = (line["t"], *at, *line["velocity"])

    def on_announce(self, line: Line) -> None:
        """Take what an attack is aimed at."""
        self._aims[line["action"]] = line

    def on_impact(self, line: Line) -> None:
        """Compare the distance an attack tells."""
        aim = self._aims.get(line["action"])
        if "distance" not in line or line.get("target") not in self.rows or aim is None:
            return
        t = line["t"]
        start = tuple(aim["at"]) if "at" in aim else self.place(line["actor"], t)
        end = self.place(line["target"] if "at" in aim else aim["targets"][0], t)
        gap = _apart(start, end)
        if abs(gap - line["distance"]) > ROUNDED:
            self.fault("distances", line, f"{line['distance']:g} m to {line['target']}", f"{gap:.4g} m, as the moves say")

    def instant(self, t: float) -> None:
        """Forget the attacks of this count."""
        self._aims.clear()

    def close(self, footer: Line) -> None:
        """Compare where everybody is, and how far it has gone."""
        for name, state in footer["combatants"].items():
            here = self.place(name, footer["t"])
            if _apart(here, state["position"]) > NEAR:
                self.fault("distances", footer, f"{name} ends at {tuple(state['position'])}", f"({here[0]:.6g}, {here[1]:.6g})")
            whole = self._walked[name] + _apart(self._at[name][1:3], here)
            if abs(whole - state["totals"]["meters"]) > 0.01:
                self.fault("distances", footer, f"{name} has gone {state['totals']['meters']:g} m", f"{whole:.6g} m by its moves")


def _apart(one: Any, other: Any) -> float:
    return hypot(one[0] - other[0], one[1] - other[1])


PARTS = (Wounds, Attacks, Able, Ground)
