"""Studies: what is done with battles - run them, tell them, replay them, compare them, and the `couched` command.

``studies.run`` is the function; its module stays light, so that importing this package costs little.
"""

from studies.run import RunResult, run

__all__ = ["RunResult", "run"]
