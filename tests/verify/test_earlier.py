"""What an earlier conversion said, at the lines of the files as they stand now."""

from __future__ import annotations

from pathlib import Path

import pytest
from helpers.command import put, run
from helpers.compilers import fake_compiler

from hipify_py.model import HipifyError
from hipify_py.project.run import convert_tree
from hipify_py.settings import Settings
from hipify_py.verify.earlier import with_earlier

# HIP has one type for both, and the names of CUDA by which that can be told are gone from what is written.
TWINS = (
    "#include <cuda.h>\n#include <cuda_runtime.h>\n\n"
    'inline const char *name(CUresult e) { return e ? "driver" : ""; }\n'
    'inline const char *name(cudaError_t e) { return e ? "runtime" : ""; }\n'
)
SECOND = 'inline const char *name(hipError_t e) { return e ? "runtime" : ""; }'


@pytest.fixture
def written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with `out`, which a conversion wrote, and `r.json`, its report."""
    monkeypatch.chdir(tmp_path)
    put(tmp_path / "src/a.cu", TWINS)
    assert run("convert", "src", "-o", "out", "--report", "json:r.json", cwd=tmp_path).code == 0
    return tmp_path


def told() -> list[tuple[str, int]]:
    """Give the rules and lines of warnings and errors in `out`, those of the report with them."""
    report = with_earlier(convert_tree(["out"], Settings(mode="memory")), "r.json")
    return [
        (one.rule, one.start.line) for file in report.files for one in file.concerns if one.severity != "note"
    ]


def test_what_is_not_said_again_comes_from_the_report(written: Path) -> None:
    alone = convert_tree(["out"], Settings(mode="memory"))
    assert [one.rule for file in alone.files for one in file.concerns if one.rule == "M064"] == []
    line = (written / "out/a.cu").read_text().split("\n").index(SECOND)
    assert told() == [("M064", line + 1)]


def test_it_follows_what_a_person_wrote_since(written: Path) -> None:
    before = told()
    out = written / "out/a.cu"
    out.write_text("// one\n// two\n// three\n// four\n" + out.read_text())
    assert told() == [(rule, line + 4) for rule, line in before]


def test_what_stands_no_more_foretells_nothing(written: Path) -> None:
    out = written / "out/a.cu"
    out.write_text("".join(line for line in out.read_text().splitlines(True) if "name(" not in line))
    assert told() == []


def test_a_finding_that_is_made_again_is_there_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    put(tmp_path / "src/a.cu", "#include <cuda_runtime.h>\n#include <mma.h>\n")
    run("convert", "src", "-o", "out", "--report", "json:r.json", cwd=tmp_path)
    assert told() == [("N005", 2)]


def test_a_report_of_other_files_is_refused(written: Path) -> None:
    put(written / "other/a.cu", TWINS)
    report = convert_tree(["other"], Settings(mode="memory"))
    with pytest.raises(HipifyError, match=r"^r\.json: that conversion wrote none of these files; "):
        with_earlier(report, "r.json")


def test_verify_says_what_it_cannot_know_and_takes_the_report(tmp_path: Path) -> None:
    tools = str(fake_compiler(tmp_path / "tools"))
    said = "// fake: error call to 'name' is ambiguous"
    put(tmp_path / "src/a.cu", TWINS.replace("(cudaError_t e) {", f"(cudaError_t e) {{ {said}\n"))
    run("convert", "src", "-o", "out", "--report", "json:r.json", cwd=tmp_path)
    first = run("verify", "out", "--hip-compiler", tools, cwd=tmp_path)
    assert (first.code, "not foretold" in first.out) == (1, False)
    assert "\n  1 unit, 1 error\n" in first.out
    assert "\nNothing was left to convert here. What `convert` foretold of a tree" in first.out
    second = run("verify", "out", "--hip-compiler", tools, "--foretold", "r.json", cwd=tmp_path)
    assert (second.code, "Nothing was left" in second.out) == (1, False)
    assert "\n  1 unit, 1 error, foretold\n" in second.out
    before = run("verify", "src", "--hip-compiler", tools, cwd=tmp_path)
    assert (before.code, "Nothing was left" in before.out) == (1, False)
    assert "\n  1 unit, 1 error, foretold\n" in before.out


def test_of_a_tree_that_compiles_nothing_is_said(tmp_path: Path) -> None:
    tools = str(fake_compiler(tmp_path / "tools"))
    put(tmp_path / "out/a.cu", "#include <hip/hip_runtime.h>\n__global__ void k() {}\n")
    done = run("verify", "out", "--hip-compiler", tools, cwd=tmp_path)
    assert (done.code, "foretold" in done.out) == (0, False)


def test_a_conversion_in_place_has_such_a_report_too(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    put(tmp_path / "out/a.cu", TWINS)
    put(tmp_path / "out/b.h", "int plain;\n")
    assert run("convert", "out", "-i", "--report", "json:r.json", cwd=tmp_path).code == 0
    assert told() == [("M064", (tmp_path / "out/a.cu").read_text().split("\n").index(SECOND) + 1)]


def test_what_a_compiler_said_then_foretells_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    tools = str(fake_compiler(tmp_path / "tools"))
    put(tmp_path / "src/a.cu", "#include <cuda_runtime.h>\nint x; // fake: error no\n")
    given = ("--verify", "--hip-compiler", tools, "--report", "json:r.json")
    assert run("convert", "src", "-o", "out", *given, cwd=tmp_path).code == 1
    assert '"C001"' in (tmp_path / "r.json").read_text()
    assert told() == []
