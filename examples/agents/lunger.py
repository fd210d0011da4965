#!/usr/bin/env python3
"""Lunger: a whole agent for couched in one file, with nothing but Python's standard library.

It goes at the nearest opponent and strikes or shoots whenever that has a fair chance, in all three rule systems. Try it:

    couched agent check python3 examples/agents/lunger.py
    couched run duel --agents 'red=cmd:python3 examples/agents/lunger.py'

couched writes one JSON object a line to standard input and reads one a line from standard output; docs/external.md has the
protocol. Whatever is written to standard error is for people.
"""

import json
import sys


def main():
    """Answer line by line until couched closes the input."""
    lunge = None
    for line in sys.stdin:
        message = json.loads(line)
        if message["type"] == "hello":
            # The first line of a battle: who I am, what is fought, and by which rules. I say what I want to be asked for.
            lunge = SYSTEMS[message["system"]]
            say(
                type="hello", protocol="couched.agent/1", name="lunger", systems=sorted(SYSTEMS),
                asks=ASKS[message["system"]], keep=True,
            )
        elif message["type"] == "request":
            # My turn to decide: the view is all I can see, and one of the options is the answer, by its id.
            option, note = lunge(message["view"], message["options"])
            if option is None:
                # Nothing to do now: go on with what is under way, and be asked again in two counts.
                say(request=message["request"], option=id_of(message["options"], "hold"), wake=message["t"] + 2)
            else:
                say(request=message["request"], option=option, note=note)
        elif message["type"] == "end":
            # The battle is over. I keep nothing of it, so I said "keep": another "hello" may follow on the same streams.
            lunge = None


def say(**message):
    """Write one line, at once: without the flush it would wait in Python's buffer, and couched for it."""
    print(json.dumps(message), flush=True)


def id_of(options, do, **fields):
    """Return the id of the first option of a kind whose fields are as wanted, or None."""
    for option in options:
        if option["do"] == do and all(option.get(name) == value for name, value in fields.items()):
            return option["id"]
    return None


def likeliest(view, options, least, *kinds):
    """Return the id of the option of some kinds with the best chance, and that chance, if it is enough; else None twice.

    The view's "outlook" tells for each option, by its id, what couched can say of it.
    """
    best = least
    found = None
    for told in view["outlook"]:
        if told.get("chance", -1000) > best and options[told["id"]]["do"] in kinds:
            found, best = told["id"], told["chance"]
    return (found, best) if found is not None else (None, None)


def counts(view, options):
    """Melee on the count clock: strike from a chance of 25 percent on, else come closer; off the ground first."""
    rise = id_of(options, "rise")
    if view["me"]["prone"] and rise is not None:
        return rise, "first on my feet"
    strike, chance = likeliest(view, options, 25, "attack", "fire")
    if strike is not None:
        return strike, f"a chance of {chance} percent"
    if not view["foes"] or view["me"]["action"] is not None:
        return None, None
    foe = view["foes"][0]  # the nearest: foes are sorted
    walk = id_of(options, "move", toward=foe["name"])
    if walk is not None and foe["distance"] > 3:
        # An option need not be listed: couched takes any that is legal, spelled out. This is a listed one, changed.
        return {**options[walk], "speed": view["me"]["mvm"], "distance": 2.5}, "to where it can be struck"
    if foe["distance"] <= 3:
        # So near, and no fair chance: any blow is better than none.
        return id_of(options, "attack", target=foe["name"]), "a blow is a blow"
    return None, None


def shots(view, options):
    """Cinematic action on the shot counter: the attack that is worth most, else a run at the nearest; no defenses."""
    attacks = [told for told in view["outlook"] if told.get("points", 0) > 0.2]
    if attacks:
        best = max(attacks, key=lambda told: told["points"] / max(1, told["cost"]))
        return best["id"], f"{best['points']:.1f} Wound Points for {best['cost']} shots"
    if view["me"]["turn"] and view["foes"]:
        foe = view["foes"][0]
        draw = id_of(options, "draw")
        if draw is not None and not any(tool["hands"] for tool in view["me"]["weapons"]):
            return draw, "empty hands"
        return id_of(options, "move", toward=foe["name"]), "at " + foe["name"]
    return None, None


def steps(view, options):
    """Ranged fire on a map: the likeliest shot from a chance of 10 percent on, reload, else walk at whom it sees."""
    shot, chance = likeliest(view, options, 0.1, "fire")
    if shot is not None:
        return shot, f"hits with a chance of {chance:.2f}"
    hand = view["me"]["hand"]
    reload = id_of(options, "reload")
    if reload is not None and hand is not None and hand["magazine"] and not hand["loaded"]:
        return reload, "empty"
    if view["me"]["action"] is None and view["me"]["walking"] is None:
        for foe in view["foes"]:
            return id_of(options, "move", toward=foe["name"]), "at " + foe["name"]
    return None, None


SYSTEMS = {"counts": counts, "shots": shots, "steps": steps}

# The fewer reasons one asks for, the faster the battle; for all others couched holds.
ASKS = {
    "counts": ["start", "ready", "hold_expired", "target_down", "arrived", "fallen"],
    "shots": ["start", "ready", "hold_expired", "target_down"],
    "steps": ["start", "ready", "hold_expired", "target_down", "sighted", "arrived"],
}

if __name__ == "__main__":
    try:
        main()
    except (BrokenPipeError, KeyboardInterrupt):
        sys.exit(0)
