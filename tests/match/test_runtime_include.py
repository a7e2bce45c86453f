"""Where the include goes that nvcc brings by itself, and where none is needed."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from helpers.command import put

from hipify_py.conversion import convert
from hipify_py.project.run import convert_tree
from hipify_py.rules.load import load
from hipify_py.settings import Options, Settings
from hipify_py.surroundings import Project

RULES = load()
INCLUDE = "#include <hip/hip_runtime.h>"
KERNEL = "__global__ void k();\n"


def run(text: str, path: str = "a.cu") -> str:
    return convert(text.encode(), RULES, Options(path=path)).output.decode()


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("", f"{INCLUDE}\n\n"),
        ("// Licence\n\n", f"// Licence\n\n{INCLUDE}\n\n"),
        ("/* Licence\n */\n\n", f"/* Licence\n */\n\n{INCLUDE}\n\n"),
        ("#pragma once\n", f"#pragma once\n{INCLUDE}\n\n"),
        ("// L\n#pragma once\n\n", f"// L\n#pragma once\n\n{INCLUDE}\n\n"),
        ("\ufeff", f"\ufeff{INCLUDE}\n\n"),
        ("\ufeff// L\n\n", f"\ufeff// L\n\n{INCLUDE}\n\n"),
        ("// of the kernel\n", f"{INCLUDE}\n\n// of the kernel\n"),
        ("// L\n\n// of the kernel\n", f"// L\n\n{INCLUDE}\n\n// of the kernel\n"),
        ("#include <vector>\n", f"{INCLUDE}\n#include <vector>\n"),
        ("// L\n#include <vector>\n", f"// L\n{INCLUDE}\n#include <vector>\n"),
    ],
)
def test_place(before: str, after: str) -> None:
    assert run(before + KERNEL) == after + KERNEL


def test_behind_an_include_guard() -> None:
    head, tail = "#ifndef A_H\n#define A_H\n", "\n#endif\n"
    assert run(head + KERNEL + tail) == f"{head}{INCLUDE}\n\n{KERNEL}{tail}"


@pytest.mark.parametrize(
    "head",
    [
        "/*\n * Licence\n\n * more of it\n */\n",
        "/*\n\n*/ ",
        "/* a */ /* b\n\n c */ ",
        "/* a\n\n b */ // c\n",
    ],
)
def test_never_inside_a_comment(head: str) -> None:
    assert run(head + KERNEL) == f"{INCLUDE}\n\n{head}{KERNEL}"


@pytest.mark.parametrize(
    "text",
    [
        "// hipify: ignore[N008] for the CUDA build\n#include <cuda_fp16.h>\n" + KERNEL,
        "// hipify: ignore[N000] for the CUDA build\n\nvoid f() { cudaFree(p); }\n" + KERNEL,
        "/* hipify: ignore[N000] for the CUDA build */\n// and more\n\nvoid f() { cudaFree(p); }\n" + KERNEL,
    ],
)
def test_never_between_a_suppression_and_what_it_speaks_of(text: str) -> None:
    assert run(text).startswith(INCLUDE + "\n")
    assert run(text).endswith(text)
    assert run(run(text)) == run(text)


def test_assert_is_brought_for_kernels_too() -> None:
    kernel = f"{INCLUDE}\n__global__ void k(int n) {{ static_assert(true); assert(n); }}\n"
    assert run(kernel) == f"#include <assert.h>\n{kernel}"
    assert run(f"#include <cassert>\n{kernel}") == f"#include <cassert>\n{kernel}"


@pytest.mark.parametrize("path", ["a.cu", "a.cpp"])
def test_the_header_for_opengl_comes_behind_the_runtime(path: str) -> None:
    api, gl = ("#include <hip/hip_runtime_api.h>\n", "#include <hip/hip_gl_interop.h>\n")
    rest = "int main() { hipFree(0); }\n"
    made = convert(f"{gl}{api}{rest}".encode(), RULES, Options(path=path)).text
    assert made == f"{INCLUDE}\n{gl}{api}{rest}"
    ordered = f"{INCLUDE}\n{gl}{rest}"
    assert convert(ordered.encode(), RULES, Options(path=path)).text == ordered


def test_line_ends_are_those_of_the_file() -> None:
    assert run("int x;\r\n__global__ void k();\r\n") == f"{INCLUDE}\r\n\r\nint x;\r\n__global__ void k();\r\n"


@pytest.mark.parametrize(
    ("text", "path"),
    [
        ("int x;\n", "a.cu"),
        ("// __global__ cudaFree\n", "a.cu"),
        ('char s[] = "__global__";\n', "a.cu"),
        ("my__global__ cudaFreeX;\n", "a.cpp"),
        ("void f() { hipFree(p); }\n", "a.cu"),
        (f"{INCLUDE}\n{KERNEL}", "a.cu"),
        ('#include "hip/hip_runtime.h"\n' + KERNEL, "a.cu"),
        ("#ifdef __global__\n#endif\n", "a.cu"),
        ("a << b << c;\n", "a.cu"),
        (f"#define BLOCK_SIZE 4\n#define _GNU_SOURCE\n{INCLUDE}\n{KERNEL}", "a.cu"),
        (f"#define T int\n{INCLUDE}\n{KERNEL}", "a.cuh"),
        (f'#define BEGIN extern "C" {{\n{INCLUDE}\n{KERNEL}', "a.cuh"),
        (f"#pragma once {{\n{INCLUDE}\n{KERNEL}", "a.cuh"),
        (f"namespace a {{\nint x;\n}}\n{INCLUDE}\n{KERNEL}", "a.cuh"),
        (f"#ifndef a_h\n#define a_h\n{INCLUDE}\n{KERNEL}#endif\n", "a.cu"),
        (f"{INCLUDE}\n__device__ bool f(float v) {{ return isnan(v); }}\n", "a.cu"),
        (f"{INCLUDE}\n#include <cstring>\nint f(char *p) {{ return strlen(p); }}\n", "a.cu"),
        (f"{INCLUDE}\nbool f(float v) {{ return std::isnan(v) || a.memcmp(v); }}\n", "a.cu"),
        (f"{INCLUDE}\nDEV int f(char *p) {{ __syncthreads(); return strlen(p); }}\n", "a.cu"),
        ("int f(char *p) { return strlen(p); }\n", "a.h"),
        (f"{INCLUDE}\nint f(char *p) {{ return strlen(p); }}\n", "a.hip"),
    ],
)
def test_nothing_is_added_where_nothing_is_needed(text: str, path: str) -> None:
    assert run(text, path) == text


@pytest.mark.parametrize("call", ["isnan(v)", "signbit(v)", "modf(v, &whole)"])
def test_the_header_of_c_gives_the_overloads_that_that_of_cxx_keeps_in_std(call: str) -> None:
    text = f"{INCLUDE}\n#include <cmath>\nvoid f(float v) {{ {call}; }}\n"
    assert run(text) == f"#include <math.h>\n{text}"


def test_assembly_alone_does_not_keep_a_function_from_the_host() -> None:
    """What is converted would not say so any more, and the next run would add the include."""
    text = f'{INCLUDE}\nDEV int f(char *p) {{ asm("mov.u32 %0, %laneid;" : "=r"(l)); return strlen(p); }}\n'
    assert "#include <string.h>" in run(text)


def test_a_converted_include_is_enough() -> None:
    assert run("#include <cuda_runtime.h>\n" + KERNEL) == f"{INCLUDE}\n{KERNEL}"


def test_a_plain_c_file_gets_no_include_for_a_name() -> None:
    assert run("void f() { cudaFree(p); }\n", "a.c") == "void f() { hipFree(p); }\n"


def test_none_is_added_when_not_wanted() -> None:
    options = Options(path="a.cu", add_include=False)
    assert convert(KERNEL.encode(), RULES, options).output == KERNEL.encode()


def test_a_header_of_the_project_may_bring_it() -> None:
    project = Project(files={"a.h": "a.h"}, runtime=frozenset({"a.h"}))
    source = b'#include "a.h"\n' + KERNEL.encode()
    assert convert(source, RULES, Options(path="a.cu", project=project)).output == source
    without = Project(files={"a.h": "a.h"})
    assert INCLUDE.encode() in convert(source, RULES, Options(path="a.cu", project=without)).output


def test_it_is_read_before_a_header_of_the_project_that_makes_a_macro_which_it_may_meet() -> None:
    project = Project(
        files={"a.h": "a.h", "b.h": "b.h"}, runtime=frozenset({"b.h"}), clashes=frozenset({"a.h"})
    )
    for given, first in (('"a.h"\n#include "b.h"', True), ('"b.h"\n#include "a.h"', False)):
        source = f"#include {given}\n{KERNEL}".encode()
        made = convert(source, RULES, Options(path="a.cu", project=project)).output
        assert made == (f"{INCLUDE}\n".encode() + source if first else source)
        assert convert(made, RULES, Options(path="a.cu", project=project)).output == made


def test_it_is_read_before_a_header_that_makes_such_a_macro_and_then_brings_it() -> None:
    both = frozenset({"a.h"})
    project = Project(files={"a.h": "a.h"}, runtime=both, clashes=both)
    source = f'#include "a.h"\n{KERNEL}'.encode()
    made = convert(source, RULES, Options(path="a.cu", project=project)).output
    assert made == f"{INCLUDE}\n".encode() + source
    assert convert(made, RULES, Options(path="a.cu", project=project)).output == made


@pytest.mark.parametrize(
    "before",
    [
        "#define T float\n",
        "#define warp_size 32\n",
        "#define index(a) a\n",
        '#include "own.h"\n#define real double\n',
        "namespace a {\n",
        'extern "C" {\n',
        '#ifdef __cplusplus\nextern "C" {\n#endif\n',
    ],
)
def test_it_is_read_first_where_what_brings_it_comes_too_late(before: str) -> None:
    made = run(f"{before}{INCLUDE}\n{KERNEL}")
    assert made.startswith(f"{INCLUDE}\n")
    assert made.endswith(f"{before}{INCLUDE}\n{KERNEL}")
    assert run(made) == made


@pytest.mark.parametrize("helper", ["<helper_cuda.h>", '"helper_timer.h"', '"hipify_samples.h"'])
@pytest.mark.parametrize("path", ["a.cu", "a.cpp"])
def test_what_stands_for_a_helper_of_the_samples_brings_the_api(helper: str, path: str) -> None:
    text = f"#include {helper}\nvoid f() {{ checkCudaErrors(cudaFree(0)); }}\n"
    made = run(text, path)
    assert made.startswith('#include "hipify_samples.h"\n' if path == "a.cpp" else f"{INCLUDE}\n")
    for source in (text, f"{{\n#include {helper}\n}}"):
        once = run(source, path)
        assert run(once, path) == once


def test_it_is_read_before_a_macro_that_gets_a_name_which_its_headers_may_meet() -> None:
    made = run(f"#define CUDA_ARRAY3D_SURFACE_LDST 2\n{INCLUDE}\n{KERNEL}")
    assert made.startswith(f"{INCLUDE}\n")
    assert "#define hipArraySurfaceLoadStore 2\n" in made


def test_a_unit_that_uses_names_has_the_whole_runtime() -> None:
    source = '#include <cuda.h>\n#include "own.cuh"\nvoid f() { cudaFree(p); }\n'
    assert run(source).startswith(f"{INCLUDE}\n#include <hip/hip_runtime_api.h>\n")


def test_own_headers_that_bring_it_stand_in_no_linkage_of_c() -> None:
    source = 'extern "C" {\n#include "a.cuh"\n}\n'
    assert run(source) == f"{INCLUDE}\n\n{source}"
    project = Project(files={"a.cuh": "a.cuh", "b.h": "b.h"}, runtime=frozenset({"a.cuh"}))
    options = Options(path="a.cpp", project=project)
    assert convert(source.encode(), RULES, options).output.decode() == f"{INCLUDE}\n\n{source}"
    late = f"{source}{INCLUDE}\n"
    assert convert(late.encode(), RULES, options).output.decode() == f"{INCLUDE}\n\n{late}"
    other = source.replace("a.cuh", "b.h").encode()
    assert convert(other, RULES, options).output == other


@pytest.mark.parametrize(
    ("call", "header"),
    [
        ("memset(p, 0, 1)", "string.h"),
        ("::strcmp(p, p)", "string.h"),
        ("strcasecmp(p, p)", "string.h"),
        ("g(strerror (1))", "string.h"),
        ("bzero(p, 1)", "string.h"),
        ("isfinite(x)", "math.h"),
        ("(signbit (x))", "math.h"),
        ("assert(x)", "assert.h"),
    ],
)
@pytest.mark.parametrize("head", ["void f", "__host__ __device__ void f", "#define M"])
def test_functions_of_c_that_cudas_header_brings(call: str, header: str, head: str) -> None:
    source = f"{INCLUDE}\n{head}(p, x) {{ {call}; }}\n"
    assert run(source) == f"#include <{header}>\n{source}"


@pytest.mark.parametrize(
    ("project", "added"),
    [
        (Project(in_cuda=True), True),
        (Project(in_cuda=True, cxx="a.cpp"), False),
        (Project(in_cuda=True, in_c=True), False),
        (Project(), False),
    ],
)
def test_a_header_without_cuda_may_rely_on_what_nvcc_includes_for_its_units(
    project: Project, added: bool
) -> None:
    source = b"#pragma once\ninline void f(char *p) { memset(p, 0, 1); }\n"
    text = convert(source, RULES, Options(path="a.h", project=project)).output.decode()
    expected = "#pragma once\n#ifdef __HIPCC__\n#include <string.h>\n#endif\n\ninline"
    assert text.startswith(expected) if added else text.encode() == source


@pytest.mark.parametrize(
    ("project", "added"),
    [
        (Project(in_cuda=True, cxx="a.cpp"), True),
        (Project(in_cuda=True, in_c=True), False),
        (Project(cxx="a.cpp"), False),
    ],
)
def test_a_macro_that_plain_cxx_need_not_use_may_rely_on_it_there_too(project: Project, added: bool) -> None:
    source = b"#pragma once\n#define NAME strrchr(__FILE__, '/')\nfloat f() { return sqrt(FLT_MAX); }\n"
    for more in b"", b"#include <string.h>\n":
        made = convert(more + source, RULES, Options(path="a.h", project=project)).output
        assert (b"#ifdef __HIPCC__\n#include <string.h>\n#endif\n" in made) is (added and not more)
        assert b"math.h" not in made


@pytest.mark.parametrize(
    ("include", "call"),
    [("cstring", "bzero(p, 1)"), ("strings.h", "strcasecmp(p, p)"), ("cstring", "strerror(1)")],
)
def test_what_is_brought_is_not_asked_for_twice(include: str, call: str) -> None:
    source = f"#include <{include}>\n{INCLUDE}\nvoid f(char *p) {{ {call}; }}\n"
    assert run(source) == source


@pytest.mark.parametrize(
    ("includes", "use", "added"),
    [
        (["cublas_v2.h"], "__half *p;", ["hip/hip_fp16.h"]),
        (["cublas_v2.h"], "__nv_bfloat16 *p; half2 q;", ["hip/hip_bf16.h", "hip/hip_fp16.h"]),
        (["cusparse.h"], "__half *p; __nv_bfloat16 *q;", ["hip/hip_bf16.h", "hip/hip_fp16.h"]),
        (["cusolverDn.h"], "cublasOperation_t o = CUBLAS_OP_N;", ["hipblas/hipblas.h"]),
        (["cusolverSp.h"], "cusparseMatDescr_t d;", ["hipsparse/hipsparse.h"]),
        (["cublasLt.h"], "cublasOperation_t o;", ["hipblas/hipblas.h"]),
        (["nccl.h"], "__nv_bfloat16 *p; __nv_fp8_e4m3 *q;", ["hip/hip_bf16.h", "hip/hip_fp8.h"]),
        (["cuda_fp8.h"], "__half *p;", ["hip/hip_fp16.h"]),
        (["cublas_v2.h", "cuda_fp16.h"], "__half *p;", []),
        (["cusolverDn.h", "cublas_v2.h"], "cublasHandle_t h;", []),
        (["cublas_v2.h"], "cublasHandle_t h;", []),
        (["cufft.h"], "__half *p;", []),
        (["cublas_v2.h"], "namespace mine { struct half {}; half h; }", []),
    ],
)
def test_what_a_header_of_a_library_brought_is_included(
    includes: list[str], use: str, added: list[str]
) -> None:
    source = "".join(f"#include <{path}>\n" for path in includes)
    made = run(f"{source}{use}\n", path="a.cpp")
    found = re.findall(r"#include <(.*)>", made)
    assert found[: len(added)] == added
    assert len(found) == len(added) + len(includes)
    assert run(made, path="a.cpp") == made


def test_the_states_of_scans_have_a_header_from_7_2_on() -> None:
    source = f"{INCLUDE}\n#include <cub/cub.cuh>\nusing S = cub::ScanTileState<int>;\n"
    added = "#include <hipcub/agent/single_pass_scan_operators.hpp>\n"
    assert added in run(source)
    older = convert(source.encode(), load(rocm="6.4"), Options(path="a.cu", rocm="6.4"))
    assert added not in older.text
    assert [one.rule for one in older.findings] == ["N002", "N011"]


def test_a_header_that_needs_the_runtime_comes_behind_it() -> None:
    source = "#include <cuda_runtime.h>\n#include <cub/cub.cuh>\ncub::ScanTileState<int> *state;\n"
    first, second = run(source).splitlines()[:2]
    assert (first, second) == (INCLUDE, "#include <hipcub/agent/single_pass_scan_operators.hpp>")
    assert run(run(source)) == run(source)


OWN_KEYWORDS = "#ifndef __CUDACC__\n#define __device__\n#endif\n"


def test_a_header_that_makes_the_keywords_for_plain_cpp_includes_it_for_hip_alone() -> None:
    made = run(f"{OWN_KEYWORDS}__device__ int f();\n", path="a.h")
    assert made.startswith(f"#ifdef __HIPCC__\n{INCLUDE}\n#endif\n#if !defined(__CUDACC__)")
    assert run(made, path="a.h") == made
    assert run(f"{OWN_KEYWORDS}{KERNEL}").startswith(f"{INCLUDE}\n#if ")


@pytest.mark.parametrize(("functions", "guarded"), [({b"__host__"}, True), ({b"__ballot"}, False)])
def test_what_makes_the_keywords_may_be_read_before_a_header(functions: set[bytes], guarded: bool) -> None:
    project = Project(files={"a.h": "a.h"}, functions=frozenset(functions))
    made = convert(b"__device__ int f();\n", RULES, Options(path="a.h", project=project)).text
    assert made.startswith("#ifdef __HIPCC__\n") is guarded


@pytest.mark.parametrize(
    ("cuda", "opencl", "guarded"),
    [
        ("#ifdef CUDA\n", "#elif defined(FW_OPENCL)\n", True),
        ("#ifdef USE_CUDA\n", "#endif\n#ifdef USE_OPENCL\n", True),
        ("#ifndef __OPENCL_VERSION__\n", "#else\n", True),
        ("#ifdef CUDA\n", "#elif defined(CPU)\n", False),
        ("#if GPU\n", "#endif\n#ifdef USE_OPENCL\n", False),
        ("", "#ifdef USE_OPENCL\n", False),
    ],
)
def test_a_header_that_opencl_reads_too_includes_it_for_hip_alone(
    cuda: str, opencl: str, guarded: bool
) -> None:
    source = f"{cuda}#define KERNEL __global__\n{opencl}#define KERNEL __kernel\n#endif\n"
    made = run(source, path="a.h")
    assert made == (f"#ifdef __HIPCC__\n{INCLUDE}\n#endif\n" if guarded else f"{INCLUDE}\n") + source
    assert run(made, path="a.h") == made


BLAS = "cublasOperation_t both(int);\n"


@pytest.mark.parametrize(
    ("condition", "added"),
    [
        ("#if defined(CUBLAS_V2_H_)", False),
        ("#ifdef CUBLAS_V2_H_", False),
        ("#if A\n#elif defined(__CUDA_RUNTIME_H__) && B", False),
        ("#ifndef CUBLAS_V2_H_", True),
        ("#if !defined(CUBLAS_V2_H_)", True),
        ("#if defined(CUBLAS_V2_H_) || A", True),
        ("#ifdef USE_CUDA", True),
    ],
)
def test_what_stands_behind_the_guard_of_a_header_needs_no_include(condition: str, *, added: bool) -> None:
    source = f"int x;\n{condition}\n{BLAS}#endif\n"
    made = run(source, path="a.h")
    assert (INCLUDE in made) is added
    assert run(made, path="a.h") == made
    assert INCLUDE in run(source + BLAS, path="a.h")


SHARED = "static int __host__ __device__ load(const char *in) { return in[0]; }\n"
AS_CXX = '#define __host__\n#define __device__\n#include "load.cu"\nint main() { return load(""); }\n'


@pytest.mark.parametrize(
    ("files", "guarded"),
    [
        ({"cl.cpp": AS_CXX}, True),
        ({"cl.cpp": '#include "cl.h"\n#include "load.cu"\n', "cl.h": OWN_KEYWORDS}, True),
        ({"cl.cpp": '#include "load.cu"\n'}, False),  # it cannot read the keywords without HIP's header
        ({"b.cu": '#include "load.cu"\n'}, False),
        ({}, False),
    ],
)
def test_a_unit_that_plain_cpp_reads_too_includes_it_for_hip_alone(
    tmp_path: Path, files: dict[str, str], guarded: bool
) -> None:
    for name, text in {**files, "load.cu": SHARED}.items():
        put(tmp_path / name, text)
    for _ in range(2):  # converting what was converted changes nothing
        convert_tree([str(tmp_path)], Settings(mode="in-place"))
        made = (tmp_path / "load.cu").read_text()
        opening = f"#ifdef __HIPCC__\n{INCLUDE}\n#endif\n\n" if guarded else f"{INCLUDE}\n\n"
        assert made == opening + SHARED


def test_a_unit_of_plain_cpp_with_all_device_code_guarded_includes_it_for_hip_alone(tmp_path: Path) -> None:
    kernel = "#ifdef __CUDACC__\n__global__ void k();\n#endif\n"
    for name, text in {"a.cu": kernel, "b.cu": kernel, "b.cpp": '#include "b.cu"\n'}.items():
        put(tmp_path / name, text)
    convert_tree([str(tmp_path)], Settings(mode="in-place"))
    assert (tmp_path / "a.cu").read_text().startswith(f"{INCLUDE}\n#if ")
    assert (tmp_path / "b.cu").read_text().startswith(f"#ifdef __HIPCC__\n{INCLUDE}\n#endif\n#if ")


def test_to_make_a_keyword_is_no_use_of_it() -> None:
    source = "#define __device__\n#define __global__\nint f();\n"
    assert run(source, path="a.h") == source


def test_a_header_of_a_library_that_is_brought_is_for_plain_cpp_too() -> None:
    made = run(f"#include <cublas_v2.h>\n{OWN_KEYWORDS}__device__ __half f();\n", path="a.h")
    assert "__HIPCC__\n#include" not in made
    assert "#include <hip/hip_fp16.h>" in made


@pytest.mark.parametrize(
    ("path", "source", "added"),
    [
        ("a.cuh", "struct box { float2 low; };\n", True),
        ("a.cuh", "dim3 grid(int n);\n", True),
        ("a.cuh", "#define GRID dim3{1}\n", True),
        ("a.cuh", "#include <own.h> k<<<dim3{}>>>();\n", False),
        ("a.h", "inline void f() { k << <1, 1>> >(); }\n", True),
        ("a.h", "inline void f() { operator<< <A<B<int>> >(o, a); }\n", False),
        ("a.cuh", "#ifdef dim3\n#endif\n", False),
        ("a.cuh", "struct float2 { float x, y; };\n", False),
        ("a.cuh", "#ifdef __PTX__\nfloat2 p;\n#endif\nstruct float5;\n", False),
        ("a.h", "struct box { float2 low; };\n", False),
    ],
)
def test_a_header_for_nvcc_has_vector_types_wherever_it_is_read(path: str, source: str, added: bool) -> None:
    assert (INCLUDE in run(source, path=path)) is added


@pytest.mark.parametrize(("path", "added"), [("a.cu", True), ("a.cuh", True), ("a.cpp", False)])
def test_a_piece_that_names_the_runtime_calls_for_it_in_files_for_nvcc(path: str, added: bool) -> None:
    pieces = {"a.inl": frozenset({"hip/hip_runtime_api.h"})}
    project = Project(files={"a.inl": "a.inl"}, pieces=pieces)
    made = convert(b'#include "a.inl"\n', RULES, Options(path=path, project=project)).text
    assert (INCLUDE in made) is added


CUDA = "#include <cuda_runtime.h>\n"
TYPES = "#include <stdio.h>\nvoid f(float2 *p, dim3 size);\n"


@pytest.mark.parametrize(
    ("files", "added"),
    [
        ({"a.h": TYPES, "a.cu": '#include "a.h"\nint x;\n'}, True),
        ({"a.h": TYPES, "b.hpp": '#include "a.h"\n', "a.cu": '#include "b.hpp"\nint x;\n'}, True),
        ({"a.h": TYPES, "a.cu": '#include "a.h"\n#include <cuda_runtime.h>\n'}, True),
        ({"a.h": TYPES, "a.cu": '#include <cuda_runtime.h>\n#include "a.h"\n'}, False),
        ({"a.h": TYPES, "b.h": CUDA, "a.cu": '#include "b.h"\n#include "a.h"\n'}, False),
        ({"a.h": "#include <vector_types.h>\n" + TYPES, "a.cu": '#include "a.h"\nint x;\n'}, False),
        ({"a.h": "struct float2 {};\nvoid f(float2 *p);\n", "a.cu": '#include "a.h"\nint x;\n'}, False),
        ({"a.h": TYPES, "a.cu": "int x;\n", "b.cpp": '#include "a.h"\n'}, False),
    ],
)
def test_a_unit_has_the_runtime_before_headers_with_vector_types(
    tmp_path: Path, files: dict[str, str], added: bool
) -> None:
    for name, text in files.items():
        put(tmp_path / name, text)
    report = convert_tree([str(tmp_path)], Settings(mode="memory"))
    made = {Path(file.path).name: (file.output or b"").decode() for file in report.files}
    assert made["a.cu"].startswith(f"{INCLUDE}\n") is (added or files["a.cu"].startswith("#include <cuda"))
    assert all("hip_runtime.h" not in text for name, text in made.items() if name == "a.h")
    for name, text in made.items():
        put(tmp_path / "again" / name, text or files[name])
    again = convert_tree([str(tmp_path / "again")], Settings(mode="memory"))
    assert {file.status for file in again.files} == {"unchanged"}


KERNELS = "#pragma once\n__global__ void k();\n"


@pytest.mark.parametrize(
    ("unit", "added"),
    [
        ('#include "twice.h"\n#include "k.cuh"\n', True),  # which of the two is not known
        ('#include "elsewhere.h"\n#include "k.cuh"\n', True),
        ('#include "k.cuh"\n#include "twice.h"\n', False),
        ('#include "plain.h"\n#include "k.cuh"\n', False),
        ('#include <elsewhere.h>\n#include "k.cuh"\n', False),
        ('#include "../hipify_compat.h"\n#include "k.cuh"\n', False),
        ('#include "twice.h"\n#include <cuda_runtime.h>\n', False),
    ],
)
def test_a_unit_has_the_runtime_before_a_file_that_is_not_known(
    tmp_path: Path, unit: str, added: bool
) -> None:
    for name in ("one/twice.h", "two/twice.h"):
        put(tmp_path / name, f"// {name}\n#ifdef __CUDACC__\ntypedef float2 pair;\n#endif\n")
    for name, text in {"a/a.cu": unit, "b/k.cuh": KERNELS, "a/plain.h": "int n;\n"}.items():
        put(tmp_path / name, text)
    report = convert_tree([str(tmp_path)], Settings(mode="memory"))
    made = {Path(file.path).name: (file.output or b"").decode() for file in report.files}
    assert made["k.cuh"].startswith(f"#pragma once\n{INCLUDE}\n")
    assert made["a.cu"].startswith(f"{INCLUDE}\n{unit}") is added


DECLARED = "#pragma once\n__device__ __forceinline__ int f();\n"
DEFINED = "__device__ __forceinline__ int f() { return 1; }\n"


@pytest.mark.parametrize(
    ("files", "without"),
    [
        ({"x.cuh": f'{DECLARED}#include "x_impl.cuh"\n', "x_impl.cuh": f"#pragma once\n{DEFINED}"}, set()),
        (
            {
                "x.cuh": f'{DECLARED}#include "x_impl.cuh"\n',
                "x_impl.cuh": f'#pragma once\n#include "x.cuh"\n{DEFINED}',
            },
            set(),
        ),
        (
            {
                "x.cuh": f'#pragma once\n#include "x_impl.cuh"\n{DEFINED}',
                "x_impl.cuh": '#pragma once\n#include "x.cuh"\n__device__ __forceinline__ int g();\n',
            },
            set(),
        ),
        ({"x.cuh": f"#pragma once\n{INCLUDE}\n{DEFINED}", "y.cuh": f'#include "x.cuh"\n{KERNEL}'}, {"y.cuh"}),
        (
            {"x.cuh": f'#define DEV __device__\n#include "y.cuh"\n{DEFINED}', "y.cuh": f"{INCLUDE}\n"},
            {"x.cuh"},
        ),
        (
            {"x.cuh": f'#if 1\n#include "y.cuh"\n#endif\n{DEFINED}', "y.cuh": f"{INCLUDE}\n"},
            {"x.cuh"},
        ),
    ],
)
def test_a_header_has_the_runtime_before_its_device_code(
    tmp_path: Path, files: dict[str, str], without: set[str]
) -> None:
    for name, text in files.items():
        put(tmp_path / name, text)
    report = convert_tree([str(tmp_path)], Settings(mode="memory"))
    texts = {
        Path(one.path).name: (one.output or b"").decode() or files[Path(one.path).name]
        for one in report.files
    }
    assert {name for name, text in texts.items() if INCLUDE not in text} == without
    for name, text in texts.items():
        put(tmp_path / "again" / name, text)
    again = convert_tree([str(tmp_path / "again")], Settings(mode="memory"))
    assert {file.status for file in again.files} == {"unchanged"}


@pytest.mark.parametrize(
    ("head", "added"),
    [
        ("#include <thrust/sort.h>\n", True),
        ("#include <cub/cub.cuh>\n", True),
        ("#include <cuda/std/limits>\n", True),
        ("#include <cooperative_groups.h>\n", True),
        ("#include <cuda_fp16.h>\n", False),
        ("#include <thrust/sort.h>\n#include <cfloat>\n", False),
        ("#include <hip/hip_runtime.h>\n#include <thrust/sort.h>\n", False),
    ],
)
def test_what_libcuxx_brings_is_included(head: str, *, added: bool) -> None:
    text = convert(f"{head}float f() {{ return FLT_MAX; }}\n".encode(), RULES, Options(path="a.cu")).text
    assert ("#include <float.h>\n" in text) is added
    unused = f"{head}float f() {{ return o.FLT_MAX; }}\n"
    assert b"float.h" not in convert(unused.encode(), RULES, Options(path="a.cu")).output


LIMIT = "__global__ void k(float *p) { *p = -FLT_MAX; }\n"
OWN_THRUST = "#pragma once\n#include <thrust/device_vector.h>\n"


@pytest.mark.parametrize(
    ("files", "added"),
    [
        ({"k.cu": '#include "a.cuh"\n' + LIMIT, "a.cuh": OWN_THRUST}, {"k.cu"}),
        ({"k.cu": '#include "a.cuh"\n#include "b.cuh"\n', "a.cuh": OWN_THRUST, "b.cuh": LIMIT}, {"b.cuh"}),
        ({"k.cu": '#include <cub/cub.cuh>\n#include "b.cuh"\n', "b.cuh": LIMIT}, {"b.cuh"}),
        ({"k.cu": '#include "b.cuh"\n', "b.cuh": LIMIT}, set()),
        ({"k.cu": '#include "a.cuh"\n' + LIMIT, "a.cuh": OWN_THRUST + "#include <cfloat>\n"}, set()),
        ({"k.cu": LIMIT, "b.cu": '#include "a.cuh"\n', "a.cuh": OWN_THRUST}, set()),
    ],
)
def test_what_libcuxx_brings_through_headers_of_the_program_is_included(
    tmp_path: Path, files: dict[str, str], added: set[str]
) -> None:
    for name, text in files.items():
        put(tmp_path / name, text)
    report = convert_tree([str(tmp_path)], Settings(mode="memory"))
    found = {Path(one.path).name for one in report.files if b"<float.h>" in (one.output or b"")}
    assert found == added


@pytest.mark.parametrize(
    ("source", "added"),
    [
        ("int f() { return threadIdx.x; }\n", True),
        ("#define AT (blockIdx.x * blockDim.x)\n", True),
        ("int f(S s) { int threadIdx = 1; return threadIdx + s.blockIdx.x; }\n", False),
        ("int f(S s) { return s.threadIdx.x; } // threadIdx.x\n", False),
    ],
)
def test_a_unit_that_names_only_indices_needs_the_runtime(source: str, added: bool) -> None:
    made = convert(source.encode(), load(), Options(path="a.cu")).output.decode()
    assert made.startswith("#include <hip/hip_runtime.h>\n") == added
    assert made.endswith(source)


GROWS = "template <class T> __host__ __device__ T grow(T a) {{ return add(a, {call}); }}\n"


@pytest.mark.parametrize("call", ["log(1 + a)", "exp(a)", "pow(a, 2)", "atan2(a, a)", "sinh (a)"])
def test_a_template_for_both_sides_gets_the_forms_for_float(call: str) -> None:
    text = f"{INCLUDE}\n" + GROWS.format(call=call)
    assert run(text) == f"#include <math.h>\n{text}"


@pytest.mark.parametrize(
    "text",
    [
        f"{INCLUDE}\n" + GROWS.format(call="std::log(a)"),
        f"{INCLUDE}\n" + GROWS.format(call="a.log(1)"),
        f"{INCLUDE}\n" + GROWS.format(call="logarithm(a)"),
        f"{INCLUDE}\nusing std::log;\n" + GROWS.format(call="log(a)"),
        f"#include <math.h>\n{INCLUDE}\n" + GROWS.format(call="log(a)"),
        f"{INCLUDE}\n__host__ __device__ float grow(float a) {{ return log(a); }}\n",
        f"{INCLUDE}\ntemplate <class T> __device__ T grow(T a) {{ return log(a); }}\n",
        f"{INCLUDE}\ntemplate <class T> T g(T a);\n__host__ __device__ int h(int a) {{ return log(a); }}\n",
    ],
)
def test_other_calls_of_mathematics_bring_nothing(text: str) -> None:
    assert run(text) == text


HEADER_OF_API = "static inline void g() { cudaFree(0); }\n"


@pytest.mark.parametrize(
    ("files", "is_added"),
    [
        ({"p.inc": HEADER_OF_API, "q.h": HEADER_OF_API.replace("g()", "h()")}, True),
        ({"p.inc": "__device__ inline int f() { return threadIdx.x; }\n", "q.h": HEADER_OF_API}, True),
        ({"p.inc": "int f();\n", "q.h": HEADER_OF_API}, False),
        ({"q.h": HEADER_OF_API, "r.inc": HEADER_OF_API.replace("g()", "h()")}, False),
        ({"a.h": "#include <cuda_runtime.h>\n", "p.inc": HEADER_OF_API, "q.h": "int q();\n"}, False),
    ],
)
def test_a_unit_brings_the_runtime_before_a_piece_that_calls_for_it(
    tmp_path: Path, files: dict[str, str], is_added: bool
) -> None:
    for name, text in files.items():
        put(tmp_path / name, text)
    includes = "".join(f'#include "{name}"\n' for name in files)
    put(tmp_path / "m.cu", f"{includes}__global__ void k(int *p) {{ p[0] = 1; }}\n")
    convert_tree([str(tmp_path)], Settings(mode="in-place"))
    once = (tmp_path / "m.cu").read_text()
    assert once.startswith("#include <hip/hip_runtime.h>\n") is is_added
    assert once.count("hip_runtime") == is_added
    convert_tree([str(tmp_path)], Settings(mode="in-place"))
    assert (tmp_path / "m.cu").read_text() == once
