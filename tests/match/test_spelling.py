"""What nvcc takes as it is spelled and HIP compilers do not."""

from __future__ import annotations

import pytest
from helpers.matches import RULES, applied, matched

from hipify_py.match.spelling import glued_macros
from hipify_py.settings import Options
from hipify_py.source.unit import Unit
from hipify_py.surroundings import Project


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("auto &o = operator<<<char>(out, c);", "auto &o = operator<< <char>(out, c);"),
        ("x.operator <<<int>(1);", "x.operator << <int>(1);"),
        ("operator<<<A>(a); operator<<<B>(b);", "operator<< <A>(a); operator<< <B>(b);"),
        ("auto &o = operator<< <char>(out, c);", None),
        ("std::ostream &operator<<(std::ostream &o, T t);", None),
        ("myoperator<<<1, 2>>>(p);", None),
        ("k<<<1, 2>>>(p); // operator<<<char>", None),
    ],
)
def test_an_operator_is_parted_from_its_template_arguments(before: str, after: str | None) -> None:
    assert matched("M024", before) == (after or before, [])


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("struct float4 v;", "float4 v;"),
        ("void f(const struct uint2 *p, struct  double2 d);", "void f(const uint2 *p, double2 d);"),
        ("struct float4_16a v;", "float4_16a v;"),
        ("struct float4 { float x; };", None),
        ("struct float4;", None),
        ("struct float4 : base { };", None),
        ("struct float5 v; struct mine v; mystruct float4 v;", None),
        ("float4 v; // struct float4", None),
    ],
)
def test_a_vector_type_loses_its_tag(before: str, after: str | None) -> None:
    assert matched("M025", before) == (after or before, [])


def test_a_structure_of_the_programs_own_keeps_its_word() -> None:
    own = "struct int2 { int x, y; };\ntypedef struct int2 int2;\n"
    text = f"#ifdef USING_CUDA\nvoid g(struct int2 a);\n#else\n{own}#endif\n"
    made = matched("M025", text)
    assert made.text == text.replace("g(struct int2", "g(int2")


@pytest.mark.parametrize(
    ("path", "project", "head", "parted"),
    [
        ("a.cu", Project(), "", True),
        ("a.h", Project(in_cuda=True), "", True),
        ("a.h", Project(in_cuda=True, in_c=True, cxx="a.cpp"), "", True),
        ("a.h", Project(in_host_units=True, cxx="a.cpp"), "", True),
        ("a.cpp", Project(in_host_units=True), "", True),
        ("a.cpp", Project(), "#include <cuda_runtime.h>\n", True),
        ("a.h", Project(), "#include <cuda_runtime.h>\n", True),
        ("a.h", Project(), "", False),
        ("a.h", Project(cxx="a.cpp"), "#include <cstdio>\n", False),
        ("a.cpp", Project(), "#include <cstdio>\n", False),
        ("a.c", Project(in_c=True), "#include <cuda_runtime.h>\n", False),
    ],
)
def test_a_string_is_parted_from_a_macro_where_a_compiler_for_hip_may_read_it(
    path: str, project: Project, head: str, parted: bool
) -> None:
    before = head + 'const char *text = "a"NAME;\n'
    after = before.replace('"a"NAME', '"a" NAME') if parted else before
    unit = Unit(before.encode())
    rule = next(one for one in RULES.rules if one.id == "M078")
    made = glued_macros(unit, rule, RULES, Options(path=path, project=project))
    assert applied(unit, made) == (after, [])
