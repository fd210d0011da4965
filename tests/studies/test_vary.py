"""What --vary asks for, and the cells it makes up."""

import pytest

from engine.errors import InputError
from studies.vary import MOST_CELLS, grid, parse_all, parse_vary, sampled, short_names


@pytest.mark.parametrize(
    ("text", "path", "values"),
    [
        ("a.wsd=6:7.5:0.5", "a.wsd", ("6", "6.5", "7", "7.5")),
        ("a.wsd=6:7.4:0.5", "a.wsd", ("6", "6.5", "7")),
        ("x=0.1:0.3:0.1", "x", ("0.1", "0.2", "0.3")),
        ("x=-2:2:2", "x", ("-2", "0", "2")),
        ("x=10:12:2", "x", ("10", "12")),
        ("x=100:300:100", "x", ("100", "200", "300")),
        ("x=5:5:1", "x", ("5",)),
        ("rules.ties=simultaneous,reach", "rules.ties", ("simultaneous", "reach")),
        ("x=1:3:1,9", "x", ("1", "2", "3", "9")),
        ('combatants."A.n=a, b".htk=1', 'combatants."A.n=a, b".htk', ("1",)),
        ("a.position=[0,1],[2,3]", "a.position", ("[0,1]", "[2,3]")),
        ("a.name=O'Brien,'x, y'", "a.name", ("O'Brien", "'x, y'")),
    ],
)
def test_values_are_ranges_with_both_ends_or_lists(text: str, path: str, values: tuple[str, ...]) -> None:
    found = parse_vary(text)
    assert (found.path, found.values) == (path, values)


def test_values_are_numbers_only_when_all_are() -> None:
    assert parse_vary("x=1:2:0.5").numbers == (1.0, 1.5, 2.0)
    assert parse_vary("x=1,two").numbers is None
    assert parse_vary("x=[1,2]").numbers is None


@pytest.mark.parametrize(
    "text",
    ["x", "x=", "=3", "x=1,,2", "x=1:2", "x=1:2:0", "x=1:2:-1", "x=3:2:1", "x=1:2:3:4", "x=1,1.0", "x=a,a", "x=0:1:0.00001",
     "x=0:" + "9" * 5000 + ":1", "x=1e100:2e100:1e99", "x=1e1:2e1"],
)  # fmt: skip
def test_what_is_no_range_and_no_list_is_refused_with_its_place(text: str) -> None:
    with pytest.raises(InputError) as refused:
        parse_vary(text)
    assert refused.value.place.startswith("--vary")
    assert len(refused.value.found) < 200 or len(text) > 1000


def test_a_path_may_be_varied_once() -> None:
    with pytest.raises(InputError, match="twice"):
        parse_all(['a."b".c=1', "a.b.c=2"])


def test_nothing_varied_is_refused() -> None:
    with pytest.raises(InputError, match="none"):
        parse_all([])


def test_names_are_as_short_as_tells_them_apart() -> None:
    varied = parse_all(["combatants.Ana.htk=1", "combatants.Bo.htk=1", "rules.ties=reach"])
    assert short_names(varied) == ("Ana.htk", "Bo.htk", "ties")


def test_a_grid_has_every_combination_the_last_varied_the_fastest() -> None:
    cells = grid(parse_all(["a=1,2", "b=x,y"]))
    assert [cell.values for cell in cells] == [("1", "x"), ("1", "y"), ("2", "x"), ("2", "y")]
    assert cells[1].label == "a=1, b=y"


def test_a_grid_has_a_limit() -> None:
    with pytest.raises(InputError, match=f"at most {MOST_CELLS}"):
        grid(parse_all(["a=1:100:1", "b=1:100:1"]))


def test_a_sample_is_spread_over_the_grid_without_repeating_a_cell() -> None:
    varied = parse_all(["a=1:100:1", "b=1:100:1"])
    cells = sampled(varied, 64, 7)
    places = [tuple(int(str(value)) for value in cell.values) for cell in cells]
    assert len(set(places)) == 64
    # Of 64 points 4 fall on each of 16 squares on the mean; independent draws leave some square with less than 2 in most
    # samples, an even sequence never far from 4.
    squares = [sum((a - 1) // 25 == x and (b - 1) // 25 == y for a, b in places) for x in range(4) for y in range(4)]
    assert sum(squares) == 64
    assert min(squares) >= 2
    assert max(squares) <= 7


def test_a_sample_depends_on_the_seed_alone() -> None:
    varied = parse_all(["a=1:100:1", "b=1:100:1"])
    assert sampled(varied, 8, 1) == sampled(varied, 8, 1)
    assert sampled(varied, 8, 1) != sampled(varied, 8, 2)


def test_a_sample_as_large_as_the_grid_is_the_grid() -> None:
    varied = parse_all(["a=1,2", "b=x,y"])
    assert sampled(varied, 4, 0) == grid(varied)
    assert len(sampled(varied, 3, 0)) == 3


@pytest.mark.parametrize("count", [0, -1, 1.5, True, MOST_CELLS + 1])
def test_a_sample_of_none_is_refused(count: object) -> None:
    with pytest.raises(InputError, match="--sample"):
        sampled(parse_all(["a=1,2"]), count, 0)  # type: ignore[arg-type]
