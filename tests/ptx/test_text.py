"""The text of an `asm` statement: what it is taken apart into, and what is refused."""

from __future__ import annotations

import pytest

from hipify_py.ptx.text import Border, Declared, Instruction, Item, items, unescaped


def instruction(name: str, *operands: str, guard: str = "", negated: bool = False) -> Instruction:
    return Instruction(guard, negated, name, operands)


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("add.u32 %0, %1, %2;", (instruction("add.u32", "%0", "%1", "%2"),)),
        ("  membar.gl", (instruction("membar.gl"),)),
        ("", ()),
        (' .pragma "nounroll"; ', ()),
        ("mov.b64 {%0,%1}, %2;", (instruction("mov.b64", "{%0,%1}", "%2"),)),
        ("ld.v2.u32 {a, b}, [%0 + 4];", (instruction("ld.v2.u32", "{a, b}", "[%0 + 4]"),)),
        ("@p mov.u32 a, 1;", (instruction("mov.u32", "a", "1", guard="p"),)),
        ("@%%p mov.u32 %0, %%r1;", (instruction("mov.u32", "%0", "%%r1", guard="%%p"),)),
        (".reg .pred %%p, %%q;", (Declared("pred", ("%%p", "%%q")),)),
        ("@!%p1 exit;", (instruction("exit", guard="%p1", negated=True),)),
        (
            "{.reg .b32 a, b;not.b32 a, b;}",
            (
                Border(opens=True),
                Declared("b32", ("a", "b")),
                instruction("not.b32", "a", "b"),
                Border(opens=False),
            ),
        ),
        ("a.u32 b; // c.u32 d;\n e.u32 f;", (instruction("a.u32", "b"), instruction("e.u32", "f"))),
        ("a.u32 /* b; */ c;", (instruction("a.u32", "c"),)),
        ("ld.L1::no_allocate.u32 a, [b];", (instruction("ld.L1::no_allocate.u32", "a", "[b]"),)),
    ],
)
def test_a_text_is_taken_apart(text: str, found: tuple[Item, ...]) -> None:
    assert items(text) == found


@pytest.mark.parametrize(
    "text",
    [
        "LOOP: add.u32 a, b, c;",
        "{ add.u32 a, b, c;",
        "} {",
        ".reg .b32 a<4>;",
        ".shared .b32 a[4];",
        "1;",
        "add.u32 a, a, 1;" * 401,
    ],
)
def test_what_is_no_list_of_instructions_is_refused(text: str) -> None:
    assert items(text) is None


def test_escapes_are_read_as_the_compiler_does() -> None:
    assert unescaped('a;\\n\\tb \\"c\\" \\\\') == 'a;\n b "c" \\'
