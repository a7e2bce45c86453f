"""Members that keep a compute capability, and what the files of a project do by them."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from helpers.command import put

from hipify_py.project.run import convert_tree
from hipify_py.settings import Settings

if TYPE_CHECKING:
    from pathlib import Path

HEADER = "#pragma once\nstruct Device {\n  int cc_major;\n  int cc_minor; ///< the minor number\n};\n"
FILLS = """#include <cuda_runtime.h>
#include "device.h"
void fill(struct Device *d) {
  struct cudaDeviceProp prop;
  cudaGetDeviceProperties(&prop, 0);
  d->cc_major = prop.major;
  d->cc_minor = (int)prop.minor;
}
"""
SHOWS = '#include "device.h"\nvoid show(struct Device *d) { printf("%d.%d\\n", d->cc_major, d->cc_minor); }\n'


def severities(folder: Path, files: dict[str, str]) -> list[str]:
    """Convert some files, and give how grave it is what a.cu keeps of a capability."""
    for name, text in {"device.h": HEADER, "a.cu": FILLS, "b.cpp": SHOWS, **files}.items():
        put(folder / name, text)
    report = convert_tree([str(folder)], Settings())
    (own,) = (one for one in report.files if one.path.endswith("/a.cu"))
    return [each.severity for each in own.concerns if each.rule == "M071"]


@pytest.mark.parametrize(
    "use",
    [
        "",
        "if (d->cc_major < 2) { old(d); }",
        "if (d->cc_major == 1 && d->cc_minor == 0) old(d);",
        "if (x || d->cc_major < 5) { old(d); }",
        'PRINT("  Capability: %d.%d\\n", d->cc_major, d->cc_minor);',
        "d->cc_major = 0; d->cc_minor = 0;",
    ],
)
def test_what_nothing_is_decided_by_is_a_note(tmp_path: Path, use: str) -> None:
    reads = f'#include "device.h"\nvoid read(struct Device *d, int x) {{ {use} }}\n'
    assert severities(tmp_path, {"c.cu": reads}) == ["note"]


@pytest.mark.parametrize(
    "use",
    [
        "if (d->cc_major < 7) { old(d); }",
        "if (d->cc_major == 8 && d->cc_minor == 6) old(d);",
        "if (d->cc_minor == 0) old(d);",
        "if (d->cc_major < 2 || d->cc_minor == 1) old(d);",
        "return d->cc_major * 10 + d->cc_minor;",
        "int n = cores(d->cc_major);",
        "while (d->cc_major < 2) { old(d); }",
        "other->cc_major = d->cc_major;",
        "switch (d->cc_minor) { case 1: old(d); }",
        "int n = d->cc_major < 2 ? 1 : 2;",
    ],
)
def test_what_something_may_be_decided_by_is_a_warning(tmp_path: Path, use: str) -> None:
    reads = f'#include "device.h"\nint read(struct Device *d, struct Device *other) {{ {use} }}\n'
    assert severities(tmp_path, {"c.cpp": reads}) == ["warning"]


@pytest.mark.parametrize(
    "files",
    [
        {"c.h": "#define IS_NEW(d) ((d)->cc_major >= 7)\n"},
        {"a.cu": FILLS.replace("= prop.major;", "= prop.major * 10;")},
        {"a.cu": FILLS.replace("cc_major", "cc"), "device.h": HEADER.replace("cc_major", "cc")},
    ],
)
def test_what_is_not_sure_is_a_warning(tmp_path: Path, files: dict[str, str]) -> None:
    assert severities(tmp_path, files) == ["warning"]


def test_a_file_by_itself_does_not_tell(tmp_path: Path) -> None:
    (tmp_path / "a.cu").write_text(FILLS)
    (report,) = convert_tree([str(tmp_path / "a.cu")], Settings()).files
    assert [one.severity for one in report.concerns if one.rule == "M071"] == ["warning"]
