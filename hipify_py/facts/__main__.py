"""Derive the facts and the name tables: `python -m hipify_py.facts --cuda12 DIR --cuda13 DIR --rocm DIR`.

Without directories the tables are derived again from the facts that are kept under `rules/facts`.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from pathlib import Path

from hipify_py.facts import emit, gather, hints, includes, rulefiles, scope, table

RULES = Path(__file__).parents[2] / "rules"


def main(arguments: list[str]) -> int:
    """Run the command; the exit code is 1 where a name is left without a decision or a hint is wrong."""
    options = parser().parse_args(arguments)
    folder = options.rules / "facts"
    known = scope.read(folder / "scope.toml")
    if options.cuda12 or options.cuda13 or options.rocm:
        gather.run(gather.Places(options.cuda12, options.cuda13, options.rocm), known, folder)
    cuda = {name: table.read(folder / f"cuda-{name}.tsv") for name in ("12.9", "13.0")}
    rocm = table.read(folder / "rocm-7.2.tsv")
    made = rulefiles.derive(cuda, rocm, known, hints.read(folder / "hints.toml"))
    decisions = includes.read(folder / "headers.toml")
    headers, problems = includes.decide(cuda.values(), rocm, decisions)
    made.problems += problems
    made.write(options.rules)
    tables = {"headers": headers, "namespaces": decisions["namespaces"]}
    emit.write(options.rules / "headers.toml", "include paths and namespaces", tables)
    for name, entries in made.files.items():
        counts = Counter(map(rulefiles.sort, entries.items()))
        print(f"{name}: {len(entries)} names:", ", ".join(f"{many} {what}" for what, many in counts.items()))  # noqa: T201
    print(*made.notes, *(f"problem: {text}" for text in made.problems), sep="\n")  # noqa: T201
    return 1 if made.problems else 0


def parser() -> argparse.ArgumentParser:
    """Describe the command's options."""
    made = argparse.ArgumentParser(prog="python -m hipify_py.facts", description=__doc__)
    made.add_argument("--cuda12", type=Path, help="directory with the include folder of CUDA 12.9")
    made.add_argument("--cuda13", type=Path, help="directory with the include folder of CUDA 13.0")
    made.add_argument("--rocm", type=Path, help="directory with the usr folder of ROCm 7.2 and of clang")
    made.add_argument(
        "--rules", type=Path, default=RULES, help="the folder of rule files (default: the checkout's)"
    )
    return made


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
