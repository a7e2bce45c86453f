"""Flags of a build, as a HIP compiler takes them."""

from __future__ import annotations

import shlex
import time
from pathlib import Path

import pytest

from hipify_py.verify import flags
from hipify_py.verify.flags import Flags, by_hand, of_language, translated


@pytest.mark.parametrize(
    ("given", "kept"),
    [
        ("-gencode arch=compute_80,code=sm_80 -Iinc a.cu", "-I inc"),
        ("--generate-code=arch=compute_80,code=[compute_80,sm_80] -DX", "-D X"),
        ("-arch=sm_80 -arch sm_90 -code sm_80", ""),
        ("--expt-relaxed-constexpr --expt-extended-lambda -lineinfo -G -c", ""),
        ("-Xcompiler -fPIC,-DY=1 -Xcompiler=-fno-rtti,-Wall", "-D Y=1 -fno-rtti"),
        ("--compiler-options -fopenmp -rdc=true -rdc true -DZ", "-fopenmp -fgpu-rdc -fgpu-rdc -D Z"),
        ("-rdc=false -rdc false --relocatable-device-code=true", "-fgpu-rdc"),
        ("--use_fast_math -use_fast_math", "-fgpu-approx-transcendentals -fgpu-approx-transcendentals"),
        ("-ccbin g++-12 --compiler-bindir=/usr/bin -std=c++17 --std c++14", "-std=c++17 -std=c++14"),
        (
            "-I inc -Iother -isystem sys -isystem=more -iquote q --include-path=x --system-include y",
            "-I inc -I other -isystem sys -isystem more -iquote q -I x -isystem y",
        ),
        ("-include pre.h --pre-include=other.h -imacros m.h", "-include pre.h -include other.h -imacros m.h"),
        ("-D A=1 -DB -UC --define-macro=D", "-D A=1 -D B -U C -D D"),
        ("-O3 -g -Wall -Werror -Werror=x -c -o a.o -MD -MF a.d -MT a.o -lfoo -L. -shared -fPIC", ""),
        ("-dc --device-c", "-fgpu-rdc -fgpu-rdc"),
        ("-Werror -DX", "-D X"),
        ("-Xptxas -v -Xptxas=-O3 --ptxas-options=-v -DX", "-D X"),
        ("-mavx2 -march=native -m64 -pthread", "-mavx2 -pthread"),
        ("--default-stream=per-thread --threads 4 -t4", "-fgpu-default-stream=per-thread"),
        ("-x cu -forward-unknown-to-host-compiler a.cu", ""),
        ("-maxrregcount=32 -cudart shared -lcublas", ""),
        ("-I", "-I ''"),
        ("-Xcompiler", ""),
    ],
)
def test_what_decides_is_kept_and_what_is_nvccs_goes(given: str, kept: str) -> None:
    assert translated(shlex.split(given), "/").kept == tuple(shlex.split(kept))


def test_what_is_dropped_is_named() -> None:
    assert translated(["-G", "-DX", "-arch=sm_80"], "/") == Flags(("-D", "X"), ("-G", "-arch=sm_80"))


def test_files_with_options_are_read(tmp_path: Path) -> None:
    (tmp_path / "a.rsp").write_text("-Iinc '-DNAME=a b' @b.rsp\n")
    (tmp_path / "b.rsp").write_text("-DB @a.rsp\n")
    for given in (["--options-file", "a.rsp"], ["@a.rsp"], ["--options-file=a.rsp"], ["-optf", "a.rsp"]):
        kept = translated([*given, "-DC"], str(tmp_path)).kept
        assert kept[:6] == ("-I", "inc", "-D", "NAME=a b", "-D", "B")
        assert kept[-2:] == ("-D", "C")


def test_a_file_with_options_that_is_gone_or_broken_gives_none(tmp_path: Path) -> None:
    (tmp_path / "broken.rsp").write_text("-DX '")
    assert translated(["@gone.rsp", "@broken.rsp", "-DY"], str(tmp_path)).kept == ("-D", "Y")


@pytest.mark.parametrize(
    "way", ["{0}=@x", "{0} @x", "-Xcompiler {0},@x", "-Xcompiler={0},@x", "{0}@x", "@@x"]
)
@pytest.mark.parametrize(
    "option",
    ["-D", "-U", "-I", "-isystem", "-iquote", "-idirafter", "-include", "-imacros", "-std", "--define-macro",
     "--undefine-macro", "--include-path", "--system-include", "--pre-include", "--std"],
)  # fmt: skip
def test_no_value_is_read_as_a_file_with_options(tmp_path: Path, option: str, way: str) -> None:
    (tmp_path / "x").write_text("-DX -fplugin=evil.so")
    kept = translated([*way.format(option).split(), "-DLAST"], str(tmp_path)).kept
    assert not any(word.startswith(("@", "-f")) for word in kept)
    assert kept[-1] == "LAST"


@pytest.mark.parametrize("text", ["@a.rsp " * 1000, "-Xcompiler " * 4_000, "a " * 22_500, "@b.rsp " * 5_000])
def test_files_with_options_end(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, text: str) -> None:
    monkeypatch.setattr(flags, "MOST_OPTIONS", 10**5)
    (tmp_path / "a.rsp").write_text(text)
    began = time.process_time()
    assert translated(["@a.rsp", "-DX"], str(tmp_path)).kept[-2:] == ("-D", "X")
    assert time.process_time() - began < 3


@pytest.mark.parametrize(
    ("given", "kept"),
    [
        ("--expt-extended-lambda -lineinfo -G -DX", "-DX"),
        ("-gencode arch=compute_80,code=sm_80 -Iinc -arch=sm_80 -Xcompiler -fopenmp", "-Iinc -fopenmp"),
        ("-rdc=true --use_fast_math --default-stream per-thread", "-fgpu-rdc -fgpu-approx-transcendentals"),
        (
            "-Wno-all -mllvm -x=1 -isystem sys -O3 -x hip -Werror",
            "-Wno-all -mllvm -x=1 -isystem sys -O3 -x hip -Werror",
        ),
        ("-gencode", ""),
    ],
)
def test_of_what_a_user_gives_nvccs_own_is_translated(given: str, kept: str, tmp_path: Path) -> None:
    assert list(by_hand(shlex.split(given), str(tmp_path))) == shlex.split(kept)


@pytest.mark.parametrize(
    ("standard", "of_c"),
    [
        ("-std=c++17", False),
        ("--std=gnu++2a", False),
        ("-std=c11", True),
        ("-std=gnu17", True),
        ("-std=iso9899:1999", True),
        ("--std=c2x", True),
    ],
)
def test_a_standard_is_for_units_of_its_language(standard: str, of_c: bool) -> None:
    given = ("-DSTD=-std=c++17", standard, "-stdlib=libc++")
    without = (given[0], given[2])
    assert of_language(given, "c") == (given if of_c else without)
    assert of_language(given, "hip") == of_language(given, "c++") == (without if of_c else given)
