"""Facts that a shim needs beside the rules: what ROCm's headers speak of, and what our own have."""

from __future__ import annotations

import os
import tomllib
from functools import cache

from hipify_py.choices import WARP_HEADER
from hipify_py.lazy import re
from hipify_py.project.own_headers import shipped

FUNCTION = re.compile(rb"\binline [^;{}()]*?\b(\w+_sync|syncwarp|activemask|ballot|any|all)\(")


@cache
def spoken() -> frozenset[str]:
    """Give the names of CUDA that ROCm's headers use themselves: no macro may hold while they are read."""
    path = os.path.join(os.path.dirname(os.path.abspath(__file__)), "spoken.toml")
    with open(path, "rb") as file:
        return frozenset(tomllib.load(file)["names"])


@cache
def warp_functions() -> frozenset[str]:
    """Give the intrinsics for which `hipify_warp32.h` has a function of that name less the underscores."""
    return frozenset(f"__{name.decode()}" for name in FUNCTION.findall(shipped(WARP_HEADER)))
