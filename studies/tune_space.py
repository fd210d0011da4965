"""What is tuned: numbers of a policy, each between two bounds, and the agent that plays with other values of them.

Of `utility` these are the weights of features, of every other policy its own numeric parameters.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any, Final

import attrs

from engine.errors import InputError
from studies.players import Player, player_of

WEIGHED: Final = "utility"
"""The policy whose numbers are weights."""

DECIMALS: Final = 4
"""Values are tried with so many decimals, so that the text of an agent says exactly what was played."""

MOST: Final = 200
"""Numbers at most."""

_SPAN = re.compile(r"(?P<name>[^\s=,]+)(?:=(?P<low>[^\s:,]+):(?P<high>[^\s:,]+))?")
_FORM = "names, each with bounds where wanted: harm,hits=0:3"


@attrs.frozen
class Number:
    """One number that is tuned.

    Attributes:
        name: what the policy calls it.
        start: where the search begins.
        low, high: between what it may lie.
    """

    name: str
    start: float
    low: float
    high: float


@attrs.frozen
class Space:
    """The numbers of an agent that are tuned.

    Attributes:
        start: the agent as it is.
        system: the rule system it plays.
        numbers: what is tuned.
        whole: every number of the policy, as the start has it: those that are not tuned, too.
    """

    start: Player
    system: str
    numbers: tuple[Number, ...]
    whole: Mapping[str, float]

    @property
    def middle(self) -> tuple[float, ...]:
        """The values of the start."""
        return tuple([number.start for number in self.numbers])

    def values(self, found: Sequence[float]) -> dict[str, float]:
        """Return all numbers of the policy with found values of those that are tuned, within their bounds."""
        tuned = {
            number.name: min(max(round(float(value), DECIMALS), number.low), number.high)
            for number, value in zip(self.numbers, found, strict=True)
        }
        return {**self.whole, **tuned}

    def player(self, found: Sequence[float]) -> Player:
        """Return the agent that plays with found values; the start itself where nothing differs."""
        values = self.values(found)
        changed = {name: value for name, value in values.items() if value != self.whole[name]}
        if not changed:
            return self.start
        if self.start.policy != WEIGHED:
            return Player(self.start.policy, {**self.start.params, **changed})
        return Player(WEIGHED, {**_others(self.start), "weights": _text(self.start, values, changed)})

    def text(self, found: Sequence[float]) -> str:
        """Return what commands call the agent with found values."""
        return self.player(found).text


def space_of(policy: Any, weights: Any, numbers: Any, system: str) -> Space:
    """Return what is tuned of a policy.

    Args:
        policy: the agent, as commands name it: a policy, with parameters in brackets or without.
        weights: of `utility`: the set the search begins with; None for the policy's own.
        numbers: what is tuned, and between which bounds: ``harm,hits=0:3``; None for all numbers there are.
        system: the rule system it plays.

    Raises:
        InputError: there is no such policy or number, it has none, or bounds are none.
    """
    from studies.players import check_plays

    start = player_of(policy, "--policy")
    if start.policy == "external":
        raise InputError("--policy", repr(policy)[:80], "a policy of couched: the numbers of a program are its own")
    if weights is not None:
        start = _with_weights(start, weights)
    check_plays(start, system, "--policy")
    whole, bounds = _weights(start, system) if start.policy == WEIGHED else _parameters(start)
    if not whole:
        raise InputError("--policy", start.policy, "a policy with numbers: `couched list parameters` tells them")
    chosen = _chosen(numbers, whole, bounds)
    return Space(start, system, tuple(chosen), whole)


def _with_weights(start: Player, weights: Any) -> Player:
    if start.policy != WEIGHED:
        raise InputError("--weights", repr(weights)[:80], f"it with --policy {WEIGHED} only")
    if not isinstance(weights, str) or "weights" in start.params:
        raise InputError("--weights", repr(weights)[:80], "a set of weights, told once")
    import json

    others = "".join(f",{name}={value}" for name, value in start.params.items())
    return player_of(f"{WEIGHED}[weights={json.dumps(weights, ensure_ascii=False)}{others}]", "--weights")


def _others(start: Player) -> dict[str, Any]:
    return {name: value for name, value in start.params.items() if name not in ("weights", "numbers")}


def _weights(start: Player, system: str) -> tuple[dict[str, float], dict[str, tuple[float, float]]]:
    """Return the weights of a start, and how far they may go."""
    import agents
    from agents.utility_weights import MOST as FAR
    from agents.utility_weights import read

    usual = {row.name: row.default for row in agents.parameters(WEIGHED)}
    text = start.held.get("numbers") or start.params.get("numbers") or start.params.get("weights", usual["weights"])
    whole = read(text, system, "--weights")
    return whole, dict.fromkeys(whole, (-FAR, FAR))


def _text(start: Player, values: Mapping[str, float], changed: Mapping[str, float]) -> str:
    """Return the text of weights: changes of the shipped set one began with, or all there are."""
    from agents.utility_weights import SUFFIX, split, text_of

    base, before = split(start.params.get("weights", "tuned"), "--weights")
    if base.endswith(SUFFIX) or start.params.get("numbers"):
        return text_of({name: value for name, value in values.items() if value})
    return text_of({**before, **changed}, base)


def _parameters(start: Player) -> tuple[dict[str, float], dict[str, tuple[float, float]]]:
    """Return the numeric parameters of a policy as the start has them, and their bounds."""
    import agents
    from agents.parameters import Parameter

    rows = [row for row in agents.parameters(start.policy) if isinstance(row, Parameter)]
    whole = {row.name: _number(start.params.get(row.name, row.default)) for row in rows}
    return whole, {row.name: (row.ge, row.le) for row in rows}


def _number(value: Any) -> float:
    return float(value)


def _chosen(numbers: Any, whole: Mapping[str, float], bounds: Mapping[str, tuple[float, float]]) -> list[Number]:
    """Return the numbers that are tuned, each with its bounds."""
    if numbers is None:
        return [_usual(name, whole[name], *bounds[name]) for name in whole]
    texts = numbers.split(",") if isinstance(numbers, str) else [*numbers]
    found = [_told(text, whole, bounds) for text in texts]
    names = [number.name for number in found]
    twice = next((name for name in names if names.count(name) > 1), None)
    if twice is not None or not found or len(found) > MOST:
        raise InputError("--numbers", f"{twice} twice" if twice else f"{len(found)} of them", f"from 1 to {MOST}, each once")
    return found


def _told(text: Any, whole: Mapping[str, float], bounds: Mapping[str, tuple[float, float]]) -> Number:
    """Return a number that was named, with bounds or without."""
    from agents.parameters import unknown

    found = _SPAN.fullmatch(text.strip()) if isinstance(text, str) else None
    if found is None:
        raise InputError("--numbers", repr(text)[:80], _FORM)
    name = found["name"]
    if name not in whole:
        raise unknown("--numbers", name, whole, "numbers")
    if found["low"] is None:
        return _usual(name, whole[name], *bounds[name])
    try:
        low, high = float(found["low"]), float(found["high"])
    except ValueError:
        raise InputError("--numbers", repr(text)[:80], _FORM) from None
    least, most = bounds[name]
    if not least <= low < high <= most:
        raise InputError(f"--numbers {name}", f"{low:g}:{high:g}", f"bounds within {least:g} to {most:g}, the lower one first")
    if not low <= whole[name] <= high:
        raise InputError(f"--numbers {name}", f"{low:g}:{high:g}", f"bounds with the start between them: {whole[name]:g}")
    return Number(name, whole[name], low, high)


def _usual(name: str, start: float, least: float, most: float) -> Number:
    """Return a number that may go as far from its start as that is from 0, and 1 at least."""
    span = max(abs(start), 1.0)
    return Number(name, start, max(start - span, least), min(start + span, most))
