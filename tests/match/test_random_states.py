"""States of random generators in memory where no constructor runs."""

from __future__ import annotations

import pytest
from helpers.matches import matched


@pytest.mark.parametrize(
    ("source", "kind"),
    [
        ("__shared__ curandState s;", "curandState"),
        ("__device__ curandState_t states[64];", "curandState_t"),
        ("__constant__ curandStatePhilox4_32_10_t a, b;", "curandStatePhilox4_32_10_t"),
        ("__device__ static curandState s = {};", "curandState"),
        ("__shared__ struct curandStateXORWOW s;", "curandStateXORWOW"),
    ],
)
def test_a_stored_state_is_reported_by_its_type(source: str, kind: str) -> None:
    assert matched("M054", source) == (source, [("M054", kind)])


@pytest.mark.parametrize(
    "source",
    [
        "__device__ void f() { curandState s; curand_init(1, 2, 3, &s); }",
        "__device__ curandState *states;",
        "extern __shared__ curandState s[];",
        "__shared__ curandStateMtgp32 s;",
        "__device__ void f(curandState s);",
        "__device__ curandState make();",
        "curandState host[4];",
        "// __shared__ curandState s;",
    ],
)
def test_other_states_are_left_alone(source: str) -> None:
    assert matched("M054", source) == (source, [])
