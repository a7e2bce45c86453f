"""Copy this checkout, with what is not committed yet, and run the tools that package it."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from pathlib import Path
from typing import TYPE_CHECKING, NoReturn

import pytest

from helpers.command import ROOT

if TYPE_CHECKING:
    from collections.abc import Mapping

IN_CI = os.environ.get("CI") == "true"
SHIPPED = ("pyproject.toml", "README.md", "LICENSE", "CHANGELOG.md", ".pre-commit-hooks.yaml", "action.yml")
FOLDERS = ("hipify_py", "rules", "tests", "corpus", "docs")
OFFLINE = re.compile(
    r"NameResolutionError|Temporary failure in name resolution|Failed to establish a new connection"
    r"|Network is unreachable|ProxyError|ConnectTimeout|Read timed out"
)


def copy_checkout(target: Path) -> Path:
    """Copy what a release is made of to the folder `target`, which is made."""
    target.mkdir()
    for name in SHIPPED:
        shutil.copy2(ROOT / name, target / name)
    for name in FOLDERS:
        shutil.copytree(ROOT / name, target / name, ignore=shutil.ignore_patterns("__pycache__", ".*_cache"))
    return target


def clean_environment(**more: str) -> dict[str, str]:
    """Give an environment that does not find this checkout by itself, and is no git hook's."""
    kept = {k: v for k, v in os.environ.items() if not k.startswith(("GIT_", "PYTHON", "VIRTUAL_ENV"))}
    return {**kept, "PYTHONDONTWRITEBYTECODE": "1", **more}


def succeed(*command: str | Path, cwd: Path, env: Mapping[str, str]) -> str:
    """Run a command that needs the package index and give its output.

    Where the index cannot be reached the test is skipped, but in CI it fails.
    """
    done = subprocess.run(command, cwd=cwd, env=env, capture_output=True, text=True, check=False)
    if done.returncode:
        give_up(f"{command}:\n{done.stdout}{done.stderr}")
    return done.stdout


def give_up(text: str) -> NoReturn:
    """Fail, or skip outside of CI if the text tells that there is no network."""
    if OFFLINE.search(text) and not IN_CI:
        pytest.skip("the package index cannot be reached")
    pytest.fail(text)
