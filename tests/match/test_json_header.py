"""The header of nlohmann::json where HIP's compiler reads it."""

from __future__ import annotations

import pytest
from helpers.matches import matched

from hipify_py.settings import Options

KERNEL = "__global__ void k(int *p);\n"


@pytest.mark.parametrize(
    ("source", "path"),
    [
        ("#include <nlohmann/json.hpp>\n", "nlohmann/json.hpp"),
        ('#include "json.hpp"\nusing nlohmann::json;\n', "json.hpp"),
        ('#include "third_party/json.hpp"\nnlohmann::json j;\n', "third_party/json.hpp"),
    ],
)
def test_it_is_told(source: str, path: str) -> None:
    assert matched("M393", source + KERNEL).said == [("M393", path)]
    assert matched("M393", source + KERNEL, Options(path="a.h")).said == [("M393", path)]


@pytest.mark.parametrize(
    "source",
    [
        "#include <nlohmann/json_fwd.hpp>\n",
        '#include "json.hpp"\nboost::json::value j;\n',
        "#ifndef __HIP__\n#include <nlohmann/json.hpp>\n#endif\n",
    ],
)
def test_others_are_not(source: str) -> None:
    assert matched("M393", source + KERNEL).said == []


def test_plain_cxx_finds_the_conversions() -> None:
    source = "#include <nlohmann/json.hpp>\n"
    assert matched("M393", source, Options(path="a.cpp")).said == []
