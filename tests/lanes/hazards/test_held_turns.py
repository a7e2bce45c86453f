"""Locks that a turn of a loop takes and gives back, and what the compiler makes of each form."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest
from header_cost import INCLUDE
from helpers.toolchain import device_code
from helpers.warps import remaining

from hipify_py.conversion import convert
from hipify_py.rules.load import load
from hipify_py.settings import Options

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

HEAD = (
    "__device__ bool take(int *m) { return atomicCAS(m, 0, 1) == 0; }\n"
    "__device__ void release(int *m) { __threadfence(); atomicExch(m, 0); }\n"
)
KERNEL = (
    "__global__ void %s(int *m, int *p, int x) { bool done = false; int n = 0;\n"
    "    %s\n    p[threadIdx.x + 64] = n; }\n"
)
DOES = "{ __threadfence(); *p += x; __threadfence(); atomicExch(m, 0); done = true; }"
# What stands in docs/warps.md and in W026.
RECOMMENDED = {
    "volatile_state": f"for (volatile bool done = false; !done;) if (atomicCAS(m, 0, 1) == 0) {DOES}",
    "vote": f"while (__any_sync(0xffffffff, !done)) if (!done && atomicCAS(m, 0, 1) == 0) {DOES}",
}
KEPT = {
    **RECOMMENDED,
    "vote_behind": f"do {{ if (!done && atomicCAS(m, 0, 1) == 0) {DOES} }} while (!__all_sync(~0u, done));",
    "ballot": f"do {{ if (!done && atomicCAS(m, 0, 1) == 0) {DOES} }} while (__ballot_sync(~0u, !done));",
    "barrier": f"do {{ if (atomicCAS(m, 0, 1) == 0) {DOES} __syncwarp(); }} while (!done);",
    "shuffle": f"do {{ if (take(m)) {DOES} n += __shfl_xor_sync(~0u, x, 1); }} while (!done);",
    "block": f"while (__syncthreads_or(!done)) {{ if (!done && atomicCAS(m, 0, 1) == 0) {DOES} }}",
    "leaves_by_volatile": "volatile bool off = false;"
    " while (true) { if (take(m)) { *p += x; release(m); off = true; } if (off) break; }",
    "leaves_by_vote": f"while (true) {{ if (!done && take(m)) {DOES} if (__all_sync(~0u, done)) break; }}",
    "asks_volatile_first": "volatile bool off = false;"
    " while (true) { if (off) break; if (take(m)) { *p += x; release(m); off = true; } }",
    "returns_by_volatile_first": "volatile bool off = false;"
    " for (;;) { if (off) return; if (!take(m)) continue; *p += x; release(m); off = true; }",
    "asks_volatile_or_more": "volatile bool off = false;"
    " do { if (off || x < 0) { n++; break; } if (take(m)) { *p += x; release(m); off = true; } } while (1);",
    "leaves_otherwise": "volatile bool off = false;"
    " for (;;) { if (!off) { if (take(m)) { *p += x; release(m); off = true; } } else break; }",
    "asks_a_vote_first": f"while (true) {{ if (__all_sync(~0u, done)) break; if (!done && take(m)) {DOES} }}",
    "barrier_last": f"while (true) {{ if (done) break; if (take(m)) {DOES} __syncwarp(); }}",
    "asks_first_after_a_barrier": f"while (true) {{ __syncwarp(); if (done) break; if (take(m)) {DOES} }}",
    "goes_through_many": "while (n < x) { if (take(m + n)) { p[n] += x; release(m + n); n++; } }",
}
MOVED = {
    "once": f"while (!done) {{ if (atomicCAS(m, 0, 1) == 0) {DOES} }}",
    "head_of_a_for": f"for (; !done;) if (atomicCAS(m, 0, 1) == 0) {DOES}",
    "behind": f"do {{ if (atomicCAS(m, 0, 1) == 0) {DOES} }} while (!done);",
    "leaves": "while (true) { if (atomicCAS(m, 0, 1) == 0) { *p += x; atomicExch(m, 0); break; } }",
    "returns": "for (;;) { if (atomicCAS(m, 0, 1) == 0) { *p += x; release(m); return; } }",
    "goes_on": "while (true) { if (atomicCAS(m, 0, 1) != 0) continue; *p += x; atomicExch(m, 0); break; }",
    "functions": "while (!done) { if (take(m)) { *p += x; release(m); done = true; } }",
    "holds_the_answer": "bool got; do { got = take(m); if (got) { *p += x; release(m); } } while (!got);",
    "each_its_own": "int *own = m + *p; while (!done) if (take(own)) { *p += x; release(own); done = true; }",
    "barrier_before": f"while (!done) {{ __syncwarp(); if (atomicCAS(m, 0, 1) == 0) {DOES} }}",
    "barrier_within": "while (!done) { if (take(m)) { *p += x; release(m); done = true; __syncwarp(); } }",
    "barrier_of_others": "while (true) { if (take(m)) { *p += x; release(m); break; } __syncwarp(); }",
    "asks_first": f"while (true) {{ if (done) break; if (take(m)) {DOES} }}",
    "shared_state": "__shared__ bool off; while (!off) { if (take(m)) { *p += x; release(m); off = true; } }",
    "asks_shared_first": "__shared__ bool off;"
    " while (true) { if (off) break; if (take(m)) { *p += x; release(m); off = true; } }",
    "asks_volatile_with_it": "volatile bool off = false;"
    " while (true) { if (take(m)) { if (off) break; *p += x; release(m); break; } }",
    "asks_volatile_in_one_of_two": "volatile bool off = false;"
    " while (true) { if (off) break; if (take(m)) { *p += x; release(m); off = true; break; } }",
    "a_fence_behind": f"while (!done) {{ if (atomicCAS(m, 0, 1) == 0) {DOES} __threadfence(); }}",
    "a_number_of_tries": "for (int t = 0; t < x; ++t) if (take(m)) { *p += x; release(m); break; }",
}
TIED_BY_CHANCE = {
    "waits_otherwise": f"while (!done) {{ if (atomicCAS(m, 0, 1) == 0) {DOES} else __nanosleep(20); }}",
    "meets_otherwise": f"while (!done) {{ if (atomicCAS(m, 0, 1) == 0) {DOES} else __syncwarp(); }}",
}


@pytest.mark.parametrize("code", [pytest.param(code, id=name) for name, code in KEPT.items()])
def test_lanes_are_kept_together(code: str) -> None:
    assert {"W026", "W052"}.isdisjoint(remaining(HEAD + KERNEL % ("k", code)))


@pytest.mark.parametrize(
    "code", [pytest.param(code, id=n) for n, code in {**MOVED, **TIED_BY_CHANCE}.items()]
)
def test_what_the_compiler_may_move_is_told(code: str) -> None:
    found = remaining(HEAD + KERNEL % ("k", code))
    assert "W052" in found if "t < x" in code else "W026" in found


@pytest.mark.parametrize(
    "code",
    [
        "if (threadIdx.x == 0) { while (!done) { if (take(m)) { *p += x; release(m); done = true; } } }",
        "while (!done) { int was = *p; if (atomicCAS(p, was, x) == was) { atomicAdd(p, 1); done = true; } }",
        "while (!done) { if (take(m + n)) { release(m + n); done = true; } n = (n + 1) % x; }",
    ],
)
def test_what_waits_for_no_lane_of_its_wavefront(code: str) -> None:
    assert "W026" not in remaining(HEAD + KERNEL % ("k", code))


def test_a_turn_by_a_macro() -> None:
    macro = "#define ONCE(m, w) do { if (!atomicCAS(m, 0, 1)) { w; atomicExch(m, 0); break; } } while (1)\n"
    assert "W026" in remaining(macro + KERNEL % ("k", "ONCE(m, *p += x);"))


@pytest.fixture(scope="module")
def code(tmp_path_factory: pytest.TempPathFactory, hipcheck: object) -> dict[str, dict[str, list[str]]]:
    """Give the instructions of each form, by GPU and name, of what hipify-py makes of it."""
    assert hipcheck
    folder = tmp_path_factory.mktemp("held")
    bodies = {**KEPT, **MOVED}
    source = HEAD + "".join(KERNEL % one for one in bodies.items())
    text = convert(f"#include <cuda_runtime.h>\n{source}".encode(), load(), Options(path="a.cu")).text
    return {arch: _kernels(folder, text, arch) for arch in ("gfx90a", "gfx1100")}


def _kernels(folder: Path, text: str, arch: str) -> dict[str, list[str]]:
    file = folder / "a.hip"
    file.write_text(text)
    lines = device_code(file, arch, f"-I{INCLUDE}").splitlines()
    starts = {line: found[1] for line in lines if (found := re.match(r"_Z\d+([a-z_]+?)PiS_i:", line))}
    made: dict[str, list[str]] = {}
    name = ""
    for line in lines:
        name = starts.get(line, "" if line.startswith(".Lfunc_end") else name)
        made.setdefault(name, []).append(line.partition(";")[0].rstrip())
    return made


def _is_given_back_in_the_loop(lines: list[str]) -> bool:
    """Say whether a way leads from each swap that gives the lock back to the one that takes it."""
    places = {line[:-1]: at for at, line in enumerate(lines) if line.endswith(":")}
    freed = [at for at, line in enumerate(lines) if "atomic_swap" in line]
    assert freed
    return all(any("atomic_cmpswap" in lines[to] for to in _behind(lines, places, at)) for at in freed)


def _behind(lines: list[str], places: dict[str, int], at: int) -> Iterator[int]:
    todo, seen = [at + 1], set[int]()
    while todo:
        at = todo.pop()
        if at in seen or at >= len(lines):
            continue
        seen.add(at)
        yield at
        word, _, where = lines[at].strip().partition(" ")
        if word.startswith(("s_branch", "s_cbranch")):
            todo.append(places[where.strip()])
        if word not in {"s_branch", "s_endpgm", "s_setpc_b64"}:
            todo.append(at + 1)


@pytest.mark.parametrize("arch", ["gfx90a", "gfx1100"])
@pytest.mark.parametrize("name", KEPT)
def test_the_compiler_keeps_it_in_the_loop(
    code: dict[str, dict[str, list[str]]], name: str, arch: str
) -> None:
    """Shown at -O3; that it may not do otherwise is said in `held_turns`."""
    assert _is_given_back_in_the_loop(code[arch][name])


@pytest.mark.parametrize("arch", ["gfx90a", "gfx1100"])
@pytest.mark.parametrize("name", MOVED)
def test_the_compiler_puts_it_behind_the_loop(
    code: dict[str, dict[str, list[str]]], name: str, arch: str
) -> None:
    """The lanes that have the lock wait behind the loop for those that want it: with two lanes it hangs."""
    assert not _is_given_back_in_the_loop(code[arch][name])
