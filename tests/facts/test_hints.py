"""What a person decided about names: the files are put together, and each name has one answer."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from helpers.facts import hints_of

from hipify_py.facts import hints

if TYPE_CHECKING:
    from pathlib import Path

    from hipify_py.facts.hints import Hints, Value

CORE = r"""
undeclared = ["uint32_t"]

[names]
cudaGo = "hipStart"
cudaStop = { review = "nothing stops" }

[[spelling]]
cuda = 'cu(\w+)_v2'
hip = 'hip\1'

[[review]]
match = 'cublas(\w+)|cuda(\w+)'
reason = "no counterpart"
near = 'hip\2'

[[difference]]
match = 'cudaGet\w+'
differs = "it gives something else"
fails = "silent"

[[shape]]
match = 'cudaPlain'

[historic.runtime."10.2"]
cudaBind = "hipBind"

[before."7.2"]
cudaLate = "hipEarly"
"""
CUBLAS = """
undeclared = ["uint64_t"]

[names]
cublasGo = "hipblasGo"

[[review]]
match = 'cublas.*'
reason = "hipBLAS lacks it"

[[shape]]
match = 'cublasPlain'

[historic.runtime."11.8"]
cudaUnbind = { review = "gone" }

[historic.cublas."11.8"]
cublasBind = "hipblasBind"

[before."7.0"]
cublasLate = "hipblasEarly"

[before."7.2"]
cublasLater = "hipblasEarly"
"""


@pytest.fixture
def known(tmp_path: Path) -> Hints:
    return hints_of(tmp_path / "hints", core=CORE, cublas=CUBLAS)


@pytest.mark.parametrize(
    ("name", "to", "value"),
    [
        ("cudaGo", "hipGo", "hipStart"),
        ("cudaStop", None, {"review": "nothing stops"}),
        (
            "cudaGetIt",
            "hipGetIt",
            {"to": "hipGetIt", "differs": "it gives something else", "fails": "silent"},
        ),
        ("cudaPut", "hipPut", "hipPut"),
        ("cudaForget", "hipForget", "hipForget"),
        ("cudaNone", None, {"review": "no counterpart"}),
        ("cudaNear", None, {"review": "no counterpart; the nearest is hipNear"}),
        ("cublasNone", None, {"review": "hipBLAS lacks it"}),
        ("cufftNone", None, None),
    ],
)
def test_a_decision_comes_first_then_how_it_differs_then_the_spelling(
    name: str, to: str | None, value: Value | None, known: Hints
) -> None:
    assert known.value(name, to, {"hipNear"}) == value


def test_files_are_put_together(known: Hints) -> None:
    assert known.files == {"core", "cublas"}
    assert known.undeclared == {"uint32_t", "uint64_t"}
    assert [(each.pattern, to) for each, to in known.spellings] == [(r"cu(\w+)_v2", r"hip\1")]
    assert known.names == {
        "cudaGo": "hipStart",
        "cudaStop": {"review": "nothing stops"},
        "cublasGo": "hipblasGo",
    }
    assert known.historic == {
        "runtime": {"cudaBind": ("10.2", "hipBind"), "cudaUnbind": ("11.8", {"review": "gone"})},
        "cublas": {"cublasBind": ("11.8", "hipblasBind")},
    }
    assert known.before == {
        "7.2": {"cudaLate": "hipEarly", "cublasLater": "hipblasEarly"},
        "7.0": {"cublasLate": "hipblasEarly"},
    }
    names = ("cudaPlain", "cublasPlain", "cudaPlainer")
    assert [bool(known.shapes.fullmatch(name)) for name in names] == [True, True, False]


def test_the_wide_families_of_the_core_are_asked_last(known: Hints) -> None:
    assert [review.reason for review in known.reviews] == ["hipBLAS lacks it", "no counterpart"]


def test_a_name_is_decided_in_one_file(tmp_path: Path) -> None:
    again = '[names]\ncudaStop = "hipStop"\ncufftGo = "x"\ncublasGo = "hipblasGo"\n'
    with pytest.raises(ValueError, match="decided in two files of hints: cublasGo, cudaStop; keep one"):
        hints_of(tmp_path, core=CORE, cublas=CUBLAS, cufft=again)


def test_a_file_that_is_no_toml_is_named(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match=r"cufft\.toml: Expected ']' at the end of a table declaration"):
        hints_of(tmp_path, core=CORE, cufft="[names\n")


@pytest.mark.parametrize(
    ("value", "to"),
    [("x", "x"), ({"to": "y", "differs": "z"}, "y"), ({"review": "z"}, None), ({"drop": "z"}, None)],
)
def test_the_target_of_a_value(value: Value, to: str | None) -> None:
    assert hints.target(value) == to
