"""What a template of a class asks of `this` and does not have."""

from __future__ import annotations

import pytest
from helpers.matches import matched

KERNEL = "__global__ void k(int *p) { *p = 1; }\n"


@pytest.mark.parametrize(
    "text",
    [
        "template <int D> struct A { int *d; void f() { k<<<1, 1>>>(this->gone); } };",
        "template <int D> class A { void f() { auto g = [this] { return this -> gone; }; } };",
        "template <int D> struct A { void f(); };\ntemplate <int D> void A<D>::f() { this->gone = 0; }",
        "namespace n { template <class T> struct A { struct B {}; int f() { return this->gone; } }; }",
        "template <class NUM> struct A { NUM *p; NUM g() { return this->gone; } };",
        "#define REAL double\ntemplate <class T> struct A { REAL v; REAL f() { return this->gone; } };",
        "template <class T> struct A { REAL v; HOST_DEVICE void f() { this->gone = 0; } };",
        "template <class T> struct A { public: DEVICE_FUNC int f() { return this->gone; } };",
        "template <class T> struct A { int f() { CHECK(1); return this->gone; } };",
        "template <class T> struct A { int f(A *o) { return o->gone + this->gone; } };",
    ],
)
def test_it_is_reported(text: str) -> None:
    assert ("M213", "gone") in matched("M213", KERNEL + text).said


@pytest.mark.parametrize(
    "text",
    [
        "template <int D> struct A { int *d; void f() { k<<<1, 1>>>(this->d); } };",
        "template <int D> struct A : B<D> { void f() { k<<<1, 1>>>(this->gone); } };",
        "template <int D> struct A { int n() { return 1; } MAKES(gone) void f() { this->gone = 0; } };",
        "template <int D> struct A { MAKES(gone) void f() { k<<<1, 1>>>(this->gone); } };",
        "#define HAS float *gone; int n;\ntemplate <int D> struct A { HAS void f() { this->gone = 0; } };",
        "#define has_it int gone;\ntemplate <int D> struct A {\nhas_it\nvoid f() { this->gone = 0; } };",
        "#define has_it float *gone\ntemplate <int D> struct A { has_it; void f() { this->gone = 0; } };",
        "template <int D> struct A { public: FIELDS int f() { return this->gone; } };",
        "template <int D> struct A {\n#ifdef MORE\nint n;\n#endif\nFIELDS\nvoid f() { this->gone = 0; } };",
        "template <int D> struct A { int n; FIELDS ~A() { this->gone = 0; } };",
        'template <int D> struct A {\n#include "members.inc"\nvoid f() { this->gone = 0; } };',
        "template <int D> struct A { struct B { int *p; void f() { this->p = 0; } }; };",
        "template <int D> struct A;\ntemplate <> struct A<1> : B { void f() { this->gone = 0; } };",
        "template <int D> struct A {};\ntemplate <> struct A<1> : B { void f() { this->gone = 0; } };",
        "template <int D> struct A { template <class T> void gone(T); void f() { this->gone(1); } };",
        "template <int D> struct A { union { int gone; float b; }; void f() { this->gone = 0; } };",
        "struct A { void f() { this->gone = 0; } };",  # which nvcc refuses, too
        "void B::f() { this->gone = 0; }\ntemplate <int D> struct A { int d; };",
    ],
)
def test_it_is_not(text: str) -> None:
    assert matched("M213", KERNEL + text).said == []
