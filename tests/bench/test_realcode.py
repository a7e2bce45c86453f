"""The flags by which a unit's original is given to GCC."""

from __future__ import annotations

import shutil
import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parent))

import realcode
from realcode import quoted_first

from hipify_py.verify.model import Unit


@pytest.mark.parametrize(
    ("flags", "kept"),
    [
        (["-iquote", "d", "-idirafter", "d"], ["-iquote", "d"]),
        (["-idirafter", "e", "-iquote", "d", "-DX"], ["-idirafter", "e", "-iquote", "d", "-DX"]),
        (["-idirafter", "d", "-iquote", "d", "-idirafter", "e"], ["-iquote", "d", "-idirafter", "e"]),
        ([], []),
    ],
)
def test_gcc_gets_one_folder_once_and_for_quotes(flags: list[str], kept: list[str]) -> None:
    assert quoted_first(flags) == kept


@pytest.mark.parametrize(
    ("flags", "kept"),
    [
        (("-std=gnu++20", "-DX", "-fopenmp"), ["-std=c++20", "-DX"]),
        (("-std=c++2b", "-std=gnu++14"), ["-std=c++20", "-std=c++14"]),
        (("-isystem", "d", "-Ie"), ["-Ie", "-isystem=d"]),
    ],
)
def test_nvcc_gets_what_it_takes_and_is_lenient(
    monkeypatch: pytest.MonkeyPatch, flags: tuple[str, ...], kept: list[str]
) -> None:
    monkeypatch.setattr(shutil, "which", lambda name: f"/bin/{name}")
    unit = Unit("a.cu", ".", flags, "hip", "")
    *_, asked = realcode._originals(unit, "clang", Path("/cuda"))
    given = asked[asked.index("--expt-relaxed-constexpr") + 1 : asked.index("-Xcompiler")]
    assert given == ["--expt-extended-lambda", *kept]
