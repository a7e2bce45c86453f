"""What of C's and C++'s library is for the host alone, in functions for both sides."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from helpers.matches import matched

from hipify_py.conversion import convert
from hipify_py.match.host_library import table
from hipify_py.rules.load import load
from hipify_py.settings import Options

if TYPE_CHECKING:
    from pathlib import Path

    from helpers.toolchain import Hipcheck

TO_C = {  # what functions of C are given that take no text
    "1": "exit putchar sleep srand usleep tolower toupper isalnum isalpha iscntrl isdigit isgraph islower"
    " isprint ispunct isspace isupper isxdigit strerror",
    "": "getchar rand terminate",
    "b": "atof atoi atol atoll getenv perror puts scanf strdup strlen system",
    "1, 1": "calloc difftime div ldiv",
    "b, 1": "realloc",
    "b, b": "fopen strcat strcmp strcpy strstr strtok sscanf",
    "b, b, 1": "memcmp memmove strncat strncmp strncpy",
    "b, 1, 1, f": "fread fwrite",
    "b, 1, f": "fgets",
    "b, b, 1, 1, nullptr": "bsearch",
    "b, 1, 1, nullptr": "qsort",
    'b, 1, "x"': "snprintf",
    'b, "x"': "sprintf",
    "b, 0, 10": "strtol strtoll strtoul strtoull",
    "b, 0": "strtod strtof",
    "b, 1 ": "strchr strrchr",
    "b, 1, 1": "memchr",
    "f": "fclose",
    "f, b": "fscanf",
    "nullptr": "time mktime",
    "nullptr, nullptr": "gettimeofday",
}
TO_CXX = {
    "p, p + n": "sort stable_sort is_heap is_sorted is_sorted_until adjacent_find make_heap"
    " push_heap pop_heap"
    " sort_heap next_permutation prev_permutation reverse unique reduce",
    "p, p + n, 1.f": "accumulate binary_search count equal_range fill find iota lower_bound upper_bound"
    " uninitialized_fill",
    "p, p + n, is": "all_of any_of none_of count_if find_if find_if_not is_partitioned partition"
    " partition_point"
    " remove_if stable_partition",
    "p, p + n, p": "adjacent_difference copy copy_backward equal inclusive_scan is_permutation mismatch"
    " move_backward partial_sum reverse_copy swap_ranges unique_copy uninitialized_copy",
    "p, p + n, of": "for_each",
    "p, p + n, make": "generate",
    "p, n, make": "generate_n",
    "p, n, of": "for_each_n",
    "p, n, p": "copy_n",
    "p, n, 1.f": "fill_n uninitialized_fill_n",
    "p, p + n, p, 1.f": "exclusive_scan inner_product remove_copy transform_reduce",
    "p, p + n, p, is": "copy_if remove_copy_if",
    "p, p + n, p, of": "transform",
    "p, p + n, p, p + n": "find_end find_first_of includes lexicographical_compare search",
    "p, p + n, p, p + n, p": "merge set_difference set_intersection set_symmetric_difference set_union",
    "p, p + 1, p + n": "inplace_merge nth_element partial_sort rotate",
    "p, p + n, 2, 1.f": "search_n",
    "p, p + n, 1.f, 2.f": "replace",
    "p, p + n, is, 2.f": "replace_if",
    "p, p + n, *g": "shuffle",
    "p[0], p[1]": "swap",
    "p, p": "iter_swap",
    "p[0], 1.f": "exchange",
    "n": "cref ref to_string",
    "of, 1.f": "bind",
    '"1"': "stod stof stoi stol stold stoll stoul stoull",
    "1": "setprecision setw",
    "": "abort current_exception uncaught_exceptions",
    "nullptr": "rethrow_exception",
}
MADE = {"make_shared": "<int>(1)", "make_unique": "<int>(1)"}
TYPED = {
    "<int>": "deque forward_list list multiset priority_queue queue set shared_ptr stack"
    " uniform_int_distribution"
    " unique_ptr unordered_set valarray vector weak_ptr",
    "<float>": "normal_distribution uniform_real_distribution",
    "<int, int>": "map multimap unordered_map",
    "<int(int)>": "function",
}
ERRORS = (
    "domain_error invalid_argument length_error logic_error out_of_range overflow_error range_error"
    " runtime_error"
    " underflow_error"
)
HEADERS = (
    "hip/hip_runtime.h algorithm any cctype cstdio cstdlib cstring ctime deque exception forward_list fstream"
    " functional iomanip list map memory numeric queue random set sstream stack stdexcept string"
    " unordered_map"
    " unordered_set valarray vector sys/time.h unistd.h"
)
HEAD = "".join(f"#include <{one}>\n" for one in HEADERS.split())
HEAD += "".join(
    f"__host__ __device__ {one};\n" for one in ("bool is(float)", "float of(float)", "float make()")
)
SIGNATURE = "(float *p, int n, char *b, FILE *f, std::mt19937 *g)"


def in_each(calls: dict[str, str]) -> str:
    """Give functions for both sides, each with one statement, by the names it is about."""
    return "".join(
        f"__host__ __device__ void f_{name}{SIGNATURE} {{ {call}; }}\n" for name, call in calls.items()
    )


def calls_in(given: dict[str, str], scope: str) -> dict[str, str]:
    """Give the calls of the functions that a table has by what they are given."""
    return {name: f"{scope}{name}({what})" for what, names in given.items() for name in names.split()}


def objects() -> dict[str, str]:
    """Give declarations of an object of each type."""
    plain = {one.decode(): "" for one in sorted(table().types)}
    kinds = {**plain, **{name: of for of, names in TYPED.items() for name in names.split()}}
    return {name: f"std::{name}{of} v" + ('("x")' if name in ERRORS else "") for name, of in kinds.items()}


def told(source: str) -> list[str]:
    """Give what M135 says of a source, as far as it names what is for the host."""
    found = convert(source.encode(), load(), Options("a.cu")).findings
    return [one.message.partition(",")[0] for one in found if one.rule == "M135"]


def in_both(body: str, head: str = "") -> str:
    """Give a function for both sides that a kernel calls."""
    return (
        f"#include <vector>\n{head}__host__ __device__ inline int f(float *p, int n) {{ {body} return n; }}\n"
        "__global__ void k(float *p) { f(p, 1); }\n"
    )


SOON, EVER = "is for the host alone before C++20", "is for the host alone"


@pytest.mark.parametrize(
    ("body", "said"),
    [
        ("std::sort(p, p + n);", f"std::sort {SOON}"),
        ("::std :: swap(p[0], p[1]);", f"std::swap {SOON}"),
        ("n = std::accumulate<float *>(p, p + n, 0.f);", f"std::accumulate {SOON}"),
        ("n = std::to_string(n).size();", f"std::to_string {EVER}"),
        ("using std::swap; swap(p[0], p[1]);", f"std::swap {SOON}"),
        ("using namespace std; sort(p, p + n);", f"std::sort {SOON}"),
        ("n = std::isdigit(n);", f"isdigit {EVER}"),
        ("n = isdigit(n);", f"isdigit {EVER}"),
        ("std::vector<float> v(n);", f"std::vector {EVER}"),
        ("std::vector<std::pair<int, float>> v;", f"std::vector {EVER}"),
        ("const std::string s = 1;", f"std::string {EVER}"),
        ("auto s = std::string(1, 'x');", f"std::string {EVER}"),
        ("n = std::vector<int>{1, 2}[0];", f"std::vector {EVER}"),
        ("n = std::hash<unsigned int>()(n);", f"std::hash {EVER}"),
        ("n = std::hash<int>{}(n);", f"std::hash {EVER}"),
        ("std::function<int(int)> g = h;", f"std::function {EVER}"),
        ("using namespace std; vector<int> v;", f"std::vector {EVER}"),
    ],
)
def test_what_a_function_uses_is_told(body: str, said: str) -> None:
    assert told(in_both(body)) == [said]


@pytest.mark.parametrize(
    "body",
    [
        "p[0] = std::max(p[0], std::min(p[1], 1.f)) + std::clamp(p[0], 0.f, 1.f);",
        "std::pair<int, int> a = std::make_pair(1, 2); std::array<int, 3> b{}; n = b[0] + a.first;",
        "std::vector<float>::size_type i = 0; const std::vector<float> &v = g(); std::string *s = h();",
        "n = sizeof(std::vector<int>); n = T<std::string>::n; n = h(static_cast<std::string *>(0));",
        "cuda::std::swap(p[0], p[1]); thrust::sort(p, p + n); o.sort(p); o->fill(p, n);",
        "sort(p, p + n); vector<int> v;",
        "auto sort = [](float *, float *) {}; using namespace std; sort(p, p + n);",
        "n = std::hash<Key>()(Key{});",
        "\n#ifndef __CUDA_ARCH__\nstd::sort(p, p + n);\n#endif\n",
    ],
)
def test_what_both_sides_have_is_not(body: str) -> None:
    assert told(in_both(body)) == []


@pytest.mark.parametrize(
    ("head", "said"),
    [
        ("using namespace std;\n", [f"std::sort {SOON}"]),
        ("using std::sort;\n", [f"std::sort {SOON}"]),
        ("using namespace std;\nusing namespace thrust;\n", []),
        ("using namespace std;\n__device__ void sort(float *, float *);\n", []),
        ("using namespace std;\ntemplate <class T> __host__ __device__ void sort(T *, T *) {}\n", []),
    ],
)
def test_a_bare_name_is_told_where_it_is_the_librarys(head: str, said: list[str]) -> None:
    assert told(in_both("sort(p, p + n);", head)) == said


def test_a_name_that_the_file_adds_to_std_is_not_told() -> None:
    added = "namespace std { template <class T> __host__ __device__ void swap(T &, T &) {} }\n"
    assert told(in_both("std::swap(p[0], p[1]);", added)) == []


MEMBERS = "struct V {{ std::vector<float> d; int n; {0} }};\n__global__ void k(V *v) {{ v->f(1, 0); }}\n"


@pytest.mark.parametrize(
    ("body", "said"),
    [
        ("__host__ __device__ float f(int i, int) const { return d[i]; }", [f"std::vector {SOON}"]),
        ("__host__ __device__ int f(int i, int) const { return this->d.size(); }", [f"std::vector {SOON}"]),
        ("__host__ __device__ void f(float x, int) { d.push_back(x); }", [f"std::vector {EVER}"]),
        ("__host__ __device__ int f(int, int) { return n + sizeof(d) + o.d.size(); }", []),
        ("__host__ __device__ int f(int i, float *d) { return d[i]; }", []),
        ("__host__ __device__ int f(int i, int) { float d[3]; return d[i]; }", []),
        ("int f(int i, int) { return d[i]; }", []),
    ],
)
def test_members_are_told_by_their_types(body: str, said: list[str]) -> None:
    assert told(MEMBERS.format(body)) == said


@pytest.mark.parametrize(
    ("parameter", "body", "said"),
    [
        ("const std::vector<float> &v", "return v[0];", [f"std::vector {SOON}"]),
        ("std::vector<int> const& v", "return v.at(0);", [f"std::vector {EVER}"]),
        ("std::unordered_map<int, int> &v", "return v[0];", [f"std::unordered_map {EVER}"]),
        ("const std::function<int(int)> &v", "return v(1);", [f"std::function {EVER}"]),
        ("std::unique_ptr<A> &v", "return v->x;", [f"std::unique_ptr {EVER}"]),
        ("std::mt19937 &v", "return v();", [f"std::mt19937 {EVER}"]),
        ("std::vector<float> *v", "return h(v[0]);", []),
        ("const std::vector<float> &v", "return h(v);", []),
        ("const std::array<float, 3> &v", "return v[0];", []),
        ("const own::vector<float> &v", "return v[0];", []),
    ],
)
def test_parameters_are_told_by_their_types(parameter: str, body: str, said: list[str]) -> None:
    source = f"__host__ __device__ inline int f({parameter}) {{ {body} }}\n"
    assert told(source + "__device__ int g() { return f(o()); }\n") == said


def test_each_is_told_once() -> None:
    source = in_both("std::sort(p, p); std::sort(p, p); std::fill(p, p, 1.f);")
    assert matched("M135", source)[1] == [("M135", "sort"), ("M135", "fill")]


@pytest.mark.compiler
@pytest.mark.parametrize("standard", ["c++17", "c++20"])
def test_clang_refuses_each_of_the_library(standard: str, hipcheck: Hipcheck, tmp_path: Path) -> None:
    known = table()
    made = {name: f"std::{name}{what}" for name, what in MADE.items()}
    of_c, of_cxx = calls_in(TO_C, ""), calls_in(TO_CXX, "std::")
    of_c["terminate"] = "std::terminate()"
    assert {*of_c} == {one.decode() for one in known.c}
    assert {*of_cxx, *made} == {one.decode() for one in known.until_20 | known.always}
    calls = {**of_c, **of_cxx, **made, **{f"object_{name}": one for name, one in objects().items()}}
    file = tmp_path / "a.hip"
    file.write_text(HEAD + in_each(calls))
    passed, said = hipcheck(file, "-ferror-limit=0", f"-std={standard}", "--arch", "gfx90a")
    assert not passed
    lines = (HEAD + in_each(calls)).splitlines()
    refused = {
        lines[int(one.split(":")[1]) - 1].partition(" f_")[2].partition("(")[0]
        for one in said.splitlines()
        if ": error: reference to __host__ " in one and one.startswith(str(file))
    }
    refused |= {one.partition("'f_")[2].rstrip("'") for one in said.splitlines() if "called by 'f_" in one}
    taken, fine = {*calls} - refused, {one.decode() for one in known.until_20}
    if standard == "c++20":  # of what is refused in the library itself clang tells the first caller alone
        assert taken - {f"object_{one.decode()}" for one in known.growing} == fine
    else:
        assert taken == set()
