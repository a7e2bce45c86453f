"""The law that what happens to a file does not depend on what only happens to lie in the same run.

Each golden case is converted alone, in pairs and with all others: the same bytes and the same findings. A
case of several files is one program and stays together.
"""

from __future__ import annotations

import random
import re
import shutil
from pathlib import Path
from typing import NamedTuple

import pytest
from helpers import cases
from helpers.command import put

from hipify_py import Settings, convert_tree
from hipify_py.report.model import FileReport

PAIRS, SEED = 40, 4
CORPUS = Path(__file__).parents[2] / "corpus"
WAY = re.compile(r"(?:\.\./)+(?=hipify_\w+\.h)")  # to the top of the tree, which a run decides
Outcome = dict[str, str]


class Corpus(NamedTuple):
    """A copy of the cases in a folder of its own, and what came of each file of the cases so far."""

    folder: Path
    known: dict[str, Outcome]

    def alone(self, name: str) -> Outcome:
        """Give what comes of each file of a case that is converted alone; there is one at least."""
        if name not in self.known:
            self.known.update(outcome([self.folder / name]))
        assert self.known[name]
        return self.known[name]

    def names(self) -> list[str]:
        return sorted(one.name for one in self.folder.iterdir())


def sources() -> dict[str, list[Path]]:
    """Give the files of each case, as a person wrote them."""
    found = {case.folder.name: [case.input] for case in cases.cases()}
    for name, files in found.items():
        files += [one for one in (CORPUS / name).glob("*.h*") if one not in files and one.stem != "expected"]
    for kind in ("lanes", "lanes-native", "lanes-portable"):
        found |= {f"{kind}-{one.stem}": [one] for one in sorted((CORPUS / kind).glob("*.cu"))}
    return found


def outcome(folders: list[Path]) -> dict[str, Outcome]:
    """Convert folders in one run; give what is said of each file by the folder that holds it."""
    report = convert_tree([str(folder) for folder in folders], Settings(mode="diff"), jobs=2)
    found: dict[str, Outcome] = {folder.name: {} for folder in folders}
    for file in report.files:
        home = next(folder for folder in folders if Path(file.path).is_relative_to(folder))
        found[home.name][file.path] = said(file)
    return found


def said(file: FileReport) -> str:
    """Give all that is told of a file, its difference included."""
    return WAY.sub("", repr(file))


@pytest.fixture(scope="module")
def corpus(tmp_path_factory: pytest.TempPathFactory) -> Corpus:
    folder = tmp_path_factory.mktemp("corpus")
    for name, files in sources().items():
        (folder / name).mkdir()
        for file in files:
            shutil.copy(file, folder / name)
    for tree in cases.trees():
        shutil.copytree(tree / "input", folder / tree.name)
    return Corpus(folder, {})


def test_there_are_cases(corpus: Corpus) -> None:
    assert len(corpus.names()) > 250


@pytest.mark.stress
def test_all_together(corpus: Corpus) -> None:
    alone = {name: corpus.alone(name) for name in corpus.names()}
    assert outcome(sorted(corpus.folder.iterdir())) == alone


@pytest.mark.stress
def test_in_one_folder(corpus: Corpus) -> None:
    """As above, in a run over the folder that holds all."""
    report = convert_tree([str(corpus.folder)], Settings(mode="diff"), jobs=2)
    together = {file.path: said(file) for file in report.files}
    alone = [corpus.alone(name) for name in corpus.names()]
    assert together == {path: one for files in alone for path, one in files.items()}


def test_in_pairs(corpus: Corpus) -> None:
    names = corpus.names()
    chance = random.Random(SEED)
    for _ in range(PAIRS):
        pair = chance.sample(names, 2)
        found = outcome([corpus.folder / name for name in pair])
        assert found == {name: corpus.alone(name) for name in pair}, pair


ASKING = "#ifdef USE_ROCM\n#include <hip/hip_runtime.h>\n#else\n#include <cuda_runtime.h>\n#endif\n"
PROGRAM = {
    "a.cu": ASKING
    + '#include "used.cuh"\n#ifdef WITH_FAST\n__global__ void k() { cudaLacking(); }\n#endif\n',
    "used.cuh": "#pragma once\n#define BOUND 128\n__device__ inline int unused() { return warpSize; }\n",
    "old.cuh": "#pragma once\ninline void old() { cudaHeaderLacking(); }\n",
    "more.cpp": '#include <cudnn.h>\n#if CUDNN_VERSION >= 8903\n#include "behind.h"\n#endif\n',
    "behind.h": "#pragma once\ninline void behind() { cudaHeaderLacking(); }\n",
}
BUILT = {**PROGRAM, "Makefile": "a.o: a.cu\n\tnvcc -c a.cu\n"}
TREES = "cmake_minimum_required(VERSION 3.10)\nproject(p LANGUAGES CXX CUDA)\nadd_executable(p a.cu)\n"
CONFIGURED = {**PROGRAM, "CMakeLists.txt": TREES}
NEIGHBOURS = {
    "a macro in a source": {"b.cu": "#define USE_ROCM 1\n#define WITH_FAST\n#define BOUND 3\n"},
    "a macro in a makefile": {"Makefile": "b.o: b.cu\n\tnvcc -DUSE_ROCM -DWITH_FAST -c b.cu\n", "b.cu": ""},
    "a macro in CMake": {"CMakeLists.txt": TREES + "add_definitions(-DUSE_ROCM -D${ANY})\n", "a.cu": ""},
    "a script": {"build.sh": "nvcc -DUSE_ROCM -DWITH_FAST -I old.cuh -c b.cu\n", "b.cu": "int b;\n"},
    "names of headers": {"b.cpp": 'auto s = "old.cuh";\n', "README": "old.cuh\n", "c.cu": "#include FROM\n"},
    "headers by their ends": {"b.cu": '#include "x/old.cuh"\nint n = unused();\n'},
    "sides for HIP": {"CMakeLists.txt": TREES + "if(USE_HIP)\nenable_language(HIP)\nendif()\n", "a.cu": ""},
    "another install": {"Makefile": "install:\n\tinstall -m 644 *.cuh /usr/include\n", "old.cuh": "int o;\n"},
}


@pytest.mark.parametrize("neighbour", NEIGHBOURS)
@pytest.mark.parametrize("program", [PROGRAM, BUILT, CONFIGURED], ids=["alone", "make", "cmake"])
def test_two_programs_in_one_tree(tmp_path: Path, program: dict[str, str], neighbour: str) -> None:
    """As each by itself, where nothing above holds them together."""
    trees = {"one": program, "other": NEIGHBOURS[neighbour]}
    for name, files in trees.items():
        for file, text in files.items():
            put(tmp_path / name / file, text)
    put(tmp_path / "README.md", "Programs with USE_ROCM and WITH_FAST, without old.cuh.\n")
    report = convert_tree([str(tmp_path)], Settings(mode="diff"))
    together = {file.path: said(file) for file in report.files if not file.path.endswith("README.md")}
    alone = [outcome([tmp_path / name]).values() for name in trees]
    assert together == {path: one for each in alone for files in each for path, one in files.items()}


@pytest.mark.parametrize(
    ("more", "is_note"),
    [
        ({}, False),
        (
            {"one/a.cu": PROGRAM["a.cu"] + '#include "../other/b.h"\n', "other/b.h": "#define USE_ROCM 1\n"},
            None,
        ),
        ({"Makefile": "all:\n\tmake -C one CXXFLAGS=-DUSE_ROCM\n"}, None),
        ({"other/Makefile": "a.o: ../one/a.cu\n\tnvcc -DUSE_ROCM -c ../one/a.cu\n"}, None),
        ({"other/Makefile": "b.o: b.cu\n\tnvcc -DUSE_ROCM -c b.cu\n", "other/b.cu": "int b;\n"}, False),
    ],
)
def test_what_holds_two_folders_together(tmp_path: Path, more: dict[str, str], is_note: bool | None) -> None:
    for name, text in ({f"one/{name}": text for name, text in BUILT.items()} | more).items():
        put(tmp_path / name, text)
    report = convert_tree([str(tmp_path)], Settings(mode="diff"))
    said = [one.severity for file in report.files for one in file.concerns if one.rule == "M241"]
    assert said == ([] if is_note is None else ["note" if is_note else "warning"])
