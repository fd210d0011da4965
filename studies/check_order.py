"""What holds in every log of every system: order in time, the tree of causes, and the use of every roll (CLK-1, CLK-7)."""

from __future__ import annotations

from collections import Counter

from studies.check_base import Line, Part, Report, total


class Order(Part):
    """Lines are numbered one by one, no time goes back, and the end counts what went before."""

    def __init__(self, header: Line, report: Report) -> None:
        super().__init__(header, report)
        self._seq, self._t = -1, 0.0
        self._over = False

    def before(self, line: Line) -> None:
        """Compare a line's number and time with those before."""
        self.same("order", line, "seq", line["seq"], self._seq + 1)
        if line["t"] < self._t:
            self.fault("times", line, f"count {line['t']:.12g} after count {self._t:.12g}", "times that never go back")
        if self._over:
            self.fault("order", line, f"{line['type']} after battle.end", "nothing after the last line")
        self._over = line["type"] == "battle.end"
        self._seq, self._t = line["seq"], max(self._t, line["t"])

    def close(self, footer: Line) -> None:
        """Compare the number of events."""
        self.same("order", footer, "events", footer["events"], footer["seq"] + 1)


class Causes(Part):
    """Every line but the first has one cause, an earlier line: causes are a tree (contract 3)."""

    def before(self, line: Line) -> None:
        """Look at a line's cause."""
        cause, seq = line.get("cause"), line["seq"]
        if seq == 0:
            if cause is not None:
                self.fault("causes", line, f"cause {cause} of the first line", "none")
        elif type(cause) is not int or not 0 <= cause < seq:
            self.fault("causes", line, f"cause {cause}", f"an earlier line, 0 to {seq - 1}")


SAVES = ("wound", "bleed", "effect", "roll", "overbear", "bash", "knockback", "collision", "fall")

ANSWERS: dict[tuple[str, str], tuple[str, ...]] = {
    ("counts", "health_save"): ("wound",),
    ("counts", "minor_save"): ("roll",),
    ("counts", "shock_save"): ("wound", "bleed"),
    ("counts", "agl_save"): SAVES,
    ("counts", "overbear"): ("roll", "wound"),
    ("counts", "perception"): ("windup", "release", "commit"),
    ("shots", "death_test"): ("wound", "roll"),
    ("shots", "perception"): ("announce",),
    ("steps", "damage"): ("impact", "landed"),
}
"""Rolls that answer what happened at their count and may come to nothing more: what they may be caused by.

What a miss strikes, or a blast meets, may be nothing that can be hurt: the damage is rolled all the same (P-CVR-1).
"""

PARTS: dict[tuple[str, str], tuple[str, ...]] = {
    ("counts", "location"): ("impact", "wound"),
    ("counts", "head_location"): ("impact", "wound"),
    ("counts", "damage"): ("impact",),
    ("counts", "tie"): ("impact",),
    ("shots", "initiative"): ("sequence",),
    ("shots", "tie"): ("impact",),
    ("steps", "location"): ("wound", "impact"),
    ("steps", "damage"): ("wound", "object", "impact"),
    ("steps", "scatter"): ("landed",),
    ("steps", "tie"): ("impact",),
}
"""Rolls that are a part of what a later line of their instant tells, without being its cause."""


class Rolls(Part):
    """Every roll is the cause, or a part, of something; its modifiers add up; the last line counts all (CLK-7)."""

    def __init__(self, header: Line, report: Report) -> None:
        super().__init__(header, report)
        self._system = header["system"]
        self._count = 0
        self._open: dict[int, Line] = {}
        self._now: dict[int, Line] = {}
        self._used: set[int] = set()

    def before(self, line: Line) -> None:
        """Note what a line makes use of."""
        cause = line.get("cause")
        self._used.add(cause if isinstance(cause, int) else -1)
        self._now[line["seq"]] = line

    def on_roll(self, line: Line) -> None:
        """Take a roll; what it needs is what its modifiers say."""
        self._count += 1
        self._open[line["seq"]] = line
        if "mods" in line and "need" in line and abs(total(line["mods"]) - line["need"]) > 1e-6:
            said = total(line["mods"])
            self.fault("rolls", line, f"{line['purpose']} needs {line['need']:g}", f"{said:g}, the sum of its modifiers")

    def instant(self, t: float) -> None:
        """Look for rolls of this count that nothing came of."""
        for seq, roll in self._open.items():
            if seq not in self._used and not self._answers(roll) and not self._is_part(roll):
                self.fault("rolls", roll, f"{roll['purpose']} of {roll.get('actor')} ({roll['result']}) is used by nothing",
                           "an event that it causes or is a part of")  # fmt: skip
        self._open.clear()
        self._used.clear()
        self._now.clear()

    def _answers(self, roll: Line) -> bool:
        known = ANSWERS.get((self._system, roll["purpose"]))
        cause = self._now.get(roll.get("cause", -1))
        if known is None or cause is None or cause["type"] not in known or roll["result"] == "noticed":
            return False
        return cause["type"] != "impact" or cause.get("struck") is not None

    def _is_part(self, roll: Line) -> bool:
        kinds = PARTS.get((self._system, roll["purpose"]), ())
        return any(line["type"] in kinds and line["seq"] > roll["seq"] and _meant(roll, line) for line in self._now.values())

    def close(self, footer: Line) -> None:
        """Compare the number of rolls."""
        self.same("rolls", footer, "rolls", footer["rolls"], self._count)


def _meant(roll: Line, line: Line) -> bool:
    """Return whether a line is about the same action or combatant as a roll."""
    if roll.get("action") is not None:
        return bool(line.get("action") == roll["action"])
    return roll.get("actor") in (line.get("actor"), *line.get("order", ()))


class Ends(Part):
    """Who goes down does so once, and dies once; the last line knows who is able (CLK-4)."""

    def __init__(self, header: Line, report: Report) -> None:
        super().__init__(header, report)
        self._seen: Counter[tuple[str, str]] = Counter()

    def on_down(self, line: Line) -> None:
        """Take somebody out of the fight."""
        self._once(line)

    def on_death(self, line: Line) -> None:
        """Take a death."""
        self._once(line)

    def _once(self, line: Line) -> None:
        self._seen[line["type"], line["actor"]] += 1
        if self._seen[line["type"], line["actor"]] > 1:
            self.fault("down", line, f"a second {line['type']} of {line['actor']}", "one at most")

    def close(self, footer: Line) -> None:
        """Compare who is out, and who is dead."""
        self.same("states", footer, "combatants", sorted(footer["combatants"]), sorted(self.rows))
        for name, state in footer["combatants"].items():
            self.ended(footer, name, "able", state["able"], not self._seen["down", name])
            dead = bool(self._seen["death", name])
            self.ended(footer, name, "dead", state.get("dead", state["state"] == "dead"), dead)
            self.ended(footer, name, "side", state["side"], self.rows[name]["side"] if name in self.rows else None)
        self._outcome(footer)

    def _outcome(self, footer: Line) -> None:
        """Compare the outcome with the sides that are left (CLK-8)."""
        left = sorted({row["side"] for name, row in self.rows.items() if not self._seen["down", name]})
        match footer["outcome"]:
            case "win":
                self.same("states", footer, "winner", [footer["winner"]], left)
            case "draw":
                self.same("states", footer, "a draw with sides left:", left, [])
            case "timeout" | "stalemate":
                if len(left) < 2:
                    self.fault("states", footer, f"a {footer['outcome']} with sides left: {left}", "two at least")
        if footer["outcome"] != "win":
            self.same("states", footer, "winner", footer["winner"], None)
