"""Names for types."""

from __future__ import annotations

import pytest

from hipify_py.source.named_types import named_types
from hipify_py.source.unit import Unit


@pytest.mark.parametrize(
    ("code", "expected"),
    [
        ("typedef unsigned m;", [("m", "unsigned", "type", "")]),
        ("typedef unsigned  long\nm;", [("m", "unsigned long", "type", "")]),
        (
            "typedef const A<int, 4> m, *p;",
            [("m", "const A<int, 4>", "type", ""), ("p", "const A<int, 4>", "pointer", "*")],
        ),
        ("typedef int r[4], q;", [("q", "int", "type", ""), ("r", "int", "array", "")]),
        ("typedef void (*f)(int);", [("f", "void", "function", "*")]),
        ("typedef void (C::*f[2])(int);", [("f", "void", "function", "*")]),
        ("typedef void f(int);", [("f", "void", "function", "")]),
        ("typedef typename T::a m;", [("m", "typename T::a", "type", "")]),
        ("typedef struct { int a; } m;", [("m", "struct { int a; }", "type", "")]),
        ("using m = std::uint32_t;", [("m", "std::uint32_t", "type", "")]),
        ("using m = const char *;", [("m", "const char", "pointer", "*")]),
        ("using m = void (*)(int);", [("m", "void", "function", "")]),
        ("using m = void(int);", [("m", "void", "function", "")]),
        ("using m = int (&)[4];", [("m", "int", "array", "")]),
        ("using m = T[4];", [("m", "T", "array", "")]),
        ("using m = unsigned  long\n\n  ;", [("m", "unsigned long", "type", "")]),
        ("using m = T  * \n ;", [("m", "T", "pointer", "*")]),
        ("using m = A<decltype(f(1)), 2>;", [("m", "A<decltype(f(1)), 2>", "type", "")]),
        ("using m = decltype(f(1));", [("m", "decltype(f(1))", "type", "")]),
        ("template <class T> using m = A<T, B<T>>;", [("m", "A<T, B<T>>", "type", "")]),
        ("#define m unsigned int\n", [("m", "unsigned int", "type", "")]),
        ("#define m float *\n", [("m", "float", "pointer", "*")]),
    ],
)
def test_names_for_types(code: str, expected: list[tuple[str, str, str, str]]) -> None:
    unit = Unit(code.encode())
    found = [
        (one.name.decode(), one.type_in(unit.code).decode(), one.kind, one.signs.decode())
        for one in named_types(unit)
    ]
    assert found == expected


@pytest.mark.parametrize("between", ["/* c */", "// c\n", "\\\n", "\\ \t\n"])
@pytest.mark.parametrize(
    "code",
    [
        "typedef CUdeviceptr m ;",
        "typedef :: T const * m , k [ 4 ] ;",
        "typedef void ( * m ) ( int ) ;",
        "using m = CUdeviceptr ;",
        "using m = :: a :: T < 4 > const ;",
        "using m = unsigned long * ;",
        "using m = void ( * ) ( int ) ;",
        "using m = decltype ( f ( 1 ) ) ;",
        "template < class T > using m = A < T , B < T > > ;",
    ],
)
def test_what_stands_between_the_tokens_changes_nothing(code: str, between: str) -> None:
    def found(text: str) -> list[tuple[bytes, bytes, str, bytes]]:
        unit = Unit(text.encode())
        return [(one.name, one.type_in(unit.code), one.kind, one.signs) for one in named_types(unit)]

    tokens = code.split()
    expected = found(code)
    assert expected
    for at in range(1, len(tokens)):
        assert found(" ".join([*tokens[:at], between, *tokens[at:]])) == expected


@pytest.mark.parametrize(
    "code",
    [
        "using namespace std;",
        "using std::max;",
        "typedef",
        "typedef int;",
        "#define m 32\n",
        "#define m(a) int\n",
        "#define m foo\n",
        "#define m\n",
        "using m =",
        "using m = ;",
        "using m = /* c */ ; int k;",
        "using m = decltype(f(1) ;",
        "int typedefs; f(using_);",
        "// typedef int m;\n",
        'auto s = "typedef int m;";',
    ],
)
def test_what_names_no_type(code: str) -> None:
    assert named_types(Unit(code.encode())) == ()
