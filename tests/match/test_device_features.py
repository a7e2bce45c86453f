"""Members of a device's properties that HIP has under another name, or that 0 stands for."""

from __future__ import annotations

import pytest
from helpers.matches import matched

HEAD = "void f(cudaDeviceProp p, cudaDeviceProp *q, int i) { "


@pytest.mark.parametrize(
    ("source", "after"),
    [
        ("if (p.mpsEnabled) g();", "if (0) g();"),
        ("int a = q->deviceNumaConfig;", "int a = 0;"),
        ("g(q[i].mpsEnabled, !p.hostNumaMultinodeIpcSupported);", "g(0, !0);"),
        ("a = p.mpsEnabled;", "a = 0;"),
        ("p.mpsEnabled = 1;", None),
        ("++p.mpsEnabled;", None),
        ("g(&p.mpsEnabled);", None),
        ("int &a = p.mpsEnabled;", None),
        ("g(h().mpsEnabled);", None),
        ("g(device->mpsEnabled);", None),
    ],
)
def test_a_feature_that_is_read_is_0(source: str, after: str | None) -> None:
    made = matched("R533", HEAD + source + " }")
    assert made.text == HEAD + (after or source) + " }"
    assert [rule for rule, _ in made.said] == ["R533"] * made.text.count("0")
    said = matched("R495", HEAD + source + " }").said
    assert len(said) == (after is None)


def test_where_the_type_is_not_told_a_member_that_hip_has_otherwise_is_reported() -> None:
    source = HEAD + "g(p.sparseCudaArraySupported, device->sparseCudaArraySupported); }"
    made = matched("R438", source)
    assert made.text == source.replace("p.sparseCuda", "p.sparseHip")
    assert made.said == [("R438", "sparseCudaArraySupported")]
