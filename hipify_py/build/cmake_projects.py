"""Projects for NVIDIA's GPUs that a CMake file fetches and builds beside its own, such as NCCL."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hipify_py.build.cmake_view import Made
from hipify_py.build.names import STAYS, decoded, in_passing
from hipify_py.lazy import re
from hipify_py.outcomes import finding

if TYPE_CHECKING:
    from hipify_py.build.cmake_lexer import Command
    from hipify_py.build.cmake_view import View

FETCHES = {b"externalproject_add", b"fetchcontent_declare", b"cpmaddpackage", b"cpmfindpackage"}
REPOSITORY = re.compile(r"(?i)(?:github\.com[/:]|gh:)nvidia/([\w.-]+?)(?:\.git)?(?=[/#@]|\Z)")
AROUND = re.compile(
    r"(?i)\A(?:ext(?:ernal)?|third_?party)[_-]|[_-](?:ep|ext(?:ernal)?|install|build|src|project|proj)\Z"
)


def project(view: View, command: Command) -> Made | None:
    """Say that what a command fetches or builds is made for NVIDIA's GPUs, and what there is instead."""
    if command.name not in FETCHES or not command.arguments:
        return None
    for at, argument in enumerate(command.arguments):
        text = decoded(view.file.text(argument))
        found = REPOSITORY.search(text)
        name = found[1] if found else AROUND.sub("", text) if at == 0 else ""
        entry = view.rules.build["words"].get(f"project:{name.lower()}")
        if entry is not None:
            said = finding(view.rules, STAYS, argument.inner, name=text, why=entry.note)
            return Made(findings=(in_passing(said) if entry.minor else said,))
    return None
