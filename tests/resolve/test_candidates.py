"""The names in code that some rule may speak about."""

from __future__ import annotations

import pytest

from hipify_py.resolve.candidates import OF_WORDS, candidates
from hipify_py.rules.load import load
from hipify_py.source.unit import Unit

RULES = load()


def found(source: str) -> list[str]:
    listed = candidates(Unit(source.encode()), RULES)
    assert all(source[slice(*span)] == name.decode() for span, name in listed)
    return [name.decode() for _, name in listed]


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("cudaError_t e = cudaFree(p); foo(e);", ["cudaError_t", "cudaFree"]),
        ("x.cudaFree(p); n::cudaFree(p);", ["cudaFree", "cudaFree"]),  # whose it is others say
        ("cudaFooBar(); CUDA_VERSION;", ["cudaFooBar", "CUDA_VERSION"]),
        ("#define FREE cudaFree\n#if CUDA_VERSION > 9000\n#endif\n", ["cudaFree", "CUDA_VERSION"]),
        ("hipFree(p); my_cudaFree(p); other; int x;", []),
        ('// cudaFree\nauto s = "cudaFree"; /* cudaFree */', []),
    ],
)
def test_names_are_found_in_code_alone(source: str, expected: list[str]) -> None:
    assert found(source) == expected


@pytest.mark.parametrize(
    "source",
    [
        "#include <cudaFree.h>\n",
        '#include "a/cublas_v2.h"\n#include <curand.h>\n',
        "#define HEADER <cudaFree.h>\n",
        '#define HEADER "cudaFree.h"\n',
    ],
)
def test_the_path_of_a_header_holds_no_names(source: str) -> None:
    assert found(source) == []
    assert found(source + "cudaFree(p);") == ["cudaFree"]
    assert found("cudaFree(p);\n" + source) == ["cudaFree"]
    assert found(source + "cudaFree(p);\n" + source) == ["cudaFree"]


def test_names_are_looked_for_once() -> None:
    unit = Unit(b"cudaFree(p);")
    assert candidates(unit, RULES) is candidates(unit, RULES)


OTHER = "µcudaFree(p); cudaFree$x(p); cudaFree(q); a.cudaFree; cudaFree2; 1cudaFree; cudaFrée(r);\n"


def test_names_are_found_by_words_as_by_a_search() -> None:
    unit = Unit(OTHER.encode())
    assert candidates(unit, RULES) == unit.find(RULES.candidate) != ()


def test_an_expression_that_asks_for_what_is_behind_a_name_is_searched_for() -> None:
    assert OF_WORDS.fullmatch(RULES.candidate.pattern)
    assert OF_WORDS.fullmatch(rb"\b(?:cu(?:da|Fft)?_|x[A-Z](?!VER_))\w*")
    for pattern in (rb"\b(?:a::b)\w*", rb"\b(?:foo(?=\())\w*", rb"\b(?:a.b)\w*", rb"\b(?:a b)\w*", rb"(?!)"):
        assert not OF_WORDS.fullmatch(pattern)
