"""Names of CUDA in the arguments of CMake's commands: what is said of properties that are only named."""

from __future__ import annotations

import pytest
from helpers.matches import RULES

from hipify_py.build.conversion import build_file
from hipify_py.settings import Options


@pytest.mark.parametrize(
    ("text", "severity"),
    [
        ("set_property(TARGET t PROPERTY CUDA_SEPARABLE_COMPILATION)\n", "error"),
        ("set(CUDA_SEPARABLE_COMPILATION ${A})\n", "error"),
        ("if(CUDA_SEPARABLE_COMPILATION)\nendif()\n", "error"),
        ('my_target(t PROPERTIES CUDA_PTX_COMPILATION "TRUE")\n', "error"),
        ("my_target(t CUDA_SEPARABLE_COMPILATION $<BOOL:${A}>)\n", "error"),
        ("get_target_property(out t CUDA_SEPARABLE_COMPILATION)\n", "note"),
        ("copy_properties(a b CUDA_SEPARABLE_COMPILATION OTHER)\n", "note"),
        ("message(${CUDA_SEPARABLE_COMPILATION})\nf(${CUDA_SEPARABLE_COMPILATION})\n", "error"),
    ],
)
def test_a_property_that_gets_no_value_is_a_note(text: str, severity: str) -> None:
    found = build_file(text.encode(), RULES, Options(path="CMakeLists.txt")).findings
    assert {one.severity for one in found if one.rule == "B003"} == {severity}


def test_a_library_that_a_helper_of_findcuda_finds_is_told_of_there() -> None:
    text = (
        "find_cuda_helper_libs(cublas_static)\nset(a ${CUDA_cublas_static_LIBRARY} ${CUDA_culibos_LIBRARY})\n"
    )
    found = build_file(text.encode(), RULES, Options(path="CMakeLists.txt")).findings
    assert [text[slice(*one.span)] for one in found if one.rule == "B004"] == ["CUDA_culibos_LIBRARY"]
    assert [text[slice(*one.span)] for one in found if one.rule == "B003"] == ["find_cuda_helper_libs"]


def test_a_name_is_told_once_with_its_other_places() -> None:
    text = "f(${CUDA_TOOLKIT_ROOT_DIR})\ng(${CUDA_TOOLKIT_ROOT_DIR} ${CUDA_TOOLKIT_ROOT_DIR})\n"
    (said,) = build_file(text.encode(), RULES, Options(path="CMakeLists.txt")).findings
    assert said.rule == "B003"
    assert [one.message for one in said.related] == ["and here", "and here"]


def said_of(text: str) -> tuple[str, list[tuple[str, str, str]]]:
    """Give what a file becomes, and of each finding its rule, its severity and how it begins."""
    made = build_file(text.encode(), RULES, Options(path="CMakeLists.txt", archs=("gfx942",)))
    told = [(one.rule, str(one.severity), " ".join(one.message.split()[:4])) for one in made.findings]
    return made.output.decode(), told


@pytest.mark.parametrize("version", ["CUDAToolkit_VERSION_MAJOR", "CUDA_VERSION"])
def test_a_version_in_the_name_of_a_download_for_cuda_stays(version: str) -> None:
    text = f"set(PKG libthing-1.0_cuda${{{version}}}-archive.tar.xz)\n"
    stays = ("B002", "warning", f"{version} stays: a name")
    assert said_of(text) == (text, [stays])
    made, told = said_of(f"set(PKG libthing-${{{version}}}.tar.xz)\n")
    assert (f"${{{version}}}" in made, [one[2] for one in told] == [stays[2]]) == (False, False)


def test_a_target_that_hip_lacks_is_told_where_it_is_asked_for() -> None:
    """No build for HIP comes to what stands behind the question; a name is told once, as an error."""
    link, asked = "target_link_libraries(a PRIVATE CUDA::nvJitLink)\n", "if(TARGET CUDA::nvJitLink)\n"
    for text, at in [(f"{asked}{link}endif()\n", 0), (f"if(X)\n{link}endif()\n", 1)]:
        (said,) = build_file(text.encode(), RULES, Options(path="CMakeLists.txt")).findings
        assert (said.rule, said.severity, text[: said.span.start].count("\n")) == ("B003", "error", at)


def test_the_package_of_the_toolkit_is_known_to_commands_that_nobody_knows() -> None:
    text = "rapids_find_package(CUDAToolkit REQUIRED)\n"
    assert said_of(text) == (text, [("B004", "warning", "CUDAToolkit stays: builds for")])


@pytest.mark.parametrize(
    ("gpus", "begins"),
    [
        ("all-major", "all-major stands for GPUs"),
        ("70", "70 names NVIDIA's GPUs:"),
    ],
)
def test_kinds_of_gpus_are_no_names_of_nvidias(gpus: str, begins: str) -> None:
    made = said_of(f"set(CMAKE_CUDA_ARCHITECTURES {gpus})\n")
    assert made == ("set(CMAKE_HIP_ARCHITECTURES gfx942)\n", [("B008", "note", begins)])


@pytest.mark.parametrize(
    ("text", "severity"),
    [
        ("set(CUDA_TOOLKIT_ROOT_DIR /opt/cuda/targets/x86_64-linux)\n", "note"),
        ('set(CUDA_TOOLKIT_ROOT_DIR "/usr/local/cuda-12.4" CACHE PATH "")\n', "note"),
        ("include_directories(/usr/local/cuda/samples/common/inc)\n", "note"),
        ("include_directories(/usr/local/cuda/extras/CUPTI/include)\n", "note"),
        ("set(CUDA_TOOLKIT_ROOT_DIR ${HOME}/toolkit)\n", "warning"),
        ('set(CUDAToolkit_ROOT "$ENV{CUDA_HOME}" CACHE PATH "")\n', "warning"),
        ("set(a ${CUDA_npp_LIBRARY})\n", "error"),
        ("set(a b)\nset(CUDA_npp_LIBRARY ${a})\ntarget_link_libraries(a ${CUDA_npp_LIBRARY})\n", "error"),
        ("message(${A})\ninclude_directories(${CUDA_TOOLKIT_ROOT_DIR}/mine)\n", "warning"),
    ],
)
def test_a_folder_that_becomes_rocms_is_told_in_a_note(text: str, severity: str) -> None:
    found = build_file(text.encode(), RULES, Options(path="CMakeLists.txt")).findings
    assert {one.severity for one in found if one.rule == "B003"} == {severity}


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("install(FILES FindCUDA_extra.cmake DESTINATION share)", []),
        ("install(FILES FindCUDAx.cmake cmake/FindCUDAy.cmake DESTINATION share)", []),
        ('install(FILES "FindCUDA_extra.cmake" DESTINATION share)', []),
        ("include(${CMAKE_ROOT}/Modules/FindCUDA.cmake)", ["warning"]),
        ("include(FindCUDA_extra)", ["warning"]),
        ("set_target_properties(k PROPERTIES CUDA_USE_STATIC_CUDA_RUNTIME ON)", ["note"]),
        ("set_property(TARGET k PROPERTY CMAKE_CUDA_NO_SUCH ON)", ["note"]),
        ("set_target_properties(k PROPERTIES CUDA_PTX_COMPILATION ON)", ["error"]),
    ],
)
def test_what_stands_for_a_file_or_for_no_property(text: str, said: list[str]) -> None:
    options = Options(path="CMakeLists.txt")
    found = build_file(f"{text}\n".encode(), RULES, options).findings
    assert [one.severity for one in found] == said


def test_names_that_stay_for_one_reason_are_told_of_once() -> None:
    text = "target_link_libraries(k\n  CUDA::nppc\n  CUDA::nppim\n  CUDA::nppig\n  CUDA::nvjpeg)\n"
    found = build_file(text.encode(), RULES, Options(path="CMakeLists.txt")).findings
    assert [(one.message.split()[0], len(one.related)) for one in found] == [
        ("CUDA::nppc", 2),
        ("CUDA::nvjpeg", 0),
    ]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("if(NOT CMAKE_CUDA_HOST_COMPILER)\nendif()\n", [("B003", "note")]),
        ("if(A)\nelseif(CMAKE_CUDA_RUNTIME_LIBRARY)\nendif()\n", [("B003", "note")]),
        ("f(${CMAKE_CUDA_HOST_COMPILER})\n", [("B003", "error")]),
        ("if(CUDA_PTX_COMPILATION)\nendif()\n", [("B003", "error")]),
        ("include(FindCUDA/select_compute_arch)\n", [("B003", "warning")]),
        ("include(FindCUDAThings)\n", [("B004", "warning")]),
    ],
)
def test_what_is_false_is_a_note_and_modules_are_told_as_such(text: str, said: list[tuple[str, str]]) -> None:
    found = build_file(text.encode(), RULES, Options(path="CMakeLists.txt")).findings
    assert [(one.rule, one.severity) for one in found] == said


def test_variables_for_libraries_of_images_and_video_are_known() -> None:
    text = "f(${CUDA_nppicc_LIBRARY} ${CUDA_nppc_LIBRARY} ${CUDA_nvcuvid_LIBRARY})\nset(CUDA_nppdir x)\n"
    left, found = said_of(text)
    assert left == text
    assert [(rule, severity, message.partition(":")[0]) for rule, severity, message in found] == [
        ("B003", "error", "CUDA_nppicc_LIBRARY stays"),
        ("B003", "error", "CUDA_nvcuvid_LIBRARY stays"),
    ]


def test_the_folder_of_the_compilers_toolkit_has_a_counterpart() -> None:
    text = "set(ENV{CPATH} ${CMAKE_CUDA_COMPILER_TOOLKIT_ROOT}/include)\n"
    made = build_file(text.encode(), RULES, Options(path="CMakeLists.txt"))
    assert made.text == "set(ENV{CPATH} ${CMAKE_HIP_COMPILER_ROCM_ROOT}/include)\n"
    assert made.findings == ()


@pytest.mark.parametrize(
    ("text", "severity"),
    [
        ("include_directories(${CUDA_TOOLKIT_ROOT_DIR}/samples/inc)\n", "warning"),
        ("target_include_directories(a PRIVATE ${CUDA_TOOLKIT_ROOT_DIR}/samples/inc)\n", "warning"),
        ("add_custom_command(OUTPUT a COMMAND ${CUDA_TOOLKIT_ROOT_DIR}/bin/tool a)\n", "error"),
        ("target_link_libraries(a ${CUDA_TOOLKIT_ROOT_DIR}/lib/liba.a)\n", "error"),
        ("include_directories($<TARGET_PROPERTY:CUDA::nppc,INTERFACE_INCLUDE_DIRECTORIES>)\n", "error"),
    ],
)
def test_a_folder_to_look_in_stops_no_build(text: str, severity: str) -> None:
    found = build_file(text.encode(), RULES, Options(path="CMakeLists.txt")).findings
    assert [one.severity for one in found if one.rule == "B003"] == [severity]


NPP = "find_path(NPP_DIR npp.h)\n"


@pytest.mark.parametrize(
    ("text", "severity"),
    [
        (NPP, "error"),
        (NPP + "if(NPP_DIR)\n  add_executable(a a.cpp)\nendif()\n", "warning"),
        (NPP + "if(A)\nelseif(NOT NPP_DIR)\nendif()\n", "warning"),
        (NPP + "if(NPP_DIR_OF)\nendif()\n", "error"),
        (NPP.replace(")", " REQUIRED)") + "if(NPP_DIR)\nendif()\n", "error"),
        ("target_link_libraries(a CUDA::nppc)\nif(CUDA::nppc)\nendif()\n", "error"),
    ],
)
def test_what_is_asked_for_once_it_was_looked_for_is_a_warning(text: str, severity: str) -> None:
    found = build_file(text.encode(), RULES, Options(path="CMakeLists.txt")).findings
    assert [one.severity for one in found if one.rule == "B003"] == [severity]
