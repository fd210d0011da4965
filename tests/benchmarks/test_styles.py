"""The style figures: what they count of a log, and that policies can be told apart by them."""

from __future__ import annotations

from typing import Any

from benchmarks import styles


def line(kind: str, actor: str, t: float = 0.0, **more: Any) -> dict[str, Any]:
    return {"type": kind, "actor": actor, "t": t, **more}


def decided(actor: str, **option: Any) -> dict[str, Any]:
    return line("decision", actor, option=option)


def test_the_figures_of_a_log_made_by_hand() -> None:
    """Ana declares at 2, Bo at 3; two blows, one of them couched, end at 4 and 6 ft; one wind-up dropped by choice, one by a stun."""
    log = [
        decided("Ana", do="attack"), decided("Ana", do="release"), decided("Ana", do="parry"), decided("Bo", do="attack"),
        decided("Ana", do="mode", mode="defensive"), decided("Ana", do="retreat"),
        line("declare", "Ana", 2.0, option={"do": "attack"}), line("declare", "Bo", 3.0, option={"do": "attack"}),
        line("impact", "Ana", distance=4.0), line("impact", "Ana", distance=6.0), line("impact", "Bo", distance=9.0),
        line("break_off", "Ana", phase="windup", why="by choice"), line("break_off", "Ana", phase="windup", why="stunned"),
    ]  # fmt: skip
    expected = {
        "first blow": 1.0, "blows": 2, "couched": 1, "parries": 1, "feints": 1, "gives ground": 2, "shots": 0, "distance": 5.0,
    }  # fmt: skip
    assert styles.figures(log, "Ana", "Bo") == expected


def test_who_never_strikes_has_no_distance_and_both_idle_share_the_first_blow() -> None:
    found = styles.figures([], "Ana", "Bo")
    assert (found["first blow"], found["distance"]) == (0.5, None)


def test_a_spearman_strikes_from_the_couch_and_a_brawler_never_does() -> None:
    """Seeds 0-2 on every field."""
    brawler, spearman = (styles.style("counts", policy, 3) for policy in ("brawler", "spearman"))
    assert brawler["couched"] == 0 < spearman["couched"]
    assert brawler["first blow"] > spearman["first blow"]


def test_a_counter_fighter_gives_more_ground_than_a_fencer() -> None:
    fencer, counter = (styles.style("counts", policy, 3) for policy in ("fencer", "counter_fighter"))
    assert counter["gives ground"] > fencer["gives ground"]
