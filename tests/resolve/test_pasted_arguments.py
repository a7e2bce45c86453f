"""Names that macros of a file paste to other text."""

from __future__ import annotations

import time

import pytest
from helpers.matches import converted

from hipify_py.model import Span
from hipify_py.resolve.pasted_arguments import is_pasted
from hipify_py.source.unit import Unit

MAKES = "#define UN(f) __global__ void k_##f(half *p) { *p = f(*p); }\n"
CALLS = "#define UN(f) __global__ void k(half *p) { *p = f(*p); }\n"


@pytest.mark.parametrize(
    ("source", "pasted"),
    [
        (MAKES + "UN(htanh)\n", True),
        (MAKES + "UN( htanh )\n", True),
        ("#define UN(n, f) void f ## n();\nUN(1, htanh)\n", True),
        ("#define UN(n, f) void k ## n() { f(); }\nUN(1, htanh)\n", False),
        ("#define UN_(n, f) void k##f();\n#define UN(f) UN_(1, f)\nUN(htanh)\n", True),
        (MAKES + "#define ALL(M) M(hsin) M(htanh)\nALL(UN)\n", True),
        (CALLS + "#define ALL(M) M(hsin) M(htanh) a##b\nALL(UN)\n", False),
        (CALLS + "int a##b;\nUN(htanh)\n", False),
        (MAKES + "OTHER(htanh)\n", False),
        (MAKES + "UN(g(htanh))\n", False),
        (MAKES + "UN(x.htanh)\n", False),
        ("#define UN(f) UN(f) x##y\nUN(htanh)\n", False),
        (MAKES + "void g() { htanh(x, y); }\n", False),
        (MAKES + "UN(htanh\n", False),
    ],
)
def test_arguments(source: str, pasted: bool) -> None:
    at = source.rindex("htanh")
    assert is_pasted(Unit(source.encode()), Span(at, at + 5)) is pasted


def test_a_function_of_ours_is_not_pasted() -> None:
    made = converted("#include <cuda_fp16.h>\n" + MAKES + "UN(htanh)\n")
    assert "UN(htanh)" in made.text
    assert ("N001", "htanh") in made.said


def test_a_function_of_ours_is_called() -> None:
    made = converted("#include <cuda_fp16.h>\n" + CALLS + "UN(htanh)\n")
    assert "UN(hipify_half::htanh)" in made.text
    assert all(rule != "N001" for rule, _ in made.said)


def test_many_uses_are_looked_at_one_by_one() -> None:
    source = MAKES + "#define ALL(M) M(htanh)\n" + "ALL(UN)\n" * 5_000 + "UN(htanh)\n" * 1_000
    begun = time.process_time()
    made = converted("#include <cuda_fp16.h>\n" + source)
    assert time.process_time() - begun < 5
    assert "hipify_half" not in made.text
