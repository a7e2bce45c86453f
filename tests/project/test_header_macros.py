"""Macros of headers in code of the device: what they do is found where they are used."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from hipify_py import Settings, convert_tree
from hipify_py.lanes.message_ids import KEPT, WIDENED

if TYPE_CHECKING:
    from pathlib import Path

LOCKS = '#pragma once\n#include "base.h"\n#define LOCK(l) while (!TRY(l)) ;\n#define SYNC() __syncthreads()\n'
LOCKS += "#define ANY __syncthreads_or(1)\n"
TRY = "#define TRY(l) (atomicCAS((l), 0, 1) == 0)\n"
TAKES = "__global__ void k(int *l, int *d, int n) { LOCK(l); *d += n; atomicExch(l, 0); }\n"
MEETS = "__global__ void k(int *d) { if (threadIdx.x < 32) { d[0] = 1; SYNC(); } else { SYNC(); } }\n"


def found(folder: Path, files: dict[str, str], *named: str) -> dict[str, set[str]]:
    for name, text in files.items():
        (folder / name).write_text(text)
    report = convert_tree([str(folder / name) for name in named or [""]], Settings())
    return {
        one.path.rpartition("/")[2]: {each.rule for each in one.concerns} - {KEPT, WIDENED}
        for one in report.files
    }


@pytest.mark.parametrize(
    ("code", "rule"),
    [
        (TAKES, "W026"),
        (MEETS, "G016"),
        (MEETS.replace("SYNC()", "ANY"), "G016"),
        ("#define MINE LOCK(l)\n" + TAKES, "W026"),
    ],
)
@pytest.mark.parametrize("named", [(), ("a.cu",)])
def test_they_are_expanded(tmp_path: Path, code: str, rule: str, named: tuple[str, ...]) -> None:
    files = {"locks.h": LOCKS, "base.h": TRY, "a.cu": '#include "locks.h"\n' + code}
    assert found(tmp_path, files, *named)["a.cu"] == {rule}


def test_those_of_a_file_that_stands_before_an_include(tmp_path: Path) -> None:
    files = {"a.cu": '#include "base.h"\n#include "locks.h"\n#include "k.cuh"\n', "base.h": TRY}
    files |= {"locks.h": LOCKS.replace('#include "base.h"\n', ""), "k.cuh": TAKES}
    assert found(tmp_path, files)["k.cuh"] == {"W026"}


@pytest.mark.parametrize(
    "files",
    [
        {"a.cu": TAKES},  # which includes nothing
        {"a.cu": '#include "locks.h"\n#undef LOCK\n#define LOCK(l)\n' + TAKES},
        {"a.cu": '#include "locks.h"\n#include "other.h"\n' + TAKES, "other.h": "#define LOCK(l) *(l) = 1\n"},
        {
            "a.cu": '#include "locks.h"\n' + TAKES,
            "base.h": f"#if MINE\n{TRY}#else\n#define TRY(l) 1\n#endif\n",
        },
        {"a.cu": '#include "locks.h"\n' + TAKES, "base.h": TRY + "#undef TRY\n"},
    ],
)
def test_others_are_not(tmp_path: Path, files: dict[str, str]) -> None:
    assert "W026" not in found(tmp_path, {"locks.h": LOCKS, "base.h": TRY, **files})["a.cu"]


GOES_OVER = """#include "sizes.h"
__global__ void k(int *p) {
  for (unsigned b = threadIdx.x; b < 2 * TILES; b += 32) p[b] = __shfl_sync(0xffffffffu, p[b], 3);
}
"""


@pytest.mark.parametrize(
    ("sizes", "is_told"),
    [
        ("#define TILES 0x400u\n", False),
        ("#define ROWS 8\n#define TILES (ROWS * 16)\n", False),
        ("#define TILES 1000\n#define ROWS 8\n", True),  # no whole number of warps
        ("#ifdef BIG\n#define TILES 1024\n#else\n#define TILES 512\n#endif\n", True),  # as far as can be told
        ("extern int TILES;\n", True),
    ],
)
def test_a_number_of_a_header_says_how_many_turns_a_loop_has(
    tmp_path: Path, sizes: str, is_told: bool
) -> None:
    files = {"sizes.h": "#pragma once\n" + sizes, "a.cu": GOES_OVER}
    assert ("W023" in found(tmp_path, files)["a.cu"]) is is_told
