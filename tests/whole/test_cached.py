"""What a run gives does not hang on what earlier runs kept: trees changed at random, with and without."""

from __future__ import annotations

import random
import shutil
from pathlib import Path

import pytest
from helpers.stress import WHOLE
from helpers.upstream import CHANGES, LINES, sources

from hipify_py.choices import CACHE_SIZE
from hipify_py.model import HipifyError
from hipify_py.project import run as module
from hipify_py.project.run import convert_tree
from hipify_py.report.model import Report
from hipify_py.settings import Settings

CORPUS = Path(__file__).parents[2] / "corpus"
LANES = sorted((CORPUS / "lanes").glob("*.cu"))
CASES = sorted(path for path in CORPUS.iterdir() if path.is_dir() and any(path.glob("case.toml")))
RULE = '[names]\ncudaFree = "hipOwnFree%d"\ncudaMalloc = { review = "no more than %d" }\n'


def make(tree: Path, chance: random.Random) -> None:
    """Put some cases of the corpus into one tree, with headers that they share and a build."""
    for case in chance.sample(CASES, 12):
        shutil.copytree(case, tree / case.name, ignore=shutil.ignore_patterns("expected*", "case.toml"))
    for path in chance.sample(LANES, 6):
        shutil.copy(path, tree)
    (tree / "include").mkdir()
    for name in ("common.h", "warps.cuh", "check.h"):
        (tree / "include" / name).write_text("#pragma once\n" + "\n".join(chance.sample(LINES, 3)) + "\n")
    for path in chance.sample(sources(tree), 8):
        path.write_bytes(b'#include "common.h"\n#include "warps.cuh"\n' + path.read_bytes())
    (tree / "CMakeLists.txt").write_text("project(x LANGUAGES CXX CUDA)\nadd_library(x a.cu)\n")


def some_settings(tree: Path, chance: random.Random, number: int) -> dict[str, object]:
    """Give settings of which each may change what comes out."""
    choices: tuple[dict[str, object], ...] = (
        {"warp": "native"},
        {"polyfill": False},
        {"launch": "macro"},
        {"archs": ("gfx942",)},
        {"rocm": "6.4"},
        {"dnn": "miopen"},
        {"build": "dual"},
        {"rename": ".hip"},
        {"include_dirs": (str(tree / "include"),)},
        {"both_sides": True},
        {"exclude": ("include/",)},
    )
    given = chance.choice(choices) if chance.random() < 0.4 else {}
    if chance.random() < 0.2:
        own = tree.parent / "own.toml"
        own.write_text(RULE % (number, chance.choice((1, 2))))
        given = given | {"rules": (str(own),)}
    return given


def outcome(tree: Path, jobs: int, **given: object) -> Report | str:
    try:
        return convert_tree([str(tree)], Settings(mode="memory", **given), jobs=jobs)  # type: ignore[arg-type]
    except HipifyError as error:
        return str(error)


def held(tree: Path, chance: random.Random, steps: int) -> None:
    """Change a tree step by step and convert it each time with what earlier steps kept, and without."""
    said: list[str] = []
    for number in range(steps):
        said.append(chance.choice(CHANGES)(tree, chance))
        given = some_settings(tree, chance, number)
        fresh = outcome(tree, 1, **given)
        assert isinstance(fresh, Report) or "would take its name" in fresh, fresh
        kept = outcome(tree, chance.choice((1, 2)), **given, cache_size=CACHE_SIZE)
        assert kept == fresh, (said, given)


@pytest.fixture
def _own_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    monkeypatch.setattr(module, "ALONE", 0)


@pytest.mark.stress
@pytest.mark.usefixtures("_own_cache")
def test_what_is_kept_is_what_a_fresh_run_gives(tmp_path: Path) -> None:
    chance = random.Random(14)
    make(tmp_path / "src", chance)
    held(tmp_path / "src", chance, 10)


@pytest.mark.stress
@pytest.mark.parametrize("seed", range(10 if WHOLE else 2))
@pytest.mark.usefixtures("_own_cache")
def test_no_change_of_a_tree_is_missed(tmp_path: Path, seed: int) -> None:
    chance = random.Random(seed)
    make(tmp_path / "src", chance)
    held(tmp_path / "src", chance, 40)
