"""Beginnings of names that macros end: nothing is said where what they make is the program's own."""

from __future__ import annotations

import pytest

from hipify_py.conversion import convert
from hipify_py.rules.load import load
from hipify_py.settings import Options

RULES = load()
TWO = "#define BIN(T, R) \\\n  T a(T x) { return make_##R(x.x); } \\\n  T b(T x) { return make_##R(x.y); }\n"
KERNEL = "__global__ void k();\n"


def said(source: str, path: str = "a.cu") -> list[tuple[bytes, int]]:
    """Give the text of each place, and how many others are told beside it."""
    made = convert(source.encode(), RULES, Options(path))
    found = (one for one in made.findings if one.rule == "N006")
    return [(source.encode()[slice(*one.span)], len(one.related)) for one in found]


@pytest.mark.parametrize(
    ("source", "path"),
    [
        (f"{TWO}BIN(cfloat, cfloat)\nBIN(float, own_type)\n", "a.cu"),
        (f"{TWO}BIN(float2, float2)\n", "a.cu"),  # the same in HIP
        (f"{TWO}BIN(cfloat, cfloat)\n#undef BIN\n", "a.cuh"),
        (f"{TWO}BIN(cfloat, cfloat)\n", "a.cuh"),  # no beginning of CUDA's
        ("#define CALL(n) __##n\nvoid f() { CALL(own)(); }\n" + KERNEL, "a.cu"),
        ("#define INST(f) namespace __ ## f ## __inst { }\nINST(h)\n" + KERNEL, "a.cu"),
        ("#define INST(f) namespace __ ## f ## __inst { }\n" + KERNEL, "a.cuh"),
        ("#define CALL(n) __##n\n#define BUILTIN(n) __builtin_##n\n", "a.c"),
    ],
)
def test_what_is_the_programs_own(source: str, path: str) -> None:
    assert said(source, path) == []


@pytest.mark.parametrize(
    ("source", "path", "expected"),
    [
        (f"{TWO}BIN(cfloat, cfloat)\nBIN(cuComplex, cuComplex)\n", "a.cu", [(b"make_", 1)]),
        (TWO, "a.cu", [(b"make_", 1)]),
        (f"{TWO}#define ALL(T) BIN(T, T)\nALL(cfloat)\n", "a.cu", [(b"make_", 1)]),
        (f"{TWO}BIN(cfloat, OF(cfloat))\n", "a.cu", [(b"make_", 1)]),
        (f"{TWO}BIN(cfloat)\n", "a.cu", [(b"make_", 1)]),
        ("#define OF(x) CONCAT(CUBLAS_STATUS_,x)\n", "a.cu", [(b"CUBLAS_STATUS_", 0)]),
        ("#define CALL(n) __##n\n" + KERNEL, "a.cu", [(b"__", 0)]),
        ("#define CALL(n) __ ## n ## _sync\n" + KERNEL, "a.cuh", [(b"__", 0)]),
        ("#define CALL(n) __ ## n ## _sync\nint f() { CALL(shfl); }\n" + KERNEL, "a.cu", [(b"__", 0)]),
        ("#define CALL(n) __##n\nvoid f() { CALL(syncwarp)(); }\n" + KERNEL, "a.cu", [(b"__", 0)]),
        ("#define OF(n) cufftExec##n\nint i = OF(_mine);\n#undef OF\n", "a.cu", [(b"cufftExec", 0)]),
        ("#define EXEC(n) cufftExec##n\nint i = EXEC(C2C)(p, a, b, 1);\n", "a.cu", [(b"cufftExec", 0)]),
        ("#define BIG(T) make_##T##Complex(1, 1)\nauto i = BIG(cu);\n", "a.cu", [(b"make_", 0)]),
    ],
)
def test_what_may_be_cudas(source: str, path: str, expected: list[tuple[bytes, int]]) -> None:
    assert said(source, path) == expected
