"""A program's own functions on numbers that HIP has for the device."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from helpers.matches import RULES, matched

if TYPE_CHECKING:
    from pathlib import Path

    from helpers.toolchain import Hipcheck

(WORDS,) = (one.words for one in RULES.rules if one.id == "M249")
NAMES = sorted(one.decode() for one in WORDS)
OF_TWO = ["atan2", "copysign", "fdim", "fmax", "fmin", "fmod", "hypot", "nextafter", "pow", "remainder"]


def own(name: str, marks: str) -> str:
    """Give a form of one of C's functions."""
    base = name.removesuffix("f") if name != "erf" else name
    kind = "double" if base == name else "float"
    more = {"fma": f", {kind}, {kind}", "ldexp": ", int"}.get(base, f", {kind}" if base in OF_TWO else "")
    return f"{marks} {kind} {name}({kind} a{more}) {{ return a; }}\n"


@pytest.mark.parametrize(
    "marks", ["__device__", "static __device__ inline", "__host__ __device__ __forceinline__"]
)
def test_each_of_c_is_told(marks: str) -> None:
    source = "".join(own(name, marks) for name in NAMES)
    made = matched("M249", source)
    assert made.text == source
    assert len(made.said) == len(NAMES)


@pytest.mark.parametrize(
    "source",
    [
        "".join(own(name, "static inline") for name in NAMES),
        "__device__ float mypow(float x, int n) { return x; }\n__device__ double my_round(double);\n",
        "template <class T> __device__ double round(T x) { return x; }\n",
        "template <> __device__ double round(double x) { return x; }\n",
        "__device__ double round(double x, int n) { return x; }\n",
        "__device__ double round(const V &x) { return x.x; }\n",
        "__device__ double round(double x);\n",
        "struct V { __device__ double round(double x) { return x; } };\n",
        "namespace a { __device__ double round(double x) { return x; } }\n",
        "#ifndef __HIP_PLATFORM_AMD__\n__device__ double round(double x) { return x; }\n#endif\n",
    ],
)
def test_others_are_not(source: str) -> None:
    assert matched("M249", source) == (source, [])


@pytest.mark.compiler
@pytest.mark.parametrize("marks", ["__device__", "__host__ __device__ inline"])
def test_clang_refuses_each(marks: str, hipcheck: Hipcheck, tmp_path: Path) -> None:
    (tmp_path / "a.hip").write_text(
        "#include <hip/hip_runtime.h>\n" + "".join(own(one, marks) for one in NAMES)
    )
    _, said = hipcheck(tmp_path / "a.hip", "--arch", "gfx90a", "-ferror-limit=0")
    assert [name for name in NAMES if f"'{name}'" not in said] == []
