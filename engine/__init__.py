"""The engine of couched: the count clock, the rule systems on it, and the log they write.

``Battle`` runs one fight: ``advance`` to the next request, ``answer`` it, until the battle is over.
"""

from engine.battle import Battle, Result
from engine.errors import CouchedError, IllegalOption, InputError
from engine.scenario import AgentSpec, Scenario
from engine.system import Request, Standing

__version__ = "0.1.0"

__all__ = [
    "AgentSpec",
    "Battle",
    "CouchedError",
    "IllegalOption",
    "InputError",
    "Request",
    "Result",
    "Scenario",
    "Standing",
    "__version__",
]
