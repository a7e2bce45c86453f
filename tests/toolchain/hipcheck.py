#!/usr/bin/env python3
"""Compile one HIP file to object code, device side and host side, without a GPU and without linking.

usage: hipcheck.py FILE [--arch A[,B...]] [clang flags...]

The device side is compiled and linked once per architecture (gfx90a and gfx1100 unless told), the host
side once, all at the same time. A file that ends in `.c` is compiled as C, host side only.
`-fsyntax-only` among the flags stops after semantic analysis, which accepts more than it should.

Exit: 0 everything compiles, 1 something does not, 2 wrong usage or no compiler below $HIP_SYSROOT
(by default ~/.cache/hip-sysroot, made by setup.sh).
"""

from __future__ import annotations

import argparse
import os
import re
import signal
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

ARCHS = "gfx90a,gfx1100"
TIMEOUT = 300.0  # seconds for one compiler process
# The tests ask whether code compiles, not whether it looks at what it is given back.
QUIET = ("-Wno-unused-value", "-Wno-unused-result")
INCLUDE = re.compile(r"\s*#\s*include\s*(?:<([^>]+)>|\"([^\"]+)\")\s*")
# What may stand before the first include and changes nothing in it: comments and the file's own guard.
COMMENTS = re.compile(r"/\*.*?\*/|//[^\n]*|#\s*pragma\s+once", re.DOTALL)
GUARD = re.compile(r"[\ufeff\s]*#\s*ifndef\s+(?!HIP_|__HIP|NDEBUG)(\w+)\s*\n\s*#\s*define\s+\1[ \t]*\n")
# Headers of C and C++ themselves, which mean the same before and after hip_runtime.h.
STANDARD = re.compile(r"[a-z_]+|(assert|ctype|errno|float|limits|math|std[a-z]+|string|time)\.h")
# Headers that are worth being read ahead of time, and a name for what clang includes before any file.
COMPILERS_OWN, RUNTIME, CUB = "", "hip/hip_runtime.h", "hipcub/hipcub.hpp"
AHEAD = {
    COMPILERS_OWN: "",
    RUNTIME: f"#include <{RUNTIME}>\n",
    "hip/hip_runtime_api.h": "#include <hip/hip_runtime_api.h>\n",
    CUB: f"#include <{RUNTIME}>\n#include <{CUB}>\n",
}
# Our own headers, in which HIP's compiler finds it before anything else.
OWN = {f"hipify_{name}.h": RUNTIME for name in ("compat", "half", "warp32")}
# Flags that change nothing in them, and those of which each makes them anew; with C++20 clang 19 fails.
PLAIN = re.compile(r"-(I|W|w$|ferror-limit=|fsyntax-only$|emit-llvm$|Xclang$|no-enable-noundef-analysis$)")
APART = re.compile(r"-(std=(c|gnu)\+\+(1[147]|20)$|O|D(NDEBUG|HIP_ENABLE_WARP_SYNC_BUILTINS)$)")
# What the header instantiates is made once: each file would do so anew, which takes most of its time.
EMIT = ("-fsyntax-only", "-fpch-instantiate-templates", "-Xclang", "-emit-pch")


@dataclass(frozen=True)
class Toolchain:
    """A compiler and ROCm below one prefix, as setup.sh lays them out."""

    root: Path
    clang: Path
    bitcode: Path

    @property
    def release(self) -> int:
        """Give the compiler's number: 22 for what lies in `llvm-22`."""
        return int(self.clang.parts[-3].removeprefix("llvm-"))

    def command(self, arch: str | None) -> list[str]:
        """Give the compiler's command for one architecture, or for the host if there is none."""
        side = ["--cuda-device-only", "--no-gpu-bundle-output"] if arch else ["--cuda-host-only"]
        # -isystem too: --rocm-path is searched after /usr/include, where a distribution's thrust may lie
        paths = [f"--rocm-path={self.root / 'usr'}", f"--rocm-device-lib-path={self.bitcode}"]
        paths += ["-isystem", str(self.root / "usr/include")]
        return [str(self.clang), "-x", "hip", *side, f"--offload-arch={arch or 'gfx90a'}", *paths, "-O3"]

    def c_command(self) -> list[str]:
        """Give the compiler's command for a file in C that uses the host side of HIP."""
        include = ["-isystem", str(self.root / "usr/include")]
        return [str(self.clang.with_name("clang")), "-x", "c", "-D__HIP_PLATFORM_AMD__=1", *include]


def find_toolchain(root: Path) -> Toolchain | None:
    """Find the compiler and the device libraries below `root`; None if they are not both there."""
    clang = sorted(root.glob("usr/lib/llvm-*/bin/clang++"))
    bitcode = sorted(root.glob("usr/lib/llvm-*/lib/clang/*/amdgcn/bitcode"))
    return Toolchain(root, clang[-1], bitcode[-1]) if clang and bitcode else None


def run(command: list[str]) -> tuple[int, str]:
    """Run a compiler; give its exit status (124 for a timeout) and what it said.

    It runs in a group of its own: the driver's compiler goes with it when its time is up.
    """
    with subprocess.Popen(
        command,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        start_new_session=True,
    ) as process:
        try:
            output, errors = process.communicate(timeout=TIMEOUT)
        except BaseException as error:
            os.killpg(process.pid, signal.SIGKILL)
            if isinstance(error, subprocess.TimeoutExpired):
                return 124, f"hipcheck.py: no end after {TIMEOUT:g} s\n"
            raise
    return process.returncode, (output + errors).decode("utf-8", "replace")


def first_header(file: Path, folders: list[Path], depth: int = 0) -> str:
    """Give the header of `AHEAD` that `file` starts with, standard headers aside, or `COMPILERS_OWN`.

    Only then may a precompiled one stand in for it: it could otherwise supply what the file forgot to
    include, or miss macros that the file defines first. A header of the program's own is looked into. All of
    hipCUB counts where no more than other headers of HIP's stand between the runtime and it.
    """
    text = COMMENTS.sub("", file.read_text("utf-8", "replace"))
    guard = GUARD.match(text)
    lines = iter(
        [line for line in text[guard.end() if guard else 0 :].lstrip("\ufeff").splitlines() if line.strip()]
    )
    for line in lines:
        include = INCLUDE.fullmatch(line)
        if include is None:
            return COMPILERS_OWN
        if include[2] in OWN:
            return OWN[include[2]]
        if include[2]:
            own = next((f / include[2] for f in (file.parent, *folders) if (f / include[2]).is_file()), None)
            return first_header(own, folders, depth + 1) if own and depth < 8 else COMPILERS_OWN
        if include[1] == RUNTIME and _reads_cub(lines):
            return CUB
        if not STANDARD.fullmatch(include[1]):
            return include[1] if include[1] in AHEAD and include[1] != CUB else COMPILERS_OWN
    return COMPILERS_OWN


def _reads_cub(lines: Iterator[str]) -> bool:
    """Say whether all of hipCUB is the next header that is neither HIP's own nor a standard one."""
    for line in lines:
        include = INCLUDE.fullmatch(line)
        if include is None or include[1] is None:
            return False
        if not include[1].startswith("hip/") and not STANDARD.fullmatch(include[1]):
            return include[1] == CUB
    return False


def precompiled(tools: Toolchain, arch: str | None, header: str, flags: list[str]) -> Path | None:
    """Give `header` precompiled for one side under some flags, made at first use; None if that fails."""
    folder = tools.root / "pch"
    name = Path(header).stem or "compilers_own"
    out = folder / ("-".join([name, "instantiated", arch or "host"]) + "".join(flags) + ".pch")
    if out.exists():
        return out
    try:
        folder.mkdir(exist_ok=True)
        with tempfile.TemporaryDirectory(dir=folder) as made:
            source, new = folder / f"{name}.h", Path(made, "new.pch")
            if not source.exists():  # rewritten, it would make older precompiled ones stale
                Path(made, "new.h").write_text(AHEAD[header])
                Path(made, "new.h").replace(source)
            emit = [*EMIT, "-Xclang", "-o", "-Xclang", str(new)]
            if run([*tools.command(arch), *flags, *emit, str(source)])[0]:
                return None
            new.replace(out)
    except OSError:
        return None
    return out


def stands_in(tools: Toolchain, file: Path, arch: str | None, flags: list[str]) -> Path | None:
    """Give the precompiled header that may be put before `file`, if there is one."""
    apart = [flag for flag in flags if APART.match(flag)]
    if file.suffix == ".c" or not all(PLAIN.match(flag) or flag in apart for flag in flags):
        return None
    if tools.release < 20 and any(flag.endswith("++20") for flag in apart):
        return None
    folders = [Path(flag[2:]) for flag in flags if flag.startswith("-I")]
    return precompiled(tools, arch, first_header(file, folders), apart)


def compile_side(tools: Toolchain, file: Path, arch: str | None, flags: list[str]) -> tuple[int, str]:
    """Compile one side of `file`; give the exit status and the compiler's messages."""
    base = tools.c_command() if file.suffix == ".c" else tools.command(arch)
    with tempfile.TemporaryDirectory(prefix="hipcheck") as made:
        mode = [] if "-fsyntax-only" in flags else ["-c", "-o", str(Path(made, "out.o"))]
        return run_ahead(tools, [*base, *QUIET, *mode], file, arch, flags)


def run_ahead(
    tools: Toolchain, command: list[str], file: Path, arch: str | None, flags: list[str]
) -> tuple[int, str]:
    """Run a compiler's command on `file` with some flags, behind a precompiled header if one may stand in."""
    command = [*command, *flags, str(file)]
    pch = stands_in(tools, file, arch, flags)
    if pch:
        status, said = run([*command, "-Xclang", "-include-pch", "-Xclang", str(pch)])
        # a stale or unreadable one must not decide the verdict
        if not status or not re.search(r"\.pch\b|precompiled header|PCH file", said):
            return status, said
        pch.unlink(missing_ok=True)
    return run(command)


def check(tools: Toolchain, file: Path, archs: str, flags: list[str]) -> tuple[bool, str]:
    """Compile the device side of `file` for each architecture, and its host side, all at the same time.

    What flags say to be plain C++ has the host's side alone. Gives whether all of them compile, and the
    compiler's messages by side.
    """
    host_alone = file.suffix == ".c" or "c++" in flags
    sides: list[str | None] = [None] if host_alone else [*archs.split(","), None]
    with ThreadPoolExecutor(len(sides)) as pool:
        verdicts = list(pool.map(lambda arch: compile_side(tools, file, arch, flags), sides))
    messages = [
        f"-- {'device ' + arch if arch else 'host'}:\n{said}"
        for arch, (_, said) in zip(sides, verdicts, strict=True)
        if said
    ]
    return not any(status for status, _ in verdicts), "".join(messages)


def refuse(why: str) -> int:
    """Say why nothing was compiled; give the exit status for that."""
    print(f"hipcheck.py: {why}", file=sys.stderr)
    return 2


def main(arguments: list[str]) -> int:
    """Compile the file named on the command line; give the exit status."""
    usage = "hipcheck.py FILE [--arch A[,B...]] [clang flags...]"
    parser = argparse.ArgumentParser(usage=usage, allow_abbrev=False)
    parser.add_argument("file", type=Path)
    parser.add_argument("--arch", default=ARCHS)
    options, flags = parser.parse_known_args(arguments)
    root = Path(os.environ.get("HIP_SYSROOT") or Path.home() / ".cache/hip-sysroot")
    tools = find_toolchain(root)
    if tools is None:
        return refuse(f"no HIP compiler below {root}: run tests/toolchain/setup.sh")
    if not options.file.is_file():
        return refuse(f"no file {options.file}")
    good, said = check(tools, options.file, options.arch, flags)
    sys.stderr.write(said)
    return int(not good)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
