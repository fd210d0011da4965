"""The oracle's reading of a script: which order is taken at a request, and which orders are legal."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, Any

from oracle.figures import TICKS, Stage, effective, exact, stage
from oracle.state import Fighter, Tool

if TYPE_CHECKING:
    from oracle.duel import Duel


class IllegalOrderError(Exception):
    """An order whose turn has come is not legal: the battle ends with outcome ``error``."""


def due(order: dict[str, Any]) -> int | None:
    """Return the tick of an order's own ``at``."""
    return int(exact(order["at"]) * TICKS) if "at" in order else None


def choose(duel: Duel, one: Fighter, reasons: set[str]) -> dict[str, Any] | None:
    """Return the order taken at a request, or None to hold; raise when an order's turn comes and it is not legal."""
    if not one.orders:
        return None
    order, at = one.orders[0], due(one.orders[0])
    if (at or 0) > duel.now or order.get("on", next(iter(reasons))) not in reasons:
        return None
    why = refusal(duel, one, order)
    if why is None:
        return one.orders.pop(0)
    if free(duel, one, reasons) or "on" in order or at == duel.now:
        raise IllegalOrderError(f"{one.name}: {order['do']}: {why}")
    return None


def free(duel: Duel, one: Fighter, reasons: set[str]) -> bool:
    """A fighter is free to declare with nothing under way, or with a couch that may be released."""
    if one.act is not None:
        return one.act.phase == "couched"
    if busy(one):
        return False
    recovers = duel.design and any(tool.recovers is not None for tool in one.tools if tool.sides)
    return not recovers or ("recovering" not in reasons and bool(reasons & {"start", "ready"}))


def busy(one: Fighter) -> bool:
    """Return whether an action is under way; a re-couch is one."""
    return one.act is not None or any(tool.to_couch for tool in one.tools)


def refusal(duel: Duel, one: Fighter, order: dict[str, Any]) -> str | None:
    """Return why an order is not legal now, or None."""
    match order["do"]:
        case "hold":
            return None
        case "break_off":
            return None if one.act is not None and not one.act.broken else "nothing to drop"
        case "def":
            if order["active"] == (one.def_on if one.def_due is None else one.def_next):
                return "DEF is so already"
            return None if one.def_at != duel.now and one.def_due is None else "DEF changes at most once an instant"
        case "recouch":
            tool = recoucher(one, order)
            return None if tool is not None and not busy(one) else "nothing recovers"
        case "release":
            return release(duel, one, order)
        case "press" | "retreat":
            foe = target(duel, one, order)
            if busy(one) or foe is None:
                return "something is under way, or no target"
            return points(duel, one, order)
        case "attack" | "couch" | "parry":
            return fresh_act(duel, one, order)
    return f"the oracle knows no {order['do']}"


def recoucher(one: Fighter, order: dict[str, Any]) -> Tool | None:
    """Return the recovering tool a recouch means."""
    tools = [tool for tool in one.tools if tool.sides and tool.recovers is not None and not tool.to_couch]
    return next((tool for tool in tools if order.get("weapon") in (None, tool.weapon.name)), None)


def target(duel: Duel, one: Fighter, order: dict[str, Any]) -> Fighter | None:
    """Return the opponent an order means: the one named, else the nearest that can fight."""
    foes = [foe for foe in duel.fighters.values() if foe.side != one.side and not foe.out]
    if "target" in order:
        return next((foe for foe in foes if foe.name == order["target"]), None)
    return min(foes, key=lambda foe: (duel.distance(one, foe), foe.key), default=None)


def standing(duel: Duel, one: Fighter, tool: Tool, foe: Fighter) -> Stage:
    """Return the stage of a fighter's tool against an opponent."""
    return stage(tool.weapon.length, duel.distance(one, foe))


def points(duel: Duel, one: Fighter, order: dict[str, Any]) -> str | None:
    """C-INI-2: no more speed points than are left."""
    left = one.rank - (one.spent if one.spent_in == duel.minute() else 0)
    return "too few speed points" if order.get("speed_points", 0) > left else None


def release(duel: Duel, one: Fighter, order: dict[str, Any]) -> str | None:
    """A release needs a held couch, a target that can fight, and not Over 3."""
    act, foe = one.act, target(duel, one, order)
    if act is None or act.phase != "couched":
        return "nothing is couched"
    if foe is None or standing(duel, one, act.tool, foe).name == "over_3":
        return "no target"
    return points(duel, one, order)


def fresh_act(duel: Duel, one: Fighter, order: dict[str, Any]) -> str | None:
    """An attack, couch or parry needs nothing under way, a tool in hand that does not recover, and a target."""
    tool, foe = one.held(order.get("weapon")), target(duel, one, order)
    if busy(one):
        return "something is under way"
    if tool is None:
        return "not in hand"
    if foe is None and (order["do"] == "attack" or "target" in order):
        return "no target"
    past = duel.readings.parry_past_lock and order["do"] == "parry" and tool is not one.held(None)
    if foe is not None and not past and standing(duel, one, tool, foe).name == "over_3":
        return "locked"
    if duel.design and tool.recovers is not None:
        if not order.get("hurry", False):
            return "the tool recovers"
        if duel.now + duel.span(length(duel, one, order["do"], tool, foe)) >= tool.recovers:
            return "it would not finish before the recovery ends"
    return points(duel, one, order)


def length(duel: Duel, one: Fighter, kind: str, tool: Tool, foe: Fighter | None) -> Fraction:
    """Return the counts from the beginning of an act to its end."""
    if kind == "parry":
        return tool.weapon.wsd / (4 if tool.weapon.shield else 2)
    x = effective(tool.weapon, duel.distance(one, foe)) if foe is not None else tool.weapon.wsd
    return x / 2 if kind == "couch" else x
