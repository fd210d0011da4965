"""Tellers of what an attack of the shots system comes to: impacts, wounds, who goes out, who is tended."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from studies import account_shots_words as words
from studies.account_story import Story
from studies.account_words import rule_and_why, thing
from studies.cli_text import number, plural, value_text

Json = Mapping[str, Any]

_RESULTS = {
    "hit": "hits {target}",
    "miss": "misses {target}",
    "critical_miss": "fumbles against {target}",
    "no_target": "attacks {target}",
    "out_of_reach": "is out of reach of {target}",
    "lost": "loses the attack on {target}",
}


def impact(event: Json, story: Story) -> str:
    result = str(event.get("result"))
    text = _RESULTS.get(result, result).format(target=event.get("target") or "nobody")
    if event.get("weapon"):
        text += f" with {thing(event['weapon'])}"
    if event.get("distance") is not None:
        meters = f"{number(event['distance'])} m"
        text += f", {meters} from the blast" if _is_blast(event, story) else f" at {meters}"
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
        yield f"damage {number(event['damage'])}{_extra(event)}"


def _extra(event: Json) -> str:
    """Return what of the damage is a schtick's (S-CHR-3)."""
    found = [mod for mod in event.get("damage_mods") or [] if mod.get("rule") == "S-CHR-3"]
    return " with " + " and ".join(f"{number(mod['value'])} for {mod.get('why')}" for mod in found) if found else ""


def _how(event: Json, story: Story) -> str:
    """Return the roll of an attack, where it was rolled against this target's difficulty, else what that is made of."""
    roll = story.roll(event, "attack")
    if roll is None or event.get("total") is None:
        return ""
    if roll.get("margin") == event["total"] - event["difficulty"]:
        return words.roll_text(roll)
    terms = words.terms_text(event.get("mods") or [])
    return f"{number(event['difficulty'])} = {terms}" if terms else ""


def _is_blast(event: Json, story: Story) -> bool:
    """Whether an impact is one of an area attack: its distance is that from where it goes off (S-RNG-4)."""
    return any(announced.get("at") is not None for announced in story.of_action(event, "announce"))


# wounds


def wound(event: Json, story: Story) -> str:
    points = event.get("points")
    took = plural(points, "Wound Point") if points else "no Wound Points"
    parts = [*_tough(event), (event.get("armor"), "armor")]
    stopped = "".join(f" - {value_text(value)} {what}" for value, what in parts if value)
    out = " and is out of the fight" if puts_out(event, story) else ""
    in_all = f" ({value_text(event.get('wounds'))} in all)" if not out else ""
    return f"takes {took} from {event.get('by')}{in_all}{out}: {value_text(event.get('damage'))} damage{stopped}"


def _tough(event: Json) -> list[tuple[Any, str]]:
    """Return what a hit met of Toughness, what schticks add to it apart (S-CHR-3)."""
    made_of = event.get("toughness_mods") or [{"value": event.get("toughness"), "why": "Toughness"}]
    return [(mod.get("value"), str(mod.get("why"))) for mod in made_of]


def puts_out(event: Json, story: Story) -> bool:
    """Whether a wound is an unnamed character's last (S-WND-3)."""
    return str(event.get("actor")) in story.unnamed and bool(story.effects(event, "down"))


def impaired(event: Json, story: Story) -> str:
    value = event.get("value") or 0
    state = "is impaired no more" if not value else "is impaired" if value < 0 else "fights the better for it"
    rolls = f": {'+' if value > 0 else ''}{number(value)} to all rolls" if value else ""
    return f"{state}{rolls} ({plural(event.get('wounds', 0), 'Wound Point')})"


def structure(event: Json, story: Story) -> str:
    name, damage = event.get("name"), value_text(event.get("damage"))
    if event.get("effect") == "none":
        if event.get("destroyed"):
            return f"hits {name}, which is destroyed already"
        return f"does {name} no harm, it holds: {damage} damage against Toughness {value_text(event.get('against'))}"
    if event.get("destroyed"):
        return f"destroys {name} with {damage} damage"
    return f"damages {name}: {damage} damage, Toughness {value_text(event.get('toughness'))} left"


def down(event: Json, story: Story) -> str:
    rule, why = rule_and_why(event)
    state = "" if why == "out of the fight" else f": {why}"
    left = event.get("dying_sequences")
    state += f", dead in {plural(left, 'sequence')} unless tended" if left is not None else ""
    return f"is out of the fight{state} ({plural(event.get('wounds', 0), 'Wound Point')}{f', {rule}' if rule else ''})"


def death(event: Json, story: Story) -> str:
    rule, why = rule_and_why(event)
    state = why if why.startswith("dead") else f"dead: {why}"
    return f"is {state} ({plural(event.get('wounds', 0), 'Wound Point')}{f', {rule}' if rule else ''})"


def tended(event: Json, story: Story) -> str:
    whom = "itself" if event.get("target") == event.get("actor") else event.get("target")
    roll = story.roll(event, "medicine")
    how = f" ({words.roll_text(roll)})" if roll else ""
    return f"{_came_of_tending(event, str(whom))}{how}{words.price(event, story)}"


def _came_of_tending(event: Json, whom: str) -> str:
    if not event.get("bound"):
        return f"fails to tend {whom}"
    if event.get("healed"):
        return f"treats {whom}: {plural(event['healed'], 'Wound Point')} healed, {value_text(event.get('wounds'))} left"
    return f"tends {whom}"
