"""What a build file builds where nobody says anything."""

from __future__ import annotations

import pytest
from helpers.matches import RULES

from hipify_py.build.conversion import build_file
from hipify_py.build.default_side import hip_switch
from hipify_py.settings import Options


@pytest.mark.parametrize(
    ("code", "switch"),
    [
        ("USE_HIP ?= 0\n", "USE_HIP"),
        ("export WITH_ROCM = no\r\n", "WITH_ROCM"),
        ("USE_HIP =\n", "USE_HIP"),
        ("USE_HIP ?= 1\n", ""),
        ("USE_HIP ?= 1\nUSE_HIP = 0\n", ""),
        ("USE_HIP ?= $(X)\n", ""),
        ("USE_HIP ?= 0\nUSE_CUDA ?= 1\n", "USE_HIP"),
        ("USE_HIP ?= 0\nUSE_CUDA ?= 0\n", ""),
        ("NO_HIP = 0\nHIP_ARCH = 0\n", ""),
        ('option(USE_HIP "Build for AMD (or not)" OFF)\n', "USE_HIP"),
        ('option(USE_HIP "Build for AMD")\n', "USE_HIP"),
        ("option(USE_HIP AMD ON)\n", ""),
        ("set(ENABLE_HIP 0 CACHE BOOL hip)\n", "ENABLE_HIP"),
        ("set(ENABLE_HIP 0 CACHE BOOL hip)\nset(ENABLE_CUDA 0 CACHE BOOL cuda)\n", ""),
        ("set(ENABLE_HIP 0)\n", ""),
    ],
)
def test_a_switch_for_hip_that_is_off(code: str, switch: str) -> None:
    assert hip_switch(code.encode()) == switch


MAKE = """\
ifeq ($(USE_HIP),1)
CXX = hipcc
FLAGS = --offload-arch=native
else
CXX = nvcc
FLAGS = -arch=native
endif
"""
CMAKE = """\
if(USE_HIP)
  enable_language(HIP)
  set(x 1)
elseif(USE_CUDA)
  enable_language(CUDA)
endif()
"""
# as --build-mode dual writes it
DUAL = """\
USE_HIP ?= 0
ifeq ($(USE_HIP),1)
CXX = hipcc \\
  -O2
else
CXX = nvcc \\
  -O2
endif
"""


@pytest.mark.parametrize(
    ("path", "text", "severities"),
    [
        ("Makefile", f"USE_HIP ?= 0\n{MAKE}", ["warning"]),
        ("Makefile", f"USE_HIP ?= 1\n{MAKE}", ["note"]),
        ("Makefile", MAKE, ["note"]),
        ("Makefile", DUAL, []),
        ("CMakeLists.txt", f"option(WITH_HIP x OFF)\n{CMAKE.replace('USE_HIP', 'WITH_HIP')}", ["warning"]),
        ("CMakeLists.txt", CMAKE.replace("USE_HIP", "WITH_HIP"), ["note"]),
    ],
)
def test_a_choice_is_a_warning_where_cuda_is_the_default(path: str, text: str, severities: list[str]) -> None:
    result = build_file(text.encode(), RULES, Options(path=path))
    assert result.text == text
    assert [(one.rule, one.severity) for one in result.findings] == [("B018", each) for each in severities]
