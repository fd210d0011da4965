"""What a view remembers while its request is open is never out of date: whatever happens meanwhile shows at once (CLK-5, P-LOS-2)."""

from __future__ import annotations

from itertools import product
from typing import Any

from hypothesis import given, settings
from skirmish import Skirmish, one, thing, wall

from engine.steps import apply, attack, lookup, movement, reckon
from engine.steps.actions import Face, Fire
from engine.steps.view import View
from tests.engine.steps.strategies import chaotic, documents
from tests.engine.strategies import Document, begin, scenario, seeds


def names(people: Any) -> list[str]:
    return [one.name for one in people]


def stage() -> Skirmish:
    """Ana before Bo and Cy, her friend Art beside her; a wall south of Bo; everybody has been looked at."""
    made = Skirmish(
        one("Ana", "red", (2, 7), facing="e"), one("Art", "red", (2, 5)), one("Bo", "blue", (9, 7)), one("Cy", "blue", (12, 7)),
        objects=wall((6, 9), (6, 10), (6, 11)),
    )  # fmt: skip
    made.until("Ana")
    assert names(made.view.foes) == ["Bo", "Cy"]
    assert names(made.view.friends) == ["Art"]
    assert names(made.view.unseen) == []
    assert made.view.line("Cy").cover == 50
    return made


def test_who_walks_out_of_sight_or_nearer_shows_at_once() -> None:
    """P-LOS-5."""
    made = stage()
    movement.place(made.fight, made.fighter("Bo"), (10, 12))
    assert names(made.view.foes) == ["Cy"]
    assert names(made.view.unseen) == ["Bo"]
    assert made.view.line("Cy").cover == 0
    movement.place(made.fight, made.fighter("Cy"), (3, 7))
    movement.place(made.fight, made.fighter("Bo"), (9, 7))
    assert names(made.view.foes) == ["Cy", "Bo"]


def test_who_turns_sees_others_at_once() -> None:
    """P-LOS-2: Ana turns west."""
    made = stage()
    movement.turn(made.fight, made.fighter("Ana"), 6, "turned", None)
    assert names(made.view.foes) == []
    assert names(made.view.unseen) == ["Bo", "Cy"]


def test_who_goes_out_of_the_fight_while_others_are_asked_is_gone_at_once() -> None:
    """CLK-4: Bo forfeits before Ana has answered; it covers Cy no longer."""
    made = stage()
    made.battle.forfeit("Bo", "it went home")
    assert names(made.view.foes) == ["Cy"]
    assert made.view.line("Cy").cover == 0
    apply.put_out(made.fight, made.fighter("Art"), "down", "by a test", None)
    assert names(made.view.friends) == []


def test_what_breaks_shows_at_once() -> None:
    """P-DMG-1, P-LOS-5: sights through a door, from the view, from a look round kept, and the chances over it."""
    made = Skirmish(
        one("Ana", "red", (2, 7), facing="e"), one("Bo", "blue", (9, 7)), objects=[thing((5, 7), name="door", cover=100, health=5)]
    )
    made.until("Ana")
    view, before = made.view, made.view.me.sight()
    bands = view.me.hand.bands
    assert (names(view.foes), before((9, 7)), view.me.looks_at((9, 7))) == ([], False, False)
    assert view.chances_at((9, 7), bands, 0, 5)((2, 7)) == 0.0
    made.fight.objects[0].destroyed = True
    lookup.forget(made.fight)
    movement.moved(made.fight, made.fighter("Bo"))
    assert (names(view.foes), view.me.looks_at((9, 7))) == (["Bo"], True)
    assert view.chances_at((9, 7), bands, 0, 5)((2, 7)) > 0.0
    assert not before((9, 7)), "it tells what was in sight then"
    assert before != view.me.sight()


def test_a_look_round_stays_as_it_was_whoever_turns() -> None:
    """P-LOS-2."""
    made = stage()
    before = made.view.me.sight()
    movement.turn(made.fight, made.fighter("Ana"), 6, "turned", None)
    assert (before((9, 7)), made.view.me.looks_at((9, 7))) == (True, False)
    assert before != made.view.me.sight()
    movement.turn(made.fight, made.fighter("Ana"), 2, "turned", None)
    assert before == made.view.me.sight()


def test_a_weapon_looked_at_twice_shows_what_is_left_in_it() -> None:
    """P-FIR-1: the window is the same, what it shows is not."""
    made = stage()
    hand = made.view.me.hand
    assert hand.loaded == 30
    made.fighter("Ana").weapons["rifle"].loaded = 3
    assert (hand.loaded, made.view.me.hand.loaded, made.view.me.weapons[0].loaded) == (3, 3, 3)


def test_after_an_answer_a_view_looks_anew() -> None:
    """CLK-5: kept beyond its time, it shows what is so now and not what was."""
    made = stage()
    old = made.view
    made.does(Face(facing="w"), "ready")
    assert names(old.foes) == names(made.view.foes) == []


@settings(max_examples=40, deadline=None)
@given(documents(most=7), seeds)
def test_what_a_view_remembers_is_what_a_new_one_finds(drawn: Document, seed: int) -> None:
    """CLK-5: in any battle, of every request of a pass, before and after others are answered or forfeit."""
    fought = scenario(drawn)
    agents: Any = chaotic(fought, seed)
    battle = begin(fought, agents, seed)
    for asked in range(120):
        request = battle.advance()
        if request is None:
            break
        state = battle._fight.state
        for waiting in battle._open:
            view, anew = waiting.view, View(state, state.by_name[waiting.combatant])
            for look in ("foes", "friends", "unseen"):
                assert names(getattr(view, look)) == names(getattr(anew, look))
            for foe in anew.foes:
                assert (view.line(foe.name).cover, view.line(foe.name).covers) == (anew.line(foe.name).cover, anew.line(foe.name).covers)
                shot = Fire(weapon="rifle", target=foe.name)
                assert (view.chance(shot), view.loss(shot)) == (anew.chance(shot), anew.loss(shot))
        if asked % 17 == 16:
            battle.forfeit(request.combatant, "as a test wants")
        else:
            battle.answer(request, agents[request.combatant].decide(request))


@settings(max_examples=40, deadline=None)
@given(documents(most=7), seeds)
def test_chains_remembered_are_those_made_anew(drawn: Document, seed: int) -> None:
    """P-CHK-2: of every mode and call at everybody in sight, in any battle, dodged or not; two battles of one map and its rules."""
    fought = scenario(drawn)
    for battle_number in (seed, seed + 1):
        agents: Any = chaotic(fought, battle_number)
        battle = begin(fought, agents, battle_number)
        for asked in range(40):
            request = battle.advance()
            if request is None:
                break
            fight = battle._fight.state
            me = fight.by_name[request.combatant]
            for foe in request.view.foes if asked % 3 == 0 else ():
                target = fight.by_name[foe.name]
                line = lookup.line(fight, me.square, target.square)
                for weapon, mode, place in product(me.weapons, ("single", "aimed", "burst", "auto"), (None, "head", "leg")):
                    action = reckon.proposed(fight, me, Fire(weapon=weapon, target=foe.name, mode=mode, location=place))
                    for dodged in (False, True):
                        expected = attack._links(fight, action, target, line, dodged)
                        assert attack.links(fight, action, target, line, dodged) == expected
                        assert attack.steps(fight, action, target, line, dodged) == sum(link.steps for link in expected)
            battle.answer(request, agents[request.combatant].decide(request))
