"""Work on a warp that is out of sight: functions of elsewhere, sizes that nobody tells, calls by pointers."""

from __future__ import annotations

import pytest
from helpers.warps import KERNEL, remaining, run, said, shown, text_of

from hipify_py.lanes.hazards.out_of_sight import defined, in_device_code, named, out_of_sight
from hipify_py.settings import Options
from hipify_py.source.functions import functions
from hipify_py.source.unit import Unit
from hipify_py.surroundings import Project

SIZED = "__global__ void k(int *p) { int i = threadIdx.x %% %s; p[i] = __any_sync(~0u, i); }\n"


@pytest.mark.parametrize(
    ("before", "name", "expected"),
    [
        ("", "C10_WARP_SIZE", ["W031"]),
        ("", "kWarpSize", ["W031"]),
        ("", "Cfg::kWarpSize", []),
        ("", "Cfg :: kWarpSize", []),
        ("", "2 * WARP_SIZE", ["W031"]),
        ("int h(int v) { return v > WARP_SIZE; }\n", "WARP_SIZE", ["W031"]),
        ("int h(int v) { switch (v) { case WARP_SIZE: return 1; } return 0; }\n", "WARP_SIZE", ["W031"]),
        ("const std::vector<int> WARP_SIZE = {32};\n", "WARP_SIZE", []),
        ("const int &kWarpSize{other};\n", "kWarpSize", []),
        ("#define WARP_SIZE 32\n", "WARP_SIZE", []),
        ("enum { A, WARP_SIZE = 32 };\n", "WARP_SIZE", []),
        ("static constexpr int kWarpSize{32};\n", "kWarpSize", []),
        ("template <int WARP_SIZE>\n", "WARP_SIZE", []),
    ],
)
def test_sizes_that_nobody_tells(before: str, name: str, expected: list[str]) -> None:
    result = run(before + SIZED % name)
    assert sorted(set(said(result)) - {"W000"}) == expected
    assert set(
        said(run(SIZED % name, project=Project(constants={name.rpartition(" ")[2].encode(): b"32"})))
    ) == {"W000"}


@pytest.mark.parametrize(
    ("code", "expected"),
    [
        ("p[i] = block_warp_sum(p[i]);", ["W031"]),
        ("p[i] = tile.warp_sum(p[i]) + q->warpSum<4>(i);", ["W031"]),
        ("p[i] = tile.warp_sum + q->warpId + tile.shuffle(i) + q->shfl_all(i);", []),
        ("p[i] = hipcub::ShuffleDown<32>(i, 1, 31, m);", []),
        ("int (*f)(int) = choose(n); p[i] = f(i) + __any_sync(~0u, n);", ["W031"]),
    ],
)
def test_what_remains(code: str, expected: list[str]) -> None:
    assert remaining(KERNEL % code) == expected


MEMBERS = """struct Allocator { %s };
template <class A> __device__ unsigned allocate(A &from, unsigned lane) { return from.warpAllocate(lane); }
"""


@pytest.mark.parametrize(
    "name", ["_mm_shuffle_epi32", "_mm256_shuffle_epi8", "_mm512_shuffle_f32x4", "_mm_shuffle_ps"]
)
def test_intels_intrinsics_shuffle_registers_of_the_host(name: str) -> None:
    assert said(run(f"__device__ void round4(int *c) {{ *c = {name}(*c, 1, 2, 3); }}\n")) == []
    own = name.replace("_", "my_", 1)
    assert said(run(f"__device__ void round4(int *c) {{ *c = {own}(*c, 1, 2, 3); }}\n")) == ["W031"]


def test_a_member_that_some_file_defines_is_in_sight() -> None:
    unseen, seen = MEMBERS % "", MEMBERS % "__device__ unsigned warpAllocate(unsigned lane) { return lane; }"
    assert said(run(unseen)) == ["W031"]
    assert said(run(unseen.replace("__device__", "__host__"))) == []
    assert said(run(seen)) == []
    assert said(run(unseen, project=Project(functions=frozenset({b"warpAllocate"})))) == []


def test_other_files_tell_constants_and_functions() -> None:
    source = "__device__ int f(int v) { return warp_sum(__shfl_sync(ALL, v, 0)); }"
    project = Project(constants={b"ALL": b"0xffffffffffffffffull"}, functions=frozenset({b"warp_sum"}))
    assert said(run(source)) == ["W031", "W000"]
    assert said(run(source, project=project)) == ["W033"]


def test_a_logarithm_of_the_size_has_its_own_value() -> None:
    said = [said for _, said in found(SIZED % "(1 << LOG2_WARP_SIZE)")]
    assert said == [
        "LOG2_WARP_SIZE has to be 5, and is defined neither in this file nor in those that it includes"
    ]


def found(source: str, project: Project | None = None) -> list[tuple[str, str]]:
    unit = Unit(source.encode())
    hazards = shown(unit, out_of_sight(unit, Options(project=project or Project())))
    assert {message for message, _, _ in hazards} <= {"W031"}
    return [(text, said) for _, text, said in hazards]


ELSEWHERE = "warp_sum is defined neither in this file nor in those that it includes"


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("int f(int v) { return warp_sum(v); }", [("warp_sum", ELSEWHERE)]),
        ("int f(int v) { return mine::warp_sum<int>(v); }", [("warp_sum", ELSEWHERE)]),
        ("int f(int v) { return warp_sum<A<int>, (1 > 0)>(v); }", [("warp_sum", ELSEWHERE)]),
        ("int f(int v) { return mycub::warp_sum(v); }", [("warp_sum", ELSEWHERE)]),
        ("int f(int v) { return hipcub :: warp_sum(v) + p -> shfl_sum(v); }", []),
        ("int warp_sum(int v) const noexcept { return v; }\nint f(int v) { return warp_sum(v); }", []),
        ("typedef Sum<int>\n  warp_sum;\nint f(int v) { return warp_sum(v).v; }", []),
        ("int f(int v) { warp_sum(v); warp_sum(v); }", [("warp_sum", ELSEWHERE)] * 2),
        ("int warp_sum(int v) { return v; }\nint f(int v) { return warp_sum(v); }", []),
        ("int f(int v) { return warp_sum(v); }\ntemplate <class T> T warp_sum(T v) { return v; }", []),
        ("#define warp_sum(v) v\nint f(int v) { return warp_sum(v); }", []),
        ("int f(int v) { return cutlass::warp_sum(v) + cute::warp_sum<0>(v); }", []),
        ("int f(int v) { return cutlass::mine::warp_sum(v); }", [("warp_sum", ELSEWHERE)]),
        ("int f(int v) { return my_cute::warp_sum(v); }", [("warp_sum", ELSEWHERE)]),
        ("int warp_sum(int v);", []),
        ("struct S { int lane, warp; S() : lane(0), warp(threadIdx.x >> 5) { } };", []),
        ("struct S { int lane; S() : lane(warp_sum(1)) { } };", [("warp_sum", ELSEWHERE)]),
        ("struct warp_sum { int v; };\nint f(int v) { return warp_sum(v).v; }", []),
        ("int f(T t) { return t.shfl(1) + t->ballot(1) + cub::WarpReduce<int>(t); }", []),
        ("int f() { return wrap_sum(1) + swarped(1) + __shfl(1, 2); }", []),
        ('int f() { return 0; } // warp_sum(v)\nchar s[] = "warp_sum(v)";', []),
    ],
)
def test_functions_named_after_warps_have_to_be_in_sight(
    source: str, expected: list[tuple[str, str]]
) -> None:
    assert found(source) == expected
    assert found(source, Project(functions=frozenset({b"warp_sum"}))) == []


def test_the_words_that_speak_of_warps() -> None:
    source = (
        b"int warpSum, Warp, WARP_X, my_shfl, doShuffle, ballotOf, wrap, warped, __shfl, unwarp_, laneOf;"
    )
    unit = Unit(source + b" // warpSum\n")
    expected = ["warpSum", "Warp", "WARP_X", "my_shfl", "doShuffle", "ballotOf", "unwarp_"]
    assert [text_of(unit, span) for span in named(unit)] == expected


def test_what_a_file_defines() -> None:
    source = (
        "#define WARP_ALL 1\nstruct WarpTile { };\nusing warp_t = int;\nint warp_sum(int v) { return v; }\n"
        "auto warp_max = [](int v) { return v; };\nint warp_min(int v);\nint warp_id = warp_other(1);\n"
    )
    assert {source[slice(*span)].encode() for span in defined(Unit(source.encode()))} == {
        b"WARP_ALL",
        b"WarpTile",
        b"warp_t",
        b"warp_sum",
        b"warp_max",
    }


@pytest.mark.parametrize(
    ("head", "expected"),
    [
        ("__global__ void f()", True),
        ("__device__ int f()", True),
        ("int f()", False),
        ("static int f()", False),
    ],
)
def test_device_code_is_told_by_the_head(head: str, *, expected: bool) -> None:
    source = head + " { work(); }"
    at = source.index("work")
    assert in_device_code(functions(Unit(source.encode()), [at])[at]) is expected
    assert not in_device_code(None)


@pytest.mark.parametrize("condition", ["ifdef O_HIP\n#else", "ifndef O_HIP", "if !defined(USE_ROCM_BUILD)"])
def test_a_call_beside_the_programs_own_choice_for_hip_is_not_told(condition: str) -> None:
    call = "p[0] = myWarpSum(p[1]);"
    kernel = "__global__ void k(float *p) {\n%s\n}\n"
    assert remaining(kernel % f"#{condition}\n{call}\n#endif") == []
    assert remaining(kernel % f"#ifdef OTHER\n#else\n{call}\n#endif") == ["W031"]
    assert remaining(kernel % f"#{condition}\n#endif\n{call}") == ["W031"]


@pytest.mark.parametrize(
    ("use", "expected"),
    [
        ("void g() { kernel<warp_sum><<<1, 32>>>(); }", ["W031"]),
        ("template <Fn op> __global__ void kernel() {}\nvoid g() { start(kernel<warp_sum>); }", ["W031"]),
        ("void g() { start(kernel<warp_sum>); }", []),
        ("template <Fn op> void pick();\nvoid g() { pick<warp_sum>(); }", []),
    ],
)
def test_what_the_host_gives_a_template_is_told_of_where_that_is_for_the_device(
    use: str, expected: list[str]
) -> None:
    shuffles = "__global__ void k(int *p) { p[0] = __shfl_sync(~0u, p[0], 1, 32); }\n"
    assert remaining(shuffles + use) == expected


REDUCE = "template <Fn warp_op, int N> __device__ float reduce(float v) { return warp_op(v); }\n"


@pytest.mark.parametrize(
    ("use", "expected"),
    [
        ("", []),
        (
            "__device__ int warp_sum(int v) { return v; }\nvoid g() { kernel<4, warp_sum><<<1, 32>>>(); }",
            [],
        ),
        ("__device__ float g(float v) { return reduce<warp_sum, 4>(v); }", ["warp_sum"]),
        ("__device__ float g(float v) { return pick<List<int>, warp_sum>(v); }", ["warp_sum"]),
        ("void g() { kernel<4, warp_sum><<<1, 32>>>(); }", ["warp_sum"]),
        ("template <Fn warp_sum> __device__ float g(float v) { return reduce<warp_sum, 4>(v); }", []),
        ("__device__ bool g(int a, int warp_sum) { return (a < warp_sum) > (b); }", []),
        ("List<WarpTile> tiles;", []),
        ("std::vector<warp_t> tiles;", []),
        ("void g() { auto kernel = reduce<warp_sum, 4>; }", ["warp_sum"]),
        (
            "void g() { kernel<4, lib::warp_sum><<<1, 32>>>(); kernel<4, &warp_max><<<1, 32>>>(); }",
            ["warp_sum", "warp_max"],
        ),
        ("template float reduce<warp_sum, 4>(float);", ["warp_sum"]),
        ("void g() { other<4, WARPS_EACH>(); }", []),
        ("using Sum = Of<warp_sum>;\nvoid g() { Of<warp_max>::run(); }", ["warp_sum", "warp_max"]),
        ("__device__ float g(float v) { return warp_op(v); }", ["warp_op"]),
        ("template <class T> struct S { __device__ T g(T v) { return warp_op(v); } };", ["warp_op"]),
        ("template <Fn warp_own> struct S { __device__ float g(float v) { return warp_own(v); } };", []),
        ("constexpr int own_warp = 32;\nvoid g() { kernel<4, own_warp><<<1, own_warp>>>(); }", []),
        ("__device__ float g(float v) { return reduce<plain_sum, 4>(v); }", []),
    ],
)
def test_a_function_that_a_template_is_given_is_told_of_where_it_is_given(
    use: str, expected: list[str]
) -> None:
    found = out_of_sight(Unit((REDUCE + use).encode()), Options())
    said = "is defined neither in this file nor in those that it includes"
    assert [(one.message, one.said) for one in found] == [("W031", f"{name} {said}") for name in expected]


@pytest.mark.parametrize(
    ("head", "expected"),
    [
        ("__global__ void __launch_bounds__(SIZE, 8)\nsum_by_warp(int *p) { p[0] = 1; }", []),
        ("__global__ __launch_bounds__((SIZE)) void __maxnreg__(64) sum_by_warp(int *p) { p[0] = 1; }", []),
        ("__device__ void __attribute__((noinline)) sum_by_warp(int *p) { p[0] = 1; }", []),
        ("__device__ void other(int *p) { if (p[0]) sum_by_warp(p); }", ["W031"]),
        ("__device__ void other(int *p) { for (;;) __launch_bounds__(8) sum_by_warp(p); }", ["W031"]),
        ("__device__ void other(int *p) { (void)f(p) + sum_by_warp(p); }", ["W031"]),
    ],
)
def test_what_a_head_says_of_its_function_stands_before_the_name(head: str, expected: list[str]) -> None:
    assert [one for one in remaining(head + "\n") if one == "W031"] == expected


ON_HOST = (
    "__global__ void k(int *p) { p[0] = __any_sync(~0u, p[1]); }\nvoid run(int *p) { %s k<<<1, n>>>(p); }\n"
)


@pytest.mark.parametrize(
    "code",
    [
        "int n = 4 * C10_WARP_SIZE;",
        "int n = gpu::warp_size();",
        "int n = 2 * getWarpSize();",
        "int n = get_device_warp_size(0);",
        "int n = DeviceInfo::get().warp_size();",
    ],
)
def test_the_host_may_ask_for_64(code: str) -> None:
    assert remaining(ON_HOST % code) == ["W031"]
    assert "W031" not in said(run(ON_HOST % code, "native"))


@pytest.mark.parametrize(
    "code",
    [
        "int n = warp_size;",
        "int n = 64; printf(names, getWarpSize());",
        "int n = threads_of_warp_sum(p);",
        "int n = 64; check_warp_size(n);",
        "int n = 64; tune.setWarpSize(n);",
        "int n = WARP_SIZE;",
    ],
)
def test_what_the_host_does_not_ask(code: str) -> None:
    assert remaining(ON_HOST % code) == []


def test_what_the_file_gives_the_host_itself() -> None:
    assert remaining("int getWarpSize() { return 32; }\n" + ON_HOST % "int n = getWarpSize();") == []
    project = Project(functions=frozenset({b"getWarpSize"}))
    assert "W031" not in said(run(ON_HOST % "int n = getWarpSize();", project=project))


def test_votes_of_cub_without_its_name_are_known() -> None:
    source = "#include <cub/cub.cuh>\nusing namespace cub;\n"
    source += "__global__ void k(int *p) { p[0] = __popc(WARP_BALLOT(p[1], ~0u) & LaneMaskLt()); }\n"
    result = run(source)
    assert "hipify_warp32::ballot_sync(~0u, p[1])" in result.text
    assert "W031" not in said(result)


@pytest.mark.parametrize(
    ("head", "call", "expected"),
    [
        ("using namespace cub;", "WARP_BALLOT(p[0], ~0u)", []),
        ("using namespace cub;", "WarpId()", []),
        ("using namespace cub;", "StoreDirectWarpStriped(0, p, q)", []),
        ("using namespace cub;", "LoadDirectWarpStriped<4>(0, p, q)", []),
        ("using cub::WARP_ALL;", "WARP_ALL(p[0], ~0u)", []),
        ("using cub::WARP_ALL;", "WARP_ANY(p[0], ~0u)", ["WARP_ANY"]),
        ("", "WARP_ALL(p[0], ~0u)", ["WARP_ALL"]),
        ("using namespace cub;", "WARP_SORT(p[0], ~0u)", ["WARP_SORT"]),
        ("using namespace other;", "WarpId()", ["WarpId"]),
    ],
)
def test_functions_of_cub_are_in_sight_by_their_bare_names(head: str, call: str, expected: list[str]) -> None:
    unit = Unit(f"#include <cub/cub.cuh>\n{head}\n__device__ void f(int *p) {{ p[1] = {call}; }}".encode())
    assert [one.said.split()[0] for one in out_of_sight(unit, Options())] == expected
