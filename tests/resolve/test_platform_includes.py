"""Which conditions stand behind a header that tells HIP's platform, whoever compiles the file."""

from __future__ import annotations

import pytest

from hipify_py.resolve.platform_includes import is_platform_told
from hipify_py.source.unit import Unit

HIP = "#include <hip/hip_runtime.h>\n"
ASKED = "#ifdef __HIP_PLATFORM_AMD__\n#endif\n"


@pytest.mark.parametrize(
    ("source", "told"),
    [
        (HIP + ASKED, True),
        (ASKED + HIP, False),  # it comes behind
        ("#include <a.h>\n" + ASKED, False),
        ("#ifdef A\n" + HIP + ASKED + "#endif\n", True),  # the same holds here
        ("#ifdef A\n" + HIP + "#endif\n" + ASKED, False),
        ("#ifdef A\n" + HIP + "#else\n" + ASKED + "#endif\n", False),
        ("#ifdef A\n" + HIP + "#ifdef B\n" + ASKED + "#endif\n#endif\n", True),
        ("#ifdef A\n#ifdef B\n" + HIP + "#endif\n" + ASKED + "#endif\n", False),
        ("#ifndef G\n#define G\n" + HIP + "#endif\n" + ASKED, True),  # a guard leaves nothing out
        ("#ifdef A\n#ifndef G\n#define G\n" + HIP + "#endif\n" + ASKED + "#endif\n", True),
        ("#ifdef A\n#ifndef G\n#define G\n" + HIP + "#endif\n#endif\n" + ASKED, False),
        ("#ifdef A\n" + HIP + "#endif\n" + HIP + ASKED, True),  # the second
    ],
)
def test_a_condition_is_told_the_platform(source: str, told: bool) -> None:
    unit = Unit(source.encode())
    asking = next(one for one in unit.directives if b"PLATFORM" in unit.code[slice(*one.body)])
    assert is_platform_told(unit, asking) is told
