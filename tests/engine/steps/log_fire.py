"""What must hold of the shots and dodges of every log of a steps fight, by the board as the log tells it."""

from __future__ import annotations

from collections import Counter
from typing import Any

from oracle_steps import figures

from tests.engine.steps.log_board import Board, Square
from tests.engine.stories import Faults, Line, Story


def _weapon(board: Board, line: Line) -> Any:
    """Return the weapon of a shot."""
    return next(weapon for weapon in board.specs[line["actor"]].weapons if weapon.name == board.options[line["action"]]["weapon"])


def _band(weapon: Any, gap2: int) -> str | None:
    return figures.band(gap2, {name: getattr(weapon, name) for name in figures.BAND})


def _links(story: Story, board: Board, line: Line, at: Square, dodged: bool) -> Counter[str]:
    """Return the steps of a chain by rule, as the board has it (P-CHK-2)."""
    name, option, rules, spec = line["actor"], board.options[line["action"]], board.rules, board.specs[line["actor"]]
    weapon, here = _weapon(board, line), board.at[line["actor"]]
    skill = spec.skills.get(weapon.skill or weapon.name, spec.skills.get(weapon.name, "untrained"))
    found = Counter({"P-CHK-3": figures.BAND[_band(weapon, board.gap2(here, at)) or ""] + figures.SKILL[skill]})
    mode = option.get("mode", "single")
    spells = board.aim.get(name, ("", 0)) if mode == "aimed" else ("", 0)
    found["P-FIR-1"] = figures.MODE[mode] - (spells[1] if spells[0] == option.get("target") else 0)
    found["P-MOV-1"] = figures.PACE[board.pace(name)]
    if option.get("indirect"):
        found["P-LOS-3"] = rules.indirect_steps
        return found
    called, (_, concealment) = option.get("location"), board.objects(here, at)
    found["P-LOS-6"] = figures.CALLED[called] if called else 0
    cover = board.cover(here, at)
    small = cover >= rules.small_part and not board.bystanders(here, at)
    found["P-LOS-5"] = 0 if called and small else figures.row(cover)
    found["P-LOS-7"] = min(concealment // 25, 4)
    found["P-MOD-2"] = rules.dodged_steps if dodged else 0
    return found


def shots_follow_from_the_board(story: Story) -> Faults:
    """P-CHK-2, P-CHK-3, P-LOS-2 to P-LOS-7, P-MOV-1, P-FIR-1: every link of a chain, and whether there is a valid target."""
    board = Board(story)
    dodged: set[tuple[str, str]] = set()
    for line in story.lines:
        if line["type"] == "dodge" and line.get("success"):
            dodged.add((line["action"], line["actor"]))
        if line["type"] == "chain":
            square = _aimed_at(board, line)
            told = Counter[str]()
            for link in line["links"]:
                told[link["rule"]] += link["steps"]
            wanted = _links(story, board, line, square, (line["action"], line["target"]) in dodged)
            if {rule: steps for rule, steps in told.items() if steps} != {rule: steps for rule, steps in wanted.items() if steps}:
                yield f"line {line['seq']}: {dict(told)}, the board says {dict(wanted)}"
        if line["type"] in ("chain", "impact"):
            yield from _validity(board, line)
        board.take(line)


def _aimed_at(board: Board, line: Line) -> Square:
    at = board.options[line["action"]].get("at")
    return (at[0], at[1]) if at is not None else board.at[line["target"]]


def _validity(board: Board, line: Line) -> Faults:
    """P-LOS-5, P-LOS-2, P-CHK-3, P-MOV-1: a chain has a valid target, what is out of reach has none."""
    if line["type"] == "impact" and line["result"] != "out_of_reach":
        return
    name, option = line["actor"], board.options[line["action"]]
    here, at = board.at[name], _aimed_at(board, line)
    valid = _band(_weapon(board, line), board.gap2(here, at)) is not None
    if not option.get("indirect"):
        cover = board.cover(here, at)
        valid = valid and figures.arc(board.facing[name], here, at) != "rear" and cover < 100 and board.pace(name) != "sprinting"
        call = option.get("location")
        valid = valid and (not call or figures.exposed(call, cover))
    if valid is not (line["type"] == "chain"):
        yield f"line {line['seq']}: {line['type']} of a target that is {'valid' if valid else 'not valid'}"


def misses_hit_what_they_exceed(story: Story) -> Faults:
    """P-CVR-1: the penalties come off largest first; the first difficulty that the same check exceeds is what is hit."""
    board = Board(story)
    chains: dict[str, Line] = {}
    nimble: set[tuple[str, str]] = set()
    for line in story.lines:
        if line["type"] == "dodge" and line.get("success"):
            nimble.add((line["action"], line["actor"]))
        if line["type"] == "chain":
            chains[line["action"]] = line
        if line["type"] == "impact" and line["result"] == "miss":
            found = _struck(board, line, chains[line["action"]], nimble)
            if found != line.get("struck"):
                yield f"line {line['seq']}: {line.get('struck')} is hit, by the rules {found}"
        board.take(line)


def _struck(board: Board, line: Line, chain: Line, nimble: set[tuple[str, str]]) -> str | None:
    """Return what a miss hits; in-direct fire hits nothing else."""
    option, here = board.options[line["action"]], board.at[line["actor"]]
    if option.get("indirect"):
        return None
    covers: list[tuple[int, int, int, str]] = []
    for place, square in enumerate(figures.between(here, board.at[line["target"]])):
        covers += [(-figures.row(min(spec.cover, 99)), place, len(board.ranked), spec.name) for spec in board.stands(square) if spec.cover]
        half = -figures.row(min(board.rules.bystander_cover, 99))
        covers += [(half, place, rank, name) for rank, name in enumerate(board.ranked) if board.at[name] == square and name not in board.out]
    kept = sum(link["steps"] for link in chain["links"] if link["rule"] not in ("P-MOD-2", "P-LOS-5", "P-LOS-6") and "aim" not in link["why"])
    whole = figures.row(board.cover(here, board.at[line["target"]]))
    if not whole:
        return None
    left = whole
    for penalty, _, rank, name in sorted(covers):
        left = max(0, left + penalty)
        dodged = rank < len(board.ranked) and (line["action"], name) in nimble
        need = board.rules.ladder_base + board.rules.ladder_step * (kept + left + (board.rules.dodged_steps if dodged else 0))
        if line["total"] > need:
            return name
    return None


def dodges_are_declared_before_they_are_rolled(story: Story) -> Faults:
    """P-MOD-1 to P-MOD-3: declared between commit and impact, from a guarded arc, a step harder for each since the last own action."""
    board, rules = Board(story), Board(story).rules
    declared: set[tuple[str, str]] = set()
    since, waiting = Counter[str](), Counter[str]()
    now = 0.0
    for line in story.lines:
        if line["t"] != now:
            now, since, waiting = line["t"], since + waiting, Counter()
        name, pair = line.get("actor", ""), (line.get("actor", ""), line.get("action", ""))
        if line["type"] == "declare":
            since[name] = waiting[name] = 0
        elif line["type"] == "dodge" and line["declared"]:
            if pair in declared:
                yield f"line {line['seq']}: {pair} is declared twice"
            declared.add(pair)
        elif line["type"] == "roll" and line["purpose"] == "dodge":
            if pair not in declared:
                yield f"line {line['seq']}: {name} has declared no dodge against {line['action']}"
            need = rules.ladder_base + rules.ladder_step * (rules.dodge_step + rules.dodge_again * since[name]) - board.specs[name].dodge
            if line["need"] != need or (line["result"] == "dodged") is not (line["faces"][0] >= need):
                yield f"line {line['seq']}: {line['faces']} of {line['need']}, {since[name]} dodges before: {need}"
            shooter = line["action"].rpartition("#")[0]
            if not _guards(board, name, board.at[shooter], line["t"]):
                yield f"line {line['seq']}: {name} does not guard the arc of {shooter}"
            waiting[name] += 1
        board.take(line)


def _guards(board: Board, name: str, square: Square, t: float) -> bool:
    """P-MOD-1: forward the front, guarded the flanks too, full all round; who reloads or sprints nothing."""
    doing = board.doing.get(name)
    if board.pace(name) == "sprinting" or (doing is not None and doing["option"]["do"] == "reload" and doing["begin"] <= t):
        return False
    arc = figures.arc(board.facing[name], board.at[name], square)
    return arc in {"forward": ("front",), "guarded": ("front", "flank"), "full": ("front", "flank", "rear"), "none": ()}[board.mode[name]]
