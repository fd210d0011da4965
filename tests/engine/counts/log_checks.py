"""What must hold in every log of a counts fight, whoever fights and however: one check a promise.

A check takes a `Story` and yields a sentence for each thing that does not add up; none is good.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from math import hypot

from studies.calc import calc
from tests.engine.stories import Faults, Line, Story, causes_form_a_tree, every_roll_is_logged_once, times_never_go_back

DEEDS = frozenset({
    "decision", "declare", "windup", "couched", "release", "commit", "notice", "ready", "loose", "reload", "rise", "press",
    "retreat", "mode", "def",
})  # fmt: skip
"""What only an able fighter does."""
SEARCHING = frozenset({"perception", "maneuver", "unlock", "parry", "targeting"})
"""Rolls that only an able fighter makes."""

BLOWS = frozenset({"attack", "release", "fire", "overbear", "throw"})
NEAR = 0.02
"""Feet: two roundings to 0.01, and a fraction of a tick."""


def losses_add_up(story: Story) -> Faults:
    """C-DMG-6, C-DMG-7, C-WND-7, C-FAL-1: wounds and bleeding are all that costs HTK, to the point; POW likewise."""
    htk: Counter[str] = Counter()
    pow_lost: Counter[str] = Counter()
    for line in story.of("wound", "bleed"):
        htk[line["actor"]] += line["lost"]
        pow_lost[line["actor"]] += line.get("pow") or 0
        if line["htk_lost"] != htk[line["actor"]]:
            yield f"line {line['seq']}: {line['htk_lost']} HTK lost, {htk[line['actor']]} so far"
    for name, state in story.footer["combatants"].items():
        if (state["htk_lost"], state["pow_lost"]) != (htk[name], pow_lost[name]):
            yield f"{name} ends with {state['htk_lost']} HTK and {state['pow_lost']} POW lost, {htk[name]} and {pow_lost[name]} told"


def the_helpless_do_nothing(story: Story) -> Faults:
    """C-WND-4, C-WND-4a, C-WND-6, C-PER-2: who is out of the fight or stunned neither acts nor notices."""
    out: set[str] = set()
    stunned: set[str] = set()
    for line in story.lines:
        actor = line.get("actor")
        deed = line["type"] in DEEDS or (line["type"] == "roll" and line["purpose"] in SEARCHING)
        if line["type"] == "down":
            out.add(str(actor))
        elif line["type"] == "stun":
            (stunned.discard if line.get("over") else stunned.add)(str(actor))
        elif deed and actor in out:
            yield f"line {line['seq']}: {actor} is out of the fight, yet {line['type']}"
        elif deed and actor in stunned:
            yield f"line {line['seq']}: {actor} is stunned, yet {line['type']}"


def every_action_ends_once(story: Story) -> Faults:
    """CLK-4: a blow comes to one impact or is dropped; a couch is released or dropped; all else is done or dropped."""
    ends: dict[str, list[Line]] = {}
    for line in story.of("impact", "break_off", "ready", "recover", "couched"):
        if line.get("action") is not None:
            ends.setdefault(line["action"], []).append(line)
    declared = story.of("declare")
    for line in declared:
        number = _endings(line["option"]["do"], ends.get(line["action"], []), _next(declared, line))
        if number > 1 or (number == 0 and not _open(story, line)):
            yield f"{line['action']} ({line['option']['do']} at {line['t']}) ends {number} times"


def _next(declared: list[Line], line: Line) -> str | None:
    """Return what the same fighter declares next."""
    later = (other for other in declared if other["seq"] > line["seq"] and other["actor"] == line["actor"])
    following = next(later, None)
    return following["option"]["do"] if following is not None else None


def _endings(do: str, lines: list[Line], following: str | None) -> int:
    """Count the ends of an action among its lines."""
    dropped = [line for line in lines if line["type"] == "break_off" and line.get("free")]
    kinds = Counter(line["type"] for line in lines)
    if do in BLOWS:
        own = [line for line in lines if line["type"] == "impact" and line.get("why") != "in the line of fire"]
        return len(own) + len(dropped)
    if do == "couch":
        return len(dropped) + (following == "release" and not dropped)
    if do == "parry":
        return max(kinds["recover"], len(dropped))
    return max(kinds["ready"], len(dropped))


def _open(story: Story, line: Line) -> bool:
    """Return whether an action was still under way when the battle ended: nobody declares another meanwhile."""
    if _next(story.of("declare"), line) is None:
        return True
    loosed = [loose for loose in story.of("loose") if loose.get("action") == line["action"]]
    return any(loose["arrives"] > story.footer["t"] for loose in loosed)


def positions_follow_from_the_moves(story: Story) -> Faults:
    """Contract 6: the header's places and the changes of velocity are all it takes to know where everybody is."""
    tracks = Tracks(story)
    for line in story.lines:
        at = tracks.place(line["actor"], line["t"]) if line["type"] == "move" else None
        if at is not None and line["why"] in STEADY and hypot(at[0] - line["position"][0], at[1] - line["position"][1]) > NEAR:
            yield f"line {line['seq']}: {line['actor']} is at {line['position']}, its moves lead to {at}"
        tracks.take(line)
    for name, state in story.footer["combatants"].items():
        x, y = tracks.place(name, story.footer["t"])
        if hypot(x - state["position"][0], y - state["position"][1]) > 0.01:
            yield f"{name} ends at {state['position']}, its moves lead to {(x, y)}"


STEADY = frozenset({"thrown back", "course laid anew", "struck", "fallen", "stunned", "ordered to stop"})
"""Why a velocity changes where the fighter is: nobody is put anywhere."""


class Tracks:
    """Where everybody is, by the header and the moves so far."""

    def __init__(self, story: Story) -> None:
        self.at = {name: (0.0, *spec.position, 0.0, 0.0) for name, spec in story.specs.items()}
        self.level = {name: spec.level for name, spec in story.specs.items()}

    def place(self, name: str, t: float) -> tuple[float, float]:
        """Return a fighter's place at a count."""
        since, x, y, vx, vy = self.at[name]
        return x + vx * (t - since), y + vy * (t - since)

    def take(self, line: Line) -> None:
        """Take up a line of the log."""
        if line["type"] == "move":
            self.at[line["actor"]] = (line["t"], *line["position"], *line["velocity"])
        elif line["type"] == "fall" and line.get("height") is not None:
            self.level[line["actor"]] -= line["height"]

    def gap(self, one: str, other: str, t: float) -> float:
        """Return the distance of two fighters, feet."""
        (ax, ay), (bx, by) = self.place(one, t), self.place(other, t)
        return max(0.5, hypot(hypot(bx - ax, by - ay), self.level[one] - self.level[other]))


def distances_agree_with_the_stages(story: Story) -> Faults:
    """C-STG-2, C-MOD-6: a stage is logged when it changes, at the distance of the two, and some weapon has it there."""
    tracks = Tracks(story)
    before: dict[str, Line] = {}
    for line in story.lines:
        if line["type"] == "stage":
            gap = tracks.gap(line["actor"], line["target"], line["t"])
            if abs(gap - line["distance"]) > NEAR and not _moves_at(story, line):
                yield f"line {line['seq']}: {line['actor']} at {line['distance']} ft of {line['target']}, its moves say {gap}"
            last = before.get(line["actor"], {})
            if "from" in line and (line["from"] == line["to"] or line["from"] != last.get("to")):
                yield f"line {line['seq']}: {line['actor']} changes from {line['from']} to {line['to']}"
            before[line["actor"]] = line
            lengths = {weapon.length for weapon in story.specs[line["actor"]].weapons}
            if line["to"] not in {calc("stage", length=length, distance=line["distance"])["stage"] for length in lengths}:
                yield f"line {line['seq']}: no weapon of {line['actor']} has {line['to']} at {line['distance']} ft"
        tracks.take(line)


def _moves_at(story: Story, line: Line) -> bool:
    """Return whether one of the two is put somewhere else at that very moment, which is told later."""
    pair = {line["actor"], line["target"]}
    later = (other for other in story.lines[line["seq"] :] if other["t"] == line["t"])
    return any(other["type"] in ("move", "fall") and other.get("actor") in pair for other in later)


def speed_points_are_never_overdrawn(story: Story) -> Faults:
    """C-INI-2: within 240 counts, and between disengagements, no more than the rank is spent."""
    spent: Counter[tuple[str, int]] = Counter()
    for line in story.of("init", "stage"):
        key = line["actor"], int(line["t"] // 240)
        if line["type"] == "stage":
            for name in (line["actor"], line["target"]) if line["to"] == "out" and line.get("from") else ():
                spent.pop((name, key[1]), None)
            continue
        spent[key] += line.get("speed_points", 0)
        if spent[key] > story.specs[line["actor"]].combat_maneuver_rank:
            yield f"line {line['seq']}: {line['actor']} has spent {spent[key]} speed points"


def ammunition_adds_up(story: Story) -> Faults:
    """C-MIS-1: each missile loosed is one less, and nobody looses more than was carried or more than was loaded."""
    left = {(name, weapon.name): weapon.ammunition for name, spec in story.specs.items() for weapon in spec.weapons}
    shots = {(name, weapon.name): weapon.shots for name, spec in story.specs.items() for weapon in spec.weapons}
    loaded = {tool: min(shots[tool], left[tool]) for tool in left}
    for line in story.of("loose", "reload", "draw"):
        tool = line["actor"], line["weapon"]
        if line["type"] == "draw":
            if line["what"] == "drawn" and shots[tool] == 1:
                loaded[tool] = max(loaded[tool], min(1, left[tool]))
            continue
        if line["type"] == "loose":
            left[tool], loaded[tool] = left[tool] - 1, loaded[tool] - 1
        else:
            loaded[tool] = min(shots[tool], left[tool]) if line["loaded"] > loaded[tool] else loaded[tool]
        if left[tool] != line["left"] or left[tool] < 0 or loaded[tool] < 0:
            yield f"line {line['seq']}: {line['left']} of {line['weapon']} left, {left[tool]} by count, {loaded[tool]} loaded"


CHECKS: tuple[Callable[[Story], Faults], ...] = (
    times_never_go_back, causes_form_a_tree, every_roll_is_logged_once, losses_add_up, the_helpless_do_nothing,
    every_action_ends_once, positions_follow_from_the_moves, distances_agree_with_the_stages,
    speed_points_are_never_overdrawn, ammunition_adds_up,
)  # fmt: skip


def faults(story: Story) -> list[str]:
    """Return all that does not add up in a story."""
    return [f"{check.__name__}: {fault}" for check in CHECKS for fault in check(story)]
