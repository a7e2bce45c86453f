"""The compile check must itself be able to fail: each kind of mistake that it is there to find."""

from __future__ import annotations

import importlib
import time
from typing import TYPE_CHECKING

import pytest
from helpers.toolchain import HIPCHECK, device_code

if TYPE_CHECKING:
    from pathlib import Path

    from helpers.toolchain import Hipcheck

pytestmark = pytest.mark.compiler

RUNTIME = "#include <hip/hip_runtime.h>\n"
CUB = "#include <hipcub/hipcub.hpp>\n"


def test_right_code_compiles(hipcheck: Hipcheck, tmp_path: Path) -> None:
    file = tmp_path / "right.hip"
    file.write_text(RUNTIME + "__global__ void k(int *p) { *p = 1; }\nvoid f(int *p) { k<<<1, 64>>>(p); }\n")
    assert hipcheck(file) == (True, "")


@pytest.mark.parametrize(
    ("code", "said"),
    [
        pytest.param(RUNTIME + "int f() { return cudaDeviceSynchronize(); }\n", "cudaDevice", id="host"),
        pytest.param(RUNTIME + "__global__ void k() { cudaKernelOnly(); }\n", "cudaKernelOnly", id="device"),
        pytest.param(
            RUNTIME + '__global__ void k(int *p) { asm("mov.u32 %0, 1;" : "=r"(*p)); }\n', "", id="asm"
        ),
        pytest.param(
            RUNTIME + "__global__ void k(int *p) { __shared__ int s[65536]; s[*p] = *p; *p = s[1]; }\n",
            "exceeds limit",
            id="shared-memory",
        ),
        pytest.param(
            RUNTIME + "__device__ int g(int);\n__global__ void k(int *p) { *p = g(1); }\n",
            "undefined",
            id="link",
        ),
        pytest.param(
            "void f() { hipDeviceSynchronize(); }\n" + RUNTIME, "hipDevice", id="include-comes-late"
        ),
    ],
)
def test_wrong_code_does_not(hipcheck: Hipcheck, tmp_path: Path, code: str, said: str) -> None:
    file = tmp_path / "wrong.hip"
    file.write_text(code)
    compiles, messages = hipcheck(file)
    assert not compiles
    assert said in messages


@pytest.mark.parametrize(
    ("code", "header"),
    [
        (RUNTIME, "hip/hip_runtime.h"),
        ("#include <vector>\n// that\n" + RUNTIME, "hip/hip_runtime.h"),
        ("#ifndef A_H\n#define A_H\n" + RUNTIME + "#endif\n", "hip/hip_runtime.h"),
        ("#ifndef HIP_ENABLE_WARP_SYNC_BUILTINS\n#define HIP_ENABLE_WARP_SYNC_BUILTINS\n" + RUNTIME, ""),
        ("#include <hip/hip_runtime_api.h>\n" + RUNTIME, "hip/hip_runtime_api.h"),
        ('#include "own.h"\n' + RUNTIME, "hip/hip_runtime_api.h"),
        ('#include "macros.h"\n' + RUNTIME, ""),
        ('#include "hipify_compat.h"\n', "hip/hip_runtime.h"),
        (RUNTIME + "#include <vector>\n#include <hip/hip_fp16.h>\n" + CUB, "hipcub/hipcub.hpp"),
        (RUNTIME + "#include <hiprand/hiprand.h>\n" + CUB, "hip/hip_runtime.h"),
        (RUNTIME + '#include "own.h"\n' + CUB, "hip/hip_runtime.h"),
        (RUNTIME + "#define X\n" + CUB, "hip/hip_runtime.h"),
        (CUB + RUNTIME, ""),
        ("#define T float\n" + RUNTIME, ""),
        ("#include <hip/hip_fp16.h>\n" + RUNTIME, ""),
        ("int a;\n", ""),
    ],
)
def test_only_what_comes_first_stands_in_for_it(
    code: str, header: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.syspath_prepend(HIPCHECK.parent)
    (tmp_path / "folder").mkdir()
    (tmp_path / "folder/own.h").write_text("#pragma once\n#include <hip/hip_runtime_api.h>\n")
    (tmp_path / "folder/macros.h").write_text("#define warp_size 32\n")
    (tmp_path / "a.hip").write_text(code)
    hipcheck = importlib.import_module("hipcheck")
    assert hipcheck.first_header(tmp_path / "a.hip", [tmp_path / "folder"]) == header


MADE_BY_HEADER = """
template <class T> __device__ T twice(T one) { return __shfl_xor(one, 1) + one; }
__global__ void k(float4 *p, __half *h) {
  p[threadIdx.x] = make_float4(twice(p->x), h[1], atomicAdd(&p->x, 1), 0);
}
"""


@pytest.mark.parametrize("flags", [(), ("-DNDEBUG", "-Xclang", "-no-enable-noundef-analysis")], ids=len)
def test_what_stands_in_for_it_changes_no_code(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, flags: tuple[str, ...]
) -> None:
    """Nor does it matter that what the header itself instantiates is made once."""
    hipcheck = importlib.import_module("toolchain.hipcheck")
    file, asked, first_header = tmp_path / "a.hip", [], hipcheck.first_header

    def noted(of: Path, folders: list[Path]) -> str:
        asked.append(first_header(of, folders))
        return str(asked[-1])

    monkeypatch.setattr(hipcheck, "first_header", noted)
    codes = []
    for head in ("", "#define OWN\n"):
        file.write_text(f"{head}{RUNTIME}#include <hip/hip_fp16.h>\n{MADE_BY_HEADER}")
        lines = device_code(file, "gfx90a", "-emit-llvm", *flags).splitlines()
        codes.append([line for line in lines if "__hip_cuid" not in line])
    assert asked == ["hip/hip_runtime.h", ""]
    assert len(codes[0]) > 20
    assert codes[0] == codes[1]


def test_flags_reach_the_compiler(hipcheck: Hipcheck, tmp_path: Path) -> None:
    file = tmp_path / "flags.hip"
    file.write_text(RUNTIME + "#ifndef WANTED\n#error not wanted\n#endif\n")
    assert hipcheck(file, "-DWANTED")[0]
    assert not hipcheck(file)[0]


def test_one_architecture(hipcheck: Hipcheck, tmp_path: Path) -> None:
    file = tmp_path / "arch.hip"
    file.write_text(RUNTIME + "#ifdef __gfx1100__\n#error wide\n#endif\n")
    assert hipcheck(file, "--arch", "gfx90a")[0]
    assert not hipcheck(file)[0]


def test_a_file_in_c(hipcheck: Hipcheck, tmp_path: Path) -> None:
    file = tmp_path / "host.c"
    file.write_text("#include <hip/hip_runtime_api.h>\nint f(void) { int class = 1; return class; }\n")
    assert hipcheck(file)[0]


def test_what_a_compiler_starts_ends_with_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(HIPCHECK.parent)
    hipcheck = importlib.import_module("hipcheck")
    monkeypatch.setattr(hipcheck, "TIMEOUT", 0.5)
    ended = tmp_path / "ended"
    assert hipcheck.run(["sh", "-c", f"(sleep 2; echo late > {ended}) & wait"])[0] == 124
    time.sleep(2.5)
    assert not ended.exists()
