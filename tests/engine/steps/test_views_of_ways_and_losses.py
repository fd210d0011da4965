"""What a view tells of ways, of lines between any squares, of arcs of others, and of what a hit would cost (CLK-5)."""

from __future__ import annotations

from typing import Any

import pytest
from skirmish import GRENADE, PISTOL, RIFLE, Skirmish, one, thing, wall

from engine.steps.actions import Fire, Hold
from engine.steps.model import ArmorSpec


def seen_by_ana(*others: Any, **more: Any) -> Any:
    """Return what Ana, at (3, 7) and looking east, sees at the start."""
    ana = one("Ana", "red", (3, 7), facing="e", weapons=(RIFLE, PISTOL, GRENADE))
    stage = Skirmish(ana, *(others or (one("Bo", "blue", (9, 7), facing="w"),)), **more)
    stage.until("Ana", "start")
    return stage.view


def test_a_view_tells_what_objects_stand_between_any_two_squares() -> None:
    """P-LOS-4, P-LOS-7: a desk and smoke, and nobody's body."""
    view = seen_by_ana(
        one("Bo", "blue", (9, 7)), one("Cy", "blue", (6, 3)),
        objects=[thing((5, 3), cover=50), thing((7, 3), concealment=75)],
    )  # fmt: skip
    line = view.between((4, 3), (8, 3))
    assert (line.cover, line.concealment) == (50, 75)


def test_a_view_tells_how_far_squares_near_are() -> None:
    """P-MOV-1: a diagonal step is 1.41 squares."""
    reach = seen_by_ana().reach(2)
    assert reach[(3, 7)] == 0
    assert reach[(5, 7)] == pytest.approx(2)
    assert reach[(4, 8)] == pytest.approx(2**0.5, abs=1e-3)
    assert (6, 7) not in reach


def test_a_view_tells_whether_there_is_a_way() -> None:
    """P-MOV-1."""
    view = seen_by_ana(objects=wall(*((12, row) for row in range(15))))
    assert view.walkable((11, 0))
    assert not view.walkable((13, 0))


def test_a_way_goes_round_squares_it_dreads() -> None:
    """P-MOV-1: straight it is six squares over row 7; three squares more for each square of that row are worth a way round."""
    view = seen_by_ana()
    assert all(row == 7 for _, row in view.path((9, 7)))
    dreading = view.path((9, 7), lambda square: 3.0 if square[1] == 7 else 0.0)
    assert [square for square in dreading if square[1] == 7] == [(9, 7)]


def test_a_view_tells_the_arcs_and_the_guard_of_others() -> None:
    """P-LOS-2, P-MOD-1: Bo looks west, in the mode forward."""
    bo = seen_by_ana().seen("Bo")
    assert [bo.arc(square) for square in ((3, 7), (9, 3), (15, 7))] == ["front", "flank", "rear"]
    assert [bo.guards(square) for square in ((3, 7), (9, 3), (15, 7))] == [True, False, False]


def test_a_loss_is_the_mean_of_the_dice_where_nothing_is_worn() -> None:
    """P-DMG-1, P-FIR-1: 2d6 is 7, and a burst's third die 3.5 more; who shoots nobody costs nothing."""
    view = seen_by_ana()
    assert view.loss(Fire(weapon="rifle", target="Bo")) == pytest.approx(7)
    assert view.loss(Fire(weapon="rifle", target="Bo", mode="burst")) == pytest.approx(10.5)
    assert view.loss(Hold()) == 0


def test_a_loss_takes_armor_off_where_it_is_worn() -> None:
    """P-DMG-1: a vest that stops 7 leaves of 2d6 (1 + ... : 5*1 + 4*2 + 3*3 + 2*4 + 1*5) / 36 = 35/36; nothing covers the head."""
    vest = ArmorSpec(name="vest", covers=("chest",), stops=7)
    view = seen_by_ana(one("Bo", "blue", (9, 7), facing="w", armor=(vest,)))
    assert view.loss(Fire(weapon="rifle", target="Bo", location="torso")) == pytest.approx(35 / 36)
    assert view.loss(Fire(weapon="rifle", target="Bo", location="head")) == pytest.approx(7)
    # of the hundred faces 29 are the chest (C-LOC-1)
    assert view.loss(Fire(weapon="rifle", target="Bo")) == pytest.approx(0.71 * 7 + 0.29 * 35 / 36)


def test_a_loss_counts_only_the_places_that_cover_leaves() -> None:
    """P-DMG-1: three quarters of cover leave the head, 10 faces, and the right arm, the even 7 of 14 faces from 40 to 53."""
    helmet = ArmorSpec(name="helmet", covers=("head",), stops=12)
    view = seen_by_ana(one("Bo", "blue", (9, 7), facing="w", armor=(helmet,)), objects=[thing((8, 7), cover=75)])
    assert view.loss(Fire(weapon="rifle", target="Bo")) == pytest.approx(7 * 7 / 17)


def test_a_loss_of_somebody_out_of_sight_is_not_told() -> None:
    """P-LOS-5."""
    view = seen_by_ana(objects=wall((6, 7)))
    with pytest.raises(KeyError):
        view.loss(Fire(weapon="rifle", target="Bo"))


def test_one_knows_what_its_own_shot_is() -> None:
    stage = Skirmish(one("Ana", "red", (3, 7), facing="e"), one("Bo", "blue", (9, 7)))
    stage.until("Ana", "start")
    stage.does(Fire(weapon="rifle", target="Bo", mode="auto", sweep="n"), "commit")
    action = stage.view.me.action
    assert (action.mode, action.sweep, action.location) == ("auto", "n", None)
