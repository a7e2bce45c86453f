"""Branches for other compilers than HIP's."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

import pytest
from helpers.work import growing

from hipify_py.conversion import convert
from hipify_py.model import Edit, Span
from hipify_py.project.run import convert_tree
from hipify_py.resolve.platform_branches import Known, as_edited, asked, left_out, told
from hipify_py.rules.load import load
from hipify_py.settings import Options, Settings
from hipify_py.source.unit import Unit

if TYPE_CHECKING:
    from pathlib import Path

ALONE = Known(hip_alone=True)
MY_HIP = "#if defined(__HIP_PLATFORM_AMD__)\n#define MY_HIP 1\n#else\n#define MY_HIP 0\n#endif\n"


def out(text: str, known: Known = ALONE) -> list[str]:
    """Give what is left out of a text."""
    return [text[slice(*span)].strip() for span in left_out(Unit(text.encode()), (), known)]


@pytest.mark.parametrize(
    ("condition", "then", "otherwise"),
    [
        ("MY_HIP", False, True),
        ("!MY_HIP", True, False),
        ("MY_HIP && X", False, False),
        ("X || MY_HIP", False, True),
        ("defined(MY_HIP)", False, True),
        ("MY_HIP == 1", False, False),
        ("OTHER_HIP", False, False),
    ],
)
def test_a_macro_of_the_programs_own_may_say_which_compiler_it_is(
    condition: str, then: bool, otherwise: bool
) -> None:
    text = f"#if {condition}\none;\n#else\ntwo;\n#endif\n"
    assert [one for one in out(MY_HIP + text) if ";" in one] == ["one;"] * then + ["two;"] * otherwise


@pytest.mark.parametrize(
    "made",
    [
        MY_HIP.replace("#endif", "#endif\n#define MY_HIP 0"),
        MY_HIP.replace("#endif", "#endif\n#undef MY_HIP"),
        MY_HIP.replace("defined(__HIP_PLATFORM_AMD__)", "X"),
        MY_HIP.replace(" 1", " some(1)"),
        MY_HIP.replace(" 1", "(x) 1"),
        f"#if X\n{MY_HIP}#endif\n",
    ],
)
def test_a_macro_that_may_be_something_else_says_nothing(made: str) -> None:
    assert "two;" not in out(f"{made}#if MY_HIP\none;\n#else\ntwo;\n#endif\n")


def test_a_macro_may_be_made_of_another() -> None:
    text = MY_HIP + "#if MY_HIP\n#define ON_AMD MY_HIP\n#endif\n#ifdef ON_AMD\none;\n#else\ntwo;\n#endif\n"
    assert "two;" in out(text)


def test_the_compilers_own_macro_counts_where_no_other_compiler_reads_the_file() -> None:
    text = "#ifdef __HIPCC__\none;\n#else\ntwo;\n#endif\n"
    assert out(text) == ["two;"]
    assert not out(text, Known())
    assert out("#ifndef __HIPCC__\none;\n#elif X\ntwo;\n#endif\n") == ["one;"]


def test_cudas_macros_are_not_there_beside_hips() -> None:
    assert out("#if defined(__CUDACC__)\none;\n#elif defined(__HIPCC__)\ntwo;\n#else\nthree;\n#endif\n") == [
        "one;",
        "three;",
    ]


def test_a_condition_counts_as_edits_leave_it() -> None:
    unit = Unit(b"#ifdef __CUDACC__\none;\n#else\ntwo;\n#endif\n")
    edit = Edit(
        Span(1, 17), (b"if", Span(6, 7), b"defined(__CUDACC__) || defined(__HIPCC__)"), "M002", "guard"
    )
    first = unit.directives[0]
    assert as_edited(unit, first, [edit]) == (b"if", b" defined(__CUDACC__) || defined(__HIPCC__)")
    assert [unit.code[slice(*span)].strip() for span in left_out(unit, [edit], ALONE)] == [b"two;"]
    include = Edit(Span(0, 0), (b"#include <hip/hip_runtime.h>\n",), "R500", "include")
    assert as_edited(unit, first, [include]) == (b"ifdef", b" __CUDACC__")


def test_what_others_make_is_told_and_asked_for() -> None:
    assert [(one.name, one.value) for one in told(Unit(MY_HIP.encode()))] == [(b"MY_HIP", b"1")]
    by_compiler = MY_HIP.replace("__HIP_PLATFORM_AMD__", "__HIPCC__").encode()
    assert [(one.name, one.value) for one in told(Unit(by_compiler))] == [(b"MY_HIP", b"1h")]
    unit = Unit(b"#if MY_HIP\none;\n#else\ntwo;\n#endif\n#if X\n#endif\n")
    assert [*asked(unit)] == [b"MY_HIP", b"X"]
    assert left_out(unit, (), Known(switches={b"MY_HIP": b"1"}))
    assert left_out(unit, (), Known(switches={b"MY_HIP": b"1h"}, hip_alone=True))
    assert not left_out(unit, (), Known(switches={b"MY_HIP": b"1h"}))
    assert left_out(unit, (), Known(switches={b"MY_HIP": b"0"}))


def test_a_file_that_tells_the_compilers_apart_has_no_macros_of_cudas() -> None:
    text = (
        "#ifdef __CUDACC__\n#define MY_CUDACC\n#endif\n#ifdef __HIPCC__\n#define MY_HIPCC\n#endif\n"
        "#if defined(MY_CUDACC) && X\none;\n#elif Y\ntwo;\n#endif\n"
    )
    assert "one;" in out(text, Known())
    assert "two;" not in out(text)
    assert (b"MY_CUDACC", b"-") in [(one.name, one.value) for one in told(Unit(text.encode()))]
    assert left_out(Unit(b"#ifdef MY_CUDACC\none;\n#endif\n"), (), Known(switches={b"MY_CUDACC": b"-"}))


def test_a_macro_of_another_kind_may_be_made_elsewhere() -> None:
    text = (
        "#ifdef __CUDACC__\n#define MY_CUDACC\n#define FAST\n#endif\n"
        "#ifdef __HIPCC__\n#define MY_HIPCC\n#define WIDE\n#endif\n"
    )
    found = {one.name: one.value for one in told(Unit(text.encode()))}
    assert (found[b"MY_CUDACC"], found[b"FAST"], found[b"WIDE"]) == (b"-", b"?", b"1h")
    assert not left_out(Unit(b"#ifdef FAST\none;\n#endif\n"), (), Known(switches={b"FAST": b"?"}))


def test_all_that_is_said_of_them_is_a_note() -> None:
    function = b"__device__ void f(unsigned *p) { *p = __ballot_sync(7, CUDNN_X); }\n"
    source = b"#ifdef __CUDACC__\nint x;\n#else\n" + function + b"#endif\n"
    result = convert(source, load(), Options(path="a.cu"))
    assert result.findings
    assert {one.severity for one in result.findings} == {"note"}


def test_a_header_tells_those_who_include_it(tmp_path: Path) -> None:
    (tmp_path / "own.h").write_text(MY_HIP)
    (tmp_path / "a.cu").write_text(
        '#include "own.h"\n#if MY_HIP\n#define N 1\n#else\n#define N (__CUDA_ARCH__ >= 800)\n#endif\n'
    )
    report = convert_tree([str(tmp_path)], Settings())
    (said,) = [one for file in report.files for one in file.concerns if one.rule == "M101"]
    assert said.severity == "note"


def test_a_long_comment_in_a_definition_takes_no_time() -> None:
    begun = time.process_time()
    assert out(f"#define ASKED /* {'about it ' * 400} */ one, two\n#ifdef ASKED\nint a;\n#endif\n") == []
    assert time.process_time() - begun < 2


@pytest.mark.parametrize(
    ("text", "left"),
    [
        ("#ifdef __HIP_PLATFORM_AMD__\n#ifndef G\n#define G\n#define M 1\n#endif\n#endif\n", ["there"]),
        ("#ifdef __HIP_PLATFORM_AMD__\n#if A\n#define M 1\n#endif\n#endif\n", []),
        ("#if A\n#ifdef __HIP_PLATFORM_AMD__\n#define M 1\n#endif\n#endif\n", []),
    ],
)
def test_a_macro_is_made_where_all_around_it_is_taken(text: str, left: list[str]) -> None:
    assert out(f"{text}#if M\nhere\n#else\nthere\n#endif\n") == left


def test_what_stands_around_is_asked_once_for_a_branch() -> None:
    def text(times: int) -> bytes:
        opened = b"".join(b"#if A\n#define M%d 1\n" % number for number in range(times))
        return b"#ifdef __HIP_PLATFORM_AMD__\n" + opened + b"#endif\n" * (times + 1)

    assert growing(text, lambda source: left_out(Unit(source), (), ALONE), 2000) == {}
