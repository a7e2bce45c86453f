"""The blocks of a launch: there together, each with its own shared memory, as far as a run has room."""

from __future__ import annotations

import pytest
from helpers.toolchain import needs_gcc

from simt.emulator import ORDERS, Emulator, Outcome, Side
from simt.mechanical import renamed

pytestmark = needs_gcc

SOURCE = """#include <cuda_runtime.h>
#include <cstdio>
#include <cstdlib>
__global__ void ahead(volatile int *flags, int *out) {  // each waits for the one before, the first works long
    __shared__ int mine[32];
    extern __shared__ int more[];
    int b = blockIdx.x, t = threadIdx.x;
    mine[t] = b * 100 + t;
    more[t] = b;
    __syncthreads();
    if (t == 0) {
        if (b) while (flags[b - 1] == 0) ;
        else for (int i = 0; i < 60000; ++i) flags[gridDim.x] = i;
        out[b] = b ? out[b - 1] + mine[31] + more[5] : 0;
        flags[b] = 1;
    }
}
__global__ void behind(volatile int *flags, int *out) {  // waits for the block after it
    if (threadIdx.x == 0) {
        flags[blockIdx.x] = 1;
        while (flags[(blockIdx.x + 1) % gridDim.x] == 0) ;
        out[blockIdx.x] = 1;
    }
}
__global__ void never(volatile int *flags, int *) {
    while (flags[blockIdx.x] == 0) ;
}
__global__ void voting(volatile int *flags, int *out) {  // meets others at each turn
    while (!__any_sync(0xffffffffu, blockIdx.x == 0 || flags[blockIdx.x - 1])) ;
    flags[blockIdx.x] = 1;
    out[blockIdx.x] = 1;
}
int main(int, char **words) {
    int n = atoi(words[2]), *flags, *out;
    cudaMalloc(&flags, 4 * n + 4);
    cudaMalloc(&out, 4 * n);
    cudaMemset(flags, 0, 4 * n + 4);
    switch (words[1][0]) {
    case 'a': ahead<<<n, 32, 128>>>(flags, out); break;
    case 'b': behind<<<n, 128>>>(flags, out); break;
    case 'n': never<<<n, 32>>>(flags, out); break;
    case 'v': voting<<<n, 64>>>(flags, out); break;
    }
    for (int i = 0; i < n; i++) printf("%d ", out[i]);
}
"""


@pytest.fixture(scope="module")
def emulator(tmp_path_factory: pytest.TempPathFactory) -> Emulator:
    return Emulator(tmp_path_factory.mktemp("grid"))


def outcome(emulator: Emulator, side: Side, order: str, kernel: str, blocks: int) -> Outcome:
    source = SOURCE if side == "cuda" else renamed(SOURCE).replace("0xffffffffu", "~0ull")
    width = 32 if side == "cuda" else 64
    arguments = [kernel, str(blocks)]
    return emulator.run(
        source, side, width, order, arguments=arguments, steps=3_000_000, most_steps=40_000_000
    )


@pytest.mark.parametrize("order", ORDERS)
@pytest.mark.parametrize("side", ["cuda", "hip"])
def test_a_block_may_wait_for_another(emulator: Emulator, side: Side, order: str) -> None:
    expected = [sum(b * 101 + 31 for b in range(1, k + 1)) for k in range(6)]
    ahead = outcome(emulator, side, order, "ahead", 6)
    assert (ahead.stdout.split(), ahead.problems) == ([str(n) for n in expected], ())
    voting = outcome(emulator, side, order, "voting", 5)
    assert (voting.stdout.split(), voting.problems) == (["1"] * 5, ())


def test_many_are_there_together_but_not_any_number(emulator: Emulator) -> None:
    fine = outcome(emulator, "cuda", "ascending", "behind", 20)
    assert (fine.stdout.split(), fine.problems) == (["1"] * 20, ())
    assert outcome(emulator, "cuda", "ascending", "behind", 200).kinds == {"hang"}


def test_a_wait_for_nobody_hangs(emulator: Emulator) -> None:
    (problem,) = outcome(emulator, "hip", "7", "never", 3).problems
    assert (problem.kind, "no lane meets another or ends" in problem.text) == ("hang", True)
