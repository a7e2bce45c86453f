"""Macros that name an index of a thread or block."""

from __future__ import annotations

import pytest

from hipify_py.resolve.index_macros import index_macros, indices
from hipify_py.source.unit import Unit


@pytest.mark.parametrize(
    ("source", "names"),
    [
        ("#define A threadIdx.x", {b"A"}),
        (
            "#define B(x) C(x)\n#define A blockDim . y\n#define C(x) (A + x)\n",
            {b"A", b"B", b"C"},
        ),
        ('#ifdef DEBUG\n#define A printf("%d", gridDim.z)\n#else\n#define A\n#endif\n', {b"A"}),
        ("#ifdef __CUDA_ARCH__\n#define A threadIdx.x\n#else\n#define A 0\n#endif\n#define B A\n", set()),
        (
            "#define A s.threadIdx.x\n#define B threadIdx\nint d = threadIdx.x;\n",
            set(),
        ),
        ("#define A B + threadIdx.x\n#define B A\n", {b"A", b"B"}),
    ],
)
def test_macros(source: str, names: set[bytes]) -> None:
    assert index_macros(Unit(source.encode())).keys() == names


def test_indices_are_found_with_their_names() -> None:
    unit = Unit(
        b"threadIdx.x + s.threadIdx.x + p->blockDim.x + blockDim . y + a::gridDim.x + gridDim + myblockIdx.x;"
    )
    assert [(span.start, span.end - span.start, name) for span, name in indices(unit)] == [
        (0, 9, b"threadIdx"),
        (46, 8, b"blockDim"),
    ]
