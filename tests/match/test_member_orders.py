"""Structures that are filled by position, whose members stand in another order in HIP."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from helpers.matches import matched

if TYPE_CHECKING:
    from pathlib import Path

    from helpers.toolchain import Hipcheck

ORDERS = {  # HIP's, in which the numbers 1, 2, 3 and so on are given by position
    "hipMemsetParams": "elementSize height pitch value width",
    "hipAccessPolicyWindow": "hitProp hitRatio missProp num_bytes",
    "hipGraphEdgeData": "reserved[0] to_port",
}
FILLED = {
    "hipMemsetParams": "nullptr, 1, 2, 3, 4, 5",
    "hipAccessPolicyWindow": "nullptr, hipAccessProperty(1), 2, hipAccessProperty(3), 4",
    "hipGraphEdgeData": "0, {1}, 2",
}


@pytest.mark.parametrize(
    ("statement", "reported"),
    [
        ("cudaMemsetParams p = {d, 0, 1, 4, 16, 1};", 1),
        ("const cudaMemsetParams p{d, 0, 1, 4, 16, 1};", 1),
        ("CUDA_MEMSET_NODE_PARAMS p = {0, 0, 1};", 1),
        ("g(cudaAccessPolicyWindow{p, n, 1.0f});", 1),
        ("cudaGraphEdgeData e[] = {{0, 0, 1}, {0, 1, 0}};", 2),
        ("cudaMemsetParams p = {};", 0),
        ("cudaMemsetParams p = {0};", 0),
        ("cudaMemsetParams p = {(void *)0, 0, NULL};", 0),
        ("cudaMemsetParams p = {/* none */ 0, 0};", 0),
        ("cudaMemsetParams p = {.dst = d, .pitch = 0};", 0),
        ("cudaMemsetParams *p = make(d, 0);", 0),
        ("cudaGraphEdgeData e[2] = {{0}, {}};", 0),
        ("ours::Params p = {d, 0, 1, 4, 16, 1};", 0),
        ("cudaExtent e = {1, 2, 3};", 0),
    ],
)
def test_values_by_position_are_reported(statement: str, reported: int) -> None:
    assert len(matched("R044", f"void f() {{ {statement} }}").said) == reported


def test_the_finding_stands_at_the_values() -> None:
    text = "void f() { cudaGraphEdgeData e[2] = {{0, 0, 1}, {0}}; }"
    assert matched("R044", text).said == [("R044", "{0, 0, 1}")]


@pytest.mark.compiler
@pytest.mark.parametrize("rocm", ["hipcheck", "hipcheck64"])
def test_hip_has_the_members_in_another_order(
    rocm: str, request: pytest.FixtureRequest, tmp_path: Path
) -> None:
    check: Hipcheck = request.getfixturevalue(rocm)
    lines = ["#include <hip/hip_runtime.h>"]
    for kind, members in ORDERS.items():
        lines.append(f"constexpr {kind} one_{kind}{{{FILLED[kind]}}};")
        for number, member in enumerate(members.split(), 1):
            lines.append(f'static_assert(int(one_{kind}.{member}) == {number}, "{member}");')
    file = tmp_path / "a.hip"
    file.write_text("\n".join(lines) + "\n")
    assert check(file) == (True, "")
