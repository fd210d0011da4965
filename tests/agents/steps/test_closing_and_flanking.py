"""The decisions of who closes, who goes round, and who keeps others busy."""

from __future__ import annotations

from typing import Any

import attrs
from patrol import agent, ana, answer, battle, first, foe, played
from skirmish import GRENADE, RIFLE, Skirmish, one, thing, wall

from agents.squares_ground import Known
from engine.options import Hold
from engine.scenario import AgentSpec
from engine.steps import movement
from engine.steps.actions import Fire, Move
from engine.steps.grid import FACINGS, gap2

# the rusher


def test_a_rusher_runs_at_whom_it_sees() -> None:
    option = first("rusher", ana(), foe("Bo", (16, 7)))
    assert (option.do, option.pace) == ("move", "running")
    assert gap2(option.to, (16, 7)) < gap2((3, 7), (16, 7))


def test_a_rusher_shoots_as_it_runs() -> None:
    """P-MOV-1: at short range, running: step 4, 19 - 5 = 14, 35%."""
    stage = Skirmish(ana(), foe("Bo", (9, 7)))
    stage.until("Ana", "start")
    stage.does(Move(pace="running", to=(8, 7)))
    option = answer(stage, "rusher")
    assert (option.do, option.target) == ("fire", "Bo")


def test_a_rusher_stops_when_it_is_near_and_shoots_a_burst() -> None:
    """P-FIR-1: at point blank a burst hits with 70% of 3 dice, a single shot with 90% of 2: 7.4 against 6.3 points."""
    stage = Skirmish(ana((7, 7)), foe("Bo", (9, 7), mode="none"))
    stage.until("Ana", "start")
    assert answer(stage, "rusher").mode == "burst"
    stage.does(Move(pace="running", to=(8, 8)))
    assert answer(stage, "rusher", near=0).do == "fire"
    stage = Skirmish(ana((4, 7)), foe("Bo", (9, 7)))
    stage.until("Ana", "start")
    stage.does(Move(pace="running", to=(8, 7)), "ready")
    stage.until("Ana", "arrived")
    assert answer(stage, "rusher").do == "fire"


def test_a_rusher_goes_from_cover_to_cover() -> None:
    """P-LOS-4: a car stands on the way, five squares on."""
    stage = Skirmish(ana((1, 7)), foe("Bo", (18, 7)), objects=[thing((6, 7), cover=75)])
    stage.until("Ana", "start")
    option = answer(stage, "rusher")
    assert stage.view.between((18, 7), option.to).cover >= 25


def test_a_rusher_does_not_wait_for_who_is_out_of_sight() -> None:
    rooms = wall(*((10, row) for row in range(15) if row != 14))
    fight = battle({"Ana": "rusher", "Bo": "hold"}, ana(), foe("Bo", (16, 3)), objects=rooms)
    first_move = next(line for line in played(fight).log() if line["type"] == "walk" and line["actor"] == "Ana")
    assert first_move["t"] <= 2


# the flanker


def flanked(**has: Any) -> Skirmish:
    """Bo looks west; a wood covers the way round its northern side."""
    wood = wall(*((column, 4) for column in range(5, 16)))
    stage = Skirmish(ana((3, 5), shooting=2), foe("Bo", (12, 7), mode="guarded", **has), objects=wood, size=(24, 15))
    stage.until("Ana", "start")
    return stage


def test_a_flanker_goes_round_to_where_its_target_does_not_guard() -> None:
    """P-MOD-1, P-LOS-2: behind the wood nobody sees it, and the way ends outside the arcs that Bo guards."""
    stage = flanked()
    option = answer(stage, "flanker", exposed=12)
    assert (option.do, option.pace) == ("move", "running")
    bo = stage.view.seen("Bo")
    assert not bo.guards(option.path[-1])
    assert any(stage.view.between((12, 7), square).cover >= 100 for square in option.path)


def test_a_flanker_does_not_go_where_everybody_sees_it() -> None:
    option = first("flanker", ana(), foe("Bo", (12, 7)), params={"exposed": 0})
    assert option.do == "fire"


def test_a_flanker_shoots_where_its_target_does_not_guard() -> None:
    """P-MOD-1: Bo looks west and guards its front; Ana is behind it."""
    option = first("flanker", ana((16, 7), facing="w"), foe("Bo", (12, 7), facing="w"))
    assert (option.do, option.target) == ("fire", "Bo")


def test_a_flanker_has_its_shot_from_the_flank_or_the_rear() -> None:
    """P-LOS-2: its first shot comes from behind one who looks west and guards front and flanks; seeds 0-3."""
    wood = wall(*((column, 4) for column in range(5, 16)))
    fighters = (ana((3, 5), shooting=2), foe("Bo", (12, 7), mode="guarded"))
    fight = battle({"Ana": AgentSpec("flanker", {"exposed": 12}), "Bo": "hold"}, *fighters, objects=wood, size=(24, 15))
    for seed in range(4):
        log = played(fight, seed).log()
        shot = next(line for line in log if line["type"] == "fired" and line["actor"] == "Ana")
        places = [line["position"] for line in log if line["type"] == "walk" and line["actor"] == "Ana" and line["t"] <= shot["t"]]
        column, row = places[-1]
        assert column - 12 > abs(row - 7)


# the suppressor


def line_of_three() -> tuple[Any, ...]:
    return foe("Bo", (9, 6)), foe("Cy", (9, 7)), foe("Di", (9, 8))


def test_a_suppressor_sweeps_a_row_of_opponents() -> None:
    """P-FIR-1: full auto along the row is rolled against all three, who are at short range."""
    option = first("suppressor", ana((4, 7)), *line_of_three(), params={"volume": 4})
    assert (option.do, option.mode) == ("fire", "auto")
    assert option.sweep in ("n", "s")


def test_a_suppressor_sweeps_no_friend() -> None:
    """P-FIR-1."""
    stage = Skirmish(ana(), foe("Bo", (9, 6)), foe("Cy", (9, 7)), one("Art", "red", (9, 8), facing="w"))
    stage.until("Ana", "start")
    option = answer(stage, "suppressor", volume=4)
    reached = set()
    if getattr(option, "sweep", None) is not None:
        target = stage.view.seen(option.target).square
        dx, dy = ((0, -1), (1, -1), (1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1))[FACINGS.index(option.sweep)]
        reached = {(target[0] + dx * step, target[1] + dy * step) for step in range(3)}
    assert (9, 8) not in reached
    assert option.do == "fire"


def test_a_suppressor_shoots_volleys_where_a_rifleman_shoots_once() -> None:
    assert first("suppressor", ana(), foe("Bo", (9, 7))).mode in ("burst", "auto")


def test_a_suppressor_keeps_opponents_dodging_more_than_a_rifleman_hits_oftener() -> None:
    """It fires more rounds in the same time; seeds 0-7."""

    def rounds(policy: str) -> int:
        belt = (attrs.evolve(RIFLE, magazine=200),)
        fight = battle({"Ana": policy, "Bo": "hold"}, ana(weapons=belt), foe("Bo", (12, 7), health=200), max_counts=80)
        logs = [played(fight, seed).log() for seed in range(8)]
        return sum(line["rounds"] for log in logs for line in log if line["type"] == "fired")

    assert rounds("suppressor") > 2 * rounds("rifleman")


def test_a_suppressor_throws_over_a_wall_at_who_went_behind_it() -> None:
    """P-LOS-3: nobody in sight, but not long ago somebody was."""
    armed = ana(weapons=(GRENADE, RIFLE), shooting=9)
    stage = Skirmish(armed, foe("Bo", (10, 7)), objects=wall((8, 3), (8, 4), (8, 5)))
    stage.until("Ana", "start")
    player = agent(stage, "suppressor")
    player.decide(stage.request)
    bo = stage.fighter("Bo")
    movement.place(stage.fight, bo, (13, 1))
    known = player.memory.known["Bo"]
    player.memory.known["Bo"] = attrs.evolve(known, square=(10, 2))
    option = player.decide(stage.request)
    assert (option.do, option.indirect, option.at) == ("fire", True, (10, 2))


def test_a_suppressor_throws_at_nothing_when_a_friend_is_near_there() -> None:
    """P-LOS-3."""
    armed = ana(weapons=(GRENADE, RIFLE), shooting=9)
    stage = Skirmish(armed, one("Art", "red", (10, 3), facing="w"), foe("Bo", (13, 1)), objects=wall((8, 3), (8, 4), (8, 5)))
    stage.until("Ana", "start")
    player = agent(stage, "suppressor")
    player.memory.known["Bo"] = Known("Bo", (10, 2), {}, 0.0)
    assert not isinstance(player.decide(stage.request), Fire)


def test_nobody_shoots_before_it_sees() -> None:
    for policy in ("rusher", "flanker", "suppressor"):
        option = first(policy, ana(), foe("Bo", (16, 3)), objects=wall(*((10, row) for row in range(15))))
        assert option == Hold() or option.do == "move"
