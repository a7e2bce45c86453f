"""Which sources are translation units, and how each is compiled."""

from __future__ import annotations

import os
import re
from typing import TYPE_CHECKING

from hipify_py.verify.model import Unit

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from hipify_py.verify.include_paths import Headers
    from hipify_py.verify.model import Language

DEVICE = (".cu", ".hip")
HOST = (".cc", ".cpp", ".cxx", ".c++", ".C")
C = (".c",)
SPEAKS_OF_HIP = re.compile(rb"#[ \t]*include[ \t]*[<\"](?:hip|rocm|rccl|roc|thrust/)|\bhip[A-Z]\w*")
FOR_DEVICE = re.compile(
    rb"\b__(?:global|device|shared|constant)__\b|<<<|\bhipLaunchKernelGGL\b"
    rb"|#[ \t]*include[ \t]*<(?:thrust|hipcub|rocprim)/"
)


def language_of(path: str, text: bytes) -> Language:
    """Say as what a source is compiled: C++ that nvcc leaves to the host's compiler stays C++."""
    ending = os.path.splitext(path)[1]
    if ending in C:
        return "c"
    return "c++" if ending in HOST and not FOR_DEVICE.search(text) else "hip"


def guessed(texts: Mapping[str, bytes], headers: Headers, flags: tuple[str, ...]) -> list[Unit]:
    """Take for units the sources that hold HIP and that no other one includes; guess where headers lie."""
    pieces = _included(texts, headers)
    units = []
    for path, text in sorted(texts.items()):
        ending = os.path.splitext(path)[1]
        if ending not in (*DEVICE, *HOST, *C) or os.path.realpath(path) in pieces:
            continue
        if ending not in DEVICE and not SPEAKS_OF_HIP.search(text):
            continue
        own = (*headers.flags(path), *flags)
        units.append(Unit(path, os.path.dirname(path), own, language_of(path, text), "guessed"))
    return units


def _included(texts: Iterable[str], headers: Headers) -> set[str]:
    """Give the sources that others include: they are pieces, no units."""
    found = set()
    for path in texts:
        for name, _ in headers.includes(path):
            if name.endswith((*DEVICE, *HOST, *C)):
                found.add(os.path.realpath(os.path.join(os.path.dirname(path), name)))
    return found
