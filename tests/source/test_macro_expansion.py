"""A file with its macros expanded where they stand in functions of the device."""

from __future__ import annotations

import time

import pytest

from hipify_py.model import Span
from hipify_py.source.macro_expansion import expanded
from hipify_py.source.unit import Unit

KERNEL = b"__global__ void k(volatile int *f, int n) { %b }\n"


def body(head: bytes, code: bytes) -> bytes:
    made = expanded(Unit(head + b"\n" + KERNEL % code))
    source = made.unit.source if made else head + b"\n" + KERNEL % code
    return source[source.index(b"n) { ") + 5 :].removesuffix(b" }\n")


@pytest.mark.parametrize(
    ("head", "code", "becomes"),
    [
        (
            b"#define PEEK(p) (*(volatile int *)(p))",
            b"while (PEEK(f + 1)) ;",
            b"while ( (*(volatile int *)(f + 1))) ;",
        ),
        (b"#define CAS atomicCAS", b"CAS(f, 0, 1);", b" atomicCAS(f, 0, 1);"),
        (b"#define CAS atomicCAS\n#define TRY CAS", b"TRY(f, 0, 1);", b"  atomicCAS(f, 0, 1);"),
        (b"#define READY (f[0] != 0)", b"while (!READY) ;", b"while (! (f[0] != 0)) ;"),
        (b"#define A(x) x /* of a */ + \\\n 1", b"A(n);", b" n             +    1;"),
        (b'#define A(x) f("x", x) // x', b"A(n);", b' f("x", n)     ;'),
        (b"#define A(x, y) x + y\n#define B(x) A(x, 2)", b"B(n, m)", b"B(n, m)"),
        (
            b"#define A(x, y) x + y\n#define B(x) A(x, 2)",
            b"B(B(n));",
            b"  n + 2 + 2;",
        ),
        (b"#define A(x) A(x + 1)", b"A(n);", b" A(n + 1);"),
        (b"#define A() n\n#undef A\n#define A() f[n]", b"A();", b" f[n];"),
        (b"#define A(x) if (x) return", b"A(n);", b" if (n) return;"),
        (b"#define A(...) f(__VA_ARGS__)", b"A(n, 1 + 2); A();", b" f(n, 1 + 2);  f();"),
        (b"#define A(x, ...) x(__VA_ARGS__)", b"A(f, n, (1, 2)); A(f);", b" f(n, (1, 2));  f();"),
        (b"#define A(x, y...) x(0, ##y)", b"A(f, n); A(f);", b" f(0,n);  f(0);"),
        (b"#define A(x, ...) x(0 , ## __VA_ARGS__)", b"A(f); A(f, n, 1);", b" f(0 );  f(0 ,n, 1);"),
        (b"#define B 2\n#define A(x, y) x##y[x]", b"A(f, B); A(f, n);", b" fB[f];  fn[f];"),
        (b"#define A(op) atomic ## op(f, 1)", b"A(Add); A( CAS );", b" atomicAdd(f, 1);  atomicCAS(f, 1);"),
        (b"#define A(x) atomic ## x\n#define B(x) A(x)", b"B(Add)(f, 1);", b"  atomicAdd(f, 1);"),
        (b"#define A(x) f(#x, x)", b"A(n + 1);", b' f("", n + 1);'),
        (b"#define A(s, f) (s).f[0]", b"A(n, m);", b" (n).m[0];"),
    ],
)
def test_expanded(head: bytes, code: bytes, becomes: bytes) -> None:
    assert body(head, code).split() == becomes.split()


def test_what_is_written_alike_means_what_holds_where_it_stands() -> None:
    source = b"".join(
        b"#define A(x) f[x + %d]\n%b%b#undef A\n" % (number, KERNEL % b"A(n); A(n);", KERNEL % b"A(n);")
        for number in (1, 2)
    )
    made = expanded(Unit(source))
    assert made is not None
    assert [made.unit.source.count(b" f[n + %d]" % number) for number in (1, 2)] == [3, 3]


@pytest.mark.parametrize(
    ("head", "code"),
    [
        (b"#define WIDTH (8 * 4)", b"n = WIDTH;"),
        (b"#define A(x, ...) f(x, __VA_ARGS__)", b"A();"),
        (b"#define A(x, ) f[x]", b"A(n, 1);"),
        (b"#if M\n#define A(x) f[x]\n#else\n#define A(x) f[x + 1]\n#endif", b"A(n);"),
        (b"#define A(x) f[x]\n#undef A", b"A(n);"),
        (b"#define A(x) f[x]", b"A(n, 2); A; m.B(n);"),
        (b"#define A(x) f[x]", b"A([&] { return 1; });"),
        (b"#define CAS atomicCAS", b"p = CAS;"),
    ],
)
def test_left(head: bytes, code: bytes) -> None:
    assert expanded(Unit(head + b"\n" + KERNEL % code)) is None


def test_a_macro_holds_from_its_definition_on() -> None:
    code = KERNEL % b"A(n);" + b"#define A(x) f[x]\n" + b"void host() { A(1); }\n"
    assert expanded(Unit(code)) is None


def test_places_are_those_of_the_uses() -> None:
    code = b"#define A(x) (f[x] + 1)\n" + KERNEL % b"n = A(n) + A(2); n++;"
    made = expanded(Unit(code))
    assert made is not None
    text = made.unit.code
    first, second = text.index(b"f[n]"), text.index(b"f[2]")
    assert [code[slice(*made.original(Span(at, at + 4)))] for at in (first, second)] == [b"A(n)", b"A(2)"]
    assert code[slice(*made.original(Span(first, second)))] == b"A(n) + A(2)"
    last = text.index(b"n++")
    assert code[slice(*made.original(Span(last, last + 3)))] == b"n++"
    assert code[slice(*made.original(Span(text.index(b"n = "), last)))] == b"n = A(n) + A(2); "


def test_a_chain_does_not_explode() -> None:
    chain = b"".join(b"#define C%d(x) (C%d(x) + C%d(x))\n" % (i, i - 1, i - 1) for i in range(1, 60))
    code = b"#define C0(x) f[x]\n" + chain + KERNEL % (b"n = C59(n) + C2(n);" * 2000)
    begun = time.process_time()
    made = expanded(Unit(code))
    assert time.process_time() - begun < 20
    assert made is None or len(made.unit.code) < 10 * len(code)


@pytest.mark.parametrize("use", [b"M(", b"M(\n", b"M( a + "])
def test_uses_in_one_another_take_no_time_each(use: bytes) -> None:
    """One that is too long to be expanded is not read to its end for each that stands in it."""
    source = b"#define M(x) atomicAdd(x, 1)\n" + KERNEL % (use * 3000 + b"n" + b")" * 3000 + b"; M(n);")
    begun = time.process_time()
    made = expanded(Unit(source))
    assert time.process_time() - begun < 1.5
    assert made is None or made.unit.source.endswith(b"; M(n); }\n")
