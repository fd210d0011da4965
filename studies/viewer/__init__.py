"""The replay page: a log as one self-contained HTML file with a timeline, a map, curves and every event.

`page_of` is what most need. Everything on the page stands in the log; no rule is asked again.
"""

from __future__ import annotations

from studies.viewer.page import page_of

__all__ = ["page_of"]
