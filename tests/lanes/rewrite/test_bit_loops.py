"""Loops of 32 turns over the bits of a word, or a row, that each thread has of its own."""

from __future__ import annotations

import pytest
from helpers.warps import broken, native

KERNEL = (
    "__global__ void k(const unsigned *x, unsigned *o, unsigned *y, unsigned n) {{ unsigned t = threadIdx.x,"
    " i = blockIdx.x * blockDim.x + t, v = x[i], r = 0, lane = t % warpSize; __shared__ unsigned s[64];"
    " unsigned votes = __ballot_sync(0xffffffff, v); {} o[i] = r; }}\n"
)


@pytest.mark.parametrize(
    "code",
    [
        "for (int b = 0; b < 32; ++b) r += (v >> b) & 1;",
        "for (int b = 31; b >= 0; b--) if (v & (1u << b)) r++;",
        "for (int b = 0; b <= 31; b++) r |= ((v >> b) & 1) << b;",
        "for (int b = 0; b < 32; ++b) if (v & (1u << b) && x[i * 32 + b]) r++;",
        "for (int b = 0; b < 32; ++b) r += (__brev(max(v, 1u)) >> b) & 1; r = __shfl_xor_sync(~0u, r, 1);",
        "for (int b = 0; b < 32; ++b) o[i * 32 + b] = (v >> b) & 1;",
        "for (int b = 0; b < 32; ++b) r += x[i * 32 + b];",
        "for (int b = 0; b < 32; ++b) v = (v >> 1) ^ (v & 1 ? 0xedb88320u : 0u);",
        "for (int b = 0; b < 32; ++b) { r += v & 1; v >>= 1; }",
    ],
)
def test_bits_of_a_word(code: str) -> None:
    assert "W012" not in broken(native(KERNEL.format(code)))


@pytest.mark.parametrize(
    "code",
    [
        "for (int b = 0; b < 32; ++b) r += __shfl_sync(~0u, v, b);",
        "for (int b = 0; b < 32; ++b) if ((v >> b) & 1) r += __shfl_sync(~0u, v, b);",
        "for (int b = 0; b < 32; ++b) r += (votes >> b) & 1;",
        "unsigned w = votes & v; for (int b = 0; b < 32; ++b) r += (w >> b) & 1;",
        "for (int b = 0; b < 32; ++b) r += (n >> b) & 1;",
        "for (int b = 0; b < 32; ++b) if (((v >> b) & 1) && b < lane) r++;",
        "for (int b = 0; b < 32; ++b) { int m = __ballot_sync(~0u, (v >> b) & 1); if (lane == b) r = m; }",
        "for (int b = 0; b < 32; ++b) if ((v >> b) & 1) r += s[b];",
        "for (int b = 0; b < 32; ++b) r += x[b];",
        "for (int b = 0; b < 32; ++b) r += s[t * 32 + b];",
        "for (int b = 0; b < 32; ++b) r += x[lane * 32 + b];",
        "for (int b = 0; b < 32; ++b) r += x[b * 32 + t];",
        "for (int b = 0; b < 32; ++b) r |= 1u << b;",
        "for (int b = 0; b < 32; ++b) r++;",
        "s[t] = votes; v = s[t + 1]; for (int b = 0; b < 32; ++b) r += (v >> b) & 1;",
        "fill(s, votes); v = s[t + 1]; for (int b = 0; b < 32; ++b) r += (v >> b) & 1;",
        "unsigned w = word(t); for (int b = 0; b < 32; ++b) r += (w >> b) & 1;",
        "for (int b = 0; b < 32; ++b) { v = __shfl_sync(~0u, v, lane + 1); v >>= 1; }",
        "for (int b = 0; b < 32; ++b) { int j = b; r += (v >> j) & 1; }",
        "for (int b = 0; b != 32; ++b) { bool one = (v >> b) & 1; if (__any_sync(~0u, one)) r |= 1u << b; }",
        # the counter is read behind the loop
        "int b; for (b = 0; b < 32; ++b) if ((v >> b) & 1) break; r = __shfl_sync(~0u, v, b);",
        "int b = 0; for (b = 31; b >= 0; b--) { if (v & (1u << b)) break; } r = b == lane;",
        # rows of what lanes left
        "y[t] = v; __syncthreads(); for (int b = 0; b < 32; ++b) r += y[t * 32 + b];",
        "for (int b = 0; b < 32; ++b) r += y[t * 32 + b];",
        "if (t < blockDim.x / warpSize) for (int b = 0; b < 32; ++b) r += x[t * 32 + b];",
        "int all = blockDim.x / 32; if (t < all) for (int b = 0; b < 32; ++b) r += x[t * 32 + b];",
        # beside a mask of lanes
        "for (int b = 0; b < 32; ++b) if ((v & (1u << b)) && (votes & (1u << b))) r++;",
        "unsigned some = 0; for (int b = 0; b < 32; ++b) if ((v >> b) & 1) some |= 1u << b; r = some;",
        # the word is one
        "v = minority(v) ^ t; for (int b = 0; b < 32; ++b) r += (v >> b) & 1;",
        "find(v, votes); for (int b = 0; b < 32; ++b) r += (v >> b) & 1;",
        "unsigned &other = v; other = votes; for (int b = 0; b < 32; ++b) r += (v >> b) & 1;",
        "unsigned *to = &v; *to = votes; for (int b = 0; b < 32; ++b) r += (v >> b) & 1;",
        "find(&v, votes); for (int b = 0; b < 32; ++b) r += (v >> b) & 1;",
        "find(x, t, votes); for (int b = 0; b < 32; ++b) r += (v >> b) & 1;",
        'asm("mov.u32 %0, %%lanemask_lt;" : "=r"(v)); for (int b = 0; b < 32; ++b) r += (v >> b) & 1;',
        "y[t] = votes; for (int b = 0; b < 32; ++b) r += (v >> b) & 1;",
        "unsigned w = 1u << (t & 31); for (int b = 0; b < 32; ++b) r += (w >> b) & 1;",
        "unsigned w = (1u << lane) - 1; for (int b = 0; b < 32; ++b) { r += w & 1; w >>= 1; }",
        # what it finds is a lane, or ends it
        "int to = 32; for (int b = 31; b >= 0; --b) if ((v >> b) & 1) to--; r = __shfl_sync(~0u, v, to);",
        "for (int b = 0; b < 32; ++b) { if ((v >> b) & 1) ++r; if (__all_sync(~0u, r > 4)) break; }",
    ],
)
def test_what_may_be_lanes(code: str) -> None:
    assert "W012" in broken(native(KERNEL.format(code)))


def test_a_word_that_a_function_is_handed() -> None:
    helper = "__device__ int bits(unsigned v) { int r = 0; for (int b = 0; b < 32; ++b) r += (v >> b) & 1;"
    helper += " return __any_sync(~0u, r); }\n"
    assert "W012" in broken(native(helper + KERNEL.format("r = bits(votes & v);")))


@pytest.mark.parametrize(
    ("store", "is_told"),
    [
        ("y[threadIdx.x] = __match_any_sync(~0u, x[threadIdx.x]);", True),
        ("unsigned m = __match_any_sync(~0u, x[threadIdx.x]); y[threadIdx.x] = m & 15;", True),
        ("y[threadIdx.x] = __popc(__match_any_sync(~0u, x[threadIdx.x]));", False),
        ("unsigned m = __match_any_sync(~0u, x[threadIdx.x]); y[threadIdx.x] = __popc(m) > 3;", False),
    ],
)
def test_words_that_another_kernel_stored(store: str, *, is_told: bool) -> None:
    other = f"__global__ void other(const unsigned *x, unsigned *y) {{ {store} }}\n"
    code = other + KERNEL.format("for (int b = 0; b < 32; ++b) r += (v >> b) & 1;")
    assert ("W012" in broken(native(code))) == is_told
