"""What C has in CUDA and not in HIP."""

from __future__ import annotations

import re
import subprocess
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from helpers.command import put

from hipify_py.conversion import convert
from hipify_py.model import Project
from hipify_py.rules.load import load
from hipify_py.settings import Options

if TYPE_CHECKING:
    from helpers.toolchain import Hipcheck

SYSROOTS = [Path.home() / ".cache" / name for name in ("hip-sysroot", "hip-sysroot-6.4")]
FACTS = Path(__file__).parents[2] / "rules/facts/cuda.tsv"
TAGS = {"enum", "struct", "union"}
OF_C = (
    "cuda.h",
    "driver_types.h",
    "cudalibxt.h",
    "cufft.h",
    "cublas_api.h",
    "cusparse.h",
    "cusolver_common.h",
)


def run(source: str, name: str = "a.c", project: Project = Project()) -> tuple[str, list[str]]:  # noqa: B008
    made = convert(source.encode(), load(), Options(path=name, project=project))
    again = convert(made.output, load(), Options(path=name, project=project))
    assert again.output == made.output
    return made.text, [one.rule for one in made.findings]


@pytest.mark.parametrize(
    ("name", "project", "tagged"),
    [
        ("a.c", Project(), True),
        ("a.h", Project(in_c=True), True),
        ("a.h", Project(in_c=True, in_cuda=True), True),
        ("a.cpp", Project(), False),
        ("a.cu", Project(), False),
    ],
)
def test_a_tag_is_written_where_c_reads(name: str, project: Project, *, tagged: bool) -> None:
    text, found = run("#include <cuda.h>\nCUcomputemode mode(const CUlimit *l);\n", name, project)
    assert ("enum hipComputeMode mode(const enum hipLimit_t *l);" in text) == tagged
    assert found == []


def test_a_reference_of_a_texture_is_told_in_c() -> None:
    assert run("#include <cuda.h>\nCUtexref t;\n")[1] == ["M179"]
    assert run("#include <cuda.h>\nCUtexref t;\n", "a.cpp")[1] == []


@pytest.mark.parametrize(
    "line",
    ["int f(int CUlimit) { return CUlimit; }", "int f(struct s x) { return x.CUlimit; }", "// CUlimit"],
)
def test_other_names_have_no_tag(line: str) -> None:
    assert "enum" not in run(f"#include <cuda.h>\n{line}\n")[0]


@pytest.mark.parametrize(
    ("name", "project", "told"),
    [
        ("a.c", Project(), True),
        ("a.h", Project(in_c=True), True),
        ("a.h", Project(in_c=True, cxx="b.cpp"), False),
        ("a.cpp", Project(), False),
    ],
)
def test_a_header_of_cxx_is_told_where_c_alone_reads(name: str, project: Project, *, told: bool) -> None:
    assert ("M180" in run("#include <curand.h>\n", name, project)[1]) == told


def typedefs(header: str) -> list[str]:
    """Give the types of a header of CUDA's that are names of their own, and that the rules rename."""
    rows = [line.split("\t") for line in FACTS.read_text().splitlines()]
    kinds: dict[str, set[str]] = {}
    for row in rows:
        if len(row) > 4 and row[1] == "type" and row[2] == header:
            kinds.setdefault(row[0], set()).add(row[3])
    names = load().names
    known = {name: names.get(name.encode()) for name, given in kinds.items() if not given & TAGS}
    return sorted(name for name, one in known.items() if one and one.to and one.to != name.encode())


@pytest.mark.compiler
@pytest.mark.parametrize("header", OF_C)
def test_c_has_each_type_that_is_renamed(hipcheck: Hipcheck, tmp_path: Path, header: str) -> None:
    names = typedefs(header)
    assert names
    lines = "".join(f"enum {{ z{i} = sizeof({name}) }};\n" for i, name in enumerate(names))
    source = f"#include <cuda.h>\n#include <{header}>\n{lines}"
    made = convert(source.encode(), load(), Options(path="a.c"))
    told = {one.line for one in made.findings}
    place = {made.source.count(b"\n", 0, one.span.start) for one in made.findings}
    kept = [line for at, line in enumerate(made.text.splitlines()) if at not in place]
    assert len(told) <= 1  # of the one that C lacks
    fine, said = hipcheck(put(tmp_path / "a.c", "\n".join([*kept, ""])), "-w")
    assert fine, said


def is_read(root: Path, folder: Path, header: str, language: str) -> bool:
    """Say whether a compiler of a language takes a header of HIP's, behind the runtime's."""
    compilers = sorted(root.glob("usr/lib/llvm-*/bin/clang"))
    if not compilers:
        pytest.skip(f"no HIP compiler below {root}")
    file = put(
        folder / "a.c", f"#include <stdio.h>\n#include <hip/hip_runtime_api.h>\n#include <{header}>\nint x;\n"
    )
    flags = ["-D__HIP_PLATFORM_AMD__", "-fsyntax-only", "-w", "-isystem", str(root / "usr/include")]
    done = subprocess.run([compilers[-1], "-x", language, *flags, file], capture_output=True, check=False)
    return done.returncode == 0


@pytest.mark.compiler
@pytest.mark.parametrize("root", SYSROOTS, ids=lambda one: one.name)
def test_the_headers_of_cxx_are_those_that_c_refuses(root: Path, tmp_path: Path) -> None:
    rules = load()
    of_cxx = re.compile(rules.by_id["M180"].word)  # type: ignore[union-attr]
    targets = {known.to.decode() for known in rules.headers.values() if known.to}
    for header in sorted(
        one for one in targets if one.endswith(".h") and (root / "usr/include" / one).is_file()
    ):
        if header.startswith(("hipcub/", "thrust/", "rocprim/")):
            continue
        in_c = is_read(root, tmp_path, header, "c")
        if of_cxx.fullmatch(header):
            assert not in_c, header
        else:
            assert in_c or not is_read(root, tmp_path, header, "c++"), header
