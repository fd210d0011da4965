"""Every error couched raises on purpose, one tree.

Fields are passed positionally to ``super().__init__`` and the text is built in ``__str__``: SimPy rebuilds an
unhandled exception from its ``args``, so ``type(e)(*e.args)`` must give the same error back.
"""

from __future__ import annotations

from collections.abc import Sequence


class CouchedError(Exception):
    """The root of the tree; its text is one message a user can act on."""

    exit_code = 1


class InputError(CouchedError):
    """Something a user handed over is wrong: where, what was found, what is allowed.

    Args:
        place: where it stands (a file, a path of keys, an option).
        found: what was found there.
        allowed: what would have been right.
    """

    exit_code = 2

    def __init__(self, place: str, found: str, allowed: str) -> None:
        super().__init__(place, found, allowed)
        self.place, self.found, self.allowed = place, found, allowed

    def __str__(self) -> str:
        return f"{self.place}: found {self.found}; allowed: {self.allowed}"


class ScenarioError(InputError):
    """A scenario file has mistakes; all of them are in ``mistakes``, one line each.

    Args:
        place: the file.
        mistakes: one readable line a mistake (file, line, path, found, allowed, nearest name).
    """

    def __init__(self, place: str, mistakes: Sequence[str]) -> None:
        CouchedError.__init__(self, place, tuple(mistakes))
        self.place = place
        self.mistakes = tuple(mistakes)
        self.found = f"{len(self.mistakes)} mistakes"
        self.allowed = "a scenario that follows `couched schema scenario`"

    def __str__(self) -> str:
        return "\n".join(self.mistakes)


class ScriptedRollError(InputError):
    """A scripted roll can't be used: a shortage, a leftover, an impossible face or an unknown stream (CLK-7)."""


class LogError(InputError):
    """A log can't be read as a couched event log."""


class IllegalOption(CouchedError):
    """An agent's answer is not legal.

    Args:
        combatant: who answered.
        option: the option, as text.
        rule: the id of the rule that forbids it.
        why: the reason in words.
        legal: what was legal, as texts.
    """

    def __init__(self, combatant: str, option: str, rule: str, why: str, legal: Sequence[str]) -> None:
        super().__init__(combatant, option, rule, why, tuple(legal))
        self.combatant, self.option, self.rule, self.why = combatant, option, rule, why
        self.legal = tuple(legal)

    def __str__(self) -> str:
        legal = ", ".join(self.legal) or "nothing"
        return f"{self.combatant}: {self.option} is not legal ({self.rule}: {self.why}); legal now: {legal}"


class GuardTripped(CouchedError):
    """A guard of the clock stopped a battle that would not end (CLK-8).

    Args:
        guard: which guard, with its limit.
        tick: the tick at which it tripped.
        combatant: the combatant met last, or an empty text.
        action: the action met last, or an empty text.
        rule: the id of the rule.
    """

    def __init__(self, guard: str, tick: int, combatant: str, action: str, rule: str) -> None:
        super().__init__(guard, tick, combatant, action, rule)
        self.guard, self.tick, self.combatant = guard, tick, combatant
        self.action, self.rule = action, rule

    def __str__(self) -> str:
        who = f", last {self.combatant} with {self.action or 'no action'}" if self.combatant else ""
        return f"{self.rule}: {self.guard} at tick {self.tick}{who}"


class AgentError(CouchedError):
    """An agent failed: it raised, or its script came to an order that is not legal.

    Args:
        combatant: whose agent.
        why: what happened.
    """

    def __init__(self, combatant: str, why: str) -> None:
        super().__init__(combatant, why)
        self.combatant, self.why = combatant, why

    def __str__(self) -> str:
        return f"agent of {self.combatant}: {self.why}"


class UsageError(CouchedError):
    """The engine's calls were made in an order that makes no sense (an answer nobody asked for).

    Args:
        what: what was called.
        why: why that can't be.
    """

    def __init__(self, what: str, why: str) -> None:
        super().__init__(what, why)
        self.what, self.why = what, why

    def __str__(self) -> str:
        return f"{self.what}: {self.why}"
