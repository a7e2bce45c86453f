"""Objects in shared memory whose class has a constructor."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from helpers.command import put
from helpers.matches import matched
from helpers.toolchain import compiled

from hipify_py.project.run import convert_tree
from hipify_py.settings import Settings

if TYPE_CHECKING:
    from pathlib import Path

    from helpers.toolchain import Hipcheck

KERNEL = "{}\n__global__ void k() {{ __shared__ {} v{}; }}\n"
MAKES = [
    "struct V { V() : x(0) {} int x; };",
    "struct V { __device__ V() { x = 0; } int x; };",
    "struct V { V(int x = 0, int y = f(1)) : x(x) {} int x; };",
    "class V { int x; public: V(); };",
    "struct V { float x = 0; };",
    "struct V { int x{}; };",
    "struct __align__(8) V { int x = 1; };",
    "struct W { W() : x(0) {} int x; }; struct V { int a; W w[2]; };",
    "struct W { W() : x(0) {} int x; }; struct V : public W { };",
    "struct V { dim3 size; };",
    "struct W { int x = 0; }; using V = W;",
    "namespace n { struct W { int x = 0; }; } typedef n::W U; typedef U V;",
]
MAKES_NOTHING = [
    "struct V { int x; };",
    "struct V { V() {} int x; };",
    "struct V { V() = default; V(int x) : x(x) {} int x; };",
    "struct V { static const int n = 3; void f() { int a = 0; for (int i = 0; i < n; ++i) a += i; } };",
    "struct W { W() : x(0) {} int x; }; struct V { W *w; V f(int a = 3); };",
    "struct V;",
    "struct W { int x = 0; }; using V = W *; struct V2 { ~V2(); int a; };",
    "struct W { int x = 0; }; struct U { int x; }; using V = U;",
]


@pytest.mark.parametrize("extents", ["", "[8]", "[N][2]"])
@pytest.mark.parametrize("made", MAKES)
def test_what_a_constructor_would_make(made: str, extents: str) -> None:
    union = f"union Shared_v {{ V v{extents}; __device__ Shared_v() {{}} __device__ ~Shared_v() {{}} }}"
    text, said = matched("M029", KERNEL.format(made, "V", extents))
    declared = f"{union} shared_v; auto &v = shared_v.v"
    assert text == KERNEL.format(made, "V", extents).replace(f"V v{extents};", f"{declared};")
    assert said == []
    assert matched("M029", text) == (text, [])


@pytest.mark.parametrize("made", MAKES_NOTHING)
def test_what_no_constructor_makes(made: str) -> None:
    source = KERNEL.format(made, "V", "[2]")
    assert matched("M029", source) == (source, [])


@pytest.mark.parametrize("kind", ["dim3", "curandState", "thrust::pair<int, float>", "volatile dim3"])
def test_types_of_libraries(kind: str) -> None:
    text, said = matched("M029", KERNEL.format("", kind, ""))
    assert f"union Shared_v {{ {kind} v;" in text
    assert said == []


def test_names_that_are_taken() -> None:
    text, _ = matched("M029", KERNEL.format("int shared_v, Shared_v;", "dim3", ""))
    assert "union Shared_v_ { dim3 v; __device__ Shared_v_() {}" in text
    assert "shared_v_; auto &v = shared_v_.v;" in text


@pytest.mark.parametrize(
    "source", ["__shared__ dim3 v;", "__global__ void k() { __shared__ dim3 v, w; }", "__shared__ dim3 v[2];"]
)
def test_what_a_union_cannot_hold_is_reported(source: str) -> None:
    assert matched("M029", source) == (source, [("M029", "v")])


@pytest.mark.parametrize(
    "source",
    [
        "__global__ void k() { extern __shared__ dim3 v[]; }",
        "extern __shared__ dim3 v[];",
        "#define V __shared__ dim3 v;\n",
        "__global__ void k() { __shared__ curandStateMtgp32 v; __shared__ dim3 *p; }",
    ],
)
def test_what_constructs_nothing(source: str) -> None:
    assert matched("M029", source) == (source, [])


@pytest.mark.parametrize(
    ("made", "expected"), [*((one, True) for one in MAKES), *((one, False) for one in MAKES_NOTHING)]
)
def test_classes_of_headers(made: str, *, expected: bool, tmp_path: Path) -> None:
    """They are told over files, as are names for them, one for the other."""
    files = {
        "made.h": f"#pragma once\n{made}\n",
        "named.cuh": '#pragma once\n#include "made.h"\nusing A = V;\nnamespace m { typedef A B; }\n',
        "a.cu": KERNEL.format('#include "named.cuh"', "V", ""),
        "b.cu": KERNEL.format('#include "named.cuh"', "B", ""),
        "c.cu": KERNEL.format('#include "named.cuh"\nstruct V3 { int x; };', "V3", ""),
        "d.cu": KERNEL.format("struct V { int x; };", "V", ""),
    }
    for name, text in files.items():
        put(tmp_path / name, text)
    report = convert_tree([str(tmp_path)], Settings(mode="memory"))
    changed = {one.path[-4:] for one in report.files if b"Shared_v" in (one.output or b"")}
    assert changed == ({"a.cu", "b.cu"} if expected else set())


TEMPLATE = (
    "struct V {{ float x = 0; }};\n{}__global__ void k(float *p) {{ __shared__ {} v{}; *p = v{}.x; }}{}\n"
)


@pytest.mark.parametrize("type_", ["V", "volatile V", "dim3"])
@pytest.mark.parametrize(("extents", "first"), [("", ""), ("[8]", "[0]"), ("[8][2]", "[0][1]")])
def test_in_a_template_it_is_declared_by_its_bytes(type_: str, extents: str, first: str) -> None:
    source = TEMPLATE.format("template <int N> ", type_, extents, first, "")
    text, said = matched("M029", source)
    bytes_ = f"char shared_v[sizeof({type_}{' ' if extents else ''}{extents})]"
    named = f"auto &v = reinterpret_cast<{type_} (&){extents}>(shared_v);"
    assert text == source.replace(f"{type_} v{extents};", f"__align__(alignof({type_})) {bytes_}; {named}", 1)
    assert said == []
    assert matched("M029", text) == (text, [])


@pytest.mark.compiler
@pytest.mark.parametrize("instance", ["template __global__ void k<3>(float *);", ""])
def test_it_compiles_where_a_template_is_instantiated_by_itself(
    instance: str, tmp_path: Path, hipcheck: Hipcheck
) -> None:
    source = TEMPLATE.format("template <int N> ", "V", "[8]", "[0]", instance)
    compiles, said = compiled(matched("M029", source).text, hipcheck, tmp_path)
    assert compiles, said
