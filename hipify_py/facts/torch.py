"""Derive the include paths and macros of PyTorch's CUDA layer from its headers.

python -m hipify_py.facts.torch 2.11.0=INCLUDE 2.13.0=INCLUDE ...

INCLUDE is the folder `torch/include` of an unpacked wheel of PyTorch, for any device: the headers of the CUDA
layer are in all of them. Without folders the rules are derived again from `rules/facts/torch.tsv`, which has
what was read.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from hipify_py.facts import emit, table
from hipify_py.facts.__main__ import RULES, release
from hipify_py.facts.table import Fact
from hipify_py.lazy import re

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from hipify_py.facts.hints import Value

FACTS = "rules/facts/torch.tsv"
NOTE = (
    "# Made by `python -m hipify_py.facts.torch RELEASE=INCLUDE ...` from the headers in wheels of PyTorch.\n"
)
LAYERS = ("ATen/cuda", "ATen/native/cuda", "c10/cuda")
MACRO = re.compile(r"^[ \t]*#[ \t]*define[ \t]+((?:AT|C10|TORCH)_CUDA_\w+)", re.MULTILINE)
INCLUDE = re.compile(
    r"^[ \t]*#[ \t]*include[ \t]*[<\"]((?:ATen|ATen/native|c10)/cuda/[\w./-]+)[>\"]", re.MULTILINE
)
DRIVER = "c10/cuda/driver_api.h"
NO_DRIVER = (
    "it loads CUDA's driver and NVML by name, and does not compile for HIP: call HIP's runtime instead"
)
"""NVML's functions stand in it without a condition; clang refuses it for gfx90a and gfx1100 (2.13)."""


NO_CUTLASS = "it includes CUTLASS, which is for NVIDIA's GPUs"
REFUSED = {
    DRIVER: NO_DRIVER,
    **dict.fromkeys(
        ("ATen/native/cuda/GroupMMCommon.cuh", "ATen/native/cuda/cutlass_common.cuh"), NO_CUTLASS
    ),
}
NOT_THERE = "no PyTorch from 2.11 on has a header of this name, neither for CUDA nor for ROCm"
PARTS = ("nested", "quantized", "sparse", "transformers")
"""Those of ATen/native with a folder of CUDA's that PyTorch's hipify knows."""
NO_INTERFACE = (
    "it is of PyTorch's own kernels, and nothing that extensions include: write what is needed of it"
)


def gather(include: Path) -> Iterator[Fact]:
    """Read `torch/include`: the paths below the folders in `LAYERS`, and the macros with CUDA in their names.

    A path is a fact where the file is there, and where a header includes it: what a build makes, as
    ATen/cuda/CUDAConfig.h, is missing from wheels for the CPU. Raises FileNotFoundError where `include` has
    no such folder.
    """
    for layer in LAYERS:
        if not (include / layer).is_dir():
            message = f"{include / layer}: no such folder; name the folder torch/include of a wheel"
            raise FileNotFoundError(message)
    found: set[str] = set()
    for path in sorted(path for layer in ("ATen", "c10") for path in (include / layer).rglob("*.*h")):
        text = path.read_text(encoding="utf-8")
        name = path.relative_to(include).as_posix()
        if name.startswith(tuple(f"{layer}/" for layer in LAYERS)):
            found.add(name)
            yield from (Fact(macro, "macro", name, "") for macro in MACRO.findall(text))
        found.update(INCLUDE.findall(text))
    yield from (Fact(name, "header", name, "") for name in found)


def on_rocm(path: str) -> str:
    """Give the include path that a PyTorch for ROCm has for one of the CUDA layer.

    Its headers come from those of the CUDA layer, in folders named `hip`, with HIP in the name of the file.
    So say the paths by which headers that wheels ship unchanged include them, such as
    ATen/hip/impl/HIPGuardImplMasqueradingAsCUDA.h.
    """
    folder, _, name = path.rpartition("/")
    parts = ("hip" if part == "cuda" else part for part in folder.split("/"))
    return "/".join((*parts, name.replace("CUDA", "HIP").replace("cuda", "hip")))


def derive(facts: Mapping[str, table.Facts]) -> dict[str, dict[str, Value]]:
    """Give the tables of the rule file: what include paths and macros of any release become."""
    headers: dict[str, Value] = {f"{layer}/": {"review": NOT_THERE} for layer in LAYERS}
    headers |= {f"ATen/native/{part}/cuda/": {"review": NO_INTERFACE} for part in PARTS}
    names: dict[str, Value] = {}
    for fact in (fact for known in facts.values() for each in known.values() for fact in each):
        if fact.kind == "header":
            refused = REFUSED.get(fact.name)
            headers[fact.name] = {"review": refused} if refused else on_rocm(fact.name)
        elif fact.header == DRIVER:
            names[fact.name] = {"review": NO_DRIVER}
        else:
            names.setdefault(fact.name, fact.name)
    return {"headers": headers, "names": names}


def main(arguments: list[str]) -> int:
    """Run the command; the exit code is 2 where a folder is not one of PyTorch's headers."""
    made = argparse.ArgumentParser(prog="python -m hipify_py.facts.torch", description=__doc__)
    made.add_argument("torch", type=release, nargs="*", metavar="RELEASE=INCLUDE")
    made.add_argument(
        "--rules", type=Path, default=RULES, help="the folder of rule files (default: the checkout's)"
    )
    options = made.parse_args(arguments)
    place = options.rules / "facts" / "torch.tsv"
    if options.torch:
        try:
            found = {number: list(gather(folder)) for number, folder in options.torch}
        except FileNotFoundError as error:
            print(error, file=sys.stderr)  # noqa: T201
            return 2
        table.write(place, found, note=NOTE)
    tables = derive(table.read(place))
    title = "PyTorch's CUDA layer, from 2.11 on"
    emit.write(options.rules / "torch.toml", title, tables, source=FACTS, command="hipify_py.facts.torch")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
