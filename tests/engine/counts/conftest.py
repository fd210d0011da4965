"""Lets the tests of the counts rules import their helper, ``duels``."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))
