"""The instructions of PTX in `hipify_compat.h`, compiled by g++, against what the PTX ISA says of bits."""

from __future__ import annotations

import random
import subprocess
from itertools import product
from pathlib import Path

import pytest
from helpers.toolchain import needs_gcc

from hipify_py.api import include_dir

PROGRAM = """#include "hipify_compat.h"
#include <cstdio>
using namespace hipify_compat;
int main() {
  unsigned a, b, c, d;
  while (std::scanf("%u %u %u %u", &a, &b, &c, &d) == 4)
    std::printf("%u %u %u %u LOPS\\n",
                ptx_bfe(a, c, d),
                static_cast<unsigned>(ptx_bfe_signed(static_cast<int>(a), c, d)),
                ptx_bfi(a, b, c, d), ptx_prmt(a, b, c)LOP);
}
"""
TABLES = (0x00, 0x01, 0x80, 0x96, 0xC0, 0xCA, 0xE8, 0xEA, 0xF0, 0xFE, 0xFF)
PLACES = (0, 1, 4, 15, 16, 30, 31, 32, 33, 64, 254, 255, 256, 263, 0xFFFFFFFF)
WORDS = (0, 1, 0x80000000, 0xFFFFFFFF, 0x7FFFFFFF, 0x12345678, 0x80FF7F01)


def bit(word: int, at: int) -> int:
    return word >> at & 1


def extract(word: int, at: int, count: int, *, signed: bool) -> int:
    """As the ISA's text on bfe does it: bit by bit, of which those without a source are the sign."""
    at, count = at & 0xFF, count & 0xFF
    sign = bit(word, min(at + count - 1, 31)) if signed and count else 0
    return sum((bit(word, at + i) if i < count and at + i <= 31 else sign) << i for i in range(32))


def insert(word: int, into: int, at: int, count: int) -> int:
    at, count = at & 0xFF, count & 0xFF
    bits = [bit(into, i) for i in range(32)]
    for i in range(count):
        if at + i <= 31:
            bits[at + i] = bit(word, i) if i < 32 else 0
    return sum(one << i for i, one in enumerate(bits))


def permute(low: int, high: int, chosen: int) -> int:
    given = [*low.to_bytes(4, "little"), *high.to_bytes(4, "little")]
    made = []
    for i in range(4):
        which = chosen >> 4 * i & 0xF
        byte = given[which & 7]
        made.append((0xFF if byte & 0x80 else 0) if which & 8 else byte)
    return int.from_bytes(made, "little")


def by_table(table: int, words: tuple[int, int, int]) -> int:
    return sum(
        bit(table, 4 * bit(words[0], i) + 2 * bit(words[1], i) + bit(words[2], i)) << i for i in range(32)
    )


def rows() -> list[tuple[int, ...]]:
    draw = random.Random(8)
    made: list[tuple[int, ...]] = list(product(WORDS, WORDS, PLACES, PLACES))
    made += [
        (draw.getrandbits(32), draw.getrandbits(32), draw.randrange(40), draw.randrange(40))
        for _ in range(5000)
    ]
    made += [tuple(draw.getrandbits(32) for _ in range(4)) for _ in range(5000)]
    return made


@needs_gcc
@pytest.mark.emulator
def test_each_does_what_the_isa_says(tmp_path: Path) -> None:
    lops = "".join(f", ptx_lop3<{table}u>(a, b, c)" for table in TABLES)
    text = PROGRAM.replace("LOPS", " ".join(["%u"] * len(TABLES))).replace("LOP", lops)
    (tmp_path / "a.cpp").write_text(text)
    strict = ["-std=c++11", "-O1", "-Wall", "-Wextra", "-Werror", f"-I{include_dir()}"]
    subprocess.run(["g++", *strict, "a.cpp", "-oa"], cwd=tmp_path, check=True)
    given = rows()
    lines = "\n".join(" ".join(map(str, row)) for row in given)
    run = subprocess.run([tmp_path / "a"], input=lines, capture_output=True, text=True, check=True)
    got = [[int(one) for one in line.split()] for line in run.stdout.splitlines()]
    wanted = [
        [
            extract(a, c, d, signed=False),
            extract(a, c, d, signed=True),
            insert(a, b, c, d),
            permute(a, b, c),
            *(by_table(table, (a, b, c)) for table in TABLES),
        ]
        for a, b, c, d in given
    ]
    assert got == wanted
