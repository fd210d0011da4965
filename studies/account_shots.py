"""One teller for each type of event of the shots system: from the event's fields to words.

What belongs together is told in one line: an action with what it costs, a hit with its roll, an unnamed character's
wound with its going out, an attack on many with everyone it reaches.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from studies import account_shots_crowd as many
from studies import account_shots_harm as harm
from studies import account_shots_words as words
from studies.account_story import Story
from studies.account_tellers import end, is_told, note_of, start, told, unknown
from studies.account_words import LEVELS, Told, thing
from studies.cli_text import number, plural, value_text

Json = Mapping[str, Any]
Teller = Callable[[Json, Story], str]

FULL = LEVELS.index("full")

# sequences and shots


def _sequence(event: Json, story: Story) -> str:
    order = event.get("order") or {}
    rows: dict[int, list[str]] = {}
    for name, shot in order.items():
        rows.setdefault(shot, []).append(name)
    first = "; ".join(f"{shot} {words.names_text(names)}" for shot, names in sorted(rows.items(), reverse=True))
    return f"sequence {value_text(event.get('number'))}, from shot {value_text(event.get('top'))}: {first}"


def _shot(event: Json, story: Story) -> str:
    acting = event.get("acting") or []
    return f"shot {value_text(event.get('shot'))}: {words.names_text(acting)} {'acts' if len(acting) == 1 else 'act'}"


def _counter(event: Json, story: Story) -> str:
    before, after, why = int(event["before"]), int(event["after"]), event.get("why")
    if why == "waits":
        return f"waits for shot {after}{_own_note(event, story)}"
    shots = plural(before - after, "shot")
    if why == "runs down":
        return f"has let {shots} run down: {before} to {after} ({event.get('rule')})"
    if why == "fumble":
        return f"loses {shots} by the fumble ({words.next_at(event)})"
    return f"pays {shots} for {thing(why)}: {before} to {after} ({event.get('rule')})"


# actions


def _declare(event: Json, story: Story) -> str:
    option = event.get("option") or {}
    text = words.deed(option) + _reached(event, option, story)
    return text + words.price(event, story) + _own_note(event, story)


def _reached(event: Json, option: Json, story: Story) -> str:
    """Return whom an area attack may reach."""
    if option.get("do") != "area":
        return ""
    announced = next(iter(story.effects(event, "announce")), {})
    targets = announced.get("targets") or []
    return f", reaching {words.names_text(targets) if targets else 'nobody'}"


def _announce(event: Json, story: Story) -> str:
    at = f" at ({value_text(event['at'])})" if event.get("at") is not None else ""
    targets = words.names_text(event.get("targets") or ["nobody"])
    return f"announces an attack on {targets}{at} with {thing(event.get('weapon'))}"


def _draw(event: Json, story: Story) -> str:
    hands = value_text([thing(name) for name in event.get("in_hand") or ["nothing"]])
    return f"{_DRAWN.get(str(event.get('what')), thing(event.get('what')))} {thing(event.get('weapon'))}; in hand: {hands}"


_DRAWN = {
    "drawn": "has drawn", "picked_up": "has picked up", "caught": "has caught", "thrown": "lets go of", "dropped": "has dropped",
}  # fmt: skip


def _reload(event: Json, story: Story) -> str:
    loaded, left = value_text(event.get("loaded")), value_text(event.get("left"))
    price, note = words.price(event, story), _own_note(event, story)
    return f"reloads {thing(event.get('weapon'))}: {loaded} to shoot, {left} more carried{price}{note}"


def _move(event: Json, story: Story) -> str:
    velocity = event.get("velocity") or [0, 0]
    speed = (velocity[0] ** 2 + velocity[1] ** 2) ** 0.5
    toward = f" toward {event['toward']}" if event.get("toward") else ""
    here = f"({value_text(event.get('position'))})"
    if not speed:
        return f"is at {here}: {event.get('why')}"
    return f"moves{toward} at {number(speed)} m a shot from {here}: {thing(event.get('why'))}"


def _fall(event: Json, story: Story) -> str:
    return str(event.get("why"))


def _rise(event: Json, story: Story) -> str:
    return "is up again"


# defending


def _defense(event: Json, story: Story) -> str:
    kind, target = thing(event.get("kind")), event.get("target")
    whom = "" if target == event.get("actor") else f" for {target}"
    if event.get("over"):
        return f"defends no more{whom}: {kind}"
    bonus, value = event.get("bonus"), event.get("value")
    sign = "+" if isinstance(bonus, int | float) and bonus >= 0 else ""
    to = "" if value == "dodge" else f" to {thing(value)}"
    return f"defends{whom} by {kind}, {sign}{value_text(bonus)}{to}{words.reply_price(event, story)}{_own_note(event, story)}"


def _own_note(event: Json, story: Story) -> str:
    return note_of(story.decision(event) or {})


def _interpose(event: Json, story: Story) -> str:
    whose = story.of_action(event, "announce")
    attacker = f" of {whose[0].get('actor')}" if whose else ""
    return f"steps between {event.get('target')} and the attack{attacker}{words.reply_price(event, story)}{_own_note(event, story)}"


def _volunteer(event: Json, story: Story) -> str:
    return f"takes the worst of the attack{_own_note(event, story)}"


def _notice(event: Json, story: Story) -> str:
    roll = story.cause(event)
    how = f" ({words.roll_text(roll)})" if roll is not None and roll.get("type") == "roll" else ""
    made = "notices" if event.get("noticed") == "noticed" else "does not notice"
    return f"{made} the {thing(event.get('what'))} of {event.get('of')}{how}"


# luck, schticks, rolls


def _fortune(event: Json, story: Story) -> str:
    what, roll = str(event.get("what")), thing(event.get("roll"))
    left = f"{value_text(event.get('left'))} left"
    if what != "spent":
        return f"{_FORTUNE.get(what, thing(what))} for {roll}; {left}{_own_note(event, story)}"
    added = next((die.get("result") for die in story.effects(event, "roll")), None)
    return f"spends a Fortune point on {roll}{f': {added}' if added is not None else ''}; {left}"


_FORTUNE = {"set_aside": "sets a Fortune point aside", "taken_back": "takes a Fortune point back"}


def _schtick(event: Json, story: Story) -> str:
    left = f"; {value_text(event['left'])} left" if event.get("left") is not None else ""
    return f"uses {thing(event.get('name'))}: {event.get('what')}{left}{_own_note(event, story)}"


def _decision(event: Json, story: Story) -> str:
    asked = value_text([thing(reason) for reason in event.get("reason") or []])
    return f"decides ({asked}): {words.deed(event.get('option') or {})}{note_of(event)}"


def _roll(event: Json, story: Story) -> str:
    return f"rolls {thing(event.get('purpose'))}: {words.roll_text(event)}: {event.get('result')}"


_TELLERS: dict[str, tuple[str, str, Teller]] = {
    "battle.start": ("full", "quiet", start), "battle.end": ("full", "quiet", end),
    "sequence": ("short", "turn", _sequence), "shot": ("full", "quiet", _shot), "counter": ("normal", "plan", _counter),
    "decision": ("full", "quiet", _decision), "roll": ("normal", "quiet", _roll),
    "declare": ("normal", "plan", _declare), "announce": ("full", "quiet", _announce),
    "draw": ("normal", "plan", _draw), "reload": ("normal", "plan", _reload), "move": ("full", "quiet", _move),
    "fall": ("full", "quiet", _fall), "rise": ("full", "quiet", _rise),
    "defense": ("normal", "notice", _defense), "interpose": ("normal", "notice", _interpose),
    "volunteer": ("normal", "notice", _volunteer), "notice": ("normal", "notice", _notice),
    "impact": ("short", "blow", harm.impact), "wound": ("short", "wound", harm.wound),
    "impairment": ("normal", "wound", harm.impaired),
    "structure": ("short", "wound", harm.structure), "down": ("short", "end", harm.down), "death": ("short", "end", harm.death),
    "bind": ("short", "plan", harm.tended), "fortune": ("normal", "notice", _fortune), "schtick": ("normal", "notice", _schtick),
}  # fmt: skip
"""Type to: from which detail on it is told, its kind, its teller."""


def line_of(event: Json, story: Story, level: int) -> Told | None:
    """Return an event in words at a level of detail (an index of LEVELS), or None when it is left out."""
    kind = str(event.get("type"))
    name, colour, teller = _TELLERS.get(kind, ("normal", "plan", unknown))
    least = FULL if kind in _ASIDES and _is_aside(event, story) else LEVELS.index(name)
    if kind == "decision" and is_told(event, story):
        least = LEVELS.index("normal")
    if level < least:
        return None
    if level < FULL and (together := many.batch(event, story)):
        return many.many(event, story) if together[0] is event else None
    if kind == "impact" and event.get("result") == "hit":
        colour = "hit"

    def tell(one: Json) -> str:
        return told(teller, one, story)

    if level < FULL and (same := many.alike(event, story, tell)):
        return many.crowd(same, colour, tell) if same[0] is event else None
    return Told(colour, tell(event))


def _is_aside(event: Json, story: Story) -> bool:
    """Whether an event says nothing that another line does not; one of other kinds of fields is told."""
    try:
        return _ASIDES[str(event.get("type"))](event, story)
    except (TypeError, ValueError, KeyError, AttributeError):
        return False


def _rolled_with(event: Json, story: Story) -> bool:
    """Whether a roll is told with what it decides."""
    return event.get("purpose") in ("initiative", "attack", "medicine", "perception", "fortune", "tie")


def _paid_with(event: Json, story: Story) -> bool:
    """Whether a change of a counter is told with what was paid for."""
    return event.get("why") not in ("fumble", "waits")


def _told_by_result(event: Json, story: Story) -> bool:
    """Whether a declaration is told with what came of it at once."""
    do = (event.get("option") or {}).get("do")
    return bool((do == "reload" and story.effects(event, "reload")) or (do == "bind" and story.of_action(event, "bind")))


def _told_before(event: Json, story: Story) -> bool:
    """Whether it was told that somebody is out: with an unnamed one's wound, with a death."""
    cause = story.cause(event) or {}
    of_wound = cause.get("type") == "wound" and str(event.get("actor")) in story.unnamed
    return of_wound or any(death.get("actor") == event.get("actor") for death in story.at(event, "death"))


_ASIDES: dict[str, Callable[[Json, Story], bool]] = {
    "roll": _rolled_with,
    "counter": _paid_with,
    "declare": _told_by_result,
    "draw": lambda event, _story: event.get("what") in ("drawn", "thrown"),
    "defense": lambda event, _story: bool(event.get("over")),
    "down": _told_before,
}
"""Types of which some events are left to the fullest account."""
