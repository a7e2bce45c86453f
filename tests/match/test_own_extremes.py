"""A program's own templates `min` and `max`, beside those that HIP has for the device."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from helpers.matches import converted, matched

if TYPE_CHECKING:
    from pathlib import Path

    from helpers.toolchain import Hipcheck

HEAD = "template <class T> "
BODIES = [
    "return a < b ? a : b;",
    "return (a < b) ? a : b;",
    "return (b > a ? a : b);",
    "return a >= b ? b : a;",
    "if (a < b) return a; else return b;",
    "if ( b <= a ) { return b; }\n  return a;",
    "if (a < b) { return a; } else { return b; }",
]
BY = ["T a, T b", "const T a, T const b", "T const &a, const T& b"]
CALLS = "{ *p = min(p[1], p[2]); *q = min(q[1], q[2]); *r = min(r[1], r[2]); }"
USES = f"__global__ void k(size_t *p, unsigned *q, short *r) {CALLS}\n"


@pytest.mark.parametrize("body", BODIES)
def test_one_for_the_device_is_left_out(body: str) -> None:
    for marks in ("__device__ T", "static inline __device__ T", "__device__ __forceinline__ T"):
        for given in BY:
            own = f"{HEAD}{marks} min({given}) {{ {body} }}\n"
            assert matched("M094", own) == (f"#ifndef __HIP_PLATFORM_AMD__\n{own}#endif\n", [])
    other = f"{HEAD}__device__ T max(T a, T b) {{ {body} }}\n"
    assert matched("M094", other) == (other, [("M094", other.partition(" {")[0] + " ")])


@pytest.mark.parametrize("body", BODIES)
def test_one_for_both_sides_is_left_to_the_host(body: str) -> None:
    own = f"template<typename T>\n__host__ __device__ __forceinline__\nT max( T a, T b ) {{ {body} }}"
    own = own.translate(str.maketrans("<>", "><")).replace("template>typename T<", "template<typename T>")
    assert matched("M094", own) == (own.replace("__device__ ", ""), [])
    by_reference = own.replace("T a, T b", "const T &a, const T &b")
    assert matched("M094", by_reference) == (by_reference, [])


@pytest.mark.parametrize(
    "own",
    [
        HEAD + "__device__ T min(T a, T b) { count++; return a < b ? a : b; }",
        HEAD + "__device__ T min(T a, T b) { return a < b ? a : a; }",
        HEAD + "__device__ T min(T a, T b) { return key(a) < key(b) ? a : b; }",
        HEAD + "__host__ __device__ constexpr T min(T a, T b) { return a < b ? a : b; }",
        HEAD + "HOST_DEVICE T min(T a, T b) { return a < b ? a : b; }",
        "int x; " + HEAD + "__device__ T min(T a, T b) { return a < b ? a : b; } int y;",
    ],
)
def test_what_is_not_safe_is_reported(own: str) -> None:
    assert matched("M094", own) == (own, [("M094", own[own.index(HEAD) : own.index("{")])])


@pytest.mark.parametrize(
    "own",
    [
        "template <class T> INLINE T min(T a, T b) { return a < b ? a : b; }",
        "template <class T> HOST_DEVICE const T &min(const T &a, const T &b) { return a < b ? a : b; }",
        "template <class U> __device__ T min(T a, T b) { return a < b ? a : b; }",
        "template <> __device__ float min(float a, float b) { return a < b ? a : b; }",
        "template <class T> __device__ T min(T *a, T *b) { return *a < *b ? *a : *b; }",
        "template <class T> __device__ T min(T a, T b);",
        "__device__ short min(short a, short b) { return a < b ? a : b; }",
        "namespace n { namespace { template <class T> __device__ T min(T a, T b) { return a; } } }",
        "#ifdef __HIP_PLATFORM_AMD__\ntemplate <class T> __device__ T min(T a, T b) { return a; }\n#endif\n",
        "#ifndef __HIP_PLATFORM_AMD__\ntemplate <class T> __device__ T min(T a, T b) { return a; }\n#endif\n",
    ],
)
def test_what_does_not_clash_stays(own: str) -> None:
    assert matched("M094", own) == (own, [])


@pytest.mark.compiler
@pytest.mark.parametrize("check", ["hipcheck", "hipcheck64"])
def test_hip_refuses_them_as_they_are_and_takes_what_is_made(
    check: str, tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    compiled: Hipcheck = request.getfixturevalue(check)
    for number, given in enumerate(BY):
        for marks in ("__device__ T", "__host__ __device__ T", "T"):
            own = f"{HEAD}{marks} min({given}) {{ return a < b ? a : b; }}\n"
            clashes = "__device__" in marks and ("&" not in given or "__host__" not in marks)
            path = tmp_path / f"{number}.hip"
            path.write_text("#include <hip/hip_runtime.h>\n" + own + USES)
            assert compiled(path)[0] is not clashes
            made = converted(own + USES, "a.cu")
            assert made.said == []
            assert (made.text != own + USES) is clashes
            path.write_text("#include <hip/hip_runtime.h>\n" + made.text)
            assert compiled(path) == (True, "")


OWN_MAX = f"{HEAD}__host__ __device__ constexpr T max(T a, T b) {{ return a < b ? b : a; }}\n"
NAMESPACES = "#define BEGIN_M_NAMESPACE namespace m {\n#define END_M_NAMESPACE }\n"


@pytest.mark.parametrize(
    ("text", "told"),
    [
        (f"{NAMESPACES}BEGIN_M_NAMESPACE\nint x;\n{OWN_MAX}END_M_NAMESPACE\n", False),
        (f"{NAMESPACES}BEGIN_M_NAMESPACE\nEND_M_NAMESPACE\nint x;\n{OWN_MAX}", True),
        (f"M_NAMESPACE_BEGIN\nint x;\n{OWN_MAX}M_NAMESPACE_END\n", False),
        (f"M_NAMESPACE_BEGIN\nM_NAMESPACE_END\nint x;\n{OWN_MAX}", True),
        (f"#define IN_NAMESPACE_BEGIN(x) x\n{OWN_MAX}", True),
    ],
)
def test_one_in_a_namespace_that_a_macro_opens_hides_hips(text: str, told: bool) -> None:
    assert (matched("M094", text) != (text, [])) is told
