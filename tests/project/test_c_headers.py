"""Headers of C that a project's own headers bring."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from helpers.command import put

from hipify_py import Settings, convert_tree

if TYPE_CHECKING:
    from pathlib import Path

SOURCE = '#include "b.h"\n__global__ void k() {}\nint main() { k<<<1, 1>>>(); assert(1); }\n'
BRINGS = "#pragma once\n#include <cassert>\n"


@pytest.mark.parametrize(
    ("headers", "is_written"),
    [
        ({"b.h": BRINGS}, False),
        ({"b.h": '#include "c.h"\n', "c.h": BRINGS}, False),
        ({"b.h": f"#ifndef B_H\n#define B_H\n{BRINGS}#endif\n"}, False),
        ({"b.h": f"#ifdef MINE\n{BRINGS}#endif\n"}, True),
        ({"b.h": '#ifdef MINE\n#include "c.h"\n#endif\n', "c.h": BRINGS}, True),
        ({"b.h": "#include <cstring>\n"}, True),
        ({"b.h": "int b;\n", "c.h": BRINGS}, True),
    ],
)
def test_a_header_that_the_projects_bring_is_not_written(
    tmp_path: Path, headers: dict[str, str], is_written: bool
) -> None:
    for name, text in {"a.cu": SOURCE, **headers}.items():
        put(tmp_path / "t" / name, text)
    convert_tree([str(tmp_path / "t")], Settings(output=str(tmp_path / "o"), mode="output"))
    assert ("#include <assert.h>" in (tmp_path / "o/a.cu").read_text()) == is_written
