"""What LLVM's optimiser makes of a source, run in lock step: lanes do each access to memory together."""

from __future__ import annotations

import pytest
from helpers.stress import WHOLE
from helpers.toolchain import find_clang

from hipify_py.rules.load import load
from simt import proof
from simt.emulator import ORDERS, Emulator
from simt.test_emulator import HIP_ONLY, PROBES, THREADS, program

HEAD = """#include <hip/hip_runtime.h>
#include <cstdio>
__device__ int handed(int v) { return __shfl(v, 0); }
"""
MAIN = """int main() {
    int *m;
    hipMalloc(&m, 1024);
    hipMemset(m, 0, 1024);
    k<<<2, 64>>>(m, m + 64);
    printf("%d %d", m[64], m[65]);
}
"""
DOES = "{ __threadfence(); ++*out; __threadfence(); DONE atomicExch(m, 0); }"
TAIL = """__shared__ KIND s[128]; int t = threadIdx.x;
    s[t] = t; s[t + 64] = 0; __syncthreads();
    if (t < 32) { s[t] += s[t + 32]; s[t] += s[t + 16]; s[t] += s[t + 8]; s[t] += s[t + 4]; s[t] += s[t + 2];
                  s[t] += s[t + 1]; }
    if (t == 0) out[blockIdx.x] = s[0];"""
LEADER = "int v VALUE; if (threadIdx.x == 0) v = atomicAdd(out, 1); *m = CALL(v);"
BODIES = {
    "volatile-tail": (TAIL.replace("KIND", "volatile int"), "2016 2016"),
    "plain-tail": (TAIL.replace("KIND", "int"), "63 63"),  # each lane's sum stays in a register
    "volatile-flag": ("volatile int *f = m; if (blockIdx.x) { while (!*f) ; *out = 1; } else *f = 1;", "1 0"),
    "lock": (
        "bool d = false; while (!d) if (!atomicCAS(m, 0, 1)) " + DOES.replace("DONE", "d = true;"),
        "hang",
    ),
    "volatile-lock": (
        "volatile bool d = false; while (!d) if (!atomicCAS(m, 0, 1)) " + DOES.replace("DONE", "d = true;"),
        "128 0",
    ),
    "leader-set": (LEADER.replace("VALUE", "= 0").replace("CALL", "handed"), "2 0"),
    "leader-unset": (
        LEADER.replace("VALUE", "").replace("CALL", "handed"),
        "128 0",
    ),  # every lane is the leader
}
SOME = ("atomics-aggregated", "divergence-nested", "reduce-butterfly", "scan-block", "tiles-cooperative")
# The words of a structure go through `int &`: by the rules of C++ no number of another type changes by that,
# and clang drops their shuffles for AMD's GPUs as well; with -fno-strict-aliasing it is right.
PUNNED = {"struct-shuffle"}


@pytest.fixture(scope="module")
def emulator(hipcheck: object, tmp_path_factory: pytest.TempPathFactory) -> Emulator:
    assert hipcheck
    return Emulator(tmp_path_factory.mktemp("optimised"), find_clang())


@pytest.mark.parametrize("name", BODIES)
def test_what_the_optimiser_does_shows(emulator: Emulator, name: str) -> None:
    body, *expected = BODIES[name]
    source = f"{HEAD}__global__ void k(int *m, int *out) {{ {body} }}\n{MAIN}"
    runs = [emulator.run(source, "hip", 64, order, steps=3_000_000) for order in ORDERS]
    assert {run.stdout or " ".join(sorted(run.kinds)) for run in runs} == {*expected}


@pytest.mark.parametrize("order", ORDERS)
def test_collectives(emulator: Emulator, order: str) -> None:
    """Lanes meet where they meet in the source."""
    probes = {name: (probe.hip, probe.expected) for name, probe in PROBES.items()} | HIP_ONLY
    outcome = emulator.run(
        program("hip", {name: text for name, (text, _) in probes.items()}), "hip", 64, order
    )
    got = {line.split()[0]: [int(n) for n in line.split()[1:]] for line in outcome.stdout.splitlines()}
    assert got == {name: [answer(t, 64) for t in range(THREADS)] for name, (_, answer) in probes.items()}
    assert (outcome.status, outcome.problems) == (0, ())


def test_kernels_of_the_corpus(emulator: Emulator) -> None:
    """The same as CUDA on 32 lanes; all of them where `HIPIFY_STRESS` says so."""
    plain, rules = Emulator(emulator.folder), load()
    for path in proof.KERNELS:
        if (path.stem in SOME or WHOLE) and path.stem not in PUNNED:
            truth = plain.run(path, "cuda", 32)
            run = proof.prove(emulator, path, rules)[64]
            assert (path.stem, run.error, run.verdict(truth)) == (path.stem, "", "equal")


def test_words_of_a_structure_by_reference_need_a_flag(emulator: Emulator) -> None:
    (path,) = [path for path in proof.KERNELS if path.stem in PUNNED]
    source, include = proof.converted(path, load()), [proof.INCLUDE]
    truth = Emulator(emulator.folder).run(path, "cuda", 32).stdout
    assert emulator.run(source, "hip", 64, include=include).stdout != truth
    assert emulator.run(source, "hip", 64, include=include, flags=["-fno-strict-aliasing"]).stdout == truth
