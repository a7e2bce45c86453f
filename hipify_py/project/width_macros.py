"""Headers that make a macro `warpSize`, behind which no unit of the run reads a header of HIP."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hipify_py.lazy import re
from hipify_py.project.unknown_headers import UNITS

if TYPE_CHECKING:
    from collections.abc import Mapping

    from hipify_py.project.facts import Facts
    from hipify_py.project.inclusion import Inclusion
    from hipify_py.rules.names import Name

MOST_UNITS = 64  # that are looked through for a header
# In the paths of what may bring HIP's headers, or has device code of its own.
MAY_BRING = re.compile(
    rb"(?i)cu|hip|roc|gpu|nv|aten|c10|caffe|torch|kokkos|rmm|opencv|eigen|thrust|magma|raja|vtk|xla|tensor"
)
RUNTIME, API = b"hip/hip_runtime.h", b"hip/hip_runtime_api.h"  # the first brings the other
STANDARD = re.compile(rb"[a-z_]+")  # of C++, in angle brackets


def without_headers_behind(
    found: Mapping[str, Facts], inclusion: Inclusion, headers: Mapping[bytes, Name]
) -> frozenset[str]:
    """Give the headers with such a macro that units read, each of them with no header of HIP behind it.

    `headers` are CUDA's. One that a unit has read before is not read again.
    """
    making = [path for path, fact in found.items() if fact.width_macro >= 0 and not path.endswith(UNITS)]
    return frozenset(path for path in making if _is_last(path, found, inclusion, headers))


def _is_last(
    path: str, found: Mapping[str, Facts], inclusion: Inclusion, headers: Mapping[bytes, Name]
) -> bool:
    above = inclusion.above((path,)) & found.keys()
    units = [one for one in above if one.endswith(UNITS)]
    if not 0 < len(units) <= MOST_UNITS or any(found[one].includes_any for one in above):
        return False
    return not any(_meets(path, unit, found, inclusion, headers) for unit in units)


def _meets(
    path: str,
    unit: str,
    found: Mapping[str, Facts],
    inclusion: Inclusion,
    headers: Mapping[bytes, Name],
) -> bool:
    """Say whether a unit may read a header of HIP for the first time behind the macro that a header makes.

    A conversion may put the runtime's into any file behind it, unless the unit has read that before. What
    stands in a branch may be read behind the macro, and counts as read before it nowhere.
    """
    read, perhaps, brought, behind = {unit}, set[str](), set[bytes](), False
    stack = [(unit, 0, True)]
    while stack:
        here, at, sure = stack.pop()
        if not behind and here == path and at >= found[path].width_macro:
            if RUNTIME not in brought:
                return True
            behind = True
            perhaps.clear()
        if at == len(found[here].includes):
            continue
        stack.append((here, at + 1, sure))
        is_read = sure and not _in_branch(found[here], at)
        target = inclusion.targets[here][at]
        if target is not None:
            if target not in read and target not in perhaps:
                (read if is_read else perhaps).add(target)
                stack.append((target, 0, is_read))
            continue
        header = _of_hip(*found[here].includes[at], headers)
        if behind and header and header not in brought:
            return True
        if is_read:
            brought |= {header, API} if header == RUNTIME else {header}
    return False


def _in_branch(fact: Facts, number: int) -> bool:
    return number in fact.untaken or any(number == one for one, _ in fact.behind)


def _of_hip(include: bytes, is_quoted: bool, headers: Mapping[bytes, Name]) -> bytes:  # noqa: FBT001
    """Give the header of HIP in the place of one, or another that may bring such; nothing of others.

    Of one in quotes that the run does not find nothing is known.
    """
    known = headers.get(include)
    if known is not None:
        return known.to or include
    may_bring = is_quoted or MAY_BRING.search(include)
    return include if may_bring and not STANDARD.fullmatch(include) else b""
