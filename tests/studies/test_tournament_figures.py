"""The figures of tournaments from battles made by hand: every number is worked out beside it."""

from __future__ import annotations

import math

import pytest

from studies.intervals import wilson
from studies.ratings import bradley_terry
from studies.tournament_figures import (
    ALL,
    Battles,
    Meeting,
    counts_of,
    first_side,
    games_of,
    mean_over_seeds,
    paired,
    ratings_of,
    rings_of,
    scopes,
    share_of,
    strange_of,
)

SIDES = ("blue", "red")


def battles(letters: str, start: int = 0) -> Battles:
    """Battles by letters: b and r win for a side, d, t, s, e end without a winner."""
    kinds = {"b": "win", "r": "win", "d": "draw", "t": "timeout", "s": "stalemate", "e": "error"}
    winners = [{"b": "blue", "r": "red"}.get(letter) for letter in letters]
    numbers = range(start, start + len(letters))
    return Battles([*numbers], [kinds[letter] for letter in letters], winners, [float(at) for at in numbers])


def meeting(first: str, second: str, *arms: int, scenario: str = "field") -> Meeting:
    return Meeting(scenario, first, second, SIDES, arms)


def test_the_first_agent_has_the_first_side_in_one_game_and_the_second_in_the_other() -> None:
    games = [battles("bbrd"), battles("rbrt")]
    assert paired(meeting("A", "B", 0, 1), games) == [(0, 1.0, 1.0), (1, 1.0, 0.0), (2, 0.0, 1.0), (3, 0.5, 0.5)]


def test_outcomes_of_both_sides_are_counted_apart() -> None:
    counts = counts_of(meeting("A", "B", 0, 1), [battles("bbrdts"), battles("rbrtee")])
    assert counts._asdict() == {
        "battles": 12, "wins": 4, "losses": 2, "draws": 1, "timeouts": 2, "stalemates": 1, "errors": 2,
    }  # fmt: skip


def test_a_mirror_match_is_counted_for_the_first_side() -> None:
    games = [battles("bbrd")]
    counts = counts_of(meeting("A", "A", 0), games)
    assert (counts.battles, counts.wins, counts.losses, counts.draws) == (4, 2, 1, 1)
    assert first_side(meeting("A", "A", 0), games) == [(0, 1.0), (1, 1.0), (2, 0.0), (3, 0.5)]


def test_the_share_of_a_pairing_takes_pairs_as_units() -> None:
    share = share_of(meeting("A", "B", 0, 1), [battles("bbbb"), battles("bbbb")], 0.95)
    assert (share.value, share.pairs, dict(share.counts)) == (0.5, 4, {0.5: 4})
    assert share.ratio == 0.0


def test_pairs_with_an_error_are_left_out_whole() -> None:
    games = [battles("bbe"), battles("rer")]
    share = share_of(meeting("A", "B", 0, 1), games, 0.95)
    assert (share.value, share.pairs, share.left_out) == (1.0, 1, 2)
    assert [game[2:] for game in games_of([meeting("A", "B", 0, 1)], games, ["A", "B"])] == [(1.0, 0), (1.0, 0)]


def test_seeds_that_only_one_game_has_been_played_on_make_no_pair() -> None:
    games = [battles("bbbb"), battles("rr", start=1)]
    assert paired(meeting("A", "B", 0, 1), games) == [(1, 1.0, 1.0), (2, 1.0, 1.0)]


def test_a_side_that_always_wins_is_a_bias_and_no_merit() -> None:
    games = [battles("b" * 10), battles("b" * 10)]
    pair = meeting("A", "B", 0, 1)
    assert first_side(pair, games) == [(at, 1.0) for at in range(10)]
    ratings = ratings_of([pair], games, ["A", "B"], 0.95)["field"]
    assert [row.elo for row in ratings.table] == pytest.approx([0.0, 0.0], abs=1e-9)


def test_an_agent_that_always_wins_is_no_bias() -> None:
    assert first_side(meeting("A", "B", 0, 1), [battles("bb"), battles("rr")]) == [(0, 0.5), (1, 0.5)]


def test_scores_on_one_seed_are_one_unit() -> None:
    mean = mean_over_seeds([(0, 1.0), (0, 0.0), (1, 1.0), (1, 1.0), (2, math.nan)], 0.95)
    assert (mean.value, mean.seeds) == (0.75, 2)
    alone = mean_over_seeds([(at, float(at < 6)) for at in range(10) for _ in range(5)], 0.9)
    assert tuple(alone.interval) == pytest.approx(wilson(6, 10, 0.9))


def test_nothing_is_known_without_battles() -> None:
    mean = mean_over_seeds([], 0.95)
    assert math.isnan(mean.value)
    assert (tuple(mean.interval), mean.seeds) == ((0.0, 1.0), 0)


def test_ratings_are_those_of_all_whole_pairs_with_mean_0() -> None:
    games = [battles("bbbr"), battles("rrrb"), battles("bbrr"), battles("brbr"), battles("bbbb"), battles("rrrr")]
    pairs = [meeting("A", "B", 0, 1), meeting("A", "C", 2, 3), meeting("B", "C", 4, 5)]
    ratings = ratings_of(pairs, games, ["A", "B", "C"], 0.95)["field"]
    wins = [[0, 6, 4], [2, 0, 8], [4, 0, 0]]  # A: 3 + 3 on B, 2 + 2 on C; B: 4 + 4 on C
    expected = bradley_terry(["A", "B", "C"], wins)
    assert [row.elo for row in ratings.table] == pytest.approx([row.elo for row in expected.table])
    assert sum(row.elo for row in ratings.table) == pytest.approx(0.0, abs=1e-9)
    assert [row.games for row in ratings.table] == [16, 16, 16]


def test_several_scenarios_are_rated_together_and_each_by_itself_without_mirrors() -> None:
    meetings = [
        meeting("A", "B", 0, 1, scenario="one"), meeting("A", "A", 2, scenario="one"), meeting("A", "B", 3, 4, scenario="two")
    ]  # fmt: skip
    found = scopes(meetings)
    assert {scope: [m.arms for m in inside] for scope, inside in found.items()} == {
        ALL: [(0, 1), (3, 4)], "one": [(0, 1)], "two": [(3, 4)],
    }  # fmt: skip
    assert list(scopes(meetings[:2])) == ["one"]
    assert scopes([meeting("A", "A", 0, scenario="one"), meeting("A", "A", 1, scenario="two")]) == {}


def rock_paper_scissors(pairs: int) -> tuple[list[Meeting], list[Battles]]:
    """Each beats the next on nine seeds of ten, on either side."""
    one, other = "bbbbbbbbbr" * pairs, "rrrrrrrrrb" * pairs
    games = [battles(letters) for letters in (one, other, one, other, other, one)]
    return [meeting("A", "B", 0, 1), meeting("B", "C", 2, 3), meeting("A", "C", 4, 5)], games


def test_agents_that_beat_one_another_in_turn_are_told_though_their_ratings_are_alike() -> None:
    meetings, games = rock_paper_scissors(4)
    ratings = ratings_of(meetings, games, ["A", "B", "C"], 0.95)["field"]
    assert [row.elo for row in ratings.table] == pytest.approx([0.0] * 3, abs=1e-6)
    (ring,) = rings_of(meetings, games, ["A", "B", "C"], 0.95)
    assert {ring.cycle.first, ring.cycle.second, ring.cycle.third} == {"A", "B", "C"}
    assert ring.cycle.scores == pytest.approx((0.9, 0.9, 0.9))
    assert ring.clear
    strange = strange_of(meetings, games, ratings)
    # 0.9 for an expected 0.5 in 80 battles: 0.4 / sqrt(0.25 / 80) = 7.155 standard errors
    assert [abs(residual.z) for residual, _ in strange] == pytest.approx([7.1554] * 3, abs=1e-3)
    assert max(p for _, p in strange) < 1e-10


def test_a_cycle_that_few_battles_show_is_not_clear() -> None:
    games = [battles("bbr"), battles("rrb"), battles("bbr"), battles("rrb"), battles("rrb"), battles("bbr")]
    meetings = [meeting("A", "B", 0, 1), meeting("B", "C", 2, 3), meeting("A", "C", 4, 5)]
    (ring,) = rings_of(meetings, games, ["A", "B", "C"], 0.95)
    assert ring.cycle.scores == pytest.approx((2 / 3, 2 / 3, 2 / 3))
    assert not ring.clear
