"""A few of the fuzzer's cases, the same ones in every run, and the fuzzer's own parts."""

from __future__ import annotations

import time
from random import Random

import pytest
from fuzz.checks import SOUND, Case, Failure, Mode, TooSlowError, case, check, time_limit, untouched
from fuzz.minimise import minimise
from fuzz.mutate import LONGEST, MUTATIONS, Mutation, tokens
from fuzz.seeds import LARGEST, pieces, seeds
from hypothesis import given
from hypothesis import strategies as st

from hipify_py.choices import Warp
from hipify_py.model import Edit, Result, Span

pytestmark = pytest.mark.stress

SEED, PARTS, CASES = 22, 4, 400
SEEDS = seeds()


def unsettled_ruin(failure: Failure) -> bool:
    """Say whether a source is no C++, and its tree another one once bytes around it change: rare."""
    return failure.kind.startswith(("not settled", "another result")) and not failure.kind.endswith(SOUND)


@pytest.mark.parametrize("part", range(PARTS))
def test_cases_that_nobody_wrote_break_nothing(part: int) -> None:
    broken: list[tuple[int, Case, Failure]] = []
    for number in range(part, PARTS * CASES, PARTS):
        one = case(SEED, number, SEEDS)
        failure, _ = check(one, more=number // PARTS % 8 == 0)
        if failure and not unsettled_ruin(failure):
            broken.append((number, one, failure))
    assert not broken


@pytest.mark.parametrize(
    "source",
    [
        b"extern\nextern\nextern\nextern\nextern __shared__(*f)4;",
        b"struct\rdim3{float x;}f(int p{dim3{p}",
        b"__popc(t*__popc(x)){}",
        b"struct vec:float3{}operator*(float,vec&operator)t)2*operator",
        b"dim3 __CUDA_ARCH__{uint3(__CUDA_ARCH__)",
        b"/\\ CUDART_CB\n//",
        b"{d operator+=(struct float4,float4){}}",
    ],
)
def test_what_broke_once_does_not_again(source: bytes) -> None:
    failure, result = check(Case(source, Mode(add_include=False)))
    assert failure is None
    assert result


@pytest.mark.parametrize(
    "source",
    [
        b"<x<(S)>,\n#if defined (__CUDA__)\n<p<(s);",
        b"d({__ballot_sync(2<<%",
        b"e(){(j^threadIdx);}",
        b'{asm("shr.b64 %0,1,%1;":"=l"(e):"r"(y));}__device__ w(d lane){return(1<<lane);}',
        b"__device__ n(){t job;if(((1))=0)job=atomic();__shfl_sync(f,job,0);}\n#define __shfl",
    ],
)
@pytest.mark.parametrize("warp", ["32", "native"])
@pytest.mark.parametrize("add_include", [False, True])
def test_what_one_mode_broke_once_does_not_again(source: bytes, warp: Warp, *, add_include: bool) -> None:
    failure, _ = check(Case(source, Mode(warp=warp, path="a.cu", add_include=add_include)))
    assert failure is None


def test_the_same_numbers_make_the_same_case() -> None:
    assert [case(1, number, SEEDS) for number in range(20)] == [
        case(1, number, SEEDS) for number in range(20)
    ]
    assert case(1, 0, SEEDS) != case(2, 0, SEEDS)


@pytest.mark.parametrize("mutation", [kind for kind, _ in MUTATIONS], ids=lambda kind: kind.__name__)
def test_a_mutation_takes_anything_and_changes_most(mutation: Mutation) -> None:
    changed = 0
    for number in range(60):
        source = SEEDS[number * len(SEEDS) // 60]
        changed += mutation(source, Random(number), SEEDS) != source
    assert changed > 10
    for source in (b"", b"\\", b"(", b"\r", b"\xff\n", b"/*", b"x"):
        for number in range(20):
            mutation(source, Random(number), SEEDS)


def test_cases_stay_small() -> None:
    assert all(len(case(1, number, SEEDS).source) <= LONGEST for number in range(200))


@given(st.binary(max_size=200))
def test_tokens_joined_give_the_source(source: bytes) -> None:
    assert b"".join(tokens(source)) == source


@given(
    st.lists(st.sampled_from([b"f();\n", b"}\n", b"#endif\n", b"\n", b"x" * LARGEST, b"int a"])).map(b"".join)
)
def test_pieces_lose_nothing_but_blanks(source: bytes) -> None:
    assert b"".join(b"".join(pieces(source)).split()) == b"".join(source.split())


@given(st.binary(min_size=1, max_size=60), st.binary(max_size=60))
def test_what_is_made_small_still_fails(needle: bytes, around: bytes) -> None:
    small = minimise(around + needle + around, lambda source: needle[:3] in source)
    assert small == needle[:3]


@pytest.mark.parametrize(
    ("source", "output", "edit", "kind"),
    [
        (b"a /*c*/ b", b"a b", Edit(Span(2, 8), (), "R1", ""), "comment lost by R1"),
        (b"a /*c*/ b", b"a /*c*/ b /*c*/", Edit(Span(9, 9), (b" /*c*/",), "R1", ""), "comment made by R1"),
        (b'f("s", 1)', b"f(1)", Edit(Span(2, 7), (), "R1", ""), "string lost by R1"),
        (b'asm("s")', b"t()", Edit(Span(0, 8), (b"t()",), "R1", ""), None),
        (b'f("a.h")', b'f("b.h")', Edit(Span(3, 6), (b"b.h",), "R1", "header"), None),
        (b"f()", b'f("s")', Edit(Span(2, 2), (b'"s"',), "R1", ""), None),
    ],
)
def test_a_lost_comment_or_string_is_found(
    source: bytes, output: bytes, edit: Edit, kind: str | None
) -> None:
    found = untouched(Result(source, output, (edit,)))
    assert (found and found.kind) == kind


def test_an_endless_conversion_is_stopped() -> None:
    def turn() -> None:
        end = time.monotonic() + 20
        while time.monotonic() < end:
            pass

    with pytest.raises(TooSlowError), time_limit(0.05):
        turn()


def test_an_exception_is_named_by_its_place(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object) -> None:
        raise KeyError

    monkeypatch.setattr("hipify_py.conversion.parse_errors", fail)
    failure, _ = check(Case(b"cudaFree(p);", Mode()))
    assert failure is not None
    assert failure.kind == f"KeyError in conversion.py:_once {SOUND}"
