"""The emulator of the SIMT model: every collective against values worked out here, and what it refuses."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import pytest
from helpers.toolchain import needs_gcc

from simt.emulator import ORDERS, CompileError, Emulator, Side
from simt.mechanical import FLAGS as NARROW
from simt.mechanical import renamed
from simt.rewrite import RewriteError, rewrite

if TYPE_CHECKING:
    from collections.abc import Callable

HERE = Path(__file__).parent
THREADS = 64
POISON = 0xDEADBEEF
ALL = 0xFFFFFFFFFFFFFFFF

pytestmark = needs_gcc


class Probe(NamedTuple):
    """A kernel's body that sets `r` for thread `t`, and what `r` should be with warps of w lanes."""

    cuda: str
    hip: str
    expected: Callable[[int, int], int]


def lanes(t: int, w: int) -> range:
    """Give the threads of the wavefront of thread t."""
    return range(t - t % w, t - t % w + w)


def bits(t: int, w: int, holds: Callable[[int], object]) -> int:
    return sum(1 << (k % w) for k in lanes(t, w) if holds(k))


def down(t: int, delta: int, width: int) -> int:
    return t + delta if t % width + delta < width else t


def up(t: int, delta: int, width: int) -> int:
    return t - delta if t % width >= delta else t


def both(text: str, expected: Callable[[int, int], int]) -> Probe:
    """Make a probe whose text differs by the mask alone."""
    return Probe(text.replace("ALL", "0xffffffffu"), text.replace("ALL", "~0ull"), expected)


PROBES = {
    "shfl": both("r = __shfl_sync(ALL, t, 5);", lambda t, w: lanes(t, w)[5]),
    "shfl-each": both("r = __shfl_sync(ALL, t, t + 1);", lambda t, w: lanes(t, w)[(t + 1) % w]),
    "shfl-8": both("r = __shfl_sync(ALL, t, 3, 8);", lambda t, _w: t // 8 * 8 + 3),
    "shfl-beyond": both("r = __shfl_sync(ALL, t, 13, 8);", lambda t, _w: t // 8 * 8 + 5),
    "up": both("r = __shfl_up_sync(ALL, t, 3);", lambda t, w: up(t, 3, w)),
    "up-16": both("r = __shfl_up_sync(ALL, t, 3, 16);", lambda t, _w: up(t, 3, 16)),
    "down": both("r = __shfl_down_sync(ALL, t, 7);", lambda t, w: down(t, 7, w)),
    "down-16": both("r = __shfl_down_sync(ALL, t, 7, 16);", lambda t, _w: down(t, 7, 16)),
    "xor": both("r = __shfl_xor_sync(ALL, t, 9);", lambda t, _w: t ^ 9),
    "xor-8": both(  # a lane of a later group is not read, one of an earlier group is
        "r = __shfl_xor_sync(ALL, t, 9, 8);", lambda t, _w: t ^ 9 if t ^ 9 < t // 8 * 8 + 8 else t
    ),
    "long": both("r = __shfl_xor_sync(ALL, (long long)t << 40, 1);", lambda t, _w: (t ^ 1) << 40),
    "double": both("r = (int)(2 * __shfl_xor_sync(ALL, t + 0.5, 1));", lambda t, _w: 2 * (t ^ 1) + 1),
    "char": both("r = __shfl_xor_sync(ALL, (char)t, 2);", lambda t, _w: t ^ 2),
    "ballot": both("r = __ballot_sync(ALL, t % 3 == 0);", lambda t, w: bits(t, w, lambda k: k % 3 == 0)),
    "any": both("r = __any_sync(ALL, t == 40);", lambda t, w: int(40 in lanes(t, w))),
    "all": both("r = __all_sync(ALL, t != 40);", lambda t, w: int(40 not in lanes(t, w))),
    "match-any": both("r = __match_any_sync(ALL, t % 5);", lambda t, w: bits(t, w, lambda k: k % 5 == t % 5)),
    "match-all": both(
        "int p; r = __match_all_sync(ALL, t / 32, &p); r += p;",
        lambda _t, w: (0xFFFFFFFF + 1) if w == 32 else 0,
    ),
    "add": both("r = __reduce_add_sync(ALL, t);", lambda t, w: sum(lanes(t, w))),
    "min": both("r = __reduce_min_sync(ALL, (unsigned)t + 2);", lambda t, w: lanes(t, w)[0] + 2),
    "max": both("r = __reduce_max_sync(ALL, t);", lambda t, w: lanes(t, w)[-1]),
    "and": both(
        "r = __reduce_and_sync(ALL, (unsigned)t | 64u);", lambda t, w: 64 + (t & 32 if w == 32 else 0)
    ),
    "or": both("r = __reduce_or_sync(ALL, 1u << t % 7);", lambda _t, _w: 127),
    "xor-sum": both("r = __reduce_xor_sync(ALL, t % w == 3 ? 5u : 0u);", lambda _t, _w: 5),
    "popc": both("r = __popcll(ALL & 0xff) + __popc(15);", lambda _t, _w: 12),
    "ffs-clz": both(
        "r = __ffs(8) * 10000 + __clz(1) * 100 + __ffsll(1ll << 40) + __clzll(1);", lambda _t, _w: 43204
    ),
    "brev": both("r = __brev(1u) + __byte_perm(0x03020100, 0x07060504, 0x7531);", lambda _t, _w: 0x87050301),
    "funnel": both("r = __funnelshift_l(0x80000000u, 1u, 4);", lambda _t, _w: 24),
    "warp-size": both("r = warpSize;", lambda _t, w: w),
    "active": Probe(
        "if (t % w < 10) r = __activemask();",
        "if (t % w < 10) r = __activemask();",
        lambda t, w: 1023 if t % w < 10 else 0,
    ),
    "odd-lanes": Probe(
        "if (t & 1) r = __ballot_sync(0xaaaaaaaau, t % w > 15);",
        "if (t & 1) r = __ballot_sync(0xaaaaaaaaaaaaaaaaull, t % w > 15);",
        lambda t, w: bits(t, w, lambda k: k & 1 and k % w > 15) if t & 1 else 0,
    ),
    "two-masks": Probe(
        "r = t & 1 ? __reduce_add_sync(0xaaaaaaaau, t) : __reduce_add_sync(0x55555555u, t);",
        "if (t & 1) r = __reduce_add_sync(0xaaaaaaaaaaaaaaaaull, t);"
        " else r = __reduce_add_sync(0x5555555555555555ull, t);",
        lambda t, w: sum(k for k in lanes(t, w) if k % 2 == t % 2),
    ),
    "nested": both(
        "if (t & 1) { if (t & 2) r = ACTIVE; else r = ACTIVE << 1; } r += ACTIVE & 1;".replace(
            "ACTIVE", "__popcll(__activemask())"
        ),
        lambda t, w: (w // 4 if t & 2 else w // 2) if t & 1 else 0,
    ),
    "after-branches": both(  # lanes meet again where the branches join
        "if (t % 4 == 0) r = 1; else if (t % 4 == 1) { for (int i = 0; i < t; ++i) r += 2; } __syncwarp();"
        " r = __popcll(__activemask());",
        lambda _t, w: w,
    ),
    "loop": both(  # those that stay in the loop meet without those that left it
        "int i = 0; while (i < t % 4) { r = r * 100 + __popcll(__activemask()); ++i; } r = r * 100 + 1;",
        lambda t, w: int("".join(f"{w * k // 4:02d}" for k in (3, 2, 1)[: t % 4]) + "01"),
    ),
    "switch": both(
        "switch (t % 4) { case 0: r = 1; break; case 1: r = 2; case 2: ++r; break; default: r = 9; }"
        " r = r * 100 + __popcll(__activemask());",
        lambda t, w: (1, 3, 1, 9)[t % 4] * 100 + w,
    ),
    "continue-break": both(
        "for (int i = 0; i < 6; ++i) { if (i == t % 7) continue; if (i > t % 5) break; ++r; }"
        " r = r * 100 + __popcll(__activemask());",
        lambda t, w: (t % 5 + 1 - (t % 7 <= t % 5)) * 100 + w,
    ),
    "endless": both(  # lanes meet at the end of a turn, be it that they left a loop in it or went on
        "int n = 0; for (;;) { r = r * 2 + (__popcll(__activemask()) == w); if (n++ == 2) break; "
        "for (int k = 0; k < 4; ++k) { if (k == t % 4) break; } } n = 0; "
        "while (true) { r = r * 2 + (__popcll(__activemask()) == w); if (n++ == 2) break; "
        "if (t % 2) continue; if (t % 3) r += 0; }",
        lambda _t, _w: 63,
    ),
    "declaring": both(
        "int n = 3; bool p = true; while (int k = __any_sync(ALL, p) ? n-- : 0) {"
        " r = r * 2 + (__popcll(__activemask()) == w) * (k > 0); if (n < t % 3) p = n > 0; }",
        lambda _t, _w: 7,
    ),
    "returns": both(
        "r = leaves(t) * 100 + __popcll(__activemask());",
        lambda t, w: (1 if t % 3 == 0 else 2 if t > 5 else 3) * 100 + w,
    ),
    "short-circuit": both(
        "bool b = (t % 2 && leaves(t) == 2) || (t % 4 == 0 ? leaves(t + 1) == 1 : false);"
        " r = b * 100 + __popcll(__activemask());",
        lambda t, w: 100 * ((t % 2 and t % 3 and t > 5) or (t % 4 == 0 and (t + 1) % 3 == 0)) + w,
    ),
    "do-while": both(
        "int n = t % 6; do { if (n & 1) r += leaves(n); } while (n-- > 0);"
        " r = r * 100 + __popcll(__activemask());",
        lambda t, w: sum(1 if n % 3 == 0 else 3 for n in range(1, t % 6 + 1, 2)) * 100 + w,
    ),
    "vote-in-condition": both(  # all stay until the last is through
        "int n = t % 5; while (__any_sync(ALL, n > 0)) { if (n > 0) { --n; ++r; } r += 10; }",
        lambda t, _w: 40 + t % 5,
    ),
    "dynamic-index": both(
        "int v = t * 3; for (int o = w / 2; o; o /= 2) v += __shfl_xor_sync(ALL, v, o); r = v;",
        lambda t, w: 3 * sum(lanes(t, w)),
    ),
}

CUDA_ONLY = {
    "match-small": (
        "r = __match_any_sync(~0u, (char)(t % 3));",
        lambda t, w: bits(t, w, lambda k: k % 3 == t % 3),
    ),
    "match-nan": (
        "r = __match_any_sync(~0u, t % 2 ? __int_as_float(0x7fc00000) : t % 4 ? -0.0f : 0.0f);",
        lambda t, w: bits(t, w, lambda k: k % 2 == 1 if t % 2 else k % 4 == t % 4),
    ),
    "delta-33": (
        (
            "r = __shfl_up_sync(~0u, t, 33) * 10000 + __shfl_down_sync(~0u, t, 34) * 100"
            " + __shfl_xor_sync(~0u, t, 35);"
        ),
        lambda t, w: up(t, 1, w) * 10000 + down(t, 2, w) * 100 + (t ^ 3),
    ),
}

HIP_ONLY = {
    "hip-ballot": ("r = __ballot(t & 1);", lambda t, w: bits(t, w, lambda k: k & 1)),
    "hip-shfl": ("r = __shfl(t, 40, 64);", lambda t, w: lanes(t, w)[40 % w]),
    "hip-any": ("r = __any(t == 40) * 2 + __all(t == 40);", lambda t, w: 2 * (40 in lanes(t, w))),
    "hip-lane": ("r = __lane_id();", lambda t, w: t % w),
    "hip-mbcnt": (
        "r = __builtin_amdgcn_mbcnt_hi(~0u, __builtin_amdgcn_mbcnt_lo(0xf0u, 100));",
        lambda t, w: 100 + min(max(t % w - 4, 0), 4) + max(t % w - 32, 0),
    ),
    "hip-bpermute": (
        "r = __builtin_amdgcn_ds_bpermute(4 * (t + 2), t);",
        lambda t, w: lanes(t, w)[(t + 2) % w],
    ),
    "hip-first": (
        "if (t % w > 8) r = __builtin_amdgcn_readfirstlane(t);",
        lambda t, w: lanes(t, w)[9] if t % w > 8 else 0,
    ),
    "hip-masks": (
        "if (t & 1) r = __lanemask_lt() + __lanemask_gt();",
        lambda t, w: bits(t, w, lambda k: k & 1 and k != t) if t & 1 else 0,
    ),
    "hip-branch": (  # each side of a branch on its own, although both call one function
        "if (t & 1) r = votes(t % w < 8); else r = votes(t % w >= 8);",
        lambda t, w: bits(t, w, lambda k: k % 2 == t % 2 and (k % w < 8) == bool(t & 1)),
    ),
    "hip-or-holes": (  # ROCm 7.2 combines logically where the mask has holes
        "if (t & 1) r = __reduce_or_sync(0xaaaaaaaaaaaaaaaaull, 4u);",
        lambda t, _w: t & 1,
    ),
    "hip-far": (  # no modulo: a distance beyond the wavefront gives the lane's own value
        "r = __shfl_up(t, 65) + __shfl_down(t, 65);",
        lambda t, _w: 2 * t,
    ),
    "hip-drop": (
        "r = __ballot_sync(~0ull, 1) & 0xffffffffull;",
        lambda _t, _w: 0xFFFFFFFF,
    ),
}

PROGRAM = """
#include <%(header)s>
#include <cstdio>
typedef unsigned long long u64;
%(helper)s
%(kernels)s
int main() {
    u64 *d, h[64];
    %(api)sMalloc(&d, sizeof h);
    %(calls)s
    return %(api)sFree(d);
}
"""


LEAVES = """__device__ int leaves(int t) {
    if (t % 3 == 0) return 1;
    for (int i = 0; i < t; ++i) if (i == 5) return 2;
    return 3;
}"""


def program(side: str, probes: dict[str, str]) -> str:
    """Write a program that prints every probe's name and its 64 results."""
    kernels, calls = [], []
    api = "cuda" if side == "cuda" else "hip"
    for number, (name, body) in enumerate(probes.items()):
        kernels.append(
            f"__global__ void k{number}(u64 *out)"
            f" {{ int t = threadIdx.x, w = warpSize; u64 r = 0; {body} out[t] = r; }}"
        )
        calls.append(
            f"k{number}<<<1, 64>>>(d); {api}Memcpy(h, d, sizeof h, {api}MemcpyDeviceToHost);"
            f' printf("{name}");'
            ' for (int i = 0; i < 64; ++i) printf(" %llu", h[i]); printf("\\n");'
        )
    header = "cuda_runtime.h" if side == "cuda" else "hip/hip_runtime.h"
    helper = "" if side == "cuda" else "__device__ u64 votes(bool p) { return __ballot(p); }\n"
    helper += LEAVES
    parts = {"header": header, "api": api, "helper": helper}
    return PROGRAM % {**parts, "kernels": "\n".join(kernels), "calls": "\n    ".join(calls)}


RUNS = [
    ("cuda", 32, "ascending", None),
    ("cuda", 32, "descending", None),
    ("cuda", 32, "7", None),
    ("cuda", 32, "ascending", True),
    ("hip", 32, "ascending", None),
    ("hip", 64, "ascending", None),
    ("hip", 64, "descending", None),
    ("hip", 64, "7", None),
]


@pytest.mark.parametrize(("side", "width", "order", "lockstep"), RUNS)
def test_collectives(emulator: Emulator, side: Side, width: int, order: str, lockstep: bool | None) -> None:
    texts = {name: getattr(probe, side) for name, probe in PROBES.items()}
    expected = {name: probe.expected for name, probe in PROBES.items()}
    own = HIP_ONLY if side == "hip" else CUDA_ONLY
    texts |= {name: text for name, (text, _) in own.items()}
    expected |= {name: answer for name, (_, answer) in own.items()}
    outcome = emulator.run(program(side, texts), side, width, order, lockstep=lockstep)
    assert (outcome.status, outcome.stderr) == (0, "")
    got = {line.split()[0]: [int(n) for n in line.split()[1:]] for line in outcome.stdout.splitlines()}
    assert got == {name: [answer(t, width) for t in range(THREADS)] for name, answer in expected.items()}
    assert outcome.problems == ()


FAULTS = HERE / "sources" / "faults.cu"

SHARED_S = "of shared s, which has 132"


@pytest.mark.parametrize(
    ("case", "kind", "text", "status"),
    [
        ("i", "inactive-lane", "__shfl_xor_sync: lane 4 of wavefront 0 reads lane 20, which has exited", 0),
        ("u", "inactive-lane", "reads lane 16, which the mask does not name", 0),
        ("s", "mask", "__ballot_sync: lane 31 is not in its own mask 7fffffff", 0),
        ("d", "deadlock", "lanes 0-15 wait in __syncwarp at faults.cu:13 for lanes 0-31", 3),
        ("h", "deadlock", "lanes 0-15 wait in __syncthreads at faults.cu:17", 3),
        ("a", "apart", "__ballot_sync: the lanes of mask ffffffff are in different calls of it", 0),
        ("f", "out-of-bounds", f"byte 132 {SHARED_S} in fixed(int*) by lane 31 of wavefront 0", 3),
        ("b", "out-of-bounds", "a write 4 bytes before shared s", 0),
        ("y", "out-of-bounds", "a write 124 bytes behind the start of dynamic shared memory", 0),
        ("g", "out-of-bounds", "a write 132 bytes behind the start of global memory", 0),
        (
            "w",
            "out-of-bounds",
            "byte 144 of global memory, which has 132 in wide(int*) by lane 0 of wavefront 1",
            3,
        ),
        ("n", "out-of-bounds", "access to a null pointer in null(int*) by lane 9", 3),
        ("l", "hang", "lanes 0-31 run in hang(int volatile*)", 3),
    ],
)
def test_faults_are_reported(emulator: Emulator, case: str, kind: str, text: str, status: int) -> None:
    outcome = emulator.run(FAULTS, "cuda", 32, arguments=[case], steps=200000)
    assert [(p.kind, text in p.text) for p in outcome.problems] == [(kind, True)]
    assert outcome.status == status
    assert outcome.stdout.endswith("end\n") == (status == 0)


def test_places_are_the_sources(emulator: Emulator) -> None:
    (problem,) = emulator.run(FAULTS, "cuda", 32, arguments=["i"]).problems
    assert (problem.file, problem.line, problem.times) == ("faults.cu", 6, 12)


def test_inactive_lanes_and_unset_shared_memory_are_poison(emulator: Emulator) -> None:
    words = emulator.run(FAULTS, "cuda", 32, arguments=["i"]).stdout.split()
    assert words[:21] == [f"{i ^ 16:x}" if i < 4 or i > 15 else f"{POISON:x}" for i in range(20)] + ["0"]
    unset = emulator.run(FAULTS, "cuda", 32, arguments=["x"])
    assert unset.stdout.split() == [f"{POISON:x}"] * 32 + ["end"]  # again in the second block
    assert unset.problems == ()


def test_a_launch_can_fail(emulator: Emulator) -> None:
    assert emulator.run(FAULTS, "cuda", 32, arguments=["c"]).stdout.startswith(
        "invalid configuration argument\n"
    )


RACES = HERE / "sources" / "races.cu"


def test_orders_show_races(emulator: Emulator) -> None:
    """Each order sums wrongly in its own way; what is synchronised is right under all."""
    got = {order: emulator.run(RACES, "cuda", 32, order, arguments=["h"]).stdout.split() for order in ORDERS}
    assert {tuple(words[1:2] + words[4:]) for words in got.values()} == {("496", "0", "64", "9", "5")}
    assert len({words[0] for words in got.values()}) == len(ORDERS)
    assert [got[order][3] for order in ORDERS[:2]] == ["0", "63"]
    assert got["7"][3] not in {"0", "63"}


def test_a_run_repeats(emulator: Emulator) -> None:
    first, second = (emulator.run(RACES, "cuda", 32, "11", arguments=["h"]) for _ in range(2))
    assert first == second


def test_lock_step_has_no_progress_of_its_own(emulator: Emulator) -> None:
    """What independent lanes get done hangs where they go together, as do two warps in one wavefront."""
    hip = renamed(RACES.read_text())
    locked = emulator.run(hip, "hip", 64, arguments=["l"], steps=200000)
    assert locked.kinds == {"hang"}
    assert "lanes 0-63 run in lock(int*)" in locked.problems[0].text
    apart = emulator.run(hip, "hip", 64, arguments=["r"], steps=200000)
    assert apart.kinds == {"partial-barrier"}
    places = [line for line, text in enumerate(hip.splitlines(), 1) if "__syncthreads" in text]
    assert [p.line for p in apart.problems] == places[-2:]
    assert apart.stdout.split()[7] != "5"
    fine = emulator.run(hip, "hip", 32, arguments=["r"])
    assert (fine.problems, fine.stdout.split()[7]) == ((), "5")


def test_lanes_that_meet_for_ever_come_to_an_end(emulator: Emulator) -> None:
    """Each turn of the loop meets, so that only the number of all steps tells that it does not end."""
    source = """
#include <hip/hip_runtime.h>
#include <cstdio>
__global__ void k(int *turns, int most) { while (__any(*turns < most)) { if (threadIdx.x == 0) ++*turns; } }
int main(int, char **words) {
    int turns = 0;
    k<<<1, 64>>>(&turns, words[1][0] == 'e' ? 3 : 2000000000);
    printf("%d\\n", turns);
    return 0;
}
"""
    ended = emulator.run(source, "hip", 64, arguments=["e"], most_steps=100_000)
    assert (ended.stdout, ended.problems, ended.status) == ("3\n", (), 0)
    endless = emulator.run(source, "hip", 64, arguments=["f"], most_steps=100_000)
    assert (endless.stdout, endless.kinds, endless.status) == ("", frozenset({"hang"}), 3)
    assert "no end after the most steps" in endless.problems[0].text


def test_lanes_of_a_branch_are_active_alone(emulator: Emulator) -> None:
    source = """
#include <hip/hip_runtime.h>
#include <cstdio>
__global__ void k(int *out) { if (threadIdx.x < 40) out[threadIdx.x] = __shfl_xor((int)threadIdx.x, 32); }
__global__ void m(int *out) { if (threadIdx.x < 40) out[threadIdx.x] = __shfl_sync(~0ull, 1, 0); }
int main() {
    int *d, h[40];
    hipMalloc(&d, sizeof h);
    hipLaunchKernelGGL(k, dim3(1), dim3(64), 0, 0, d);
    hipMemcpy(h, d, sizeof h, hipMemcpyDeviceToHost);
    printf("%x %x %d\\n", h[7], h[8], h[39]);
    m<<<1, 64>>>(d);
    return 0;
}
"""
    outcome = emulator.run(source, "hip", 64)
    assert outcome.stdout == f"27 {POISON:x} 7\n"
    assert [(p.kind, p.line, p.times) for p in outcome.problems] == [
        ("inactive-lane", 4, 24),
        ("mask", 5, 40),
    ]
    assert "lane 8 of wavefront 0 reads lane 40, which is not active here" in outcome.problems[0].text
    assert "mask ffffffffffffffff, the active lanes with that mask are ffffffffff" in outcome.problems[1].text


BALLOT = """#include <hip/hip_runtime.h>
__global__ void k(int *o) { *o = __ballot_sync(~0ull, 1); }
int main() {}
"""


@pytest.mark.parametrize("mask", ["0xffffffffu", "-1", "~0u"])
def test_hip_masks_have_64_bits(emulator: Emulator, mask: str) -> None:
    source = BALLOT.replace("~0ull", mask)
    with pytest.raises(CompileError, match="must be a 64-bit integer"):
        emulator.build(source, "hip")
    emulator.build(BALLOT, "hip")
    emulator.build(source, "hip", flags=["-DSIMT_NARROW_MASKS"])


def test_hip_without_sync_builtins(emulator: Emulator) -> None:
    with pytest.raises(CompileError, match="__ballot_sync"):
        emulator.build(BALLOT, "hip", flags=["-DHIP_DISABLE_WARP_SYNC_BUILTINS"])


GROUPS = HERE / "sources" / "groups.cu"


def groups_expected() -> dict[str, list[int]]:
    """Give what the kernels of GROUPS leave behind."""
    threads = range(THREADS)
    tiles = [
        (t // 8 * 8 + 2) * 1000000 + t // 8 * 10000 + 0b11000000 * 10 + (t < 4) + 2 + 4 * (t % 4 == 3)
        for t in threads
    ]
    some = [0] * THREADS
    for warp in (0, 32):
        inside = [t for t in range(warp, warp + 32) if t % 3 == 0]
        for rank, t in enumerate(inside):
            some[t] = len(inside) * 10000 + rank * 100 + inside[min(rank + 1, len(inside) - 1)]
    types = [
        int(((t ^ 1) * 0.5 + 1) * 10)
        + 1000 * (t + 2 if t % 32 < 30 else t)
        + 100000 * (t % 32)
        + 2 * (63 - t)
        for t in threads
    ]
    sums = [sum(range(t, t + 32)) * 100 + t if t % 32 == 0 else t for t in threads]
    chain = 0
    for _ in threads:
        chain = chain * 2 % 1000003 + 1
    counted = [2016, -64, 63, -63, 255, 0, 0, 64 % 10, 6, chain]
    return {
        "tiles": tiles,
        "some": some,
        "types": types,
        "sums": sums,
        "atomics": counted,
        "total": [64 * 64],
    }


@pytest.mark.parametrize("order", ORDERS)
def test_groups_types_and_memory(emulator: Emulator, order: str) -> None:
    outcome = emulator.run(GROUPS, "cuda", 32, order)
    assert (outcome.status, outcome.stderr) == (0, "")
    got = {line.split()[0]: [int(n) for n in line.split()[1:]] for line in outcome.stdout.splitlines()}
    got["atomics"] = got["atomics"][:10]
    assert got == groups_expected()
    assert outcome.problems == ()


@pytest.mark.parametrize("width", [32, 64])
def test_hip_groups(emulator: Emulator, width: int) -> None:
    """Tiles and coalesced groups give the same on both widths, but for the size of what is active."""
    hip = renamed(GROUPS.read_text()).replace("0xffffffffu", "~0ull")
    hip = hip.replace('asm volatile("mov.u32 %0, %%laneid;" : "=r"(lane))', "lane = __lane_id()")
    outcome = emulator.run(hip, "hip", width)
    assert (outcome.status, outcome.stderr) == (0, "")
    got = {line.split()[0]: [int(n) for n in line.split()[1:]] for line in outcome.stdout.splitlines()}
    expected = groups_expected()
    assert got["tiles"] == expected["tiles"]
    assert got["atomics"][:10] == expected["atomics"]
    assert outcome.problems == ()
    same = width == 32
    assert [(got[name] == expected[name]) for name in ("some", "types", "sums")] == [same] * 3
    if width == 64:
        assert got["some"][0] == 22 * 10000 + 3
        assert got["sums"][0] == 2016 * 100


ANY_GROUP = """
#include <HEADER>
#include <cooperative_groups.h>
#include <cstdio>
namespace cg = cooperative_groups;
__device__ int sum(const cg::thread_group &g, int *s, int v) {
    int r = g.thread_rank();
    for (int i = g.size() / 2; i > 0; i /= 2) {
        s[r] = v;
        g.sync();
        if (r < i) v += s[r + i];
        g.sync();
    }
    return v;
}
__global__ void k(int *out) {
    __shared__ int s[64];
    const int t = threadIdx.x;
    const cg::thread_block_tile<16> tile = cg::tiled_partition<16>(cg::this_thread_block());
    const int all = sum(cg::this_thread_block(), s, t);
    if (t == 0) out[0] = all;
    __syncthreads();
    const int some = sum(tile, s + t / 16 * 16, t);
    if (t % 16 == 0) out[1 + t / 16] = some;
}
int main() {
    static int out[5];
    k<<<1, 64>>>(out);
    for (int one : out) printf("%d ", one);
}
"""


@pytest.mark.parametrize(("side", "width"), [("cuda", 32), ("hip", 64)])
def test_a_function_may_take_any_group(emulator: Emulator, side: Side, width: int) -> None:
    source = ANY_GROUP.replace("HEADER", "cuda_runtime.h")
    source = renamed(source) if side == "hip" else source
    outcome = emulator.run(source, side, width, "7")
    assert (outcome.stdout, outcome.problems) == ("2016 120 376 632 888 ", ())


def test_lines_stay() -> None:
    source = b"""__global__ void k() {
    __shared__
        float a[4],
              b;
    asm("mov.u32 %0, %%lanemask_lt;"
        : "=r"(x));
}
void f() { n::k<A<(1 > 0)>>
    <<<g,
       b>>>(x,
            y); }
"""
    lines = rewrite(source).split(b"\n")[1:]
    assert len(lines) == source.count(b"\n") + 1
    assert lines[1] == (
        b'    static auto& a = simt::shared<simt::same<float>[4], 1>("a", 2);'
        b' static auto& b = simt::shared<simt::same<float>, 2>("b", 2)'
    )
    assert lines[4] == b"    (x) = simt_lanemask_lt()"
    assert lines[7] == b"void f() { simt::start(simt::Config(g,"
    assert lines[8:11] == [
        b"       b), [&](auto... simt_given) { n::k<A<(1 > 0)>>",
        b"    (simt_given...); }, x,",
        b"            y); }",
    ]


def test_dynamic_memory_of_a_file_follows_launches() -> None:
    text = rewrite(b"namespace n {\nextern __shared__ float s[];\n}\n")
    assert b"static simt::same<float>* s = simt::file_dynamic<float>(&s);" in text
    text = rewrite(b"__global__ void k() {\n  extern __shared__ __align__(16) float s[];\n}\n")
    assert b"  simt::same<float>* const s = (simt::same<float>*)simt::dynamic_shared();" in text


def test_a_type_may_be_made_where_it_is_shared() -> None:
    text = rewrite(
        b"void k() {\n  __shared__ union {\n int a; float b; } s, *t;\n"
        b"  __shared__ struct N { int a; } n[2];\n}\n"
    )
    shared = b"simt::shared<simt::same<"
    assert text.splitlines()[2:5] == [
        b"  union simt_type_1 {",
        b' int a; float b; }; static auto& s = %bsimt_type_1>, 1>("s", 2);' % shared
        + b' static auto& t = %bsimt_type_1*>, 2>("t", 2);' % shared,
        b'  struct N { int a; }; static auto& n = %bN>[2], 3>("n", 4);' % shared,
    ]


def test_unknown_declarations_are_refused() -> None:
    with pytest.raises(RewriteError, match="line 2: a __shared__ declaration of an unknown form"):
        rewrite(b"__global__ void k() {\n  __shared__ int (*s)[3];\n}\n")


def test_a_source_that_does_not_compile(emulator: Emulator) -> None:
    with pytest.raises(CompileError, match=r"source\.cu:3:.*nonsense"):
        emulator.run("#include <cuda_runtime.h>\n\nint main() { nonsense(); }\n", "cuda", 32)


def test_poison_as_an_index_meets_no_memory(emulator: Emulator) -> None:
    runs = [emulator.run(FAULTS, "cuda", 32, arguments=["p"]) for _ in range(2)]
    assert runs[0] == runs[1]
    assert (runs[0].status, sorted(runs[0].kinds)) == (3, ["inactive-lane", "out-of-bounds"])
    offset = 4 * (POISON - 2**32)
    assert f"byte {offset} of global memory, which has 132 in far(int*) by lane 0" in runs[0].problems[1].text


CORPUS = HERE.parent.parent / "corpus" / "lanes"


# What a port computes on 64 lanes that renames and repairs the masks' types, and no more.
WRONG_ON_64 = [
    "atomics-aggregated",
    "bfs-frontier",
    "bit-transpose",
    "bitonic-warp",
    "compact-ballot",
    "converge-any",
    "cub-warp-reduce",
    "divergence-nested",
    "dot4",
    "dynamic-per-warp",
    "hash-match",
    "histogram-match",
    "layernorm-warp",
    "life-torus",
    "matrix-tiles",
    "partial-warps",
    "radix-ballot",
    "rank-sort",
    "run-length",
    "scan-segmented",
    "search-ballot",
    "spmv-warp-row",
    "struct-shuffle",
    "topk-warp",
]
RIGHT_ON_64 = [
    "bfloat16-scan",
    "coalesced-groups",
    "group-norm",
    "half-shuffle",
    "last-block",
    "matvec-warp-row",
    "reduce-butterfly",
    "reduce-down",
    "reduce-tail",
    "scan-block",
    "softmax-block",
    "softmax-warp",
    "template-warp-size",
    "tiles-cooperative",
    "transpose-tile",
]


@pytest.mark.parametrize("name", [*WRONG_ON_64, *RIGHT_ON_64])
def test_mere_renaming_goes_wrong_on_64_lanes_only(emulator: Emulator, name: str) -> None:
    path = CORPUS / f"{name}.cu"
    source = renamed(path.read_text())
    truth = emulator.run(path, "cuda", 32).stdout
    narrow, wide = (emulator.run(source, "hip", width, flags=NARROW) for width in (32, 64))
    assert (narrow.stdout, narrow.problems) == (truth, ())
    assert (wide.stdout != truth) == (name in WRONG_ON_64)


REMAIN = sorted((CORPUS / "remain").glob("*.cu"))


@pytest.mark.parametrize("path", REMAIN, ids=[path.stem for path in REMAIN])
def test_what_needs_warps_of_its_own_cannot_share_a_wavefront(emulator: Emulator, path: Path) -> None:
    """These are right as CUDA in any order, and no change of the intrinsics makes them right on 64 lanes."""
    runs = [emulator.run(path, "cuda", 32, order) for order in ORDERS]
    assert [(run.status, run.problems) for run in runs] == [(0, ())] * len(ORDERS)
    wide = emulator.run(renamed(path.read_text()), "hip", 64, flags=NARROW, steps=200000)
    assert wide.kinds <= {"hang", "partial-barrier"}
    assert wide.kinds
    assert wide.status != 0 or wide.kinds == {"partial-barrier"}  # which a GPU may wait at for ever


def test_hip_masks_that_trap(emulator: Emulator) -> None:
    """ROCm 7.2's __syncwarp takes all 64 bits on 32 lanes as well, and a NaN keeps its __match_any going."""
    source = """
#include <hip/hip_runtime.h>
__global__ void k(float *f) {
    __ballot_sync(~0ull, 1);
    __syncwarp(~0ull);
    __match_any_sync(~0ull, threadIdx.x == 3 ? f[0] : 1.0f);
}
int main() {
    float *f;
    hipMalloc(&f, 4);
    hipMemset(f, 0xff, 4);
    k<<<1, 64>>>(f);
    return 0;
}
"""
    found = {width: emulator.run(source, "hip", width).problems for width in (32, 64)}
    assert [(p.kind, p.line, p.times) for p in found[64]] == [("hang", 6, 1)]
    assert [(p.kind, p.line, p.times) for p in found[32]] == [("hang", 6, 1), ("mask", 5, 64)]
