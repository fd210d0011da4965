"""What must hold in every log of a shots fight, whoever fights and however: one check a promise.

A check takes a `Story` and yields a sentence for each thing that does not add up; none is good.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from math import hypot
from typing import Any

from tests.engine.shots.log_counters import (
    counters_account_for_every_shot,
    defenses_end,
    every_announcement_is_resolved_once,
    sequences_follow_one_another,
    whoever_the_count_meets_acts,
)
from tests.engine.stories import Faults, Line, Story, causes_form_a_tree, every_roll_is_logged_once, times_never_go_back

DEEDS = frozenset({"decision", "declare", "announce", "counter", "interpose", "volunteer", "schtick", "bind", "reload", "draw"})
"""What only somebody able does; rolls, too, and taking part in a shot."""

NEAR = 1e-4
"""Meters: a few roundings to six decimals."""


def open_rolls_add_up(story: Story) -> Faults:
    """S-ROL-1: the positive chain less the negative one, less what is needed, is the margin, and the word says so."""
    for roll in story.of("roll"):
        if not roll["dice"].startswith("open"):
            continue
        sides, faces = int(roll["dice"].removeprefix("open d")), roll["faces"]
        plus, minus, rest = [faces[0]], [faces[1]], faces[2:]
        for chain in (plus, minus):
            while chain[-1] == sides and rest:
                chain.append(rest.pop(0))
        if rest or plus[-1] == sides or minus[-1] == sides:
            yield f"roll {roll['seq']}: {faces} are no two chains"
        if sum(plus) - sum(minus) - roll["need"] != roll["margin"]:
            yield f"roll {roll['seq']}: {faces} against {roll['need']} is not {roll['margin']}"
        good = roll["result"] in ("hit", "lives", "success", "detected")
        if good is not (roll["margin"] >= 0):
            yield f"roll {roll['seq']}: {roll['result']} by {roll['margin']}"


def hits_and_misses_follow_from_the_rolls(story: Story) -> Faults:
    """S-ROL-1, S-ROL-2: a total at or above the difficulty hits, by what is above it; two sixes add 3, or fumble."""
    for line in story.of("impact"):
        if line["result"] not in ("hit", "miss", "critical_miss"):
            continue
        roll = story.lines[line["cause"]]
        if roll["type"] != "roll" or roll["action"] != line["action"]:
            yield f"line {line['seq']}: {line['result']} does not come of {roll}"
            continue
        margin = line["total"] - line["difficulty"]
        if line.get("mods") and sum(mod["value"] for mod in line["mods"]) != line["difficulty"]:
            yield f"line {line['seq']}: {line['mods']} do not add up to {line['difficulty']}"
        wonder = roll["faces"][0] == roll["faces"][1] == 6
        structure = line["target"] not in story.specs
        wanted = None if structure else margin + (3 if wonder and margin >= 0 else 0)
        if line.get("outcome") != wanted or (line["result"] == "hit") is not (margin >= 0):
            yield f"line {line['seq']}: {line['result']} by {line.get('outcome')}, {line['total']} against {line['difficulty']}"
        if sum(mod["value"] for mod in line.get("damage_mods", ())) != line.get("damage", 0):
            yield f"line {line['seq']}: {line.get('damage_mods')} do not add up to {line.get('damage')}"
        if line["result"] == "critical_miss" and not wonder:
            yield f"line {line['seq']}: a fumble on {roll['faces']}"


def wounds_add_up(story: Story) -> Faults:
    """S-ROL-3, S-CHR-1: each hit makes one wound, damage less Toughness and armor; tending is all that takes any back."""
    wounds: Counter[str] = Counter()
    hits = {line["seq"] for line in story.of("impact") if line["result"] == "hit" and line["target"] in story.specs}
    for line in story.of("wound", "bind"):
        if line["type"] == "bind":
            wounds[line["target"]] -= line["healed"]
            if line["wounds"] != wounds[line["target"]] or line["healed"] < 0:
                yield f"line {line['seq']}: {line['healed']} healed leave {line['wounds']}, {wounds[line['target']]} by count"
            continue
        hit = story.lines[line["cause"]]
        hits.discard(hit["seq"])
        wounds[line["actor"]] += line["points"]
        tough, armor = _soak(story, line["actor"], _weapon(story, hit))
        if line["points"] != max(0, line["damage"] - line["toughness"] - line["armor"]):
            yield f"line {line['seq']}: {line['points']} points of {line}"
        if (line["toughness"], line["armor"], line["damage"]) != (tough, armor, hit["damage"]):
            yield f"line {line['seq']}: Toughness {tough} and armor {armor} against {hit['damage']}, not {line}"
        if sum(mod["value"] for mod in line.get("toughness_mods", ())) not in (0, tough):
            yield f"line {line['seq']}: {line['toughness_mods']} do not add up to {tough}"
        if (line["wounds"], line["actor"], line["action"]) != (wounds[line["actor"]], hit["target"], hit["action"]):
            yield f"line {line['seq']}: {wounds[line['actor']]} Wound Points by count, {line}"
    if hits:
        yield f"hits {sorted(hits)} make no wound"
    for name, state in story.footer["combatants"].items():
        if state["wounds"] != wounds[name]:
            yield f"{name} ends with {state['wounds']} Wound Points, {wounds[name]} told"


def _weapon(story: Story, hit: Line) -> Any:
    """Return the specification of the weapon of a hit: whoever has it now, its name begins with its first name."""
    every = [weapon for spec in story.specs.values() for weapon in spec.weapons]
    own = [weapon for weapon in story.specs[hit["actor"]].weapons if weapon.name == hit["weapon"]]
    return (own or [weapon for weapon in every if hit["weapon"].startswith(weapon.name)])[0]


def _soak(story: Story, name: str, weapon: Any) -> tuple[int, int]:
    """Return Toughness and armor against a weapon (S-CHR-3: Iron Skin adds 2 a pick hand to hand)."""
    spec = story.specs[name]
    iron = sum(2 * one.picks for one in spec.schticks if one.name == "iron_skin") if weapon.range == "melee" else 0
    return spec.toughness + iron, 0 if weapon.ignores_armor else sum(piece.armor for piece in spec.armor)


def impairment_follows_from_the_wounds(story: Story) -> Faults:
    """S-WND-1: -1 at 25 Wound Points, -2 at 30, none with Guts, +1 and +2 with it twice, in every roll and told when it changes."""
    wounds: Counter[str] = Counter()
    told: Counter[str] = Counter()
    for line in story.lines:
        name = line.get("actor", "")
        if line["type"] == "wound":
            wounds[name] = line["wounds"]
        elif line["type"] == "bind":
            wounds[line["target"]] = line["wounds"]
        elif line["type"] == "impairment":
            if line["value"] == told[name] or line["value"] != _impaired(story, name, wounds[name]):
                yield f"line {line['seq']}: {name} impaired by {line['value']} at {wounds[name]}, before {told[name]}"
            told[name] = line["value"]
        elif line["type"] == "roll" and line["purpose"] not in ("tie", "fortune"):
            sign = 1 if line["purpose"] == "initiative" else -1
            felt = sum(mod["value"] for mod in line.get("mods", []) if mod["rule"] == "S-WND-1") * sign
            if felt != _impaired(story, name, wounds[name]) or felt != told[name]:
                yield f"line {line['seq']}: {name} rolls with {felt} at {wounds[name]} Wound Points, told {told[name]}"


def _impaired(story: Story, name: str, wounds: int) -> int:
    steps = (wounds >= 25) + (wounds >= 30)
    guts = [one.picks for one in story.specs[name].schticks if one.name == "guts"]
    return steps * (guts[0] - 1) if guts else -steps


def who_is_out_does_nothing(story: Story) -> Faults:
    """S-WND-2, S-WND-3: neither decides nor rolls nor takes part in a shot; goes down once, dies once."""
    out: set[str] = set()
    dead: set[str] = set()
    for line in story.lines:
        name = line.get("actor", "")
        if name in out and (line["type"] in DEEDS or line["type"] == "roll" or (line["type"] == "defense" and not line.get("over"))):
            yield f"line {line['seq']}: {name} is out, yet {line['type']}"
        if not out.isdisjoint(line.get("acting", ())):
            yield f"line {line['seq']}: {line['acting']} act, {sorted(out)} are out"
        if line["type"] in ("down", "death"):
            seen = out if line["type"] == "down" else dead
            if name in seen:
                yield f"line {line['seq']}: {name} has a second {line['type']}"
            seen.add(name)
    for name, state in story.footer["combatants"].items():
        if state["able"] is (name in out) or state["dead"] is not (name in dead):
            yield f"{name} ends {state['state']}, {sorted(out)} are out and {sorted(dead)} dead"


def the_dying_die_in_time(story: Story) -> Faults:
    """S-WND-2: as the sequence begins that was foretold, unless somebody tends them."""
    number, due = 0, dict[str, int]()
    for line in story.lines:
        if line["type"] == "sequence":
            number = line["number"]
            late = [name for name, last in due.items() if last <= number]
            if late:
                yield f"line {line['seq']}: {late} should be dead by sequence {number}"
        elif line["type"] == "down" and line.get("dying_sequences"):
            due[line["actor"]] = number + line["dying_sequences"]
        elif line["type"] == "bind" and line["bound"]:
            due.pop(line["target"], None)
        elif line["type"] == "death" and due.pop(line["actor"], number + 1) != number + 1:
            yield f"line {line['seq']}: {line['actor']} dies before its time"


class Tracks:
    """Where everybody is, by the header and the moves so far."""

    def __init__(self, story: Story) -> None:
        self.at = {name: (0.0, *spec.position, 0.0, 0.0) for name, spec in story.specs.items()}

    def place(self, name: str, t: float) -> tuple[float, float]:
        """Return a character's place at a count."""
        since, x, y, vx, vy = self.at[name]
        return x + vx * (t - since), y + vy * (t - since)

    def gap(self, one: tuple[float, float], other: tuple[float, float]) -> float:
        """Return the distance of two places, meters."""
        return hypot(one[0] - other[0], one[1] - other[1])


def positions_follow_from_the_moves(story: Story) -> Faults:
    """Contract 6, S-MOV-1: header and moves tell where everybody is, nobody jumps, and impacts tell the same distances."""
    tracks, aims, walked = Tracks(story), dict[str, Line](), Counter[str]()
    for line in story.lines:
        name, t = line.get("actor", ""), line["t"]
        if line["type"] == "move":
            at = tracks.place(name, t)
            walked[name] += tracks.gap(tuple(tracks.at[name][1:3]), tuple(line["position"]))
            if tracks.gap(at, tuple(line["position"])) > NEAR:
                yield f"line {line['seq']}: {name} is at {line['position']}, its moves lead to {at}"
            tracks.at[name] = (t, *line["position"], *line["velocity"])
        elif line["type"] == "announce":
            aims[line["action"]] = line
        elif line["type"] == "impact" and "distance" in line and line["target"] in story.specs:
            aim = aims[line["action"]]
            ends = (aim["at"], tracks.place(line["target"], t)) if "at" in aim else (
                tracks.place(name, t), tracks.place(aim["targets"][0], t))  # fmt: skip
            if abs(tracks.gap(*ends) - line["distance"]) > 0.006:
                yield f"line {line['seq']}: {line['distance']} m, its moves say {tracks.gap(*ends)}"
    end = story.footer["t"]
    for name, state in story.footer["combatants"].items():
        at = tracks.place(name, end)
        whole = walked[name] + tracks.gap(tuple(tracks.at[name][1:3]), at)
        if tracks.gap(at, tuple(state["position"])) > NEAR:
            yield f"{name} ends at {state['position']}, its moves lead to {at}"
        if abs(whole - state["totals"]["meters"]) > 0.01:
            yield f"{name} has gone {state['totals']['meters']} m, its moves say {whole}"


TOTALS: dict[str, Callable[[Line], bool]] = {
    "actions": lambda line: line["type"] == "declare",
    "defenses": lambda line: line["type"] == "defense" and not line.get("over"),
    "interposed": lambda line: line["type"] == "interpose",
    "hits": lambda line: line["type"] == "impact" and line["result"] == "hit",
    "misses": lambda line: line["type"] == "impact" and line["result"] in ("miss", "critical_miss", "out_of_reach"),
    "fumbles": lambda line: line["type"] == "counter" and line["why"] == "fumble",
}
"""What each total counts of a character's lines."""


SPENT = ("S-RNG-1", "S-RNG-4")
"""The rules of impacts without a roll whose attack was made all the same: out of range after all, or nobody there."""


def totals_count_the_events(story: Story) -> Faults:
    """Contract 3: the footer's totals are the lines of the log, counted."""
    wounds = story.of("wound")
    for name, state in story.footer["combatants"].items():
        own = [line for line in story.lines if line.get("actor") == name]
        counted = {total: sum(map(test, own)) for total, test in TOTALS.items()}
        counted["wounds_taken"] = sum(line["points"] for line in wounds if line["actor"] == name)
        counted["wounds_dealt"] = sum(line["points"] for line in wounds if line["by"] == name)
        rolled = {line["action"] for line in own if line["type"] == "roll" and line["purpose"] == "attack"}
        nobody = {line["action"] for line in own if line["type"] == "impact" and line.get("rule") in SPENT}
        counted["attacks"] = len(rolled | nobody)
        for total, number in counted.items():
            if state["totals"][total] != number:
                yield f"{name} ends with {state['totals'][total]} {total}, {number} told"


def ammunition_adds_up(story: Story) -> Faults:
    """S-SEQ-3: a resolved attack uses a loaded shot, and a reload fills up from what is carried."""
    kit = {(name, weapon.name): weapon for name, spec in story.specs.items() for weapon in spec.weapons if weapon.magazine}
    loaded, carried = ({tool: getattr(kit[tool], what) for tool in kit} for what in ("magazine", "ammunition"))
    used: set[str] = set()
    for line in story.of("impact", "reload"):
        tool = line["actor"], line["weapon"]
        if line["type"] == "reload":
            more = min(kit[tool].magazine - loaded[tool], carried[tool])
            loaded[tool], carried[tool] = loaded[tool] + more, carried[tool] - more
            if (line["loaded"], line["left"]) != (loaded[tool], carried[tool]) or not more:
                yield f"line {line['seq']}: {line['loaded']} loaded, {line['left']} left; {loaded[tool]}, {carried[tool]} by count"
        elif tool in kit and line["action"] not in used and line.get("rule", "S-RNG-1") in SPENT:
            used.add(line["action"])
            loaded[tool] -= 1
            if loaded[tool] < 0:
                yield f"line {line['seq']}: {line['weapon']} was empty"


CHECKS: tuple[Callable[[Story], Iterator[str]], ...] = (
    times_never_go_back, causes_form_a_tree, every_roll_is_logged_once, open_rolls_add_up,
    hits_and_misses_follow_from_the_rolls, counters_account_for_every_shot, sequences_follow_one_another,
    whoever_the_count_meets_acts, every_announcement_is_resolved_once, defenses_end, wounds_add_up,
    impairment_follows_from_the_wounds, who_is_out_does_nothing, the_dying_die_in_time, positions_follow_from_the_moves,
    totals_count_the_events, ammunition_adds_up,
)  # fmt: skip


def faults(story: Story) -> list[str]:
    """Return all that does not add up in a story."""
    return [f"{check.__name__}: {fault}" for check in CHECKS for fault in check(story)]
