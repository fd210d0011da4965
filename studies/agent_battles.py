"""Single battles of a program that is drilled: every line of them is kept, and what they show is judged afterwards."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from itertools import zip_longest
from typing import TYPE_CHECKING, Any, Final

import attrs
import msgspec

from engine import Request

if TYPE_CHECKING:
    from agents.external import External
    from engine import Scenario
    from engine.options import Option

STRANGE_NAMES: Final = ('Ömer "<b>Ω</b>" \U0001f3f9', "O'Brien, the \\ 2nd = [x] \u202e\u3000")
"""Names of fighters that break what does not read JSON as JSON."""

SHOWN: Final = 400
"""Characters of a line that a problem shows."""

MOST_TOLD: Final = 800
"""Characters of a problem."""

Way = Callable[[int, Request, Any], Any]
"""How a drill changes requests: the number of the answer, the request, and what answers it."""


@attrs.define
class Line:
    """A line of a battle: to the program (``>``) or from it (``<``), and how long its answer took, seconds."""

    way: str
    text: bytes
    took: float


@attrs.define
class Battle:
    """A battle that a program played.

    Attributes:
        lines: all lines, as they went.
        fault: what the program did wrong, or None.
        leftover: what it wrote without being asked.
        exit_code: its own; None when it had to be killed.
        greeting: what it said of itself; None when it did not.
        outcome: how the battle ended.
    """

    lines: list[Line] = attrs.field(factory=list)
    fault: str | None = None
    leftover: bytes = b""
    exit_code: int | None = None
    greeting: Any = None
    outcome: str = ""

    @property
    def answers(self) -> list[Line]:
        """What it wrote when it was asked, its greeting left out."""
        return [line for line in self.lines if line.way == "<"][1:]

    @property
    def said(self) -> list[bytes]:
        """All that it wrote when it was asked."""
        return [line.text for line in self.lines if line.way == "<"]

    def last(self) -> str | None:
        """Return the last line it wrote, shortened."""
        said = self.said
        return shortened(said[-1]) if said else None

    def problems(self) -> Iterator[tuple[str, str | None]]:
        """Yield what is wrong with it, each with the line that shows it."""
        if self.fault is not None:
            yield self.fault.partition("; legal now:")[0][:MOST_TOLD], self.last()
        for kind, line in self._kinds():
            wrong = _wrong(kind, line)
            if wrong is not None and self.fault is None:
                yield f"a line does not follow the schema of {kind}: {wrong}", shortened(line)
        if self.leftover:
            yield f"it wrote {len(self.leftover)} bytes more than it was asked for", shortened(self.leftover)

    def notes(self) -> Iterator[tuple[str, str | None]]:
        """Yield what is not wrong and hardly meant: keys that nobody reads."""
        from agents.external_answers import ANSWER_KEYS, HELLO_KEYS

        seen: set[str] = set()
        for kind, line in self._kinds():
            known = HELLO_KEYS if kind == "Greeting" else ANSWER_KEYS
            for key in _keys(line):
                if key not in known and key not in seen:
                    seen.add(key)
                    yield f"nobody reads {key!r}; known: {', '.join(known)}", shortened(line)

    def _kinds(self) -> Iterator[tuple[str, bytes]]:
        return zip_longest(["Greeting"], self.said, fillvalue="Reply") if self.said else iter(())  # type: ignore[arg-type]


def shortened(line: bytes, most: int = SHOWN) -> str:
    """Return a line as a report shows it."""
    from agents.external_process import ascii_safe

    text = ascii_safe(line.decode("utf-8", "backslashreplace"))
    return text if len(text) <= most else f"{text[:most]}... ({len(line)} bytes)"


def _keys(line: bytes) -> list[str]:
    try:
        data = msgspec.json.decode(line)
    except (msgspec.DecodeError, RecursionError):
        return []
    return list(data) if isinstance(data, dict) else []


@cache
def _validator(kind: str) -> Any:
    from studies.listing_schemas_agent import part

    if find_spec("jsonschema") is None:
        return None
    jsonschema: Any = import_module("jsonschema")
    return jsonschema.Draft202012Validator(part(kind))


def _wrong(kind: str, line: bytes) -> str | None:
    """Return where a line does not follow its schema; None too when nothing that could tell is installed."""
    check = _validator(kind)
    if check is None:
        return None
    try:
        data = msgspec.json.decode(line)
    except (msgspec.DecodeError, RecursionError) as error:
        return str(error)
    found = next(check.iter_errors(data), None)
    if found is None:
        return None
    where = "".join(f".{key}" for key in found.absolute_path)
    return f"{where.lstrip('.') or 'the line'}: {found.message[:200]}"


class Drilled:
    """The agent of a drill: asks the program, and may change what it is asked."""

    def __init__(self, agent: External, way: Way) -> None:
        self._agent, self._way, self._number = agent, way, 0

    @property
    def standing(self) -> Any:
        """What the program asks for."""
        return self._agent.standing

    @property
    def note(self) -> str | None:
        """The program's note."""
        return self._agent.note

    def decide(self, request: Request) -> Option:
        """Return the program's answer to a request that may be changed."""
        self._number += 1
        found: Option = self._way(self._number, request, self._agent)
        return found

    def battle_ended(self, result: Any) -> None:
        """Tell the program."""
        self._agent.battle_ended(result)

    def close(self) -> None:
        """End the program."""
        self._agent.close()


def as_it_is(_number: int, request: Request, agent: Any) -> Any:
    """Ask the program what the battle asks."""
    return agent.decide(request)


def one_option(_number: int, request: Request, agent: Any) -> Any:
    """Offer nothing but to hold."""
    hold = tuple([option for option in request.options if option.do == "hold"])
    narrow = Request(request.combatant, request.t, request.reasons, request.view, lambda: hold or request.options[:1])
    option = agent.decide(narrow)
    request.wake = narrow.wake
    return option


def woken(number: int, request: Request, agent: Any) -> Any:
    """Ask again half a count after each of the first answers, whatever the program does then."""
    option = agent.decide(request)
    if number <= 12:
        request.wake = request.t + 0.5
    return option


def scenario_for(name: str, overrides: Sequence[str] = (), names: Sequence[str] = ()) -> Scenario:
    """Return a shipped scenario, its first fighters renamed."""
    import agents
    from scenarios import from_document, load

    found = load(name, overrides=list(overrides), parameters=agents.parameters)
    if not names:
        return found
    document = msgspec.json.decode(msgspec.json.encode(found.document))
    for combatant, other in zip(document["combatants"], names, strict=False):
        combatant["name"] = other
        combatant.pop("stream", None)
    return from_document(document)


def fight(
    scenario: Scenario, params: Mapping[str, Any], way: Way = as_it_is, *, seed: int = 0, kept: bool = False
) -> Battle:
    """Have a program play the first fighter of a scenario, and return all there is to say of it.

    Args:
        scenario: the fight.
        params: the program's command and budget.
        way: how requests are changed.
        seed: the root seed.
        kept: take a program that waits, and let this one wait, if it says that it may.
    """
    from agents import external_pool
    from agents.base import Setup
    from agents.external import External
    from studies.run import run

    done = Battle()
    name = str(scenario.combatants[0].name)

    def tap(way: str, text: bytes, took: float) -> None:
        done.lines.append(Line(way, text, took))

    agent = External(Setup(name, scenario, params, seed), tap)
    result = run(scenario, seed, agents={name: Drilled(agent, way)}, record=False)
    if not kept:
        external_pool.end_all()
    done.outcome, done.greeting = result.outcome, agent.greeting
    done.fault = result.reason if result.outcome == "error" else None
    done.leftover, done.exit_code = agent.leftover, agent.exit_code
    return done
