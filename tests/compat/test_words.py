"""The functions of `hipify_compat.h` on several numbers in a word, as g++ compiles them, against integers.

All pairs of bytes are tried; of halves and words, pairs of edges and 100,000 others.
"""

from __future__ import annotations

import random
import subprocess
from array import array
from functools import cache
from itertools import product
from pathlib import Path

import pytest
from compat.words import functions, parts_of, told
from helpers.toolchain import needs_gcc

from hipify_py.api import include_dir
from hipify_py.rules.load import load

FUNCTIONS = functions()
MANY = 100_000
HALVES = (0, 1, 2, 0x7F, 0x80, 0xFF, 0x100, 0x7FFE, 0x7FFF, 0x8000, 0x8001, 0xFFFE, 0xFFFF)
WORDS = (0, 1, 0x7FFFFFFE, 0x7FFFFFFF, 0x80000000, 0x80000001, 0xFFFFFFFE, 0xFFFFFFFF, 0x12345678)
KINDS = {8: 0, 16: 1, 32: 2}
CODES = {8: "B", 16: "H", 32: "I"}
HEAD = """#include "hipify_compat.h"
#include <cstdio>
#include <vector>
using namespace hipify_compat;
typedef std::vector<unsigned> Words;
Words words[3][3];
std::FILE* out;

static void put(const Words& made) { std::fwrite(made.data(), 4, made.size(), out); }
static bool read(std::FILE* in, unsigned count, Words& made) {
  made.resize(count);
  return std::fread(made.data(), 4, count, in) == count;
}
"""
MAIN = """int main() {
  std::FILE* in = std::fopen("in", "rb");
  out = std::fopen("out", "wb");
  unsigned counts[3];
  if (std::fread(counts, 4, 3, in) != 3) return 1;
  for (int kind = 0; kind < 3; ++kind)
    for (int side = 0; side < 3; ++side)
      if (!read(in, counts[kind], words[kind][side])) return 1;
"""
TURN = """static void try_{name}() {{
  const Words* given = words[{kind}];
  Words made(given->size()), first(given->size()), second(given->size());
  for (unsigned i = 0; i < given->size(); ++i) {{
    bool flags[2] = {{}};
    made[i] = static_cast<unsigned>({name}({arguments}));
    first[i] = flags[0];
    second[i] = flags[1];
  }}
  put(made);
{puts}}}
"""


@cache
def columns(bits: int) -> tuple[array[int], ...]:
    """Give three columns of words to try."""
    draw = random.Random(bits)
    rows: list[tuple[int, ...]]
    if bits == 8:
        rows = [(*pair, 0) for pair in product(range(256), repeat=2)]
        draw.shuffle(rows)
    else:
        rows = list(product(HALVES if bits == 16 else WORDS, repeat=3))
        near = (draw.getrandbits(bits) for _ in range(MANY // 10))
        rows += [(one, one ^ draw.randrange(4), draw.getrandbits(bits)) for one in near]
        rows += [tuple(draw.getrandbits(bits) for _ in range(3)) for _ in range(MANY)]
        rows = rows[: len(rows) // 2 * 2]
    return tuple(array("I", array(CODES[bits], column).tobytes()) for column in zip(*rows, strict=True))


@cache
def parts(bits: int, side: int, *, signed: bool) -> list[int]:
    return parts_of(columns(bits)[side], bits, signed=signed)


def flags_of(name: str) -> int:
    """Say how many predicates a function gives."""
    return (2 if name.endswith("16x2") else 1) if name.startswith("vib") else 0


def program() -> str:
    """Write a program that reads columns of words and writes what each function gives for them."""
    turns = []
    for name, (_, bits, many) in FUNCTIONS.items():
        count = flags_of(name)
        given = [f"given[{side}][i]" for side in range(many)] + [f"flags + {at}" for at in range(count)]
        puts = "".join(f"  put({column});\n" for column in ("first", "second")[:count])
        turns.append(TURN.format(name=name, kind=KINDS[bits], arguments=", ".join(given), puts=puts))
    calls = [f"  try_{name}();\n" for name in FUNCTIONS]
    return "".join([HEAD, *turns, MAIN, *calls, "  return std::fclose(out);\n}\n"])


def wanted(name: str) -> list[list[int]]:
    """Give the columns that a function has to write: of two predicates that of the high half comes first."""
    what, bits, many = FUNCTIONS[name]
    given = [parts(bits, side, signed=what.signed) for side in range(many)]
    found = [told(what, bits, *given)]
    if count := flags_of(name):
        first = max if "max" in name else min
        flags = [int(first(pair) == pair[0]) for pair in zip(*given, strict=True)]
        found += [flags[at::count] for at in reversed(range(count))]
    return found


@needs_gcc
@pytest.mark.emulator
def test_each_gives_what_cuda_s_gives(tmp_path: Path) -> None:
    (tmp_path / "all.cpp").write_text(program())
    with (tmp_path / "in").open("wb") as file:
        array("I", [len(columns(bits)[0]) for bits in KINDS]).tofile(file)
        for bits in KINDS:
            for column in columns(bits):
                column.tofile(file)
    strict = ["-std=c++11", "-O1", "-Wall", "-Wextra", "-Werror", f"-I{include_dir()}"]
    subprocess.run(["g++", *strict, "all.cpp", "-oall"], cwd=tmp_path, check=True)
    subprocess.run([str(tmp_path / "all")], cwd=tmp_path, check=True)
    wrong = []
    with (tmp_path / "out").open("rb") as file:
        for name in FUNCTIONS:
            for made in wanted(name):
                got: array[int] = array("I")
                got.fromfile(file, len(made))
                if got.tolist() != made:
                    wrong.append(name)
        assert file.read() == b""
    assert wrong == []


def test_all_of_them_are_known() -> None:
    names = {name.decode() for name, known in load().names.items() if known.polyfill}
    assert {name[2:] for name in names if name.startswith("__v")} == set(FUNCTIONS)
    assert len(FUNCTIONS) == 118
