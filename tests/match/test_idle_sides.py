"""Conditions on numbers of CUDA's of which nothing hangs on the side that HIP takes."""

from __future__ import annotations

import pytest
from helpers.matches import RULES

from hipify_py.conversion import convert
from hipify_py.settings import Options


def told(source: str, path: str = "a.cu") -> list[tuple[str, str, str]]:
    """Give what is said of conditions on numbers: the rule, how grave, how it fails."""
    found = convert(source.encode(), RULES, Options(path=path)).findings
    return [(one.rule, one.severity, one.fails) for one in found if one.rule in {"M001", "M003", "M074"}]


READS = "#if CUDART_VERSION < 13000\n{}\n#else\n{}\n#endif\n"
MEMBER = "  khz = p.memoryClockRate;"
ATTRIBUTE = "  cudaDeviceGetAttribute(&khz, cudaDevAttrMemoryClockRate, 0);"
DOUBLE = ATTRIBUTE + ATTRIBUTE.replace("Memory", "")


@pytest.mark.parametrize(
    ("one", "other", "severity"),
    [
        (MEMBER, ATTRIBUTE, "note"),
        (ATTRIBUTE, MEMBER, "note"),
        (MEMBER + " m = p->clockRate;", "int c;" + DOUBLE + " m = c;", "note"),
        ("  p.kernelExecTimeoutEnabled;", "", "warning"),
        (
            " t = q[0].kernelExecTimeoutEnabled;",
            ATTRIBUTE.replace("MemoryClockRate", "KernelExecTimeout"),
            "note",
        ),
        (MEMBER, ATTRIBUTE.replace("Memory", ""), "warning"),  # another one
        (MEMBER, ATTRIBUTE + " khz *= 2;", "warning"),
        (MEMBER + " run<<<1, 1>>>();", ATTRIBUTE, "warning"),
        (MEMBER, DOUBLE, "warning"),
        (MEMBER, ATTRIBUTE.replace("MemoryClockRate", "Nothing"), "warning"),
    ],
)
def test_a_member_and_the_attribute_are_the_same(one: str, other: str, severity: str) -> None:
    body = READS.format(one, other)
    assert [each[1] for each in told(f"void f(cudaDeviceProp p) {{ int khz;\n{body}}}\n")] == [severity]


ASKS = "#if !defined(CUDART_VERSION) || CUDART_VERSION < 5000\n"
STAND_IN = "MINE static void sincospif(float x, float *s, float *c) { if (x) { *s = *c = x; } }\n"
OTHER = STAND_IN.replace("sincospif", "own")


@pytest.mark.parametrize(
    ("source", "severity"),
    [
        (f"namespace mine {{\n{ASKS}{STAND_IN}#endif\n}}\n", "note"),
        (f"namespace mine {{\n{ASKS}{STAND_IN}{STAND_IN.replace('pif', 'pi')}#endif\n}}\n", "note"),
        (f"{ASKS}{STAND_IN}#endif\n", "error"),
        (f"namespace mine {{\n{ASKS}{STAND_IN}int a;\n#endif\n}}\n", "warning"),
        (f"namespace mine {{\n{ASKS}{STAND_IN}#else\nint a;\n#endif\n}}\n", "warning"),
        (f"namespace mine {{\n{ASKS}{OTHER}#endif\n}}\n", "warning"),
        (f"namespace mine {{\n{ASKS}#endif\n}}\n", "warning"),
    ],
)
def test_stand_ins_in_a_namespace_of_the_programs_are_taken(source: str, severity: str) -> None:
    assert [one[1] for one in told(source)] == [severity]


CHOICE = "#if __CUDA_ARCH__ >= 900\n#define BLOCKS 2\n#else\n#define BLOCKS 1\n#endif\n"
KERNEL = "__global__ void __launch_bounds__(1024, BLOCKS) k(float *p) { p[threadIdx.x] *= 2; }\n"


@pytest.mark.parametrize(
    ("source", "said"),
    [
        (CHOICE + KERNEL, ("note", "speed")),
        (CHOICE + KERNEL + KERNEL.replace(" k(", " l("), ("note", "speed")),
        (CHOICE, ("warning", "silent")),
        (CHOICE + KERNEL + "int n = BLOCKS;\n", ("warning", "silent")),
        (CHOICE + KERNEL.replace("1024, BLOCKS", "BLOCKS, 1"), ("warning", "silent")),
        (CHOICE.replace("2\n", "2\nint a;\n") + KERNEL, ("warning", "silent")),
        (CHOICE.replace("S 1", "T 1") + KERNEL, ("warning", "silent")),
    ],
)
def test_a_number_for_bounds_alone_changes_no_result(source: str, said: tuple[str, str]) -> None:
    assert [one[1:] for one in told(source)] == [said]


HEAD = """__global__ void
#if __CUDA_ARCH__ < 200
__launch_bounds__(256, 2)
#else
__launch_bounds__(256, 6)
#endif
k(float *p) { p[threadIdx.x] *= 2; }
"""


@pytest.mark.parametrize("name", ["a.cu", "a.cuh"])
@pytest.mark.parametrize(
    ("source", "said"),
    [
        (HEAD, ("note", "speed")),
        (HEAD.replace("6)", "6) /* more */"), ("note", "speed")),
        (HEAD.replace("256, 6", "128, 6"), ("warning", "silent")),
        (HEAD.replace("256, 2", "256"), ("warning", "silent")),
        (HEAD.replace("#else\n__launch_bounds__(256, 6)\n", ""), ("warning", "silent")),
    ],
)
def test_sides_that_differ_in_bounds_alone_change_no_result(
    source: str, said: tuple[str, str], name: str
) -> None:
    assert [one[1:] for one in told(source, name)] == [said]


ADDS = """__device__ double add(double *a, double v) {
#if defined(__CUDA_ARCH__) && (__CUDA_ARCH__ >= 600)
  return atomicAdd(a, v);
#else
  unsigned long long *p = (unsigned long long *)a, old = *p, was;
  do {
    was = old;
    old = atomicCAS(p, was, __double_as_longlong(v + __longlong_as_double(was)));
  } while (was != old);
  return __longlong_as_double(old);
#endif
}
"""


@pytest.mark.parametrize(
    ("source", "said"),
    [
        (ADDS, ("note", "speed")),
        (ADDS.replace("defined(__CUDA_ARCH__) && ", ""), ("note", "speed")),
        (ADDS.replace("return atomicAdd", "v *= 2; return atomicAdd"), ("warning", "silent")),
        (ADDS.replace("atomicCAS", "mine"), ("warning", "silent")),
        (ADDS.replace("atomicAdd", "atomicMax"), ("warning", "silent")),
    ],
)
def test_a_sum_in_turns_is_the_same_as_one_at_once(source: str, said: tuple[str, str]) -> None:
    assert [one[1:] for one in told(source)] == [said]


def test_of_a_header_others_may_use_the_number() -> None:
    assert [one[1] for one in told(CHOICE + KERNEL, "a.cuh")] == ["warning"]


OLD_NAMES = "#if {}\n#define CUSPARSE_CSRMV_ALG1 CUSPARSE_SPMV_CSR_ALG1\n{}#endif\n"


@pytest.mark.parametrize(
    ("condition", "more", "severity"),
    [
        ("CUDART_VERSION >= 12000", "", "note"),
        ("CUDART_VERSION >= 12000", "// also\n#define CUSPARSE_CSRMV_ALG2 CUSPARSE_SPMV_CSR_ALG2\n", "note"),
        ("CUDART_VERSION >= 12000", "#define OWN CUSPARSE_SPMV_CSR_ALG2\n", "warning"),
        ("CUDART_VERSION >= 12000", "#define CUSPARSE_CSRMV_ALG2 1\n", "warning"),
        ("CUDART_VERSION >= 12000", "int a;\n", "warning"),
        ("CUDART_VERSION >= 12000", "#else\nint a;\n", "warning"),
        ("CUDART_VERSION >= 12000 || MINE", "", "warning"),
    ],
)
def test_old_names_that_hip_has_itself(condition: str, more: str, severity: str) -> None:
    source = "#include <cusparse.h>\n" + OLD_NAMES.format(condition, more)
    assert [each[1] for each in told(source)] == [severity]


@pytest.mark.parametrize(
    ("condition", "body", "severity"),
    [
        ("if !defined(CUDA_VERSION) && !defined(FORCE)", "#include <cuda.h> // has it", "note"),
        ("ifndef CUDART_VERSION", "#include <cuda_runtime_api.h>\n#include <cuda.h>", "note"),
        ("if !defined(CUDA_VERSION) || CUDA_VERSION < 9000", "#include <cuda_fp16.h>", "warning"),
        ("if !defined(CUDA_VERSION)", "#include <cuda.h>\nint own;", "warning"),
        ("if !defined(CUDA_VERSION)", "#include <cuda.h>\n#else\n#include <a.h>", "warning"),
        ("if !defined(CUDA_VERSION)", "#define OLD", "warning"),
    ],
)
def test_on_a_missing_number_for_which_a_header_is_included_nothing_hangs(
    condition: str, body: str, severity: str
) -> None:
    source = f"#include <cuda_runtime.h>\n#{condition}\n{body}\n#endif\n__global__ void k() {{}}\n"
    assert {each[1] for each in told(source) if each[0] == "M003"} == {severity}
