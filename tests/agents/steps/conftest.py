"""Lets the tests of the steps policies import their helpers: ``patrol`` here, ``skirmish`` beside the tests of the rules."""

import sys
from pathlib import Path

HERE = Path(__file__).parent

sys.path[:0] = [str(HERE), str(HERE.parents[1] / "engine" / "steps")]
