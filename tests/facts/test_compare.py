"""Signatures of both sides compared through the names: counts of arguments, types and const."""

from __future__ import annotations

import pytest
from helpers.facts import facts

from hipify_py.facts import compare
from hipify_py.facts.compare import Misfit, Shape

NAMES = {"cudaStream_t": "hipStream_t", "cudaLoc": "hipLoc", "cudaKind": "hipKind"}


@pytest.mark.parametrize(
    ("signature", "shape"),
    [
        ("int ()", Shape((), 0, open=False)),
        ("int", Shape((), 0, open=False)),
        ("int (int, char *)", Shape(("int", "char *"), 2, open=False)),
        ("int (int, char * =)", Shape(("int", "char *"), 1, open=False)),
        ("int (int =, int =, ...)", Shape(("int", "int"), 0, open=True)),
        ("template T (A<T, int>, int)", Shape(("A<T, int>", "int"), 2, open=False)),
        ("void (void (*)(int, int), int)", Shape(("void (*)(int, int)", "int"), 2, open=False)),
    ],
)
def test_a_signature_tells_its_types_and_how_many_a_call_must_give(signature: str, shape: Shape) -> None:
    assert compare.shape(signature) == shape


@pytest.mark.parametrize(
    ("text", "spelled"),
    [
        ("struct cudaLoc", "hipLoc"),
        ("const enum cudaKind", "hipKind"),
        ("cudaStream_t *const", "hipStream_t*"),
        ("const char *", "char*"),
        ("int32_t", "int"),
        ("size_t", "unsigned long"),
        ("cuuint64_t *", "unsigned long long*"),
        ("hipMacro", "hipReal"),
        ("hipHandle", "long"),
        ("hipOpaque", "hipOpaque"),
        ("hipOne", "hipFour"),
    ],
)
def test_equal_types_are_spelled_alike(text: str, spelled: str) -> None:
    hip = facts(
        "hipMacro|macro|h|hipReal",
        "hipHandle|type|h|int64_t",
        "hipOpaque|type|h|struct hipTag<int>",
        "hipEmpty|macro|h|",
        "hipOne|type|h|hipTwo",
        "hipTwo|type|h|hipThree",
        "hipThree|type|h|hipFour",
        "hipFour|type|h|hipFive",
    )
    assert compare.plain(text, NAMES, hip) == spelled


def test_a_macro_without_a_meaning_stands_for_itself() -> None:
    assert compare.meant(facts("hipEmpty|macro|h|"), "hipEmpty") == "hipEmpty"
    assert compare.meant({}, "hipEmpty") == "hipEmpty"


@pytest.mark.parametrize(
    ("mine", "theirs", "misfit"),
    [
        ("int (cudaStream_t, int =)", "int (hipStream_t, int =)", None),
        ("int (cudaStream_t, int =)", "int (hipStream_t, int)", ()),
        ("int (cudaStream_t, struct cudaLoc)", "int (hipStream_t, int)", (1,)),
        ("int (enum cudaKind, unsigned int)", "int (hipKind, int)", None),
        ("int (void *const)", "int (const void *)", None),
        ("int (const void *)", "int (void *)", (0,)),
        ("int (const int *const *, int)", "int (int *const *, int)", (0,)),
        ("int (int *const *)", "int (const int *const *)", None),
        ("int (const cudaStream_t)", "int (hipStream_t)", None),
        ("int (int64_t, float)", "int (long long, double)", None),
        ("int (int64_t *, float *)", "int (int *, double *)", (0, 1)),
        ("int (int, cudaKind)", "int (hipKind, int)", (0, 1)),
        ("int (T<a, b>, int)", "int (T<a, b>)", ()),
        ("int (const T<a *> *)", "int (T<a *> *)", None),
        ("int (int)", "int (...)", None),
        ("int (int)", "int (int, cudaKind =)", None),
        ("int ()", "int ()", None),
    ],
)
def test_signatures_are_compared_through_the_names(
    mine: str, theirs: str, misfit: tuple[int, ...] | None
) -> None:
    found = compare.judge(mine, [theirs], NAMES, {})
    assert (found and found.positions) == misfit
    assert found is None or found.counts == (misfit == ())


@pytest.mark.parametrize(
    ("theirs", "misfit"),
    [
        (["int (hipKind, int)", "int (int, int)"], None),
        (["int (hipKind, hipKind)", "int (int, hipKind)"], (1,)),
        (["int (int)", "int (int, int, int)"], ()),
        (["template int (T, U)", "int (hipKind, hipKind)"], None),
        (["template int (T)", "int (hipKind, hipKind)"], (0, 1)),
        ([], ()),
    ],
)
def test_the_overload_that_fits_best_counts(theirs: list[str], misfit: tuple[int, ...] | None) -> None:
    found = compare.judge("int (int, int)", theirs, NAMES, {})
    assert (found and found.positions) == misfit


def test_every_count_that_cuda_takes_needs_an_overload() -> None:
    mine = "int (int, int =, int =)"
    assert compare.judge(mine, ["int (int)", "int (int, int, int)"], {}, {}) == Misfit(mine, True, ())
    assert compare.judge(mine, ["int (int)", "int (int, int, int =)"], {}, {}) is None


def test_all_overloads_of_a_function_are_compared() -> None:
    cuda = facts(
        "cudaGo|macro|h|cudaGo_v2",
        "cudaGo_v2|function|h|int (int)",
        "cudaGo_v2|function|h|int (int, cudaKind)",
        "cudaGo_v2|type|h|struct",
    )
    hip = facts("hipGo|function|h|int (int)", "hipGo|function|h|int (int, hipStream_t)", "hipGo|macro|h|1")
    assert compare.misfits(cuda, hip, "cudaGo", "hipGo", NAMES) == [
        Misfit("int (int, cudaKind)", counts=False, positions=(1,))
    ]
    assert compare.misfits(cuda, hip, "cudaNone", "hipGo", NAMES) == []
