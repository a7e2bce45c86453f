"""Qualified names, through aliases and `using`, and what makes a name another one."""

from __future__ import annotations

import pytest
from helpers.sources import texts

from hipify_py.resolve.qualified_names import Path, alone, is_other, qualified, scopes, standing_for
from hipify_py.source.unit import Unit

INNER: dict[Path, set[bytes]] = {(b"cub",): {b"detail"}}


def meant(source: str) -> list[list[str]]:
    code = Unit(source.encode()).code
    found = qualified(code, scopes(code, [b"cub", b"thrust"], INNER))
    return [[b"::".join(place.path).decode() for place in places] for places in found]


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("cub::A a;", ["cub::A"]),
        ("::cub::A a; f(cub :: detail\n::B());", ["cub::A", "cub::detail::B"]),
        ("#define A cub \\\n ::A\n", ["cub::A"]),
        ("namespace c = cub; c::A a;", ["cub::A"]),
        ("namespace c = ::cub; namespace d = c; d::A a;", ["cub::A"]),
        ("namespace d = cub::detail; d::A a;", ["cub::detail", "cub::detail::A"]),
        ("using namespace cub; detail::A a;", ["cub::detail::A"]),
        ("using cub::detail; detail::A a;", ["cub::detail", "cub::detail::A"]),
        ("using D = cub::detail; D::A a;", ["cub::detail", "cub::detail::A"]),
        ("thrust::a(); cub::b();", ["thrust::a", "cub::b"]),
    ],
)
def test_a_name_means_what_its_head_stands_for(source: str, expected: list[str]) -> None:
    assert meant(source) == [[path] for path in expected]


@pytest.mark.parametrize(
    "source",
    [
        "n::cub::A a; x.cub::A; p->cub::A; mycub::A b; S<int>::cub::A c;",
        "int cub; cub.A; cub(); detail::A a;",
        "namespace c = other; c::A a; using namespace other; detail::B b;",
        '// cub::A\nauto s = "cub::A"; /* namespace c = cub; */ c::A a;',
    ],
)
def test_what_is_no_name_of_a_known_namespace(source: str) -> None:
    assert meant(source) == []


def test_a_head_of_two_meanings_is_told_with_both() -> None:
    source = "namespace c = cub;\nnamespace c = thrust;\nvoid f() { c::A a; } // cub thrust\nint thrust;"
    assert meant(source) == [["cub::A", "thrust::A"]]


def test_the_spans_of_a_place_are_those_of_what_is_written() -> None:
    code = b"namespace d = cub::detail; d :: A::b();"
    *_, (place,) = qualified(code, scopes(code, [b"cub"], INNER))
    assert place.path == (b"cub", b"detail", b"A", b"b")
    assert texts(code, place.spans) == [b"d", b"A", b"b"]


def test_scopes_tell_heads_namespaces_used_whole_and_names_brought_in() -> None:
    found = scopes(
        b"using namespace cub; namespace c = cub; using c::A; using cub::detail::B;", [b"cub"], INNER
    )
    assert found.heads == {
        b"cub": [(b"cub",)],
        b"detail": [(b"cub", b"detail")],
        b"c": [(b"cub",)],
    }
    assert found.whole == [(b"cub",)]
    assert found.brought == {b"A": (b"cub", b"A"), b"B": (b"cub", b"detail", b"B")}


@pytest.mark.parametrize(
    ("source", "heads", "brought", "whole"),
    [
        ("cub::A a;", "cub", "", False),
        ("namespace c = cub; namespace d = c; namespace e = cub::detail;", "cub c d", "", False),
        ("using cub::A; using cub::detail::B;", "cub", "A", False),
        ("namespace c = cub; using namespace c;", "cub c", "", True),
        ("using namespace cub::detail;", "cub", "", False),
        ("using namespace other; namespace cubs = other;", "cub", "", False),
        ("using namespace other; namespace c = other;", "", "", False),
    ],
)
def test_what_stands_for_an_outermost_namespace(
    source: str, heads: str, brought: str, *, whole: bool
) -> None:
    found = standing_for(source.encode(), b"cub")
    assert found.heads == set(heads.encode().split())
    assert found.brought == set(brought.encode().split())
    assert found.whole is whole


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("namespace cub { }", 1),
        ("using namespace cub;", 1),
        ("namespace c = cub;", 1),
        ("namespace c = ::cub ;", 1),
        ("namespace n::cub { } using namespace n::cub;", 0),
        ("int cub; f(cub); cub::A a; namespace cubs { } mycub;", 0),
    ],
)
def test_where_a_namespace_stands_alone(source: str, expected: int) -> None:
    code = source.encode()
    assert texts(code, alone(code, b"cub")) == [b"cub"] * expected


@pytest.mark.parametrize(
    ("before", "expected"),
    [
        ("n::", True),
        ("S<int>::  ", True),
        ("x.", True),
        ("p-> ", True),
        ("my", True),
        ("", False),
        ("::", False),
        ("return ", False),
        ("f(", False),
        ("a > ", False),
    ],
)
def test_what_stands_before_a_word_may_make_it_another_name(before: str, *, expected: bool) -> None:
    assert is_other(before.encode() + b"cub", len(before)) is expected
