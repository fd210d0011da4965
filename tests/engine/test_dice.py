"""Random streams: fair, apart from one another, and scripted without mercy (CLK-7)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from itertools import pairwise, product

import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import chisquare

from engine.dice import Dice, Stream
from engine.errors import InputError, ScriptedRollError

PURPOSES = ("init", "to_hit", "location", "damage", "perception")
keys = st.text(min_size=0, max_size=12)


def seeded(seed: int = 1, battle: int = 0, key: str = "Ana", purpose: str = "to_hit") -> Stream:
    """Return one seeded stream."""
    stream = Dice(seed, battle).of(key, key).stream(purpose)
    assert isinstance(stream, Stream)
    return stream


def row(stream: Stream) -> list[int]:
    """Return twelve faces of a large die: the stream's fingerprint."""
    return [stream.die(1_000_000) for _ in range(12)]


# fairness of the faces


@pytest.mark.parametrize("seed", [1, 2, 3])
@pytest.mark.parametrize("sides", [2, 4, 6, 8, 10, 100])
def test_every_face_of_a_die_is_as_likely_as_another(sides: int, seed: int) -> None:
    """Chi-square with fixed seeds: of 18 such tests none should be as unlikely as one in 2000."""
    stream = seeded(seed)
    counts = Counter(stream.die(sides) for _ in range(20_000))
    assert set(counts) == set(range(1, sides + 1))
    assert chisquare([counts[face] for face in range(1, sides + 1)]).pvalue > 0.0005


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_two_dice_of_a_roll_are_independent(seed: int) -> None:
    """2d6: all 36 pairs as likely, so that the sums follow 1, 2, 3, 4, 5, 6, 5, ... of 36."""
    stream = seeded(seed, purpose="init")
    pairs = Counter(stream.dice(2, 6) for _ in range(20_000))
    assert chisquare([pairs[pair] for pair in product(range(1, 7), repeat=2)]).pvalue > 0.0005


def test_the_first_face_of_each_battle_is_as_fair_as_the_rest() -> None:
    """Streams of neighbouring battles share nothing: the first d100 of 20,000 battles is uniform."""
    counts = Counter(seeded(7, battle).die(100) for battle in range(20_000))
    assert chisquare([counts[face] for face in range(1, 101)]).pvalue > 0.0005


def test_choices_are_drawn_from_0_up_to_the_limit() -> None:
    stream = seeded()
    assert {stream.below(3) for _ in range(200)} == {0, 1, 2}
    assert {stream.below(1) for _ in range(20)} == {0}


@given(st.integers(1, 2**31), st.integers(0, 2**64))
def test_no_face_is_outside_its_die(sides: int, seed: int) -> None:
    assert all(1 <= face <= sides for face in seeded(seed).dice(20, sides))


# streams apart


@pytest.mark.parametrize("purpose", PURPOSES)
def test_one_roll_more_for_one_purpose_moves_no_other_stream(purpose: str) -> None:
    """CLK-7: that is what makes paired comparisons honest."""
    plain, moved = Dice(5, 0), Dice(5, 0)
    one, other = plain.of("Ana", "Ana"), moved.of("Ana", "Ana")
    other.roll(purpose, 3, 6)
    moved.of("Bo", "Bo").d100(purpose)
    for name in PURPOSES:
        same = [one.d100(name) for _ in range(10)] == [other.d100(name) for _ in range(10)]
        assert same == (name != purpose)


@given(st.integers(), st.integers(0, 10**6), keys)
def test_seed_battle_key_and_purpose_each_make_another_stream(seed: int, battle: int, key: str) -> None:
    rows = [
        row(seeded(seed, battle, key)), row(seeded(seed + 1, battle, key)), row(seeded(seed, battle + 1, key)),
        row(seeded(seed, battle, key + "x")), row(seeded(seed, battle, key, "init")),
    ]  # fmt: skip
    assert len({tuple(numbers) for numbers in rows}) == len(rows)


@given(keys, keys)
def test_two_keys_make_two_streams_however_they_are_spelled(one: str, other: str) -> None:
    assert (row(seeded(key=one)) == row(seeded(key=other))) == (one == other)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ((1, 23, "A", "p"), (12, 3, "A", "p")),
        ((1, 0, "A/to", "_hit"), (1, 0, "A", "to_hit")),
        ((1, 0, "A", "x/y"), (1, 0, "A/x", "y")),
        ((1, 0, "3:A", "p"), (1, 0, "A", "p")),
        ((-1, 0, "A", "p"), (1, 0, "A", "p")),
        ((1, 0, "\u00e9", "p"), (1, 0, "e\u0301", "p")),
    ],
)
def test_neighbours_that_run_together_as_text_stay_apart(
    one: tuple[int, int, str, str], other: tuple[int, int, str, str]
) -> None:
    assert row(seeded(*one)) != row(seeded(*other))


def test_a_stream_follows_its_key_and_not_its_combatants_name() -> None:
    dice = Dice(3, 0)
    assert dice.of("Ana", "shared").roll("init", 8, 6) == dice.of("Bo", "shared").roll("init", 8, 6)


def test_a_long_row_never_falls_into_a_cycle_of_blocks() -> None:
    stream = seeded()
    rows = [tuple(stream.dice(16, 1_000_000)) for _ in range(200)]
    assert len(set(rows)) == len(rows)


def test_rolls_are_counted_once_each_however_many_dice() -> None:
    dice = Dice(1, 0, {"Ana/damage": [[1, 2, 3]]})
    ana = dice.of("Ana", "Ana")
    ana.d100("to_hit")
    ana.roll("init", 2, 6)
    ana.roll("damage", 3, 6)
    assert dice.rolls == 3


# scripted


def test_scripted_rolls_come_in_order_and_the_other_streams_stay_seeded() -> None:
    script = {"Ana/to_hit": [[42], [7]], "Ana/init": [[3, 4]]}
    ana, free = Dice(9, 0, script).of("Ana", "Ana"), Dice(9, 0).of("Ana", "Ana")
    assert (ana.d100("to_hit"), ana.d100("to_hit"), ana.roll("init", 2, 6)) == (42, 7, (3, 4))
    assert [ana.d100("location") for _ in range(9)] == [free.d100("location") for _ in range(9)]


def test_a_script_goes_by_the_combatants_name_and_not_by_its_stream_key() -> None:
    dice = Dice(9, 0, {"Ana/to_hit": [[42]]})
    assert dice.of("Ana", "shared").d100("to_hit") == 42


def shortage() -> None:
    ana = Dice(1, 0, {"Ana/to_hit": [[42]]}).of("Ana", "Ana")
    ana.d100("to_hit")
    ana.d100("to_hit")


def above() -> None:
    Dice(1, 0, {"Ana/to_hit": [[101]]}).of("Ana", "Ana").d100("to_hit")


def below() -> None:
    Dice(1, 0, {"Ana/to_hit": [[0]]}).of("Ana", "Ana").d100("to_hit")


def too_few() -> None:
    Dice(1, 0, {"Ana/to_hit": [[3]]}).of("Ana", "Ana").roll("to_hit", 2, 6)


def too_many() -> None:
    Dice(1, 0, {"Ana/to_hit": [[3, 4]]}).of("Ana", "Ana").d100("to_hit")


def none() -> None:
    Dice(1, 0, {"Ana/to_hit": [[]]}).of("Ana", "Ana").d100("to_hit")


def empty() -> None:
    Dice(1, 0, {"Ana/to_hit": []}).of("Ana", "Ana").d100("to_hit")


def leftover() -> None:
    dice = Dice(1, 0, {"Ana/to_hit": [[42], [7]]})
    dice.of("Ana", "Ana").d100("to_hit")
    dice.check_spent()


def never_asked() -> None:
    Dice(1, 0, {"Ana/to_hit": [[42]]}).check_spent()


@pytest.mark.parametrize(
    "fault", [shortage, above, below, too_few, too_many, none, empty, leftover, never_asked], ids=lambda fault: fault.__name__
)
def test_a_script_that_does_not_fit_is_an_error_that_names_its_stream(fault: Callable[[], None]) -> None:
    """CLK-7: exit code 2."""
    with pytest.raises(ScriptedRollError, match="Ana/to_hit") as caught:
        fault()
    assert isinstance(caught.value, InputError)


def test_a_script_that_is_used_up_exactly_is_no_error() -> None:
    dice = Dice(1, 0, {"Ana/to_hit": [[42]], "Bo/init": []})
    dice.of("Ana", "Ana").d100("to_hit")
    dice.check_spent()


# branches


def test_a_branch_draws_anew_from_every_stream_and_the_same_whatever_was_drawn_before() -> None:
    """CLK-7: seed, battle, key, purpose and the branch's number say all."""
    plain, early, late = Dice(5, 0), Dice(5, 0), Dice(5, 0)
    rows = []
    for dice, drawn in ((early, 0), (late, 7)):
        streams = dice.of("Ana", "Ana")
        for _ in range(drawn):
            streams.d100("to_hit")
        dice.branch(1)
        rows.append([[streams.d100(purpose) for _ in range(8)] for purpose in ("to_hit", "location")])
    assert rows[0] == rows[1]
    untouched = plain.of("Ana", "Ana")
    assert rows[0] != [[untouched.d100(purpose) for _ in range(8)] for purpose in ("to_hit", "location")]


def test_branches_of_other_numbers_and_orders_are_other_futures() -> None:
    found = set()
    for numbers in ((), (1,), (2,), (12,), (1, 2), (2, 1), (1, 1)):
        dice = Dice(5, 0)
        for number in numbers:
            dice.branch(number)
        stream = dice.of("Ana", "Ana").stream("to_hit")
        assert isinstance(stream, Stream)
        found.add(tuple(row(stream)))
    assert len(found) == 7


def test_a_branch_drops_what_is_left_of_a_script() -> None:
    dice = Dice(5, 0, {"Ana/to_hit": [[42], [43]]})
    streams = dice.of("Ana", "Ana")
    assert streams.d100("to_hit") == 42
    dice.branch(1)
    other = Dice(5, 0)
    other.branch(1)
    seeded_row = [other.of("Ana", "Ana").d100("to_hit") for _ in range(1)]
    assert [streams.d100("to_hit")] == seeded_row
    dice.check_spent()


def test_branch_0_goes_on_on_the_same_streams_and_seeded_where_a_script_ends() -> None:
    dice = Dice(5, 0, {"Ana/to_hit": [[42], [43]], "Ana/location": [[1], [2]]})
    streams, plain = dice.of("Ana", "Ana"), Dice(5, 0).of("Ana", "Ana")
    drawn = [streams.d100("damage"), streams.d100("to_hit")]
    dice.branch(0)
    drawn += [streams.d100("to_hit"), streams.d100("damage"), streams.d100("to_hit"), streams.d100("to_hit")]
    damage, to_hit = ([plain.d100(purpose) for _ in range(2)] for purpose in ("damage", "to_hit"))
    assert drawn == [damage[0], 42, 43, damage[1], *to_hit]
    dice.check_spent()


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_the_first_face_of_each_branch_is_as_fair_as_the_rest(seed: int) -> None:
    """Branches share nothing: the first d100 of 20,000 of them is uniform, and so is its step from one to the next."""
    faces = []
    for number in range(1, 20_001):
        stream = seeded(seed)
        stream.branch(number)
        faces.append(stream.die(100))
    steps = Counter((later - face) % 100 for face, later in pairwise(faces))
    for counts in (Counter(faces), Counter({step + 1: times for step, times in steps.items()})):
        assert chisquare([counts[face] for face in range(1, 101)]).pvalue > 0.0005
