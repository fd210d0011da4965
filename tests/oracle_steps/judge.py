"""What is legal, as the oracle reads the rules."""

from __future__ import annotations

import itertools

from oracle_steps import figures
from oracle_steps.figures import Square
from oracle_steps.ground import Ground
from oracle_steps.plan import Deed
from oracle_steps.state import Gun, One


def way(square: Square, steps: list[list[int]]) -> list[Square]:
    """Return the squares of a path told step by step."""
    found = [square]
    for dx, dy in steps:
        found.append((found[-1][0] + dx, found[-1][1] + dy))
    return found[1:]


def band(one: One, gun: Gun, square: Square) -> str | None:
    """P-CHK-3."""
    gap2 = (one.square[0] - square[0]) ** 2 + (one.square[1] - square[1]) ** 2
    return figures.band(gap2, gun.row)


def valid(ground: Ground, one: One, gun: Gun, other: One, call: str | None) -> bool:
    """P-CHK-3, P-LOS-2, P-LOS-5, P-LOS-6, P-MOV-1: whether somebody is a valid target of a direct shot."""
    cover = ground.cover(one.square, other.square)
    seen = figures.arc(one.facing, one.square, other.square) != "rear" and cover < 100 and one.pace != "sprinting"
    return seen and band(one, gun, other.square) is not None and (call is None or figures.exposed(call, cover))


def spells(one: One, target: One | None, gun: Gun | None) -> int:
    """P-FIR-1."""
    return one.aim[2] if one.aim is not None and one.aim[0] is target and one.aim[1] is gun else 0


def legal(ground: Ground, by_name: dict[str, One], one: One, deed: Deed, now: int) -> bool:
    """Return whether somebody may do a deed now."""
    kind = deed["do"]
    if kind == "hold":
        return True
    if kind == "dodge":
        return bool(one.threats) and ground.guards(one, min(one.threats, key=lambda act: act.by.rank).by.square)
    if kind == "break_off":
        return one.act is not None and not one.act.broken
    if kind == "move":
        return _may_move(ground, one, deed, now)
    if one.act is not None:
        return False
    if kind == "face":
        return bool(deed["facing"] != one.facing)
    if kind == "mode":
        return bool(deed["mode"] != one.mode)
    gun = one.guns[deed["weapon"]]
    if kind == "bring":
        return gun is not one.hand
    if gun is not one.hand:
        return False
    if kind == "reload":
        return gun.row["magazine"] > 0 and gun.loaded < gun.row["magazine"] and gun.carried > 0 and one.pace in ("still", "walking")
    if "at" in deed:
        return _may_fire(ground, one, gun, None, deed)
    target = by_name[deed["target"]]
    if target.out or target.side == one.side:
        return False
    if kind == "aim":
        steady = one.walk is None and "aimed" in gun.row["modes"]
        return steady and ground.sees(one, target) and spells(one, target, gun) < 2
    return _may_fire(ground, one, gun, target, deed)


def _may_fire(ground: Ground, one: One, gun: Gun, target: One | None, deed: Deed) -> bool:
    """P-FIR-1, P-MOD-1, P-MOV-1, P-LOS-3, P-LOS-6."""
    mode = deed["mode"]
    if one.mode == "full" or mode not in gun.row["modes"] or (gun.row["magazine"] and gun.loaded < figures.ROUNDS[mode]):
        return False
    if ("sweep" in deed and mode != "auto") or ("location" in deed and mode not in ("single", "aimed")):
        return False
    if mode == "aimed" and not spells(one, target, gun):
        return False
    if deed.get("indirect"):
        if target is not None and not ground.sees(one, target):
            return False
        if target is not None and not ground.sees(one, target):
            return False
        at = target.square if target is not None else (deed["at"][0], deed["at"][1])
        fits = gun.row.get("indirect", False) and mode in ("single", "aimed") and "location" not in deed and one.pace != "sprinting"
        return fits and 0 <= at[0] < ground.width and 0 <= at[1] < ground.height and band(one, gun, at) is not None
    return target is not None and valid(ground, one, gun, target, deed.get("location"))


def _may_move(ground: Ground, one: One, deed: Deed, now: int) -> bool:
    """P-MOV-1, P-FIR-1, P-FIR-2."""
    if one.moved_at == now:
        return False
    doing = one.act.deed["do"] if one.act is not None else None
    if doing == "aim" or (doing == "reload" and deed["pace"] not in ("still", "walking")) or (doing == "fire" and deed["pace"] == "sprinting"):
        return False
    if deed["pace"] == "still":
        return one.walk is not None
    squares = [one.square, *way(one.square, deed["steps"])]
    return all(ground.may_step(*pair) for pair in itertools.pairwise(squares))
