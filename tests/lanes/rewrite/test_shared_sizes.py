"""Shared arrays with as many elements as a block has warps of 32."""

from __future__ import annotations

import pytest
from helpers.warps import device, native, rules_of


@pytest.mark.parametrize(
    "body",
    [
        "__shared__ int s[32]; s[p] = __any(p); *q = s[1];",
        "__shared__ int s[1024 / 32]; s[lane / warpSize] = __any(p); *q = s[p];",
        "__shared__ int s[1024 >> 5]; s[lane / warpSize] = __any(p); *q = s[p];",
        "__shared__ int s[256 / W]; s[threadIdx.x / warpSize] = __any(p); *q = s[lane];",
    ],
)
def test_sizes_by_32(body: str) -> None:
    assert "W014" in rules_of(device(body, "#define W 32\n"))


@pytest.mark.parametrize(
    "body",
    [
        "__shared__ int s[1024 >> 6]; s[lane / warpSize] = __any(p); *q = s[p];",
        "__shared__ int s[16]; s[p] = __any(p); *q = s[p];",
        "__shared__ int s[32]; s[p / warpSize] = __any(p); if (lane < n / warpSize) *q = s[lane];",
        "int s[32]; s[p] = __any(p); *q = s[1];",
    ],
)
def test_others(body: str) -> None:
    assert "W014" not in rules_of(device("int n = blockDim.x; " + body))


SCAN = (
    "__global__ void k(int *p) { int t = threadIdx.x, lane = t %% warpSize, w = t / warpSize;"
    " int v = __any(p[t]); __shared__ int s[32]; if (lane == warpSize - 1) s[w] = v; __syncthreads();"
    " int c = (blockDim.x + warpSize - 1) / warpSize; if (w == 0) { v = t < c ? s[t] : 0; %s }"
    " __syncthreads(); p[t] = w > 0 ? s[%s] : 0; }\n"
)


@pytest.mark.parametrize(
    ("store", "index", "is_told"),
    [
        ("if (t < c) s[t] = v;", "w - 1", False),
        ("if (t < c) s[t] = v;", "w", False),
        ("if (t < c) s[t] = v;", "w + 1", False),
        ("s[t] = v;", "w - 1", True),
        ("if (t < c) s[t] = v;", "t - 1", True),
        ("if (t < c) s[t] = v;", "w - 2", True),
        ("if (t < c) s[t] = v;", "w * 1", True),
        ("if (t < c) s[t] = v;", "31", True),
    ],
)
def test_elements_of_the_warps_beside(store: str, index: str, is_told: bool) -> None:
    assert ("W014" in rules_of(native(SCAN % (store, index)))) is is_told


OF_BLOCK = (
    "#define N 32\n__global__ void k(int *p, int n) { __shared__ int s[N]; int t = threadIdx.x; %s"
    " __syncthreads(); unsigned m = __ballot_sync(__activemask(), p[t]); p[t] = s[__fns(m, 0, 1)]; }\n"
)


@pytest.mark.parametrize(
    ("store", "is_told"),
    [
        ("s[threadIdx.x] = p[t];", False),
        ("s[t] = p[t];", False),
        ("if (blockIdx.x >= n) return; s[t] = p[t];", False),
        ("for (int i = 0; i < n; i++) { s[t] = p[i * 32 + t]; p[t] += s[p[t]]; }", False),
        ("if (t < n) s[t] = p[t];", True),
        ("if (t >= n) return; s[t] = p[t];", True),
        ("for (int i = t; i < 32; i += blockDim.x) s[t] = p[i];", True),
        ("for (int i = 0; i < n; i++) { if (p[t] == i) continue; s[t] = i; }", True),
        ("auto put = [&] { s[t] = 1; }; if (t < n) put();", True),
        ("s[t / 32] = p[t];", True),
        ("s[t + 1] = p[t];", True),
        ("t /= 32; s[t] = 1;", True),
        ("s[threadIdx.y] = p[t];", True),
    ],
)
def test_elements_of_all_threads_of_a_block(store: str, is_told: bool) -> None:
    assert ("W014" in rules_of(native(OF_BLOCK % store))) is is_told


@pytest.mark.parametrize(
    ("launch", "is_told"),
    [
        ("k<<<n, N>>>(p, n);", False),
        ("k<<<n, N>>>(p, n); k<<<1, N>>>(p, 1);", False),
        ("k<<<n, 32>>>(p, n);", False),
        ("k<<<n, N>>>(p, n); k<<<n, 256>>>(p, n);", True),
        ("k<<<n, N>>>(p, n); start(k);", True),
        ("k<<<n, dim3(N, 8)>>>(p, n);", True),
    ],
)
@pytest.mark.parametrize("store", ["s[t]", "s[t / 4]"])
def test_elements_of_blocks_of_32_threads(launch: str, is_told: bool, store: str) -> None:
    """Without other threads there are no other lanes to have elements."""
    run = "void run(int n, int *p) { " + launch + " }\n"
    assert ("W014" in rules_of(native(OF_BLOCK % f"if (t < n) {store} = p[t];" + run))) is is_told


def test_elements_of_threads_in_a_function_that_few_call() -> None:
    body = "__shared__ int s[32]; s[threadIdx.x] = __any(p); *q = s[p];"
    assert "W014" in rules_of(device(body))
