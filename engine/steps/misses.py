"""What a miss hits instead: cover and bystanders, by the same roll (P-CVR-1)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from engine.steps import attack, blast, lookup, report, rolls
from engine.steps.difficulty import Link, cover_steps, difficulty_of
from engine.steps.land import Cover, Line
from engine.steps.rules import StepsRules
from engine.steps.state import Action, Breakage, Fight, Fighter

Seq = int | None


def order(fight: Fight, covers: tuple[Cover, ...]) -> list[tuple[Cover, int]]:
    """Return what a miss may hit with the steps it is worth: the largest penalty first, equals nearest the shooter first."""
    worth = [(cover, lookup.penalty(cover, fight)) for cover in covers]
    return sorted(worth, key=lambda pair: (-pair[1], pair[0].place, *_key(pair[0])))


def _key(cover: Cover) -> tuple[int, str]:
    """Return what orders things of one square: bystanders by stream key, then objects by name."""
    if cover.fighter is not None:
        return cover.fighter.rank, ""
    assert cover.thing is not None
    return 1_000_000, cover.thing.spec.name


def struck(
    fight: Fight, worth: list[tuple[Cover, int]], full: int, base: int, total: int, nimble: list[Fighter]
) -> tuple[Cover, int] | None:
    """Return the cover that a failed check hits, and the difficulty it exceeded; None when it goes astray (P-CVR-1).

    Args:
        worth: of `order`.
        full: steps of the attack without dodge, aim and called location, its cover with it.
        base: what of ``full`` is cover.
        total: the check.
        nimble: bystanders that dodged; they are harder to hit.
    """
    asked = needs([(penalty, cover.fighter in nimble) for cover, penalty in worth], full, base, fight.rules)
    return next(((cover, need) for (cover, _), need in zip(worth, asked, strict=True) if total > need), None)


def needs(worth: Sequence[tuple[int, bool]], full: int, base: int, rules: StepsRules) -> list[int]:
    """Return what the check must exceed to hit each of several covers, in the order they are asked about (P-CVR-1).

    Args:
        worth: the steps each is worth, and whether it is a bystander that dodged.
        full, base: as in `struck`.
    """
    steps, found = full, []
    for penalty, dodged in worth:
        steps -= penalty
        found.append(difficulty_of(max(steps, full - base) + (rules.dodged_steps if dodged else 0), rules))
    return found


def resolve(
    fight: Fight, action: Action, target: Fighter, line: Line, links: list[Link], total: int,
    nimble: list[Fighter], seq: Seq, fields: dict[str, Any],
) -> None:  # fmt: skip
    """Find out what a miss hits, and hit it; what has a radius bursts there, or where it comes down (P-CVR-1, P-LOS-3)."""
    from engine.steps import strike

    weapon = action.weapon
    assert weapon is not None
    plain = sum(link.steps for link in attack.for_bystander(links, fight.rules))
    covered = cover_steps(line.cover, fight.rules) or 0
    found = struck(fight, order(fight, line.covers), plain + covered, covered, total, nimble) if covered else None
    if found is None:
        seq = report.impact(fight, action, target.name, "miss", seq, **fields)
        if weapon.spec.radius:
            blast.come_down(fight, action, target.square, fields["difficulty"] - total, seq)
        return
    cover, need = found
    action.fighter.totals.covers_hit += 1
    name = lookup.name_of(cover)
    why = f"the check exceeds {need}, the difficulty of hitting what is in the way"
    seq = report.impact(fight, action, target.name, "miss", seq, struck=name, rule="P-CVR-1", why=why, **fields)
    if cover.fighter is not None:
        before = lookup.line(fight, action.fighter.square, cover.fighter.square)
        strike.wound(fight, action, cover.fighter, min(before.cover, lookup.FULL - 1), None, seq)
        return
    assert cover.thing is not None
    extra = fight.rules.burst_dice if action.option.mode == "burst" else 0  # type: ignore[attr-defined]
    rolled, seq = rolls.damage(fight, action.fighter, weapon.dice, extra, seq, action.id)
    thing = fight.objects[cover.thing.number]
    fight.breakages.append(Breakage(action.fighter, action, thing, rolled, seq))
    if weapon.spec.radius:
        blast.around(fight, action, thing.square, rolled, thing, seq)
