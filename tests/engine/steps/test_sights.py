"""Coming into sight and going out of it: who is asked when, and ambushes (P-LOS-1, P-LOS-2, CLK-5)."""

from __future__ import annotations

from firefights import FIRE, Fought, fight, one, totals


def sights(fought: Fought, actor: str) -> list[tuple[float, str, bool]]:
    """Return a combatant's changes of sight: when, of whom, whether it sees it now."""
    return [(event.t, event.target, event.seen) for event in fought.of("sight", actor)]


def test_what_comes_into_sight_asks_both_at_that_very_count() -> None:
    """P-LOS-1, CLK-2, CLK-5: Bo, a row lower behind a wall, walks onto Ana's row, there at 4; sights come last at an instant."""
    fought = fight(["A.....", "...#.B"], one("Ana", "red"), one("Bo", "blue", [{"do": "move", "pace": "walking", "to": [5, 0]}]))
    assert sights(fought, "Ana") == [(4, "Bo", True)]
    assert sights(fought, "Bo") == [(4, "Ana", True)]
    assert fought.asked("Ana") == [(0, ("start",)), (4, ("sighted",))]
    assert fought.asked("Bo")[-2:] == [(4, ("arrived",)), (4, ("sighted",))]


def test_nobody_is_asked_for_what_it_sees_from_the_start() -> None:
    """CLK-5."""
    fought = fight(["A....B"], one("Ana", "red"), one("Bo", "blue"))
    assert fought.of("sight") == []
    assert fought.asked("Ana") == [(0, ("start",))]


def test_going_out_of_sight_is_told_and_asks_nobody() -> None:
    """P-LOS-1: the other way round."""
    fought = fight(["A....B", "...#.."], one("Ana", "red"), one("Bo", "blue", [{"do": "move", "pace": "walking", "to": [5, 1]}]))
    assert sights(fought, "Ana") == [(4, "Bo", False)]
    assert sights(fought, "Bo") == [(4, "Ana", False)]
    assert fought.asked("Ana") == [(0, ("start",))]


def test_an_ambush_shoots_as_soon_as_somebody_comes_out() -> None:
    """CLK-5, P-FIR-2: Bo runs west behind the wall; on (2, 2), at 7, the diagonal to Ana is open: her shot breaks at 11.

    By then he is two squares south of her, point blank: 7.
    """
    rows = ["A.........", "..########", ".........B"]
    bo = one("Bo", "blue", [{"do": "move", "pace": "running", "to": [0, 2]}], mode="none")
    fought = fight(rows, one("Ana", "red", [FIRE | {"on": "sighted"}], facing="s"), bo, rolls={"Ana/check": totals(9)})
    assert sights(fought, "Ana") == [(7, "Bo", True)]
    assert fought.declared("Ana") == [("fire", 7, 9, 11, 11)]
    assert fought.impacts() == [(11, "Ana", "Bo", "hit")]


def test_full_concealment_and_people_hide_nobody() -> None:
    """P-LOS-4, P-LOS-7: behind smoke and two people Bo is seen, and goes on being seen as he steps aside."""
    smoke = [{"name": "smoke", "concealment": 100, "passable": True, "position": [1, 0]}]
    bo = one("Bo", "blue", [{"do": "move", "pace": "walking", "to": [5, 1]}])
    ana = one("Ana", "red", [{"do": "aim", "target": "Bo"}])
    fought = fight(["A.CD.B", "......"], ana, bo, one("Cid", "blue"), one("Di", "blue"), objects=smoke)
    assert fought.of("sight") == []
    assert [event.spells for event in fought.of("aim", "Ana")] == [1]


def test_one_sees_what_it_turns_to_and_sees_what_it_turns_from_no_more() -> None:
    """P-LOS-2: Bo is east, Cid west of Ana; she turns about, in a count."""
    ana = one("Ana", "red", [{"do": "face", "facing": "w"}], facing="e")
    fought = fight(["C...A...B"], ana, one("Bo", "blue"), one("Cid", "blue"))
    assert sorted(sights(fought, "Ana")) == [(1, "Bo", False), (1, "Cid", True)]
    assert fought.asked("Ana")[-2:] == [(1, ("ready",)), (1, ("sighted",))]


def test_who_is_passed_in_the_back_does_not_see_who_passes() -> None:
    """P-LOS-2: Bo looks east; Ana comes from the west, sees him, and shoots him in the back without being noticed."""
    bo = one("Bo", "blue", facing="e", mode="guarded")
    fought = fight(["A....B...."], one("Ana", "red", [FIRE]), bo, rolls={"Ana/check": totals(9)})
    assert fought.asked("Bo") == [(0, ("start",))]
    assert sights(fought, "Bo") == []


def test_what_is_shot_to_pieces_opens_the_view() -> None:
    """P-LOS-5, P-DMG-1: a box of 75% and a lid of 25% hide Bo; the line to Cid meets the box alone, and a miss breaks it."""
    things = [
        {"name": "box", "cover": 75, "health": 1, "position": [2, 0]}, {"name": "lid", "cover": 25, "health": 1, "position": [3, 0]},
    ]  # fmt: skip
    ana = one("Ana", "red", [FIRE | {"target": "Cid"}])
    fought = fight(
        ["A.....B", ".....C."], ana, one("Bo", "blue"), one("Cid", "blue"), objects=things, rolls={"Ana/check": totals(13)}
    )
    assert fought.results() == ["miss: box"]
    assert sights(fought, "Ana") == [(4, "Bo", True)]
    assert sights(fought, "Bo") == [(4, "Ana", True)]
    assert fought.asked("Ana")[-2:] == [(4, ("ready",)), (4, ("sighted",))]


def test_who_runs_away_does_not_see_behind_itself() -> None:
    """P-LOS-2, P-MOV-1: turning to run is at once."""
    bo = one("Bo", "blue", [{"do": "move", "pace": "running", "to": [9, 0]}])
    fought = fight(["A....B...."], one("Ana", "red"), bo)
    assert sights(fought, "Bo") == [(0, "Ana", False)]


def test_the_fallen_are_seen_no_more_and_ask_nobody() -> None:
    """CLK-4: Bo goes down at 4; nobody sees or loses sight of him."""
    cid = one("Cid", "blue", [{"do": "move", "pace": "jogging", "to": [5, 2]}])
    ana = one("Ana", "red", [FIRE | {"target": "Bo"}])
    rolls = {"Ana/check": totals(20), "Ana/location": [20]}
    fought = fight(["A....B", ".....C", "......"], ana, one("Bo", "blue", health=1), cid, rolls=rolls)
    assert fought.downs() == [(4, "Bo")]
    assert fought.of("sight") == []
