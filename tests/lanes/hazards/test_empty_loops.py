"""Loops that a constant keeps from any turn wait for nothing."""

from __future__ import annotations

import pytest
from helpers.warps import remaining

KERNEL = (
    "%s\ntemplate <bool done> __global__ void k(int *p, volatile int *f, int n) {"
    " int lane = threadIdx.x & 31, warp = threadIdx.x / 32; %s p[lane] = __shfl_sync(~0u, n, warp); }\n"
)
DONE = "#define DONE true"
NAMED = f"{DONE}\n#define READY DONE"
READS = "#define READY f[warp]"


def in_kernel(code: str, before: str = "") -> list[str]:
    return remaining(KERNEL % (before, code))


@pytest.mark.parametrize(
    ("before", "code"),
    [
        ("", "while (!true) {}"),
        ("", "while (false) ;"),
        ("", "while (0) { __threadfence(); }"),
        ("", "for (; 1 == 2;) ;"),
        ("", "do { n += f[warp]; } while (!true);"),
        (DONE, "while (!DONE) { __threadfence(); }"),
        (NAMED, "while (!READY) { __threadfence(); }"),
        (NAMED, "while (READY == false) ;"),
        ("", "\n#define READY true\nwhile (!READY) ;\n#undef READY\n"),
        ("#undef READY\n#define READY true", "while (!READY) ;"),
        (f'{DONE}\n#pragma push_macro("READY")', "while (!DONE) ;"),
    ],
)
def test_what_begins_no_turn_waits_for_nothing(before: str, code: str) -> None:
    assert in_kernel(code, before) == []


@pytest.mark.parametrize(
    ("before", "code"),
    [
        ("", "while (!f[warp]) {}"),
        (READS, "while (!READY) ;"),
        (f"#ifdef WAITS\n{READS}\n#else\n#define READY true\n#endif", "while (!READY) ;"),
        ("int z;\n#ifndef READY\n#define READY true\n#endif", "while (!READY) ;"),
        (f"{READS}\n", "while (!READY) ;\n#undef READY\n#define READY true\n"),
        (f"{DONE}\n#define READY (f[warp] && DONE)", "while (!READY) ;"),
        ("#define READY(i) true", "while (!(f[warp] && READY(0))) ;"),
        ("", "while (!(done && f[warp])) ;"),
        ("#define f true\n#undef f", "while (!f[warp]) ;"),
        ("#define READY true\n#undef READY\n__device__ volatile int READY;", "while (!READY) ;"),
        ("__device__ volatile int READY;", "while (!READY) ;\n#define READY true\n"),
        ('#define READY true\n#pragma pop_macro("READY")', "while (!READY) ;"),
        ('#define READY true\n_Pragma("pop_macro(\\"READY\\")")', "while (!READY) ;"),
    ],
)
def test_what_may_have_turns_waits(before: str, code: str) -> None:
    assert in_kernel(code, before) == ["W026"]
