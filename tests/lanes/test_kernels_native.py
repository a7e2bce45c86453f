"""`--warp native`: the same algorithm on 32 lanes; on 64 the same results, or a finding that says why not."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from helpers.decisions import converted
from helpers.toolchain import needs_gcc
from helpers.units import assert_cuda, together
from helpers.warps import broken, rules_of
from simt import proof
from simt.emulator import Emulator

from hipify_py.conversion import convert
from hipify_py.releases import NEWEST
from hipify_py.rules.load import load
from hipify_py.settings import Options

if TYPE_CHECKING:
    from collections.abc import Callable

    from helpers.toolchain import Hipcheck

    from hipify_py.model import Result

HERE = Path(__file__).parents[1]
NATIVE = sorted((HERE.parent / "corpus" / "lanes-native").glob("*.cu"))
# What says that a person has to write a place: groups' collectives, intrinsics that the file makes itself.
LEFT = {"G017", "N001", "N005", "W031"}
LACKS = {"N011", "G017"}  # say what a release of ROCm lacks
FAR = {"shuffle-far"}  # distances that are meant modulo 32
# What ROCm 7.2 computes otherwise on any width: reductions of some lanes only.
OTHERWISE = {"bloom-filter", "reduce-intrinsics"}
SYNC = "-DHIP_ENABLE_WARP_SYNC_BUILTINS"  # which ROCm 6.4 asks for, and W002 says


def kernels(paths: list[Path]) -> pytest.MarkDecorator:
    return pytest.mark.parametrize("path", [pytest.param(path, id=path.stem) for path in paths])


def native(path: Path, rocm: str = NEWEST) -> Result:
    return converted(path, "native", rocm)


def test_there_are_enough() -> None:
    assert len(NATIVE) >= 12


@needs_gcc
@kernels([path for path in proof.KERNELS if path.stem not in FAR])
def test_the_same_on_32_lanes_and_never_silent_on_64(path: Path, emulator: Emulator) -> None:
    truth, result = emulator.run(path, "cuda", 32), native(path)
    narrow, wide = proof.native(emulator, result.output)
    if path.stem in OTHERWISE:
        assert "W037" in broken(result)
    elif narrow.verdict(truth) != "equal":
        assert narrow.verdict(truth) == "no compile"
        assert LEFT & rules_of(result), narrow.error
    elif wide.verdict(truth) != "equal":
        assert broken(result), wide


def test_little_is_left() -> None:
    left = {path.stem for path in proof.KERNELS if LEFT & rules_of(native(path))}
    assert "overloaded-shuffles" in left
    assert len(left) * 10 < len(proof.KERNELS)


@needs_gcc
@kernels(NATIVE)
def test_code_for_any_width_is_the_same_on_either(path: Path, emulator: Emulator) -> None:
    truth, result = emulator.run(path, "cuda", 32), native(path)
    assert (truth.status, truth.problems, truth.stderr) == (0, (), "")
    assert [run.verdict(truth) for run in proof.native(emulator, result.output)] == ["equal", "equal"]


@kernels(NATIVE)
def test_code_for_any_width_has_no_findings(path: Path) -> None:
    result = native(path)
    assert rules_of(result) - {"R006"} == {"W036"}  # but for managed memory
    again = convert(result.output, load(), Options(path=path.name, warp="native"))
    assert (again.edits, broken(again)) == ((), set())


@needs_gcc
def test_the_measure_itself(emulator: Emulator) -> None:
    """Without care for lanes a kernel that is right on any width is wrong on 64 lanes."""
    path = next(path for path in NATIVE if path.stem == "compact-ballot")
    truth = emulator.run(path, "cuda", 32)
    assert proof.rename(emulator, path).verdict(truth) == "wrong"


def compile_all(rocm: str, folder: Path, check: Callable[..., tuple[bool, str]], *flags: str) -> set[str]:
    """Compile what is converted for a release; give what was left out, as findings say that ROCm lacks it.

    Of the kernels for 32 lanes an older release gets those that are converted otherwise for it.
    """
    results = {f"any-{path.stem}": native(path, rocm) for path in NATIVE}
    for path in proof.KERNELS:
        result = native(path, rocm)
        if rocm == NEWEST or result.output != native(path).output or LACKS & rules_of(result):
            results[path.stem] = result
    lacks = {name for name, one in results.items() if LACKS & rules_of(one)}
    left = {name for name, one in results.items() if LEFT & rules_of(one)}
    texts = {name: one.text for name, one in results.items() if name not in lacks | left}
    for number, (names, text) in enumerate(together(texts)):
        unit = folder / f"unit{number}.hip"
        unit.write_text(text)
        good, printed = check(unit, f"-I{proof.INCLUDE}", *flags)
        assert good, f"{', '.join(names)}:\n{printed}"
    return lacks - left


def test_conversions_compile(hipcheck: Hipcheck, tmp_path: Path) -> None:
    assert compile_all(NEWEST, tmp_path, hipcheck) == set()


def test_conversions_compile_with_rocm_6(hipcheck64: Hipcheck, tmp_path: Path) -> None:
    """6.4 has neither warp barriers nor reductions, which the findings say."""
    lacks = compile_all("6.4", tmp_path, hipcheck64, SYNC)
    assert "reduce-intrinsics" in lacks
    assert not lacks & {"any-compact-ballot", "any-lanemask-registers"}


@pytest.mark.compiler
@pytest.mark.skipif(shutil.which("nvcc") is None, reason="needs nvcc")
def test_the_sources_are_cuda(tmp_path: Path) -> None:
    assert_cuda(together({path.stem: path.read_text() for path in NATIVE}), tmp_path)
