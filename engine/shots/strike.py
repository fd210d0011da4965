"""The rung STRIKE: all attacks announced at this instant are resolved against the state at its start (CLK-3, S-ROL-2)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

import attrs

from engine.clock import Rung
from engine.shots import aims, apply, attack, counter, defenses, lookup, ranges, report, rolls, terms
from engine.shots.lookup import Term
from engine.shots.state import Action, Fight, Fighter, Harm, Structure, StructureHarm

Seq = int | None
Place = tuple[float, float]


def on_strike(fight: Fight, items: list[Any]) -> None:
    """Resolve the announced attacks in the groups of the tie policy, each group against one state (rung STRIKE)."""
    actions, fight.announced = fight.announced, []
    if len(actions) > 1:
        actions.sort(key=lambda action: (action.rank, action.fighter.number, action.id))
    groups = _groups(fight, actions)
    for place, group in enumerate(groups):
        for action in group:
            _resolve(fight, action)
        if place < len(groups) - 1:
            apply.take_effect(fight)
    for fighter in fight.fighters:
        if fighter.unaware:
            fighter.unaware.clear()
    fight.clock.enlist(Rung.APPLY, _nothing)


def _nothing(fight: Fight) -> None:
    """Only the gathered hits are to be applied."""


def _groups(fight: Fight, actions: list[Action]) -> list[list[Action]]:
    """Return the attacks of an instant in the order in which they are resolved; those of one group together (CLK-3)."""
    policy = fight.rules.ties
    if policy == "simultaneous" or len(actions) < 2:
        return [actions] if actions else []
    key = partial(_TIES[policy], fight)
    keyed = [(key(action), action) for action in actions]
    return [[action for value, action in keyed if value == place] for place in sorted({value for value, _ in keyed})]


def _by_reach(fight: Fight, action: Action) -> float:
    return -lookup.reach_tool(action.tool, fight.rules) if action.tool is not None else 0.0


def _by_cost(fight: Fight, action: Action) -> float:
    return action.shots


def _drawn(fight: Fight, action: Action) -> float:
    return rolls.tie(fight, action.fighter, action.seq, action.id)


_TIES: dict[str, Callable[[Fight, Action], float]] = {"reach": _by_reach, "speed": _by_cost, "seeded": _drawn}


def _resolve(fight: Fight, action: Action) -> None:
    """Resolve one attack: on a character, a structure or an area."""
    action.over = True
    fighter, tool = action.fighter, action.tool
    assert tool is not None
    if fighter.out is not None:
        cause = fighter.wound_seq if fighter.wound_seq is not None else action.seq
        report.impact(fight, action, _aim(action), "lost", cause, rule="CLK-3", why=f"the attacker is out: {fighter.out}")
        return
    if action.target is not None and not action.area and action.target.out is not None:
        report.impact(fight, action, _aim(action), "no_target", action.seq, rule="CLK-4", why="the target is out")
        return
    fighter.totals.attacks += 1
    fighter.totals.snapshots += 1 <= action.option_shots < fight.rules.action_shots
    _spend_ammunition(fight, action)
    gap = lookup.apart(lookup.place(fight, fighter), _point(fight, action))
    if _falls_short(fight, action, gap):
        fighter.totals.misses += 1
        why = "the shooter no longer stands still"
        report.impact(fight, action, _aim(action), "out_of_reach", action.seq, rule="S-RNG-1", why=why)
    elif action.area:
        _on_area(fight, action, gap)
    elif action.place is not None:
        _on_structure(fight, action, action.place, gap)
    else:
        _on_character(fight, action, gap)


def _falls_short(fight: Fight, action: Action, gap: float) -> bool:
    """Return whether a shot no longer gets there: its shooter stepped between at this instant (S-RNG-1, CLK-4)."""
    tool = action.tool
    assert tool is not None
    return not tool.melee and not aims.so_far(fight, action.fighter, tool, gap, moves=False)


def _aim(action: Action) -> str | None:
    if action.target is not None:
        return action.target.name
    return action.place.name if action.place is not None else None


def _spend_ammunition(fight: Fight, action: Action) -> None:
    """Use a loaded shot, which is progress (CLK-8); a thrown weapon leaves the hand."""
    tool, fighter = action.tool, action.fighter
    assert tool is not None
    if tool.spec.magazine:
        tool.loaded -= 1
        fighter.totals.ammunition += 1
        fight.progress_at = fight.clock.now
    if tool.spec.thrown:
        fight.progress_at = fight.clock.now
        _let_fly(fight, action)


def _let_fly(fight: Fight, action: Action) -> None:
    """Let a thrown weapon leave the hand, or one of several carried: it lies where it was thrown, but for what goes off."""
    tool, fighter = action.tool, action.fighter
    assert tool is not None
    if tool.carried > 0:
        tool.carried -= 1
        action.tool = tool = attrs.evolve(tool, carried=0)
    else:
        held = tool in fighter.hands
        fighter.hands = [None if other is tool else other for other in fighter.hands]
        fighter.tools = {name: its for name, its in fighter.tools.items() if its is not tool}
        if held:
            report.in_hand(fight, fighter, tool.name, "thrown", action.seq, action.id)
    tool.owner = None
    if not action.area:
        tool.place = _point(fight, action)
        fight.lying.append(tool)


def _point(fight: Fight, action: Action) -> Place:
    """Return where an attack goes."""
    if action.at is not None:
        return action.at
    if action.place is not None:
        return action.place.x, action.place.y
    assert action.target is not None
    return lookup.place(fight, action.target)


# on a character


def _on_character(fight: Fight, action: Action, gap: float) -> None:
    """Roll against a character, or against who stepped between (S-DEF-4)."""
    aimed = action.target
    assert aimed is not None
    between = _who_is_between(fight, action, lookup.place(fight, aimed)) if action.between else None
    target = between or aimed
    mine = terms.bonuses(fight, action, target, gap)
    theirs = terms.against(fight, action, target, lookup.place(fight, action.fighter), between is not None)
    margin, wonder, seq = rolls.attack(fight, action.fighter, mine, theirs, action.fortune, action.seq, action.id)
    if margin < 0:
        _missed(fight, action, target, margin, wonder, _sum(theirs), gap, seq)
        return
    outcome = attack.outcome(margin, 0, wonder, fight.rules)
    _hit(fight, action, target, outcome, margin, _sum(theirs), gap, seq)


def _who_is_between(fight: Fight, action: Action, point: Place) -> Fighter | None:
    """Return who takes an attack on another: of several the nearest to it, then the first by stream key."""
    ready = [fighter for fighter in action.between if fighter.out is None]
    return min(ready, key=lambda one: (lookup.apart(lookup.place(fight, one), point), one.rank), default=None)


def _sum(theirs: Sequence[Term]) -> int:
    return sum([term[0] for term in theirs])


def _missed(fight: Fight, action: Action, target: Fighter, margin: int, wonder: bool, need: int, gap: float, seq: Seq) -> None:
    """Log a miss; with both first dice at their highest it is a fumble (S-ROL-1)."""
    totals = action.fighter.totals
    totals.misses += 1
    result = "critical_miss" if wonder else "miss"
    seq = report.impact(
        fight, action, target.name, result, seq, distance=gap, total=need + margin, difficulty=need, outcome=margin
    )
    if wonder:
        fumble(fight, action, seq)
    if action.kind == "throw":
        defenses.caught(fight, target, action, seq)


def fumble(fight: Fight, action: Action, seq: Seq) -> None:
    """Lose shots by a fumble (S-ROL-1)."""
    action.fighter.totals.fumbles += 1
    counter.pay(fight, action.fighter, fight.rules.fumble_shots, "S-ROL-1", "fumble", seq, action.id)


def _hit(
    fight: Fight, action: Action, target: Fighter, outcome: int, margin: int, need: int, gap: float, seq: Seq,
    theirs: Sequence[Term] = (),
) -> None:  # fmt: skip
    """Take a hit through Toughness and armor; it is applied with the others of the instant (S-ROL-3)."""
    fighter, tool = action.fighter, action.tool
    assert tool is not None
    fighter.totals.hits += 1
    damages = [*terms.damage(fight, action, target), (outcome, "S-ROL-2", "Outcome")]
    damage = _sum(damages)
    seq = report.impact(
        fight, action, target.name, "hit", seq, theirs, damages, distance=gap, total=need + margin, difficulty=need,
        outcome=outcome, damage=damage,
    )  # fmt: skip
    toughness = lookup.toughness_terms(target, tool, fight.rules)
    armor = 0 if tool.spec.ignores_armor else target.armor
    points = max(0, damage - _sum(toughness) - armor)
    fight.harms.append(Harm(action, target, damage, toughness, armor, points, seq))


# on a structure


def _on_structure(fight: Fight, action: Action, place: Structure, gap: float) -> None:
    """Roll against a structure: its Outcome adds nothing to the damage (S-WND-4)."""
    rules = fight.rules
    mine = terms.bonuses(fight, action, None, gap)
    theirs: list[Term] = [(rules.structure_difficulty, "S-WND-4", f"structure {place.name}")]
    margin, wonder, seq = rolls.attack(fight, action.fighter, mine, theirs, action.fortune, action.seq, action.id)
    need, damages = rules.structure_difficulty, terms.damage(fight, action, None)
    hits = margin >= 0
    result = "hit" if hits else "critical_miss" if wonder else "miss"
    action.fighter.totals.hits += hits
    action.fighter.totals.misses += not hits
    seq = report.impact(
        fight, action, place.name, result, seq, (), damages if hits else (), distance=gap, total=need + margin,
        difficulty=need, damage=_sum(damages) if hits else None,
    )  # fmt: skip
    if hits:
        fight.broken.append(StructureHarm(action, place, _sum(damages), seq))
    elif wonder:
        fumble(fight, action, seq)


# on an area


def _on_area(fight: Fight, action: Action, away: float) -> None:
    """Make one roll against everyone caught, the most vulnerable first, each next one a step harder (S-RNG-4)."""
    rules, point = fight.rules, _point(fight, action)
    lines = [(target, terms.against(fight, action, target, point)) for target in action.caught if target.out is None]
    if not lines:
        _on_nobody(fight, action, point)
        return
    volunteers = set(action.first)
    lines.sort(key=lambda line: (line[0] not in volunteers, _sum(line[1]), line[0].rank))
    mine = terms.bonuses(fight, action, None, away)
    dense = fight.field is not None and fight.field.dense
    if bonus := ranges.density_bonus(len(lines), dense, rules):
        mine.append((bonus, "S-RNG-4", f"{len(lines)} packed targets"))
    for number, (_, theirs) in enumerate(lines):
        theirs.append((number * rules.area_step, "S-RNG-4", f"as target {number + 1} of {len(lines)}"))
    easiest = min((theirs for _, theirs in lines), key=_sum)
    cause = action.first_seq if action.first_seq is not None else action.seq
    margin, wonder, seq = rolls.attack(fight, action.fighter, mine, easiest, action.fortune, cause, action.id)
    total, hits = _sum(easiest) + margin, 0
    for target, theirs in lines:
        need = _sum(theirs)
        reached = total - need
        gap = lookup.apart(point, lookup.place(fight, target))
        if reached >= 0:
            hits += 1
            _hit(fight, action, target, attack.outcome(reached, 0, wonder, rules), reached, need, gap, seq, theirs)
        else:
            action.fighter.totals.misses += 1
            report.impact(
                fight, action, target.name, "miss", seq, theirs, distance=gap, total=total, difficulty=need, outcome=reached
            )
    if wonder and not hits:
        fumble(fight, action, seq)
    _shake_structures(fight, action, point, seq)


def _on_nobody(fight: Fight, action: Action, point: Place) -> None:
    """Let an area attack go off where nobody is; what stands there is hit."""
    seq = report.impact(fight, action, None, "no_target", action.seq, rule="S-RNG-4", why="nobody is within its radius")
    _shake_structures(fight, action, point, seq)


def _shake_structures(fight: Fight, action: Action, point: Place, seq: Seq) -> None:
    """Hit every structure within the radius with the weapon's damage (S-WND-4)."""
    tool = action.tool
    assert tool is not None
    for _, place in sorted(fight.places.items()):
        if place.toughness > 0 and lookup.apart(point, (place.x, place.y)) <= tool.spec.radius:
            fight.broken.append(StructureHarm(action, place, terms.power(fight, action.fighter, tool, None), seq))
