"""Optional packages: one clear message says what to install."""

from __future__ import annotations

import math

import pytest

from engine.errors import InputError
from studies import extras


def test_an_optional_module_is_imported_when_it_is_needed() -> None:
    assert extras.need("math") is math


@pytest.mark.parametrize(
    ("module", "extra"), [("numpy", "studies"), ("matplotlib.pyplot", "plots"), ("dask", "cluster")]
)
def test_a_missing_package_names_the_extra_that_installs_it(
    module: str, extra: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(name: str) -> None:
        raise ModuleNotFoundError(f"No module named {name!r}")

    monkeypatch.setattr(extras, "import_module", fail)
    with pytest.raises(InputError) as error:
        extras.need(module)
    package = module.partition(".")[0]
    assert str(error.value).startswith(f"the package {package}: found none (No module named {module!r})")
    assert str(error.value).endswith(f'allowed: installed by: pip install "couched[{extra}]"')
