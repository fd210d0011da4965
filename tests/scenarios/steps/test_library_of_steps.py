"""The shipped steps battles load, teach, and mean what their comments say."""

from __future__ import annotations

from functools import cache

import pytest

import studies
from engine.steps import grid
from engine.steps.actions import OPTIONS
from scenarios import load, names, path_of

LISTED = {
    "breach", "bystanders", "figure_a_to_f", "firefight_in_the_office", "flank_attack", "grenade_over_the_wall", "last_stand",
    "running_the_gauntlet", "six_on_six", "smoke", "sniper_alley", "steps_drill", "steps_duel", "steps_mirror", "street_ambush", "suppression",
}  # fmt: skip

TIMED = {"bystanders", "figure_a_to_f", "running_the_gauntlet", "steps_drill"}
"""Battles with a time of their own, at which they may end."""

SCRIPTED = {"figure_a_to_f", "steps_drill"}


@cache
def of(name, seed=0):
    """Return the events of a shipped battle, and its result."""
    done = studies.run(load(name), seed=seed)
    return done.events, done.result


def of_type(events, kind, actor=None):
    return [event for event in events if event.type == kind and actor in (None, event.actor)]


def over(name, kind, seeds=range(4), actor=None):
    """Return the events of one type of several battles together."""
    return [event for seed in seeds for event in of_type(of(name, seed)[0], kind, actor)]


def links(event):
    """Return the links of a chain by rule, with their steps, those of no steps left out."""
    return [(link.rule, link.steps) for link in event.links if link.steps]


def test_the_battles_of_the_list_are_shipped() -> None:
    assert set(names("steps")) == LISTED


@pytest.mark.parametrize("name", sorted(LISTED))
def test_a_shipped_battle_says_what_it_shows_cites_rules_and_has_two_sides(name) -> None:
    text = path_of(name).read_text("utf-8")
    head = text[: text.index("schema =")]
    assert head.startswith("# ")
    assert "P-" in head
    scenario = load(name)
    assert scenario.document["description"]
    assert len({spec.side for spec in scenario.combatants}) == 2


@pytest.mark.parametrize("name", sorted(LISTED))
def test_a_shipped_battle_ends_in_good_order_whatever_the_dice(name) -> None:
    outcomes = {of(name, seed)[1].outcome for seed in range(4)}
    assert outcomes <= {"win", "draw"} | ({"timeout"} if name in TIMED else set())
    assert outcomes == {"timeout"} or name not in SCRIPTED


@pytest.mark.parametrize("name", ["steps_duel", "steps_mirror", "firefight_in_the_office", "suppression"])
def test_neither_side_of_an_open_battle_always_wins(name) -> None:
    """Over 12 battles of fair odds one side wins all once in two thousand times; the seeds are fixed."""
    winners = {of(name, seed)[1].winner for seed in range(12)}
    assert len(winners - {None}) == 2


# the figure


def test_the_figure_gives_each_target_the_steps_the_source_gives_it() -> None:
    """P-LOS-4, P-LOS-5: D and F 2 steps of short range, difficulty 11; E behind D and C behind half a wall 2 more, 19."""
    events, _ = of("figure_a_to_f")
    chains = {event.target: (links(event), event.difficulty) for event in of_type(events, "chain")}
    assert chains == {
        "D": ([("P-CHK-3", 2)], 11),
        "E": ([("P-CHK-3", 2), ("P-LOS-5", 2)], 19),
        "C": ([("P-CHK-3", 2), ("P-LOS-5", 2)], 19),
        "F": ([("P-CHK-3", 2)], 11),
    }


def test_what_misses_e_or_c_hits_what_stands_before_them_above_eleven_and_nothing_else() -> None:
    """P-CVR-1: worked there by hand: 12 to 18 hits the cover, up to 11 nothing, 19 and more the target."""
    struck = {"E": "D", "C": "half_wall"}
    seen = set()
    for event in over("figure_a_to_f", "impact", range(20)):
        if event.target not in struck:
            continue
        hit = event.total >= 19 or event.total - 5 == 20
        expected = "target" if hit else "cover" if event.total > 11 else "stray"
        found = "target" if event.result == "hit" else "cover" if event.struck == struck[event.target] else "stray"
        assert found == expected, event
        seen.add((event.target, found))
    assert seen >= {("E", "target"), ("E", "cover"), ("C", "target"), ("C", "cover")}


def test_b_is_never_seen_and_f_only_after_a_has_turned() -> None:
    """P-LOS-2, P-LOS-5."""
    events, _ = of("figure_a_to_f")
    sights = [(event.t, event.target, event.seen) for event in of_type(events, "sight", "A")]
    assert (13, "F", True) in sights
    assert not [target for _, target, _ in sights if target == "B"]
    assert not [event for event in events if event.type in ("declare", "impact") and getattr(event, "target", None) == "B"]


# the drill


def test_the_drill_carries_out_every_order_of_every_script_at_its_count() -> None:
    """P-FIR-1, P-FIR-2, P-MOV-1, CLK-5."""
    scenario = load("steps_drill")
    for seed in range(5):
        events, result = of("steps_drill", seed)
        assert (result.outcome, result.t) == ("timeout", 80)
        taken = [event for event in of_type(events, "decision") if event.option["do"] != "hold"]
        for name, agent in scenario.agents.items():
            orders = [order for order in agent.params["orders"] if order["do"] != "hold"]
            mine = [event for event in taken if event.actor == name]
            assert [event.option["do"] for event in mine] == [order["do"] for order in orders]
            assert [event.t for event in mine] == [order.get("at", event.t) for event, order in zip(mine, orders, strict=True)]


def test_the_drill_takes_every_option_there_is() -> None:
    events, _ = of("steps_drill")
    options = {option.__struct_config__.tag for option in OPTIONS}
    assert {event.option["do"] for event in of_type(events, "decision")} == options


def test_the_drill_shoots_at_the_counts_and_difficulties_its_comment_names() -> None:
    """P-CHK-3, P-LOS-6, P-FIR-1; a dodge that was made adds 2 steps, 8 points."""
    for seed in range(4):
        events, _ = of("steps_drill", seed)
        dodged = {event.action for event in of_type(events, "dodge") if event.success}
        shots = of_type(events, "chain")
        assert [event.t for event in shots] == [5, 20, 24, 32, 49]
        plain = [event.difficulty - (8 if event.action in dodged else 0) for event in shots]
        assert plain == [11, 11, 15, 19, 31]  # short: 2; +2 head -2 aim; +1 burst; +2 full auto; long 4, novice 1, in-direct 2


# the others


def test_the_mirror_map_is_its_own_image_by_a_half_turn_and_so_are_the_sides() -> None:
    scenario = load("steps_mirror")
    width, height = scenario.field.width, scenario.field.height
    things = {(thing.name, thing.position) for thing in scenario.field.objects}
    assert things == {(name, (width - 1 - x, height - 1 - y)) for name, (x, y) in things}
    squares = {side: {spec.position for spec in scenario.combatants if spec.side == side} for side in ("west", "east")}
    assert squares["east"] == {(width - 1 - x, height - 1 - y) for x, y in squares["west"]}
    figures = {(spec.shooting, spec.dodge, spec.health, spec.weapons, spec.armor) for spec in scenario.combatants}
    assert len(figures) == 1


def test_the_duel_begins_at_medium_range() -> None:
    """P-CHK-3."""
    one, other = load("steps_duel").combatants
    gap = grid.gap2(one.position, other.position)
    assert all(weapon.short**2 < gap <= weapon.medium**2 for spec in (one, other) for weapon in spec.weapons)


def test_furniture_is_in_the_way_in_the_office_and_goes_to_pieces() -> None:
    """P-LOS-4, P-CVR-1, P-DMG-1."""
    covers = {event.struck for event in over("firefight_in_the_office", "impact", range(6)) if event.struck is not None}
    assert covers & {"chair", "desk", "filing_cabinet"}
    steps = {steps for event in over("firefight_in_the_office", "chain", range(6)) for rule, steps in links(event) if rule == "P-LOS-5"}
    assert steps & {1, 2, 3}


def test_windows_leave_a_quarter_to_hit_in_the_ambush() -> None:
    """P-LOS-5."""
    steps = [steps for event in over("street_ambush", "chain") for rule, steps in links(event) if rule == "P-LOS-5"]
    assert 3 in steps


def test_smoke_hides_and_stops_no_bullet() -> None:
    """P-LOS-7: 2 or 4 steps for thin or thick smoke; a miss never hits it."""
    steps = {steps for event in over("smoke", "chain", range(6)) for rule, steps in links(event) if rule == "P-LOS-7"}
    assert steps & {2, 4}
    assert not [event for event in over("smoke", "impact", range(6)) if event.struck in ("smoke", "thin_smoke")]


def test_grenades_fly_over_the_wall_and_reach_who_is_behind_it() -> None:
    """P-LOS-3: in-direct fire is 2 steps harder, and lands where it is thrown or scattered from there."""
    chains = [event for event in over("grenade_over_the_wall", "chain", range(6), "Grenadier") if ("P-LOS-3", 2) in links(event)]
    assert chains
    landed = over("grenade_over_the_wall", "landed", range(6), "Grenadier")
    assert len(landed) == len(chains)
    wounded = {event.actor for event in over("grenade_over_the_wall", "wound", range(6)) if event.by == "Grenadier"}
    assert wounded & {"Xeno", "Yuri", "Zoe"}


def test_the_passer_by_declares_a_dodge_and_is_sometimes_hit_instead_of_the_minister() -> None:
    """P-MOD-3, P-CVR-1."""
    declared = [event for event in over("bystanders", "dodge", range(8), "Passer-by") if event.declared]
    assert declared
    struck = {event.struck for event in over("bystanders", "impact", range(8), "Assassin") if event.target == "Minister"}
    assert "Passer-by" in struck
    covered = [("P-LOS-5", 2) in links(event) for event in over("bystanders", "chain", range(8), "Assassin")]
    assert any(covered)


def test_the_door_is_shot_to_pieces_and_then_walked_through() -> None:
    """P-DMG-1, P-MOV-1."""
    for seed in range(4):
        events, _ = of("breach", seed)
        broken = [event for event in events if event.type == "object" and event.destroyed]
        assert "door" in {event.name for event in broken} or "plaster_wall" in {event.name for event in broken}
    inside = {tuple(event.position) for event in over("breach", "step", range(4)) if event.actor in ("Point", "Second")}
    assert any(10 <= x <= 17 and 2 <= y <= 8 for x, y in inside)


def test_the_sniper_aims_before_shooting() -> None:
    """P-FIR-1."""
    spells = {event.spells for event in over("sniper_alley", "aim", range(4), "Sniper")}
    assert spells & {1, 2}


def test_the_machine_gun_fires_full_auto() -> None:
    """P-FIR-1."""
    modes = {event.mode for event in over("suppression", "fired", range(4), "Gunner")}
    assert "auto" in modes


def test_the_fox_comes_to_shoot_from_beside_or_behind_the_sandbags() -> None:
    """P-LOS-2, P-LOS-4: some shots of the flanker meet no cover at all."""
    shots = over("flank_attack", "chain", range(6), "Fox")
    assert any("P-LOS-5" not in {rule for rule, _ in links(event)} for event in shots)


def test_runners_are_at_the_wall_by_their_pace() -> None:
    """P-MOV-1: 38 squares at 1.5 squares a count are 25 1/3 counts, at 1 square 38; the walker needs 152."""
    arrived = {}
    for seed in range(8):
        for event in of_type(of("running_the_gauntlet", seed)[0], "walk"):
            if event.why == "arrived" and event.actor in ("Walker", "Jogger", "Runner", "Sprinter"):
                arrived.setdefault(event.actor, set()).add(round(event.t, 1))
    assert arrived["Sprinter"] == {25.3}
    assert arrived.get("Runner", {38.0}) == {38.0}
    assert arrived.get("Jogger", {76.0}) == {76.0}
