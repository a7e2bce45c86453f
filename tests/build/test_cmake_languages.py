"""The languages and packages of CMake files: where HIP's are asked for."""

from __future__ import annotations

import pytest
from helpers.matches import RULES

from hipify_py.build.conversion import build_file
from hipify_py.settings import Options

OPTIONS = Options(path="CMakeLists.txt")
HIP = "find_package(hip REQUIRED)\n"
FOUND = "enable_language(HIP)\n" + HIP
RAND = "find_package(hiprand REQUIRED)\n"
CHECKED = (
    "include(CheckLanguage)\ncheck_language(HIP)\nif(CMAKE_HIP_COMPILER)\n  enable_language(HIP)\nendif()\n"
    "find_package(hip)\nfind_package(hiprand)\n"
)
ASKED = "find_package(CUDA REQUIRED)\n"


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (
            f"if(A)\n{ASKED}elseif(B)\n{ASKED}else()\n{ASKED}endif()\n",
            f"if(A)\n{FOUND}elseif(B)\n{FOUND}else()\n{FOUND}endif()\n",
        ),
        (f"if(A)\n{ASKED}endif()\n{ASKED}", f"if(A)\n{FOUND}endif()\n{FOUND}"),
        (
            f"if(A)\nif(B)\n{ASKED}endif()\n{ASKED}endif()\n",
            f"if(A)\nif(B)\n{FOUND}endif()\n{FOUND}endif()\n",
        ),
        # one that was found on the way already brings the language
        (f"{ASKED}if(A)\n{ASKED}endif()\n", f"{FOUND}if(A)\n{HIP}endif()\n"),
        (
            f"if(A)\n{ASKED}if(B)\n{ASKED}endif()\nelse()\nendif()\n",
            f"if(A)\n{FOUND}if(B)\n{HIP}endif()\nelse()\nendif()\n",
        ),
        (
            f"project(a CXX CUDA)\nif(A)\n{ASKED}else()\n{ASKED}endif()\n",
            f"project(a CXX HIP)\nif(A)\n{HIP}else()\n{HIP}endif()\n",
        ),
        (
            f"if(A)\n{ASKED}else()\n{ASKED}endif()\nlink_libraries(CUDA::curand)\n",
            f"if(A)\n{FOUND}{RAND}else()\n{FOUND}{RAND}endif()\nlink_libraries(hip::hiprand)\n",
        ),
        (
            f"if(A)\nenable_language(CUDA)\nelse()\n{ASKED}endif()\n",
            f"if(A)\nenable_language(HIP)\nelse()\n{FOUND}endif()\n",
        ),
        (
            f"if(A)\nenable_language(CUDA)\nelseif(B)\n{ASKED}else()\nif(C)\n{ASKED}endif()\nendif()\n",
            f"if(A)\nenable_language(HIP)\nelseif(B)\n{FOUND}else()\nif(C)\n{FOUND}endif()\nendif()\n",
        ),
        # which may have been taken before
        (
            f"if(A)\nenable_language(CUDA)\nendif()\n{ASKED}",
            f"if(A)\nenable_language(HIP)\nendif()\n{HIP}",
        ),
        (
            f"if(A)\nenable_language(CUDA)\n{ASKED}else()\n{ASKED}endif()\n",
            f"if(A)\nenable_language(HIP)\n{HIP}else()\n{FOUND}endif()\n",
        ),
    ],
)
def test_each_branch_enables_the_language_where_none_before_it_did(before: str, after: str) -> None:
    result = build_file(before.encode(), RULES, OPTIONS)
    assert result.text == after
    assert build_file(result.output, RULES, OPTIONS).text == after


LINK = "link_libraries(CUDA::curand)\n"
LINKED = "link_libraries(hip::hiprand)\n"


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (f"{LINK}{LINK}", f"{RAND}{LINKED}{LINKED}"),
        (f"if(A)\n{LINK}{LINK}endif()\n", f"if(A)\n{RAND}{LINKED}{LINKED}endif()\n"),
        (
            f"if(A)\n{LINK}elseif(B)\nelse()\n{LINK}endif()\n",
            f"if(A)\n{RAND}{LINKED}elseif(B)\nelse()\n{RAND}{LINKED}endif()\n",
        ),
        (f"if(A)\n{LINK}endif()\n{LINK}", f"if(A)\n{RAND}{LINKED}endif()\n{RAND}{LINKED}"),
        (f"{LINK}if(A)\n{LINK}endif()\n", f"{RAND}{LINKED}if(A)\n{LINKED}endif()\n"),
        # once before a loop, in the branch around it
        (
            f"if(A)\nforeach(x a b)\nwhile(y)\n{LINK}endwhile()\n{LINK}endforeach()\nendif()\n",
            f"if(A)\n{RAND}foreach(x a b)\nwhile(y)\n{LINKED}endwhile()\n{LINKED}endforeach()\nendif()\n",
        ),
        (
            f"foreach(x a b)\nif(A)\n{LINK}endif()\nendforeach()\n",
            f"foreach(x a b)\nif(A)\n{RAND}{LINKED}endif()\nendforeach()\n",
        ),
        # a condition is asked before its branches are
        (
            "if(A)\nelseif(TARGET CUDA::curand)\nendif()\n",
            f"{RAND}if(A)\nelseif(TARGET hip::hiprand)\nendif()\n",
        ),
        # beside what finds CUDA: where a use may follow
        (
            f"if(A)\n{ASKED}{LINK}else()\n{ASKED}endif()\n",
            f"if(A)\n{FOUND}{RAND}{LINKED}else()\n{FOUND}endif()\n",
        ),
        (
            f"if(A)\n{ASKED}else()\n{ASKED}endif()\nif(B)\n{LINK}endif()\n",
            f"if(A)\n{FOUND}{RAND}else()\n{FOUND}{RAND}endif()\nif(B)\n{LINKED}endif()\n",
        ),
    ],
)
def test_a_package_is_found_in_the_branches_that_use_it(before: str, after: str) -> None:
    result = build_file(before.encode(), RULES, OPTIONS)
    assert result.text == after
    assert build_file(result.output, RULES, OPTIONS).text == after


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (
            "include(FindCUDA)\nif(NOT CUDA_FOUND)\n  return()\nendif()\nlink_libraries(CUDA::curand)\n",
            CHECKED + "if(NOT hip_FOUND)\n  return()\nendif()\nlink_libraries(hip::hiprand)\n",
        ),
        ("include(FindCUDAToolkit)\n", "find_package(hip)\n"),
        ("include(FindCUDAThings)\n", "include(FindCUDAThings)\n"),
        ("include(cmake/FindCUDA.cmake)\n", "include(cmake/FindCUDA.cmake)\n"),
    ],
)
def test_a_module_of_cmakes_that_is_included_finds_a_package(before: str, after: str) -> None:
    assert build_file(before.encode(), RULES, OPTIONS).output.decode() == after
