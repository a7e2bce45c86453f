"""The names of the toolkit's programs that build files run, but for the compiler, and of its package."""

from __future__ import annotations

NAMES = (
    rb"(?:nvidia-smi|nvprof|nsys|ncu|cuobjdump|nvdisasm|ptxas|nvlink|nvprune|fatbinary|bin2c|cuda-gdb"
    rb"|cuda-memcheck|compute-sanitizer|nvidia-cuda-toolkit)"
)
"""The names as one expression; `[build.words]` has what there is in their place."""
WORDS = rb"(?<![\w.-])" + NAMES + rb"(?![\w.-])"
