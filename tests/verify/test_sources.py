"""What a conversion came to, as a compiler is to see it."""

from __future__ import annotations

from pathlib import Path

import pytest
from helpers.command import put

from hipify_py.choices import OWN_HEADERS
from hipify_py.project.run import convert_tree
from hipify_py.settings import Settings
from hipify_py.verify.sources import Sources, as_they_are, look_over, outermost

CUDA = "#include <cuda_runtime.h>\n"
HIP = b"#include <hip/hip_runtime.h>\n"


def looked_over(path: Path, settings: Settings, *, as_is: bool = False) -> Sources:
    report = convert_tree([str(path)], settings)
    return look_over(as_they_are(report) if as_is else report, [str(path)], settings)


@pytest.fixture
def src(tmp_path: Path) -> Path:
    put(tmp_path / "src/a.cu", CUDA)
    put(tmp_path / "src/b.h", "int x;\n")
    put(tmp_path / "src/notes.txt", "cudaFree")
    return tmp_path / "src"


def test_in_memory_what_changed_is_laid_over_the_files(src: Path) -> None:
    found = looked_over(src, Settings(mode="memory"))
    assert found.texts == {f"{src}/a.cu": HIP, f"{src}/b.h": b"int x;\n"}
    assert [*found.laid] == [f"{src}/a.cu", *(f"{src}/{header}" for header in OWN_HEADERS)]
    assert (found.roots, found.converted) == ((str(src),), 1)


def test_what_was_written_elsewhere_is_laid_over_the_original(src: Path, tmp_path: Path) -> None:
    found = looked_over(src, Settings(mode="output", output=str(tmp_path / "out")))
    assert found.laid[f"{src}/a.cu"] == HIP
    assert found.converted == 0


def test_what_got_a_new_ending_stands_under_it(src: Path, tmp_path: Path) -> None:
    found = looked_over(src, Settings(mode="output", output=str(tmp_path / "out"), rename=".hip"))
    assert f"{src}/a.hip" in found.laid
    assert f"{src}/a.cu" not in found.texts


def test_what_was_converted_in_place_needs_nothing_laid_over_it(src: Path) -> None:
    found = looked_over(src, Settings(mode="in-place"))
    assert found.texts[f"{src}/a.cu"] == HIP
    assert [*found.laid] == [f"{src}/{header}" for header in OWN_HEADERS]


def test_a_tree_that_has_the_warp_header_keeps_its_own(src: Path) -> None:
    put(src / "hipify_warp32.h", "mine\n")
    assert f"{src}/hipify_warp32.h" not in looked_over(src, Settings(mode="memory")).laid


def test_as_they_are_nothing_is_converted(src: Path) -> None:
    found = looked_over(src, Settings(mode="memory"), as_is=True)
    assert found.texts[f"{src}/a.cu"] == CUDA.encode()
    assert (f"{src}/a.cu" in found.laid, found.converted) == (False, 0)


def test_headers_are_found_in_the_folders_that_the_settings_name(src: Path, tmp_path: Path) -> None:
    put(tmp_path / "lib/deep/only.h", "int y;\n")
    put(src / "a.cu", CUDA + '#include "only.h"\n')
    assert not looked_over(src, Settings(mode="memory")).headers.has("only.h")
    folders = (str(tmp_path / "lib"), str(tmp_path / "lib/deep"), str(src))
    found = looked_over(src, Settings(mode="memory", include_dirs=folders))
    flags = found.headers.reach(f"{src}/a.cu").flags
    assert flags[:2] == ("-iquote", str(tmp_path / "lib/deep"))
    assert found.roots == (str(src),)


def test_folders_in_others_are_looked_through_once() -> None:
    assert outermost(["/a/b", "/c", "/a", "/a", "/ab"]) == ("/c", "/a", "/ab")
    assert outermost(["/a", "/"]) == ("/",)
