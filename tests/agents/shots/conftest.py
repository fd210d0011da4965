"""Lets the tests of the shots policies import their helpers: ``showdown`` here, ``standoff`` beside the tests of the rules."""

import sys
from pathlib import Path

HERE = Path(__file__).parent

sys.path[:0] = [str(HERE), str(HERE.parents[1] / "engine" / "shots")]
