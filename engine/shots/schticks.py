"""The schticks by name, and how one is made from what a scenario says (S-CHR-3)."""

from __future__ import annotations

from engine.errors import InputError
from engine.shots.model import SchtickSpec
from engine.shots.schticks_base import Schtick
from engine.shots.schticks_body import CrowdBreaker, Guts, InnerFocus, IronSkin, LightningDodge
from engine.shots.schticks_guns import FastDraw, SignatureWeapon, StandAndDeliver

__all__ = ["REGISTRY", "Schtick", "build", "mistakes", "parameters"]

_ALL = (FastDraw, SignatureWeapon, Guts, StandAndDeliver, LightningDodge, CrowdBreaker, IronSkin, InnerFocus)

REGISTRY: dict[str, type[Schtick]] = {schtick.name: schtick for schtick in _ALL}
"""Every schtick."""


def parameters(name: str) -> tuple[str, ...]:
    """Return the parameters a schtick takes beside its name: ``picks``, ``weapon``, or none.

    Raises:
        InputError: there is no such schtick.
    """
    if name not in REGISTRY:
        raise InputError("schtick", repr(name), " or ".join(sorted(REGISTRY)))
    return REGISTRY[name].takes


def mistakes(spec: SchtickSpec) -> list[tuple[str, str, str]]:
    """Return what is wrong with a schtick of a scenario: field, what was found, what is allowed."""
    if spec.name not in REGISTRY:
        return [("name", repr(spec.name), " or ".join(sorted(REGISTRY)))]
    kind, found = REGISTRY[spec.name], []
    most = kind.most if "picks" in kind.takes else 1
    if spec.picks < 1 or (most is not None and spec.picks > most):
        allowed = "1 or more" if most is None else f"1 to {most}" if most > 1 else f"1; {spec.name} is taken once"
        found.append(("picks", str(spec.picks), allowed))
    if spec.weapon and "weapon" not in kind.takes:
        found.append(("weapon", repr(spec.weapon), f"none; {spec.name} is about no weapon"))
    if not spec.weapon and "weapon" in kind.takes:
        found.append(("weapon", "nothing", f"the name of a weapon; {spec.name} is about one"))
    return found


def build(spec: SchtickSpec) -> Schtick:
    """Return the schtick a scenario describes.

    Raises:
        InputError: there is no such schtick, or a parameter is wrong.
    """
    for place, found, allowed in mistakes(spec):
        raise InputError(f"schtick {spec.name}, {place}", found, allowed)
    return REGISTRY[spec.name](picks=spec.picks, weapon=spec.weapon)
