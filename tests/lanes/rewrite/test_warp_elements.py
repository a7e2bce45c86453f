"""Arrays with an element for each warp by `warpSize`, and how far they are read."""

from __future__ import annotations

import pytest
from helpers.warps import native, rules_of, run

HEAD = """#define WARPS 8
__device__ float sum(float v) {
    for (int o = warpSize / 2; o; o /= 2) v += __shfl_down_sync(0xffffffff, v, o);
    return v;
}
__device__ int warp_id() { return threadIdx.x / warpSize; }
"""
STORES = (
    "int t = threadIdx.x, lane = t % warpSize, w = t / warpSize; v = sum(v);"
    " if (lane == 0) s[w] = v; __syncthreads();"
)


def _is_told(body: str, more: str = "") -> bool:
    code = HEAD + f"__device__ float f(float v, int n) {{ {body} }}\n{more}"
    assert "W014" not in rules_of(run(code))
    return "W014" in rules_of(native(code))


@pytest.mark.parametrize(
    "read",
    [
        "float r = 0; for (int i = 0; i < 8; i++) r += s[i]; return r;",
        "float r = 0; for (int i = 1; i <= WARPS - 1; ++i) r += s[i]; return r;",
        "return s[0] + s[1];",
        "v = lane < WARPS ? s[lane] : 0.f; return sum(v);",
        "if (t < 8) v = s[t]; return sum(v);",
        "if (t >= 8) return 0; return s[t];",
        "return t < blockDim.x >> 5 ? s[t] : 0;",
        "n = blockDim.x >> 5; float r = 0; for (int i = 0; i < n; i++) r += s[i]; return r;",
        "const int most = 8; float r = 0; for (int i = 0; i < most; i++) r += s[i]; return r;",
    ],
)
def test_a_plain_number_of_elements_is_read(read: str) -> None:
    assert _is_told(f"__shared__ float s[WARPS]; {STORES} {read}")


@pytest.mark.parametrize(
    "body",
    [
        "extern __shared__ float s[]; " + STORES + " return s[0] + s[1] + s[2] + s[3];",
        "__shared__ float s[8]; if (threadIdx.x < 8) s[threadIdx.x] = 1000; " + STORES + " return s[7];",
        "__shared__ float s[8]; s[warp_id()] = sum(v); __syncthreads(); return s[1];",
        "const int by = warpSize; __shared__ float s[8]; s[threadIdx.x / by] = sum(v); return s[1];",
        "__shared__ float s[8][33]; s[threadIdx.x / warpSize][n] = v; while (n < 8) v += s[1][n++]",
    ],
)
def test_other_arrays_and_stores(body: str) -> None:
    assert _is_told(body)


def test_a_number_that_a_template_takes() -> None:
    code = (
        "template <int N> __device__ float f(float v) { __shared__ float s[N]; "
        + STORES
        + " v = lane < N ? s[lane] : 0.f; return sum(v); }\n"
        "__global__ void k(float *p) { p[0] = f<COUNT>(p[1]); }\n"
    )
    assert "W014" in rules_of(native(HEAD + code.replace("COUNT", "8")))
    taken = code.replace("COUNT", "T / 32").replace("__global__", "template <int T> __global__")
    assert "W014" in rules_of(native(HEAD + taken))
    assert "W014" not in rules_of(native(HEAD + taken.replace("T / 32", "T")))
    assert "W014" not in rules_of(native(HEAD + code.replace("COUNT", "1")))


BY_DEFAULT = (
    "template <int T, int N@D> __global__ void k(float *p) { __shared__ float s[N]; float v = *p; "
    + STORES
    + " if (t < N) p[t] = s[t]; }\nvoid run(float *p) { k<256@P><<<1, 256>>>(p); }\n"
)


@pytest.mark.parametrize(
    ("default", "put", "told"),
    [
        (" = T / 32", "", True),
        (" = 8", "", True),
        (" = (T >> 5)", "", True),
        (" = T / 64", "", False),
        (" = T / 32", ", 1", False),
        (" = 1", "", False),
        (" = T / warpSize", "", False),
    ],
)
def test_a_number_that_a_template_takes_by_default(default: str, put: str, *, told: bool) -> None:
    assert ("W014" in rules_of(native(HEAD + BY_DEFAULT.replace("@D", default).replace("@P", put)))) == told


GOES = "float r = 0; for (int i = 0; i < n; i++) r += s[i]; return r;"


@pytest.mark.parametrize(
    ("calls", "told"),
    [
        ("int nw = 8; k<<<1, 256>>>(p, nw);", True),
        ("k<<<1, 256>>>(p, 256 / 32);", True),
        ("k<<<1, 256>>>(p, 256 >> 5);", True),
        ("k<<<1, 256>>>(p, 256 >> 6);", False),
        ("int nw = 256 / width(); k<<<1, 256>>>(p, nw);", False),
        ("k<<<1, 256>>>(p, n);", False),
        ("k<<<1, 64>>>(p, 1);", False),
        ("k<<<n, n>>>(p, n / 32);", True),
        ("dim3 block(256); k<<<1, block>>>(p, 8);", True),
        ("k<<<1, 512>>>(p, 512 / 64);", False),  # of wavefronts
        ("k<<<1, 512>>>(p, 8);", False),
        ("k<<<n, 256>>>(p, n / 32);", False),  # of tiles
    ],
)
def test_a_number_that_launches_give(calls: str, *, told: bool) -> None:
    body = f"float v = *p; __shared__ float s[9]; {STORES} {GOES.replace('return r', 'p[0] = r')}"
    source = (
        f"{HEAD}__global__ void k(float *p, int n) {{ {body} }}\nvoid go(float *p, int n) {{ {calls} }}\n"
    )
    assert ("W014" in rules_of(native(source))) == told


def test_a_number_that_is_changed_is_not_told() -> None:
    source = f"__shared__ float s[9]; {STORES} n = (blockDim.x + warpSize - 1) / warpSize; {GOES}"
    assert not _is_told(source, "__global__ void k(float *p) { *p = f(*p, 8); }")
    assert _is_told(
        f"__shared__ float s[9]; {STORES} {GOES}", "__global__ void k(float *p) { *p = f(*p, 8); }"
    )


def test_an_index_that_is_handed_on() -> None:
    body = "__device__ float g(float v, float *s, int w) { s[w] = sum(v); return s[0] + s[1]; }\n"
    call = "__global__ void k(float *p) { __shared__ float s[2]; p[0] = g(p[1], s, threadIdx.x / %s); }\n"
    assert "W014" in rules_of(native(HEAD + body + call % "warpSize"))
    assert "W014" not in rules_of(native(HEAD + body + call % "48"))


@pytest.mark.parametrize(
    "body",
    [
        # as far as there are warps
        "__shared__ float s[8]; " + STORES + " v = t < blockDim.x / warpSize ? s[lane] : 0; return sum(v);",
        "__shared__ float s[32]; " + STORES + " v = t < blockDim.x / warpSize ? s[lane] : 0; return sum(v);",
        "__shared__ float s[8]; "
        + STORES
        + " for (int i = 0; i < blockDim.x / warpSize; i++) v += s[i]; return v;",
        "__shared__ float s[32]; "
        + STORES
        + " int e = blockDim.x / warpSize; while (n--) if (t < e) v += s[t];",
        "__shared__ float s[8]; " + STORES + " for (int i = 0; i < n; i++) v += s[i]; return v;",
        # of the own warp, or the first
        "__shared__ float s[8]; " + STORES + " return s[0] + s[w];",
        # neutral values, or what may be such
        "__shared__ float s[8]; if (threadIdx.x < 8) s[threadIdx.x] = 0; " + STORES + " return s[7];",
        "__shared__ float s[8]; if (threadIdx.x < 8) s[threadIdx.x] = -1e30f; " + STORES + " return s[7];",
        # the elements are no warps'
        "__shared__ float s[8]; s[threadIdx.x / 16] = sum(v); return s[7];",
        "__shared__ float s[8]; for (int r = threadIdx.x / warpSize; r < 8; r += 2) s[r] = v; return s[7];",
        "float s[8]; s[threadIdx.x / warpSize] = sum(v); return s[7];",
    ],
)
def test_others(body: str) -> None:
    assert not _is_told(body)


def test_a_width_of_the_program() -> None:
    code = HEAD + "__global__ void k(float *p) { __shared__ float s[8]; float v = p[0]; " + STORES
    assert "W014" not in rules_of(native("#define warpSize 32\n" + code + " p[0] = s[7]; }"))
