"""What must hold in every log of a steps fight, whoever fights and however: one check a promise.

A check takes a `Story` and yields a sentence for each thing that does not add up; none is good.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator
from itertools import pairwise

from tests.engine.steps.log_board import TICKS, Board
from tests.engine.steps.log_fire import (
    dodges_are_declared_before_they_are_rolled,
    misses_hit_what_they_exceed,
    shots_follow_from_the_board,
)
from tests.engine.stories import Faults, Line, Story, causes_form_a_tree, every_roll_is_logged_once, times_never_go_back

DEEDS = frozenset({"decision", "declare", "level", "commit", "fired", "roll", "step", "reload", "ready", "face", "mode", "sight"})
"""What only somebody able does."""


def chains_add_up(story: Story) -> Faults:
    """P-CHK-1, P-CHK-2: links add up to steps, steps to a difficulty, and the check needs it less shooting."""
    rules = Board(story).rules
    for line in story.of("chain"):
        if sum(link["steps"] for link in line["links"]) != line["steps"]:
            yield f"line {line['seq']}: {line['links']} are not {line['steps']} steps"
        if rules.ladder_base + rules.ladder_step * line["steps"] != line["difficulty"]:
            yield f"line {line['seq']}: {line['steps']} steps are no difficulty of {line['difficulty']}"


def checks_decide_what_comes_of_shots(story: Story) -> Faults:
    """P-CHK-1, P-MOD-2: the check comes of its chain, and the impact of the check."""
    rules = Board(story).rules
    for roll in story.of("roll"):
        if roll["purpose"] == "check":
            chain, shooting, face = story.lines[roll["cause"]], story.specs[roll["actor"]].shooting, roll["faces"][0]
            good = face + shooting >= chain["difficulty"] or face >= rules.sure_hit
            if chain["type"] != "chain" or roll["need"] != chain["difficulty"] - shooting or roll["margin"] != face - roll["need"]:
                yield f"roll {roll['seq']}: {roll['need']} by {roll['margin']} of {chain}"
            if (roll["result"] == "hit") is not good:
                yield f"roll {roll['seq']}: {roll['result']} with {face} against {roll['need']}"
    rolled = {line["seq"] for line in story.of("roll") if line["purpose"] == "check"}
    for line in story.of("impact"):
        if line["result"] not in ("hit", "miss"):
            continue
        roll = story.lines[line["cause"]]
        rolled.discard(roll["seq"])
        found = roll["result"], roll["faces"][0] + story.specs[line["actor"]].shooting, story.lines[roll["cause"]]["difficulty"]
        if (line["result"], line["total"], line["difficulty"]) != found:
            yield f"line {line['seq']}: {line['result']} {line['total']} against {line['difficulty']}, not {found}"
    if rolled:
        yield f"checks {sorted(rolled)} come to nothing"


def wounds_add_up(story: Story) -> Faults:
    """P-DMG-1: damage less armor, what it leaves, and the footer's health to the point."""
    left = {name: spec.health for name, spec in story.specs.items()}
    for line in story.of("wound"):
        left[line["actor"]] -= line["lost"]
        part = re.split(r"[ ,]", line["location"].removeprefix("right ").removeprefix("left "))[0]
        place = {"torso": "chest", "arm": "upper_arm", "leg": "upper_leg", "eye": "head"}.get(part, part)
        armor = sum(piece.stops for piece in story.specs[line["actor"]].armor if place in piece.covers)
        if (line["armor"], line["lost"]) != (armor, max(0, line["damage"] - armor)):
            yield f"line {line['seq']}: {line['lost']} lost of {line['damage']} on {line['location']} with {armor} points of armor"
        if line["health"] != left[line["actor"]]:
            yield f"line {line['seq']}: {line['health']} left, {left[line['actor']]} by count"
        yield from _damage(story, line)
    for name, state in story.footer["combatants"].items():
        if state["health"] != left[name]:
            yield f"{name} ends with {state['health']}, {left[name]} by count"


def _damage(story: Story, line: Line) -> Faults:
    """Find the damage of a wound, or of a hit on an object, in the roll it comes of."""
    roll = story.lines[line["cause"]]
    if roll["type"] != "roll" or roll["purpose"] != "damage":
        yield f"line {line['seq']} comes of {roll['type']} {roll.get('purpose')}"
    elif line["damage"] != max(0, sum(roll["faces"]) + sum(mod["value"] for mod in roll.get("mods", ()))):
        yield f"line {line['seq']}: {line['damage']} of {roll['faces']}"


def objects_add_up(story: Story) -> Faults:
    """P-DMG-1: points go down by the damage; at 0 an object is destroyed, and never hit again."""
    board = Board(story)
    for line in story.of("object"):
        square = (line["position"][0], line["position"][1])
        thing = next(one for one in board.on[square] if one.spec.name == line["name"])
        if thing.gone or not thing.spec.health:
            yield f"line {line['seq']}: {line['name']} on {square} can't be hit"
        left = thing.health - line["damage"]
        if line["health"] != max(0, left) or line.get("destroyed", False) is not (left <= 0):
            yield f"line {line['seq']}: {line['damage']} leave {line['health']} of {thing.health}"
        yield from _damage(story, line)
        board.take(line)


def ammunition_adds_up(story: Story) -> Faults:
    """P-FIR-1, P-FIR-2: every round fired was loaded, and a reload fills up from what is carried."""
    rules = Board(story).rules
    kit = {(name, weapon.name): weapon for name, spec in story.specs.items() for weapon in spec.weapons}
    loaded, carried = ({tool: getattr(kit[tool], what) for tool in kit} for what in ("magazine", "ammunition"))
    for line in story.of("fired", "reload"):
        tool = line["actor"], line["weapon"]
        if line["type"] == "reload":
            more = min(kit[tool].magazine - loaded[tool], carried[tool])
            loaded[tool], carried[tool] = loaded[tool] + more, carried[tool] - more
            if (line["loaded"], line["left"]) != (loaded[tool], carried[tool]) or not more:
                yield f"line {line['seq']}: {line['loaded']} loaded, {line['left']} left; {loaded[tool]}, {carried[tool]} by count"
            continue
        if line["rounds"] != {"burst": rules.burst_rounds, "auto": rules.auto_rounds}.get(line["mode"], 1):
            yield f"line {line['seq']}: {line['rounds']} rounds of {line['mode']} fire"
        if kit[tool].magazine:
            loaded[tool] -= line["rounds"]
        if loaded[tool] < 0 or line["left"] != loaded[tool]:
            yield f"line {line['seq']}: {line['left']} left, {loaded[tool]} by count"
    for name, state in story.footer["combatants"].items():
        if state["loaded"] != {weapon.name: loaded[name, weapon.name] for weapon in story.specs[name].weapons}:
            yield f"{name} ends with {state['loaded']}"


def who_is_out_does_nothing(story: Story) -> Faults:
    """P-DMG-1, CLK-4: down at 0, dead as far below; goes down once, and does nothing after."""
    out: dict[str, Line] = {}
    dead: set[str] = set()
    factor = Board(story).rules.dead_factor
    for line in story.lines:
        name = line.get("actor", "")
        if name in out and (line["type"] in DEEDS or (line["type"] == "impact" and line["result"] != "lost")):
            yield f"line {line['seq']}: {name} is out, yet {line['type']}"
        if name in out and line["type"] == "walk" and line["path"]:
            yield f"line {line['seq']}: {name} is out, and walks"
        if line["type"] == "death":
            dead.add(name)
        if line["type"] != "down":
            continue
        if name in out or (line["health"] > 0 and "CLK-5" not in line["why"]):
            yield f"line {line['seq']}: {name} goes down with {line['health']}"
        if (name in dead) is not (line["health"] <= -story.specs[name].health * factor):
            yield f"line {line['seq']}: {name} is dead or not at {line['health']}"
        out[name] = line
    for name, state in story.footer["combatants"].items():
        if state["able"] is (name in out) or state["dead"] is not (name in dead) or (state["health"] <= 0) is not (name in out):
            yield f"{name} ends {state['state']} with {state['health']}"


def every_action_ends_once(story: Story) -> Faults:
    """CLK-4: with its work, dropped, or with its combatant; nobody has two at once; what is fired comes to something."""
    going: dict[str, str] = {}
    ended: set[str] = set()
    fired, met = set[str](), set[str]()
    for line in story.lines:
        name, action = line.get("actor", ""), line.get("action", "")
        if line["type"] == "declare":
            if name in going or action in ended:
                yield f"line {line['seq']}: {action} beside {going.get(name)}"
            going[name] = action
        elif line["type"] == "down":
            ended.add(going.pop(name, ""))
        elif line["type"] == "ready" or (line["type"] == "break_off" and line["free"]):
            if going.pop(name, None) != action:
                yield f"line {line['seq']}: {action} ends, and was not under way"
            ended.add(action)
            if line["type"] == "ready" and line["why"] == "shot" and action not in met:
                yield f"line {line['seq']}: {action} comes to nothing"
        elif line["type"] == "fired":
            fired.add(action)
        elif line["type"] == "impact":
            met.add(action)
            if action in ended and line["result"] != "lost":
                yield f"line {line['seq']}: {action} is over"
    if not fired <= met:
        yield f"{sorted(fired - met)} were fired, and come to nothing"


def actions_keep_their_times(story: Story) -> Faults:
    """P-FIR-2, P-MOD-2: commits, impacts and ends come when they were planned, later by what dodges cost meanwhile."""
    cost = Board(story).rules.dodge_counts
    for declared in story.of("declare"):
        own = [line for line in story.lines if line["seq"] > declared["seq"] and line.get("actor") == declared["actor"]]
        dodges = [line["t"] for line in own if line["type"] == "dodge" and not line["declared"]]
        for line in own:
            if line.get("action") != declared["action"] or line["type"] not in ("commit", "fired", "ready"):
                continue
            planned = declared[{"commit": "commit", "fired": "impact", "ready": "ready"}[line["type"]]]
            shot = declared["option"]["do"] == "fire"
            before = sum(t < line["t"] if shot and line["type"] != "commit" else t <= line["t"] for t in dodges if t >= declared["t"])
            if abs(planned + cost * before - line["t"]) > 1e-9:
                yield f"line {line['seq']}: {line['type']} at {line['t']}, planned at {planned}, {before} dodges"


def steps_follow_from_the_walks(story: Story) -> Faults:
    """P-MOV-1: from square to neighbouring square along the way told, over what can be walked over, in the time it takes."""
    board, squares = Board(story), Counter[str]()
    for line in story.lines:
        name = line.get("actor", "")
        if line["type"] == "step":
            walk, square = board.walks.get(name), (line["position"][0], line["position"][1])
            squares[name] += 1
            if walk is None or walk.path[:1] != [square] or not board.may_step(board.at[name], square):
                yield f"line {line['seq']}: {name} steps from {board.at[name]} to {square}, its way: {walk}"
            elif abs(walk.due - line["t"] * TICKS) > 0.5:
                yield f"line {line['seq']}: {name} is on {square} at {line['t']}, it takes until {walk.due / TICKS}"
            if line["facing"] != board.facing[name]:
                yield f"line {line['seq']}: {name} faces {line['facing']}, not {board.facing[name]}"
        elif line["type"] == "walk" and tuple(line["position"]) != board.at[name]:
            yield f"line {line['seq']}: {name} walks from {line['position']}, it is on {board.at[name]}"
        elif line["type"] == "walk" and line["path"]:
            way = [board.at[name], *map(tuple, line["path"])]
            wrong = [pair for pair in pairwise(way) if not board.may_step(*pair)]
            if wrong:
                yield f"line {line['seq']}: nobody can step {wrong}"
        board.take(line)
    for name, state in story.footer["combatants"].items():
        found = tuple(state["position"]), state["facing"], state["mode"], state["totals"]["squares"], state["in_hand"]
        told = board.at[name], board.facing[name], board.mode[name], squares[name], [board.hand[name]] if board.hand[name] else []
        if found != told:
            yield f"{name} ends {found}, told {told}"


def sights_follow_from_the_board(story: Story) -> Faults:
    """P-LOS-1, P-LOS-2, P-LOS-5: at the end of every instant everybody sees just whom it was told to see."""
    board = Board(story)
    for line, after in zip(story.lines, [*story.lines[1:], None], strict=True):
        if line["type"] == "sight":
            pair = line["actor"], line["target"]
            if (pair in board.sees) is line["seen"] or not board.out.isdisjoint(pair):
                yield f"line {line['seq']}: {pair} {'sees' if line['seen'] else 'sees no more'}, as it was told before"
        board.take(line)
        if after is None or after["t"] != line["t"]:
            sees = {(one, other) for one, other in board.pairs() if board.has_sight(one, other)}
            if sees != board.sees:
                yield f"line {line['seq']}: {sorted(sees ^ board.sees)} at {line['t']}"


TOTALS: dict[str, Callable[[Line], int]] = {
    "actions": lambda line: line["type"] == "declare",
    "shots": lambda line: line["type"] == "fired",
    "rounds": lambda line: line["rounds"] if line["type"] == "fired" else 0,
    "hits": lambda line: line["type"] == "impact" and line["result"] == "hit",
    "misses": lambda line: line["type"] == "impact" and line["result"] == "miss",
    "covers_hit": lambda line: line["type"] == "impact" and line.get("struck") is not None,
    "dodges": lambda line: line["type"] == "dodge" and not line["declared"],
    "dodged": lambda line: line["type"] == "dodge" and line.get("success") is True,
    "break_offs": lambda line: line["type"] == "break_off" and line["why"] == "by choice",
    "damage_taken": lambda line: line["lost"] if line["type"] == "wound" else 0,
}  # fmt: skip
"""What each total counts of a combatant's lines."""


def totals_count_the_events(story: Story) -> Faults:
    """Contract 3: the footer's totals are the lines of the log, counted."""
    for name, state in story.footer["combatants"].items():
        own = [line for line in story.lines if line.get("actor") == name]
        counted = {total: sum(map(count, own)) for total, count in TOTALS.items()}
        counted["damage_dealt"] = sum(line["lost"] for line in story.of("wound") if line["by"] == name)
        for total, number in counted.items():
            if state["totals"][total] != number:
                yield f"{name} ends with {state['totals'][total]} {total}, {number} told"


CHECKS: tuple[Callable[[Story], Iterator[str]], ...] = (
    times_never_go_back, causes_form_a_tree, every_roll_is_logged_once, chains_add_up, checks_decide_what_comes_of_shots,
    shots_follow_from_the_board, misses_hit_what_they_exceed, dodges_are_declared_before_they_are_rolled, wounds_add_up,
    objects_add_up, ammunition_adds_up, who_is_out_does_nothing, every_action_ends_once, actions_keep_their_times,
    steps_follow_from_the_walks, sights_follow_from_the_board, totals_count_the_events,
)  # fmt: skip


def faults(story: Story) -> list[str]:
    """Return all that does not add up in a story."""
    return [f"{check.__name__}: {fault}" for check in CHECKS for fault in check(story)]


