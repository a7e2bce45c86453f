"""Device code across sources: flags for what CMake compiles, and nothing for targets without sources."""

from __future__ import annotations

from pathlib import Path

import pytest
from helpers.hip_cmake import configure, needs_cmake, rocm
from helpers.laws import assert_lossless
from helpers.matches import RULES

from hipify_py.build.conversion import build_file
from hipify_py.choices import BuildMode
from hipify_py.model import Result
from hipify_py.settings import Options

ON = "PROPERTIES CUDA_SEPARABLE_COMPILATION ON"
COMPILE = "target_compile_options({} PRIVATE $<$<COMPILE_LANGUAGE:HIP>:-fgpu-rdc>)\n"
LINK = "target_link_options({} PUBLIC $<$<LINK_LANGUAGE:HIP>:-fgpu-rdc>)\n"


def lines(target: str, indent: str = "") -> str:
    return indent + COMPILE.format(target) + indent + LINK.format(target)


def guarded(target: str) -> str:
    kind = f"get_target_property(KIND_OF_TARGET {target} TYPE)\n"
    asks = 'if(NOT KIND_OF_TARGET STREQUAL "INTERFACE_LIBRARY")\n'
    return f"{kind}{asks}{lines(target, '  ')}endif()\n"


def convert(text: str, build: BuildMode = "replace") -> Result:
    options = Options(path="CMakeLists.txt", build=build)
    result = build_file(text.encode(), RULES, options)
    assert_lossless(result)
    assert build_file(result.output, RULES, options).output == result.output
    return result


@pytest.mark.parametrize(
    ("makes", "left"),
    [
        ("add_library(h INTERFACE)\n", ""),
        ("add_library(h STATIC IMPORTED)\n", ""),
        ("add_library(h INTERFACE IMPORTED GLOBAL)\n", ""),
        ("add_custom_target(h)\n", ""),
        ("add_library(h m.cpp)\n", lines("h")),
        ("add_library(h OBJECT m.cpp)\n", lines("h")),
        ("add_executable(h m.cpp)\n", lines("h")),
        ("add_library(g INTERFACE)\n", lines("h")),
        (
            "if(A)\nadd_library(h INTERFACE)\nelse()\nadd_library(h m.cpp)\nendif()\n",
            guarded("h"),
        ),
    ],
)
def test_a_target_without_sources_has_no_options(makes: str, left: str) -> None:
    result = convert(f"{makes}set_target_properties(h {ON})\n")
    assert result.text.replace(makes, "").strip("\n") == left.strip("\n")
    assert [one.rule for one in result.findings] == (["B012"] if left else [])


@pytest.mark.parametrize(("kind", "severity"), [("STATIC ", "warning"), ("SHARED ", "note"), ("", "note")])
def test_an_archive_may_be_linked_by_others_and_is_a_warning(kind: str, severity: str) -> None:
    (said,) = convert(f"add_library(h {kind}m.cpp)\nset_target_properties(h {ON})\n").findings
    assert (said.rule, said.severity) == ("B012", severity)
    assert ("--hip-link" in said.message) == (severity == "warning")
    linked = "add_executable(x x.cpp)\ntarget_link_libraries(x PRIVATE h)\n"
    (said,) = convert(f"add_library(h {kind}m.cpp)\nset_target_properties(h {ON})\n{linked}").findings
    assert said.severity == "note"
    (said,) = convert("set(CMAKE_CUDA_SEPARABLE_COMPILATION ON)\n").findings
    assert said.severity == "note"


def test_of_several_targets_and_properties_the_others_stay() -> None:
    text = "add_library(h INTERFACE)\nadd_library(k m.cpp)\n"
    result = convert(f"{text}set_target_properties(h k {ON} CXX_STANDARD 17)\n")
    assert result.text == f"{text}set_target_properties(h k PROPERTIES CXX_STANDARD 17)\n{lines('k')}"
    result = convert(f"{text}set_target_properties(h {ON} CXX_STANDARD 17)\n")
    assert result.text == f"{text}set_target_properties(h PROPERTIES CXX_STANDARD 17)\n"
    result = convert(f"{text}set_property(TARGET h k PROPERTY CUDA_SEPARABLE_COMPILATION ON)\n")
    assert result.text == text + lines("k")


def test_what_a_variable_names_is_asked_for_its_kind_where_a_file_makes_both() -> None:
    loop = "foreach(t h k)\nset_target_properties(${t} " + ON + ")\nendforeach()\n"
    assert "KIND_OF_TARGET" in convert(f"add_library(h INTERFACE)\nadd_library(k m.cpp)\n{loop}").text
    assert "KIND_OF_TARGET" not in convert(f"add_library(h m.cpp)\nadd_library(k m.cpp)\n{loop}").text
    made = "function(f t)\nadd_library(${t} m.cpp)\nset_target_properties(${t} " + ON + ")\nendfunction()\n"
    assert "KIND_OF_TARGET" not in convert(f"add_library(h INTERFACE)\n{made}").text


def test_it_is_said_once_a_file() -> None:
    text = "".join(f"add_library({one} m.cpp)\nset_target_properties({one} {ON})\n" for one in "ab")
    (said,) = convert(text).findings
    assert said.rule == "B012"
    assert [text[slice(*one.span)] for one in said.related] == ["CUDA_SEPARABLE_COMPILATION ON"]


@needs_cmake
@pytest.mark.parametrize("mode", ["replace", "dual"])
def test_cmake_takes_what_comes_out(mode: BuildMode, tmp_path: Path) -> None:
    text = (
        "cmake_minimum_required(VERSION 3.21)\nproject(x CXX)\n"
        "add_library(h INTERFACE)\nadd_library(k m.cpp)\nadd_library(i STATIC IMPORTED)\n"
        "option(A a ON)\nif(A)\nadd_library(e INTERFACE)\nelse()\nadd_library(e m.cpp)\nendif()\n"
        f"set_target_properties(h k i e {ON})\n"
        f"foreach(t h k)\n  set_target_properties(${{t}} {ON})\nendforeach()\n"
    )
    (tmp_path / "CMakeLists.txt").write_bytes(convert(text, mode).output)
    (tmp_path / "m.cpp").write_text("int m;\n", encoding="utf-8")
    for number, more in enumerate(["-DA=ON", "-DA=OFF"]):
        done = configure(
            tmp_path, tmp_path / str(number), rocm(tmp_path / f"rocm{number}"), more, "-DUSE_HIP=ON"
        )
        assert done.returncode == 0, done.stderr
