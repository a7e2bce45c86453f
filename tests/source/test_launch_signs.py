"""Launches in C++ text, without a parse."""

from __future__ import annotations

import pytest

from hipify_py.source.launch_signs import launches
from hipify_py.source.lexer import mask


def launches_of(text: str) -> list[str]:
    source = text.encode()
    return [source[a.end : b.start].decode() for a, b in launches(mask(source).code, source)]


@pytest.mark.parametrize(
    ("text", "configurations"),
    [
        ("k<<<1, 2>>>(a);", ["1, 2"]),
        ("k <<< 1, 2 >>> (a);", [" 1, 2 "]),
        ("k<<<g, b, s, st>>>(a, b);", ["g, b, s, st"]),
        ("k<T, N><<<g, b>>>(a);", ["g, b"]),
        ("ns::k<A<B<C<int>>>><<<g, b>>>(a);", ["g, b"]),
        ("k<<<dim3(1, 2), f(g(1))>>>(a);", ["dim3(1, 2), f(g(1))"]),
        ("k<<<1, 2, sizeof(A<B<C<int>>>)>>>(a);", ["1, 2, sizeof(A<B<C<int>>>)"]),
        ("k<<<A<B<C<int>>>::value, 2>>>(a);", ["A<B<C<int>>>::value, 2"]),
        ("k<<<1, // two >>>(\n 2 /* >>>( */>>>(a);", ["1, // two >>>(\n 2 /* >>>( */"]),
        ("k<<<1 >> 2, 2>>>(a);", ["1 >> 2, 2"]),
        ("k<<<n, [] { return 1; }()>>>(a);", ["n, [] { return 1; }()"]),
        ("#define L k<<<1, \\\n 2>>> \\\n (a)", ["1, \\\n 2"]),
        ("table[i]<<<1, 2>>>(a);", ["1, 2"]),
        ("(*p)<<<1, 2>>>(a);", ["1, 2"]),
        ("obj.kernel<<<1, 2>>>(a); k<<<3, 4>>>(b);", ["1, 2", "3, 4"]),
        ("k<<<1, 2>>>MACRO_ARGS;", ["1, 2"]),
        ("k << <1, 2>> >(a);", ["1, 2"]),
        ("k<\\\n<<1, 2>\\\n>>(a);", ["1, 2"]),
        ("k<\\\n<\\\n<1, 2>\\\n>\\\n>(a); k<<<3, 4>>>(b);", ["1, 2", "3, 4"]),
        ("k<<<f<A<B<C> >>(2), 1>>>(a);", ["f<A<B<C> >>(2), 1"]),
        ("x = a < b; y = f<A<B<C> >>(2); z << b < c;", []),
        ("k<T> << < g, b >> > (a);", [" g, b "]),
        ("k<<<1, 2>> >(a); k << <3, 4>>>(b);", ["1, 2", "3, 4"]),
        ("k <<\n<1, 2>> // out\n>(a);", ["1, 2"]),
        ("#define L k << \\\n <1, 2>>\\\n>(a)", ["1, 2"]),
        ("k << /* in */ <1, sizeof(A<B<C<int>> >)>> >(a);", ["1, sizeof(A<B<C<int>> >)"]),
        ("k<<<A<B<int>> >::value, 2>>>(a);", ["A<B<int>> >::value, 2"]),
        ("k<<<f<A<B<int>> >(1), 2>>>(a);", ["f<A<B<int>> >(1), 2"]),
        ("CHECK(k << <1, 2>> >(a)); CHECK(k << <3, 4>> >(b));", ["1, 2", "3, 4"]),
        ("operator<< <A<B<int>> >(o, x);", []),
        ("std::operator <<\n<A<B<int>> >(o, x);", []),
        ("k << <1, 2>> > a;", []),
        ("k < <<1, 2>>>(a); k <<<1, 2> >>(a);", []),
        ("k<<<1, 2;\nm<<<3, 4>>>(a);", ["3, 4"]),
        ("k<<<1, 2", []),
        ("k<<<1, 2)", []),
        ("k<<<1, 2}", []),
        ("A<B<C<int>>> x;", []),
        ("std::ostream& operator<<<T>(std::ostream&);", []),
        ("friend void operator<< <>(S&, T);", []),
        ("x << 1; y >> 2; z <<= 3; w >>= 4;", []),
        ('"k<<<1, 2>>>(a)"; // k<<<1, 2>>>(a)', []),
        ("<<<1, 2>>>(a)", []),
        ("<<<<<<< HEAD\na\n=======\nb\n>>>>>>> main\n", []),
    ],
)
def test_launches(text: str, configurations: list[str]) -> None:
    assert launches_of(text) == configurations
