"""Templates of operators beside those that HIP's vectors have."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from helpers.matches import matched

from hipify_py.match.own_overloads import RATHER

if TYPE_CHECKING:
    from pathlib import Path

    from helpers.toolchain import Hipcheck

OWN = [  # the operator's head behind the list of the template, what it gives back, and a use of it
    ("template <class T> ", "__host__ __device__ T operator*(T a, float b)", "a", "p[0] = p[1] * 2.f"),
    ("template <typename V>\n", "__device__ V operator/(const V &a, float b)", "a", "p[0] = p[1] / 2.f"),
    ("template<class T> ", "__device__ inline T operator-(float b, T a)", "a", "p[0] = 2.f - p[1]"),
    ("template <class T> ", "__device__ bool operator==(T a, float b)", "true", "p[0].x = p[1] == 2.f"),
    ("template <class S> ", "__device__ float2 &operator+=(float2 &a, S b)", "a", "p[0] += 2.f"),
]
STAYS = [
    "template <class T> T operator*(T a, T b);",
    "template <class T, class S> T operator*(T a, S b);",
    "template <class T> float2 operator*(float2 a, T b);",
    "template <class T> vec<T> operator*(vec<T> a, float b);",
    "template <class T> T &operator*=(T &a, float b);",
    "template <class T> T operator-(T a);",
    "template <class T> T operator<<(T a, int b);",
    "template <class T> struct V { friend T operator*(T a, float b); };",
    "template <class T> requires Vector<T> T operator*(T a, float b);",
    "float2 operator*(float2 a, float b);",
    "#ifdef __HIP__\ntemplate <class T> T operator*(T a, float b);\n#endif\n",
]
VECTORS = "__global__ void k(float2 *p) {{ {}; }}\n"


@pytest.mark.parametrize(("begin", "head", "_", "use"), OWN)
def test_the_programs_own_is_taken(begin: str, head: str, _: str, use: str) -> None:
    rest = " { return a; }\n" + VECTORS.format(use)
    made = matched("M109", begin + head + rest)
    assert made.text == begin + RATHER.decode() + head + rest
    assert made.said == []
    assert matched("M109", made.text) == made


@pytest.mark.parametrize("source", STAYS)
def test_where_one_is_the_better_it_stays(source: str) -> None:
    assert matched("M109", source + VECTORS.format("")) == (source + VECTORS.format(""), [])


def test_without_vectors_it_stays() -> None:
    source = "template <class T> T operator*(T a, float b);\n"
    assert matched("M109", source) == (source, [])


@pytest.mark.compiler
def test_hip_takes_what_is_made(hipcheck: Hipcheck, hipcheck64: Hipcheck, tmp_path: Path) -> None:
    file, text = tmp_path / "a.hip", "#include <hip/hip_runtime.h>\n"
    for at, (begin, head, back, use) in enumerate(OWN):
        source = f"{begin}{head} {{ return {back}; }}\n{VECTORS.format(use)}"
        text += f"namespace n{at} {{\n{matched('M109', source).text}}}\n"
    file.write_text(text)
    assert hipcheck(file) == (True, "")
    assert hipcheck64(file) == (True, "")
