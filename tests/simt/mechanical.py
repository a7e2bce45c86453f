"""Rename CUDA to HIP and nothing else: what a port computes that takes no care of lanes.

Run it with `FLAGS`: its masks have 32 bits still, and ROCm 7 would refuse them.
"""

from __future__ import annotations

import re

FLAGS = ("-DSIMT_NARROW_MASKS",)
HEADERS = {
    "cuda_runtime.h": "hip/hip_runtime.h",
    "cooperative_groups.h": "hip/hip_cooperative_groups.h",
    "cuda_fp16.h": "hip/hip_fp16.h",
    "cuda_bf16.h": "hip/hip_bf16.h",
    "cub/cub.cuh": "hipcub/hipcub.hpp",
}


def renamed(source: str) -> str:
    """Give the source with HIP's headers and names."""
    for cuda, hip in HEADERS.items():
        source = source.replace(f"<{cuda}>", f"<{hip}>")
    source = re.sub(r"\bcub::", "hipcub::", source)
    source = re.sub(r"\b__nv_bfloat16", "__hip_bfloat16", source)
    return re.sub(r"\bcuda(?=[A-Z])", "hip", source)
