"""Build PyTorch extensions as torch's own hipify converts them, and as we do: which files compile?

usage: python tests/bench/torch_extensions.py --torch DIR --into DIR [--arch A,B] [--syntax] FOLDER...

DIR of `--torch` is the folder `torch` of an unpacked wheel, for any device; its `include` is made into what
a PyTorch for ROCm would have by torch's own hipify, in INTO/torch/include. Each FOLDER, an unpacked source
archive that torch_extensions.toml names, is copied twice, INTO/theirs and INTO/ours, and converted there by
a call as `CUDAExtension` makes it; what was printed stands beside. Every source that ends in `.cu` is
compiled to object code, with the flags of `torch.utils.cpp_extension` and of the toml, one after the other
and for the devices alone (which reads the host's code, too). What was compiled before is not compiled again
while its text and that of the headers are the same (INTO/compiled.json). Nothing is run, and no PyTorch is
imported.
"""

from __future__ import annotations

import argparse
import contextlib
import hashlib
import importlib
import io
import json
import os
import re
import shutil
import sys
import sysconfig
import tomllib
import types
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

TESTS = Path(__file__).parent.parent
sys.path[:0] = [str(TESTS), str(TESTS.parent)]

from toolchain import hipcheck  # noqa: E402

from hipify_py import torch_extension  # noqa: E402

LAYERS = ("ATen/cuda", "ATen/native/cuda", "c10/cuda")
"""The folders of CUDA alone: what a PyTorch for ROCm has of them does not compile for HIP."""
INTO_HIP = (*LAYERS, "ATen/native/*/cuda", "torch/csrc")
FLAGS = (  # COMMON_HIP_FLAGS, COMMON_HIPCC_FLAGS and what else torch/utils/cpp_extension.py gives (2.11)
    "-D__HIP_PLATFORM_AMD__=1",
    "-DUSE_ROCM=1",
    "-DHIPBLAS_V2",
    "-fPIC",
    "-DCUDA_HAS_FP16=1",
    "-D__HIP_NO_HALF_OPERATORS__=1",
    "-D__HIP_NO_HALF_CONVERSIONS__=1",
    "-DHIP_ENABLE_WARP_SYNC_BUILTINS=1",
    "-DTORCH_API_INCLUDE_EXTENSION_H",
    "-DTORCH_EXTENSION_NAME=extension",
    "-std=c++17",
    "-fno-gpu-rdc",
)
ERROR = re.compile(r"^(?P<place>[^\s:]+:\d+):\d+: (?:fatal )?error: (?P<text>.*)$", re.MULTILINE)
FINDING = re.compile(r"^[^\n]+?:\d+:\d+: (note|warning|error): ", re.MULTILINE)
Hipify = Callable[..., dict[str, Any]]


@dataclass(frozen=True)
class Extension:
    """One extension: where it lies, and what its setup.py says."""

    folder: Path
    sources: tuple[str, ...]
    include_dirs: tuple[str, ...]
    flags: tuple[str, ...]

    def copy(self, into: Path) -> Path:
        """Copy it, without what an earlier run made of it."""
        made = into / self.folder.name
        shutil.rmtree(made, ignore_errors=True)
        return Path(shutil.copytree(self.folder, made))


@dataclass(frozen=True)
class Built:
    """What became of an extension by one converter: errors by source, and what was printed."""

    errors: dict[str, list[str]]
    printed: str

    @property
    def compiled(self) -> int:
        return sum(not each for each in self.errors.values())

    @property
    def findings(self) -> str:
        """Count what was reported, by severity."""
        found = FINDING.findall(self.printed)
        return ", ".join(f"{found.count(each)} {each}s" for each in ("error", "warning") if each in found)


def told() -> dict[str, dict[str, tuple[str, ...]]]:
    """Read what torch_extensions.toml says of extensions, by the name of the folder without the version."""
    tables = tomllib.loads(Path(__file__).with_suffix(".toml").read_text())
    return {name: {key: tuple(value) for key, value in table.items()} for name, table in tables.items()}


def torch_hipify(torch: Path) -> Hipify:
    """Give `hipify` of torch/utils/hipify, from a package of its own, so that no PyTorch is imported."""
    package = types.ModuleType("hipify_of_torch")
    package.__path__ = [str(torch / "utils" / "hipify")]
    sys.modules[package.__name__] = package
    hipify: Hipify = importlib.import_module(f"{package.__name__}.hipify_python").hipify
    return hipify


def make_headers(torch: Path, into: Path, hipify: Hipify) -> None:
    """Make the headers of a PyTorch for ROCm, as PyTorch's build does with its sources.

    What a build for ROCm configures is told of CUDA's: HIPConfig.h has the values of the wheel but for
    AT_ROCM_ENABLED. The folders of CUDA are taken away, so that a name that was left is noticed.
    """
    shutil.rmtree(into, ignore_errors=True)
    shutil.copytree(torch / "include", into)
    patterns = [f"{into}/{each}/*" for each in INTO_HIP]
    top = str(into)
    with contextlib.redirect_stderr(io.StringIO()):
        hipify(top, output_directory=top, includes=patterns, show_progress=False, hip_clang_launch=True)
    config = into / "ATen" / "hip" / "HIPConfig.h"
    if config.exists():
        text = config.read_text().replace("AT_ROCM_ENABLED() 0", "AT_ROCM_ENABLED() 1")
        config.write_text(text)
    for layer in LAYERS:
        shutil.rmtree(into / layer)


def convert(hipify: Hipify, extension: Extension, copy: Path) -> tuple[dict[str, str], str]:
    """Call as `CUDAExtension` does; give what is built for each source, and what was printed."""
    sources = sorted(str(path) for each in extension.sources for path in copy.glob(each))
    printed = io.StringIO()
    before = Path.cwd()
    os.chdir(copy)
    try:
        with contextlib.redirect_stderr(printed), contextlib.redirect_stdout(printed):
            done = hipify(
                project_directory=str(copy),
                output_directory=str(copy),
                header_include_dirs=list(extension.include_dirs),
                includes=[f"{copy}/*"],
                extra_files=sources,
                show_detailed=True,
                is_pytorch_extension=True,
                hipify_extra_files_only=True,
            )
    finally:
        os.chdir(before)
    return {each: done[each].hipified_path or each if each in done else each for each in sources}, (
        printed.getvalue()
    )


class Compiler:
    """The HIP compiler, which remembers what it was asked."""

    def __init__(self, headers: Path, kept: Path, archs: list[str], *, syntax: bool) -> None:
        found = hipcheck.find_toolchain(
            Path(os.environ.get("HIP_SYSROOT") or Path.home() / ".cache/hip-sysroot")
        )
        if found is None:
            sys.exit("torch_extensions.py: no HIP compiler: run tests/toolchain/setup.sh")
        self.tools = found
        self.archs = archs
        self.kept = kept
        self.known: dict[str, list[str]] = json.loads(kept.read_text()) if kept.exists() else {}
        python = sysconfig.get_paths()["include"]
        system = (str(headers), str(headers / "torch/csrc/api/include"), python)
        self.flags = [*FLAGS, *(part for each in system for part in ("-isystem", each))]
        self.flags += ["-fsyntax-only"] if syntax else []

    def errors(self, source: Path, flags: list[str], state: str) -> list[str]:
        """Give the errors of all sides, each once; `state` stands for what the source includes."""
        return list(
            dict.fromkeys(each for arch in self.archs for each in self._side(source, arch, flags, state))
        )

    def _side(self, source: Path, arch: str, flags: list[str], state: str) -> list[str]:
        asked = repr((str(source), source.read_bytes(), arch, self.flags, flags, state))
        key = hashlib.sha256(asked.encode()).hexdigest()
        if key not in self.known:
            status, said = hipcheck.compile_side(self.tools, source, arch, [*self.flags, *flags])
            found = [f"{one['place']}: {one['text']}" for one in ERROR.finditer(said)]
            self.known[key] = found or ([f"{source}: exit status {status}: {said[-300:]}"] if status else [])
            self.kept.write_text(json.dumps(self.known))
        return self.known[key]


def build(hipify: Hipify, extension: Extension, into: Path, compiler: Compiler) -> Built:
    """Convert a copy and compile each source of CUDA."""
    copy = extension.copy(into)
    built, printed = convert(hipify, extension, copy)
    (into / f"{extension.folder.name}.txt").write_text(printed)
    folders = [f"-I{copy / each}" for each in extension.include_dirs]
    texts = (path.read_bytes() for path in sorted(copy.rglob("*.*h*")) if path.is_file())
    state = hashlib.sha256(b"\0".join(texts)).hexdigest()
    errors = {}
    for source, path in built.items():
        if source.endswith(".cu"):
            name = os.path.relpath(source, copy)
            errors[name] = compiler.errors(Path(path), [*folders, *extension.flags], state)
            print(f"  {into.name} {name}: {len(errors[name])} errors", file=sys.stderr, flush=True)
    return Built(errors, printed)


def main() -> None:
    """Print a row for each extension, and below the first error of each file that does not compile."""
    parser = argparse.ArgumentParser(
        prog="torch_extensions.py", description=(__doc__ or "").split("\n", 1)[0]
    )
    parser.add_argument("folders", type=Path, nargs="+", metavar="FOLDER")
    parser.add_argument("--torch", type=Path, required=True, metavar="DIR")
    parser.add_argument("--into", type=Path, required=True, metavar="DIR")
    parser.add_argument("--arch", default=hipcheck.ARCHS)
    parser.add_argument("--convert-only", action="store_true", help="compile nothing")
    parser.add_argument("--syntax", action="store_true", help="stop before code is made, which takes long")
    options = parser.parse_args()
    into = options.into.resolve()
    theirs = torch_hipify(options.torch.resolve())
    if not (into / "torch/include").exists():
        make_headers(options.torch.resolve(), into / "torch/include", theirs)
    compiler = Compiler(
        into / "torch/include",
        into / "compiled.json",
        [] if options.convert_only else options.arch.split(","),
        syntax=options.syntax,
    )
    failures = []
    print("| extension | files | after torch's hipify | after ours | findings of ours |")
    print("| --- | ---: | ---: | ---: | --- |")
    for folder in options.folders:
        extension = Extension(folder.resolve(), **told()[folder.name.rpartition("-")[0]])
        done = [
            build(each, extension, into / name, compiler)
            for name, each in (("theirs", theirs), ("ours", torch_extension.hipify))
        ]
        counts = " | ".join(str(each.compiled) for each in done)
        print(f"| {folder.name} | {len(done[0].errors)} | {counts} | {done[1].findings} |", flush=True)
        for side, one in zip(("torch's", "ours"), done, strict=True):
            failures += [
                f"{folder.name} {side}: {name}: {each[0]}" for name, each in one.errors.items() if each
            ]
    print("", *failures, sep="\n")


if __name__ == "__main__":
    main()
