"""Agents as commands name them: a policy, with parameters in brackets where they are not the usual ones.

``brawler``, ``brawler[crowd=5]``; programs as ``cmd:python3 my.py`` (`studies.players_command`).
A text is checked against the policy's own table of parameters, so that a mistake is
one message before the first battle is played.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping, Sequence
from math import isfinite
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, TypeAlias

import attrs

from engine import InputError
from studies.players_command import COMMAND_FORM, is_command, parts_of, split_texts, text_of, words_of

if TYPE_CHECKING:
    from agents.parameters import AnyParameter

UNNAMED: Final = ("script", "external")
"""Policies that need more than their name and numbers."""

FORM: Final = "a policy, or policy[parameter=number,...], e.g. brawler or brawler[crowd=5]; or a program: cmd:python3 my.py"

Value: TypeAlias = float | str | tuple[str, ...]
"""What a parameter may be: a number, or a name out of a list; a program's words."""

_PLAYER = re.compile(r"\s*(?P<policy>[^\[\],=]+?)\s*(?:\[(?P<params>[^\[\]]*)\])?\s*")
_BARE = re.compile(r"[^\W\d][\w./\-]*")
"""A name that needs no quotes."""


@attrs.frozen
class Player:
    """A policy and the parameters that are set for it.

    Attributes:
        policy: its name.
        params: the numbers and names that were told, by name; the others are at their defaults.
        held: what the files they name hold, under the names of parameters.
    """

    policy: str
    params: Mapping[str, Value] = attrs.field(factory=dict)
    held: Mapping[str, str] = attrs.field(factory=dict)

    @property
    def text(self) -> str:
        """What commands call it; parameters sorted by name."""
        command = self.command
        told = sorted((name, value) for name, value in self.params.items() if not isinstance(value, tuple))
        inside = ",".join(f"{name}={_figure(value)}" for name, value in told)
        if command is not None:
            return text_of(command, inside)
        return f"{self.policy}[{inside}]" if inside else self.policy

    @property
    def command(self) -> tuple[str, ...] | None:
        """The program that decides and its arguments; None for a policy."""
        command = self.params.get("command")
        return command if isinstance(command, tuple) else None

    @property
    def spec(self) -> dict[str, Any]:
        """What a scenario calls it."""
        told = {name: list(value) if isinstance(value, tuple) else value for name, value in self.params.items()}
        return {"policy": self.policy, **told, **self.held}

    def spec_for(self, system: str, place: str) -> dict[str, Any]:
        """Return what a scenario of a rule system calls it: nothing in it is looked up later.

        Raises:
            InputError: a file it names is none for that rule system.
        """
        import agents

        spec = {name: value for name, value in self.spec.items() if name != "policy"}
        for parameter in agents.parameters(self.policy):
            if hasattr(parameter, "hold"):
                spec = parameter.hold(spec, system, place, None)
        return {"policy": self.policy, **spec}

    def numbers(self) -> tuple[str, tuple[tuple[str, Value], ...]]:
        """Return what it plays like, defaults filled in: two that are equal here play alike."""
        import agents

        all_of_them = {row.name: row.default for row in agents.parameters(self.policy)}
        return self.policy, tuple(sorted({**all_of_them, **self.params, **self.held}.items()))


def _figure(value: float | str) -> str:
    if isinstance(value, str):
        return value if _BARE.fullmatch(value) else json.dumps(value, ensure_ascii=False)
    return str(int(value)) if value == int(value) and abs(value) < 1e15 else repr(value)


def split(text: str) -> list[str]:
    """Return the texts of agents in a list with commas; those inside brackets part nothing, nor those a command quotes."""
    return split_texts(text)


def player_of(text: Any, place: str = "--agents") -> Player:
    """Return the agent of a text.

    Args:
        text: the policy's name, with parameters in brackets or without.
        place: what messages call it.

    Raises:
        InputError: there is no such policy, or no such parameter, or a value is none it takes.
    """
    import agents
    from agents.parameters import unknown

    if is_command(text):
        inside, line = parts_of(text)
        return Player("external", {**_params("external", inside, f"{place} cmd"), "command": tuple(words_of(line, place))})
    found = _PLAYER.fullmatch(text) if isinstance(text, str) else None
    if found is None:
        raise InputError(place, repr(text)[:80], FORM)
    policy = found["policy"]
    if policy == "external":
        raise InputError(place, repr(policy), COMMAND_FORM)
    if policy in UNNAMED or policy not in agents.names():
        raise unknown(place, policy, named(), "policies")
    params = _params(policy, found["params"], f"{place} {policy}")
    return Player(policy, params, _held(policy, params, f"{place} {policy}"))


def _params(policy: str, inside: str | None, place: str) -> dict[str, Value]:
    """Return what the brackets after a policy say, checked."""
    import agents
    from agents.parameters import numbers

    known = {row.name: row for row in agents.parameters(policy)}
    params = dict(_param(part, place, known) for part in _parts(inside, place))
    numbers(params, [*known.values()], place)
    return params


def _held(policy: str, params: Mapping[str, Value], place: str) -> dict[str, str]:
    """Return what the files that parameters name hold; they are found from where the command runs."""
    import agents

    held: dict[str, Any] = dict(params)
    for parameter in agents.parameters(policy):
        if hasattr(parameter, "hold"):
            held = parameter.hold(held, None, place, Path(), confined=False)
    return {name: value for name, value in held.items() if name not in params}


def _parts(text: str | None, place: str) -> Sequence[str]:
    """Return the ``name=number`` texts between the brackets; each name once."""
    parts = [] if text is None or not text.strip() else text.split(",")
    names = [part.partition("=")[0].strip() for part in parts]
    twice = sorted({name for name in names if names.count(name) > 1})
    if twice:
        raise InputError(place, f"{twice[0]} twice", "every parameter once")
    return parts


def _param(text: str, place: str, known: Mapping[str, AnyParameter]) -> tuple[str, Value]:
    from agents.parameters import unknown

    name, equals, raw = (part.strip() for part in text.partition("="))
    if name in known and isinstance(known[name].default, str):
        return name, _name(raw, f"{place}.{name}", known[name].allowed)
    if equals and name and name not in known:
        raise unknown(f"{place}.{name}", name, known, "parameters")
    try:
        value = json.loads(raw) if equals and name else None
    except ValueError:
        value = None
    if isinstance(value, bool) or not isinstance(value, int | float) or not isfinite(value):
        raise InputError(place, repr(text.strip()), "parameter=number, e.g. crowd=5")
    return name, value


def _name(raw: str, place: str, allowed: str) -> str:
    """Return a name, in quotes or without."""
    if not raw.startswith('"'):
        return raw
    try:
        return str(json.loads(raw))
    except ValueError:
        raise InputError(place, raw[:80], allowed) from None


def named(system: str | None = None) -> list[str]:
    """Return the policies that need no more than their name and numbers: of a rule system, or of all."""
    import agents

    return [name for name in agents.names(system) if name not in UNNAMED]


def check_plays(player: Player, system: str, place: str) -> None:
    """Refuse an agent that can't play a rule system.

    Raises:
        InputError: naming those that can.
    """
    from agents.parameters import unknown

    if player.policy != "external" and player.policy not in named(system):
        raise unknown(place, player.policy, named(system), f"policies for {system}")


def players_of(texts: str | Iterable[str], place: str = "--agents") -> tuple[Player, ...]:
    """Return the agents of a list with commas, or of several texts; no two of them alike.

    Raises:
        InputError: a text is no agent, or two would play alike.
    """
    if not isinstance(texts, Iterable):
        raise InputError(place, repr(texts)[:80], FORM)
    found = [player_of(text, place) for text in (split(texts) if isinstance(texts, str) else texts)]
    seen: dict[Any, Player] = {}
    for player in found:
        before = seen.setdefault(player.numbers(), player)
        if before is not player:
            alike = "twice" if before.text == player.text else f"and {player.text}, which play alike"
            raise InputError(place, f"{before.text} {alike}", "agents that differ; --mirror plays one against itself")
    return tuple(found)
