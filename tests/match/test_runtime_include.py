"""Where the include goes that nvcc brings by itself, and where none is needed."""

from __future__ import annotations

import pytest

from hipify_py.conversion import convert
from hipify_py.model import Project
from hipify_py.rules.load import load
from hipify_py.settings import Options

RULES = load()
INCLUDE = "#include <hip/hip_runtime.h>"
KERNEL = "__global__ void k();\n"


def run(text: str, path: str = "a.cu") -> str:
    return convert(text.encode(), RULES, Options(path=path)).output.decode()


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("", f"{INCLUDE}\n\n"),
        ("// Licence\n\n", f"// Licence\n\n{INCLUDE}\n\n"),
        ("/* Licence\n */\n\n", f"/* Licence\n */\n\n{INCLUDE}\n\n"),
        ("#pragma once\n", f"#pragma once\n{INCLUDE}\n\n"),
        ("// L\n#pragma once\n\n", f"// L\n#pragma once\n\n{INCLUDE}\n\n"),
        ("\ufeff", f"\ufeff{INCLUDE}\n\n"),
        ("\ufeff// L\n\n", f"\ufeff// L\n\n{INCLUDE}\n\n"),
        ("// of the kernel\n", f"{INCLUDE}\n\n// of the kernel\n"),
        ("// L\n\n// of the kernel\n", f"// L\n\n{INCLUDE}\n\n// of the kernel\n"),
        ("#include <vector>\n", f"{INCLUDE}\n#include <vector>\n"),
        ("// L\n#include <vector>\n", f"// L\n{INCLUDE}\n#include <vector>\n"),
    ],
)
def test_place(before: str, after: str) -> None:
    assert run(before + KERNEL) == after + KERNEL


def test_behind_an_include_guard() -> None:
    head, tail = "#ifndef A_H\n#define A_H\n", "\n#endif\n"
    assert run(head + KERNEL + tail) == f"{head}{INCLUDE}\n\n{KERNEL}{tail}"


@pytest.mark.parametrize(
    "head",
    [
        "/*\n * Licence\n\n * more of it\n */\n",
        "/*\n\n*/ ",
        "/* a */ /* b\n\n c */ ",
        "/* a\n\n b */ // c\n",
    ],
)
def test_never_inside_a_comment(head: str) -> None:
    assert run(head + KERNEL) == f"{INCLUDE}\n\n{head}{KERNEL}"


@pytest.mark.parametrize(
    "text",
    [
        "// hipify: ignore[N008] for the CUDA build\n#include <cuda_fp16.h>\n" + KERNEL,
        "// hipify: ignore[N000] for the CUDA build\n\nvoid f() { cudaFree(p); }\n" + KERNEL,
        "/* hipify: ignore[N000] for the CUDA build */\n// and more\n\nvoid f() { cudaFree(p); }\n" + KERNEL,
    ],
)
def test_never_between_a_suppression_and_what_it_speaks_of(text: str) -> None:
    assert run(text).startswith(INCLUDE + "\n")
    assert run(text).endswith(text)
    assert run(run(text)) == run(text)


def test_line_ends_are_those_of_the_file() -> None:
    assert run("int x;\r\n__global__ void k();\r\n") == f"{INCLUDE}\r\n\r\nint x;\r\n__global__ void k();\r\n"


@pytest.mark.parametrize(
    ("text", "path"),
    [
        ("int x;\n", "a.cu"),
        ("// __global__ cudaFree\n", "a.cu"),
        ('char s[] = "__global__";\n', "a.cu"),
        ("my__global__ cudaFreeX;\n", "a.cpp"),
        ("void f() { hipFree(p); }\n", "a.cu"),
        (f"{INCLUDE}\n{KERNEL}", "a.cu"),
        ('#include "hip/hip_runtime.h"\n' + KERNEL, "a.cu"),
        ("#ifdef __global__\n#endif\n", "a.cu"),
        ("a << b << c;\n", "a.cu"),
    ],
)
def test_nothing_is_added_where_nothing_is_needed(text: str, path: str) -> None:
    assert run(text, path) == text


def test_a_converted_include_is_enough() -> None:
    assert run("#include <cuda_runtime.h>\n" + KERNEL) == f"{INCLUDE}\n{KERNEL}"


def test_a_plain_c_file_gets_no_include_for_a_name() -> None:
    assert run("void f() { cudaFree(p); }\n", "a.c") == "void f() { hipFree(p); }\n"


def test_none_is_added_when_not_wanted() -> None:
    options = Options(path="a.cu", add_include=False)
    assert convert(KERNEL.encode(), RULES, options).output == KERNEL.encode()


def test_a_header_of_the_project_may_bring_it() -> None:
    project = Project(files={"a.h": "a.h"}, runtime=frozenset({"a.h"}))
    source = b'#include "a.h"\n' + KERNEL.encode()
    assert convert(source, RULES, Options(path="a.cu", project=project)).output == source
    without = Project(files={"a.h": "a.h"})
    assert INCLUDE.encode() in convert(source, RULES, Options(path="a.cu", project=without)).output
