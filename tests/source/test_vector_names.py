"""Names of CUDA's vector types."""

from __future__ import annotations

import re
from itertools import product

import pytest

from hipify_py.source.vector_names import ELEMENTS, SIZES, VECTOR, is_vector


def test_the_names_are_those_that_the_expression_finds() -> None:
    names = [element + size for element, size in product(ELEMENTS, SIZES)]
    assert all(is_vector(one) and re.fullmatch(VECTOR, one) for one in names)


@pytest.mark.parametrize("name", ["int", "int5", "ufloat2", "half2", "dim3", "bool2", "2", "", "int22"])
def test_other_names(name: str) -> None:
    assert not is_vector(name.encode())
    assert not re.fullmatch(VECTOR, name.encode())
