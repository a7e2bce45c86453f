"""Read the real headers, with clang, into the tables of facts that the project keeps."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from hipify_py.facts import headers, table, templates
from hipify_py.facts.table import Fact
from hipify_py.lazy import re

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from hipify_py.facts.scope import Scope

C = ("assert", "ctype", "math", "stdio", "stdlib", "string", "time")
INTERNAL = re.compile(
    r"std(::.*)?|hip_impl.*|.*::(internal|impl|details?)(::.*)?|__(hip_internal|ockl|ocml|builtin)_?.*|operator.*|.*_H_?_?"
)
REMEDY = "name a folder as tests/toolchain/setup.sh and the CUDA installer make it"
SUFFIXES = {".h", ".hpp", ".cuh", ".inl", ""}


class Places(NamedTuple):
    """Where the headers lie.

    `cuda` gives for each release a folder that holds `include`, `rocm` one that holds `usr` and a clang that
    reads its headers.
    """

    cuda: dict[str, Path]
    rocm: dict[str, Path]


def check(places: Places) -> None:
    """Raise FileNotFoundError where a folder does not hold what is looked for, naming that."""
    for wanted, folders in (
        (("include/cuda.h", "include/cuda_runtime.h"), places.cuda.values()),
        (
            (
                "usr/include/hip/hip_runtime.h",
                "usr/lib/llvm-*/bin/clang++",
                "usr/lib/llvm-*/lib/clang/*/amdgcn/bitcode",
            ),
            places.rocm.values(),
        ),
    ):
        for folder in folders:
            missing = [path for path in wanted if not any(folder.glob(path))]
            if missing:
                message = f"{folder}: no {' and no '.join(missing)} here; {REMEDY}"
                raise FileNotFoundError(message)


def clang(rocm: Path) -> Path:
    """Give the clang that lies beside the headers of a ROCm."""
    return max(rocm.glob("usr/lib/llvm-*/bin/clang++"))


def run(places: Places, scope: Scope, folder: Path) -> None:
    """Write the tables `cuda.tsv` and `rocm.tsv` into a folder; raises FileNotFoundError, see `check`."""
    check(places)
    units = tomllib.loads((folder / "units.toml").read_text(encoding="utf-8"))
    roc: dict[str, list[Fact]] = {}
    for release, place in places.rocm.items():
        roc[release] = [*rocm(release, place, units["rocm"]), *templates.rows(templates.rocm(place))]
    table.write(folder / "rocm.tsv", roc)
    compiler = clang(places.rocm[max(places.rocm)])
    standard = {fact.name for fact in headers.read(plain(compiler)) if not fact.name.startswith("_")}
    found: dict[str, list[Fact]] = {}
    for release, place in places.cuda.items():
        facts = [fact for unit in units["cuda"] for fact in cuda(compiler, place, release, unit)]
        kept = (fact for fact in scope.public(facts) if fact.name not in standard)
        found[release] = [*kept, *files(roots(place))]
        if release not in units["templates"]["without"]:
            found[release] += templates.rows(templates.cuda(compiler, place))
    table.write(folder / "cuda.tsv", found)


def plain(compiler: Path) -> headers.Unit:
    """Give a unit with the C library alone: its public names are not CUDA's, though CUDA repeats them."""
    return headers.Unit(compiler, ("-x", "c++"), text(f"{name}.h" for name in C), (Path("/usr/include"),))


def cuda(compiler: Path, place: Path, release: str, unit: dict[str, Any]) -> list[Fact]:
    """Read one unit of CUDA headers as its own compiler sees them.

    They are read as C++: as CUDA, clang would put functions of its own in the place of the device functions.
    """
    where = roots(place)
    present = [name for name in unit["include"] if any((root / name).is_file() for root in where)]
    major = release.partition(".")[0]
    names = ("__CUDACC__", "__NVCC__", "__NV_NO_HOST_COMPILER_CHECK", f"__CUDACC_VER_MAJOR__={major}")
    defines = [*names, "__CUDACC_VER_MINOR__=0", "__CUDACC_VER_BUILD__=1"]
    args = ("-x", "c++", "-std=c++17", *(f"-D{name}" for name in defines), *(f"-I{root}" for root in where))
    own = tuple(f"-D{name}" for name in unit.get("define", ()))
    facts = headers.read(headers.Unit(compiler, (*args, *own), text(present), where))
    if "behind" not in unit:
        return facts
    first = {fact.name for fact in headers.read(headers.Unit(compiler, args, text(unit["behind"]), where))}
    return [fact for fact in facts if fact.name not in first]


def rocm(release: str, place: Path, units: list[dict[str, Any]]) -> Iterator[Fact]:
    """Read the public names of a ROCm: the host's side and the device's."""
    usr = place / "usr"
    compiler = clang(place)
    resource = compiler.parents[1] / "lib/clang"
    where = (usr / "include", *sorted(resource.glob("*/include")))
    bitcode = next(usr.glob("lib/llvm-*/lib/clang/*/amdgcn/bitcode"))
    paths = (f"--rocm-path={usr}", f"--rocm-device-lib-path={bitcode}")
    for unit in units:
        if release in unit.get("without", ()):
            continue
        present = [name for name in unit["include"] if (usr / "include" / name).is_file()]
        defines = (f"-D{name}" for name in unit.get("define", ()))
        base = ("-x", "hip", *paths, "-isystem", str(usr / "include"), "--offload-arch=gfx90a", *defines)
        for side in unit["sides"]:
            args = (*base, f"--cuda-{side}-only")
            for fact in headers.read(headers.Unit(compiler, args, text(present), where)):
                if not INTERNAL.fullmatch(fact.name) and not fact.header.startswith("std"):
                    yield fact
    yield from files((usr / "include",))


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
                r"(^|/)(__|detail/|details/|nvtxDetail/|cccl/|amd_detail/|internal/|backend/|clang/|libdrm/|CL/)",
                name,
            )
            if path.is_file() and path.suffix in SUFFIXES and not hidden:
                yield Fact(name, "header", "", "")
