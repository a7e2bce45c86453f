"""The names with a look of CUDA's that a file makes its own, and those that it only uses."""

from __future__ import annotations

import pytest

from hipify_py.project import names_told
from hipify_py.resolve.told import Told
from hipify_py.rules.load import load
from hipify_py.settings import Options
from hipify_py.source.unit import Unit

RULES = load()


def made(source: str) -> list[tuple[bytes, bytes]]:
    unit = Unit(source.encode())
    named = names_told.held(unit, RULES)
    return [(one.name, one.value) for one in names_told.names(unit, named.found, RULES, Options(path="a.h"))]


@pytest.mark.parametrize(
    ("source", "names"),
    [
        ("void cuFrob();\nvoid cuFrob(int);\n", [(b"cuFrob", b"")]),
        ("#define CUDA_FROB 1\n", [(b"CUDA_FROB", b"#")]),
        ("namespace a { void cuFrob(); }\n", [(b"cuFrob", b"")]),
        ("int x = cuFrob(1);\n", []),
        ("#ifdef USE_ROCM\n#else\nvoid cuFrob();\n#endif\n", []),
        ("#define cudaMalloc hipMalloc\n#define cudaFree hipFree\n", []),
    ],
)
def test_names(source: str, names: list[tuple[bytes, bytes]]) -> None:
    assert made(source) == names


def test_a_namespace_with_a_name_of_cudas() -> None:
    unit = Unit(b"namespace mine { namespace cub { int x; } }\nnamespace cub = other;\n")
    spaces = names_told.held(unit, RULES).spaces
    assert spaces == [b"cub"]
    told = list(names_told.spaces(unit, RULES, spaces))
    assert {(one.kind, one.name) for one in told} == {("name", b"cub")}


def test_keywords_that_are_macros() -> None:
    unit = Unit(b'#include "a.h"\n#define __device__\n#define __host__\nint x;\n')
    assert list(names_told.keywords(unit)) == [
        Told("function", b"__device__", after=1),
        Told("function", b"__host__", after=1),
    ]


def test_macros_that_put_names_together() -> None:
    unit = Unit(b"#define CALL(name) cuda##name\nint x = CALL(Malloc)(&p, 1);\n")
    assert [one.name for one in names_told.pasting(unit)] == [b"CALL("]
    assert [*names_told.pasting_asked(unit, RULES)] == [b"CALL("]
