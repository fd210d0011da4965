"""What must hold of sequences, shot counters, announcements and active defenses in every log of a shots fight."""

from __future__ import annotations

from collections import Counter

from tests.engine.stories import Faults, Line, Story

OWN_SHOT = frozenset({"start", "ready"})
"""Why somebody is asked at its own shot."""


class Sequences:
    """The sequence under way and everybody's counter, line by line (S-SEQ-1, S-SEQ-2)."""

    def __init__(self, story: Story) -> None:
        self.length: float = story.header["scenario"].get("rules", {}).get("shot_counts", 1)
        self.began, self.top, self.number = 0.0, 0, 0
        self.counter: dict[str, int] = {}
        self.out: set[str] = set()
        self.holding: set[str] = set()
        asks = (story.header.get("asks") or {}).items()
        self.unasked = {name for name, reasons in asks if not set(reasons) >= OWN_SHOT}

    def shot(self, t: float) -> int:
        """Return the shot of a moment."""
        return self.top - int((t - self.began) / self.length + 1e-9)

    def left(self, name: str, t: float) -> int:
        """Return the shots somebody has left."""
        return min(self.counter.get(name, 0), self.shot(t))

    def take(self, line: Line) -> None:
        """Take up a line of the log."""
        name = line.get("actor", "")
        match line["type"]:
            case "sequence":
                self.began, self.top, self.number = line["t"], line["top"], line["number"]
                self.counter, self.holding = dict(line["order"]), set()
            case "shot":
                self.holding |= self.unasked.intersection(line["acting"])
            case "counter":
                self.counter[name] = line["after"]
                if line["rule"] in ("S-SEQ-3", "S-SEQ-4"):
                    self.holding.discard(name)
            case "decision":
                if line["option"]["do"] == "hold" and not OWN_SHOT.isdisjoint(line["reason"]):
                    self.holding.add(name)
            case "down":
                self.out.add(name)


def counters_account_for_every_shot(story: Story) -> Faults:
    """S-SEQ-2 to S-SEQ-4: each change starts from the last, none goes above the current shot, and the footer has the sum.

    A counter runs down to the current shot and no further; all other changes start from no more than that.
    """
    told, spent = Sequences(story), Counter[str]()
    for line in story.lines:
        if line["type"] == "counter":
            name, now = line["actor"], told.shot(line["t"])
            down = line["why"] == "runs down"
            if line["before"] != told.counter[name]:
                yield f"line {line['seq']}: {name} is at {line['before']}, {told.counter[name]} by the change before"
            if (line["after"] != now or line["before"] <= now) if down else line["before"] > now:
                yield f"line {line['seq']}: {name} comes to {line['after']} from {line['before']} at shot {now}: {line['why']}"
            paid = sum(mod["value"] for mod in line["mods"]) if "mods" in line else line["before"] - line["after"]
            if paid != line["before"] - line["after"]:
                yield f"line {line['seq']}: {line['mods']} do not add up to {line['before']} - {line['after']}"
            if line["after"] > now or (line["after"] == line["before"] and "mods" not in line):
                yield f"line {line['seq']}: {name} comes to {line['after']} from {line['before']} at shot {now}"
            spent[name] += 0 if down else line["before"] - line["after"]
        told.take(line)
    for name, state in story.footer["combatants"].items():
        if state["totals"]["shots_spent"] != spent[name]:
            yield f"{name} ends with {state['totals']['shots_spent']} shots spent, {spent[name]} told"
        left = 0 if name in told.out else max(0, told.left(name, story.footer["t"]))
        if state["shots_left"] != left:
            yield f"{name} ends with {state['shots_left']} shots, {left} by count"


def sequences_follow_one_another(story: Story) -> Faults:
    """S-SEQ-1, S-SEQ-2: one begins when the last is counted down, and everybody able and nobody else has a first shot."""
    told = Sequences(story)
    for line in story.of("sequence", "down", "counter", "shot"):
        if line["type"] == "sequence":
            due = told.began + told.top * told.length
            if line["number"] != told.number + 1 or abs(line["t"] - due) > 1e-6:
                yield f"line {line['seq']}: sequence {line['number']} at {line['t']}, due at {due}"
            if line["top"] != max(1, *line["order"].values()):
                yield f"line {line['seq']}: the highest of {line['order']} is not {line['top']}"
            if set(line["order"]) != set(story.specs) - told.out:
                yield f"line {line['seq']}: {sorted(line['order'])} take part, {sorted(told.out)} are out"
        told.take(line)


def whoever_the_count_meets_acts(story: Story) -> Faults:
    """S-SEQ-2: a call names all whose counter is at the shot and who do not hold, and no one's shot is passed over."""
    told = Sequences(story)
    for line in story.lines:
        now = told.shot(line["t"])
        able = {name: shot for name, shot in told.counter.items() if name not in told.out}
        if line["type"] == "shot":
            met = {name for name, shot in able.items() if shot == now > 0}
            acting = set(line["acting"])
            if line["shot"] != now or not met - told.holding <= acting <= met:
                yield f"line {line['seq']}: shot {line['shot']} ({now}) calls {sorted(acting)} of {sorted(met)}"
        late = {name for name, shot in able.items() if shot > max(now, 0)} - told.holding
        if late and line["type"] not in ("sequence", "battle.end"):
            yield f"line {line['seq']}: the shot of {sorted(late)} is passed over"
        told.take(line)


def every_announcement_is_resolved_once(story: Story) -> Faults:
    """S-DEF-1, S-RNG-4: at its own instant, once for each of its targets that is still there, or not at all (lost)."""
    out: set[str] = set()
    open_now: dict[str, tuple[Line, list[Line], set[str]]] = {}
    for line in story.lines:
        if line["type"] == "announce":
            open_now[line["action"]] = (line, [], set())
        elif line["type"] == "impact":
            if line["action"] not in open_now:
                yield f"line {line['seq']}: nothing was announced as {line['action']}"
                continue
            open_now[line["action"]][1].append(line)
            if line["t"] != open_now[line["action"]][0]["t"]:
                yield f"line {line['seq']}: {line['action']} is resolved at another instant"
            if len(open_now[line["action"]][1]) == 1:
                open_now[line["action"]][2].update(out)
        elif line["type"] == "down":
            out.add(line["actor"])
    stepped = {(line["action"], line["actor"]) for line in story.of("interpose")}
    for action, (announced, impacts, gone) in open_now.items():
        yield from _resolved(story, action, announced, impacts, gone, stepped)


WHOLE = ("lost", "no_target", "out_of_reach")
"""What comes of an attack as a whole, without a roll."""


def _resolved(
    story: Story, action: str, announced: Line, impacts: list[Line], gone: set[str], stepped: set[tuple[str, str]]
) -> Faults:
    """Say what is wrong with the impacts of one announcement."""
    met = [line.get("target") for line in impacts]
    if not impacts:
        if announced["t"] < story.footer["t"]:
            yield f"{action} is never resolved"
    elif impacts[0]["result"] in WHOLE:
        if len(impacts) > 1 or (impacts[0]["result"] == "lost") is not (announced["actor"] in gone):
            yield f"{action}: {[line['result'] for line in impacts]}, out: {sorted(gone)}"
    elif announced.get("at") is not None:
        if len(set(met)) != len(met) or set(met) != set(announced["targets"]) - gone:
            yield f"{action} hits {met} of {announced['targets']}, out: {sorted(gone)}"
    elif len(met) != 1 or (met != announced["targets"] and (action, met[0]) not in stepped):
        yield f"{action} on {announced['targets']} comes to {met}"


def defenses_end(story: Story) -> Faults:
    """S-DEF-1, S-DEF-2, S-WND-3: with the count, or for an unnamed one with its next action, with another, or when it is out."""
    told = Sequences(story)
    up: dict[str, Line] = {}
    for line in story.lines:
        name = line.get("actor", "")
        for giver, since in list(up.items()):
            lasting = story.specs[giver].unnamed and since["target"] == giver
            if not lasting and line["t"] > told.began + (int((since["t"] - told.began) / told.length + 1e-9) + 1) * told.length:
                yield f"line {line['seq']}: the defense of {giver} of {since['t']} is still up"
                del up[giver]
        if line["type"] == "defense":
            if line.get("over"):
                since = up.pop(name, None)
                if since is None or since["kind"] != line["kind"]:
                    yield f"line {line['seq']}: {name} ends a {line['kind']} that is not up"
            elif name in up:
                yield f"line {line['seq']}: {name} has two defenses up"
            else:
                up[name] = line
        elif line["type"] == "declare" and name in up and story.specs[name].unnamed and up[name]["target"] == name:
            yield f"line {line['seq']}: {name} acts with its defense up"
        told.take(line)
