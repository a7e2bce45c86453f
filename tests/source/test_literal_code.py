"""Device code that literals of C++ hold, byte for byte where it stands."""

from __future__ import annotations

import pytest

from hipify_py.source.literal_code import device_code
from hipify_py.source.unit import Unit

PLAIN = r"""
const char *s = "#define T float\n"
  "__device__ void f() { asm(\"trap;\"); log(\"\\n\"); }\n" // all of it
  ;
"""


@pytest.mark.parametrize(
    ("source", "text"),
    [
        ('f(R"(__global__ void k() {})");', "__global__ void k() {}"),
        ('f(u8R"x(__global__\nvoid k() {})x");', "__global__\nvoid k() {}"),
        ('f("__device__ void k() {}" , "b");', "__device__ void k() {}"),
        ('f("a" \\\n"__device__ void k() {}");', "a     __device__ void k() {}"),
    ],
)
def test_what_a_literal_holds(source: str, text: str) -> None:
    unit = Unit(source.encode())
    (code,) = device_code(unit)
    assert code.text.decode() == text
    assert source.encode()[code.start :].startswith(text.split(maxsplit=1)[0].encode())


def test_escapes_and_quotes_take_their_place() -> None:
    (code,) = device_code(Unit(PLAIN.encode()))
    text = code.text.decode()
    assert [" ".join(one.split()) for one in text.splitlines()] == [
        "#define T float",
        '__device__ void f() { asm( "trap; "); log( " \\n "); }',
    ]
    assert text.index("asm") + code.start == PLAIN.index("asm")
    assert len(text) == PLAIN.rindex('"') - code.start


@pytest.mark.parametrize(
    "source",
    [
        'out << "__global__ void k() {}";',
        'out << "__global__ void " << name << "() {}";',
        'f("__global__ void k() {");',
        'f("__global__");',
        'f("void k() {}"); // "__global__"',
        "__global__ void k() {}",
        "",
    ],
)
def test_parts_and_other_literals(source: str) -> None:
    assert [*device_code(Unit(source.encode()))] == []
