"""Read the real headers, with clang, into the tables of facts that the project keeps."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from hipify_py.facts import headers, table
from hipify_py.facts.table import Fact

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from hipify_py.facts.scope import Scope

CUDA = ("cuda_runtime.h", "cuda_fp16.h", "cuda_bf16.h", "cuda.h", "cuda_profiler_api.h", "math_constants.h")
GROUPS = (
    "cuda_runtime.h",
    *(f"cooperative_groups{part}.h" for part in ("", "/reduce", "/scan", "/memcpy_async")),
)
HIP = ("runtime", "fp16", "bf16", "cooperative_groups", "math_constants")
C = ("assert", "ctype", "math", "stdio", "stdlib", "string", "time")
INTERNAL = re.compile(
    r"std(::.*)?|hip_impl.*|.*::(internal|impl|details?)(::.*)?|__(hip_internal|ockl|ocml|builtin)_?.*|operator.*|.*_H_?_?"
)
SUFFIXES = {".h", ".hpp", ".cuh", ".inl", ""}


class Places(NamedTuple):
    """Where the headers lie: two folders that hold `include`, and the folder that holds ROCm's `usr`."""

    cuda12: Path
    cuda13: Path
    rocm: Path

    @property
    def clang(self) -> Path:
        """The clang that ROCm's folder holds; raises FileNotFoundError where there is none."""
        found = sorted(self.rocm.glob("usr/lib/llvm-*/bin/clang++"))
        if not found:
            message = (
                f"{self.rocm}: no usr/lib/llvm-*/bin/clang++ here; install it with tests/toolchain/setup.sh"
            )
            raise FileNotFoundError(message)
        return found[-1]


def run(places: Places, scope: Scope, folder: Path) -> None:
    """Write the tables `cuda-12.9.tsv`, `cuda-13.0.tsv` and `rocm-7.2.tsv` into a folder."""
    standard = {fact.name for fact in headers.read(plain(places)) if not fact.name.startswith("_")}
    for name, place, version in (("12.9", places.cuda12, 12), ("13.0", places.cuda13, 13)):
        facts = [fact for unit in cuda(places.clang, place, version) for fact in headers.read(unit)]
        kept = (fact for fact in scope.public(facts) if fact.name not in standard)
        table.write(folder / f"cuda-{name}.tsv", [*kept, *files(roots(place))])
    facts = [fact for unit in hip(places) for fact in headers.read(unit)]
    kept = (fact for fact in facts if not INTERNAL.fullmatch(fact.name) and not fact.header.startswith("std"))
    table.write(folder / "rocm-7.2.tsv", [*kept, *files((places.rocm / "usr/include",))])


def plain(places: Places) -> headers.Unit:
    """Give a unit with the C library alone: its public names are not CUDA's, though CUDA repeats them."""
    return headers.Unit(places.clang, ("-x", "c++"), text(f"{name}.h" for name in C), (Path("/usr/include"),))


def cuda(clang: Path, place: Path, version: int) -> Iterator[headers.Unit]:
    """Give the units for one CUDA: as its own compiler sees them, for the host and for a device.

    They are read as C++: as CUDA, clang would put functions of its own in the place of the device functions.
    """
    names = ("__CUDACC__", "__NVCC__", "__NV_NO_HOST_COMPILER_CHECK", f"__CUDACC_VER_MAJOR__={version}")
    defines = [f"-D{name}" for name in (*names, "__CUDACC_VER_MINOR__=0", "__CUDACC_VER_BUILD__=1")]
    where = roots(place)
    base = ("-x", "c++", "-std=c++17", *defines, *(f"-I{root}" for root in where))
    device = "-D__CUDA_ARCH__=900"
    yield headers.Unit(clang, base, text(CUDA), where)
    yield headers.Unit(clang, (*base, device), text(CUDA), where)
    yield headers.Unit(clang, (*base, device, "-D_CG_ABI_EXPERIMENTAL"), text(GROUPS), where)


def hip(places: Places) -> Iterator[headers.Unit]:
    """Give the units for ROCm: the host's side and the device's."""
    usr = places.rocm / "usr"
    resource = places.clang.parents[1] / "lib/clang"
    bitcode = next(resource.glob("*/amdgcn/bitcode"))
    where = (usr / "include", *sorted(resource.glob("*/include")))
    base = (
        "-x",
        "hip",
        f"--rocm-path={usr}",
        f"--rocm-device-lib-path={bitcode}",
        "-isystem",
        str(usr / "include"),
    )
    for side in ("host", "device"):
        args = (*base, "--offload-arch=gfx90a", f"--cuda-{side}-only")
        yield headers.Unit(places.clang, args, text(f"hip/hip_{name}.h" for name in HIP), where)


def roots(place: Path) -> tuple[Path, ...]:
    """Give the include folders of a CUDA; 13.0 keeps CUB, Thrust and libcu++ in one of their own."""
    include = place / "include"
    return tuple(root for root in (include / "cccl", include) if root.is_dir())


def text(names: Iterable[str]) -> str:
    """Make a unit that includes headers."""
    return "".join(f"#include <{name}>\n" for name in names)


def files(where: tuple[Path, ...]) -> Iterator[Fact]:
    """List the headers that users can include, as facts: those of an implementation are left out."""
    for root in where:
        for path in root.rglob("*"):
            name = path.relative_to(root).as_posix()
            hidden = re.search(
                r"(^|/)(__|detail/|details/|nvtxDetail/|cccl/|amd_detail/|internal/|backend/|clang/|libdrm/)",
                name,
            )
            if path.is_file() and path.suffix in SUFFIXES and not hidden:
                yield Fact(name, "header", "", "")
