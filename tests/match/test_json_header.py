"""The header of nlohmann::json where HIP's compiler reads it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from helpers.matches import matched

from hipify_py.api import convert_tree
from hipify_py.settings import Options, Settings

if TYPE_CHECKING:
    from pathlib import Path

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


@pytest.mark.parametrize(("minor", "said"), [("10", []), ("11", ["M393"])])
@pytest.mark.parametrize("parts", ["json.hpp", "detail/abi_macros.hpp"])
def test_the_header_says_its_release(tmp_path: Path, parts: str, minor: str, said: list[str]) -> None:
    """So too where only a folder named for headers has it, or it has others that say it."""
    library = tmp_path / "elsewhere" / "nlohmann"
    (library / parts).parent.mkdir(parents=True)
    (library / "json.hpp").write_text('#pragma once\n#include "detail/abi_macros.hpp"\n')
    with (library / parts).open("a") as header:
        header.write(
            f"# define NLOHMANN_JSON_VERSION_MAJOR 3 // a\n#define NLOHMANN_JSON_VERSION_MINOR {minor}\n"
        )
    own = tmp_path / "own"
    own.mkdir()
    (own / "a.cu").write_text("#include <nlohmann/json.hpp>\n" + KERNEL)
    settings = Settings(include_dirs=(tmp_path / "elsewhere",))
    report = convert_tree([str(own)], settings)
    assert [one.rule for file in report.files for one in file.concerns if one.rule == "M393"] == said
