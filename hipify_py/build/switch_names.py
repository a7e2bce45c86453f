"""Names of a project's own switches that are on where it builds for HIP, such as `USE_HIP` or `is_rocm`.

Those alone that say this and nothing more: `USE_ROCM_FLASH_ATTENTION` and `HIP_RDC` may be off for HIP.
"""

from __future__ import annotations

from hipify_py.lazy import re

OF_HIP = re.compile(
    rb"""(?ix) (?:hip|rocm)
    | (?:hip|rocm) _ (?:available|build|enabled?|found|is_available)
    | (?:[a-z0-9]+_)*? (?:build(?:_(?:for|with))? | enabled? | for | has | have | is | use | using | with)
      _ (?:hip|rocm) (?:_ (?:available|build|enabled|extension|found|pytorch))?
    """
)
AGAINST = re.compile(
    rb"(?i)(?:\b|_)(?:cuda|disabled?|dont|exclude|ignore|never|no|not|nvcc|nvidia|omit|on|platform|skip|without)(?:\b|_)"
)


def is_for_hip(name: bytes) -> bool:
    """Say whether a switch is on for HIP, by its name."""
    return OF_HIP.fullmatch(name) is not None and AGAINST.search(name) is None
