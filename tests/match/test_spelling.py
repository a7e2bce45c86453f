"""What nvcc takes as it is spelled and HIP compilers do not."""

from __future__ import annotations

import pytest
from helpers.matches import matched


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
