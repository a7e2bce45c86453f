"""A condition on a number that HIP has not needs no look where all of its sides come out as the same code."""

from __future__ import annotations

import pytest

from hipify_py.conversion import convert
from hipify_py.rules.load import load

RULES = load()
ABOUT = {"M001", "M003"}


def told(source: str) -> list[str]:
    """Give the rules about numbers of CUDA's that speak, which what comes out must keep to."""
    result = convert(source.encode(), RULES)
    again = convert(result.output, RULES)
    assert again.output == result.output
    said = [one.rule for one in result.findings if one.rule in ABOUT]
    assert [one.rule for one in again.findings if one.rule in ABOUT] == said
    return said


def in_kernel(*sides: str, asks: str = "__CUDACC_VER_MAJOR__ >= 12") -> str:
    """Give a kernel with a chain of conditions, the last side of which needs none."""
    first, *others = sides
    middle = "".join(f"#elif {asks}{at}\n{one}\n" for at, one in enumerate(others[:-1]))
    last = f"#else\n{others[-1]}\n" if others else ""
    return f"__global__ void k(int *p, int v) {{\n#if {asks}\n{first}\n{middle}{last}#endif\n  *p = v;\n}}\n"


SHUFFLE = "v += __shfl_down_sync(0xffffffff, v, 1);"
OLD = "v += __shfl_down(v, 1);"


@pytest.mark.parametrize(
    "source",
    [
        in_kernel(SHUFFLE, OLD),
        in_kernel(OLD, SHUFFLE),
        in_kernel(f"  {SHUFFLE} // with a mask", f"\t/* without */\n\n    {OLD}"),
        in_kernel(f"{SHUFFLE}\n  v += 1;", f"{OLD}\n\n  v  +=  1;"),
        in_kernel(SHUFFLE, SHUFFLE, OLD),
        in_kernel("v = 1;", "v = 1;", asks="__CUDA_ARCH__ >= 700"),
        in_kernel(SHUFFLE, OLD, asks="__CUDA_ARCH__ >= 700"),
        in_kernel(
            "#pragma unroll\n  for (int i = 0; i < 2; i++) v++;",
            "#pragma unroll\n for (int i = 0; i < 2; i++) v++;",
        ),
        in_kernel('printf("a  b");', '  printf("a  b");'),
        "#if CUDA_VERSION >= 12000\nusing index = long;\n#else\nusing index = long; // so it was\n#endif\n",
    ],
)
def test_nothing_is_said_where_all_sides_become_the_same(source: str) -> None:
    assert told(source) == []


@pytest.mark.parametrize(
    "source",
    [
        in_kernel(SHUFFLE, "v += __shfl_up(v, 1);"),
        in_kernel(SHUFFLE, f"{OLD} v++;"),
        in_kernel(SHUFFLE),  # without another side there is nothing, too
        in_kernel(SHUFFLE, ""),
        in_kernel("", ""),
        in_kernel("// nothing", "// at all"),
        in_kernel(SHUFFLE, OLD, "v = 2;"),
        in_kernel(SHUFFLE, "v = 2;", OLD),
        in_kernel('printf("a  b");', 'printf("a b");'),
        in_kernel("v = ' ';", "v = '  ';"),
        in_kernel("v = __LINE__;", "v = __LINE__;"),
        in_kernel("#define A v\n  = 1;", "#define A v = 1;\n"),
        in_kernel("v = a b;", "v = ab;"),
        in_kernel("v = 1; // 2\n  v = 2;", "v = 1; // v = 2;"),
        "#if CUDA_VERSION >= 12000\nusing index = long;\n#else\nusing index = int;\n#endif\n",
        "#if CUDA_VERSION < 12000\n#error too old\n#else\n#error too new\n#endif\n",
        "#if CUDA_VERSION < 12000\n#error no\n#else\n#error no\n#endif\n",
    ],
)
def test_it_is_said_where_a_side_differs(source: str) -> None:
    assert len(told(source)) == 1


def test_each_condition_is_judged_by_its_own_sides() -> None:
    inner = f"#if CUDART_VERSION >= 12000\n{SHUFFLE}\n#else\n{OLD}\n#endif"
    assert told(in_kernel(inner, "v = 1;")) == ["M003"]
    assert told(in_kernel("v = 1;", "v = 1;") + in_kernel("v = 1;", "v = 2;")) == ["M003"]
    other = "#if CUDART_VERSION >= 12000\nv = 3;\n#else\nv = 4;\n#endif"
    assert told(in_kernel(other, other)) == ["M003", "M003"]  # the two that are the same
