"""List where a function of CUDA's and HIP's of the same name gives another type for the same arguments.

usage: python tests/bench/overloads.py --cuda DIR

clang reads one call for each function and each type of argument (of two, each pair), as CUDA with the headers
in DIR and as HIP, for the host and the device. Its CUDA mode declares `min` and `max` otherwise than nvcc on
the host; for the rest the headers in DIR speak.
"""

from __future__ import annotations

import argparse
import os
import re
import subprocess
import sys
import tempfile
from itertools import product
from pathlib import Path
from typing import TYPE_CHECKING

from hipify_py.verify import compiler

if TYPE_CHECKING:
    from collections.abc import Iterator

TYPES = [
    f"{sign}{kind}" for kind in ("char", "short", "int", "long", "long long") for sign in ("", "unsigned ")
]
TYPES += ["bool", "float", "double"]
ONE = """
abs labs llabs fabs sqrt rsqrt cbrt rcbrt exp exp2 exp10 expm1 log log2 log10 log1p logb ilogb sin cos
tan sinpi cospi asin acos atan sinh cosh tanh asinh acosh atanh floor ceil round rint trunc nearbyint
lrint llrint lround llround erf erfc erfinv erfcinv erfcx normcdf normcdfinv tgamma lgamma j0 j1 y0 y1
isnan isinf isfinite signbit __clz __clzll __ffs __ffsll __popc __popcll __brev __brevll __float2int_rn
__double2int_rn __int2float_rn __uint2float_rn __float_as_int __int_as_float __saturatef __expf __logf
__sinf __frcp_rn __fsqrt_rn __drcp_rn __dsqrt_rn __ll2float_rn
"""
TWO = """
min max fmin fmax umin umax llmin ullmax pow atan2 fmod remainder fdim hypot copysign nextafter ldexp
scalbn scalbln __mul24 __umul24 __mulhi __umulhi __mul64hi __umul64hi __fdividef __powf __fmul_rn
__fadd_rn __hadd __uhadd __rhadd
"""
SAID = re.compile(r"probe\.\w+:(\d+):\d+: error: (?:.*undefined template 'type_of<(.*)>'|(.*))")
Call = tuple[str, ...]


def types_of(calls: list[Call], mode: str, side: str, cuda: Path) -> dict[Call, str]:
    """Ask clang which type each call has; what it refuses has none."""
    parameters = ", ".join(f"{kind} v{at}" for at, kind in enumerate(TYPES))
    given = {kind: f"v{at}" for at, kind in enumerate(TYPES)}
    header = "cuda_runtime.h" if mode == "cuda" else "hip/hip_runtime.h"
    mark = "__device__ " if side == "device" else ""
    lines = [
        f"#include <{header}>",
        "template <class T> struct type_of;",
        f"{mark}void probe({parameters}) {{",
    ]
    first = len(lines) + 1
    for name, *kinds in calls:
        lines.append(f"{{ type_of<decltype({name}({', '.join(given[kind] for kind in kinds)}))> x; }}")
    found = compiler.find(None, os.environ)
    flags = ["-w", "-fsyntax-only", "-ferror-limit=0", "-fno-caret-diagnostics", "-fno-color-diagnostics"]
    flags += [f"--cuda-{side}-only", "-x", mode]
    if mode == "cuda":
        flags += ["-nocudalib", f"--cuda-path={cuda}", "--cuda-gpu-arch=sm_80"]
    else:
        prefix = Path(found.program).resolve().parents[3]
        flags += [f"--rocm-path={prefix}", "-nogpulib", "--offload-arch=gfx90a", f"-I{prefix / 'include'}"]
    with tempfile.TemporaryDirectory() as folder:
        Path(folder, f"probe.{mode}").write_text("\n".join([*lines, "}"]) + "\n")
        command = [found.program, *flags, f"probe.{mode}"]
        said = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False).stderr
    made: dict[Call, str] = {}
    for line in said.splitlines():
        if (match := SAID.match(line)) and 0 <= int(match[1]) - first < len(calls):
            made.setdefault(calls[int(match[1]) - first], match[2] or "")
    return made


def differences(calls: list[Call], side: str, cuda: Path) -> Iterator[str]:
    """Give a line for each function and each pair of types that it has in CUDA and in HIP."""
    of_cuda, of_hip = (types_of(calls, mode, side, cuda) for mode in ("cuda", "hip"))
    found: dict[tuple[str, str, str], list[str]] = {}
    for call in calls:
        ours, theirs = of_cuda.get(call, ""), of_hip.get(call, "")
        if ours and ours != theirs:
            found.setdefault((call[0], ours, theirs or "none"), []).append(f"({', '.join(call[1:])})")
    for (name, ours, theirs), given in found.items():
        more = f" and {len(given) - 3} more" if len(given) > 3 else ""
        yield f"{side:7} {name:16} {ours:20} {theirs:20} {' '.join(given[:3])}{more}"


def main() -> None:
    """Print the differences on both sides."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument(
        "--cuda", type=Path, required=True, metavar="DIR", help="the headers are in DIR/include"
    )
    given = parser.parse_args()
    if not (given.cuda / "include" / "cuda_runtime.h").exists():
        sys.exit(f"overloads.py: no include/cuda_runtime.h in {given.cuda}")
    calls: list[Call] = [(name, kind) for name in ONE.split() for kind in TYPES]
    calls += [(name, *kinds) for name in TWO.split() for kinds in product(TYPES, TYPES)]
    print(f"{'side':7} {'function':16} {'in CUDA':20} {'in HIP':20} arguments")
    for side in ("host", "device"):
        print(*differences(calls, side, given.cuda), sep="\n")


if __name__ == "__main__":
    main()
