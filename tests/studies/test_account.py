"""The readable account: what it says of each event, how it prints, and that it takes any log."""

from __future__ import annotations

import json
import re
from io import StringIO
from pathlib import Path
from typing import Any

import pytest

from studies.account import ended, outcome_text, sentence, tell
from studies.account_render import print_account, text_of
from studies.account_story import Story
from studies.account_totals import totals_of
from studies.account_words import deed

LOG = Path(__file__).parent / "logs" / "handmade.jsonl"


@pytest.fixture
def events() -> list[dict[str, Any]]:
    return [json.loads(line) for line in LOG.read_text().splitlines()]


def lines(events: list[dict[str, Any]], detail: str = "normal") -> list[str]:
    return [f"{line.t:g} {line.who} {line.text}" for line in tell(events, detail).lines]


def of(events: list[dict[str, Any]], kind: str) -> dict[str, Any]:
    return next(event for event in events if event["type"] == kind)


def test_the_header_names_the_battle_and_who_fights_with_what(events: list[dict[str, Any]]) -> None:
    account = tell(events)
    assert account.title == "Blade against spear (counts, seed 7, battle 0)"
    assert account.fighters == [
        ("Ana", "side red; broadsword; mail shirt; HTK 30; agent brawler"),
        ("Bo", "side blue; spear; HTK 20; agent hold"),
    ]


def test_a_declaration_tells_its_planned_times(events: list[dict[str, Any]]) -> None:
    assert (
        '0 Ana declares attack on Bo with broadsword: begins 4, commits 9, lands 14, ready 19 - "he looks slow"'
        in lines(events)
    )


def test_a_blow_tells_where_its_chance_comes_from(events: list[dict[str, Any]]) -> None:
    assert (
        "14 Ana hits Bo in the right chest with broadsword: 65 = 70 broadsword + 10 chopping + 20 Press 2 - 35 DEF; "
        "rolled 42: hit, SL 2; at 3 ft, Press 2"
    ) in lines(events)


WOUND = "14 Bo loses 11 HTK in the right chest to Ana (9 of 20 left): 17 chopping (dice 3+3 = 6; 7 broadsword), armor 4: 13 through"


def test_a_wound_tells_the_damage_chain_and_what_is_left(events: list[dict[str, Any]]) -> None:
    of(events, "wound").update({"pab": 4, "pab_stopped": 2})
    assert f"{WOUND}, 4 concussive: PAB stops 4, what is left of PAB stops 2" in lines(events)


def test_a_wound_of_a_log_without_the_points_of_pab_tells_what_is_left_of_it(events: list[dict[str, Any]]) -> None:
    assert f"{WOUND}, 4 concussive: PAB stops 4, PAB left 2" in lines(events)


def test_a_wound_tells_critical_leaks_and_cap(events: list[dict[str, Any]]) -> None:
    of(events, "wound").update({"critical": 3, "pab": 1, "pab_left": 0, "leaked": 2, "capped": 5})
    assert f"{WOUND}, 4 concussive: PAB stops 2, 2 get past it, 9 x 3 = 27, the cap takes 5" in lines(events)


def test_a_wound_that_armor_stops_whole_says_so(events: list[dict[str, Any]]) -> None:
    of(events, "wound").update({"armor": 20, "through": 0, "concussive": 0, "pab": 4})
    assert any(line.endswith("armor 20 stops it") for line in lines(events))


def test_a_modifier_of_zero_is_a_remark_after_the_sum(events: list[dict[str, Any]]) -> None:
    roll = next(event for event in events if event.get("purpose") == "to_hit")
    roll["mods"][-1] = {"rule": "C-HIT-9", "value": 0, "why": "no DEF: not aware of the attacker"}
    assert any("(no DEF: not aware of the attacker); rolled 42" in line for line in lines(events))


def test_a_save_a_stun_and_an_end_have_their_lines(events: list[dict[str, Any]]) -> None:
    told = lines(events)
    assert "14 Bo rolls health save (1d100): health 50; rolled 55: failed" in told
    assert "14 Bo is stunned until 25" in told
    assert "20 Bo is out of the fight: system shock (20 HTK lost)" in told


def test_rolls_told_with_their_event_have_no_line_of_their_own_unless_all_is_told(events: list[dict[str, Any]]) -> None:
    assert not any("rolls to hit" in line for line in lines(events))
    assert any("rolls to hit" in line for line in lines(events, "full"))
    assert len(lines(events, "full")) == len(events)


def test_the_short_account_keeps_blows_wounds_and_ends(events: list[dict[str, Any]]) -> None:
    kinds = {events[line.seq]["type"] for line in tell(events, "short").lines}
    assert kinds == {"impact", "wound", "effect", "stun", "down"}


def test_a_type_nobody_knows_is_told_by_its_fields(events: list[dict[str, Any]]) -> None:
    assert "16  weather: rain yes; wind speed 3.5" in lines(events)


def test_an_event_with_fields_of_other_kinds_is_told_as_it_stands(events: list[dict[str, Any]]) -> None:
    of(events, "declare")["option"] = ["attack"]
    assert any(line.startswith("0 Ana declare: option attack") for line in lines(events))


def test_the_totals_count_blows_damage_and_counts_spent(events: list[dict[str, Any]]) -> None:
    totals = tell(events).totals
    ana, bo = totals["Ana"], totals["Bo"]
    assert (ana.blows, ana.hits, ana.misses, ana.dealt, ana.first_blow) == (1, 1, 0, 11, 14.0)
    assert (bo.state, bo.htk, bo.htk_lost) == ("down", 20, 20)
    # Ana winds up 4..9, is committed 9..14, recovers 14..19; Bo is stunned from 14 until it goes down at 20.
    assert ana.counts == {"winding": 5.0, "committed": 5.0, "couched": 0.0, "recovering": 5.0, "stunned": 0.0}
    assert bo.counts["stunned"] == 6.0


def blow(seq: int, t: float, kind: str, /, **fields: Any) -> dict[str, Any]:
    return {"seq": seq, "t": t, "type": kind, "actor": "Ana", "action": "Ana#1", "cause": seq - 1, **fields}


def test_a_wind_up_dropped_for_free_ends_when_it_is_dropped(events: list[dict[str, Any]]) -> None:
    log = [
        events[0],
        blow(1, 2.0, "windup", kind="attack", weapon="broadsword", until=7.0),
        blow(2, 4.5, "decision", reason=["noticed"], option={"do": "break_off"}, rules=["C-TIM-7"]),
        blow(3, 4.5, "break_off", phase="windup", free=True, why="by choice"),
        blow(4, 9.0, "mode", mode="static", set_distance=5.0, why="order"),
    ]
    ana = tell(log).totals["Ana"]
    assert (ana.counts["winding"], ana.counts["committed"], ana.break_offs, ana.blows) == (2.5, 0.0, 1, 0)


def test_a_committed_blow_broken_off_runs_to_its_impact_and_is_no_blow(events: list[dict[str, Any]]) -> None:
    log = [
        events[0],
        blow(1, 2.0, "windup", kind="attack", weapon="broadsword", until=7.0),
        blow(2, 7.0, "commit", weapon="broadsword", target="Bo", impact=12.0),
        blow(3, 8.0, "decision", reason=["noticed"], option={"do": "break_off"}, rules=["C-TIM-7"]),
        blow(4, 8.0, "break_off", phase="committed", free=False, why="by choice"),
        blow(5, 12.0, "impact", result="broken_off", weapon="broadsword", target="Bo"),
    ]
    ana = tell(log).totals["Ana"]
    assert (ana.counts["winding"], ana.counts["committed"], ana.break_offs, ana.blows) == (5.0, 5.0, 1, 0)


def test_an_action_that_a_stun_ends_is_no_break_off_of_its_own(events: list[dict[str, Any]]) -> None:
    log = [
        events[0],
        blow(1, 2.0, "windup", kind="attack", weapon="broadsword", until=7.0),
        blow(2, 4.5, "stun", until=9.0),
        blow(3, 4.5, "break_off", phase="windup", free=True, why="stunned"),
        blow(4, 9.0, "stun", until=9.0, over=True),
    ]
    ana = tell(log).totals["Ana"]
    assert (ana.break_offs, ana.counts["winding"], ana.counts["stunned"]) == (0, 2.5, 4.5)


def test_a_couch_counts_until_its_release(events: list[dict[str, Any]]) -> None:
    log = [
        events[0],
        blow(1, 0.0, "windup", kind="couch", weapon="spear", until=5.0),
        blow(2, 5.0, "couched", weapon="spear"),
        blow(3, 11.0, "release", weapon="spear", target="Bo", until=13.5),
        blow(4, 13.5, "commit", weapon="spear", target="Bo", impact=18.5),
    ]
    counts = tell(log).totals["Ana"].counts
    assert (counts["winding"], counts["couched"]) == (7.5, 6.0)


@pytest.mark.parametrize(
    ("outcome", "winner", "told"),
    [
        ("win", "red", "Side red wins at count 12.5: why."),
        ("draw", None, "A draw at count 12.5: why."),
        ("timeout", None, "Time is up, nobody has won at count 12.5: why."),
        ("error", None, "The battle ended in an error at count 12.5: why."),
        ("truce", None, "truce at count 12.5: why."),
    ],
)
def test_every_outcome_has_its_sentence(outcome: str, winner: str | None, told: str) -> None:
    assert ended(outcome, winner, "why", 12.5) == told


def test_a_log_without_an_end_says_where_it_stops(events: list[dict[str, Any]]) -> None:
    assert outcome_text(events[:6], "cut in line 7") == "The log has no end (cut in line 7); it stops at count 4."


def test_a_sentence_stands_alone(events: list[dict[str, Any]]) -> None:
    assert sentence(of(events, "commit"), Story(events)) == "seq 8, count 9: Ana is committed against Bo, lands at 14"


def test_hostile_names_are_shown_as_text(events: list[dict[str, Any]]) -> None:
    name = "[red]Bo[/red]\x1b[31m\n\u202eevil"
    text = LOG.read_text().replace('"Bo"', json.dumps(name))
    printed = text_of(tell([json.loads(line) for line in text.splitlines()]))
    assert "[red]Bo[/red]\\x1b[31m\\n\\u202eevil" in printed
    assert "\x1b" not in printed
    assert "\u202e" not in printed


def test_printed_off_a_terminal_it_is_plain_and_unwrapped(events: list[dict[str, Any]]) -> None:
    printed = text_of(tell(events), ["again:  couched run duel --seed 7"]).splitlines()
    assert not any("\x1b" in line or line != line.rstrip() for line in printed)
    assert any(line.startswith("       14  Bo   loses 11 HTK") and line.endswith("PAB left 2") for line in printed)
    assert printed[-2:] == ["Side red wins at count 20: only red can still fight.", "again:  couched run duel --seed 7"]
    assert "Ana      up     30/30      1     1       0        0     11     14        0" in printed


def test_a_mover_goes_toward_or_away_from_the_one_it_reckons_with(events: list[dict[str, Any]]) -> None:
    start = json.loads(json.dumps(events[0]))
    start["scenario"]["combatants"][1]["position"] = [9.0, 0.0]
    log = [
        start,
        blow(1, 1.0, "move", position=[0.0, 0.0], velocity=[1.0, 0.0], why="offensive mode", distance=9.0, toward="Bo"),
        blow(2, 3.0, "move", position=[2.0, 0.0], velocity=[-0.6, 0.8], why="ground lost", distance=7.0, toward="Bo"),
        blow(3, 4.0, "move", position=[1.4, 0.8], velocity=[0.0, 0.0], why="arrived", distance=7.64),
    ]
    assert lines(log) == [
        "1 Ana moves toward Bo at 1 ft/ct at 9 ft: offensive mode",
        "3 Ana moves away from Bo at 1 ft/ct at 7 ft: ground lost",
    ]


def test_a_contest_tells_both_sides_rolls(events: list[dict[str, Any]]) -> None:
    skill = {"rule": "C-STG-4", "value": 50, "why": "Combat Maneuver"}
    log = [
        events[0],
        blow(1, 1.0, "roll", purpose="maneuver", dice="1d100", faces=[20], result="success", mods=[skill], need=50.0),
        {**blow(2, 1.0, "roll", purpose="maneuver", dice="1d100", faces=[66], result="failure", mods=[], need=45.0)}
        | {"actor": "Bo"},
        blow(3, 1.0, "press", target="Bo", success=30, opposed=-21, stages=2, ground=2.0, winner="Ana"),
    ]
    assert lines(log) == [
        "1 Ana presses Bo: 30 (Combat Maneuver 50, rolled 20) against -21 (needs 45, rolled 66); "
        "Ana gains 2 stages, 2 ft to walk"
    ]


class Terminal(StringIO):
    """A stream that says it is a terminal."""

    def isatty(self) -> bool:
        return True


def on_a_terminal(events: list[dict[str, Any]], monkeypatch: pytest.MonkeyPatch, **environment: str) -> str:
    for name in ("NO_COLOR", "FORCE_COLOR", "TERM", "COLORTERM", "COLUMNS"):
        monkeypatch.delenv(name, raising=False)
    for name, value in {"TERM": "xterm-256color", **environment}.items():
        monkeypatch.setenv(name, value)
    stream = Terminal()
    print_account(tell(events), [], stream)
    return stream.getvalue()


def test_on_a_terminal_lines_are_wrapped_under_their_words(
    events: list[dict[str, Any]], monkeypatch: pytest.MonkeyPatch
) -> None:
    printed = re.sub(r"\x1b\[[0-9;]*m", "", on_a_terminal(events, monkeypatch, COLUMNS="60"))
    told = printed.split("counts spent")[0].splitlines()
    assert max(map(len, told)) <= 60
    start = next(index for index, line in enumerate(told) if "hits Bo in the right chest" in line)
    assert told[start + 1].startswith(" " * 16 + "65 = 70")


def test_on_a_terminal_kinds_of_lines_have_colours_unless_there_are_to_be_none(
    events: list[dict[str, Any]], monkeypatch: pytest.MonkeyPatch
) -> None:
    assert "\x1b[31mloses 11 HTK" in on_a_terminal(events, monkeypatch, COLUMNS="200")
    plain = on_a_terminal(events, monkeypatch, COLUMNS="200", NO_COLOR="1")
    assert "\x1b[31m" not in plain
    assert "loses 11 HTK" in plain


def test_charges_grapples_throws_and_falls_have_their_lines() -> None:
    log = Path(__file__).parents[1] / "golden" / "charge_and_grapple.jsonl"
    told = lines([json.loads(line) for line in log.read_text().splitlines()], "short")
    assert {
        "8 Bo charges Ana: bash 15 against 0, throws Ana by 15", "8 Ana is knocked back 1.5 ft",
        "19 Ana takes hold of Bo by the right upper leg", "30 Ana lets go of Bo: another declaration",
        "37 Ana throws Bo down", "62 Bo throws Ana away", "62.125 Ana comes over quay, 9 ft deep",
        "71.625 Ana falls: landed, 9 ft deep at 12 ft/ct",
    } <= set(told)  # fmt: skip


@pytest.mark.parametrize(
    ("event", "words"),
    [({"type": "collision", "what": "floor", "velocity": 4.0}, "hits the floor at 4 ft/ct"),
     ({"type": "overbear", "target": "B{o}", "what": "down", "success": False}, "does not throw B{o} down"),
     ({"type": "overbear", "target": "Bo", "what": "hold", "success": False, "location": "left lower_leg"},
      "gets no hold of Bo by the left lower leg"),
     ({"type": "overbear", "target": "Bo", "what": "{0}", "success": True}, "{0} Bo"),
     ({"type": "bash", "target": "Bo", "bash": 12, "blow": 12, "difference": 0}, "charges Bo: bash 12 against 12, throws neither")],
)  # fmt: skip
def test_what_came_to_nothing_is_told_too(event: dict[str, Any], words: str) -> None:
    assert lines([{"seq": 0, "t": 1.0, "actor": "Ana", **event}]) == [f"1 Ana {words}"]


def test_missiles_aims_and_bindings_have_their_lines() -> None:
    log = Path(__file__).parents[1] / "golden" / "missiles.jsonl"
    events = [json.loads(line) for line in log.read_text().splitlines()]
    assert {
        "10 Ava looses longbow at Bo over 60 ft, arrives at 11.333; 23 left",
        "27 Ava has longbow loaded: 1 to shoot, 23 left in all",
        "34 Ava follows Bo with its aim (targeting perception 60; rolled 60: made)",
        "58 Bo thrown throwing axe; in hand: mind_bolt",
        "110 Bo binds itself: 0 HTK a minute bleed on",
    } <= set(lines(events))  # fmt: skip


@pytest.mark.parametrize(
    ("event", "words"),
    [({"type": "aim", "target": "Bo", "success": False}, "follows Bo no more"),
     ({"type": "bind", "target": "B{o}", "bound": False, "rate": 3}, "leaves unbound B{o}: 3 HTK a minute bleed on"),
     ({"type": "wound", "by": "Bo", "location": "mind", "damage_type": "energy", "damage": 9, "armor": 0, "through": 9,
       "critical": 2, "lost": 0, "pow": 18, "pow_lost": 20},
      "loses 18 POW to Bo (20 lost in all): 9 energy, armor 0: 9 through, 9 x 2 = 18"),
     ({"type": "impact", "result": "hit", "target": "Cy", "weapon": "bow", "rule": "C-MIS-1", "why": "in the line of fire"},
      "hits Cy with bow: in the line of fire")],
)  # fmt: skip
def test_what_missiles_and_minds_come_to_is_told_too(event: dict[str, Any], words: str) -> None:
    assert lines([{"seq": 0, "t": 1.0, "actor": "Ana", **event}]) == [f"1 Ana {words}"]


def test_a_missile_counts_once_and_its_flight_is_no_time_of_its_shooter() -> None:
    shot = [
        {"type": "commit", "t": 5.0, "action": "Ana#1"}, {"type": "loose", "t": 10.0, "action": "Ana#1"},
        {"type": "windup", "t": 12.0, "action": "Ana#2"},
        {"type": "impact", "t": 14.0, "action": "Ana#1", "result": "miss", "target": "Bo"},
        {"type": "impact", "t": 14.0, "action": "Ana#1", "result": "hit", "target": "Cy", "rule": "C-MIS-1"},
        {"type": "commit", "t": 16.0, "action": "Ana#2"},
    ]  # fmt: skip
    totals = totals_of([{"seq": seq, "actor": "Ana", **event} for seq, event in enumerate(shot)])["Ana"]
    assert (totals.blows, totals.hits, totals.misses) == (1, 0, 1)
    assert (totals.counts["committed"], totals.counts["winding"]) == (5, 4)


@pytest.mark.parametrize(("columns", "kept", "gone"), [("80", "parried", "nothing"), ("60", "dealt", "first"), ("40", "hits", "misses")])
def test_the_closing_tables_fit_the_terminal(
    columns: str, kept: str, gone: str, events: list[dict[str, Any]], monkeypatch: pytest.MonkeyPatch
) -> None:
    events[0]["scenario"]["combatants"][1]["name"] = "A name of more than sixteen letters"
    printed = re.sub(r"\x1b\[[0-9;]*m", "", on_a_terminal(events, monkeypatch, COLUMNS=columns))
    rows = printed[printed.index("\nfighter") :].splitlines()
    assert max(len(row.rstrip()) for row in rows[:-1]) <= int(columns)
    assert kept in rows[1]
    assert gone not in rows[1]


def test_a_parried_blow_is_counted_as_one(events: list[dict[str, Any]]) -> None:
    of(events, "impact")["result"] = "parried"
    ana = tell(events).totals["Ana"]
    assert (ana.blows, ana.hits, ana.misses, ana.parried) == (1, 0, 0, 1)


def test_who_is_out_is_not_told_stunned_at_that_moment_or_later(events: list[dict[str, Any]]) -> None:
    log = [
        events[0],
        blow(1, 1.0, "stun", until=5.0),
        blow(2, 2.0, "stun", until=9.0),
        blow(3, 2.0, "death", why="C-WND-6", htk_lost=60),
        blow(4, 9.0, "stun", until=9.0, over=True),
    ]
    assert lines(log) == ["1 Ana is stunned until 5", "2 Ana is dead: C-WND-6 (60 HTK lost)"]
    assert len(lines(log, "full")) == 5


@pytest.mark.parametrize(
    ("success", "ground", "told"), [(1, 4.0, "made (PCF 30, rolled 20); 4 ft to walk"), (0, 0.0, "failed (PCF 30, rolled 20); no ground to walk")]
)
def test_a_simple_retreat_is_made_or_failed(success: int, ground: float, told: str, events: list[dict[str, Any]]) -> None:
    skill = {"rule": "C-STG-7", "value": 30, "why": "PCF"}
    log = [
        events[0],
        blow(1, 1.0, "roll", purpose="maneuver", dice="1d100", faces=[20], result="success", mods=[skill], need=30.0),
        blow(2, 1.0, "retreat", target="Bo", success=success, opposed=None, stages=0, ground=ground, winner=None),
    ]
    assert lines(log) == [f"1 Ana retreats from Bo: {told}"]


@pytest.mark.parametrize(
    ("option", "told"),
    [
        ({"do": "mode", "mode": "offensive", "set_distance": 2.0}, "take the offensive mode, keeping 2 ft"),
        ({"do": "mode", "mode": "static", "speed_points": 2}, "take the static mode, 2 speed points"),
        ({"do": "move", "toward": "Bo", "speed": 3.0, "distance": 4}, "move toward Bo at 3 ft/ct, up to 4 ft"),
        ({"do": "move", "to": [1.0, -2.5]}, "move to (1, -2.5)"),
        ({"do": "move", "speed": 0.0}, "stop moving"),
        ({"do": "wait", "until": 20.0}, "wait until count 20"),
        ({"do": "def", "active": False}, "turn DEF off"),
        ({"do": "draw", "weapon": "short_sword"}, "draw short sword"),
        ({"do": "press", "target": "Bo", "over": True}, "press toward Bo, past Press 3"),
        (
            {"do": "attack", "target": "Bo", "weapon": "spear", "location": "upper_leg", "hurry": True, "speed_points": 1},
            "attack on Bo with spear, aimed at the upper leg, hurried, 1 speed point",
        ),
        ({"do": "dance", "partner": "Bo"}, "dance, partner Bo"),
    ],
)
def test_an_option_is_told_in_plain_words(option: dict[str, Any], told: str) -> None:
    assert deed(option) == told


def test_each_line_begins_with_its_seq_when_asked(events: list[dict[str, Any]]) -> None:
    stream = StringIO()
    print_account(tell(events), [], stream, seq=True)
    assert "    12        14  Ana  hits Bo" in stream.getvalue()


def test_a_wound_of_ones_own_fall_is_lost_to_the_fall(events: list[dict[str, Any]]) -> None:
    of(events, "wound")["by"] = "Bo"
    told = [line for line in lines(events) if "loses 11 HTK" in line]
    assert [line.split(" (9 of 20")[0] for line in told] == ["14 Bo loses 11 HTK in the right chest from the fall"]


def test_a_wound_of_ones_own_flight_is_lost_to_what_stopped_it(events: list[dict[str, Any]]) -> None:
    wound = of(events, "wound")
    cause = next(event for event in events if event["seq"] == wound["cause"])
    cause.update({"type": "collision", "actor": "Bo", "what": "gate", "velocity": 12})
    wound["by"] = "Bo"
    assert any("in the right chest from hitting the gate (9 of 20 left)" in line for line in lines(events))


def test_a_mental_blow_tells_what_the_cap_takes(events: list[dict[str, Any]]) -> None:
    """C-DMG-4, C-DMG-7: 9 through x 3 = 27, of which 21 cost POW."""
    mental = {"location": "mind", "damage_type": "magic", "damage": 9, "armor": 0, "through": 9, "concussive": 0}
    of(events, "wound").update({**mental, "critical": 3, "lost": 0, "pow": 21, "pow_lost": 21, "pab_left": 0})
    (line,) = (line for line in lines(events) if "loses 21 POW to Ana" in line)
    assert "9 x 3 = 27" in line
    assert line.endswith("the cap takes 6")


def test_the_htk_that_put_somebody_out_are_told_once(events: list[dict[str, Any]]) -> None:
    log = [
        events[0],
        blow(1, 1.0, "down", why="C-WND-6: 33 of 30 HTK lost", htk_lost=33),
        blow(2, 2.0, "death", why="C-WND-6: twice its HTK lost", htk_lost=60),
    ]
    assert lines(log) == [
        "1 Ana is out of the fight: C-WND-6: 33 of 30 HTK lost", "2 Ana is dead: C-WND-6: twice its HTK lost (60 HTK lost)",
    ]
