"""Device code inside string literals, for a run-time compiler."""

from __future__ import annotations

import pytest
from helpers.matches import RULES, matched

from hipify_py.conversion import convert


@pytest.mark.parametrize(
    ("source", "strings"),
    [
        ('auto s = "__global__ void k() {}";', ['"__global__ void k() {}"']),
        ('auto s = R"(\n__global__ void k() {}\n)";', ['"(\n__global__ void k() {}\n)"']),
        ('f("__global__ void a();", "x", "__global__");', ['"__global__ void a();"', '"__global__"']),
    ],
)
def test_device_code_in_a_string_is_reported_and_stays(source: str, strings: list[str]) -> None:
    assert matched("M021", source) == (source, [("M021", string) for string in strings])


@pytest.mark.parametrize(
    "source",
    [
        "__global__ void k() {}",
        '__global__ void k() { log("a kernel"); }',
        '// "__global__ void k() {}"\nauto s = "global";',
        "auto c = '_';",
        "",
    ],
)
def test_other_strings_and_code_are_left_alone(source: str) -> None:
    assert matched("M021", source) == (source, [])


@pytest.mark.parametrize(
    ("text", "severity"),
    [
        ("__global__ void k(float *p, const half h) { p[threadIdx.x] = mine(1); }", "note"),
        ("__global__ void k(Mine::Type *p) { __syncthreads(); }", "note"),
        ("__global__ void k(int *p) { p[0] = __shfl_sync(~0u, 1, 0); }", "warning"),
        ("__global__ void k(int *p) { p[0] = p[warpSize]; }", "warning"),
        ("__global__ void k(cudaTextureObject_t t) {}", "warning"),
        ("#include <cuda_fp16.h>\n__global__ void k(int *p) {}", "warning"),
        ('__global__ void k() { asm("trap;"); }', "warning"),
        ("__global__ void k() { child<<<1, 1>>>(); }", "warning"),
        ("__global__ void k() { cuda::std::min(1, 2); }", "warning"),
        ("__global__ void ", "warning"),
    ],
)
def test_a_kernel_in_which_nothing_is_to_be_changed_is_a_note(text: str, severity: str) -> None:
    result = convert(f'auto s = R"({text})";\n'.encode(), RULES)
    assert [one.severity for one in result.findings if one.rule == "M021"] == [severity]


@pytest.mark.parametrize(
    ("source", "severity", "begins"),
    [
        ('void w() { out << "__global__ void " << n << "(int n) {}"; }', "note", "the program writes"),
        ('void w() { out\n << "__global__\\n"; }', "note", "the program writes"),
        (
            'void w() { out << "__global__ void k() { __shfl_down_sync(m, x, 1); }"; }',
            "warning",
            "the program writes",
        ),
        ('void w() { out << "#include <cuda.h>"; out << "__global__ "; }', "warning", "the program writes"),
        (
            'void w() { s << "__global__ "; nvrtcCompileProgram(p, 0, 0); }',
            "warning",
            "device code in a string",
        ),
        ('const char *s = "__global__ ";', "warning", "device code in a string"),
    ],
)
def test_what_a_generator_writes_is_no_text_for_a_runtime_compiler(
    source: str, severity: str, begins: str
) -> None:
    (said,) = [one for one in convert(source.encode(), RULES).findings if one.rule == "M021"]
    assert (said.severity, said.message.startswith(begins)) == (severity, True)


PUT_TOGETHER = """{0}
int make(Program *p, const char *name) {{
    std::string s;
    s += "extern \\"C\\" __global__ void\\n";
    s += name;
    s += "(int *p) {{ {1}; }}\\n";
    return nvrtcCreateProgram(p, s.c_str(), "a.cu", 0, 0, 0);
}}
"""


@pytest.mark.parametrize(
    ("before", "body", "severity"),
    [
        ("", "p[threadIdx.x] = 1; __syncthreads()", "note"),
        ('const char *other = "one: %s";', "p[0] = 1", "note"),
        ("", "atomicAdd(p, 1u)", "note"),
        ("", "half *h = 0; atomicAdd(h, 1)", "warning"),
        ("", "p[0] =\\n__shfl_sync(~0u, 1, 0)", "warning"),
        ("", "\\nasm(x)", "warning"),
        ("", "cudaTextureObject_t t", "warning"),
        ('const char *head = "#include <cuda_fp16.h>; half one();";', "p[0] = 1", "warning"),
    ],
)
def test_a_kernel_that_a_function_puts_together(before: str, body: str, severity: str) -> None:
    result = convert(PUT_TOGETHER.format(before, body).encode(), RULES)
    assert [one.severity for one in result.findings if one.rule == "M021"] == [severity]


def test_a_kernel_whose_body_comes_from_elsewhere_stays_a_warning() -> None:
    source = 'int make(P *p) { std::string s = "__global__ void k()\\n"; s += read("x"); return rtc(p, s); }'
    assert [one.severity for one in convert(source.encode(), RULES).findings if one.rule == "M021"] == [
        "warning"
    ]
