"""Optional packages: studies need more than single battles do, and say which extra brings it."""

from __future__ import annotations

import logging
from importlib import import_module
from typing import Any

from engine.errors import InputError

EXTRAS = {
    "numpy": "studies",
    "scipy": "studies",
    "joblib": "studies",
    "polars": "studies",
    "matplotlib": "plots",
    "dask": "cluster",
    "distributed": "cluster",
    "salabim": "bench",
    "optuna": "tune",
    "cmaes": "tune",
    "pettingzoo": "rl",
    "gymnasium": "rl",
}
"""Package to the extra of couched that installs it."""


def need(module: str) -> Any:
    """Return an optional module, imported.

    Args:
        module: its dotted name, like ``scipy.stats``.

    Raises:
        InputError: it is not installed; says what to install.
    """
    if module.startswith("matplotlib"):
        logging.getLogger("matplotlib").setLevel(logging.ERROR)  # it would warn of a home it can't write to, and goes on
    try:
        return import_module(module)
    except ImportError as error:
        package = module.partition(".")[0]
        extra = EXTRAS.get(package, "studies")
        raise InputError(
            f"the package {package}", f"none ({error})", f'installed by: pip install "couched[{extra}]"'
        ) from error
