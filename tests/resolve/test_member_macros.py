"""Macros that make a member of what they are given."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from hipify_py.conversion import convert
from hipify_py.project.run import convert_tree
from hipify_py.resolve.member_macros import member_macros
from hipify_py.rules.load import load
from hipify_py.settings import Settings
from hipify_py.source.unit import Unit

if TYPE_CHECKING:
    from pathlib import Path

RULES = load()


@pytest.mark.parametrize(
    ("source", "found"),
    [
        ("#define CALL(f, c) (f)->c", {b"CALL": {1}}),
        ("#define CALL(f, c) do { check(f . c); } while (0)", {b"CALL": {1}}),
        ("#define CALL(f, c) \\\n  f -> \\\n  c", {b"CALL": {1}}),
        ("#define CK(x) CALL(api, x)\n#define CALL(f, c) f->c", {b"CK": {0}, b"CALL": {1}}),
        ("#define CALL(f, c) c(f)", {}),
        ("#define CALL(f, c) f(c->x)", {}),
        ("#define CALL(c) 1.c", {}),
        ("#define PRINT(...) printf(__VA_ARGS__)", {}),
        ("#define CALL f->c", {}),
    ],
)
def test_which_macros_make_members(source: str, found: dict[bytes, set[int]]) -> None:
    assert member_macros(Unit(source.encode() + b"\n")) == found


MACRO = "#define CALL(f, c) check((f)->c)\n"
USE = b"void g(Api *f, cudaStream_t s) { CALL(f, cudaStreamSynchronize(s)); cudaStreamSynchronize(s); }\n"
DONE = b"void g(Api *f, hipStream_t s) { CALL(f, cudaStreamSynchronize(s)); hipStreamSynchronize(s); }\n"


def test_a_name_that_a_macro_makes_a_member_stays() -> None:
    result = convert(MACRO.encode() + USE, RULES)
    assert result.output.endswith(MACRO.encode() + DONE)
    assert [one.rule for one in result.findings] == ["N004"]


def test_a_macro_of_another_file_makes_members(tmp_path: Path) -> None:
    (tmp_path / "call.h").write_text("#pragma once\n" + MACRO)
    (tmp_path / "a.cpp").write_bytes(b'#include "call.h"\n#include <cuda_runtime.h>\n' + USE)
    (tmp_path / "b.cpp").write_bytes(b"#include <cuda_runtime.h>\n" + USE)
    convert_tree([str(tmp_path)], Settings(mode="in-place"))
    assert (tmp_path / "a.cpp").read_bytes().endswith(DONE)
    assert b"CALL(f, hipStreamSynchronize(s))" in (tmp_path / "b.cpp").read_bytes()
