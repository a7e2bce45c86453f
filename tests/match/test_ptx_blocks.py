"""Statements of PTX that become C++: what is written for them, what stays, and that the outcome compiles."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest
from helpers.matches import converted, matched

from hipify_py.api import include_dir

if TYPE_CHECKING:
    from pathlib import Path

    from helpers.toolchain import Hipcheck

HEAD = "typedef unsigned long long u64;\n"
HEAD += "__device__ void f(unsigned a, unsigned b, unsigned c, u64 x, u64 y, float z,"
HEAD += " unsigned short h, int s, unsigned *p, double d) { "
WORD, WIDE = "unsigned ptx_", "unsigned long long ptx_"


def made(statement: str) -> str:
    text = matched("D001", f"{HEAD}{statement} }}").text
    assert text.startswith(HEAD)
    return re.sub(r"\n +", " ", text[len(HEAD) : -2]).replace("\n}", " }")


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ('asm("xor.b64 %0, %1, %2;" : "=l"(x) : "l"(x), "l"(y));',
         "x = (unsigned long long)(x) ^ (unsigned long long)(y);"),
        ('asm("mov.b64 %0, {%1, %2};" : "=l"(x) : "r"(a), "r"(b));',
         "x = (unsigned long long)(unsigned)(b) << 32 | (unsigned long long)(unsigned)(a);"),
        ('asm("mov.u32 %0, %%tid.x;" : "=r"(a));', "a = unsigned(threadIdx.x);"),
        ('asm volatile("mov.u32 %0, %ctaid.y;" : "=r"(a) :);', "a = unsigned(blockIdx.y);"),
        ('asm volatile(".pragma \\"nounroll\\";");', "(void)0;"),
        ('asm("st.global.u32 [%0], %1;" :: "l"(p), "r"(a));',
         "*(unsigned *)(unsigned long long)(p) = (unsigned)(unsigned)(a);"),
        ('asm volatile("ld.global.cg.u32 %0, [%1];" : "=r"(a) : "l"(p));',
         "a = hipify_compat::ldcg((const unsigned *)(unsigned long long)(p));"),
        ('asm volatile("ld.global.u32 %0, [%1];" : "=r"(a) : "l"(p));',
         "a = *(const volatile unsigned *)(unsigned long long)(p);"),
        ('asm volatile("ld.global.cs.v2.u32 {%0, %1}, [%2];" : "=r"(a), "=r"(b) : "l"(p));',
         ("do { unsigned ptx_0; unsigned ptx_1; unsigned long long ptx_2 = (unsigned long long)(p);"
         " { const uint2 ptx_loaded = hipify_compat::ldcs((const uint2 *)ptx_2); ptx_0 = ptx_loaded.x;"
         " ptx_1 = ptx_loaded.y; } a = ptx_0; b = ptx_1; } while (0);")),
        ('asm("ld.global.nc.u32 %0, [%1+8];" : "=r"(a) : "l"(p));',
         "a = *(const unsigned *)((unsigned long long)(p) + 8);"),
        ('asm volatile("ld.acquire.gpu.u32 %0, [%1];" : "=r"(a) : "l"(p));',
         ("a = __hip_atomic_load((unsigned *)(unsigned long long)(p), __ATOMIC_ACQUIRE,"
         " __HIP_MEMORY_SCOPE_AGENT);")),
        ('asm volatile("red.global.add.f32 [%0], %1;" :: "l"(p), "f"(z));',
         ("__hip_atomic_fetch_add((float *)(unsigned long long)(p), (float)(z), __ATOMIC_RELAXED,"
         " __HIP_MEMORY_SCOPE_AGENT);")),
        ('if (a) asm("membar.gl;" ::: "memory"); else a = 1;', "if (a) __threadfence(); else a = 1;"),
        (('asm("{ .reg .u32 t; mul.lo.u32 t, %1, %1; /* and */ add.u32 %0, t, -1; } // done\\n"'
         ' : "=r"(a) : "r"(b));'),
         (f"do {{ {WORD}0; {WORD}1 = (unsigned)(b); unsigned ptx_t_1; ptx_t_1 = ptx_1 * ptx_1;"
         " ptx_0 = ptx_t_1 + 4294967295u; a = ptx_0; } while (0);")),
        (('asm("add.cc.u32 %0, %0, %2;\\n\\taddc.u32 %[high], %[high], 0;"'
         ' : "+r"(a), [high] "+r"(b) : "r"(c));'),
         (f"do {{ {WORD}0 = (unsigned)(a); {WORD}1 = (unsigned)(b); {WORD}2 = (unsigned)(c);"
         " unsigned ptx_carry;"
         " ptx_0 = __builtin_addc(ptx_0, ptx_2, 0u, &ptx_carry); ptx_1 = ptx_1 + 0u + (unsigned)ptx_carry;"
         " a = ptx_0; b = ptx_1; } while (0);")),
        ('asm("{ .reg .pred p; setp.ne.b32 p, %1, 0; @!p mov.u32 %0, 7; }" : "+r"(a) : "r"(b));',
         (f"do {{ {WORD}0 = (unsigned)(a); {WORD}1 = (unsigned)(b); bool ptx_p_1; ptx_p_1 = ptx_1 != 0u;"
         " if (!ptx_p_1) { ptx_0 = 7u; } a = ptx_0; } while (0);")),
        ('asm volatile("st.release.sys.u32 [%0], %1;" :: "l"(p), "r"(a) : "memory");',
         (f'do {{ {WIDE}0 = (unsigned long long)(p); {WORD}1 = (unsigned)(a); asm volatile("" ::: "memory");'
         " __hip_atomic_store((unsigned *)ptx_0, (unsigned)ptx_1, __ATOMIC_RELEASE,"
         " __HIP_MEMORY_SCOPE_SYSTEM);"
         ' asm volatile("" ::: "memory"); } while (0);')),
        ('#define BOTH(x, a, b) asm("mov.b64 %0, {%1, %2};" : "=l"(x) : "r"(a), \\\n "r"(b))\n',
         ("#define BOTH(x, a, b) x = (unsigned long long)(unsigned)(b) << 32 |"
         " (unsigned long long)(unsigned)(a)\n")),
    ],
)  # fmt: skip
def test_a_statement_is_written_in_cpp(before: str, after: str) -> None:
    if before.startswith("#"):
        assert matched("D001", before + HEAD + "}").text == after + HEAD + "}"
    else:
        assert made(before) == after


@pytest.mark.parametrize(
    "statement",
    [
        'asm("add.cc.u32 %0, %1, %2;" : "=r"(a) : "r"(b), "r"(c));',  # carries into another statement
        'asm("addc.u32 %0, %1, %2;" : "=r"(a) : "r"(b), "r"(c));',  # out of another one
        'asm("add.cc.u32 %0, %0, %1; addc.cc.u64 %1, %1, 0; addc.u64 %1, 0, 0;" : "+r"(a), "+l"(x));',
        'asm("{ .reg .pred p; setp.eq.u32 p, %0, 0; @p add.cc.u32 %0, %0, 1; addc.u32 %0, 0, 0; }":"+r"(a));',
        'asm("ld.shared.u32 %0, [%1];" : "=r"(a) : "r"(b));',
        'asm("ld.param.u32 %0, [k_param_0];" : "=r"(a));',
        'asm("ld.global.L2::cache_hint.u32 %0, [%1], %2;" : "=r"(a) : "l"(p), "l"(x));',
        'asm("ld.acquire.u32 %0, [%1];" : "=r"(a) : "l"(p));',
        'asm("LOOP: add.u32 %0, %0, 1; bra LOOP;" : "+r"(a));',
        'asm("add.f32.ftz %0, %1, %1;" : "=f"(z) : "f"(z));',
        'asm("add.ftz.f32 %0, %1, %1;" : "=f"(z) : "f"(z));',
        'asm("add.u64 %0, %1, %1;" : "=l"(x) : "r"(a));',
        'asm("add.u32 %0, %1, 1;" : "+r"(p[a++]) : "r"(b));',
        'asm("add.cc.u32 %0, %0, 1; addc.u32 %1, %1, 0;" : "+r"(a), "+r"(p[/* the last */ 1]));',
        'asm("add.u32 %0, %1, %2, %1;" : "=r"(a) : "r"(b), "r"(c));',
        'asm("add.u32 %1, %1, 1;" : "=r"(a), "+r"(b));',
        'asm("mov.u32 t, %1; mov.u32 %0, t;" : "=r"(a) : "r"(b));',
        'asm("{ mov.u32 %0, %1; " : "=r"(a) : "r"(b));',
        'asm("setp.ne.f32 %0, %1, %1;" : "=r"(a) : "f"(z));',
        'asm("vadd4.u32.u32.u32 %0, %1.b0, %2, %2;" : "=r"(a) : "r"(b), "r"(c));',
        'asm("atom.global.add.noftz.f16x2 %0, [%1], %2;" : "=r"(a) : "l"(p), "r"(b));',
    ],
)
def test_what_cannot_be_said_exactly_stays(statement: str) -> None:
    assert made(statement) == statement


@pytest.mark.parametrize(("more", "stays"), [(1022, False), (1023, True)])
def test_a_statement_with_more_operands_than_any_has_stays(more: int, *, stays: bool) -> None:
    statement = 'asm("add.u32 %0, %1, %1;" : "=r"(a) : "r"(b)' + ', "r"(b)' * more + ");"
    assert (made(statement) == statement) == stays


STATEMENTS = (
    'asm("mov.b32 {%0, %1}, %2;" : "=h"(h), "=h"(h) : "r"(a));',
    'asm("sub.cc.u64 %0, %0, %2; subc.u64 %1, %1, 0;" : "+l"(x), "+l"(y) : "l"(x));',
    (
        'asm("mad.lo.cc.u32 %0, %2, %3, %0; madc.hi.cc.u32 %1, %2, %3, %1; addc.u32 %0, %0, 0;"'
        ' : "+r"(a), "+r"(b) : "r"(c), "r"(s));'
    ),
    'asm("mul.hi.s64 %0, %1, %2;" : "=l"(x) : "l"(y), "l"(x));',
    'asm("mul.wide.s32 %0, %1, %2;" : "=l"(x) : "r"(s), "r"(a));',
    'asm("shf.r.clamp.b32 %0, %1, %2, 8; shf.l.wrap.b32 %0, %0, %2, %1;" : "=r"(a) : "r"(b), "r"(c));',
    'asm("popc.b64 %0, %1; clz.b32 %0, %0; brev.b32 %0, %0; bfind.u64 %0, %1;" : "=r"(a) : "l"(x));',
    'asm("bfe.s32 %0, %1, 4, 8; bfi.b32 %0, %0, %1, 3, 2; prmt.b32 %0, %0, %1, 0x5410;" : "=r"(a) : "r"(b));',
    'asm("lop3.b32 %0, %1, %2, %3, 0x96; mul24.lo.s32 %0, %0, %1;" : "=r"(a) : "r"(b), "r"(c), "r"(s));',
    'asm("ld.global.nc.L1::no_allocate.L2::128B.v4.f32 {%0, %0, %0, %0}, [%1];" : "=f"(z) : "l"(p));',
    'asm volatile("ld.volatile.global.v2.u32 {%0, %1}, [%2];" : "=r"(a), "=r"(b) : "l"(p));',
    'asm("ld.global.u8 %0, [%1]; ld.s16 %2, [%1];" : "=r"(a), "+l"(p), "=h"(h));',
    'asm("st.global.cs.v4.u32 [%0], {%1, %1, %2, %2};" :: "l"(p), "r"(a), "r"(b));',
    'asm volatile("st.relaxed.gpu.u64 [%0], %1;" :: "l"(p), "l"(x));',
    'asm volatile("atom.global.cas.b32 %0, [%1], %2, %3;" : "=r"(a) : "l"(p), "r"(b), "r"(c) : "memory");',
    'asm volatile("atom.acq_rel.gpu.global.max.s32 %0, [%1], %2;" : "=r"(a) : "l"(p), "r"(s));',
    'asm volatile("prefetch.global.L2 [%0];" :: "l"(p));',
    'asm("vabsdiff4.u32.u32.u32.add %0, %1, %2, %3;" : "=r"(a) : "r"(b), "r"(c), "r"(a));',
    'asm("vset2.s32.s32.ge %0, %1, %2, %1;" : "=r"(a) : "r"(b), "r"(c));',
    (
        'asm("{ .reg .f32 t; mul.f32 t, %1, 0f3F800000; fma.rn.f32 %0, t, t, %1; min.f32 %0, %0, t; }"'
        ' : "=f"(z) : "f"(z));'
    ),
    'asm("cvt.rn.f16.f32 %0, %1; cvt.f32.f16 %2, %0;" : "=h"(h), "+f"(z), "=f"(z));',
    'asm("cvt.rzi.s64.f64 %0, %1; cvt.rn.f64.u32 %1, %2;" : "=l"(x), "+d"(d) : "r"(a));',
    (
        'asm("{ .reg .pred %%p; .reg .u32 %%t; setp.ne.b32 %%p, %1, 0; @%%p mov.u32 %%t, 7;'
        ' mov.u32 %0, %%t; }" : "=r"(a) : "r"(b));'
    ),
    'asm("{ .reg .b64 t; cvta.to.global.u64 t, %1; mov.u64 %0, t; }" : "=l"(x) : "l"(y));',
    'asm("slct.f32.s32 %0, %0, %0, %1; neg.f32 %0, %0; abs.f32 %0, %0;" : "+f"(z) : "r"(s));',
)


@pytest.mark.compiler
@pytest.mark.parametrize("rocm", ["6.4", "7.2"])
def test_what_is_written_compiles(
    rocm: str, tmp_path: Path, hipcheck: Hipcheck, hipcheck64: Hipcheck
) -> None:
    text = converted("\n".join((HEAD, *STATEMENTS, "}"))).text
    assert "asm(" not in text.replace('asm volatile("" ::: "memory")', "")
    path = tmp_path / "all.hip"
    path.write_text(text)
    check = hipcheck if rocm == "7.2" else hipcheck64
    assert check(path, f"-I{include_dir()}", "-Wno-unused") == (True, "")


@pytest.mark.parametrize(
    ("text", "cpp"),
    [
        ("ld.global.u32 %0, [%1+010];", "+ 8"),
        ("ld.global.u32 %0, [%1+0x10];", "+ 16"),
        ("ld.global.u32 %0, [%1+8U];", "+ 8"),
        ("ld.global.u32 %0, [%1+08];", ""),
        (f"ld.global.u32 %0, [%1+{'9' * 5000}];", ""),
        ("ld.global.u32 %0, [%1+4294967296];", ""),
        (f"mov.u32 %0, {'9' * 5000};", ""),
        (f"mov.u32 %0, 0x{'f' * 5000};", ""),
        (f"mov.u32 %0, 0{'7' * 5000};", ""),
        (f"shl.b32 %0, %0, {'9' * 5000};", ""),
    ],
)
def test_numbers_of_any_form_and_length(text: str, cpp: str) -> None:
    source = f'__device__ void f(unsigned x, int *p) {{ asm volatile("{text}" : "+r"(x) : "l"(p)); }}\n'
    found = matched("D001", source)
    assert [rule for rule, _ in found.said] == ([] if cpp else ["D001"])
    assert (found.text == source) == (not cpp)
    assert cpp in found.text


INDENTED = ["\t", "  ", "", "  /* a\n b */ ", "\\\n", "  \\\n \\\n    ", "x;\\\n\t", "/\\\n* */ "]


@pytest.mark.parametrize("before", INDENTED)
@pytest.mark.parametrize("end", ["\r\n", "\r"])
def test_lines_are_indented_alike_with_any_line_end(before: str, end: str) -> None:
    """A splice has two bytes or three, and is no indentation of the line behind it."""
    load = 'asm volatile("ld.acquire.gpu.global.u32 %0, [%1];" : "=r"(a) : "l"(p) : "memory");'
    source = f"{HEAD}\n{before}{load}\n}}\n"
    made = converted(source).text
    assert 'asm volatile("" ' in made
    assert converted(source.replace("\n", end)).text == made.replace("\n", end)
