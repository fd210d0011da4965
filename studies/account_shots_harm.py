"""Tellers of what an attack of the shots system comes to: impacts, wounds, who goes out; many at once in one line."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from studies import account_shots_words as words
from studies.account_story import Story
from studies.account_words import Told, thing
from studies.cli_text import number, plural, value_text

Json = Mapping[str, Any]

MANY = 5
"""Targets of one attack from which on they are told in one line."""


_RESULTS = {
    "hit": "hits {target}",
    "miss": "misses {target}",
    "critical_miss": "fumbles against {target}",
    "no_target": "attacks nobody: {target} is no target any more",
    "out_of_reach": "is out of reach of {target}",
    "lost": "loses the attack on {target}",
}


def impact(event: Json, story: Story) -> str:
    result = str(event.get("result"))
    text = _RESULTS.get(result, result).format(target=event.get("target") or "nobody")
    if event.get("weapon"):
        text += f" with {thing(event['weapon'])}"
    if event.get("distance") is not None:
        text += f" at {number(event['distance'])} m"
    details = [*_score(event), *([str(event["why"])] if event.get("why") else [])]
    how = _how(event, story)
    return text + (f": {', '.join(details)}" if details else "") + (f" ({how})" if how else "")


def _score(event: Json) -> Iterator[str]:
    """Yield what an attack came to: total and difficulty, Outcome, damage."""
    total, need, outcome = event.get("total"), event.get("difficulty"), event.get("outcome")
    if total is None or need is None:
        return
    yield f"{number(total)} against {number(need)}"
    if event.get("result") == "hit" and isinstance(outcome, int | float):
        gained = outcome - (total - need)
        yield f"Outcome {number(outcome)}" + (f" with {number(gained)} for the wonder" if gained else "")
    if event.get("damage") is not None:
        yield f"damage {number(event['damage'])}"


def _how(event: Json, story: Story) -> str:
    """Return the roll of an attack, where it was rolled against this target's difficulty."""
    roll = story.roll(event, "attack")
    if roll is None or event.get("total") is None:
        return ""
    return words.roll_text(roll) if roll.get("margin") == event["total"] - event["difficulty"] else ""


def _on_many(event: Json, story: Story) -> Told:
    """Tell an attack on many in one line, from the first of its impacts."""
    impacts = story.of_action(event, "impact")
    hits, missed = ([one for one in impacts if (one.get("result") == "hit") is hit] for hit in (True, False))
    roll = story.roll(event, "attack")
    parts = [f"hits {_against(hits)}" if hits else "", f"misses {_against(missed)}" if missed else ""]
    text = f"{', '.join(part for part in parts if part)} with {thing(event.get('weapon'))}: {value_text(event.get('total'))} in all"
    return Told("hit" if hits else "blow", text + (f" ({words.roll_text(roll)})" if roll else ""))


def _against(impacts: Sequence[Json]) -> str:
    """Return the targets of an attack and what it had to reach for them."""
    needs = sorted({impact["difficulty"] for impact in impacts})
    span = number(needs[0]) if len(needs) == 1 else f"{number(needs[0])} to {number(needs[-1])}"
    return f"{words.names_text(str(impact.get('target')) for impact in impacts)} (against {span})"


# wounds


def wound(event: Json, story: Story) -> str:
    points = event.get("points")
    took = plural(points, "Wound Point") if points else "no Wound Points"
    parts = ((event.get("toughness"), "Toughness"), (event.get("armor"), "armor"))
    stopped = "".join(f" - {value_text(value)} {what}" for value, what in parts if value)
    out = " and is out of the fight" if _puts_out(event, story) else ""
    in_all = f" ({value_text(event.get('wounds'))} in all)" if not out else ""
    return f"takes {took} from {event.get('by')}{in_all}{out}: {value_text(event.get('damage'))} damage{stopped}"


def _puts_out(event: Json, story: Story) -> bool:
    """Whether a wound is an unnamed character's last (S-WND-3)."""
    return str(event.get("actor")) in story.unnamed and bool(story.effects(event, "down"))


def _wounds_of_many(event: Json, story: Story) -> Told:
    """Tell in one line whom one attack puts out."""
    wounds = _last_wounds(event, story)
    points = sorted(wound.get("points") or 0 for wound in wounds)
    span = number(points[0]) if points[0] == points[-1] else f"{number(points[0])} to {number(points[-1])}"
    names = words.names_text(str(wound.get("actor")) for wound in wounds)
    return Told("wound", f"{names} take {span} Wound Points from {event.get('by')} and are out of the fight", "")


def _last_wounds(event: Json, story: Story) -> list[Json]:
    return [wound for wound in story.of_action(event, "wound") if _puts_out(wound, story)]


def impaired(event: Json, story: Story) -> str:
    value = event.get("value") or 0
    state = "is impaired no more" if not value else "is impaired" if value < 0 else "fights the better for it"
    rolls = f": {'+' if value > 0 else ''}{number(value)} to all rolls" if value else ""
    return f"{state}{rolls} ({plural(event.get('wounds', 0), 'Wound Point')})"


def structure(event: Json, story: Story) -> str:
    name, damage = event.get("name"), value_text(event.get("damage"))
    if event.get("destroyed"):
        return f"destroys {name} with {damage} damage"
    return f"damages {name}: {damage} damage, Toughness {value_text(event.get('toughness'))} left"


def down(event: Json, story: Story) -> str:
    rule, _, why = str(event.get("why")).rpartition(": ")
    state = "" if why == "out of the fight" else f": {why}"
    left = event.get("dying_sequences")
    state += f", dead in {plural(left, 'sequence')} unless tended" if left is not None else ""
    return f"is out of the fight{state} ({plural(event.get('wounds', 0), 'Wound Point')}{f', {rule}' if rule else ''})"


def death(event: Json, story: Story) -> str:
    rule, _, why = str(event.get("why")).rpartition(": ")
    return f"is dead: {why} ({plural(event.get('wounds', 0), 'Wound Point')}{f', {rule}' if rule else ''})"


def tended(event: Json, story: Story) -> str:
    whom = "itself" if event.get("target") == event.get("actor") else event.get("target")
    roll = story.roll(event, "medicine")
    how = f" ({words.roll_text(roll)})" if roll else ""
    if not event.get("bound"):
        return f"fails to tend {whom}{how}"
    if event.get("healed"):
        return f"treats {whom}: {plural(event['healed'], 'Wound Point')} healed, {value_text(event.get('wounds'))} left{how}"
    return f"tends {whom}{how}"


# many at once


def _struck(event: Json, story: Story) -> list[Json]:
    """Return the impacts that are told together with this one."""
    found = story.of_action(event, "impact")
    whole = all(isinstance(one.get("difficulty"), int) for one in found)
    return found if whole else []


def _put_out(event: Json, story: Story) -> list[Json]:
    """Return the last wounds that are told together with this one."""
    return _last_wounds(event, story) if _puts_out(event, story) else []


_BATCHES: dict[str, tuple[Callable[[Json, Story], list[Json]], Callable[[Json, Story], Told]]] = {
    "impact": (_struck, _on_many), "wound": (_put_out, _wounds_of_many),
}  # fmt: skip
"""Types whose events are told in one line when there are many: which go together, and how they are told."""


def batch(event: Json, story: Story) -> list[Json]:
    """Return the events that are told in one line with this one, fewer than two when it stands alone."""
    try:
        found = _BATCHES[str(event.get("type"))][0](event, story) if event.get("type") in _BATCHES else []
    except (TypeError, ValueError, KeyError, AttributeError):
        return []
    return found if len(found) >= MANY else []


def many(event: Json, story: Story) -> Told:
    """Return the line that tells a batch, from the first of its events."""
    return _BATCHES[str(event.get("type"))][1](event, story)
