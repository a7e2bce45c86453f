"""What a build came to is read from its log, from its own words, and from what it never did."""

from __future__ import annotations

import json
import os
import shutil
import sys
from pathlib import Path

import endtoend
import pytest

MAKEFILE = """\
all: a.o b.o
%.o: %.cu
\thipcc -c $< -o $@
"""


@pytest.mark.skipif(not shutil.which("make"), reason="needs make")
def test_make_builds_what_it_can_beside_a_dead_object(tmp_path: Path) -> None:
    site = made_site(tmp_path)
    (site.copy / "Makefile").write_text(MAKEFILE)
    (site.copy / "a.cu").write_text("broken")
    (site.copy / "b.cu").write_text("int b;")
    (said,) = endtoend.build(site.copy, site, [])
    assert (site.copy / "b.o").exists()
    assert not (site.copy / "a.o").exists()
    assert all(endtoend.FOLLOWS.search(one["text"]) for one in endtoend.MAKE_SAID.finditer(said))


@pytest.mark.skipif(not shutil.which("make"), reason="needs make")
def test_a_missing_source_is_the_build_s_own_word(tmp_path: Path) -> None:
    site = made_site(tmp_path)
    (site.copy / "Makefile").write_text(MAKEFILE)
    (said,) = endtoend.build(site.copy, site, [])
    own = [one["text"] for one in endtoend.MAKE_SAID.finditer(said)]
    assert any("No rule to make target" in one for one in own)


def test_a_build_without_an_end_is_ended_and_told(tmp_path: Path) -> None:
    endless = [sys.executable, "-c", "import time; print('begun', flush=True); time.sleep(60)"]
    said = endtoend._run(endless, tmp_path, dict(os.environ), 1)
    assert said.startswith("begun\n")
    assert [one["text"] for one in endtoend.MAKE_SAID.finditer(said)] == ["no end"]


def test_a_failing_configure_names_its_place() -> None:
    said = (
        "CMake Error at lib/CMakeLists.txt:7 (find_package):\n  Could not find\n  CUDA.\n\n-- Configuring\n"
    )
    (one,) = endtoend.CMAKE_SAID.finditer(said)
    assert (one["file"], one["line"], " ".join(one["text"].split())) == (
        "lib/CMakeLists.txt",
        "7",
        "Could not find CUDA.",
    )


def test_objects_that_a_build_never_came_to_are_missing(tmp_path: Path) -> None:
    folder = tmp_path / "build-hip"
    folder.mkdir()
    sources = [str(tmp_path / name) for name in ("a.cu", "b.cu")]
    entries = [{"command": f"cc -o {Path(one).stem}.o -c {one}", "file": one} for one in sources]
    (folder / "compile_commands.json").write_text(json.dumps(entries))
    assert endtoend.missing(tmp_path, [(os.path.realpath(sources[0]), "0")]) == ["b.o"]


def made_site(folder: Path) -> endtoend.Site:
    """Lay out a site whose hipcc is a stub: it fails where a source is broken, else makes the object."""
    site = endtoend.Site(folder / "copy", folder / "rocm", folder / "log", 30)
    site.copy.mkdir()
    stub = site.rocm / "bin" / "hipcc"
    stub.parent.mkdir(parents=True)
    stub.write_text('#!/bin/sh\n! grep -q broken "$2" && touch "$4"\n')
    stub.chmod(0o755)
    return site
