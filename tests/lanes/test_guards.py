"""What the optimiser leaves of a condition on the lane: a write that CUDA guards by it stays guarded.

HIP's compiler takes an argument for set (`noundef`). Where a function is given a value that only the leader
has set, it concludes that every lane is the leader, and drops the branch: every lane does the leader's
`atomicAdd`. So what it makes at -O3 is held against what it makes when it takes nothing for set.
"""

from __future__ import annotations

import re
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from typing import TYPE_CHECKING, NamedTuple

import pytest
from helpers.device_ir import Function, functions
from helpers.toolchain import device_code
from helpers.units import together
from simt import proof

from hipify_py.api import convert_tree
from hipify_py.rules.load import load
from hipify_py.settings import Settings

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

pytestmark = pytest.mark.usefixtures("hipcheck")
ARCHS = ("gfx90a", "gfx1100")
NOTHING_SET = ("-Xclang", "-no-enable-noundef-analysis")  # docs/warps.md names it for builds
LEADERS = proof.ROOT / "tests" / "warp32" / "leaders.cu"
MARK = "__attribute__((__maybe_undef__))"
MEMBERS = {"member_of_tile", "member_of_coalesced", "member_of_labeled", "part_by_tile"}
BY_HEADER = MEMBERS | {"by_index", "by_xor", "of_some", "truth", "vote", "store"}
HELPER = """#pragma once
__device__ inline int sent(int value) { return __shfl_sync(0xffffffff, value, 0); }
"""
BY_HELPER = """#include <cuda_runtime.h>
#include "sent.cuh"
extern "C" __global__ void k(int *count, int *out) {
  int prev;
  if (threadIdx.x % 32 == 0) prev = atomicAdd(count, 32);
  out[threadIdx.x] = sent(prev);
}
"""
RULES = load()


class Made(NamedTuple):
    """The functions that were made of a file, and those that are made where nothing is taken for set."""

    ours: dict[str, Function]
    careful: dict[str, Function]

    def lost(self) -> set[str]:
        """Name the functions in which writes depend on other branches, or lanes are assumed to be alike."""
        assert self.ours.keys() == self.careful.keys()
        return {name for name, one in self.ours.items() if _seen(one) != _seen(self.careful[name])}


def _seen(function: Function) -> tuple[object, int]:
    return function.writes(), len(function.assumed_of_lanes())


def made(files: Sequence[Path], include: Path = proof.INCLUDE) -> list[Made]:
    """Compile files both ways for each architecture."""
    jobs = [(file, arch, flags) for file in files for arch in ARCHS for flags in ((), NOTHING_SET)]

    def compiled(job: tuple[Path, str, tuple[str, ...]]) -> dict[str, Function]:
        file, arch, flags = job
        text = device_code(file, arch, "-emit-llvm", f"-I{include}", *flags)
        return {function.name: function for function in functions(text)}

    with ThreadPoolExecutor(2) as pool:
        both = list(pool.map(compiled, jobs))
    return [Made(*pair) for pair in zip(both[::2], both[1::2], strict=True)]


@pytest.fixture
def leaders(tmp_path: Path) -> Path:
    file = tmp_path / "leaders.hip"
    file.write_bytes(proof.converted(LEADERS, RULES))
    return file


def test_a_value_of_the_leader_alone_leaves_the_guard(leaders: Path) -> None:
    kernels = set(re.findall(r"__global__ void (\w+)", LEADERS.read_text()))
    assert len(kernels) >= 8
    for one in made([leaders]):
        assert kernels <= one.careful.keys()
        assert all(_guarded(one.careful[name]) for name in kernels)
        assert one.lost() & kernels == set()


def test_without_a_value_of_its_own_it_is_lost(tmp_path: Path) -> None:
    """What is handed to functions of the program, whose parameters have no mark."""
    own = set(re.findall(r"__global__ void (own_\w+)", LEADERS.read_text()))
    assert len(own) == 20
    file = tmp_path / "leaders.hip"
    file.write_bytes(
        proof.converted(LEADERS, replace(RULES, rules=tuple(r for r in RULES.rules if r.id != "W047")))
    )
    for one in made([file]):
        assert one.lost() & {*own} == own


def test_a_helper_of_an_included_header_leaves_the_guard(tmp_path: Path) -> None:
    """It stands in another file of the run, and takes its parameter for set."""
    source, out = tmp_path / "in", tmp_path / "out"
    source.mkdir()
    (source / "sent.cuh").write_text(HELPER)
    (source / "a.cu").write_text(BY_HELPER)
    convert_tree([source], Settings("output", str(out)))
    (written,) = out.rglob("a.cu")
    kept, bare = (written.with_name(f"{name}.hip") for name in ("kept", "bare"))
    kept.write_text(written.read_text())
    bare.write_text(written.read_text().replace("prev = 0;", "prev;"))
    guards = [_guarded(one.ours["k"]) for one in made([kept, bare])]
    assert guards == [True, True, False, False]


def test_without_the_mark_in_the_header_it_is_lost(leaders: Path, tmp_path: Path) -> None:
    text = (proof.INCLUDE / "hipify_warp32.h").read_text()
    assert text.count(MARK) == 1
    (tmp_path / "hipify_warp32.h").write_text(text.replace(MARK, ""))
    for one in made([leaders], tmp_path):
        assert one.lost() == BY_HEADER
        assert not any(_guarded(one.ours[name]) for name in BY_HEADER - MEMBERS - {"of_some"})


def test_no_kernel_of_the_corpus_loses_a_guard(tmp_path: Path) -> None:
    texts = {path.stem: proof.converted(path, RULES).decode() for path in proof.KERNELS}
    units = []
    for number, (_, text) in enumerate(together(texts, whatever_header=True)):
        units.append(tmp_path / f"unit{number}.hip")
        units[-1].write_text(text)
    every = made(units)
    assert sum(len(one.ours) for one in every) > len(texts)
    assert set().union(*(one.lost() for one in every)) == set()


def _guarded(function: Function) -> bool:
    """Say whether some write depends on a branch."""
    return any(branches for _, branches in function.writes())
