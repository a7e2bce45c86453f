"""Conditions that split code."""

from __future__ import annotations

import pytest
from helpers.matches import RULES

from hipify_py.conversion import convert
from hipify_py.model import Span
from hipify_py.resolve.linkage import scope_of
from hipify_py.settings import Options
from hipify_py.source.errors import errors
from hipify_py.source.split_code import splitting
from hipify_py.source.unit import Unit


def left_out(text: str) -> list[str]:
    """Give the directives that are left out."""
    unit = Unit(text.encode())
    bare = bytearray(unit.code)
    for one in unit.directives:
        bare[slice(*one.span)] = b" " * (one.span.end - one.span.start)
    found = ((start, start + len(blank)) for start, blank in splitting(bytes(bare), unit.directives))
    return [text[start:end] for start, end in sorted(found)]


@pytest.mark.parametrize(
    "text",
    [
        "void f() {\n  if (a)\n#ifdef B\n    b();\n  else\n#endif\n  c();\n}\n",
        'extern "C++" {\n#ifdef A\n  int b = (1 +\n#endif\n  2\n#ifdef A\n)\n#endif\n;\n}\n',
        "#ifdef A\nnamespace b {\n#endif\nint c;\n#ifdef A\n}\n#endif\n",
        "void f(int a\n#ifdef B\n, int b\n#endif\n);\n",
        "E a[] = {\n  B,\n#ifdef C\n  D,\n#else\n  F,\n#endif\n};\n",
        "template <int N>\n#if A\n\n#else\n\n#endif\nvoid k() {}\n",
    ],
)
def test_conditions_that_split_code_are_left_out(text: str) -> None:
    assert left_out(text) == [line for line in text.split("\n") if line.startswith("#")]
    assert list(errors(Unit(text.encode()))) == []


@pytest.mark.parametrize(
    "text",
    [
        "#ifndef A\n#define A\nint a;\n#endif\n",
        "void f() {\n#ifdef A\n  a();\n#else\n  b();\n#endif\n  c();\n}\n",
        "void f() { g(\n#ifdef A\n  a\n#else\n  b\n#endif\n); }\n",
        "void f()\n#ifdef A\n{\n#else\n;\n#endif\n",
        "#endif\n#else\n#if A\nint f(\n",
    ],
)
def test_conditions_around_whole_code_or_with_two_sides_stay(text: str) -> None:
    assert left_out(text) == []


def in_a_row(text: str) -> str:
    """Give a text with what stands in for the directives that split it, and no blanks at ends of lines."""
    unit = Unit(text.encode())
    bare = bytearray(unit.code)
    for one in unit.directives:
        bare[slice(*one.span)] = b" " * (one.span.end - one.span.start)
    for start, stand_in in splitting(bytes(bare), unit.directives):
        bare[start : start + len(stand_in)] = stand_in
    return "\n".join(line.rstrip() for line in bare.decode().split("\n"))


@pytest.mark.parametrize(
    ("text", "read"),
    [
        (
            "void f() {\n#if A\n  for (;;) { a();\n#else\n  while (b) {\n#endif\n  c(); }\n}\n",
            "void f() {\n\n  for (;;) { a();\n}\n  while (b) {\n\n  c(); }\n}\n",
        ),
        (
            "#if A\nvoid f() {\n#elif B\nvoid g() {\n#else\nvoid h() {\n#endif\n  c(); }\n",
            "\nvoid f() {\n}\nvoid g() {\n}\nvoid h() {\n\n  c(); }\n",
        ),
        (
            "void f() { for (;;) {\n#if A\n  a(); }\n#else\n  b(); }\n#endif\n  c();\n}\n",
            "void f() { for (;;) {\n\n  a(); }\n{\n  b(); }\n\n  c();\n}\n",
        ),
        (  # one within the other, in a header whose guard is whole
            "#ifndef H\nf() {\n#if A\n{\n#if B\nb(); {\n#else\n{\n#endif\n#else\n{ {\n#endif\n}}}\n#endif\n",
            "\nf() {\n\n{\n\nb(); {\n}\n{\n\n}}\n{ {\n\n}}}\n\n",
        ),
    ],
)
def test_branches_that_open_or_close_the_same_block_are_blocks_in_a_row(text: str, read: str) -> None:
    unit = Unit(text.encode())
    assert in_a_row(text) == read
    assert not unit.tree.root_node.has_error
    assert {*errors(unit)} == {*unit.in_a_row}
    assert [text[one.start : one.start + 5] for one in unit.in_a_row][:1] in (["#if A"], ["#if B"])


@pytest.mark.parametrize(
    "text",
    [
        "void f() {\n#if A\n  if (a) {\n#else\n  if (b) { if (c) {\n#endif\n  d(); }\n}\n",
        "void f() { if (a) {\n#if A\n  } if (b) { if (c) {\n#else\n  if (d) {\n#endif\n  e(); } }\n",
        "void f() {\n  if (a)\n#if A\n  { b();\n#else\n  { c();\n#endif\n  d(); }\n}\n",
        "void f() {\n#if A\n  g((a) {\n#else\n  h((b) {\n#endif\n  ); }\n}\n",
    ],
)
def test_branches_that_are_not_alike_are_not_put_in_a_row(text: str) -> None:
    assert "}\n  if (b) {" not in in_a_row(text)
    assert in_a_row(text).count("}") == text.count("}")


@pytest.mark.parametrize(
    ("text", "read"),
    [
        (
            "void f() {\n  for (;;)\n#if A\n  a();\n#else\n  b();\n#endif\n  c();\n}\n",
            "void f() {\n  for (;;)\n{\n  a();\n\n  b();\n}\n  c();\n}\n",
        ),
        (
            "void f() {\n  if (a)\n#if A\n  a();\n#elif B\n#else\n  { b(); }\n#endif\n  else c();\n}\n",
            "void f() {\n  if (a)\n{\n  a();\n\n\n  { b(); }\n}\n  else c();\n}\n",
        ),
        (
            "void f() {\n  if (a) c(); else\n#ifdef A\n  a();\n#else\n  b();\n#endif\n}\n",
            "void f() {\n  if (a) c(); else\n{\n  a();\n\n  b();\n}\n}\n",
        ),
    ],
)
def test_branches_of_which_one_is_the_body_of_a_loop_or_an_if_are_one_block(text: str, read: str) -> None:
    assert in_a_row(text) == read
    assert list(errors(Unit(text.encode()))) == []


@pytest.mark.parametrize(
    "text",
    [
        "F(a)\n#if A\nint a();\n#else\nint b();\n#endif\n",
        "void f() {\n  M(a)\n#if A\n  a();\n#else\n  b();\n#endif\n}\n",
        "void f() {\n  for (;;) ;\n#if A\n  a();\n#else\n  b();\n#endif\n}\n",
        "void f() {\n  a)\n#if A\n  a();\n#else\n  b();\n#endif\n}\n",
        "void f() {\n  for (;;)\n#if A\n  a(1,\n#else\n  b(\n#endif\n  2);\n}\n",
        "void f() {\n  for (;;) {\n  for (;;)\n#if A\n  a(); } {\n#else\n  b();\n#endif\n}\n}\n",
    ],
)
def test_branches_that_are_no_body_are_not_put_in_one_block(text: str) -> None:
    assert in_a_row(text).count("}") <= text.count("}")


def test_a_body_in_a_lambda_that_a_call_takes_cuts_no_arguments() -> None:
    text = "void f() {\n  g(1, [] {\n  for (;;)\n#if A\n  a();\n#else\n  b();\n#endif\n  });\n}\n"
    assert list(errors(Unit(text.encode()))) == []


WHERE_BLOCKS_BEGIN_TWICE = """namespace v {
__global__ void k(int n, int grids, int* o) {
#if PERSISTENT
    for (;;) { const int i = atomicAdd(o, 32) + threadIdx.x; if (i >= n) break;
#else
    for (int g = 0; g < grids; ++g) { const int i = threadIdx.x + g;
#endif
        if (i < n) o[i] = i;
    }
}
void run(int n, int* o) { cudaMemset(o, 0, 4); k<<<1, 256>>>(n, 4, o); }
}
"""


def test_what_stands_behind_a_block_that_begins_in_two_branches_is_not_taken_for_its_function() -> None:
    result = convert(WHERE_BLOCKS_BEGIN_TWICE.encode(), RULES, Options())
    assert {one.rule for one in result.findings if one.severity != "note"} == set()


BARRIER_BEHIND = """__global__ void a(int n, int grids, int gs, unsigned* c, float* o) {
    __shared__ int bc;
    volatile int* p = &bc;
#if PERSISTENT
    for (;;) {
        if (threadIdx.x == 0) *p = atomicAdd(c, 1u);
        __syncthreads();
        const int t = *p;
#else
    for (int g = 0; g < grids; ++g) { const int t = blockIdx.x + g * gs;
#endif
        if (t < n) { o[t] = 1; __syncthreads(); }
    }
}
"""


def test_a_barrier_behind_a_block_that_begins_in_two_branches_is_judged_by_what_guards_it() -> None:
    def told(text: str) -> set[str]:
        return {one.rule for one in convert(text.encode(), RULES, Options()).findings}

    assert "G016" not in told(BARRIER_BEHIND)
    assert "G016" in told(BARRIER_BEHIND.replace("t < n)", "threadIdx.x < n)"))


CUT = "void f() { cudaStreamWaitEvent(s, e\n#ifdef A\n, 0\n#endif\n); cudaFree(p); }\n"


def test_a_call_that_a_condition_cuts_is_not_read_and_is_told() -> None:
    unit = Unit(CUT.encode())
    at, other = CUT.index("cudaStream"), CUT.index("cudaFree")
    assert unit.call(Span(at, at + len("cudaStreamWaitEvent"))) is None
    assert unit.call(Span(other, other + len("cudaFree"))) is not None
    (place,) = errors(unit)
    assert CUT[slice(*place)].startswith("(s, e\n#ifdef")
    assert "P001" in {one.rule for one in convert(CUT.encode(), RULES, Options()).findings}


def test_a_launch_may_have_arguments_that_a_condition_cuts_and_no_cut_before_them() -> None:
    given = b"void f() { k<<<1, 2>>>(p, cudaSuccess\n#ifdef A\n, b\n#endif\n); }\n"
    cut = b"void f() { k<<<1\n#ifdef A\n, 2\n#endif\n>>>(p); }\n"
    units = [Unit(given), Unit(cut)]
    assert [unit.launch(one) is None for unit in units for one in unit.launches] == [False, True]
    assert [len(unit.cut) for unit in units] == [0, 1]
    assert b"hipLaunchKernelGGL(k, 1, 2, 0, 0, p," in convert(given, RULES, Options(launch="macro")).output


@pytest.mark.parametrize("head", ["class A", "template <class T> struct A", "struct A final"])
@pytest.mark.parametrize("conditions", [("#ifdef B", "#else"), ("#if B", "#elif C\n  : D\n#else")])
def test_of_what_a_class_is_made_is_read_of_the_first_branch(head: str, conditions: tuple[str, str]) -> None:
    bases = f"{conditions[0]}\n  : public D\n{conditions[1]}\n  : public D,\n    E\n#endif\n"
    text = f"{head}\n{bases}{{\n  int f();\n}};\n"
    unit = Unit(text.encode())
    assert in_a_row(text).split() == [*head.split(), ":", "public", "D", "{", "int", "f();", "};"]
    assert list(errors(unit)) == []
    assert scope_of(unit, Span(text.index("f()"), text.index("f()") + 1)) == b"A"


@pytest.mark.parametrize(
    "text",
    [
        "int a = b\n#ifdef B\n  ? c\n#else\n  ? d\n#endif\n  : e;\n",
        "A::A()\n#ifdef B\n  : b(1)\n#else\n  : b(2)\n#endif\n;\n",
        "switch (a) {\n#ifdef B\ncase 1:\n#else\ncase 2:\n#endif\n{ }\n}\n",
    ],
)
def test_other_branches_with_colons_are_not(text: str) -> None:
    assert left_out(text) == []


@pytest.mark.parametrize("before", ["", "int g();\n", "template <class T> MARK\n", "__device__\n"])
def test_of_heads_of_a_function_the_first_is_read(before: str) -> None:
    heads = "#ifdef B\nint f(int a)\n#elif C\nint f(int a, int b) const\n#else\nint f()\n#endif\n"
    text = f"struct A {{\n{before}{heads}{{ return g(); }}\nint h();\n}};\n"
    assert "int f(int a) { return g(); } int h();" in " ".join(in_a_row(text).split())
    assert list(errors(Unit(text.encode()))) == []


@pytest.mark.parametrize(
    "types", [("inline typename A<T>::B", "A<T>::C"), ("int", "const float *"), ("T &", "B")]
)
def test_of_types_before_a_name_the_first_is_read(types: tuple[str, str]) -> None:
    chosen = f"#ifdef B\n{types[0]}\n#else\n{types[1]}\n#endif\n"
    text = f"template <class T>\n{chosen}A<T>::f() const {{ return g(); }}\nint h();\n"
    read = f"template <class T> {types[0]} A<T>::f() const {{ return g(); }} int h();"
    assert " ".join(in_a_row(text).split()) == read
    assert list(errors(Unit(text.encode()))) == []


@pytest.mark.parametrize(
    "text",
    [
        "void f() {\n#ifdef B\n  if (b)\n#else\n  if (c)\n#endif\n  { g(); }\n}\n",
        "void f() {\n#ifdef B\n  for (;;)\n#else\n  while (c)\n#endif\n  { g(); }\n}\n",
        "#ifdef B\nint f(int a);\n#else\nint f()\n#endif\n{ }\n",
        "#ifdef B\nint f(unsigned long long a)\n#else\nint f(unsigned a)\n#endif\n{ }\n",
        "#ifdef B\nuint64_t\n#else\nuint32_t\n#endif\nm = 1;\n",
        "#ifdef B\nint f(int a\n#else\nint f(\n#endif\n) { }\n",
        "int a =\n#ifdef B\nb\n#else\nc\n#endif\n+ d;\n",
        "void f() {\n#ifdef B\n  else\n#else\n  do\n#endif\n  g();\n}\n",
    ],
)
def test_other_heads_are_not(text: str) -> None:
    assert left_out(text) == []
