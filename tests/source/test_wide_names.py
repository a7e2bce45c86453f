"""Names that hold more than ASCII's letters and digits are told from those of which they hold one."""

from __future__ import annotations

import pytest

import hipify_py
from hipify_py.model import Span
from hipify_py.settings import Options
from hipify_py.source.wide_names import in_wide_name

PARTS = ["$", "é", "変", "\\u00e9", "\\U000000e9", "\\u{e9}"]


@pytest.mark.parametrize("part", PARTS)
@pytest.mark.parametrize(
    "name", ["cudaFree", "cudaMemcpyToSymbol", "__shfl_sync", "cudaStream_t", "cudaFreed"]
)
def test_a_longer_name_is_the_programs_own(name: str, part: str) -> None:
    source = f"int {name}{part}(int), {part}{name}(int), a{part}{name}{part}b; int x = {name}{part}(1);\n"
    result = hipify_py.convert(source, options=Options(path="a.cpp"))
    assert result.text == source
    assert {finding.rule for finding in result.findings} <= {"P001"}


@pytest.mark.parametrize("part", PARTS)
def test_others_beside_it_are_converted(part: str) -> None:
    source = (
        f"void f() {{ cudaFree{part}(p); cudaFree(q); /* {part} */cudaFree(r); g('{part}',cudaFree(s)); }}"
    )
    result = hipify_py.convert(source, options=Options(path="a.cpp"))
    assert result.text == source.replace("cudaFree(", "hipFree(")


@pytest.mark.parametrize(
    ("code", "inside"),
    [
        ("cudaFree", False),
        ("é cudaFree", False),
        ("\ufeffcudaFree", False),  # the mark of a file's encoding
        ("x\ufeffcudaFree", True),
        ("x\u00a0cudaFree", False),  # blanks to clang
        ("cudaFree\u3000(p)", False),
        ("\u2003cudaFree\u00a0x", False),
        ("\\ucudaFree", False),
        ("\\\\cudaFree\\u", False),
        ("cudaFree\\n", False),
        ("cudaFree${KIND}", False),
        ("cudaFree$KIND", True),
    ],
)
def test_what_is_a_part_of_a_name(code: str, inside: bool) -> None:
    text = code.encode()
    at = text.index(b"cudaFree")
    assert in_wide_name(text, Span(at, at + len(b"cudaFree"))) is inside
