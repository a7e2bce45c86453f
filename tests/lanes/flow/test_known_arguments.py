"""Whether all is known that a function is given for a parameter."""

from __future__ import annotations

import pytest
from helpers.matches import RULES

from hipify_py.lanes.flow.constant_folding import ConstantTable
from hipify_py.lanes.flow.known_arguments import DEEPEST, MOST
from hipify_py.lanes.flow.lane_values import LazyValues
from hipify_py.resolve.dead_branches import prepare
from hipify_py.settings import Options
from hipify_py.source.functions import functions
from hipify_py.source.unit import Unit
from hipify_py.surroundings import Project

LANE = "__device__ int f(int lane) { return here; }\n"


def level(source: str, path: str = "a.cu", *, included: bool = False) -> str:
    """Give what the parameter `lane` of the function in which `here` stands comes to."""
    unit, at = Unit(source.encode()), source.index("here")
    prepare(unit, RULES, Options(path=path, project=Project(included=included)))
    return LazyValues(unit, functions(unit, [at])[at], ConstantTable({}))().level(b"lane")


@pytest.mark.parametrize(
    "given",
    [
        "f(blockIdx.x * 2 + gridDim.y);",
        "f((int)blockIdx.x); f(int(n)); f(static_cast<int>(n)); f(-n);",
        "f(min(n, 3)); f(std::max(n, 4));",
        "f(n > 3 ? n : 0); int l = n; f(n ? 1 : l); f(l); f(n ? l : 2); f(true);",
        "int l = n; l += 3; f(l); f(l);",
        "auto l = n / 2; f(l); if (l) f(3); if (l > 2 && (l)) f(1);",
        "for (int i = 0; i < n; ++i) f(i); for (size_t i = 0; i < 9; i++) f(i);",
        "unsigned l = 1; l <<= 2; f(l & 3); f(3 & l); atomicAdd(p, l); __shfl_sync(~0u, *p, l);",
        "int l = 0; p[l] = l; f(l);",
    ],
)
def test_what_is_made_of_plain_numbers_is_known(given: str) -> None:
    assert level(LANE + "__global__ void k(int n, int *p) { " + given + " }") == "uniform"


@pytest.mark.parametrize(
    ("given", "before"),
    [
        ("f(me());", "__device__ int me() { return lib::index(); }"),
        ("f(c);", ""),
        ("f(c.l);", ""),
        ("f(c[0]);", ""),
        ("f(c + 1);", ""),
        ("f(q[0]);", ""),
        ("f(*q);", ""),
        ("Ctx x(q); f(x.l);", ""),
        ("W w = {0}; w.l = lib::index(); f(w.l);", "struct W { int l; };"),
        ("auto [a, l] = mk(); f(l);", "struct W { int w, l; }; __device__ W mk() { return lib::split(); }"),
        ("int l = 0; lib::index_to(l); f(l);", ""),
        ("int l = 0; lib::index_to((l)); f(l);", ""),
        ("int l = 0; lib::index_to(&l); f(l);", ""),
        ("int l = 0; lib::index_to(&(l)); f(l);", ""),
        ("int l = 0; lib::index_to(n, l = 3); f(l);", ""),
        ("int l = 0; lib::index_to(++l); f(l);", ""),
        ("int l = 0; lib::index_to(n ? l : n); f(l);", ""),
        ("int l = 0; lib::index_to((unsigned &)l); f(l);", ""),
        ("int l = 0; lib::index_to(reinterpret_cast<unsigned &>(l)); f(l);", ""),
        ("int l = 0; lib::index_to(static_cast<int &>(l)); f(l);", ""),
        ("int l = 0; g(l); f(l);", "__device__ void g(int &l) { l = lib::index(); }"),
        ("int l = 0; s.f(l); f(l);", ""),
        ("int l = 0; int &r = lib::bind(l); f(l);", ""),
        ("int l = 0; Ref r(l); f(l);", ""),
        ("int l = 0; Ref r{l}; f(l);", ""),
        ("int l = -1; lib::in >> l; f(l);", ""),
        ("int l = 0; lib::run([&l] { lib::index_to(l); }); f(l);", ""),
        ('int l = 0; asm("mov.u32 %0, %%laneid;" : "+r"(l)); f(l);', ""),
        ("int l = 0; TO; f(l);", "#define TO lib::index_to(l)"),
        ("f(ME);", "#define ME lib::index()"),
        ("f(ME);", "#ifdef A\n#define ME lib::index()\n#else\n#define ME 3\n#endif"),
        ("f(min(n, 3));", "__device__ int min(int, int) { return lib::index(); }"),
        ("index_t l = 0; f(l);", ""),
        ("extern int l; l = 3; f(l);", ""),
        ("f(n = 3, n);", ""),
    ],
)
def test_what_nobody_sees_is_not_known(given: str, before: str) -> None:
    assert level(f"{LANE}{before}\n__global__ void k(Ctx c, int *q, int n) {{ {given} }}") == "lane"


def test_a_parameter_of_a_class_is_not_known_on_the_way() -> None:
    for type_, expected in (("int", "uniform"), ("Ctx", "lane"), ("int &", "lane")):
        source = f"{LANE}__device__ int g({type_} a) {{ return f(a); }} __global__ void k(int n) {{ g(n); }}"
        assert level(source) == expected


@pytest.mark.parametrize(
    ("before", "after", "path", "included", "expected"),
    [
        ("", "__global__ void k() { f(3); }", "a.cu", False, "uniform"),
        ("", "__global__ void k() { f(3); }", "a.cu", True, "lane"),
        ("", "__global__ void k() { f(3); }", "a.cuh", False, "lane"),
        ("static ", "__global__ void k() { f(3); }", "a.hpp", False, "lane"),
        ("", "__device__ void g() { f(3); }", "a.cu", False, "lane"),  # of such files programs are linked
        ("static ", "__device__ void g() { f(3); }", "a.cu", False, "uniform"),
        ("namespace { ", "} __device__ void g() { f(3); }", "a.cu", False, "uniform"),
        ("namespace a { ", "} __device__ void g() { f(3); }", "a.cu", False, "lane"),
    ],
)
def test_all_calls_are_seen_of_what_no_other_file_calls(
    before: str, after: str, path: str, expected: str, *, included: bool
) -> None:
    assert level(before + LANE + after, path, included=included) == expected


@pytest.mark.parametrize("links", [DEEPEST - 1, DEEPEST, DEEPEST + 1, 2 * DEEPEST, 5 * DEEPEST])
def test_what_many_functions_hand_on_is_not_known(links: int) -> None:
    made = "".join(f"__device__ int f{i}(int lane) {{ return f{i - 1}(lane); }}\n" for i in range(1, links))
    source = LANE.replace("f(", "f0(") + made + f"__global__ void k() {{ f{links - 1}(%s); }}"
    assert level(source % "threadIdx.x") == "lane"
    assert level(source % "blockIdx.x") == ("uniform" if links <= DEEPEST else "lane")


@pytest.mark.parametrize(("many", "expected"), [(MOST // 2, "uniform"), (MOST + 1, "lane"), (3000, "lane")])
def test_many_names_in_a_row_have_an_end(many: int, expected: str) -> None:
    made = "".join(f"int a{i} = a{i - 1};\n" for i in range(1, many))
    assert level(f"{LANE}__global__ void k() {{ int a0 = 0; {made} f(a{many - 1}); }}") == expected
