"""Instructions of PTX: which are written in HIP, what is said of others, and that the outcome compiles."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from helpers.matches import RULES, converted, matched

from hipify_py.api import include_dir
from hipify_py.conversion import convert
from hipify_py.match import ptx_instructions
from hipify_py.settings import Options

if TYPE_CHECKING:
    from helpers.toolchain import Hipcheck

TABLE = tomllib.loads(Path(ptx_instructions.__file__).with_name("ptx.toml").read_text(encoding="utf-8"))
HEAD = "__device__ void f(int *p) { "
LETTERS = {"32": "r", "64": "l", "f32": "f", "f64": "d"}
TYPES = {"r": "unsigned", "l": "unsigned long long", "f": "float", "d": "double"}


def made(statement: str) -> str:
    text = matched("D001", f"{HEAD}{statement} }}").text
    assert text.startswith(HEAD)
    return text[len(HEAD) : -2]


def said(statement: str) -> list[str]:
    """Give what the finding tells behind "inline assembly: "."""
    findings = convert(f"{HEAD}{statement} }}".encode(), RULES, Options()).findings
    return [one.message.removeprefix("inline assembly: ") for one in findings if one.rule == "D001"]


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ('asm("popc.b32 %0, %1;" : "=r"(n) : "r"(x));', "n = __popc(x);"),
        ('asm volatile ( "popc.b32 %0,%1" : "=r" ( n ) : "r" (x + 1) );', "n = __popc(x + 1);"),
        ('__asm__("{ popc.b32 %0, %1; }\\n" : "=r"(n) : "r"(x));', "n = __popc(x);"),
        ('asm("\\tpopc.b32\\t%0, %1;\\n\\t" : "=r"(n) : "r"(x));', "n = __popc(x);"),
        ('asm("popc.b32 " /* of */\n "%0, %1;" : "=r"(n) : "r"(x));', "n = __popc(x);"),
        ('asm("bfi.b32 %0, %1, %2, %3, 8;" : "=r"(p[1]) : "r"(a), "r"(b), "n"(4));',
         "p[1] = hipify_compat::ptx_bfi(a, b, 4, 8);"),
        ('asm("lop3.b32 %0, %1, %2, %3, %4;" : "=r"(*p) : "r"(a), "r"(b), "r"(c), "n"(A | 1));',
         "*p = hipify_compat::ptx_lop3<(A | 1)>(a, b, c);"),
        ('asm("fma.rn.f32 %0, %1, %2, %0;" : "+f"(y) : "f"(a), "f"(b));', "y = __fmaf_rn(a, b, y);"),
        ('asm("prmt.b32 %[d], %[a], 0, 0x4140;" : [d]"=r"(n) : [a]"r"(x));',
         "n = hipify_compat::ptx_prmt(x, 0, 0x4140);"),
        ('if (p) asm volatile("membar.sys;" ::: "memory"); else asm("fence.acq_rel.gpu;");',
         "if (p) __threadfence_system(); else __threadfence();"),
    ],
)  # fmt: skip
def test_an_instruction_that_hip_has_is_written_so(before: str, after: str) -> None:
    assert made(before) == after


@pytest.mark.parametrize("value", ["c ? o : q", "(struct float4)", "struct float4"])
@pytest.mark.parametrize(
    "statement",
    [
        'asm("brev.b32 %0, %1;" : "=r"({}) : "r"(a));',
        'asm("add.u32 %0, %1, %2;" : "=r"({}) : "r"(a), "r"(b));',
        'asm volatile("ld.acquire.gpu.global.u32 %0, [%1];" : "=r"({}) : "l"(p) : "memory");',
    ],
)
def test_what_cannot_stand_before_an_assignment_stays(statement: str, value: str) -> None:
    source = f"{HEAD}unsigned o, q, c; {statement.format(value)} }}"
    result = convert(source.encode(), RULES, Options(add_include=False))
    assert (result.output, [one.rule for one in result.findings]) == (source.encode(), ["D001"])


@pytest.mark.parametrize("value", ["", "//c\r\n", "//\n", "/**/"])
def test_an_operand_without_a_value_stays(value: str) -> None:
    source = f'{HEAD}unsigned o; asm("bfind.u32 %0, %1;" : "=r"(o) : "r"({value})); }}'
    assert convert(source.encode(), RULES, Options(add_include=False)).output == source.encode()


@pytest.mark.parametrize(
    "statement",
    [
        'asm("@p popc.b32 %0, %1;" : "=r"(n) : "r"(x));',
        'asm("popc.b32 %0;" : "=r"(n) : "r"(x));',
        'asm("popc.b32 %0, [%1];" : "=r"(n) : "l"(x));',
        'asm("popc.b32 %0, %2;" : "=r"(n) : "r"(x));',
        'asm("popc.b32 %0, y;" : "=r"(n) : "r"(x));',
        'asm("popc.b32 %0, %1;" : "=r"(n) : "r"(x, y));',
        'asm("popc.b32 %0, " REST : "=r"(n) : "r"(x));',
        'asm("fma.rn.f32 %0, %1, %2, %0;" : "+f"(p[n++]) : "f"(a), "f"(b));',
        'n = ({ asm("popc.b32 %0, %1;" : "=r"(n) : "r"(x)), 1; });',
    ],
)
def test_what_is_more_than_the_one_instruction_stays(statement: str) -> None:
    assert made(statement) == statement


@pytest.mark.parametrize(
    ("statement", "told"),
    [
        ('asm("mma.sync.m8n8k4 {%0}, {%1};" : "=f"(y) : "r"(a));', "mma.sync.m8n8k4 has .* rocWMMA"),
        (
            'asm("cp.async.ca.shared.global [%0], [%1], 4;" :: "r"(a), "l"(p));',
            "cp.async.ca.* store to shared memory",
        ),
        ('asm("cp.async.bulk.wait_group 0;");', "cp.async.bulk.* no engine that copies tiles"),
        (
            'asm("{ .reg .pred q; setp.ne.b32 q, %0, 0; @q ld.shared.u32 %0, [%1]; }" : "+r"(n) : "r"(m));',
            "ld.shared.u32 has .* through the pointer itself, .*__hip_atomic_load with __HIP_MEMORY_SCOPE",
        ),
        ('asm("{ .reg .pred q; setp.ltu.f32 q, %0, %0; }" : "+f"(y));', "setp.ltu.f32 has .* condition in C"),
        (
            'asm("add.cc.u32 %0, %0, %1;" : "+r"(a) : "r"(b));',
            "add.cc.u32 has .* carry",
        ),
        ('asm("cvt.sat.u8.s32 %0, %1;" : "=r"(a) : "r"(b));', "cvt.sat has .* clamp .* then cast"),
        ('asm("cvt.rni.sat.u8.f32 %0, %1;" : "=r"(a) : "f"(y));', "cvt.sat has .* clamp .* then cast"),
        (
            'asm("cvt.rn.satfinite.e4m3x2.f32 %0, %1, %2;" : "=h"(a));',
            "cvt.rn.satfinite.e4m3x2.f32 .*hip_fp8",
        ),
        ('asm("cvt.rn.f16x2.e5m2x2 %0, %1;" : "=r"(a));', "cvt.rn.f16x2.e5m2x2 .*hip_fp8"),
        (
            'asm("{ .reg .b8 t; cvt.rn.satfinite.e2m1x2.f32 t, %2, %1; cvt.u16.u8 %0, t; }" : "=h"(a));',
            "cvt.rn.satfinite.e2m1x2.f32 .*hip_fp4.h, which",
        ),
        ('asm("cvt.rs.relu.satfinite.e2m1x4.f32 %0, {%1, %2, %3, %4}, %5;" : "=h"(a));', ".*hip_fp4"),
        ('asm("cvt.rn.satfinite.relu.e3m2x2.f32 %0, %1, %2;" : "=h"(a));', "cvt.rn.*hip_fp6"),
        ('asm("cvt.rn.f16x2.e2m3x2 %0, %1;" : "=r"(a));', "cvt.rn.f16x2.e2m3x2 .*hip_fp6"),
        ('asm("cvt.rz.satfinite.ue8m0x2.f32 %0, %1, %2;" : "=h"(a));', "cvt.rz.* no header .* ldexpf"),
        ('asm("sub.f16x2 %0, %0, %1;" : "+r"(a) : "r"(b));', "sub.f16x2 has .* __hsub"),
        ('asm("mov.u32 %0, %%smid;" : "=r"(n));', "%smid has .* __smid"),
        ('asm("mov.u64 %0, %%globaltimer;" : "=l"(t));', "%globaltimer has .* wall_clock64"),
        ('asm volatile("exit;");', "exit has .* return"),
        ('asm("rcp.approx.ftz.f64 %0, %1;" : "=d"(d) : "d"(e));', "rcp.approx.ftz.f64 has .* write 1.0 / x"),
        ('asm("rsqrt.approx.f64 %0, %1;" : "=d"(d) : "d"(e));', "rsqrt.approx.f64 has .* call rsqrt,"),
        ('asm("ex2.approx.f16x2 %0, %1;" : "=r"(a) : "r"(b));', "ex2.approx.f16x2 has .* h2exp2 of hip_fp16"),
        ('asm("ex2.approx.ftz.bf16 %0, %1;" : "=h"(h) : "h"(h));', "ex2.* hexp2 or h2exp2 of hip_bf16"),
        ('asm("tanh.approx.f16 %0, %1;" : "=h"(h) : "h"(h));', "tanh.approx.f16 .* as a float"),
        ('asm("fma.rm.f32 %0, %1, %2, %3;" : "=f"(x) : "f"(y), "f"(y), "f"(y));', "fma.rm.f32 .* __fmaf_rd"),
        (
            'asm("bmsk.clamp.b32 %0, %0, 1;" : "+r"(n));',
            "bmsk.clamp.b32 has no meaning on AMD GPUs; use a HIP intrinsic",
        ),
    ],
)
def test_of_others_it_is_said_what_does_their_work(statement: str, told: str) -> None:
    messages = said(statement)
    assert len(messages) == 1
    assert re.match(told, messages[0]), messages


def letter(name: str) -> str:
    """Give the letter of an instruction's type, which a mode may follow."""
    types = (LETTERS.get(part) or LETTERS.get(part[1:]) for part in reversed(name.split(".")))
    return next(filter(None, types))


def test_all_that_is_written_compiles(hipcheck: Hipcheck, tmp_path: Path) -> None:
    """With operands of the types that the names of the instructions give."""
    lines = []
    for at, (name, text) in enumerate(TABLE["gives"].items()):
        count = len(re.findall(r"\{\d\}", text))
        one = letter(name) if count else "r"
        places = ", ".join(f"%{place}" for place in range(count))
        if name == "lop3.b32":
            places = places.replace("%4", "0xEA")
        inputs = ", ".join(f'"{one}"(v{place})' for place in range(1, count))
        values = ", ".join(f"{TYPES[one]} v{place}" for place in range(max(count, 1)))
        operands = f' : "={one}"(v0) : {inputs}' if count else ""
        lines.append(
            f'__device__ {TYPES[one]} f{at}({values}) {{ asm("{name} {places};"{operands}); return v0; }}'
        )
    result = converted("\n".join(["#include <hip/hip_runtime.h>", *lines, ""]), "a.cu")
    assert result.said == []
    assert "asm" not in result.text
    file = tmp_path / "a.hip"
    file.write_text(result.text)
    assert hipcheck(file, f"-I{include_dir()}", "-Wall", "-Werror") == (True, "")


CALLED = re.compile(r"(?<=call )[\w:]+(?:, [\w:]+)*(?: (?:or|and) [\w:]+)*|\b(?:hipify_compat::|__)\w+")
NO_FUNCTIONS = frozenset({"the", "its", "their", "kin", "or", "and", "which", "__int128"})
FAMILIES = frozenset({"__builtin_amdgcn_mfma", "__builtin_amdgcn_wmma"})  # beginnings of many names


def test_what_advice_calls_is_there(hipcheck: Hipcheck, tmp_path: Path) -> None:
    """In HIP's headers, among clang's builtins, or in our header by its full name."""
    said = " ".join(CALLED.findall("\n".join(TABLE["advice"].values())))
    names = {*re.findall(r"[\w:]+", said)} - NO_FUNCTIONS - FAMILIES
    assert {"hipify_compat::dp4a", "atomicAdd", "__builtin_addc", "tex2D", "fminf"} <= names
    lines = [f"#include <hip/hip_{one}.h>" for one in ("runtime", "fp16", "bf16", "fp8")]
    lines += ['#include "hipify_compat.h"', "#if defined(__HIP_DEVICE_COMPILE__)"]
    for at, name in enumerate(sorted(names)):
        if name.isupper():
            lines += [f"#ifndef {name}", f"#error {name}", "#endif"]
        elif name.startswith(("__builtin", "__hip_atomic")):
            lines += [f"#if !__has_builtin({name})", f"#error {name}", "#endif"]
        else:
            lines.append(f"namespace n{at} {{ using ::{name}; }}")
    file = tmp_path / "a.hip"
    file.write_text("\n".join([*lines, "#endif", ""]))
    assert hipcheck(file, f"-I{include_dir()}", "-DOCML_BASIC_ROUNDED_OPERATIONS") == (True, "")


@pytest.mark.parametrize(
    "name", ["ld.shared.u32", "ld.volatile.shared.f32", "st.shared::cta.b32", "st.relaxed.cta.shared.u32"]
)
def test_shared_memory_is_not_advised_what_only_global_memory_has(name: str) -> None:
    (way,) = said(f'asm volatile("{name} %0, [%1];" : "=r"(n) : "r"(m));')
    assert "through the pointer itself" in way
    assert "ldcg" not in way


def test_each_piece_of_advice_is_a_sentence_without_its_stop() -> None:
    for name, way in TABLE["advice"].items():
        assert re.fullmatch(r"%?[a-z][\w.:]*", name)
        assert way[0].islower() or way.startswith(("AMD", "__"))
        assert not way.endswith(".")
    assert not {*TABLE["advice"]} & {*TABLE["gives"]}


@pytest.mark.parametrize(
    ("plain", "raw"),
    [
        ('"prefetch.global.L2 [%0];"', 'R"(prefetch.global.L2 [%0];)"'),
        ('"{prefetch.global.L2 [%0];}"', 'R"ptx({prefetch.global.L2 [%0];})ptx"'),
        ('"membar.gl;"', 'R"(\n  membar.gl;\n)"'),
        ('"nanosleep.u32 %0;"', 'R"(nanosleep.u32 %0;)"'),
        ('"wgmma.fence.sync.aligned;"', 'R"(wgmma.fence.sync.aligned;)"'),
    ],
)
def test_a_raw_string_says_the_same(plain: str, raw: str) -> None:
    one, other = (f'asm volatile({text} :: "l"(p));' for text in (plain, raw))
    assert made(one).replace(plain, "") == made(other).replace(raw, "")
    assert said(one) == said(other)


def test_the_text_of_a_raw_string_is_quoted() -> None:
    quoted = ptx_instructions.RAW.sub(ptx_instructions._quoted, b'R"x(a"b\\c)" d\r\n)x" "e"')
    assert quoted == b'"a\\"b\\\\c)\\" d\\n" "e"'
