"""Names that are made where they stand, and names that are only used there."""

from __future__ import annotations

import pytest

from hipify_py.match.names_made import made_here, names_test
from hipify_py.model import Span
from hipify_py.source.unit import Unit

NAME = b"cuFrob"


def places(source: str) -> tuple[Unit, list[Span]]:
    unit = Unit(source.encode())
    at = source.find(NAME.decode())
    return unit, [Span(at, at + len(NAME))]


@pytest.mark.parametrize(
    ("source", "made"),
    [
        ("void cuFrob();", True),
        ("#define cuFrob 1\n", True),
        ("struct cuFrob *p;", True),
        ("void f(struct cuFrob);", False),
        ("TEST(cuFrob, Setup) {}", True),
        ("BOOST_AUTO_TEST_CASE(cuFrob) {}", True),
        ("API(Event_t) cuFrob, done;", True),
        ("API(Event_t) begun, cuFrob;", True),
        ("api(cuFrob); int x = f(1) + cuFrob;", False),
        ("template void cuFrob<int>(int);", True),
        ("extern template class cuFrob<int>;", True),
        ("template void f<int>(cuFrob<int>);", False),
        ("int x = cuFrob(1);", False),
        ("void f() { cuFrob(1); }", False),
    ],
)
def test_what_makes_a_name(source: str, *, made: bool) -> None:
    unit, spans = places(source)
    assert made_here(unit, [(span, NAME) for span in spans]) == ({NAME} if made else set())


@pytest.mark.parametrize(
    ("source", "named"),
    [
        ("TEST(Suite, cuFrob) {}", True),
        ("TEST_F(Suite, cuFrob) {}", True),
        ("TYPED_TEST_SUITE(cuFrob, Types);", True),
        ("REGISTER_TYPED_TEST_SUITE_P(Suite, one, cuFrob);", True),
        ("TEST(cuFrob, Setup) {}", False),
        ("TEST(Suite, Setup) { cuFrob(); }", False),
    ],
)
def test_the_name_of_a_test_says_nothing_of_others_like_it(source: str, *, named: bool) -> None:
    unit, (span,) = places(source)
    assert names_test(unit, span) is named
