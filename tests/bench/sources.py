"""What is measured on."""

from __future__ import annotations

import importlib.util
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).resolve().parent.parent.parent
ENDINGS = {".cu", ".cuh"}
HOST_ENDINGS = {".c", ".cc", ".cpp", ".cxx", ".h", ".hpp"}
VENDORED = {"cutlass"}  # a library whose size would decide every figure


class Source(NamedTuple):
    """A file and its bytes."""

    path: Path
    data: bytes


def find(named: list[Path], folder: Path) -> list[Path]:
    """Give the CUDA sources in the named folders, or in the corpus with the file that it generates."""
    if named:
        return sorted(file for path in named for file in _in(path))
    large = folder / "generated.cu"
    large.write_bytes(_generated())
    return [*_in(ROOT / "corpus"), large]


def _in(path: Path) -> list[Path]:
    if path.is_file():
        return [path]
    wanted = ENDINGS | HOST_ENDINGS if path == ROOT / "corpus" else ENDINGS
    found = (file for file in path.rglob("*") if file.suffix in wanted and file.is_file())
    return sorted(file for file in found if not VENDORED.intersection(file.parts))


def _generated() -> bytes:
    path = ROOT / "corpus/generated-2mb/generate.py"
    spec = importlib.util.spec_from_file_location("generate", path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    data = module.generate()
    assert isinstance(data, bytes)
    return data


def read(files: list[Path]) -> list[Source]:
    """Read all files."""
    return [Source(file, file.read_bytes()) for file in files]


def about(files: list[Path]) -> str:
    """Describe the input in one line."""
    sizes = [file.stat().st_size for file in files]
    return f"{len(files)} files, {sum(sizes) / 1e6:.2f} MB, the largest {max(sizes) / 1e6:.2f} MB"
