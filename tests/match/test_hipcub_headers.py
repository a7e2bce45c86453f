"""Headers of hipCUB that a file needs and that only CUDA's headers brought it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from hipify_py.conversion import convert
from hipify_py.project.run import convert_tree
from hipify_py.rules.load import load
from hipify_py.settings import Options, Settings

if TYPE_CHECKING:
    from pathlib import Path

    from helpers.toolchain import Hipcheck

SCAN = "void f(void *p, size_t n, int *v) { cub::DeviceScan::ExclusiveSum(p, n, v, v, 9); }\n"
SORT = "void f(void *p, size_t n, int *v) { cub::DeviceRadixSort::SortKeys(p, n, v, v, 9); }\n"
BLOCK = """__global__ void k(int *o) {
  typedef cub::BlockReduce<int, 128> R;
  typedef cub::WarpScan<int> W;
  __shared__ R::TempStorage t;
  __shared__ W::TempStorage w[4];
  *o = R(t).Reduce(1, cub::Max());
  W(w[threadIdx.x / 32]).InclusiveSum(1, *o);
  cub::CTA_SYNC();
  cub::CountingInputIterator<int> i(0);
  cub::KeyValuePair<int, int> pair;
}
"""


def made(source: str) -> str:
    return convert(source.encode(), load(), Options(path="a.cu")).output.decode()


def added(headers: str, code: str) -> list[str]:
    """Give the headers of hipCUB in what comes of a file with some headers that stand for none of these."""
    once = made("".join(f"#include <{name}>\n" for name in headers.split()) + code)
    assert made(once) == once
    own = {
        name.replace("cub/cub.cuh", "cub/hipcub.cuh").replace("cub/", "hipcub/", 1)
        for name in headers.split()
    }
    found = [line[len("#include <hipcub/") : -1] for line in once.splitlines() if "<hipcub/" in line]
    return [name for name in found if f"hipcub/{name[:-4]}.cuh" not in own]


@pytest.mark.parametrize(
    ("headers", "code", "wanted"),
    [
        ("thrust/execution_policy.h cub/device/device_merge_sort.cuh", SCAN, ["device/device_scan.hpp"]),
        ("thrust/sort.h", SORT, ["device/device_radix_sort.hpp"]),
        ("cub/block/block_reduce.cuh", "cub::Sum s;\n", ["thread/thread_operators.hpp"]),
        ("thrust/sort.h", "cub::CachingDeviceAllocator a;\n", ["util_allocator.hpp"]),
        ("thrust/sort.h", "cub::GridQueue<int> q;\n", ["grid/grid_queue.hpp"]),
        ("thrust/sort.h", "cub::NullType *n;\n", ["util_type.hpp"]),
        (
            "cub/device/device_scan.cuh",
            BLOCK,
            [
                "block/block_reduce.hpp",
                "iterator/counting_input_iterator.hpp",
                "warp/warp_scan.hpp",
            ],
        ),
    ],
)  # fmt: skip
def test_what_rocm_does_not_bring_is_included(headers: str, code: str, wanted: list[str]) -> None:
    assert added(headers, code) == wanted


@pytest.mark.parametrize(
    ("headers", "code"),
    [
        ("cub/cub.cuh", SCAN + BLOCK),
        ("cub/block/block_merge_sort.cuh", SCAN + BLOCK),
        ("cub/device/device_scan.cuh", SCAN + "cub::Sum s;\ncub::KeyValuePair<int, int> p;\n"),
        ("cub/device/device_segmented_reduce.cuh", "void f() { cub::DeviceReduce::Sum(0, n, v, v, 1); }\n"),
        ("thrust/sort.h", SCAN.replace("cub::", "mine::")),
        ("thrust/sort.h", "// " + SCAN),
        ("thrust/sort.h", "#ifndef __HIP__\n" + SCAN + "#endif\n"),
        ("mine.h", SCAN),
        ("mine.h", BLOCK),
    ],
)  # fmt: skip
def test_what_is_there_or_comes_from_elsewhere_is_not(headers: str, code: str) -> None:
    assert added(headers, code) == []


def test_what_a_header_of_the_project_brings(tmp_path: Path) -> None:
    """The header of CUB in one counts for who includes it, and lacks what a file uses beyond that."""
    (tmp_path / "in").mkdir()
    (tmp_path / "in" / "a.cuh").write_text("#pragma once\n#include <cub/block/block_reduce.cuh>\n")
    (tmp_path / "in" / "all.cuh").write_text("#pragma once\n#include <cub/cub.cuh>\n")
    (tmp_path / "in" / "a.cu").write_text('#include "a.cuh"\n' + SCAN)
    (tmp_path / "in" / "b.cu").write_text('#include "all.cuh"\n' + SCAN + BLOCK)
    convert_tree([str(tmp_path / "in")], Settings("output", str(tmp_path / "out")))
    assert "#include <hipcub/device/device_scan.hpp>\n" in (tmp_path / "out" / "a.cu").read_text()
    assert "hipcub/" not in (tmp_path / "out" / "b.cu").read_text()


@pytest.mark.compiler
@pytest.mark.parametrize(
    "source",
    ["#include <cub/device/device_scan.cuh>\n" + BLOCK, "#include <thrust/sort.h>\n" + SORT],
)
def test_the_compiler_takes_it(source: str, hipcheck: Hipcheck, tmp_path: Path) -> None:
    file = tmp_path / "a.hip"
    file.write_text(made(source))
    assert hipcheck(file)[0], hipcheck(file)[1]
