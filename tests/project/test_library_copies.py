"""Copies of CUB, Thrust and libcu++ in a tree: left, named once, and not what sources go on to include."""

from __future__ import annotations

from pathlib import Path

import pytest
from helpers.command import put, snapshot

from hipify_py.project.build_step import Place, convert_step
from hipify_py.project.run import convert_tree
from hipify_py.report.model import Report
from hipify_py.settings import Settings

VERSION = "#pragma once\n#define CUB_VERSION 101702\n#define CUB_MAJOR_VERSION (CUB_VERSION / 100000)\n"
REDUCE = (
    '#include "../util_arch.cuh"\nnamespace cub { struct DeviceReduce {\n'
    "  CUB_RUNTIME_FUNCTION static cudaError_t Sum(void *, size_t &, int *, int *, int)\n"
    "  { return cudaSuccess; }\n};}\n"
)
USER = "int f(int *in, int *out) { size_t n = 0; return cub::DeviceReduce::Sum(nullptr, n, in, out, 4); }\n"
THRUST_VERSION = "#define THRUST_VERSION 101702\n"


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    """A project with a copy of CUB, and a source that includes it."""
    put(tmp_path / ".git" / "HEAD", "")
    put(tmp_path / "gpu" / "cub" / "version.cuh", VERSION)
    put(tmp_path / "gpu" / "cub" / "util_arch.cuh", "#define CUB_RUNTIME_FUNCTION __host__ __device__\n")
    put(tmp_path / "gpu" / "cub" / "device" / "device_reduce.cuh", REDUCE)
    put(tmp_path / "gpu" / "a.cu", '#include "cub/device/device_reduce.cuh"\n' + USER)
    return tmp_path


def told(report: Report) -> list[str]:
    return [
        f"{Path(file.path).name}:{one.start.line} {one.rule} {one.severity}"
        for file in report.files
        for one in file.concerns
    ]


def test_a_copy_is_named_once_and_left(tree: Path) -> None:
    before = snapshot(tree / "gpu" / "cub")
    report = convert_tree([str(tree)], Settings(mode="in-place"))
    assert told(report) == ["version.cuh:2 N047 note"]
    (said,) = (one for file in report.files for one in file.concerns)
    assert said.message.startswith("cub is a copy of CUB 1.17.2, and is left as it is: ")
    assert snapshot(tree / "gpu" / "cub") == before
    skipped = {Path(file.path).name: file.reason for file in report.files if file.status == "skipped"}
    assert skipped["cub"] == "a copy of CUB 1.17.2"
    assert skipped["version.cuh"] == "in a copy of CUB 1.17.2"


@pytest.mark.parametrize(
    ("include", "to"),
    [
        ('"cub/device/device_reduce.cuh"', b'"hipcub/device/device_reduce.hpp"'),
        ('"../gpu/cub/device/device_reduce.cuh"', b'"hipcub/device/device_reduce.hpp"'),
        ("<gpu/cub/device/device_reduce.cuh>", b"<hipcub/device/device_reduce.hpp>"),
        ("<cub/device/device_reduce.cuh>", b"<hipcub/device/device_reduce.hpp>"),
        ('"cub/util_arch.cuh"', b'"hipcub/hipcub.hpp"'),
    ],
)
@pytest.mark.parametrize("alone", [False, True])
def test_what_includes_it_includes_hipcub(tree: Path, include: str, to: bytes, alone: bool) -> None:
    user = put(tree / "gpu" / "a.cu", f"#include {include}\n" + USER)
    report = convert_tree([str(user if alone else tree)], Settings(mode="memory"))
    (output,) = (file.output for file in report.files if file.path == str(user))
    assert output is not None
    assert b"#include " + to + b"\n" in output
    assert b"hipcub::DeviceReduce::Sum" in output
    again = put(tree / "gpu" / "a.cu", output.decode())
    report = convert_tree([str(again)], Settings(mode="memory"))
    assert [file.output for file in report.files if file.path == str(user)] == [output]


@pytest.mark.parametrize("licence", ["", " * Copyright (c) 2011-2018, NVIDIA CORPORATION.\n"])
def test_a_header_of_the_projects_own_in_a_copy_stays_and_is_reported(tree: Path, licence: str) -> None:
    mine = f"/*\n{licence} */\nnamespace cub {{ template <class T> __global__ void k(T *o) {{ *o = 1; }} }}\n"
    put(tree / "gpu" / "cub" / "device" / "mine.cuh", mine)
    user = put(tree / "gpu" / "a.cu", '#include "cub/device/mine.cuh"\n#include "cub/util_arch.cuh"\n' + USER)
    report = convert_tree([str(tree)], Settings(mode="memory"))
    own = [] if licence else ["a.cu:1 N036 error"]
    assert sorted(told(report)) == [*own, "version.cuh:2 N047 note"]
    (output,) = (file.output for file in report.files if file.path == str(user))
    assert output is not None
    assert (b'#include "cub/device/mine.cuh"\n' in output) is (not licence)
    assert b'#include "hipcub/hipcub.hpp"\n' in output


def test_a_source_of_a_build_includes_hipcub(tree: Path) -> None:
    place = Place(roots=(str(tree),), output=str(tree / "out"))
    step = convert_step(str(tree / "gpu" / "a.cu"), place, Settings(mode="memory"))
    (output,) = step.files.values()
    assert b'"hipcub/device/device_reduce.hpp"' in output


def test_a_copy_that_is_named_is_converted(tree: Path) -> None:
    report = convert_tree([str(tree), str(tree / "gpu" / "cub")], Settings(mode="memory"))
    outputs = {Path(file.path).name: file.output or b"" for file in report.files}
    assert b"hipError_t Sum" in outputs["device_reduce.cuh"]
    assert b'#include "cub/device/device_reduce.cuh"' in outputs["a.cu"]
    assert all(" N047 " not in one for one in told(report))


@pytest.mark.parametrize(
    ("header", "text"),
    [
        ("version.cuh", "#define MY_VERSION 101702\n#if CUB_VERSION > 1\n#endif\n"),
        ("version.cuh", "#define CUB_VERSION HIPCUB_VERSION\n"),
        ("versions.cuh", VERSION),
    ],
)
def test_what_only_looks_like_a_copy_is_converted(tree: Path, header: str, text: str) -> None:
    (tree / "gpu" / "cub" / "version.cuh").unlink()
    put(tree / "gpu" / "cub" / header, text)
    report = convert_tree([str(tree)], Settings(mode="memory"))
    assert (
        b"hipError_t Sum"
        in {Path(one.path).name: one.output or b"" for one in report.files}["device_reduce.cuh"]
    )
    assert all(" N047 " not in one for one in told(report))


@pytest.mark.parametrize(("side", "expected"), [("cuda", ["version.h:1 N047 warning"]), ("hip", [])])
def test_a_copy_of_thrust_is_one_unless_it_has_hips_side(
    tmp_path: Path, side: str, expected: list[str]
) -> None:
    put(tmp_path / "deps" / "thrust" / "version.h", THRUST_VERSION)
    put(tmp_path / "deps" / "thrust" / "device_vector.h", "#pragma once\n")
    put(tmp_path / "deps" / "thrust" / "system" / side / "vector.h", "#pragma once\n")
    put(tmp_path / "a.cu", '#include "deps/thrust/device_vector.h"\nthrust::device_vector<int> v;\n')
    report = convert_tree([str(tmp_path)], Settings(mode="memory"))
    assert told(report) == expected
    (output,) = (file.output for file in report.files if file.path.endswith("a.cu"))
    assert output is not None
    assert (b'#include "thrust/device_vector.h"' in output) is (side == "cuda")
    assert (b'#include "deps/thrust/device_vector.h"' in output) is (side == "hip")


def test_a_copy_in_a_vendored_folder_gives_way_as_well(tree: Path) -> None:
    (tree / "gpu" / "cub").rename(tree / "gpu" / "vendor")
    put(tree / "gpu" / "third_party" / "x", "")
    (tree / "gpu" / "vendor").rename(tree / "gpu" / "third_party" / "cub")
    put(tree / "gpu" / "a.cu", '#include "third_party/cub/device/device_reduce.cuh"\n' + USER)
    report = convert_tree([str(tree)], Settings(mode="memory"))
    assert told(report) == []
    (output,) = (file.output for file in report.files if file.path.endswith("a.cu"))
    assert output is not None
    assert b'#include "hipcub/device/device_reduce.hpp"' in output


AUTHORS = "/* Copyright (c) 2011-2018, NVIDIA CORPORATION.  All rights reserved. */\n"
PREFIX = "#pragma once\n#ifndef CUB_NS_PREFIX\n#define CUB_NS_PREFIX\n#endif\n"
OLD = ("block/block_reduce.cuh", "warp/warp_reduce.cuh", "thread/thread_load.cuh", "cub.cuh", "util_ptx.cuh")


@pytest.fixture
def old(tree: Path) -> Path:
    """The same with CUB as it was before it gave its version."""
    cub = tree / "gpu" / "cub"
    (cub / "version.cuh").unlink()
    put(cub / "util_namespace.cuh", AUTHORS + PREFIX)
    for name in OLD:
        put(cub / name, AUTHORS + "#pragma once\n__global__ void k(int *p) { cudaFree(p); }\n")
    return tree


def test_a_copy_from_before_versions_is_left_as_well(old: Path) -> None:
    report = convert_tree([str(old)], Settings(mode="memory"))
    assert told(report) == ["util_namespace.cuh:4 N047 note"]
    (said,) = (one for file in report.files for one in file.concerns)
    assert said.message.startswith("cub is a copy of CUB from before it gave its version, and is left ")
    (output,) = (file.output for file in report.files if file.path.endswith("a.cu"))
    assert output is not None
    assert b'#include "hipcub/device/device_reduce.hpp"' in output
    named = convert_tree([str(old), str(old / "gpu" / "cub")], Settings(mode="memory"))
    outputs = {Path(file.path).name: file.output or b"" for file in named.files}
    assert b"hipFree(p)" in outputs["block_reduce.cuh"]


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("util_namespace.cuh", PREFIX),  # who wrote it?
        ("util_namespace.cuh", AUTHORS + "#define MY_PREFIX\n"),
        ("util_ptx.cuh", AUTHORS + "#ifdef __HIP_PLATFORM_AMD__\n#endif\n"),
        ("cub.cuh", AUTHORS + "#include <hip/hip_runtime.h>\n"),
        ("warp", None),
        ("cub.cuh", None),
    ],
)
def test_what_only_looks_like_an_old_copy_is_converted(old: Path, name: str, text: str | None) -> None:
    place = old / "gpu" / "cub" / name
    if text is not None:
        put(place, text)
    elif place.is_dir():
        place.rename(place.with_name("others"))
    else:
        place.unlink()
    report = convert_tree([str(old)], Settings(mode="memory"))
    assert all(" N047 " not in one for one in told(report))
    outputs = {Path(file.path).name: file.output or b"" for file in report.files}
    assert b"hipFree(p)" in outputs["block_reduce.cuh"]


CONFIG = "#pragma once\n#define _LIBCUDACXX_CUDA_API_VERSION "


@pytest.mark.parametrize(
    ("version", "config", "place", "shown"),
    [
        ("#define CCCL_VERSION 2008002\n", CONFIG + "CCCL_VERSION\n", "version.h:1", "2.8.2"),
        (None, CONFIG + "1009000\n", "__config:2", "1.9.0"),
        ("#define CCCL_VERSION 2008002\n", "#if defined(__HIP_PLATFORM_AMD__)\n#endif\n", "", ""),
        (None, "#pragma once\n", "", ""),
    ],
)
def test_a_copy_of_libcuxx_is_one_unless_it_speaks_of_hip(
    tmp_path: Path, version: str | None, config: str, place: str, shown: str
) -> None:
    cuda = tmp_path / "deps" / "include" / "cuda"
    if version:
        put(cuda / "std" / "__cccl" / "version.h", version)
    put(cuda / "std" / "detail" / "__config", config)
    put(cuda / "atomic", "#pragma once\nnamespace cuda { template <class T> class atomic {}; }\n")
    put(cuda / "__ptx" / "b.h", "#pragma once\nvoid f() { cudaDeviceSynchronize(); }\n")
    user = '#include "deps/include/cuda/atomic"\n__device__ cuda::atomic<int> x;\n'
    put(tmp_path / "a.cu", user)
    report = convert_tree([str(tmp_path)], Settings(mode="memory"))
    (output,) = (file.output for file in report.files if file.path.endswith("a.cu"))
    is_copy = bool(place)
    assert (told(report)[-1:] == [f"{place} N047 warning"]) is is_copy
    assert ("a.cu:1 N005 error" in told(report)) is is_copy
    assert (b'#include "cuda/atomic"' in (output or b"")) is is_copy
    assert any(file.reason == f"a copy of libcu++ {shown}" for file in report.files) is is_copy
    assert any(b"hipDeviceSynchronize" in (file.output or b"") for file in report.files) is not is_copy
