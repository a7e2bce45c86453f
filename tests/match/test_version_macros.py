"""What conditions ask of CUDA's versions, and the chains that make a version."""

from __future__ import annotations

import time

import pytest

from hipify_py.conversion import convert
from hipify_py.match.version_macros import makes_versions, without_questions
from hipify_py.rules.load import load
from hipify_py.settings import Options
from hipify_py.source.unit import Unit

MAKES = "#ifdef __CUDACC_VER_MAJOR__\n#undef __CUDACC_VER__\n#define __CUDACC_VER__ 90000\n#endif\n"


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        (MAKES, 4),
        ("#if X\n" + MAKES + "#endif\n", 6),
        ("#if X\nint x;\n" + MAKES + "#endif\n", 4),
        (MAKES + "int x;\n" + MAKES, 8),
        ("#ifdef __CUDACC_VER_MAJOR__\n#endif\n", 0),
        # the file asks itself for what is made
        (MAKES + "#if __CUDACC_VER__ >= 90000\nint x;\n#endif\n", 0),
        (MAKES + "int version = __CUDACC_VER__;\n", 0),
        (MAKES + "#if __CUDACC_VER_BUILD__ > 1\nint x;\n#endif\n", 4),
    ],
)
def test_chains_that_make_a_version(source: str, expected: int) -> None:
    assert len(makes_versions(Unit(source.encode()))) == expected


def test_a_version_that_chooses_code_is_reported() -> None:
    made = MAKES.replace("90000", "(__CUDACC_VER_MAJOR__ * 10000)")
    source = made + "#if __CUDACC_VER__ >= 90000\n__global__ void k() {}\n#endif\n"
    assert "M003" in {one.rule for one in convert(source.encode(), load(), Options()).findings}


def test_comparisons_for_the_pass_are_blank() -> None:
    body = b" __CUDA_ARCH__ > 0 || A && (__CUDA_ARCH__ >= 100)"
    assert without_questions(body) == b" " * 18 + b" || A && (" + b" " * 20 + b")"


@pytest.mark.parametrize("opening", ["", "#undef __CUDACC_VER__\n"])
def test_many_conditions_in_each_other_take_no_longer(opening: str) -> None:
    """Each is looked at once, not with all that stands around it."""
    unit = Unit(("#ifdef __CUDACC_VER_MAJOR__\n" + opening).encode() * 8000 + b"#endif\n" * 8000)
    begun = time.process_time()
    assert len(makes_versions(unit)) == (24000 if opening else 0)
    assert time.process_time() - begun < 5
