"""Build files without their remarks, and whether one speaks of HIP."""

from __future__ import annotations

import re

REMARK = re.compile(rb"(?:^|(?<=\s))#[^\r\n]*", re.MULTILINE)
SLASHES = re.compile(rb"(?:^|(?<=\s))//[^\r\n]*|/\*.*?\*/", re.MULTILINE | re.DOTALL)
OF_HIP = re.compile(
    rb"(?i)\b(?:\w+_)?(?:HIP(?:CC|CXX|CONFIG)?|ROCM)(?:_\w+)?\b|\brocm|\bamdclang|\bhip::|\broc::"
)


def without_remarks(source: bytes, *, slashes: bool = False) -> bytes:
    """Give a file with blanks for its remarks, those of `#` or, with `slashes`, of Groovy and C++."""
    return (SLASHES if slashes else REMARK).sub(lambda found: b" " * len(found[0]), source)


def of_hip(code: bytes) -> bool:
    """Say whether code of a build file names HIP or ROCm."""
    return OF_HIP.search(code) is not None
