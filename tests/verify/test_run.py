"""Units compiled by a program that crashes, hangs, floods, and finds errors, as told."""

from __future__ import annotations

import json
import time
from pathlib import Path
from typing import Any

import pytest
from helpers.command import put
from helpers.compilers import fake_compiler
from helpers.processes import gone

from hipify_py.choices import OWN_HEADERS
from hipify_py.model import HipifyError
from hipify_py.project.compile_commands import Command
from hipify_py.project.run import convert_tree
from hipify_py.settings import Settings
from hipify_py.verify.commands import Commands
from hipify_py.verify.compiler import Compiler
from hipify_py.verify.model import Verdict
from hipify_py.verify.run import ERRORS, Wish, units_of, verify
from hipify_py.verify.sources import look_over

CUDA = "#include <cuda_runtime.h>\n"


def verdict(root: Path, tools: Path, **more: Any) -> Verdict:
    settings = Settings(mode="memory")
    report = convert_tree([str(root)], settings)
    sources = look_over(report, [str(root)], settings)
    return verify(sources, Wish(Compiler(str(fake_compiler(tools))), jobs=2, **more))


def calls(tools: Path) -> list[list[Any]]:
    return [json.loads(line) for line in (tools / "log").read_text().splitlines()]


@pytest.fixture
def root(tmp_path: Path) -> Path:
    (tmp_path / "t").mkdir()
    return tmp_path / "t"


@pytest.fixture
def tools(tmp_path: Path) -> Path:
    return tmp_path / "tools"


def test_a_tree_that_compiles(root: Path, tools: Path) -> None:
    put(root / "a.cu", CUDA + "__global__ void k() {}\n")
    put(root / "b.cpp", CUDA + "int main() { cudaFree(0); }\n")
    put(root / "plain.cpp", "int x;\n")
    found = verdict(root, tools)
    assert [(Path(unit.path).name, unit.status, unit.problems) for unit in found.units] == [
        ("a.cu", "compiles", ()),
        ("b.cpp", "compiles", ()),
    ]
    assert found.causes == ()
    assert found.converted == 2
    assert sorted(
        (side, Path(path).name) for side, path, words in calls(tools) if "-emit-pch" not in words
    ) == [
        ("gfx1100", "a.cu"),
        ("gfx90a", "a.cu"),
        ("host", "a.cu"),
        ("host", "b.cpp"),
    ]


def test_errors_lead_to_the_original_line_with_what_was_done_and_said_there(root: Path, tools: Path) -> None:
    source = (
        "void f(void *p) {\n  cudaFree(p); // fake: error no matching function for call to 'hipFree'\n}\n"
    )
    put(
        root / "a.cu",
        "#define X 1\n" + source + "\n" * 9 + "void g() { cudaNoSuch(); } // fake on host: error x\n",
    )
    found = verdict(root, tools)
    assert [
        (Path(one.path).name, one.line, one.text, one.sides, one.rules, one.foretold)
        for one in found.units[0].problems
    ] == [
        (
            "a.cu",
            3,
            "no matching function for call to 'hipFree'",
            ("gfx90a", "gfx1100", "host"),
            ("N000",),
            (),
        ),
        ("a.cu", 14, "x", ("host",), (), ("N003",)),
    ]
    assert found.units[0].problems[0].compiled_line > 3
    assert found.units[0].status == "fails"
    assert found.units[0].surprise
    assert (root / "a.cu").read_text().count("cudaFree") == 1


def test_a_compiler_that_crashes(root: Path, tools: Path) -> None:
    put(root / "a.cu", CUDA + "// fake on gfx1100: crash\n")
    put(root / "b.cu", CUDA)
    found = verdict(root, tools)
    assert [(unit.status, unit.reason) for unit in found.units] == [
        ("crashed", "Stack dump:"),
        ("compiles", ""),
    ]


def test_a_compiler_that_hangs_is_ended_with_its_children(root: Path, tools: Path) -> None:
    put(root / "a.cu", CUDA + "// fake on host: hang\n")
    began = time.monotonic()
    found = verdict(root, tools, seconds=3)
    assert time.monotonic() - began < 40
    assert (found.units[0].status, found.units[0].reason) == ("timed out", "no end after 3 s")
    pid = int((tools / "pid").read_text())
    assert gone(pid)


def test_ten_thousand_errors(root: Path, tools: Path) -> None:
    put(root / "a.cu", CUDA + "// fake: flood\n")
    found = verdict(root, tools)
    assert found.units[0].status == "fails"
    assert len(found.units[0].problems) == 7  # what is said of the same line again is said once
    assert [cause.title for cause in found.causes] == [f"undeclared n{number}" for number in range(7)]
    assert all(f"-ferror-limit={ERRORS}" in words for _, _, words in calls(tools) if "-emit-pch" not in words)


def test_a_compiler_that_loses_its_status(root: Path, tools: Path) -> None:
    for name in ("error", "crash"):
        put(root / f"{name}.cu", CUDA + f"// fake: {name} of the program\n")
    lost = f"""#!/bin/sh\n"{fake_compiler(tools, "real")}" "$@"\nexit 0\n"""
    script = put(tools / "lost", lost)
    script.chmod(0o755)
    settings = Settings(mode="memory")
    sources = look_over(convert_tree([str(root)], settings), [str(root)], settings)
    found = verify(sources, Wish(Compiler(str(script)), jobs=2))
    assert [unit.status for unit in found.units] == ["crashed", "fails"]


def test_flags_that_are_too_many_are_the_units_failure(root: Path, tools: Path) -> None:
    for name in "ab":
        put(root / f"{name}.cu", CUDA)
    commands = (
        Command(str(root / "a.cu"), str(root), "nvcc", ("-DX=" + "x" * 300_000,)),
        Command(str(root / "b.cu"), str(root), "nvcc", ()),
    )
    found = verdict(root, tools, build=Commands("x", commands))
    assert [(unit.status, unit.reason[:20]) for unit in found.units] == [
        ("fails", "its flags are more t"),
        ("compiles", ""),
    ]


def test_a_compiler_that_fails_without_a_word(root: Path, tools: Path) -> None:
    put(root / "a.cu", CUDA + "// fake: mute\n")
    found = verdict(root, tools)
    assert (found.units[0].status, found.units[0].reason) == ("fails", "it failed without a word")
    assert found.units[0].surprise


@pytest.mark.parametrize(
    ("header", "status"),
    [
        ("GL/glew.h", "needs"),
        ("mpi.h", "needs"),
        ("own.h", "fails"),
        ("cudnn.h", "fails"),
        ("hip/hip_gone.h", "fails"),
        ("cub/cub.cuh", "fails"),
    ],
)
def test_headers_of_third_parties_are_told_from_ours(
    root: Path, tools: Path, header: str, status: str
) -> None:
    put(root / "a.cu", f"{CUDA}\n\n\n\n// fake: fatal '{header}' file not found\n")
    put(root / "sub/own.h", "")
    found = verdict(root, tools)
    assert found.units[0].status == status
    assert [side for side, _, words in calls(tools) if "-emit-pch" not in words] == ["gfx90a"]


def test_a_header_that_the_build_makes_is_named_so(root: Path, tools: Path) -> None:
    put(root / "a.cu", f"{CUDA}// fake: fatal 'own_config.h' file not found\n")
    put(root / "own_config.h.in", "")
    unit = verdict(root, tools).units[0]
    assert (unit.status, unit.problems[0].advice) == ("needs", "the build makes it of own_config.h.in")


def test_a_build_says_what_is_compiled_and_one_file_can_be_two_units(root: Path, tools: Path) -> None:
    path = put(root / "a.cu", CUDA)
    put(root / "b.cu", CUDA)
    build = Commands("c", tuple(Command(str(path), str(root), "nvcc", (f"-D{name}",)) for name in "AB"))
    found = verdict(root, tools, build=build, flags=("-DC",), archs=("gfx942",))
    assert [Path(unit.path).name for unit in found.units] == ["a.cu", "a.cu"]
    assert found.origin == "c"
    runs = [words for _, _, words in calls(tools) if "-emit-pch" not in words]
    assert len(runs) == 4
    assert all(words[words.index("-D") :][:3] in (["-D", "A", "-DC"], ["-D", "B", "-DC"]) for words in runs)


@pytest.mark.parametrize("flag", [["-Ilib"], ["-I", "lib"], ["-isystem", "lib"], ["-isystemlib"]])
def test_a_folder_that_is_given_is_not_guessed_behind_the_systems(
    root: Path, monkeypatch: pytest.MonkeyPatch, flag: list[str]
) -> None:
    monkeypatch.chdir(root)
    put(root / "a.cu", CUDA + "#include <own.h>\n#include <other.h>\n")
    put(root / "lib/own.h", "")
    put(root / "more/other.h", "")
    given = [one.replace("lib", f"{root}/lib") for one in flag]
    assert flags_of(root, flag) == ["-idirafter", f"{root}/more", *given]


def test_a_folder_that_is_given_in_another_way_stays_behind_the_systems(root: Path) -> None:
    put(root / "a.cu", CUDA + "#include <own.h>\n")
    put(root / "lib/own.h", "")
    given = ["-iquote", f"{root}/lib", "-I", f"{root}/gone", "-DX=lib"]
    assert flags_of(root, given) == ["-idirafter", f"{root}/lib", *given]


def flags_of(root: Path, given: list[str]) -> list[str]:
    """Give the flags of a tree's only unit."""
    settings = Settings(mode="memory")
    sources = look_over(convert_tree([str(root)], settings), [str(root)], settings)
    (unit,), _ = units_of(sources, Wish(Compiler("clang"), flags=tuple(given)))
    return list(unit.flags)


def test_object_code_is_asked_for(root: Path, tools: Path) -> None:
    put(root / "a.cu", CUDA)
    verdict(root, tools, to_object=True)
    assert all("-c" in words and "-fsyntax-only" not in words for _, _, words in calls(tools))


def test_what_is_done_of_all_is_told(root: Path, tools: Path) -> None:
    put(root / "a.cu", CUDA)
    put(root / "b.cu", CUDA + "// fake: fatal 'mpi.h' file not found\n")
    settings = Settings(mode="memory")
    sources = look_over(convert_tree([str(root)], settings), [str(root)], settings)
    told: list[tuple[int, int]] = []
    verify(sources, Wish(Compiler(str(fake_compiler(tools)))), lambda done, total: told.append((done, total)))
    assert told == [(1, 6), (2, 6), (5, 6), (6, 6)]


def test_a_compiler_that_is_gone_ends_the_run(root: Path, tools: Path) -> None:
    put(root / "a.cu", CUDA)
    settings = Settings(mode="memory")
    sources = look_over(convert_tree([str(root)], settings), [str(root)], settings)
    with pytest.raises(HipifyError, match="cannot start it in"):
        verify(sources, Wish(Compiler(str(tools / "gone"))))


def test_a_file_that_says_it_needs_the_warp_header_finds_it(root: Path, tools: Path) -> None:
    kernel = "__global__ void k(int *p) { *p = __ballot_sync(0xffffffff, *p); }\n"
    put(root / "deep/a.cu", CUDA + kernel)
    verdict(root, tools)
    words = next(words for _, _, words in calls(tools) if "-ivfsoverlay" in words)
    assert words[words.index("-ivfsoverlay") + 1].endswith("overlay.yaml")
    assert not (root / "hipify_warp32.h").exists()


def test_an_interrupt_ends_the_compilers_that_run(root: Path, tools: Path) -> None:
    put(root / "a.cu", CUDA + "// fake on gfx90a: hang\n")
    put(root / "b.cu", CUDA)

    def interrupt(*_: int) -> None:
        raise KeyboardInterrupt

    settings = Settings(mode="memory")
    sources = look_over(convert_tree([str(root)], settings), [str(root)], settings)
    began = time.monotonic()
    with pytest.raises(KeyboardInterrupt):
        verify(sources, Wish(Compiler(str(fake_compiler(tools))), jobs=2), interrupt)
    assert time.monotonic() - began < 60


def test_a_file_named_alone_finds_the_warp_header_beside_itself(root: Path) -> None:
    put(root / ".git/HEAD", "")
    kernel = "__global__ void k(unsigned *p) { *p = __ballot_sync(0xffffffff, *p); }\n"
    path = str(put(root / "deep/a.cu", CUDA + kernel))
    settings = Settings(mode="memory")
    sources = look_over(convert_tree([path], settings), [path], settings)
    assert set(sources.laid) == {path, *(f"{root}/deep/{header}" for header in OWN_HEADERS)}
    assert b'#include "hipify_warp32.h"' in sources.texts[path]
    assert sources.roots == (str(root),)
