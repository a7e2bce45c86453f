"""When HIP's own header is read once for many units."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from hipify_py.verify.precompiled import Precompiled, refused, starts_with_hip
from hipify_py.verify.processes import Ended, Group

HIP = b"#include <hip/hip_runtime.h>\n"


@pytest.mark.parametrize(
    ("text", "starts"),
    [
        (HIP, True),
        (b"// 1\n/* 2\n#include <x.h>\n*/\n#pragma once\n  #  include <hip/hip_runtime.h>  // it\n", True),
        (b"#include <vector>\n#include <stdio.h>\n" + HIP, True),
        (b"#define N 3\n" + HIP, False),
        (b'#include "own.h"\n' + HIP, False),
        (b"#include <boost/x.hpp>\n" + HIP, False),
        (b"#include <GL/gl.h>\n" + HIP, False),
        (b"int x;\n" + HIP, False),
        (b"#if X\n" + HIP, False),
        (b"#include <hip/hip_runtime_api.h>\n" + HIP, False),
        (b"#include <vector>\n", False),
        (b"", False),
    ],
)
def test_only_where_nothing_but_standard_headers_stands_before(text: bytes, starts: bool) -> None:
    assert starts_with_hip(text) is starts


def test_one_is_made_for_all_units_with_the_same_flags_but_folders(tmp_path: Path) -> None:
    base = ["hipcc", "-x", "hip"]
    made: list[list[str]] = []

    class Programs(Group):
        def run(self, command: list[str], folder: str, seconds: float) -> Ended:
            made.append(command)
            Path(command[command.index("-o") + 2]).touch()
            return Ended(0, os.fsencode(folder), seconds)

    pch = Precompiled(str(tmp_path), 30, Programs())
    first = pch.flags(base, ["-I", "x", "-DA", "-Iy", "-iquote", "z"], HIP)
    assert first[:3] == ["-Xclang", "-include-pch", "-Xclang"]
    assert pch.flags(base, ["-DA", "-isystem", "q"], HIP) == first
    assert pch.flags(base, ["-DB"], HIP) != first
    assert pch.flags(base, ["-DA"], b"int x;\n" + HIP) == []
    assert [command[3] for command in made] == ["-DA", "-DB"]


def test_none_is_used_where_it_cannot_be_made(tmp_path: Path) -> None:
    pch = Precompiled(str(tmp_path), 30, Group())
    assert pch.flags(["/gone/compiler"], [], HIP) == []
    assert pch.flags(["/bin/false"], [], HIP) == []


def test_a_compiler_that_refuses_one_is_told_from_one_that_found_errors() -> None:
    assert refused(b"error: PCH file uses an older format")
    assert refused(b"error: file 'x.h' has been modified since the precompiled header '1.pch' was built")
    assert not refused(b"a.cu:1:1: error: expected ';'")
