"""The header for code that counts in warps of 32: it compiles wherever HIP does, and does what CUDA does.

What it computes is checked with emulated lanes (tests/simt): the same source runs as CUDA with CUDA's own
intrinsics, and as HIP with the header, on wavefronts of 64 and of 32 lanes.
"""

from __future__ import annotations

import re
import shutil
import subprocess
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from helpers.toolchain import needs_gcc
from simt.emulator import ORDERS, Emulator

if TYPE_CHECKING:
    from helpers.toolchain import Hipcheck
    from simt.emulator import Outcome, Side

HERE = Path(__file__).parents[1]
INCLUDE = HERE.parent / "hipify_py" / "include"
HEADER = INCLUDE / "hipify_warp32.h"
SOURCES = HERE / "warp32"
STRICT = ("-O1", "-Wall", "-Wextra", "-Werror", f"-I{INCLUDE}", "--arch", "gfx90a,gfx942,gfx1100")
SYNTAX = "-fsyntax-only"  # enough where the flags do not reach the code that is made
NO_BUILTINS = "-DHIP_DISABLE_WARP_SYNC_BUILTINS"  # ROCm 7.x has them unless told
BUILTINS = "-DHIP_ENABLE_WARP_SYNC_BUILTINS"  # ROCm 6.4 only then
GROUPS = 9  # lines: a kernel, a block
OPERATIONS = 354  # lines: an operation, a way to it, a shape of mask, a block


@pytest.fixture(scope="module")
def emulator(tmp_path_factory: pytest.TempPathFactory) -> Emulator:
    return Emulator(tmp_path_factory.mktemp("warp32"))


def execute(emulator: Emulator, name: str, side: Side, width: int, order: str = "ascending") -> Outcome:
    return emulator.run(SOURCES / name, side, width, order, include=[INCLUDE], timeout=300)


@pytest.mark.parametrize(
    "flags",
    [
        ("-std=c++11",),
        ("-std=c++17", NO_BUILTINS, SYNTAX),
        ("-std=c++20", BUILTINS, "-DGROUPS_FIRST", SYNTAX),
    ],
    ids=["c++11", "c++17-no-builtins", "c++20-groups-first"],
)
def test_the_header_compiles(hipcheck: Hipcheck, flags: tuple[str, ...]) -> None:
    assert hipcheck(SOURCES / "instantiate.hip", *STRICT, *flags) == (True, "")


@pytest.mark.parametrize(
    "flags", [("-std=c++11",), ("-std=c++20", BUILTINS, SYNTAX)], ids=["bare", "builtins"]
)
def test_the_header_compiles_with_rocm_6(hipcheck64: Hipcheck, flags: tuple[str, ...]) -> None:
    assert hipcheck64(SOURCES / "instantiate.hip", *STRICT, *flags) == (True, "")


def test_the_header_needs_nothing_but_hip_runtime(hipcheck: Hipcheck, tmp_path: Path) -> None:
    source = tmp_path / "alone.hip"
    source.write_text('#include "hipify_warp32.h"\n__global__ void k() { hipify_warp32::syncwarp(); }\n')
    assert hipcheck(source, *STRICT) == (True, "")
    assert HEADER.read_text().count("#include") == 1


def test_macros_of_a_program_do_no_harm(hipcheck: Hipcheck, tmp_path: Path) -> None:
    """A macro of a name that the header sets aside, behind HIP's own headers, is one again behind ours."""
    usual = {"warp_size": "32", "lane_id": "(threadIdx.x & 31)", "full_mask": "0xffffffffu"}
    usual |= {"any(p)": "__any(p)", "T": "float"}
    names = re.findall(r"^#undef (?!HIPIFY)(\w+)$", HEADER.read_text(), re.MULTILINE)
    others = {name: "a mistake" for name in names if name not in {*usual, "any"}}
    source = tmp_path / "macros.hip"
    source.write_text(
        "#include <hip/hip_runtime.h>\n#include <hip/hip_cooperative_groups.h>\n"
        + "".join(f"#define {name} {text}\n" for name, text in {**usual, **others}.items())
        + '#include "hipify_warp32.h"\n'
        + "".join(f"#ifndef {name}\n#error {name}\n#endif\n" for name in names)
        + "__global__ void k(unsigned *p) {\n"
        "  p[lane_id] = hipify_warp32::ballot_sync(full_mask, any(p[warp_size] != 0));\n"
        "  p[0] = hipify_warp32::reduce_add_sync(full_mask, static_cast<unsigned>(T(p[1])));\n}\n"
    )
    assert hipcheck(source, *STRICT, SYNTAX) == (True, "")


def test_names_that_are_likely_macros_are_set_aside() -> None:
    """All public names but the `_sync` functions', which nobody gives to a macro of another meaning."""
    text = HEADER.read_text()
    aside = re.findall(r"^#undef (?!HIPIFY)(\w+)$", text, re.MULTILINE)
    for verb in ("push", "pop"):
        assert re.findall(rf'_Pragma\("{verb}_macro\(\\"(\w+)\\"\)"\)', text) == aside
    outside = re.sub(r"(?ms)^namespace detail \{.*?^\}  // namespace detail$", "", text)
    public = set(re.findall(r"__device__ inline [^;{(]*?(\w+)\(", outside))
    public |= set(re.findall(r"^(?:constexpr \w+|template <class T> struct) (\w+)", outside, re.MULTILINE))
    assert {"lane_id", "lanemask_lt", "ballot", "plus", "labeled_partition", "warp_size"} <= public
    assert {name for name in public if not name.endswith("_sync")} <= set(aside)


@cache
def told_by_cuda(emulator: Emulator, name: str) -> Outcome:
    """Run a source as CUDA on 32 lanes, once."""
    return execute(emulator, name, "cuda", 32)


@needs_gcc
@pytest.mark.parametrize(("width", "order"), [(64, "ascending"), (64, "7"), (32, "descending")])
def test_every_operation_gives_what_cuda_gives(emulator: Emulator, width: int, order: str) -> None:
    truth = told_by_cuda(emulator, "operations.cu")
    assert (truth.status, truth.problems, truth.stderr) == (0, (), "")
    assert len(truth.stdout.splitlines()) == OPERATIONS
    outcome = execute(emulator, "operations.cu", "hip", width, order)
    assert (outcome.status, outcome.problems, outcome.stderr) == (0, (), "")
    assert outcome.stdout.splitlines() == truth.stdout.splitlines()


@needs_gcc
@pytest.mark.parametrize(("width", "order"), [(64, "ascending"), (64, "7"), (32, "descending")])
def test_groups_do_what_those_of_cuda_do(emulator: Emulator, width: int, order: str) -> None:
    """Tiles, tiles of tiles and any lanes: votes, matches, shuffles of classes, partitions, ranks."""
    truth = told_by_cuda(emulator, "groups.cu")
    assert (truth.status, truth.problems, truth.stderr) == (0, (), "")
    assert len(truth.stdout.splitlines()) == GROUPS
    outcome = execute(emulator, "groups.cu", "hip", width, order)
    assert (outcome.status, outcome.problems, outcome.stderr) == (0, (), "")
    assert outcome.stdout.splitlines() == truth.stdout.splitlines()


@needs_gcc
def test_plain_cpp_may_read_the_header(tmp_path: Path) -> None:
    source = tmp_path / "host.cpp"
    source.write_text(
        '#include "hipify_warp32.h"\n#ifdef __HIPCC__\n#error\n#endif\nnamespace hipify_warp32 {}\n'
    )
    command = [
        "g++",
        "-std=c++14",
        "-Wall",
        "-Wextra",
        "-Werror",
        "-fsyntax-only",
        f"-I{INCLUDE}",
        str(source),
    ]
    assert subprocess.run(command, check=False).returncode == 0


@pytest.mark.skipif(shutil.which("nvcc") is None, reason="needs nvcc")
def test_the_compiler_of_cuda_is_told_to_read_the_source_of_cuda(tmp_path: Path) -> None:
    source = tmp_path / "a.cu"
    source.write_text('#include "hipify_warp32.h"\n')
    command = ["nvcc", "-c", f"-I{INCLUDE}", str(source), "-o", str(tmp_path / "a.o")]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode != 0
    assert "hipify_warp32.h is for AMD GPUs" in done.stderr


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
        ("warpSize) != 32 && __lane_id() >= 32u", "warpSize) == 64 && __lane_id() > 64u"),
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


@needs_gcc
@pytest.mark.parametrize(
    ("right", "wrong"),
    [
        ("return values >> (lane_id() & ~(group.size() - 1u));", "return values;"),
        ("if ((values & lanes & (0u - lanes)) != 0u) result |= bit;", "result |= values & bit;"),
        ("tile.thread_rank() / size, outer / size", "0u, outer / size"),
        ("if (rank / size == tile) part", "if (rank / size <= tile) part"),
        ("predicate ? votes : lanes & ~votes", "predicate ? votes : ~votes"),
        ("delta > rank ? rank : rank - delta", "delta >= rank ? rank : rank - delta"),
    ],
    ids=["a tile's place", "packed votes", "place among tiles", "parts", "the others", "from the first"],
)
def test_wrong_groups_would_be_noticed(emulator: Emulator, tmp_path: Path, right: str, wrong: str) -> None:
    text = HEADER.read_text()
    assert text.count(right) == 1
    (tmp_path / HEADER.name).write_text(text.replace(right, wrong))
    outcome = emulator.run(SOURCES / "groups.cu", "hip", 64, include=[tmp_path], steps=200_000)
    truth = told_by_cuda(emulator, "groups.cu")
    assert outcome.stdout != truth.stdout or outcome.problems


@needs_gcc
@pytest.mark.parametrize(
    ("right", "wrong"),
    [
        ("within_row<0x124>", "within_row<0x122>"),
        ("across<8> : within_row<0x128>", "across<8> : within_row<0x4e>"),
    ],
    ids=["a rotation by two", "another permutation"],
)
def test_wrong_steps_of_a_reduction_would_be_noticed(
    emulator: Emulator, tmp_path: Path, right: str, wrong: str
) -> None:
    text = HEADER.read_text()
    assert text.count(right) == 1
    (tmp_path / HEADER.name).write_text(text.replace(right, wrong))
    outcome = emulator.run(SOURCES / "operations.cu", "hip", 64, include=[tmp_path], timeout=300)
    differ = zip(
        outcome.stdout.splitlines(), told_by_cuda(emulator, "operations.cu").stdout.splitlines(), strict=True
    )
    assert {"reduce", "coalesced"} & {ours.split()[0] for ours, truth in differ if ours != truth}
