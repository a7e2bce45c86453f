"""A source and its trees: what the grammar is given of it."""

from __future__ import annotations

import pytest

from hipify_py.model import Span
from hipify_py.source.unit import Unit


def unit(text: str) -> Unit:
    return Unit(text.encode())


@pytest.mark.parametrize(
    "text",
    [
        "__launch_bounds__(f(g(1)), 2)",
        "k<<<1, 2>>>(a); k<<<3, 4>>>(b)",
        "__global__<<<>>>__host__",
        "é__device__ü",
    ],
)
def test_the_masked_text_keeps_every_offset(text: str) -> None:
    masked = unit(text)._masked
    assert len(masked) == len(text.encode())


@pytest.mark.parametrize("sign", list("*!~;"))
@pytest.mark.parametrize(("number", "left"), [(999, 999), (1000, 1), (5000, 1)])
def test_of_so_many_signs_in_a_row_the_grammar_reads_one(sign: str, number: int, left: int) -> None:
    read = unit(f"void f(int a) {{ /* {sign * number} */ int b = 1; {sign * number}a; g(a); }}\n")
    start = read.code.index(sign.encode() * number)
    assert read._masked[start : start + number + 1] == (sign * left).encode().ljust(number) + b"a"
    assert not read.tree.root_node.has_error
    called = read.code.index(b"g(a)")
    assert read.call(Span(called, called + 1)) is not None


@pytest.mark.parametrize(
    ("text", "masked"),
    [
        ("#define M(x) f(#x, x##_a, # x)\n", "#define M(x) f( x, x##_a,   x)\n"),
        ("#define M(x, ...) f(#__VA_ARGS__, \\\n  #x)\n", "#define M(x, ...) f( __VA_ARGS__,      x)\n"),
        ("#define M #\n#if A\n#endif\n", "#define M ;\n#if A\n#endif\n"),
        ("#if #a\n#endif\n", "#if #a\n#endif\n"),
        ("#pragma unroll # a\n", "#pragma unroll # a\n"),
    ],
)
def test_the_grammar_sees_no_mark_that_makes_a_text_of_a_parameter(text: str, masked: str) -> None:
    assert unit(text)._masked.decode() == masked


def test_what_is_too_deep_is_a_comment_to_the_grammar() -> None:
    source = b"void f() { a" + b"(b" * 500 + b"\n; } void g() { c(); }"
    unit = Unit(source)
    node = unit.tree.root_node.descendant_for_byte_range(source.rindex(b"(b") - 4, source.rindex(b"(b"))
    assert node is not None
    assert node.type == "comment"
    assert len(unit.source) == unit.tree.root_node.end_byte
