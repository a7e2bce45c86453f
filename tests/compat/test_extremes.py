"""`min` and `max` of `hipify_compat.h`: results and types as in crt/math_functions.hpp of CUDA 12.9."""

from __future__ import annotations

import math
from array import array
from itertools import product
from typing import TYPE_CHECKING

import pytest
from compat.arrays import CODES, Form, Library
from compat.test_host import some
from compat.words import wrapped
from helpers.toolchain import needs_gcc

from hipify_py.api import include_dir

if TYPE_CHECKING:
    from pathlib import Path

    from helpers.toolchain import Hipcheck

WHOLE = {"int": "unsigned", "long": "unsigned long", "long long": "unsigned long long"}
PAIRS = [(one, one, one) for one in (*WHOLE, *WHOLE.values(), "float", "double")]
PAIRS += [(one, other, other) for one, other in WHOLE.items()]
PAIRS += [(other, one, other) for one, other in WHOLE.items()]
PAIRS += [("float", "double", "double"), ("double", "float", "double")]
# By promotion, and what is no number: `b < a ? b : a`.
PAIRS += [("short", "int", "int"), ("unsigned", "short", "unsigned"), ("unsigned char", "short", "int")]
FORMS = [
    Form(name, result, (one, other))
    for name, (one, other, result) in product(("min", "max"), PAIRS)
    if "long" not in {one, result} and "unsigned long" not in {one, other}
]
OWN = """
struct Own { int key; };
constexpr bool operator<(Own a, Own b) { return a.key < b.key; }
static_assert(hipify_compat::min(Own{3}, Own{2}).key == 2 && hipify_compat::max(Own{3}, Own{2}).key == 3, "");
static_assert(hipify_compat::min(-1, 1u) == 1u && hipify_compat::max(2ul, -1l) == 0xffffffffffffffff, "");
"""


@pytest.fixture(scope="module")
def library(tmp_path_factory: pytest.TempPathFactory) -> Library:
    return Library(
        tmp_path_factory.mktemp("extremes"), '#include "hipify_compat.h"\n', "hipify_compat", FORMS
    )


@pytest.mark.emulator
@needs_gcc
@pytest.mark.parametrize("form", FORMS, ids=lambda form: form.symbol)
def test_whole_and_floating_numbers(library: Library, form: Form) -> None:
    if form.result in {"float", "double"}:
        values = [0.0, 1.5, -1.5, 3.0, math.inf, -math.inf, 2.0**-90]
        rows = [
            *product(values, values),
            *((math.nan, one) for one in values),
            *((one, math.nan) for one in values),
        ]
        pick = min if form.name == "min" else max
        wanted = [b if math.isnan(a) else a if math.isnan(b) else pick(a, b) for a, b in rows]
        columns = [
            array(CODES[kind], side)
            for kind, side in zip(form.arguments, zip(*rows, strict=True), strict=True)
        ]
        assert library.apply(form, *columns) == array(CODES[form.result], wanted).tolist()
        return
    signed, bits = not form.result.startswith("unsigned"), 8 * array(CODES[form.result]).itemsize
    given = [some(kind, seed) for seed, kind in enumerate(form.arguments)]
    pick = min if form.name == "min" else max
    assert library.apply(form, *given) == [
        pick(wrapped(one, bits, signed=signed) for one in row) for row in zip(*given, strict=True)
    ]


def test_types_are_cudas_on_both_sides(hipcheck: Hipcheck, hipcheck64: Hipcheck, tmp_path: Path) -> None:
    lines = ['#include "hipify_compat.h"', "#include <type_traits>", OWN]
    for name, (one, other, result) in product(("min", "max"), PAIRS):
        made = f"decltype(hipify_compat::{name}(({one})1, ({other})2))"
        lines.append(f'static_assert(std::is_same<{made}, {result}>::value, "{name} {one} {other}");')
    lines.append("__global__ void k(int* p, unsigned u) { p[hipify_compat::min(p[0], u)] = 1; }")
    lines.append("float f(float a, double b) { return hipify_compat::max(a, a) + hipify_compat::min(a, b); }")
    source = tmp_path / "types.hip"
    source.write_text("\n".join(lines))
    for check in (hipcheck, hipcheck64):
        assert check(source, f"-I{include_dir()}", "-std=c++11", "-Wall", "-Werror") == (True, "")


def test_hip_itself_makes_ints_of_them_on_the_host(hipcheck: Hipcheck, tmp_path: Path) -> None:
    """What L065 is for: once this fails, newer headers have mended it."""
    source = tmp_path / "plain.hip"
    source.write_text(
        "#include <hip/hip_runtime.h>\n#include <type_traits>\n"
        "template <class A, class B> constexpr bool same = std::is_same<A, B>::value;\n"
        'void f() { static_assert(same<decltype(max(0.5f, 0.25f)), int>, ""); }\n'
        'void g(unsigned long n) { static_assert(same<decltype(min(n, n)), int>, ""); }\n'
        '__global__ void k(int i, unsigned u) { static_assert(same<decltype(min(i, u)), double>, ""); }\n'
    )
    assert hipcheck(source, "-fsyntax-only") == (True, "")
