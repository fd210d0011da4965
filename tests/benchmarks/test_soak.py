"""The soak: how growth is told from noise, and that its battles are fought."""

from __future__ import annotations

import pytest

from benchmarks import soak
from benchmarks.__main__ import invoke
from benchmarks.soak import Crowd, Look, crowd, main, played, resident, slope
from scenarios import load


def test_the_slope_of_memory_that_grows_evenly_is_its_growth_a_battle() -> None:
    assert slope([Look(battles, 1000 + 30 * battles) for battles in (10, 20, 40, 80)]) == 30


def test_one_jump_of_the_memory_is_no_growth() -> None:
    looks = [Look(battles, 5000 if battles < 90 else 9000) for battles in range(0, 100, 10)]
    assert slope(looks) == 0


def test_without_two_looks_there_is_no_slope() -> None:
    assert slope([]) == slope([Look(1, 2)]) == 0


def test_battles_are_played_and_looked_at_to_the_last() -> None:
    looks = list(played(load("duel"), 30))
    assert [look.battles for look in looks] == [10, 20, 30]
    assert all(0 < look.resident <= 2 * resident() for look in looks)


def test_a_crowd_fights() -> None:
    fought = crowd(8, counts=30.0)
    assert fought.events > 50
    assert fought.fighters == 8


@pytest.mark.parametrize(("growth", "many", "code"), [(0, 2.0, 0), (500, 2.0, 3), (0, 100.0, 3)])
def test_growth_and_blow_up_end_with_code_3(monkeypatch: pytest.MonkeyPatch, growth: int, many: float, code: int) -> None:
    monkeypatch.setattr(soak, "played", lambda *_: [Look(battles, 10**6 + growth * battles) for battles in (10, 20, 30, 40)])
    monkeypatch.setattr(soak, "crowd", lambda number: Crowd(number, 1000, 0.5, 0.5 if number == 200 else many, 10**8))
    assert main(load("duel"), 40, None) == code


@pytest.mark.parametrize("minutes", ["-1", "0", "inf", "nan"])
def test_a_soak_of_no_or_endless_minutes_is_refused(minutes: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert invoke(["soak", "--minutes", minutes]) == 2
    assert "Invalid value for '--minutes'" in capsys.readouterr().err


def test_figures_for_a_folder_there_is_none_of_are_refused_before_anything_is_measured(capsys: pytest.CaptureFixture[str]) -> None:
    assert invoke(["speed", "--json", "none/such/figures.json"]) == 2
    assert "there is no folder 'none/such' to write it to" in capsys.readouterr().err
