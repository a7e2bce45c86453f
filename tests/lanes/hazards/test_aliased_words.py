"""Words of an object that pass a shuffle by a pointer or reference to another type."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest
from helpers.toolchain import Hipcheck, device_code
from helpers.warps import native, remaining, run, said

if TYPE_CHECKING:
    from pathlib import Path

HEAD = """struct S { double d; int i, j; };
__device__ __forceinline__ void words(int *p, int n) {
    for (int i = 0; i < n; i++) p[i] = __shfl_xor(p[i], 1, 32); }
"""
KERNEL = """__global__ void k(S *in, double *out) {
    S v = in[threadIdx.x]; v.d *= 2; %s out[threadIdx.x] = v.d + v.i; }
"""
WORDS = "for (int i = 0; i < 4; i++) "
UNION = "union { S s; int w[4]; } u; u.s = v; "
DROPPED = {  # clang for gfx90a and gfx1100 at -O3 leaves no shuffle, or fewer than without strict aliasing
    "by a pointer": "int *p = (int *)&v; " + WORDS + "p[i] = __shfl_xor(p[i], 1, 32);",
    "a step from it": "auto p = reinterpret_cast<unsigned *>(&v); "
    + WORDS
    + "*(p + i) = __shfl_xor(*(p + i), 1, 32);",
    "by a cast": WORDS + "((int *)&v)[i] = __shfl_xor(((int *)&v)[i], 1, 32);",
    "by a reference": "int *p = (int *)&v; " + WORDS + "{ int &q = p[i]; q = __shfl_xor(q, 1, 32); }",
    "each of a union": UNION + "for (int &w : u.w) w = __shfl_xor(w, 1, 32); v = u.s;",
    "by a pointer into a union": UNION
    + "int *p = u.w; "
    + WORDS
    + "p[i] = __shfl_xor(p[i], 1, 32); v = u.s;",
    "by a function": "words((int *)&v, 4);",
    "by a function given a pointer": "int *p = (int *)&v; words(p, 4);",
}
KEPT = {
    "of a union by its name": UNION + WORDS + "u.w[i] = __shfl_xor(u.w[i], 1, 32); v = u.s;",
    "copied": "int w[4]; __builtin_memcpy(w, &v, 16); for (int &q : w) q = __shfl_xor(q, 1, 32); "
    "__builtin_memcpy(&v, w, 16);",
    "written out": "int *p = (int *)&v; p[0] = __shfl_xor(p[0], 1, 32); p[1] = __shfl_xor(p[1], 1, 32);",
    "one": "int &q = (int &)v; q = __shfl_xor(q, 1, 32);",
    "no shuffle": "int *p = (int *)&v; " + WORDS + "p[i] += 1;",
    "members": "v.d = __shfl_xor(v.d, 1, 32); v.i = __shfl_xor(v.i, 1, 32);",
    "an array of words": "int w[4]; int *p = w; " + WORDS + "p[i] = __shfl_xor(p[i], 1, 32);",
    "words of an array": "int w[4]; for (int &q : w) q = __shfl_xor(q, 1, 32);",
    "an element of a structure's own": "struct { int w[4]; } t; for (int &q : t.w) q = __shfl_xor(q, 1, 32);",
    "in memory": WORDS + "((int *)in)[i] = __shfl_xor(((int *)in)[i], 1, 32);",
    "words of bytes": "auto p = (unsigned char *)&v; " + WORDS + "p[i] = __shfl_xor(p[i], 1, 32);",
    "a function given an array": "int w[4]; words(w, 4);",
}


@pytest.mark.parametrize("form", DROPPED)
def test_words_of_another_type(form: str) -> None:
    source = HEAD + KERNEL % DROPPED[form]
    assert remaining(source) == ["W064"]
    assert "W064" in said(native(source))


@pytest.mark.parametrize("form", KEPT)
def test_what_clang_keeps(form: str) -> None:
    assert "W064" not in remaining(HEAD + KERNEL % KEPT[form])


def test_says_the_object_and_the_place_of_the_shuffle() -> None:
    source = HEAD + KERNEL % DROPPED["by a pointer"]
    (found,) = [one for one in run(source).findings if one.rule == "W064"]
    assert source[slice(*found.span)] == "__shfl_xor"
    assert "the words of v pass" in found.message


def test_in_a_helper_of_the_programs_own() -> None:
    helper = "__device__ int _shfl_down(int v, int d) { return __shfl_down_sync(~0u, v, d); }\n"
    code = "int *x = (int *)&v; for (int i = 0; i < 4; ++i) x[i] = _shfl_down(x[i], 1);"
    assert "W064" in said(run(HEAD + helper + KERNEL % code))


SHUFFLE = re.compile(r"call.*@llvm\.amdgcn\.(?:ds\.(?:bpermute|swizzle)|update\.dpp|mov\.dpp|permlane)")


@pytest.mark.parametrize("arch", ["gfx90a", "gfx1100"])
def test_that_is_what_clang_does(arch: str, hipcheck: Hipcheck, tmp_path: Path) -> None:
    """A kernel of which nothing is said has all of its shuffles, and one of which it is lacks some."""
    assert callable(hipcheck)
    forms = {f"k{n}": body for n, body in enumerate([*DROPPED.values(), *KEPT.values()])}
    path = tmp_path / "a.hip"
    kernels = "".join((KERNEL % body).replace(" k(", f" {name}(") for name, body in forms.items())
    path.write_text(
        "#include <hip/hip_runtime.h>\n" + HEAD + kernels.replace("__global__", 'extern "C" __global__')
    )
    strict, loose = (
        {name: len(SHUFFLE.findall(text.partition(f"@{name}(")[2].partition("\n}\n")[0])) for name in forms}
        for text in (
            device_code(path, arch, "-emit-llvm", *flags) for flags in ([], ["-fno-strict-aliasing"])
        )
    )
    assert [name for name in forms if strict[name] != loose[name]] == [*forms][: len(DROPPED)]
