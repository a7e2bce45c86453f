"""Which inline assembly is PTX by its text."""

from __future__ import annotations

import pytest

from hipify_py.source.assembly import is_ptx


@pytest.mark.parametrize(
    "text",
    [
        b'asm("bfind.u32 %0, %1;" : "=r"(k) : "r"(a))',
        b'asm volatile("mov.u32 %0, %%laneid;" : "=r"(k))',
        b'asm("mov.u32 %0, %laneid;" : "=r"(k))',
        b'asm("fma.rn.f16x2 %0, %1, %2, %3;" : "=r"(d) : "r"(a), "r"(b), "r"(c))',
        b'asm volatile("membar.gl;" ::: "memory")',
        b'asm volatile("bar.sync 1, 64;")',
        b'asm volatile("cp.async.wait_all;")',
        b'asm("mov.u64 %0, %%clock64;" : "=l"(t))',
        b'asm("mov.u32 %0, %%ctaid.x;" : "=r"(x))',
    ],
)
def test_types_and_registers_are_spelt_as_ptx_does(text: bytes) -> None:
    assert is_ptx(text)


@pytest.mark.parametrize(
    "text",
    [
        b'asm("cpuid" : "=a"(a), "=b"(b) : "a"(0))',
        b'asm volatile("rdtsc" : "=A"(t))',
        b'asm volatile("" ::: "memory")',
        b'asm("mov %%rsp, %0" : "=r"(sp))',
        b'asm("vmul.f32 q0, q1, q2")',
        b'asm("fmla v0.4s, v1.4s, v2.s[0]")',
        b'asm("isb; mrs %0, cntvct_el0" : "=r"(t))',
        b'asm("movl %gs:0, %0")',
    ],
)
def test_assembly_of_hosts_is_none(text: bytes) -> None:
    assert not is_ptx(text)
