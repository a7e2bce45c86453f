"""What is built where nobody says anything: CUDA, by files that choose between CUDA and HIP themselves."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hipify_py.build.switch_names import is_for_hip
from hipify_py.lazy import re

if TYPE_CHECKING:
    from hipify_py.model import Finding

# What gives a switch its first value, in make and in CMake.
GIVEN = re.compile(
    rb"""(?mx) ^[ \t]*+(?:export[ \t]+|override[ \t]+)*(\w++)[ \t]*+(?:::?|[?])?=[ \t]*+([\w"]*+)[ \t]*+\r?$
    | (?i:\bset)[ \t]*\(\s*(\w++)\s+([\w"]++)\s+CACHE\b
    | (?i:\boption)[ \t]*\(\s*(\w++)(?:\s+(?:"[^"]*+"|[^\s()"]++))??(?:\s+([A-Za-z0-9]++))?\s*\)"""
)
OFF = {b"", b"0", b"off", b"no", b"false", b"n"}
OF_CUDA = re.compile(rb"(?i)cuda|nvidia")
BY_DEFAULT = "{text} is what is built where nobody says otherwise, and the sources are HIP's now: {how}"


def hip_switch(code: bytes) -> str:
    """Give the switch for HIP that a file has off at first; "" where it has none, or one for CUDA is off."""
    first: dict[bytes, bool] = {}
    for found in GIVEN.finditer(code):
        name, value = found[1] or found[3] or found[5], found[2] or found[4] or found[6] or b""
        first.setdefault(name, value.strip(b'"').lower() not in OFF)
    if any(OF_CUDA.search(name) and not on for name, on in first.items()):
        return ""
    return next((name.decode() for name, on in first.items() if is_for_hip(name) and not on), "")


def told_by_default(said: Finding, code: bytes, text: str) -> Finding:
    """Give what is said of a choice as a warning where CUDA is what is built by default."""
    switch = hip_switch(code)
    if not switch:
        return said
    how = f"{switch} is off at first: turn that, or give it to each build"
    return said._replace(severity="warning", message=BY_DEFAULT.format(text=text, how=how))
