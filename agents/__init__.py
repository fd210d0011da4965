"""The agents of couched: who decides in a fight. They see views, answer with options, and know no other agent.

``make`` builds the agent a scenario names; any object with ``decide(request) -> option`` is one.
"""

from agents.base import Agent, Setup
from agents.registry import describe, make, names, parameters, systems

__all__ = ["Agent", "Setup", "describe", "make", "names", "parameters", "systems"]
