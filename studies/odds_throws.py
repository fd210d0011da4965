"""The odds of keeping one's feet: saves against knockback, falls, overbears (C-KNB-2, C-FAL-1, C-THR-1)."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from engine import anatomy
from engine.counts import damage as harm
from engine.counts import knockback
from studies import odds_exact as exactly
from studies.calc_throws import COUNTS, overbear_chance, saves_of
from studies.odds_exact import ordered, told
from studies.odds_hit import rolled
from studies.questions import Values

Shares = dict[Any, Fraction]


def save_share(need: int) -> Fraction:
    """Return the share of the hundred faces that make a save: critical misses fail all the same (C-KNB-2a)."""
    return Fraction(min(max(need, 0), COUNTS.critical_from - 1, anatomy.FACES), anatomy.FACES)


def as_floats(shares: Shares) -> dict[str, float]:
    """Return a distribution as JSON, in the order of its values."""
    return {f"{value:g}": float(part) for value, part in ordered(shares).items() if part}  # type: ignore[arg-type]


# saves against knockback


def thrown(values: Values) -> dict[tuple[float, bool], Fraction]:
    """Return the chance of each outcome of a throw: feet, and whether it ends lying (C-KNB-2, C-KNB-2a)."""
    saves, feet = saves_of(values), float(values["feet"])
    if saves.first is None:
        return {(feet, False): Fraction(1)}
    critical = Fraction(max(0, anatomy.FACES + 1 - COUNTS.critical_from), anatomy.FACES)
    made = save_share(saves.first)
    found: dict[tuple[float, bool], Fraction] = {}
    branches = ((feet, made, saves.second), (float(saves.doubled), 1 - made - critical, saves.doubled_second))
    for far, chance, second in branches:
        stays = Fraction(1) if second is None else save_share(second)
        _add(found, (far, False), chance * stays)
        _add(found, (far, True), chance * (1 - stays))
    _add(found, (float(saves.doubled), True), critical)
    return found


def _add(shares: dict[Any, Fraction], value: Any, chance: Fraction) -> None:
    shares[value] = shares.get(value, Fraction(0)) + chance


def knockback_save(values: Values) -> dict[str, Any]:
    """Answer C-KNB-2 and C-KNB-3 with the saves left open: how far, and whether it falls."""
    outcomes = thrown(values)
    feet: Shares = {}
    for (far, _), chance in outcomes.items():
        _add(feet, far, chance)
    falls = sum((chance for (_, down), chance in outcomes.items() if down), Fraction(0))
    doubled = feet.get(float(saves_of(values).doubled), Fraction(0)) if len(feet) > 1 else Fraction(0)
    mean = sum((Fraction(far) * chance for far, chance in feet.items()), Fraction(0))
    return told({"stands": 1 - falls, "falls": falls, "doubled": doubled, "mean": mean}, feet=as_floats(feet))


# falls


def suffered(weights: Mapping[int, int], total: int, critical: Fraction, agl: int, falling: int) -> Shares:
    """Return the damage before armor of a fall, its save, its falling roll and its critical left open (C-FAL-1).

    Args:
        weights: the sums of the dice by ways, ``total`` in all.
        critical: the chance of a critical fall.
        agl, falling: percent.
    """
    saved, rolls = save_share(agl), save_share(falling)
    divisor = COUNTS.fall_save_divisor
    found: Shares = {}
    for damage, ways in weights.items():
        for first, chance in ((divisor, saved), (1, 1 - saved)):
            for second, again in ((divisor, rolls), (1, 1 - rolls)):
                left = damage // first // second
                for factor, share in ((COUNTS.fall_critical_factor, critical), (1, 1 - critical)):
                    _add(found, left * factor, Fraction(ways, total) * chance * again * share)
    return found


def fall(values: Values) -> dict[str, Any]:
    """Answer C-FAL-1: the damage dice of a fall and the chance of a critical; with ``agl`` what it then does."""
    got = knockback.fall(values["height"], COUNTS)
    dice = harm.Dice(0, got.dice, COUNTS.fall_die)
    weights = rolled("fall", dice)
    total = dice.sides**dice.number
    critical = Fraction(min(int(got.critical_chance), anatomy.FACES), anatomy.FACES)
    main = {"critical": critical, "mean": exactly.mean_of(weights.items(), total)}
    more: dict[str, Any] = {}
    if values["agl"] is not None or values["falling"]:
        after = suffered(weights, total, critical, values["agl"] or 0, values["falling"])
        main["mean_suffered"] = sum((damage * chance for damage, chance in after.items()), Fraction(0))
        more = {"suffered": as_floats(after)}
    return told(main, dice=str(dice), damage=exactly.shares(weights, total), **more)


# overbears


def overbear(values: Values) -> dict[str, Any]:
    """Answer C-THR-1: an overbear or a throw, rolled like a hit."""
    chance = overbear_chance(values)
    faces = exactly.hit_faces(chance, COUNTS)
    main = {
        "hit": Fraction(faces.hit, anatomy.FACES),
        "miss": Fraction(faces.miss, anatomy.FACES),
        "critical_miss": Fraction(faces.critical_miss, anatomy.FACES),
    }
    return {"chance": chance, **told(main)}
