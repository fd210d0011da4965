"""The steps system: ranged fire on a square grid, difficulty in steps."""

from engine.steps.setup import StepsSystem

SYSTEM = StepsSystem()
