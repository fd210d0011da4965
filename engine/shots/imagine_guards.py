"""Active defenses and schticks in an imagined fight: of others shows what they are worth (S-DEF-1, S-DEF-5)."""

from __future__ import annotations

import attrs

from engine.shots import defenses, lookup
from engine.shots.imagine_people import Scene
from engine.shots.schticks_body import InnerFocus
from engine.shots.seen import Seen
from engine.shots.state import ActiveDefense, Fight, Fighter


def put_up(scene: Scene) -> None:
    """Put up the active defenses that show, then draw which schticks were used in this sequence."""
    me = scene.me
    for other, its in zip(scene.real.fighters, scene.fight.fighters, strict=True):
        if other is me or its.name in scene.shown:
            _defended(scene, other, its)
    for its in scene.fight.fighters:
        if its.name != me.name:
            _uses(scene, its)
            its.surprised = its.surprised and its.defense is None
    if me.engaged is not None:
        scene.fight.by_name[me.name].engaged = scene.fight.by_name[me.engaged.name]


def _defended(scene: Scene, other: Fighter, its: Fighter) -> None:
    """Give a character the defenses that who imagines gives it, and one for what shows beyond them (S-DEF-2, S-DEF-4)."""
    known, own = 0, scene.fight.by_name[scene.me.name]
    for up in (other.defense, *other.guards):
        if up is not None and up.giver is scene.me:
            copy = attrs.evolve(up, giver=own)
            if its is own:
                its.defense = copy
            else:
                its.guards.append(copy)
            known = max(known, up.bonus if up.value == defenses.DODGE else 0)
    shows = Seen(scene.real, scene.me, other).guarded
    if shows > known:
        _infer(scene.fight, its, shows, own)


def _infer(fight: Fight, its: Fighter, bonus: int, own: Fighter) -> None:
    """Put up a defense of so much: one of the character's own, where it has any so good, else one that a friend gives it."""
    friends = [friend for friend in fight.fighters if friend.side == its.side and friend.able and friend is not its]
    for giver in (its, *friends):
        for kind in defenses.kinds(fight, giver).values() if giver is not own else ():
            if kind.value == defenses.DODGE and kind.bonus == bonus:
                _up(fight, kind, giver, its)
                return


def _up(fight: Fight, kind: defenses.Kind, giver: Fighter, its: Fighter) -> None:
    lasts = giver is its and its.spec.unnamed
    until = None if lasts else lookup.next_shot_tick(fight)
    up = ActiveDefense(kind.name, kind.value, kind.bonus, until, giver, None)
    giver.engaged = its
    if kind.once:
        defenses.spend(fight, giver, kind.name)
    if giver is its:
        its.defense = up
    else:
        its.guards.append(up)


# schticks


def _uses(scene: Scene, its: Fighter) -> None:
    """Draw which schticks a character has used in this sequence, or at this shot; an announced attack may show it (S-CHR-3)."""
    fight, unknown, attack = scene.fight, scene.unknown[its.name], scene.attacking.get(its.name)
    for schtick in its.schticks:
        for kind in schtick.defenses(fight.rules).values():
            if kind.once and its.used.get(kind.name) != fight.sequence and unknown.perhaps():
                defenses.spend(fight, its, kind.name)
        if isinstance(schtick, InnerFocus):
            _focus(scene, its, schtick)
        if schtick.free_shots and attack is not None and attack.free:
            schtick.free_shot_taken(fight, its)


def _focus(scene: Scene, its: Fighter, schtick: InnerFocus) -> None:
    """Draw whether Inner Focus was called on; what an announced attack must reach shows it."""
    fight, attack = scene.fight, scene.attacking.get(its.name)
    price, points = fight.rules.focus_fu, its.spec.fu
    if attack is not None:
        focused = schtick.attack(scene.real, attack.fighter, attack.tool, attack.target) != 0
    else:
        focused = points >= price and scene.unknown[its.name].perhaps()
    if focused:
        its.used[schtick.name] = fight.sequence
        its.fu = min(its.fu, max(0, points - price))
