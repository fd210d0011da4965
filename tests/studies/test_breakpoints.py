"""Breakpoints: where the order of blows changes, by hand and against real battles."""

from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from engine.counts.rules import CountsRules
from engine.errors import InputError
from scenarios import load
from studies import run
from studies.breakpoints import Breakpoints, Flip, breakpoints_of, flips_of
from studies.timelines import Striker, landings, mean_above
from studies.vary import parse_all

MATCH = """
schema = "couched.scenario/1"
name = "Striking match"
system = "counts"
[rules]
max_counts = 60
init_dice = 0
[[combatants]]
name = "Ana"
side = "red"
position = [0.0, 0.0]
htk = 100000
spd = 0
weapons = [{ name = "blade", wsd = 8, damage = "1", type = "ripping", length = 3 }]
mode = "locked"
agent = "hold"
[[combatants]]
name = "Bo"
side = "blue"
position = [6.0, 0.0]
htk = 100000
spd = 0
weapons = [{ name = "staff", wsd = 8, damage = "1", type = "ripping", length = 5 }]
mode = "locked"
agent = "hold"
"""
"""Ripping adds nothing to a WSD (C-DMG-2). At 6 ft the blade, best at 5, is at Retreat 1: X is W + 1; the staff, best at
7, is at Press 1: X is W - 1 = 7 (C-STG-1, C-STG-3)."""

WSD = "combatants.Ana.weapons.blade.wsd"


class Striking:
    """Strikes whenever it may."""

    def decide(self, request: Any) -> Any:
        attacks = [option for option in request.options if option.do == "attack"]
        return attacks[0] if attacks else next(option for option in request.options if option.do == "hold")


@pytest.fixture
def match(tmp_path: Path) -> str:
    path = tmp_path / "match.toml"
    path.write_text(MATCH)
    return str(path)


def landed(match: str, wsd: float) -> dict[str, list[float]]:
    """Return when the blows of a real battle came to their impact, by fighter."""
    fought = run(load(match, overrides=[f"{WSD}={wsd}"]), agents={"Ana": Striking(), "Bo": Striking()})
    found: dict[str, list[float]] = {"Ana": [], "Bo": []}
    for event in fought.events:
        if event.type == "impact":
            found[str(event.actor)].append(event.t)
    return found


def of(found: Breakpoints, n: int, m: int) -> list[Flip]:
    return [flip for flip in found.flips if (flip.n, flip.m) == (n, m)]


def test_the_order_of_blows_turns_where_the_sums_by_hand_are_equal(match: str) -> None:
    # With X = w + 1, recovering X/2 (C-TIM-4), Ana's blows land at X, 2.5 X and 4 X. Bo's: X = 7, recovery half of W = 8, so
    # 7, 18 and 29. So 1-1 turns at X = 7, 2-2 at 18/2.5 = 7.2, 3-3 at 29/4 = 7.25, 2-3 at 29/2.5 = 11.6; X = w + 1.
    found = breakpoints_of(match, parse_all([f"{WSD}=4:14:1"]))
    turned = {(flip.n, flip.m): flip.at for flip in found.flips}
    assert turned == {(1, 1): 6, (2, 2): Fraction("6.2"), (3, 3): Fraction("6.25"), (2, 3): Fraction("10.6")}
    assert all((flip.below, flip.above, flip.together) == (-1, 1, True) for flip in found.flips)
    assert of(found, 2, 2)[0].sentence == (
        "wsd 6.2: Ana's 2nd blow lands before Bo's 2nd below that, with it there, after it above"
    )


def test_real_battles_without_init_dice_turn_at_the_breakpoints(match: str) -> None:
    found = breakpoints_of(match, parse_all([f"{WSD}=4:14:1"]))
    assert found.flips
    for flip in found.flips:
        for wsd, order in ((flip.at - Fraction(1, 1000), -1), (flip.at, 0), (flip.at + Fraction(1, 1000), 1)):
            blows = landed(match, float(wsd))
            ours, theirs = blows["Ana"][flip.n - 1], blows["Bo"][flip.m - 1]
            assert (ours > theirs) - (ours < theirs) == order, (flip.sentence, float(wsd))


def test_the_grid_does_not_matter_only_its_range(match: str) -> None:
    coarse = breakpoints_of(match, parse_all([f"{WSD}=4,14"]))
    fine = breakpoints_of(match, parse_all([f"{WSD}=4:14:0.5"]))
    assert coarse.flips == fine.flips
    assert {(flip.n, flip.m) for flip in breakpoints_of(match, parse_all([f"{WSD}=6.5:10:0.5"])).flips} == set()


def test_blows_that_meet_at_an_end_of_the_range_are_told(match: str) -> None:
    (first,) = of(breakpoints_of(match, parse_all([f"{WSD}=6:8:1"])), 1, 1)
    assert (first.at, first.below, first.above, first.together) == (Fraction(6), None, 1, True)
    assert first.sentence == "wsd 6: Ana's 1st blow lands with Bo's 1st there, after it above"


def test_without_recovery_blows_come_one_after_the_other(match: str) -> None:
    # C-TIM-6: at level basic Ana's blows land at X, 2X, 3X; Bo's at 7, 14, 21: 1-2 turns at X = 14, 1-1, 2-2 and 3-3 at 7, 2-3 at 10.5.
    found = breakpoints_of(match, parse_all([f"{WSD}=4:14:1"]), ["rules.level=basic"])
    turned = {(flip.n, flip.m): flip.at for flip in found.flips}
    assert turned == {(1, 1): 6, (2, 2): 6, (3, 3): 6, (2, 3): Fraction("9.5"), (1, 2): 13}


def test_whole_numbers_turn_from_one_to_the_next(match: str) -> None:
    # 1d1 is always 1: Ana waits max(0, 1 - spd), Bo 1; Ana's X is 7.5. She lands at 8.5 with spd 0, at 7.5 from spd 1 on; Bo at 8.
    settings = ["rules.init_dice=1", "rules.init_sides=1", f"{WSD}=6.5"]
    (first,) = of(breakpoints_of(match, parse_all(["combatants.Ana.spd=0:4:1"]), settings), 1, 1)
    assert (first.at, first.together, first.below, first.above) == (Fraction(1), False, 1, -1)
    assert first.sentence == "spd 1: Ana's 1st blow lands after Bo's 1st below that, before it from there on"


def test_a_couched_weapon_strikes_first_from_its_couch(match: str) -> None:
    # C-TIM-2: released at 0, Bo's first blow takes 3/4 of 7 = 5.25; its second lands after recovery 4 and X 7: at 16.25.
    # Ana's X = w + 1 equals 5.25 at w = 4.25, 2.5 X equals 16.25 at X = 6.5.
    found = breakpoints_of(match, parse_all([f"{WSD}=4:6:1"]), couched=["Bo"])
    turned = {(flip.n, flip.m): flip.at for flip in found.flips}
    assert (turned[1, 1], turned[2, 2]) == (Fraction("4.25"), Fraction("5.5"))
    assert "Bo with staff, couched at count 0" in found.assumptions[0]


def test_a_real_release_takes_what_the_timeline_says(match: str) -> None:
    orders = (
        '{ policy = "script", orders = [{ at = 0, do = "couch", weapon = "staff" }, { at = 20, do = "release", target = "Ana" }, '
        '{ at = 29.25, do = "attack", weapon = "staff", target = "Ana" }] }'
    )
    fought = run(load(match, overrides=[f"combatants.Bo.agent={orders}"]))
    landed = [event.t for event in fought.events if event.type == "impact"]
    expected = landings(Striker("Bo", "staff", 8.0, 7.0, True), 0, CountsRules(init_dice=0), 2, dice=False)
    assert expected == [Fraction("5.25"), Fraction("16.25")]
    assert landed == [20 + 5.25, 20 + 16.25]


def test_init_is_taken_at_its_exact_mean() -> None:
    # C-INI-1, 2d6 less 3, at least 0: the mean 7 - 3 and 1/36 for the one way to roll 2. Less 12: only a 12 is left, 0.
    assert mean_above(2, 6, 3) == 4 + Fraction(1, 36)
    assert mean_above(2, 6, 11) == Fraction(1, 36)
    assert mean_above(2, 6, 12) == 0
    assert mean_above(2, 6, -1) == 8
    assert mean_above(0, 6, 3) == 0


def test_repeated_attacks_have_preset_init_and_the_first_has_not() -> None:
    # W = X = 8, spd 2: INIT 7 - 2 = 5, then half of it; blows at 5 + 8, then 4 + 2.5 + 8 later.
    found = landings(Striker("Ana", "blade", 8.0, 8.0, False), 2, CountsRules(), 2, dice=True)
    assert found == [13, Fraction("27.5")]


def test_a_stretch_of_equal_moments_has_two_ends() -> None:
    line = [(Fraction(at), Fraction(gap)) for at, gap in ((0, -2), (1, 0), (2, 0), (3, 0), (4, 5))]
    assert list(flips_of(line, Fraction(1))) == [(Fraction(1), True, -1, 0), (Fraction(3), True, 0, 1)]


def test_where_there_is_no_blow_there_is_no_turn() -> None:
    line = [(Fraction(0), Fraction(-1)), (Fraction(1), None), (Fraction(2), Fraction(1))]
    assert list(flips_of(line, Fraction(1))) == []


def test_other_systems_and_crowds_are_told_to_have_none() -> None:
    shots = breakpoints_of("shots_duel", parse_all(["rules.max_counts=100,200"]))
    assert (shots.flips, shots.notes) == ((), ("No breakpoints: they are computed for the counts system.",))
    crowd = breakpoints_of("three_on_three", parse_all(["rules.max_counts=100,200"]))
    assert "fights of two" in crowd.notes[0]


def test_what_no_blow_depends_on_has_no_breakpoints(match: str) -> None:
    found = breakpoints_of(match, parse_all(["combatants.Ana.htk=10,20"]))
    assert found.flips == ()
    assert found.notes == ("No breakpoints of htk: no order of the first 3 blows changes within its range.",)


def test_a_combatant_that_is_none_is_refused(match: str) -> None:
    with pytest.raises(InputError, match="--couched"):
        breakpoints_of(match, parse_all([f"{WSD}=4:6:1"]), couched=["Bob"])
