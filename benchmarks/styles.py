"""Tell policies apart by figures: how each fights the same fights against the same opponent (``python -m benchmarks styles``).

Every policy plays the first side, the yardstick of its rule system the other; the same seeds for all. The figures are read
off the logs, so what a style does is seen, not said.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from statistics import fmean
from typing import Any, Final

from benchmarks.fields import FIELDS
from benchmarks.stalls import AIMLESS, SMALL, played
from engine.scenario import Scenario
from scenarios import loads
from studies.players import named
from studies.run import run

FIGHTS: Final = {
    "counts": ("sword and spear", "rapiers", "court", "bow and sword"),
    "shots": ("pistols", "pistol and fists"),
    "steps": ("open", "sandbags"),
}
"""The fields every policy is watched on."""

YARDSTICK: Final = {"counts": "brawler", "shots": "gunman", "steps": "rifleman"}
"""Whom all are watched against."""

HEAD: Final = (
    "system", "policy", "won", "first blow", "blows", "couched", "parries", "feints", "gives ground", "shots", "distance", "ends",
)  # fmt: skip
"""Columns; `figures` says what they are, ``won`` is a share, ``ends`` the mean end in counts."""

BATTLES, SMOKE_BATTLES = 20, 2

Row = dict[str, Any]


def figures(log: list[dict[str, Any]], own: str, other: str) -> Row:
    """Return the style figures of one fighter in one battle.

    Args:
        log: the battle's events.
        own: the fighter.
        other: its opponent.

    Returns:
        ``first blow`` 1 when it declared a blow or shot before the other, 1/2 for both at once or neither; counts of ``blows``,
        ``couched`` (blows from the couch), ``parries`` (or active defenses, or dodges), ``feints`` (wind-ups it breaks off by
        choice), ``gives ground`` (retreats and ways away), ``shots`` (loosed or fired); the mean ``distance`` at which its
        blows and shots ended, in the system's lengths, None when there were none.
    """
    mine = [line for line in log if line.get("actor") == own]
    done = [line["option"] for line in mine if line["type"] == "decision"]
    acted = [_acts(log, name) for name in (own, other)]
    first = 0.5 if acted[0] == acted[1] else float(acted[0] < acted[1])
    count = {do: sum(option["do"] == do for option in done) for do in ("release", "parry", "defend", "dodge", "retreat")}
    ends = [line.get("distance") for line in mine if line["type"] in ("impact", "loose", "shot", "attack")]
    gaps = [gap for gap in ends if isinstance(gap, int | float)]
    away = sum(option.get("away") is not None or option.get("mode") == "defensive" for option in done)
    feints = sum(line["type"] == "break_off" and line["phase"] == "windup" and line["why"] == "by choice" for line in mine)
    return {
        "first blow": first,
        "blows": sum(option["do"] in ("attack", "release", "overbear", "throw") for option in done),
        "couched": count["release"],
        "parries": count["parry"] + count["defend"] + count["dodge"],
        "feints": feints,
        "gives ground": count["retreat"] + away,
        "shots": sum(option["do"] == "fire" for option in done),
        "distance": fmean(gaps) if gaps else None,
    }


def _acts(log: list[dict[str, Any]], name: str) -> float:
    """Return when a fighter first declared a blow or shot; never is infinity."""
    kinds = ("attack", "release", "fire", "throw", "overbear", "area")
    declared = (line for line in log if line["type"] == "declare" and line.get("actor") == name)
    return min((line["t"] for line in declared if line["option"]["do"] in kinds), default=float("inf"))


def style(system: str, policy: str, battles: int) -> Row:
    """Return a policy's mean figures over the fields of its rule system."""
    rows = [row for field in FIGHTS[system] for row in _battles(loads(FIELDS[system][field]), system, policy, battles)]
    found: Row = {"system": system, "policy": policy}
    for name in HEAD[2:]:
        values = [row[name] for row in rows if row[name] is not None]
        found[name] = fmean(values) if values else None
    return found


def _battles(scenario: Scenario, system: str, policy: str, battles: int) -> Iterator[Row]:
    fight = played(scenario, red=policy, blue=YARDSTICK[system])
    own, other = (next(spec.name for spec in fight.combatants if spec.side == side) for side in ("red", "blue"))
    for seed in range(battles):
        result = run(fight, seed, on_illegal="raise")
        score = 0.5 if result.winner is None else float(result.winner == "red")
        yield {**figures(result.log(), own, other), "won": score, "ends": result.t}


def cells(row: Mapping[str, Any]) -> tuple[str, ...]:
    """Return the row of the table: shares in percent, the rest to one place."""
    words = [str(row["system"]), str(row["policy"])]
    for name in HEAD[2:]:
        value = row[name]
        words.append("-" if value is None else f"{value:.0%}" if name in ("won", "first blow") else f"{value:.1f}")
    return tuple(words)


def main(smoke: bool, json_file: Path | None, system: str | None = None, battles: int | None = None) -> int:
    """Play, print the table as Markdown, and return 0."""
    count = battles or (SMOKE_BATTLES if smoke else BATTLES)
    left_out = (*AIMLESS, *SMALL)
    names = [(one, policy) for one in ([system] if system else FIGHTS) for policy in named(one) if policy not in left_out]
    rows = [style(one, policy, count) for one, policy in names]
    print(f"| {' | '.join(HEAD)} |\n|{'---|' * len(HEAD)}")
    for row in rows:
        print(f"| {' | '.join(cells(row))} |")
    if json_file is not None:
        json_file.write_text(json.dumps({"battles": count, "styles": rows}, indent=2) + "\n", encoding="utf-8")
    return 0
