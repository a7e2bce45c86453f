"""The header for code that counts in warps of 32: it compiles wherever HIP does, and does what CUDA does.

What it computes is checked with emulated lanes (tests/simt): the same source runs as CUDA with CUDA's own
intrinsics, and as HIP with the header, on wavefronts of 64 and of 32 lanes.
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from conftest import needs_gcc

HERE = Path(__file__).parent
sys.path.insert(0, str(HERE / "simt"))

from emulator import ORDERS, Emulator  # noqa: E402  (the folder is no package)

if TYPE_CHECKING:
    from conftest import Hipcheck
    from emulator import Outcome, Side


INCLUDE = HERE.parent / "hipify_py" / "include"
HEADER = INCLUDE / "hipify_warp32.h"
SOURCES = HERE / "warp32"
STRICT = ("-O1", "-Wall", "-Wextra", "-Werror", f"-I{INCLUDE}", "--arch", "gfx90a,gfx942,gfx1100")
SYNTAX = "-fsyntax-only"  # enough where the flags do not reach the code that is made
NO_BUILTINS = "-DHIP_DISABLE_WARP_SYNC_BUILTINS"  # ROCm 7.x has them unless told
BUILTINS = "-DHIP_ENABLE_WARP_SYNC_BUILTINS"  # ROCm 6.4 only then
OPERATIONS = 354  # lines: an operation, a way to it, a shape of mask, a block


@pytest.fixture(scope="module")
def emulator(tmp_path_factory: pytest.TempPathFactory) -> Emulator:
    return Emulator(tmp_path_factory.mktemp("warp32"))


def execute(emulator: Emulator, name: str, side: Side, width: int, order: str = "ascending") -> Outcome:
    return emulator.run(SOURCES / name, side, width, order, include=[INCLUDE], timeout=300)


@pytest.mark.compiler
@pytest.mark.parametrize(
    "flags",
    [
        ("-std=c++14",),
        ("-std=c++17", NO_BUILTINS, SYNTAX),
        ("-std=c++20", BUILTINS, "-DGROUPS_FIRST", SYNTAX),
    ],
    ids=["c++14", "c++17-no-builtins", "c++20-groups-first"],
)
def test_the_header_compiles(hipcheck: Hipcheck, flags: tuple[str, ...]) -> None:
    assert hipcheck(SOURCES / "instantiate.hip", *STRICT, *flags) == (True, "")


@pytest.mark.compiler
@pytest.mark.parametrize(
    "flags", [("-std=c++14",), ("-std=c++20", BUILTINS, SYNTAX)], ids=["bare", "builtins"]
)
def test_the_header_compiles_with_rocm_6(hipcheck64: Hipcheck, flags: tuple[str, ...]) -> None:
    assert hipcheck64(SOURCES / "instantiate.hip", *STRICT, *flags) == (True, "")


@pytest.mark.compiler
def test_the_header_needs_nothing_but_hip_runtime(hipcheck: Hipcheck, tmp_path: Path) -> None:
    source = tmp_path / "alone.hip"
    source.write_text('#include "hipify_warp32.h"\n__global__ void k() { hipify_warp32::syncwarp(); }\n')
    assert hipcheck(source, *STRICT) == (True, "")
    assert HEADER.read_text().count("#include") == 1


@needs_gcc
@pytest.mark.parametrize(("width", "order"), [(64, "ascending"), (64, "7"), (32, "descending")])
def test_every_operation_gives_what_cuda_gives(emulator: Emulator, width: int, order: str) -> None:
    truth = execute(emulator, "operations.cu", "cuda", 32)
    assert (truth.status, truth.problems, truth.stderr) == (0, (), "")
    assert len(truth.stdout.splitlines()) == OPERATIONS
    outcome = execute(emulator, "operations.cu", "hip", width, order)
    assert (outcome.status, outcome.problems, outcome.stderr) == (0, (), "")
    assert outcome.stdout.splitlines() == truth.stdout.splitlines()


@needs_gcc
@pytest.mark.parametrize("order", ORDERS)
@pytest.mark.parametrize("width", [64, 32])
def test_the_edges_are_those_of_ptx(emulator: Emulator, width: int, order: str) -> None:
    outcome = execute(emulator, "edges.hip", "hip", width, order)
    assert (outcome.stdout, outcome.status, outcome.problems) == ("wrong: 0\n", 0, ())


@needs_gcc
@pytest.mark.parametrize(
    ("right", "wrong"),
    [
        ("__lane_id() < 32u ? low : high", "true ? low : high"),
        ("(lane_mask & 31)", "lane_mask"),
        ("const unsigned lanes = activemask() & mask", "const unsigned lanes = mask"),
    ],
    ids=["always the lower half", "any lane mask", "exited lanes"],
)
def test_a_wrong_header_would_be_noticed(emulator: Emulator, tmp_path: Path, right: str, wrong: str) -> None:
    text = HEADER.read_text()
    assert text.count(right) == 1
    (tmp_path / HEADER.name).write_text(text.replace(right, wrong))
    outcome = emulator.run(SOURCES / "edges.hip", "hip", 64, include=[tmp_path], steps=200_000)
    assert outcome.status != 0 or outcome.problems
