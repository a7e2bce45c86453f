"""Stand in for a compiler while a build runs: compile what it names, and write down what was said of it.

usage: recorder.py LOG LANGUAGE [--device-objects] PROGRAM ARGUMENT...

`tests/bench/endtoend.py` puts this in the place of hipcc and of the host's compilers. A line of JSON a source
is added to LOG. HIP is compiled for the device, too, for its syntax alone, or with `--device-objects` to an
object for one GPU, which nobody keeps; objects are of the host's side, without optimisation, and there is no
other side to what CMake compiles to try a compiler. What links is not linked, since there is no runtime to
link: its sources are compiled, and an empty file stands for the program. LANGUAGE is "hip" for hipcc, else
"".
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from typing import NamedTuple

SOURCES = (".cu", ".hip", ".cpp", ".cc", ".cxx", ".c", ".C")
OBJECTS = (".o", ".obj", ".a", ".so", ".lo")
VALUED = {"-x", "-I", "-D", "-U", "-include", "-isystem", "-idirafter", "-iquote", "-Xclang"}
DEPENDENCIES = {"-MF", "-MT", "-MQ"}  # with a value
NOT_OBJECTS = {"-E", "-S", "-M", "-MM", "-fsyntax-only"}
HOST, DEVICE = "host", "device"
TRIAL = "CMakeScratch"  # the folder in which CMake tries a compiler


class Command(NamedTuple):
    """A compile line: what it compiles, where to, and what is left when both are taken away."""

    sources: tuple[str, ...]
    output: str
    flags: tuple[str, ...]  # without sources, output and what is for the linker
    depends: tuple[str, ...]  # what asks for a file of dependencies
    links: bool
    makes_objects: bool


def read(arguments: list[str]) -> Command:
    """Take a compile line apart."""
    kept: dict[str, list[str]] = {"sources": [], "flags": [], "depends": [], "output": [], "linker": []}
    left = iter(arguments)
    for word in left:
        kind = _kind(word)
        if word != "-o":
            kept[kind].append(word)
        if word in VALUED | DEPENDENCIES | {"-o", "-L", "-l"}:
            kept[kind].append(next(left, ""))
    given = set(arguments)
    return Command(
        tuple(kept["sources"]),
        "".join(kept["output"][-1:]),
        tuple(kept["flags"]),
        tuple(kept["depends"]),
        links=not ({"-c"} | NOT_OBJECTS) & given,
        makes_objects=not NOT_OBJECTS & given,
    )


def _kind(word: str) -> str:
    """Say what a word of a compile line is for."""
    if word == "-o":
        return "output"
    if word in DEPENDENCIES | {"-MD", "-MMD", "-MP"}:
        return "depends"
    if word in {"-c", "-shared"} or word.startswith(("-l", "-L", "-Wl,")):
        return "linker"
    if not word.startswith("-") and word.endswith(SOURCES):
        return "sources"
    is_object = word.endswith(OBJECTS) or ".so." in word
    return "linker" if is_object and not word.startswith("-") else "flags"


def sides(
    command: Command, source: str, output: str, *, hip: bool, objects: bool = False
) -> dict[str, list[str]]:
    """Give the arguments for each side of a source; with `objects` the device's side is compiled to one."""
    flags = [word for word in command.flags if word != "--cuda-host-only"]
    host = [*flags, "-O0", "-c", *command.depends, "-o", output]
    if not hip:
        return {HOST: [*host, source]}
    named = [] if "-x" in flags else ["-x", "hip"]
    gpus = [] if any(word.startswith("--offload-arch") for word in flags) else ["--offload-arch=gfx90a"]
    device = [*flags, *gpus, "--cuda-device-only", "-fsyntax-only"]
    if objects:
        one = [word for word in flags if not word.startswith("--offload-arch")] + ["--offload-arch=gfx90a"]
        device = [*one, "--cuda-device-only", "--no-gpu-bundle-output", "-c", "-o", os.devnull]
    return {DEVICE: [*device, *named, source], HOST: [*host, "--cuda-host-only", *named, source]}


def main() -> int:
    """Compile, record, and give the exit status."""
    log, language, program, *arguments = sys.argv[1:]
    objects = program == "--device-objects"
    if objects:
        program, *arguments = arguments
    command = read(arguments)
    if not command.sources or not command.makes_objects:
        if command.links and command.output:
            return _stand_for(command.output)
        return subprocess.run([program, *arguments], check=False).returncode
    status = 0
    for source in command.sources:
        plain = os.path.splitext(os.path.basename(source))[0] + ".o"
        output = os.devnull if command.links else command.output or plain
        hip = "hip" in command.flags or (language == "hip" and not source.endswith(".c"))
        said = {}
        lines = sides(command, source, output, hip=hip, objects=objects)
        if TRIAL in os.getcwd().split(os.sep):
            lines.pop(DEVICE, None)
        for side, words in lines.items():
            ended = subprocess.run(
                [program, *words], capture_output=True, text=True, errors="replace", check=False
            )
            if ended.returncode:
                said[side] = ended.stderr or f"{program}: error: exit status {ended.returncode}"
                sys.stderr.write(ended.stderr)
                status = 1
        line = {"folder": os.getcwd(), "source": source, "hip": hip, "said": said}
        with open(log, "a", encoding="utf-8") as file:
            file.write(json.dumps(line) + "\n")
    return status or (_stand_for(command.output or "a.out") if command.links else 0)


def _stand_for(program: str) -> int:
    with open(program, "wb"):
        os.chmod(program, 0o755)
    return 0


if __name__ == "__main__":
    sys.exit(main())
