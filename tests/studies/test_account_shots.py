"""The account of a shots battle: what it says of each event, how it keeps crowds short, its header and totals."""

from __future__ import annotations

import copy
import json
from io import StringIO
from pathlib import Path
from typing import Any

import pytest

from engine.events_shots import SHOTS_EVENTS
from engine.shots.actions import OPTIONS
from scenarios import load
from studies import account_shots
from studies.account import sentence, tell
from studies.account_live import LiveAccount
from studies.account_render import tables, text_of
from studies.account_shots_totals import together, totals_of
from studies.account_shots_words import _DEEDS as DEEDS
from studies.account_shots_words import deed, dice_text, names_text
from studies.account_story import Story
from studies.run import run

LOG = Path(__file__).parent / "logs" / "shots.jsonl"
EVENTS: list[dict[str, Any]] = [json.loads(line) for line in LOG.read_text(encoding="utf-8").splitlines()]


@pytest.fixture
def events() -> list[dict[str, Any]]:
    return copy.deepcopy(EVENTS)


def lines(events: list[dict[str, Any]], detail: str = "normal") -> list[str]:
    return [f"{line.t:g} {line.who}: {line.text}" for line in tell(events, detail).lines]


def alone(**event: Any) -> str:
    """Return the line of one event after the header of the handmade log."""
    return lines([EVENTS[0], {"seq": 1, "t": 1.0, "actor": "Ana", "cause": 0, **event}])[0].removeprefix("1 Ana: ")


# header


def test_the_header_names_gear_schticks_and_luck_and_unnamed_ones_once() -> None:
    """S-CHR-1, S-CHR-3, S-WND-3."""
    assert tell(EVENTS).fighters == [
        (
            "Ana",
            "side red; pistol and hand grenade; leather jacket; schticks fast draw, guts (2), signature weapon (pistol); "
            "Fortune 2; agent script",
        ),
        ("Bo", "side blue; sword; vest; wary; agent gunman"),
        ("Thug 1 to 6", "side blue; unnamed, group thugs; knife; agent mob"),
    ]


def test_unnamed_ones_that_carry_something_else_have_a_line_of_their_own(events: list[dict[str, Any]]) -> None:
    events[0]["scenario"]["combatants"][4]["weapons"] = [{"name": "club"}]
    assert [name for name, _ in tell(events).fighters] == ["Ana", "Bo", "Thug 1 to 2, 4 to 6", "Thug 3"]


# lines


def test_a_sequence_tells_its_order_from_the_highest_shot_down() -> None:
    """S-SEQ-1."""
    assert lines(EVENTS)[0] == "0 : sequence 1, from shot 14: 14 Ana; 11 Bo; 8 Thug 1 to 6"


def test_an_action_tells_its_shot_the_next_one_and_why() -> None:
    """S-SEQ-3."""
    assert '0 Ana: attacks Bo with pistol (shot 14, next at 11) - "he looks slow"' in lines(EVENTS)
    assert "13 Ana: attacks Bo with pistol (shot 1, no more this sequence)" in lines(EVENTS)


def test_a_snapshot_on_the_move_says_so() -> None:
    """S-SEQ-5, S-MOV-1."""
    told = "4 Bo: attacks Ana with sword, a snapshot for 2, moving toward Ana, to within 1 m (shot 10, next at 8)"
    assert told in lines(EVENTS)


def test_an_active_defense_tells_its_bonus_and_what_it_costs() -> None:
    """S-DEF-1."""
    assert "0 Bo: defends by dodge, +3 (11 shots left, next at 10)" in lines(EVENTS)


def test_a_hit_tells_total_difficulty_outcome_damage_and_the_roll() -> None:
    """S-ROL-2, S-ROL-3: 14 + 3 against 10 + 3; 10 + 4 damage."""
    assert (
        "0 Ana: hits Bo with pistol at 12 m: 17 against 13, Outcome 4, damage 14 "
        "(needs -1 = 10 dodge + 3 dodge - 14 guns; rolled 5 - 2 = 3)"
    ) in lines(EVENTS)


def test_a_wonder_and_a_fumble_are_told_with_what_they_do() -> None:
    """S-ROL-1: both first dice six; 16 and 3 for the wonder; the fumble costs 3 shots."""
    told = lines(EVENTS)
    assert (
        "10 Ana: hits Bo with pistol at 5 m: 26 against 10, Outcome 19 with 3 for the wonder, damage 29 "
        "(needs -4 = 10 dodge - 14 guns; rolled (6+6+6+2) - (6+2) = 12, both dice highest)"
    ) in told
    assert (
        "4 Bo: fumbles against Ana with sword at 2 m: 9 against 13 "
        "(needs 2 = 13 dodge - 13 martial arts + 2 snapshot of 2; rolled (6+1) - (6+3) = -2, both dice highest)"
    ) in told
    assert "4 Bo: loses 3 shots by the fumble (next at 5)" in told


def test_a_wound_tells_what_was_stopped_and_what_it_adds_up_to() -> None:
    """S-ROL-3."""
    assert "0 Bo: takes 6 Wound Points from Ana (6 in all): 14 damage - 6 Toughness - 2 armor" in lines(EVENTS)
    none = alone(type="wound", by="Bo", damage=7, toughness=9, armor=0, points=0, wounds=3)
    assert none == "takes no Wound Points from Bo (3 in all): 7 damage - 9 Toughness"


def test_a_death_test_and_its_end_have_their_lines() -> None:
    """S-WND-1, S-WND-2."""
    assert lines(EVENTS)[-3:] == [
        "13 Bo: is impaired: -2 to all rolls (36 Wound Points)",
        "13 Bo: rolls death test: needs 1 = 6 Wound Points past 30 - 7 Constitution + 2 impairment; rolled 2 - 4 = -2: fails by 3",
        "13 Bo: is out of the fight: dying, dead in 3000 sequences unless tended (36 Wound Points, S-WND-2)",
    ]


@pytest.mark.parametrize(
    ("event", "words"),
    [
        ({"type": "death", "why": "S-WND-2: dead at once", "wounds": 56}, "is dead at once (56 Wound Points, S-WND-2)"),
        ({"type": "death", "why": "S-WND-2: died of the wounds", "wounds": 40}, "is dead: died of the wounds (40 Wound Points, S-WND-2)"),
        ({"type": "down", "why": "CLK-5: its agent failed", "wounds": 0}, "is out of the fight: its agent failed (0 Wound Points, CLK-5)"),
        ({"type": "impairment", "value": 0, "wounds": 20}, "is impaired no more (20 Wound Points)"),
        ({"type": "impairment", "value": 1, "wounds": 26}, "fights the better for it: +1 to all rolls (26 Wound Points)"),
        ({"type": "structure", "name": "door", "damage": 9, "toughness": 6, "destroyed": False}, "damages door: 9 damage, Toughness 6 left"),
        ({"type": "structure", "name": "door", "damage": 14, "toughness": 0, "destroyed": True}, "destroys door with 14 damage"),
        ({"type": "structure", "name": "crate", "damage": 9, "against": 11, "toughness": 11, "destroyed": False, "effect": "none"},
         "does crate no harm, it holds: 9 damage against Toughness 11"),
        ({"type": "structure", "name": "crate", "damage": 9, "against": 2, "toughness": 0, "destroyed": True, "effect": "none"},
         "hits crate, which is destroyed already"),
        ({"type": "impact", "result": "hit", "target": "crate", "weapon": "pistol", "distance": 10.0, "total": 25, "difficulty": 5, "damage": 9},
         "hits crate with pistol at 10 m: 25 against 5, damage 9"),
        ({"type": "bind", "target": "Bo", "bound": True, "healed": 0, "wounds": 40}, "tends Bo"),
        ({"type": "bind", "target": "Ana", "bound": True, "healed": 4, "wounds": 8}, "treats itself: 4 Wound Points healed, 8 left"),
        ({"type": "bind", "target": "B{o}", "bound": False, "healed": 0, "wounds": 40}, "fails to tend B{o}"),
        ({"type": "fortune", "roll": "death_test", "what": "set_aside", "left": 2}, "sets a Fortune point aside for death test; 2 left"),
        ({"type": "fortune", "roll": "attack", "what": "taken_back", "left": 1}, "takes a Fortune point back for attack; 1 left"),
        ({"type": "schtick", "name": "inner_focus", "what": "+2 to attacks", "left": 4}, "uses inner focus: +2 to attacks; 4 left"),
        ({"type": "volunteer", "against": "Bo#1"}, "takes the worst of the attack"),
        ({"type": "interpose", "target": "Cy", "against": "Bo#1"}, "steps between Cy and the attack"),
        ({"type": "defense", "kind": "parry", "target": "Cy", "value": "dodge", "bonus": 3}, "defends for Cy by parry, +3"),
        ({"type": "defense", "kind": "alert", "target": "Ana", "value": "detect", "bonus": 3}, "defends by alert, +3 to detect"),
        ({"type": "notice", "of": "Bo", "what": "attack", "noticed": "not noticed"}, "does not notice the attack of Bo"),
        ({"type": "draw", "weapon": "throwing_knife", "what": "picked_up", "in_hand": ["throwing_knife"]},
         "has picked up throwing knife; in hand: throwing knife"),
        ({"type": "reload", "weapon": "pistol", "loaded": 15, "left": 30}, "reloads pistol: 15 to shoot, 30 more carried"),
        ({"type": "counter", "before": 11, "after": 6, "rule": "S-SEQ-4", "why": "waits"}, "waits for shot 6"),
        ({"type": "wound", "by": "Bo", "damage": 12, "toughness": 10, "armor": 1, "points": 1, "wounds": 3, "toughness_mods": [
            {"rule": "S-ROL-3", "value": 8, "why": "Toughness"}, {"rule": "S-CHR-3", "value": 2, "why": "Iron Skin"}]},
         "takes 1 Wound Point from Bo (3 in all): 12 damage - 8 Toughness - 2 Iron Skin - 1 armor"),
        ({"type": "impact", "result": "hit", "target": "Bo", "weapon": "pistol", "total": 14, "difficulty": 13, "outcome": 1, "damage": 13,
          "damage_mods": [{"rule": "S-ROL-3", "value": 9, "why": "Damage Value of pistol"},
                          {"rule": "S-CHR-3", "value": 3, "why": "Signature Weapon"}, {"rule": "S-ROL-2", "value": 1, "why": "Outcome"}]},
         "hits Bo with pistol: 14 against 13, Outcome 1, damage 13 with 3 for Signature Weapon"),
        ({"type": "impact", "result": "lost", "target": "Bo", "weapon": "pistol", "rule": "CLK-3", "why": "Ana is out: dying"},
         "loses the attack on Bo with pistol: Ana is out: dying"),
        ({"type": "impact", "result": "no_target", "weapon": "grenade", "rule": "S-RNG-4", "why": "nobody is within its radius"},
         "attacks nobody with grenade: nobody is within its radius"),
        ({"type": "weather", "rain": True}, "weather: rain yes"),
    ],
)  # fmt: skip
def test_every_event_has_its_words(event: dict[str, Any], words: str) -> None:
    assert alone(**event) == words


def test_a_reload_is_told_once_with_its_cost(events: list[dict[str, Any]]) -> None:
    """S-SEQ-3."""
    option = {"do": "reload", "weapon": "pistol"}
    log = [
        events[0],
        {"seq": 1, "t": 1.0, "type": "declare", "actor": "Ana", "action": "Ana#1", "cause": 0, "option": option},
        {"seq": 2, "t": 1.0, "type": "counter", "actor": "Ana", "action": "Ana#1", "cause": 1, "before": 9, "after": 8, "rule": "S-SEQ-3", "why": "reload"},
        {"seq": 3, "t": 1.0, "type": "reload", "actor": "Ana", "action": "Ana#1", "cause": 1, "weapon": "pistol", "loaded": 15, "left": 0},
    ]  # fmt: skip
    assert lines(log) == ["1 Ana: reloads pistol: 15 to shoot, 0 more carried (shot 9, next at 8)"]


@pytest.mark.parametrize(
    ("after", "schtick", "told"),
    [(8, "Crowd Breaker", "(shot 9, next at 8; -1 Crowd Breaker)"), (9, "Fast Draw", "(free; -1 Fast Draw)")],
)
def test_a_schtick_that_changes_a_cost_is_told_with_it(after: int, schtick: str, told: str) -> None:
    """S-CHR-3, S-SEQ-3."""
    log = [
        EVENTS[0],
        {"seq": 1, "t": 1.0, "type": "declare", "actor": "Ana", "action": "Ana#1", "cause": 0, "option": {"do": "draw", "weapon": "pistol"}},
        {"seq": 2, "t": 1.0, "type": "counter", "actor": "Ana", "action": "Ana#1", "cause": 1, "before": 9, "after": after,
         "rule": "S-SEQ-3", "why": "draw", "mods": [{"rule": "S-CHR-3", "value": -1, "why": schtick}]},
    ]  # fmt: skip
    assert lines(log) == [f"1 Ana: draws pistol {told}"]


def test_shots_that_ran_down_are_told_in_the_fullest_account_and_nothing_spent() -> None:
    """S-SEQ-2."""
    down = {"seq": 1, "t": 1.0, "type": "counter", "actor": "Ana", "cause": 0, "before": 11, "after": 6, "rule": "S-SEQ-2", "why": "runs down"}
    assert lines([EVENTS[0], down]) == []
    assert lines([EVENTS[0], down], "full")[1:] == ["1 Ana: has let 5 shots run down: 11 to 6 (S-SEQ-2)"]
    assert totals_of([EVENTS[0], down])["Ana"].spent == 0


def test_who_is_dead_is_not_told_to_be_out_as_well(events: list[dict[str, Any]]) -> None:
    """S-WND-2."""
    log = [
        events[0],
        {"seq": 1, "t": 1.0, "type": "death", "actor": "Bo", "why": "S-WND-2: dead at once", "wounds": 56},
        {"seq": 2, "t": 1.0, "type": "down", "actor": "Bo", "cause": 1, "why": "S-WND-2: dead", "wounds": 56},
    ]
    assert lines(log) == ["1 Bo: is dead at once (56 Wound Points, S-WND-2)"]
    assert totals_of(log)["Bo"].state == "dead"


def test_an_area_on_nobody_reaches_nobody(events: list[dict[str, Any]]) -> None:
    """S-RNG-4."""
    option = {"do": "area", "weapon": "grenade", "at": [1.0, 2.0], "shots": 3}
    assert alone(type="declare", option=option) == "attacks everyone around (1, 2) with grenade, reaching nobody"


# crowds


def test_unnamed_ones_that_do_the_same_are_told_in_one_line() -> None:
    """S-WND-3: four run."""
    assert [line for line in lines(EVENTS) if line.startswith("6 ")] == [
        "6 : Thug 1 to 4: runs toward Ana, to within 1 m (shot 8, next at 5)"
    ]


def test_an_attack_on_many_is_told_in_one_line_and_whom_it_puts_out_in_another() -> None:
    """S-RNG-4, S-WND-3: 12 against 8 to 13; Outcomes 4 to 0 leave 9 to 5 Wound Points."""
    told = [line for line in lines(EVENTS) if line.startswith("7 ")]
    assert told == [
        "7 Ana: attacks everyone around (20, 3) with hand grenade, with a Fortune point, reaching Thug 1 to 6 (shot 7, next at 4)",
        "7 Ana: spends a Fortune point on attack: +2; 1 left",
        "7 Ana: hits Thug 1 to 5 (against 8 to 12), misses Thug 6 (against 13) with hand grenade: 12 in all "
        "(needs -2 = 8 dodge - 12 throwing + 4 for 20.22 m, short range - 2 Fortune; rolled 3 - 1 = 2)",
        "7 : Thug 1 to 5 take 5 to 9 Wound Points from Ana and are out of the fight",
    ]


def test_a_target_of_an_area_attack_is_told_from_the_blast_with_what_the_attack_had_to_reach() -> None:
    """S-RNG-4: 12 against 10 + 1, rolled against the 10 of the first."""
    mods = [{"rule": "S-ROL-2", "value": 10, "why": "dodge"}, {"rule": "S-RNG-4", "value": 1, "why": "as target 2 of 2"}]
    area = {"t": 1.0, "actor": "Ana", "action": "Ana#9"}
    log = [
        EVENTS[0],
        {**area, "seq": 1, "type": "announce", "cause": 0, "weapon": "bomb", "targets": ["Cy", "Bo"], "shots": 3, "at": [1, 2]},
        {**area, "seq": 2, "type": "roll", "cause": 1, "purpose": "attack", "dice": "open d6", "faces": [5, 3], "result": "hit",
         "mods": [{"rule": "S-ROL-2", "value": 10, "why": "dodge"}, {"rule": "S-ROL-2", "value": -10, "why": "guns"}], "need": 0, "margin": 2},
        {**area, "seq": 3, "type": "impact", "cause": 2, "result": "hit", "target": "Bo", "weapon": "bomb", "distance": 2.0,
         "total": 12, "difficulty": 11, "outcome": 1, "damage": 15, "mods": mods},
    ]  # fmt: skip
    assert lines(log) == [
        "1 Ana: hits Bo with bomb, 2 m from the blast: 12 against 11, Outcome 1, damage 15 (11 = 10 dodge + 1 as target 2 of 2)"
    ]


def test_misses_of_a_crowd_are_told_together_and_hits_alone(events: list[dict[str, Any]]) -> None:
    log = [events[0]]
    for number, total in enumerate((6, 9, -2, 14), 1):
        hit = total >= 13
        log.append({
            "seq": number, "t": 2.0, "type": "impact", "actor": f"Thug {number}", "action": f"Thug {number}#1",
            "result": "hit" if hit else "miss", "target": "Ana", "weapon": "knife", "distance": 1.0, "total": total,
            "difficulty": 13, "outcome": total - 13,
        })  # fmt: skip
    assert lines(log) == [
        "2 : Thug 1 to 3: misses Ana with knife: -2 to 9 against 13",
        "2 Thug 4: hits Ana with knife at 1 m: 14 against 13, Outcome 1",
    ]


def test_an_unnamed_ones_wound_tells_that_it_is_out(events: list[dict[str, Any]]) -> None:
    """S-WND-3."""
    log = [
        events[0],
        {"seq": 1, "t": 1.0, "type": "wound", "actor": "Thug 2", "by": "Ana", "damage": 12, "toughness": 5, "armor": 0, "points": 7, "wounds": 7},
        {"seq": 2, "t": 1.0, "type": "down", "actor": "Thug 2", "cause": 1, "why": "S-WND-3: out of the fight", "wounds": 7},
    ]  # fmt: skip
    assert lines(log) == ["1 Thug 2: takes 7 Wound Points from Ana and is out of the fight: 12 damage - 5 Toughness"]


def test_the_fullest_account_leaves_nothing_out() -> None:
    assert len(lines(EVENTS, "full")) == len(EVENTS)


def test_the_short_account_keeps_sequences_attacks_wounds_and_ends() -> None:
    kinds = {EVENTS[line.seq]["type"] for line in tell(EVENTS, "short").lines}
    assert kinds == {"sequence", "impact", "wound", "down"}


def test_a_sentence_stands_alone() -> None:
    wound = next(event for event in EVENTS if event["type"] == "wound")
    told = "seq 15, count 0: Bo takes 6 Wound Points from Ana (6 in all): 14 damage - 6 Toughness - 2 armor"
    assert sentence(wound, Story(EVENTS)) == told


# words


@pytest.mark.parametrize(
    ("names", "told"),
    [
        (["Ana"], "Ana"),
        (["Gun 1", "Gun 2", "Gun 10", "Ana", "Gun 3"], "Gun 1 to 3, 10 and Ana"),
        (["Ana", "Bo", "Cy"], "Ana, Bo and Cy"),
        (["7"], "7"),
        (["Gun 01", "Gun 1"], "Gun 01 and Gun 1"),
        ([f"{letter}." for letter in "abcdefghijklmno"], "a., b., c., d., e., f., g., h., i., j., k., l. and 3 more"),
    ],
)
def test_many_names_are_put_together(names: list[str], told: str) -> None:
    assert names_text(names) == told


@pytest.mark.parametrize(
    ("faces", "told"),
    [([5, 2], "5 - 2 = 3"), ([6, 4, 6, 1], "(6+6+1) - 4 = 9"), ([4, 6, 6, 2], "4 - (6+6+2) = -10"), ([6, 6, 1, 3], "(6+1) - (6+3) = -2"),
     ([6, 2], "6 - 2 = 4")],
)  # fmt: skip
def test_an_open_roll_shows_both_chains(faces: list[int], told: str) -> None:
    """S-ROL-1: first the first faces of both, then the positive chain's, then the negative's."""
    assert dice_text({"dice": "open d6", "faces": faces}) == told


@pytest.mark.parametrize(
    ("option", "told"),
    [
        ({"do": "attack", "target": "Bo", "weapon": "heavy_pistol", "shots": 0}, "attacks Bo with heavy pistol, a free shot"),
        ({"do": "throw", "target": "Bo", "weapon": "knife", "shots": 1, "fortune": True}, "throws knife at Bo, a snapshot for 1, with a Fortune point"),
        ({"do": "area", "target": "Bo", "weapon": "grenade", "shots": 3}, "attacks everyone around Bo with grenade"),
        ({"do": "run", "away": "Bo"}, "runs away from Bo"),
        ({"do": "move", "to": [1.0, -2.5]}, "moves to (1, -2.5)"),
        ({"do": "draw", "weapon": "pistol", "toward": "Bo", "distance": 0.0}, "draws pistol, moving toward Bo"),
        ({"do": "bind", "target": "Bo", "fortune": True}, "tends Bo, with a Fortune point"),
        ({"do": "wait", "shot": 6}, "waits for shot 6"),
        ({"do": "defend_other", "target": "Bo", "kind": "parry"}, "defends Bo: parry"),
        ({"do": "fortune", "roll": "death_test", "active": False}, "takes back the Fortune point for death test"),
        ({"do": "dance", "style": "slow", "partner": None}, "dance: style slow"),
    ],
)
def test_options_are_told_in_words(option: dict[str, Any], told: str) -> None:
    assert deed(option) == told


def test_every_option_and_every_event_has_words() -> None:
    assert set(DEEDS) == {option.__struct_config__.tag for option in OPTIONS}
    assert {str(kind.__struct_config__.tag) for kind in SHOTS_EVENTS} <= set(account_shots._TELLERS)


# totals


def test_the_totals_count_attacks_hits_points_and_shots() -> None:
    """Ana: 4 attacks, 8 of 9 targets hit, 6 + 35 + 21 + 9 points; 3 shots each time. Bo: a fumble, a dodge."""
    totals = totals_of(EVENTS)
    ana, bo = totals["Ana"], totals["Bo"]
    assert (ana.attacks, ana.hits, ana.misses, ana.dealt, ana.taken, ana.spent) == (4, 8, 1, 71, 0, 12)
    assert (bo.attacks, bo.misses, bo.fumbles, bo.defenses, bo.taken, bo.wounds, bo.state) == (1, 1, 1, 1, 36, 36, "down")
    assert bo.shots == {"attacks": 2, "actions": 0, "defending": 1, "waiting": 0, "fumbled": 3}
    assert totals["Thug 1"].shots["actions"] == 3


def test_unnamed_ones_of_a_group_share_a_row() -> None:
    """S-WND-3."""
    rows = together(totals_of(EVENTS))
    assert list(rows) == ["Ana", "Bo", "Thug 1 to 6"]
    assert (rows["Thug 1 to 6"].state, rows["Thug 1 to 6"].taken) == ("1 of 6 up", 35)


@pytest.mark.parametrize("width", [80, 60])
def test_the_closing_tables_fit_the_terminal(width: int) -> None:
    for table in tables(tell(EVENTS), width)[0]:
        heads = [str(column.header) for column in table.columns]
        cells = [[str(cell) for cell in column.cells] for column in table.columns]
        wide = [max(map(len, (head, *column))) for head, column in zip(heads, cells, strict=True)]
        assert sum(wide) + 2 * (len(wide) - 1) <= width


# real battles


@pytest.mark.parametrize("scenario", ["shots_duel", "grenade_in_a_crowd", "bodyguards"])
def test_totals_are_those_the_engine_kept(scenario: str) -> None:
    log = run(load(scenario), 3, record=True).log()
    totals = totals_of(log)
    for name, its in log[-1]["combatants"].items():
        kept, told = its["totals"], totals[name]
        assert (told.hits, told.misses, told.fumbles) == (kept["hits"], kept["misses"], kept["fumbles"])
        assert (told.dealt, told.taken, told.wounds) == (kept["wounds_dealt"], kept["wounds_taken"], its["wounds"])
        assert (told.defenses, told.spent) == (kept["defenses"] + kept["interposed"], kept["shots_spent"])


@pytest.mark.parametrize("detail", ["short", "normal", "full"])
@pytest.mark.parametrize("scenario", ["shots_drill", "grenade_in_a_crowd"])
def test_a_battle_is_told_live_as_it_is_told_afterwards(scenario: str, detail: str) -> None:
    stream = StringIO()
    live = LiveAccount(detail, stream=stream)
    result = run(load(scenario), 7, sink=live)
    live.finish()
    told, whole = stream.getvalue(), text_of(tell(result.log(), detail))
    assert [line.split() for line in told.splitlines()] == [line.split() for line in whole.splitlines()]
