"""Forfeits in the middle of an instant: what was announced, given or begun by then (CLK-5, CLK-8)."""

from __future__ import annotations

from itertools import pairwise

from shootouts import MISS, Fought, bomb, dice, fighter, gun, hurting, scenario_of

from engine import Battle
from engine.options import Hold
from engine.shots.actions import Area, Attack, Bind, Defend, DefendOther, Fortune, Interpose, Move


def ended(fought):
    return fought.result.outcome, fought.result.winner, fought.result.t


class Driven:
    """A battle driven by hand: each takes what ``choose`` says, or is made to forfeit."""

    def __init__(self, combatants, rolls, choose, rules=None):
        self.battle = Battle(scenario_of(combatants, rules), 0, rolls=rolls)
        self.asked = []
        while request := self.battle.advance():
            self.asked.append((request.t, request.combatant, request.reasons))
            assert len(self.asked) < 200
            chosen = choose(request)
            if chosen == "forfeit":
                self.battle.forfeit(request.combatant, "it does not answer")
            else:
                self.battle.answer(request, chosen or Hold())
        self.fought = Fought(self.battle)


def three(**has):
    return [
        fighter("Ana", "red", 0), fighter("Bo", "blue", 10, **({"shot": 8} | has)), fighter("Cid", "blue", 12, shot=8),
    ]  # fmt: skip


def shoot(target):
    return Attack(target=target, weapon="gun")


def test_one_who_forfeits_at_its_own_shot_is_out_and_the_battle_goes_on() -> None:
    """CLK-5: asked once, out; the others are called at shot 8."""
    driven = Driven(
        [*three(), fighter("Dee", "red", 0, shot=5)], {}, lambda request: "forfeit" if request.combatant == "Ana" else None
    )
    assert [entry for entry in driven.asked if entry[1] == "Ana"] == [(0, "Ana", ("start",))]
    assert [who for _, who, _ in driven.asked] == ["Ana", "Bo", "Cid", "Dee"]
    assert driven.fought.state("Ana")["state"] == "forfeit"


def test_the_last_of_a_side_that_forfeits_loses_at_once() -> None:
    """CLK-5, CLK-8."""
    driven = Driven(three(), {}, lambda request: "forfeit" if request.combatant == "Ana" else None)
    assert ended(driven.fought) == ("win", "blue", 0)


def test_the_attack_on_one_who_forfeits_instead_of_responding_finds_no_target() -> None:
    """CLK-5, CLK-4: Ana's attack is announced; Bo gives up; nothing is rolled."""
    def choose(request):
        if request.combatant == "Ana":
            return shoot("Bo") if request.t == 0 else None
        return "forfeit" if request.combatant == "Bo" else None

    driven = Driven(three(), {"Ana/attack": []}, choose)
    assert driven.fought.impacts() == [(0, "Ana", "Bo", "no_target")]
    assert driven.fought.result.outcome == "timeout"


def test_the_attack_of_one_who_forfeits_in_a_response_is_lost() -> None:
    """CLK-5, CLK-4: Ana and Bo attack at shot 10; Ana gives up when Bo's attack is announced: hers is lost, his has no target."""
    def choose(request):
        if "announced" in request.reasons:
            return "forfeit" if request.combatant == "Ana" else None
        return {"Ana": shoot("Bo"), "Bo": shoot("Ana")}.get(request.combatant) if request.t == 0 else None

    driven = Driven([*three(shot=10), fighter("Dee", "red", 0, shot=1)], {"Ana/attack": [], "Bo/attack": []}, choose)
    assert driven.fought.impacts() == [(0, "Ana", "Bo", "lost"), (0, "Bo", "Ana", "no_target")]


def test_others_answers_of_the_pass_still_count_when_one_forfeits() -> None:
    """CLK-5: Bo forfeits, Cid, asked in the same pass, defends him in vain; Ana's second target is Cid."""
    def choose(request):
        if request.combatant == "Ana":
            return {0: shoot("Bo"), 3: shoot("Cid")}.get(request.t)
        if "announced" in request.reasons:
            return "forfeit" if request.combatant == "Bo" else Defend()
        return None

    driven = Driven(three(), {"Ana/attack": [MISS]}, choose)
    assert driven.fought.impacts() == [(0, "Ana", "Bo", "no_target"), (3, "Ana", "Cid", "miss")]
    assert [difficulty for _, _, difficulty, _ in driven.fought.figures()] == [16]


def test_stepping_between_answered_before_the_target_forfeits_in_the_same_pass_does_no_harm() -> None:
    """CLK-5, S-DEF-4: Bo is answered for by Abe, who is asked first, and gives up: the attack on him finds no target."""
    fighters = [fighter("Ana", "red", 0), fighter("Bo", "blue", 10, shot=8), fighter("Abe", "blue", 11, shot=8)]

    def choose(request):
        if request.combatant == "Ana":
            return {0: shoot("Bo"), 3: shoot("Abe")}.get(request.t)
        if "announced" in request.reasons and request.t == 0:
            return "forfeit" if request.combatant == "Bo" else Interpose(target="Bo")
        return None

    driven = Driven(fighters, {"Ana/attack": [MISS]}, choose)
    first = [who for t, who, reasons in driven.asked if t == 0 and "announced" in reasons]
    assert first == ["Abe", "Bo"]
    assert driven.fought.impacts() == [(0, "Ana", "Bo", "no_target"), (3, "Ana", "Abe", "miss")]


def test_one_who_stepped_between_and_then_forfeits_is_no_longer_there() -> None:
    """CLK-5, S-DEF-4: Cid steps between against Ana's attack on Bo, then gives up at Eve's; both reach Bo."""
    count = {"Cid": 0}

    def choose(request):
        if request.combatant in ("Ana", "Eve"):
            return shoot("Bo") if request.t == 0 else None
        if request.combatant == "Cid" and "announced" in request.reasons:
            count["Cid"] += 1
            return Interpose(target="Bo", against="Ana#1") if count["Cid"] == 1 else "forfeit"
        return None

    driven = Driven([*three(), fighter("Eve", "red", 0)], {"Ana/attack": [MISS], "Eve/attack": [MISS]}, choose)
    assert driven.fought.impacts() == [(0, "Ana", "Bo", "miss"), (0, "Eve", "Bo", "miss")]


def test_a_defense_given_by_one_who_forfeits_is_gone() -> None:
    """CLK-5, S-DEF-4: Cid defends Bo, then gives up at Eve's attack on himself: Bo at 13."""
    count = {"Cid": 0}

    def choose(request):
        if request.combatant in ("Ana", "Eve"):
            return shoot({"Ana": "Bo", "Eve": "Cid"}[request.combatant]) if request.t == 0 else None
        if request.combatant == "Cid" and "announced" in request.reasons:
            count["Cid"] += 1
            return DefendOther(target="Bo") if count["Cid"] == 1 else "forfeit"
        return None

    driven = Driven([*three(), fighter("Eve", "red", 0)], {"Ana/attack": [MISS], "Eve/attack": []}, choose)
    assert driven.fought.figures() == [("Bo", 10, 13, -3)]
    assert (0, "Eve", "Cid", "no_target") in driven.fought.impacts()


def test_everybody_forfeiting_is_a_draw() -> None:
    """CLK-5, CLK-8: all stand on shot 10."""
    combatants = [fighter("Ana", "red", 0), fighter("Bo", "blue", 10)]
    driven = Driven(combatants, {}, lambda request: "forfeit")
    assert ended(driven.fought) == ("draw", None, 0)


def test_one_who_forfeits_while_walking_stops_where_it_is() -> None:
    """CLK-5, S-MOV-1: Bo, on his way at 2 m a count, gives up at Ana's attack of shot 8: 14 m."""
    def choose(request):
        if request.combatant == "Bo":
            return "forfeit" if "announced" in request.reasons else Move(to=(16.0, 0.0))
        if request.combatant == "Ana":
            if request.t == 0:
                request.wake = 2
            return shoot("Bo") if request.t == 2 else None
        return None

    driven = Driven(three(shot=10), {}, choose)
    assert driven.fought.moves("Bo") == [(0, 10, 2, "move"), (2, 14, 0, "down")]
    assert driven.fought.state("Bo")["totals"]["meters"] == 4


def test_the_log_of_a_forfeit_has_no_gaps() -> None:
    """Contract 3: seq counts up by one, and causes lie before."""
    driven = Driven(three(), {}, lambda request: "forfeit" if request.combatant == "Bo" else None)
    events = driven.fought.events
    assert all(after.seq == before.seq + 1 for before, after in pairwise(events))
    assert all(event.cause is None or event.cause < event.seq for event in events)


def test_what_is_announced_goes_on_though_a_forfeit_decides_the_battle() -> None:
    """CLK-5, CLK-8: Bo, the last of blue, gives up at Ana's attack: it finds no target, and red has won."""
    combatants = [fighter("Ana", "red", 0), fighter("Bo", "blue", 10, shot=8)]
    driven = Driven(combatants, {}, lambda request: shoot("Bo") if request.combatant == "Ana" else "forfeit")
    assert driven.fought.impacts() == [(0, "Ana", "Bo", "no_target")]
    assert ended(driven.fought) == ("win", "red", 0)


def test_a_blast_that_is_announced_can_still_turn_a_win_into_a_draw() -> None:
    """CLK-8, S-RNG-4: Bo gives up, and Ana is caught in her own blast: END comes after APPLY."""
    combatants = [fighter("Ana", "red", 0, unnamed=True, weapons=[bomb(damage=60)]), fighter("Bo", "blue", 4, shot=8)]
    driven = Driven(
        combatants, {"Ana/attack": [dice(3)]},
        lambda request: Area(weapon="bomb", at=(2.0, 0.0)) if request.combatant == "Ana" else "forfeit",
    )  # fmt: skip
    assert ended(driven.fought) == ("draw", None, 0)


def test_one_who_forfeits_tends_nobody_any_more() -> None:
    """CLK-5, S-CHR-1: Cid begins to treat Bo at shot 10 and gives up at Ana's attack of the instant: nothing is rolled."""
    def choose(request):
        if request.combatant == "Ana":
            return {0: shoot("Bo"), 3: shoot("Cid")}.get(request.t)
        if request.combatant == "Cid":
            return "forfeit" if "announced" in request.reasons and request.t == 3 else Bind(target="Bo") if request.t == 3 else None
        return None

    ana = fighter("Ana", "red", 0, weapons=[hurting(5)])
    combatants = [ana, fighter("Bo", "blue", 10, shot=2), fighter("Cid", "blue", 12, shot=7)]
    driven = Driven(combatants, {"Ana/attack": [[3, 3]], "Cid/medicine": []}, choose)
    assert driven.fought.of("bind") == []
    assert driven.fought.state("Bo")["wounds"] == 5


def test_a_lost_attack_of_one_who_forfeits_is_not_blamed_on_an_old_wound() -> None:
    """CLK-3, CLK-5: Bo, hurt at count 0, attacks at 3 and gives up at Ana's of that count: the cause is his own announcement."""
    def choose(request):
        if request.combatant == "Ana":
            return shoot("Bo") if request.t in (0, 3) and "announced" not in request.reasons else None
        if request.combatant == "Bo":
            return "forfeit" if "announced" in request.reasons and request.t == 3 else shoot("Ana") if request.t == 3 else None
        return None

    driven = Driven(three(shot=7), {"Ana/attack": [[3, 3]], "Bo/attack": []}, choose)
    (lost,) = driven.fought.of("impact", "Bo")
    (announced,) = driven.fought.of("announce", "Bo")
    assert (lost.result, lost.cause) == ("lost", announced.seq)


def test_a_round_is_not_spent_on_one_who_has_forfeited() -> None:
    """CLK-4, S-SEQ-3: no_target before anything is rolled or shot."""
    ana = fighter("Ana", "red", 0, weapons=[gun(feed="clip", magazine=3)])
    combatants = [ana, fighter("Bo", "blue", 10, shot=8), fighter("Cid", "blue", 40, shot=1)]

    def choose(request):
        if request.combatant == "Ana":
            return shoot("Bo") if request.t == 0 else None
        return "forfeit" if request.combatant == "Bo" else None

    assert Driven(combatants, {}, choose).fought.state("Ana")["totals"]["ammunition"] == 0


def test_nobody_is_asked_again_after_the_forfeit_that_decides_the_battle() -> None:
    """CLK-5, CLK-8: Ana sets Fortune aside at the start and would be asked about her turn; Bo gives up in the same pass."""
    combatants = [fighter("Ana", "red", 0, fortune=1), fighter("Bo", "blue", 10)]
    driven = Driven(combatants, {}, lambda request: Fortune(roll="attack") if request.combatant == "Ana" else "forfeit")
    assert [who for _, who, _ in driven.asked] == ["Ana", "Bo"]
    assert ended(driven.fought) == ("win", "red", 0)
