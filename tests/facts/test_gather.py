"""Which headers are read, how, and what is kept of them in the tables of facts."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from helpers.facts import scope_of

from hipify_py.facts import gather, headers, table, templates
from hipify_py.facts.gather import Places
from hipify_py.facts.table import Fact

if TYPE_CHECKING:
    from collections.abc import Callable

    from hipify_py.facts.headers import Unit
    from hipify_py.facts.templates import Side

    Answer = Callable[[Unit], list[Fact]]
    Read = Callable[[Answer], list[Unit]]

LLVM = "usr/lib/llvm-22"
HIP = "usr/include/hip/hip_runtime.h"
BITCODE = f"{LLVM}/lib/clang/22/amdgcn/bitcode/ocml.bc"
SCOPE = r"""
guards = []
plain = 'PLAIN'

[[file]]
name = "runtime"
library = "CUDA runtime API"
headers = ['cuda\.h']
drop = 'cudaHidden'
"""
UNITS = """
[templates]
without = ["11.8"]

[[cuda]]
include = ["cuda.h", "cuda_new.h"]

[[rocm]]
include = ["hip/hip_runtime.h"]
sides = ["host", "device"]
"""


def put(folder: Path, *names: str) -> Path:
    for name in names:
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).touch()
    return folder


@pytest.fixture
def cuda(tmp_path: Path) -> Path:
    return put(tmp_path / "cuda", "include/cuda.h", "include/cuda_runtime.h")


@pytest.fixture
def rocm(tmp_path: Path) -> Path:
    return put(tmp_path / "rocm", HIP, f"{LLVM}/bin/clang++", BITCODE, f"{LLVM}/lib/clang/22/include/x.h")


@pytest.fixture
def read(monkeypatch: pytest.MonkeyPatch) -> Read:
    """Let a function stand for clang; what installs it gives the units that are asked about."""

    def install(answer: Answer) -> list[Unit]:
        asked: list[Unit] = []

        def reading(unit: Unit) -> list[Fact]:
            asked.append(unit)
            return answer(unit)

        monkeypatch.setattr(headers, "read", reading)
        return asked

    return install


def function(name: str, header: str = "cuda.h") -> Fact:
    return Fact(name, "function", header, "int ()")


# --- where headers lie ------------------------------------------------------------------------------------


def test_folders_that_hold_what_is_needed_are_good(cuda: Path, rocm: Path) -> None:
    gather.check(Places({"13.0": cuda}, {"7.2": rocm}))
    assert gather.clang(rocm) == rocm / LLVM / "bin/clang++"


@pytest.mark.parametrize(
    ("gone", "missing"),
    [
        ("cuda/include/cuda_runtime.h", "no include/cuda_runtime.h here"),
        (f"rocm/{HIP}", f"no {HIP} here"),
        (f"rocm/{LLVM}/bin/clang++", "no usr/lib/llvm-*/bin/clang++ here"),
    ],
)
def test_a_folder_that_lacks_something_is_refused(
    gone: str, missing: str, cuda: Path, rocm: Path, tmp_path: Path
) -> None:
    (tmp_path / gone).unlink()
    folder = tmp_path / gone.partition("/")[0]
    message = f"{folder}: {missing}; name a folder as tests/toolchain/setup.sh and the CUDA installer make it"
    with pytest.raises(FileNotFoundError, match=re.escape(message)):
        gather.check(Places({"13.0": cuda}, {"7.2": rocm}))


def test_all_that_a_folder_lacks_is_named(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError, match=r": no include/cuda\.h and no include/cuda_runtime\.h here;"):
        gather.check(Places({"13.0": tmp_path}, {}))


@pytest.mark.parametrize(
    ("made", "roots"),
    [
        (["include/cuda.h"], ["include"]),
        (["include/cuda.h", "include/cccl/cub/cub.cuh"], ["include/cccl", "include"]),
        (["other/cuda.h"], []),
    ],
)
def test_the_roots_of_a_cuda(made: list[str], roots: list[str], tmp_path: Path) -> None:
    assert gather.roots(put(tmp_path, *made)) == tuple(tmp_path / root for root in roots)


def test_headers_that_users_include_are_facts(tmp_path: Path) -> None:
    put(
        tmp_path,
        "a/cuda.h",
        "a/thrust/sort.inl",
        "a/cuda/std/atomic",
        "b/hip/hip_runtime.hpp",
        "b/hip/amd_detail/x.h",
        "b/cub/detail/y.cuh",
        "b/__clang.h",
        "b/readme.txt",
        "b/internal/z.h",
    )
    found = list(gather.files((tmp_path / "a", tmp_path / "b")))
    assert sorted(found) == [
        Fact(name, "header", "", "")
        for name in ("cuda.h", "cuda/std/atomic", "hip/hip_runtime.hpp", "thrust/sort.inl")
    ]


# --- what clang is asked ----------------------------------------------------------------------------------


def test_the_c_library_is_read_by_itself() -> None:
    unit = gather.plain(Path("/clang"))
    assert (unit.clang, unit.args, unit.roots) == (Path("/clang"), ("-x", "c++"), (Path("/usr/include"),))
    assert "#include <math.h>\n#include <stdio.h>\n" in unit.text


def test_a_unit_of_cuda_includes_the_headers_that_there_are(cuda: Path, read: Read) -> None:
    put(cuda, "include/cccl/cub/cub.cuh")
    asked = read(lambda _: [function("cudaGo")])
    unit = {"include": ["cuda.h", "gone.h", "cub/cub.cuh"], "define": ["MINE=1"]}
    assert gather.cuda(Path("/clang"), cuda, "12.9", unit) == [function("cudaGo")]
    (only,) = asked
    assert only.text == "#include <cuda.h>\n#include <cub/cub.cuh>\n"
    assert only.roots == (cuda / "include/cccl", cuda / "include")
    wanted = {"-std=c++17", "-D__CUDACC_VER_MAJOR__=12", "-DMINE=1", f"-I{cuda / 'include'}"}
    assert wanted <= set(only.args)


def test_what_other_headers_declare_already_is_left_out_of_a_unit_behind_them(cuda: Path, read: Read) -> None:
    both, first = [function("cudaGo"), function("nvGo")], [function("cudaGo")]
    asked = read(lambda unit: first if unit.text == "#include <cuda_runtime.h>\n" else both)
    unit = {"include": ["cuda.h"], "behind": ["cuda_runtime.h"], "define": ["MINE"]}
    assert gather.cuda(Path("/clang"), cuda, "13.0", unit) == [function("nvGo")]
    assert ["-DMINE" in each.args for each in asked] == [True, False]


def test_a_rocm_is_read_for_both_sides(rocm: Path, read: Read) -> None:
    def answer(unit: Unit) -> list[Fact]:
        side = "host" if "--cuda-host-only" in unit.args else "device"
        return [
            function(f"hip_{side}"),
            function("std::move"),
            function("hip::detail::hidden"),
            function("hidden", "stdlib.h"),
        ]

    asked = read(answer)
    units = [
        {"include": ["hip/hip_runtime.h", "hip/gone.h"], "sides": ["host", "device"], "define": ["MINE"]},
        {"include": ["hip/hip_runtime.h"], "sides": ["host"], "without": ["7.2"]},
    ]
    found = list(gather.rocm("7.2", rocm, units))
    header = Fact("hip/hip_runtime.h", "header", "", "")
    assert found == [function("hip_host"), function("hip_device"), header]
    assert [unit.text for unit in asked] == ["#include <hip/hip_runtime.h>\n"] * 2
    assert asked[0].clang == rocm / LLVM / "bin/clang++"
    assert asked[0].roots == (rocm / "usr/include", rocm / LLVM / "lib/clang/22/include")
    wanted = {f"--rocm-path={rocm / 'usr'}", f"--rocm-device-lib-path={(rocm / BITCODE).parent}", "-DMINE"}
    assert wanted <= set(asked[0].args)


# --- the tables -------------------------------------------------------------------------------------------


def test_the_tables_hold_the_public_names_of_every_release_but_those_of_c(
    cuda: Path,
    rocm: Path,
    tmp_path: Path,
    read: Read,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def answer(unit: Unit) -> list[Fact]:
        if unit.roots == (Path("/usr/include"),):
            return [function("printf", "stdio.h"), function("_cudaOwn", "stdio.h")]
        if "hip" in unit.args:
            return [function("hipGo", "hip/hip_runtime.h")]
        return [*map(function, ("cudaGo", "cudaHidden", "printf", "_cudaOwn", "PLAIN"))]

    def rows(side: Side) -> list[Fact]:
        return [function(f"{side.libraries[0]}::Sum")]

    read(answer)
    monkeypatch.setattr(templates, "rows", rows)
    folder = put(tmp_path / "facts", "x")
    (folder / "units.toml").write_text(UNITS)
    gather.run(Places({"11.8": cuda, "13.0": cuda}, {"7.2": rocm}), scope_of(tmp_path, SCOPE), folder)
    known = {side: table.read(folder / f"{side}.tsv") for side in ("cuda", "rocm")}
    paths = {"cuda.h", "cuda_runtime.h"}
    assert {release: set(facts) for release, facts in known["cuda"].items()} == {
        "11.8": {"cudaGo", "_cudaOwn", *paths},
        "13.0": {"cudaGo", "_cudaOwn", "cub::Sum", *paths},
    }
    assert {release: set(facts) for release, facts in known["rocm"].items()} == {
        "7.2": {"hipGo", "hipcub::Sum", "hip/hip_runtime.h"}
    }


def test_nothing_is_written_where_a_folder_is_wrong(cuda: Path, tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError, match="rocm: no usr/include"):
        gather.run(Places({"13.0": cuda}, {"7.2": tmp_path / "rocm"}), scope_of(tmp_path, SCOPE), tmp_path)
    assert list(tmp_path.glob("*.tsv")) == []
