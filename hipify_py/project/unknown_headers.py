"""Files that include what a run does not have, and what it has may come into: each macro may be made there.

Headers of systems, of compilers, of CUDA and of libraries that all know make no macros of a project's.
"""

from __future__ import annotations

import posixpath
from typing import TYPE_CHECKING

from hipify_py.choices import CXX
from hipify_py.lazy import re
from hipify_py.match.outside_names import name_of_header
from hipify_py.project.file_kinds import TEMPLATES
from hipify_py.project.header_names import LANGUAGE, STANDARD
from hipify_py.resolve.told import Told

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Mapping, Sequence

    from hipify_py.project.facts import Facts
    from hipify_py.project.include_graph import Targets
    from hipify_py.project.inclusion import Places
    from hipify_py.rules.model import RuleSet

_LIBRARIES = """
    ATen Eigen absl arpa asm benchmark bits boost c10 caffe2 cereal clang cooperative_groups cub cuda cutlass
    cute dpct fmt glog gmock google gtest hip hipblas hipcub hipfft hiprand hipsolver hipsparse kokkos linux
    llvm mach msgpack net netinet nlohmann nv nvtx3 oneapi opencv2 openssl pybind11 rccl rmm roc rocblas
    rocfft rocprim rocrand rocsolver rocsparse roctracer rocwmma spdlog sycl sys tbb thrust torch
"""
_HEADERS = """
    Kokkos_Core.hpp Python.h alloca.h arm_neon.h arm_sve.h builtin_types.h cpuid.h cublas.h cudnn.h cufile.h
    cxxabi.h cuda_gl_interop.h cusolverRf.h dbghelp.h execinfo.h fftw3.h fftw3-mpi.h helper_cuda.h
    helper_functions.h intrin.h io.h jni.h libaio.h mkl.h mpi.h nccl.h numa.h nvml.h nvrtc.h nvToolsExt.h
    omp.h process.h riscv_vector.h x86intrin.h xmmintrin.h zlib.h
"""
LIBRARIES = frozenset(_LIBRARIES.encode().split())
HEADERS = frozenset(_HEADERS.encode().split()) | {one.encode() for one in STANDARD}
OF_VENDORS = re.compile(rb"\w*mmintrin\.h|\w*mathintrin\.h|immintrin\.h|nv\w*\.h|hip\w*\.h(?:pp)?")
# Of compilers, what has them read a header that no source names; makefiles have a command of that name.
FORCED = re.compile(
    rb"(?<![\w-])-(?:-?imacros|include(?:-pch)?|-pre-include)\b(?!-)|(?<=[\s\"';=])/FI|(?i:precompile_headers)"
    rb"|(?<![\w-])--include\b[\s=\"',]+[^\s\"',]*\.(?:c?h|hpp|inc)\b"
)
OF_MAKE = re.compile(rb"(?m)^[ \t]*-include\b(?![^\r\n]*\.(?:c?h|hpp|inc)\b)")
UNITS = (*CXX, ".c", ".cu", ".hip")


def forces(code: bytes) -> bool:
    """Say whether a build file has compilers read a header that sources do not include."""
    return FORCED.search(OF_MAKE.sub(b"", code) if b"-include" in code else code) is not None


def with_unknown(found: Mapping[str, Facts], places: Places, known: Collection[bytes]) -> Iterator[str]:
    """Give the files that include what is not known; `known` are CUDA's headers."""
    made = {posixpath.basename(stem).encode() for path in found if (stem := _made_of(path)) != path}
    for path, fact in found.items():
        includes = zip(fact.includes, places.get(path, ()), strict=True)
        if fact.includes_any or any(
            place not in found
            if place is not None
            else not (
                include in known or _is_known(include, quoted=quoted) or include.rpartition(b"/")[2] in made
            )
            for (include, quoted), place in includes
        ):
            yield path


def with_outside(
    told: Mapping[str, tuple[Told, ...]], found: Mapping[str, Facts], targets: Targets, rules: RuleSet
) -> dict[str, tuple[Told, ...]]:
    """Give what files tell, and for each include that names none of them the name that its header is of."""
    return {
        path: (*told[path], *_outside(fact, targets[path], rules)) if path in targets else told[path]
        for path, fact in found.items()
    }


def _outside(fact: Facts, targets: Sequence[str | None], rules: RuleSet) -> Iterator[Told]:
    for at, ((include, _), target) in enumerate(zip(fact.includes, targets, strict=True)):
        if target is None and at not in fact.untaken and (name := name_of_header(include, rules)):
            yield Told("outside", name, posixpath.basename(include), at)


def _made_of(path: str) -> str:
    """Give the path of what a build makes of a template; another path as it is."""
    stem, ending = posixpath.splitext(path)
    return _made_of(stem) if ending.lower() in TEMPLATES else path


def _is_known(include: bytes, *, quoted: bool) -> bool:
    first, slash, _ = include.partition(b"/")
    if slash:
        return first in LIBRARIES
    return (
        include in HEADERS
        or OF_VENDORS.fullmatch(include) is not None
        or (not quoted and LANGUAGE.fullmatch(include) is not None)
    )
