"""Which inline assembly is PTX by its text."""

from __future__ import annotations

import pytest

from hipify_py.source.assembly import is_ptx, is_target, is_value


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


TARGETS = b"""x;p[i ? 1 : 2];a.b->c;*p++;A<b, 3>::c[1];(unsigned &)x;reinterpret_cast<unsigned &>(x);f(x)
((uint4*)p)->x;*reinterpret_cast<unsigned*>(&a);(x ? a : b);(a, b);r##x;x /* to */""".replace(b"\n", b";")
NO_TARGETS = (
    b"struct float4;(struct float4);class T;typename T::t;const x;float4 v;a ? b : c;a, b;a = b;a + b;;"
)


@pytest.mark.parametrize("text", TARGETS.split(b";"))
def test_what_can_stand_before_an_assignment(text: bytes) -> None:
    assert is_target(text.replace(b"/* to */", b"        "))


@pytest.mark.parametrize("text", NO_TARGETS.split(b";"))
def test_what_is_a_type_or_binds_weaker_than_an_assignment(text: bytes) -> None:
    assert not is_target(text)


@pytest.mark.parametrize("text", [b"struct float4", b"((struct float4))", b"typename T::t", b"enum e"])
def test_a_type_that_is_said_to_be_one_is_no_value(text: bytes) -> None:
    assert not is_value(text)


@pytest.mark.parametrize(
    "text", [b"(struct node *)p", b"structure", b"a ? b : c", b"sizeof(struct s)", b"a, b"]
)
def test_an_operand_that_is_read_may_be_any_expression(text: bytes) -> None:
    assert is_value(text)
