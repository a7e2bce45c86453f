"""Libraries of CUDA by their plain names in CMake files."""

from __future__ import annotations

import pytest
from helpers.build_files import cmake_file
from helpers.matches import RULES

from hipify_py.build.conversion import build_file
from hipify_py.rules.load import load
from hipify_py.settings import Options

BLAS = "find_package(hipblas REQUIRED)\n"
LINK = "target_link_libraries(a ${LIBS})\n"
ASKED = "list(REMOVE_DUPLICATES LIBS)\nlist(LENGTH LIBS n)\nmessage(-l${LIBS})\n"


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (
            'target_link_libraries(a PRIVATE "cublas_static;culibos;m")\n',
            BLAS + 'target_link_libraries(a PRIVATE "roc::hipblas;m")\n',
        ),
        ("link_libraries(m;cublas)\n", BLAS + "link_libraries(m;roc::hipblas)\n"),
        ("set(LIBS m cublas)\n" + LINK, BLAS + "set(LIBS m roc::hipblas)\n" + LINK),
        (
            'set(X)\nlist(APPEND X "culibos;cublas")\nset(LIBS "${X}")\n' + LINK,
            f'set(X)\n{BLAS}list(APPEND X ";roc::hipblas")\nset(LIBS "${{X}}")\n' + LINK,
        ),
        ("target_link_libraries(a c10_cuda torch_cuda)\n", "target_link_libraries(a c10_hip torch_hip)\n"),
        ("set(LIBS ${LIBS} cublas)\n" + LINK, BLAS + "set(LIBS ${LIBS} roc::hipblas)\n" + LINK),
        ("set(LIBS cublas)\n" + ASKED + LINK, BLAS + "set(LIBS roc::hipblas)\n" + ASKED + LINK),
        ("list(INSERT LIBS 0 culibos)\n" + LINK, LINK),
        ('list(PREPEND LIBS "culibos")\n' + LINK, LINK),
    ],
)
def test_lists_that_are_linked_name_targets(before: str, after: str) -> None:
    result = cmake_file(before)
    assert (result.text, result.findings) == (after, ())


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ('list(APPEND FIELD_LIBS "cublas_static;culibos")\n', ["cublas_static", "culibos"]),
        ("set(DEPS m cudart PARENT_SCOPE)\n", ["cudart"]),
        ("set(LIBS cublas)\nforeach(x ${LIBS})\nendforeach()\n" + LINK, ["cublas"]),
        ("set(LIBS cublas)\nforeach(x IN LISTS LIBS)\nendforeach()\n" + LINK, ["cublas"]),
        ("set(X cublas)\ntarget_link_libraries(a -l${X})\n", ["cublas"]),
        ("set(X cublas)\ntarget_link_libraries(a ${D}/lib${X}.so ${X})\n", ["cublas"]),
        ("set(X cublas)\ntarget_link_libraries(a CUDA::${X})\n", ["cublas"]),
        (
            "set(X cublas nccl)\nlist(TRANSFORM X PREPEND -l)\ntarget_link_libraries(a ${X})\n",
            ["cublas", "nccl"],
        ),
        ("set(LIBS m cublas)\nlist(REMOVE_ITEM LIBS cublas)\n" + LINK, ["cublas"]),
        ('set(X cublas)\nset(LIBS "-l${X}")\n' + LINK, ["cublas"]),
        ("set(X cublas)\nset(LIBS ${X})\nset(THEIRS ${X})\n" + LINK, ["cublas"]),
        ("set(X cublas)\nset(LIBS_${X} ${X})\nset(LIBS ${X})\n" + LINK, ["cublas"]),
        ("set(X cublas)\nforeach(x IN LISTS X)\ntarget_link_libraries(a ${x})\nendforeach()\n", ["cublas"]),
        ("function(find_my_library x n)\nendfunction()\nFIND_MY_LIBRARY(B cublas)\n", ["cublas"]),
        ("find_library(B NAMES cublas culibos)\n", ["cublas"]),
        ("find_library(B cudnn HINTS ${CUDNN_ROOT_DIR})\n", ["cudnn"]),
        ("find_library(B nvinfer)\nfind_library(C NAMES cupti)\n", ["nvinfer", "cupti"]),
        ("find_library(B c10_cuda PATHS ${P}/lib)\nfind_library(C torch_cuda)\n", ["c10_cuda", "torch_cuda"]),
        ("find_path(I cudnn.h HINTS ${R} PATH_SUFFIXES include)\n", ["cudnn.h"]),
        ('find_file(I NAMES "nccl.h" NvInfer.h)\n', ["nccl.h", "NvInfer.h"]),
        ("find_path(I cublas_v2.h)\n", ["cublas_v2.h"]),
    ],
)
def test_lists_that_are_not_linked_here_stay_and_that_is_said(text: str, said: list[str]) -> None:
    result = cmake_file(text)
    assert result.text == text
    assert [(one.rule, text[slice(*one.span)]) for one in result.findings] == [
        ("B003", name) for name in said
    ]


@pytest.mark.parametrize(
    "text",
    [
        "set(BACKENDS cublas clblast)\n",
        "set(MY_LIBS cuda nccl cublas_wrapper)\n",
        "add_subdirectory(cublas)\n",
        "function(add_case n)\nendfunction()\nadd_case(cublas)\n",
        "their_link(cublas)\n",
        "find_path(I my_cudnn.h HINTS cudnn)\nfind_path(I rccl/rccl.h)\n",
        "find_library(B MIOpen)\nfind_library(C c10_hip)\n",
        "set(NAME cublas)\ntarget_link_libraries(${NAME} m)\n",
        "set(NAME cuda)\ntarget_link_libraries(a ${NAME}_utils)\n",
        "set(LIBS roc::hipblas;hip::host)\n" + LINK,
    ],
)
def test_other_words_keep_still(text: str) -> None:
    assert (cmake_file(text).text, cmake_file(text).findings) == (text, ())


def test_a_folder_of_what_rocm_has_not_is_told_of_once() -> None:
    text = "find_path(NPP npp.h)\nfind_path(NPP device_functions.h)\nfind_path(RT device_functions.h)\n"
    found = build_file(text.encode(), RULES, Options(path="FindNPP.cmake")).findings
    assert [text[slice(*one.span)] for one in found] == ["npp.h", "device_functions.h"]
    assert found[1].span.start > text.index("RT")


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("a cuda cudart", "a hip::host"),
        ("a cuda  cudart cudart_static m", "a hip::host m"),
        ("a cuda PUBLIC cudart", "a hip::host PUBLIC hip::host"),
        ("a debug cuda optimized cudart", "a debug hip::host optimized hip::host"),
        ("a cuda # driver\n  cudart", "a hip::host # driver\n  hip::host"),
        ("a cuda m cudart", "a hip::host m hip::host"),
        ("a PUBLIC CUDA::cudart CUDA::cuda_driver CUDA::cudart_static m", "a PUBLIC hip::host m"),
        ("a CUDA::cuda_driver hip::host CUDA::cudart", "a hip::host hip::host hip::host"),
        ("a CUDA::cudart PRIVATE CUDA::cuda_driver", "a hip::host PRIVATE hip::host"),
        ("a CUDA::cudart\n  CUDA::cuda_driver", "a hip::host\n  hip::host"),
        ("a CUDA::cudart;CUDA::cuda_driver", "a hip::host;hip::host"),
    ],
)
def test_libraries_that_become_one_are_linked_once(before: str, after: str) -> None:
    found = "find_package(hip REQUIRED)\n"
    assert (
        cmake_file(f"{found}target_link_libraries({before})\n").text
        == f"{found}target_link_libraries({after})\n"
    )


OTHER = "find_package(Other CONFIG REQUIRED)\n"
RUNTIME = "target_link_libraries(a Other::core CUDA::cudart)\n"


@pytest.mark.parametrize(
    ("before", "found"),
    [
        (f"project(a CXX)\n{OTHER}{RUNTIME}", 1),
        (f"project(a CXX)\nfind_package(CUDAToolkit REQUIRED)\n{RUNTIME}", 1),
        (f"project(a CXX)\nfind_package(hip REQUIRED)\n{RUNTIME}", 1),
        (f"{OTHER}{RUNTIME}", 0),  # where the project begins it may be found
        (f"project(a CXX)\ninclude(deps.cmake)\n{RUNTIME}", 0),
        (f"project(a CXX)\n{OTHER}if(TARGET CUDA::cudart)\nendif()\n", 0),
    ],
)
def test_a_target_that_another_package_brought_is_found(before: str, found: int) -> None:
    assert cmake_file(before).text.count("find_package(hip REQUIRED)\n") == found


@pytest.mark.parametrize(
    ("path", "text", "made"),
    [
        ("Makefile", "L = -lcudnn -lcudnn_ops_infer\na: a.o\n\tnvcc a.o $(L)\n", "L = -lMIOpen\n"),
        ("CMakeLists.txt", "target_link_libraries(app cudnn)\n", "target_link_libraries(app MIOpen)\n"),
        ("CMakeLists.txt", "find_package(CUDNN REQUIRED)\n", "find_package(miopen REQUIRED)\n"),
        ("CMakeLists.txt", "target_link_libraries(app CUDA::cudnn)\n", "target_link_libraries(app MIOpen)\n"),
    ],
)
def test_what_takes_the_place_of_cudnn_is_linked(path: str, text: str, made: str) -> None:
    chosen = build_file(text.encode(), load(dnn="miopen"), Options(path))
    assert made in chosen.output.decode()
    assert "B003" not in {one.rule for one in chosen.findings}
    kept = build_file(text.encode(), RULES, Options(path))
    assert "MIOpen" not in kept.output.decode()


@pytest.mark.parametrize("name", ["nvidia-ml", "mwgpu", "amgxsh", "cutil_x86_64", "cudpp"])
def test_a_library_that_is_for_cuda_alone_is_told_of(name: str) -> None:
    text = f"target_link_libraries(a PRIVATE {name})\n"
    result = cmake_file(text)
    assert [(one.rule, one.severity) for one in result.findings] == [("B003", "error")]
    assert result.text == text
