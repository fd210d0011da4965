"""One teller for each type of event: from the event's fields to words.

Types this file does not know are told by their fields, so that every rule system and later version can be read.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from studies import account_ground as ground
from studies.account_story import Story
from studies.account_words import LEVELS, Told, deed, roll_text, stage_name, thing, time_of
from studies.cli_text import dice_text, number, sum_text, value_text

Json = Mapping[str, Any]
Teller = Callable[[Json, Story], str]

_COMMON = frozenset({"seq", "t", "type", "actor", "action", "cause"})
_FOLDED = frozenset({"init", "to_hit", "location", "head_location", "damage", "perception", "maneuver", "targeting"})
"""Purposes whose rolls are told with the event they decide."""


def _declare(event: Json, story: Story) -> str:
    plan = (("begin", "begins"), ("couched", "couched"), ("commit", "commits"), ("impact", "lands"), ("ready", "ready"))
    times = ", ".join(f"{word} {number(event[key])}" for key, word in plan if event.get(key) is not None)
    note = note_of(story.decision(event) or {})
    return f"declares {deed(event.get('option') or {})}" + (f": {times}" if times else "") + note


def _init(event: Json, story: Story) -> str:
    roll = story.roll(event, "init")
    kind = "pre-set INIT" if event.get("preset") else "INIT"
    why = f": {sum_text(roll['mods'])}, rolled {dice_text(roll)}" if roll and roll.get("mods") else ""
    if roll and not why:
        why = f": rolled {dice_text(roll)}"
    what = f" for {event['purpose']}" if event.get("purpose") else ""
    return f"waits {number(event.get('counts', 0))} counts of {kind}{what}{why}"


def _windup(event: Json, story: Story) -> str:
    at = f" against {event['target']}" if event.get("target") else ""
    kind, weapon = thing(event.get("kind", "action")), thing(event.get("weapon"))
    return f"winds up: {kind} with {weapon}{at}, until {time_of(event, 'until')}"


def _couched(event: Json, story: Story) -> str:
    return f"holds {thing(event.get('weapon'))} couched"


def _release(event: Json, story: Story) -> str:
    weapon = thing(event.get("weapon"))
    return f"strikes from the couch at {event.get('target')} with {weapon}, commits {time_of(event, 'until')}"


def _commit(event: Json, story: Story) -> str:
    return f"is committed against {event.get('target')}, lands at {time_of(event, 'impact')}"


_RESULTS = {
    "hit": "hits {target}{place}",
    "miss": "misses {target}",
    "critical_miss": "misses {target} critically",
    "parried": "is parried by {target}",
    "out_of_reach": "strikes out of reach of {target}",
    "no_target": "strikes at nobody: {target} is no target any more",
    "broken_off": "lets the broken-off blow run out",
    "lost": "loses the blow",
}


def _impact(event: Json, story: Story) -> str:
    result = str(event.get("result"))
    place = f" in the {thing(event['location'])}" if event.get("location") else ""
    text = _RESULTS.get(result, result).format(target=event.get("target") or "nobody", place=place)
    if event.get("weapon"):
        text += f" with {thing(event['weapon'])}"
    details = [part for part in (_chance(event, story), _where(event), event.get("why")) if part]
    return f"{text}: {'; '.join(details)}" if details else text


def _chance(event: Json, story: Story) -> str:
    """Return why a blow hit or missed: ``65 = 70 broadsword + 10 chopping - 15 DEF; rolled 42: hit, SL 2``."""
    roll = story.roll(event, "to_hit")
    if roll is None or (event.get("rule") == "C-MIS-1" and event.get("result") == "hit"):
        return ""
    return roll_text(roll, sl=event.get("sl"), result=thing(event.get("result")))


def _where(event: Json) -> str:
    distance, stage = event.get("distance"), event.get("stage")
    if distance is None:
        return ""
    return f"at {number(distance)} ft" + (f", {stage_name(stage)}" if stage else "")


def _wound(event: Json, story: Story) -> str:
    left = ""
    if isinstance(event.get("htk"), int | float) and isinstance(event.get("htk_lost"), int | float):
        left = f" ({number(event['htk'] - event['htk_lost'])} of {number(event['htk'])} left)"
    by = _by(event, story)
    if event.get("pow") is not None:
        head = f"loses {value_text(event['pow'])} POW{by} ({value_text(event.get('pow_lost'))} lost in all)"
    else:
        head = f"loses {value_text(event.get('lost'))} HTK in the {thing(event.get('location'))}{by}{left}"
    return f"{head}: {_damage_chain(event, story)}"


def _by(event: Json, story: Story) -> str:
    """Return whom or what a wound is lost to: one that is nobody's blow to a fall or a wall (C-FAL-1, C-KNB-4)."""
    if not event.get("by") or event["by"] != event.get("actor"):
        return f" to {event['by']}" if event.get("by") else ""
    met = next((link for link in reversed(story.chain(event)) if link.get("type") in ("fall", "collision")), {})
    return f" from hitting the {met.get('what')}" if met.get("type") == "collision" else " from the fall"


def _damage_chain(event: Json, story: Story) -> str:
    """Return the chain from the damage to the loss (C-DMG-1a, C-DMG-6): dice, armor, concussive, critical, PAB, cap."""
    roll, damage = story.roll(event, "damage", by="by"), event.get("damage")
    parts = [f"{value_text(damage)} {thing(event.get('damage_type'))}"]
    if roll is not None:
        added = f"; {sum_text(roll['mods'])}" if roll.get("mods") else ""
        parts[0] += f" (dice {dice_text(roll)}{added})"
    parts.append(f"armor {value_text(event.get('armor', 0))}")
    parts[-1] += f": {value_text(event['through'])} through" if event.get("through") else " stops it"
    return ", ".join([*parts, *_past_armor(event)])


def _past_armor(event: Json) -> Iterator[str]:
    """Yield what became of the points that came through the armor."""
    through, concussive, critical = (int(event.get(key) or 0) for key in ("through", "concussive", "critical"))
    leaked, sharp = int(event.get("leaked") or 0), through - concussive
    if concussive:
        yield f"{concussive} concussive: PAB stops {concussive - leaked}" + (f", {leaked} get past it" if leaked else "")
    if critical > 1 and sharp:
        yield f"{sharp} x {critical} = {sharp * critical}"
    if event.get("pab_stopped"):
        yield f"{'what is left of ' if concussive else ''}PAB stops {value_text(event['pab_stopped'])}"
    elif event.get("pab_stopped") is None and event.get("pab") is None and event.get("pab_left") is not None:
        yield f"PAB left {value_text(event['pab_left'])}"
    if capped := _capped(event):
        yield f"the cap takes {value_text(capped)}"


def _capped(event: Json) -> int:
    """Return what the cap took off (C-DMG-4); the log of a mental blow leaves it to be worked out (C-DMG-7)."""
    if event.get("pow") is not None:
        return max(0, int(event.get("through") or 0) * int(event.get("critical") or 1) - int(event["pow"]))
    return int(event.get("capped") or 0)


def _effect(event: Json, story: Story) -> str:
    where = f" in the {thing(event['location'])}" if event.get("location") else ""
    value = f" {number(event['value'])}" if isinstance(event.get("value"), int | float) else ""
    return f"suffers {thing(event.get('effect'))}{value}{where} ({event.get('rule')})"


def _recover(event: Json, story: Story) -> str:
    return (
        f"recovers {thing(event.get('weapon'))} to {thing(event.get('to', 'ready'))}, until {time_of(event, 'until')}"
    )


def _ready(event: Json, story: Story) -> str:
    tool = f" with {thing(event['weapon'])}" if event.get("weapon") else ""
    return f"is ready{tool}: {event.get('why')}"


_PHASES = {
    "declared": "what it declared", "windup": "its wind-up", "couched": "its couch", "committed": "its committed blow",
    "working": "its work", "up": "its parry",
}  # fmt: skip


def _break_off(event: Json, story: Story) -> str:
    cost = "free" if event.get("free") else "too late, the motion runs on"
    phase = str(event.get("phase"))
    return f"breaks off {_PHASES.get(phase, thing(phase))} ({cost}): {event.get('why')}"


def _notice(event: Json, story: Story) -> str:
    roll = story.roll(event, "perception")
    how = f" ({roll_text(roll)})" if roll else ""
    return f"notices {event.get('of')}: {thing(event.get('what'))}{how}"


def _mode(event: Json, story: Story) -> str:
    return f"is {event.get('mode')}, keeping {value_text(event.get('set_distance'))} ft: {event.get('why')}"


def _defence(event: Json, story: Story) -> str:
    return f"has DEF {'on' if event.get('active') else 'off'}"


def _bleed(event: Json, story: Story) -> str:
    loss = f"bleeds {value_text(event['lost'])} HTK" if event.get("lost") else "bleeding changes"
    rate = value_text(event.get("rate"))
    return f"{loss}: {value_text(event.get('htk_lost'))} lost in all, {rate} a minute from here"


def _stun(event: Json, story: Story) -> str:
    return "is stunned no more" if event.get("over") else f"is stunned until {time_of(event, 'until')}"


def _out(event: Json, story: Story) -> str:
    state = "is dead" if event.get("type") == "death" else "is out of the fight"
    why, lost = str(event.get("why")), value_text(event.get("htk_lost"))
    is_told = why.startswith(f"C-WND-6: {lost} of ")
    return f"{state}: {why}" if is_told else f"{state}: {why} ({lost} HTK lost)"


def _decision(event: Json, story: Story) -> str:
    return f"decides ({value_text(event.get('reason') or [])}): {deed(event.get('option') or {})}{note_of(event)}"


LONG_NOTE = 120
"""Characters of an agent's note that an account tells; `couched explain` tells all of it."""


def note_of(decision: Json) -> str:
    """Return an agent's own note on its decision, a long one cut short."""
    note = str(decision.get("note") or "")
    if len(note) > LONG_NOTE:
        note = f"{note[: LONG_NOTE - 3].rstrip('; ')}..."
    return f' - "{note}"' if note else ""


def is_told(decision: Json, story: Story) -> bool:
    """Return whether a decision has a line of its own for its note.

    What a declaration tells has none, nor a hold that goes on to say why nothing else was done.
    """
    option = decision.get("option")
    holds = isinstance(option, dict) and option.get("do") == "hold" and "; not " in str(decision.get("note"))
    return bool(decision.get("note")) and decision.get("seq") not in story.declared and not holds


def _roll(event: Json, story: Story) -> str:
    return f"rolls {thing(event.get('purpose'))} ({event.get('dice')}): {roll_text(event)}"


def start(event: Json, story: Story) -> str:
    return f"battle starts, seed {event.get('seed')}, battle {event.get('battle')}"


def end(event: Json, story: Story) -> str:
    winner = f" {event['winner']}" if event.get("winner") else ""
    return f"battle ends: {event.get('outcome')}{winner}: {event.get('reason')}"


def unknown(event: Json, story: Story) -> str:
    fields = "; ".join(f"{key} {value_text(value)}" for key, value in event.items() if key not in _COMMON)
    return f"{thing(event.get('type'))}: {fields}" if fields else thing(event.get("type"))


_TELLERS: dict[str, tuple[str, str, Teller]] = {
    "battle.start": ("full", "quiet", start), "battle.end": ("full", "quiet", end),
    "decision": ("full", "quiet", _decision), "roll": ("normal", "quiet", _roll),
    "declare": ("normal", "plan", _declare), "init": ("full", "quiet", _init),
    "windup": ("normal", "plan", _windup), "couched": ("normal", "plan", _couched),
    "release": ("normal", "plan", _release), "commit": ("normal", "commit", _commit),
    "impact": ("short", "blow", _impact), "wound": ("short", "wound", _wound), "effect": ("short", "wound", _effect),
    "recover": ("full", "quiet", _recover), "ready": ("full", "quiet", _ready),
    "break_off": ("short", "break", _break_off), "notice": ("normal", "notice", _notice),
    "mode": ("full", "quiet", _mode), "def": ("normal", "plan", _defence), "move": ("normal", "move", ground.move),
    "stage": ("normal", "move", ground.stage), "press": ("normal", "move", ground.contest),
    "retreat": ("normal", "move", ground.contest),
    "lock": ("normal", "break", ground.lock), "unlock": ("normal", "break", ground.lock),
    "parry": ("normal", "notice", ground.parry),
    "draw": ("normal", "plan", ground.draw), "rise": ("normal", "plan", lambda _event, _story: "stands again"),
    "knockback": ("short", "wound", ground.knockback),
    "fall": ("short", "wound", ground.fall), "bash": ("short", "wound", ground.bash),
    "overbear": ("short", "wound", ground.overbear),
    "collision": (
        "short", "wound", lambda event, _story: f"hits the {event.get('what')} at {value_text(event.get('velocity'))} ft/ct"
    ),
    "edge": ("short", "wound", lambda event, _story: f"comes over {event.get('name')}, {value_text(event.get('drop'))} ft deep"),
    "loose": ("normal", "commit", ground.loose), "reload": ("normal", "plan", ground.reload), "aim": ("normal", "plan", ground.aim),
    "bind": ("short", "plan", ground.bind),
    "bleed": ("normal", "wound", _bleed), "stun": ("short", "wound", _stun),
    "down": ("short", "end", _out), "death": ("short", "end", _out),
}  # fmt: skip
"""Type to: from which detail on it is told, its kind, its teller."""


def line_of(event: Json, story: Story, level: int) -> Told | None:
    """Return an event in words at a level of detail (an index of LEVELS), or None when it is left out."""
    name, kind, teller = _TELLERS.get(str(event.get("type")), ("normal", "plan", unknown))
    least = LEVELS.index(name)
    if _is_aside(event):
        least = LEVELS.index("full")
    if event.get("type") == "stun" and float(event.get("t", 0)) >= story.out.get(str(event.get("actor")), float("inf")):
        least = LEVELS.index("full")
    if event.get("type") == "decision" and is_told(event, story):
        least = LEVELS.index("normal")
    if event.get("type") == "impact" and event.get("result") == "hit":
        kind = "hit"
    return Told(kind, told(teller, event, story)) if level >= least else None


def _is_aside(event: Json) -> bool:
    """Whether an event says nothing another line doesn't: a roll told with what it decides, the end of a walk."""
    match event.get("type"):
        case "roll":
            return str(event.get("purpose")) in _FOLDED
        case "move":
            return event.get("velocity") == [0.0, 0.0]
        case _:
            return False


def told(teller: Teller, event: Json, story: Story) -> str:
    """Tell an event; one whose fields are of other kinds than expected is told as it stands."""
    try:
        return teller(event, story)
    except (TypeError, ValueError, KeyError, AttributeError, IndexError, OverflowError):
        return unknown(event, story)
