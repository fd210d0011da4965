"""The shots system: cinematic action on a shot counter."""

from engine.shots.setup import ShotsSystem

SYSTEM = ShotsSystem()
