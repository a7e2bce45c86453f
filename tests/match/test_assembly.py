"""Inline assembly: traps and barriers become HIP, lane registers are the analysis', the rest is reported."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from helpers.matches import matched

from hipify_py.settings import Options

if TYPE_CHECKING:
    from pathlib import Path

    from helpers.toolchain import Hipcheck


def found(source: str) -> tuple[str, list[tuple[str, str]]]:
    return matched("D001", source)


HEAD = "__device__ void f(int *p) { "


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ('asm("trap;");', "__builtin_trap();"),
        ('asm volatile("trap;");', "__builtin_trap();"),
        ('asm volatile ( "trap;" ::: "memory" );', "__builtin_trap();"),
        ('asm volatile("bar.sync 0;");', "__syncthreads();"),
        ('__asm__ __volatile__("barrier.sync 0;" ::: "memory");', "__syncthreads();"),
        ('asm("trap;"); asm("bar.sync 0;");', "__builtin_trap(); __syncthreads();"),
    ],
)
def test_what_can_be_said_in_hip_is_written(before: str, after: str) -> None:
    assert found(HEAD + before + " }") == (HEAD + after + " }", [])


@pytest.mark.parametrize(
    "place",
    [
        'asm("mov.f16 %0, %1;" : "=h"(x) : "h"(y))',
        'asm volatile("membar.gl; exit;" ::: "memory")',
        'asm("bar.sync 1, 64;")',
        'asm("trap; exit;")',
        'asm("trap;" : "=r"(x))',
        'asm("mov.u32 %0, %%warpid;" : "=r"(x))',
    ],
)
def test_other_assembly_is_reported_and_stays(place: str) -> None:
    source = HEAD + place + "; }"
    assert found(source) == (source, [("D001", place)])


@pytest.mark.parametrize(
    "source",
    [
        HEAD + 'asm volatile("" ::: "memory"); }',
        HEAD + 'asm("mov.u32 %0, %%laneid;" : "=r"(x)); }',
        HEAD + 'asm("mov.u32 %0, %%lanemask_lt;" : "=r"(x)); }',
        'void f() { asm("cpuid"); }',
        HEAD + 'int asm_x = 1; } // asm volatile("membar.gl;")',
        'const char *s = "asm(\\"trap;\\")"; __device__ int x;',
    ],
)
def test_what_is_no_assembly_of_the_gpus_is_left_alone(source: str) -> None:
    """An empty text only keeps order, lane registers are the analysis' matter, and a CPU has its own."""
    assert found(source) == (source, [])


def test_assembly_in_a_macro_is_found() -> None:
    source = '#define TRAP() asm("trap;")\n#define LEAVE() asm("exit;")\n__device__ int x;\n'
    text = source.replace('asm("trap;")', "__builtin_trap()")
    assert found(source) == (text, [("D001", 'asm("exit;")')])


@pytest.mark.parametrize(
    ("statement", "polyfill"),
    [
        ('asm("prmt.b32 %0, %1, %1, 0x0123;" : "=r"(*p) : "r"(*p));', True),
        ('asm("vadd4.u32.u32.u32 %0, %1, %1, %1;" : "=r"(*p) : "r"(*p));', True),
        ('asm("add.u32 %0, %1, %1;" : "=r"(*p) : "r"(*p));', False),
    ],
)
def test_without_polyfills_no_header_of_ours_is_called(statement: str, polyfill: bool) -> None:
    source = HEAD + statement + " }"
    text, said = matched("D001", source, Options(polyfill=False))
    assert (text == source) == polyfill
    assert [rule for rule, _ in said] == ["D001"] * polyfill
    assert matched("D001", source).said == []


EMPTY = 'asm volatile("" : "+%s"(x) : "%s"(*p) : "memory");'


@pytest.mark.parametrize("letter", "hrlfd")
@pytest.mark.parametrize("mark", ["__device__", "__global__", "static __device__ __forceinline__"])
def test_what_is_kept_from_the_compiler_stands_in_a_lanes_own_register(letter: str, mark: str) -> None:
    source = f"{mark} void f(int *p) {{ int x = 1; {EMPTY} }}"
    assert found(source % (letter, letter)) == (source % ("v", "v"), [])
    assert found(source % ("v", "v")) == (source % ("v", "v"), [])


@pytest.mark.parametrize(
    "source",
    [
        'void f(int *p) { int x = 1; asm volatile("" : "+r"(x)); } __device__ int y;',
        '__host__ __device__ void f(int *p) { int x = 1; asm volatile("" : "+r"(x)); }',
        '__device__ void f(int *p) { asm volatile("" :: "m"(*p) : "memory"); }',
    ],
)
def test_registers_of_the_host_and_memory_stay(source: str) -> None:
    assert found(source) == (source, [])


@pytest.mark.compiler
def test_such_a_register_compiles(tmp_path: Path, hipcheck: Hipcheck) -> None:
    names = {"int": "r", "long long": "l", "float": "f", "double": "d", "short": "h"}
    kept = '{0} {1} = p[0]; asm volatile("" : "+{1}"({1})); p[1] = {1};'
    lines = [kept.format(*pair) for pair in names.items()]
    path = tmp_path / "a.hip"
    path.write_text("#include <hip/hip_runtime.h>\n__global__ void k(int *p) { " + " ".join(lines) + " }\n")
    assert not hipcheck(path)[0]
    path.write_text(found(path.read_text())[0])
    assert hipcheck(path) == (True, "")


def test_an_empty_string_among_the_operands_is_no_empty_statement() -> None:
    source = '__device__ void f(int a) { asm("mov.u32 %0, %%smid;" : "=r"(a) : "C"("")); }\n'
    after, said = found(source)
    assert after == source
    assert said


def test_a_comment_before_a_statement_is_not_written_twice() -> None:
    store = 'asm("st.global.cs.v2.u32 [%0], {%1, %2};" :: "l"(p), "r"(a), "r"(a));'
    source = f"__device__ void f(int *p, int a) {{\n/* why */ {store} }}\n"
    after, _ = found(source)
    assert after != source
    assert after.count("/* why */") == 1


@pytest.mark.parametrize(
    "source",
    [
        'inline long ticks() { long h, l; __asm__("rdtsc;" : "=d"(h), "=a"(l)); return h << 32 | l; }',
        'void f() { asm volatile("mfence" ::: "memory"); }',
        '#ifdef __HIP_DEVICE_COMPILE__\n#define STOP asm("s_trap 0")\n#endif',
    ],
)
def test_assembly_of_the_host_and_of_amd_gpus_is_none_of_our_business(source: str) -> None:
    text = f"__global__ void k() {{}}\n{source}\n"
    assert found(text) == (text, [])


@pytest.mark.parametrize(
    "source",
    [
        'OURS_DEVICE void f() { asm("discard.global.L2 [%0], 128;" :: "l"(p)); }',
        'void f() { asm("mov.u32 %0, %%smid;" : "=r"(x)); }',
        'template <class T> struct S { HD void f() { g([&] { asm("exit;"); }); } };',
        '#define STOP asm("exit;")',
        '#if defined(USE_CUDA) || defined(USE_ROCM)\n__device__ void f() { asm("mov.u32 a, b;"); }\n#endif',
    ],
)
def test_what_may_be_of_the_device_is_reported(source: str) -> None:
    assert found(f"__global__ void k() {{}}\n{source}\n")[1]
