"""Studies: what is done with battles - run them, tell them, replay them, compare them, and the `couched` command.

``studies.run``, ``studies.fork``, ``studies.compare``, ``studies.sweep``, ``studies.tournament`` and ``studies.tune`` are the
functions; their modules stay light, so that importing this package costs little.
"""

from studies.compare import compare
from studies.fork import fork
from studies.run import RunResult, run
from studies.sweep import sweep
from studies.tournament import tournament
from studies.tune import tune

__all__ = ["RunResult", "compare", "fork", "run", "sweep", "tournament", "tune"]
