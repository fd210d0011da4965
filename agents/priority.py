"""The agent that goes by a list: the first line whose condition holds and whose option is legal is what it does."""

from __future__ import annotations

from collections.abc import Iterable
from math import inf
from typing import TYPE_CHECKING, Any

from agents.base import HOLD
from agents.priority_check import program, tongue_of
from agents.priority_file import ListName, ListText, label_of, meant, read
from agents.priority_scene import Judge, Look, Scene
from agents.priority_words import Note, Passed
from engine.system import REASONS, Standing

if TYPE_CHECKING:
    from agents.base import Setup
    from agents.priority_check import Program, Rule
    from engine.options import Option
    from engine.system import Request

PARAMETERS = (ListName(), ListText())

_MANY = 8
"""So many answers at one moment are enough: then it holds, whatever its list says."""

_SAME = {"cover": "move", "run": "move"}
"""Options that undo one another: where a line of the one has it so already, no later line of the other is looked at."""

_SOON = 0.05
"""After what leaves it free, a fighter looks again so soon, counts."""

_SOONEST = 0.001
"""A wake lies at least so far ahead, counts."""


class Memory:
    """What an agent remembers: whom it went at last, when it saw an opponent last, and how often it answered just now."""

    __slots__ = ("answers", "at", "foe", "ordered", "seen_at", "setup", "squares")

    def __init__(self, setup: Setup) -> None:
        self.setup = setup
        self.foe = ""
        self.seen_at = 0.0
        self.at, self.answers = -inf, 0
        self.squares: Any = None
        self.ordered: dict[str, tuple[Option, float]] = {}

    def look(self, look: Look) -> None:
        """Take in who is in sight, and count the answers of this moment."""
        t = look.request.t
        self.answers = self.answers + 1 if t == self.at else 1
        self.at = t
        if look.nearby:
            self.seen_at = t


class Priority:
    """Plays one list.

    Args:
        listed: the list.
        setup: whom it plays, in which fight.
    """

    def __init__(self, listed: Program, setup: Setup) -> None:
        self._list = listed
        self._tongue = tongue_of(listed.system)
        self._judge = Judge(self._tongue.names)
        self._memory = Memory(setup)
        asks = listed.asks if listed.asks is not None else frozenset(REASONS) - {"commit"}
        self.standing = Standing(asks=asks | {"hold_expired"})

    def decide(self, request: Request) -> Option:
        """Return what the first line does that holds and is legal; a hold when none is."""
        look = Look(request, self._memory, self._tongue, self._list.lets, self._judge)
        self._memory.look(look)
        passed: list[Passed] = []
        if self._tongue.remember is not None:
            self._tongue.remember(look)
        if self._memory.answers > _MANY:
            return self._hold(request, Note(None, passed, "enough for one moment"))
        closed: dict[int, bool] = {}
        settled: dict[str, int] = {}
        scenes: dict[tuple[Any, ...], Scene] = {}
        for rule in self._list.rules:
            option = self._tried(rule, look, scenes, closed, settled, passed)
            if option is not None:
                return self._fire(rule, option, look, scenes, passed)
        return self._hold(request, Note(None, passed))

    def _tried(
        self, rule: Rule, look: Look, scenes: dict[tuple[Any, ...], Scene], closed: dict[int, bool], settled: dict[str, int],
        passed: list[Passed],
    ) -> Option | None:  # fmt: skip
        """Return the option of a line if it fires; else None, and why is noted."""
        if rule.inside is not None:
            line, condition = rule.inside
            if line not in closed:
                scene = _scene(look, scenes, "hold", "current", False, "", {})
                closed[line] = not self._judge.value(condition, scene)
                if closed[line]:
                    passed.append(Passed(line, condition=condition, scene=scene))
            if closed[line]:
                return None
        scene = _scene(look, scenes, rule.do, rule.target, rule.is_name, rule.weapon, rule.set)
        if rule.condition is not None and not self._judge.value(rule.condition, scene):
            passed.append(Passed(rule.line, condition=rule.condition, scene=scene))
            return None
        kind = _SAME.get(rule.do, rule.do)
        if kind in settled:
            passed.append(Passed(rule.line, f"line {settled[kind]} has it so"))
            return None
        option = self._legal(rule, scene, passed)
        if option is not None and self._is_vain(kind, option, scene):
            settled[kind] = rule.line
            passed.append(Passed(rule.line, "changes nothing"))
            return None
        return option

    def _is_vain(self, kind: str, option: Option, scene: Scene) -> bool:
        """Return whether an option changes nothing: things are so, or are about to be, for it was ordered a moment ago."""
        before, at = self._memory.ordered.get(kind, (None, -inf))
        if option == before and scene.request.t < at + self._tongue.pause:
            return True
        return self._tongue.vain(scene.view, option)

    def _legal(self, rule: Rule, scene: Scene, passed: list[Passed]) -> Option | None:
        """Return the first option a line can mean that is legal."""
        fields, why = scene.fields(rule.set), ""
        options: Iterable[Option] = () if fields is None else self._tongue.readings(scene, fields)
        for option in options:
            refused = scene.request.legal(option)
            if refused is None or self._tongue.vain(scene.view, option):
                return option
            why = why or f"not legal: {refused}"
        passed.append(Passed(rule.line, why or "nobody or nothing it could mean"))
        return None

    def _fire(
        self, rule: Rule, option: Option, look: Look, scenes: dict[tuple[Any, ...], Scene], passed: list[Passed]
    ) -> Option:
        request = look.request
        if option.do in self._tongue.riders:
            self._memory.ordered[_SAME.get(rule.do, rule.do)] = option, request.t
        target = getattr(option, "target", None)
        if target is not None and rule.do not in self._tongue.friends:
            self._memory.foe = target
        if rule.wake is not None:
            scene = _scene(look, scenes, rule.do, rule.target, rule.is_name, rule.weapon, rule.set)
            counts = self._judge.value(rule.wake, scene)
            if counts <= _LATEST:
                request.wake = round(request.t + max(counts, _SOONEST), 3)
        elif option.do == "hold":
            self._look_again(request)
        elif option.do in self._tongue.riders:
            request.wake = round(request.t + _SOON, 3)
        request.note = Note(rule, passed)
        return option

    def _hold(self, request: Request, note: Note) -> Option:
        self._look_again(request)
        request.note = note
        return HOLD

    def _look_again(self, request: Request) -> None:
        """Ask to be asked again when nothing is under way: what it waits for may come without a reason of its own."""
        if self._tongue.waits(request.view):
            request.wake = request.t + self._tongue.pause


_LATEST = 1_000_000.0
"""A wake farther off is none."""


def _scene(
    look: Look, scenes: dict[tuple[Any, ...], Scene], do: str, target: str, is_name: bool, weapon: str, set_: Any
) -> Scene:
    """Return the scene of a line; lines that mean the same share one."""
    key = (do, target, is_name, weapon, id(set_) if set_ else 0)
    found = scenes.get(key)
    if found is None:
        found = scenes[key] = Scene(look, do, target, is_name, weapon, set_)
    return found


def build(setup: Setup) -> Priority:
    """Return an agent that plays the list its scenario holds, or a shipped one.

    Raises:
        InputError: there is no such list; a file is read only when the scenario is loaded.
        ScenarioError: the list has mistakes; all of them.
    """
    system = setup.scenario.system
    name, text = meant(setup.params["list"], system), setup.params["text"]
    return Priority(program(text or read(name, f"{setup.place}.list", None), label_of(name), system), setup)
