"""What holds of places and distances in every log of the counts system (C-MOD-5, C-MOD-6, C-STG-2)."""

from __future__ import annotations

from math import hypot

from studies.check_base import Line, Part, Report

NEAR = 0.02
"""Feet: two roundings to 0.01, and a fraction of a tick."""

PUT = 0.02
"""Feet: whoever arrives is put exactly on its distance, a rounding to 0.01 off; over an edge a ``wall_gap`` more."""

TICKS = 0.001
"""Counts: moments are whole ticks (1/8000), and two movers may have gone too far by two of them."""

Place = tuple[float, float]


class Ground(Part):
    """The header's places and the changes of velocity tell where everybody is; told distances agree with them."""

    system = "counts"

    def __init__(self, header: Line, report: Report) -> None:
        super().__init__(header, report)
        self._at: dict[str, tuple[float, float, float, float, float]] = {
            name: (0.0, row["position"][0], row["position"][1], 0.0, 0.0) for name, row in self.rows.items()
        }
        self._was: dict[str, float] = dict.fromkeys(self._at, 0.0)
        self._level: dict[str, float] = {name: row.get("level", 0.0) for name, row in self.rows.items()}
        rules = header["scenario"].get("rules", {})
        self._least: float = rules.get("least_distance", 0.0)
        self._put: float = PUT + (rules.get("wall_gap", 0.0) if header["scenario"].get("field") else 0.0)
        self._stage: dict[str, Line] = {}
        self._waiting: list[tuple[Line, float]] = []

    def place(self, name: str, t: float) -> Place:
        """Return where a fighter is at a count, feet."""
        since, x, y, vx, vy = self._at[name]
        return x + vx * (t - since), y + vy * (t - since)

    def gap(self, one: str, other: str, t: float) -> float:
        """Return the distance of two fighters, feet."""
        (ax, ay), (bx, by) = self.place(one, t), self.place(other, t)
        return hypot(bx - ax, by - ay, self._level[one] - self._level[other])

    def speed(self, name: str, t: float) -> float:
        """Return how fast a fighter comes to a count, ft/ct: as before what changes there, or by now, if that is more."""
        since, *_, vx, vy = self._at[name]
        return max(hypot(vx, vy), self._was[name] if since == t else 0.0)

    def on_move(self, line: Line) -> None:
        """Take a change of velocity; nobody jumps farther than the way of a few ticks and a rounding."""
        name, t, (x, y), other = line["actor"], line["t"], line["position"], line.get("toward")
        px, py = self.place(name, t)
        pace = self.speed(name, t) + (self.speed(other, t) if other is not None else 0.0)
        off = hypot(x - px, y - py)
        if off > self._put + pace * TICKS:
            self.fault("distances", line, f"{name} is at ({x:g}, {y:g})", f"({px:.6g}, {py:.6g}), where its moves lead")
        self._was[name] = hypot(*self._at[name][3:])
        self._at[name] = (t, x, y, *line["velocity"])
        if line.get("distance") is not None and other is not None:
            self._told(line, other)

    def on_fall(self, line: Line) -> None:
        """Take a fall from a height."""
        if line["why"] == "landed":
            self._level[line["actor"]] -= line["height"]

    def on_stage(self, line: Line) -> None:
        """Take a change of stage: from the one before, at the distance of the two (C-STG-2)."""
        last = self._stage.get(line["actor"])
        if "from" in line:
            self.same("states", line, f"{line['actor']} changes from", line["from"], last["to"] if last else None)
        self._stage[line["actor"]] = line
        self._told(line, line["target"])

    def on_impact(self, line: Line) -> None:
        """Compare the distance of a blow; that of a missile is fixed as it is loosed."""
        if line.get("distance") is not None and line.get("target") is not None and "chance" in line and "stage" in line:
            self._told(line, line["target"])

    def on_loose(self, line: Line) -> None:
        """Compare the distance of a missile's way."""
        self._told(line, line["target"])

    def _told(self, line: Line, other: str) -> None:
        """Compare a distance now, or when all of this count is told: somebody may be put elsewhere in it."""
        if not self._agrees(line, other):
            self._waiting.append((line, self.gap(line["actor"], other, line["t"])))

    def _agrees(self, line: Line, other: str) -> bool:
        gap, told = self.gap(line["actor"], other, line["t"]), float(line["distance"])
        return abs(gap - told) <= NEAR or gap <= told <= self._least

    def instant(self, t: float) -> None:
        """Compare the distances that did not fit as they were told with where everybody is by now."""
        for line, gap in self._waiting:
            other = line.get("target") or line["toward"]
            if not self._agrees(line, other):
                self.fault("distances", line, f"{line['actor']} at {line['distance']:g} ft of {other}",
                           f"{gap:.4g} ft, as their moves say")  # fmt: skip
        self._waiting.clear()

    def close(self, footer: Line) -> None:
        """Compare where everybody is at the end."""
        for name, state in footer["combatants"].items():
            x, y = self.place(name, footer["t"])
            if hypot(x - state["position"][0], y - state["position"][1]) > NEAR / 2:
                found = tuple(state["position"])
                self.fault("distances", footer, f"{name} ends at {found}", f"({x:.6g}, {y:.6g}), where its moves lead")


PARTS = (Ground,)
