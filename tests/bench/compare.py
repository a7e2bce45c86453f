"""Compare with hipify-perl on the golden cases: whose output does a HIP compiler accept?

usage: python tests/bench/compare.py

Each case of corpus/ that claims to compile goes through hipify-py and through ROCm's hipify-perl
($HIPIFY_PERL, else the one on PATH or of the toolchain); both outputs are compiled to object code for
gfx90a and gfx1100. Older spellings of library headers are made findable for the peer.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

TESTS = Path(__file__).parent.parent
sys.path[:0] = [str(TESTS), str(TESTS.parent)]

from helpers import cases  # noqa: E402
from helpers.toolchain import run_hipcheck  # noqa: E402

import hipify_py  # noqa: E402

OLD_FOLDERS = ("hipblas", "hipfft", "hiprand", "hipsparse", "hipsolver", "rccl", "roctracer", "hipcub")


def find_perl() -> Path | None:
    """Find hipify-perl."""
    prefix = Path(os.environ.get("HIP_SYSROOT", Path.home() / ".cache/hip-sysroot"))
    named = os.environ.get("HIPIFY_PERL") or shutil.which("hipify-perl")
    beside = prefix / "usr/bin/hipify-perl"
    return Path(named) if named else beside if beside.exists() else None


def compiles(output: bytes, flags: list[str], folder: Path) -> bool:
    """Say whether a HIP source compiles."""
    path = folder / "case.hip"
    path.write_bytes(output)
    return run_hipcheck(path, *flags).returncode == 0


def wanted(case: cases.Case) -> bool:
    """Say whether a case is one that both tools should be able to do."""
    return (
        case.config.get("compiles", True)
        and case.input.suffix in {".cu", ".cuh"}
        and "launch" not in case.config.get("options", {})
    )


def main() -> None:
    """Print one line for each case on which the two differ, and the counts."""
    perl = find_perl()
    if perl is None:
        sys.exit("compare.py: no hipify-perl: set HIPIFY_PERL")
    old = [f"-isystem{perl.resolve().parents[1] / 'include' / name}" for name in OLD_FOLDERS]
    ours = theirs = 0
    chosen = [case for case in cases.cases() if wanted(case)]
    with tempfile.TemporaryDirectory() as name:
        for case in chosen:
            flags = [f"-I{case.folder}", f"-I{hipify_py.include_dir()}", *case.config.get("flags", ())]
            command = [str(perl), "-quiet-warnings", str(case.input)]
            output = subprocess.run(command, capture_output=True, check=False).stdout
            mine = compiles(case.run().output, flags, Path(name))
            other = compiles(output, [*flags, *old], Path(name))
            ours, theirs = ours + mine, theirs + other
            if mine != other:
                print(f"  {case.name}: only {'hipify-py' if mine else 'hipify-perl'} compiles", flush=True)
    print(f"{len(chosen)} cases: hipify-py {ours} compile, hipify-perl {theirs} compile")


if __name__ == "__main__":
    main()
