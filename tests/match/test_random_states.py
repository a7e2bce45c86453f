"""States of random generators in memory where no constructor runs."""

from __future__ import annotations

import pytest
from helpers.matches import matched


@pytest.mark.parametrize(
    ("source", "kind"),
    [
        ("__managed__ curandState s;", "curandState"),
        ("__device__ curandState_t states[64];", "curandState_t"),
        ("__constant__ curandStatePhilox4_32_10_t a, b;", "curandStatePhilox4_32_10_t"),
        ("__device__ static curandState s = {};", "curandState"),
        ("__device__ struct curandStateXORWOW s;", "curandStateXORWOW"),
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
        "__global__ void k() { __shared__ curandState s; }",  # M029
    ],
)
def test_other_states_are_left_alone(source: str) -> None:
    assert matched("M054", source) == (source, [])


@pytest.mark.parametrize(
    ("source", "said"),
    [
        ("__device__ void f(curandState *s) { s->v[4] ^= s -> d; }", ["v", "d"]),
        (
            "__device__ int f(const curandStatePhilox4_32_10_t &s) { return s.ctr.x + s.STATE; }",
            ["ctr", "STATE"],
        ),
        ("__device__ int f(hiprandState s[4], int i) { return s[i].boxmuller_flag; }", ["boxmuller_flag"]),
        ("struct G { curandState_t s; __device__ int f() { return s.d; } };", ["d"]),
        ("__device__ int f(curandState *__restrict__ s) { return s->v[0]; }", ["v"]),
        (
            "__device__ int f(curandState *s) { return curand(s); } __device__ int g(V *s) { return s->v; }",
            [],
        ),
        ("__device__ int f(curandState s) { return g(s).d + s.d() + t.d; }", []),
        ("__device__ int f(curandStateMtgp32 *s) { return s->d; }", []),
        ("curandState *make(); int f(V make) { return make.d; } // curandState s; s.d", []),
    ],
)
def test_what_is_inside_of_a_state(source: str, said: list[str]) -> None:
    assert matched("L072", source) == (source, [("L072", one) for one in said])
