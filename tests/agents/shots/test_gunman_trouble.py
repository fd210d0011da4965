"""What a gunman does where shooting at people does not help: walls shot down, forbidden ways, somebody behind cover."""

from __future__ import annotations

from typing import Any

import pytest
from showdown import battle, decisions, first, played, who
from standoff import FISTS, PISTOL, Has, one

PORT: Has = {"name": "port", "position": [15.0, 0.0], "tags": ["gun_port"], "facing": 180.0}


def shoots_at(damage: int, toughness: int, **place: Any) -> Any:
    """Return what Ana attacks first: Bo stands at a gun port of some Toughness."""
    gun = PISTOL | {"damage": damage}
    spot = PORT | {"toughness": toughness} | place
    return first("gunman", one("Ana", "red", weapons=[gun]), one("Bo", "blue", 15, shot=8), places=[spot]).target


@pytest.mark.parametrize(
    ("damage", "toughness", "target"),
    [(12, 6, "port"), (12, 9, "port"), (12, 10, "Bo"), (12, 12, "Bo"), (12, 0, "Bo")],
)
def test_it_shoots_a_wall_to_pieces_that_comes_down_soon(damage: int, toughness: int, target: str) -> None:
    """S-WND-4: 12 destroys 6 at once, wears 9 down to 6 in three hits and destroys it with the fourth; 10 takes five."""
    assert shoots_at(damage, toughness) == target


def test_it_leaves_walls_alone_that_cover_nobody_from_it() -> None:
    assert shoots_at(12, 6, facing=0.0) == "Bo"
    assert shoots_at(12, 6, position=[15.0, 4.0]) == "Bo"


def test_it_shoots_at_people_while_there_is_a_fair_chance() -> None:
    """S-RNG-2: half cover is worth less than the wall."""
    assert shoots_at(12, 6, tags=["flimsy"]) == "Bo"


@pytest.mark.parametrize("policy", ["gunman", "martial_artist"])
def test_fast_draw_does_not_keep_it_from_going_to_who_is_out_of_range(policy: str) -> None:
    """S-CHR-3: the first action of a sequence must draw or shoot, as long as something can be drawn."""
    spare = PISTOL | {"name": "spare", "hands": 2}
    ana = who("Ana", "red", policy, 0.0, weapons=[PISTOL, spare, FISTS], schticks=[{"name": "fast_draw"}])
    result = played(battle(ana, who("Bo", "blue", "hold", 400.0)))
    assert result.winner == "red"
    kinds = [option["do"] for option in decisions(result, "Ana")]
    assert kinds[0] == "draw"
    assert kinds[1] == "run"
