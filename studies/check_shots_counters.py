"""What holds of sequences, shots and shot counters in every log of the shots system (S-SEQ-1 to S-SEQ-4)."""

from __future__ import annotations

from collections import Counter

from studies.check_base import Line, Part, Report, total


class Counters(Part):
    """Each change of a counter starts from the last, sequences follow one another, and the last line has the sum."""

    system = "shots"

    def __init__(self, header: Line, report: Report) -> None:
        super().__init__(header, report)
        self._length: float = header["scenario"].get("rules", {}).get("shot_counts", 1)
        self._began, self._top, self._number = 0.0, 0, 0
        self._at: dict[str, int] = {}
        self._spent: Counter[str] = Counter()
        self._out: set[str] = set()

    def on_sequence(self, line: Line) -> None:
        """Begin a sequence: everybody able, and nobody else, has a first shot."""
        self.same("order", line, "sequence", line["number"], self._number + 1)
        able = set(self.rows) - self._out
        if set(line["order"]) != able:
            self.same("states", line, "in the sequence:", set(line["order"]), able)
        self._began, self._top, self._number = line["t"], line["top"], line["number"]
        self._at = dict(line["order"])

    def on_counter(self, line: Line) -> None:
        """Take a change of a counter."""
        name = line["actor"]
        self.same("states", line, f"shots of {name} before", line["before"], self._at.get(name))
        paid = line["before"] - line["after"]
        if "mods" in line:
            self.same("states", line, f"{name} pays", paid, total(line["mods"]))
        self._spent[name] += paid if line["why"] != "runs down" else 0
        self._at[name] = line["after"]

    def on_shot(self, line: Line) -> None:
        """Compare a shot with the clock, and who acts with the counters."""
        shot = self._shot(line["t"])
        self.same("times", line, "shot", line["shot"], shot)
        for name in line["acting"]:
            self.same("states", line, f"{name} acts on shot {shot}, its counter is at", self._at.get(name), shot)

    def on_down(self, line: Line) -> None:
        """Take somebody out of the count."""
        self._out.add(line["actor"])

    def _shot(self, t: float) -> int:
        """Return the shot of a count."""
        return self._top - int((t - self._began) / self._length + 1e-9)

    def close(self, footer: Line) -> None:
        """Compare the shots that were spent, and that are left."""
        for name, state in footer["combatants"].items():
            self.ended(footer, name, "shots spent", state["totals"]["shots_spent"], self._spent[name])
            left = 0 if name in self._out else max(0, min(self._at.get(name, 0), self._shot(footer["t"])))
            self.ended(footer, name, "shots left", state["shots_left"], left)


PARTS = (Counters,)
