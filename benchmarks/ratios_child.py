"""What `benchmarks.ratios` measures in fresh processes: ``python -m benchmarks.ratios_child WHAT NUMBER...``, an answer as JSON.

- ``study JOBS BATTLES``: play a study of the duel into a folder; wall and CPU seconds (of this process), a digest of its rows.
- ``crowd FIGHTERS COUNTS``: fight one made-up battle without a sink; peak resident bytes.
- ``duels BATTLES``: play duels as a study does, looking at the memory; bytes a battle adds, peak resident bytes.
"""

from __future__ import annotations

import hashlib
import json
import resource
import sys
import time
from collections.abc import Callable, Mapping
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any


def peak() -> int:
    """Return the most bytes of this process that ever were in memory.

    On Linux it is the kernel's high-water mark of this program; what getrusage says begins with the parent's.
    """
    try:
        lines = Path("/proc/self/status").read_text(encoding="ascii", errors="replace").splitlines()
        return 1024 * next(int(line.split()[1]) for line in lines if line.startswith("VmHWM:"))
    except (OSError, StopIteration):
        most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
        return most if sys.platform == "darwin" else 1024 * most


def study(jobs: int, battles: int) -> dict[str, Any]:
    """Play a study of so many duels on so many workers."""
    from scenarios import load
    from studies.arms import Arm
    from studies.study import Study, run_study

    asked = Study(kind="bench", arms=[Arm("duel", load("duel"), "duel")], seed=1, looks=[battles])
    with TemporaryDirectory(prefix="couched-bench-") as folder:
        began, spent = time.perf_counter(), time.process_time()
        played = run_study(asked, out=Path(folder) / "study", jobs=jobs, progress=False)
        seconds, cpu = time.perf_counter() - began, time.process_time() - spent
    return {"seconds": seconds, "cpu": cpu, "rows": hashlib.sha256(played.rows.write_csv().encode()).hexdigest()[:16]}


def crowd(fighters: int, counts: int) -> dict[str, Any]:
    """Fight one battle of so many."""
    from benchmarks.crowd import crowd_text
    from scenarios import loads
    from studies.bench_ways import fight

    scenario = loads(crowd_text(fighters, counts))
    before = peak()
    fight(scenario, 0, 0, False)
    return {"before": before, "peak": peak()}


def duels(battles: int) -> dict[str, Any]:
    """Play so many duels; the first half warms up."""
    from benchmarks.soak import played, slope
    from scenarios import load

    looks = list(played(load("duel"), battles))
    late = looks[len(looks) // 2 :]
    return {"battles": looks[-1].battles, "bytes": slope(late), "half": late[0].resident, "end": late[-1].resident, "peak": peak()}


WHAT: Mapping[str, Callable[..., dict[str, Any]]] = {"study": study, "crowd": crowd, "duels": duels}


if __name__ == "__main__":
    print(json.dumps(WHAT[sys.argv[1]](*map(int, sys.argv[2:]))))
