"""The types for which names stand: of a file, and of the headers that it reads."""

from __future__ import annotations

import pytest

from hipify_py.resolve.told import Told
from hipify_py.resolve.type_aliases import kinds, meaning, resolved, told, types_made, values_of
from hipify_py.settings import Options
from hipify_py.source.unit import Unit
from hipify_py.surroundings import Project


@pytest.mark.parametrize(
    ("source", "name", "kind"),
    [
        ("", "float4", "float4"),
        ("", "cuDoubleComplex", "cuDoubleComplex"),
        ("", "vec", ""),
        ("typedef float4 vec;", "vec", "float4"),
        ("typedef const float4 vec, *pvec;", "vec", "float4"),
        ("using vec = ::float4;", "vec", "float4"),
        ("typedef unsigned char byte;", "byte", "unsigned char"),
        ("typedef std::uint8_t byte;", "byte", "std::uint8_t"),
        ("typedef float Row[4], All[];", "All", "[]"),
        ("using All = float[ ];", "All", "[]"),
        ("typedef float Row[4];", "Row", ""),
        ("typedef float4 vec; typedef vec pos; using at = pos;", "at", "float4"),
        ("typedef a b; typedef b a;", "a", ""),
        ("".join(f"typedef a{i} a{i + 1}; " for i in range(5000)) + "typedef int a0;", "a5000", ""),
        ("#if D\ntypedef cuDoubleComplex C;\n#else\ntypedef cuComplex C;\n#endif", "C", "cuComplex"),
        ("#if D\ntypedef double2 C;\n#else\ntypedef std::complex<double> C;\n#endif", "C", ""),
        ("#if D\ntypedef float4 C;\n#else\ntypedef float2 C;\n#endif", "C", ""),
        ("namespace n { typedef float4 vec; }", "n::vec", "float4"),
        ("namespace n { typedef float4 vec; }", "m::n :: vec", "float4"),
        ("namespace a::b { struct O : P<int> { using V = float2; }; }", "O::V", "float2"),
        ("namespace a::b { struct O { using V = float2; }; }", "P::V", ""),
        ('extern "C" { typedef float4 vec; }', "vec", "float4"),
        ("namespace n { typedef float4 vec; } template <class vec> void f();", "vec", ""),
        ("namespace n { typedef float4 vec; } template <class vec> void f();", "n::vec", "float4"),
        ("namespace n { typedef float4 v; } namespace m { typedef float2 v; }", "v", ""),
        ("namespace n { typedef float4 v; } namespace m { typedef float2 v; }", "m::v", "float2"),
        ("void f() { typedef float4 vec; }", "vec", "float4"),
        ("void f() { typedef float4 vec; }", "f::vec", ""),
        ("}}} typedef float4 vec;", "vec", "float4"),
    ],
)
def test_what_a_file_says(source: str, name: str, kind: str) -> None:
    assert meaning(Unit(source.encode()), Options())(name.encode()) == kind.encode()


@pytest.mark.parametrize(
    ("source", "name", "kind"),
    [
        ("struct A; typedef struct A B;", "B", "{}"),
        ("typedef const union A B, *C;", "B", "{}"),
        ("typedef const union A B, *C;", "C", ""),
        ("typedef struct A *B;", "B", ""),
        ("typedef struct { int a; } B;", "B", "{}"),
        ("typedef struct B { struct { int c; } d; } B, *C;", "B", "{}"),
        ("typedef struct B { struct { int c; } d; } B, *C;", "C", ""),
        ("typedef enum { x } B;", "B", "{}"),
        ("struct { int a; } b;", "c", ""),
        ("struct A { int a; }; using B = A; typedef B C;", "C", "{}"),
        ("struct A;", "A", ""),
        ("template <class A> void f();", "A", ""),
        ("namespace n { typedef struct { int a; } B; }", "n::B", "{}"),
        ("namespace n { typedef struct { int a; } B; } typedef float4 B;", "n::B", "{}"),
        ("#if D\ntypedef struct { int a; } B;\n#else\ntypedef float B;\n#endif", "B", ""),
    ],
)
def test_what_stands_for_a_class(source: str, name: str, kind: str) -> None:
    unit = Unit(source.encode())
    assert kinds(unit, Options())(name.encode()) == kind.encode()
    assert not meaning(unit, Options())(name.encode())


@pytest.mark.parametrize(
    ("source", "name", "kind"),
    [
        ("", "vec", "float4"),
        ("", "::vec", "float4"),
        ("typedef vec pos;", "pos", "float4"),
        ("struct vec { int x; };", "vec", ""),
        ("template <typename vec> void f();", "vec", ""),
        ("typedef Other<int> vec;", "vec", ""),
        ("", "V", ""),
        ("", "n::O::V", "float2"),
        ("", "O::V", "float2"),
        ("", "P::V", ""),
        ("void n::O::f() {}", "V", "float2"),
    ],
)
def test_what_other_files_say(source: str, name: str, kind: str) -> None:
    project = Project(aliases={b"vec": b"float4", b"n::O::V": b"float2"})
    assert meaning(Unit(source.encode()), Options(project=project))(name.encode()) == kind.encode()


def test_what_a_file_tells() -> None:
    source = b"""
#include "a.h"
typedef float4 vec;
namespace n { struct O { using V = ::vec; }; }
#include "b.h"
void f() { typedef int in; }
typedef float Row[4];
typedef std::vector<int> list;
"""
    assert [*told(Unit(source))] == [
        Told("alias", b"vec", b"float4@", 1),
        Told("alias", b"V", b"vec@n::O", 1),
        Told("alias", b"Row", b"@", 2),
        Told("alias", b"list", b"@", 2),
    ]


def test_what_classes_a_file_makes() -> None:
    source = (
        b"struct A; struct B { B *next; }; enum class C : int {}; class D final : E {}; typedef struct { } F;"
        b" struct __align__(8) G { }; struct H::I *f(); template <> struct J<int> { };"
    )
    assert types_made(Unit(source)) == {b"B", b"C", b"D", b"F", b"G"}


def test_what_is_told_in_all() -> None:
    said = [
        Told("alias", b"vec", b"float4@"),
        Told("alias", b"pos", b"vec@n"),
        Told("alias", b"C", b"float2@"),
        Told("alias", b"C", b"double2@"),
        Told("alias", b"both", b"float2@"),
        Told("alias", b"both", b"@"),
        Told("alias", b"V", b"float2@u"),
        Told("alias", b"V", b"float4@w"),
        Told("alias", b"other", b"Class@"),
    ]
    assert resolved(said, lambda scope: scope in {b"", b"u"}) == {
        b"vec": b"float4",
        b"n::pos": b"float4",
        b"C": b"double2",
        b"V": b"float2",
        b"w::V": b"float4",
    }


def test_names_that_stand_for_many_of_each_other_are_worked_out_once() -> None:
    """As `Decoder` and `Type` do in many classes: each way through them would be walked alone."""
    names = [b"N%d" % number for number in range(40)]
    said = [Told("alias", one, other + b"@") for one in names for other in names if other != one]
    said += [Told("alias", b"M%d" % (number + 1), b"M%d@" % number) for number in range(9)]
    said.append(Told("alias", b"M0", b"float4@"))
    assert resolved(said, lambda _: True) == {b"M%d" % number: b"float4" for number in range(9)}


def test_how_many_values_a_vector_has() -> None:
    counted = [values_of(kind) for kind in (b"float4", b"int1", b"hipDoubleComplex", b"float", b"[]", b"")]
    assert counted == [4, 1, 2, 0, 0, 0]
