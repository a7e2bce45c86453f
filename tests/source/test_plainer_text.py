"""What the grammar does not know, and is told in other words."""

from __future__ import annotations

import pytest

from hipify_py.source.error_nodes import errors_in
from hipify_py.source.errors import errors
from hipify_py.source.grammar import parse
from hipify_py.source.grammar_text import replaced
from hipify_py.source.plainer_text import stand_ins
from hipify_py.source.unit import Unit


def told(text: str) -> str:
    """Give the text that the grammar is given the second time."""
    unit = Unit(text.encode())
    masked = unit._masked
    return replaced(masked, stand_ins(unit.text, unit.directives, masked, errors_in(parse(masked)))).decode()


@pytest.mark.parametrize(
    ("text", "plain"),
    [
        ("template class D<double>;", "template       D<double>;"),
        ('extern "C++"\ntemplate <class T> int f(T);', "            \ntemplate <class T> int f(T);"),
        ("extern template struct D<int>;", "       template        D<int>;"),
        ("int *p = new int *[3];", "int *p = new int  [3];"),
        ("void f() { g(typename M::format()); }", "void f() { g(         M::format()); }"),
        ("void f() { g(typename A<B<int>>::type {}); }", "void f() { g(         A<B<int>>::type {}); }"),
        ("void f(const A &a = {}, int b = 1) {}", "void f(const A &a = 0 , int b = 1) {}"),
        ("void f(const void * = 0);", "void f(const void *    );"),
        ("struct S { T operator( )(int x); };", "struct S { T operator() (int x); };"),
        ('void f() { printf("%" PRIu64, n); }', 'void f() { printf("%"       , n); }'),
        ("bool b = typeid(double) == typeid(T);", "bool b = typeid(Double) == typeid(T);"),
        ("MAKE(unsigned int, s);", "MAKE(Unsigned_int, s);"),
        ("void f() { CHECK(p, return NULL); }", "void f() { CHECK(p,        NULL); }"),
        ("void f() { CHECK(p, ); }", "void f() { CHECK(p,0); }"),
        ("MY_API void f(int a);", "       void f(int a);"),
        ("_MY_API void f(int a);", "        void f(int a);"),
        (
            '__BEGIN_SPACE\nextern "C" {\n/* a */\nint f();\n}',
            '             \nextern "C" {\n/* a */\nint f();\n}',
        ),
        ("inline MY_API T f(int a) {}", "inline        T f(int a) {}"),
        ("void MY_API f(int a);", "void        f(int a);"),
        ("class MY_API X : public Y { int a; };", "class        X : public Y { int a; };"),
        ("struct X { MY_API X(int a) : b(a) {} };", "struct X {        X(int a) : b(a) {} };"),
        ("void f() { if CONSTEXPR (a) { b(); } }", "void f() { if           (a) { b(); } }"),
        (
            "#define HD __host__ __device__ inline\nHD X f(int);",
            "#define HD                     inline\n   X f(int);",
        ),
        (
            "void f() { if (a)\n#pragma unroll\nfor (;;) {} }",
            "void f() { if (a)\n              \nfor (;;) {} }",
        ),
        ("#if __has_include(<a.h>)\n#endif\n", "#if __has_include(0    )\n#endif\n"),
        ("#if not defined(A) and B\n#endif\n", "#if !   defined(A) &&  B\n#endif\n"),
        ("int x __attribute__((aligned(4)));", "int x                            ;"),
    ],
)
def test_stand_ins(text: str, plain: str) -> None:
    unit = Unit(text.encode())
    assert parse(unit._masked).root_node.has_error
    assert told(text) == plain
    assert list(errors(unit)) == []


@pytest.mark.parametrize(
    "text",
    [
        "FILE *f; int g(; LONG const *a; DWORD x; FOO f2(int a);",
        "int g(; auto x = A + B; typename T::type (*f)(int); template <typename T> void h(T);",
        'int g(; auto s = "a" CUDA_DIR;',
        "int g(; void f(int a, T b); x = sizeof(int) + f((int) y, a);",
        "int g(; auto n = new T[3]; int x = {}; void h(int a = 0);",
        "int g(; __m128 *x; _Bool b; __int64 c; a__HOST d; __A e(int);",
    ],
)
def test_what_keeps_its_words_beside_an_error(text: str) -> None:
    assert told(text) == text


@pytest.mark.parametrize(
    "text",
    [
        "FORALL(x)\nvoid f() {}\nFORALL(y)\n",
        "#define A\nA int f();\nMAKE(int, b);\ntemplate class C<A>;\n",
        "void f() {\n  CHECK(a)\n#ifdef B\n  if (b)\n#endif\n  c(new int *[3]);\n}\n",
    ],
)
def test_what_is_parsed_again_is_as_if_it_were_parsed_for_the_first_time(text: str) -> None:
    unit = Unit(text.encode())
    assert str(unit.tree.root_node) == str(parse(told(text).encode()).root_node)
    assert not unit.tree.root_node.has_error
