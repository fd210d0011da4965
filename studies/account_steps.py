"""One teller for each type of event of the steps system: from the event's fields to words.

What belongs together is told in one line: a shot with its chain of difficulty and its check, a wound with its dice.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from studies import account_steps_sights as sights
from studies import account_steps_words as words
from studies.account_steps_words import facing, square
from studies.account_story import Story
from studies.account_tellers import end, is_told, note_of, start, told, unknown
from studies.account_words import LEVELS, Told, rule_and_why, thing, time_of
from studies.cli_text import dice_text, number, plural, sum_text, value_text

Json = Mapping[str, Any]
Teller = Callable[[Json, Story], str]

FULL = LEVELS.index("full")

# actions


def _declare(event: Json, story: Story) -> str:
    plan = (("begin", "begins"), ("commit", "commits"), ("impact", "shoots"), ("ready", "done"))
    rows = [(word, event[key]) for key, word in plan if event.get(key) is not None]
    if rows and rows[0] == ("begins", event.get("t")):
        rows = rows[1:]
    if event.get("impact") is not None:
        rows = [row for row in rows if row[0] != "done"]
    times = ", ".join(f"{word} {number(count)}" for word, count in rows)
    return words.deed(event.get("option") or {}) + (f" ({times})" if times else "") + _note(event, story)


def _note(event: Json, story: Story) -> str:
    return note_of(story.decision(event) or {})


def _level(event: Json, story: Story) -> str:
    at = f" at {event['target']}" if event.get("target") else ""
    return f"levels {thing(event.get('weapon'))}{at}, until {time_of(event, 'until')}"


def _commit(event: Json, story: Story) -> str:
    at = f" at {event['target']}" if event.get("target") else ""
    return f"squeezes{at}: shoots at {time_of(event, 'impact')}"


def _fired(event: Json, story: Story) -> str:
    return f"fires {plural(event['rounds'], 'round')} of {thing(event.get('weapon'))}; {value_text(event.get('left'))} left"


def _aim(event: Json, story: Story) -> str:
    if not event.get("spells"):
        return f"has {event.get('target')} in its aim no more: {thing(event.get('why'))}"
    return f"has {event.get('target')} in its aim: {plural(event['spells'], 'spell')}"


def _reload(event: Json, story: Story) -> str:
    loaded, left = value_text(event.get("loaded")), value_text(event.get("left"))
    return f"has {thing(event.get('weapon'))} loaded: {loaded} to shoot, {left} more carried"


def _ready(event: Json, story: Story) -> str:
    return f"is ready: {thing(event.get('why'))}"


_PHASES = {"waiting": "what it declared", "windup": "its levelling", "committed": "its shot", "working": "its work"}


def _break_off(event: Json, story: Story) -> str:
    cost = "free" if event.get("free") else "too late, it counts as a miss; no round is fired"
    phase = str(event.get("phase"))
    return f"breaks off {_PHASES.get(phase, thing(phase))} ({cost}): {event.get('why')}{_note(event, story)}"


# where it stands, where it looks


def _walk(event: Json, story: Story) -> str:
    path = event.get("path") or []
    here = square(event.get("position"))
    if not path:
        return f"stands at {here}: {event.get('why')}"
    return f"{words.pace(event.get('pace'))} from {here} to {square(path[-1])}: {event.get('why')}{_note(event, story)}"


def _step(event: Json, story: Story) -> str:
    return f"comes to {square(event.get('position'))}, facing {facing(event.get('facing'))}"


def _face(event: Json, story: Story) -> str:
    return f"faces {facing(event.get('facing'))}: {event.get('why')}"


def _mode(event: Json, story: Story) -> str:
    return f"is {words.guards(event.get('mode'))}: {event.get('why')}"


# dodges


def _dodge(event: Json, story: Story) -> str:
    whose = str(event.get("against")).rpartition("#")[0] or str(event.get("against"))
    if event.get("declared"):
        return f"means to dodge the shot of {whose}{_note(event, story)}"
    roll = story.roll(event, "dodge")
    how = f" ({words.need_text(roll)})" if roll is not None else ""
    return f"{'dodges' if event.get('success') else 'fails to dodge'} the shot of {whose}{how}"


# shots


def _chain(event: Json, story: Story) -> str:
    names = {spec.get("name") for spec in story.combatants}
    target = event.get("target") if event.get("target") in names else _mark(event)
    return f"shoots at {target}: difficulty {value_text(event.get('difficulty'))}, {words.chain_text(event)}"


_RESULTS = {
    "hit": "hits {target}", "miss": "misses {target}", "no_target": "finds {target} out of the fight",
    "out_of_reach": "has no shot at {target}", "broken_off": "fires no round at {target}",
    "lost": "loses the shot at {target}",
}  # fmt: skip


def _impact(event: Json, story: Story) -> str:
    chain = words.chain_of(event, story)
    mark = f"its mark {_mark(chain)}" if event.get("target") is None else str(event["target"])
    result = str(event.get("result"))
    text = _RESULTS.get(result, f"{thing(result)} {{target}}").format(target=mark)
    if event.get("weapon"):
        text += f" with {thing(event['weapon'])}"
    if event.get("distance") is not None:
        text += f" at {words.squares(event['distance'])}"
    if event.get("struck"):
        text += f" and hits {thing(event['struck'])} instead"
    details = list(_score(event, chain, story))
    return text + (f": {'; '.join(details)}" if details else "")


def _mark(chain: Json | None) -> str:
    return f"({str(chain.get('target')).replace(',', ', ')})" if chain is not None else "a square"


def _score(event: Json, chain: Json | None, story: Story) -> Iterator[str]:
    """Yield what an attack came to: total against difficulty, the chain, the roll, the rule of anything else."""
    total, need = event.get("total"), event.get("difficulty")
    if total is not None and need is not None:
        roll = story.roll(event, "check")
        sure = event.get("result") == "hit" and total < need
        yield f"{number(total)} against {number(need)}" + (", a natural hit" if sure else "")
        if chain is not None:
            yield words.chain_text(chain)
        if roll is not None:
            yield words.check_text(roll, total)
    if event.get("why"):
        yield str(event["why"])


def _landed(event: Json, story: Story) -> str:
    off = event.get("scatter") or 0
    return f"lands it on {square(event.get('at'))}" + (f", {plural(off, 'square')} off" if off else "")


def _wound(event: Json, story: Story) -> str:
    roll = story.roll(event, "damage", by="by")
    dice = f" ({_dice(roll)})" if roll is not None else ""
    armor = f" - {value_text(event['armor'])} armor" if event.get("armor") else ""
    left = f" ({value_text(event.get('health'))} of {value_text(most)} left)" if (most := health_of(event, story)) else ""
    lost = f"loses {value_text(event.get('lost'))} health" if event.get("lost") else "loses nothing"
    where = f" in the {thing(event.get('location'))} to {event.get('by')}"
    return f"{lost}{where}{left}: {value_text(event.get('damage'))}{dice}{armor}"


def _dice(roll: Json) -> str:
    added = sum_text(roll.get("mods") or [])
    return f"{roll.get('dice')}: {dice_text(roll)}" + (f"; {added}" if added else "")


def health_of(event: Json, story: Story) -> Any:
    """Return the unhurt health of an event's actor, or None when the scenario does not say."""
    return next((spec.get("health") for spec in story.combatants if spec.get("name") == event.get("actor")), None)


def _object(event: Json, story: Story) -> str:
    name = f"{thing(event.get('name'))} at {square(event.get('position'))}"
    damage = value_text(event.get("damage"))
    if event.get("destroyed"):
        return f"destroys {name} with {damage} damage"
    return f"damages {name}: {damage}, {plural(event.get('health', 0), 'point')} left"


def _out(event: Json, story: Story) -> str:
    rule, why = rule_and_why(event)
    state = "is dead" if event.get("type") == "death" else "is out of the fight"
    reason = f": {why}" if why not in ("down", "") and state != f"is {why}" else ""
    return f"{state}{reason} (health {value_text(event.get('health'))}{f', {rule}' if rule else ''})"


# decisions, rolls


def _decision(event: Json, story: Story) -> str:
    asked = words.names_of(event.get("reason") or [])
    return f"decides ({asked}): {words.deed(event.get('option') or {})}{note_of(event)}"


def _roll(event: Json, story: Story) -> str:
    return f"rolls {thing(event.get('purpose'))} ({event.get('dice')}): {words.need_text(event)}: {event.get('result')}"


_TELLERS: dict[str, tuple[str, str, Teller]] = {
    "battle.start": ("full", "quiet", start), "battle.end": ("full", "quiet", end),
    "decision": ("full", "quiet", _decision), "roll": ("normal", "quiet", _roll),
    "declare": ("normal", "plan", _declare), "level": ("full", "quiet", _level), "commit": ("full", "quiet", _commit),
    "fired": ("full", "quiet", _fired), "chain": ("full", "quiet", _chain), "impact": ("short", "blow", _impact),
    "landed": ("short", "blow", _landed), "wound": ("short", "wound", _wound), "object": ("normal", "wound", _object),
    "dodge": ("normal", "notice", _dodge), "aim": ("normal", "plan", _aim), "reload": ("normal", "plan", _reload),
    "ready": ("full", "quiet", _ready), "break_off": ("short", "break", _break_off),
    "walk": ("normal", "move", _walk), "step": ("full", "quiet", _step), "face": ("full", "quiet", _face),
    "mode": ("full", "quiet", _mode), "sight": ("normal", "notice", sights.sight),
    "down": ("short", "end", _out), "death": ("short", "end", _out),
}  # fmt: skip
"""Type to: from which detail on it is told, its kind, its teller."""


def line_of(event: Json, story: Story, level: int) -> Told | None:
    """Return an event in words at a level of detail (an index of LEVELS), or None when it is left out."""
    kind = str(event.get("type"))
    name, colour, teller = _TELLERS.get(kind, ("normal", "plan", unknown))
    least = FULL if kind in _ASIDES and _is_aside(event, story) else LEVELS.index(name)
    if kind == "decision" and is_told(event, story):
        least = FULL if story.effects(event, "break_off") else LEVELS.index("normal")
    if kind == "object" and event.get("destroyed"):
        least = LEVELS.index("short")
    if level < least:
        return None
    if level < FULL and kind == "sight":
        text = sights.together(event, story)
        return Told(colour, text) if text is not None else None
    if kind == "impact" and event.get("result") == "hit":
        colour = "hit"
    return Told(colour, told(teller, event, story))


def _is_aside(event: Json, story: Story) -> bool:
    """Whether an event says nothing that another line does not; one of other kinds of fields is told."""
    try:
        return _ASIDES[str(event.get("type"))](event, story)
    except (TypeError, ValueError, KeyError, AttributeError):
        return False


def _told_before(event: Json, story: Story) -> bool:
    """Whether a death told already that somebody is out."""
    return any(death.get("actor") == event.get("actor") for death in story.at(event, "death"))


def _told_by_next(event: Json, story: Story) -> bool:
    """Whether an end of a walk is told by what comes at once: falling, or walking on."""
    actor, seq = event.get("actor"), event["seq"]
    walks = [walk for walk in story.at(event, "walk") if walk.get("actor") == actor and walk["seq"] > seq]
    return not event.get("path") and (event.get("why") == "down" or any(walk.get("path") for walk in walks))


_ASIDES: dict[str, Callable[[Json, Story], bool]] = {
    "roll": lambda event, _story: event.get("purpose") in ("check", "dodge", "location", "damage", "scatter", "tie"),
    "aim": lambda event, _story: event.get("why") in ("shot", "down", "another weapon"),
    "walk": _told_by_next,
    "down": _told_before,
}
"""Types of which some events are left to the fullest account."""
