"""Functions of the device that nothing in a program calls."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from helpers.command import put

from hipify_py import Settings, convert_tree

if TYPE_CHECKING:
    from pathlib import Path

LOCK = """#pragma once
class L {
public:
    __device__ __inline__ void getLock() { while (1 == atomicExch(&l, 1)) {} }
private:
    int l;
};
"""
TAKES = "#define TAKE(p) p->getLock()\n"
KERNEL = '#include "lock.cuh"\n__global__ void k(L *p) { '


def severities(folder: Path, files: dict[str, str]) -> list[str]:
    for name, text in files.items():
        put(folder / name, text)
    report = convert_tree([str(folder)], Settings())
    return [one.severity for file in report.files for one in file.concerns if one.rule == "W026"]


@pytest.mark.parametrize(
    ("files", "severity"),
    [
        ({"lock.cuh": LOCK, "a.cu": KERNEL + "}\n"}, "note"),
        ({"lock.cuh": LOCK, "a.cu": KERNEL + "/* getLock */ }\n"}, "note"),
        ({"lock.cuh": LOCK, "a.cu": KERNEL + "p->getLock(); }\n"}, "error"),
        ({"lock.cuh": LOCK, "a.cu": f'{KERNEL}}}\n#include "b.h"\n', "b.h": TAKES}, "error"),
        ({"lock.cuh": LOCK, "a.cu": KERNEL + "}\n", "b.h": TAKES}, "note"),  # of another program
        ({"lock.cuh": LOCK + "__device__ void g(L &a) { a.getLock(); }\n", "a.cu": KERNEL + "}\n"}, "error"),
        ({"include/lock.cuh": LOCK, "a.cu": KERNEL.replace("lock", "include/lock") + "}\n"}, "error"),
    ],
)
def test_a_loop_that_nobody_comes_to_is_noted(tmp_path: Path, files: dict[str, str], severity: str) -> None:
    assert severities(tmp_path, files) == [severity]


def test_another_of_the_name_that_nobody_calls_is_no_use(tmp_path: Path) -> None:
    other = LOCK.replace("class L", "class M")
    files = {"lock.cuh": LOCK, "b.cuh": other, "a.cu": f'#include "b.cuh"\n{KERNEL}}}\n'}
    assert severities(tmp_path, files) == ["note", "note"]


def test_declared_elsewhere_it_may_be_called(tmp_path: Path) -> None:
    spins = "__device__ void spin(int *l) { while (atomicCAS(l, 0, 1)) {} }\n"
    assert severities(tmp_path / "alone", {"a.cu": f"static {spins}"}) == ["note"]
    assert severities(tmp_path / "static", {"a.cu": f"static {spins}", "b.cu": "int b;\n"}) == ["note"]
    files = {"a.cu": spins, "b.cu": "extern __device__ void spin(int *l);\n__global__ void k() {}\n"}
    assert severities(tmp_path / "extern", files) == ["error"]


def test_a_header_that_nothing_includes_calls_nothing(tmp_path: Path) -> None:
    left = LOCK.replace("class L", "class N") + "__device__ void g(N &a) { a.getLock(); }\n"
    files = {"lock.cuh": LOCK, "old.cuh": left, "a.cu": KERNEL + "}\n"}
    assert severities(tmp_path, files) == ["note", "note"]
