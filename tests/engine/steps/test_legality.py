"""Which options are legal, and by which rule the others are not (CLK-5, section 6)."""

from __future__ import annotations

from typing import Any

import attrs
import msgspec
import pytest
from skirmish import GRENADE, PISTOL, RIFLE, Skirmish, one, thing, wall

from engine.errors import IllegalOption
from engine.options import Hold, Option
from engine.steps.actions import (
    OPTIONS,
    Aim,
    BreakOff,
    Bring,
    Cover,
    Dodge,
    Face,
    Fire,
    Mode,
    Move,
    Reload,
    Wait,
)
from engine.steps.model import WeaponSpec

Square = tuple[int, int]

JUNK: tuple[Any, ...] = (
    None, True, "3", "", "Ana", "Bo", "rifle", "n", "auto", "running", "eye", 3.5, -1, 0, 3, 10**9, 10**400, 10**5000, object(), float("nan"),
    float("inf"), (1, 2), [1, 2], (1.0, 2.0), (1,), (10**9, 0), (-1, -1), ((3, 4),), ((1, 2), (1, 2)), [[1, 2]], ("a", "b"), {}, (),
)  # fmt: skip

SHOOT = Fire(weapon="rifle", target="Bo")


def ana_and_bo(square: Square = (8, 7), objects: Any = (), ana: Any = None, rules: Any = None, **bo: Any) -> Skirmish:
    """Ana at (2, 7) faces Bo, who by default is 6 squares to the east."""
    stage = Skirmish(one("Ana", "red", (2, 7), **(ana or {})), one("Bo", "blue", square, **bo), objects=objects, **(rules or {}))
    stage.until("Ana")
    return stage


def aimed(spells: int, stage: Skirmish | None = None) -> Skirmish:
    """Ana, after so many spells of aim at Bo."""
    stage = stage if stage is not None else ana_and_bo()
    for _ in range(spells):
        stage.does(Aim(target="Bo", weapon="rifle"), "ready")
    return stage


# what is no option


@pytest.mark.parametrize("kind", OPTIONS)
@pytest.mark.parametrize("busy", [False, True])
def test_an_option_filled_with_nonsense_is_refused_with_words_and_never_breaks(kind: type[Option], busy: bool) -> None:
    """CLK-5."""
    stage = ana_and_bo(ana={"weapons": (GRENADE, RIFLE)})
    if busy:
        stage.does(Fire(weapon="grenade", target="Bo"), "commit")
    names = [field.name for field in msgspec.structs.fields(kind)]
    fine: dict[str, Any] = {
        "target": "Bo", "weapon": "grenade", "facing": "n", "mode": "single", "pace": "walking", "until": 9.0,
    }  # fmt: skip
    required = [field.name for field in msgspec.structs.fields(kind) if field.required]
    for name in names:
        for value in JUNK:
            for more in ({}, {"indirect": True}) if kind is Fire else ({},):
                filled = {key: fine[key] for key in required} | more | {name: value}
                why = stage.request.legal(kind(**filled))  # type: ignore[union-attr]
                assert why is None or why.partition(": ")[2]


@pytest.mark.parametrize(
    "option",
    [
        Fire(weapon=7, target="Bo"), Fire(weapon="rifle", target=3), Fire(weapon="rifle", target="Bo", indirect=1),
        Fire(weapon="rifle", at=(1.0, 2.0)), Fire(weapon="rifle", at=[1, 2]), Fire(weapon="rifle", at=(1, 2, 3)),
        Fire(weapon="rifle", target="Bo", mode=None), Move(pace="walking", to="there"), Move(pace="walking", path=()),
        Move(pace="walking", path=((1, 2), "x")), Move(pace=1.0, to=(3, 3)), Wait(until="9"), Wait(until=float("nan")),
        Wait(until=-1.0), Wait(until=float("inf")), Face(facing=2), Mode(mode=None), Dodge(against=4), Aim(target="Bo", weapon=["rifle"]),
    ],
)  # fmt: skip
def test_a_field_of_a_wrong_type_is_refused_as_such(option: Option) -> None:
    """CLK-5: nothing is coerced."""
    assert ana_and_bo().refused(option) == "CLK-5"


@pytest.mark.parametrize("answer", [None, "fire", 3, Option()])
def test_what_is_no_option_of_the_system_is_refused(answer: Any) -> None:
    """CLK-5."""
    stage = ana_and_bo()
    assert stage.refused(answer) == "CLK-5"
    with pytest.raises(IllegalOption, match="no option of the steps system"):
        stage.battle.answer(stage.request, answer)  # type: ignore[arg-type]


def test_holding_is_always_legal() -> None:
    """CLK-5."""
    stage = ana_and_bo()
    assert stage.refused(Hold()) is None
    stage.does(SHOOT, "commit")
    assert stage.refused(Hold()) is None


# whom one shoots at


@pytest.mark.parametrize(("target", "rule"), [("Bo", None), ("Cy", "CLK-5"), ("Ana", "CLK-5"), ("Nobody", "CLK-5")])
def test_only_an_opponent_is_a_target(target: str, rule: str | None) -> None:
    """CLK-5: Cy is a friend."""
    stage = Skirmish(one("Ana", "red", (2, 7)), one("Bo", "blue", (8, 7)), one("Cy", "red", (2, 3)))
    stage.until("Ana")
    assert stage.refused(Fire(weapon="rifle", target=target)) == rule
    assert stage.refused(Aim(target=target, weapon="rifle")) == rule


def test_who_is_out_is_no_target() -> None:
    """CLK-4: Bo goes down at a health of 1: d20 of 19 + 5 hits, location 10, damage at least 2."""
    stage = Skirmish(one("Ana", "red", (2, 7)), one("Bo", "blue", (8, 7), health=1), one("Cy", "blue", (8, 9)),
                     rolls={"Ana/check": [[19]]})  # fmt: skip
    stage.until("Ana")
    stage.does(SHOOT, "ready")
    assert stage.refused(SHOOT) == "CLK-4"
    assert stage.refused(Fire(weapon="rifle", target="Cy")) is None


@pytest.mark.parametrize(
    ("facing", "rule"), [("n", None), ("e", None), ("se", None), ("s", "P-LOS-5"), ("sw", None), ("w", None)]
)
def test_a_target_in_the_rear_is_refused_one_at_exactly_135_degrees_is_in_the_flank(facing: str, rule: str | None) -> None:
    """P-LOS-2: Bo stands due north, which is 135 degrees off south-east and south-west."""
    stage = ana_and_bo((2, 3), ana={"facing": facing})
    assert stage.refused(SHOOT) == rule
    assert stage.refused(Aim(target="Bo", weapon="rifle")) == rule


@pytest.mark.parametrize(("cover", "rule"), [(75, None), (99, None), (100, "P-LOS-5")])
def test_full_cover_leaves_no_valid_target(cover: int, rule: str | None) -> None:
    """P-LOS-5: 100 percent or more is none."""
    assert ana_and_bo(objects=[thing((5, 7), cover=cover)]).refused(SHOOT) == rule


def test_full_concealment_leaves_a_valid_target() -> None:
    """P-LOS-7."""
    assert ana_and_bo(objects=[thing((5, 7), concealment=100)]).refused(SHOOT) is None


@pytest.mark.parametrize(("people", "rule"), [(1, None), (2, "P-LOS-5")])
def test_two_characters_in_the_way_leave_no_valid_target_but_one_does(people: int, rule: str | None) -> None:
    """P-LOS-4: one gives 50 percent, two or more 100; one can aim past them, for one sees him."""
    between = [one(name, "red", square) for name, square in (("Cy", (4, 7)), ("Di", (6, 7)))][:people]
    stage = Skirmish(one("Ana", "red", (2, 7)), one("Bo", "blue", (8, 7)), *between)
    stage.until("Ana")
    assert stage.refused(SHOOT) == rule
    assert stage.refused(Aim(target="Bo", weapon="rifle")) is None


@pytest.mark.parametrize(("column", "rule"), [(12, None), (13, "P-CHK-3")])
def test_beyond_the_extreme_band_a_target_is_refused(column: int, rule: str | None) -> None:
    """P-CHK-3: a pistol's extreme range here is 12 squares; from (0, 7)."""
    stage = Skirmish(one("Ana", "red", (0, 7), weapons=(PISTOL,)), one("Bo", "blue", (column, 7)))
    stage.until("Ana")
    assert stage.refused(Fire(weapon="pistol", target="Bo")) == rule


# what with, and how


def test_only_the_weapon_in_hand_is_fired_aimed_and_reloaded() -> None:
    """P-FIR-2: the pistol must be brought first; what she does not have can't."""
    stage = ana_and_bo()
    stage.fighter("Ana").weapons["pistol"].loaded = 0
    for option in (Fire(weapon="pistol", target="Bo"), Aim(target="Bo", weapon="pistol"), Reload(weapon="pistol")):
        assert stage.refused(option) == "P-FIR-2"
    for option in (Fire(weapon="bow", target="Bo"), Bring(weapon="bow"), Reload(weapon="bow")):
        assert stage.refused(option) == "CLK-5"
    assert stage.refused(Bring(weapon="rifle")) == "P-FIR-2"
    stage.does(Bring(weapon="pistol"), "ready")
    assert stage.refused(Reload(weapon="pistol")) is None
    assert stage.refused(SHOOT) == "P-FIR-2"


@pytest.mark.parametrize(
    ("mode", "loaded", "rule"),
    [
        ("single", 1, None), ("single", 0, "P-FIR-1"), ("burst", 3, None), ("burst", 2, "P-FIR-1"), ("auto", 10, None),
        ("auto", 9, "P-FIR-1"), ("fully", 30, "P-FIR-1"),
    ],
)  # fmt: skip
def test_a_fire_mode_needs_its_rounds(mode: str, loaded: int, rule: str | None) -> None:
    """P-FIR-1: 1, 3 and 10 rounds."""
    stage = ana_and_bo()
    stage.fighter("Ana").weapons["rifle"].loaded = loaded
    assert stage.refused(Fire(weapon="rifle", target="Bo", mode=mode)) == rule


def test_a_weapon_has_its_own_fire_modes_and_without_a_magazine_needs_no_rounds() -> None:
    """P-FIR-1."""
    beam = WeaponSpec(name="beam", damage="1d6", modes=("burst",), magazine=0)
    stage = ana_and_bo(ana={"weapons": (beam,)})
    assert stage.refused(Fire(weapon="beam", target="Bo", mode="burst")) is None
    assert stage.refused(Fire(weapon="beam", target="Bo")) == "P-FIR-1"
    assert stage.refused(Reload(weapon="beam")) == "P-FIR-2"
    assert stage.refused(Aim(target="Bo", weapon="beam")) == "P-FIR-1"


def test_an_aimed_shot_needs_a_spell_of_aim_at_that_target_with_that_weapon() -> None:
    """P-FIR-1."""
    stage = Skirmish(one("Ana", "red", (2, 7)), one("Bo", "blue", (8, 7)), one("Cy", "blue", (8, 9)))
    stage.until("Ana")
    shot = Fire(weapon="rifle", target="Bo", mode="aimed")
    assert stage.refused(shot) == "P-FIR-1"
    stage.does(Aim(target="Bo", weapon="rifle"), "ready")
    assert stage.refused(shot) is None
    assert stage.refused(Fire(weapon="rifle", target="Cy", mode="aimed")) == "P-FIR-1"


def test_no_more_than_two_spells_of_aim_are_worth_while() -> None:
    """P-FIR-1: at most two count."""
    assert aimed(1).refused(Aim(target="Bo", weapon="rifle")) is None
    assert aimed(2).refused(Aim(target="Bo", weapon="rifle")) == "P-FIR-1"


@pytest.mark.parametrize(
    ("mode", "sweep", "rule"),
    [("auto", "n", None), ("auto", None, None), ("burst", "n", "P-FIR-1"), ("single", "n", "P-FIR-1"), ("auto", "up", "P-FIR-1")],
)
def test_only_full_auto_sweeps_and_only_along_a_facing(mode: str, sweep: str | None, rule: str | None) -> None:
    """P-FIR-1."""
    assert ana_and_bo().refused(Fire(weapon="rifle", target="Bo", mode=mode, sweep=sweep)) == rule


@pytest.mark.parametrize(
    ("location", "cover", "rule"),
    [
        ("eye", 0, None), ("leg", 25, None), ("leg", 50, "P-LOS-6"), ("foot", 50, "P-LOS-6"), ("torso", 50, None),
        ("torso", 75, "P-LOS-6"), ("hand", 75, None), ("head", 75, None), ("head", 99, None), ("nose", 0, "P-LOS-6"),
        ("head", 100, "P-LOS-5"),
    ],
)  # fmt: skip
def test_a_called_location_must_be_one_there_is_and_exposed(location: str, cover: int, rule: str | None) -> None:
    """P-LOS-6, P-DMG-1: half cover hides the legs, three quarters all but head and one arm; below 100 a target is valid."""
    objects = [thing((5, 7), cover=cover)] if cover else []
    assert ana_and_bo(objects=objects).refused(Fire(weapon="rifle", target="Bo", location=location)) == rule


@pytest.mark.parametrize("mode", ["burst", "auto"])
def test_bursts_and_full_auto_call_no_location(mode: str) -> None:
    """P-LOS-6: a called shot is an aimed shot [R]."""
    assert ana_and_bo().refused(Fire(weapon="rifle", target="Bo", mode=mode, location="head")) == "P-LOS-6"


# in-direct fire


def thrower(square: Square = (8, 7), objects: Any = (), **grenade: Any) -> Skirmish:
    """Ana with a grenade, extreme range 15."""
    return ana_and_bo(square, objects, {"weapons": (attrs.evolve(GRENADE, **grenade),)})


def lob(**how: Any) -> Fire:
    """In-direct fire with a grenade."""
    return Fire(weapon="grenade", indirect=True, **how)


@pytest.mark.parametrize(
    ("how", "rule"),
    [
        ({"target": "Bo"}, None), ({"at": (8, 7)}, None), ({}, "P-LOS-3"), ({"target": "Bo", "at": (8, 7)}, "P-LOS-3"),
        ({"at": (17, 7)}, None), ({"at": (18, 7)}, "P-CHK-3"), ({"at": (20, 7)}, "P-LOS-1"), ({"at": (5, -1)}, "P-LOS-1"),
        ({"target": "Bo", "location": "head"}, "P-LOS-6"), ({"target": "Ana"}, "CLK-5"), ({"target": "Bo", "sweep": "n"}, "P-FIR-1"),
    ],
)  # fmt: skip
def test_indirect_fire_goes_to_one_target_or_square_in_range_on_the_map(how: dict[str, Any], rule: str | None) -> None:
    """P-LOS-3, P-CHK-3: 15 squares from (2, 7) is (17, 7); the map ends at column 19."""
    assert thrower().refused(lob(**how)) == rule


def test_indirect_fire_needs_no_line_of_sight() -> None:
    """P-LOS-3: at the square of Bo behind a wall, then in the rear; he himself can't be named out of sight."""
    walled = thrower(objects=wall((5, 7)))
    assert walled.refused(Fire(weapon="grenade", target="Bo")) == "P-LOS-5"
    assert walled.refused(lob(target="Bo")) == "P-LOS-5"
    assert walled.refused(lob(at=(8, 7))) is None
    behind = ana_and_bo(ana={"weapons": (GRENADE,), "facing": "w"})
    assert behind.refused(Fire(weapon="grenade", target="Bo")) == "P-LOS-5"
    assert behind.refused(lob(target="Bo")) == "P-LOS-5"
    assert behind.refused(lob(at=(8, 7))) is None


def test_only_what_can_is_fired_indirect_and_only_so_a_square_is_shot_at() -> None:
    """P-LOS-3."""
    stage = ana_and_bo()
    assert stage.refused(Fire(weapon="rifle", target="Bo", indirect=True)) == "P-LOS-3"
    assert stage.refused(Fire(weapon="rifle", at=(8, 7))) == "P-LOS-3"
    assert stage.refused(Fire(weapon="rifle")) == "P-LOS-1"


def test_indirect_fire_is_single_or_aimed() -> None:
    """P-LOS-3 [R]: no burst, no full auto; an aimed one needs its aim."""
    stage = thrower(modes=("single", "aimed", "burst", "auto"), magazine=30)
    for mode, rule in (("single", None), ("aimed", "P-FIR-1"), ("burst", "P-LOS-3"), ("auto", "P-LOS-3")):
        assert stage.refused(lob(target="Bo", mode=mode)) == rule


# modes, paces, and what is under way


@pytest.mark.parametrize(("mode", "rule"), [("forward", None), ("guarded", None), ("full", "P-MOD-1"), ("none", None)])
def test_who_guards_all_round_does_not_attack(mode: str, rule: str | None) -> None:
    """P-MOD-1."""
    assert ana_and_bo(ana={"mode": mode}).refused(SHOOT) == rule


@pytest.mark.parametrize(
    ("pace", "fires", "reloads"),
    [("walking", None, None), ("jogging", None, "P-FIR-2"), ("running", None, "P-FIR-2"), ("sprinting", "P-MOV-1", "P-FIR-2")],
)
def test_paces_at_which_one_shoots_and_reloads(pace: str, fires: str | None, reloads: str | None) -> None:
    """P-MOV-1: no ranged attack while sprinting; P-FIR-2 [R]: one reloads still or walking; P-FIR-1: one aims standing."""
    stage = ana_and_bo((15, 7))
    stage.fighter("Ana").weapons["rifle"].loaded = 5
    stage.does(Move(pace=pace, to=(9, 7)), "ready")
    assert stage.refused(SHOOT) == fires
    assert stage.refused(Reload(weapon="rifle")) == reloads
    assert stage.refused(Aim(target="Bo", weapon="rifle")) == "P-FIR-1"


def test_nobody_sets_off_to_sprint_while_a_shot_is_under_way() -> None:
    """P-MOV-1."""
    stage = ana_and_bo()
    stage.does(SHOOT, "commit")
    assert stage.refused(Move(pace="sprinting", to=(4, 7))) == "P-MOV-1"
    assert stage.refused(Move(pace="running", to=(4, 7))) is None


def test_nobody_moves_while_aiming_nor_hastens_while_reloading() -> None:
    """P-FIR-1, P-FIR-2 [R]: she asks to be woken in the middle of it."""
    for option, pace, rule in (
        (Aim(target="Bo", weapon="rifle"), "walking", "P-FIR-1"), (Reload(weapon="rifle"), "jogging", "P-FIR-2"),
        (Reload(weapon="rifle"), "walking", None),
    ):  # fmt: skip
        stage = ana_and_bo()
        stage.fighter("Ana").weapons["rifle"].loaded = 5
        assert stage.request is not None
        stage.request.wake = 2.0
        stage.does(option, "hold_expired")
        assert stage.refused(Move(pace=pace, to=(4, 7))) == rule


def test_while_something_is_under_way_nothing_else_is_begun() -> None:
    """P-FIR-2, CLK-2: but one may break off, move, hold; break off only once, and only something."""
    stage = ana_and_bo()
    assert stage.refused(BreakOff()) == "P-FIR-2"
    stage.does(SHOOT, "commit")
    begun = (SHOOT, Aim(target="Bo", weapon="rifle"), Reload(weapon="rifle"), Bring(weapon="pistol"), Face(facing="n"),
             Mode(mode="guarded"), Wait(until=90.0))  # fmt: skip
    assert [stage.refused(option) for option in begun] == ["P-FIR-2"] * len(begun)
    assert stage.refused(BreakOff()) is None
    assert stage.refused(Move(pace="walking", to=(4, 7))) is None


def test_what_is_broken_off_once_committed_is_not_broken_off_again() -> None:
    """P-FIR-2: committed at 2; she is woken at 2.5 and 3."""
    stage = ana_and_bo()
    for wake, option in ((2.5, SHOOT), (3.0, BreakOff())):
        assert stage.request is not None
        stage.request.wake = wake
        stage.does(option, "hold_expired")
    assert stage.refused(BreakOff()) == "P-FIR-2"


def test_reloading_must_add_something() -> None:
    """P-FIR-2."""
    stage = ana_and_bo()
    rifle = stage.fighter("Ana").weapons["rifle"]
    assert stage.refused(Reload(weapon="rifle")) == "P-FIR-2"
    rifle.loaded = 29
    assert stage.refused(Reload(weapon="rifle")) is None
    rifle.carried = 0
    assert stage.refused(Reload(weapon="rifle")) == "P-FIR-2"


def test_facing_and_mode_change_only_to_another_there_is() -> None:
    """P-LOS-2, P-MOD-1: Ana faces east, in forward mode."""
    stage = ana_and_bo()
    for option, rule in (
        (Face(facing="e"), "P-LOS-2"), (Face(facing="ne"), None), (Face(facing="up"), "P-LOS-2"),
        (Mode(mode="forward"), "P-MOD-1"), (Mode(mode="full"), None), (Mode(mode="none"), None), (Mode(mode="safe"), "P-MOD-1"),
    ):  # fmt: skip
        assert stage.refused(option) == rule


@pytest.mark.parametrize(("until", "rule"), [(0.0, "CLK-5"), (0.001, None), (5, None), (1e6, None)])
def test_one_waits_for_a_count_ahead(until: float, rule: str | None) -> None:
    """CLK-5."""
    assert ana_and_bo().refused(Wait(until=until)) == rule


# movement


@pytest.mark.parametrize(
    ("how", "rule"),
    [
        ({"to": (5, 5)}, None), ({}, "P-MOV-1"), ({"to": (5, 5), "path": ((3, 7),)}, "P-MOV-1"), ({"to": (2, 7)}, "P-MOV-1"),
        ({"to": (20, 7)}, "P-LOS-1"), ({"to": (4, 7)}, "P-MOV-1"), ({"to": (0, 0)}, "P-MOV-1"), ({"to": (8, 7)}, None),
        ({"path": ((3, 7), (3, 8))}, None), ({"path": ((3, 7), (4, 7))}, "P-MOV-1"), ({"path": ((4, 8),)}, "P-MOV-1"),
        ({"path": ((2, 7),)}, "P-MOV-1"), ({"path": ((3, 6), (4, 6), (5, 7))}, "P-MOV-1"),
        ({"path": ((1, 6), (0, 5), (-1, 5))}, "P-LOS-1"),
    ],
)  # fmt: skip
def test_a_movement_has_one_goal_that_can_be_walked_to(how: dict[str, Any], rule: str | None) -> None:
    """P-MOV-1: (4, 7) is a wall, the corner (0, 0) is walled in, Bo's own square can be shared; no corner of a wall is cut."""
    stage = ana_and_bo(objects=wall((4, 7), (1, 0), (0, 1)))
    assert stage.refused(Move(pace="walking", **how)) == rule


def test_paces_are_those_there_are_and_stopping_goes_nowhere() -> None:
    """P-MOV-1."""
    stage = ana_and_bo()
    assert stage.refused(Move(pace="crawling", to=(3, 7))) == "P-MOV-1"
    assert stage.refused(Move(pace="still")) == "P-MOV-1"
    stage.does(Move(pace="walking", to=(6, 7)), "ready")
    assert stage.refused(Move(pace="walking", to=(3, 7))) == "CLK-2"
    stage.does(Face(facing="ne"), "ready")
    assert stage.refused(Move(pace="still", to=(3, 7))) == "P-MOV-1"
    assert stage.refused(Move(pace="still")) is None


def test_cover_is_taken_where_there_is_some_from_somebody_in_sight() -> None:
    """P-LOS-4: the desk at (3, 8) covers (2, 8) from Bo, whom she sees."""
    desk = thing((3, 8), name="desk", cover=50)
    others = one("Bo", "blue", (19, 8)), one("Cy", "blue", (0, 7)), one("Di", "red", (2, 9))
    stage = Skirmish(one("Ana", "red", (2, 7), facing="e"), *others, objects=[desk])
    stage.until("Ana")
    for option, rule in (
        (Cover(pace="running"), None), (Cover(pace="running", threat="Bo"), None), (Cover(pace="still"), "P-MOV-1"),
        (Cover(pace="crawling"), "P-MOV-1"), (Cover(pace="walking", threat="Cy"), "P-LOS-5"),
        (Cover(pace="walking", threat="Di"), "CLK-5"), (Cover(pace="walking", threat="Nobody"), "CLK-5"),
    ):  # fmt: skip
        assert stage.refused(option) == rule, option


def test_no_cover_is_taken_from_nobody_nor_where_one_has_it_already() -> None:
    """P-LOS-4: on open ground; behind a wall, Bo out of sight; behind the desk."""
    assert ana_and_bo().refused(Cover(pace="walking")) == "P-LOS-4"
    assert ana_and_bo(objects=wall((5, 7))).refused(Cover(pace="walking")) == "P-LOS-4"
    assert ana_and_bo(objects=[thing((3, 7), cover=50)]).refused(Cover(pace="walking")) == "P-LOS-4"


# dodging


def shot_at(square: Square = (8, 7), **ana: Any) -> Skirmish:
    """Ana is told, at count 2, of a shot Bo has committed; the action's id is Bo#1."""
    stage = Skirmish(one("Ana", "red", (2, 7), **ana), one("Bo", "blue", square))
    stage.until("Ana", "noticed", Bo=Fire(weapon="rifle", target="Ana"))
    return stage


def test_a_dodge_is_declared_against_a_committed_attack() -> None:
    """P-MOD-2: once."""
    stage = shot_at()
    for option, rule in ((Dodge(), None), (Dodge(against="Bo#1"), None), (Dodge(against="Bo#2"), "P-MOD-2"), (Dodge(against=""), "P-MOD-2")):
        assert stage.refused(option) == rule
    stage.does(Dodge(), "ready")
    assert stage.refused(Dodge()) == "P-MOD-2"


def test_there_is_nothing_to_dodge_before_an_attack_is_committed() -> None:
    """P-MOD-2."""
    assert ana_and_bo().refused(Dodge()) == "P-MOD-2"


def test_an_attack_from_an_arc_one_guards_no_more_can_not_be_dodged() -> None:
    """P-MOD-1: she is told of it facing it; then, before she answers, faces away."""
    stage = shot_at()
    stage.fighter("Ana").facing = 6
    assert stage.refused(Dodge()) == "P-MOD-1"


def test_nobody_is_asked_for_an_attack_from_an_arc_it_does_not_guard() -> None:
    """P-MOD-1: forward guards the front alone; Bo stands in the flank."""
    with pytest.raises(AssertionError, match="Ana is not asked for noticed"):
        shot_at(facing="n")
    assert shot_at(facing="n", mode="guarded").refused(Dodge()) is None


def test_a_dodge_meant_for_whichever_is_the_first_by_stream_key() -> None:
    """P-MOD-2, CLK-2: Cy and Bo both shoot; Bo's comes first whoever was listed first."""
    stage = Skirmish(one("Ana", "red", (2, 7)), one("Cy", "blue", (8, 6)), one("Bo", "blue", (8, 8)))
    shots = {name: Fire(weapon="rifle", target="Ana") for name in ("Bo", "Cy")}
    stage.until("Ana", "noticed", **shots)
    stage.does(Dodge())
    assert [(event.actor, event.against) for event in stage.of("dodge")] == [("Ana", "Bo#1")]
    assert stage.refused(Dodge(against="Cy#1")) is None
    assert stage.refused(Dodge(against="Bo#1")) == "P-MOD-2"


def test_a_refusal_does_not_tell_where_somebody_out_of_sight_is_nor_whether_it_lives() -> None:
    """CLK-7, P-LOS-5: behind a wall, in the rear, out of range beyond the wall: the same words."""
    stages = [
        ana_and_bo(objects=wall((5, 7))), ana_and_bo(ana={"facing": "w"}), ana_and_bo((19, 7), objects=wall((5, 7)), ana={"weapons": (PISTOL,)}),
    ]  # fmt: skip
    told = {
        stage.request.legal(option)
        for stage, weapon in zip(stages, ("rifle", "rifle", "pistol"), strict=True)
        if stage.request is not None
        for option in (Fire(weapon=weapon, target="Bo"), Cover(pace="walking", threat="Bo"), Fire(weapon=weapon, target="Bo", mode="aimed"))
    }
    assert told == {"P-LOS-5: Bo is not in sight: in its rear or behind full cover"}
