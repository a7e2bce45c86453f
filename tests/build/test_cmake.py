"""CMake files, from CUDA's languages, packages, sources and flags to HIP's."""

from __future__ import annotations

import pytest
from helpers.laws import assert_lossless
from helpers.matches import RULES

from hipify_py.build.cmake import MOST_COMMANDS
from hipify_py.build.conversion import build_file
from hipify_py.choices import BuildMode
from hipify_py.model import Result
from hipify_py.settings import Options

FAST = (
    "-fgpu-approx-transcendentals -fgpu-flush-denormals-to-zero -fno-hip-fp32-correctly-rounded-divide-sqrt"
)


def convert(text: str, path: str = "CMakeLists.txt", build: BuildMode = "replace") -> Result:
    options = Options(path=path, build=build)
    result = build_file(text.encode(), RULES, options)
    assert_lossless(result)
    again = build_file(result.output, RULES, options)
    assert again.output == result.output
    return result


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (
            'get_property(L GLOBAL PROPERTY ENABLED_LANGUAGES)\nif("CUDA" IN_LIST L)\nendif()\n',
            'get_property(L GLOBAL PROPERTY ENABLED_LANGUAGES)\nif("HIP" IN_LIST L)\nendif()\n',
        ),
        (
            "get_property(L GLOBAL PROPERTY ENABLED_LANGUAGES)\nlist(FIND L CUDA i)\n",
            "get_property(L GLOBAL PROPERTY ENABLED_LANGUAGES)\nlist(FIND L HIP i)\n",
        ),
        (
            "set(L CXX)\nlist(APPEND L CUDA)\nproject(y LANGUAGES ${L})\n",
            "set(L CXX)\nlist(APPEND L HIP)\nproject(y LANGUAGES ${L})\n",
        ),
        (
            'set(L "C;CUDA;HIP")\nset(M CUDA)\nproject(y ${L} ${M})\nfind_package(CUDA)\n',
            'set(L "C;HIP")\nset(M HIP)\nproject(y ${L} ${M})\nfind_package(hip)\n',
        ),
        (
            "set(L CUDA)\nproject(y LANGUAGES ${L})\n",
            "set(L CXX HIP)\nproject(y LANGUAGES ${L})\n",
        ),
        (
            'foreach(l C CUDA)\nset(CMAKE_${l}_STANDARD 17)\nif(l STREQUAL "CUDA")\nendif()\nendforeach()\n',
            'foreach(l C HIP)\nset(CMAKE_${l}_STANDARD 17)\nif(l STREQUAL "HIP")\nendif()\nendforeach()\n',
        ),
        ("foreach(b CPU CUDA)\nendforeach()\n", "foreach(b CPU CUDA)\nendforeach()\n"),
        (
            "cmake_minimum_required(VERSION 3.18.2...3.27)\nproject(q CXX CUDA)\n",
            "cmake_minimum_required(VERSION 3.21...3.27)\nproject(q CXX HIP)\n",
        ),
        ("project(CUDA CUDA)\n", "project(CUDA CXX HIP)\n"),
        ("project(a VERSION 1 LANGUAGES CXX CUDA)\n", "project(a VERSION 1 LANGUAGES CXX HIP)\n"),
        ("project(a LANGUAGES CXX HIP CUDA)\n", "project(a LANGUAGES CXX HIP)\n"),
        ("ENABLE_LANGUAGE(CUDA OPTIONAL)\n", "ENABLE_LANGUAGE(HIP OPTIONAL)\n"),
        (
            "include(CheckLanguage)\ncheck_language(CUDA)\nif(CMAKE_CUDA_COMPILER)\nendif()\n",
            "include(CheckLanguage)\ncheck_language(HIP)\nif(CMAKE_HIP_COMPILER)\nendif()\n",
        ),
        ("find_package(CUDAToolkit 11 QUIET)\n", "find_package(hip QUIET)\n"),
        (
            "if(CUDAToolkit_FOUND)\n  link_libraries(CUDA::curand m)\nendif()\n",
            "if(hip_FOUND)\n  find_package(hiprand REQUIRED)\n  link_libraries(hip::hiprand m)\nendif()\n",
        ),
        (
            "macro(f)\n  link_libraries(cublas m)\nendmacro()\n",
            "macro(f)\n  find_package(hipblas REQUIRED)\n  link_libraries(roc::hipblas m)\nendmacro()\n",
        ),
        (
            "set_source_files_properties(a.cpp PROPERTIES LANGUAGE CUDA)\n",
            "set_source_files_properties(a.cpp PROPERTIES LANGUAGE HIP)\n",
        ),
        (
            "include_directories(${CUDA_INCLUDE_DIRS})\n",
            "include_directories(${hip_INCLUDE_DIRS})\nadd_compile_definitions(__HIP_PLATFORM_AMD__=1)\n",
        ),
        (
            "target_include_directories(a SYSTEM PUBLIC x ${CUDAToolkit_INCLUDE_DIRS})\n",
            (
                "target_include_directories(a SYSTEM PUBLIC x ${hip_INCLUDE_DIRS})\n"
                "target_compile_definitions(a PUBLIC __HIP_PLATFORM_AMD__=1)\n"
            ),
        ),
        (
            "include_directories(SYSTEM /usr/local/cuda/include)\n",
            (
                "include_directories(SYSTEM /opt/rocm/include)\n"
                "add_compile_definitions(__HIP_PLATFORM_AMD__=1)\n"
            ),
        ),
        (
            "add_compile_definitions(__HIP_PLATFORM_AMD__)\ninclude_directories(${CUDA_INCLUDE_DIRS})\n",
            "add_compile_definitions(__HIP_PLATFORM_AMD__)\ninclude_directories(${hip_INCLUDE_DIRS})\n",
        ),
        # what brings CUDA's headers and libraries without a package
        (
            "project(a CUDA)\ninclude_directories(${CMAKE_CUDA_TOOLKIT_INCLUDE_DIRECTORIES})\n",
            (
                "project(a CXX HIP)\nfind_package(hip REQUIRED)\ninclude_directories(${hip_INCLUDE_DIRS})\n"
                "add_compile_definitions(__HIP_PLATFORM_AMD__=1)\n"
            ),
        ),
        (
            "if(x)\n  target_link_libraries(a cuda nvrtc)\nendif()\n",
            (
                "if(x)\n  find_package(hip REQUIRED)\n  find_package(hiprtc REQUIRED)\n"
                "  target_link_libraries(a hip::host hiprtc::hiprtc)\nendif()\n"
            ),
        ),
        ("target_link_libraries(a CUDA::cudart)\n", "target_link_libraries(a hip::host)\n"),
        (
            "find_package(CUDAToolkit)\ntarget_link_libraries(a cudart)\n",
            "find_package(hip)\ntarget_link_libraries(a hip::host)\n",
        ),
        (
            "find_package(hip)\ntarget_link_libraries(a cudart)\n",
            "find_package(hip)\ntarget_link_libraries(a hip::host)\n",
        ),
        # FindCUDA's commands that link
        (
            "cuda_add_cublas_to_target(a)\nCUDA_ADD_CUFFT_TO_TARGET( a )\n",
            (
                "find_package(hipblas REQUIRED)\ntarget_link_libraries(a roc::hipblas)\n"
                "find_package(hipfft REQUIRED)\ntarget_link_libraries( a hip::hipfft )\n"
            ),
        ),
        (
            "target_link_libraries(a PUBLIC b)\ncuda_add_cublas_to_target(a)\n",
            (
                "target_link_libraries(a PUBLIC b)\nfind_package(hipblas REQUIRED)\n"
                "target_link_libraries(a PRIVATE roc::hipblas)\n"
            ),
        ),
        # sources of a target that is made in another directory
        (
            "set(mine a.cu b.cpp)\ntarget_sources(lib PRIVATE ${mine} ${theirs} c.cu)\n",
            (
                "set(mine a.cu b.cpp)\nset_source_files_properties(a.cu PROPERTIES LANGUAGE HIP)\n"
                "target_sources(lib PRIVATE ${mine} ${theirs} c.cu)\n"
                "set_source_files_properties(c.cu TARGET_DIRECTORY lib PROPERTIES LANGUAGE HIP)\n"
                'set(mine_HIP ${mine})\nlist(FILTER mine_HIP INCLUDE REGEX "\\\\.cu$")\n'
                "set_source_files_properties(${mine_HIP} TARGET_DIRECTORY lib PROPERTIES LANGUAGE HIP)\n"
            ),
        ),
        ('list(FILTER all EXCLUDE REGEX "/a.cu")\n', 'list(FILTER all EXCLUDE REGEX "/a.cu")\n'),
        ("list(REMOVE_ITEM all a.cu)\n", "list(REMOVE_ITEM all a.cu)\n"),
        ("set(x ${CUDA_HOME_DIR}/include)\n", "set(x ${CUDA_HOME_DIR}/include)\n"),
        ("set(x $ENV{CUDA_HOME}/include)\n", "set(x $ENV{ROCM_PATH}/include)\n"),
        ("link_directories(/usr/local/cuda-12.4/lib64)\n", "link_directories(/opt/rocm/lib)\n"),
        (
            "set(CMAKE_CUDA_FLAGS_RELEASE\n    -O3\n    # why\n    --use_fast_math\n    -lineinfo)\n",
            "set(CMAKE_HIP_FLAGS_RELEASE\n    -O3\n    # why\n    " + FAST + "\n    -gline-tables-only)\n",
        ),
        (
            'add_compile_options($<$<COMPILE_LANGUAGE:CUDA>:-Xcompiler=-Wall,-Wextra;-G;"-t 4">)\n',
            'add_compile_options($<$<COMPILE_LANGUAGE:HIP>:-Wall;-Wextra;-g;"">)\n',
        ),
        (
            'set(CUDA_OPTIONS "--use_fast_math" "-lineinfo")\n',
            'set(CUDA_OPTIONS "' + FAST.replace(" ", ";") + '" "-gline-tables-only")\n',
        ),
        (
            'set(CUDA_OPTIONS "--use_fast_math" CACHE STRING "of nvcc")\n',
            'set(CUDA_OPTIONS "' + FAST + '" CACHE STRING "of nvcc")\n',
        ),
        (
            'set_source_files_properties(a.cu PROPERTIES COMPILE_OPTIONS "--use_fast_math")\n',
            'set_source_files_properties(a.cu PROPERTIES COMPILE_OPTIONS "' + FAST.replace(" ", ";") + '")\n',
        ),
        ("set(CMAKE_CXX_FLAGS -G)\n", "set(CMAKE_CXX_FLAGS -G)\n"),
        ("set(CUDA_HOST_COMPILER g++)\n", "\n"),
        (
            'list(APPEND CUDA_NVCC_FLAGS "-O3;-arch=sm_60"\n     -std=c++14)\n',
            'string(APPEND CMAKE_HIP_FLAGS " -O3 -std=c++14")\n',
        ),
        (
            "list(APPEND CUDA_NVCC_FLAGS -gencode arch=compute_60,code=sm_60 -G)\n",
            'string(APPEND CMAKE_HIP_FLAGS " -g")\n',
        ),
        ("list(APPEND CUDA_NVCC_FLAGS -Xptxas -v)\n", ""),
        (
            "set(CUDA_NVCC_FLAGS ${CUDA_NVCC_FLAGS}  \n  -gencode arch=a,code=b  \n\n  -Xptxas -v\n -O3)\n",
            'set(CMAKE_HIP_FLAGS "${CMAKE_HIP_FLAGS} -O3")\n',
        ),
        (
            "set(CUDA_NVCC_FLAGS -arch=sm_60  \n\n -Xptxas -v;\n -O3 ; -lineinfo)\n",
            'set(CMAKE_HIP_FLAGS "-O3   -gline-tables-only")\n',
        ),
        ("set(CUDA_NVCC_FLAGS -arch=sm_60 -O2)\n", 'set(CMAKE_HIP_FLAGS "-O2")\n'),
        (
            "list(APPEND CUDA_NVCC_FLAGS\n  -O3\n  -gencode arch=compute_60,code=sm_60\n  -lineinfo\n)\n",
            'string(APPEND CMAKE_HIP_FLAGS " -O3 -gline-tables-only"\n)\n',
        ),
        (
            "set(CUDA_NVCC_FLAGS -O3)\nmessage(STATUS ${CUDA_NVCC_FLAGS})\n",
            'set(CMAKE_HIP_FLAGS "-O3")\nmessage(STATUS ${CMAKE_HIP_FLAGS})\n',
        ),
        (
            "cuda_add_executable(a ${SOURCES} OPTIONS -arch=sm_60)\n",
            "add_executable(a ${SOURCES})\ntarget_link_libraries(a hip::host)\n",
        ),
        (
            'cuda_add_library(a STATIC a.cpp OPTIONS -lineinfo "-Xcompiler -Wall;-O2" ${M})\n',
            """add_library(a STATIC a.cpp)
target_link_libraries(a hip::host)
target_compile_options(a PRIVATE "$<$<COMPILE_LANGUAGE:HIP>:-gline-tables-only;-Wall;-O2;${M}>")
""",
        ),
        ("set(CUDA_PROPAGATE_HOST_FLAGS OFF)\n", "\n"),
        ('set(CMAKE_CUDA_COMPILER "/usr/local/cuda/bin/nvcc")\n', "\n"),
        ("set(CMAKE_CUDA_COMPILER nvcc CACHE FILEPATH nvcc)\n", "\n"),
        ("set(CMAKE_CUDA_COMPILER ${MINE})\n", "set(CMAKE_HIP_COMPILER ${MINE})\n"),
        ('SET(CUDA_PROPAGATE_HOST_FLAGS OFF CACHE BOOL "flags" FORCE)\n', "\n"),
        (
            "set(CUDA_SEPARABLE_COMPILATION ON)\n",
            "add_compile_options($<$<COMPILE_LANGUAGE:HIP>:-fgpu-rdc>)\nadd_link_options($<$<LINK_LANGUAGE:HIP>:-fgpu-rdc>)\n",
        ),
        (
            'set_target_properties(a PROPERTIES CUDA_ARCHITECTURES "${CUDA_ARCHS}")\n',
            'set_target_properties(a PROPERTIES HIP_ARCHITECTURES "gfx90a;gfx1100")\n',
        ),
        ("set(CMAKE_CUDA_ARCHITECTURES ${SMS} 80)\n", "set(CMAKE_HIP_ARCHITECTURES gfx90a gfx1100)\n"),
        (
            "set(CMAKE_CUDA_ARCHITECTURES ${CMAKE_CUDA_ARCHITECTURES})\n",
            "set(CMAKE_HIP_ARCHITECTURES ${CMAKE_HIP_ARCHITECTURES})\n",
        ),
        (
            'set(CMAKE_CUDA_ARCHITECTURES "70" CACHE STRING "CUDA")\n',
            'set(CMAKE_HIP_ARCHITECTURES "gfx90a;gfx1100" CACHE STRING "CUDA")\n',
        ),
    ],
)
def test_one_thing_at_a_time(before: str, after: str) -> None:
    assert convert(before).text == after


@pytest.mark.parametrize(
    ("before", "lines"),
    [
        ("add_library(a a.cu)", "set_source_files_properties(a.cu PROPERTIES LANGUAGE HIP)"),
        ("add_example(a.cu) # why", "set_source_files_properties(a.cu PROPERTIES LANGUAGE HIP)"),
        ('set(x "a.cu;b.cu" c.cpp)', "set_source_files_properties(a.cu b.cu PROPERTIES LANGUAGE HIP)"),
        ('list(APPEND x "a b/c.cu")', 'set_source_files_properties("a b/c.cu" PROPERTIES LANGUAGE HIP)'),
        (
            "target_sources(foreign PRIVATE ü.cu)",
            "set_source_files_properties(ü.cu TARGET_DIRECTORY foreign PROPERTIES LANGUAGE HIP)",
        ),
        ("add_library(a a.cpp)", ""),
        ("install(FILES a.cu)", ""),
        ("add_library(a $<$<BOOL:${x}>:a.cu>)", "set_source_files_properties(a.cu PROPERTIES LANGUAGE HIP)"),
        (
            'add_library(a $<$<BOOL:1>:${D}/e.cu f.cu> "$<IF:$<CONFIG:Debug>,g.cu;h.cu,i.cu>")',
            "set_source_files_properties(${D}/e.cu f.cu g.cu h.cu i.cu PROPERTIES LANGUAGE HIP)",
        ),
        ("add_library(a ${X}/$<CONFIG>/j.cu)", ""),
    ],
)
def test_sources_are_made_hip_behind_the_command(before: str, lines: str) -> None:
    assert convert(f"{before}\n").text == f"{before}\n" + (f"{lines}\n" if lines else "")


def test_a_source_is_made_hip_once_for_all_where_it_stands_outside_of_blocks() -> None:
    text = "add_library(a k.cu)\nif(x)\n  add_library(b k.cu j.cu)\nendif()\nadd_library(c j.cu)\n"
    made = convert(text).text
    assert made.count("set_source_files_properties(k.cu ") == 1
    assert made.count("set_source_files_properties(j.cu ") == 2


def test_the_line_ends_of_the_file_are_kept() -> None:
    made = convert("project(a CUDA)\r\nadd_library(a a.cu)\r\n").output
    assert made.count(b"\r\n") == made.count(b"\n") == 3


def test_a_half_ported_file_loses_what_is_left_of_cuda() -> None:
    text = "find_package(hip)\nfind_package(CUDAToolkit)\ntarget_link_libraries(a CUDA::cufft hip::host)\n"
    made = convert(text).text
    assert "CUDA" not in made
    assert "hip::hipfft hip::host" in made


@pytest.mark.parametrize(
    "text",
    [
        "if(USE_CUDA)\n  enable_language(CUDA)\nendif()\nif(USE_ROCM)\n  enable_language(HIP)\nendif()\n",
        'if(B STREQUAL "CUDA")\n  project(a CUDA)\nelseif(B STREQUAL "HIP")\n  project(a HIP)\nendif()\n',
        "if(x)\n  enable_language(CUDA)\nelse()\n  enable_language(HIP)\nendif()\n",
        "if(NOT USE_HIP)\n  set(CMAKE_CUDA_FLAGS -G)\nendif()\n",
        'message("CUDA::cudart nvcc")\n',
        "add_subdirectory(cuda)\nset(MY_CUDA_DIR cuda)\n",
        "add_compile_definitions(CUDA_STANDARD=1 -DCUDA_FOO)\n",
    ],
)
def test_what_is_for_another_compiler_or_the_projects_own_stays(text: str) -> None:
    result = convert(text)
    assert result.text == text
    asks = "(CUDA)" in text or " CUDA)" in text
    assert [one.rule for one in result.findings] == (["B018"] if asks else [])


def test_a_choice_of_the_projects_own_is_said_once_and_that_of_dual_is_not() -> None:
    asks = "find_package(CUDAToolkit)\n  project(a LANGUAGES CXX CUDA)\n"
    text = f"if(x)\n  {asks}else()\n  enable_language(HIP)\nendif()\n"
    assert [one.rule for one in convert(text).findings] == ["B018"]
    assert not convert(text.replace("if(x)", "if(NOT USE_CUDA)\nendif()\nif(USE_HIP)")).findings
    assert not convert(text.replace("CUDA)", "C)").replace("CUDAToolkit", "x")).findings


def test_a_quoted_flag_that_goes_leaves_no_empty_word_to_a_command() -> None:
    call = 'execute_process(COMMAND "${CMAKE_CUDA_COMPILER}" {}"-O2" "a.o")\n'
    made = convert(call.replace("{}", '"-Wno-deprecated-gpu-targets" '))
    assert made.text == call.replace("{}", "").replace("CUDA", "HIP")
    kept = 'set(A_FLAGS "-O2" "${CUDA_NVCC_FLAGS}")\nexecute_process(COMMAND nvcc "" "-c" "a.cpp")\n'
    assert '""' in convert(kept).text
    joined = 'set(CMAKE_CUDA_FLAGS "-Wno-deprecated-gpu-targets")\n'
    assert convert(joined).text == 'set(CMAKE_HIP_FLAGS "")\n'


@pytest.mark.parametrize(
    ("text", "ids"),
    [
        ('if("CUDA" IN_LIST MY_LANGS)\nendif()\n', ["B004"]),
        ("list(APPEND ENABLED_LANGS CUDA)\n", ["B004"]),
        ('if("CUDA" IN_LIST BACKENDS)\nendif()\n', []),
        ("find_library(X cublas)\n", ["B003"]),
        ("if(CUDA_VERSION VERSION_LESS 11)\nendif()\n", ["B002"]),
        ("add_custom_command(OUTPUT a.ptx COMMAND nvcc -ptx a.cu)\n", ["B003"]),
        ("add_library(a ${X}/$<CONFIG>/j.cu)\n", ["B004"]),
        ("execute_process(COMMAND ${CMAKE_CUDA_COMPILER} --version)\n", []),
        ("execute_process(COMMAND ${CMAKE_CUDA_COMPILER} -c ${SRC})\n", ["B002"]),
        ("set(A sm_70)\nset(B sm_70)\n", ["B004"]),
        ("find_dependency(CUDAToolkit)\nadd_compile_definitions($<$<CUDA_COMPILER_ID:NVIDIA>:X>)\n", []),
        ("file(WRITE gen.cu x)\n", ["B010"]),
        ("function(f)\n  find_package(CUDA)\nendfunction()\n", ["B003"]),
        ("try_run(a b c d.cpp CMAKE_FLAGS -DLINK_LIBRARIES:STRING=${CUDA_LIBRARIES})\n", ["B003"]),
        ("project(a CUDA\n", ["B014"]),
        ("set(x ${CUDA_A} ${CUDA_A} ${CUDA_B})\n", ["B004", "B004"]),
    ],
)
def test_what_no_edit_brings_over_is_said(text: str, ids: list[str]) -> None:
    assert [one.rule for one in convert(text).findings] == ids


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("set(CMAKE_CUDA_ARCHITECTURES OFF)\n", "set(CMAKE_HIP_ARCHITECTURES gfx90a gfx1100)\n"),
        (
            "set_target_properties(a PROPERTIES CUDA_ARCHITECTURES OFF)\n",
            'set_target_properties(a PROPERTIES HIP_ARCHITECTURES "gfx90a;gfx1100")\n',
        ),
        (
            "list(INSERT CMAKE_CUDA_ARCHITECTURES 0 80)\n",
            "list(INSERT CMAKE_HIP_ARCHITECTURES 0 gfx90a gfx1100)\n",
        ),
        (
            'list(TRANSFORM CMAKE_CUDA_ARCHITECTURES APPEND "-real")\n',
            'list(TRANSFORM CMAKE_HIP_ARCHITECTURES APPEND "-real")\n',
        ),
    ],
)
def test_gpus_that_are_named_by_what_becomes_of_a_list(before: str, after: str) -> None:
    made = convert(before)
    assert made.text == after
    assert [one.rule for one in made.findings] == ["B008"]
    assert "  " not in made.findings[0].message


def test_no_gpus_are_named_by_nothing() -> None:
    made = convert('set(CMAKE_CUDA_ARCHITECTURES "")\n')
    assert made.text == 'set(CMAKE_HIP_ARCHITECTURES "")\n'
    assert not made.findings


@pytest.mark.parametrize(
    ("text", "severities"),
    [
        ("target_link_libraries(a CUDA::cublas${EXT} CUDA::cufft${EXT})\n", ["error", "error"]),
        ("find_path(A NAMES a.h PATHS ${CUDA_HOME}/include ${CUDA_TOOLKIT_ROOT_DIR})\n", ["note", "note"]),
        ("set(A ${CUDA_TOOLKIT_ROOT_DIR})\n", ["error"]),
        ("if(APPLE)\n  set(A ${CUDA_TOOLKIT_ROOT_DIR})\nendif()\n", ["note"]),
        ("if(NOT APPLE)\nelse()\n  set(A ${CUDA_TOOLKIT_ROOT_DIR})\nendif()\n", ["note"]),
        ('if(CMAKE_SYSTEM_NAME STREQUAL "Darwin")\n  set(A ${CUDA_TOOLKIT_ROOT_DIR})\nendif()\n', ["note"]),
        ("if(NOT APPLE)\n  set(A ${CUDA_TOOLKIT_ROOT_DIR})\nendif()\n", ["error"]),
        ("if(APPLE OR UNIX)\n  set(A ${CUDA_TOOLKIT_ROOT_DIR})\nendif()\n", ["error"]),
        ("if(APPLE_GPU)\n  set(A ${CUDA_TOOLKIT_ROOT_DIR})\nendif()\n", ["error"]),
        ("if ( WIN32 )\n  if( A )\n    set(A ${CUDA_TOOLKIT_ROOT_DIR})\n  endif()\nendif()\n", ["note"]),
        ('set(A "" CACHE STRING "one of sm_60 and sm_70, for CUDA::cudart")\n', []),
        ('option(A "for sm_70 and ${CUDA_FOREIGN}" ON)\n', []),
        ("add_library(CCCL::CCCL INTERFACE IMPORTED)\nset(A CCCL::CCCL)\n", []),
        ("target_link_libraries(a CCCL::CCCL)\n", ["error"]),
        ("thrust_create_target(T HOST CPP DEVICE CUDA)\n", ["error"]),
        ("if(NOT DEFINED ENV{CUDAARCHS})\nendif()\n", ["note"]),
    ],
)
def test_what_is_said_by_where_it_stands(text: str, severities: list[str]) -> None:
    made = convert(text)
    assert made.text == text
    assert [one.severity for one in made.findings] == severities


def test_packages_of_cub_and_thrust_are_found_once() -> None:
    text = "find_package(CUB CONFIG)\ntarget_link_libraries(a CUB::CUB Thrust::Thrust)\n"
    assert convert(text).text == (
        "find_package(hipcub CONFIG)\nfind_package(rocthrust REQUIRED)\n"
        "target_link_libraries(a hip::hipcub roc::rocthrust)\n"
    )


def test_thrusts_device_is_hip_wherever_it_is_defined() -> None:
    define = "-DTHRUST_DEVICE_SYSTEM=THRUST_DEVICE_SYSTEM_CUDA"
    text = f"set(CMAKE_CUDA_FLAGS {define})\nadd_definitions({define})\n"
    assert convert(text).text == text.replace("CUDA", "HIP")


def test_a_file_that_cannot_be_read_stays() -> None:
    text = 'project(a CUDA)\nset(a "b)\n'
    result = convert(text)
    assert (result.text, [one.rule for one in result.findings]) == (text, ["B014"])


@pytest.mark.parametrize("build", ["replace", "dual"])
def test_converted_files_are_settled_whichever_way_comes_next(build: BuildMode) -> None:
    text = "project(a CUDA)\nif(CMAKE_CUDA_COMPILER)\n  find_package(CUDA)\nendif()\nadd_library(a a.cu)\n"
    made = convert(text, build=build).text
    other: BuildMode = "replace" if build == "dual" else "dual"
    if build == "replace":
        assert convert(made, build=other).text == made
    assert convert(made, build=build).text == made


def test_beside_cuda_all_of_its_commands_stay() -> None:
    text = "project(a CUDA)\nfind_package(CUDAToolkit)\nadd_library(a a.cu)\n"
    text += "target_link_libraries(a\n  CUDA::cufft)\n"
    made = convert(text, build="dual").text
    for line in text.splitlines()[1:]:
        assert line.strip() in made
    assert made.startswith("project(a CXX)\noption(USE_HIP ")
    found = "  find_package(hip)\n  find_package(hipfft)\nelse()\n  find_package(CUDAToolkit)\nendif()"
    assert f"if(USE_HIP)\n{found}" in made


def test_a_folder_of_headers_that_is_handed_on_is_said() -> None:
    result = convert("set(folders ${CUDA_INCLUDE_DIRS})\n")
    assert result.text == "set(folders ${hip_INCLUDE_DIRS})\n"
    (said,) = result.findings
    assert said.rule == "B002"
    assert "__HIP_PLATFORM_AMD__=1" in said.message
    assert said.fails == "compile"
    assert not convert("message(${CUDA_INCLUDE_DIRS})\n").findings


HANDED = "set(folders ${CUDA_INCLUDE_DIRS})\n"
INCLUDED = "include_directories(${CUDA_INCLUDE_DIRS})\n"
DEFINED = "add_compile_definitions(__HIP_PLATFORM_AMD__=1)\n"


@pytest.mark.parametrize(
    "text",
    [
        HANDED + INCLUDED,
        INCLUDED + HANDED + "add_subdirectory(src)\n",
        HANDED + DEFINED,
        f"if(USE_CUDA)\n{HANDED}  {INCLUDED}endif()\n",
        f'if(${{GPU}} MATCHES "CUDA")\n  {INCLUDED}endif()\nlist(APPEND a ${{CUDA_INCLUDE_DIRS}})\n',
        f"{INCLUDED}set_target_properties(a PROPERTIES INCLUDE_DIRECTORIES ${{CUDA_INCLUDE_DIRS}})\n",
    ],
)
def test_a_folder_of_headers_needs_no_word_where_the_platform_is_defined(text: str) -> None:
    assert not convert(text).findings


@pytest.mark.parametrize(
    "text",
    [
        HANDED + "add_subdirectory(src)\n" + INCLUDED,  # src is without the definition
        f"{HANDED}if(BUILD_EXAMPLES)\n  {INCLUDED}endif()\n",
        f"{HANDED}if(TEST_CUDA)\n  {INCLUDED}endif()\n",
        f"{HANDED}if(NOT USE_CUDA)\n  {INCLUDED}endif()\n",
        f"{HANDED}if(USE_CUDA AND WITH_GUI)\n  {INCLUDED}endif()\n",
        f"{HANDED}if(USE_CUDA)\nelse()\n  {INCLUDED}endif()\n",
        f"{HANDED}function(gpu)\n  {INCLUDED}endfunction()\n",
        f"{HANDED}if(WIN32)\n  {INCLUDED}endif()\n",
        HANDED + "target_include_directories(a PRIVATE ${CUDA_INCLUDE_DIRS})\n",
        HANDED + "# " + DEFINED,
        HANDED.replace(")", " PARENT_SCOPE)") + INCLUDED,
        HANDED.replace(")", ' CACHE PATH "")') + INCLUDED,
        f"{INCLUDED}ExternalProject_Add(a CMAKE_ARGS -DINC=${{CUDA_INCLUDE_DIRS}})\n",
        f"{INCLUDED}configure_file_for(a ${{CUDA_INCLUDE_DIRS}})\n",
        f"{INCLUDED}set_property(TARGET a PROPERTY INTERFACE_INCLUDE_DIRECTORIES ${{CUDA_INCLUDE_DIRS}})\n",
    ],
)
def test_a_folder_of_headers_that_goes_where_the_platform_may_not_be_defined_is_said(text: str) -> None:
    assert [(one.rule, one.severity, one.fails) for one in convert(text).findings] == [
        ("B002", "warning", "compile")
    ]


RUNS = "add_custom_command(OUTPUT a COMMAND ${CMAKE_CUDA_COMPILER} %s -o a a.cu)\n"
EACH = "foreach(dir ${CUDA_INCLUDE_DIRS})\n  list(APPEND I -I${dir})\nendforeach()\n"


@pytest.mark.parametrize(
    "text",
    [
        EACH + RUNS % "${I}",
        "set(I -I${CUDA_INCLUDE_DIRS})\n" + RUNS % "${I}",
        RUNS % "-I${CUDA_INCLUDE_DIRS}",
        "if(CUDA_INCLUDE_DIRS STREQUAL x)\nendif()\n",
    ],
)
def test_hips_own_compiler_needs_no_word_of_the_platform(text: str) -> None:
    assert [one.rule for one in convert(text).findings if "__HIP_PLATFORM_AMD__" in one.message] == []


@pytest.mark.parametrize(
    "text",
    [
        EACH,
        EACH + RUNS % "${I}" + "include_directories(${I})\n",
        EACH
        + RUNS % "${I}"
        + "foreach(dir ${MINE})\n  target_include_directories(a PRIVATE ${dir})\nendforeach()\n",
        EACH + RUNS % "${I}" + 'set(CMAKE_CXX_FLAGS "${I}")\n',
    ],
)
def test_folders_that_another_compiler_may_be_given_are_said(text: str) -> None:
    assert [one.rule for one in convert(text).findings if "__HIP_PLATFORM_AMD__" in one.message] == ["B002"]


def test_a_folder_of_headers_to_look_for_a_file_in_is_a_note() -> None:
    (said,) = convert("find_path(A mine.h PATHS ${CUDA_INCLUDE_DIRS})\n").findings
    assert (said.rule, said.severity) == ("B002", "note")


NVCC14 = "set(CUDA_NVCC_FLAGS -std=c++14)\ncuda_add_library(k k.cu)\n"


@pytest.mark.parametrize(
    "text",
    [
        NVCC14 + "add_definitions(-std=c++11)\n",
        NVCC14 + "if(UNIX)\n  add_compile_options(-Wall -std=gnu++11)\nendif()\n",
        NVCC14.replace("set(", "list(APPEND ") + "target_compile_options(k PRIVATE -std=c++11)\n",
        NVCC14.replace("14", "20") + "add_definitions(-std=c++14)\n",
        NVCC14 + "set(ALL -std=c++11)\nset(MORE ${ALL} -Wall)\nadd_definitions(${MORE})\n",
    ],
)
def test_a_standard_for_all_languages_that_is_older_than_nvccs_is_said(text: str) -> None:
    result = convert(text)
    assert [one.rule for one in result.findings] == ["B031"]
    assert "-std=c++11" in result.text or "++14" in result.text
    assert "B031" not in [one.rule for one in convert(result.text).findings]


@pytest.mark.parametrize(
    "text",
    [
        NVCC14 + "add_definitions(-std=c++14)\n",
        NVCC14 + "add_compile_options(-std=c++17)\n",
        NVCC14 + "add_compile_options($<$<COMPILE_LANGUAGE:CXX>:-std=c++11>)\n",
        NVCC14 + "set(ALL $<$<COMPILE_LANGUAGE:CXX>:-std=c++11>)\nadd_compile_options(${ALL})\n",
        NVCC14 + "target_compile_options(host PRIVATE -std=c++11)\n",
        NVCC14 + "set(CMAKE_CXX_FLAGS -std=c++11)\n",  # FindCUDA hands this on itself
        NVCC14 + "set(OTHER -std=c++11)\n",
        "cuda_add_library(k k.cu)\nset(CUDA_NVCC_FLAGS -O3)\nadd_definitions(-std=c++11)\n",
        "set(CUDA_NVCC_FLAGS -std=c++14)\nadd_definitions(-std=c++11)\n",  # nothing is of FindCUDA
        "set(CMAKE_CUDA_FLAGS -std=c++14)\nadd_compile_options(-std=c++11)\n",  # nvcc had both
    ],
)
def test_a_standard_that_does_not_come_behind_a_later_one_is_left(text: str) -> None:
    assert not convert(text).findings


def test_a_package_that_a_module_of_the_project_finds_stays() -> None:
    text = "find_package(thrust 1.9.9 REQUIRED MODULE)\nfind_package(NCCL MODULE)\n"
    result = convert(text)
    assert result.text == text
    assert [(one.rule, "stays" in one.message) for one in result.findings] == [("B002", True)] * 2
    assert convert("find_package(CUDAToolkit 11.5 REQUIRED MODULE)\n").text == "find_package(hip REQUIRED)\n"


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (
            '"$<$<COMPILE_LANGUAGE:CUDA>:-Xcompiler=-Wall,-Wextra>"',
            '"$<$<COMPILE_LANGUAGE:HIP>:-Wall;-Wextra>"',
        ),
        (
            '"$<$<COMPILE_LANGUAGE:CUDA>:SHELL:-Xcompiler -Wall,-Wextra>"',
            '"$<$<COMPILE_LANGUAGE:HIP>:SHELL:-Wall -Wextra>"',
        ),
        (
            '"$<$<COMPILE_LANGUAGE:CUDA>:-dc;-x;cu;-O2>"',
            '"$<$<COMPILE_LANGUAGE:HIP>:-fgpu-rdc;-x;hip;-O2>"',
        ),
        ('"-Xcompiler=-Wall,-Wextra"', '"-Wall;-Wextra"'),
    ],
)
def test_words_of_a_list_stay_words_of_their_own(before: str, after: str) -> None:
    assert convert(f"target_compile_options(q PRIVATE {before})\n").text == (
        f"target_compile_options(q PRIVATE {after})\n"
    )


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (
            "${CMAKE_CUDA_COMPILER} -arch=sm_70 -rdc=true --use_fast_math -c x.cu -o a.o DEPENDS x.cu",
            (
                "${CMAKE_HIP_COMPILER} --offload-arch=gfx90a,gfx1100 -fgpu-rdc "
                + FAST
                + " -c -x hip x.cu -o a.o DEPENDS x.cu"
            ),
        ),
        (
            "ccache ${CMAKE_CUDA_COMPILER} -x cu x.cu b.o COMMAND g++ -G y.c",
            "ccache ${CMAKE_HIP_COMPILER} -x hip x.cu b.o COMMAND g++ -G y.c",
        ),
        ("${CMAKE_CUDA_COMPILER} x.cu b.o", "${CMAKE_HIP_COMPILER} -x hip x.cu -x none b.o"),
        ("${CMAKE_CUDA_COMPILER} -G x.cu", "${CMAKE_HIP_COMPILER} -g -x hip x.cu"),
    ],
)
def test_a_call_of_nvcc_has_flags_of_nvcc(before: str, after: str) -> None:
    for command in ("add_custom_command(OUTPUT a.o COMMAND {})\n", "add_custom_target(a {})\n"):
        assert convert(command.format(before)).text == command.format(after)


@pytest.mark.parametrize(
    ("call", "said"),
    [
        ("nvcc -ptx -arch=sm_86 x.cu -o x.ptx", "nvcc stays: {}; -ptx: there is no PTX: "),
        (
            "${CUDA_NVCC_EXECUTABLE} -dc -gencode arch=compute_70,code=sm_70 x.cu",
            "CUDA_NVCC_EXECUTABLE stays: {}",
        ),
        ('"${CUDA_NVCC_EXECUTABLE}" -G -std=c++11 x.cu', "CUDA_NVCC_EXECUTABLE stays: {}"),
    ],
)
def test_the_flags_of_an_nvcc_that_stays_stay_and_one_finding_tells_it(call: str, said: str) -> None:
    text = f"add_custom_target(a COMMAND {call})\n"
    made = convert(text)
    assert made.text == text
    why = (
        "look for hipcc in its place, which is in ${hip_BIN_INSTALL_DIR} behind find_package(hip);"
        " what CMake compiles HIP with is CMAKE_HIP_COMPILER"
    )
    (one,) = made.findings
    assert one.rule == "B003"
    assert one.message.startswith(said.format(why))
    assert made.source[slice(*one.span)].decode() in {"nvcc", "CUDA_NVCC_EXECUTABLE"}


def test_a_variable_that_the_language_reads_has_flags_of_nvcc() -> None:
    text = "set(F -arch=sm_80 -Xcompiler -Wall)\nset(G -G)\nset(H -G)\nset(J ${F})\n"
    text += "add_compile_options($<$<COMPILE_LANGUAGE:CUDA>:${J}> $<$<COMPILE_LANGUAGE:CUDA>:${H}>)\n"
    text += "add_compile_options($<$<COMPILE_LANGUAGE:CXX>:${H}>)\nset(K -arch=sm_80)\n"
    text += "add_custom_target(a ${CMAKE_CUDA_COMPILER} ${K} a.cu)\n"
    made = convert(text)
    assert made.text.splitlines()[:3] == ["set(F -Wall)", "set(G -G)", "set(H -G)"]
    assert "set(K --offload-arch=gfx90a,gfx1100)" in made.text
    assert [one.rule for one in made.findings] == ["B008", "B008"]


@pytest.mark.parametrize(
    ("lines", "at"),
    [
        (["if(A)", "find_package(CUDAToolkit)"], "if"),
        (["find_package(CUDAToolkit)", "endif()"], "endif"),
        (["foreach(a ${B})", "if(A)", "find_package(CUDAToolkit)", "endforeach()", "endif()"], "endforeach"),
        (["function(f)", "else()", "find_package(CUDAToolkit)", "endfunction()"], "else"),
    ],
)
@pytest.mark.parametrize("mode", ["replace", "dual"])
def test_a_file_whose_blocks_do_not_match_is_left(lines: list[str], at: str, mode: BuildMode) -> None:
    text = "".join(f"{line}\n" for line in lines)
    result = build_file(text.encode(), RULES, Options(path="CMakeLists.txt", build=mode))
    assert result.text == text
    assert [(one.rule, text[slice(*one.span)]) for one in result.findings] == [("B014", at)]


@pytest.mark.parametrize(
    "text",
    [
        "IF(A)\nELSEIF(B)\nELSE(A)\nENDIF(A)\n",
        "macro(f)\nwhile(A)\nbreak()\nendwhile()\nendmacro()\n",
        "block()\nforeach(a b)\nif(a)\nendif()\nendforeach()\nendblock()\n",
    ],
)
def test_blocks_that_match_are_converted(text: str) -> None:
    source = f"{text}find_package(CUDAToolkit)\n"
    result = build_file(source.encode(), RULES, Options(path="CMakeLists.txt"))
    assert (result.text, result.findings) == (f"{text}find_package(hip)\n", ())


@pytest.mark.parametrize(
    ("body", "said"),
    [
        ('string(APPEND CMAKE_CUDA_FLAGS " -gencode arch=compute_35,code=sm_35")', ["note"]),
        ("list(APPEND CUDA_NVCC_FLAGS -gencode arch=compute_35,code=sm_35)\nmessage(a)", ["note"]),
        ("set(X 1)", ["warning"]),
        ('list(APPEND GPUS "-gencode;arch=compute_35,code=sm_35")\nset(X 1)', ["warning"]),
        ("set(CUDA_NVCC_FLAGS ${CUDA_NVCC_FLAGS}; -gencode arch=compute_53,code=sm_53)", ["note"]),
        ("", ["warning"]),
    ],
)
def test_comparisons_of_versions_on_which_nothing_hangs(body: str, said: list[str]) -> None:
    made = convert(f"if(CUDA_VERSION VERSION_LESS 11)\n{body}\nelseif(CUDA_VERSION_MAJOR LESS 12)\nendif()\n")
    assert [one.severity for one in made.findings if one.rule == "B002"] == said
    assert "APPEND" not in made.text


def test_what_adds_nothing_already_stays() -> None:
    text = 'list(APPEND GENCODE_FLAGS)\nstring(APPEND CMAKE_CUDA_FLAGS "")\n'
    assert convert(text).text == text.replace("CUDA", "HIP")


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("if(A)\n\tlist(APPEND CUDA_NVCC_FLAGS -Xptxas -v)  \r\nendif()\n", "if(A)\nendif()\n"),
        ("if(A) list(APPEND CUDA_NVCC_FLAGS -Xptxas -v)\nendif()\n", "if(A) \nendif()\n"),
        ("list(APPEND CUDA_NVCC_FLAGS -Xptxas -v) # why\n", " # why\n"),
        ("list(APPEND CUDA_NVCC_FLAGS -Xptxas -v)", ""),
        ("set(CUDA_NVCC_FLAGS ${CUDA_NVCC_FLAGS} -Xptxas -v)\nset(A 1)\n", "set(A 1)\n"),
        (
            "set(CUDA_NVCC_FLAGS ${CUDA_NVCC_FLAGS} -Xptxas -v PARENT_SCOPE)\n",
            'set(CMAKE_HIP_FLAGS "${CMAKE_HIP_FLAGS}" PARENT_SCOPE)\n',
        ),
    ],
)
def test_commands_that_add_nothing_any_more_go_with_their_lines(before: str, after: str) -> None:
    assert convert(before).text == after


def test_gpus_that_the_build_already_has_are_not_asked_for() -> None:
    made = convert('set_target_properties(a PROPERTIES CUDA_ARCHITECTURES "${CMAKE_CUDA_ARCHITECTURES}")\n')
    assert made.text == 'set_target_properties(a PROPERTIES HIP_ARCHITECTURES "${CMAKE_HIP_ARCHITECTURES}")\n'
    assert not made.findings


@pytest.mark.parametrize(
    ("text", "severity"),
    [
        ("ExternalProject_Add(nccl_install SOURCE_DIR ${X}/nccl BUILD_COMMAND make)", "error"),
        ("ExternalProject_Add(x GIT_REPOSITORY https://github.com/NVIDIA/nccl.git)", "error"),
        ("FetchContent_Declare(c GIT_REPOSITORY git@github.com:NVIDIA/cutlass.git GIT_TAG v3)", "error"),
        ("FetchContent_Declare(CUTLASS SOURCE_DIR ${X})", "error"),
        ("FetchContent_Declare(c URL https://github.com/NVIDIA/nvbench/archive/main.zip)", "error"),
        ('CPMAddPackage("gh:NVIDIA/NVBench#main")', "error"),
        ("FetchContent_Declare(t GIT_REPOSITORY https://github.com/nvidia/cccl)", "note"),
        ("externalproject_add(ext-cub PREFIX cub)", "note"),
    ],
)
def test_projects_for_nvidias_gpus_that_are_built_beside(text: str, severity: str) -> None:
    (said,) = convert(f"{text}\n").findings
    assert (said.rule, said.severity) == ("B003", severity)


@pytest.mark.parametrize(
    "text",
    [
        "ExternalProject_Add(spdlog GIT_REPOSITORY https://github.com/gabime/spdlog)",
        "ExternalProject_Add(nccl_tests GIT_REPOSITORY https://example.org/nccl-tests)",
        "FetchContent_Declare(x GIT_REPOSITORY https://github.com/someone/nccl-like)",
        "FetchContent_Declare(subnccl URL https://example.org/x.zip)",
        "ExternalProject_Add(x DEPENDS nccl)",
        "FetchContent_MakeAvailable(nccl)",
        "if(USE_HIP)\nelse()\nExternalProject_Add(nccl)\nendif()",
    ],
)
def test_other_projects_that_are_built_beside_keep_still(text: str) -> None:
    assert convert(f"{text}\n").findings == ()


@pytest.mark.parametrize(
    "command", ["get_filename_component(d {} PATH)", "try_compile(d b s CMAKE_FLAGS -DLINK_LIBRARIES={})"]
)
@pytest.mark.parametrize(
    ("name", "file"),
    [("${CUDA_CUDART_LIBRARY}", "libamdhip64.so"), ("${CUDA_cublas_LIBRARY}", "libhipblas.so")],
)
def test_what_wants_a_file_is_given_no_target(command: str, name: str, file: str) -> None:
    line = f"{command.format(name)}\n"
    result = convert(f"find_package(hip)\n{line}")
    assert result.text.endswith(line)
    assert [one.rule for one in result.findings] == ["B003"]
    assert result.findings[0].message.endswith(f"/{file}")


@pytest.mark.parametrize("command", ["try_compile(d b s", "try_run(a b c d.cpp CMAKE_FLAGS -DX=1"])
@pytest.mark.parametrize(
    ("name", "target"), [("CUDA::cudart", "hip::host"), ("${CUDA_cublas_LIBRARY}", "roc::hipblas")]
)
def test_what_cmake_tries_links_imported_targets(command: str, name: str, target: str) -> None:
    before = f"{command} LINK_LIBRARIES m {name} OUTPUT_VARIABLE o)\n"
    result = convert(f"find_package(hip)\nfind_package(hipblas)\n{before}")
    assert result.text.endswith(before.replace(name, target))
    assert not result.findings


def test_what_wants_a_file_is_given_a_variable_of_one() -> None:
    result = convert("get_filename_component(d ${CUDA_INCLUDE_DIRS} PATH)\n")
    assert result.text == "get_filename_component(d ${hip_INCLUDE_DIRS} PATH)\n"


def test_what_only_dialogs_show_is_told_in_notes() -> None:
    told = [convert(f"{name}(CUDA_SDK_ROOT_DIR 1)\n").findings for name in ("mark_as_advanced", "set")]
    assert [[(one.rule, one.severity) for one in each] for each in told] == [
        [("B003", "note")],
        [("B003", "warning")],
    ]


@pytest.mark.parametrize("flag", ["-Xcompiler", "-ccbin", "-maxrregcount"])
@pytest.mark.parametrize("before", ['"-O3;{}"', '"-O3 {}"', '"{}"', "{}"])
@pytest.mark.parametrize("between", [" ", "\n ", "  \n "])
@pytest.mark.parametrize("value", ["-Wall", '"-Wall"'])
def test_a_flag_and_its_value_in_two_arguments_of_a_list(
    flag: str, before: str, between: str, value: str
) -> None:
    text = f"list(APPEND CUDA_NVCC_FLAGS {before.format(flag)}{between}{value})\n"
    assert convert(convert(text).text).text == convert(text).text


def test_where_both_are_not_read_as_one_the_list_stays() -> None:
    text = 'list(APPEND CUDA_NVCC_FLAGS "-O3;-Xcompiler" -Wall)\n'
    result = convert(text)
    assert (result.text, [one.rule for one in result.findings]) == (text, ["B003", "B004"])


def test_an_option_of_findcuda_that_nothing_reads_is_a_note() -> None:
    (said,) = convert('option(CUDA_USE_STATIC_CUDA_RUNTIME "one" OFF)\n').findings
    assert (said.rule, said.severity) == ("B003", "note")


@pytest.mark.parametrize(
    "text",
    [
        'list(APPEND CMAKE_CXX_CPPCHECK "--std=c++${CMAKE_CXX_STANDARD}" "--quiet")\n',
        'set(CPPCHECK_ARGS "--std=c++17 --include-path=x")\n',
        'set_target_properties(a PROPERTIES CXX_CPPCHECK "cppcheck;--std=c++17")\n',
        'set(CMAKE_CXX_CLANG_TIDY clang-tidy "--extra-arg=--std=c++17")\n',
    ],
)
def test_flags_of_tools_that_are_no_compilers_stay(text: str) -> None:
    result = convert(text)
    assert (result.text, result.findings) == (text, ())


def test_those_of_a_compiler_beside_them_do_not() -> None:
    before = 'set_target_properties(a PROPERTIES CXX_CPPCHECK "x;--std=c++17" COMPILE_FLAGS "--std=c++17")\n'
    assert convert(before).text == before.replace('"--std', '"-std')


@pytest.mark.parametrize(
    ("given", "options"),
    [
        ("-O2", "-O2"),
        ('-O2 RELEASE "-O3"', "-O2;$<$<CONFIG:RELEASE>:-O3>"),
        ('"-arch" sm_70 RELEASE "-O3"', "$<$<CONFIG:RELEASE>:-O3>"),
        (
            "RELEASE -O3 -lineinfo DEBUG -g;-pg RELWITHDEBINFO -Xptxas -v",
            "$<$<CONFIG:RELEASE>:-O3;-gline-tables-only>;$<$<CONFIG:DEBUG>:-g;-pg>",
        ),
        ("-Xcompiler -fPIC MINSIZEREL", "-fPIC"),
        ("-O2 -Xcompiler RELEASE -fPIC", "-O2;$<$<CONFIG:RELEASE>:-fPIC>"),
    ],
)
def test_options_of_findcuda_are_for_configurations(given: str, options: str) -> None:
    made = convert(f"cuda_add_executable(a a.cu OPTIONS {given})\n")
    assert f'target_compile_options(a PRIVATE "$<$<COMPILE_LANGUAGE:HIP>:{options}>")\n' in made.text


def test_a_flag_without_its_value_goes_and_is_told_of() -> None:
    (said,) = convert("cuda_add_executable(a a.cu OPTIONS -O2 -Xcompiler RELEASE -fPIC)\n").findings
    assert (said.rule, said.message) == ("B004", "-Xcompiler has no value behind it, and goes")


@pytest.mark.parametrize("escape", ["\\", "\\\\\\"])
def test_a_flag_with_quotes_that_a_shell_reads_goes_as_a_whole(escape: str) -> None:
    flag = f'-gencode=arch=compute_${{A}},code={escape}"sm_${{A}},compute_${{A}}{escape}"'
    result = convert(f'list(APPEND F "{flag}")\nset(CMAKE_CUDA_FLAGS "${{CMAKE_CUDA_FLAGS}} {flag} -O3")\n')
    assert result.output == b'set(CMAKE_HIP_FLAGS "${CMAKE_HIP_FLAGS} -O3")\n'
    assert {one.rule for one in result.findings} == {"B008"}
    assert all(flag in one.message for one in result.findings)


CARGO = """\
function(cargo_build kinds)
  set(_VERBOSE_FLAG --verbose)
  set(filter "--lib")
  list(APPEND args --debug --target-directory ${dir})
  execute_process(COMMAND rustc --version --verbose OUTPUT_VARIABLE V)
  message(STATUS "`rustc --version --verbose` gave ${V}")
  execute_process(COMMAND cargo rustc ${filter} ${_VERBOSE_FLAG})
endfunction()
"""


def test_words_of_other_programs_are_no_flags_of_nvccs() -> None:
    result = convert(CARGO, "Rust.cmake")
    assert (result.text, result.findings) == (CARGO, ())
    given = 'set(CMAKE_CUDA_FLAGS "${CMAKE_CUDA_FLAGS} --verbose --lib")\n'
    result = convert(given)
    assert result.text == 'set(CMAKE_HIP_FLAGS "${CMAKE_HIP_FLAGS} -v --lib")\n'
    assert [one.rule for one in result.findings] == ["B007"]


ARCHS = """\
set(CUDA_ARCH_NAME "All" CACHE STRING "which GPUs")
set_property(CACHE CUDA_ARCH_NAME PROPERTY STRINGS "" Volta Ampere All)
mark_as_advanced(CUDA_ARCH_NAME)
if(${CUDA_ARCH_NAME} STREQUAL "Volta")
  set(bin "70")
elseif(CUDA_ARCH_NAME STREQUAL "Ampere")
  set(bin "80")
endif()
"""


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (ARCHS, [(1, "note")]),
        (f"{ARCHS}message(STATUS ${{CUDA_ARCH_NAME}})\n", [(1, "note")]),
        # what another command is given counts wherever the name stands
        (f"{ARCHS}f(${{CUDA_ARCH_NAME}})\n", [(1, "error")]),
        (f"{ARCHS}foreach(x ${{CUDA_ARCH_NAME}})\nendforeach()\n", [(1, "error")]),
        ('if(CUDA_ARCH_NAME STREQUAL "All")\nendif()\n', [(1, "error")]),
        ("set(CUDA_ARCH_NAME All)\n", [(1, "error")]),
    ],
)
def test_a_variable_that_a_file_sets_and_compares_is_its_own(text: str, said: list[tuple[int, str]]) -> None:
    result = convert(text, "arch.cmake")
    places = [
        (text.count("\n", 0, one.span.start) + 1, one.severity)
        for one in result.findings
        if one.rule == "B003"
    ]
    assert (result.text, places) == (text, said)


@pytest.mark.parametrize(
    ("text", "severity"),
    [
        ("set(CUDA_FLAGS a)\n@CUDA_CONFIG@\nset(b 1)\n", "warning"),
        ("set(CUDA_FLAGS a)\r\n@CUDA_CONFIG@  \r\n", "warning"),
        ("set(CUDA_FLAGS a\n@CUDA_CONFIG@\n", "error"),
        ("set(CUDA_FLAGS @A@)\n) # @CUDA_CONFIG@\n", "error"),
    ],
)
def test_a_template_has_nothing_to_mend(text: str, severity: str) -> None:
    (said,) = (one for one in convert(text).findings if one.rule == "B014")
    assert (said.severity, said.message.startswith("this is a template")) == (severity, severity == "warning")


def test_of_a_file_with_too_many_commands_nothing_is_converted(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("hipify_py.build.cmake.MOST_COMMANDS", 4)
    text = "project(a LANGUAGES CUDA)\n" + "set(A 1)\n" * 3
    assert "F024" not in {one.rule for one in convert(text).findings}
    assert convert(text).text.startswith("project(a LANGUAGES CXX HIP)\n")
    longer = convert(text + "set(A 1)\n")
    assert longer.edits == ()
    assert [(one.rule, one.span.start) for one in longer.findings] == [("F024", len(text))]


def test_a_long_file_without_cuda_is_not_spoken_of() -> None:
    assert convert("set(A 1)\n" * (MOST_COMMANDS + 1)).findings == ()


@pytest.mark.parametrize(
    ("text", "severity"),
    [
        ("enable_language(CUDA)\nset(CUDA_PROPAGATE_HOST_FLAGS ON)\n", "note"),
        ("project(a LANGUAGES CXX CUDA)\nset(CUDA_PROPAGATE_HOST_FLAGS ON)\n", "note"),
        ("set(CUDA_PROPAGATE_HOST_FLAGS ON)\n", "error"),
        ("project(a CUDA)\nset(CUDA_PROPAGATE_HOST_FLAGS ON)\ncuda_add_library(a a.cu)\n", "error"),
    ],
)
def test_what_hands_flags_on_where_findcuda_compiles_nothing_is_a_note(text: str, severity: str) -> None:
    found = build_file(text.encode(), RULES, Options(path="CMakeLists.txt")).findings
    assert [one.severity for one in found if "PROPAGATE" in one.message] == [severity]
