"""Count what each function of hipify_warp32.h is compiled to, beside what plain HIP says for wavefronts.

usage: python tests/bench/header_cost.py [--arch A[,B...]] [--only WORD...]

A row a function: instructions (and conditional branches) of a kernel that calls it, less those of one that
copies a value, as `header / HIP's`, for each architecture at -O3; then their ratio, or the difference where
HIP's are fewer than four. Hints to the scheduler and padding are not counted; a loop counts once, and so does
a way that is hardly ever taken; where the compiler laid such a one behind the kernel's end, `17 of 50` says
how many stand before it. HIP's side is what a kernel for any width says: its own function where there is one,
else what is written by hand with shuffles. Nothing is run, so this is no time. Exit: 0, 1 where a ratio is
above --most, 2 without a compiler.
"""

from __future__ import annotations

import argparse
import re
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import NamedTuple

HERE = Path(__file__).parent
sys.path[:0] = [str(HERE.parent.parent), str(HERE.parent)]

from helpers.toolchain import device_code  # noqa: E402

INCLUDE = HERE.parent.parent / "hipify_py" / "include"
ARCHS = "gfx90a,gfx942,gfx1100"
ALL = "0xffffffffu"
WAVE = "~0ull"
FEW = 4
END = "s_endpgm"
HINTS = ("s_code_end", "s_delay_alu", "s_nop", "s_clause")
FRAMES = {"v": "frame", "k": "bare"}  # what is written, and the kernel that does no more
HEAD = """#include <hip/hip_runtime.h>
#include <hip/hip_cooperative_groups.h>
#include "hipify_warp32.h"
namespace cg = cooperative_groups;
namespace warp = hipify_warp32;
struct Pair { int first, second; };
template <class T> __device__ void give(void *out, T value) { static_cast<T *>(out)[threadIdx.x] = value; }
template <class Tile> __device__ int up_to(const Tile& tile, int v) {
  for (unsigned d = 1; d < tile.size(); d *= 2) {
    const int other = tile.shfl_up(v, d);
    if (tile.thread_rank() >= d) v += other;
  }
  return v;
}
template <class Tile> __device__ int before(const Tile& tile, int v) {
  const int other = tile.shfl_up(up_to(tile, v), 1);
  return tile.thread_rank() ? other : 0;
}
template <class Tile> __device__ int sum(const Tile& tile, int v) {
  for (unsigned d = tile.size() / 2; d > 0; d /= 2) v += tile.shfl_xor(v, d);
  return v;
}
__device__ Pair both(Pair p, int k) { return {__shfl(p.first, k), __shfl(p.second, k)}; }
"""
KERNEL = """extern "C" __global__ void {name}(const int *in, void *out, unsigned mask, int k) {{
  const int v = in[threadIdx.x];
  {body}
}}
"""
TILE = "const auto g = cg::tiled_partition<32>(cg::this_thread_block()); "
OURS = "const auto g = warp::coalesced_threads(); "
HIPS = "const auto g = cg::coalesced_threads(); "


class Pair(NamedTuple):
    """What is measured: the header's function and HIP's, of v, k and mask, and what makes the group `g`."""

    what: str
    ours: str
    hips: str
    group: tuple[str, str] = ("", "")


def _reductions() -> list[Pair]:
    kinds = {
        **dict.fromkeys(("add", "min", "max"), "v"),
        **dict.fromkeys(("and", "or", "xor"), "unsigned(v)"),
    }
    full = [
        Pair(f"reduce_{op}_sync", f"warp::reduce_{op}_sync({ALL}, {v})", f"__reduce_{op}_sync({WAVE}, {v})")
        for op, v in kinds.items()
    ]
    ours, hips = "warp::reduce_add_sync(mask, v)", "__reduce_add_sync(mask | 1ull << 40, v)"
    return [*full, Pair("reduce_add_sync, some", ours, hips)]


PAIRS = [
    Pair("lane_id", "warp::lane_id()", "__lane_id()"),
    Pair("lanemask_eq", "warp::lanemask_eq()", "1ull << __lane_id()"),
    Pair("lanemask_lt", "warp::lanemask_lt()", "(1ull << __lane_id()) - 1"),
    Pair("lanemask_le", "warp::lanemask_le()", "(2ull << __lane_id()) - 1"),
    Pair("lanemask_gt", "warp::lanemask_gt()", "~((2ull << __lane_id()) - 1)"),
    Pair("lanemask_ge", "warp::lanemask_ge()", "~((1ull << __lane_id()) - 1)"),
    Pair("ballot", "warp::ballot(v)", "__ballot(v)"),
    Pair("any", "warp::any(v)", "__any(v)"),
    Pair("all", "warp::all(v)", "__all(v)"),
    Pair("activemask", "warp::activemask()", "__activemask()"),
    Pair("ballot_sync", f"warp::ballot_sync({ALL}, v)", f"__ballot_sync({WAVE}, v)"),
    Pair("any_sync", f"warp::any_sync({ALL}, v)", f"__any_sync({WAVE}, v)"),
    Pair("all_sync", f"warp::all_sync({ALL}, v)", f"__all_sync({WAVE}, v)"),
    Pair("syncwarp", "(warp::syncwarp(), v)", "(__syncwarp(), v)"),
    Pair("shfl_sync", f"warp::shfl_sync({ALL}, v, k)", "__shfl(v, k)"),
    Pair("shfl_up_sync", f"warp::shfl_up_sync({ALL}, v, k)", "__shfl_up(v, k)"),
    Pair("shfl_down_sync", f"warp::shfl_down_sync({ALL}, v, k)", "__shfl_down(v, k)"),
    Pair("shfl_xor_sync", f"warp::shfl_xor_sync({ALL}, v, k)", "__shfl_xor(v, k)"),
    Pair("shfl_xor_sync, 16", f"warp::shfl_xor_sync({ALL}, v, 16)", "__shfl_xor(v, 16)"),
    Pair("shfl_sync, 8 wide", f"warp::shfl_sync({ALL}, v, k, 8)", "__shfl(v, k, 8)"),
    Pair("shfl_sync, class", f"warp::shfl_sync({ALL}, Pair{{v, k}}, k)", "both(Pair{v, k}, k)"),
    Pair("shfl_sync, double", f"warp::shfl_sync({ALL}, double(v), k)", "__shfl(double(v), k)"),
    Pair("match_any_sync", f"warp::match_any_sync({ALL}, v)", f"__match_any_sync({WAVE}, v)"),
    Pair("match_all_sync", f"warp::match_all_sync({ALL}, v, &k)", f"__match_all_sync({WAVE}, v, &k)"),
    *_reductions(),
    Pair("ballot(tile)", "warp::ballot(g, v)", "g.ballot(v)", (TILE, TILE)),
    Pair("any(tile)", "warp::any(g, v)", "g.any(v)", (TILE, TILE)),
    Pair("all(tile)", "warp::all(g, v)", "g.all(v)", (TILE, TILE)),
    Pair("match_any(tile)", "warp::match_any(g, v)", "g.match_any(v)", (TILE, TILE)),
    Pair("match_all(tile)", "warp::match_all(g, v, k)", "g.match_all(v, k)", (TILE, TILE)),
    Pair("shfl(tile)", "warp::shfl(g, v, k)", "g.shfl(v, k)", (TILE, TILE)),
    Pair("shfl_up(tile)", "warp::shfl_up(g, v, k)", "g.shfl_up(v, k)", (TILE, TILE)),
    Pair("shfl_down(tile)", "warp::shfl_down(g, v, k)", "g.shfl_down(v, k)", (TILE, TILE)),
    Pair("shfl_xor(tile)", "warp::shfl_xor(g, v, k)", "g.shfl_xor(v, k)", (TILE, TILE)),
    Pair("reduce(tile)", "warp::reduce(g, v, warp::plus<int>())", "sum(g, v)", (TILE, TILE)),
    Pair("inclusive_scan(tile)", "warp::inclusive_scan(g, v)", "up_to(g, v)", (TILE, TILE)),
    Pair("exclusive_scan(tile)", "warp::exclusive_scan(g, v)", "before(g, v)", (TILE, TILE)),
    Pair(
        "tiled_partition(tile)",
        "warp::tiled_partition<4>(g).meta_group_rank()",
        "cg::tiled_partition<4>(g).meta_group_rank()",
        (TILE, TILE),
    ),
    Pair(
        "binary_partition(tile)",
        "warp::binary_partition(g, v).size()",
        "cg::binary_partition(g, v).size()",
        (TILE, TILE),
    ),
    Pair("coalesced_threads", "g.thread_rank() + g.size()", "g.thread_rank() + g.size()", (OURS, HIPS)),
    Pair("ballot(some)", "warp::ballot(g, v)", "g.ballot(v)", (OURS, HIPS)),
    Pair("any(some)", "warp::any(g, v)", "g.any(v)", (OURS, HIPS)),
    Pair("match_any(some)", "warp::match_any(g, v)", "g.match_any(v)", (OURS, HIPS)),
    Pair("shfl(some)", "warp::shfl(g, v, k)", "g.shfl(v, k)", (OURS, HIPS)),
    Pair("shfl_up(some)", "warp::shfl_up(g, v, k)", "g.shfl_up(v, k)", (OURS, HIPS)),
    Pair("shfl_down(some)", "warp::shfl_down(g, v, k)", "g.shfl_down(v, k)", (OURS, HIPS)),
    Pair(
        "reduce(some)",
        "warp::reduce(g, v, warp::plus<int>())",
        "__reduce_add_sync(__activemask(), v)",
        (OURS, ""),
    ),
    Pair("inclusive_scan(some)", "warp::inclusive_scan(g, v)", "up_to(g, v)", (OURS, HIPS)),
    Pair("exclusive_scan(some)", "warp::exclusive_scan(g, v)", "before(g, v)", (OURS, HIPS)),
    Pair(
        "tiled_partition(some)",
        "warp::tiled_partition(g, 4).size()",
        "cg::tiled_partition(g, 4).size()",
        (OURS, HIPS),
    ),
    Pair(
        "binary_partition(some)",
        "warp::binary_partition(g, v).size()",
        "cg::binary_partition(g, v).size()",
        (OURS, HIPS),
    ),
    Pair("labeled_partition(some)", "warp::labeled_partition(g, v).size()", "g.match_any(v)", (OURS, HIPS)),
]


class Cost(NamedTuple):
    """Instructions, those of them that branch on a condition, and those up to the kernel's end."""

    instructions: int
    branches: int
    straight: int

    def less(self, frame: Cost) -> Cost:
        """Give what is left without the frame."""
        return Cost(*(mine - other for mine, other in zip(self, frame, strict=True)))


def source(pairs: list[Pair]) -> str:
    """Give a file with the kernels `ours0`, `hips0`, ..., and those of `FRAMES`, which only write."""
    text = HEAD + "".join(
        KERNEL.format(name=name, body=f"give(out, {given});") for given, name in FRAMES.items()
    )
    for number, pair in enumerate(pairs):
        for side, group, value in zip(("ours", "hips"), pair.group, pair[1:3], strict=True):
            text += KERNEL.format(name=f"{side}{number}", body=f"{group}give(out, {value});")
    return text


def costs(assembler: str) -> dict[str, Cost]:
    """Count the instructions of each kernel in a module's assembler."""
    found = {}
    for name, body in re.findall(r"^(\w+):[^\n]*\n(.*?)^\.Lfunc_end", assembler, re.MULTILINE | re.DOTALL):
        done = [word for word in re.findall(r"^\t([a-z]\w+)", body, re.MULTILINE) if word not in HINTS]
        branches = sum(word.startswith("s_cbranch") for word in done)
        found[name] = Cost(len(done), branches, [*done, END].index(END) + 1)
    return found


def measure(pairs: list[Pair], archs: list[str]) -> list[dict[str, Cost]]:
    """Compile the kernels for each architecture; give each one's costs by kernel, less those of the frame."""
    with tempfile.TemporaryDirectory() as made:
        file = Path(made, "kernels.hip")
        file.write_text(source(pairs))
        with ThreadPoolExecutor(2) as pool:
            texts = list(pool.map(lambda arch: device_code(file, arch, f"-I{INCLUDE}", "-DNDEBUG"), archs))
    counted = [costs(text) for text in texts]
    frames = {
        f"{side}{number}": FRAMES["v" if re.search(r"\bv\b", value) else "k"]
        for number, pair in enumerate(pairs)
        for side, value in (("ours", pair.ours), ("hips", pair.hips))
    }
    return [{name: one[name].less(one[frame]) for name, frame in frames.items()} for one in counted]


def ratio(ours: Cost, hips: Cost) -> float | None:
    """Give ours by HIP's in instructions; None where HIP's are too few for that to tell anything."""
    return ours.instructions / hips.instructions if hips.instructions >= FEW else None


def cell(ours: Cost, hips: Cost) -> str:
    """Show both sides' costs and how they compare."""
    times = ratio(ours, hips)
    compared = f"{ours.instructions - hips.instructions:+}" if times is None else f"{times:.1f} x"
    return f"{_side(ours)} / {_side(hips)}, {compared}"


def _side(cost: Cost) -> str:
    straight = f"{cost.straight} of " if cost.straight < cost.instructions else ""
    return f"{straight}{cost.instructions} ({cost.branches})"


def main(arguments: list[str]) -> int:
    """Print the table; give the exit status."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--arch", default=ARCHS)
    parser.add_argument("--only", nargs="+", default=[""])
    parser.add_argument("--most", type=float, default=2.0)
    options = parser.parse_args(arguments)
    archs = options.arch.split(",")
    pairs = [pair for pair in PAIRS if any(word in pair.what for word in options.only)]
    try:
        measured = measure(pairs, archs)
    except FileNotFoundError as error:
        print(f"header_cost.py: no HIP compiler below {error}: run tests/toolchain/setup.sh", file=sys.stderr)
        return 2
    print("| function |", " | ".join(archs), "|\n| --- |" + " --: |" * len(archs))
    worst = 0.0
    for number, pair in enumerate(pairs):
        both = [(one[f"ours{number}"], one[f"hips{number}"]) for one in measured]
        print(f"| {pair.what} |", " | ".join(cell(*each) for each in both), "|")
        worst = max(worst, *(ratio(*each) or 0 for each in both))
    return int(worst > options.most)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
