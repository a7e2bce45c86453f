"""Functions that HIP declares with other parameters, in words, and what is done about their calls."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from helpers.catalogue import keep_facts
from helpers.command import put

from hipify_py.catalogue import declared, misfits
from hipify_py.catalogue.misfits import Difference
from hipify_py.rules.load import load

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from pathlib import Path

    from hipify_py.catalogue.declared import Side

    Signatures = str | tuple[str, ...]
    Compare = Callable[[Signatures, Signatures], str]

pytestmark = pytest.mark.usefixtures("small")
EVER = ("11.8", "12.9", "13.0")


def both(rocm: str = "7.2", *folders: Path) -> misfits.Sides:
    return misfits.sides(load(*folders, rocm=rocm), rocm)


def found(name: str, rocm: str = "7.2", *folders: Path) -> Difference:
    different = misfits.difference(both(rocm, *folders), name)
    assert different is not None
    return different


@pytest.mark.parametrize(
    ("name", "rocm", "handled", "rules", "note"),
    [
        ("cudaMany", "7.2", "adapted", (("M500", "many-arguments"),), ""),
        ("cudaTyped", "7.1", "reported", (("M501", "typed"),), ""),
        ("cudaTyped", "7.2", "accepted", (), ""),
        ("cudaGraph", "7.2", "reported", (), "it takes more"),
        ("cudaCopy", "7.2", "accepted", (), ""),
    ],
)
def test_what_is_done_about_calls(
    name: str, rocm: str, handled: str, rules: tuple[tuple[str, str], ...], note: str
) -> None:
    different = found(name, rocm)
    assert (different.name, different.handled, different.rules, different.note) == (
        name,
        handled,
        rules,
        note,
    )
    assert handled in misfits.WAYS


def test_a_name_that_comes_later_is_reported_for_that(tmp_path: Path) -> None:
    text = '[names]\ncudaCopy = "hipCopy"\n[before."7.2"]\ncudaCopy = { to = "hipCopy", since = "7.2" }\n'
    own = put(tmp_path / "own.toml", text)
    different = found("cudaCopy", "7.1", own)
    assert (different.handled, different.note) == ("reported", "from ROCm 7.2 on")


@pytest.mark.parametrize(
    "name", ["cudaFree", "cudaError_t", "cudaNone", "cudaGone", "dim3", "nothing", "cudaOld", "cudaFlag"]
)
def test_what_fits_or_is_no_function_does_not_differ(name: str) -> None:
    assert misfits.difference(both(), name) is None


def test_all_differences_are_told() -> None:
    names = sorted(each.name for each in misfits.differences(both()))
    assert names == ["cudaAlloc", "cudaCopy", "cudaGraph", "cudaMalloc", "cudaMany", "cudaTyped"]


def test_a_name_in_older_releases_is_compared_with_what_these_have() -> None:
    assert misfits.functions(both("7.2"), "cudaSync") == ["int ()"]
    assert misfits.functions(both("6.4"), "cudaSync") == []


def test_each_cuda_is_compared_by_itself() -> None:
    assert found("cudaGraph").to == "hipGraph"
    assert found("cudaGraph").releases.keys() == set(EVER)
    assert found("cudaGraph").releases["12.9"] != found("cudaGraph").releases["13.0"]


@pytest.fixture
def words(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Compare:
    """Give the words for the difference of `cudaGo` and `hipGo`, given their signatures; empty for none."""

    def compare(cuda: Signatures, rocm: Signatures) -> str:
        sides: tuple[tuple[Side, str, Signatures], ...] = (("cuda", "cudaGo", cuda), ("rocm", "hipGo", rocm))
        for side, name, given in sides:
            texts = (given,) if isinstance(given, str) else given
            known: dict[str, Iterable[str]] = {"7.2": [f"{name}|function|h|{text}" for text in texts]}
            keep_facts(tmp_path / "facts", side, known)
        monkeypatch.setattr(declared, "builtin_folder", lambda: tmp_path)
        declared.headers.cache_clear()
        declared.facts.cache_clear()
        own = put(tmp_path / "own.toml", '[names]\ncudaGo = "hipGo"\ncudaKind = "hipKind"\n')
        different = misfits.difference(both("7.2", own), "cudaGo")
        return different.releases["7.2"] if different else ""

    return compare


@pytest.mark.parametrize(
    ("cuda", "rocm", "said"),
    [
        ("int (int)", "int (int)", ""),
        ("int (cudaKind)", "long (hipKind)", ""),
        ("int (cudaKind =)", "int (hipKind =)", ""),
        ("int (int, int)", "int (int, int, int)", "CUDA takes 2 arguments, HIP 3"),
        ("int (int, int, int)", "int (int, int =)", "CUDA takes 3 arguments, HIP 1 to 2"),
        ("int (int, int, ...)", "int (int =)", "CUDA takes 2 or more arguments, HIP 0 to 1"),
        ("int (char *)", "int (int *)", "argument 1 is char *, in HIP int *"),
        (
            "int (char *, int, cudaKind)",
            "int (int *, int, int)",
            "argument 1 is char *, in HIP int *; argument 3 is cudaKind, in HIP int",
        ),
        (("int (int)", "int (char *)"), ("int (int)", "int (int *)"), "HIP has no form for (char *)"),
        (
            tuple(f"int ({kind} * =, int)" for kind in ("a", "b", "c", "d", "e")),
            "int ()",
            "HIP has no form for (a * = ..., int), (b * = ..., int), (c * = ..., int) and 2 more",
        ),
    ],
)
def test_differences_are_told_in_words(cuda: Signatures, rocm: Signatures, said: str, words: Compare) -> None:
    assert words(cuda, rocm) == said


@pytest.mark.parametrize(
    ("signature", "declaration"),
    [
        ("int (int, char *)", "int go(int, char *)"),
        ("int (int =, int =)", "int go(int = ..., int = ...)"),
        ("template T (T)", "template T go(T)"),
        ("()", "go()"),
        ("using", "using"),
    ],
)
def test_a_signature_is_spelled_as_a_declaration(signature: str, declaration: str) -> None:
    assert misfits.spelled("go", signature) == declaration
