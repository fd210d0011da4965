"""Options: what they are called."""

from __future__ import annotations

import pytest

from engine.options import Option
from engine.registry import options


class Base(Option, frozen=True, kw_only=True, tag="base"):
    """An option that another is made from."""


class Made(Base, frozen=True, kw_only=True, tag="made"):
    """An option made from another."""


@pytest.mark.parametrize("system", ["counts", "shots", "steps"])
def test_every_option_is_called_by_its_tag(system: str) -> None:
    for kind in options(system):
        assert (kind.do, kind.do) == (kind.__struct_config__.tag,) * 2


def test_one_that_is_made_from_another_has_its_own_name_whichever_is_asked_first() -> None:
    assert (Base().do, Made().do, Base().do) == ("base", "made", "base")

    class Later(Made, frozen=True, kw_only=True, tag="later"):
        """Made from one that was asked already."""

    assert (Later().do, Made().do) == ("later", "made")
