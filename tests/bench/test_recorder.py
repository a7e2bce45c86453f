"""What stands in for the compilers of a build compiles, records, and passes on."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest
from recorder import read, sides

RECORDER = Path(__file__).with_name("recorder.py")
# takes any line; writes what -o names; fails where a source says so, with or without a word
STUB = """\
import sys
words = sys.argv[1:]
sources = [one for one in words if one.endswith((".cu", ".cpp", ".c"))]
text = "".join(open(one).read() for one in sources)
if "silent" in text:
    sys.exit(3)
if "broken" in text and ("device" not in text or "--cuda-device-only" in words):
    sys.exit(f"{sources[0]}:1:1: error: broken")
if "-o" in words:
    open(words[words.index("-o") + 1], "w").write(" ".join(words))
"""


def recorded(folder: Path, language: str, *words: str) -> tuple[int, list[dict[str, object]]]:
    """Run the recorder over a stub, and give its exit status and the lines of its log."""
    stub, log = folder / "stub.py", folder / "log"
    stub.write_text(STUB)
    program = folder / "stub"
    program.write_text(f'#!/bin/sh\nexec {sys.executable} {stub} "$@"\n')
    program.chmod(0o755)
    line = [sys.executable, str(RECORDER), str(log), language, str(program)]
    done = subprocess.run([*line, *words], cwd=folder, capture_output=True, check=False)
    lines = log.read_text().splitlines() if log.exists() else []
    return done.returncode, [json.loads(one) for one in lines]


def test_an_object_is_made_and_both_sides_are_compiled(tmp_path: Path) -> None:
    (tmp_path / "a.cu").write_text("int a;")
    status, said = recorded(tmp_path, "hip", "-c", "a.cu", "-o", "a.o", "-O3", "-lm")
    assert (status, said) == (0, [{"folder": str(tmp_path), "source": "a.cu", "hip": True, "said": {}}])
    words = (tmp_path / "a.o").read_text().split()
    assert "--cuda-host-only" in words
    assert "-lm" not in words
    assert words[-3:] == ["-x", "hip", "a.cu"]


def test_an_object_without_a_name_is_named_after_its_source(tmp_path: Path) -> None:
    (tmp_path / "a.cpp").write_text("int a;")
    status, said = recorded(tmp_path, "", "-c", "a.cpp")
    assert (status, [one["hip"] for one in said]) == (0, [False])
    assert (tmp_path / "a.o").exists()


@pytest.mark.parametrize(
    ("text", "sides"),
    [("broken", ["device", "host"]), ("broken device", ["device"]), ("silent", ["device", "host"])],
)
def test_a_dead_object_is_recorded_by_side(tmp_path: Path, text: str, sides: list[str]) -> None:
    (tmp_path / "a.cu").write_text(text)
    status, (said,) = recorded(tmp_path, "hip", "-c", "a.cu", "-o", "a.o")
    assert status == 1
    assert sorted(said["said"]) == sides  # type: ignore[call-overload]
    assert all("error: " in words for words in said["said"].values())  # type: ignore[attr-defined]


def test_of_a_trial_of_cmake_the_hosts_side_alone_is_compiled(tmp_path: Path) -> None:
    folder = tmp_path / "CMakeFiles" / "CMakeScratch" / "TryCompile-1"
    folder.mkdir(parents=True)
    (folder / "a.cu").write_text("broken")
    status, (said,) = recorded(folder, "hip", "-c", "a.cu", "-o", "a.o")
    assert (status, [*said["said"]]) == (1, ["host"])  # type: ignore[misc]


def test_what_links_is_not_linked(tmp_path: Path) -> None:
    assert recorded(tmp_path, "hip", "a.o", "-o", "program") == (0, [])
    assert (tmp_path / "program").read_bytes() == b""


def test_sources_that_link_are_compiled_each(tmp_path: Path) -> None:
    (tmp_path / "a.cu").write_text("int a;")
    (tmp_path / "b.c").write_text("int b;")
    status, said = recorded(tmp_path, "hip", "a.cu", "b.c", "-o", "program")
    assert (status, [(one["source"], one["hip"]) for one in said]) == (0, [("a.cu", True), ("b.c", False)])
    assert (tmp_path / "program").read_bytes() == b""


@pytest.mark.parametrize("flag", ["-E", "-M", "-fsyntax-only"])
def test_what_makes_no_object_is_passed_on_and_not_recorded(tmp_path: Path, flag: str) -> None:
    (tmp_path / "a.cpp").write_text("silent")
    assert recorded(tmp_path, "", flag, "a.cpp") == (3, [])


def test_the_side_of_the_device_becomes_an_object_for_one_gpu_where_that_is_asked() -> None:
    command = read(["--offload-arch=gfx90a", "--offload-arch=gfx1100", "-c", "a.cu", "-o", "a.o"])
    device = sides(command, "a.cu", "a.o", hip=True, objects=True)["device"]
    assert device == [
        *("--offload-arch=gfx90a", "--cuda-device-only", "--no-gpu-bundle-output"),
        *("-c", "-o", "/dev/null", "-x", "hip", "a.cu"),
    ]
    assert "-fsyntax-only" in sides(command, "a.cu", "a.o", hip=True)["device"]
