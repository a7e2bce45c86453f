"""Conditions on the architecture in bodies of the host: CUDA has no number there either."""

from __future__ import annotations

import pytest

from hipify_py.match.host_bodies import in_host_body
from hipify_py.settings import Options
from hipify_py.source.unit import Unit
from hipify_py.surroundings import Project

KNOWS = "#if __CUDA_ARCH__ < 300\n  n = 8;\n#else\n  n = 16;\n#endif\n"
CLASS = "struct Format { int a; void process(int *); };\n"
BODY = f"{{\n  int n = 0;\n{KNOWS}  cudaMalloc(&p, n);\n}}\n"


def is_host(source: str, options: Options = Options()) -> bool:  # noqa: B008  frozen
    return in_host_body(Unit(source.encode()), source.index("__CUDA_ARCH__ <"), options)


@pytest.mark.parametrize(
    "source",
    [
        f"void f(int *p) {BODY}",
        f"static inline unsigned long f(int *p) {BODY}",
        f'extern "C" const Pair<int, A<4>> &f(int *p) {BODY}',
        f"namespace n {{ std::vector<int> f(int *p) {BODY} }}",
        f"{CLASS}void Format::process(int *p) const {BODY}",
        f"{CLASS}Size n::Format::process(UINT p[4]) noexcept {BODY}",
        f'#include "A_B.h"\n#ifdef A_B\n#define C_D 1\n#endif\nuint PICK(int *p) {BODY}',
        f"int f(int *); __global__ void k() {{}}\nint f(int *p) {BODY} void g() {{ f(0); }}",
        f"void f(std::ofstream &p) {{ int n; {{\n{KNOWS}}} }}\n",
        f"void f() {{ int n;\n{KNOWS}  k<<<1, n>>>(); }}\n",
        f"void f() {{ int n;\n{KNOWS}  if (!n) throw n; }}\n",
        f"void f() {{ int n;\n{KNOWS}  hipMalloc(&p, n); }}\n",
        f"Result f() {{ int n;\n{KNOWS}  return cuCtxSynchronize(); }}\n",
        f"void f(int *p) {BODY}".replace("__CUDA_ARCH__ < 300", "__CUDA_ARCH__ < 300 && FAST"),
    ],
)
def test_bodies_of_the_host(source: str) -> None:
    assert is_host(source)


@pytest.mark.parametrize(
    "source",
    [
        KNOWS,  # in no function
        f"__device__ void f(int *p) {BODY}",
        f"__global__ void f(int *p) {BODY}",
        f"__host__ __device__ void f(int *p) {BODY}",
        f"OURS void f(int *p) {BODY}",
        f"ours void f(int *p) {BODY}",
        f"OURS f(int *p) {BODY}",
        f"OURS_TYPE f(int *p) {BODY}",
        f"void OURS f(int *p) {BODY}",
        f"void f(int *p) OURS {BODY}",
        f"KERNEL(f) {BODY}",
        f"template <class T> void f(T *p) {BODY}",
        f"template <class T> struct S {{ void f(T *p) {BODY} }};",
        f"struct S {{ void f(int *p) {BODY} }};",
        f"struct S {{ S(int *p) {BODY} }};",
        f"constexpr int f(int *p) {BODY}",
        f"inline constexpr int f(int *p) {BODY}",
        f"auto f(int *p) {BODY}",
        f"auto f(int *p) -> int {BODY}",
        f"[[nodiscard]] int f(int *p) {BODY}",
        f"auto f = [](int *p) {BODY};",
        f"void f(int *p) {{ cudaMalloc(&p, 1); g([=] __device__ () {BODY}); }}",
        f"void f(int *p) {{ cudaMalloc(&p, 1); g([=] (int i) {BODY}); }}",
        f"void f(int *p) {{ cudaMalloc(&p, 1); struct S {{ __device__ int g() {BODY} }}; }}",
        f"#ifdef __CUDACC__\n__device__\n#endif\nvoid f(int *p) {BODY}",
        f"#define hd __device__\nhd void f(int *p) {BODY}",
        f"#define inline __device__\ninline void f(int *p) {BODY}",
        f"#pragma clang force_cuda_host_device begin\nvoid f(int *p) {BODY}",
        f"__device__ void f(int *p); void f(int *p) {BODY}",
        f"OURS void f(int *p); void f(int *p) {BODY}",
        f"#ifdef A\nOURS\n#endif\nvoid f(int *p);\nvoid f(int *p) {BODY}",
        f"struct C {{ __device__ void f(int *p); }}; void C::f(int *p) {BODY}",
        f"struct C {{ OURS void f(int *p); }}; void C::f(int *p) {BODY}",
        f"void f(int *p) {{ int n = threadIdx.x;\n{KNOWS}  cudaFree(p); }}",
        f"int f(int n) {{\n{KNOWS}  return n; }}\n",  # nothing says for whom it is
        f"int f(int n) {{\n{KNOWS}#ifndef __CUDA_ARCH__\n  cudaFree(p);\n#endif\n  return n; }}\n",
        f"int f(int n) {{\n{KNOWS}#ifdef __CUDA_ARCH__\n#else\n  throw n;\n#endif\n  return n; }}\n",
        "void f(int *p) { cudaFree(p);\n#if __CUDA_ARCH__ < 300\n}\nvoid g() { cudaFree(0);\n#endif\n}\n",
        f"void f(int *p) {{ cudaFree(p); }}\n{KNOWS}",
        f"void Format::process(int *p) {BODY}",  # of which the class may mark it by any word
        f"hd Format::Format(int *p) {BODY}",
        f"void f(int *p) {BODY}".replace("n = 8", "n = 8;\n#define N 8"),  # of which other code may hang
    ],
)
def test_what_may_be_for_the_device_or_is_in_doubt(source: str) -> None:
    assert not is_host(source)


@pytest.mark.parametrize(
    ("key", "expected"),
    [
        (b"Format::process(1)", False),
        (b"process n::Format<int *>", False),
        (b"Format::other(1)", True),
        (b"processed n<int *>", True),
        (b"ours", True),
        (b"Format", False),
    ],
)
def test_what_other_files_tell_of_declarations(key: bytes, *, expected: bool) -> None:
    told = Options(project=Project(attributes={key: b"__host__ __device__"}))
    assert is_host(f"{CLASS}void Format::process(int *p) {BODY}", told) is expected
