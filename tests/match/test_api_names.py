"""What becomes of one name of the API, where it stands."""

from __future__ import annotations

import pytest
from helpers.matches import RULES
from helpers.sources import word

from hipify_py.match.api_names import converted
from hipify_py.settings import Options
from hipify_py.source.unit import Unit


def made(source: str, name: str) -> tuple[list[bytes], list[tuple[str, str]]]:
    """Give what is written for a name, and the rules that speak of it with their severities."""
    unit = Unit(source.encode())
    found = converted(unit, word(unit.source, name.encode()), name.encode(), RULES, Options(path="a.cu"))
    texts = [b"".join(part for part in one.parts if isinstance(part, bytes)) for one in found.edits]
    return texts, [(one.rule, str(one.severity)) for one in found.findings]


@pytest.mark.parametrize(
    ("source", "name", "text", "said"),
    [
        ("void f() { cudaFree(p); }", "cudaFree", [b"hipFree"], []),
        ("#define A cudaFree\n", "cudaFree", [b"hipFree"], []),
        ("int cudaFree;", "cudaFree", [b"hipFree"], []),
        ("void f() { cudaThreadExit(); }", "cudaThreadExit", [b"hipDeviceReset"], []),
        ("#if cudaGraphKernelNodeUpdate\n#endif\n", "cudaGraphKernelNodeUpdate", [], [("N001", "warning")]),
    ],
)
def test_one_name(source: str, name: str, text: list[bytes], said: list[tuple[str, str]]) -> None:
    assert made(source, name) == (text, said)
