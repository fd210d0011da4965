"""Fire modes: aim, bursts, full auto, ammunition (P-FIR-1)."""

from __future__ import annotations

from typing import Any

import pytest
from firefights import DODGE, FIRE, Fought, Player, fight, one, rifle, totals

from engine.steps.actions import Aim, Fire

ROW = ["A....B"]
AIM = {"do": "aim", "target": "Bo"}
AIMED = FIRE | {"target": "Bo", "mode": "aimed"}
AUTO = FIRE | {"target": "Bo", "mode": "auto"}


def shot(*orders: dict[str, Any], checks: int = 1, **more: Any) -> Fought:
    """Ana carries out orders, Bo those given; each check of hers comes to 9."""
    ana = one("Ana", "red", list(orders), **more.pop("ana", {}))
    rolls = {"Ana/check": totals(*[9] * checks)} | more.pop("rolls", {})
    return fight(more.pop("rows", ROW), ana, one("Bo", "blue", more.pop("bo", [])), rolls=rolls, **more)


# aim


@pytest.mark.parametrize("spells", [1, 2])
def test_each_spell_of_aim_makes_an_aimed_shot_a_step_easier(spells: int) -> None:
    """P-FIR-1: 4 counts each; short range is 11."""
    fought = shot(*[AIM] * spells, AIMED)
    assert [(event.t, event.spells) for event in fought.of("aim", "Ana")][:spells] == [(4, 1), (8, 2)][:spells]
    assert fought.steps("P-FIR-1") == [-spells]
    assert fought.times("fired") == [4 * spells + 4]


def _aims(request: Any, refused: list[str | None]) -> Any:
    if request.view.me.action is not None:
        return None
    why = request.legal(Aim(target="Bo", weapon="rifle"))
    refused.append(why if why is None else why.split(":")[0])
    return Aim(target="Bo", weapon="rifle") if why is None else None


def test_two_spells_are_the_most() -> None:
    """P-FIR-1."""
    refused: list[str | None] = []
    player = Player(lambda request: _aims(request, refused))
    shot(players={"Ana": player}, checks=0)
    assert refused[:3] == [None, None, "P-FIR-1"]


def test_other_fire_takes_no_account_of_aim() -> None:
    """P-FIR-1: a single shot after two spells is 0, a burst 1."""
    assert shot(AIM, AIM, FIRE).steps("P-FIR-1") == [0]
    assert shot(AIM, AIM, FIRE | {"mode": "burst"}).steps("P-FIR-1") == [1]


def aim_after(between: list[dict[str, Any]], **more: Any) -> list[tuple[float, int, str]]:
    """Return what became of Ana's aim when she does something after one spell."""
    fought = shot(AIM, *between, **more)
    return [(event.t, event.spells, event.why) for event in fought.of("aim", "Ana")]


def test_the_aim_is_lost_by_moving() -> None:
    """P-FIR-1: at once, not with the first square."""
    assert aim_after([{"do": "move", "pace": "walking", "to": [3, 0]}], checks=0) == [(4, 1, "aims"), (4, 0, "on the move")]


def test_the_aim_is_lost_by_shooting() -> None:
    """P-FIR-1: by the aimed shot itself, too: after it, it must aim anew."""
    assert aim_after([AIMED, AIM, AIMED], checks=2) == [(4, 1, "aims"), (8, 0, "shot"), (12, 1, "aims"), (16, 0, "shot")]


def test_the_aim_is_lost_by_dodging() -> None:
    """P-FIR-1: at the impact, whether or not the dodge is made; not by declaring it."""
    bo = [FIRE | {"at": 2}]
    rolls = {"Bo/check": totals(9), "Ana/dodge": [1]}
    assert aim_after([DODGE], bo=bo, rolls=rolls, checks=0) == [(4, 1, "aims"), (6, 0, "dodged")]


def test_the_aim_is_lost_by_taking_another_weapon() -> None:
    """P-FIR-1."""
    ana = {"weapons": [rifle(), rifle(name="pistol")]}
    assert aim_after([{"do": "bring", "weapon": "pistol"}], ana=ana, checks=0) == [(4, 1, "aims"), (5, 0, "another weapon")]


def test_the_aim_is_lost_when_the_target_goes_out_of_sight_and_comes_back() -> None:
    """P-FIR-1 [R]: Bo runs behind a wall and out again: a square down, the line drops to row 1 in the column of the wall."""
    rows = ["A....B", "...#..", "......"]
    bo = [{"do": "move", "pace": "running", "path": [[5, 1], [5, 2], [5, 1], [5, 0]], "at": 4}]
    assert aim_after([], rows=rows, bo=bo, checks=0) == [(4, 1, "aims"), (5, 0, "out of sight")]


def test_aim_at_another_target_begins_anew() -> None:
    """P-FIR-1: a spell at Bo is worth nothing at Cid."""
    orders = [AIM, AIM | {"target": "Cid"}, AIMED | {"target": "Cid"}]
    cid = one("Cid", "blue")
    fought = fight(["A....B", ".....C"], one("Ana", "red", orders), one("Bo", "blue"), cid, rolls={"Ana/check": totals(9)})
    assert [(event.target, event.spells) for event in fought.of("aim", "Ana")][:2] == [("Bo", 1), ("Cid", 1)]
    assert fought.steps("P-FIR-1") == [-1]


def test_an_aim_that_is_lost_while_the_shot_is_under_way_does_not_count() -> None:
    """P-FIR-1: two spells; Ana levels from 8, and jogs from 9: 0 for the aim, 1 for jogging."""
    fought = shot(AIM, AIM, AIMED, {"do": "move", "pace": "jogging", "to": [3, 0], "at": 9})
    assert fought.steps("P-FIR-1") == [0]
    assert fought.steps("P-MOV-1") == [1]


# bursts


def test_a_burst_is_a_step_harder_fires_3_rounds_and_does_a_die_more() -> None:
    """P-FIR-1, P-FIR-2: short 11 + 4; 2d6 becomes 3d6; at 4."""
    fought = shot(FIRE | {"mode": "burst"}, rolls={"Ana/check": totals(15), "Ana/damage": [[1, 2, 3]], "Ana/location": [20]})
    assert fought.difficulties() == [15]
    (fired,) = fought.of("fired")
    assert (fired.t, fired.mode, fired.rounds, fired.left) == (4, "burst", 3, 27)
    assert fought.wounds() == [(4, "Bo", "right chest", 6)]


# full auto


def sweep(rows: list[str], *others: Any, checks: tuple[int, ...], along: str | None = "n", **more: Any) -> Fought:
    """Ana sweeps full auto from Bo's square on."""
    order = AUTO | ({"sweep": along} if along else {})
    return fight(rows, one("Ana", "red", [order]), one("Bo", "blue"), *others, rolls={"Ana/check": totals(*checks)}, **more)


def test_full_auto_is_two_steps_harder_takes_8_counts_and_10_rounds() -> None:
    """P-FIR-1, P-FIR-2: short 11 + 8 = 19; no further die."""
    fought = shot(AUTO, rolls={"Ana/check": totals(19), "Ana/damage": [[1, 2]], "Ana/location": [20]})
    assert fought.difficulties() == [19]
    assert fought.declared("Ana") == [("fire", 0, 2, 8, 8)]
    (fired,) = fought.of("fired")
    assert (fired.t, fired.rounds, fired.left) == (8, 10, 20)
    assert fought.wounds() == [(8, "Bo", "right chest", 3)]


COLUMN = ["......E", "......D", "......C", "A.....B", "......F"]


def test_full_auto_makes_a_check_for_each_on_three_neighbouring_squares_friends_too() -> None:
    """P-FIR-1: Bo, Cid, and Di, a friend, northward; Ed is the fourth, Fay on the other side. 10 rounds in all."""
    others = one("Cid", "blue"), one("Di", "red"), one("Ed", "blue"), one("Fay", "blue")
    fought = sweep(COLUMN, *others, checks=(19, 9, 23))
    assert fought.impacts() == [(8, "Ana", "Bo", "hit"), (8, "Ana", "Cid", "miss"), (8, "Ana", "Di", "hit")]
    assert fought.difficulties() == [19, 23, 23]
    assert [event.rounds for event in fought.of("fired")] == [10]


def test_without_a_sweep_full_auto_goes_at_whoever_is_on_the_targets_square() -> None:
    """P-FIR-1 [R]: Cid shares Bo's square, Di is beside it."""
    cid = one("Cid", "red", position=[6, 3])
    del cid["mark"]
    fought = sweep(["......."] * 2 + ["......D", "A.....B"], cid, one("Di", "blue"), checks=(9, 9), along=None)
    assert [target for _, _, target, _ in fought.impacts()] == ["Bo", "Cid"]


def test_who_is_swept_behind_another_is_covered_by_it_and_behind_two_not_reached() -> None:
    """P-FIR-1, P-LOS-4: along the line of fire: Bo in the open, Cid behind Bo, Di behind both."""
    fought = sweep(["A..BCD"], one("Cid", "blue"), one("Di", "blue"), checks=(9, 9), along="e")
    assert fought.results() == ["miss", "miss", "out_of_reach"]
    assert fought.steps("P-LOS-5") == [0, 2]


def test_the_shooter_never_sweeps_itself_nor_what_is_in_its_rear() -> None:
    """P-FIR-1, P-LOS-2: westward from Bo: Ana's own square, then Cid behind her."""
    fought = sweep(["CAB"], one("Cid", "blue"), checks=(9,), along="w")
    assert [(target, result) for _, _, target, result in fought.impacts()] == [("Bo", "miss"), ("Cid", "out_of_reach")]


def test_everybody_swept_may_dodge_friends_too_and_each_dodge_counts_for_its_own() -> None:
    """P-FIR-1, P-MOD-2: asked at the commit, at 2."""
    di = one("Di", "red", [DODGE], facing="w")
    fought = fight(
        ["......D", "A.....B"], one("Ana", "red", [AUTO | {"sweep": "n"}]), one("Bo", "blue"), di,
        rolls={"Ana/check": totals(9, 9), "Di/dodge": [6]},
    )  # fmt: skip
    assert [(event.t, event.declared) for event in fought.of("dodge", "Di")] == [(2, True), (8, False)]
    assert fought.steps("P-MOD-2") == [0, 2]


def test_who_has_left_the_swept_squares_by_the_impact_is_not_shot_at() -> None:
    """P-FIR-1: Cid jogs north from 0; at 8 he is four squares on."""
    cid = one("Cid", "blue", [{"do": "move", "pace": "jogging", "to": [6, 0]}])
    rows = [".......", ".......", ".......", ".......", "......C", "A.....B"]
    assert [target for _, _, target, _ in sweep(rows, cid, checks=(9,)).impacts()] == ["Bo"]


def test_the_sweep_goes_on_where_its_target_has_gone_down() -> None:
    """P-FIR-1, CLK-4: Bo, of health 1, is shot by Di at 4; the sweep, committed at 2, finds Cid at 8."""
    rows = ["......C", "A.....B", "D......"]
    fought = fight(
        rows, one("Ana", "red", [AUTO | {"sweep": "n"}]), one("Di", "red", [FIRE | {"target": "Bo"}]),
        one("Bo", "blue", health=1), one("Cid", "blue"),
        rolls={"Di/check": totals(20), "Di/location": [20], "Ana/check": totals(9)},
    )  # fmt: skip
    assert fought.impacts("Ana") == [(8, "Ana", "Bo", "no_target"), (8, "Ana", "Cid", "miss")]


def test_one_killed_by_the_sweep_gives_cover_still_in_that_same_sweep() -> None:
    """P-FIR-1, CLK-2: everything of an instant is rolled against the state before."""
    fought = fight(
        ["A..BC"], one("Ana", "red", [AUTO | {"sweep": "e"}]), one("Bo", "blue", health=1), one("Cid", "blue"),
        rolls={"Ana/check": totals(19, 9), "Ana/location": [20]},
    )  # fmt: skip
    assert fought.steps("P-LOS-5") == [0, 2]
    assert fought.downs() == [(8, "Bo")]


def test_a_swept_bystander_can_be_hit_by_its_own_check_and_by_a_miss_at_the_one_behind() -> None:
    """P-FIR-1, P-CVR-1: Bo at 3 squares, 19, is hit with 19; Cid behind him is 27, and a 20 hits Bo again: both count."""
    fought = fight(
        ["A..BC"], one("Ana", "red", [AUTO | {"sweep": "e"}]), one("Bo", "blue"), one("Cid", "blue"),
        rolls={"Ana/check": totals(19, 20), "Ana/location": [20, 20], "Ana/damage": [[1, 2], [3, 4]]},
    )  # fmt: skip
    assert fought.results() == ["hit", "miss: Bo"]
    assert fought.state("Bo")["health"] == 500 - 3 - 7


# ammunition


def test_rounds_are_counted_down_and_a_mode_that_takes_more_than_are_left_is_refused() -> None:
    """P-FIR-1: 12 loaded; full auto leaves 2: single fire goes, a burst does not."""
    refused: dict[str, str | None] = {}

    def answer(request: Any) -> Any:
        if request.t == 8:
            refused.update({mode: request.legal(Fire(weapon="rifle", target="Bo", mode=mode)) for mode in ("single", "burst", "auto")})
        return Fire(weapon="rifle", target="Bo", mode="auto") if request.t == 0 else None

    shot(ana={"weapons": [rifle(magazine=12)]}, players={"Ana": Player(answer)})
    assert refused["single"] is None
    assert (refused["burst"] or "").startswith("P-FIR-1")
    assert (refused["auto"] or "").startswith("P-FIR-1")


def test_a_reload_fills_the_magazine_from_what_is_carried() -> None:
    """P-FIR-1, P-FIR-2: 12 less 10 leaves 2; 10 of 15 go in, 5 are left; after the next ten, 5 go in."""
    reload = {"do": "reload"}
    ana = {"weapons": [rifle(magazine=12, ammunition=15)]}
    fought = shot(AUTO, reload, AUTO, reload, ana=ana, checks=2, rules={"max_counts": 50})
    assert [(event.t, event.loaded, event.left) for event in fought.of("reload")] == [(20, 12, 5), (40, 7, 0)]
    assert fought.state("Ana")["totals"]["rounds"] == 20
    assert fought.state("Ana")["loaded"] == {"rifle": 7}


def test_what_needs_no_rounds_never_runs_out() -> None:
    """P-FIR-1: a magazine of 0."""
    ana = {"weapons": [rifle(name="bow", modes=["single"], magazine=0, ammunition=0)]}
    fought = shot(*[FIRE] * 5, ana=ana, checks=5)
    assert fought.times("fired") == [4, 8, 12, 16, 20]
