"""All files of a shim: its header, one in the place of each of CUDA's, and a part of a CMake build."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hipify_py.choices import OWN_HEADERS
from hipify_py.lazy import re
from hipify_py.project.marks import marked
from hipify_py.project.own_headers import shipped
from hipify_py.shim.header import NAME, header_of, own_headers_of, seen_of, set_aside

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from hipify_py.choices import Dnn
    from hipify_py.rules.model import RuleSet
    from hipify_py.shim.pieces import Piece, Uses

CMAKE_NAME = "cuda_to_hip.cmake"
ASIDE, BACK = "cuda_to_hip_aside.h", "cuda_to_hip_back.h"
OWN = frozenset({NAME, CMAKE_NAME, ASIDE, BACK, *OWN_HEADERS})
PATH = re.compile(r"[\w./+-]+", re.ASCII)
CMAKE = """\
# Builds unchanged CUDA sources for AMD GPUs. Made by `hipify-py shim`.
#
#   include(FOLDER/cuda_to_hip.cmake)
#   add_executable(program main.cpp kernels.cu)
#   cuda_to_hip(program)            # with -D USE_HIP=ON; without it nothing is changed
#
# The project has HIP among its languages where USE_HIP is on, and CUDA where it is off.
option(USE_HIP "Build the CUDA sources for AMD GPUs" OFF)
set(CUDA_TO_HIP_FOLDER "${CMAKE_CURRENT_LIST_DIR}")

# cuda_to_hip(TARGET [SOURCE...]): compile these sources of a target, or all of its .cu files, as HIP.
function(cuda_to_hip target)
  if(NOT USE_HIP)
    return()
  endif()
  set(sources ${ARGN})
  if(NOT sources)
    get_target_property(sources ${target} SOURCES)
    list(FILTER sources INCLUDE REGEX "\\\\.cu$")
  endif()
  set_source_files_properties(${sources} PROPERTIES LANGUAGE HIP)
  target_include_directories(${target} BEFORE PRIVATE "${CUDA_TO_HIP_FOLDER}")
  target_compile_definitions(${target} PRIVATE __HIP_PLATFORM_AMD__=1)
  target_compile_options(
    ${target} PRIVATE
    "$<$<COMPILE_LANGUAGE:HIP,CXX,C>:SHELL:-include \\"${CUDA_TO_HIP_FOLDER}/cuda_to_hip.h\\">")
endfunction()
"""


def files_of(uses: Uses, rules: RuleSet, folders: Sequence[Path], dnn: Dnn) -> dict[str, bytes]:
    """Give the bytes of each file of a shim by its path (POSIX) below the shim's folder.

    `folders` are those of the user's own rules, `dnn` says what becomes of cuDNN.
    """
    made = {NAME: header_of(uses, rules, folders, dnn), CMAKE_NAME: CMAKE}
    macros = set_aside(uses.pieces)
    if macros:
        made |= {ASIDE: _pragmas(macros, "push", "undef"), BACK: _pragmas(macros, "pop", "")}
    served: dict[str, list[str]] = {}
    for piece in sorted(uses.pieces):
        if piece.kind in {"header", "kept"} and is_below(piece.name):
            served.setdefault(piece.name, []).append(_include(piece))
    seen = "".join(seen_of(uses.pieces))
    made |= {path: _forwarding(path, lines, seen, aside=bool(macros)) for path, lines in served.items()}
    texts = {path: text.encode("utf-8", "surrogateescape") for path, text in made.items()}
    served_by = {piece.to for piece in uses.pieces if piece.kind == "header"}
    own = {*own_headers_of(uses.pieces), *served_by.intersection(OWN_HEADERS)}
    texts |= {name: shipped(name) for name in sorted(own)}
    return {path: marked(text, cmake=path == CMAKE_NAME) for path, text in texts.items()}


def _include(piece: Piece) -> str:
    return f"#include_next <{piece.name}>\n" if piece.kind == "kept" else f"#include <{piece.to}>\n"


def _pragmas(macros: Sequence[str], way: str, then: str) -> str:
    what = "sets aside" if then else "brings back"
    lines = (f'#pragma {way}_macro("{name}")\n' + (f"#{then} {name}\n" if then else "") for name in macros)
    head = f"/* Headers of ROCm use these names for themselves: this {what} what {NAME} defines. */\n"
    return head + "".join(lines)


def is_below(path: str) -> bool:
    """Say whether an include's path can be that of a file in the shim's folder, beside those it has."""
    parts = path.split("/")
    return PATH.fullmatch(path) is not None and not {"", ".", ".."}.intersection(parts) and path not in OWN


def _forwarding(path: str, lines: Sequence[str], seen: str, *, aside: bool) -> str:
    """Give the text of a header in CUDA's place, which includes HIP's, or lets ROCm's own be read."""
    up = "../" * path.count("/")
    inner = "".join(lines)
    if aside:
        inner = f'#include "{up}{ASIDE}"\n{inner}#include "{up}{BACK}"\n'
    return f'/* Stands for CUDA\'s {path}. */\n#pragma once\n#include "{up}{NAME}"\n{inner}{seen}'
