"""The shipped shots battles load, teach, and mean what their comments say."""

from __future__ import annotations

from functools import cache
from itertools import pairwise

import pytest

import studies
from engine.shots.actions import OPTIONS
from scenarios import load, names, path_of

LISTED = {
    "ambush", "bodyguards", "charge_across_the_square", "defensive_stall", "dojo", "duel_of_schticks",
    "grenade_in_a_crowd", "gun_ports_and_walls", "hero_against_thirty", "long_range_duel", "medic_under_fire",
    "shootout_in_cover", "shots_drill", "shots_duel", "shots_mirror",
}  # fmt: skip

DECISIVE = sorted(LISTED - {"defensive_stall", "shots_drill"})


@cache
def of(name, seed=0):
    """Return the events of a shipped battle, and its result."""
    done = studies.run(load(name), seed=seed)
    return done.events, done.result


def of_type(events, kind):
    return [event for event in events if event.type == kind]


def over(name, kind, seeds=range(4)):
    """Return the events of one type of several battles together."""
    return [event for seed in seeds for event in of_type(of(name, seed)[0], kind)]


def test_the_battles_of_the_list_are_shipped() -> None:
    assert set(names("shots")) == LISTED


@pytest.mark.parametrize("name", sorted(LISTED))
def test_a_shipped_battle_says_what_it_shows_cites_rules_and_has_two_sides(name) -> None:
    text = path_of(name).read_text("utf-8")
    head = text[: text.index("schema =")]
    assert head.startswith("# ")
    assert "S-" in head or "CLK-" in head or "section 8" in head
    scenario = load(name)
    assert scenario.document["description"]
    assert len({spec.side for spec in scenario.combatants}) == 2


@pytest.mark.parametrize("name", DECISIVE)
def test_a_shipped_battle_is_won_or_drawn_whatever_the_dice(name) -> None:
    outcomes = {of(name, seed)[1].outcome for seed in range(4)}
    assert outcomes <= {"win", "draw"}


@pytest.mark.parametrize("name", ["shots_duel", "shootout_in_cover", "duel_of_schticks", "dojo", "hero_against_thirty"])
def test_neither_side_of_an_open_battle_always_wins(name) -> None:
    """Over 12 battles of fair odds one side wins all once in two thousand times; the seeds are fixed."""
    winners = {of(name, seed)[1].winner for seed in range(12)}
    assert len(winners - {None}) == 2


def test_the_stall_ends_as_a_stalemate_after_its_counts_and_is_no_timeout() -> None:
    """CLK-8: two who defend and hold make no progress."""
    for seed in range(3):
        events, result = of("defensive_stall", seed)
        assert (result.outcome, result.t) == ("stalemate", 60)
        assert len([event for event in of_type(events, "defense") if not event.over]) == 3


def test_the_mirror_match_has_the_same_gunman_twice() -> None:
    left, right = load("shots_mirror").combatants
    figures = [(one.skills, one.weapons, one.armor, one.toughness, one.speed, one.fortune) for one in (left, right)]
    assert figures[0] == figures[1]
    assert left.position[0] == -right.position[0]


def test_the_drill_carries_out_every_order_of_every_script() -> None:
    for seed in range(5):
        events, result = of("shots_drill", seed)
        assert (result.outcome, result.t) == ("timeout", 150)
        taken = [event for event in of_type(events, "decision") if event.option["do"] != "hold"]
        for name, agent in load("shots_drill").agents.items():
            orders = [order["do"] for order in agent.params["orders"]]
            assert [event.option["do"] for event in taken if event.actor == name] == orders


def test_the_drill_takes_every_option_there_is() -> None:
    events, _ = of("shots_drill")
    options = {option.__struct_config__.tag for option in OPTIONS}
    assert {event.option["do"] for event in of_type(events, "decision")} == options


def test_cover_is_behind_whom_the_shootout_says() -> None:
    """S-RNG-2: the crates' +4, the corner's +6, and the dark's +2 are among what attacks must reach."""
    values = {mod.value for roll in over("shootout_in_cover", "roll") for mod in roll.mods if mod.rule == "S-RNG-2"}
    assert values >= {2, 4, 6}


def test_unnamed_thugs_are_out_at_their_first_wound() -> None:
    """S-WND-3."""
    wounded = over("hero_against_thirty", "wound", range(2))
    thugs = [event for event in wounded if event.actor != "Ursula"]
    assert len(thugs) > 20
    assert all(event.wounds == event.points for event in thugs)
    assert len([spec for spec in load("hero_against_thirty").combatants if spec.unnamed]) == 30


def test_three_groups_of_thugs_roll_initiative_together() -> None:
    """S-WND-3: one roll a group and sequence, beside the hero's."""
    events, _ = of("hero_against_thirty")
    first = [roll for roll in of_type(events, "roll") if roll.purpose == "initiative" and roll.t == 0]
    assert len(first) == 4


def test_one_roll_of_a_grenade_meets_many_packed_targets() -> None:
    """S-RNG-4: 20 packed targets and more are two full groups of ten, +6; each next one is at least 1 harder."""
    events, _ = of("grenade_in_a_crowd")
    roll = next(event for event in of_type(events, "roll") if event.purpose == "attack" and event.actor == "Tarik")
    assert -6 in [mod.value for mod in roll.mods if mod.rule == "S-RNG-4"]
    hits = [event for event in of_type(events, "impact") if event.action == roll.action]
    assert len(hits) >= 20
    assert all(later.difficulty > event.difficulty for event, later in pairwise(hits))


def test_bodyguards_step_between_and_the_minister_often_lives() -> None:
    """S-DEF-4."""
    assert {event.target for event in over("bodyguards", "interpose")} == {"Minister"}
    alive = [of("bodyguards", seed)[1].combatants["Minister"]["able"] for seed in range(12)]
    assert 0 < sum(alive) < 12


def test_ambushers_are_looked_for_and_the_wary_scout_finds_more() -> None:
    """S-DEF-3: the scout rolls with +3; the surprised driver can't respond, so that it does not even look."""
    notices = over("ambush", "notice", range(6))
    found = {who: [event.noticed for event in notices if event.actor == who] for who in ("Scout", "Sergeant")}
    share = {who: rows.count("noticed") / len(rows) for who, rows in found.items()}
    assert share["Scout"] > share["Sergeant"]
    early = [event for seed in range(6) for event in of_type(of("ambush", seed)[0], "defense") if event.actor == "Driver"]
    assert early


def test_the_medic_tends_the_dying() -> None:
    """S-CHR-1, S-WND-2."""
    tended = over("medic_under_fire", "bind", range(8))
    assert {event.actor for event in tended} == {"Medic"}
    assert any(event.bound and event.target == "Point man" for event in tended)


def test_the_rocket_takes_the_left_port_at_once_and_the_right_one_wears_away_hit_by_hit() -> None:
    """S-WND-4: 20 is twice 10; every hit above its Toughness lowers the right port by 1, from 12, until it falls."""
    for seed in range(6):
        hits = of_type(of("gun_ports_and_walls", seed)[0], "structure")
        assert [(event.toughness, event.destroyed) for event in hits if event.name == "left port"] == [(0, True)]
        right = [event.toughness for event in hits if event.name == "right port"]
        assert right == [*range(11, 11 - len(right) + 1, -1), 0]
        assert len(right) > 5


def test_the_rifle_on_the_ridge_shoots_as_a_long_weapon_past_all_normal_range() -> None:
    """S-RNG-1: at more than 150 m only who stands still reaches at all."""
    far = [event for event in over("long_range_duel", "impact") if event.distance and event.distance > 150]
    assert {event.actor for event in far} == {"Viktor"}


def test_runners_are_as_hard_to_hit_as_they_are_fast_but_not_for_the_mounted_gun() -> None:
    """S-RNG-3: Dodge 10, Move 16; 13 is a dodge."""
    hits = [event for event in over("charge_across_the_square", "impact") if event.target and "Runner" in event.target]
    needed = {who: {event.difficulty for event in hits if event.actor == who} for who in ("Machine gunner", "Pistol 1")}
    assert needed["Machine gunner"] <= {10, 13}
    assert 16 in needed["Pistol 1"]
    assert needed["Pistol 1"] <= {10, 13, 16}


def test_the_dojo_knows_only_hands_and_what_hands_throw() -> None:
    assert {weapon.range for spec in load("dojo").combatants for weapon in spec.weapons} == {"melee", "short"}
    assert "lightning_dodge" in {event.kind for event in over("dojo", "defense")}


def test_the_duel_of_schticks_shows_them() -> None:
    """S-CHR-3: Inner Focus and Lightning Dodge are called on, and shots cost nothing at one who closes."""
    schticks = over("duel_of_schticks", "schtick", range(8))
    assert {event.name for event in schticks} >= {"inner_focus"}
    free = [event for event in over("duel_of_schticks", "announce", range(8)) if event.shots == 0]
    assert free
    assert {event.actor for event in free} == {"Kestrel"}
