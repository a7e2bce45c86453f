"""Macros that conditions ask for: without them what stands in the branch is not read."""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING

from hipify_py.lazy import re
from hipify_py.source.conditions import branches_around

if TYPE_CHECKING:
    from collections.abc import Iterator

    from hipify_py.source.conditions import Branch
    from hipify_py.source.unit import Unit

OF_GPU_COMPILERS = frozenset({b"__CUDACC__", b"__NVCC__", b"__HIPCC__", b"__CUDA_ARCH__"})
# One part of a condition that fails where its macro is not there; compilers make those that begin with `_`,
# but those of plain C++ none of these.
ASKS = re.compile(
    rb"\s*+(?:defined\s*+\(?|\()?\s*+([A-Za-z]\w*+|" + b"|".join(sorted(OF_GPU_COMPILERS)) + rb")\s*+\)?\s*+"
)
ASKING = frozenset({b"if", b"ifdef", b"elif", b"elifdef"})
MOST_AROUND = 60  # conditions that are asked, the innermost first


def asked_for(unit: Unit) -> Iterator[tuple[int, bytes]]:
    """Give the numbers of the includes of a file that stand behind such macros, each with one of them."""
    for number, include in enumerate(unit.text.includes):
        for branch in islice(branches_around(unit, include.path.start), MOST_AROUND):
            yield from ((number, name) for name in _asked(unit, branch))


def _asked(unit: Unit, branch: Branch) -> Iterator[bytes]:
    if branch.directive.name not in ASKING:
        return
    condition = unit.code[slice(*branch.directive.body)]
    if b"||" in condition or b"?" in condition:
        return
    for part in condition.split(b"&&"):
        if found := ASKS.fullmatch(part):
            yield found[1]
