"""What an option costs in shots: the rules' price, changed by schticks and for unnamed characters (S-SEQ-3, S-SEQ-4)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from engine.options import Option
from engine.shots import actions, defenses
from engine.shots.lookup import Term
from engine.shots.state import Fight, Fighter, Tool

WHOLE = 3
"""The ``shots`` of an attack that is no snapshot; it costs what a whole action costs."""

SNAPSHOTS = (2, 1)
"""The ``shots`` of a snapshot (S-SEQ-5)."""

FREE = 0
"""The ``shots`` of a free shot (S-CHR-3)."""

UNRIDDEN = frozenset({"hold", "wait", "volunteer", "attack"})
"""What may cost no shot and is not limited to once an instant: it ends a turn, or has a limit of its own."""


def cost(fight: Fight, fighter: Fighter, option: Option) -> int:
    """Return the shots an option costs a character now (S-SEQ-3).

    What costs none costs none whoever does it (S-SEQ-4); an unnamed character's actions cost a whole one (S-WND-3).
    A schtick can make an attack no cheaper than one quick action [H]; a draw can come to cost nothing.
    """
    shots = base(fight, fighter, option)
    if shots <= 0:
        return 0
    saying = fighter.saying["cost"]
    if not saying or fighter.spec.unnamed:
        return shots
    tool = fighter.tools.get(getattr(option, "weapon", None) or "")
    target = fight.by_name.get(getattr(option, "target", None) or "")
    changed, kind, rules = shots, option.do, fight.rules
    for schtick in saying:
        changed += schtick.cost(fighter, kind, tool, target, rules)
    if changed == shots:
        return shots
    return max(changed, min(shots, fight.rules.quick_shots) if isinstance(option, actions.ATTACKS) else 0)


def terms(fight: Fight, fighter: Fighter, option: Option) -> list[Term]:
    """Return what an option's cost is made of where a schtick changes it; nothing where none does (S-CHR-3)."""
    shots, paid = base(fight, fighter, option), cost(fight, fighter, option)
    if paid == shots:
        return []
    tool, target = tool_of(fighter, option), fight.by_name.get(getattr(option, "target", None) or "")
    found = [(shots, "S-SEQ-3", option.do.replace("_", " "))]
    found += [
        (less, schtick.rule, schtick.why)
        for schtick in fighter.schticks
        if (less := schtick.cost(fighter, option.do, tool, target, fight.rules))
    ]
    return [*found, (paid - sum(value for value, _, _ in found), "S-SEQ-3", "never less")]


def base(fight: Fight, fighter: Fighter, option: Option) -> int:
    """Return the shots an option costs before schticks; for an unnamed character every action is a whole one (S-WND-3)."""
    kind = option.do
    shots = _BASE[kind](fight, fighter, option)
    if kind in QUICK and shots > 0 and fighter.spec.unnamed:
        return max(shots, fight.rules.action_shots)
    return shots


def is_whole(fight: Fight, fighter: Fighter, option: Option) -> bool:
    """Return whether an option is a whole action, which a movement can go with, whatever a schtick takes off (S-MOV-1)."""
    return base(fight, fighter, option) >= fight.rules.action_shots


def tool_of(fighter: Fighter, option: Option) -> Tool | None:
    """Return the weapon of its own that an option names, or None."""
    return fighter.tools.get(getattr(option, "weapon", None) or "")


def rider(option: Option) -> str | None:
    """Return what an option that costs no shot is noted as in ``fighter.riders``: each once an instant (S-SEQ-4)."""
    match option:
        case actions.Fortune():
            return f"fortune {option.roll}"
        case actions.Schtick():
            return f"schtick {option.name}"
    return None if option.do in UNRIDDEN else option.do


def _attack(fight: Fight, fighter: Fighter, option: Any) -> int:
    shots: int = option.shots
    return fight.rules.action_shots if shots == WHOLE else shots


def _action(fight: Fight, fighter: Fighter, option: Any) -> int:
    return fight.rules.action_shots


def _quick(fight: Fight, fighter: Fighter, option: Any) -> int:
    return fight.rules.quick_shots


def _nothing(fight: Fight, fighter: Fighter, option: Any) -> int:
    return 0


def _run(fight: Fight, fighter: Fighter, option: Any) -> int:
    return fight.rules.run_shots


def _reload(fight: Fight, fighter: Fighter, option: Any) -> int:
    tool = tool_of(fighter, option)
    return fight.rules.quick_shots if tool is not None and tool.spec.feed == "clip" else fight.rules.action_shots


def _defend(fight: Fight, fighter: Fighter, option: Any) -> int:
    return defenses.cost(fight, fighter, option.kind, for_another=False)


def _defend_other(fight: Fight, fighter: Fighter, option: Any) -> int:
    return defenses.cost(fight, fighter, option.kind, for_another=True)


def _interpose(fight: Fight, fighter: Fighter, option: Any) -> int:
    return fight.rules.defend_other_shots


QUICK = frozenset({"draw", "reload", "drop", "rise"})
"""Actions that may be quick ones: an unnamed character needs a whole action for them (S-WND-3)."""

_BASE: dict[str, Callable[[Fight, Fighter, Any], int]] = {
    "attack": _attack,
    "throw": _attack,
    "area": _attack,
    "move": _action,
    "run": _run,
    "draw": _quick,
    "pick_up": _action,
    "reload": _reload,
    "bind": _action,
    "drop": _quick,
    "rise": _quick,
    "wait": _nothing,
    "hold": _nothing,
    "defend": _defend,
    "defend_other": _defend_other,
    "interpose": _interpose,
    "volunteer": _nothing,
    "fortune": _nothing,
    "schtick": _nothing,
}
