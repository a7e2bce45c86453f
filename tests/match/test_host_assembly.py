"""Inline assembly that can be no PTX by its text, and branches that no pass for the device takes."""

from __future__ import annotations

import pytest

from hipify_py.match.host_assembly import is_no_ptx, left_to_host
from hipify_py.source.unit import Unit


@pytest.mark.parametrize(
    "text",
    [
        b'asm ("rorl %%cl,%0" :"=r" (word) :"0" (word),"c" (i))',
        b'asm ("rotlw %0,%0,%2" :"=r" (word) :"0" (word),"r" (i))',
        b'__asm__ __volatile__ ( "bswapl %0     \\n\\t" "movl   %0,(%1)\\n\\t" ::"r"(x), "r"(y))',
        b'asm("add %0, %0, 1;" : "+r"(a))',  # of PTX it would say the type
        b'asm volatile("rep; nop")',
        b'asm volatile("1: ldxr %w0, [%1]\\n cbnz %w0, 1b" : "=&r"(a) : "r"(p))',
        b'asm volatile("rdtsc" : "=A"(t))',
        b'asm("cpuid")',
        b'asm("MOV EAX, 1")',
        b'asm("lock; cmpxchgq %1, %2" : "=a"(a) : "q"(b), "m"(*p), "0"(c))',
    ],
)
def test_words_without_types_are_no_instructions_of_ptx(text: bytes) -> None:
    assert is_no_ptx(text)


@pytest.mark.parametrize(
    "text",
    [
        b'asm("exit;")',
        b'asm("trap")',
        b'asm volatile("brkpt;")',
        b'asm("bra DONE;")',
        b'asm("call (%0), f, (%1);" : "=r"(a) : "r"(b))',
        b'asm("rdtsc; ret;")',
        b'asm("discard.global.L2 [%0], 128;" :: "l"(p))',
        b'asm("shf.l.wrap.b32 %0, %1, %1, 8;" : "=r"(a) : "r"(b))',
        b'asm("rdtsc; bar.sync 0;")',
        b'asm("bar .sync 0;")',
        b'asm("cpuid\\n add.u32 %0, %0, 1;" : "+r"(a))',
        b'asm("{ nop; }")',
        b'asm("@p nop;")',
        b'asm("@%p0 nop")',
        b'asm(".reg .pred p;")',
        b'asm(NAME " %0" : "=r"(a))',
        b'asm("bfe" TYPE " %0, %1, 1, 1;" : "=r"(a) : "r"(b))',
        b'asm("" ::: "memory")',
        b'asm("L1: exit;")',
        b'asm("L1:")',
        b'asm("// nothing")',
        b'asm("%0" :: "r"(a))',
        b'asm(R"(nop)")',
        b'asm("vmul.f32 q0, q1, q2")',  # not PTX, but by a table alone
        b"asm(TEXT)",
    ],
)
def test_what_may_be_ptx_is_not_certainly_none(text: bytes) -> None:
    assert not is_no_ptx(text)


@pytest.mark.parametrize(
    "source",
    [
        "#ifndef __CUDA_ARCH__\nhere\n#endif\n",
        "#ifdef __CUDA_ARCH__\n#else\nhere\n#endif\n",
        "#ifdef __CUDA_ARCH__\n#elif defined(__x86_64__)\nhere\n#else\n#endif\n",
        "#if __CUDA_ARCH__\n#else\nhere\n#endif\n",
        "#if !defined(__CUDA_ARCH__)\nhere\n#else\n#endif\n",
        "#if !defined __CUDA_ARCH__ && !defined __HIP_DEVICE_COMPILE__\nhere\n#endif\n",
        "#if !(defined(__CUDA_ARCH__) || defined(__HIP_DEVICE_COMPILE__))\nhere\n#endif\n",
        "#if (defined(__CUDA_ARCH__) || defined(__HIP_DEVICE_COMPILE__))\n#else\nhere\n#endif\n",
        "#if defined(__CUDACC__) || defined(__HIPCC__)\n#else\n#if FAST\nhere\n#endif\n#endif\n",
    ],
)
def test_what_no_pass_for_the_device_takes(source: str) -> None:
    assert left_to_host(Unit(source.encode()), source.index("here"))


@pytest.mark.parametrize(
    "source",
    [
        "here",
        "#ifdef __CUDA_ARCH__\nhere\n#else\n#endif\n",
        "#ifndef __CUDA_ARCH__\n#else\nhere\n#endif\n",
        "#if !defined(__CUDA_ARCH__)\n#else\nhere\n#endif\n",
        "#if __CUDA_ARCH__ >= 700\n#else\nhere\n#endif\n",
        "#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 700\n#else\nhere\n#endif\n",
        "#if !defined(__CUDA_ARCH__) || FAST\nhere\n#endif\n",
        "#if !(defined(__CUDA_ARCH__)) || defined(__HIPCC__)\nhere\n#endif\n",
        "#if defined(__CUDA_ARCH__) || FAST\nhere\n#endif\n",
        "#if FAST && defined(__CUDA_ARCH__)\n#else\nhere\n#endif\n",
        "#ifdef __x86_64__\nhere\n#endif\n",
        "#ifndef MY__CUDA_ARCH__\nhere\n#endif\n",
        "#if FAST\n#elif !defined(__CUDA_ARCH__)\nhere\n#endif\n",
    ],
)
def test_what_a_pass_for_the_device_may_take(source: str) -> None:
    assert not left_to_host(Unit(source.encode()), source.index("here"))
