"""libcu++ in files that no HIP compiler reads, of a project that brings it along.

Its `cuda/std` is plain C++ there: any host compiler takes it, with no CUDA around.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from hipify_py.choices import CXX
from hipify_py.lazy import re
from hipify_py.match.runtime_include import read_for_device

if TYPE_CHECKING:
    from collections.abc import Sequence

    from hipify_py.model import Finding
    from hipify_py.settings import Options
    from hipify_py.source.unit import Unit

LACKING: Final = frozenset({"N001", "N005"})
OF_STD: Final = re.compile(r"(?:the header )?(cuda/std/\w+|cuda::std::) has no HIP counterpart: ")
STAYS: Final = (
    "{} stays: host compilers take libcu++'s part of it without CUDA, of the copy that the build files name"
)


def on_host(unit: Unit, findings: Sequence[Finding], options: Options) -> list[Finding]:
    """Give findings, as notes those about libcu++'s standard library where host compilers alone read it."""
    if not options.project.ships_libcuxx or not _is_of_host(unit, options):
        return [*findings]
    return [_noted(one) if one.rule in LACKING else one for one in findings]


def _is_of_host(unit: Unit, options: Options) -> bool:
    """Say whether plain C++ reads a file, and nothing else of the run does."""
    project = options.project
    if read_for_device(unit, options) or project.as_hip:
        return False
    return options.name.endswith(CXX) or bool(project.cxx)


def _noted(one: Finding) -> Finding:
    found = OF_STD.match(one.message)
    if found is None:
        return one
    return one._replace(severity="note", fails="never", message=STAYS.format(found[1]))
