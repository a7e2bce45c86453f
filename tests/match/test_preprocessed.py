"""What came out of a preprocessor with CUDA's headers in it is told once, and left."""

from __future__ import annotations

import pytest
from helpers.matches import RULES

from hipify_py.conversion import convert

UNIX, WINDOWS = "/usr/local/cuda/bin/../include/cuda_runtime.h", "C:\\\\CUDA\\\\include\\\\cuda_runtime.h"
CALL = "void f(void *p) { cudaFree(p); }\n"


def made(*paths: str) -> str:
    return "".join(f'# {line} "{path}"\n' for line, path in enumerate(paths, 1)) + CALL


@pytest.mark.parametrize(
    ("source", "name"),
    [
        (made("/tmp/tmpxft_1_a.compute_75.cudafe1.cpp", "<built-in>", "src/a.cu", *[UNIX] * 3), "src/a.cu"),
        (made("b.cpp", *[WINDOWS] * 3).replace("# ", "#line "), "b.cpp"),
        (made(*[UNIX] * 3), "a source"),
    ],
)
def test_it_is_told_once_and_left(source: str, name: str) -> None:
    result = convert(source.encode(), RULES)
    assert result.output == source.encode()
    assert [one.rule for one in result.findings] == ["M161"]
    assert f"made of {name} before" in result.findings[0].message


@pytest.mark.parametrize(
    "source",
    [
        CALL,
        made("a.cu", UNIX, UNIX),
        made("a.cu", *["include/cuda_runtime.hpp"] * 3),
        made("a.y", "a.y", "a.y"),
        "".join(f'// # {line} "{UNIX}"\n' for line in range(5)) + CALL,
        f'#include "{UNIX}"\n' * 3 + CALL,
    ],
)
def test_sources_that_name_others_are_converted(source: str) -> None:
    result = convert(source.encode(), RULES)
    assert b"hipFree" in result.output
    assert "M161" not in {one.rule for one in result.findings}
