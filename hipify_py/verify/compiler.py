"""Find a HIP compiler, and say how it is called."""

from __future__ import annotations

import glob
import os
import shutil
import tempfile
from typing import TYPE_CHECKING, NamedTuple

from hipify_py.lazy import re
from hipify_py.model import HipifyError
from hipify_py.verify import processes
from hipify_py.verify.model import HOST

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from hipify_py.verify.model import Language

IN_PREFIX = (
    "bin/hipcc",
    "bin/amdclang++",
    "llvm/bin/amdclang++",
    "llvm/bin/clang++",
    "lib/llvm/bin/clang++",
    "usr/bin/hipcc",
    "usr/lib/llvm-*/bin/clang++",
)
VARIABLES = ("HIP_PATH", "ROCM_PATH")
ON_PATH = ("hipcc", "amdclang++", "clang++")
OPT = "/opt/rocm"
SYSROOT = "~/.cache/hip-sysroot"  # where tests/toolchain/setup.sh puts one
PACKAGED = re.compile(r"(.*)/usr/lib/llvm-[\d.]+/bin/[^/]+")
PROBE = b"#include <hip/hip_runtime.h>\n__global__ void k() {}\n"
QUIET = ("-w", "-fno-color-diagnostics", "-fno-caret-diagnostics", "-fno-crash-diagnostics")


class Compiler(NamedTuple):
    """A HIP compiler: the program, and the flags that it needs to find ROCm."""

    program: str
    rocm: tuple[str, ...] = ()
    include: str = ""
    origin: str = ""

    def command(self, language: Language, side: str) -> list[str]:
        """Give the command for one side of a unit: an architecture, or "host"."""
        if language != "hip":
            found = ["-isystem", self.include] if self.include else []
            return [self.program, "-x", language, "-D__HIP_PLATFORM_AMD__=1", *QUIET, *found]
        sides = ["--cuda-host-only"] if side == HOST else ["--cuda-device-only", f"--offload-arch={side}"]
        return [self.program, "-x", "hip", *sides, *QUIET, *self.rocm]


def find(given: str | None, environ: Mapping[str, str]) -> Compiler:
    """Find a compiler: the one `given` (a program, or the folder of a ROCm), else in the usual places.

    These are `HIP_PATH` and `ROCM_PATH`, the PATH, /opt/rocm, and what tests/toolchain/setup.sh installs.
    Raises `HipifyError` where there is none.
    """
    if given is not None:
        found = _below(given, "") if os.path.isdir(given) else _named(given, environ)
        if found is None:
            text = f"--hip-compiler {given}: no HIP compiler there: name hipcc, or the folder of a ROCm"
            raise HipifyError(text)
        return found._replace(origin="--hip-compiler")
    found = next(_usual(environ), None)
    if found is None:
        text = (
            "no HIP compiler: none in HIP_PATH, ROCM_PATH, on PATH, in /opt/rocm or $HIP_SYSROOT;"
            " name one with --hip-compiler, hipcc or the folder of a ROCm"
        )
        raise HipifyError(text)
    return found


def _usual(environ: Mapping[str, str]) -> Iterator[Compiler]:
    for variable in VARIABLES:
        if folder := environ.get(variable):
            found = _below(folder, variable)
            if found:
                yield found
    for name in ON_PATH[:2]:
        found = _named(name, environ)
        if found:
            yield found._replace(origin="PATH")
    for folder, origin in (
        (OPT, OPT),
        (environ.get("HIP_SYSROOT", ""), "HIP_SYSROOT"),
        (os.path.expanduser(SYSROOT), SYSROOT),
    ):
        found = _below(folder, origin) if folder else None
        if found:
            yield found
    found = _named(ON_PATH[2], environ)
    if found:
        yield found._replace(origin="PATH")


def _below(folder: str, origin: str) -> Compiler | None:
    for pattern in IN_PREFIX:
        for path in sorted(glob.glob(os.path.join(glob.escape(folder), pattern)), reverse=True):
            if os.access(path, os.X_OK):
                return _called(os.path.abspath(path), os.path.abspath(folder))._replace(origin=origin)
    return None


def _named(name: str, environ: Mapping[str, str]) -> Compiler | None:
    path = shutil.which(name, path=environ.get("PATH"))
    return _called(os.path.abspath(path), environ.get("ROCM_PATH", "")) if path else None


def _called(program: str, prefix: str) -> Compiler:
    """Say what flags a compiler needs: one that a distribution packages has ROCm beside it, below /usr."""
    packaged = PACKAGED.fullmatch(program)
    if packaged is None:
        include = os.path.join(prefix, "include")
        return Compiler(program, include=include if os.path.isdir(os.path.join(include, "hip")) else "")
    root = packaged[1]
    rocm = [f"--rocm-path={root}/usr"]
    bitcode = sorted(glob.glob(f"{glob.escape(root)}/usr/lib/llvm-*/lib/clang/*/amdgcn/bitcode"))
    if bitcode:
        rocm.append(f"--rocm-device-lib-path={bitcode[-1]}")
    # -isystem too: --rocm-path is searched after /usr/include, where a distribution's Thrust may lie
    include = f"{root}/usr/include"
    return Compiler(program, (*rocm, *(("-isystem", include) if root else ())), include if root else "")


def probe(compiler: Compiler, archs: Sequence[str], seconds: float) -> None:
    """See that a compiler works: raises `HipifyError` where it compiles nothing for an architecture."""
    with tempfile.TemporaryDirectory(prefix="hipify-verify-") as folder:
        path = os.path.join(folder, "probe.hip")
        with open(path, "wb") as file:
            file.write(PROBE)
        for side in archs:
            command = [*compiler.command("hip", side), "-fsyntax-only", path]
            try:
                ended = processes.run(command, folder, seconds)
            except OSError as error:
                text = f"{compiler.program}: cannot start it: {error.strerror}"
                raise HipifyError(text) from error
            if ended.status != 0:
                raise HipifyError(_refused(compiler, side, ended, folder, seconds))


def _refused(compiler: Compiler, side: str, ended: processes.Ended, folder: str, seconds: float) -> str:
    """Say that a compiler does not work, why, and what of the environment may be the cause."""
    said = ended.said.decode("utf-8", "replace").replace(folder + "/", "").strip().splitlines()
    why = said[0] if said else f"exit status {ended.status}"
    if ended.too_long:
        why = f"no end after {seconds:g} s, which --time-limit may make more"
    stale = [
        f"{name} is {named}, where none is"
        for name in VARIABLES
        if (named := os.environ.get(name)) and _below(named, name) is None
    ]
    return "; ".join(
        (f"{compiler.program} compiles no HIP for {side}: {why}", *stale, "name another with --hip-compiler")
    )
