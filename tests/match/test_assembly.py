"""Inline assembly: traps and barriers become HIP, lane registers are the analysis', the rest is reported."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from helpers.matches import RULES, matched

from hipify_py.conversion import convert
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


SWAP = 'asm("bswapl %0" : "+r"(x));'
BOTH = "__host__ __device__ int f(int x) {{\n#ifdef __CUDA_ARCH__\n  {}\n#else\n  {}\n#endif\n  return x; }}"
PICKS = "int f(int x) {{\n#ifdef __CUDA_ARCH__\n  return threadIdx.x;\n#else\n  {}\n#endif\n  return x; }}"


@pytest.mark.parametrize(
    "source",
    [
        'static inline WORD ROL(WORD x, int i) { asm("roll %%cl,%0" :"=r"(x) :"0"(x),"c"(i)); return x; }',
        'static inline int ROL(int x, int i) { asm("rotlw %0,%0,%2" :"=r"(x) :"0"(x),"r"(i)); return x; }',
        'static int ROL(int a[4]) { asm("vmul.f32 q0, q1, q2"); return 1; }',
        f"OURS int f(int x) {{ {SWAP} return x; }}",
        f"template <class T> OURS T C<T>::f(T x) {{ {SWAP} return x; }}",
        f"#define SWAP(x) {SWAP}",
        '#define GET(x, y) \\\nasm (  \\\n "movl (%1),%0\\n\\t" \\\n "bswapl %0\\n\\t" : "=r"(x): "r"(y));',
        BOTH.format("x = 1;", SWAP),
        BOTH.format("x = 1;", SWAP).replace("#else", "#elif defined(__x86_64__)"),
        BOTH.format("x = 1;", SWAP).replace("__CUDA_ARCH__", "__CUDACC__"),
        BOTH.format(SWAP, "x = 1;").replace("#ifdef", "#ifndef"),
        BOTH.format("x = 1;", SWAP).replace("__host__ ", ""),
        PICKS.format(SWAP),
        f"OURS {PICKS.format(SWAP)}",
    ],
)
def test_assembly_that_is_no_ptx_is_the_hosts(source: str) -> None:
    text = f"__global__ void k() {{}}\n{source}\n"
    assert found(text) == (text, [])


@pytest.mark.parametrize(
    "source",
    [
        f"__device__ int f(int x) {{ {SWAP} return x; }}",
        f"__global__ void f(int x) {{ {SWAP} }}",
        f"__host__ __device__ int f(int x) {{ {SWAP} return x; }}",
        f"#define D __device__\nD int f(int x) {{ {SWAP} return x; }}",
        BOTH.format(SWAP, "x = 1;"),
        BOTH.format("x = 1;", SWAP).replace("#ifdef __CUDA_ARCH__", "#if __CUDA_ARCH__ >= 700"),
        BOTH.format("x = 1;", SWAP).replace("#ifdef", "#ifndef"),
        BOTH.format(SWAP, "x = 1;").replace("__CUDA_ARCH__", "__x86_64__"),
        BOTH.format("x = 1;", 'asm("exit;");'),
        BOTH.format("x = 1;", 'asm(NAME " %0" : "+r"(x));'),
        'OURS int f(int x) { asm("exit;"); return x; }',
        'OURS int f(int x) { asm("bswapl %0; trap;" : "+r"(x)); return x; }',
        'OURS int f(int x) { asm(NAME " %0" : "+r"(x)); return x; }',
        'int ROL(int x) { asm(NAME " %0" : "+r"(x)); return x; }',
        'struct F { void operator()(int i) const { asm volatile(LOADS(ld) : "=r"(i)); } };',
        'KERNEL(f) { asm("exit;"); }',
        'static KERNEL(f) { asm(NAME " %0"); }',
        '#define GET(x) asm(NAME " %0" : "+r"(x))',
        '#define GET(x) asm("ld." #x)',
        'void f() { g([=] __device__ (int) { asm("exit;"); }); }',
        'int ROL(int x) { asm("popc.b32 %0, %0;" : "+r"(x)); asm("cvta.u64 %0, %0;" : "+l"(x)); return x; }',
        'asm("exit;");',
    ],
)
def test_what_may_be_ptx_or_is_in_device_code_is_not(source: str) -> None:
    text, said = found(f"__global__ void k() {{}}\n{source}\n")
    assert said or "__popc" in text


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


BY_MACROS = """#define ASM asm volatile
#define OLD __asm__
#define OTHER other
#define SHFL "shfl.sync.idx.b32"
__device__ int asm_volatile(int);
"""


@pytest.mark.parametrize(
    "place",
    [
        'ASM(SHFL " %0, %1, %2, 0x1f, 0xffffffff;" : "=r"(r) : "r"(v), "r"(l))',
        'OLD ("mov.u32 %0, %%smid;" : "=r"(r))',
        'ASM("exit;")',
    ],
)
def test_a_macro_that_stands_for_the_word_is_followed(place: str) -> None:
    source = BY_MACROS + HEAD + "int r, v = *p, l = 0; " + place + "; }"
    after, said = found(source)
    assert (after, [name for name, _ in said]) == (source, ["D001"])


@pytest.mark.parametrize(
    "code",
    [
        HEAD + 'ASM("" ::: "memory"); }',
        HEAD + 'OTHER("exit;"); }',
        'void host() { int r; ASM("rdtsc" : "=r"(r)); }',
        "__device__ int OLD;",
        HEAD + '\n#ifdef __HIP_PLATFORM_AMD__\nASM("s_nop 0");\n#endif\n}',
    ],
)
def test_what_a_macro_does_not_make_assembly_of_cuda_is_left(code: str) -> None:
    assert found(BY_MACROS + "__device__ int used;\n" + code)[1] == []


@pytest.mark.parametrize("macro", ["asm asm volatile", "asm __asm__ __volatile__", "__asm__ asm"])
def test_a_macro_of_the_words_own_name_puts_none_that_is_not_written(macro: str) -> None:
    word = macro.split(maxsplit=1)[0]
    place = word + '("mul.hi.u32 %0, %1, %2;" : "=r"(r) : "r"(a), "r"(b))'
    source = f"#define {macro}\n__device__ void f(unsigned a, unsigned b) {{ unsigned r; {place}; }}\n"
    assert found(source) == (source.replace(place, "r = __umulhi(a, b)"), [])
    left = word + '("setp.ne.u32 %p, %0, 0;" :: "r"(a))'
    source = f"#define {macro}\n__device__ void f(unsigned a) {{ {left}; }}\n"
    assert found(source) == (source, [("D001", left)])


@pytest.mark.parametrize(
    ("statement", "rules"),
    [
        ('asm volatile("membar.sys;" ::: "memory");', ["N002"]),
        ('asm volatile("fence.sc.sys;" ::: "memory");', ["N002"]),
        ('asm volatile("membar.gl;" ::: "memory");', []),
        ('asm volatile("membar.cta;" ::: "memory");', []),
        ('asm("mov.u32 %0, %%tid.x;" : "=r"(a));', []),
    ],
)
def test_of_what_a_statement_becomes_is_said_what_is_said_of_a_call(statement: str, rules: list[str]) -> None:
    result = convert(f"__global__ void k(unsigned a) {{ {statement} }}\n".encode(), RULES, Options("a.cu"))
    assert [one.rule for one in result.findings] == rules
    again = convert(result.output, RULES, Options("a.cu"))
    assert (again.output, [one.rule for one in again.findings]) == (result.output, rules)
