"""Where counts go: phases, waiting, break-offs and first blood, by hand and against the totals of accounts."""

import pytest

from engine.events import Wound
from engine.events_steps import StepsWound
from scenarios import load
from studies import run, sweep
from studies.account_totals import PHASES, totals_of
from studies.arms import Arm, Task, document_of, play
from studies.measures import mean_of, means_of, tables_of
from studies.meters import METERS
from studies.parts import frame


def measured(name: str, seed: int = 1, battle: int = 0, overrides: tuple[str, ...] = ()) -> dict[str, float]:
    scenario = load(name, overrides=overrides)
    meter = METERS["phases"](scenario)
    return dict(meter.measures(run(scenario, seed, battle, sink=meter).result))


def test_the_drill_spends_its_counts_as_its_file_says() -> None:
    # The file tells it: wind-ups 0-5, 15-20 (couch), 24-26.5 (release), 40-43 (broken off), 44-49, 60-65: 25.5 counts.
    # Committed 5-10, 26.5-31.5, 49-54 (broken off, runs out), 65-70: 20. Couched 20-24: 4. Recovering 10-15, 31.5-36.5, 54-59,
    # 70-75: 20. The rest of 80: 10.5. Two break-offs, the one in the wind-up free.
    found = measured("timing_drill")
    drill = {name.removeprefix("Drill: "): value for name, value in found.items() if name.startswith("Drill: ")}
    assert drill == {
        "winding": 25.5, "committed": 20, "couched": 4, "recovering": 20, "stunned": 0, "waiting": 10.5, "in the fight": 80,
        "break-offs": 2, "free break-offs": 1,
    }  # fmt: skip
    assert (found["Post: waiting"], found["Post: in the fight"]) == (80, 80)


@pytest.mark.parametrize(
    "name", ["duel", "three_on_three", "crossbow_duel", "couched_spear_against_charge", "wrestlers"]
)
def test_phases_are_those_of_the_account(name: str) -> None:
    scenario = load(name)
    for battle in range(3):
        meter = METERS["phases"](scenario)
        done = run(scenario, 2, battle, sink=meter)
        found = meter.measures(done.result)
        for fighter, totals in totals_of(done.log()).items():
            assert {phase: found[f"{fighter}: {phase}"] for phase in PHASES} == pytest.approx(totals.counts)
            assert found[f"{fighter}: break-offs"] == totals.break_offs


def test_waiting_is_what_is_left_and_overlapping_phases_count_once() -> None:
    scenario = load("three_on_three")
    for battle in range(6):
        meter = METERS["phases"](scenario)
        found = meter.measures(run(scenario, 5, battle, sink=meter).result)
        for name in ("Aldo", "Berta", "Carl", "Dora", "Egon", "Fay"):
            phases = sum(found[f"{name}: {phase}"] for phase in PHASES)
            idle, there = found[f"{name}: waiting"], found[f"{name}: in the fight"]
            assert 0 <= idle <= there
            assert phases + idle >= there - 1e-9
            if not found[f"{name}: stunned"]:
                assert phases + idle == pytest.approx(there)


def test_first_blood_is_dealt_by_whoever_wounds_first() -> None:
    for battle in range(8):
        scenario = load("duel")
        meter = METERS["phases"](scenario)
        done = run(scenario, 3, battle, sink=meter)
        found = meter.measures(done.result)
        wounds = [(event.t, event.by) for event in done.events if isinstance(event, Wound) and event.lost > 0]
        first = {by for t, by in wounds if t == wounds[0][0]} if wounds else set()
        assert (found["first blood: red"], found["first blood: blue"]) == (float("Ana" in first), float("Bo" in first))


def test_crowds_are_measured_by_side() -> None:
    found = measured("twenty_on_twenty", overrides=("rules.max_counts=20",))
    sides = {name.split(":")[0] for name in found}
    assert len([side for side in sides if side.startswith("side ")]) == 2
    assert len(found) == 2 * 9 + 2


def test_other_systems_have_first_blood_alone() -> None:
    found = measured("shots_duel")
    assert sorted(found) == ["first blood: marshal", "first blood: outlaw"]
    assert sum(found.values()) >= 1


def test_first_blood_in_steps_is_the_first_health_lost() -> None:
    scenario = load("shots_duel")
    (one, other), sides = (
        [str(spec.name) for spec in scenario.combatants],
        [str(spec.side) for spec in scenario.combatants],
    )
    meter = METERS["phases"](scenario)
    for t, by, of, lost in ((1.0, one, other, 0), (2.0, other, one, 3), (3.0, one, other, 9)):
        wound = StepsWound(seq=1, t=t, actor=of, by=by, location="chest", damage=lost, armor=0, lost=lost, health=10)
        meter.write(wound, b"")
    found = meter.measures(run(scenario).result)
    assert (found[f"first blood: {sides[0]}"], found[f"first blood: {sides[1]}"]) == (0.0, 1.0)


def test_a_meter_changes_no_battle_and_comes_back_with_its_rows() -> None:
    arm = Arm("duel", load("duel"), "duel")
    plain = play(Task(0, document_of(arm), 4, 0, 3))
    metered = play(Task(0, document_of(arm), 4, 0, 3, "phases"))
    assert [row._replace(measures={}) for row in metered] == plain
    assert frame(metered, 4)["m:Ana: waiting"].to_list() == [row.measures["Ana: waiting"] for row in metered]


def test_means_have_students_interval_cut_off_at_nothing() -> None:
    # 1, 2, 3: mean 2, deviation 1, t of 2 degrees at 95% is 4.3027: 2 +- 4.3027/sqrt 3 = 2 +- 2.4842.
    found = mean_of([1.0, 2.0, 3.0], 0.95)
    assert found.interval == pytest.approx((0.0, 4.4842), abs=1e-4)
    assert mean_of([5.0, 5.0], 0.95).interval is None
    assert mean_of([5.0], 0.95).interval is None
    assert mean_of([], 0.95).n == 0
    wide = mean_of([11.0, 12.0, 13.0], 0.95).interval
    assert wide == pytest.approx((12 - 2.4842, 12 + 2.4842), abs=1e-4)


def test_a_sweep_tells_means_and_what_first_blood_went_with() -> None:
    found = sweep("duel", "combatants.Ana.htk=15,30", battles=10, meter="phases", jobs=1, progress=False)
    tables = {table.name: table for table in found.tables()}
    means = {(row[0], row[1]): row[3] for row in tables["measures"].rows}
    assert means["htk=15", "Bo: winding"] == pytest.approx(found.of(1)["m:Bo: winding"].mean())
    share = means_of(found.of(0), 0.95)["first blood: red"]
    assert share.interval is not None
    assert (share.n, share.value) == (10, found.of(0)["m:first blood: red"].sum() / 10)
    for arm, side, drew, with_share, _, others, without, _ in tables["first-blood"].rows:
        part = found.of([one.label for one in found.arms].index(arm))
        first = part.filter(part[f"m:first blood: {side}"] == 1)
        assert (drew, drew + others) == (first.height, 10)
        wins = (first["winner"] == side).sum()
        assert with_share == (wins / first.height if first.height else None)
        left = (part["winner"] == side).sum() - wins
        assert without == (left / others if others else None)
    assert found.measures.height == 3 * 20
    assert tables_of(sweep("duel", "combatants.Ana.htk=15", battles=1, jobs=1, progress=False), 0.95) == []
