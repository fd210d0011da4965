"""Battles of many: scenarios made for measuring, two lines of battle of soldiers in counts."""

from __future__ import annotations

FILES = 100
"""How many stand beside each other in a row."""


def crowd_text(fighters: int, counts: float) -> str:
    """Return the scenario of two sides in rows of a hundred, 6 ft apart, each with broadsword and mail.

    Args:
        fighters: of both sides together.
        counts: how long the battle lasts at most.
    """
    head = f'schema = "couched.scenario/1"\nname = "Crowd"\nsystem = "counts"\n[rules]\nmax_counts = {counts}\n'
    return head + "".join(map(_soldier, range(fighters)))


def _soldier(number: int) -> str:
    file, row = number // 2 % FILES, number // (2 * FILES)
    side, y = ("red", 4.0 * row) if number % 2 else ("blue", -6.0 - 4.0 * row)
    return (
        f'[[combatants]]\nname = "F{number}"\nside = "{side}"\ntemplate = "soldier"\nposition = [{4.0 * file}, {y}]\n'
        'skills = { broadsword = 70, combat_maneuver = 50 }\nweapons = ["broadsword"]\narmor = ["mail_shirt"]\nagent = "brawler"\n'
    )
