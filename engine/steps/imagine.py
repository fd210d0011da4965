"""The fight as a combatant imagines it: what its view shows is as it is, what is hidden from it is drawn (CLK-5, CLK-7).

Of others everything is read through the windows of its view, so nothing can come in that they do not show; itself it
knows whole. Objects, lines and the ground are everybody's: the imagined fight uses those of the real one until an object
is hit. Each combatant's secrets are drawn from its own stream ``imagined``. Totals, and the quiet that makes a stalemate,
are counted from now on.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from engine.clock import Clock, Rung
from engine.steps import grid, imagine_acts, imagine_self, imagine_threats, lookup, outcome, stance
from engine.steps import imagine_places as places
from engine.steps import imagine_secrets as secrets
from engine.steps.seen import Seen
from engine.steps.state import Fight, Fighter, Phase
from engine.steps.view import View


def fight(real: Fight, asker: Fighter, fighters: list[Fighter], clock: Clock) -> Fight:
    """Return the fight that a combatant imagines to be in.

    Args:
        real: the fight it is in.
        asker: the combatant.
        fighters: everybody as the scenario has them begin, by stream key; they get the state they are imagined in.
        clock: the imagined fight's; it stands at the real one's tick.
    """
    real.shared = True
    found = Fight(
        real.rules, clock, None, fighters, {one.name: one for one in fighters}, real.per_count, real.land, real.arcs,
        real.objects, things=real.things, shared=True, cap=real.cap, progress_at=clock.now,
    )  # fmt: skip
    view, me = View(real, asker), found.by_name[asker.name]
    imagine_self.take_over(found, asker, me)
    shown = _shown(view, found, me)
    unseen = _rest(view, found, me, shown)
    _stand(found, view, asker, me, shown, unseen)
    for one in found.fighters:
        if one.name in shown:
            imagine_acts.of_seen(found, me, one, shown[one.name])
        elif one is not me:
            imagine_acts.of_unseen(found, me, one)
    if me.action is not None and me.action.phase is Phase.COMMITTED:
        imagine_self.dodgers(found, me.action, me)
    _wake_up(found, asker, me)
    return found


def _stand(
    fight: Fight, view: View, asker: Fighter, me: Fighter, shown: Mapping[str, Seen], unseen: Sequence[Fighter]
) -> None:
    """Put everybody on a square: where it is seen, where it shows by its cover or its shot, else where it may be."""
    for one in fight.fighters:
        if one is me or one.name in shown:
            places.put(fight, one, one.square)
    places.bystanders(view, fight, me, shown, unseen)
    for threat in view.threats:
        imagine_threats.take_over(fight, me, asker, threat, shown, unseen)
    left = [one for one in unseen if not places.stands(fight, one)]
    hideouts = places.Places(fight, me, shown)
    for one in left:
        places.put(fight, one, hideouts.draw(one))
    for row in fight.occupants.values():
        row.sort(key=lambda one: one.rank)


def _shown(view: View, fight: Fight, me: Fighter) -> dict[str, Seen]:
    """Take over what shows of others, and draw what does not; return the windows by name, by stream key."""
    found: dict[str, Seen] = {}
    for one in fight.fighters:
        if one is me:
            continue
        try:
            window = found[one.name] = view.seen(one.name)
        except KeyError:
            continue
        one.square, one.facing = window.square, grid.FACINGS.index(window.facing)
        hand = window.weapon
        one.hand = one.weapons[hand.name] if hand is not None else None
        secrets.of_seen(fight, one, window)
    return found


def _rest(view: View, fight: Fight, me: Fighter, shown: dict[str, Seen]) -> list[Fighter]:
    """Return those of whom nothing shows but who they are, and that they are not out of the fight; the others are."""
    unseen = {one.name for one in view.unseen}
    found = [one for one in fight.fighters if one is not me and one.name not in shown]
    for one in found:
        secrets.of_unseen(fight, one, one.name in unseen)
    return found


def _wake_up(fight: Fight, asker: Fighter, me: Fighter) -> None:
    """Ask who imagines what it is asked, and everybody else who is free; note who sees whom; arm cap and guard."""
    reason = "start" if "start" in asker.reasons else "ready"
    for one in fight.fighters:
        if one.out is None and one is not me:
            one.sees = {other for other in fight.fighters if _is_seen(fight, one, other)}
            if one.action is None:
                stance.ask(fight, one, reason, None)
    me.sees = {fight.by_name[other.name] for other in asker.sees}
    if any((other in me.sees) != _is_seen(fight, me, other) for other in fight.fighters):
        fight.moved[me] = None
        fight.clock.enlist(Rung.PLAN, None)
    fight.decided = outcome.decided(fight)
    outcome.arm_stalemate(fight)
    fight.clock.at(fight.cap, Rung.END, outcome.CAP)


def _is_seen(fight: Fight, one: Fighter, other: Fighter) -> bool:
    """Return whether one has a line of sight to an opponent that can still fight."""
    return other.out is None and other.side != one.side and lookup.sees(fight, one, other)
