"""The chain of a ranged attack's difficulty, link by link (P-CHK-1 to 3, P-LOS-5, P-LOS-7, P-MOV-1, P-FIR-1)."""

from __future__ import annotations

from math import floor
from typing import NamedTuple

from engine.steps.rules import StepsRules


class Link(NamedTuple):
    """One link of the chain: the rule, its steps (more is harder), and why, in words."""

    rule: str
    steps: int
    why: str


def difficulty_of(step: int, rules: StepsRules) -> int:
    """Return the difficulty of a step of the ladder; below step 0 it goes on downward (P-CHK-1)."""
    return rules.ladder_base + rules.ladder_step * step


def start_links(skill: str, band: str, rules: StepsRules) -> tuple[Link, Link]:
    """Return the starting step's two links: the range band and the skill level (P-CHK-3).

    Args:
        skill: one of `SKILLS`.
        band: one of `BANDS`.
    """
    at, by = getattr(rules, f"band_{band}"), getattr(rules, f"skill_{skill}")
    return Link("P-CHK-3", at, f"range {band}"), Link("P-CHK-3", by, f"skill {skill}")


def cover_steps(percent: float, rules: StepsRules) -> int | None:
    """Return the steps of a sum of cover, rounded down to its row; None for no valid target (P-LOS-5)."""
    return None if percent >= 100 else _row(percent, rules)


def concealment_steps(percent: float, rules: StepsRules) -> int:
    """Return the steps of concealment: the rows of cover, and one more at the full (P-LOS-7)."""
    return rules.concealment_100 if percent >= 100 else _row(percent, rules)


def _row(percent: float, rules: StepsRules) -> int:
    """Return the steps of the row a percentage reaches (P-LOS-5)."""
    if percent >= 75:
        return rules.row_75
    if percent >= 50:
        return rules.row_50
    return rules.row_25 if percent >= 25 else 0


def pace_steps(pace: str, rules: StepsRules) -> int | None:
    """Return the steps of the shooter's own movement; None when it can't shoot at all (P-MOV-1)."""
    if pace == "sprinting":
        return None
    steps: int = getattr(rules, f"pace_{pace}")
    return steps


def fire_steps(mode: str, aimed_counts: float, rules: StepsRules) -> int:
    """Return the steps of the fire mode (P-FIR-1).

    Args:
        mode: one of `FIRE_MODES`.
        aimed_counts: counts of aim before an aimed shot; other modes take no account of them.
    """
    match mode:
        case "burst":
            return rules.fire_burst
        case "auto":
            return rules.fire_auto
        case "aimed":
            spells = min(floor(round(aimed_counts / rules.aim_counts, 6)), rules.aim_most)
            return rules.fire_single + rules.aim_step * spells
        case _:
            return rules.fire_single


def refusal(cover: float, pace: str, rules: StepsRules) -> tuple[str, str] | None:
    """Return the rule that forbids the attack and why, or None (P-LOS-5, P-MOV-1)."""
    if cover_steps(cover, rules) is None:
        return "P-LOS-5", f"cover of {cover:g}% leaves no valid target"
    if pace_steps(pace, rules) is None:
        return "P-MOV-1", f"no ranged attack while {pace}"
    return None


def chain(
    skill: str,
    band: str,
    dodged: bool,
    cover: float,
    concealment: float,
    fire: str,
    aimed_counts: float,
    pace: str,
    rules: StepsRules,
) -> tuple[Link, ...]:
    """Return every link of an allowed attack, in the source's order (P-CHK-2).

    Args:
        skill, band: as in `start_links`.
        dodged: the target dodged (P-MOD-2).
        cover, concealment: percent sums of what stands between.
        fire, aimed_counts: as in `fire_steps`.
        pace: the shooter's own movement, one of `PACES`.
    """
    return (
        *start_links(skill, band, rules),
        Link("P-MOD-2", rules.dodged_steps if dodged else 0, "the target dodged" if dodged else "no dodge made"),
        Link("P-LOS-5", cover_steps(cover, rules) or 0, f"cover {cover:g}%"),
        Link("P-LOS-7", concealment_steps(concealment, rules), f"concealment {concealment:g}%"),
        Link("P-FIR-1", fire_steps(fire, aimed_counts, rules), f"fire mode {fire}"),
        Link("P-MOV-1", pace_steps(pace, rules) or 0, f"the shooter is {pace}"),
    )
