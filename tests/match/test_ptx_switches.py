"""Conditions on CUDA's releases that turn on inline PTX which HIP has not."""

from __future__ import annotations

import pytest

from hipify_py.conversion import convert
from hipify_py.rules.load import load
from hipify_py.settings import Options

STUCK = 'asm volatile("cp.async.commit_group;");'
MADE = """#if __CUDACC_VER_MAJOR__ >= 11
#if !defined(__CUDA_ARCH__) || __CUDA_ARCH__ >= 800
#define FAST
#endif
#endif
"""
FMA = 'asm("fma.rn.f32 %0, %1, %2, %3;" : "=f"(a) : "f"(b), "f"(b), "f"(b));'
USED = f"#ifdef FAST\n{STUCK}\n#else\n*s = *g;\n#endif\n"


def source(made: str, used: str) -> bytes:
    """Give a source with a condition, and a function in which something hangs on it."""
    return f"{made}__device__ void f(int *s, int *g) {{\n{used}}}\n".encode()


def is_off(text: bytes) -> bool:
    """Say whether the condition stays and nothing is an error."""
    result = convert(text, load(), Options(path="a.cu"))
    stays = b"__CUDACC_VER_MAJOR__ >= 11\n" in result.output
    assert stays == any("own side" in one.message or "side without" in one.message for one in result.findings)
    assert stays == ("error" not in {one.severity for one in result.findings})
    assert convert(result.output, load(), Options(path="a.cu")).output == result.output
    return stays


@pytest.mark.parametrize(
    ("made", "used"),
    [
        (MADE, USED),
        (MADE, USED.replace("#ifdef FAST", "#if defined(FAST)")),
        (MADE, f"{USED}#ifdef FAST\n{STUCK}\n#endif\n"),  # nothing is left to do there
        (MADE, f"{USED}#ifdef FAST\n{STUCK}\n#else\n(void)s;\n#endif\n"),
        ("", USED.replace("#ifdef FAST", "#if __CUDACC_VER_MAJOR__ >= 11")),
    ],
)
def test_where_the_program_can_do_without_the_ptx_hip_does(made: str, used: str) -> None:
    assert is_off(source(made, used))


@pytest.mark.parametrize(
    ("made", "used"),
    [
        (MADE, f"#ifdef FAST\n{STUCK}\n#endif\n"),
        (MADE, USED.replace("*s = *g;", "")),
        (MADE, USED.replace("*s = *g;", "(void)s; ( void ) g;")),
        (MADE, USED.replace("*s = *g;", 'RUNTIME_ASSERT("no");')),
        (MADE, f"{USED}#ifdef FAST\n{STUCK}\n#else\n__trap();\n#endif\n"),
        (MADE + "#ifdef X\n#define FAST\n#endif\n", USED),
        (MADE.replace("#define FAST", "#define FAST\nint x;"), USED),
    ],
)
def test_elsewhere_hip_comes_to_the_ptx_and_an_error_says_so(made: str, used: str) -> None:
    assert not is_off(source(made, used))


@pytest.mark.parametrize("statement", ["__syncwarp();", 'asm("trap;");', FMA])
def test_what_becomes_something_of_hips_is_no_reason(statement: str) -> None:
    text = source(MADE, USED.replace(STUCK, f"float a = 0, b = 1; {statement}"))
    made = convert(text, load(), Options(path="a.cu")).output
    assert b"__CUDACC_VER_MAJOR__ >= 11 || defined(__HIPCC__)" in made


def test_an_older_release_that_leaves_ptx_out_is_asked_for_as_before() -> None:
    text = source("", f"#if __CUDACC_VER_MAJOR__ < 11\n*s = *g;\n#else\n{STUCK}\n#endif\n")
    assert b"< 11 && !defined(__HIPCC__)" in convert(text, load(), Options(path="a.cu")).output
