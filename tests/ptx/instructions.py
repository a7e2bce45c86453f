"""What instructions of PTX do, by the ISA's text, on whole numbers of Python; none of it by C++."""

from __future__ import annotations

import operator
from itertools import product
from typing import TYPE_CHECKING

from ptx.case import Case, mixed, number, signed, simple
from ptx.fields import fields

if TYPE_CHECKING:
    from collections.abc import Callable


def _left(bits: int) -> Callable[..., int]:
    return lambda a, b: 0 if b >= bits else a << b


def _right(bits: int) -> Callable[..., int]:
    return lambda a, b: a >> min(b, bits)


def _bits(value: int, bits: int) -> str:
    return format(value, f"0{bits}b")


def _lanes(count: int, *, sign: bool, join: Callable[[int, int], int]) -> Callable[..., int]:
    size = 32 // count

    def made(a: int, b: int, _c: int) -> int:
        result = 0
        for at in range(count):
            parts = [one >> size * at & ((1 << size) - 1) for one in (a, b)]
            x, y = (signed(one, size) if sign else one for one in parts)
            result |= (join(x, y) % (1 << size)) << size * at
        return result

    return made


def _within(low: int, high: int) -> Callable[[int], int]:
    return lambda value: max(low, min(high, value))


def _then(last: Callable[[int], int], first: Callable[[int, int], int]) -> Callable[[int, int], int]:
    return lambda x, y: last(first(x, y))


def _distances(count: int, *, sign: bool) -> Callable[..., int]:
    size = 32 // count

    def made(a: int, b: int, c: int) -> int:
        for at in range(count):
            parts = [one >> size * at & ((1 << size) - 1) for one in (a, b)]
            x, y = (signed(one, size) if sign else one for one in parts)
            c += abs(x - y)
        return c

    return made


def _wide(name: str, bits: int) -> list[Case]:
    """Give sums over several words that carry."""
    kind, wide = f"u{bits}", 2 * bits
    sign = 1 if name == "add" else -1

    def two(a: int, b: int, c: int, d: int) -> tuple[int, int]:
        value = ((a << bits | b) + sign * (c << bits | d)) % (1 << wide)
        return value % (1 << bits), value >> bits

    def out(a: int, b: int) -> tuple[int, int]:
        value = (a + sign * b) % (1 << wide)
        return value % (1 << bits), value >> bits & ((1 << bits) - 1)

    pair = f"{name}.cc.{kind} %0, %3, %5; {name}c.{kind} %1, %2, %4;"
    borrowed = f"{name}.cc.{kind} %0, %2, %3; {name}c.{kind} %1, 0, 0;"
    chain = f"{name}.cc.{kind} %0, %3, %5; {name}c.cc.{kind} %1, %2, %4; {name}c.{kind} %0, %0, 0;"

    def three(a: int, b: int, c: int, d: int) -> tuple[int, int]:
        value = (a << bits | b) + sign * (c << bits | d)
        over = value >> wide  # -1, 0 or 1
        return ((value % (1 << bits)) + over) % (1 << bits), value >> bits & ((1 << bits) - 1)

    return [
        Case(pair, (kind, kind), (kind,) * 4, two),
        Case(borrowed, (kind, kind), (kind,) * 2, out),
        Case(chain, (kind, kind), (kind,) * 4, three),
    ]


def _whole_numbers(bits: int) -> list[Case]:
    u, s, b = f"u{bits}", f"s{bits}", f"b{bits}"
    found = [
        simple(f"add.{u}", u, lambda x, y: x + y),
        simple(f"add.{s}", s, lambda x, y: x + y),
        simple(f"sub.{u}", u, lambda x, y: x - y),
        simple(f"sub.{s}", s, lambda x, y: x - y),
        simple(f"mul.lo.{u}", u, lambda x, y: x * y),
        simple(f"mul.lo.{s}", s, lambda x, y: x * y),
        simple(f"mad.lo.{u}", u, lambda x, y, z: x * y + z, 3),
        simple(f"mad.lo.{s}", s, lambda x, y, z: x * y + z, 3),
        simple(f"and.{b}", b, lambda x, y: x & y),
        simple(f"or.{b}", b, lambda x, y: x | y),
        simple(f"xor.{b}", b, lambda x, y: x ^ y),
        simple(f"not.{b}", b, lambda x: ~x, 1),
        simple(f"neg.{s}", s, lambda x: -x, 1),
        simple(f"abs.{s}", s, abs, 1),
        simple(f"min.{u}", u, min),
        simple(f"min.{s}", s, min),
        simple(f"max.{u}", u, max),
        simple(f"max.{s}", s, max),
        simple(f"mov.{u}", u, lambda x: x, 1),
        mixed(f"shl.{b}", u, (u, "u32"), _left(bits)),
        mixed(f"shr.{u}", u, (u, "u32"), _right(bits)),
        mixed(f"shr.{s}", u, (s, "u32"), _right(bits)),
    ]
    names = ("eq", "ne", "lt", "le", "gt", "ge")
    compared: dict[str, Callable[[int, int], bool]] = {how: getattr(operator, how) for how in names}
    compared |= {"lo": compared["lt"], "ls": compared["le"], "hi": compared["gt"], "hs": compared["ge"]}
    for how, meaning in compared.items():
        for kind in (u, s):
            if kind == s and how in {"lo", "ls", "hi", "hs"}:
                continue
            text = f"{{ .reg .pred p; setp.{how}.{kind} p, %1, %2; selp.{b} %0, %1, %2, p; }}"

            def made(x: int, y: int, kind: str = kind, meaning: Callable[..., int] = meaning) -> int:
                return x if meaning(number(kind, x), number(kind, y)) else y

            found.append(Case(text, (u,), (u, u), made))
    return found


def _words() -> list[Case]:
    found: list[Case] = []
    for bits in (32, 64):
        u, s = f"u{bits}", f"s{bits}"
        found += [
            simple(f"mul.hi.{u}", u, lambda x, y, bits=bits: x * y >> bits),
            simple(f"mul.hi.{s}", s, lambda x, y, bits=bits: x * y >> bits),
            simple(f"mad.hi.{u}", u, lambda x, y, z, bits=bits: (x * y >> bits) + z, 3),
            simple(f"mad.hi.{s}", s, lambda x, y, z, bits=bits: (x * y >> bits) + z, 3),
            simple(f"sad.{u}", u, lambda x, y, z: abs(x - y) + z, 3),
            simple(f"sad.{s}", s, lambda x, y, z: abs(x - y) + z, 3),
            mixed(f"popc.b{bits}", "u32", (u,), int.bit_count),
            mixed(f"clz.b{bits}", "u32", (u,), lambda x, bits=bits: bits - x.bit_length()),
            mixed(f"bfind.{u}", "u32", (u,), lambda x: x.bit_length() - 1),
            simple(f"brev.b{bits}", u, lambda x, bits=bits: int(_bits(x, bits)[::-1], 2), 1),
            *_wide("add", bits),
            *_wide("sub", bits),
        ]
    for wide, narrow in (("u32", "u16"), ("s32", "s16"), ("u64", "u32"), ("s64", "s32")):
        found.append(mixed(f"mul.wide.{narrow}", wide, (narrow, narrow), lambda x, y: x * y))
        found.append(mixed(f"mad.wide.{narrow}", wide, (narrow, narrow, wide), lambda x, y, z: x * y + z))
    for to in ("u16", "s16", "u32", "s32", "u64", "s64"):
        for given in ("u16", "s16", "u32", "s32", "u64", "s64"):
            found.append(mixed(f"cvt.{to}.{given}", to, (given,), lambda x: x))
    found += [
        Case("mov.b64 {%0, %1}, %2;", ("u32", "u32"), ("u64",), lambda x: (x, x >> 32)),
        Case("mov.b64 %0, {%1, %2};", ("u64",), ("u32", "u32"), lambda x, y: x | y << 32),
        Case("mov.b32 {%0, %1}, %2;", ("u16", "u16"), ("u32",), lambda x: (x, x >> 16)),
        Case("mov.b32 %0, {%1, %2};", ("u32",), ("u16", "u16"), lambda x, y: x | y << 16),
        mixed("slct.u32.s32", "u32", ("u32", "u32", "s32"), lambda x, y, z: x if z >= 0 else y),
        simple("mul24.lo.u32", "u32", lambda x, y: (x % 2**24) * (y % 2**24)),
        simple("mul24.lo.s32", "s32", lambda x, y: signed(x, 24) * signed(y, 24)),
        simple("mul24.hi.u32", "u32", lambda x, y: (x % 2**24) * (y % 2**24) >> 16),
        simple("mul24.hi.s32", "s32", lambda x, y: signed(x, 24) * signed(y, 24) >> 16),
        simple("add.sat.s32", "s32", lambda x, y: _within(-(2**31), 2**31 - 1)(x + y)),
        simple("sub.sat.s32", "s32", lambda x, y: _within(-(2**31), 2**31 - 1)(x - y)),
        simple("set.lt.u32.s32", "s32", lambda x, y: 0xFFFFFFFF if x < y else 0),
        simple("shf.l.wrap.b32", "u32", lambda x, y, z: ((y << 32 | x) << (z & 31)) >> 32, 3),
        simple("shf.r.wrap.b32", "u32", lambda x, y, z: (y << 32 | x) >> (z & 31), 3),
        simple("shf.l.clamp.b32", "u32", lambda x, y, z: ((y << 32 | x) << min(z, 32)) >> 32, 3),
        simple("shf.r.clamp.b32", "u32", lambda x, y, z: (y << 32 | x) >> min(z, 32), 3),
        Case("lop3.b32 %0, %1, %2, %3, 0x96;", ("u32",), ("u32",) * 3, lambda x, y, z: x ^ y ^ z),
        Case(
            "lop3.b32 %0, %1, %2, %3, 0xE8;", ("u32",), ("u32",) * 3, lambda x, y, z: (x & y) | (z & (x | y))
        ),
    ]
    whole = "mul.lo.u32 %0, %2, %3; mad.hi.u32 %1, %2, %3, 0;"
    found.append(Case(whole, ("u32", "u32"), ("u32", "u32"), lambda x, y: (x * y, x * y >> 32)))
    carried = "mad.lo.cc.u32 %0, %2, %3, %4; madc.hi.u32 %1, %2, %3, %5;"

    def joined(x: int, y: int, low: int, high: int) -> tuple[int, int]:
        value = x * y + (high << 32 | low)
        return value, value >> 32

    found.append(Case(carried, ("u32", "u32"), ("u32",) * 4, joined))
    return found


def _video() -> list[Case]:
    found: list[Case] = []
    for count in (2, 4):
        size = 32 // count
        top = 1 << size
        kept = {"u32": _within(0, top - 1), "s32": _within(-top // 2, top // 2 - 1)}
        for kind in ("u32", "s32"):
            sign, cut = kind == "s32", kept[kind]
            types = f"{kind}.{kind}.{kind}"
            meanings: dict[str, Callable[[int, int], int]] = {
                f"vadd{count}.{types}": lambda x, y: x + y,
                f"vadd{count}.{types}.sat": _then(cut, operator.add),
                f"vsub{count}.{types}": lambda x, y: x - y,
                f"vsub{count}.{types}.sat": _then(cut, operator.sub),
                f"vabsdiff{count}.{types}": lambda x, y: abs(x - y),
                f"vmin{count}.{types}": min,
                f"vmax{count}.{types}": max,
                f"vset{count}.{kind}.{kind}.lt": lambda x, y: int(x < y),
                f"vset{count}.{kind}.{kind}.eq": lambda x, y: int(x == y),
                f"vset{count}.{kind}.{kind}.ge": lambda x, y: int(x >= y),
            }
            if kind == "u32":
                meanings[f"vavrg{count}.{types}"] = lambda x, y: (x + y + 1) >> 1
            for text, join in meanings.items():
                places = f"{text} %0, %1, %2, %3;"
                found.append(Case(places, ("u32",), ("u32",) * 3, _lanes(count, sign=sign, join=join)))
            summed = f"vabsdiff{count}.{types}.add %0, %1, %2, %3;"
            found.append(Case(summed, ("u32",), ("u32",) * 3, _distances(count, sign=sign)))
    for first, second in product((min, max), (min, max)):
        for kind in ("u32", "s32"):
            text = f"v{first.__name__}.{kind}.{kind}.{kind}.{second.__name__}"
            found.append(simple(text, kind, _joined(first, second), 3))
    return found


def _joined(first: Callable[..., int], second: Callable[..., int]) -> Callable[[int, int, int], int]:
    return lambda x, y, z: second(first(x, y), z)


CASES = [*_whole_numbers(16), *_whole_numbers(32), *_whole_numbers(64), *_words(), *fields(), *_video()]
EDGES = {
    16: (0, 1, 2, 15, 16, 17, 0x7FFF, 0x8000, 0x8001, 0xFFFF, 0x1234),
    32: (0, 1, 2, 31, 32, 33, 0x7FFFFFFF, 0x80000000, 0x80000001, 0xFFFFFFFF, 0x80FF7F01),
    64: (0, 1, 31, 32, 63, 64, (1 << 63) - 1, 1 << 63, (1 << 64) - 1, 0x80FF7F0112345678, 0xFFFFFFFF),
}
