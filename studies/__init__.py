"""Studies: what is done with battles - run them, tell them, replay them, compare them, and the `couched` command.

``studies.run`` and ``studies.fork`` are the functions; their modules stay light, so that importing this package costs
little.
"""

from studies.fork import fork
from studies.run import RunResult, run

__all__ = ["RunResult", "fork", "run"]
