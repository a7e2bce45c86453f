"""What is known of the number of a library's version in a release of ROCm, by the releases that were read."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hipify_py.releases import is_older

if TYPE_CHECKING:
    from collections.abc import Mapping

PARTS = ("MINOR", "PATCH", "SUBMINOR_VERSION", "MINOR_VERSION")  # begin anew with what stands before them


def known_numbers(name: str, numbers: Mapping[str, str], rocm: str) -> tuple[int | None, int | None]:
    """Give the least and the greatest number that a macro may have in a release; None where that is open.

    `numbers` are texts by release. Versions only grow, but for their lesser parts.
    """
    if rocm in numbers:
        return int(numbers[rocm]), int(numbers[rocm])
    if name.endswith(PARTS):
        return None, None
    older = [int(number) for release, number in numbers.items() if is_older(release, rocm)]
    newer = [int(number) for release, number in numbers.items() if is_older(rocm, release)]
    return max(older, default=None), min(newer, default=None)
