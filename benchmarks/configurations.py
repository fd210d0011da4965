"""The named configurations of `configurations.toml`: what is fought to measure speed."""

from __future__ import annotations

import tomllib
from collections.abc import Sequence
from difflib import get_close_matches
from pathlib import Path
from typing import Any

import attrs

from benchmarks.crowd import crowd_text
from engine.errors import InputError

FILE = Path(__file__).with_name("configurations.toml")


@attrs.frozen(kw_only=True)
class Configuration:
    """One of them.

    Attributes:
        name: stays the same for good, so that results can be compared.
        battles: how many are fought in a round.
        scenario: a shipped scenario's name; empty for a crowd.
        crowd: fighters of a battle that is made up (`benchmarks.crowd`), in place of a scenario.
        counts: how long that battle lasts at most.
        rounds: how many interleaved rounds, where nothing else is asked.
        long: so long that it is fought only when it is named.
    """

    name: str
    battles: int
    scenario: str = ""
    crowd: int = 0
    counts: float = 0.0
    rounds: int = 9
    long: bool = False

    @property
    def text(self) -> str | None:
        """The text of a scenario that is made up; None for a shipped one."""
        return crowd_text(self.crowd, self.counts) if self.crowd else None

    def once(self) -> Configuration:
        """Return it with a single battle, to see that it can be fought."""
        return attrs.evolve(self, battles=1, long=True)

    def load(self) -> Any:
        """Return the scenario, loaded."""
        from scenarios import load, loads

        return loads(self.text) if self.text is not None else load(self.scenario)


def configurations(path: Path = FILE) -> list[Configuration]:
    """Return all, in the file's order."""
    return [Configuration(**row) for row in tomllib.loads(path.read_text(encoding="utf-8"))["configuration"]]


def chosen(names: Sequence[str], every: Sequence[Configuration] | None = None) -> list[Configuration]:
    """Return those of these names, in the file's order; without names all that are not long.

    Raises:
        InputError: no configuration is called so.
    """
    every = configurations() if every is None else every
    known = [one.name for one in every]
    for name in names:
        if name not in known:
            near = get_close_matches(name, known, 1)
            hint = f"did you mean {near[0]!r}? " if near else ""
            raise InputError(f"configuration {name!r}", "no such name", hint + ", ".join(known))
    return [one for one in every if (one.name in names if names else not one.long)]
