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

from hipify_py import Settings, convert_tree
from hipify_py.report.model import FileReport

PAIRS, SEED = 40, 4
CORPUS = Path(__file__).parents[2] / "corpus"
WAY = re.compile(r"(?:\.\./)+(?=hipify_\w+\.h)")  # to the top of the tree, which a run decides
Outcome = dict[str, str]


class Corpus(NamedTuple):
    """A copy of the cases in a folder of its own, and what came of each file of each case alone."""

    folder: Path
    alone: dict[str, Outcome]


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
    alone = [outcome([one]) for one in sorted(folder.iterdir())]
    return Corpus(folder, {name: files for one in alone for name, files in one.items()})


def test_there_are_cases(corpus: Corpus) -> None:
    assert len(corpus.alone) > 250
    assert all(corpus.alone.values())


def test_all_together(corpus: Corpus) -> None:
    assert outcome(sorted(corpus.folder.iterdir())) == corpus.alone


@pytest.mark.stress
def test_in_one_folder(corpus: Corpus) -> None:
    """As above, in a run over the folder that holds all."""
    report = convert_tree([str(corpus.folder)], Settings(mode="diff"), jobs=2)
    together = {file.path: said(file) for file in report.files}
    assert together == {path: one for files in corpus.alone.values() for path, one in files.items()}


def test_in_pairs(corpus: Corpus) -> None:
    names = sorted(corpus.alone)
    chance = random.Random(SEED)
    for _ in range(PAIRS):
        pair = chance.sample(names, 2)
        found = outcome([corpus.folder / name for name in pair])
        assert found == {name: corpus.alone[name] for name in pair}, pair
