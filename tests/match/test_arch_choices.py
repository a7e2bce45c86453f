"""Chains on the architecture's number whose sides do the same are notes."""

from __future__ import annotations

import pytest

from hipify_py.conversion import convert
from hipify_py.rules.load import load


def sides(then: str, otherwise: str, condition: str = "__CUDA_ARCH__ >= 530", result: str = "int") -> str:
    """Give a function with two sides."""
    body = f"#if {condition}\n{then}\n#else\n{otherwise}\n#endif\n"
    return f"__device__ {result} f({result} a, int b) {{\n{result} r;\n{body}return r;\n}}\n"


HADD = "  return __hadd(a, b);"
ROTATE = "#if __CUDA_ARCH__ < 320\n%s\n#else\n#define ROT(x, n) __funnelshift_l((x), (x), (n))\n#endif\n"


LOOP = """  for (int i = 16; i > 0; i /= 2) {
    int t = __shfl_down_sync(~0u, a, i);
    a = t > a ? t : a;
  }
  return __shfl_sync(~0u, a, 0);"""


def severities(text: str) -> list[str]:
    """Give how grave what M001 says is."""
    return [one.severity for one in convert(text.encode(), load()).findings if one.rule == "M001"]


@pytest.mark.parametrize(
    "text",
    [
        sides(HADD, "  return (a + b) >> 1;"),
        sides(HADD, "  int c = a;\n  return c + b;", "__CUDA_ARCH__ >= 530 && X"),
        sides('  asm("vadd2.u32 %0,%1,%2;" : "=r"(r) : "r"(a), "r"(b));', "  r = a + b;"),
        sides('  asm volatile ("bfind.u32 %0, %1;" : "=r"(r) : "r"(a));', "  while (a >>= 1)\n    r++;"),
        sides(
            "  int y = __brev(a); r = y;", "  int y = 0;\n  for (int i = 0; i < 32; ++i) y |= a;\n  r = y;"
        ),
        sides("  return __reduce_max_sync(~0u, a);", LOOP),
        sides("  return __reduce_max_sync(~0u, a);", f"  __syncwarp();\n{LOOP}"),
        sides("  atomicExch_block(&r, a);", "  atomicExch    (&r, a);"),
        "#if defined(__CUDACC__) && __CUDA_ARCH__ >= 200\n#define __mul24( a, b ) ( (a)*(b) )\n#endif\n",
        ROTATE % "#define ROT(x, n) ((x) << (n) | (x) >> (32 - (n)))",
        ROTATE % "__device__ int ROT(int x, int n) { return x << n | x >> (32 - n); }",
    ],
)
def test_a_choice_of_speed_is_a_note(text: str) -> None:
    assert severities(text) == ["note"]


@pytest.mark.parametrize(
    "side",
    [
        "  return 0;",
        "",
        "  return a;",
        "  __trap();",
        '  printf("too old\\n"); return a + b;',
        "  assert(false); return a + b;",
        "  atomicAdd(&a, b); return a + b;",
        '  asm("add.u32 %0, %0, %1;" : "+r"(a) : "r"(b)); return a;',
        "#if X\n  return a + b;\n#endif",
    ],
)
def test_what_may_be_more_is_none(side: str) -> None:
    assert severities(sides(HADD, side)) == ["warning"]


@pytest.mark.parametrize(
    "text",
    [
        "#if __CUDA_ARCH__ >= 700\n#define BLOCK 256\n#else\n#define BLOCK 128\n#endif\n",
        ROTATE % "#define ROT(x, n) 0",
        ROTATE % "__device__ int ROT(int x, int n) { return 0; }",
        ROTATE % "#define OTHER(x, n) ((x) << (n))",
        "#if __CUDA_ARCH__ >= 700\n__device__ int f(int a) { return a; }\n#endif\n",
        sides("  return g((double)a);", "  return h((float)a);", result="double"),
        sides("  return __shfl_sync(~0u, a, 0);", "  return g(a);"),
        sides("  return __hadd(a, a);", "  return a;"),
        sides("  return __brev(a);", "  return (a);"),
    ],
)
def test_what_is_not_the_same_on_all_sides_is_none(text: str) -> None:
    assert severities(text) == ["warning"]


def test_a_number_that_only_editors_see_is_none() -> None:
    editors = "#ifdef __INTELLISENSE__\n#define __CUDA_ARCH__ 520\n#endif\n"
    assert severities(editors + sides(HADD, "  return a + b;")) == ["note"]
    assert severities("#define __CUDA_ARCH__ 520\n" + sides(HADD, "  return a + b;")) == ["warning"]


def test_a_chain_is_reported_once() -> None:
    text = (
        "#if __CUDA_ARCH__ >= 700\nint a;\n#elif __CUDA_ARCH__ >= 600\n#elif CUDA_VERSION > 13000\n#endif\n"
    )
    said = [one.rule for one in convert(text.encode(), load()).findings]
    assert said == ["M001", "M003"]


def test_newer_or_none_with_more_is_taken_as_the_newest() -> None:
    text = (
        "#if !defined(__CUDA_ARCH__) || __CUDA_ARCH__ >= 600 || defined(__clang__)\n#else\nint a;\n#endif\n"
    )
    assert not severities(text)


@pytest.mark.parametrize(
    "text",
    [
        sides("  return __ballot_sync(~0u, a);", LOOP),
        sides("  return __shfl_xor_sync(~0u, a, 1);", LOOP),
        sides("  atomicExch_block(&r, a);", "  atomicAdd(&r, a);"),
        sides("  atomicExch_system(&r, a);", "  atomicExch(&r, a);"),
        sides("  atomicExch(&r, a);", "  atomicExch_block(&r, a);"),
        "#if __CUDA_ARCH__ >= 200\n#define __mul24(a, b) ((a)+(b))\n#endif\n",
        "#if __CUDA_ARCH__ >= 200\n#define mine(a, b) ((a)*(b))\n#endif\n",
    ],
)
def test_what_threads_share_is_more_than_speed(text: str) -> None:
    assert severities(text) == ["warning"]


@pytest.mark.parametrize(
    "ptx", ['"ld.cv.u32 %0, [%1];" : "=r"(r) : "l"(&a)', '"mov.u32 %0, %1;" : "=r"(r) : "r"(a) : "memory"']
)
def test_assembly_that_touches_memory_is_none(ptx: str) -> None:
    assert severities(sides(f"  asm volatile({ptx});", "  r = a;")) == ["warning"]
