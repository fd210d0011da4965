"""The counts system: melee and missiles on a count clock."""

from engine.counts.setup import CountsSystem

SYSTEM = CountsSystem()
