"""Lets the tests of the steps rules import their helper, ``skirmish``."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))
