"""What the conditions of one line look at: a fighter's view, the line's foe and weapon; each name is worked out when asked."""

from __future__ import annotations

import ast
import operator
from collections.abc import Callable, Iterable, Mapping
from math import copysign, inf
from typing import TYPE_CHECKING, Any

import attrs
from simpleeval import SimpleEval

if TYPE_CHECKING:
    from agents.priority_expr import Expression, Variable
    from agents.priority_kinds import Name
    from engine.options import Option
    from engine.system import Request

PEOPLE = ("nearest", "current", "hurt", "weakest", "easiest", "threat")
"""Words for a foe: ``target=weakest``."""

_MISSING = object()


@attrs.frozen
class Tongue:
    """How priority lists speak about one rule system.

    Attributes:
        names: what conditions may use.
        words: by ``option.field`` or ``field``: the words it may be.
        places: by ``option.field``: words for places, found when the line is looked at.
        needs: by option: fields it can't do without.
        hides: fields that lists can't set.
        people: fields that are people, besides ``target``.
        friends: options whose ``target`` is no foe: the words it may be.
        rank: how badly off a foe looks, the higher the worse.
        tools: the weapons a line may mean, first choice first.
        readings: the options a line can mean, first choice first.
        idle: whether a view's fighter has nothing under way.
        waits: whether it has nothing under way that ends by itself: it must look again some time.
        pause: counts after which one who holds then looks again.
        riders: options after which it looks again at once: they leave it free.
        vain: whether an option would change nothing.
        threat: who threatens the fighter most, by name.
        remember: takes in what an agent must remember of each request; None when there is nothing.
    """

    names: Mapping[str, Name]
    words: Mapping[str, tuple[str, ...]]
    places: Mapping[str, tuple[str, ...]]
    needs: Mapping[str, tuple[str, ...]]
    hides: frozenset[str]
    people: frozenset[str]
    friends: Mapping[str, tuple[str, ...]]
    rank: Callable[[Any], float]
    tools: Callable[[Scene], Iterable[Any]]
    readings: Callable[[Scene, dict[str, Any]], Iterable[Option]]
    idle: Callable[[Any], bool]
    waits: Callable[[Any], bool]
    pause: float
    riders: frozenset[str]
    vain: Callable[[Any, Option], bool]
    threat: Callable[[Any], str | None]
    remember: Callable[[Look], object] | None = None


@attrs.define(slots=True, eq=False)
class Look:
    """One look at a request: what is worked out in it is kept until the answer."""

    request: Request
    memory: Any
    tongue: Tongue
    lets: Mapping[str, Variable]
    judge: Judge
    shared: dict[str, Any] = attrs.field(factory=dict)
    foes: dict[str, Any] = attrs.field(factory=dict)
    listed: Any = None

    @property
    def nearby(self) -> Any:
        """The foes in the view, nearest first."""
        if self.listed is None:
            self.listed = self.request.view.foes
        return self.listed


class Scene:
    """The foe and the weapon of one line, and the names as they are for these.

    Attributes:
        do: the option's name.
        foe: whom the line means; None when there is none.
        weapon: the word or the name for the weapon; empty when the line is silent.
        set: what the line sets.
        patient: for an option that is for friends: the word or the name it means; empty when the line is silent.
    """

    __slots__ = ("_kept", "_option", "_tool", "do", "foe", "look", "me", "patient", "request", "set", "view", "weapon")

    def __init__(self, look: Look, do: str, target: str, is_name: bool, weapon: str, set_: Mapping[str, Any]) -> None:
        self.look, self.request = look, look.request
        self.view, self.me = look.request.view, look.request.view.me
        self.do, self.weapon, self.set = do, weapon, set_
        self._kept: dict[str, Any] = {}
        self._tool: Any = _MISSING
        self._option: Any = _MISSING
        self.patient = ""
        if do in look.tongue.friends:
            self.patient, target, is_name = target, "current", False
        self.foe = self._found(target, is_name)

    def __getitem__(self, name: str) -> Any:
        """Return what a name or a variable is here.

        Raises:
            KeyError: there is no such name.
        """
        kept = self._kept.get(name, _MISSING)
        if kept is not _MISSING:
            return kept
        look = self.look
        variable = look.lets.get(name)
        if variable is not None:
            value = self._kept[name] = look.judge.value(variable.value, self)
            return value
        entry = look.tongue.names[name]
        if not entry.shared:
            value = self._kept[name] = entry.value(self)
            return value
        if name not in look.shared:
            look.shared[name] = entry.value(self)
        return look.shared[name]

    def known(self, name: str) -> Any:
        """Return what a name was found to be here; None when nobody has asked for it."""
        return self._kept.get(name, self.look.shared.get(name))

    # whom and what with

    def _found(self, target: str, is_name: bool) -> Any:
        kept = self.look.foes
        key = f'"{target}' if is_name else target
        if key == "easiest":
            return self._easiest()
        if key not in kept:
            kept[key] = self._named(target) if is_name else _FOES[target](self.look)
        return kept[key]

    def _named(self, name: str) -> Any:
        return next((foe for foe in self.look.nearby if foe.name == name), None)

    def _easiest(self) -> Any:
        """Return the foe the line's option is likeliest to hit; the nearest of those alike."""
        best, found = -inf, None
        for foe in self.look.nearby[:_MANY]:
            self.foe, self._tool, self._option = foe, _MISSING, _MISSING
            self._kept.clear()
            chance = self["chance"]
            if chance > best:
                best, found = chance, foe
        self._tool = self._option = _MISSING
        self._kept.clear()
        return found

    @property
    def tool(self) -> Any:
        """The weapon the line means first; None when there is none."""
        if self._tool is _MISSING:
            self._tool = next(iter(self.look.tongue.tools(self)), None)
        return self._tool

    def person(self) -> str | None:
        """Return the name of the line's foe; None when there is none."""
        return None if self.foe is None else str(self.foe.name)

    @property
    def option(self) -> Any:
        """The option the line means first, whether or not it is legal; None when there is none."""
        if self._option is _MISSING:
            plain = {key: value for key, value in self.set.items() if not hasattr(value, "tree")}
            fields = self.fields(plain)
            self._option = None if fields is None else next(iter(self.look.tongue.readings(self, fields)), None)
        return self._option

    def fields(self, given: Mapping[str, Any]) -> dict[str, Any] | None:
        """Return what a line sets with its expressions worked out and its people named; None when that can't be done."""
        found: dict[str, Any] = {}
        for key, value in given.items():
            if hasattr(value, "tree"):
                value = self.look.judge.value(value, self)
                if not -_LARGE <= value <= _LARGE:
                    return None
            elif isinstance(value, tuple) and value[0] in ("word", "name"):
                person = self._found(value[1], value[0] == "name")
                if person is None:
                    return None
                value = person.name
            found[key] = value
        return found


_LARGE = 1e9
"""What a field is set to can't be more."""

_MANY = 8
"""So many of the nearest foes are weighed."""


def _current(look: Look) -> Any:
    view, name = look.request.view, look.memory.foe
    found = next((foe for foe in look.nearby if foe.name == name), None) if name else None
    if found is not None or not look.nearby:
        return found
    mine = getattr(view.me, "target", None)
    return next((foe for foe in look.nearby if foe.name == mine), look.nearby[0])


def _nearest(look: Look) -> Any:
    return look.nearby[0] if look.nearby else None


def _hurt(look: Look) -> Any:
    return next((foe for foe in look.nearby if look.tongue.rank(foe) > 0), None)


def _weakest(look: Look) -> Any:
    return max(look.nearby[:_MANY], key=look.tongue.rank, default=None)


def _threat(look: Look) -> Any:
    name = look.tongue.threat(look.request.view)
    return next((foe for foe in look.nearby if foe.name == name), None) if name else None


_FOES: Mapping[str, Callable[[Look], Any]] = {
    "nearest": _nearest, "current": _current, "hurt": _hurt, "weakest": _weakest, "threat": _threat,
}  # fmt: skip


# working expressions out


def _divided(one: float, other: float) -> float:
    """Return a quotient; what is divided by nothing is endless, and nothing by nothing is nothing."""
    if other:
        return one / other
    return copysign(inf, one) if one else 0.0


_OPERATORS: Mapping[type[ast.AST], Callable[..., Any]] = {
    ast.Add: operator.add, ast.Sub: operator.sub, ast.Mult: operator.mul, ast.Div: _divided,
    ast.USub: operator.neg, ast.UAdd: operator.pos, ast.Not: operator.not_,
    ast.Eq: operator.eq, ast.NotEq: operator.ne, ast.Lt: operator.lt, ast.LtE: operator.le,
    ast.Gt: operator.gt, ast.GtE: operator.ge,
    ast.In: lambda one, many: one in many, ast.NotIn: lambda one, many: one not in many,
}  # fmt: skip

_NODES = (ast.Constant, ast.Name, ast.BoolOp, ast.UnaryOp, ast.BinOp, ast.Compare, ast.Call)
"""What the evaluator may meet: no attributes, subscripts, lambdas or comprehensions."""


class Judge:
    """Works checked expressions out.

    Args:
        names: the names of the rule system; its functions among them.
    """

    def __init__(self, names: Mapping[str, Name]) -> None:
        self._evaluator: Any = SimpleEval(operators=dict(_OPERATORS), functions={}, names={})
        nodes = self._evaluator.nodes
        self._evaluator.nodes = {kind: nodes[kind] for kind in _NODES}
        self._evaluator.functions = {name: self._bound(entry) for name, entry in names.items() if entry.takes}

    def _bound(self, entry: Name) -> Callable[..., Any]:
        return lambda *args: entry.value(self._evaluator.names, *args)

    def value(self, expression: Expression, scene: Scene) -> Any:
        """Return what an expression is in a scene."""
        return self.part(expression.text, expression.tree, scene)

    def part(self, text: str, tree: ast.expr, scene: Scene) -> Any:
        """Return what a part of an expression is in a scene."""
        evaluator = self._evaluator
        evaluator.names = scene
        return evaluator.eval(text, tree)
