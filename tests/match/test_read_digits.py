"""Digits of the GPU's name by which a program's side for HIP decides are told in notes."""

from __future__ import annotations

import pytest

from hipify_py.conversion import convert
from hipify_py.rules.load import load
from hipify_py.settings import Options

ASKED = "cudaDeviceGetAttribute(&major, cudaDevAttrComputeCapabilityMajor, d);"
DRIVER = "cuDeviceGetAttribute(&major, CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR, d);"
CHOICE = (
    "#if defined(__CUDACC__)\nreturn major == 9;\n#elif defined(__HIPCC__)\nreturn major == 12;\n#endif\n"
)


def severities(asked: str, choice: str) -> set[str]:
    """Give how grave it is what is said of the digit."""
    source = f"int pick(int d) {{\nint major = 0;\n{asked}\n{choice}}}\n"
    result = convert(source.encode(), load(), Options(path="a.cu"))
    assert b"hipDeviceAttributeComputeCapabilityMajor" in result.output
    return {one.severity for one in result.findings if one.rule == "N002"}


@pytest.mark.parametrize("asked", [ASKED, DRIVER])
@pytest.mark.parametrize(
    "choice",
    [CHOICE, CHOICE.replace("__HIPCC__", "USE_ROCM"), "#ifdef __HIP__\nif (major < 9) return 1;\n#endif\n"],
)
def test_a_side_for_hip_that_compares_the_digit_has_decided(asked: str, choice: str) -> None:
    assert severities(asked, choice) == {"note"}


@pytest.mark.parametrize(
    "choice",
    [
        "return major == 9;\n",
        f"if (major >= 9) return 1;\n{CHOICE}",
        f"{CHOICE}return major >= 9;\n",
        "#if FAST\nif (major < 8) return 1;\n#endif\n#ifdef __HIP__\nlog(major < 9);\n#endif\n",
        CHOICE.replace("return major == 12", "return 0"),
        CHOICE.replace("return major == 12", "minor == 12"),
        CHOICE.replace("return major == 12", "major = 12"),
        CHOICE.replace("#elif defined(__HIPCC__)", "#else"),
    ],
)
def test_elsewhere_it_is_a_warning(choice: str) -> None:
    assert severities(ASKED, choice) == {"warning"}
