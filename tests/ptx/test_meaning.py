"""Statements of PTX as the C++ that is written for them, compiled by g++, against the ISA's text."""

from __future__ import annotations

import ctypes
import random
import subprocess
from array import array
from itertools import product
from typing import TYPE_CHECKING

import pytest
from helpers.toolchain import needs_gcc
from ptx.case import Case
from ptx.instructions import CASES, EDGES

from hipify_py.api import include_dir
from hipify_py.ptx.block import Operand, translated

if TYPE_CHECKING:
    pass

C_TYPES = {"u16": "unsigned short", "u32": "unsigned", "u64": "unsigned long long"}
LETTERS = {"u16": "h", "u32": "r", "u64": "l"}
CODES = {"u16": "H", "u32": "I", "u64": "Q"}
# What the device has, said otherwise than by what is tried here.
HEAD = """
#include "hipify_compat.h"
typedef unsigned long long u64;
static unsigned __umulhi(unsigned a, unsigned b) { return (u64)a * b >> 32; }
static int __mulhi(int a, int b) { return (long long)a * b >> 32; }
static u64 __umul64hi(u64 a, u64 b) { return (unsigned __int128)a * b >> 64; }
static long long __mul64hi(long long a, long long b) { return (__int128)a * b >> 64; }
static int __popc(unsigned a) { return __builtin_popcount(a); }
static int __popcll(u64 a) { return __builtin_popcountll(a); }
static int __clz(int a) { return a ? __builtin_clz(a) : 32; }
static int __clzll(long long a) { return a ? __builtin_clzll(a) : 64; }
static u64 __brevll(u64 a) {
  u64 made = 0;
  for (int at = 0; at < 64; ++at) made |= (a >> at & 1) << (63 - at);
  return made;
}
static unsigned __brev(unsigned a) { return __brevll(a) >> 32; }
template <class T> T plus(T a, T b, T more, T *over) {
  const unsigned __int128 sum = (unsigned __int128)a + b + more;
  *over = sum >> 8 * sizeof(T);
  return sum;
}
template <class T> T minus(T a, T b, T less, T *over) {
  const unsigned __int128 difference = (unsigned __int128)a - b - less;
  *over = difference >> 127;
  return difference;
}
#define __builtin_addc plus<unsigned>
#define __builtin_addcll plus<u64>
#define __builtin_subc minus<unsigned>
#define __builtin_subcll minus<u64>
static u64 both(unsigned low, unsigned high) { return (u64)high << 32 | low; }
static unsigned __funnelshift_l(unsigned a, unsigned b, unsigned by) {
  return (both(a, b) << (by & 31)) >> 32;
}
static unsigned __funnelshift_r(unsigned a, unsigned b, unsigned by) { return both(a, b) >> (by & 31); }
static unsigned __funnelshift_lc(unsigned a, unsigned b, unsigned by) {
  return by > 31 ? a : __funnelshift_l(a, b, by);
}
static unsigned __funnelshift_rc(unsigned a, unsigned b, unsigned by) {
  return by > 31 ? b : __funnelshift_r(a, b, by);
}
static unsigned __umul24(unsigned a, unsigned b) { return (a << 8 >> 8) * (b << 8 >> 8); }
static long long of_24(int a) { return (a & 0x7fffff) - (a & 0x800000); }
static int __mul24(int a, int b) { return of_24(a) * of_24(b); }
"""
LOOP = """extern "C" void case_{number}(long n{parameters}) {{
  for (long i = 0; i < n; ++i) {{
    {statement};
  }}
}}
"""
MANY = 400


def statement(case: Case) -> str:
    """Give the C++ of a case, on the `i`th elements of `p0` and so on."""
    given = [f"={LETTERS[one]}" for one in case.gives] + [LETTERS[one] for one in case.takes]
    operands = [Operand(at, one, "") for at, one in enumerate(given)]
    made = translated(case.text, operands, is_volatile=False, clobbers_memory=False)
    assert made is not None
    return "".join(f"p{one}[i]" if isinstance(one, int) else one for one in made.pieces)


def source(number: int, case: Case) -> str:
    kinds = [*((one, "") for one in case.gives), *((one, "const ") for one in case.takes)]
    parameters = "".join(f", {const}{C_TYPES[one]} *p{at}" for at, (one, const) in enumerate(kinds))
    return LOOP.format(number=number, parameters=parameters, statement=statement(case))


@pytest.fixture(scope="module")
def library(tmp_path_factory: pytest.TempPathFactory) -> ctypes.CDLL:
    folder = tmp_path_factory.mktemp("ptx")
    text = HEAD + "\n".join(source(number, case) for number, case in enumerate(CASES))
    (folder / "cases.cpp").write_text(text)
    command = ["g++", "-std=c++17", "-O1", "-w", "-fsanitize=undefined", "-fsanitize-undefined-trap-on-error"]
    command += ["-shared", "-fPIC", f"-I{include_dir()}", "cases.cpp", "-o", "cases.so"]
    subprocess.run(command, cwd=folder, check=True)
    return ctypes.CDLL(str(folder / "cases.so"))


def rows(case: Case) -> list[tuple[int, ...]]:
    """Give edges with one another, and numbers drawn by chance."""
    draw = random.Random(case.text)
    widths = [int(one[1:]) for one in case.takes]
    found = [*product(*(EDGES[one] for one in widths))]
    draw.shuffle(found)
    return found[:2000] + [tuple(draw.getrandbits(one) for one in widths) for _ in range(MANY)]


@needs_gcc
@pytest.mark.parametrize("number", range(len(CASES)), ids=[case.text for case in CASES])
def test_a_statement_does_what_the_isa_says(number: int, library: ctypes.CDLL) -> None:
    case = CASES[number]
    tried = rows(case)
    given = [
        array(CODES[kind], column) for kind, column in zip(case.takes, zip(*tried, strict=True), strict=True)
    ]
    made = [array(CODES[kind], [0] * len(tried)) for kind in case.gives]
    getattr(library, f"case_{number}")(
        ctypes.c_long(len(tried)), *(ctypes.c_void_p(one.buffer_info()[0]) for one in (*made, *given))
    )
    for at, row in enumerate(tried):
        meant = case.meaning(*row)
        meant = meant if isinstance(meant, tuple) else (meant,)
        wanted = tuple(one % (1 << int(kind[1:])) for one, kind in zip(meant, case.gives, strict=True))
        assert tuple(one[at] for one in made) == wanted, (case.text, [hex(one) for one in row])
