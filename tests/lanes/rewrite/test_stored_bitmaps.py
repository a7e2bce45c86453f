"""Bitmaps of 64 bits out of memory beside masks of lanes."""

from __future__ import annotations

import pytest
from helpers.warps import native, rules_of, run

HEAD = "#include <cstdint>\n#define BS 64\ntypedef unsigned long long word;\n"
KERNEL = (
    "__global__ void k(uint64_t *words, unsigned *q, int *p) {"
    " int lane_id = threadIdx.x %% 32, i = blockIdx.x; unsigned v = __ballot_sync(~0u, lane_id); %s }\n"
)


def is_told(body: str) -> bool:
    source = HEAD + KERNEL % body
    assert "W024" not in rules_of(run(source))
    return "W024" in rules_of(native(source))


@pytest.mark.parametrize(
    "body",
    [
        "uint64_t w = words[i]; uint64_t bit = w & (uint64_t(1) << BS - 1 - lane_id); if (bit) p[0] = 1;",
        "uint64_t w = words[i]; if (w & (1ull << 63 - lane_id)) p[0] = __popcll(w);",
        "uint64_t w; w = words[i]; if ((1ull << (63 - lane_id)) & w) p[0] = __popcll(w >> (64 - lane_id));",
        "const uint64_t w = *words; if (w & ((uint64_t)1 << (63 - lane_id))) p[0] = __ffsll(w);",
        "unsigned long long w = words[i]; p[lane_id] = (w & (1ull << 40 - lane_id)) != 0;",
        "uint64_t w = words[i]; if (w & (1ull << 63 - lane_id)) p[0] = (w >> 5) & 1;",
        "uint64_t w = words[i]; if (w & (1ull << 63 - lane_id)) p[0] = (int)(w >> i) & 1;",
        "uint64_t w = words[i]; q[i] = v; if (w & (1ull << 63 - lane_id)) p[0] = __ffsll(w << 1);",
    ],
)
def test_bits_from_the_upper_end(body: str) -> None:
    assert not is_told(body)


@pytest.mark.parametrize(
    "body",
    [
        # what may be a mask of 32 lanes
        "uint64_t w = words[i]; if (w & (1ull << lane_id)) p[0] = 1;",
        "uint64_t w = words[i]; if (w & (1ull << 31 - lane_id)) p[0] = 1;",
        "uint64_t w = words[i]; if (w & (1ull << 32 - lane_id)) p[0] = 1;",
        "uint64_t w = words[i]; if (w & (1u << 63 - lane_id)) p[0] = 1;",
        # what is used as one, too
        "uint64_t w = words[i]; if (w & (1ull << 63 - lane_id)) p[0] = __shfl_sync(w, p[1], 0);",
        "uint64_t w = words[i]; if (w & (1ull << 63 - lane_id)) p[0] = __popcll(w & v);",
        "uint64_t w = words[i]; if (w & (1ull << 63 - lane_id)) p[0] = w == v;",
        "uint64_t w = words[i]; if (w & (1ull << 63 - lane_id)) p[0] = __popc(w);",
        "uint64_t w = words[i]; if (w & (1ull << 63 - lane_id) && w & (1ull << lane_id)) p[0] = 1;",
        "uint64_t w = words[i], u = w; if (w & (1ull << 63 - lane_id)) p[0] = __any_sync(u, 1);",
        "uint64_t w = words[i]; uint64_t &u = w; u = v; if (w & (1ull << 63 - lane_id)) p[0] = 1;",
        "uint64_t w = words[i]; if (w & (1ull << 63 - lane_id)) p[0] = __shfl_sync(w >> 32, p[1], 0);",
        "uint64_t w = words[i]; auto u = w >> 32; if (w & (1ull << 63 - lane_id)) p[0] = __any_sync(u, 1);",
        "uint64_t w = words[i]; if (w & (1ull << 63 - lane_id)) p[0] = (w >> 32) == v;",
        "uint64_t w = words[i]; if (w & (1ull << 63 - lane_id)) p[0] = (w >> 32) & v;",
        # what the function itself stores there
        "words[i] = v; uint64_t w = words[i]; if (w & (1ull << 63 - lane_id)) p[0] = 1;",
        "*words = v; uint64_t w = *words; if (w & (1ull << 63 - lane_id)) p[0] = 1;",
        # what is given something else, or is no such word
        "uint64_t w = words[i]; if (i) w = 0xff00; if (w & (1ull << 63 - lane_id)) p[0] = 1;",
        "uint64_t w = q[i]; if (w & (1ull << 63 - lane_id)) p[0] = 1;",
        "uint64_t w = 0xff00; if (w & (1ull << 63 - lane_id)) p[0] = 1;",
    ],
)
def test_others(body: str) -> None:
    assert is_told(body)
