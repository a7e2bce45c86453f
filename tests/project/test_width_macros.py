"""Headers that make a macro `warpSize`, and what units read behind them."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from helpers.command import put

from hipify_py.project.run import convert_tree
from hipify_py.settings import Settings

if TYPE_CHECKING:
    from pathlib import Path

MAKES = "#pragma once\n#include <cuda_runtime.h>\n#define warpSize 32\nvoid f();\n"
BARE = "#pragma once\n#define warpSize 32\nvoid f();\n"
KERNEL = "__global__ void k(int *p) { p[threadIdx.x] = threadIdx.x % warpSize; }\n"


def severities(folder: Path, files: dict[str, str]) -> list[str]:
    """Convert some files, and give how grave it is said that a.h makes the macro."""
    for name, text in {"a.h": MAKES, **files}.items():
        put(folder / name, text)
    report = convert_tree([str(folder)], Settings())
    (own,) = (one for one in report.files if one.path.endswith("/a.h"))
    return [each.severity for each in own.concerns if each.rule == "W029"]


@pytest.mark.parametrize(
    "files",
    [
        {"a.cu": f'#include "a.h"\n#include <vector>\n{KERNEL}'},
        {
            "a.cu": f'#include <cub/cub.cuh>\n#include "a.h"\n#include "b.h"\n{KERNEL}',
            "b.h": "#include <jack/jack.h>\n",
        },
        {"a.cu": f'#include "a.h"\n#include <cuda_runtime.h>\n#include <cuda.h>\n{KERNEL}'},
        {
            "a.cu": f'#include "b.h"\n#include "c.h"\n{KERNEL}',
            "b.h": '#include <cufft.h>\n#include "a.h"\n',
            "c.h": "#include <cufft.h>\n",
        },
        {
            "a.h": BARE,
            "a.cu": '#include <cuda_runtime.h>\n#include "a.h"\n#include "b.cuh"\n',
            "b.cuh": KERNEL,
        },
        {
            "a.cu": f'#include "b.h"\n#include "a.h"\n#include "b.h"\n{KERNEL}',
            "b.h": "#include <cub/cub.cuh>\n",
        },
    ],
)
def test_where_no_header_of_hips_comes_behind_it_is_a_note(tmp_path: Path, files: dict[str, str]) -> None:
    assert severities(tmp_path, files) == ["note"]


@pytest.mark.parametrize(
    "files",
    [
        {},
        {"b.h": '#include "a.h"\n'},
        {"a.cu": f'#include "a.h"\n#include <cub/cub.cuh>\n{KERNEL}'},
        {"a.cu": f'#include "a.h"\n#include "b.h"\n{KERNEL}', "b.h": "#include <cooperative_groups.h>\n"},
        {"a.cu": f'#include "b.h"\n#include <cuda_fp16.h>\n{KERNEL}', "b.h": '#include "a.h"\n'},
        {"a.cu": f'#include "a.h"\n#include <torch/extension.h>\n{KERNEL}'},
        {"a.cu": f'#include "a.h"\n#include BEHIND\n{KERNEL}'},
        {"a.cu": f'#include "a.h"\n{KERNEL}', "b.cu": '#include "a.h"\n#include <cufft.h>\n'},
        {"a.h": MAKES + "#include <cuda_fp16.h>\n", "a.cu": f'#include "a.h"\n{KERNEL}'},
        {"a.cu": f'#include "a.h"\n#include "unknown.h"\n{KERNEL}'},
        {"a.cu": f'#include "a.h"\n#include "not/here.h"\n{KERNEL}'},
        # HIP's runtime, which a conversion may put into what comes behind
        {"a.h": BARE, "a.cu": '#include "a.h"\n#include "b.cuh"\n', "b.cuh": KERNEL},
        {"a.h": BARE, "a.cpp": '#include "a.h"\n#include "b.h"\n', "b.h": "cudaError_t g();\n"},
        {"a.h": BARE, "a.cu": '#include <cuda_runtime_api.h>\n#include "a.h"\n#include "b.cuh"\n'},
        {"a.h": BARE, "a.cu": f'#ifdef X\n#include <cuda_runtime.h>\n#endif\n#include "a.h"\n{KERNEL}'},
        {
            "a.h": BARE,
            "a.cu": f'#ifdef X\n#include "b.h"\n#endif\n#include "a.h"\n#include "b.h"\n{KERNEL}',
            "b.h": "#include <cuda_runtime.h>\n",
        },
    ],
)
def test_where_one_may_come_it_is_a_warning(tmp_path: Path, files: dict[str, str]) -> None:
    assert severities(tmp_path, files) == ["warning"]
