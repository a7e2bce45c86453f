"""What docs/ci.md and action.yml tell CIs to run, and a project that adopts hipify-py by them."""

from __future__ import annotations

import re
import subprocess
from typing import TYPE_CHECKING, Any

import yaml  # type: ignore[import-untyped]

from helpers.command import ERROR, ROOT, put

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

PAGE = (ROOT / "docs" / "ci.md").read_text("utf-8")
OLD = '__device__ void old() { asm volatile("exit;"); }\nvoid f(void *p) { cudaFree(p); }\n'
NEW = "\n// something new\n" + ERROR


def blocks(mark: str) -> list[str]:
    """Give the fenced blocks of docs/ci.md behind a comment."""
    return re.findall(rf"<!-- {mark} -->\n```\w+\n(.*?)```", PAGE, re.DOTALL)


def block_with(text: str) -> str:
    """Give the one fenced block of docs/ci.md in which a text stands."""
    (found,) = (block for block in re.findall(r"```\w+\n(.*?)```", PAGE, re.DOTALL) if text in block)
    return str(found)


def parsed(text: str) -> Any:
    """Read YAML."""
    return yaml.safe_load(text)


def shell(script: str, folder: Path, env: Mapping[str, str]) -> tuple[int, str]:
    """Run a script as GitHub does where `shell: bash` is said; give the exit code and what it said."""
    command = ["bash", "--noprofile", "--norc", "-eo", "pipefail", "-c", script]
    done = subprocess.run(command, cwd=folder, env=env, capture_output=True, text=True, check=False)
    return done.returncode, done.stdout + done.stderr


def project(folder: Path) -> Path:
    """Make a project with an offence in `src/a.cu` that was there before."""
    put(folder / "src/a.cu", OLD)
    return folder
