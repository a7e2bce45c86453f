"""Compile a kernel's source for the host and run it with emulated lanes; include/simt/core.h has the model.

    outcome = run(Path("corpus/lanes/reduce.cu"), "cuda", 32)
    outcome = run(converted_text, "hip", 64, order="descending")

`python tests/simt/emulator.py FILE cuda|hip [WIDTH [ORDER]]` does the same from the command line.
"""

from __future__ import annotations

import functools
import hashlib
import os
import shutil
import subprocess
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Literal, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterable

HERE = Path(__file__).parent
ORDERS = ("ascending", "descending", "7")  # a number is the seed of a shuffle
HEADERS = {"cuda": "cuda_runtime.h", "hip": "hip/hip_runtime.h"}
# Basic blocks have to be those of the source; warnings are nvcc's and hipcc's business.
FLAGS = (
    "-std=c++17",
    "-O0",
    "-w",
    "-fno-threadsafe-statics",
    "-fno-jump-tables",
    "-fsanitize-coverage=trace-pc",
)
# LLVM's optimiser; what it may not do in code that works on lanes is for a processor alone, or costs time.
OPTIMISED = (
    *("-std=c++17", "-O2", "-w", "-fno-threadsafe-statics", "-fno-jump-tables", "-fno-addrsig"),
    *("-fconvergent-functions", "-fno-vectorize", "-fno-slp-vectorize", "-fno-unroll-loops"),
    *("-fno-omit-frame-pointer", "-mno-omit-leaf-frame-pointer"),
    "-fsanitize-coverage=trace-pc,no-prune,trace-loads,trace-stores",
    *(f"-mllvm=-{name}" for name in ("disable-tail-duplicate", "disable-early-taildup")),
    *("-mllvm=-enable-tail-merge=false", "-mllvm=-disable-block-placement", "-mllvm=-disable-branch-fold"),
)
RUNTIME_FLAGS = ("-std=c++17", "-O1", "-fno-omit-frame-pointer", "-fno-optimize-sibling-calls")
LINK = (
    "-rdynamic",
    *(["-fuse-ld=gold"] if shutil.which("ld.gold") else []),
)  # gold takes a third of the time
TIMED_OUT = 124

Side = Literal["cuda", "hip"]


class Problem(NamedTuple):
    """Something a run did that real hardware need not forgive: where, how often, and the first one's text.

    `kind` is inactive-lane (a lane read one that takes no part; it got poison), mask (a lane's mask does not
    fit the lanes that are there), apart (the lanes of a mask are in different calls), partial-barrier (a
    barrier that only part of a wavefront reached), out-of-bounds, fault, deadlock, hang, width or host.
    """

    kind: str
    file: str
    line: int
    times: int
    text: str


class Outcome(NamedTuple):
    """What a run wrote and did. `status` is main's, 3 where it could not go on, 124 after a timeout."""

    stdout: str
    problems: tuple[Problem, ...]
    status: int
    stderr: str

    @property
    def kinds(self) -> frozenset[str]:
        """Give the kinds of problems there were."""
        return frozenset(problem.kind for problem in self.problems)


class CompileError(Exception):
    """The source does not compile; the text is the compiler's."""


@dataclass(frozen=True)
class Emulator:
    """A folder that keeps what was compiled, by content; several processes may share it."""

    folder: Path
    clang: str = ""  # to run what LLVM's optimiser makes of a source

    def run(
        self,
        source: Path | str | bytes,
        side: Side,
        width: int,
        order: str = "ascending",
        *,
        lockstep: bool | None = None,
        include: Iterable[Path | str] = (),
        flags: Iterable[str] = (),
        arguments: Iterable[str] = (),
        steps: int | None = None,
        most_steps: int | None = None,
        timeout: float = 60,
    ) -> Outcome:
        """Run a source's main() with wavefronts of `width` lanes; `arguments` are its own.

        A str or bytes is the source itself, a Path its file. Lanes are in lock step on the HIP side and
        independent on the CUDA side unless `lockstep` says otherwise. `order` is ascending, descending or a
        seed; `steps` is the number of basic blocks after which lanes that meet nobody hang, `most_steps`
        that after which all do. `include` are folders for the source's headers, `flags` the compiler's.
        Raises `CompileError` and `rewrite.RewriteError`.
        """
        program = self.build(source, side, include=include, flags=flags)
        together = side == "hip" if lockstep is None else lockstep
        settings = {
            "SIMT_WIDTH": str(width),
            "SIMT_ORDER": order,
            "SIMT_LOCKSTEP": str(int(together)),
            "SIMT_WAVE_BARRIERS": str(int(side == "hip")),
        }
        if steps is not None:
            settings["SIMT_STEPS"] = str(steps)
        if most_steps is not None:
            settings["SIMT_MOST_STEPS"] = str(most_steps)
        return _execute([str(program), *arguments], {**os.environ, **settings}, timeout)

    def build(
        self,
        source: Path | str | bytes,
        side: Side,
        *,
        include: Iterable[Path | str] = (),
        flags: Iterable[str] = (),
    ) -> Path:
        """Compile a source once and give the program."""
        from simt.blocks import tabled
        from simt.rewrite import rewrite

        flags = tuple(flags)
        name = source.name if isinstance(source, Path) else f"source.{'cu' if side == 'cuda' else 'hip'}"
        folders = [source.parent] if isinstance(source, Path) else []
        folders += [Path(folder) for folder in include]
        data = source.read_bytes() if isinstance(source, Path) else source
        data = data.encode() if isinstance(data, str) else data
        text = rewrite(data, name)
        options = [*(f"-I{folder}" for folder in folders), *flags]
        key = hashlib.sha256(repr((side, self.clang, options, text, _state(folders))).encode()).hexdigest()[
            :24
        ]
        program = self.folder / f"{Path(name).stem}-{key}"
        if not program.exists():
            written = program.with_suffix(".cpp")
            self._write(written, text)
            assembly = program.with_suffix(".s")
            self._compile([*self._command(side, flags), *options, "-S", str(written)], assembly)
            self._write(assembly, tabled(assembly.read_text()).encode())
            self._compile(["g++", *LINK, str(assembly), str(self._runtime())], program)
        return program

    def _command(self, side: Side, flags: tuple[str, ...]) -> list[str]:
        """Give the compiler's command up to what is the source's own."""
        if self.clang:
            return [self.clang, *OPTIMISED, *_paths(side), "-include", HEADERS[side]]
        return ["g++", *FLAGS, *_paths(side), "-include", str(self._prefix(side, flags))]

    def _runtime(self) -> Path:
        """Compile the scheduler once."""
        made = self.folder / f"runtime-{_own_state()}.o"
        if not made.exists():
            command = [
                "g++",
                *RUNTIME_FLAGS,
                f"-I{HERE / 'include'}",
                "-c",
                str(HERE / "runtime.cpp"),
            ]
            self._compile(command, made)
        return made

    def _prefix(self, side: Side, flags: tuple[str, ...]) -> Path:
        """Precompile the side's main header once for these flags; give the header that stands for it."""
        key = hashlib.sha256(repr((_own_state(), flags)).encode()).hexdigest()[:16]
        header = self.folder / f"{side}-{key}.h"
        made = header.with_name(header.name + ".gch")
        if not made.exists():
            self._write(header, f"#include <{HEADERS[side]}>\n".encode())
            self._compile(["g++", *FLAGS, *flags, *_paths(side), "-x", "c++-header", str(header)], made)
        return header

    def _write(self, target: Path, text: bytes) -> None:
        """Write a file that a compiler of another process may be reading: it is there as a whole."""
        with tempfile.TemporaryDirectory(dir=self.folder) as made:
            new = Path(made, "new")
            new.write_bytes(text)
            new.replace(target)

    def _compile(self, command: list[str], target: Path) -> None:
        """Run the compiler; the target appears at once or not at all."""
        with tempfile.TemporaryDirectory(dir=self.folder) as made:
            new = Path(made, "new")
            done = subprocess.run([*command, "-o", str(new)], capture_output=True, text=True, check=False)
            if done.returncode:
                raise CompileError(done.stderr)
            new.replace(target)


def _paths(side: Side) -> list[str]:
    return [f"-I{HERE / 'include'}", f"-I{HERE / 'include' / side}"]


@functools.cache
def _own_state() -> str:
    """Give a digest of the emulator's own sources."""
    digest = hashlib.sha256()
    for path in sorted([HERE / "runtime.cpp", *HERE.glob("runtime/*.h"), *HERE.glob("include/**/*.*h*")]):
        digest.update(path.read_bytes())
    return digest.hexdigest()[:16]


def _state(folders: list[Path]) -> list[tuple[str, int, int]]:
    """Tell whether headers beside the source have changed, and the emulator's own."""
    found = [path for folder in folders for path in folder.glob("*.h*")]
    state = [(str(path), path.stat().st_mtime_ns, path.stat().st_size) for path in sorted(found)]
    return [(_own_state(), 0, 0), *state]


def _execute(command: list[str], environment: dict[str, str], timeout: float) -> Outcome:
    try:
        done = subprocess.run(command, capture_output=True, env=environment, timeout=timeout, check=False)
    except subprocess.TimeoutExpired:
        return Outcome("", (Problem("hang", "", 0, 1, f"no end after {timeout:g} s"),), TIMED_OUT, "")
    problems, rest = [], []
    for line in done.stderr.decode("utf-8", "replace").splitlines():
        if line.startswith("simt-problem\t"):
            _, kind, file, number, count, text = line.split("\t", 5)
            problems.append(Problem(kind, file, int(number), int(count), text))
        else:
            rest.append(line)
    stdout = done.stdout.decode("utf-8", "replace")
    return Outcome(stdout, tuple(problems), done.returncode, "\n".join(rest))


@functools.cache
def _kept() -> tempfile.TemporaryDirectory[str]:
    """Make the folder of this process; it is removed when the process ends."""
    return tempfile.TemporaryDirectory(prefix="simt")


def run(
    source: Path | str | bytes, side: Side, width: int, order: str = "ascending", **more: object
) -> Outcome:
    """Run a source with an emulator whose folder lives as long as this process; see `Emulator.run`."""
    return Emulator(Path(_kept().name)).run(source, side, width, order, **more)  # type: ignore[arg-type]


def main(arguments: list[str]) -> int:
    """Run the file named on the command line; give its exit status."""
    file, side, *rest = arguments
    width = int(rest[0]) if rest else 32
    outcome = run(Path(file), "hip" if side == "hip" else "cuda", width, *rest[1:2])
    print(outcome.stdout, end="")
    for problem in outcome.problems:
        print(
            f"{problem.file}:{problem.line}: {problem.kind} x{problem.times}: {problem.text}", file=sys.stderr
        )
    if outcome.stderr:
        print(outcome.stderr, file=sys.stderr)
    return outcome.status


if __name__ == "__main__":
    sys.path[:0] = [str(HERE.parent), str(HERE.parent.parent)]
    sys.exit(main(sys.argv[1:]))
