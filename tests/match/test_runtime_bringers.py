"""Includes that bring the runtime, and those that come too late for it."""

from __future__ import annotations

import pytest

from hipify_py.match.runtime_bringers import API_HEADER, HEADER, bringing, brings
from hipify_py.rules.load import load
from hipify_py.settings import Options
from hipify_py.source.unit import Unit

RULES = load()


@pytest.mark.parametrize(
    ("source", "path", "expected"),
    [
        ("#include <cuda_runtime.h>\n", "a.cu", True),
        ("#include <vector>\n#include <cuda_runtime.h>\n", "a.cpp", True),
        ("#include <vector>\n", "a.cu", False),
        ("#define T int\n#include <cuda_runtime.h>\n", "a.cu", False),
        ("#define T int\n#include <cuda_runtime.h>\n", "a.h", True),
        ("#include <cub/cub.cuh>\n#include <cuda_runtime.h>\n", "a.cu", False),
        ('extern "C" {\n#include <cuda_runtime.h>\n}\n', "a.cu", False),
        ("#ifndef USE_ROCM\n#include <cuda_runtime.h>\n#endif\n", "a.cu", False),
        ("#include <cuda_runtime_api.h>\n", "a.cu", False),
    ],
)
def test_whether_the_runtime_is_brought(source: str, path: str, expected: bool) -> None:
    assert brings(Unit(source.encode()), RULES, Options(path=path), HEADER) is expected


def test_the_header_of_names_alone_is_another() -> None:
    unit = Unit(b"#include <cuda_runtime_api.h>\n")
    assert brings(unit, RULES, Options(path="a.cpp"), API_HEADER)


def test_where_the_runtime_may_come_from() -> None:
    source = (
        b"#include <vector>\n#include <cuda_runtime.h>\n#ifndef USE_ROCM\n#include <cuda_runtime.h>\n#endif\n"
    )
    assert [*bringing(Unit(source), RULES, Options(path="a.cu"))] == [source.index(b"cuda_runtime")]
