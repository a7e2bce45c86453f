"""Barriers in branches, and lanes that have left or never reach what takes values from all of them."""

from __future__ import annotations

import pytest
from helpers.warps import KERNEL as BARE
from helpers.warps import facts_of, remaining, rules_of, run, shown, text_of

from hipify_py.lanes.hazards.block_meetings import joins
from hipify_py.lanes.hazards.divergence import barriers, missing_lanes
from hipify_py.lanes.hazards.lane_exits import LaneExits
from hipify_py.source.function_reading import model
from hipify_py.source.unit import Unit

KERNEL = (
    "__global__ void k(int *p, int *m, volatile int *f, int n) {"
    " int i = threadIdx.x, lane = i & 31, warp = i / 32, v = 0; bool done = false; %s }\n"
)
SHUFFLE = "v = __shfl_sync(~0u, v, 0);"


def in_kernel(code: str) -> list[str]:
    return remaining(KERNEL % code)


@pytest.mark.parametrize(
    ("code", "expected"),
    [
        ("if (i < n) p[i] = __shfl_sync(~0u, p[i], 1);", ["W023"]),
        ("if (i < n) p[i] = __shfl_sync(m, p[i], 0);", []),
        ("if (i < n) m = __ballot_sync(~0u, p[i]);", []),
        ("if (i < 64) p[i] = __shfl_sync(~0u, p[i], 0);", []),
        ("if (i + 32 >= 512) p[i] = __shfl_sync(~0u, p[i], 0);", []),
        ("if (511 < 64 + threadIdx.x) p[i] = __shfl_sync(~0u, p[i], 0);", []),
        ("if (i + 32 > 512) p[i] = __shfl_sync(~0u, p[i], 0);", ["W023"]),
        ("if (i + 16 >= 512) p[i] = __shfl_sync(~0u, p[i], 0);", ["W023"]),
        ("if (i + n >= 512) p[i] = __shfl_sync(~0u, p[i], 0);", ["W023"]),
        ("if (i + 512 >= 512) p[i] = __shfl_sync(~0u, p[i], 0);", ["W023"]),
        ("if (lane + 32 >= 64) p[i] = __shfl_sync(~0u, p[i], 0);", ["W023"]),
        ("if (warp == 0) p[i] = __shfl_sync(~0u, p[i], 0);", []),
        ("if (__any_sync(~0u, p[i])) p[i] = __shfl_sync(~0u, p[i], 0);", []),
        ("if (lane >= n) return; p[i] = __shfl_sync(~0u, p[i], 1);", ["W023"]),
        ("if (warp >= n) return; p[i] = __shfl_sync(~0u, p[i], 0);", []),
        ("for (int j = 0; j < n; j++) { n += __shfl_sync(~0u, n, 0); if (lane == j) break; }", ["W023"]),
        ("for (int j = 0; j < n; j++) { n += __shfl_sync(~0u, n, 0); if (lane == j) return; }", ["W023"]),
        (
            "for (int j = 0; j < n; j++) { n += __shfl_sync(~0u, n, 0); if (lane == j) continue; n++; }",
            ["W023"],
        ),
        ("for (int j = 0; j < n; j++) { n += __shfl_sync(~0u, n, 0); if (lane == j) continue; p[0]++; }", []),
        ("for (int j = 0; j < n; j++) { n += __shfl_sync(~0u, n, 0); if (j == 3) break; }", []),
        ("for (int j = 0; j < n; j++) n += __shfl_sync(~0u, n, 0); if (lane == n) return;", []),
        ("int j = i; for (; j < n / 32 * 32; j += 32) n = __shfl_sync(~0u, n, 0);", []),
        (
            "int j = i; for (int q = 9; q--;) for (; j < n / 32 * 32; j += 32) n = __shfl_sync(~0u, n, 0);",
            ["W023"],
        ),
        ("while (n) { n = __shfl_sync(~0u, n, 0); for (int j = 0; j < n; j++) if (lane == j) break; }", []),
        ("if (lane == 0) { p[i] = 1; return; } else n = __shfl_sync(~0u, n, 0);", ["W023"]),
        ("for (int j = n + lane; j - lane < n; j += 32) n = __shfl_sync(~0u, n, 0);", []),
        ("int j = n + lane; while (j < n + lane) { j += 32; n = __shfl_sync(~0u, n, 0); }", []),
        ("for (int j = n + lane; j - lane < n; j += lane) n = __shfl_sync(~0u, n, 0);", ["W023"]),
        ("for (int j = lane; j < n; j += 32) n = __shfl_sync(~0u, n, 0);", ["W023"]),
        ("for (int j = warp; j < n; j += 8) n = __shfl_sync(~0u, n, 0);", []),
        (
            "for (int j = lane;; j += 32) { n = __shfl_sync(~0u, n, 0); if (__any_sync(~0u, p[j])) break; }",
            [],
        ),
        ("for (int j = lane;; j += 32) { n = __shfl_sync(~0u, n, 0); if (p[j]) break; }", ["W023"]),
        ("int v[2] = {i, n}; for (int &each : v) each = __shfl_sync(~0u, each, 0);", []),
        ("if (warp == 1) __syncthreads();", ["G016"]),
        ("if (i < n) { for (;;) { __syncthreads(); } }", ["G016"]),
        ("if (i < n) p[i] = 0; __syncthreads();", []),
        ("if (i < n) p[i] = 0; else p[i] = 1; __syncthreads();", []),
        ("if (blockIdx.x == 0) { __syncthreads(); }", []),
    ],
)
def test_what_remains(code: str, expected: list[str]) -> None:
    assert remaining(BARE % code) == expected


@pytest.mark.parametrize(
    ("code", "said"),
    [
        ("v = i < n ? __shfl_xor_sync(~0u, v, 1) : 0;", "not every lane gets here"),
        ("v = lane == 0 ? 0 : __shfl_up_sync(~0u, v, 1);", "not every lane gets here"),
        ("if (n > 2 && (i < n && __shfl_sync(~0u, v, 0) > 2)) p[i] = 1;", "not every lane gets here"),
        ("for (;;) { if (i > n) continue; " + SHUFFLE + " }", "may have left this turn of the loop"),
        ("while (n) { if (i > n) { break; } " + SHUFFLE + " }", "may have left this turn of the loop"),
        ("do { " + SHUFFLE + " } while (lane < v);", "some lanes may have left the loop"),
        ("if (lane < 16) { __syncwarp(); } else { v = 1; __syncwarp(); }", "from different branches"),
        ("if (lane < 16) v = __any_sync(~0u, v); else v = __all_sync(~0u, v);", "from different branches"),
    ],
)
def test_lanes_that_are_not_there(code: str, said: str) -> None:
    found = run(KERNEL % code).findings
    assert [finding.rule for finding in found if finding.rule != "W000"] == ["W023"]
    assert said in next(finding.message for finding in found if finding.rule == "W023")


@pytest.mark.parametrize(
    "code",
    [
        "v = max(i < n ? 1 : 2, __shfl_xor_sync(~0u, v, 1));",
        "v = __shfl_sync(~0u, i < n ? v : 0, 0) && i < n;",
        "v = n > 3 ? __shfl_sync(~0u, v, 0) : 2;",
        "do { " + SHUFFLE + " } while (n > 3);",
        "auto f = [&] { if (lane) return 1; return 0; }; " + SHUFFLE,
        "if (n) x: if (lane) p[i] = 1; else p[i] = 2; " + SHUFFLE,
        "for (int j = 0; j < n; j++) { if (i > j) break; } " + SHUFFLE,
        "for (int j = 0; j < n; j++) { switch (i) { case 1: break; } " + SHUFFLE + " }",
        "if (lane < 16) { __syncwarp(0xffff); } else { __syncwarp(0xffff0000); }",
        "if (warp == 0) { __syncwarp(); } else { v = 1; __syncwarp(); }",
        "if (n > 4) { __syncwarp(); } else { v = 1; __syncwarp(); }",
    ],
)
def test_lanes_that_are_all_there(code: str) -> None:
    assert in_kernel(code) == []


@pytest.mark.parametrize(
    ("code", "expected"),
    [
        ("if (warp == 0) { b.sync(); } else { b.sync(); }", ["G016"]),
        ("if (warp == 0) cg::sync(b);", ["G016"]),
        ("if (warp == 0) cg::this_thread_block().sync();", ["G016"]),
        ("b.sync(); if (warp == 0) { t.sync(); }", []),
        ("for (int j = 0; j < n; j++) { if (j % 32 == 0) { __syncthreads(); } }", []),
        ("if (n == LAST) { __syncthreads(); }", []),
        ("if (FIRST) { __syncthreads(); }", []),
        ("if (v == MINE) { __syncthreads(); }", ["G016"]),
        ("const int W = i / 32; if (W == 0) __syncthreads();", ["G016"]),
        ("if (LOADS) { __syncthreads(); }", ["G016"]),
        ("if (!LOADS) { return; } else { __syncthreads(); }", ["G016"]),
        ("if (STORES(0)) { __syncthreads(); }", ["G016"]),
        ("if (t.meta_group_rank() == 0) { __syncthreads(); }", ["G016"]),
        ("if (t.meta_group_size() == 1) { __syncthreads(); }", []),
    ],
)
def test_barriers_in_branches(code: str, expected: list[str]) -> None:
    groups = "namespace cg = cooperative_groups;\n#define FIRST 1\n#define LOADS (threadIdx.x < 32)\n"
    groups += "#define STORES(w) (threadIdx.x / 32 == (w))\n" + KERNEL
    made = "auto b = cg::this_thread_block(); auto t = cg::tiled_partition<32>(b); auto MINE = p[i];"
    assert remaining(groups % (made + code)) == expected


@pytest.mark.parametrize(
    ("code", "expected"),
    [
        ("__syncthreads(); int c = __syncthreads_count(i);", ["__syncthreads", "__syncthreads_count"]),
        ("auto b = cg::this_thread_block(); b.sync();", ["b.sync"]),
        ("cg::thread_block b = make(); cg::sync(b);", ["sync"]),
        ("cg::this_thread_block().sync();", ["this_thread_block().sync"]),
        ("cg :: sync ( cg :: this_thread_block ( ) );", ["sync"]),
        ("using Block = cg::thread_block; Block b = make(); b . sync();", ["b . sync"]),
        ("cg::thread_block b = make(); f(b).sync(); mysync(b); sync(b, 1); sync(1, b); b.sync_all();", []),
        ("auto b = cg::this_thread_block(); auto t = cg::tiled_partition<32>(b); t.sync();", []),
        ("t.sync(); sync(t); __syncwarp(); my__syncthreads(); auto f = __syncthreads;", []),
    ],
)
def test_barriers_of_the_block_are_found(code: str, expected: list[str]) -> None:
    unit = Unit(b"__global__ void k() { " + code.encode() + b" } void h() { __syncthreads(); }")
    body = facts_of(unit)[0].function
    assert body is not None
    assert [text_of(unit, span) for span in joins(unit, body)] == expected


def hazards(source: str) -> list[tuple[str, str, str]]:
    unit = Unit(source.encode())
    (facts,) = facts_of(unit)
    assert facts.function is not None
    assert facts.values is not None
    read = model(unit, facts.function)
    made = [*barriers(unit, joins(unit, facts.function), read, facts.values)]
    return shown(unit, [*made, *missing_lanes(unit, facts.ops, LaneExits(unit, read, facts.values))])


def test_each_hazard_stands_at_its_own_place() -> None:
    code = "if (i < n) { __syncthreads(); } __syncthreads(); if (lane) { " + SHUFFLE + " } " + SHUFFLE
    assert hazards(KERNEL % code) == [
        ("G016", "__syncthreads", ""),
        ("W023", "__shfl_sync", "not every lane gets here"),
    ]


@pytest.mark.parametrize(
    ("code", "expected"),
    [
        ("v = __reduce_add_sync(~0u, v);", "__reduce_add_sync"),
        ("v = __shfl(v, 1);", "__shfl"),
        ("v = __shfl_sync(0xffffffffffffffffull, v, 1);", "__shfl_sync"),
        ("v = __shfl_sync(__activemask(), v, 0);", ""),
        ("v = __reduce_add_sync(0xff, v);", ""),
        ("v = __match_any_sync(~0u, v);", ""),
    ],
)
def test_what_asks_for_all_lanes_misses_some(code: str, expected: str) -> None:
    """Who names the lanes that are there, or is given their votes, takes nothing from the others."""
    found = [("W023", expected, "not every lane gets here")] if expected else []
    assert hazards(KERNEL % ("if (lane < 7) " + code)) == found


@pytest.mark.parametrize(
    ("code", "expected"),
    [
        ("if (role(threadIdx.x) == A) " + SHUFFLE, []),
        ("if (role(i) == A) " + SHUFFLE, []),
        ("if (part(i, 3)) " + SHUFFLE, []),
        ("if (role(p[i]) == A) " + SHUFFLE, ["W023"]),
        ("if (part(i, p[i])) " + SHUFFLE, ["W023"]),
        ("if (part(p[i], i)) " + SHUFFLE, ["W023"]),
        ("if (role(i) == A) __syncthreads();", ["G016"]),
    ],
)
def test_what_a_function_makes_of_an_index(code: str, expected: list[str]) -> None:
    roles = "__device__ Role role(unsigned t) { return (t >> 5) == 0 ? A : B; }\n"
    roles += "__device__ int part(unsigned t, int x) { return (t >> 5) + (x >> 5); }\n"
    assert remaining(roles + KERNEL % code) == expected


@pytest.mark.parametrize(
    ("code", "reported"),
    [
        ("if (i < n) { p[i] = 1; __syncthreads(); p[i]++; }", 0),
        ("if (i < n && i < 64) { __syncthreads(); __syncthreads(); }", 0),
        ("if (n > i) { if (i >= 4) { __syncthreads(); } }", 0),
        ("__syncthreads(); if (i < n) { __syncthreads(); }", 0),
        ("if (i < n) { __syncthreads(); } __syncthreads();", 1),
        ("if (i < n) { __syncthreads(); } else { __syncthreads(); }", 1),
        ("if (i < n) { if (i < 4) { __syncthreads(); } __syncthreads(); }", 1),
        ("if (i < n) { p[i] = 1; } else { p[i] = 2; __syncthreads(); }", 0),
        ("if (i < n) { p[i] = 1; } else { __syncthreads(); } __syncthreads();", 1),
        ("if (i == n) { p[i] = 1; } else { __syncthreads(); }", 1),
        ("while (n--) if (i < n) { __syncthreads(); }", 1),
        ("if (i < n) { for (int j = 0; j < 4; j++) { __syncthreads(); } }", 0),
        ("if (i < n) { for (int j = 0; j < 4; j++) { __syncthreads(); } } __syncthreads();", 1),
        ("if (i < n) { for (int j = i; j < 40; j++) { __syncthreads(); } }", 1),
        ("if (i < n) { for (int j = 0; j < 4; j++) { if (p[i]) break; __syncthreads(); } }", 1),
        ("for (int j = 0; j < 4; j++) { if (i < j) { __syncthreads(); } }", 1),
        ("if (i / 32 < 1) { __syncthreads(); }", 1),
        ("if (i == n) { __syncthreads(); }", 1),
        ("if (lists->at[i]) { __syncthreads(); }", 1),
        ("if (i < lists->n) { __syncthreads(); }", 0),
        # the bound in a name
        ("const bool in = i < n; if (in) { p[i] = 1; __syncthreads(); p[i]++; }", 0),
        (
            "const bool in = i < n; int v = in ? p[i] : 0; if (in) { if (n) { __syncthreads(); } p[i] = v; }",
            0,
        ),
        ("bool in = i < n; bool both = in && i >= 4; if (both) { __syncthreads(); }", 0),
        ("const bool in = i < n; if (in) { __syncthreads(); } __syncthreads();", 1),
        ("const bool in = i < n; if (in) { __syncthreads(); } else { __syncthreads(); }", 1),
        ("const bool in = i / 32 < 1; if (in) { __syncthreads(); }", 1),
        ("const bool in = i == n; if (in) { __syncthreads(); }", 1),
        ("bool in = i < n; in = !in; if (in) { __syncthreads(); }", 1),
        ("const int at = p[i]; if (at) { __syncthreads(); }", 1),
    ],
)
def test_a_bound_keeps_threads_from_a_barrier_that_then_end(code: str, reported: int) -> None:
    assert in_kernel(code).count("G016") == reported
    device = f"__device__ void f(int i, int n, int *p) {{ i = threadIdx.x; {code} }}\n"
    assert remaining(device).count("G016") >= 1


@pytest.mark.parametrize(
    ("loop", "said"),
    [
        ("for (auto &v : own)", []),
        ("for (auto &v : view(p, i))", ["W023"]),
        ("for (int v = i; v < n; v += 32)", ["W023"]),
        ("for (int v = 0; v < n; v += 32)", []),
    ],
)
def test_a_loop_over_an_array_has_as_many_turns_for_all(loop: str, said: list[str]) -> None:
    fill = "int own[8]; for (int j = 0; j < 8; j++) own[j] = i;"
    assert in_kernel(f"{fill} {loop} {{ p[i] += __shfl_up_sync(~0u, v, 1); }}") == said


@pytest.mark.parametrize(
    ("code", "expected"),
    [
        ("if (warp == 0) goto first; __syncthreads(); return; first: p[0] = 1; __syncthreads();", ["G016"]),
        ("if (warp == 0) goto end; __syncthreads(); end: p[0] = 1; __syncthreads();", ["G016"]),
        ("if (warp == 0) goto end; __syncthreads(); end: p[0] = 1;", []),
        ("if (n == 0) goto end; __syncthreads(); end: p[0] = 1; __syncthreads();", []),
        (f"if (lane < n) goto end; {SHUFFLE} end: p[i] = v;", ["W023"]),
        (f"if (lane >= n) goto end; {SHUFFLE} end: p[i] = v;", []),  # of the first lane, who is there
        (f"if (warp >= n) goto end; {SHUFFLE} end: p[i] = v;", []),
        (f"if (lane >= n) goto end; v = 2; end: {SHUFFLE}", []),
    ],
)
def test_roles_that_part_by_goto(code: str, expected: list[str]) -> None:
    assert in_kernel(code) == expected


THREE = (
    "switch (lane) { case 0: goto a; case 1: goto b; }"
    " p[i] = 1; goto c; a: __syncwarp(); goto c; b: __syncwarp(); c: ;"
)
OUT = "switch (lane) {{ case 0: goto out; default: break; }} {0} p[i] = v; return; out: {0}"


@pytest.mark.parametrize(
    ("code", "expected"),
    [
        (OUT.format("v = __ballot_sync(~0u, v);"), ["W023"]),
        (OUT.format("__syncwarp();"), ["W023"]),
        (OUT.format("__syncwarp();").replace("(lane)", "(warp)"), []),
        (OUT.format("__syncwarp();").replace("return; out: __syncwarp();", "out: ;"), []),
        (
            THREE,
            ["W023"],
        ),
        ("switch (lane) { case 0: goto a; case 1: goto a; } return; a: __syncwarp(); __syncwarp();", []),
        ("switch (warp) { case 0: goto a; } __syncthreads(); return; a: __syncthreads();", ["G016"]),
        (f"again: {SHUFFLE} switch (lane) {{ case 0: case 1: if (v < 9) goto again; }}", ["W023"]),
        (f"again: {SHUFFLE} if (lane < 3 && v < 9) goto again;", ["W023"]),
        (f"again: {SHUFFLE} switch (warp) {{ case 0: if (n--) goto again; }}", []),
        (f"again: v++; if (lane < 3 && v < 9) goto again; {SHUFFLE}", []),
        (f"if (lane < 3) goto on; v = 2; on: {SHUFFLE}", []),
    ],
)
def test_lanes_that_jump_out_of_a_switch_or_back(code: str, expected: list[str]) -> None:
    assert in_kernel(code) == expected


@pytest.mark.parametrize(
    ("kernel", "reported"),
    [
        ("f(threadIdx.x, n, p);", False),
        ("p[1] = n; if (n) { f(threadIdx.x, n, p); }", False),
        ("f(threadIdx.x / 32, n, p);", True),
        ("f(threadIdx.x, n, p); __syncthreads();", True),
        ("f(threadIdx.x, n, p); p[0] = 1;", True),
        ("for (int j = 0; j < n; j++) f(threadIdx.x, n, p);", True),
        ("f(threadIdx.x, n, p); f(threadIdx.x, n + 1, p);", True),
    ],
)
@pytest.mark.parametrize("bound", ["if (i < n)", "const bool in = i < n; if (in)"])
def test_a_bound_in_the_last_call_of_a_kernel(bound: str, kernel: str, *, reported: bool) -> None:
    device = (
        f"__device__ void f(int i, int n, int *p) {{ {bound} {{ p[i] = 1; __syncthreads(); p[i]++; }} }}\n"
    )
    found = remaining(device + f"__global__ void k(int *p, int n) {{ {kernel} }}\n")
    assert ("G016" in found) is reported


ITSELF = "__device__ int r(int *p, int n) { r(p, n - 1); %s return 0; }\n"
STARTS = "__global__ void k(int *p) { r(p, p[0]); }\n"


@pytest.mark.parametrize(
    ("code", "reported"),
    [
        ("if (p[threadIdx.x]) return 1; __syncthreads();", 1),
        ("if (p[threadIdx.x]) { return 1; __syncthreads(); }", 1),
        ("__syncthreads(); if (p[threadIdx.x]) return 1;", 0),
        ("if (p[blockIdx.x]) return 1; __syncthreads();", 0),
        ("if (p[blockIdx.x]) return 1; " * 40 + "__syncthreads();", 0),
        ("auto f = [=] { if (p[threadIdx.x]) return; }; f(); __syncthreads();", 0),
    ],
)
def test_a_function_that_calls_itself_returns_before_a_barrier(code: str, reported: int) -> None:
    assert remaining(ITSELF % code + STARTS).count("G016") == reported


LAST = """#define KERNEL extern "C" __global__
__device__ void tail(int *s, int n) {
    int i = threadIdx.x;
    bool ok = i < n;
    if (ok) { s[i] = 1; __syncthreads(); s[i] += s[i ^ 1]; }
}
#define MAKE(name) KERNEL void name(int *s, int n) { \\
        %s \\
    }
MAKE(k)
"""


@pytest.mark.parametrize(
    ("code", "is_told"),
    [
        ("tail(s, n);", False),
        ("if (s) { tail(s, n); }", False),
        ("tail(s, n); } KERNEL void name##2(int *s, int n) { tail(s + 1, n);", False),
        ("tail(s, n); __syncthreads();", True),
        ("if (s) { tail(s, n); } s[0] = 1;", True),
        ("tail(s, [&] { n++; }()); s[0] = 1;", True),
        ("for (int j = 0; j < n; ++j) { tail(s, n); }", True),
    ],
)
def test_a_kernel_that_a_macro_makes_ends_with_a_call(code: str, is_told: bool) -> None:
    assert ("G016" in rules_of(run(LAST % code))) is is_told


@pytest.mark.parametrize("many", [0, 10, 100])
def test_a_call_that_is_not_the_last_is_seen_among_many(many: int) -> None:
    goes_on = "KERNEL void z(int *s, int n) { tail(s, n); s[0] = 1; __syncthreads(); }\n"
    others = "".join(f"KERNEL void k{one}(int *s, int n) {{ tail(s, n); }}\n" for one in range(many))
    assert "G016" in rules_of(run(LAST % "tail(s, n);" + goes_on + others))


def test_a_macro_that_makes_no_kernel_ends_nothing() -> None:
    assert "G016" in rules_of(run((LAST % "tail(s, n);").replace("__global__", "__device__")))


@pytest.mark.parametrize("called", ["atomicAdd(p, 1)", "lane_of(p)"])
@pytest.mark.parametrize(("begin", "end"), [("(", ")"), ("(1 + ", ")"), ("-~", ""), ("1 + ", "")])
def test_what_a_call_gives_that_is_too_deep_to_be_read_may_differ(begin: str, end: str, called: str) -> None:
    code = """__device__ int lane_of(int *p) { return threadIdx.x + p[0]; }
    __global__ void k(int *p) { if (%s == 3) { __syncthreads(); } p[1] = 2; }
    """
    for depth in (20, 30, 45, 60, 100):
        assert "G016" in remaining(code % (begin * depth + called + end * depth))
        assert "G016" not in remaining(code % (begin * depth + "min(p[0], 3)" + end * depth))


CHANGED_BY_OTHERS = """__device__ void down(int &x) { x--; } __device__ void less(int *x);
__device__ int plain(int x) { return x + 1; }
__device__ int cross(int v, int d) { %s return v + __shfl_xor_sync(~0u, v, d); }
__global__ void k(int *a, int n) {
  int v = a[threadIdx.x], m = n * 32, w = threadIdx.x / 8; %s a[threadIdx.x] = v; }
"""
SUM = "{ v += __shfl_xor_sync(~0u, v, 4); }"
CHANGES = {
    "down(m); if (threadIdx.x < m) %s": "",
    "less(&m); if (threadIdx.x < m) %s": "",
    "int *q = &m; *q = 5; if (threadIdx.x < m) %s": "",
    "int &q = w; q += threadIdx.x & 3; if (w < n) %s": "",
    "for (int i = threadIdx.x; i < m; i += 32) { down(i); %s }": "",
    "if (w < n) v = cross(v, 4);": "int &r = d; r *= 2;",
}
KEPT = {
    "plain(m); if (threadIdx.x < m) %s": "",
    "const int &q = m; if (threadIdx.x < q) %s": "",
    "int *q = &v; *q = 5; if (threadIdx.x < m) %s": "",
    "for (int i = threadIdx.x; i < m; i += 32) { plain(i); %s }": "",
    "if (w < n) v = cross(v, 4);": "const int &r = d; v += r;",
}


def _changed_by_others(code: str, inner: str) -> list[str]:
    return remaining(CHANGED_BY_OTHERS % (inner, code % SUM if "%s" in code else code))


@pytest.mark.parametrize(("code", "inner"), CHANGES.items())
def test_what_is_changed_by_a_reference_proves_nothing(code: str, inner: str) -> None:
    assert _changed_by_others(code, inner) == ["W023"]


@pytest.mark.parametrize(("code", "inner"), KEPT.items())
def test_what_is_handed_by_value_still_proves(code: str, inner: str) -> None:
    assert _changed_by_others(code, inner) == []


HELD_SUM = "auto sum = [](int v) { for (int d = 16; d; d /= 2) v += __shfl_xor_sync(~0u, v, d); return v; }; "
HELD_FIRST = "auto first = [&](int v) { return __shfl_sync(~0u, v, 0); }; "


@pytest.mark.parametrize(
    ("code", "expected"),
    [
        (HELD_SUM + "if (i < n) p[i] = sum(p[i]);", ["W023"]),
        (HELD_SUM + "if (i < n) p[i] = 1 + sum (p[i]);", ["W023"]),
        (HELD_SUM + "if (i >= n) return; p[i] = sum(p[i]);", ["W023"]),
        (HELD_SUM + "for (int j = i; j < n; j += 256) p[j] = sum(p[j]);", ["W023"]),
        (HELD_SUM + "p[i] = i < n ? sum(p[i]) : 0;", ["W023"]),
        ("if (i >= n) return; p[i] = [](int v) { return __shfl_xor_sync(~0u, v, 1); }(p[i]);", ["W023"]),
        (
            HELD_SUM + "auto mean = [&](int v) { return sum(v) / 32; }; if (i < n) p[i] = mean(p[i]);",
            ["W023"],
        ),
        (
            HELD_SUM + "auto of = [&](int v, auto f) { return f(v); }; if (i < n) p[i] = of(p[i], sum);",
            ["W023"],
        ),
        ("auto max = [](int v) { return __reduce_max_sync(~0u, v); }; if (i < n) p[i] = max(v);", ["W023"]),
        ("auto wait = [] { __syncwarp(); }; if (i < n) wait(); else { p[i] = 0; wait(); }", ["W023"]),
        ("auto wait = [] { __syncwarp(); }; if (i < n) wait();", []),
        (HELD_SUM + "v = sum(i < n ? p[i] : 0); if (i < n) p[i] = v;", []),
        (HELD_SUM + "if (warp < n) p[i] = sum(p[i]);", []),
        (HELD_SUM + "if (__any_sync(~0u, i < n)) p[i] = sum(p[i]);", []),
        (HELD_SUM + "for (int j = 0; j < n; j += 32) p[j + i] = sum(p[j + i]);", []),
        (HELD_SUM + "if (i < n) { auto sum = [](int v) { return v; }; p[i] = sum(p[i]); }", []),
        (HELD_FIRST + "if (i < n) p[i] = first(p[i]);", []),
        (HELD_FIRST + "if (i >= n) p[i] = first(p[i]);", ["W023"]),
        ("auto near = [](int v) { return __shfl_xor_sync(~0u, v, 1); }; if (i / 2 < n) p[i] = near(v);", []),
        ("auto of = [&](int m, int v) { return __shfl_sync(m, v, 1); }; if (i < n) p[i] = of(m[0], v);", []),
    ],
)
def test_lambdas_that_take_values_of_lanes(code: str, expected: list[str]) -> None:
    assert in_kernel(code) == expected


def test_each_call_of_a_lambda_is_told_once() -> None:
    code = "auto two = [](int v) { v += __shfl_xor_sync(~0u, v, 1); return v + __shfl_xor_sync(~0u, v, 2); };"
    source = KERNEL % (code + " if (i < n) p[i] = two(v); if (i >= n) p[n] = two(1);")
    (found,) = [one for one in run(source).findings if one.rule == "W023"]
    places = [found.span, *(one.span for one in found.related)]
    assert [source[slice(*one)] for one in places] == ["two", "two"]


ROW = "if (row < n) { v = p[i]; v += __shfl_xor_sync(~0u, v, 16); p[i] = v; }"


@pytest.mark.parametrize(
    ("code", "expected"),
    [
        ("unsigned size = (unsigned)(int)warpSize, row = i / size;", []),
        ("int of = 32; int size = of; int row = i / size;", []),
        ("int size = warpSize; const int row = (blockIdx.x * blockDim.x + i) / size;", []),
        ("unsigned shift = 5, row = i >> shift;", []),
        ("int size = 64, row = i / size;", []),
        ("int size = 24, row = i / size;", ["W023"]),
        ("int size = n, row = i / size;", ["W023"]),
        ("int size; size = 32; int row = i / size;", ["W023"]),  # not where it is declared
        ("int size = 32; if (n) size = 24; int row = i / size;", ["W023"]),
        ("int size = 32; int &of = size; of = 24; int row = i / size;", ["W023"]),
        ("int size = 32; fit(size); int row = i / size;", ["W023"]),
        ("int size = 32, row = 0; for (; size > 8; size /= 2) row += i / size;", ["W023"]),
        ("int size = 32, row = 0; { int size = 24; row = i / size; }", ["W023"]),
        ("int size = 32; auto half = [&] { size = 24; }; half(); int row = i / size;", ["W023"]),
    ],
)
def test_rows_of_a_warp_by_a_width_in_a_name(code: str, expected: list[str]) -> None:
    head = "__device__ void fit(int &size) { size = 24; }\n"
    found = remaining(head + KERNEL % (code + " " + ROW))
    assert [one for one in found if one == "W023"] == expected


@pytest.mark.parametrize(
    ("code", "expected"),
    [
        ("int most = (n + blockDim.x - 1) & (~(blockDim.x - 1));", []),
        ("int most = n & -blockDim.x;", []),
        ("int most = n & ~(blockDim.y - 1);", ["W023"]),
        ("int most = (n + blockDim.x - 1) & (blockDim.x - 1);", ["W023"]),
        ("int most = n & ~(blockDim.x - 1); if (n) most += 8;", ["W023"]),
    ],
)
def test_loops_up_to_a_bound_that_a_mask_makes_even(code: str, expected: list[str]) -> None:
    loop = " for (; i < most; i += blockDim.x) p[i] += __shfl_xor_sync(~0u, i < n ? p[i] : 0, 16);"
    assert in_kernel(code + loop) == expected
