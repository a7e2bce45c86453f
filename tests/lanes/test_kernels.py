"""The kernels of corpus/lanes: right as CUDA, the same on 64 and on 32 lanes once converted, and real HIP."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from helpers.decisions import converted
from helpers.stress import WHOLE
from helpers.toolchain import needs_gcc
from helpers.units import apart, assert_cuda, together
from simt import proof
from simt.emulator import ORDERS, Emulator

from hipify_py.conversion import convert
from hipify_py.releases import OLDEST
from hipify_py.rules.load import load
from hipify_py.settings import Options

if TYPE_CHECKING:
    from collections.abc import Callable

    from helpers.toolchain import Hipcheck

HERE = Path(__file__).parents[1]
each_kernel = pytest.mark.parametrize("path", [pytest.param(path, id=path.stem) for path in proof.KERNELS])
RULES = load()
PORTABLE = {"tiles-argmin-8", "transpose-tile"}  # right on 64 lanes as they stand
# Findings on something else: conditions on CUDA's versions, overloads.
OTHERS = {
    "macro-shuffle": {"M003"},
    "overloaded-shuffles": {"W039"},
    "stand-ins-old-cuda": {"M003"},
    "struct-shuffle": {"W064"},
    "version-guards": {"M001"},
}
GLOBAL = ("overloaded-shuffles",)  # overloads in a namespace would hide CUDA's own
OF_CUDA_12 = {"cub-votes"}  # CUB's votes went with CUDA 13
OF_OLD = ("tiles-cooperative", "tiles-partitions")  # what comes from the header for the oldest release alone


def test_there_are_enough() -> None:
    assert len(proof.KERNELS) >= 80


@pytest.mark.parametrize(
    ("name", "rule"),
    [
        ("lane-lock", "W026"),
        ("lock-do-while", "W026"),
        ("warp-roles", "W026"),
        ("barrier-by-role", "G016"),
        ("barrier-handed-on", "G016"),
        ("role-through-memory", "G016"),
        ("roles-by-other-ways", "G016"),
        ("staggered-warps", "G016"),
    ],
)
def test_what_cannot_be_right_in_halves_is_named(name: str, rule: str) -> None:
    """The tests of the emulator show these to hang or to break a barrier on 64 lanes."""
    source = (HERE.parent / "corpus/lanes/remain" / f"{name}.cu").read_bytes()
    findings = convert(source, RULES, Options()).findings
    assert {finding.rule for finding in findings if finding.severity != "note"} == {rule}


@needs_gcc
@each_kernel
def test_right_as_cuda_and_the_same_in_halves(path: Path, emulator: Emulator) -> None:
    """Each kernel checks itself against plain C++; its conversion prints the same at either width."""
    truth, ours = proof.truth(emulator, path), proof.prove(emulator, path, RULES)
    assert [(run.status, run.problems, run.stderr) for run in truth] == [(0, (), "")] * len(ORDERS)
    assert len({run.stdout for run in truth}) == 1
    assert truth[0].stdout
    for width, run in ours.items():
        assert run.error == ""
        assert [(each.stdout, each.status, each.problems) for each in run.outcomes] == [
            (truth[0].stdout, 0, ())
        ] * len(ORDERS), f"at {width} lanes"


@needs_gcc
@pytest.mark.parametrize("name", OF_OLD)
def test_what_is_made_for_the_oldest_release_is_the_same_too(name: str, emulator: Emulator) -> None:
    """Votes, matches and tiles of tiles, which its groups lack, come from the header."""
    path = proof.ROOT / f"corpus/lanes/{name}.cu"
    truth, rules = proof.truth(emulator, path)[0], load(rocm=OLDEST)
    ours = proof.prove(emulator, path, rules)
    assert {run.verdict(truth) for run in ours.values()} == {"equal"}


@pytest.mark.stress
def test_only_groups_are_otherwise_for_the_oldest_release() -> None:
    """What is rewritten for it finds nothing that it lacks."""
    other = set()
    for path in proof.KERNELS:
        result = converted(path, "32", OLDEST)
        if result.output != converted(path, "32").output:
            other.add(path.stem)
        assert {finding.rule for finding in result.findings} <= {"W000", "R006"} | OTHERS.get(
            path.stem, set()
        )
    assert other == set(OF_OLD)


@needs_gcc
def test_a_wrong_conversion_would_be_seen(emulator: Emulator) -> None:
    """The measure itself: renaming alone is wrong on 64 lanes, does not compile where it meets PTX."""
    by_name = {path.stem: path for path in proof.KERNELS}
    verdicts = {}
    for name in ("compact-block-tiles", "walsh-hadamard", "lanemask-registers-prefix", "groupnorm-warps"):
        path = by_name[name]
        verdicts[name] = proof.rename(emulator, path).verdict(proof.truth(emulator, path)[0])
    assert list(verdicts.values()) == ["wrong", "equal", "no compile", "problems"]


@each_kernel
def test_what_was_done_is_said_and_no_more(path: Path) -> None:
    """What was changed has its note, and nothing about lanes is left to a person."""
    found = converted(path, "32").findings
    done = set() if path.stem in PORTABLE else {"W000"}
    of_hosts = {"R006"}  # what is said of managed memory, which most of them use
    assert {finding.rule for finding in found} - of_hosts == done | OTHERS.get(path.stem, set())


def units(rocm: str) -> list[tuple[list[str], str]]:
    """Give the conversions for a release of ROCm as units that each hold many files."""
    return together({path.stem: converted(path, "32", rocm).text for path in proof.KERNELS})


def compile_all(rocm: str, folder: Path, check: Callable[..., tuple[bool, str]], *flags: str) -> None:
    for number, (names, text) in enumerate(units(rocm)):
        unit = folder / f"unit{number}.hip"
        unit.write_text(text)
        good, said = check(unit, f"-I{proof.INCLUDE}", *flags)
        assert good, f"{', '.join(names)}:\n{said}"


def test_conversions_compile(hipcheck: Hipcheck, tmp_path: Path) -> None:
    compile_all("7.2", tmp_path, hipcheck)


def test_conversions_compile_with_rocm_6(hipcheck64: Hipcheck, tmp_path: Path) -> None:
    compile_all("6.4", tmp_path, hipcheck64, *(() if WHOLE else ("--arch", "gfx90a")))


def test_a_unit_of_many_files_still_fails(hipcheck: Hipcheck, tmp_path: Path) -> None:
    """What one file of a unit has wrong is said with its name and line."""
    unit = tmp_path / "unit.hip"
    bad = "\n__global__ void k(unsigned *p) { *p = __ballot_sync(0xffffffffu, 1); }\n"
    text = "\n".join(
        ["#include <hip/hip_runtime.h>", apart(("good", "#define N 1\n")), apart(("bad-one", bad))]
    )
    unit.write_text(text + "\n")
    good, said = hipcheck(unit)
    assert not good
    assert "bad-one.hip:2" in said


@pytest.mark.compiler
@pytest.mark.skipif(shutil.which("nvcc") is None, reason="needs nvcc")
def test_the_sources_are_cuda(tmp_path: Path) -> None:
    texts = {path.stem: path.read_text() for path in proof.KERNELS if path.stem not in OF_CUDA_12}
    alone = [([name], texts.pop(name)) for name in GLOBAL]
    assert_cuda([*together(texts), *alone], tmp_path)
