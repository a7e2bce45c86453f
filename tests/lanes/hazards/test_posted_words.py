"""Waits for what another warp has set before it waits itself."""

from __future__ import annotations

import pytest
from helpers.warps import remaining

KERNEL = (
    "__global__ void k(volatile int *word, int *bare, int *rounds, int n) {{"
    " int w = threadIdx.x / 32, lane = threadIdx.x & 31, v; {} rounds[99 + w] = 1; }}\n"
)
FENCE = " __threadfence_block(); "
POST = "word[w] = 1;" + FENCE
WAIT = "while (word[w ^ 1] == 0) ;"


@pytest.mark.parametrize(
    "code",
    [
        POST + WAIT,
        "word[w] = 1; while (!word[w ^ 1]) ;",
        f"if (lane == 0) {{ word[w] = 1; }} {FENCE} {WAIT}",
        f"if (lane == 0) {{ {POST} {WAIT} }}",
        f"if (w < n) {{ {POST} {WAIT} }}",
        f"if (w >= n) return; {POST} {WAIT}",
        f"word[w] = 0; __syncthreads(); {POST} {WAIT}",
        f"{POST} {WAIT} word[w] = 0;",
        f"{POST} while (word[w ^ 1] != 1 || word[0] != 1) ;",
        f"bare[w] = 1; {FENCE} do {{ v = atomicAdd(&bare[w ^ 1], 0); }} while (v != 1);",
        "atomicExch(&bare[w], 1); while (atomicAdd(bare + (w ^ 1), 0) == 0) ;",
        f"bare[w] = 1; {FENCE} while (__ldcg(&bare[w ^ 1]) == 0) ;",
        "for (int r = 1; r < n; r++) { word[w] = r; while (word[w ^ 1] < r) ; }",
        f"__shared__ volatile int own[32]; own[w] = 1; {FENCE} while (own[(w + 1) % 4] == 0) ;",
    ],
)
def test_all_have_set_their_own(code: str) -> None:
    assert remaining(KERNEL.format(code)) == []


@pytest.mark.parametrize(
    "code",
    [
        f"if (w == 0) {{ {POST} }} {WAIT} word[w] = 1;",
        f"if (w == 0) {{ {POST} }} {WAIT}",
        f"word[w] = 0; {FENCE} {WAIT} word[w] = 1;",
        f"if (w & 1) {{ {POST} {WAIT} }} else {{ {WAIT} {POST} }}",
        f"{POST} while (word[w ^ 1] != 2) ; word[w] = 2;",
        f"{POST} {WAIT} word[w + 1] += 1;",
        f"{POST} word[w] = 0; {WAIT}",
        f"{POST} volatile int *next = word + w + 1; {WAIT} *next = 1;",
        f"{POST} {WAIT} hand_on(word);",
        f"{POST} while (word[w ^ 1] == 0 || rounds[w] == 0) ;",
        "bare[w] = 1; while (__ldcg(&bare[w ^ 1]) == 0) ;",
        "for (int r = 1; r < n; r++) { if (rounds[w] < r) continue; word[w] = r; while (word[w ^ 1] < r) ; }",
        "word[w] = w; while (word[w ^ 1] != w) ;",
        f"switch (w) {{ case 0: {POST} break; case 1: {WAIT} }}",
        f"auto post = [&] {{ word[w] = 1; }}; if (w == 1) post(); {WAIT} post();",
        f"\n#ifdef MORE\n{POST}\n#endif\n{WAIT} word[w] = 1;",
    ],
)
def test_another_may_wait_before_it_sets_its_own(code: str) -> None:
    assert "W026" in remaining(KERNEL.format(code))


MEETS = "__device__ void meet(volatile int *word, int w) {{ word[w] = 1; __threadfence(); {} }}\n"


@pytest.mark.parametrize(
    ("call", "expected"),
    [
        ("meet(word, w);", []),
        ("if (n) meet(word, w);", []),
        ("if (w & 1) meet(word, w); else meet(word, w);", ["W026"]),
    ],
)
def test_in_a_function_that_all_call(call: str, expected: list[str]) -> None:
    assert remaining(MEETS.format(WAIT) + KERNEL.format(call)) == expected


def test_a_word_of_the_device_that_another_function_sets() -> None:
    source = "__device__ volatile int flags[32];\n" + KERNEL.format(
        f"flags[w] = 1; {FENCE} while (flags[w ^ 1] == 0) ;"
    )
    assert remaining(source) == []
    other = "__device__ void set(int w) { flags[w] = 1; }\n"
    assert remaining(source.replace("__global__", other + "__global__", 1)) == ["W026"]
