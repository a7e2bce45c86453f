"""Assertions of Boost.MPL in device code."""

from __future__ import annotations

import pytest
from helpers.matches import matched

MADE = [
    ("BOOST_MPL_ASSERT_RELATION(N, ==, 2)", 'static_assert((N) == (2), "BOOST_MPL_ASSERT_RELATION")'),
    (
        "BOOST_MPL_ASSERT_RELATION( (P<T, 2>::N), <=, N + 1 )",
        'static_assert(((P<T, 2>::N)) <= (N + 1), "BOOST_MPL_ASSERT_RELATION")',
    ),
    ("BOOST_MPL_ASSERT((is_same<T, int>))", 'static_assert(is_same<T, int>::value, "BOOST_MPL_ASSERT")'),
    ("BOOST_MPL_ASSERT_NOT((is_void<T>))", 'static_assert(!is_void<T>::value, "BOOST_MPL_ASSERT_NOT")'),
    ("BOOST_MPL_ASSERT_MSG(N > 1, TOO_FEW, (T, int))", 'static_assert(N > 1, "TOO_FEW")'),
]
HEADS = ["__global__ void k(T *o)", "static __device__ inline T f(T *o)", "HOST_DEVICE T f(T *o)"]
FUNCTION = "template <class T, int N> {} {{ {}; *o = 0; }}\n"


@pytest.mark.parametrize(("given", "made"), MADE)
@pytest.mark.parametrize("head", HEADS)
def test_in_functions_of_the_device(head: str, given: str, made: str) -> None:
    assert matched("M134", FUNCTION.format(head, given)) == (FUNCTION.format(head, made), [])


@pytest.mark.parametrize(
    "source",
    [
        FUNCTION.format("void f(T *o)", MADE[0][0]),
        "template <class T> struct A { BOOST_MPL_ASSERT((T)); __device__ int f(); };\n",
        FUNCTION.format(HEADS[0], "BOOST_MPL_ASSERT_RELATION(N, 2)"),
        FUNCTION.format(HEADS[0], "BOOST_MPL_ASSERT(IS_INT)"),
        FUNCTION.format(HEADS[0], "BOOST_MPL_ASSERT_OTHER((T))"),
        FUNCTION.format(HEADS[0], "BOOST_MPL_ASSERT_RELATION(N, , 2)"),
        FUNCTION.format(HEADS[0], "BOOST_MPL_ASSERT_RELATION(N, SIGN, 2)"),
        FUNCTION.format(HEADS[0], "BOOST_MPL_ASSERT_MSG(N > 1, A B, (T))"),
        FUNCTION.format(HEADS[0], "BOOST_MPL_ASSERT_MSG(N > 1, , (T))"),
        FUNCTION.format(HEADS[0], 'BOOST_MPL_ASSERT_MSG("\n, M, (T))'),
        FUNCTION.format(HEADS[0], 'BOOST_MPL_ASSERT_MSG(N, M, "\n)'),
        FUNCTION.format(HEADS[0], "BOOST_MPL_ASSERT_MSG(N > 1, M, (T)"),
        FUNCTION.format(HEADS[0], "BOOST_MPL_ASSERT((T)"),
        FUNCTION.format(HEADS[0], 'BOOST_MPL_ASSERT_MSG(N > 1, M, "T")'),
        FUNCTION.format(HEADS[0], 'BOOST_MPL_ASSERT_MSG(N > 1, M, (T, "T"))'),
        FUNCTION.format(HEADS[0], "BOOST_MPL_ASSERT_MSG(N > 1, M, T int)"),
        FUNCTION.format(HEADS[0], "BOOST_MPL_ASSERT_MSG(N > 1, M, )"),
        FUNCTION.format(HEADS[0], "BOOST_MPL_ASSERT_MSG(, M, (T))"),
        FUNCTION.format(HEADS[0], "BOOST_MPL_ASSERT_RELATION(, ==, 2)"),
        FUNCTION.format(HEADS[0], "BOOST_MPL_ASSERT_RELATION(N, ==, )"),
        f"#define CHECK {MADE[0][0]}\n",
    ],
)
def test_others_stay(source: str) -> None:
    assert matched("M134", source) == (source, [])
