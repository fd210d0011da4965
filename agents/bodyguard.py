"""The agent that protects somebody: it stays near, steps between or defends it, tends the dying, and fights back."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import attrs
import msgspec

from agents.base import HOLD, Setup, noted
from agents.cinema import CAUTION, PATIENCE, POOR, Actor
from agents.cinema_aim import price
from agents.cinema_ground import gap, shooters
from agents.cinema_group import GROUP
from agents.cinema_worth import left, loss
from agents.gunman import Gunman
from agents.martial_artist import MartialArtist
from agents.parameters import Parameter
from engine.shots.actions import Bind, DefendOther, Interpose, Move, Run
from engine.shots.seen import CONDITIONS

if TYPE_CHECKING:
    from collections.abc import Sequence

    from engine.options import Option
    from engine.system import Request

PARAMETERS = (
    CAUTION,
    PATIENCE,
    POOR,
    Parameter("devotion", 2, "its ward is worth so many times itself", "times", 0, 100),
    Parameter("leash", 1, "stays within so many times its Move of its ward", "times", 0, 1000),
    Parameter("wounded", 0, "1: its ward is who fares worst, of those alike as ever; 0: wounds make none", "yes or no", 0, 1),
    *GROUP,
)

_OTHERS = {"keep": 0.0, "lie": 1e6, "crowd": 4.0, "fair": 35.0}

_ON_HAND = 1.5
"""How near it comes to whom it tends, meters."""

_NEAR = 2.0
"""A foe within so many leashes of its ward calls it back."""

ATTACKS = frozenset({"attack", "throw", "area"})

_PEACE = 5.0
"""It tends the dying while no foe is nearer than this, and no more can shoot than it has friends, meters."""


class Bodyguard(Actor):
    """Keeps one of its side alive; with nobody left to protect it fights like the others.

    Its ward is the friend that is the easiest to wound: unarmed ones before others, then by Toughness, armor and
    defense, then by stream key.

    Args:
        setup: whom it plays, in which fight, with which parameters.
    """

    def __init__(self, setup: Setup) -> None:
        super().__init__(setup)
        spec, given = setup.spec, attrs.evolve(setup, params={**_OTHERS, **setup.params})
        shooter = any(weapon.range != "melee" and not weapon.thrown for weapon in spec.weapons)
        self._fights: Gunman | MartialArtist = Gunman(given) if shooter else MartialArtist(given)
        self._fights.group = self.group
        self._wounded: float = setup.params["wounded"]
        self._devotion: float = setup.params["devotion"]
        self._leash: float = setup.params["leash"] * spec.move
        self._patience: float = setup.params["patience"]
        self._wards, self._guards = _wards(setup)
        self._busy, self._hunts = 0.0, False

    # its ward

    def _ward(self, view: Any) -> Any | None:
        """Return whom it protects now: the first of its wards that can still fight; None when nobody is left."""
        able = {friend.name: friend for friend in view.friends}
        wards = [able[name] for name in self._wards if name in able]
        if self._wounded:
            return max(wards, key=lambda ward: CONDITIONS.index(ward.condition), default=None)
        return wards[0] if wards else None

    def act(self, request: Request) -> Option:
        """Return what saves somebody, brings it back to its ward, or fights for it."""
        view = request.view
        if (care := self._tend(request)) is not None:
            return care
        ward = self._ward(view)
        self._fights.worth = self.worth
        option = self._fights.act(request)
        if ward is None:
            return option
        if option.do in ATTACKS and not self._hunts:
            self._busy = request.t
        if self._is_hunting(request, ward):
            return option
        return self._near(request, ward, option)

    def _is_hunting(self, request: Request, ward: Any) -> bool:
        """Return whether it leaves its ward: nothing came for so long, until somebody comes near it."""
        near = any(gap(foe.position, ward.position) <= _NEAR * self._leash for foe in request.view.foes)
        if self._hunts and near and ward.distance > self._leash:
            self._hunts, self._busy = False, request.t
        elif request.t - self._busy >= self._patience:
            self._hunts = True
        return self._hunts

    def idle(self, request: Request) -> Option:
        """Return what it does with nobody in sight: it stays near."""
        ward = self._ward(request.view) if request.view.me.turn else None
        return HOLD if ward is None else self._near(request, ward, HOLD)

    def _near(self, request: Request, ward: Any, option: Option) -> Option:
        """Return an option that does not lead away from its ward, or leads back to it."""
        me = request.view.me
        if ward.distance > self._leash:
            back = self._back(request, ward, option)
            return option if back is None else back
        there = _destination(request.view, option)
        if there is None or gap(there, ward.position) <= self._leash:
            return option
        if option.do in ("move", "run"):
            return noted(request, HOLD, f"stays near {ward.name}")
        if me.prone or option.do not in ATTACKS:
            return option
        staying = msgspec.structs.replace(option, to=None, toward=None, away=None, distance=0.0)
        return noted(request, staying, f"stays near {ward.name}") if request.legal(staying) is None else option

    def _back(self, request: Request, ward: Any, option: Option) -> Option | None:
        """Return what leads back to its ward, with an attack where there is one."""
        if option.do in ATTACKS:
            fields = {"to": None, "toward": ward.name, "away": None, "distance": _ON_HAND}
            moved = msgspec.structs.replace(option, shots=3, **fields)
            if request.legal(moved) is None:
                return noted(request, moved, f"back to {ward.name}")
        kind = Run if ward.distance > request.view.me.move else Move
        back = kind(toward=ward.name, distance=_ON_HAND)
        return noted(request, back, f"back to {ward.name}") if request.legal(back) is None else None

    # responses

    def respond(self, request: Request) -> Option | None:
        """Return what saves the most for its shots: stepping between, defending its ward, or itself (S-DEF-4)."""
        view = request.view
        own = super().respond(request)
        note, request.note = request.note, None
        ward = self._ward(view)
        if ward is None:
            request.note = note
            return own
        heard = [attack for attack in view.announced if attack.answerable]
        attacks = self._mine(view, ward, [attack for attack in heard if ward.name in attack.targets])
        best, found = self._for_ward(view, ward, attacks)
        cost = price(self.plan(request), view.me.shot, self.rules.defend_other_shots)
        if found is None or best <= cost or request.legal(found) is not None:
            request.note = note
            return own
        mine = [attack for attack in heard if attack.at_me]
        if own is not None and self.caution * self.best_defense(view.me, mine)[0] > best:
            request.note = note
            return own
        return noted(request, found, f"for {ward.name}: saves {best:.2f}, costs {cost:.2f}")

    def _mine(self, view: Any, ward: Any, attacks: Sequence[Any]) -> list[Any]:
        """Return the attacks on its ward that it answers: guards who can share them out, the nearest first."""
        guards = [one for one in (view.me, *view.friends) if one.name in self._guards and one.shot > 0]
        ready = [one for one in guards if one is view.me or gap(one.position, ward.position) <= one.move]
        ready.sort(key=lambda one: (gap(one.position, ward.position), self._guards[one.name]))
        place = [one.name for one in ready].index(view.me.name) if view.me.shot > 0 else 0
        return [attack for number, attack in enumerate(attacks) if number % len(ready) == place] if ready else []

    def _for_ward(self, view: Any, ward: Any, attacks: Sequence[Any]) -> tuple[float, Option | None]:
        """Return the best response for its ward, and what it saves, its own wounds counted."""
        if not attacks or view.me.surprised or not view.me.shot:
            return 0.0, None
        best = 0.0
        found: Option | None = None
        before = [loss(ward, attack.on(ward.name)) for attack in attacks]
        kinds = [kind for kind in view.me.defenses if kind.value == "dodge" and kind.bonus > ward.guarded]
        for kind in kinds[:1]:
            more = kind.bonus - ward.guarded
            after = [loss(ward, attack.on(ward.name, more=more)) for attack in attacks]
            best, found = self._devotion * (sum(before) - sum(after)), DefendOther(target=ward.name, kind=kind.kind)
        to_go = left(view.me, self.rules.death_from)
        for attack, lost in zip(attacks, before, strict=True):
            if not attack.redirectable:
                continue
            saved = self._devotion * lost - loss(view.me, attack.on(between=True), to_go)
            if saved > best:
                best, found = saved, Interpose(target=ward.name, against=attack.id)
        return best, found

    # the dying

    def _tend(self, request: Request) -> Option | None:
        """Return the tending of a friend who is dying, or the way to it, while others keep the foes busy (S-CHR-1)."""
        view = request.view
        me = view.me
        dying = [one for one in view.fallen if one.dying and one.side == me.side]
        if not dying or (view.foes and view.foes[0].distance < _PEACE) or len(shooters(view)) > len(view.friends):
            return None
        patient = next((one for one in dying if self._is_nearest(view, one)), None)
        if patient is None:
            return None
        bind = Bind(target=patient.name)
        if request.legal(bind) is None:
            return noted(request, bind, f"{patient.name} is dying")
        if patient.distance > max(self._leash, 2.0 * me.move):
            return None
        go = (Run if patient.distance > me.move else Move)(toward=patient.name, distance=_ON_HAND)
        return noted(request, go, f"{patient.name} is dying") if request.legal(go) is None else None

    def _is_nearest(self, view: Any, patient: Any) -> bool:
        """Return whether no friend who can still fight is nearer to somebody."""
        return all(gap(friend.position, patient.position) >= patient.distance for friend in view.friends)


def _wards(setup: Setup) -> tuple[list[str], dict[str, str]]:
    """Return whom it may protect, the easiest to wound first, and the guards of its side with their stream keys."""
    side, agents = setup.spec.side, setup.scenario.agents
    own = [one for one in setup.scenario.combatants if one.side == side]
    guards = {
        one.name: one.stream or one.name
        for one in own
        if one.name == setup.combatant or (one.name in agents and agents[one.name].policy == "bodyguard")
    }
    others = [one for one in own if one.name not in guards]

    def ease(spec: Any) -> tuple[bool, bool, int, str]:
        hard = spec.toughness + sum(piece.armor for piece in spec.armor) + spec.skills.get(spec.defense, spec.agility)
        return spec.unnamed, any(weapon.hands for weapon in spec.weapons), hard, spec.stream or spec.name

    return [spec.name for spec in sorted(others, key=ease)], guards


def _destination(view: Any, option: Option) -> tuple[float, float] | None:
    """Return where the movement of an option would end, about; None when it has none."""
    me, far = view.me, view.me.move * (view.rules.run_factor if option.do == "run" else 1.0)
    to, toward, away = (getattr(option, name, None) for name in ("to", "toward", "away"))
    if to is None and toward is None and away is None:
        return None
    x, y = me.position
    there = to if to is not None else view.seen(toward or away).position
    size = gap(me.position, there)
    if size == 0.0:
        return None
    way = min(far, size - getattr(option, "distance", 0.0)) if away is None else -far
    return x + (there[0] - x) * way / size, y + (there[1] - y) * way / size


def build(setup: Setup) -> Bodyguard:
    """Return a bodyguard."""
    return Bodyguard(setup)
