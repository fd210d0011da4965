"""The rung DECIDE: requests are opened, their answers taken up together, then responses asked for (CLK-5, S-DEF-1)."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from engine.clock import Rung
from engine.events_shots import FortunePoint
from engine.options import Hold, Option
from engine.shots import actions, costs, counter, declare, legality, lookup, report, respond, sequence, view
from engine.shots.moment import Moment
from engine.shots.state import Fight, Fighter
from engine.system import Request

Seq = int | None
Answer = tuple[Request, Option, str | None]

URGENCY: dict[str, int] = {reason: place for place, reason in enumerate(("start", "ready", "hold_expired", "announced", "closing"))}


def on_decide(fight: Fight, items: list[Fighter]) -> None:
    """Open one request for each character that must decide, with all its reasons, and stop the clock (rung DECIDE).

    Standing orders answer for those who do not want to be asked; nobody is asked at the instant that decides the battle.
    """
    fight.requests = []
    waiting = {fighter for fighter in items if fighter.reasons}
    for fighter in sorted(waiting, key=_rank) if len(waiting) > 1 else waiting:
        if fighter.out is not None or fight.decided:
            fighter.reasons = []
        elif fighter.asks.isdisjoint(fighter.reasons):
            fighter.reasons = []
            fight.standing.append(fighter)
        else:
            fighter.reasons.sort(key=URGENCY.__getitem__)
            fight.requests.append(view.request(fight, fighter))
    if fight.requests:
        fight.moment = Moment()
        fight.clock.stop()
    else:
        take_up(fight, ())


def _rank(fighter: Fighter) -> int:
    return fighter.rank


def take_up(fight: Fight, answers: Sequence[Answer]) -> None:
    """Take up all answers of a pass; when nobody's turn is left open, responses, then the attacks themselves (CLK-2)."""
    fight.requests, fight.moment = [], None
    _obey_standing_orders(fight)
    for request, option, note in answers:
        fighter = fight.by_name[request.combatant]
        reasons, fighter.reasons = tuple(fighter.reasons), []
        if fighter.out is not None:
            continue
        fighter.decision_seq = report.decision(fight, fighter, reasons, option, request.wake, note)
        if request.wake is not None:
            _set_wake(fight, fighter, request.wake)
        fighter.asked_for = reasons
        _TAKE[option.do](fight, fighter, option, fighter.decision_seq)
    proceed(fight)


def proceed(fight: Fight) -> None:
    """Go on with the instant: other requests first, then responses, then the announced attacks.

    What is announced goes on though somebody's forfeit has decided the battle; nobody is asked about it any more.
    """
    for fighter in fight.clock.enlisted(Rung.DECIDE):
        if fighter.reasons:
            return
    waiting = not fight.decided and (fight.unresponded or any(one.closing for one in lookup.watchers(fight)))
    if waiting and respond.open_responses(fight):
        return
    if fight.grasping:
        declare.settle_grasps(fight)
    if fight.tending:
        declare.settle_tending(fight)
    if fight.announced:
        fight.clock.enlist(Rung.STRIKE, None)


def _obey_standing_orders(fight: Fight) -> None:
    """Attack again for those whose standing order says so, where it is legal; else hold (CLK-5)."""
    if not fight.standing:
        return
    ordered, fight.standing = fight.standing, []
    for fighter in ordered:
        option, fighter.asked_for = fighter.last, ()
        if fighter.turn and fighter.keeps_attacking and option is not None and legality.refusal(fight, fighter, option) is None:
            fighter.decision_seq = fighter.ask_seq
            declare.begin(fight, fighter, option, fighter.ask_seq)
        else:
            _hold(fight, fighter, Hold(), fighter.ask_seq)


def _set_wake(fight: Fight, fighter: Fighter, wake: float) -> None:
    """Have a character asked at a count; one between two shots rings at the later one (S-SEQ-2)."""
    tick = -(-fight.ticks(wake) // fight.per_shot) * fight.per_shot
    if tick > fight.clock.now and tick != fighter.wake_at and tick <= fight.cap:
        fighter.wake_at = tick
        fight.clock.at(tick, Rung.PHASE, (sequence.wake, fighter, tick))


def _hold(fight: Fight, fighter: Fighter, option: Option, cause: Seq) -> None:
    """Let what is announced pass; at one's own shot, let one's shots run down with the clock (S-SEQ-4)."""
    if respond.is_asked(fighter):
        respond.let_pass(fight, fighter)
    if fighter.turn:
        fighter.turn, fighter.holding, fighter.held_seq = False, True, cause


def _wait(fight: Fight, fighter: Fighter, option: Option, cause: Seq) -> None:
    """Lower one's counter to a later shot (S-SEQ-4)."""
    assert isinstance(option, actions.Wait)
    fighter.turn = False
    counter.put(fight, fighter, option.shot, "S-SEQ-4", "waits", cause)


def _attack(fight: Fight, fighter: Fighter, option: Option, cause: Seq) -> None:
    assert isinstance(option, actions.Attack)
    if option.shots == 0:
        respond.free_shot(fight, fighter, option, cause)
    else:
        _act(fight, fighter, option, cause)


def _act(fight: Fight, fighter: Fighter, option: Option, cause: Seq) -> None:
    """Declare an action at one's own shot."""
    declare.begin(fight, fighter, option, cause)
    _go_on(fight, fighter)


def _defend(fight: Fight, fighter: Fighter, option: Option, cause: Seq) -> None:
    """Defend actively; at one's own shot one still acts, whatever it leaves (S-DEF-1, S-SEQ-2)."""
    if costs.cost(fight, fighter, option) <= 0:
        fighter.riders[option.do] = fight.clock.now
    respond.defend(fight, fighter, option, cause)
    if fighter.turn:
        respond.ask(fight, fighter, "ready", fighter.decision_seq)


def _fortune(fight: Fight, fighter: Fighter, option: Option, cause: Seq) -> None:
    """Set a Fortune point aside for the next roll of a purpose, or take it back (S-CHR-1)."""
    assert isinstance(option, actions.Fortune)
    fighter.riders[f"fortune {option.roll}"] = fight.clock.now
    if option.active:
        fighter.fortune_for.add(option.roll)
    else:
        fighter.fortune_for.discard(option.roll)
    what = "set_aside" if option.active else "taken_back"
    report.add(fight, FortunePoint, fighter, cause, roll=option.roll, what=what, left=fighter.fortune)
    _go_on(fight, fighter)


def _schtick(fight: Fight, fighter: Fighter, option: Option, cause: Seq) -> None:
    """Use a schtick that must be called on (S-CHR-3)."""
    assert isinstance(option, actions.Schtick)
    fighter.riders[f"schtick {option.name}"] = fight.clock.now
    for schtick in fighter.schticks:
        if schtick.name == option.name:
            schtick.use(fight, fighter, cause)
    _go_on(fight, fighter)


def _go_on(fight: Fight, fighter: Fighter) -> None:
    """Ask again at once after what cost no shot: about the turn, or what may still be responded to."""
    if fighter.turn:
        respond.ask(fight, fighter, "ready", fighter.decision_seq)
        return
    for reason, left in (("announced", fighter.responding), ("closing", fighter.closing)):
        if left and reason in fighter.asked_for:
            respond.ask(fight, fighter, reason, fighter.decision_seq)


Take = Callable[[Fight, Fighter, Option, Seq], None]

_TAKE: dict[str, Take] = {
    "hold": _hold,
    "wait": _wait,
    "attack": _attack,
    "defend": _defend,
    "defend_other": respond.defend_other,
    "interpose": respond.interpose,
    "volunteer": respond.volunteer,
    "fortune": _fortune,
    "schtick": _schtick,
    **dict.fromkeys(("throw", "area", "move", "run", "draw", "pick_up", "reload", "bind", "drop", "rise"), _act),
}
