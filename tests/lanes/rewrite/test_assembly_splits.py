"""Assembly that splits a thread's index by 32."""

from __future__ import annotations

import pytest
from helpers.warps import broken, native, run

KERNEL = "__global__ void k(int *x, int n) {{ unsigned r, t = threadIdx.x; {} x[r] = __any_sync(~0u, n); }}\n"
ASM = 'asm("{}" : "=r"(r) : "r"({}));'


@pytest.mark.parametrize(
    ("text", "read"),
    [
        ("bfe.u32 %0, %1, 0, 5;", "threadIdx.x"),
        ("bfe.u32 %0, %1, 0, 5;", "t"),
        ("and.b32 %0, %1, 31;", "t"),
        ("and.b32 %0,%1,0x1f;", "t"),
        ("shr.u32 %0, %1, 5;", "t"),
        ("rem.u32 %0, %1, 32;", "t"),
        ("div.u32 %0, %1, 32;", "t + 1"),
    ],
)
def test_an_index_is_split(text: str, read: str) -> None:
    source = KERNEL.format(ASM.format(text, read))
    assert "W012" in broken(native(source))
    assert "W012" not in broken(run(source))


@pytest.mark.parametrize(
    ("text", "read"),
    [
        ("bfe.u32 %0, %1, 0, 5;", "n"),
        ("bfe.u32 %0, %1, 0, 6;", "t"),
        ("bfe.u32 %0, %1, 5, 5;", "t"),
        ("and.b32 %0, %1, 63;", "t"),
        ("shr.u32 %0, %1, 05;", "n"),
        ("add.u32 %0, %1, 31;", "t"),
        ("{ .reg .u32 a; mov.u32 a, %%tid.x; and.b32 %0, %1, 31; }", "n"),
        ("{ .reg .u32 a, b; mov.u32 a, %%tid.x; mov.u32 b, %1; and.b32 %0, b, 31; }", "n"),
        ("{ .reg .u32 a; mov.u32 a, %%tid.y; and.b32 %0, a, 31; }", "n"),
    ],
)
def test_other_assembly(text: str, read: str) -> None:
    assert "W012" not in broken(native(KERNEL.format(ASM.format(text, read))))


@pytest.mark.parametrize(
    "text",
    [
        "{ .reg .u32 a; mov.u32 a, %tid.x; and.b32 %0, a, 31; }",
        "{ .reg .u32 a; mov.u32 a, %%tid.x; and.b32 %0, a, 31; }",
        "{ .reg .u32 %%a; mov.u32 %%a, %%tid.x; shr.u32 %0, %%a, 5; }",
        "and.b32 %0, %%tid.x, 31;",
    ],
)
def test_an_index_that_is_read_in_the_text(text: str) -> None:
    assert "W012" in broken(native(KERNEL.format(f'asm("{text}" : "=r"(r));')))
