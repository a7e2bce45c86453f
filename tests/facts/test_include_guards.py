"""The include guards of CUDA's headers: each is that of the header which the include becomes."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from helpers.matches import converted

if TYPE_CHECKING:
    from helpers.toolchain import Hipcheck

FILE = Path(__file__).parents[2] / "rules" / "include_guards.toml"
NAMES = tomllib.loads(FILE.read_text(encoding="utf-8"))["names"]
INCLUDED = {  # what a program includes that asks for them, where it is no header of the runtime
    "_COOPERATIVE_GROUPS_H_": "cooperative_groups.h",
    "__CUDA_BF16_H__": "cuda_bf16.h",
    "__CUDA_FP16_H__": "cuda_fp16.h",
    "__CUDA_FP8_H__": "cuda_fp8.h",
    "__CUDA_GL_INTEROP_H__": "cuda_gl_interop.h",
    "CU_COMPLEX_H_": "cuComplex.h",
    "__MATH_CONSTANTS_H__": "math_constants.h",
    "__NVRTC_H__": "nvrtc.h",
}
RUNTIME_ALONE = {"__CUDA_RUNTIME_H__", "__LIBRARY_TYPES_H__"}  # not in cuda_runtime_api.h


@pytest.mark.compiler
@pytest.mark.parametrize("check", ["hipcheck", "hipcheck64"])
@pytest.mark.parametrize("runtime", ["cuda_runtime.h", "cuda_runtime_api.h"])
def test_a_guard_is_set_where_cuda_sets_it(
    check: str, runtime: str, tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    compiled: Hipcheck = request.getfixturevalue(check)
    runs = {"": [name for name in NAMES if name not in INCLUDED and isinstance(NAMES[name], str)]}
    runs |= {header: [name] for name, header in INCLUDED.items() if runtime == "cuda_runtime.h"}
    for header, names in runs.items():
        lines = [f"#include <{each}>" for each in (runtime, header) if each]
        for name in names:
            test = "ifndef" if name not in RUNTIME_ALONE or runtime == "cuda_runtime.h" else "ifdef"
            lines += [f"#{test} {name}", f"#error {name} is wrong", "#endif"]
        path = tmp_path / "a.hip"
        path.write_text(converted("\n".join(lines) + "\n").text)
        good, said = compiled(path, "-fsyntax-only")
        assert good, re.findall("error: .*", said)


@pytest.mark.compiler
@pytest.mark.parametrize("check", ["hipcheck", "hipcheck64"])
def test_what_stands_for_a_pragma_is_not_set_without_it(
    check: str, tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    compiled: Hipcheck = request.getfixturevalue(check)
    path = tmp_path / "a.hip"
    path.write_text(converted("#include <cuda_runtime.h>\n#ifdef __NVRTC_H__\n#error early\n#endif\n").text)
    good, said = compiled(path, "-fsyntax-only")
    assert good, re.findall("error: .*", said)
