"""Device code inside string literals, for a run-time compiler."""

from __future__ import annotations

import pytest
from helpers.matches import matched


@pytest.mark.parametrize(
    ("source", "strings"),
    [
        ('auto s = "__global__ void k() {}";', ['"__global__ void k() {}"']),
        ('auto s = R"(\n__global__ void k() {}\n)";', ['"(\n__global__ void k() {}\n)"']),
        ('f("__global__ void a();", "x", "__global__");', ['"__global__ void a();"', '"__global__"']),
    ],
)
def test_device_code_in_a_string_is_reported_and_stays(source: str, strings: list[str]) -> None:
    assert matched("M021", source) == (source, [("M021", string) for string in strings])


@pytest.mark.parametrize(
    "source",
    [
        "__global__ void k() {}",
        '__global__ void k() { log("a kernel"); }',
        '// "__global__ void k() {}"\nauto s = "global";',
        "auto c = '_';",
        "",
    ],
)
def test_other_strings_and_code_are_left_alone(source: str) -> None:
    assert matched("M021", source) == (source, [])
