"""Settings that all tests share."""

from __future__ import annotations

from hypothesis import HealthCheck, settings

settings.register_profile("couched", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("couched")
