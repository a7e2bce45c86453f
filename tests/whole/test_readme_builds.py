"""The commands of README.md that build the demos for HIP, run as they stand: every object is compiled.

The compilers of the ROCm that they find record what they compile, for both sides, and link nothing.
"""

from __future__ import annotations

import json
import re
import shlex
import shutil
import subprocess
from pathlib import Path

import pytest
from helpers.command import HIPIFY, ROOT, put
from helpers.hip_cmake import needs_cmake, site

README = (ROOT / "README.md").read_text("utf-8")
DEMO = ["device.cpp", "kernels.cu", "kmeans.cu", "main.cpp"]
SOLVER = ["axpy.cu", "device.cpp", "products.cu", "scale.cu", "test_axpy.cu"]


def commands(way: str) -> str:
    """Give the block of commands that a remark before it names."""
    (found,) = re.findall(rf"<!-- build {way} -->\n```sh\n(.*?)```", README, re.DOTALL)
    return str(found)


@needs_cmake
@pytest.mark.usefixtures("hipcheck")
@pytest.mark.parametrize(
    ("way", "folders"),
    [("converted", ("demo-hip", "solver-hip")), ("with the shim", ("demo-shim", "solver-shim"))],
)
def test_every_object_of_both_demos_is_built(way: str, folders: tuple[str, str], tmp_path: Path) -> None:
    clone = tmp_path / "clone"
    for name in ("demo", "demo-cmake"):
        shutil.copytree(ROOT / "corpus" / name, clone / "corpus" / name)
    put(clone / ".venv/bin/hipify-py", f'#!/bin/sh\nexec {shlex.join(HIPIFY)} "$@"\n').chmod(0o755)
    log = tmp_path / "log"
    done = subprocess.run(
        ["bash", "-euo", "pipefail", "-c", commands(way)],
        cwd=clone,
        env=site(tmp_path / "rocm", log) | {"MAKEFLAGS": "-j2"},  # as Ninja does by itself
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout
    units = [json.loads(line) for line in log.read_text("utf-8").splitlines()]
    assert not any(unit["said"] for unit in units)
    built = {
        name: sorted(source for unit in units if (source := _within(clone / name, unit))) for name in folders
    }
    assert built == dict(zip(folders, (DEMO, SOLVER), strict=True))
    hip = {
        source for unit in units if unit["hip"] for name in folders if (source := _within(clone / name, unit))
    }
    assert hip == {source for source in (*DEMO, *SOLVER) if source.endswith(".cu")}
    objects = [path for name in folders for path in (clone / name).rglob("*.o")]
    assert len([path for path in objects if "CMakeScratch" not in path.parts]) >= len(DEMO) + len(SOLVER)
    originals = {"demo": folders[0], "demo-cmake": folders[1]}
    same = {
        (clone / name / path.relative_to(ROOT / "corpus" / origin)).read_bytes() == path.read_bytes()
        for origin, name in originals.items()
        for path in (ROOT / "corpus" / origin).rglob("*.cu")
    }
    assert (False in same) == (way == "converted")


def _within(folder: Path, unit: dict[str, str]) -> str:
    """Give the name of a source of a unit that lies in a folder and is no trial of CMake's."""
    path = (Path(unit["folder"]) / unit["source"]).resolve()
    return path.name if path.is_relative_to(folder.resolve()) and "CMakeFiles" not in path.parts else ""
