"""What a rule system is to the battle that runs it, and what passes between a battle and its agents (CLK-5)."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Protocol

import attrs

from engine.options import Option
from engine.units import Count

if TYPE_CHECKING:
    from engine.clock import Clock
    from engine.dice import Dice
    from engine.imagine import ImaginedBattle
    from engine.record import Log
    from engine.scenario import Scenario

REASONS = (
    "start", "ready", "couched", "recovering", "noticed", "commit", "struck", "stage_changed", "hold_expired",
    "target_down", "contest_won", "arrived", "disarmed", "locked", "unlocked", "fallen", "edge", "announced", "closing",
    "sighted",
)  # fmt: skip
"""Every reason a request may carry in any system; ``commit`` is asked only of those who name it."""


@attrs.frozen
class Standing:
    """What an agent tells the engine before the battle.

    Attributes:
        asks: the reasons it wants to be asked for; its standing order answers all others.
        order: the standing order: ``hold``, or ``keep_attacking``, which strikes again as before when it is ready
            (and holds where that is not legal).
    """

    asks: frozenset[str] = frozenset(REASONS) - {"commit"}
    order: str = attrs.field(default="hold", validator=attrs.validators.in_(("hold", "keep_attacking")))


class Request:
    """One question to one combatant: who, when, why, a read-only view, and the legal options.

    Attributes:
        combatant: the name of who must decide.
        t: the moment, in counts.
        reasons: why it is asked, most urgent first.
        view: what it can see; valid until it answers.
        wake: a count an agent may set before it answers: it is asked again then, reason ``hold_expired``.
        note: a few words an agent may set before it answers: why; they go into the log. A function that gives them
            will do: it is called when the answer is given, and only when there is a log.
        asker: the battle that waits for the answer; None once it is answered.
        checked: the option `legal` last found legal, which needs no second look.
    """

    __slots__ = ("_options", "asker", "checked", "combatant", "note", "reasons", "t", "view", "wake")

    def __init__(
        self, combatant: str, t: Count, reasons: tuple[str, ...], view: Any, options: Callable[[], tuple[Option, ...]]
    ) -> None:
        self.combatant, self.t, self.reasons, self.view = combatant, t, reasons, view
        self.wake: Count | None = None
        self.note: str | Callable[[], str] | None = None
        self.asker: Any = None
        self.checked: Option | None = None
        self._options: Any = options

    @property
    def options(self) -> tuple[Option, ...]:
        """The legal options, listed when first looked at; variations of them (a location, a speed) are legal too."""
        if callable(self._options):
            self._options = self._options()
        listed: tuple[Option, ...] = self._options
        return listed

    def legal(self, option: Option) -> str | None:
        """Return None when an option is legal here, else why it is not (rule id and words)."""
        refusal: str | None = self.view.refusal(option)
        if refusal is None:
            self.checked = option
        return refusal

    def imagine(self, number: int, standing: Mapping[str, Standing]) -> ImaginedBattle:
        """Return a battle without a log that goes on from here as this fighter sees it; what is hidden is drawn.

        The fighter is asked again, in the first pass, for the same reasons and with the same legal options; whoever
        else is free is asked, too. The same request and number give the same battle (`engine.imagine`).

        Args:
            number: which of its imagined futures, from 0.
            standing: what the agents that play it want to be asked for, by combatant.

        Raises:
            UsageError: this request was answered already.
            InputError: the number is no whole number from 0.
        """
        from engine.imagine import battle

        return battle(self, number, standing)


class Fight(Protocol):
    """The state of one battle under one rule system, and the handlers of the rungs (CLK-2)."""

    handlers: Sequence[Callable[[list[Any]], None] | None]

    def open_requests(self) -> list[Request]:
        """Return the requests of this pass of DECIDE."""

    def refusal(self, request: Request, option: Option) -> tuple[str, str] | None:
        """Return the rule that forbids an option and why, or None."""

    def take_up(self, answers: Sequence[tuple[Request, Option, str | None]]) -> None:
        """Take up all answers of this pass together."""

    def imagine(
        self, combatant: str, scenario: Scenario, clock: Clock, dice: Dice, standing: Mapping[str, Standing]
    ) -> Fight:
        """Return a fight that goes on from now as a combatant sees it; what is hidden from it is drawn (CLK-7).

        Args:
            combatant: who imagines; it has a request open.
            scenario: the fight, public knowledge.
            clock: a new clock that stands at this tick.
            dice: the imagined battle's dice; what is hidden is drawn from streams of these.
            standing: what the agents that play it want to be asked for.
        """

    def summary(self) -> dict[str, dict[str, Any]]:
        """Return every combatant's final state and totals, by name."""


class System(Protocol):
    """A rule system: its name, the reasons its requests may carry, and how a fight under it is set up."""

    name: str
    reasons: frozenset[str]

    def open(
        self, scenario: Scenario, clock: Clock, dice: Dice, log: Log | None, standing: Mapping[str, Standing]
    ) -> Fight:
        """Set up the fight and enlist what happens at tick 0."""
