"""The kernels of corpus/lanes: right as CUDA, the same on 64 and on 32 lanes once converted, and real HIP."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from conftest import needs_gcc

HERE = Path(__file__).parent
sys.path.insert(0, str(HERE / "simt"))

import proof  # noqa: E402  (the folder is no package)
from emulator import ORDERS, Emulator  # noqa: E402

from hipify_py.conversion import convert  # noqa: E402
from hipify_py.releases import OLDEST  # noqa: E402
from hipify_py.rules.load import load  # noqa: E402
from hipify_py.settings import Options  # noqa: E402

if TYPE_CHECKING:
    from collections.abc import Callable

    from conftest import Hipcheck

each_kernel = pytest.mark.parametrize("path", [pytest.param(path, id=path.stem) for path in proof.KERNELS])
RULES = load()
INCLUDE = re.compile(r"[ \t]*#[ \t]*include[ \t]*[<\"][^\n]*")
DEFINE = re.compile(r"^[ \t]*#[ \t]*define[ \t]+(\w+)", re.MULTILINE)
PLAIN = re.compile(r"<(?:[a-z_]+|hip/hip_runtime\.h|cuda_runtime\.h)>|hipify_warp32")
PORTABLE = {"tiles-argmin-8", "tiles-cooperative", "transpose-tile"}  # right on 64 lanes as they stand
# Findings on something else: conditions on CUDA's versions, a template beyond the grammar, overloads.
OTHERS = {
    "macro-names": {"P001"},
    "macro-shuffle": {"M003"},
    "overloaded-shuffles": {"W039"},
    "softmax-warp-rows": {"P001"},
    "stand-ins-old-cuda": {"M003"},
    "version-guards": {"M001", "M003"},
}
GLOBAL = ("overloaded-shuffles",)  # overloads in a namespace would hide CUDA's own
RUNTIME = "<hip/hip_runtime.h>"
OF_OLD = ("tiles-cooperative", "tiles-partitions")  # what comes from the header for the oldest release alone
PER_UNIT = 40  # files to a unit: reading the headers costs as much as compiling twenty kernels


@pytest.fixture(scope="module")
def emulator(tmp_path_factory: pytest.TempPathFactory) -> Emulator:
    return Emulator(tmp_path_factory.mktemp("lanes"))


def test_there_are_enough() -> None:
    assert len(proof.KERNELS) >= 80


@pytest.mark.parametrize(
    ("name", "rule"),
    [("lane-lock", "W026"), ("lock-do-while", "W026"), ("warp-roles", "W026"), ("barrier-by-role", "G016")],
)
def test_what_cannot_be_right_in_halves_is_named(name: str, rule: str) -> None:
    """The tests of the emulator show these to hang or to break a barrier on 64 lanes."""
    source = (HERE.parent / "corpus/lanes/remain" / f"{name}.cu").read_bytes()
    findings = convert(source, RULES, Options()).findings
    assert [finding.rule for finding in findings if finding.severity != "note"] == [rule]


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


def test_only_groups_are_otherwise_for_the_oldest_release() -> None:
    """What is rewritten for it finds nothing that it lacks."""
    rules, options = load(rocm=OLDEST), Options(warp="32", rocm=OLDEST)
    other = set()
    for path in proof.KERNELS:
        result = convert(path.read_bytes(), rules, options._replace(path=path.name))
        if result.output != proof.converted(path, RULES):
            other.add(path.stem)
        assert {finding.rule for finding in result.findings} <= {"W000"} | OTHERS.get(path.stem, set())
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
    found = convert(path.read_bytes(), RULES, Options(path=path.name, warp="32")).findings
    done = set() if path.stem in PORTABLE else {"W000"}
    assert {finding.rule for finding in found} == done | OTHERS.get(path.stem, set())


def units(rocm: str) -> list[tuple[list[str], str]]:
    """Give the conversions for a release of ROCm as units that each hold many files."""
    rules = load(rocm=rocm)
    options = Options(warp="32", rocm=rocm)
    texts = {
        path.stem: convert(path.read_bytes(), rules, options._replace(path=path.name)).text
        for path in proof.KERNELS
    }
    return together(texts)


def together(texts: dict[str, str]) -> list[tuple[list[str], str]]:
    """Put files together into units, each with the names of its files.

    A file is in a namespace of its own, its macros end with it, and messages name it by its own lines. Files
    that lack the header for warps of 32 lanes stand apart from those that include it, and those that include
    more than the runtime from those that do not, so that none lives on another's headers.
    """
    alike: dict[tuple[bool, bool], list[tuple[str, str]]] = {}
    for name, text in texts.items():
        lines = _includes(text)
        key = any("hipify_warp32" in line for line in lines), all(map(PLAIN.search, lines))
        alike.setdefault(key, []).append((name, text))
    starts = [(files, start) for files in alike.values() for start in range(0, len(files), PER_UNIT)]
    return [_unit(files[start : start + PER_UNIT]) for files, start in starts]


def _includes(text: str) -> list[str]:
    return [found[0].strip() for found in INCLUDE.finditer(text)]


def _unit(files: list[tuple[str, str]]) -> tuple[list[str], str]:
    # a precompiled runtime is used where it stands first
    lines = sorted(
        {line for _, text in files for line in _includes(text)}, key=lambda line: RUNTIME not in line
    )
    return [name for name, _ in files], "\n".join([*lines, *map(_apart, files), ""])


def _apart(file: tuple[str, str]) -> str:
    name, text = file
    ends = [f"#undef {macro}" for macro in sorted(set(DEFINE.findall(text)))]
    space = "k_" + name.replace("-", "_")
    return "\n".join([f"namespace {space} {{", f'#line 1 "{name}.hip"', INCLUDE.sub("", text), "}", *ends])


def compile_all(rocm: str, folder: Path, check: Callable[..., tuple[bool, str]]) -> None:
    for number, (names, text) in enumerate(units(rocm)):
        unit = folder / f"unit{number}.hip"
        unit.write_text(text)
        good, said = check(unit, f"-I{proof.INCLUDE}")
        assert good, f"{', '.join(names)}:\n{said}"


@pytest.mark.compiler
def test_conversions_compile(hipcheck: Hipcheck, tmp_path: Path) -> None:
    compile_all("7.2", tmp_path, hipcheck)


@pytest.mark.compiler
def test_conversions_compile_with_rocm_6(hipcheck64: Hipcheck, tmp_path: Path) -> None:
    compile_all("6.4", tmp_path, hipcheck64)


@pytest.mark.compiler
def test_a_unit_of_many_files_still_fails(hipcheck: Hipcheck, tmp_path: Path) -> None:
    """What one file of a unit has wrong is said with its name and line."""
    unit = tmp_path / "unit.hip"
    bad = "\n__global__ void k(unsigned *p) { *p = __ballot_sync(0xffffffffu, 1); }\n"
    text = "\n".join(
        ["#include <hip/hip_runtime.h>", _apart(("good", "#define N 1\n")), _apart(("bad-one", bad))]
    )
    unit.write_text(text + "\n")
    good, said = hipcheck(unit)
    assert not good
    assert "bad-one.hip:2" in said


def assert_cuda(units: list[tuple[list[str], str]], folder: Path) -> None:
    """Let CUDA's compiler read units of many files."""
    for names, text in units:
        unit = folder / "unit.cu"
        unit.write_text(text)
        command = ["nvcc", "-arch=sm_80", "-ptx", str(unit), "-o", str(folder / "unit.ptx")]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        assert done.returncode == 0, f"{', '.join(names)}:\n{done.stderr}"


@pytest.mark.compiler
@pytest.mark.skipif(shutil.which("nvcc") is None, reason="needs nvcc")
def test_the_sources_are_cuda(tmp_path: Path) -> None:
    texts = {path.stem: path.read_text() for path in proof.KERNELS}
    alone = [([name], texts.pop(name)) for name in GLOBAL]
    assert_cuda([*together(texts), *alone], tmp_path)
