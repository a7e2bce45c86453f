"""Names of a project's own switches that are on where it builds for HIP, such as `USE_HIP` or `is_rocm`."""

from __future__ import annotations

import re

OF_HIP = re.compile(rb"(?i)(?:[a-z0-9]+_)*(?:hip|rocm)(?:_(?:[a-z0-9]+_)*[a-z0-9]+)?")
AGAINST = re.compile(rb"(?i)(?:\b|_)(?:no|not|without|disable|skip|platform)(?:\b|_)")


def is_for_hip(name: bytes) -> bool:
    """Say whether a switch is on for HIP, by its name."""
    return OF_HIP.fullmatch(name) is not None and AGAINST.search(name) is None
