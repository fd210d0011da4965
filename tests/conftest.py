"""Settings that all tests share."""

from __future__ import annotations

from hypothesis import HealthCheck, Phase, settings

settings.register_profile("shrink", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.register_profile(
    "couched", settings.get_profile("shrink"), phases=(Phase.explicit, Phase.reuse, Phase.generate)
)
settings.load_profile("couched")  # a found fault is told at once; --hypothesis-profile=shrink makes it small
