"""The findings and the renames that all matchers make."""

from __future__ import annotations

import pytest
from helpers.matches import RULES

from hipify_py.build.conversion import build_file
from hipify_py.conversion import convert
from hipify_py.model import Edit, Finding, Span
from hipify_py.outcomes import LATER, Match, finding, of_release, rename, report
from hipify_py.rules.load import load
from hipify_py.rules.model import Rule
from hipify_py.rules.names import Name
from hipify_py.settings import Options

SPAN = Span(3, 7)
RULE = Rule(
    "Z001", "zebra", "warning", "run", "safe", b"", message="{what} of {who}, {what}", origin="a.toml:2"
)


@pytest.mark.parametrize(
    ("values", "message"),
    [
        ({"what": "stripes", "who": "all"}, "stripes of all, stripes"),
        ({"what": "stripes"}, "stripes of {who}, stripes"),
        ({"what": "{who}", "who": "all"}, "{who} of all, {who}"),
        ({"what": "stripes", "who": "all", "more": "x"}, "stripes of all, stripes"),
        ({}, "{what} of {who}, {what}"),
    ],
)
def test_the_words_of_a_rule_are_filled_once(values: dict[str, str], message: str) -> None:
    assert report(RULE, SPAN, values) == Finding("Z001", "warning", SPAN, message, "run", (), "a.toml:2")


def test_of_a_text_that_is_very_long_the_middle_is_left_out() -> None:
    """A source may name what it likes: a report of it is not as long for each place."""
    long = finding(RULES, "B008", Span(0, 1), text="a" * 1_000_000, to="gfx90a")
    assert len(long.message) < 300
    assert long.message.startswith("a" * 40 + "..." + "a" * 40)
    words = finding(RULES, "B008", Span(0, 1), text="70;80 " * 100_000, to="gfx90a")
    assert 5000 <= len(words.message) < 5010
    assert words.message.endswith("give --arch")
    short = finding(RULES, "B008", Span(0, 1), text="b" * 200, to="gfx90a")
    assert short.message.startswith("b" * 200 + " ")


def test_a_finding_by_its_id() -> None:
    found = finding(RULES, "N003", SPAN, name="cudaFrob", library="CUDA")
    assert found.message.startswith("cudaFrob looks like a name of CUDA that hipify-py does not know,")
    known = RULES.by_id["N003"]
    assert (found.severity, found.fails, found.origin) == (known.severity, known.fails, "")
    with pytest.raises(KeyError):
        finding(RULES, "Z999", SPAN)


def renamed(name: bytes, known: Name, rocm: str = RULES.rocm) -> tuple[Edit | None, list[tuple[str, str]]]:
    edit, said = rename(load(rocm=rocm), SPAN, name, known)
    assert all(one.span == SPAN for one in said)
    return edit, [(one.rule, one.message) for one in said]


def test_a_name_with_a_counterpart_is_renamed_in_silence() -> None:
    assert renamed(b"cudaFree", Name(b"hipFree", "")) == (
        Edit(SPAN, (b"hipFree",), "N000", "rename"),
        [],
    )
    assert renamed(b"float4", Name(b"float4", "")) == (None, [])


def test_a_name_that_hip_does_without_is_dropped() -> None:
    assert renamed(b"CUDART_CB", Name(b"", "")) == (Edit(SPAN, (b"",), "N000", "rename"), [])


def test_a_name_without_a_counterpart_is_said_with_the_reason() -> None:
    said = [("N001", "cudaX has no HIP counterpart: write it by hand")]
    assert renamed(b"cudaX", Name(None, "write it by hand")) == (None, said)
    assert renamed(b"cudaX", Name(None, "")) == (None, [])


@pytest.mark.parametrize(("to", "becomes"), [(b"hipX", "becomes hipX"), (b"cudaX", "is in HIP too")])
def test_a_name_that_differs_is_said_with_how(to: bytes, becomes: str) -> None:
    edit, said = renamed(b"cudaX", Name(to, "mind this"))
    assert said == [("N002", f"cudaX {becomes}, but differs: mind this")]
    assert (edit is None) is (to == b"cudaX")


def test_a_name_that_differs_fails_as_its_entry_says() -> None:
    for known, fails in (
        (Name(b"hipX", "mind this"), "compile"),
        (Name(b"hipX", "so", fails="silent"), "silent"),
    ):
        _, said = rename(RULES, SPAN, b"cudaX", known)
        assert [(one.rule, one.fails, one.severity) for one in said] == [("N002", fails, "warning")]
    _, said = rename(RULES, SPAN, b"cudaX", Name(b"hipX", "nearly the same", fails="never"))
    assert [(one.rule, one.fails, one.severity) for one in said] == [("N002", "never", "note")]


def test_a_name_that_comes_later_is_said_with_when() -> None:
    when = "which ROCm has from 7.2 on; you convert for 6.4"
    _, said = renamed(b"cudaX", Name(b"hipX", "", since="7.2"), "6.4")
    assert said == [(LATER, f"cudaX becomes hipX, {when}")]
    _, said = renamed(b"cudaX", Name(b"cudaX", "mind this", since="7.2"), "6.4")
    assert said == [
        (LATER, f"cudaX keeps its name, {when}"),
        ("N002", "cudaX is in HIP too, but differs: mind this"),
    ]


def test_what_a_users_own_entry_does_bears_its_place() -> None:
    edit, said = rename(RULES, SPAN, b"cudaX", Name(b"hipX", "mind this", origin="own.toml:4"))
    assert edit is not None
    assert (edit.origin, [one.origin for one in said]) == ("own.toml:4", ["own.toml:4"])


def test_bytes_that_are_no_text_are_shown_as_such() -> None:
    (said,) = rename(RULES, SPAN, b"cuda\xff", Name(None, "why"))[1]
    assert said.message == "cuda\ufffd has no HIP counterpart: why"


def test_a_match_calls_for_nothing_unless_it_says_so() -> None:
    assert Match() == ((), ())


WIDTH = "__device__ int f(int v) { __shared__ int s[1024 / warpSize]; s[0] = __any(v); return s[v]; }"
WRAPPED = "void f(mine::thrust::device_vector<int> &v) { ::mine::thrust::sort(v.begin(), v.end()); }"
BUILD = "add_definitions(-DTHRUST_CUB_WRAPPED_NAMESPACE=mine)\n"


@pytest.mark.parametrize(("rocm", "said"), [("6.4", False), ("7.0", True), ("7.2", True)])
@pytest.mark.parametrize(
    ("rule", "path", "source"),
    [("W015", "a.cu", WIDTH), ("M085", "a.cu", WRAPPED), ("B019", "CMakeLists.txt", BUILD)],
)
def test_what_is_so_from_a_release_on_is_not_said_of_an_older_one(
    rule: str, path: str, source: str, rocm: str, *, said: bool
) -> None:
    act = build_file if path == "CMakeLists.txt" else convert
    made = act(source.encode(), load(rocm=rocm), Options(path, warp="native", rocm=rocm))
    assert (rule in {one.rule for one in made.findings}) == said


def test_what_the_engine_says_of_all_releases_stays() -> None:
    found = [finding(RULES, each, Span(0, 0)) for each in ("W015", "P002")]
    assert of_release(RULES, found) == found
    assert [one.rule for one in of_release(load(rocm="6.4"), found)] == ["P002"]
