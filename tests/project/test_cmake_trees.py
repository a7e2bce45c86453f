"""What CMake files are told of the tree around them."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from helpers.command import put

from hipify_py.project.run import convert_tree
from hipify_py.settings import Settings

if TYPE_CHECKING:
    from pathlib import Path

TOP = "cmake_minimum_required(VERSION 3.21)\nproject(a CXX)\nadd_subdirectory(src)\n"
ASKS = "find_package(CUDA REQUIRED)\n"
LIBRARY = "cuda_add_library(k k.cu)\n"
COPY = "macro(CUDA_WRAP_SRCS t)\nendmacro()\nmacro(CUDA_ADD_LIBRARY t)\nendmacro()\n"


def ran(folder: Path, files: dict[str, str]) -> tuple[dict[str, str], dict[str, list[str]]]:
    """Convert some files; give the texts of those that changed, and the rules that speak of each."""
    tree = folder / "t"
    for name, text in files.items():
        put(tree / name, text)
    report = convert_tree([str(tree)], Settings(output=str(folder / "o"), mode="output"))
    texts = {name: (folder / "o" / name).read_text() for name in files}
    said = {one.path.partition("/t/")[2]: [each.rule for each in one.concerns] for one in report.files}
    return {name: text for name, text in texts.items() if text != files[name]}, said


@pytest.mark.parametrize(
    ("top", "said"),
    [
        (TOP, ["B025"]),
        (TOP.replace("CXX", "CXX CUDA"), []),
        (TOP.replace("CXX", "LANGUAGES ${LANGS}"), []),
        (TOP + ASKS, []),
        (TOP + "enable_language(HIP)\n", []),
        (TOP + "if(GPU STREQUAL HIP)\nset(A 1)\nelseif(GPU STREQUAL CUDA)\n" + ASKS + "endif()\n", ["B025"]),
        ("add_subdirectory(src)\n", []),
    ],
)
def test_sources_that_are_hip_need_the_language(tmp_path: Path, top: str, said: list[str]) -> None:
    files = {"CMakeLists.txt": top, "src/CMakeLists.txt": "add_library(k k.cu)\n", "src/k.cu": "int a;\n"}
    assert ran(tmp_path, files)[1]["src/CMakeLists.txt"] == said


OWN_HIP = (
    'project(a CXX)\nset(GPU none CACHE STRING "which")\nif(GPU STREQUAL "cuda")\nenable_language(CUDA)\n'
    'elseif(GPU STREQUAL "hip")\nset(MY_HIP ON)\nendif()\nset(CMAKE_CUDA_STANDARD 17)\n'
    "add_subdirectory(src)\nif(MY_HIP)\nset(OPTS {})\nendif()\n"
)


@pytest.mark.parametrize(
    ("flags", "changed", "said"),
    [
        ("-DGPU_HIP -xhip", [], []),
        ('"-x;hip"', [], []),
        ("-DGPU_HIP", ["CMakeLists.txt", "src/CMakeLists.txt"], ["B025"]),
        ("-xhip)\nenable_language(HIP", ["CMakeLists.txt", "src/CMakeLists.txt"], []),
    ],
)
def test_a_project_that_compiles_for_hip_in_its_own_way_keeps_both_sides(
    tmp_path: Path, flags: str, changed: list[str], said: list[str]
) -> None:
    source = "add_library(k k.cu)\ntarget_compile_options(k PRIVATE $<$<COMPILE_LANGUAGE:CUDA>:-lineinfo>)\n"
    top = OWN_HIP.format(flags)
    files = {"CMakeLists.txt": top, "src/CMakeLists.txt": source, "src/k.cu": "int a;\n"}
    texts, told = ran(tmp_path, files)
    assert [*texts] == changed
    assert told["src/CMakeLists.txt"] == said


SUB = "project(sub CXX)\nenable_language(CUDA)\nadd_library(s s.cu)\n"


@pytest.mark.parametrize(
    ("adds", "said"),
    [
        ("", ["B025"]),
        ("add_subdirectory(other)\n", ["B025"]),
        ("add_custom_target(s COMMAND ${CMAKE_COMMAND} -S sub)\n", ["B025"]),
        ("ExternalProject_Add(s SOURCE_DIR ${CMAKE_SOURCE_DIR}/sub)\n", ["B025"]),
        ("add_subdirectory(sub)\n", []),
        ("add_subdirectory(${CMAKE_SOURCE_DIR}/sub/ ${CMAKE_BINARY_DIR}/s)\n", []),
        ("foreach(d sub)\nadd_subdirectory(${d})\nendforeach()\n", []),
        ("FetchContent_Declare(s SOURCE_DIR ${CMAKE_SOURCE_DIR}/sub)\n", []),
    ],
)
def test_a_project_that_is_configured_by_itself_enables_nothing_around_it(
    tmp_path: Path, adds: str, said: list[str]
) -> None:
    top = f"project(a CXX)\n{adds}add_library(k k.cu)\n"
    files = {"CMakeLists.txt": top, "sub/CMakeLists.txt": SUB, "k.cu": "int a;\n", "sub/s.cu": "int a;\n"}
    told = ran(tmp_path, files)[1]
    assert (told["CMakeLists.txt"], told["sub/CMakeLists.txt"]) == (said, [])


def test_a_module_around_enables_for_a_project_that_is_configured_by_itself(tmp_path: Path) -> None:
    files = {
        "CMakeLists.txt": "project(a CXX)\nadd_library(k k.cu)\n",
        "cmake/gpu.cmake": "enable_language(CUDA)\n",
        "sub/CMakeLists.txt": "project(sub CXX)\ninclude(../cmake/gpu.cmake)\nadd_library(s s.cu)\n",
    }
    told = ran(tmp_path, {**files, "k.cu": "int a;\n", "sub/s.cu": "int a;\n"})[1]
    assert (told["CMakeLists.txt"], told["sub/CMakeLists.txt"]) == ([], [])


def test_commands_that_the_tree_makes_itself_stay(tmp_path: Path) -> None:
    files = {"CMakeLists.txt": TOP, "cmake/FindGPU.cmake": COPY, "src/CMakeLists.txt": LIBRARY}
    changed, said = ran(tmp_path, {**files, "src/k.cu": "int a;\n"})
    assert not changed
    assert said["cmake/FindGPU.cmake"] == ["B024"]
    assert said["src/CMakeLists.txt"] == []


def test_a_command_that_a_file_makes_itself_stays_and_its_sources_become_hip(tmp_path: Path) -> None:
    own = "macro(cuda_add_library name)\n  add_library(${name} ${ARGN})\nendmacro()\n" + LIBRARY
    files = {
        "CMakeLists.txt": TOP.replace("CXX", "CXX CUDA"),
        "src/CMakeLists.txt": own,
        "src/k.cu": "int a;\n",
    }
    text = ran(tmp_path, files)[0]["src/CMakeLists.txt"]
    assert text == own + "set_source_files_properties(k.cu PROPERTIES LANGUAGE HIP)\n"


def test_commands_of_a_copy_that_goes_are_written_anew(tmp_path: Path) -> None:
    files = {"CMakeLists.txt": TOP + ASKS, "cmake/FindCUDA.cmake": COPY, "src/CMakeLists.txt": LIBRARY}
    assert "add_library(k k.cu)" in ran(tmp_path, {**files, "src/k.cu": "int a;\n"})[0]["src/CMakeLists.txt"]


def test_of_two_sides_beside_each_other_neither_is_edited(tmp_path: Path) -> None:
    files = {
        "CMakeLists.txt": TOP + ASKS,
        "src/cuda/CMakeLists.txt": LIBRARY,
        "src/cuda/target_cuda.cmake": "enable_language(CUDA)\n",
        "src/hip/CMakeLists.txt": LIBRARY,
        "src/hip/target_hip.cmake": "set(a 1)\n",
        "lib/cuda/CMakeLists.txt": LIBRARY,
    }
    changed, said = ran(tmp_path, files)
    assert changed.keys() == {"CMakeLists.txt", "lib/cuda/CMakeLists.txt"}
    assert said["src/cuda/CMakeLists.txt"] == said["src/hip/CMakeLists.txt"] == ["B018"]
    assert said["src/cuda/target_cuda.cmake"] == ["B018"]
    assert said["src/hip/target_hip.cmake"] == []


CHOICE = """if(GPU STREQUAL CUDA)
  enable_language(CUDA)
elseif(GPU STREQUAL HIP)
  enable_language(HIP)
endif()
"""


@pytest.mark.parametrize(("top", "asked"), [(TOP + CHOICE, True), (TOP + CHOICE + ASKS, False)])
def test_sources_are_hip_where_that_is_enabled_if_the_project_chooses(
    tmp_path: Path, top: str, asked: bool
) -> None:
    files = {"CMakeLists.txt": top, "src/CMakeLists.txt": "add_library(k k.cu)\n", "src/k.cu": "int a;\n"}
    line = "set_source_files_properties(k.cu PROPERTIES LANGUAGE HIP)\n"
    behind = f"if(CMAKE_HIP_COMPILER)\n  {line}endif()\n" if asked else line
    assert ran(tmp_path, files)[0]["src/CMakeLists.txt"] == "add_library(k k.cu)\n" + behind


INSIDE = "function(choose)\n  find_package(CUDA 7.0 REQUIRED)\nendfunction()\n"


@pytest.mark.parametrize(
    ("top", "said"), [(TOP + ASKS, []), (TOP, ["B003"]), ("add_subdirectory(src)\n", ["B003"])]
)
def test_findcuda_in_a_function_needs_no_language_where_the_tree_enables_it(
    tmp_path: Path, top: str, said: list[str]
) -> None:
    found = ran(tmp_path, {"CMakeLists.txt": top + "include(choose.cmake)\n", "choose.cmake": INSIDE})[1]
    assert found["choose.cmake"] == said
    assert found["CMakeLists.txt"] == []


def test_the_language_is_enabled_outside_of_the_function_that_finds_cuda_first(tmp_path: Path) -> None:
    changed, said = ran(tmp_path, {"CMakeLists.txt": TOP + INSIDE + ASKS})
    assert "endfunction()\nenable_language(HIP)\nfind_package(hip REQUIRED)\n" in changed["CMakeLists.txt"]
    assert said["CMakeLists.txt"] == []


def test_commands_that_findcuda_has_for_itself_end_the_configuring(tmp_path: Path) -> None:
    files = {
        "CMakeLists.txt": TOP
        + ASKS
        + "cuda_find_library_local_first(R cudadevrt R)\ncuda_odd(a)\nCUDA_OWN(a)\n",
        "src/CMakeLists.txt": "cuda_theirs(b)\n",
        "own.cmake": "function(CUDA_THEIRS a)\nendfunction()\nmacro(cuda_own a)\nendmacro()\nCUDA_own(a)\n",
    }
    said = ran(tmp_path, files)[1]
    assert (said["CMakeLists.txt"], said["src/CMakeLists.txt"], said["own.cmake"]) == (
        ["B003", "B004"],
        [],
        [],
    )


@pytest.mark.parametrize(
    ("switch", "handed_on"),
    [
        ("", True),
        ("if(APPLE)\n  set(CUDA_PROPAGATE_HOST_FLAGS OFF)\nendif()\n", True),
        ("set(CUDA_PROPAGATE_HOST_FLAGS off)\n", False),
    ],
)
def test_flags_for_cxx_reach_sources_that_findcuda_compiled(
    tmp_path: Path, switch: str, handed_on: bool
) -> None:
    flags = 'set(CMAKE_CXX_FLAGS "-DHALF=1")\n'
    files = {"CMakeLists.txt": TOP + ASKS + switch + flags, "src/CMakeLists.txt": LIBRARY}
    changed, said = ran(tmp_path, files)
    line = 'string(APPEND CMAKE_HIP_FLAGS " -DHALF=1")\n'
    assert changed["CMakeLists.txt"].endswith(flags + line if handed_on else flags)
    assert said["CMakeLists.txt"] == []
    other = {"CMakeLists.txt": TOP + ASKS + flags, "src/CMakeLists.txt": "add_library(k k.cu)\n"}
    assert ran(tmp_path / "other", other)[0]["CMakeLists.txt"].endswith(flags)


COLLECTED = (
    "aux_source_directory({} SRC)\n"
    "set(SRC_HIP ${{SRC}})\n"
    'list(FILTER SRC_HIP INCLUDE REGEX "\\\\.cu$")\n'
    "set_source_files_properties(${{SRC_HIP}} PROPERTIES LANGUAGE HIP)\n"
)


@pytest.mark.parametrize(
    "folder",
    [
        "src",
        "./src/",
        "${PROJECT_SOURCE_DIR}/src",
        "${CMAKE_CURRENT_SOURCE_DIR}/src",
        "${SOMEWHERE}",
        '"src"',
    ],
)
def test_a_folder_that_is_collected_has_its_sources_as_hip(tmp_path: Path, folder: str) -> None:
    text = TOP + ASKS + f"aux_source_directory({folder} SRC)\n"
    files = {"CMakeLists.txt": text, "src/a.cu": "int x;\n", "src/b.cc": "int y;\n"}
    changed, said = ran(tmp_path, files)
    assert changed["CMakeLists.txt"].endswith(COLLECTED.format(folder))
    assert said["CMakeLists.txt"] == []
    assert ran(tmp_path / "again", {**files, **changed})[0] == {}


def test_the_folder_of_the_project_may_be_collected_from_below(tmp_path: Path) -> None:
    text = "aux_source_directory(${PROJECT_SOURCE_DIR}/src SRC)\nadd_library(a ${SRC})\n"
    files = {"CMakeLists.txt": TOP + ASKS, "lib/CMakeLists.txt": text, "src/a.cu": "int x;\n"}
    assert "SRC_HIP" in ran(tmp_path, files)[0]["lib/CMakeLists.txt"]
    here = "aux_source_directory(${CMAKE_CURRENT_SOURCE_DIR} SRC)\n"
    files = {"CMakeLists.txt": TOP + ASKS, "lib/CMakeLists.txt": here, "lib/a.cu": "int x;\n"}
    assert "SRC_HIP" in ran(tmp_path / "here", files)[0]["lib/CMakeLists.txt"]


@pytest.mark.parametrize(
    ("folder", "more"),
    [
        ("lib", {"src/a.cu": "int x;\n"}),
        ("${PROJECT_SOURCE_DIR}/rc", {"src/a.cu": "int x;\n"}),
        ("src", {"src/a.cc": "int x;\n", "src/a.cuh": "int y;\n"}),
        ("${SOMEWHERE}", {"src/a.cc": "int x;\n"}),
    ],
)
def test_a_folder_without_sources_of_cuda_is_left(tmp_path: Path, folder: str, more: dict[str, str]) -> None:
    text = TOP + ASKS + f"aux_source_directory({folder} SRC)\n"
    assert ran(tmp_path, {"CMakeLists.txt": text, **more})[0]["CMakeLists.txt"].endswith("SRC)\n")


def test_a_folder_is_collected_for_hip_where_that_is_enabled(tmp_path: Path) -> None:
    text = (
        TOP
        + "if(GPU STREQUAL CUDA)\n  enable_language(CUDA)\n"
        + "elseif(GPU STREQUAL HIP)\n  enable_language(HIP)\nendif()\n"
        + "aux_source_directory(. SRC)\n"
    )
    changed, _ = ran(tmp_path, {"CMakeLists.txt": text, "a.cu": "int x;\n"})
    assert "if(CMAKE_HIP_COMPILER)\n  set(SRC_HIP ${SRC})\n" in changed["CMakeLists.txt"]


HANDED = "set(folders ${CUDA_INCLUDE_DIRS})\n"
INCLUDED = "include_directories(${CUDA_INCLUDE_DIRS})\n"
PROJECT = "cmake_minimum_required(VERSION 3.21)\nproject(a CXX CUDA)\n"


@pytest.mark.parametrize(
    ("top", "more", "is_said"),
    [
        (PROJECT + INCLUDED + "add_subdirectory(src)\n", {}, False),
        (PROJECT + "include(cmake/gpu.cmake)\nif(USE_CUDA)\n" + INCLUDED + "endif()\n", {}, False),
        (PROJECT + "add_definitions(-D__HIP_PLATFORM_AMD__)\nadd_subdirectory(src)\n", {}, False),
        (PROJECT + "add_subdirectory(src)\n" + INCLUDED, {}, True),
        (PROJECT + "add_subdirectory(src)\n", {}, True),
        (PROJECT + "if(DEBUG)\n" + INCLUDED + "endif()\nadd_subdirectory(src)\n", {}, True),
        (PROJECT, {"src/CMakeLists.txt": INCLUDED}, True),  # in src alone
        (PROJECT + INCLUDED, {"cmake/CMakeLists.txt": PROJECT}, True),  # may be built by itself
        (INCLUDED, {}, True),  # no top is known
    ],
)
def test_what_defines_the_platform_at_the_top_does_so_for_the_tree(
    tmp_path: Path, top: str, more: dict[str, str], is_said: bool
) -> None:
    files = {"CMakeLists.txt": top, "cmake/gpu.cmake": HANDED, **more}
    assert ran(tmp_path, files)[1]["cmake/gpu.cmake"] == ["B002"] * is_said


OWN_CHOICE = """cmake_minimum_required(VERSION 3.21)
project(a CXX)
find_package(CUDA)
if(CUDA_FOUND)
  add_library(cuda_target INTERFACE)
  target_link_libraries(cuda_target INTERFACE ${CUDA_cusparse_LIBRARY})
endif()
option(USE_HIP "HIP" OFF)
if(USE_HIP)
  enable_language(HIP)
endif()
add_subdirectory(src)
"""


@pytest.mark.parametrize(
    ("text", "changes"),
    [
        ("if(TARGET cuda_target)\n  cuda_add_executable(s ${s}.cu)\nendif()\n", False),
        ("if(USE_CUDA)\n  target_link_libraries(s cudart)\nendif()\n", False),
        ("if(NOT USE_CUDA)\n  target_link_libraries(s cudart)\nendif()\n", True),
        ("target_link_libraries(s cudart)\n", True),
        (
            "if(CUDA_VERSION VERSION_LESS 9)\n  include_directories(${CUDA_INCLUDE_DIRS})\nendif()\n",
            True,
        ),
    ],
)
def test_a_project_that_chooses_itself_keeps_the_side_of_cuda(
    tmp_path: Path, text: str, changes: bool
) -> None:
    files = {"CMakeLists.txt": OWN_CHOICE, "src/CMakeLists.txt": text}
    changed, said = ran(tmp_path, files)
    assert said["CMakeLists.txt"] == ["B018"]
    assert set(changed) == ({"src/CMakeLists.txt"} if changes else set())


@pytest.mark.parametrize("text", ["find_package(CUDA REQUIRED)", "find_package(CUDA)\nif(USE_HIP)\nendif()"])
def test_cuda_that_is_looked_for_in_any_case_is_no_choice(tmp_path: Path, text: str) -> None:
    changed, _ = ran(tmp_path, {"CMakeLists.txt": f"project(a CXX)\n{text}\n"})
    assert "find_package(hip" in changed["CMakeLists.txt"]


LISTED = (
    "macro(take_folder folder)\n  set(here ${folder}/)\n  include(${folder}/CMakeLists.txt)\nendmacro()\n"
)
HIP_OF = "set_source_files_properties(%s PROPERTIES LANGUAGE HIP)\n"


@pytest.mark.parametrize(
    ("taken", "given", "said"),
    [
        (LISTED, "take(k.cu)\n", "${CMAKE_CURRENT_LIST_DIR}/k.cu"),
        ("include(src/CMakeLists.txt)\n", "take(k.cu)\n", "${CMAKE_CURRENT_LIST_DIR}/k.cu"),
        ("add_subdirectory(src)\n", "take(k.cu)\n", "k.cu"),
        ("# include(src/CMakeLists.txt)\n", "take(k.cu)\n", "k.cu"),
        (LISTED, "add_library(k k.cu)\n", "k.cu"),
        (LISTED, "take(${FOLDER}/k.cu /a/k.cu)\n", "${FOLDER}/k.cu /a/k.cu"),
    ],
)
def test_a_list_that_another_folder_includes_names_sources_by_their_folder(
    tmp_path: Path, taken: str, given: str, said: str
) -> None:
    files = {"CMakeLists.txt": TOP + ASKS + taken, "src/CMakeLists.txt": given}
    changed = ran(tmp_path, files)[0]
    assert changed["src/CMakeLists.txt"] == given + HIP_OF % said
    again = ran(tmp_path / "again", {**files, **changed})[0]
    assert again.get("src/CMakeLists.txt", changed["src/CMakeLists.txt"]) == changed["src/CMakeLists.txt"]


LIST = "set(CMAKE_CUDA_ARCHITECTURES {})\n"


@pytest.mark.parametrize(
    ("top", "below", "severity"),
    [
        ("70 80", "70 80", "note"),
        ("70 80", '"70;80"', "note"),
        ("70 80", "80 70", "note"),
        ("OFF", "OFF", "note"),
        ("70 80", "90", "note"),
        ("all", "90", "note"),
        ("70 80", "OFF", "warning"),
        ("OFF", "90", "warning"),
    ],
)
def test_the_same_list_is_written_at_the_top_of_a_tree(
    tmp_path: Path, top: str, below: str, severity: str
) -> None:
    put(tmp_path / "CMakeLists.txt", "project(a CUDA)\n" + LIST.format(top) + "add_subdirectory(b)\n")
    put(tmp_path / "b/CMakeLists.txt", "add_subdirectory(c)\n")
    put(tmp_path / "b/c/CMakeLists.txt", "project(c CUDA)\n" + LIST.format(below))
    put(tmp_path / "d/CMakeLists.txt", "project(d CUDA)\n" + LIST.format(below))  # which nothing brings in
    found = convert_tree([str(tmp_path)], Settings(mode="memory")).files
    told = [one.severity for file in found for one in file.concerns if one.rule == "B008"]
    assert told == ["note" if top == "native" else "warning", severity, "warning"]
    alone = convert_tree([str(tmp_path / "b/c")], Settings(mode="memory")).files
    assert [one.severity for file in alone for one in file.concerns if one.rule == "B008"] == ["warning"]
    assert [one.before for file in alone for one in file.changes if one.rule == "B008"] == [below]


def test_what_stays_at_the_top_of_a_tree_tells_nothing_of_lists_below(tmp_path: Path) -> None:
    put(tmp_path / "CMakeLists.txt", "project(a CUDA)\n" + LIST.format("native") + "add_subdirectory(b)\n")
    put(tmp_path / "b/CMakeLists.txt", LIST.format(90))
    found = convert_tree([str(tmp_path)], Settings(mode="memory")).files
    assert [one.severity for file in found for one in file.concerns if one.rule == "B008"] == [
        "note",
        "warning",
    ]


FINDS = TOP + "{}find_package(thrust 1.9.9 REQUIRED MODULE)\n"
LOOKS = "list(APPEND CMAKE_MODULE_PATH ${CMAKE_SOURCE_DIR}/cmake)\n"


@pytest.mark.parametrize(
    ("looks", "module", "severity"),
    [
        (LOOKS, "cmake/Findthrust.cmake", "note"),
        ("set(CMAKE_MODULE_PATH\n  ${A}/cmake/hip)\n", "cmake/hip/Findthrust.cmake", "note"),
        ("set(CMAKE_MODULE_PATH ${MODULES})\n", "cmake/Findthrust.cmake", "note"),
        ("include(cmake/paths.cmake)\n", "cmake/Findthrust.cmake", "note"),
        (LOOKS, "cmake/FindNCCL.cmake", "warning"),
        (LOOKS, "cmake/thrust.cmake", "warning"),
        (LOOKS, "third/modules/Findthrust.cmake", "warning"),
        ("", "third/cmake/Findthrust.cmake", "warning"),
        ("# " + LOOKS, "cmake/Findthrust.cmake", "warning"),
    ],
)
def test_what_a_module_of_the_tree_finds_is_told_there(
    tmp_path: Path, looks: str, module: str, severity: str
) -> None:
    put(tmp_path / "CMakeLists.txt", FINDS.format(looks))
    put(tmp_path / "third/CMakeLists.txt", "project(third CXX)\n" + LOOKS)
    if "paths.cmake" in looks:
        put(tmp_path / "cmake/paths.cmake", LOOKS)
    put(tmp_path / module, "set(THRUST_FOUND ON)\n")
    report = convert_tree([str(tmp_path)], Settings())
    said = [each for one in report.files for each in one.concerns if each.rule == "B002"]
    assert [each.severity for each in said] == [severity]
    assert ("looked at by itself" in said[0].message) == (severity == "note")


@pytest.mark.parametrize(
    ("top", "said"),
    [
        (TOP + "set(CUDA_OF_US ${PROJECT_NAME}_lib)\n", []),
        (TOP + "option(CUDA_OF_US ON)\n", []),
        (TOP + "# set(CUDA_OF_US a)\nset(CUDA_OF_THEM a)\n", ["B004"]),
        ("set(CUDA_OF_US a)\n", ["B004"]),
    ],
)
def test_what_another_file_of_the_tree_sets_is_known(tmp_path: Path, top: str, said: list[str]) -> None:
    files = {"CMakeLists.txt": top, "src/CMakeLists.txt": "add_library(${CUDA_OF_US} k.cpp)\n"}
    assert ran(tmp_path, files)[1]["src/CMakeLists.txt"] == said


CHOOSES = """cmake_minimum_required(VERSION 3.21)
project(a CXX)
if(BACKEND STREQUAL "cuda")
  enable_language(CUDA)
elseif(BACKEND STREQUAL "hip")
  enable_language(HIP)
endif()
"""
MACRO = """{kind}(add_example {parameters})
  add_executable({name} {name}.cpp)
  if(BACKEND STREQUAL "hip")
    set_source_files_properties("{name}.cpp" PROPERTIES LANGUAGE {language})
  endif()
end{kind}()
add_example(e)
"""


@pytest.mark.parametrize(
    ("lists", "is_told"),
    [
        (MACRO.format(kind="macro", parameters="", name="${ARGV0}", language="HIP"), False),
        (MACRO.format(kind="function", parameters="NAME", name="${NAME}", language="HIP"), False),
        (MACRO.format(kind="macro", parameters="NAME", name="${NAME}", language="CUDA"), True),
        (MACRO.format(kind="macro", parameters="NAME", name="${OTHER}", language="HIP"), True),
        (
            MACRO.format(kind="macro", parameters="NAME", name="${NAME}", language="HIP").replace(
                "(e)", "(f)"
            ),
            True,
        ),
        ("add_executable(e e.cpp)\nset_source_files_properties(e.cpp PROPERTIES LANGUAGE HIP)\n", False),
    ],
)
def test_a_source_that_a_file_gives_the_language_is_hips(tmp_path: Path, lists: str, is_told: bool) -> None:
    files = {
        "CMakeLists.txt": CHOOSES + lists,
        "e.cpp": '#include "x.h"\nint main() {}\n',
        "f.cpp": "int f;\n",
        "x.h": "#include <thrust/copy.h>\n",
    }
    said = ran(tmp_path, files)[1]
    assert any("M067" in rules for rules in said.values()) == is_told
