"""Loops that wait for another lane or warp, and those that end by their own doing."""

from __future__ import annotations

import pytest
from helpers.warps import KERNEL as BARE
from helpers.warps import remaining

KERNEL = (
    "__global__ void k(int *p, int *m, volatile int *f, int n) {"
    " int i = threadIdx.x, lane = i & 31, warp = i / 32, v = 0; bool done = false; %s }\n"
)


def in_kernel(code: str) -> list[str]:
    return remaining(KERNEL % code)


TAKES = [
    "while (atomicCAS(m, 0, i) != 0) ; *p += 1; atomicExch(m, 0);",
    "while (atomicCAS(m, 0, 1) != 0) { v++; } *p += 1; atomicExch(m, 0);",
    "int *mine = &m[warp]; while (atomicCAS(mine, 0, 1) != 0) ; *p += 1; atomicExch(mine, 0);",
    "int old; while ((old = atomicCAS(m, 0, 1)) != 0) __nanosleep(8); *p += 1; atomicExch(m, 0);",
    "do { v = atomicCAS(m, 0, 1); } while (v != 0); *p += 1; atomicExch(m, 0);",
    "do {} while (atomicExch(m, 1));",
    "for (; atomicCAS(m, 0, 1) != 0;) ; *p += 1;",
    "while (true) { if (atomicCAS(m, 0, 1) == 0) break; } *p += 1; atomicExch(m, 0);",
    "for (;;) { if (atomicExch(m, 1) == 0) { break; } } *p += 1;",
    "while (!done) { done = atomicCAS(m, 0, 1) == 0; } *p += 1; atomicExch(m, 0);",
    "while (!done) { if (atomicCAS(m, 0, 1) == 0) { done = true; } } *p += 1; atomicExch(m, 0);",
    "while (true) { if (atomicCAS(m, 0, 1) != 0) continue; *p += 1; break; } atomicExch(m, 0);",
    "do { if (!lane) v = atomicCAS(m, 0, 1); v = __shfl_sync(~0u, v, 0); } while (v); *p += 1;",
    "do { if (!lane) done = !atomicExch(m, 1); done = __any_sync(~0u, done); } while (!done); *p += 1;",
]
RETRIES = [
    "while (__any_sync(~0u, !done)) if (!done && !atomicCAS(m, 0, 1)) { atomicExch(m, 0); done = true; }",
    "while (true) { if (atomicCAS(&m[v], 0, 1) == 0) { p[v] = i; } if (++v == n) break; }",
    "while (atomicCAS(&m[v], 0, 1) != 0) v = (v + 1) % n;",
    "do { v = p[0]; } while (atomicCAS(p, v, v + 1) != v);",
    "if (threadIdx.x == 0) { do { v = atomicCAS(m, 0, 1); } while (v != 0); }",
    "for (volatile bool d = false; !d;) if (!atomicCAS(m, 0, 1)) { *p += 1; atomicExch(m, 0); d = true; }",
]
GOES_ON = [
    "while (true) { v = atomicAdd(m + warp, 0); if (!__all_sync(~0u, v)) continue; p[i] = v; return; }",
    "for (;;) { if (f[warp] == 0) continue; break; }",
    "for (;;) { if (f[warp] == 0) { __nanosleep(20); continue; } p[i] = 1; break; }",
    "for (;;) { for (v = 0; v < n; v++) if (p[v]) continue; if (f[warp] == 0) continue; return; }",
]
READS_BY_ASSEMBLY = [
    'do { asm volatile("ld.acquire.gpu.u32 %0, [%1];" : "=r"(v) : "l"(p + warp)); } while (v == 0);',
    'while (true) { asm("ld.volatile.u32 %0, [%1];" : "=r"(v) : "l"(p)); if (v) break; }',
]
COMES_TO_AN_END = [
    "for (int j = 0; j != n; ++j) p[j] = f[j];",
    "while (true) { step((v)); if (f[v]) break; }",
    "for (int j = 0; p[j] != 0; ++j) v++;",
    'do { asm("add.u32 %0, %0, %1;" : "+r"(v) : "r"(n)); } while (v < 100);',
    "while (v < 0) { int o = __shfl_down_sync(~0u, n, 1); v = o + v; }",
    "while (v < 0) { int w = m[lane]; if (w) v = atomicOr(m + lane, w & -w); v = __shfl_sync(~0u, v, 0); }",
    "while (true) { v++; if (p[v] == 0) continue; break; }",
    "for (int j = 0; j < n; j++) { if (p[j] == 0) continue; if (p[j] == 3) break; }",
    "while (n--) { if (f[warp]) continue; p[n] = 1; }",
    "while (true) { int j = atomicAdd(m, 1); if (j >= n) break; if (p[0] == 0) continue; p[j] = 1; }",
    "for (;;) { if (v++ > n) break; if (f[warp] == 0) continue; p[i] = 1; }",
]


GRID = "i += blockIdx.x * blockDim.x; int *l = m + p[i], w = i / 32 + 1;"
HELD_BEHIND_A_VOTE = [
    "do { if (!done) done = atomicCAS(l, 0, 1) == 0; } while (!__all_sync(~0u, done)); atomicExch(l, 0);",
    "while (true) { if (!done) done = !atomicExch(l, 1); if (!__ballot_sync(~0u, !done)) break; } *l = 0;",
    "for (;;) { int old = atomicCAS(l, 0, w); if (__all_sync(~0u, old == 0 || old == w)) break; } *l = 0;",
    "for (;;) { v = atomicCAS(l, 0, blockIdx.x + 1); if (__all_sync(~0u, v == 0)) break; } *l = 0;",
    """int go = 1; for (;;) { v = l && go ? atomicCAS(l, 0, w) : 0; if (__all_sync(~0u, v == 0)) break;
    if (__any_sync(~0u, v > w)) { if (l) *l = 0; go = 1; } else go = v > 0; } *l = 0;""",
]
LEFT_BY_A_VOTE = [
    "int a = i; while (!__all_sync(~0u, done)) { done = m[a] == i || !atomicCAS(&m[a++], 0, i); }",
    "while (!__all_sync(~0u, done)) if (!done && !atomicCAS(l, 0, 1)) { atomicExch(l, 0); done = true; }",
    "do { v += !atomicCAS(l, 0, 1); l++; } while (!__all_sync(~0u, v > n));",
    "do { v = f[blockIdx.x - lane]; } while (__any_sync(~0u, v == 0)); atomicCAS(l, 0, 1);",
]


@pytest.mark.parametrize("code", HELD_BEHIND_A_VOTE)
def test_a_lock_that_is_held_behind_a_loop_that_all_leave_by_a_vote(code: str) -> None:
    assert in_kernel(GRID + code) == ["W026"]


@pytest.mark.parametrize("code", LEFT_BY_A_VOTE)
def test_a_vote_that_ends_by_what_each_lane_does_itself(code: str) -> None:
    assert in_kernel(GRID + code) == []


@pytest.mark.parametrize("code", TAKES)
def test_locks_that_lanes_take_for_themselves(code: str) -> None:
    assert in_kernel(code) == ["W026"]


@pytest.mark.parametrize(
    "code",
    [
        "while (__sync_lock_test_and_set(m, 1)) ; *p += 1; __sync_lock_release(m);",
        "while (!__sync_bool_compare_and_swap(m, 0, 1)) ; *p += 1; __sync_lock_release(m);",
        "while (__sync_val_compare_and_swap(m, 0, 1) != 0) ;",
        "while (__atomic_exchange_n(m, 1, __ATOMIC_ACQUIRE)) ; *p += 1;",
        "while (__atomic_load_n(m, __ATOMIC_ACQUIRE) == 0) ;",
        "while (__hip_atomic_load(m + warp, __ATOMIC_ACQUIRE, __HIP_MEMORY_SCOPE_AGENT) == 0) ;",
        "while (__sync_fetch_and_add(m, 0) == 0) ;",
        "int e = 0; while (!__atomic_compare_exchange_n(m, &e, 1, false, 2, 0)) e = 0; *p += 1;",
        "int e; do { e = 0; } while (!__hip_atomic_compare_exchange_strong(m, &e, 1, 2, 0, 3));",
        "while (__nv_atomic_load_n(m, __NV_ATOMIC_ACQUIRE) != 1) ;",
    ],
)
def test_atomics_of_the_compiler(code: str) -> None:
    assert in_kernel(code) == ["W026"]


@pytest.mark.parametrize(
    "code",
    [
        "do { v = *m; } while (!__sync_bool_compare_and_swap(m, v, v + 1));",
        "int e = *m; while (!__atomic_compare_exchange_n(m, &e, e + 1, false, 2, 0)) ;",
        "if (i == 0) while (__sync_lock_test_and_set(m, 1)) ;",
        (
            "do { if (!done && !__sync_lock_test_and_set(m, 1)) { __sync_lock_release(m); done = true; } }"
            " while (__any_sync(~0u, !done));"
        ),
    ],
)
def test_atomics_of_the_compiler_that_move_on(code: str) -> None:
    assert in_kernel(code) == []


@pytest.mark.parametrize("code", GOES_ON)
def test_waits_that_go_on_with_the_next_turn(code: str) -> None:
    assert in_kernel(code) == ["W026"]


@pytest.mark.parametrize("code", READS_BY_ASSEMBLY)
def test_waits_that_read_by_assembly(code: str) -> None:
    assert "W026" in in_kernel(code)


@pytest.mark.parametrize("code", COMES_TO_AN_END)
def test_turns_that_come_to_an_end(code: str) -> None:
    assert "W026" not in in_kernel(code)


LOCK = "#define LOCK(m) while (atomicCAS(&(m), 0, 1)) ;\n"
UNTIL = "#define UNTIL(c) do { } while (!(c))\n"
AWAIT = "#define AWAIT(a, x) do { while (ld_acquire(a) != (x)) { __nanosleep(8); } } while (0)\n"
WHILE = "#define WHILE(c, b) while (c) { b; }\n"


@pytest.mark.parametrize(
    ("macro", "code"),
    [
        (LOCK, "LOCK(m[0]); p[0]++; atomicExch(m, 0);"),
        (UNTIL, "if (lane == 0) { UNTIL(f[warp] == 1); }"),
        (AWAIT, "AWAIT(m + warp, 1);"),
        ("#define AGAIN(c) do { if (!(c)) continue; break; } while (1)\n", "AGAIN(f[warp] == 1);"),
    ],
)
def test_macros_that_wait_where_they_are_used(macro: str, code: str) -> None:
    assert in_kernel(code) == []
    assert remaining(macro + KERNEL % code) == ["W026"]


@pytest.mark.parametrize(
    ("macro", "code"),
    [
        (LOCK, "if (threadIdx.x == 0) { LOCK(m[0]); p[0]++; atomicExch(m, 0); }"),
        (LOCK, "int LOCK = n; p[LOCK] = 0;"),
        (UNTIL, "UNTIL(v++ > n);"),
        (UNTIL + UNTIL.replace("do { }", "do { v++; }"), "UNTIL(f[warp] == 1);"),
        (WHILE, "WHILE(v < n, v++); WHILE(v < n, step(&v));"),
        ("#define HEAD(c) while (c)\n", "HEAD(f[v]) { v++; }"),
        ("#define EACH(i, n) for (int i = 0; i < (n); i++)\n", "EACH(j, n) p[j] = 0;"),
        ("#define WALK(v, l) for (v = l; v; v = v->next) { }\n", "WALK(q, p);"),
        ("#define TAKE(x) do { x = p[v]; } while (x != atomicCAS(p, x, 1))\n", "TAKE(n);"),
        ("#define CHECK(c) do { if (!(c)) return; } while (0)\n", "CHECK(f[warp] == 1);"),
    ],
)
def test_macros_that_come_to_an_end(macro: str, code: str) -> None:
    assert remaining(macro + KERNEL % code) == []


SPIN = "template <class P> __device__ void spin(P p) { while (!p()) __nanosleep(20); }\n"


@pytest.mark.parametrize(
    ("head", "code"),
    [
        (SPIN, "spin([&] { return f[warp] == 1; });"),
        (SPIN, "spin(Ready{f, warp});"),
        (SPIN, ""),
        ("template <class P> __device__ void spin(const P &p) { do { } while (p(3)); }\n", ""),
        ("", "auto ready = [&] { return f[warp] == 1; }; while (!ready()) ;"),
        ("", "auto wait = [&](auto q) { while (!q()) ; };"),
    ],
)
def test_waits_that_ask_a_predicate(head: str, code: str) -> None:
    assert remaining(head + KERNEL % code) == ["W026"]


@pytest.mark.parametrize(
    ("head", "code"),
    [
        (SPIN, "spin([&] { return v++ > n; });"),
        (SPIN, "spin([&] { return step(v); });"),
        ("", "auto more = [&] { return v++ < n; }; while (more()) ;"),
        ("template <class P> __device__ void each(P p, int n) { while (p(n)) n--; }\n", ""),
        ("template <class P> __device__ void each(P p, int i) { while (p(i++)) ; }\n", ""),
        ("template <class P> __device__ void each(P p) { while (p()) work(); }\n", ""),
        ("__device__ bool step(int *); __device__ void each(int *q) { while (step(q)) ; }\n", ""),
    ],
)
def test_predicates_that_move_on(head: str, code: str) -> None:
    assert remaining(head + KERNEL % code) == []


COUNTS = "template <class P> __device__ void spin(P p) { int n = 0; while (!p()) n++; }\n"
SLOWS = (
    "template <class P> __device__ void spin(P p) { unsigned ns = 8;"
    " for (;;) { if (p()) return; __nanosleep(ns); ns = ns < 256 ? 2 * ns : ns; } }\n"
)
TWO = "template <class P, class B> __device__ void spin(P p, B b) { while (!p()) b(); }\n"
OWN = "struct Own { volatile int *f; __device__ bool operator()() const { return f[0] != 0; } };\n"
TRIED = (
    "struct Own { int *m; __device__ bool operator()() const"
    " { if (atomicExch(m, 1)) return false; return true; } };\n"
)
SELF = "struct Own { int n; __device__ bool operator()() { return n++ > 9; } };\n"
BACKS_OFF = "struct Wait { unsigned ns = 8; __device__ void pause() { __nanosleep(ns); ns *= 2; } };\n"


@pytest.mark.parametrize(
    ("head", "code"),
    [
        (COUNTS, "spin([&] { return f[warp] == 1; });"),
        (COUNTS, "spin([&] { if (f[warp]) return true; return false; });"),
        (COUNTS, "auto ready = [=] { return f[0]; }; spin(ready);"),
        (COUNTS, "spin([=] { return atomicCAS(m, 0, 1) == 0; }); *p += 1; atomicExch(m, 0);"),
        (COUNTS, ""),
        (COUNTS.replace("(P p)", "(P &&p)"), ""),
        (COUNTS + OWN, "spin(Own{f});"),
        (COUNTS + OWN, "Own own{f}; spin(own);"),
        (COUNTS + OWN, "Own own{f}; while (!own()) v++;"),
        (COUNTS + TRIED, "spin(Own{m});"),
        (
            COUNTS + "template <class P> __device__ void past(P p) { spin(p); }\n",
            "past([=] { return f[0]; });",
        ),
        (COUNTS.replace("while (!p()) n++;", "do { n++; } while (!p());"), "spin([&] { return f[warp]; });"),
        (COUNTS.replace("while (!p()) n++;", "for (; !p(); ++n) ;"), "spin([&] { return f[warp]; });"),
        (SLOWS, "spin([&] { return f[warp] == 1; });"),
        (SLOWS, ""),
        (TWO, "spin([=] { return f[0]; }, [] { __nanosleep(20); });"),
        (TWO.replace("b()", "b.pause()") + BACKS_OFF, "spin([=] { return f[0]; }, Wait());"),
        ("", "auto wait = [](auto q) { int n = 0; while (!q()) n++; }; wait([=] { return f[warp]; });"),
    ],
)
def test_waits_that_ask_a_predicate_and_count(head: str, code: str) -> None:
    assert remaining(head + KERNEL % code) == ["W026"]


def test_a_bounded_wait_that_asks_a_predicate() -> None:
    head = "template <class P> __device__ void spin(P p) { for (int n = 0; n < 99 && !p(); n++) ; }\n"
    assert remaining(head + KERNEL % "spin([=] { return f[0]; });") == ["W052"]


@pytest.mark.parametrize(
    ("head", "code"),
    [
        (COUNTS, "spin([&] { return v++ > n; });"),
        (COUNTS, "spin([&] { v = p[v]; return v > n; });"),
        (COUNTS, "spin([&] { return step(v); });"),
        (COUNTS + SELF, "spin(Own{v});"),
        (SPIN + SELF, "spin(Own{v});"),
        (COUNTS.replace("(P p)", "(P &p)"), ""),
        (
            COUNTS.replace("while (!p()) n++;", "while (!p(n)) n++;"),
            "spin([=](int j) { return p[j] == 0; });",
        ),
        (COUNTS.replace("while (!p()) n++;", "do { n = p(); } while (n < 9);"), ""),
        (TWO, "spin([&] { return p[v] == 0; }, [&] { v++; });"),
        ("", "auto none = [&] { return p[v] == 0; }; auto go = [&] { v++; }; while (!none()) go();"),
        ("", "auto wait = [](auto q) { int n = 0; while (!q()) n++; }; wait([&] { return v++ > n; });"),
    ],
)
def test_predicates_that_move_on_while_the_loop_counts(head: str, code: str) -> None:
    assert remaining(head + KERNEL % code) == []


@pytest.mark.parametrize(
    "code", ["do { if (f[warp] != 1) return; } while (0);", "do { if (f[0]) break; } while (false);"]
)
def test_a_turn_that_is_the_only_one(code: str) -> None:
    assert in_kernel(code) == []


@pytest.mark.parametrize(
    "code",
    [
        "while (true) { if (f[0] == 1) break; p[0] = 1; break; }",
        "while (true) { if (f[0] == 1) { p[0] = 1; break; } else { p[0] = 2; break; } }",
        "while (true) { if (f[0] == 1) { if (n) return; else break; } else return; }",
        "for (;;) { if (f[0]) break; for (v = 0; v < n; v++) { if (p[v] < n) continue; n = v; } break; }",
    ],
)
def test_a_loop_that_every_path_leaves_in_its_first_turn_waits_for_nobody(code: str) -> None:
    assert in_kernel(code) == []


@pytest.mark.parametrize(
    "code",
    [
        "while (true) { if (f[warp] == 1) break; for (v = 0; v < 3; v++) break; }",
        "while (true) { if (f[warp] == 1) break; switch (n) { case 1: break; default: break; } }",
        "while (true) { if (f[warp] == 1) break; [&] { return; }(); }",
        "while (true) { if (f[warp] == 1) break; if (n) goto next; break; next: ; }",
        "while (true) { if (f[warp] == 1) { if (n) break; else v++; } }",
    ],
)
def test_a_loop_that_goes_on_for_some_waits(code: str) -> None:
    assert in_kernel(code) == ["W026"]


@pytest.mark.parametrize("code", RETRIES)
def test_what_ends_by_its_own_doing_is_no_lock(code: str) -> None:
    assert in_kernel(code) == []


@pytest.mark.parametrize(
    "code",
    [
        "while (f[warp] != 1) __threadfence();",
        "while (m[warp] == 0) { __threadfence_block(); }",
        "do { v = f[warp]; } while (v == 0);",
        "do { __threadfence(); } while (f[warp] == 0);",
        "while (1) { if (f[warp]) break; }",
        "for (;;) { const int have = p[warp]; if (have >= n) break; }",
        "while (true) { v = p[warp]; __threadfence(); if (v) { break; } __nanosleep(20); }",
        "for (int turns = 0; f[warp] == 0; ++turns) { if (turns > 100) __nanosleep(10); }",
        "for (int turns = 0; !q->ready; ++turns) ;",
        "while (ld_acquire(m + warp) == 0);",
        "while ((v = f[warp]) == 0) ;",
        "while (f[warp] == 0) { p[i]++; }",
        "int spins = 0; while (atomicAdd(m, 0) != n) { if (++spins % 64 == 0) __nanosleep(20); }",
        "while (!done) done = __all_sync(~0u, f[warp - 1] == 1);",
        "for (;;) { int have = *f; if (have) { p[i] = have; break; } }",
        "for (;;) { int have = f[warp]; if (have == 2) return; p[i] = have; }",
        "for (int j = 0; j < n; j++) { int c = p[j + warp]; while (f[c] == 0) { __threadfence(); } v += c; }",
        "__shared__ volatile int turn; while (turn != warp) { }",
        "while (true) { bool go = false; if (f[warp]) go = true; if (go) break; }",
        "auto wait = [&] { while (f[warp] == 0) ; }; wait();",
        "for (int b = i; b < gridDim.x; b += blockDim.x) { } while (f[warp] == 0) __threadfence();",
        "for (int b = i; b < gridDim.x; b += blockDim.x) while (f[warp] == 0) __threadfence();",
        "for (int b = i; b < blockDim.x / 32; b += 32) while (f[b] == 0) __threadfence();",
    ],
)
def test_flags_of_other_warps(code: str) -> None:
    assert in_kernel(code) == ["W026"]


@pytest.mark.parametrize(
    "code",
    [
        "do { v = f[blockIdx.x - i]; } while (__any_sync(0xffffffff, v == 0));",
        "while (p[v++] != 0) ;",
        "while (clock64() < 1000) ;",
        "while (next(m)) { }",
        "do { v = p[v]; } while (v != 0);",
        "if (i == 0) { while (f[0] == 0) ; } __syncthreads();",
        "while (1) { if (v++ > n) break; }",
        "for (;;) { v = p[v]; if (v < 0) break; }",
        "for (;;) { v = p[i]; if (v < 0) break; i += 32; }",
        "while (p[0] > 1) { p[0] = p[0] / 2; }",
        "while (n > 1) { n = __shfl_sync(~0u, n, 0); }",
        "while (*m) { __syncthreads(); if (i == 0) *m = 0; __syncthreads(); }",
        "int prev = blockIdx.x - 1 - lane, s; do { s = f[prev]; } while (__any_sync(~0u, s == 0));",
        "for (int j = 0; j < n; j++) { if (p[j] == i) break; }",
        "while (v < n) { v += p[i]; }",
        "for (;;) { advance(v); if (p[v]) break; }",
        "for (int b = i; b < gridDim.x; b += blockDim.x) while (f[b] == 0) __threadfence_block();",
        "for (int b = i; b != gridDim.y; ++b) { while (load_cg(m + b) == 0) { __threadfence(); } }",
        "while (!__all(n)) ;",
    ],
)
def test_loops_that_wait_for_nobody(code: str) -> None:
    assert in_kernel(code) == []


@pytest.mark.parametrize(
    ("helper", "code", "expected"),
    [
        ("bool try_lock(int *l) { return atomicCAS(l, 0, 1) == 0; }", "while (!try_lock(m)) ;", ["W026"]),
        ("int peek(volatile int *q) { return *q; }", "while (peek(&f[warp]) == 0) ;", ["W026"]),
        ("int peek(int *q) { int now = atomicAdd(q, 0); return now; }", "while (!peek(m)) ;", ["W026"]),
        ("int next(int *q) { return atomicAdd(q, 1); }", "while (p[next(m)] == 0) ;", []),
        (
            'unsigned now() { unsigned t; asm("mov.u32 %0, %%globaltimer_lo;" : "=r"(t)); return t; }',
            "unsigned t; do { t = now(); } while (t < n && *f == 0);",
            ["D001"],
        ),
        ("int step(int v) { return v + 1; }", "while (step(v) < n) { v = step(v); }", []),
        ("int pop(int *q) { (*q)--; return *q; }", "while (v < n) { v += pop(p); }", []),
    ],
)
def test_functions_of_the_file_are_looked_into(helper: str, code: str, expected: list[str]) -> None:
    assert remaining("__device__ " + helper + "\n" + KERNEL % code) == expected


def test_device_code_behind_a_macro_is_device_code() -> None:
    lock = "void lock(int *m) { while (atomicCAS(m, 0, 1) != 0) ; }\n"
    assert "W026" in remaining("#define DEV __device__\n\nint a;\nDEV " + lock)
    assert "W026" in remaining("__device__ int g;\nDEV " + lock)


@pytest.mark.parametrize(
    ("code", "expected"),
    [
        ("while (atomicCAS(p, 0, 1) != 0) ; *p = 0;", ["W026"]),
        ("while (atomicExch(p, 1)) { } *p = 0;", ["W026"]),
        ("if (lane == 0) while (atomicCAS(p, 0, 1)) ;", ["W026"]),
        ("if (threadIdx.x == 0) while (atomicCAS(p, 0, 1)) ;", []),
        ("if (i == 0) { while (atomicCAS(p, FREE, TAKEN) != FREE) ; }", []),
        ("while (atomicCAS(&p[i], -1, n) != -1) i = (i + 1) % n;", []),
        ("volatile int *f = p; while (*f == 0) ; p[i] = 1;", ["W026"]),
        ("volatile int *f = p; if (threadIdx.x == 0) while (*f == 0) ; __syncthreads();", []),
        ("volatile int *f = p; do { n = *f; } while (n == 0);", ["W026"]),
    ],
)
def test_what_remains(code: str, expected: list[str]) -> None:
    assert remaining(BARE % code) == expected


@pytest.mark.parametrize(
    ("asked", "expected"),
    [
        ("threadIdx . x == 0", []),
        ("0 == threadIdx.x", []),
        ("(i == 0) && n > 1", []),
        ("!threadIdx.x", []),
        ("n && !(i)", []),
        ("0 == i", []),
        ("block.thread_rank() == 0", []),
        ("is_first", []),
        ("n && (is_first)", []),
        ("is_any", ["W026"]),
        ("!is_first", ["W026"]),
        ("i == 0 || n", ["W026"]),
        ("lane == 0", ["W026"]),
        ("p[i] == 0", ["W026"]),
        ("!lane", ["W026"]),
        ("threadIdx.y == 0", ["W026"]),
    ],
)
def test_one_thread_of_a_block_waits_for_none_of_its_own(asked: str, expected: list[str]) -> None:
    roles = "const bool is_first = (i == 0), is_any = i == 0 || n;"
    assert in_kernel(f"{roles} if ({asked}) while (atomicCAS(m, 0, 1)) ;") == expected


FLAG = "__global__ void k(int *o, int n) { __shared__ volatile int flag; int i = threadIdx.x; %s }\n"
WAIT = "if (i == 0) { while (!flag) ; o[0] = 1; }"


@pytest.mark.parametrize(
    ("code", "expected"),
    [
        (f"{WAIT} if (i == 32) flag = 1;", ["W026"]),
        (f"{WAIT} else flag = 1;", ["W026"]),
        (f"{WAIT} if (i == 32) set(&flag);", ["W026"]),
        (f"{WAIT} if (i == 32) atomicExch((int *)&flag, 1);", ["W026"]),
        (f"for (int t = 0; t < n; t++) {{ if (i == 32) flag = t; {WAIT} }}", ["W026"]),
        ("if (i == 0) { for (int t = 0; t < n; t++) if (flag) break; } if (i == 32) flag = 1;", ["W052"]),
        (f"if (i == 32) flag = 1; {WAIT}", []),
        (f"{WAIT} if (i == 32) o[1] = flag;", []),
        ("if (i == 0) { while (!flag) ; flag = 0; }", []),
        (f"{WAIT} if (i == 32) atomicAdd(o, 1);", []),
    ],
)
def test_one_thread_waits_for_a_flag_that_its_own_block_sets_later(code: str, expected: list[str]) -> None:
    assert remaining(FLAG % code) == expected


BY_LAMBDA = [
    "auto look = [&] { v = f[warp ^ 1]; }; do look(); while (!v);",
    "auto look = [&] { if (f[warp ^ 1]) v = 1; }; while (v == 0) look();",
    "auto look = [&v, f, warp] { v += f[warp ^ 1] != 0; }; while (v < 1) look();",
    "auto look = [&] { if (f[warp ^ 1]) ++v; }; while (v < 1) look();",
    "auto look = [=] { return f[warp ^ 1]; }; while (!look()) ;",
    "auto look = [=]() mutable { ++v; }; while (f[warp ^ 1] == 0 && v < n) look();",
    "auto look = [&](int v) { v += 1; }; while (f[warp ^ 1] == 0 && v < n) look(i);",
    "auto other = [&] { ++v; }; while (f[warp ^ 1] == 0 && v < n) ;",
]


@pytest.mark.parametrize("code", BY_LAMBDA)
def test_waits_by_lambdas(code: str) -> None:
    assert in_kernel(code) == ["W026"]


@pytest.mark.parametrize(
    "code",
    [
        "auto next = [&] { ++v; }; while (f[v] == 0 && v < n) next();",
        "auto next = [&v] { v += 2; }; while (v < n) { if (f[v]) break; next(); }",
        "auto next = [&](int by) { v += by; }; do { next(1); } while (!f[v] && v < n);",
        "auto next = [&] { v++; return v; }; for (; v < n; next()) { if (f[v]) break; }",
        "auto next = [&] { v++; return f[v]; }; while (!next()) ;",
    ],
)
def test_lambdas_that_move_what_a_loop_asks(code: str) -> None:
    assert in_kernel(code) == []


@pytest.mark.parametrize(
    "code",
    [
        "while (v < 32) { int now = f[warp ^ 1]; v += now ? 1 : 0; }",
        "for (int j = 0; v < 32; j++) { int now = f[warp ^ 1]; if (now) v++; }",
        "for (; v < 32; n++) if (f[warp ^ 1]) v++;",
        "int now = 0; while (v < n) { if (now) { ++v; now = 0; } else now = f[v]; }",
        "int now = 0; while (v < n) { if (now == 0) { now = f[v]; continue; } ++v; now = 0; }",
        "do { if (lane == 0) done = f[warp - 1]; done = __shfl_sync(~0u, (int)done, 0); } while (!done);",
    ],
)
def test_counts_of_flags(code: str) -> None:
    assert in_kernel(code) == ["W026"]


@pytest.mark.parametrize(
    "code",
    [
        "while (v < 32) { int now = f[warp ^ 1]; v += now ? 2 : 1; }",
        "for (int j = 0; v < 32; j++) { if (f[warp ^ 1]) n++; v++; }",
        "for (; n < 32; v++) { n += p[v]; if (f[v]) n = 40; }",
        "int now = 0; while (v < n) { if (now) ++v; else now = p[v]; }",
        "int now = 0; while (v < n) { if (now) { ++v; now = 0; } else { now = f[v]; if (!now) v++; } }",
        "int now = 0, j = 0; while (v < n) { if (now) { ++v; now = 0; } else { now = f[j]; j = p[j]; } }",
    ],
)
def test_counts_that_go_on(code: str) -> None:
    assert in_kernel(code) == []


COLUMNS = """struct D { volatile int *prog; int *next; float *o; };
__global__ void wave(D *pd, int nx, int ny) {
    __shared__ D d;
    __shared__ int col;
    const int tx = threadIdx.x;
    if (tx == 0) d = pd[blockIdx.x];
    __syncthreads();
    while (true) {
        if (tx == 0) col = atomicAdd(d.next, 1);
        __syncthreads();
        if (col >= nx) break;
        for (int r = 0; r < ny; ++r) {
            if (tx == 0 && col > 0) { while (d.prog[col - 1] < r); }
            __syncthreads();
            if (tx < 8) {
                d.o[(r * nx + col) * 8 + tx] += 1.f;
                if (SETS) { __threadfence(); d.prog[col] = r; }
            }
        }
    }
}
"""


@pytest.mark.parametrize(("sets", "told"), [("tx == 0", []), ("tx == 7", ["W026"]), ("true", ["W026"])])
def test_one_thread_that_waits_for_another_block_holds_back_none_of_its_own(
    sets: str, told: list[str]
) -> None:
    assert [one for one in remaining(COLUMNS.replace("SETS", sets)) if one == "W026"] == told


def test_a_loop_over_an_element_moves_where_a_macro_keeps_the_grammar_from_reading() -> None:
    macro = "#define MAX(x, y) ({ __typeof(x) a = (x); __typeof(y) b = (y); a > b ? a : b; })\n"
    loop = "int a[2], b[2]; b[0] = MAX(i, 0); for (a[0] = b[0]; a[0] < b[0] + 4; a[0]++) { %s } *p = b[0];"
    text = macro + KERNEL % loop
    assert remaining(text % "for (int j = 2; j >= 0; j--) v += m[j];") == []
    assert remaining(text.replace("a[0]++", "f[0]") % "for (int j = 2; j >= 0; j--) v += m[j];") != []
