"""The order in which sides of a branch run on AMD: any that a compiler may choose, one side at a time."""

from __future__ import annotations

import pytest
from helpers.toolchain import needs_gcc

from simt.emulator import ORDERS, Emulator

pytestmark = needs_gcc

SEEDS = ("1", "2", "3", "4", "5", "6")
SOURCE = """#include <hip/hip_runtime.h>
#include <cstdio>
#include <cstdlib>
__global__ void branch(int *counter, int *out) {  // which side was first, and which of three
    int t = threadIdx.x;
    if (t & 1) out[0] = atomicAdd(counter, 1) < 32;
    else out[1] = atomicAdd(counter, 1) < 32;
    __syncthreads();
    if (t == 0) *counter = 0;
    __syncthreads();
    switch (t) {
    case 3: out[2] = atomicAdd(counter, 1); break;
    case 4: out[3] = atomicAdd(counter, 1); break;
    case 5: out[4] = atomicAdd(counter, 1); break;
    }
}
__global__ void nested(int *counter, int *out) {  // the sides of an inner branch run one after the other
    int t = threadIdx.x & 3;
    if (t < 2) { if (t) out[0] = atomicAdd(counter, 1) / 16; else out[1] = atomicAdd(counter, 1) / 16; }
    else { if (t == 2) out[2] = atomicAdd(counter, 1) / 16; else out[3] = atomicAdd(counter, 1) / 16; }
    out[4] = 0;
}
__global__ void waiting(int *counter, int *out) {  // right in one order alone
    if (threadIdx.x & 1) { while (!*(volatile int *)counter) ; out[0] = 1; }
    else *counter = 1;
    for (int i = 1; i < 5; ++i) out[i] = 0;
}
__global__ void taken(int *counter, int *out) {  // each has done its turn before any takes the next
    for (int i = 0; i < 5; ++i) {
        if (threadIdx.x % 5 <= i) continue;
        int old = atomicAdd(counter, 1);
        if (threadIdx.x == 4 && i == 3) out[0] = old;
    }
    for (int i = 1; i < 5; ++i) out[i] = __popcll(__activemask());
}
__global__ void inside(int *counter, int *out) {  // the lock is given back in the loop that takes it
    for (bool done = false; !done;)
        if (atomicCAS(counter, 0, 1) == 0) { ++out[0]; done = true; atomicExch(counter, 0); }
}
__global__ void behind(int *counter, int *out) {  // what comes with the way out waits for all to leave
    for (;;)
        if (atomicCAS(counter, 0, 1) == 0) { ++out[0]; atomicExch(counter, 0); break; }
}
int main(int, char **words) {
    int *memory;
    hipMalloc(&memory, 64);
    hipMemset(memory, 0, 64);
    void (*kernels[])(int *, int *) = {branch, nested, waiting, taken, inside, behind};
    auto chosen = kernels[atoi(words[1])];
    chosen<<<1, 64>>>(memory, memory + 1);
    for (int i = 1; i < 6; ++i) printf("%d ", memory[i]);
}
"""
KERNELS = ("branch", "nested", "waiting", "taken", "inside", "behind")


@pytest.fixture(scope="module")
def emulator(tmp_path_factory: pytest.TempPathFactory) -> Emulator:
    return Emulator(tmp_path_factory.mktemp("sides"))


def seen(emulator: Emulator, kernel: str, *orders: str) -> list[str]:
    """Give what a kernel leaves under each order, or the kind of problem there was."""
    number = str(KERNELS.index(kernel))
    runs = [emulator.run(SOURCE, "hip", 64, order, arguments=[number], steps=20_000) for order in orders]
    return [" ".join(run.stdout.split() or sorted(run.kinds)) for run in runs]


def test_either_side_may_be_first(emulator: Emulator) -> None:
    assert [words[:3] for words in seen(emulator, "branch", *ORDERS[:2])] == ["1 0", "0 1"]
    drawn = seen(emulator, "branch", *SEEDS)
    assert {words[:3] for words in drawn} == {"1 0", "0 1"}
    assert len({words[4:] for words in drawn}) > 2


def test_a_side_runs_to_its_end_before_the_other_starts(emulator: Emulator) -> None:
    assert seen(emulator, "nested", *ORDERS[:2]) == ["0 1 2 3 0", "3 2 1 0 0"]
    for words in seen(emulator, "nested", *SEEDS):
        first, second, third, fourth = map(int, words.split()[:4])
        assert {first, second} in ({0, 1}, {2, 3})
        assert {third, fourth} in ({0, 1}, {2, 3})


def test_nobody_moves_while_another_side_runs(emulator: Emulator) -> None:
    assert seen(emulator, "waiting", *ORDERS[:2]) == ["hang", "1 0 0 0 0"]


@pytest.mark.parametrize("order", [*ORDERS, *SEEDS[:2]])
def test_lanes_of_a_loop_wait_for_each_other(emulator: Emulator, order: str) -> None:
    """25 + 26 + 12 + 13 lanes took the turns before: none was ahead of the others."""
    (words,) = seen(emulator, "taken", order)
    last, *rest = words.split()
    before = sum(t % 5 > i for i in range(3) for t in range(64))
    assert before <= int(last) < before + sum(t % 5 > 3 for t in range(64))
    assert rest == ["64"] * 4


@pytest.mark.parametrize("order", ORDERS)
def test_the_way_out_of_a_loop_is_behind_it(emulator: Emulator, order: str) -> None:
    assert seen(emulator, "inside", order) == ["64 0 0 0 0"]
    assert seen(emulator, "behind", order) == ["hang"]
