"""Names for types that headers make, and who sees them."""

from __future__ import annotations

from pathlib import Path

import pytest
from helpers.command import put

from hipify_py.project.run import convert_tree
from hipify_py.settings import Settings

NAMED = """#pragma once
#include <cuComplex.h>
#if SINGLE
typedef cuFloatComplex amplitude;
#else
typedef cuDoubleComplex amplitude;
#endif
namespace n { using vec = float4; }
typedef unsigned char byte;
"""
GATE = "amplitude gate[2][2] = {1, 0, 0, 1};\n"
MADE = "amplitude gate[2][2] = {amplitude{1, 0}, amplitude{0, 1}};\n"
OBJECTS = "struct A { int a; };\ntypedef struct A B;\ntypedef struct { int b; } C, *P;\n"
BETWEEN = {"t.h": NAMED, "u.h": '#include "t.h"\n'}


def made(folder: Path, files: dict[str, str], name: str) -> str:
    """Convert some files; give what comes of one, without its includes."""
    for path, text in files.items():
        put(folder / path, text)
    report = convert_tree([str(folder)], Settings(mode="memory"))
    source = next(file.output or b"" for file in report.files if Path(file.path).name == name)
    return "".join(line for line in source.decode().splitlines(keepends=True) if "#include" not in line)


@pytest.mark.parametrize(
    ("files", "before", "after"),
    [
        ({"u.h": NAMED}, GATE, MADE),
        (BETWEEN, GATE, MADE),
        (BETWEEN, f"#define START {GATE}", f"#define START {MADE}"),
        (BETWEEN, "typedef amplitude a;\na b = {1};\n", "typedef amplitude a;\na b = {1, 0};\n"),
        (BETWEEN, "n::vec v = {1};\n", "n::vec v = {1, 0, 0, 0};\n"),
        (BETWEEN, "using namespace n;\nvec v = {1};\n", "using namespace n;\nvec v = {1, 0, 0, 0};\n"),
        (BETWEEN, "void f(byte __restrict__ *p);\n", "void f(byte *p);\n"),
        ({"u.h": OBJECTS}, "void f(B __restrict__ *p, C __restrict__ q);\n", "void f(B *p, C q);\n"),
        (
            {"u.h": OBJECTS},
            "void f(P __restrict__ p, C __restrict__ *q);\n",
            "void f(P __restrict__ p, C *q);\n",
        ),
        ({"u.h": OBJECTS, "v.h": "typedef int *B;\n"}, "void f(B __restrict__ *p);\n", "void f(B *p);\n"),
        (
            {"u.h": OBJECTS + "typedef int *B;\n"},
            "void f(B __restrict__ *p);\n",
            "void f(B __restrict__ *p);\n",
        ),
        ({"t.h": NAMED, "u.h": ""}, GATE, GATE),
        ({"u.h": NAMED + "struct amplitude;\n"}, GATE, MADE),
        ({"u.h": NAMED, "v.h": "namespace m { struct amplitude { int a; }; }\n"}, GATE, MADE),
        ({**BETWEEN, "u.h": '#include "t.h"\nnamespace m { struct amplitude { int a; }; }\n'}, GATE, GATE),
        (BETWEEN, "namespace m { class amplitude; }\n" + GATE, "namespace m { class amplitude; }\n" + GATE),
    ],
)
def test_a_name_of_a_header(tmp_path: Path, files: dict[str, str], before: str, after: str) -> None:
    assert made(tmp_path, {**files, "a.cu": '#include "u.h"\n' + before}, "a.cu") == after


def test_a_header_that_is_read_behind_the_name(tmp_path: Path) -> None:
    files = {"t.h": NAMED, "gate.h": GATE, "a.cu": '#include "t.h"\n#include "gate.h"\n'}
    assert made(tmp_path, files, "gate.h") == MADE


def test_operators_on_a_name_of_a_header(tmp_path: Path) -> None:
    """HIP has them for the type that is meant."""
    body = "{ return make_float4(a.x * b.x, a.y * b.y, a.z * b.z, a.w * b.w); }\n"
    own = f"using namespace n;\n__host__ __device__ vec operator*(vec a, vec b) {body}"
    before, after = (
        made(tmp_path, {"u.h": NAMED, "a.cu": '#include "u.h"\n' + source}, "a.cu")
        for source in (own.replace("vec", "float4"), own)
    )
    assert "#ifndef __HIP_PLATFORM_AMD__" in after
    assert after == before.replace("float4 ", "vec ")


def test_what_is_unclear_elsewhere_is_nobody_s_matter(tmp_path: Path) -> None:
    """A class of the name that no file reads, and a name of the name that one does."""
    other = {"w.h": "struct amplitude {};\ntypedef std::vector<int> byte;\n", "w.cu": '#include "w.h"\n'}
    source = (
        '#include "u.h"\ntypedef amplitude state;\nstate gate[1][1] = {1};\nvoid f(byte __restrict__ *p);\n'
    )
    after = "typedef amplitude state;\nstate gate[1][1] = {state{1, 0}};\nvoid f(byte *p);\n"
    assert made(tmp_path, {**BETWEEN, **other, "a.cu": source}, "a.cu") == after


CLASSES = """#pragma once
struct cell { int2 at; int1 flag; float4 box[2]; int2 *list; unsigned long long word, *bits; };
template <class T> struct world { float4 here; int1 many; float4 *list; void reset(); };
"""


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("c->at = {7};", "c->at = {7, 0};"),
        ("c->at = {0};", "c->at = {};"),
        ("c[1].flag = {3};", "c[1].flag = int1{3};"),
        ("d.box[0] = {1.f, 2};", "d.box[0] = {1.f, 2, 0, 0};"),
        ("d.list[2] = {1};", "d.list[2] = {1, 0};"),
        ("d.list = {0};", "d.list = {};"),
        ("d.list = {c->list}; d.at = {1, 2}; d.word = {1}; d.word += {1};", ""),
        ("n = __ffs(c->word);", "n = __ffs((int)(c->word));"),
        ("n = __ffs(d.bits[n]);", "n = __ffs((int)(d.bits[n]));"),
    ],
)
def test_members_of_classes_of_headers(tmp_path: Path, before: str, after: str) -> None:
    text = "__device__ void f(cell *c, cell d, int n) { %s }\n"
    files = {"t.h": CLASSES, "u.h": '#include "t.h"\n', "a.cu": '#include "u.h"\n' + text % before}
    assert made(tmp_path, files, "a.cu") == text % (after or before)
    own = text % before + "struct cell;\n"
    assert made(tmp_path / "own", {**files, "a.cu": '#include "u.h"\n' + own}, "a.cu") == own


def test_members_of_the_class_of_which_a_function_is_defined_elsewhere(tmp_path: Path) -> None:
    text = (
        "template <class T> void world<T>::reset() { here = {%s}; this->here = {2, 0, 0, 0}; "
        "many = %s{4}; }\nvoid world() { float2 here; here = {1, 2}; }\ntemplate struct world<int>;\n"
    )
    files = {"t.h": CLASSES, "a.cu": '#include "t.h"\n' + text % ("1.f", "")}
    assert made(tmp_path, files, "a.cu") == text % ("1.f, 0, 0, 0", "int1")
    assert made(tmp_path / "alone", {**files, "t.h": ""}, "a.cu") == text % ("1.f", "")


BOX = "#pragma once\n#include <cuda_runtime.h>\nstruct Box { float3 lo, hi; };\n"
RAY = '#include "box.h"\nstruct Ray { Box b; float t; int2 v[2]; };\n'


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("Box b = {1, 2, 3, 4, 5, 6};", "Box b = {{1, 2, 3}, {4, 5, 6}};"),
        ("Box f() { Box b = {0}; return b; }", "Box f() { Box b = {}; return b; }"),
        (
            "void f(double d) { Ray r = {1, 2, 3, 4, 5, 6, d, 8, 9, 10}; }",
            (
                "void f(double d) { Ray r = {float3{1, 2, 3}, float3{4, 5, 6}, static_cast<float>(d),"
                " int2{8, 9}, int2{10, 0}}; }"
            ),
        ),
        ("namespace n { struct Box { int a[6]; }; Box b = {1, 2, 3, 4, 5, 6}; }", ""),
        ("struct Other { int a[6]; }; Other b = {1, 2, 3, 4, 5, 6};", ""),
    ],
)
def test_lists_fill_structures_of_headers(tmp_path: Path, before: str, after: str) -> None:
    put(tmp_path / "box.h", BOX)
    put(tmp_path / "ray.h", RAY)
    path = put(tmp_path / "a.cu", f'#include "ray.h"\n{before}\n__global__ void k();\n')
    report = convert_tree([str(tmp_path)], Settings(mode="memory"))
    (output,) = (file.output or path.read_bytes() for file in report.files if file.path == str(path))
    assert (after or before).encode() in output


@pytest.mark.parametrize("other", ["float3 lo, hi; int n;", "float lo[6];"])
def test_of_two_structures_of_a_name_none_is_meant(tmp_path: Path, other: str) -> None:
    put(tmp_path / "box.h", BOX)
    put(tmp_path / "other.h", f"namespace n {{ struct Box {{ {other} }}; }}\n")
    text = '#include "box.h"\n#include "other.h"\nBox b = {1, 2, 3, 4, 5, 6};\n__global__ void k();\n'
    path = put(tmp_path / "a.cu", text)
    report = convert_tree([str(tmp_path)], Settings(mode="memory"))
    (output,) = (file.output for file in report.files if file.path == str(path))
    assert b"Box b = {1, 2, 3, 4, 5, 6};" in (output or b"")
