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
RUNTIME = b"hip/hip_runtime"
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
    """Say whether a unit reads a header of HIP for the first time behind the macro that a header makes."""
    read, brought, behind = {unit}, set[bytes](), False
    stack = [(unit, 0)]
    while stack:
        here, at = stack.pop()
        behind = behind or (here == path and at >= found[path].width_macro)
        if at == len(found[here].includes):
            continue
        stack.append((here, at + 1))
        target = inclusion.targets[here][at]
        if target is not None:
            if target not in read:
                read.add(target)
                stack.append((target, 0))
            continue
        include = found[here].includes[at][0]
        header = _of_hip(include, headers)
        if behind and header and header not in brought:
            return True
        brought.add(header)
    return False


def _of_hip(include: bytes, headers: Mapping[bytes, Name]) -> bytes:
    """Give the header of HIP in the place of one, or another that may bring such; nothing of others.

    The runtime's headers bring each other.
    """
    known = headers.get(include)
    if known is not None:
        to = known.to or include
        return RUNTIME if to.startswith(RUNTIME) else to
    return include if MAY_BRING.search(include) and not STANDARD.fullmatch(include) else b""
