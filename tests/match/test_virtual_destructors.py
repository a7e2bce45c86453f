"""Virtual destructors without attributes."""

from __future__ import annotations

import pytest
from helpers.matches import matched

MARK = "__host__ __device__ "
CLASS = "struct A {} {{ __device__ virtual int f(); {} }};\n"


@pytest.mark.parametrize(
    "destructor",
    ["virtual ~A() {}", "virtual ~ A ( void ) noexcept { /* nothing */ }", "inline virtual ~A() {}"],
)
def test_virtual_ones_are_marked(destructor: str) -> None:
    assert matched("M100", CLASS.format("", destructor)) == (CLASS.format("", MARK + destructor), [])


def test_those_of_derived_classes_are_marked() -> None:
    source = CLASS.format(": B", "public: ~A() override {}")
    assert matched("M100", source).text == source.replace("~A", MARK + "~A")


@pytest.mark.parametrize(
    "source",
    [
        CLASS.format("", "~A() {}"),
        CLASS.format("", "virtual ~A() { free(p); }"),
        CLASS.format("", "virtual ~A();"),
        CLASS.format("", "virtual ~A() = default;"),
        CLASS.format("", "__device__ virtual ~A() {}"),
        CLASS.format("", "HD virtual ~A() {}"),
        "struct A { virtual ~A() {} };\n__device__ int x;\n",
        CLASS.format("", "int g() { return ~h(); }"),
        CLASS.format("", "virtual ~A() {} std::vector<int> v;"),
        "template <> class A<n::B> { struct C { __device__ int f(); }; ~A() {} };\n",
        "class A : B { struct C { __device__ int f(); }; ~A() {} };\n",
    ],
)
def test_others_stay(source: str) -> None:
    assert matched("M100", source) == (source, [])
