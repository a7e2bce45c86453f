"""Branches that no build for HIP reads as the source stands: what is in them is converted, and no error."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from hipify_py.conversion import convert
from hipify_py.model import Finding, Related, Span
from hipify_py.project.run import convert_tree
from hipify_py.resolve.platform_branches import Known
from hipify_py.resolve.unread_branches import asked, softened, told, unread
from hipify_py.rules.load import load
from hipify_py.settings import Options, Settings
from hipify_py.source.unit import Unit
from hipify_py.surroundings import Project

if TYPE_CHECKING:
    from pathlib import Path

OWN = """#ifndef __CUDA_ARCH__
#define MY_ARCH 0
#else
#  define MY_ARCH __CUDA_ARCH__
#endif
"""


@pytest.mark.parametrize(
    ("condition", "then", "otherwise"),
    [
        ("__CUDA_ARCH__ >= 900", True, False),
        ("CUDNN_VERSION > 7000", True, False),
        ("defined(__CUDA_ARCH__) && (__CUDA_ARCH__ >= 700)", True, False),
        ("defined __CUDA_ARCH__ && X", True, False),
        ("__CUDA_ARCH__ < 600", False, True),
        ("!(__CUDA_ARCH__ >= 600) || X", False, True),
        ("__CUDA_ARCH__ != 0", True, False),
        ("__CUDA_ARCH__ >= 700 || X", False, False),
        ("__CUDA_ARCH__ + 1 >= 700", True, False),
        ("__CUDACC_VER_MAJOR__ * 10000 + __CUDACC_VER_MINOR__ * 100 >= 120400", True, False),
        ("(__CUDACC_VER_MAJOR__ > 13) || (__CUDACC_VER_MAJOR__ == 13 && X)", True, False),
        ("defined(__CUDA_ARCH_FAMILY_SPECIFIC__) && X", True, False),
        ("__CUDA_ARCH_FEAT_SM90_ALL >= 1", True, False),
        ("__CUDA_ARCH__ + X >= 700", False, False),
        ("__CUDA_ARCH__ / 100 >= 7", False, False),
        ("__CUDA_ARCH__(1) >= 7", False, False),
        ("__CUDA_ARCH__ >= 700 ? X : Y", False, False),
        ("MY_ARCH >= 200", False, False),
        ("X >= 700", False, False),
    ],
)
def test_a_number_that_nothing_defines_is_0(condition: str, then: bool, otherwise: bool) -> None:
    text = f"#if {condition}\none;\n#else\ntwo;\n#endif\n"
    spans = [text[slice(*span)].strip() for span in unread(Unit(text.encode()), (), Known())]
    assert spans == ["one;"] * then + ["two;"] * otherwise


HAS = "#if %s\n#define HAS 1\n#else\n#define HAS %s\n#endif\n#if HAS\none;\n#else\ntwo;\n#endif\n"


@pytest.mark.parametrize(
    ("source", "texts"),
    [
        (HAS % ("defined(__CUDA_ARCH_FEAT_SM100_ALL)", "0"), ["one;"]),
        (HAS % ("__CUDA_ARCH__ >= 900", "0"), ["one;"]),
        (HAS % ("__CUDA_ARCH__ >= 900", "2"), []),
        (HAS % ("__CUDA_ARCH__ < 900", "0"), ["#define HAS 0"]),  # HIP has it
        (HAS % ("SOMETHING", "0"), []),
        (HAS % ("__CUDA_ARCH__ >= 900", "0") + "#define HAS 1\n", []),
        ("#ifndef HAS\n#define HAS 0\n#endif\n#if HAS\none;\n#endif\n", []),  # of a build
        (HAS.replace("#if HAS", "#ifdef HAS") % ("__CUDA_ARCH__ >= 900", "0"), []),
    ],
)
def test_a_macro_that_is_0_but_for_cuda_closes_what_hangs_on_it(source: str, texts: list[str]) -> None:
    spans = [source[slice(*span)].strip() for span in unread(Unit(source.encode()), (), Known())]
    assert [one for one in spans if one != "#define HAS 1"] == texts


def test_a_macro_of_the_files_own_may_stand_for_the_number() -> None:
    unit = Unit((OWN + "#if MY_ARCH >= 200\none;\n#endif\n").encode())
    assert b"one;" in b"".join(unit.code[slice(*span)] for span in unread(unit, (), Known()))
    assert [(one.name, one.value) for one in told(unit)] == [(b"MY_ARCH", b"0")]
    other = Unit(OWN.replace("#endif", "#endif\n#define MY_ARCH 7").encode())
    assert not [*told(other)]


def test_what_other_files_say_of_a_macro_counts() -> None:
    unit = Unit(b"#if MY_ARCH >= 200\none;\n#endif\n")
    assert [*asked(unit)] == [b"MY_ARCH"]
    assert unread(unit, (), Known({b"MY_ARCH": b"0"}))
    assert not unread(unit, (), Known({b"MY_ARCH": b"@"}))
    assert not unread(Unit(b"#define MY_ARCH 300\n" + unit.source), (), Known({b"MY_ARCH": b"0"}))


def test_a_librarys_version_is_what_rocms_headers_say() -> None:
    unit = Unit(b"#if NCCL_VERSION_CODE >= NCCL_VERSION(2,28,0) && X\none;\n#else\ntwo;\n#endif\n")
    known = Known(versions={b"NCCL_VERSION_CODE": (22707, 22707)})
    assert [unit.code[slice(*span)].strip() for span in unread(unit, (), known)] == [b"one;"]
    assert not unread(unit, (), Known())
    assert not unread(unit, (), known._replace(own=frozenset({b"NCCL_VERSION_CODE"})))
    assert not unread(Unit(b"#define NCCL_VERSION_CODE 1\n" + unit.source), (), known)


def test_what_a_later_version_brings_is_a_note() -> None:
    source = b"#if NCCL_VERSION_CODE %b NCCL_VERSION(2, 28, 0)\n__global__ void k(ncclCoopCta c);\n#endif\n"
    (said,) = [one for one in convert(source % b">=", load()).findings if one.rule == "N003"]
    assert (said.severity, said.fails) == ("note", "never")
    (said,) = [one for one in convert(source % b"<", load()).findings if one.rule == "N003"]
    assert said.severity == "warning"


def test_a_version_that_the_file_makes_is_none_of_cudas() -> None:
    assert not unread(Unit(b"#define CUDNN_VERSION 1\n#if CUDNN_VERSION > 0\none;\n#endif\n"), (), Known())


def test_what_is_not_read_is_converted_and_reported_as_a_note() -> None:
    name = b"cudaTriggerProgrammaticLaunchCompletion"
    source = b"__global__ void k() {\n#if __CUDA_ARCH__ >= 900\n%b(); cudaFree(0);\n#else\n%b();\n#endif\n}\n"
    result = convert(source % (name, name), load(), Options(project=Project()))
    said = [(one.severity, one.fails) for one in result.findings if one.rule == "N001"]
    assert said == [("note", "never"), ("error", "compile")]
    assert b"hipFree(0)" in result.output


def test_a_condition_that_is_made_to_ask_for_hip_opens_its_branch() -> None:
    source = b"#if CUDART_VERSION >= 10000\nvoid f() { cudaTriggerProgrammaticLaunchCompletion(); }\n#endif\n"
    result = convert(source, load())
    assert [one.severity for one in result.findings if one.rule == "N001"] == ["error"]


def test_a_header_tells_those_who_include_it(tmp_path: Path) -> None:
    (tmp_path / "own.h").write_text(OWN)
    lines = [
        '#include "own.h"',
        "__device__ void f() {",
        "#if MY_ARCH >= 200",
        'asm("vmax.u32 %0;" :: "r"(1));',
    ]
    text = "\n".join([*lines, "#endif", "}", ""])
    (tmp_path / "a.cu").write_text(text)
    report = convert_tree([str(tmp_path)], Settings())
    (said,) = [one for file in report.files for one in file.concerns if one.rule == "D001"]
    assert said.severity == "note"


@pytest.mark.parametrize(
    ("condition", "severities"),
    [
        ("!defined(__CUDA_ARCH__) || __CUDA_ARCH__ >= 300", set()),
        ("!defined(__CUDA_ARCH__) || __CUDA_ARCH__ < 300", set()),  # nor is it read
        ("!defined(MY_ARCH) || MY_ARCH >= 300", {"warning"}),
    ],
)
def test_a_shuffle_that_is_made_for_older_gpus_alone_is_none_of_hips(
    condition: str, severities: set[str]
) -> None:
    own = (
        "__device__ double __shfl_down(double v, unsigned n) { int a = __shfl_down(int(v), n); return a; }\n"
    )
    source = f"#include <cuda_runtime.h>\n#if {condition}\n#else\n{own}#endif\n"
    found = convert(source.encode(), load(), Options(path="a.cu")).findings
    assert {one.severity for one in found if one.rule == "W031"} == severities


MADE = """#if __CUDACC_VER_MAJOR__ >= 13
#define NEW
#endif
#if defined(NEW) && X
#define FAST 1
#endif
"""


@pytest.mark.parametrize(
    ("made", "condition", "then", "otherwise"),
    [
        (MADE, "#ifdef FAST", True, False),
        (MADE, "#ifndef FAST", False, True),
        (MADE, "#if FAST", True, False),
        (MADE, "#if !defined(FAST) || X", False, True),
        (MADE, "#if OTHER", False, False),
        (MADE + "#ifdef X\n#define FAST\n#endif\n", "#ifdef FAST", False, False),
        (MADE.replace("#define FAST 1", "#ifndef FAST\n#define FAST 1\n#endif"), "#ifdef FAST", False, False),
        (MADE.replace(">= 13", "< 13"), "#ifdef FAST", False, False),
        (MADE.replace("FAST", "NDEBUG"), "#ifdef NDEBUG", False, False),
    ],
)
def test_a_macro_that_only_such_branches_make_is_not_there(
    made: str, condition: str, then: bool, otherwise: bool
) -> None:
    text = f"{made}{condition}\none;\n#else\ntwo;\n#endif\n"
    spans = [text[slice(*span)].strip() for span in unread(Unit(text.encode()), (), Known())]
    assert [one for one in spans if ";" in one] == ["one;"] * then + ["two;"] * otherwise


def test_assembly_behind_such_a_macro_is_a_note() -> None:
    used = '#ifdef FAST\nasm("max.u8x4 %0, %1, %2;" : "=r"(r) : "r"(a), "r"(b));\n#endif\n'
    kernel = f"__device__ void f(unsigned &r, unsigned a, unsigned b) {{\n{used}}}\n"
    for before, severity in ((MADE, "note"), ("", "error")):
        (said,) = [one for one in convert((before + kernel).encode(), load()).findings if one.rule == "D001"]
        assert said.severity == severity
        assert "hipify_compat::vmaxu4" in said.message


def test_a_condition_in_such_a_branch_is_a_note() -> None:
    inner = "#if __CUDA_ARCH__ >= 890\nint a;\n#endif\n"
    source = f"#if __CUDACC_VER_MAJOR__ >= 13\n{inner}#endif\n{inner}"
    said = [(one.rule, one.severity) for one in convert(source.encode(), load()).findings]
    assert said == [("M003", "warning"), ("M001", "note"), ("M001", "warning")]


WARP = """__global__ void k(int *o, int n) {{
#if {0}
  unsigned m = n ? 0xffffffff : 0xffu << (threadIdx.x & 24);
  unsigned mask = m;
#else
  unsigned mask = __activemask();
#endif
  o[threadIdx.x] = __shfl_xor_sync(mask, o[threadIdx.x], 1);
}}
"""


@pytest.mark.parametrize(
    ("condition", "severity"),
    [
        ("__CUDA_ARCH__ >= 700", "note"),
        ("__CUDA_ARCH__ < 700", "warning"),
        ("X", "warning"),
    ],
)
def test_what_is_said_of_warps_there_is_a_note(condition: str, severity: str) -> None:
    source = WARP.format(condition)
    result = convert(source.encode(), load(), Options(path="a.cu", warp="native"))
    assert [one.severity for one in result.findings if one.rule == "W024"] == [severity]


def test_macros_of_shuffles_that_hip_does_not_read_are_told_in_notes() -> None:
    macro = "#define __shfl(...) __shfl_sync(~0, __VA_ARGS__)\n"
    for condition, severity in (("__CUDA_ARCH__ >= 700", "note"), ("MINE >= 700", "warning")):
        source = f"#if {condition}\n{macro}#endif\n"
        source += "__global__ void k(int *o) { *o = __shfl(*o, 0, 8); }\n"
        result = convert(source.encode(), load(), Options(path="a.cu", warp="native"))
        assert [one.severity for one in result.findings if one.rule == "W031"] == [severity]


def test_what_is_said_of_warps_elsewhere_too_stays_as_it_is() -> None:
    unit = Unit(b"#if __CUDA_ARCH__ >= 700\na; b;\n#endif\nc;\n")
    there, beside, elsewhere = (Span(at, at + 1) for at in map(unit.code.index, (b"a;", b"b;", b"c;")))
    for rule, related, severity in (
        ("W012", (), "note"),
        ("W012", (beside,), "note"),
        ("W012", (beside, elsewhere), "warning"),
        ("N041", (), "warning"),
    ):
        places = tuple(Related(span, "and here") for span in related)
        said = Finding(rule, "warning", there, "", "silent", places)
        (one,) = softened(unit, [said], [], Known())
        assert one.severity == severity


@pytest.mark.parametrize(
    ("condition", "severity"),
    [
        ("#if defined(__CUDA_ARCH__) && defined(__CUDA_ARCH_FEAT_SM120_ALL)", "note"),
        ("#ifdef __CUDA_ARCH_FEAT_SM90_ALL", "note"),
        ("#if defined(__CUDA_ARCH__) || defined(__CUDA_ARCH_FEAT_SM120_ALL)", "error"),
        ("#if defined(__CUDA_ARCH__) && WIDE", "error"),
        ("#ifndef __CUDA_ARCH_FEAT_SM90_ALL", "error"),
    ],
)
def test_a_feature_of_one_gpu_beside_a_condition_that_is_opened(condition: str, severity: str) -> None:
    asm = 'asm volatile("griddepcontrol.frob;");'
    source = f"__global__ void k(float *a) {{\n{condition}\n  {asm}\n#endif\n  a[0] = 1.f;\n}}\n"
    findings = convert(source.encode(), load(), Options()).findings
    assert [one.severity for one in findings if one.rule == "D001"] == [severity]
