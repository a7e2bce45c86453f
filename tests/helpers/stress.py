"""Whether the longest sweeps take all of their cases: a run of CI takes a part."""

from __future__ import annotations

import os

WHOLE = os.environ.get("HIPIFY_STRESS") == "all"
