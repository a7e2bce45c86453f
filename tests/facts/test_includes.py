"""What include paths become: single paths, families, and what an older ROCm lacks."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
from helpers.facts import facts

from hipify_py.facts import includes

if TYPE_CHECKING:
    from pathlib import Path

    from hipify_py.facts.hints import Value

DECISIONS = r"""
[headers]
"cuda.h" = "hip/hip_runtime.h"
"odd.h" = { to = "hip/odd.h", differs = "odd" }
"none.h" = { review = "nothing" }

[[family]]
match = 'cu(\w+)\.h'
to = ['hip\1/hip\1.h', 'hip\1.h']

[[family]]
match = 'cu.*'
review = "a library of CUDA"
"""
HIP = facts(
    "hip/hip_runtime.h|header||", "hip/odd.h|header||", "hipfft/hipfft.h|header||", "hiprand.h|header||"
)


@pytest.fixture
def decisions(tmp_path: Path) -> dict[str, Any]:
    (tmp_path / "headers.toml").write_text(DECISIONS)
    return includes.read(tmp_path / "headers.toml")


def test_only_headers_are_include_paths() -> None:
    assert includes.paths(facts("a.h|header||", "f|function|a.h|int ()", "b.h|macro|a.h|1")) == {"a.h"}


@pytest.mark.parametrize(
    ("path", "value"),
    [
        ("cufft.h", "hipfft/hipfft.h"),
        ("curand.h", "hiprand.h"),
        ("cudnn.h", {"review": "a library of CUDA"}),
        ("cuda/thing.h", {"review": "a library of CUDA"}),
        ("thing.h", None),
    ],
)
def test_the_first_family_with_a_header_that_rocm_has_decides(
    path: str, value: Value | None, decisions: dict[str, Any]
) -> None:
    assert includes.family(path, includes.paths(HIP), decisions["family"]) == value


def test_every_path_of_every_cuda_is_decided(decisions: dict[str, Any]) -> None:
    cuda = [facts("cuda.h|header||", "cufft.h|header||"), facts("curand.h|header||", "new.h|header||")]
    values, problems = includes.decide(cuda, HIP, decisions)
    assert values == {
        "cuda.h": "hip/hip_runtime.h",
        "odd.h": {"to": "hip/odd.h", "differs": "odd"},
        "none.h": {"review": "nothing"},
        "cufft.h": "hipfft/hipfft.h",
        "curand.h": "hiprand.h",
    }
    assert problems == ["undecided header: new.h"]


def test_a_target_that_rocm_does_not_have_is_a_problem(decisions: dict[str, Any]) -> None:
    decisions["headers"]["odd.h"] = {"to": "hip/even.h", "differs": "odd"}
    decisions["headers"]["cuda.h"] = "hip/cuda.h"
    assert includes.decide([], HIP, decisions)[1] == [
        "no such header in ROCm: cuda.h -> hip/cuda.h",
        "no such header in ROCm: odd.h -> hip/even.h",
    ]


def test_a_path_whose_target_an_older_rocm_lacks_comes_later() -> None:
    values: dict[str, Value] = {
        "a.h": "hip/hip_runtime.h",
        "b.h": "hipfft/hipfft.h",
        "c.h": {"to": "hip/new.h", "differs": "new"},
        "d.h": {"review": "nothing"},
    }
    older = facts("hip/hip_runtime.h|header||")
    found = includes.later(values, older, "7.2")
    said = {name: (value["to"], value["since"]) for name, value in found.items() if isinstance(value, dict)}
    assert said == {"b.h": ("hipfft/hipfft.h", "7.2"), "c.h": ("hip/new.h", "7.2")}
    assert found.keys() == said.keys()
    assert includes.later(values, older, "7.2", ["hipfft/hipfft.h"]).keys() == {"c.h"}
