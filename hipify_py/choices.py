"""What may be chosen for a run: each set of values in the one place that knows it."""

from __future__ import annotations

from typing import Literal, get_args

Launch = Literal["keep", "macro"]
Warp = Literal["32", "native"]
Dnn = Literal["keep", "miopen"]
GroupBy = Literal["cause", "file"]
BuildMode = Literal["replace", "dual", "keep"]
Language = Literal["", "c++"]
RunMode = Literal["dry-run", "diff", "in-place", "output", "memory"]
LAUNCHES: tuple[Launch, ...] = get_args(Launch)
WARPS: tuple[Warp, ...] = get_args(Warp)
DNNS: tuple[Dnn, ...] = get_args(Dnn)
"""What becomes of cuDNN; each but the first has rules in a folder of its name."""
GROUPINGS: tuple[GroupBy, ...] = get_args(GroupBy)
"""By what the text report puts findings together."""
BUILDS: tuple[BuildMode, ...] = get_args(BuildMode)
"""What becomes of build files: HIP's in place of CUDA's, beside it, or nothing but a remark."""
BUILD_MODES = BUILDS[:2]
"""What may be chosen for build files that are converted."""
LANGUAGES: tuple[Language, ...] = get_args(Language)
"""In which language a source has to be read for a rule to hold; the first says that it does not matter."""
MODES: tuple[RunMode, ...] = get_args(RunMode)
SIZE_LIMIT = 10_000_000
"""The largest file, in bytes, that is read unless told otherwise; memory is about 100 times as much."""
CACHE_SIZE = 500_000_000
"""How many bytes of what files came to the command keeps in the user's cache folder unless told otherwise."""
ARCHS = ("gfx90a", "gfx1100")
"""The GPUs that sources are compiled for unless told otherwise: wavefronts of 64 lanes, and of 32."""
COMPILE_SECONDS = 300.0
"""The time that one run of a compiler may take unless told otherwise."""
WARP_HEADER = "hipify_warp32.h"
"""The header with what `--warp 32` cannot say in plain HIP."""
COMPAT_HEADER = "hipify_compat.h"
"""The header with functions that CUDA has and HIP lacks."""
HALF_HEADER = "hipify_half.h"
"""The header with those of them that work on half and bfloat16, which needs HIP's headers of these."""
NVTX_HEADER = "hipify_nvtx.h"
"""The header with marks and ranges of NVTX that have attributes, which roctx has not."""
SAMPLES_HEADER = "hipify_samples.h"
"""The header that stands for the helpers of CUDA's samples where a program does not have them."""
OWN_HEADERS = (WARP_HEADER, COMPAT_HEADER, HALF_HEADER, NVTX_HEADER, SAMPLES_HEADER)
"""The headers of ours that converted sources may include; each has a namespace of its own name."""
MODULES = (".cppm", ".ccm", ".cxxm", ".c++m", ".ixx")
"""Endings of the interfaces of modules, which are units of plain C++."""
COMPILED_CXX = (".cpp", ".cc", ".cxx", ".c++")
"""Endings of sources of plain C++ that compilers of old take for that."""
CXX = (*COMPILED_CXX, *MODULES)
"""Endings of sources of plain C++."""
DEVICE_LIBRARIES = (b"thrust/", b"cub/", b"hipcub/", b"rocprim/")
"""How the paths of headers begin that ROCm's counterparts take a HIP compiler for."""
FOR_PEOPLE = (
    *(".adoc", ".htm", ".html", ".ipynb", ".json", ".jsonl", ".md", ".rst", ".svg", ".tex", ".text", ".txt"),
    *(".tsv", ".csv", ".xml"),
)
"""Endings of files that people read: they hold names, and make and call none."""
