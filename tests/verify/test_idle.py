"""Units of which nothing is compiled, as they are compiled."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

import pytest
from helpers.command import put

from hipify_py.project.run import convert_tree
from hipify_py.settings import Settings
from hipify_py.verify.compiler import find
from hipify_py.verify.idle import conditions, probe
from hipify_py.verify.run import Wish, verify
from hipify_py.verify.sources import look_over

if TYPE_CHECKING:
    from pathlib import Path

ROOT_OF_TOOLS = os.environ.get("HIP_SYSROOT") or os.path.expanduser("~/.cache/hip-sysroot")
KERNEL = "__global__ void k(int *p) { *p = 1; }\n"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("#ifdef A\nint x;\n#endif\n", [b"defined(A)"]),
        ("// a\n#include <b>\n#define C 1\n#ifndef A /* b */\nint x;\n#endif // A\n", [b"!defined(A)"]),
        ("#if defined(A) && \\\n  B > 1\nint x;\n#if C\n#else\n#endif\n#endif", [b"defined(A) && B > 1"]),
        ("#if A\nint x;\n#endif\n#ifdef B\nint y;\n#endif\n", [b"A", b"defined(B)"]),
        ("#ifdef A\nint x;\n#else\nint y;\n#endif\n", []),
        ("#ifdef A\nint x;\n#elif B\nint y;\n#endif\n", []),
        ("int x;\n#ifdef A\nint y;\n#endif\n", []),
        ("#ifdef A\nint y;\n#endif\nint x;\n", []),
        ("#ifdef A\nint y;\n", []),
        ("#ifndef A_CU\n#define A_CU\nint x;\n#endif\n", []),
        ("#ifdef __HIP_DEVICE_COMPILE__\nint x;\n#endif\n", []),
        ("#ifdef A\n#endif\n" * 30, []),
        ("#ifdef A\nint x;\n#undef A\n#endif\n", []),
        ("#include <b>\n", []),
        ("", []),
    ],
)
def test_the_conditions_under_which_all_stands(text: str, expected: list[bytes]) -> None:
    assert [*conditions(text.encode())] == expected


def test_a_probe_asks_behind_the_unit() -> None:
    assert b"".join(probe(b"/a.cu", (b"A", b"!defined(B)"))).splitlines() == [
        b'#include "/a.cu"',
        b"#if !((A) || (!defined(B)))",
        b"#error hipify-py: nothing of this unit is compiled",
        b"#endif",
    ]


@pytest.mark.compiler
@pytest.mark.usefixtures("hipcheck")
def test_the_compiler_says_of_which_units_nothing_is_compiled(tmp_path: Path) -> None:
    put(tmp_path / "a.cu", f"#ifdef USE_GPU\n{KERNEL}#endif\n")
    put(tmp_path / "b.cu", f'#include "b.h"\n#ifdef USE_GPU\n{KERNEL}#endif\n')
    put(tmp_path / "b.h", "#define USE_GPU\n")
    put(tmp_path / "c.cu", KERNEL)
    settings = Settings(mode="memory")
    sources = look_over(convert_tree([str(tmp_path)], settings), [str(tmp_path)], settings)
    compiler = find(ROOT_OF_TOOLS, os.environ)
    found = verify(sources, Wish(compiler))
    assert [unit.idle for unit in found.units] == [("defined(USE_GPU)",), (), ()]
    assert found.count("compiles") == 3
    given = verify(sources, Wish(compiler, flags=("-DUSE_GPU",)))
    assert [unit.idle for unit in given.units] == [(), (), ()]
