"""Each stronger agent beats the weaker one with significance, in each rule system: the steps of `benchmarks/ladder.toml`."""

from __future__ import annotations

from math import comb

import pytest

from benchmarks import ladder
from benchmarks.__main__ import main

SMALL = [step for step in ladder.steps() if step.seeds <= 100]
"""Steps whose gap is wide enough for a quick test; the command climbs all of them."""


@pytest.mark.parametrize("step", SMALL, ids=lambda step: f"{step.system}: {step.stronger} over {step.weaker}")
def test_the_stronger_agent_beats_the_weaker_one_with_significance(step: ladder.Step) -> None:
    found = ladder.climb(step, step.smoke)
    assert found.climbed, found.cells()


@pytest.mark.parametrize("step", SMALL[:1])
def test_a_step_taken_the_wrong_way_is_not_climbed(step: ladder.Step) -> None:
    """The test can fail: nobody who holds beats anybody."""
    assert not ladder.climb(step._replace(weaker=step.stronger, stronger=step.weaker), 8).climbed


def test_an_agent_is_not_stronger_than_itself() -> None:
    """Both battles of a seed are the same battle: every pair comes to one half, and nothing is told."""
    found = ladder.climb(ladder.Step("counts", "brawler", "brawler", ("mirror",), 4, 4), 4)
    assert (found.won, found.lost, found.score, found.p) == (0, 0, 0.5, 1.0)


@pytest.mark.parametrize(("won", "lost"), [(7, 0), (12, 2), (3, 3), (0, 5)])
def test_p_is_the_exact_sign_test(won: int, lost: int) -> None:
    """The chance of so many heads or more."""
    found = ladder.Climb(SMALL[0], won, lost, won + lost + 4, 0.5)
    tosses = won + lost
    assert found.p == pytest.approx(sum(comb(tosses, heads) for heads in range(won, tosses + 1)) / 2**tosses)


def test_each_system_has_a_ladder_whose_steps_stand_on_earlier_ones() -> None:
    """From holding up; two may stand on the same one where neither is shown to beat the other."""
    for system in ("counts", "shots", "steps"):
        rungs = ladder.steps(system)
        assert len(rungs) >= 2
        reached = ["hold"]
        for rung in rungs:
            assert rung.weaker in reached
            assert rung.stronger not in reached
            reached.append(rung.stronger)


def test_fresh_seeds_are_other_battles_and_those_that_follow_the_first() -> None:
    """Six seeds from 3 on are the last three of 0 .. 5 and three more."""
    step = ladder.Step("counts", "random", "brawler", ("counts:rapiers",), 6, 6)
    scored, later = list(ladder.pairs(step, 6)), list(ladder.pairs(step, 6, 3))
    assert later[:3] == scored[3:]
    assert ladder.climb(step, 6, 3).score == pytest.approx(sum(later) / 6)


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["stalls", "--first-seed", "5"], "No such option '--first-seed'"),
        (["ladder", "--first-seed", "-1"], "Invalid value for '--first-seed': -1 is not in the range x>=0"),
    ],
)
def test_a_first_seed_is_for_the_ladder_and_is_no_less_than_0(
    words: list[str], told: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("sys.argv", ["benchmarks", *words])
    with pytest.raises(SystemExit) as stopped:
        main()
    assert stopped.value.code == 2
    assert told in capsys.readouterr().err
