"""Which options are worth imagining: the base's answer, what other policies would do, then one of each kind that is legal."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from typing import TYPE_CHECKING

import attrs
import msgspec

from agents import features
from engine.options import Hold

if TYPE_CHECKING:
    from engine.options import Option
    from engine.system import Request

LOOK_AGAIN = 2.0
"""Counts after which it is asked again when it holds though its base would not."""

KINDS: Mapping[str, tuple[str, ...]] = {
    "counts": (
        "attack", "release", "parry", "fire", "break_off", "hold", "couch", "retreat", "press", "recouch", "throw",
        "overbear", "def", "reload", "rise", "bind", "draw", "lock", "unlock", "aim", "move",
    ),
    "shots": (
        "attack", "defend", "area", "throw", "interpose", "defend_other", "death_test", "hold", "schtick", "initiative",
        "rise", "run", "move", "reload", "draw", "pick_up", "bind", "volunteer",
    ),
    "steps": ("fire", "dodge", "hold", "aim", "break_off", "cover", "move", "bring", "reload"),
}  # fmt: skip
"""Kinds of options by rule system, those that decide most first; what is not named comes last, in the listed order."""

OF_A_KIND: Mapping[str, int] = {"attack": 4, "fire": 3, "release": 2}
"""How many of a kind are imagined, where it is more than one: other targets, other weapons."""

IDLE = frozenset({"wait", "mode", "face", "drop", "fortune"})
"""Kinds that are never imagined unless a policy suggests them: there is no end of them, and little hangs on one."""

FORTUNE = ("death_test", "initiative")
"""Rolls that a Fortune point set aside for them is worth imagining for; each is a kind (S-CHR-1).

An attack that takes one is imagined as an attack. For a Death Test none is set aside before one may be near.
"""


@attrs.frozen
class Candidate:
    """An option to imagine, and when its fighter would be asked again.

    Attributes:
        option: what to answer.
        wake: the count it is asked again at; None for no timer.
        note: what the policy that suggested it said.
    """

    option: Option
    wake: float | None = None
    note: str | Callable[[], str] | None = None


def candidates(request: Request, system: str, suggested: Iterable[Candidate], most: int) -> list[Candidate]:
    """Return up to so many candidates, the suggested ones first, no option twice.

    Args:
        request: the decision.
        system: the rule system.
        suggested: what policies would answer, the base first.
        most: how many at most; the base's answer is always among them.
    """
    found: list[Candidate] = []
    for one in suggested:
        if all(one.option != other.option for other in found) and len(found) < max(1, most):
            found.append(one)
    if len(found) < most:
        _add_listed(request, KINDS[system], found, most)
    return found


def _add_listed(request: Request, kinds: tuple[str, ...], found: list[Candidate], most: int) -> None:
    """Add legal options until there are so many candidates: one of each kind first, then a second of those that are worth it."""
    known = {one.option for one in found}
    so_many = Counter(one.option.do for one in found)
    fitting: list[tuple[int, int, Option]] = []
    for option in _legal(request):
        kind = _kind(request, option)
        if option in known or kind in IDLE:
            continue
        before = so_many[kind]
        if before < OF_A_KIND.get(kind, 1):
            so_many[kind] += 1
            fitting.append((before, kinds.index(kind) if kind in kinds else len(kinds), option))
    fitting.sort(key=lambda entry: entry[:2])
    for _, _, option in fitting[: most - len(found)]:
        found.append(Candidate(option, request.t + LOOK_AGAIN if isinstance(option, Hold) else None))


def _kind(request: Request, option: Option) -> str:
    """Return of which kind an option is: what it does, and for Fortune the roll it is set aside for."""
    roll = str(getattr(option, "roll", ""))
    if option.do != "fortune" or roll not in FORTUNE or not getattr(option, "active", False):
        return option.do
    if roll == "death_test" and not features.situation(request).terms(option).get("fortune_death"):
        return option.do
    return roll


CALLS = ("head", "chest")
"""Locations that a blow or shot of counts is worth being called at (C-HIT-6)."""


def _legal(request: Request) -> Iterable[Option]:
    """Yield the listed options, their sensible variations, and blows called at a location."""
    for option in features.candidates(request):
        yield option
        if getattr(option, "location", "") is None and option.do in ("attack", "release", "fire"):
            for part in CALLS:
                called = msgspec.structs.replace(option, location=part)
                if request.legal(called) is None:
                    yield called
