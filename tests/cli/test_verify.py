"""`verify` and `convert --verify`, run as a user runs them, with a program that plays the compiler."""

from __future__ import annotations

import json
import os
import shutil
from pathlib import Path
from typing import Any

import pytest
from helpers.command import SCHEMA as REPORT_SCHEMA
from helpers.command import put, run, snapshot
from helpers.compilers import fake_compiler
from jsonschema import Draft202012Validator

from hipify_py.cli.verify import DEFAULTS, wish_of
from hipify_py.project import workers
from hipify_py.settings import Settings

SCHEMA = json.loads((Path(__file__).parents[2] / "hipify_py/verify/schema.json").read_text("utf-8"))
GOOD = "#include <cuda_runtime.h>\n__global__ void k() {}\n"
BAD = GOOD + "void f(void *p) {\n    cudaFree(p); // fake: error call to 'hipFree' is ambiguous\n}\n"


@pytest.fixture
def tools(tmp_path: Path) -> str:
    return str(fake_compiler(tmp_path / "tools"))


@pytest.fixture
def src(tmp_path: Path) -> Path:
    put(tmp_path / "src/good.cu", GOOD)
    put(tmp_path / "src/bad.cu", BAD)
    return tmp_path / "src"


def value_of(text: str) -> dict[str, Any]:
    value: dict[str, Any] = json.loads(text)
    assert [*Draft202012Validator(SCHEMA).iter_errors(value)] == []
    return value


def test_a_tree_that_compiles_gives_0(tmp_path: Path, src: Path, tools: str) -> None:
    (src / "bad.cu").unlink()
    before = snapshot(src)
    done = run("verify", "src", "--hip-compiler", tools, cwd=tmp_path)
    assert (done.code, done.err) == (0, "")
    assert done.out.startswith("Units\n       1  compiles for gfx90a, gfx1100 and the host\n\n1 unit")
    assert done.out.endswith("1 file held CUDA: compiled was what `hipify-py convert` makes of them.\n")
    assert snapshot(src) == before


@pytest.mark.usefixtures("src")
def test_one_that_does_not_gives_1_and_says_where_and_why(tmp_path: Path, tools: str) -> None:
    done = run("verify", "src", "--hip-compiler", tools, cwd=tmp_path)
    assert done.code == 1
    assert done.out.startswith("call to 'hipFree' is ambiguous\n  1 unit, 1 error, not foretold\n")
    assert "\n    src/bad.cu:4:5 [edited by N000]\n" in done.out
    assert "       1  does not compile\n          src/bad.cu (1 error, 1 not foretold)\n" in done.out


@pytest.mark.usefixtures("src")
def test_quiet_and_json(tmp_path: Path, tools: str) -> None:
    quiet = run("verify", "src", "-q", "--hip-compiler", tools, cwd=tmp_path)
    assert (quiet.code, quiet.out.count("\n")) == (1, 3)
    done = run("verify", "src", "--format", "json", "--hip-compiler", tools, cwd=tmp_path)
    value = value_of(done.out)
    assert (done.code, value["exit_code"]) == (1, 1)
    assert [(unit["path"], unit["status"]) for unit in value["units"]] == [
        ("src/bad.cu", "fails"),
        ("src/good.cu", "compiles"),
    ]
    assert value["units"][0]["errors"][0]["line"] == 4


@pytest.mark.usefixtures("src")
def test_other_formats_show_errors_as_findings(tmp_path: Path, tools: str) -> None:
    done = run(
        "verify", "src", "--format", "gcc", "--report", "json:r.json", "--hip-compiler", tools, cwd=tmp_path
    )
    text = "call to 'hipFree' is ambiguous for gfx90a, gfx1100, host (not foretold)"
    assert (done.code, done.out.splitlines()[0]) == (1, f"src/bad.cu:4:5: error: {text} [C001]")
    value = json.loads((tmp_path / "r.json").read_text())
    assert [*Draft202012Validator(REPORT_SCHEMA).iter_errors(value)] == []
    assert [(file["path"], [one["rule"] for one in file["findings"]]) for file in value["files"]] == [
        ("src/bad.cu", ["C001"]),
        ("src/good.cu", []),
    ]
    again = run("report", "r.json", "--format", "gcc", cwd=tmp_path)
    assert (again.code, again.out) == (0, done.out)


@pytest.mark.usefixtures("src")
def test_a_report_does_not_take_the_place_of_a_source(tmp_path: Path, tools: str) -> None:
    before = snapshot(tmp_path / "src")
    done = run("verify", "src", "--report", "csv:src/bad.cu", "--hip-compiler", tools, cwd=tmp_path)
    assert done.code == 3
    assert "src/bad.cu" in done.err
    assert snapshot(tmp_path / "src") == before


@pytest.mark.usefixtures("src")
def test_a_verdict_in_json_is_no_report_and_says_so(tmp_path: Path, tools: str) -> None:
    done = run("verify", "src", "--format", "json", "--hip-compiler", tools, cwd=tmp_path)
    (tmp_path / "v.json").write_text(done.out)
    again = run("report", "v.json", cwd=tmp_path)
    assert (again.code, again.out) == (2, "")
    assert "v.json: what a compiler said; write a report with verify --report json:FILE" in again.err


@pytest.mark.usefixtures("src")
def test_convert_puts_errors_beside_its_findings(tmp_path: Path, tools: str) -> None:
    given = ("--verify", "--hip-compiler", tools, "--report", "csv:r.csv")
    done = run("convert", "src", "-o", "out", "--format", "gcc", *given, cwd=tmp_path)
    assert done.code == 1
    assert "src/bad.cu:4:5: error: call to 'hipFree' is ambiguous" in done.out
    assert (tmp_path / "out/bad.cu").exists()
    assert ",C001,compile-error,compile," in (tmp_path / "r.csv").read_text()


@pytest.mark.usefixtures("src")
def test_without_a_compiler_it_gives_2(tmp_path: Path) -> None:
    env = {"PATH": str(tmp_path), "HOME": str(tmp_path), "HIP_SYSROOT": "", "HIP_PATH": "", "ROCM_PATH": ""}
    if os.path.isdir("/opt/rocm"):
        pytest.skip("a ROCm is installed")
    done = run("verify", "src", cwd=tmp_path, env=env)
    assert (done.code, done.out) == (2, "")
    assert done.err.startswith("Error: no HIP compiler: none in HIP_PATH")
    converted = run("convert", "src", "-o", "out", "--verify", cwd=tmp_path, env=env)
    assert converted.code == 2
    assert not (tmp_path / "out").exists()


@pytest.mark.parametrize(
    ("more", "said"),
    [
        (("--hip-compiler", "gone"), "--hip-compiler gone: no HIP compiler there"),
        (("--arch", ","), "--arch names no GPU"),
        (("--compile-commands", "broken.json"), "broken.json: no JSON"),
        (("--compile-commands", "broken.json", "--make"), "exclude each other"),
        (("--time-limit", "0"), "--time-limit"),
        (("--fail-on", "note"), "No such option"),
        (("--include", "*.txt"), "nothing to compile: no source here"),
    ],
)
def test_what_cannot_go_on_gives_2(
    tmp_path: Path, src: Path, tools: str, more: tuple[str, ...], said: str
) -> None:
    put(tmp_path / "broken.json", "[{")
    given = more if "--hip-compiler" in more else ("--hip-compiler", tools, *more)
    done = run("verify", str(src), *given, cwd=tmp_path)
    assert done.code == 2
    assert said in done.err
    assert "Traceback" not in done.err


@pytest.mark.usefixtures("src")
def test_a_file_that_is_gone_gives_3(tmp_path: Path, tools: str) -> None:
    done = run("verify", "src", "gone.cu", "--hip-compiler", tools, cwd=tmp_path)
    assert done.code == 3


@pytest.mark.usefixtures("src")
@pytest.mark.parametrize(("asked", "jobs"), [(400, 2), (2, 2), (1, 1), (None, 2)])
def test_no_more_compilers_run_than_there_are_cores(
    tools: str, monkeypatch: pytest.MonkeyPatch, asked: int | None, jobs: int
) -> None:
    monkeypatch.setattr(workers, "cores", lambda: 2)
    given = DEFAULTS | {"hip_compiler": tools, "jobs": asked, "paths": ()}
    assert wish_of(given, Settings(mode="memory"), ()).jobs == jobs


@pytest.mark.usefixtures("src")
def test_flags_behind_the_dashes_reach_the_compiler(tmp_path: Path, tools: str) -> None:
    run("verify", "src", "--hip-compiler", tools, "--arch", "gfx942", "--", "-DX=1", "--weird", cwd=tmp_path)
    calls = [json.loads(line) for line in (tmp_path / "tools/log").read_text().splitlines()]
    units = [(side, words) for side, path, words in calls if "/src/" in path]
    assert {side for side, _ in units} == {"gfx942", "host"}
    assert all(words[words.index("-DX=1") + 1] == "--weird" for _, words in units)


def test_a_compile_commands_file_in_the_tree_is_used(tmp_path: Path, src: Path, tools: str) -> None:
    entry = {"directory": str(src), "command": "nvcc -DA -c good.cu", "file": "good.cu"}
    put(
        src / "build/compile_commands.json",
        json.dumps([entry, {"file": "gone.cu", "command": "nvcc gone.cu"}]),
    )
    done = run("verify", "src", "--hip-compiler", tools, cwd=tmp_path)
    assert done.code == 0
    assert "flags from src/build/compile_commands.json" in done.out
    assert "src/build/compile_commands.json: 1 files are gone\n" in done.out


@pytest.mark.skipif(shutil.which("make") is None, reason="needs make")
def test_make_is_asked_only_when_told_to(tmp_path: Path, src: Path, tools: str) -> None:
    put(src / "Makefile", "X := $(shell touch ran)\ngood.o: good.cu\n\tnvcc -DM -c good.cu\n")
    assert run("verify", "src", "-q", "--hip-compiler", tools, cwd=tmp_path).code == 1
    assert not (src / "ran").exists()
    done = run("verify", "src", "--make", "--hip-compiler", tools, cwd=tmp_path)
    assert (done.code, (src / "ran").exists()) == (0, True)
    assert "flags from make -n in src" in done.out


@pytest.mark.usefixtures("src")
def test_what_was_converted_is_compiled_as_it_stands(tmp_path: Path, tools: str) -> None:
    assert run("convert", "src", "-o", "out", cwd=tmp_path).code == 0
    done = run("verify", "out", "--hip-compiler", tools, "--format", "json", cwd=tmp_path)
    value = value_of(done.out)
    assert value["converted"] == 0
    assert [(one["path"], one["line"]) for one in value["units"][0]["errors"]] == [("out/bad.cu", 4)]


@pytest.mark.usefixtures("src")
def test_as_is_converts_nothing(tmp_path: Path, tools: str) -> None:
    done = run("verify", "src", "--as-is", "--hip-compiler", tools, "--format", "json", cwd=tmp_path)
    value = value_of(done.out)
    assert (value["converted"], value["units"][0]["errors"][0]["edits"]) == (0, [])


@pytest.mark.parametrize("mode", [(), ("-o", "out"), ("--in-place",), ("-o", "out", "--rename", ".hip")])
def test_convert_verifies_what_it_wrote(tmp_path: Path, src: Path, tools: str, mode: tuple[str, ...]) -> None:
    done = run("convert", "src", *mode, "--verify", "--hip-compiler", tools, "--format", "json", cwd=tmp_path)
    both = json.loads(done.out)
    assert [*Draft202012Validator(REPORT_SCHEMA).iter_errors(both["conversion"])] == []
    value = value_of(json.dumps(both["verify"]))
    assert done.code == value["exit_code"] == both["conversion"]["exit_code"] == 1
    assert both["conversion"]["mode"] == ("write" if mode else "dry-run")
    errors = value["units"][0]["errors"]
    assert [(one["path"], one["line"], one["edits"]) for one in errors] == [("src/bad.cu", 4, ["N000"])]
    assert ("cudaFree" in (src / "bad.cu").read_text() if (src / "bad.cu").exists() else False) == (
        "--in-place" not in mode
    )
    calls = [json.loads(line) for line in (tmp_path / "tools/log").read_text().splitlines()]
    assert any(path.endswith(".hip") and "/src/" in path for _, path, _ in calls) == ("--rename" in mode)


@pytest.mark.usefixtures("src")
def test_convert_prints_both_reports(tmp_path: Path, tools: str) -> None:
    done = run("convert", "src", "-o", "out", "--verify", "--hip-compiler", tools, cwd=tmp_path)
    assert done.code == 1
    assert (
        done.out.index("Files\n")
        < done.out.index("call to 'hipFree' is ambiguous")
        < done.out.index("Units\n")
    )


@pytest.mark.usefixtures("src")
@pytest.mark.parametrize("more", [("--diff",), ("-",)])
def test_convert_verifies_files_alone(tmp_path: Path, more: tuple[str, ...]) -> None:
    paths = () if "-" in more else ("src",)
    done = run("convert", *paths, *more, "--verify", cwd=tmp_path)
    assert done.code == 2
    assert "--verify compiles files: give no - and no --diff with it" in done.err
