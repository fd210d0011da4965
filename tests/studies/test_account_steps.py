"""The account of a steps battle: what it says of each event, its header, its totals, its explanations."""

from __future__ import annotations

import copy
import json
from io import StringIO
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.events_steps import STEPS_EVENTS
from engine.options import Option
from engine.steps.actions import OPTIONS
from engine.system import Request
from scenarios import load
from studies import account_steps
from studies.account import sentence, tell
from studies.account_live import LiveAccount
from studies.account_map import Ground
from studies.account_render import tables, text_of
from studies.account_steps_totals import totals_of
from studies.account_steps_words import _DEEDS as DEEDS
from studies.account_steps_words import deed
from studies.account_story import Story
from studies.explain import explain, report
from studies.run import run

LOG = Path(__file__).parent / "logs" / "steps.jsonl"
EVENTS: list[dict[str, Any]] = [json.loads(line) for line in LOG.read_text(encoding="utf-8").splitlines()]


def lines(events: list[dict[str, Any]], detail: str = "normal") -> list[str]:
    return [f"{line.t:g} {line.who}: {line.text}" for line in tell(events, detail).lines]


def alone(**event: Any) -> str:
    """Return the line of one event after the header of the handmade log, at full detail."""
    told = lines([EVENTS[0], {"seq": 1, "t": 1.0, "actor": "Ana", "cause": 0, **event}], "full")
    return told[1].removeprefix("1 Ana: ")


def seq_of(kind: str, number: int = 0) -> int:
    return int([event for event in EVENTS if event["type"] == kind][number]["seq"])


# header


def test_the_header_names_gear_figures_skills_and_what_is_guarded() -> None:
    assert tell(EVENTS).fighters == [
        ("Ana", "side red; rifle and hand grenade; health 20, shooting 5, dodge 5; trained rifle, trained throwing; agent script"),
        ("Bo", "side blue; rifle; vest; health 20, shooting 5, dodge 5; guarding front and flanks; agent rifleman"),
        ("Cy", "side blue; rifle; health 20, shooting 5, dodge 5; trained rifle; agent script"),
    ]


# lines


def test_a_shot_tells_when_it_commits_and_shoots_and_why() -> None:
    """P-FIR-2."""
    told = lines(EVENTS)
    assert '0 Ana: fires rifle at Bo (commits 2, shoots 4) - "first blood"' in told
    assert "4 Ana: fires rifle at Cy, a burst (begins 5, commits 7, shoots 9)" in told
    assert "4 Bo: fires rifle at Ana, an aimed shot, at the head (begins 5, commits 7, shoots 9)" in told


def test_a_walk_tells_pace_goal_and_the_agents_note() -> None:
    """P-MOV-1."""
    assert '0 Bo: runs from (9, 2) to (9, 0): ordered - "out of the line"' in lines(EVENTS)
    assert "2 Bo: stands at (9, 0): arrived" in lines(EVENTS)


def test_a_dodge_is_told_when_declared_and_with_its_check() -> None:
    """P-MOD-2: 11 less 5 needs 6."""
    told = lines(EVENTS)
    assert "2 Bo: means to dodge the shot of Ana" in told
    assert "4 Bo: dodges the shot of Ana (needs 6 = 3 step 0 + 8 a dodge - 5 attribute dodge; rolled 8)" in told


def test_a_miss_tells_the_chain_of_its_difficulty_and_the_check() -> None:
    """P-CHK-1, P-CHK-2: medium 3, dodged 2: step 5 is 23; 14 and 5 are 19."""
    assert (
        "4 Ana: misses Bo with rifle at 8.25 squares: 19 against 23; step 5 = 3 range medium + 2 the target dodged; rolled 14 + 5"
    ) in lines(EVENTS)


def test_a_miss_that_hits_what_is_in_the_way_says_so() -> None:
    """P-CVR-1."""
    assert (
        "9 Ana: misses Cy with rifle at 9.06 squares and hits desk instead: 21 against 27; "
        "step 6 = 3 range medium + 2 cover 50% + 1 fire mode burst; rolled 16 + 5; "
        "the check exceeds 19, the difficulty of hitting what is in the way"
    ) in lines(EVENTS)
    assert "9 Ana: damages desk at (5, 2): 15, 10 points left" in lines(EVENTS)
    assert "14 Ana: destroys desk at (5, 2) with 43 damage" in lines(EVENTS, "short")


def test_a_natural_hit_says_that_the_total_was_too_low() -> None:
    """P-MOD-2: 20 and 5 are 25 against 31."""
    assert any("hits Ana with rifle at 8.25 squares: 25 against 31, a natural hit; step 7" in line for line in lines(EVENTS))


def test_a_wound_tells_dice_armor_and_what_is_left() -> None:
    """P-DMG-1."""
    told = lines(EVENTS)
    assert "9 Ana: loses 11 health in the head to Bo (9 of 20 left): 11 (2d6: 6+5 = 11)" in told
    armored = alone(type="wound", by="Bo", location="chest", damage=3, armor=4, lost=0, health=20)
    assert armored == "loses nothing in the chest to Bo (20 of 20 left): 3 - 4 armor"


def test_in_direct_fire_tells_its_mark_and_where_it_comes_down() -> None:
    """P-LOS-3."""
    told = lines(EVENTS)
    assert "10 Ana: fires hand grenade at (10, 2), in-direct (commits 12, shoots 14)" in told
    assert (
        "14 Ana: misses its mark (10, 2) with hand grenade at 9 squares: 16 against 23; step 5 = 3 range medium + 2 in-direct; rolled 11 + 5"
    ) in told
    assert "14 Ana: lands it on (10, 4), 2 squares off" in told


def test_who_is_dead_is_not_told_to_be_out_as_well() -> None:
    """P-DMG-1."""
    assert [line for line in lines(EVENTS) if " Cy: is " in line] == ["14 Cy: is dead (health -23, P-DMG-1)"]


@pytest.mark.parametrize(
    ("event", "words"),
    [
        ({"type": "impact", "result": "out_of_reach", "target": "Bo", "weapon": "rifle", "rule": "P-LOS-2", "why": "Bo is in its rear"},
         "has no shot at Bo with rifle: Bo is in its rear"),
        ({"type": "impact", "result": "no_target", "target": "Bo", "rule": "CLK-4", "why": "the target is out"},
         "finds Bo out of the fight: the target is out"),
        ({"type": "impact", "result": "lost", "target": "B{o}", "why": "Ana is out: down"}, "loses the shot at B{o}: Ana is out: down"),
        ({"type": "impact", "result": "broken_off", "target": "Bo", "why": "broken off"}, "fires no round at Bo: broken off"),
        ({"type": "break_off", "phase": "windup", "free": True, "why": "by choice"}, "breaks off its levelling (free): by choice"),
        ({"type": "break_off", "phase": "committed", "free": False, "why": "by choice"},
         "breaks off its shot (too late, it counts as a miss; no round is fired): by choice"),
        ({"type": "aim", "target": "Bo", "spells": 2, "why": "aims"}, "has Bo in its aim: 2 spells"),
        ({"type": "aim", "target": "Bo", "spells": 0, "why": "dodged"}, "has Bo in its aim no more: dodged"),
        ({"type": "reload", "weapon": "rifle", "loaded": 30, "left": 12}, "has rifle loaded: 30 to shoot, 12 more carried"),
        ({"type": "mode", "mode": "full", "why": "chosen"}, "is guarding all round: chosen"),
        ({"type": "face", "facing": "ne", "why": "turned"}, "faces north-east: turned"),
        ({"type": "step", "position": [3, 4], "facing": "s"}, "comes to (3, 4), facing south"),
        ({"type": "sight", "target": "Bo", "seen": True}, "sees Bo"),
        ({"type": "sight", "target": "Bo", "seen": False}, "loses sight of Bo"),
        ({"type": "walk", "pace": "still", "position": [3, 4], "path": [], "why": "the way is blocked"}, "stands at (3, 4): the way is blocked"),
        ({"type": "dodge", "against": "Bo#2", "declared": False, "success": False}, "fails to dodge the shot of Bo"),
        ({"type": "landed", "at": [3, 4], "scatter": 0}, "lands it on (3, 4)"),
        ({"type": "down", "why": "P-DMG-1: down", "health": -2}, "is out of the fight (health -2, P-DMG-1)"),
        ({"type": "down", "why": "CLK-5: agent of Bo: it is lost", "health": 9},
         "is out of the fight: agent of Bo: it is lost (health 9, CLK-5)"),
        ({"type": "weather", "rain": True}, "weather: rain yes"),
    ],
)  # fmt: skip
def test_every_event_has_its_words(event: dict[str, Any], words: str) -> None:
    assert alone(**event) == words


def log_of(*events: dict[str, Any]) -> list[dict[str, Any]]:
    """Return a log of these after the header of the handmade one, at count 1, numbered from 1."""
    return [EVENTS[0], *({"seq": place, "t": 1.0, "actor": "Ana", "cause": 0, **event} for place, event in enumerate(events, 1))]


def test_what_one_comes_to_see_at_a_moment_is_told_in_one_line() -> None:
    """P-LOS-1: with whoever sees it just so, and apart from whoever does not."""
    seen = [{"type": "sight", "actor": one, "target": other, "seen": True} for one, other in (
        ("Ana", "Thug 1"), ("Thug 1", "Ana"), ("Ana", "Thug 2"), ("Thug 2", "Ana"), ("Ana", "Bo"), ("Cy", "Ana"),
    )]  # fmt: skip
    gone = {"type": "sight", "actor": "Bo", "target": "Ana", "seen": False}
    assert lines(log_of(*seen, gone)) == [
        "1 Ana: sees Thug 1 to 2 and is seen", "1 Ana: sees Bo", "1 Cy: sees Ana", "1 Bo: loses sight of Ana",
    ]  # fmt: skip
    assert len(lines(log_of(*seen, gone), "full")) == 8


def test_two_that_lose_sight_of_each_other_are_told_once() -> None:
    """P-LOS-1."""
    lost = [{"type": "sight", "target": "B{o}", "seen": False}, {"type": "sight", "actor": "B{o}", "target": "Ana", "seen": False}]
    assert lines(log_of(*lost)) == ["1 Ana: neither sees B{o} any more nor is seen"]


def test_aim_makes_a_chain_easier_by_its_spells() -> None:
    """P-FIR-1."""
    chain = {"type": "chain", "target": "Bo", "steps": 1, "difficulty": 7, "links": [
        {"rule": "P-CHK-3", "steps": 3, "why": "range medium"}, {"rule": "P-FIR-1", "steps": -2, "why": "spells of aim: 2"},
    ]}  # fmt: skip
    assert alone(**chain) == "shoots at Bo: difficulty 7, step 1 = 3 range medium - 2 aim"


def test_a_walk_that_goes_on_at_once_is_not_told_to_have_ended() -> None:
    """P-MOV-1."""
    stop = {"type": "walk", "pace": "still", "position": [3, 4], "path": [], "why": "arrived"}
    on = {"type": "walk", "pace": "walking", "position": [3, 4], "path": [[4, 4]], "why": "ordered"}
    assert lines(log_of(stop, on)) == ["1 Ana: walks from (3, 4) to (4, 4): ordered"]
    assert lines(log_of(stop, {**on, "actor": "Bo"}))[0] == "1 Ana: stands at (3, 4): arrived"


def test_a_break_off_tells_the_agents_note_once() -> None:
    """P-FIR-2."""
    decision = {"type": "decision", "reason": ["commit"], "option": {"do": "break_off"}, "rules": [], "note": "no use"}
    told = lines(log_of(decision, {"type": "break_off", "cause": 1, "phase": "windup", "free": True, "why": "by choice"}))
    assert told == ['1 Ana: breaks off its levelling (free): by choice - "no use"']


@pytest.mark.parametrize(
    ("option", "told"),
    [
        ({"do": "fire", "weapon": "smg", "target": "Bo", "mode": "auto", "sweep": "ne"}, "fires smg at Bo, full auto, sweeping north-east"),
        ({"do": "aim", "weapon": "hunting_rifle", "target": "Bo"}, "aims hunting rifle at Bo"),
        ({"do": "bring", "weapon": "pistol"}, "changes to pistol"),
        ({"do": "mode", "mode": "guarded"}, "goes over to guarding front and flanks"),
        ({"do": "move", "pace": "jogging", "path": [[1, 1], [2, 2]]}, "jogs to (2, 2)"),
        ({"do": "move", "pace": "still"}, "stops"),
        ({"do": "cover", "pace": "running", "threat": "Bo"}, "runs for cover from Bo"),
        ({"do": "dance", "style": "slow", "partner": None}, "dance: style slow"),
    ],
)
def test_options_are_told_in_words(option: dict[str, Any], told: str) -> None:
    assert deed(option) == told


def test_every_option_and_every_event_has_words() -> None:
    assert set(DEEDS) == {option.__struct_config__.tag for option in OPTIONS}
    assert {str(kind.__struct_config__.tag) for kind in STEPS_EVENTS} <= set(account_steps._TELLERS)


def test_the_fullest_account_leaves_nothing_out() -> None:
    assert len(lines(EVENTS, "full")) == len(EVENTS)


def test_the_short_account_keeps_shots_wounds_and_ends() -> None:
    kinds = {EVENTS[line.seq]["type"] for line in tell(EVENTS, "short").lines}
    assert kinds == {"impact", "landed", "wound", "death", "object"}


# totals


def test_the_totals_count_shots_rounds_health_squares_and_counts() -> None:
    """Ana: 1 + 3 + 1 rounds, three misses, one of which hit the desk; 6 counts of levelling, 6 of squeezing, 1 of another weapon."""
    totals = totals_of(EVENTS)
    ana, bo, cy = totals["Ana"], totals["Bo"], totals["Cy"]
    assert (ana.shots, ana.rounds, ana.hits, ana.misses, ana.instead) == (3, 5, 0, 3, 1)
    assert (ana.health, ana.most, ana.dealt, ana.taken) == (9, 20, 43, 11)
    assert ana.counts == {"levelling": 6, "squeezing": 6, "aiming": 0, "reloading": 0, "dodging": 0, "other": 1, "moving": 0}
    assert (bo.hits, bo.dodges, bo.dodged, bo.squares, bo.counts["moving"], bo.counts["dodging"]) == (1, 1, 1, 2, 2, 1)
    assert (cy.state, cy.health) == ("dead", -23)


@pytest.mark.parametrize("width", [80, 60])
def test_the_closing_tables_fit_the_terminal(width: int) -> None:
    for table in tables(tell(EVENTS), width)[0]:
        heads = [str(column.header) for column in table.columns]
        cells = [[str(cell) for cell in column.cells] for column in table.columns]
        wide = [max(map(len, (head, *column))) for head, column in zip(heads, cells, strict=True)]
        assert sum(wide) + 2 * (len(wide) - 1) <= width


# explanations


def explained(seq: int) -> list[str]:
    return [line.strip() for line in report(explain(EVENTS, seq))]


def test_a_miss_is_explained_by_the_dodge_and_every_link_of_its_chain() -> None:
    """P-CHK-2, P-MOD-2."""
    told = explained(seq_of("impact"))
    for line in (
        "+3  range medium (P-CHK-3)", "+2  the target dodged (P-MOD-2)", "+5  step: all of these (P-CHK-2)",
        "+23  difficulty of that step (P-CHK-1)", "+19  total of the check (P-CHK-1)", "-23  what it had to reach (P-CHK-1)",
    ):  # fmt: skip
        assert line in told
    assert any("Bo dodges the shot of Ana" in line for line in told)
    assert any("dodged_steps = 2 steps" in line for line in told)


def test_a_wound_is_explained_by_its_location_dice_and_armor() -> None:
    """P-DMG-1."""
    told = explained(seq_of("wound", 1))
    assert any("rolls location (1d100): rolled 70: right abdomen" in line for line in told)
    assert "+43  damage (P-DMG-1)" in told


def test_a_sentence_stands_alone() -> None:
    told = sentence(EVENTS[seq_of("death")], Story(EVENTS))
    assert told == f"seq {seq_of('death')}, count 14: Cy is dead (health -23, P-DMG-1)"


# strange logs


values = st.none() | st.booleans() | st.integers(-(2**63), 2**64 - 1) | st.text(max_size=5) | st.lists(st.integers(), max_size=2)


@st.composite
def strange_logs(draw: st.DrawFn) -> list[dict[str, Any]]:
    """Return the handmade log with some fields set to anything, of the scenario too."""
    log = copy.deepcopy(EVENTS)
    inner = [log[0]["scenario"], log[0]["scenario"]["field"], *log[0]["scenario"]["field"]["objects"], *log[0]["scenario"]["combatants"]]
    for _ in range(draw(st.integers(1, 4))):
        event = draw(st.sampled_from([*log, *inner]))
        event[draw(st.sampled_from([key for key in [*event, "cause", "actor"] if key not in ("seq", "t", "type")]))] = draw(values)
    return log


@settings(max_examples=60, deadline=None)
@given(strange_logs(), st.sampled_from(["short", "normal", "full"]), st.sampled_from(["ends", "shots", "2"]), st.integers(0, len(EVENTS) - 1))
def test_any_log_can_be_told_and_explained(log: list[dict[str, Any]], detail: str, maps: str, seq: int) -> None:
    assert not any(ord(char) < 32 for char in text_of(tell(log, detail, maps=maps)).replace("\n", ""))
    assert report(explain(log, seq))


# real battles


class Chooser:
    """Takes one of the options it is offered: shots mostly, so that much happens."""

    def __init__(self, seed: int) -> None:
        self._random = Random(seed)

    def decide(self, request: Request) -> Option:
        shots = [option for option in request.options if option.do in ("fire", "dodge")]
        return self._random.choice(shots if shots and self._random.random() < 0.7 else list(request.options))


def battle(name: str, seed: int, sink: LiveAccount | None = None) -> list[dict[str, Any]]:
    """Return the log of a shipped battle, its agents replaced."""
    scenario = load(name)
    agents = {spec.name: Chooser(place) for place, spec in enumerate(scenario.combatants)}
    return run(scenario, seed, agents=agents, sink=sink, record=True).log()


@pytest.mark.parametrize("scenario", ["breach", "steps_duel", "bystanders"])
def test_totals_are_those_the_engine_kept(scenario: str) -> None:
    log = battle(scenario, 3)
    totals = totals_of(log)
    for name, its in log[-1]["combatants"].items():
        kept, told = its["totals"], totals[name]
        assert (told.shots, told.rounds, told.hits, told.misses) == (kept["shots"], kept["rounds"], kept["hits"], kept["misses"])
        assert (told.dealt, told.taken, told.health) == (kept["damage_dealt"], kept["damage_taken"], its["health"])
        assert (told.instead, told.dodges, told.dodged) == (kept["covers_hit"], kept["dodges"], kept["dodged"])
        assert told.squares == kept["squares"]


@pytest.mark.parametrize(("detail", "maps"), [("short", "none"), ("normal", "ends"), ("full", "shots"), ("normal", "7.5")])
@pytest.mark.parametrize("scenario", ["grenade_over_the_wall", "steps_duel"])
def test_a_battle_is_told_live_as_it_is_told_afterwards(scenario: str, detail: str, maps: str) -> None:
    stream = StringIO()
    live = LiveAccount(detail, stream=stream, maps=maps)
    log = battle(scenario, 7, live)
    live.finish()
    told, whole = stream.getvalue(), text_of(tell(log, detail, maps=maps))
    assert [line.split() for line in told.splitlines()] == [line.split() for line in whole.splitlines()]


@pytest.mark.parametrize("scenario", ["breach", "street_ambush"])
def test_the_map_at_the_end_is_where_the_engine_left_everybody(scenario: str) -> None:
    """P-MOV-1, P-LOS-2, P-MOD-1, P-DMG-1: followed through the log from the first square and facing."""
    log = battle(scenario, 5)
    ground = Ground(log[0]["scenario"])
    for event in log:
        ground.take(event)
    for name, its in log[-1]["combatants"].items():
        figure = ground.figures[name]
        assert [figure.square, figure.facing, figure.mode] == [tuple(its["position"]), its["facing"], its["mode"]]
        assert (figure.health, figure.state == "") == (its["health"], its["able"])
