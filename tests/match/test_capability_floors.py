"""Conditions that keep old GPUs out, which no GPU of AMD's is."""

from __future__ import annotations

import pytest

from hipify_py import convert

PROPERTIES = "int main() {{ cudaDeviceProp p; cudaGetDeviceProperties(&p, 0); if ({0}) {1} }}"
ATTRIBUTE = (
    "int main() {{ int major = 0; cudaDeviceGetAttribute(&major, cudaDevAttrComputeCapabilityMajor, 0);"
    " if ({0}) {1} }}"
)
LEAVES = '{ printf("no"); exit(1); }'
FLOORS = [
    "p.major < 7",
    "p.major <= 8",
    "p.major < 5 || (p.major == 5 && p.minor < 3)",
    "!p.managedMemory || p.major < 6",
    "(p.major << 4) + p.minor < 0x35",
    "p.major * 10 + p.minor < 75",
    "p.major * 100 + p.minor * 10 < 890",
    "!(p.major > 6 || (p.major == 6 && p.minor >= 1))",
    "p.major < 8 && strict",
]
CHOICES = [
    "p.major >= 7",
    "p.major < 10",
    "p.major < least",
    "p.minor < 3",
    "p.major == 9 && p.minor < 4",
    "p.major < 7 || p.minor < 5",
    "p.major * 10 + p.minor < 95",
    "!(p.major < 7)",
]


def severities(source: str) -> list[str]:
    return [one.severity for one in convert(source.encode()).findings if one.rule in {"M071", "N002"}]


@pytest.mark.parametrize("asked", FLOORS)
def test_who_leaves_below_amds_gpus_decides_nothing(asked: str) -> None:
    assert severities(PROPERTIES.format(asked, LEAVES)) == ["note"]


@pytest.mark.parametrize("asked", CHOICES)
def test_what_may_hold_on_some_of_them_decides(asked: str) -> None:
    assert severities(PROPERTIES.format(asked, LEAVES)) == ["warning"]


@pytest.mark.parametrize(
    ("behind", "severity"),
    [
        (LEAVES, "note"),
        ('throw std::runtime_error("old");', "note"),
        ("return 2;", "note"),
        ("{ return EXIT_WAIVED; }", "note"),
        ("return fallback();", "warning"),
        ("n = 64;", "warning"),
        ('printf("slow");', "warning"),
        ("{ slow(); return 0; }", "warning"),
    ],
)
def test_a_floor_leaves(behind: str, severity: str) -> None:
    assert severities(PROPERTIES.format("p.major < 7", behind)) == [severity]
    assert severities(ATTRIBUTE.format("major < 7", behind)) == [severity]


def test_elsewhere_a_number_that_is_returned_may_be_used() -> None:
    source = "int f(cudaDeviceProp p) { if (p.major < 7) return 64; return 128; }"
    assert severities(source) == ["warning"]


@pytest.mark.parametrize(
    ("asked", "severity"), [("cc < 600", "note"), ("cc < 950", "warning"), ("cc > 600", "warning")]
)
def test_a_variable_may_hold_both_numbers(asked: str, severity: str) -> None:
    made = (
        "void f(cudaDeviceProp p) { int cc = p.major * 100 + p.minor * 10; if ("
        + asked
        + ') throw E("old"); }'
    )
    found = severities(made)
    assert found == ([] if severity == "note" else [severity])


def test_two_variables_that_one_call_fills_in() -> None:
    shown = 'void f() { int a, b; cuDeviceComputeCapability(&a, &b, 0); printf("%d.%d", a, b); }'
    assert severities(shown) == ["note"]
    assert severities(shown.replace("a, b); }", "a, b); g(b); }")) == ["warning"]
