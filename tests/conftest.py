"""Settings that all tests share."""

from __future__ import annotations

import os
import signal
from collections.abc import Iterator

import pytest
from hypothesis import HealthCheck, Phase, settings

from tests import invariants

settings.register_profile("shrink", deadline=None, suppress_health_check=[HealthCheck.too_slow], print_blob=True)
settings.register_profile(
    "explore", settings.get_profile("shrink"), phases=(Phase.explicit, Phase.reuse, Phase.generate)
)
settings.register_profile("couched", settings.get_profile("explore"), derandomize=True, database=None)
settings.load_profile("couched")
# A plain run tries the same examples every time, so that it tells about the change and not about the day.
# --hypothesis-profile=explore looks for new ones; --hypothesis-profile=shrink makes a find small.

# What tables are fitted to where there is no terminal: the workers of pytest-xdist tell a width.
os.environ.pop("COLUMNS", None)

# A shell that starts the tests in the background has them ignore interrupts, and every program they start with them.
signal.signal(signal.SIGINT, signal.default_int_handler)

invariants.watch()


@pytest.fixture(autouse=True)
def every_battle_holds() -> Iterator[None]:
    """Fail a test in one of whose battles something does not hold that must hold in every battle."""
    invariants.look()
    yield
    violations = invariants.look()
    assert not violations, "\n".join(str(one) for one in violations[:9])
