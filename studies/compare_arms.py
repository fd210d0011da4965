"""What a comparison plays: two variants of one scenario, each a list of values laid over it."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from engine.errors import InputError
from studies.arms import Arm, load_typed
from studies.cli_text import shown

A, B = "a", "b"
"""What the two variants are called."""

AS_IT_STANDS = "the scenario as it stands"

_KEY = r"""(?:"(?:[^"\\]|\\.)*"|'[^']*'|[^\s."'=,][^.=,]*)"""
_PATH = re.compile(rf"\s*{_KEY}(?:\.{_KEY})*=", re.DOTALL)

_ALLOWED = "PATH=VALUE,PATH=VALUE, e.g. combatants.Ana.htk=40,rules.ties=reach; values and names with commas in quotes or brackets"


def settings_of(texts: str | Sequence[str], place: str) -> tuple[str, ...]:
    """Return the overrides of a variant, one ``path=value`` each.

    Args:
        texts: overrides joined by commas, or several of such texts; an empty one is none.
        place: whose they are, for errors.

    Raises:
        InputError: one is not of the form ``PATH=VALUE``.
    """
    found: list[str] = []
    if not isinstance(texts, str | list | tuple):
        raise InputError(place, repr(texts)[:80], _ALLOWED)
    for text in [texts] if isinstance(texts, str) else texts:
        if not isinstance(text, str):
            raise InputError(place, repr(text)[:80], _ALLOWED)
        found += _cut(text, place) if text.strip() else ()
    return tuple(found)


def _cut(text: str, place: str) -> Iterator[str]:
    """Yield the overrides of one text."""
    at = 0
    while at <= len(text):
        match = _PATH.match(text, at)
        if match is None:
            found = repr(shown(text[at:]))[:80] if text[at:].strip() else "nothing after a comma"
            raise InputError(place, found, _ALLOWED)
        end = _end(text, match.end())
        yield text[at:end].strip()
        at = end + 1


def _end(text: str, start: int) -> int:
    """Return where a value ends: at a comma outside quotes and brackets, or with the text."""
    depth, quote, at = 0, "", start
    while at < len(text):
        char = text[at]
        if quote:
            at += char == "\\" and quote == '"'
            quote = "" if char == quote else quote
        elif char in "\"'" and text[start:at].rstrip()[-1:] in ("", *"[{,="):
            quote = char  # an apostrophe within a word opens nothing
        elif char in "[{":
            depth += 1
        elif char in "]}":
            depth -= 1
        elif char == "," and depth <= 0:
            return at
        at += 1
    return len(text)


def words_of(settings: Sequence[str]) -> str:
    """Return a variant in words."""
    return ", ".join(settings) or AS_IT_STANDS


def arms_of(
    source: str, a: Sequence[str], b: Sequence[str], overrides: Sequence[str] = (), allowed: bool = False
) -> tuple[Arm, Arm]:
    """Return the two arms of a comparison.

    Args:
        source: a shipped name or a file.
        a, b: what is laid over it in each.
        overrides: what is laid over it in both, before that.
        allowed: whether programs that they name as agents may be run.

    Raises:
        InputError: the scenario can't be loaded, a value is refused, an agent can't play it, or both are left as they
            are.
    """
    if not a and not b:
        raise InputError("--a and --b", "no value for either", f"one variant at least that differs: {_ALLOWED}")
    load_typed(source, overrides, {})
    found = (
        Arm(
            label=label,
            scenario=load_typed(source, [*overrides, *settings], {text: f"--{label} {text}" for text in settings}),
            source=source,
            overrides=(*overrides, *settings),
            tags={"settings": list(settings)},
            allowed=allowed,
        )
        for label, settings in ((A, a), (B, b))
    )
    one, other = map(_checked, found)
    return one, other


def _checked(arm: Arm) -> Arm:
    """Return an arm after a look that its agents can play it."""
    from studies.run import build_agents, close_agents

    close_agents(build_agents(arm.scenario, 0, 0, {}, arm.allowed))
    return arm


def side_of(arms: Sequence[Arm], wanted: str | None) -> str:
    """Return the side whose wins are compared: the one wanted, else the first by name.

    Raises:
        InputError: a variant has no such side.
    """
    shared = [side for side in arms[0].sides if all(side in arm.sides for arm in arms)]
    if wanted is None:
        if not shared:
            raise InputError("--a and --b", "no side in common", "variants that share a side")
        return shared[0]
    if wanted not in shared:
        raise InputError("--side", repr(wanted)[:80], f"sides: {', '.join(shared)}")
    return wanted
