"""Where a HIP compiler is found, and how it is called."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from helpers.compilers import fake_compiler

from hipify_py.model import HipifyError
from hipify_py.verify import compiler
from hipify_py.verify.compiler import Compiler, find, probe


@pytest.fixture(autouse=True)
def nowhere(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Let no compiler of this machine be found."""
    monkeypatch.setattr(compiler, "SYSROOT", str(tmp_path / "no-sysroot"))
    monkeypatch.setattr(compiler, "OPT", str(tmp_path / "no-opt"))
    for name in compiler.VARIABLES:
        monkeypatch.delenv(name, raising=False)


def program(path: Path) -> str:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("#!/bin/sh\n")
    path.chmod(0o755)
    return str(path)


def test_hip_path_comes_before_rocm_path_and_that_before_path(tmp_path: Path) -> None:
    hip = program(tmp_path / "hip/bin/hipcc")
    rocm = program(tmp_path / "rocm/llvm/bin/clang++")
    on_path = program(tmp_path / "bin/hipcc")
    env = {
        "HIP_PATH": str(tmp_path / "hip"),
        "ROCM_PATH": str(tmp_path / "rocm"),
        "PATH": str(tmp_path / "bin"),
    }
    assert (find(None, env).program, find(None, env).origin) == (hip, "HIP_PATH")
    del env["HIP_PATH"]
    assert (find(None, env).program, find(None, env).origin) == (rocm, "ROCM_PATH")
    del env["ROCM_PATH"]
    assert (find(None, env).program, find(None, env).origin) == (on_path, "PATH")


def test_a_folder_without_a_compiler_is_passed_over(tmp_path: Path) -> None:
    on_path = program(tmp_path / "bin/amdclang++")
    env = {"HIP_PATH": str(tmp_path / "empty"), "PATH": str(tmp_path / "bin")}
    assert find(None, env).program == on_path


def test_what_is_given_wins(tmp_path: Path) -> None:
    given = program(tmp_path / "my/hipcc")
    program(tmp_path / "bin/hipcc")
    env = {"PATH": str(tmp_path / "bin")}
    assert find(given, env) == Compiler(given, origin="--hip-compiler")
    rocm = program(tmp_path / "rocm/bin/hipcc")
    assert find(str(tmp_path / "rocm"), env).program == rocm
    assert find("hipcc", env).program == str(tmp_path / "bin/hipcc")


@pytest.mark.parametrize("given", ["gone", "folder", "plain"])
def test_what_is_given_and_is_none_is_refused(tmp_path: Path, given: str) -> None:
    (tmp_path / "folder").mkdir()
    (tmp_path / "plain").write_text("")
    with pytest.raises(HipifyError, match=rf"--hip-compiler .*{given}: no HIP compiler there: name hipcc"):
        find(str(tmp_path / given), {"PATH": ""})


def test_without_any_the_error_says_where_was_looked(tmp_path: Path) -> None:
    with pytest.raises(
        HipifyError, match="no HIP compiler: none in HIP_PATH, ROCM_PATH, on PATH, in /opt/rocm"
    ):
        find(None, {"PATH": str(tmp_path)})


def test_a_sysroot_is_told_where_its_rocm_is(tmp_path: Path) -> None:
    clang = program(tmp_path / "usr/lib/llvm-22/bin/clang++")
    bitcode = tmp_path / "usr/lib/llvm-22/lib/clang/22/amdgcn/bitcode"
    bitcode.mkdir(parents=True)
    found = find(None, {"PATH": "", "HIP_SYSROOT": str(tmp_path)})
    include = f"{tmp_path}/usr/include"
    assert found == Compiler(
        clang,
        (f"--rocm-path={tmp_path}/usr", f"--rocm-device-lib-path={bitcode}", "-isystem", include),
        include,
        "HIP_SYSROOT",
    )


def test_each_side_has_its_command() -> None:
    found = Compiler("hipcc", ("--rocm-path=/r",), "/r/include")
    quiet = list(compiler.QUIET)
    assert found.command("hip", "gfx90a") == [
        "hipcc", "-x", "hip", "--cuda-device-only", "--offload-arch=gfx90a", *quiet, "--rocm-path=/r",
    ]  # fmt: skip
    assert found.command("hip", "host") == [
        "hipcc",
        "-x",
        "hip",
        "--cuda-host-only",
        *quiet,
        "--rocm-path=/r",
    ]
    assert found.command("c", "host") == [
        "hipcc", "-x", "c", "-D__HIP_PLATFORM_AMD__=1", *quiet, "-isystem", "/r/include",
    ]  # fmt: skip


def test_a_compiler_that_works_passes_the_probe(tmp_path: Path) -> None:
    probe(Compiler(str(fake_compiler(tmp_path))), ("gfx90a", "gfx1100"), 30)
    assert (tmp_path / "log").read_text().count("gfx") >= 2


@pytest.mark.parametrize(
    ("script", "why"),
    [
        ("echo 'clang: error: invalid target ID'; exit 1", "clang: error: invalid target ID"),
        ("exit 4", "exit status 4"),
        ("sleep 60", "no end after 1 s, which --time-limit may make more"),
    ],
)
def test_a_compiler_that_compiles_nothing_is_refused(tmp_path: Path, script: str, why: str) -> None:
    path = tmp_path / "hipcc"
    path.write_text(f"#!/bin/sh\n{script}\n")
    path.chmod(0o755)
    with pytest.raises(HipifyError) as refused:
        probe(Compiler(str(path)), ("gfx90a",), 1)
    assert str(refused.value) == f"{path} compiles no HIP for gfx90a: {why}; name another with --hip-compiler"


def test_a_variable_that_names_no_compiler_is_told_where_another_fails(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "hipcc"
    path.write_text("#!/bin/sh\nexit 4\n")
    path.chmod(0o755)
    program(tmp_path / "rocm/bin/hipcc")
    monkeypatch.setenv("HIP_PATH", "/nope")
    monkeypatch.setenv("ROCM_PATH", str(tmp_path / "rocm"))
    with pytest.raises(HipifyError, match=r"exit status 4; HIP_PATH is /nope, where none is; name another"):
        probe(Compiler(str(path)), ("gfx90a",), 30)


def test_a_file_that_is_no_program_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "hipcc"
    path.write_bytes(b"\x7fELF nonsense")
    path.chmod(0o755)
    with pytest.raises(HipifyError, match="cannot start it: "):
        probe(Compiler(os.fspath(path)), ("gfx90a",), 1)
