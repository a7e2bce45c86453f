"""Arrays in shared memory that are too large for a block: what is reported is what clang refuses."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from helpers.matches import matched

from hipify_py import convert
from hipify_py.settings import Options

if TYPE_CHECKING:
    from pathlib import Path

    from helpers.toolchain import Hipcheck

RUNTIME = "#include <hip/hip_runtime.h>\n"
KERNEL = "__global__ void k(float *p) {{ {} int i = threadIdx.x; {} }}\n"
USE = "for (int j = 0; j < 4; j++) {{ {0}[i + j] = p[i]; }} __syncthreads(); p[i] = {0}[i ^ 1]; "
LARGE = [
    (("__shared__ float a[20000];",), "a", "80,000"),
    (("__shared__ double a[4096];", "__shared__ double b[4097];"), "b", "65,544"),
    (("__shared__ volatile unsigned long long a[64 * 129];",), "a", "66,048"),
    (("__shared__ float4 b[5][1024];", "__shared__ char a[8];"), "b", "81,920"),
]
FITTING = [
    ("__shared__ double a[8192];",),
    ("__shared__ float a[16384];",),
    ("extern __shared__ float a[];",),
    ("__shared__ float a[8000];", "__shared__ float b[8384];"),
]


def kernel(arrays: tuple[str, ...]) -> str:
    """Give a kernel with some arrays that uses all of plain numbers in one dimension."""
    names = [one.split("[")[0].split()[-1] for one in arrays if "float4" not in one]
    return KERNEL.format(" ".join(arrays), "".join(USE.format(name) for name in names))


@pytest.mark.parametrize(("arrays", "name", "size"), LARGE)
def test_arrays_that_are_too_large_are_reported_with_their_bytes(
    arrays: tuple[str, ...], name: str, size: str
) -> None:
    text = kernel(arrays)
    assert [place for _, place in matched("M172", text).said] == [name]
    (found,) = (one for one in convert(text, path="a.cu").findings if one.rule == "M172")
    assert f" {size} bytes " in found.message
    assert matched("M172", text, Options(archs=("gfx950",))).said == []
    assert matched("M172", text, Options(archs=("gfx1250",))).said == []
    assert matched("M172", text, Options(archs=("gfx950", "gfx90a"))).said != []


@pytest.mark.parametrize("arrays", FITTING)
def test_arrays_that_fit_are_not(arrays: tuple[str, ...]) -> None:
    assert matched("M172", kernel(arrays)).said == []


def test_what_is_no_constant_counts_for_nothing() -> None:
    for array in ("T a[20000];", "float a[N];", "float a[n * 20000];"):
        assert matched("M172", kernel((f"__shared__ {array}",))).said == []
    told = "constexpr int N = 5000;\n" + kernel(("__shared__ float4 a[N];",))
    assert matched("M172", told).said == [("M172", "a")]


@pytest.mark.compiler
def test_clang_refuses_what_is_reported_and_takes_the_rest(hipcheck: Hipcheck, tmp_path: Path) -> None:
    file = tmp_path / "a.hip"
    for arrays, *_ in LARGE[:3]:
        file.write_text(RUNTIME + kernel(arrays))
        compiles, messages = hipcheck(file, "--arch", "gfx90a")
        assert not compiles
        assert "exceeds limit (65536)" in messages
        assert hipcheck(file, "--arch", "gfx950,gfx1250") == (True, "")
    file.write_text(
        RUNTIME + "".join(kernel(one).replace(" k(", f" k{at}(") for at, one in enumerate(FITTING))
    )
    assert hipcheck(file, "--arch", "gfx90a") == (True, "")
