"""Programs that misbehave as external agents: what each does when it is greeted, asked and told of the end.

They are run by `benchmarks.fuzz_program`, and `benchmarks.fuzz_external` looks at what becomes of them.
"""

from __future__ import annotations

import json
from base64 import b64decode, b64encode
from functools import cache
from random import Random
from typing import Any

from benchmarks.fuzz_cases import Case
from benchmarks.fuzz_texts import TEXTS, odd, spoilt_bytes, spoilt_text, spoilt_tree

FIGHTS = ("duel", "duel_basic", "shots_duel", "bodyguards", "steps_duel", "breach")
"""The scenarios whose first fighter is played by a program."""

SHORT = {"counts": "rules.max_counts=80", "shots": "rules.max_counts=40", "steps": "rules.max_counts=40"}
"""How long these battles are at most."""

Move = list[list[Any]]
"""What a program does when it is asked: acts of `benchmarks.fuzz_program`."""


@cache
def heard(name: str) -> dict[str, list[dict[str, Any]]]:
    """Return the options that each fighter of a scenario is offered in its first battle."""
    from agents.external_view import options_of
    from studies.run import build_agents, run

    found: dict[str, list[dict[str, Any]]] = {}
    scenario = shipped(name)

    class Hearing:
        def __init__(self, player: Any) -> None:
            self.player = player
            if hasattr(player, "standing"):
                self.standing = player.standing

        def decide(self, request: Any) -> Any:
            kept = found.setdefault(request.combatant, [])
            if len(kept) < 400:
                kept.extend(options_of(request))
            return self.player.decide(request)

    players = build_agents(scenario, 1, 0, {})
    run(scenario, 1, agents={each: Hearing(player) for each, player in players.items()}, record=False)
    return found


@cache
def shipped(name: str) -> Any:
    from scenarios import load

    scenario = load(name)
    return load(name, overrides=(SHORT[scenario.system],))


def make_external(rng: Random) -> Case:
    """Make a battle's program: well-behaved moves, and one to three that are not."""
    name = rng.choice(FIGHTS)
    moves: list[Move] = [[["greet", {}]]]
    moves += [[["pick", rng.randrange(60), {}]] for _ in range(rng.choice((1, 2, 2, 3, 5, 9)))]
    budget: dict[str, float] = {}
    for _ in range(rng.choice((1, 1, 2, 3))):
        at = 0 if rng.random() < 0.12 else rng.randrange(1, len(moves))
        moves[at] = _greeting(rng) if at == 0 else _answer(rng, name, budget)
    if rng.random() < 0.15 and moves[0] == [["greet", {}]]:
        moves[0] = [["greet", {"keep": True}]]
    last: Move = [] if rng.random() < 0.95 else [rng.choice(_ENDS)]
    patient = not budget and not hasty(moves)
    case = {
        "scenario": name, "seed": rng.randrange(50), "through": rng.choices(("api", "run", "lines"), (80, 14, 6 * patient))[0],
        "on_illegal": rng.choice(("error", "error", "forfeit", "default_action")), "budget": budget, "moves": moves, "last": last,
    }  # fmt: skip
    return Case("external", json.dumps(case).encode())


_ENDS: Move = [["fill", "a", 300_000], ["sleep", 3], ["close", 1], ["breed"], ["complain", 99_999]]


def _greeting(rng: Random) -> Move:
    good: dict[str, Any] = {"type": "hello", "protocol": "couched.agent/1", "name": "x", "systems": ["counts", "shots", "steps"],
                            "asks": ["start", "ready", "struck"], "order": "keep_attacking", "keep": True}  # fmt: skip
    some = {key: value for key, value in good.items() if key in ("type", "protocol") or rng.random() < 0.4}
    if rng.random() < 0.2:
        return [_break_down(rng)]
    return [_line(_spoilt(rng, some))]


def _answer(rng: Random, name: str, budget: dict[str, float]) -> Move:
    match rng.randrange(20):
        case 0:
            return [_break_down(rng)]
        case 1:
            budget |= {rng.choice(("answer_seconds", "battle_seconds")): rng.choice((0.001, 0.05, 0.15))}
            return [["sleep", 0.25], ["pick", rng.randrange(60), {}]]
        case 2:
            return _huge(rng)
        case 3:  # two answers, or an answer in two pieces, with noise between them
            line = _dumped(_good(rng, name))
            at = rng.randrange(len(line))
            if rng.random() < 0.5:
                return [_line(line), _line(_spoilt(rng, _good(rng, name)))]
            return [_raw(line[:at]), rng.choice((["complain", 20_000], ["sleep", 0.02])), _line(line[at:])]
        case 4 | 5:  # somebody else's option
            return [_line(_dumped({"option": _foreign(rng, name)}))]
        case 6:
            return [["spell", rng.randrange(60), {_key(rng): odd(rng) for _ in range(rng.randrange(1, 3))}]]
        case 7:
            return [["pick", rng.randrange(60), {_key(rng): odd(rng) for _ in range(rng.randrange(1, 3))}]]
        case 8:
            line = _dumped(_good(rng, name))
            return [_raw(rng.choice((b"\n", b"\r\n", b"\xef\xbb\xbf", b" ", b"\0", b"\x1b[31m", b"{}\n"))), _line(line)]
        case _:
            return [_line(_spoilt(rng, _good(rng, name)))]


_KEYS = ("option", "wake", "note", "request", "type", "do", "target", "weapon", "id", "location", "x")


def _key(rng: Random) -> str:
    return rng.choice((*_KEYS, *TEXTS)) if rng.random() < 0.5 else rng.choice(_KEYS)


def _good(rng: Random, name: str) -> dict[str, Any]:
    """Return an answer as it might be right: an id, or an option that was offered to it once."""
    mine = next(iter(heard(name).values()))
    found: dict[str, Any] = {"option": rng.choice(mine) if rng.random() < 0.75 else rng.randrange(12)}
    riders = {"wake": rng.randrange(40), "note": "so", "request": rng.randrange(1, 4), "type": "answer"}
    return found | {key: value for key, value in riders.items() if rng.random() < 0.3}


def _foreign(rng: Random, name: str) -> Any:
    """Return an option that was offered to another fighter, of this fight mostly."""
    others = heard(name if rng.random() < 0.7 else rng.choice(FIGHTS))
    return rng.choice(others[rng.choice(sorted(others))])


def _spoilt(rng: Random, data: Any) -> bytes:
    roll = rng.random()
    if roll < 0.55:
        return _dumped(spoilt_tree(rng, data, rng.randrange(1, 4)))
    if roll < 0.65:
        return _dumped(odd(rng))
    if roll < 0.85:
        return spoilt_text(rng, _dumped(data).decode("utf-8", "replace"), rng.randrange(1, 4)).encode("utf-8", "surrogatepass")
    return spoilt_bytes(rng, _dumped(data), rng.randrange(1, 4))


def _huge(rng: Random) -> Move:
    """Return what is long or deep: numbers, texts, arrays, lines at their limit, a line without end."""
    digits = rng.choice((18, 19, 20, 40, 310, 4299, 4301, 60_000))
    key = rng.choice(("option", "wake", "request", "note", "type", "x"))
    deep = rng.choice((31, 200, 1100, 30_000))
    open_, close = rng.choice((("[", "]"), ('{"a":', "}")))
    return rng.choice((
        [_raw(b'{"%s":' % key.encode()), ["fill", "9", digits], ["write", b64encode(b',"option":0}\n').decode()]],
        [_raw(b'{"option":{"do":"hold","x":'), ["fill", open_, deep], _raw(b"1"), ["fill", close, deep], _line(b"}}")],
        [["fill", open_, deep], _line(b"")],
        [_raw(b'{"option":0,"note":"'), ["fill", "n", rng.choice((65_513, 65_514, 65_515, 70_000))], _line(b'"}')],
        [_raw(b'{"option":{"do":"'), ["fill", "e", 60_000], _line(b'"}}')],
        [_raw(b'{"option":{"do":"hold","'), ["fill", "e", 60_000], _line(b'":1}}')],
        [["fill", rng.choice(("\n", "a", " ")), rng.choice((65_536, 65_537, 400_000))]],
        [["fill", '{"option":0}\n', rng.choice((3, 1000, 30_000))]],
    ))  # fmt: skip


def _break_down(rng: Random) -> list[Any]:
    return rng.choice((
        ["leave", 0], ["leave", 3], ["die", 9], ["die", 15], ["die", 11], ["close", 1], ["close", 0], ["close", 2], ["breed"],
        ["complain", 99_999], ["complain", 3_000_000], ["fill", "a", 20_000_000],
    ))  # fmt: skip


def _line(data: bytes) -> list[Any]:
    return _raw(data + b"\n")


def _raw(data: bytes) -> list[Any]:
    return ["write", b64encode(data).decode()]


def _dumped(data: Any) -> bytes:
    return json.dumps(data).encode("utf-8", "surrogatepass")


def hasty(moves: list[Move]) -> dict[str, float]:
    """Return a short budget for a program that may leave a line unfinished: it would wait for ever."""
    return {"start_seconds": 2, "answer_seconds": 0.5} if any(not _answers(move) for move in moves) else {}


def _answers(move: Move) -> bool:
    """Tell whether a program goes on after a move, and has ended its line."""
    name, *rest = move[-1]
    goes_on = not any(act[0] in ("close", "breed", "die", "leave", "fill") for act in move)
    return goes_on and (name in ("pick", "spell", "greet") or (name == "write" and b64decode(rest[0])[-1:] == b"\n"))
