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
KEYWORD = re.compile(
    r"auto|bool|break|char|class|const|constexpr|decltype|double|else|explicit|false|float|for|if|inline|int|long|"
    r"namespace|operator|private|public|reinterpret_cast|return|sizeof|static|static_assert|static_cast|struct|"
    r"template|this|true|typedef|typename|unsigned|using|void"
)
GROUPS = 9  # lines: a kernel, a block
OPERATIONS = 354  # lines: an operation, a way to it, a shape of mask, a block


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


def test_a_tile_of_more_lanes_is_refused(hipcheck: Hipcheck, tmp_path: Path) -> None:
    source = tmp_path / "tiles.hip"
    source.write_text(
        "#include <hip/hip_cooperative_groups.h>\n"
        '#include "hipify_warp32.h"\n'
        "template <class G> __device__ int sum(const G &g, int x) {\n"
        "  return hipify_warp32::reduce(g, x, hipify_warp32::plus<int>());\n}\n"
        "__global__ void k(int *x) {\n"
        "  auto block = cooperative_groups::this_thread_block();\n"
        "  x[0] = sum(cooperative_groups::tiled_partition<LANES>(block), x[0]);\n}\n"
    )
    assert hipcheck(source, *STRICT, "-DLANES=32") == (True, "")
    fine, said = hipcheck(source, *STRICT, "-DLANES=64")
    assert not fine
    assert "a tile of more than 32 lanes" in said


def identifiers() -> list[str]:
    """Give the header's names that a program might give to a macro: no keyword, none that is reserved."""
    text = re.sub(r'/\*[\s\S]*?\*/|//.*|"(?:\\.|[^"\\])*"|(?m:^\s*#.*)', " ", HEADER.read_text())
    words = set(re.findall(r"(?<![\w.])[A-Za-z]\w*|(?<=\.)[A-Za-z_]\w*|\b_[a-z]\w*", text))
    return sorted(word for word in words if not KEYWORD.fullmatch(word) and not word.startswith("HIPIFY_"))


def test_each_name_is_set_aside_or_ends_in_an_underscore() -> None:
    text = HEADER.read_text()
    aside = re.findall(r"^#undef (?!HIPIFY)(\w+)$", text, re.MULTILINE)
    for verb in ("push", "pop"):
        assert re.findall(rf'_Pragma\("{verb}_macro\(\\"(\w+)\\"\)"\)', text) == aside
    names = identifiers()
    assert {"lane_id", "any", "warp_size", "T_", "size", "thread_rank", "warpSize", "mask_"} <= set(names)
    assert [name for name in names if not name.endswith("_") and name not in aside] == ["hipify_warp32"]


def with_macros(folder: Path) -> Path:
    """Write a source that gives every name of the header to a macro, and uses all of it behind that."""
    names = [name for name in identifiers() if not name.endswith("_") and name != "hipify_warp32"]
    names += ["T", "N", "i", "half_warp", "lane", "lanes", "mask", "value", "width", "source", "index"]
    names += ["__ballot", "__shfl", "__lane_id"]
    source = folder / "macros.hip"
    headers = ("hip_runtime", "hip_bf16", "hip_fp16", "hip_cooperative_groups")
    lines = [f"#include <hip/{name}.h>" for name in headers]
    lines += [f"#define {name} {'(x)' * (number % 2)} a mistake" for number, name in enumerate(names)]
    lines += ['#include "hipify_warp32.h"']
    lines += [f"#ifndef {name}\n#error {name}\n#endif\n#undef {name}" for name in names]
    lines += [f'#include "{SOURCES / "instantiate.hip"}"']
    source.write_text("\n".join(lines) + "\n")
    return source


@pytest.mark.parametrize("standard", ["c++11", "c++14", "c++17", "c++20"])
def test_macros_of_a_program_do_no_harm(hipcheck: Hipcheck, tmp_path: Path, standard: str) -> None:
    """A macro of any name of the header's, behind HIP's own headers, is one again behind ours."""
    assert hipcheck(with_macros(tmp_path), *STRICT, SYNTAX, f"-std={standard}") == (True, "")


@pytest.mark.parametrize("standard", ["c++11", "c++20"])
def test_macros_of_a_program_do_no_harm_with_rocm_6(
    hipcheck64: Hipcheck, tmp_path: Path, standard: str
) -> None:
    assert hipcheck64(with_macros(tmp_path), *STRICT, SYNTAX, f"-std={standard}") == (True, "")


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
        ("(lane_mask_ & 31)", "lane_mask_"),
        ("const unsigned lanes_ = activemask() & mask_", "const unsigned lanes_ = mask_"),
        ("lane_ - static_cast<int>(delta_ & 31u)", "lane_ - static_cast<int>(delta_)"),
        ("lane_ + static_cast<int>(delta_ & 31u)", "lane_ + static_cast<int>(delta_ & 63u)"),
    ],
    ids=["always the lower half", "any lane mask", "exited lanes", "any distance up", "63 lanes down"],
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
        ("return values_ >> (lane_id() & ~(group_.size() - 1u));", "return values_;"),
        ("if ((values_ & lanes_ & (0u - lanes_)) != 0u) result_ |= bit_;", "result_ |= values_ & bit_;"),
        (".get_()), tile_.thread_rank() / size_,", ".get_()), 0u,"),
        ("if (rank_ / size_ == tile_) part_", "if (rank_ / size_ <= tile_) part_"),
        ("predicate_ ? votes_ : lanes_ & ~votes_", "predicate_ ? votes_ : ~votes_"),
        ("delta_ > rank_ ? rank_ : rank_ - delta_", "delta_ >= rank_ ? rank_ : rank_ - delta_"),
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
        ("within_row_<0x124>", "within_row_<0x122>"),
        ("across_<8> : within_row_<0x128>", "across_<8> : within_row_<0x4e>"),
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
