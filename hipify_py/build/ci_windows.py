"""What CI files and scripts ask of CUDA on Windows, where the HIP SDK stands in its place."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hipify_py.lazy import re

if TYPE_CHECKING:
    from hipify_py.model import Span

OF_WINDOWS = {"action": "windows", "package": "windows", "toolkit": "windows", "variable": "windows_variable"}
NAME = re.compile(r"(?i)(?<![a-z])win(?:dows|32|64)?(?![a-z])|\.(?:ps1|bat|cmd)\Z")
INSTALLER = re.compile(rb"_win[\w.]*\Z|\Achoco\b|/windows/")
# What only scripts on Windows have.
WORDS = re.compile(
    rb"_win(?:10|dows)[\w.]*\.exe\b|\bchoco[ \t]+install\b|[\"' =]/c/Program\\? Files\b|\b[cC]:\\"
)
OTHERS = re.compile(rb"(?m)^[ \t]*(?:-[ \t]*)?(?:runs-on|os|vmImage)[ \t]*:|\bapt(?:-get)?[ \t]")


def is_for_windows(code: bytes, name: str) -> bool:
    """Say whether a whole file is for Windows, by its name or by what stands in it."""
    return NAME.search(name) is not None or (WORDS.search(code) is not None and not OTHERS.search(code))


def on_windows(kind: str, code: bytes, span: Span, *, whole: bool) -> str:
    """Give the kind of what is named by where it runs: that of Windows, or itself; `whole` files are."""
    by_itself = kind == "toolkit" and INSTALLER.search(code, *span)
    return OF_WINDOWS.get(kind, kind) if by_itself or whole else kind
