"""The same files through other translators, where they are installed."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING

from table import Row

if TYPE_CHECKING:
    from sources import Source


def rows(files: list[Source], folder: Path) -> list[Row]:
    """Time hipify-perl and hipify-clang, each file in a run of its own, as they work."""
    copies = _copies(files, folder)
    ours = _timed([[sys.executable, "-m", "hipify_py", "convert", "-q", "-j", "1", str(folder / "peers")]])[0]
    found = [Row("hipify-py, all files", ours, "s", note="one run, -j 1, dry run; by the clock, as below")]
    for name, program, options in (
        ("hipify-perl", _perl(), ["-quiet-warnings"]),
        ("hipify-clang", os.environ.get("HIPIFY_CLANG"), ["-o", os.devnull]),
    ):
        if program is None:
            found.append(Row(f"{name}, all files", None, "s", note="not installed"))
            continue
        taken, failed = _timed([[program, *options, str(copy)] for copy in copies])
        note = f"{taken:.2f} s, a run for each file" + (f", {failed} of them failed" if failed else "")
        found.append(Row(f"{name} / hipify-py", taken / ours, "x", note=note))
    return found


def _copies(files: list[Source], folder: Path) -> list[Path]:
    copies = []
    for index, (path, data) in enumerate(files):
        copy = folder / "peers" / str(index) / path.name
        copy.parent.mkdir(parents=True)
        copy.write_bytes(data)
        copies.append(copy)
    return copies


def _perl() -> str | None:
    prefix = Path(os.environ.get("HIP_SYSROOT", Path.home() / ".cache/hip-sysroot"))
    beside = prefix / "bin/hipify-perl"
    named = os.environ.get("HIPIFY_PERL") or shutil.which("hipify-perl")
    return named or (str(beside) if beside.exists() else None)


def _timed(commands: list[list[str]]) -> tuple[float, int]:
    """Give the seconds that the commands take one after the other, and how many of them failed."""
    quiet = subprocess.DEVNULL
    start = time.perf_counter()
    failed = sum(subprocess.run(c, stdout=quiet, stderr=quiet, check=False).returncode != 0 for c in commands)
    return time.perf_counter() - start, failed
