"""Names that a macro of the file makes types of are the program's own, and no others."""

from __future__ import annotations

import pytest
from helpers.matches import RULES

from hipify_py.conversion import convert

MACRO = "#define WRAP(name, one, two) \\\n  class name { static auto a() { return one; } }\n"


def strangers(source: str) -> list[str]:
    """Give the names that are told as none that hipify-py knows."""
    found = [one for one in convert(source.encode(), RULES).findings if one.rule == "N003"]
    return [one.message.split()[0] for one in found]


@pytest.mark.parametrize(
    "source",
    [
        MACRO + "WRAP(cublasGdot, cublasSdot, cublasDdot);\n",
        MACRO + "WRAP(\n  cublasGdot,\n  cublasSdot, cublasDdot);\nauto f = cublasGdot::a;\n",
        "#define OPEN(n) namespace n { int a; }\nOPEN(cusparseGdot)\n",
        "#define LATE(a, n) struct n { a b; }\nLATE(int, cublasGdot);\n",
    ],
)
def test_a_type_that_a_macro_makes_is_the_programs(source: str) -> None:
    assert strangers(source) == []


@pytest.mark.parametrize(
    "source",
    [
        MACRO + "auto f = cublasGdot(1);\n",
        MACRO + "WRAP(mine, cublasGdot, cublasDdot);\n",
        "#define CALL(name) f(name)\nCALL(cublasGdot);\n",
        "#define CALL(name) struct other { int name; }; name::x y\nvoid f() { g(cublasGdot, 1); }\n",
        "#define WRAP(name) class name;\nWRAP(mine)\nvoid f() { other(cublasGdot); }\n",
        "#define WRAP(name) class name##_t {}\nWRAP(cublasGdot);\n",
        "WRAP(cublasGdot, 1);\n",
    ],
)
def test_a_name_that_a_macro_uses_is_told(source: str) -> None:
    assert strangers(source) == ["cublasGdot"]
