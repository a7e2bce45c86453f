"""The folders for headers that build files name: those that the text tells, and no others."""

from __future__ import annotations

import time

import pytest

from hipify_py.build.header_folders import Group, of_cmake, of_makefile

TOPS = {b"CMAKE_SOURCE_DIR": b"/top", b"PROJECT_SOURCE_DIR": b"/top/a"}

TWO_TARGETS = "add_executable(x a.cu)\nadd_executable(y b.cu)\n"


def group(folders: str, sources: str = "") -> Group:
    return Group(tuple(folders.encode().split()), frozenset(sources.encode().split()))


@pytest.mark.parametrize(
    ("text", "groups"),
    [
        ("x: s/a.cu\n\tnvcc -Ione -c s/a.cu\n", [group("one", "s/a.cu")]),
        ("x: s/a.cu\n\tnvcc -Ione -I two -c $<\n", [group("one two", "s/a.cu")]),
        ("INC = -Ione\nINC += -I../two\nx:\n\tnvcc a.cu $(INC)\n", [group("one"), group("../two")]),
        ("INC=-Ione -isystem two -iquote three --include-path=four\n", [group("one two three four")]),
        ('INC = -I\'one\' "-Itwo" -I"three"\n', [group("one two three")]),
        ("INC = -Ione \\\n  -Itwo\n", [group("one two")]),
        ("TOP = ..\nINC = -I$(TOP)/include -I${TOP}\n", [group("../include ..")]),
        ("INC = -I$(CURDIR)/inc -I$(shell pwd)/src -I.\n", [group("./inc ./src .")]),
        (
            "x: a.cu\n\tnvcc -Ione a.cu\ny: b.cu\n\tnvcc -Itwo b.cu\n",
            [group("one", "a.cu"), group("two", "b.cu")],
        ),
        ("%.o: %.cu\n\tnvcc -Ione -c $<\n", [group("one")]),
        ("A = ..\nA = .\nINC = -I$(A)/x -Iy\n", [group("y")]),
        ("INC = -I$(wildcard */inc) -I$(shell find . -name inc) -I$(UNSET)/inc\n", []),
        ("# INC = -Ione\n", []),
        ("x:\n\techo a.cu\nINC = one two\n", []),
    ],
)
def test_of_a_makefile(text: str, groups: list[Group]) -> None:
    assert list(of_makefile(text.encode())) == groups


@pytest.mark.parametrize(
    ("text", "groups"),
    [
        ("include_directories(one two)", [group("one two")]),
        ("INCLUDE_DIRECTORIES(BEFORE SYSTEM one)\ncuda_include_directories(two)", [group("one two")]),
        ("target_include_directories(x PRIVATE one PUBLIC two)", [group("one two")]),
        (
            "add_executable(x s/a.cu)\ntarget_include_directories(x PRIVATE one)\ninclude_directories(two)",
            [group("one two", "s/a.cu"), group("two")],
        ),
        (
            "add_library(x a.cu)\ntarget_sources(x PRIVATE b.cu)\ntarget_include_directories(x PUBLIC one)",
            [group("one", "a.cu b.cu")],
        ),
        ("target_include_directories(x PUBLIC ${CMAKE_CURRENT_SOURCE_DIR}/one)", [group("./one")]),
        (
            "target_include_directories(x $<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}/i> $<INSTALL_INTERFACE:j>)",
            [group("/top/a/i")],
        ),
        ('set(D "${CMAKE_SOURCE_DIR}/d")\ninclude_directories("${D}/e" ${UNSET})', [group("/top/d/e")]),
        ("set(D a)\nset(D b)\ninclude_directories(${D})", []),
        ("set(D a b)\ninclude_directories(${D})", []),
        ("# include_directories(one)", []),
        ("add_executable(x a.cu)", []),
    ],
)
def test_of_cmake(text: str, groups: list[Group]) -> None:
    assert [one._replace(target=b"") for one in of_cmake(text.encode(), TOPS)] == groups


@pytest.mark.parametrize(
    ("text", "macros"),
    [
        ("add_definitions(-DONE -DTWO=2 -Wall)", {"": "ONE TWO=2"}),
        ("add_compile_definitions(ONE TWO=2)", {"": "ONE TWO=2"}),
        ("target_compile_definitions(x PRIVATE ONE PUBLIC -DTWO=2)", {"x": "ONE TWO=2"}),
        (
            f"add_definitions(-DALL)\n{TWO_TARGETS}target_compile_definitions(x PRIVATE ONE)",
            {"x": "ONE ALL", "y": "ALL", "": "ALL"},
        ),
        (
            'target_compile_definitions(${x} PRIVATE DIR="${CMAKE_SOURCE_DIR}/d/" "NAME=\\"n\\"")',
            {"${x}": 'DIR="/top/d/" NAME="n"'},
        ),
        ("set(N 32)\nadd_definitions(-DN=${N})", {"": "N=32"}),
        ("set(N 32)\nset(N 64)\nadd_definitions(-DN=${N} -DM)", {"": "M"}),
        ("if(WIN)\n  set(N 32)\nendif()\nadd_definitions(-DN=${N} -DM)", {"": "M"}),
        ("if(FAST)\n  add_definitions(-DFAST)\nelse()\n  add_definitions(-DSLOW)\nendif()", {}),
        ("function(f)\n  target_compile_definitions(x PRIVATE ONE)\nendfunction()", {}),
        ("if(A)\nendif()\nadd_definitions(-DAFTER)", {"": "AFTER"}),
        ("add_definitions($<$<CONFIG:Debug>:-DDEBUG> ${FLAGS} -D${NAME}=1 -D2)", {}),
        ("# add_definitions(-DONE)", {}),
    ],
)
def test_macros_of_cmake(text: str, macros: dict[str, str]) -> None:
    found = of_cmake(text.encode(), TOPS)
    assert {one.target.decode(): b" ".join(one.definitions).decode() for one in found} == macros


def test_variables_in_a_circle_and_long_paths_tell_nothing() -> None:
    assert of_makefile(b"A = $(B)/a\nB = $(A)/b\nINC = -I$(A)\n") == ()
    assert of_makefile(b"A = $(A)$(A)\nINC = -I$(A) -I" + b"x" * 10_000 + b"\n") == ()


@pytest.mark.parametrize("times", [8_000])
def test_long_files_are_read_in_linear_time(times: int) -> None:
    begun = time.process_time()
    of_makefile(b"INC += -Ia$(B)\nB = c\n" * times)
    of_cmake(b"target_include_directories(x PRIVATE ${A}/b)\nset(A c)\n" * times, TOPS)
    of_cmake(b"".join(b"add_library(x%d)\nadd_definitions(-DA%d)\n" % (n, n) for n in range(times)), TOPS)
    of_makefile(b"INC = " + b"-Ia" * times + b"\n" + b"-I $(" * times)
    assert time.process_time() - begun < 4
