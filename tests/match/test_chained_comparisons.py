"""Two comparisons in a row."""

from __future__ import annotations

import pytest
from helpers.matches import matched

from hipify_py.conversion import convert
from hipify_py.rules.load import load
from hipify_py.settings import Options

AROUND = "template <int N> __global__ void k(int a, int b, int c, int *p) {{ {} }}\n"
MADE = [
    ("if (a < b < c) ++a;", "if ((a < b) < c) ++a;", ["a < b"]),
    ("if (a < b <= N) ++a;", "if ((a < b) <= N) ++a;", ["a < b"]),
    ("f(a >= p[b + 1]>c, 1);", "f((a >= p[b + 1])>c, 1);", ["a >= p[b + 1]"]),
    ("a = x && a /* low */ < b\n < c;", "a = x && (a /* low */ < b)\n < c;", ["a /* low */ < b"]),
    ("while (0 < s.a < q->b) ;", "while ((0 < s.a) < q->b) ;", ["0 < s.a"]),
    ("if (a < f(b) < c) ++a;", "if ((a < f(b)) < c) ++a;", ["a < f(b)"]),
]
KERNEL = "__global__ void k();\n"
STAYS = [
    "if ((a < b) < c) ++a;",
    "if (a < (b < c)) ++a;",
    "if (a < b && b < c) ++a;",
    "if (a < b == c < a) ++a;",
    "if (a < b ? a < c : 1) ++a;",
    "for (int i = 0; i < a; i++) for (int j = 0; j < b; j++) ;",
    "f(a < b, b < c);",
    "a << b << c; a = b >> c >> a;",
    "vec<vec<int>> v; vec<vec<int> > w; g<h<int>, 3>(a);",
    "k<2><<<a, b>>>(c);",
    "x = q->a > r->b;",
]


@pytest.mark.parametrize(("given", "made", "firsts"), MADE)
def test_brackets_around_the_first(given: str, made: str, firsts: list[str]) -> None:
    text, said = matched("M108", AROUND.format(given))
    assert text == AROUND.format(made)
    assert said == [("M108", first) for first in firsts]


@pytest.mark.parametrize("body", [*STAYS, *(made for _, made, _ in MADE)])
def test_what_is_none_stays(body: str) -> None:
    assert matched("M108", AROUND.format(body)) == (AROUND.format(body), [])


@pytest.mark.parametrize("body", ["t < t < l ea < t < t < l t < g < t,", "t<t<l g<t<g t<g<t"])
def test_what_could_not_be_read_is_told_alone(body: str) -> None:
    """Each bracket there would make comparisons of what was none before."""
    assert matched("M108", KERNEL + body).text == KERNEL + body
    lost = "#if 2\nd>::e d>::i d>::i d>::e d>d>::t d:"
    assert matched("M108", lost).text == lost
    before = AROUND.format(MADE[0][0]) + body
    assert matched("M108", before).text == before.replace(MADE[0][0], MADE[0][1])


@pytest.mark.parametrize(
    ("body", "severity", "stays"),
    [
        ("x = T<(a < b < c)>::v;", "note", False),
        ("g(a < b < c, @ d);\n x = T<(a < b < c)>::v;", "warning", True),
    ],
)
def test_what_stays_is_a_warning(body: str, severity: str, *, stays: bool) -> None:
    source = KERNEL + f"__device__ void f(int a, int b, int c) {{ {body} }}\n"
    said = convert(source.encode(), load(), Options(path="a.cu")).findings
    told = [(one.severity, "stays" in one.message) for one in said if one.rule == "M108"]
    assert told == [(severity, stays)]


def test_in_a_macro() -> None:
    source = "#define IN(a, b, c) (a < b < c)\n"
    assert matched("M108", source + AROUND.format("")).text == source.replace(
        "a < b", "(a < b)", 1
    ) + AROUND.format("")


def test_what_other_compilers_read_stays() -> None:
    source = "bool f(int a, int b, int c) { return a < b < c; }\n"
    assert matched("M108", source, Options(path="a.cpp")) == (source, [])
    assert matched("M108", source, Options(path="a.cu")).text != source


@pytest.mark.parametrize("line", ["#if {}", "#elif {}", "#ifdef A\n#elif {} // {}"])
@pytest.mark.parametrize("chain", ["CUDA_VERSION>0>1", "A < 2 <= B", "(CUDA_VERSION > 11000 > 0)"])
def test_the_preprocessor_of_clang_takes_them(line: str, chain: str) -> None:
    source = KERNEL + "#if B\n" * line.startswith("#elif") + line.format(chain, chain) + "\n#endif\n"
    assert matched("M108", source) == (source, [])
    result = convert(source.encode(), load(), Options(path="a.cu"))
    assert convert(result.output, load(), Options(path="a.cu")).output == result.output
