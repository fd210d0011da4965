"""Lets the tests of the shots rules import their helper, ``shootouts``."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))
