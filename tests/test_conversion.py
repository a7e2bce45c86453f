"""The spine: what a conversion of one source comes to, in which order, and what it says of itself."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest
from helpers.matches import RULES

from hipify_py.conversion import MOST_PARSE_ERRORS, NOTHING_READ, convert, parse_errors
from hipify_py.model import Result
from hipify_py.settings import Options
from hipify_py.source.reading import Reading, read
from hipify_py.source.unit import Unit

if TYPE_CHECKING:
    from collections.abc import Sequence

    from hipify_py.source.lexer import Directive, Text

BARE = Options(path="a.cpp")


def run(source: str) -> Result:
    return convert(source.encode(), RULES, BARE)


def test_edits_and_findings_come_in_the_order_of_the_source() -> None:
    result = run("cudaFrob(1); cudaFree(cudaMalloc); cudaFrob(2); cudaError_t e;")
    assert result.text == "cudaFrob(1); hipFree(hipMalloc); cudaFrob(2); hipError_t e;"
    assert [edit.span.start for edit in result.edits] == [13, 22, 48]
    assert [(one.rule, one.span.start) for one in result.findings] == [("N003", 0)]
    assert [at.span.start for at in result.findings[0].related] == [35]
    assert (result.source, result.suppressed) == (
        b"cudaFrob(1); cudaFree(cudaMalloc); cudaFrob(2); cudaError_t e;",
        (),
    )


@pytest.mark.parametrize("source", [b"", b"\0\xff", b"int x;\r\n", b"hipFree(p);", b"/* cudaFree"])
def test_what_holds_nothing_to_convert_comes_out_as_it_went_in(source: bytes) -> None:
    assert convert(source, RULES, BARE) == Result(source, source)


@pytest.mark.parametrize(
    "source",
    [
        b"#include <cusp/\xc5\\\n>\n",
        b"__global__ void k(int v) { for (int i = threadIdx.x; i < 9; ++i) __shfl_sync(m\xc5, v, 0); }\n",
        b"__device__ float4 operator+(float4 \xc5a, float4 b);\nT\xc5 operator+(float4, T\xc5);\n",
        b"__global__ void k(T\xc5 a) { unsigned char b[2] = {(T\xc5)a, a}; atomicAdd((T\xc5 *)b, 1); }\n",
    ],
)
def test_bytes_that_are_no_text_come_out_in_names(source: bytes) -> None:
    assert convert(source, RULES, BARE).output.count(b"\xc5") == source.count(b"\xc5")


def test_a_nested_call_is_converted_in_one_pass() -> None:
    result = run("cudaMemcpyToSymbol(s, f(cudaFree), cudaMemcpyDefault);")
    assert result.text == "hipMemcpyToSymbol(s, f(hipFree), hipMemcpyDefault);"
    assert result.findings == ()


@pytest.mark.parametrize(
    ("declared", "name", "words"),
    [
        ("__device__ void f(float *o);", "f", ("", "__device__ ")),
        ("struct S { __device__ void f(float *o); };", "S::f", ("", "__device__ ")),
        ("struct S { void f(float *o); };", "S::f", ("__device__ ", "__device__ ")),
        ("#define HD __host__ __device__\nHD void f(float *o);", "f", ("", "HD ")),
    ],
)
@pytest.mark.parametrize(
    ("body", "made"),
    [
        ("BOOST_MPL_ASSERT((T));", 'static_assert(T::value, "BOOST_MPL_ASSERT");'),
        ('asm("trap;");', "__builtin_trap();"),
    ],
)
def test_what_becomes_device_code_is_converted_as_such_at_once(
    declared: str, name: str, words: tuple[str, str], body: str, made: str
) -> None:
    source = "%s\n%svoid %s(float *o) { %s }\n"
    result = run(source % (declared, words[0], name, body))
    assert result.text.endswith(f"\n{words[1]}void {name}(float *o) {{ {made} }}\n")
    assert run(result.text).text == result.text


def test_an_edit_in_text_that_is_replaced_is_lost_and_said() -> None:
    """A mask that is left out takes with it what is in it."""
    source = "__device__ int f(int v) { return __shfl_sync(cudaMemcpyDefault, v, 0); }"
    result = convert(source.encode(), RULES, Options(path="a.cpp", add_include=False))
    assert result.text == "__device__ int f(int v) { return __shfl(v, 0, 32); }"
    lost = [(one.rule, one.message) for one in result.findings if one.rule == "N009"]
    assert lost == [
        ("N009", "an edit of N000 was not made, because the text around it is replaced as a whole")
    ]


def test_what_a_comment_turns_off_is_neither_made_nor_said_but_kept_count_of() -> None:
    result = run("cudaFree(p); // hipify: ignore[N000] for now\ncudaFree(q);\n")
    assert result.text == "cudaFree(p); // hipify: ignore[N000] for now\nhipFree(q);\n"
    assert [(one.rule, one.span.start, one.reason) for one in result.suppressed] == [("N000", 0, "for now")]


def test_a_source_without_a_path_counts_as_cuda() -> None:
    assert convert(b"cudaFree(p);", RULES).text == "#include <hip/hip_runtime.h>\n\nhipFree(p);"


@pytest.mark.parametrize(
    ("source", "places"),
    [
        ("void f() { cudaFree(; }", 1),
        ("void f() { cudaFree(p); }", 0),
        ("int a = ;\ncudaFree(p);\nvoid f() { g(; }", 0),
        ("cudaStream_t a = ;\n" * 3 + "int a = ;", 3),
        ("int a = ; cudaStream_t b;\n" * 6, MOST_PARSE_ERRORS),
    ],
)
def test_one_finding_speaks_of_all_parse_errors(source: str, places: int) -> None:
    unit = Unit(source.encode())
    found = parse_errors(unit, RULES, something_found=True)
    assert [one.rule for one in found] == ["P001"] * bool(places)
    assert sum(1 + len(one.related) for one in found) == places
    assert parse_errors(unit, RULES, something_found=False) == []


def test_a_parse_error_is_said_only_where_there_is_something_to_convert() -> None:
    assert run("void f() { g(; }").findings == ()
    result = run("void f() { g(; cudaFree(p); }")
    assert result.text == "void f() { g(; hipFree(p); }"
    assert [one.rule for one in result.findings] == ["P001"]


def test_a_header_of_ours_is_included_for_what_comments_leave() -> None:
    quiet = "// hipify: ignore[W000]\n"
    shuffle = "__device__ int f(int v) { return __any_sync(0xf, v); }"
    source = f"#include <hip/hip_runtime.h>\n{quiet}{shuffle}\n"
    assert convert(source.encode(), RULES, Options(path="a.cu")).text == source
    first = convert(f"{quiet}{source}".encode(), RULES, Options(path="a.cu"))
    assert first.text == quiet + source


def test_includes_stand_before_all_else_that_is_put_at_the_top() -> None:
    source = b"k<<<CUDA_ERROR_TIMEOUT, 2>>>();"
    lines = convert(source, RULES, Options(path="a.cu", launch="macro")).text.splitlines()
    assert [line for line in lines if line] == [
        "#include <hip/hip_runtime.h>",
        '#include "hipify_compat.h"',
        "hipLaunchKernelGGL(k, hipify_compat::CUDA_ERROR_TIMEOUT, 2, 0, 0);",
    ]


def test_a_name_that_holds_a_keyword_is_kept_whole_where_a_call_is_rewritten() -> None:
    source = "void f() { cudaMallocHost(&p, my__global__); cudaMallocHost(&p, a__device__b); }"
    wanted = re.sub(r"cudaMallocHost\((.*?)\)", r"hipHostMalloc(\1, hipHostMallocDefault)", source)
    assert convert(source.encode(), RULES, BARE).text == wanted


@pytest.mark.parametrize("body", ["do { cudaFree(x); } while (0)", "do { f(cudaFree(x), #x); } while (0)"])
def test_what_stands_in_a_macro_that_checks_is_converted_once(
    body: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    texts: list[bytes] = []

    def counted(text: Text, directives: Sequence[Directive], masked: bytes) -> Reading:
        texts.append(text.code)
        return read(text, directives, masked)

    monkeypatch.setattr("hipify_py.source.parsed_text.read", counted)
    source = f"#define CHECK(x) {body}\n".encode()
    assert b"hipFree(x)" in convert(source, RULES, BARE).output
    assert len(texts) == 1


def test_a_file_in_which_nothing_is_found_is_not_parsed(monkeypatch: pytest.MonkeyPatch) -> None:
    """A tree may hold images of megabytes, whose endings do not tell what they are."""
    monkeypatch.setattr("hipify_py.source.parsed_text.read", lambda *_: pytest.fail("it is parsed"))
    source = b"int f(int a) { return a < 2 ? g(a) : 1; }\n" * 100
    assert convert(source, RULES, Options(path="a.yuv")).output == source


def test_of_a_source_with_too_many_places_nothing_is_converted(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("hipify_py.conversion.MOST_PLACES", 2_000)
    source = "cudaFree(p);\n" * 2_001
    result = run(source)
    assert result.text == source
    assert [(one.rule, one.severity) for one in result.findings] == [("F025", "error")]


def test_a_source_with_as_many_places_as_are_read_is_converted(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("hipify_py.conversion.MOST_PLACES", 3)
    assert run("cudaFree(p);\n" * 3).text == "hipFree(p);\n" * 3
    assert run("cudaFree(p);\n" * 4).text == "cudaFree(p);\n" * 4


def test_a_call_of_what_hip_lacks_is_rewritten_beside_an_overload_that_gives_way() -> None:
    own = "__device__ size_t atomicAdd(size_t *a, size_t b) { return *a; }\n"
    once = run("__global__ void f(half *q, half v) { atomicAdd(q, v); }\n" + own).text
    assert "#ifndef __HIP_PLATFORM_AMD__\n" + own in once
    assert "hipify_half::atomicAdd(q, v);" in once
    assert run(once).text == once


def test_what_rests_on_a_part_that_a_comment_keeps_is_settled() -> None:
    """`__ffsll` is one of two by its type, and the mask keeps the type that the comment is about."""
    source = (
        b"__device__ int f(int p) {\n  unsigned m; // hipify: ignore[W000] as it is\n"
        b"  m = __ballot_sync(0xffffffff, p);\n  return __ffs(m);\n}\n"
    )
    options = Options(path="a.cu", warp="native", add_include=False)
    made = convert(source, RULES, options)
    assert b"unsigned m; //" in made.output
    assert b"return __ffsll((long long)(m));" in made.output
    assert convert(made.output, RULES, options).output == made.output


def test_a_file_that_is_not_parsed_at_all_is_a_warning() -> None:
    source = "void f() { cudaFree(p); }\n" + "}" * 1100
    found = parse_errors(Unit(source.encode()), RULES, something_found=True)
    assert [(one.rule, one.severity, one.message) for one in found] == [("P001", "warning", NOTHING_READ)]
