"""What stands among the arguments of a template, and whose parameter a name is."""

from __future__ import annotations

import pytest

from hipify_py.lanes.hazards.template_functions import argument_at, is_for_device, is_parameter, taking
from hipify_py.model import Span
from hipify_py.source.unit import Unit

NAME = "warp_sum"


def at(source: str) -> tuple[Unit, Span]:
    """Give a file and the last place of the name in it."""
    start = source.rindex(NAME)
    return Unit(source.encode()), Span(start, start + len(NAME))


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("f<warp_sum>(1)", "warp_sum"),
        ("f<4, own::warp_sum>(1)", "own::warp_sum"),
        ("f<&::own::warp_sum, 4>(1)", "&::own::warp_sum"),
        ("f(warp_sum)", None),
        ("f<4>(a, warp_sum);", None),
        ("a + warp_sum, b", None),
    ],
)
def test_an_argument_is_given_with_its_scopes(source: str, expected: str | None) -> None:
    unit, name = at(source)
    found = argument_at(unit, name)
    assert (found and source[slice(*found)]) == expected


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("f<warp_sum>(1)", (b"f", True, False)),
        ("f<List<int>, warp_sum><<<1, 2>>>(1)", (b"f", True, True)),
        ("auto g = own::f<warp_sum>;", (b"f", False, False)),
        ("a < warp_sum, b", None),
    ],
)
def test_a_template_is_told_with_what_is_done_with_it(
    source: str, expected: tuple[bytes, bool, bool] | None
) -> None:
    unit, name = at(source)
    found = taking(unit, name)
    assert (found and tuple(found)) == expected


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("void g() { f<warp_sum><<<1, 2>>>(); }", True),
        ("template <Fn op> __device__ void f() {}\nvoid g() { h(f<warp_sum>); }", True),
        ("template <Fn op> void f() {}\nvoid g() { h(f<warp_sum>); }", False),
        ("void g() { f<warp_sum>(); }", False),
        ("void g() { f(warp_sum); }", False),
    ],
)
def test_what_is_launched_or_made_so_is_for_the_device(source: str, *, expected: bool) -> None:
    assert is_for_device(*at(source)) is expected


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("template <Fn warp_sum> void f(int v) { warp_sum(v); }", True),
        ("template <Fn warp_sum> struct S { void f(int v) { warp_sum(v); } };", True),
        ("template <Fn warp_sum> void f(int v);\nvoid g(int v) { warp_sum(v); }", False),
        ("template <Fn other> void f(int v) { warp_sum(v); }", False),
    ],
)
def test_a_parameter_is_one_within_its_template(source: str, *, expected: bool) -> None:
    assert is_parameter(*at(source)) is expected
