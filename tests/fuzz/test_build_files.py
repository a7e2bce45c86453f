"""Build files that nobody wrote: nothing raised or lost, none slow, and CMake still reads what it could."""

from __future__ import annotations

import time
from pathlib import Path
from random import Random
from typing import Literal

import pytest
from fuzz.mutate import mutate
from helpers import laws
from helpers.matches import RULES

from hipify_py.build.cmake_lexer import listfile
from hipify_py.build.conversion import build_file
from hipify_py.project.file_kinds import is_build_file
from hipify_py.settings import Options
from hipify_py.surroundings import Project

pytestmark = pytest.mark.stress

CORPUS = Path(__file__).parents[2] / "corpus"
FILES = sorted(path for path in CORPUS.rglob("*") if path.is_file() and is_build_file(path.name))
CMAKE = [path.read_bytes() for path in FILES if path.name.endswith((".txt", ".cmake"))]
OTHERS = [path.read_bytes() for path in FILES if not path.name.endswith((".txt", ".cmake"))]
PROJECTS = (Project(), Project(rocprim=True, as_hip=frozenset({"main.cpp", "src/sort.cpp"})))
MODES: tuple[Literal["replace", "dual"], ...] = ("replace", "replace", "dual")
SEED, PARTS, CASES, SECONDS = 22, 4, 500, 2.0


@pytest.mark.parametrize("part", range(PARTS))
def test_build_files_that_nobody_wrote_break_nothing(part: int) -> None:
    assert len(CMAKE) > 10
    assert len(OTHERS) > 5
    for number in range(part, PARTS * CASES, PARTS):
        chance = Random(f"{SEED}:{number}")
        name = chance.choice(["CMakeLists.txt", "Makefile", "build.sh", "setup.py"])
        seeds = CMAKE if name == "CMakeLists.txt" else OTHERS
        source = mutate(chance.choice(seeds), chance, seeds)
        options = Options(path=name, build=chance.choice(MODES), project=chance.choice(PROJECTS))
        begun = time.process_time()
        result = build_file(source, RULES, options)
        assert time.process_time() - begun < SECONDS, (number, source)
        laws.assert_lossless(result)
        if name == "CMakeLists.txt" and listfile(source).wrong is None:
            assert listfile(result.output).wrong is None, (number, source, result.output)
