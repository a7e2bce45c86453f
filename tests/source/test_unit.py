"""What the tree tells: calls, launches, queries, directives."""

from __future__ import annotations

import re

import pytest

from hipify_py.model import Span
from hipify_py.source.statements import written_call
from hipify_py.source.unit import Unit
from hipify_py.source.word_places import all_standing


def unit(text: str) -> Unit:
    return Unit(text.encode())


def at(text: str, name: str) -> Span:
    found = re.search(rf"\b{name}\b", text)
    assert found is not None
    return Span(*found.span())


def arguments(text: str, name: str = "f") -> list[str] | None:
    call = unit(text).call(at(text, name))
    return None if call is None else [text[slice(*span)] for span in call.arguments]


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("f(a, b);", ["a", "b"]),
        ("f();", []),
        ("f( );", []),
        ("f(/* none */);", []),
        ("f(a, /*h*/ 16);", ["a", "/*h*/ 16"]),
        ("f(a // one\n , b);", ["a // one", "b"]),
        ("f( a , b );", ["a", "b"]),
        ("f(g(1, 2), (3, 4), h[5, 6]);", ["g(1, 2)", "(3, 4)", "h[5, 6]"]),
        ("f(A<1, 2>(3), S{4, 5});", ["A<1, 2>(3)", "S{4, 5}"]),
        ("f([&](int a, int b) { return a, b; }, 1);", ["[&](int a, int b) { return a, b; }", "1"]),
        ("f<T, 3>(a);", ["a"]),
        ("::f(a);", ["a"]),
        ("ns::f(a);", ["a"]),
        ("ns::f<T>(a);", ["a"]),
        ("x = f(a) + 1;", ["a"]),
        ("auto l = [] { return f(a); };", ["a"]),
        ("#define M(x) do { f(x, 1); } while (0)\n", ["x", "1"]),
        ("#define M(x) \\\n  f(x, \\\n    1)\nint y;\n", ["x", "1"]),
        ("#define M(N) check(f(k<T, N>, 1))\nint y;\n", ["k<T, N>", "1"]),
        ("#define M(N) check(f(k<T>, 1))", ["k<T>", "1"]),
        ("#define M(N) check(f(k<T, \\\n  N>, 1))\r\nint y;\n", ["k<T, \\\n  N>", "1"]),
        ("#define M(N) check(f(k<T, N>, 1\nint y;\n", None),
        ("#define M(N) T f(k<T, N>, 1)\nint y;\n", None),
        ("#if A\nint x = f(a);\n#else\nint x;\n#endif\n", ["a"]),
        ("#if 0\nint x = f(a);\n#endif\n", ["a"]),
        ("f(\"a, b\", ',');", ['"a, b"', "','"]),
        ("f\n(a);", ["a"]),
        ("auto p = f;", None),
        ("auto p = &f;", None),
        ("(f)(a);", None),
        ("g(f);", None),
        ("f(a, ", None),
        ("f(a b c);", None),
    ],
)
def test_calls(text: str, found: list[str] | None) -> None:
    assert arguments(text if text.startswith("#") else f"void z() {{ {text} }}") == found


def test_the_span_of_a_call_ends_behind_its_bracket() -> None:
    text = "void z() { g(f(a) ); }"
    call = unit(text).call(at(text, "f"))
    assert call is not None
    assert text[slice(*call.whole)] == "f(a)"
    assert (text[call.open], text[call.close - 1]) == ("(", ")")


def parts(text: str) -> tuple[str, list[str], str] | None:
    source = unit(text)
    (launch,) = source.launches
    found = source.launch(launch)
    if found is None:
        return None
    return (
        text[slice(*found.callee)],
        [text[slice(*span)] for span in found.arguments],
        text[slice(*found.given)],
    )


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("k<<<1, 2>>>(a, b);", ("k", ["1", "2"], "(a, b)")),
        ("k<T, 4><<<g, b, 0, s>>>();", ("k<T, 4>", ["g", "b", "0", "s"], "()")),
        ("ns::k<<<dim3(1, 2), 3>>>(a);", ("ns::k", ["dim3(1, 2)", "3"], "(a)")),
        ("(*p)<<<1, 2>>>(a);", ("(*p)", ["1", "2"], "(a)")),
        ("if (x) k<<<1, // one\n 2>>>(a);", ("k", ["1", "// one\n 2"], "(a)")),
        ("f(k<<<1, 2>>>(a));", None),
        ("k<<<1, 2>>>;", None),
    ],
)
def test_launches(text: str, found: tuple[str, list[str], str] | None) -> None:
    assert parts(f"void z() {{ {text} }}") == found


def test_a_launch_in_a_macro() -> None:
    text = "#define L(n) k<<<n, \\\n  32>>>(n)\n"
    assert parts(text) == ("k", ["n", "32"], "(n)")


def test_a_query_sees_the_file_and_macro_bodies() -> None:
    text = "void f() { a(1); }\n#define M(x) b(x)\n#define N c\n"
    query = "(call_expression function: (identifier) @name)"
    names = [text[slice(*found["name"][0])] for found in unit(text).captures(query)]
    assert names == ["a", "b"]


def test_a_macro_of_attributes_alone_hides_no_line() -> None:
    """The grammar would take in the next line as the macro's value."""
    for macro in ("__device__ __forceinline__", "__host__", "  "):
        unit = Unit(f"#define DEV {macro}\nvoid f() {{}}\nint z;\n".encode())
        assert [node.type for node in unit.tree.root_node.children] == [
            "preproc_def",
            "function_definition",
            "declaration",
        ]


@pytest.mark.parametrize(
    ("body", "errs"),
    [
        ("do { f(x); } while (0)", False),  # which whoever uses it ends
        ("do { f(x, #x); } while (0)", False),
        ("f(x)", False),
        ("f(x", True),
        ("do { f(x x x)); } while", True),
        ("x ## _t y; f(y)", True),
    ],
)
def test_a_macro_that_only_lacks_its_semicolon_is_read_well(body: str, errs: bool) -> None:
    text = f"#define M(x) {body}\nint f;\n"
    assert unit(text).errs_in_macro(text.index("f(") if "f(" in body else 0) is errs
    assert not unit(text).errs_in_macro(text.index("int"))


def test_a_launch_goes_over_no_condition() -> None:
    unit = Unit(b"void f() { k<<<(1), 2>>>\n#if (A)\n(x);\n#endif\n}")
    assert [unit.launch(launch) for launch in unit.launches] == [None]


@pytest.mark.parametrize("padding", [0, 65530, 200_000])
def test_predicates_of_queries_read_the_text_of_a_node(padding: int) -> None:
    """Also where it stands on the border of what the parser is given at once."""
    unit = Unit(b"int first;" + b" " * padding + b"int second_of_two; int third;")
    [found] = unit.captures('((identifier) @place (#eq? @place "second_of_two"))')
    [span] = found["place"]
    assert unit.code[slice(*span)] == b"second_of_two"


@pytest.mark.parametrize(
    "arguments",
    [
        "a,\n#ifdef X\n b\n#else\n c\n#endif\n",
        "a,\n#ifdef X\n b,\n#endif\n c",
        "a,\n#pragma unroll\n b",
        "a, b\n  # pragma unroll\n",
        '\n#include "arguments.h"\n',
    ],
)
def test_a_call_with_a_directive_in_it_cannot_be_taken_apart(arguments: str) -> None:
    code = f"void g() {{ f({arguments}); }}".encode()
    name = Span(code.index(b"f("), code.index(b"f(") + 1)
    assert Unit(code).call(name) is None
    assert written_call(code, name) is None


@pytest.mark.parametrize("code", ["__shfl(f,/*c,8/**/);", "}__shfl(f,/*c,8/**/);", "__shfl(/*c,8/**/,f);"])
def test_no_argument_begins_in_a_comment(code: str) -> None:
    name = Span(code.index("__shfl"), code.index("("))
    call = Unit(code.encode()).call(name)
    assert call is None or all("8" not in code[slice(*one)] for one in call.arguments)


def test_a_shallow_unit_is_blank_where_brackets_are_too_deep_for_compilers() -> None:
    source = b"int a = " + b"(" * 500 + b"1\n" + b")" * 500 + b"; int b;"
    unit = Unit(source)
    assert len(unit.shallow.code) == len(source)
    assert unit.shallow.code.count(b"(") == unit.shallow.code.count(b")") == 400
    assert unit.shallow.code.endswith(b"; int b;")
    assert unit.shallow.code.count(b"\n") == 1
    assert unit.shallow.source == source
    assert not unit.shallow.too_deep


def test_a_unit_that_compilers_read_is_its_own_shallow_one() -> None:
    unit = Unit(b"int a = (1);")
    assert unit.shallow is unit


KERNEL = b"__global__ void k(int *p) { p[0] = __shfl_sync(~0u, p[1], 0); }\n"


@pytest.mark.parametrize(
    "opens",
    [
        b"#ifdef A\nvoid f(int a) {\n#else\nvoid f() {\n#endif\n}\n" * 450,
        b"#define BEGIN {\n" * 450,
        b"namespace a {\nint x;\nEND\n" * 450,
        b"#if 0\n" + b"(" * 500 + b"\n#endif\n",
        b"void f() { g" + b"(" * 500 + b"; }\n",
    ],
)
def test_what_stands_behind_brackets_that_seem_open_is_not_blank(opens: bytes) -> None:
    unit = Unit(opens + KERNEL)
    assert unit.too_deep
    assert unit.shallow.code.endswith(KERNEL)


def test_what_is_forgotten_is_worked_out_again() -> None:
    unit = Unit(b"a b")
    before, shallow = all_standing(unit, b"a"), unit.shallow
    unit.forget()
    assert unit.facts == {}
    assert (all_standing(unit, b"a"), unit.shallow) == (before, shallow)
