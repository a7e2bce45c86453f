"""Barriers in what functions are handed: classes, objects, functions and lambdas."""

from __future__ import annotations

import pytest
from helpers.warps import remaining

KERNEL = "__global__ void k(int *p, int n) { int warp = threadIdx.x / 32; %s }\n"
MEET = "struct Meet { __device__ void operator()() const { __syncthreads(); } };\n"
ADD = "struct Add { __device__ void operator()() const { } };\n"
FUNCTION = "__device__ void meet() { __syncthreads(); }\n"
BY_TYPE = "template <class F> __device__ void f() { F()(); }\n"
BY_OBJECT = "template <typename F> __device__ void f(F &&g) { g(); }\n"
UNDER = "template <class F> __device__ void f(F g) { if (threadIdx.x < 32) g(); }\n"
LAUNCHED = "template <class F> __global__ void b(F g) { if (threadIdx.x / 32 == 0) g(); }\n"


@pytest.mark.parametrize(
    ("head", "code"),
    [
        (MEET + BY_TYPE, "if (warp == 0) f<Meet>();"),
        (MEET + BY_TYPE.replace("F()()", "F{}()"), "if (warp == 0) f<Meet>();"),
        (MEET + BY_TYPE.replace("F()()", "F g; g()"), "if (warp == 0) f<Meet>();"),
        (MEET + BY_TYPE + "using M = Meet;\n", "if (warp == 0) f<M>();"),
        (MEET + BY_OBJECT, "if (warp == 0) f(Meet{});"),
        (MEET + BY_OBJECT, "Meet m; if (warp == 0) f(m);"),
        (MEET + BY_OBJECT, "Meet m; if (warp == 0) f((m)); if (warp == 1) f((Meet{}));"),
        (MEET + BY_OBJECT, "Meet m; if (warp == 0) f(std::move(m));"),
        (BY_OBJECT, "auto m = [&] { __syncthreads(); }; if (warp == 0) f(m);"),
        (BY_OBJECT, "if (warp == 0) f([&] { __syncthreads(); });"),
        (FUNCTION + BY_OBJECT, "if (warp == 0) f(meet);"),
        (FUNCTION + BY_OBJECT, "if (warp == 0) f(&meet);"),
        (FUNCTION + "template <void (*F)()> __device__ void f() { F(); }\n", "if (warp == 0) f<meet>();"),
        (
            MEET + BY_TYPE + "template <class F> __device__ void g() { f<F>(); }\n",
            "if (warp == 0) g<Meet>();",
        ),
        (
            MEET + BY_OBJECT + "template <class F> __device__ void g(F &&h) { f(std::forward<F>(h)); }\n",
            "if (warp == 0) g(Meet());",
        ),
        (MEET + BY_TYPE + "__device__ void g() { f<Meet>(); }\n", "if (warp == 0) g();"),
    ],
)
def test_what_is_handed_is_called_under_a_role(head: str, code: str) -> None:
    assert remaining(head + KERNEL % code) == ["G016"]


@pytest.mark.parametrize(
    "source",
    [
        UNDER + MEET + KERNEL % "f(Meet{}); p[0] = n;",
        UNDER + KERNEL % "f([&] { __syncthreads(); });",
        UNDER + "template <class F> __device__ void g(F h) { f(h); }\n" + MEET + KERNEL % "g(Meet{});",
        MEET + LAUNCHED + "int main() { b<<<1, 64>>>(Meet{}); }\n",
        MEET + LAUNCHED + "int main() { Meet m; b<<<1, 64>>>(m); }\n",
        MEET + LAUNCHED + "int main() { b<Meet><<<1, 64>>>({}); }\n",
        LAUNCHED + "int main() { b<<<1, 64>>>([] __device__ { __syncthreads(); }); }\n",
    ],
)
def test_it_is_called_under_a_role_where_it_is_handed_to(source: str) -> None:
    assert remaining(source) == ["G016"]


@pytest.mark.parametrize(
    ("head", "code"),
    [
        (MEET + BY_TYPE, "f<Meet>(); if (warp == 0) p[0] = 1;"),
        (MEET + ADD + BY_TYPE, "f<Meet>(); if (warp == 0) f<Add>();"),
        (MEET + ADD + BY_OBJECT, "f(Meet{}); if (warp == 0) f(Add{});"),
        (BY_OBJECT, "f([&] { __syncthreads(); }); if (warp) f([&] { p[0] = 1; });"),
        (MEET + "template <class F> __device__ void f(F g) { p[0] = 1; }\n", "if (warp == 0) f(Meet{});"),
        (MEET + "template <class F> __device__ void f(int m);\n", "if (warp == 0) f<Meet>(3);"),
        (MEET + ADD + UNDER, "f(Add{});"),
        (MEET + ADD + LAUNCHED + "int main() { b<<<1, 64>>>(Add{}); }\n", "Meet{}();"),
    ],
)
def test_what_is_handed_has_no_barrier_or_all_come_to_it(head: str, code: str) -> None:
    assert remaining(head + KERNEL % code) == []
