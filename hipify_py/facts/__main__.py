"""Derive the facts and the name tables from header trees.

python -m hipify_py.facts --cuda 12.9=DIR --cuda 13.0=DIR --rocm 6.4=DIR --rocm 7.2=DIR

Without directories the tables are derived again from the facts that are kept under `rules/facts`.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from pathlib import Path

from hipify_py.facts import emit, gather, hints, includes, rulefiles, scope, table, templatefiles, versions

HINTS = "hints"  # the folder for all; each beside it is for what a user may choose, as its rule files are
COMPARED = 2  # releases of ROCm: the newest, and one for what is otherwise in older ones
RULES = Path(__file__).parents[2] / "rules"


def main(arguments: list[str]) -> int:
    """Run the command; the exit code is 1 where a name is left without a decision or a hint is wrong."""
    options = parser().parse_args(arguments)
    if bool(options.cuda) != bool(options.rocm):
        parser().error("the tables are written whole: give every release of both sides, --cuda and --rocm")
    folder = options.rules / "facts"
    known = scope.read(folder / "scope.toml")
    if options.cuda or options.rocm:
        try:
            gather.run(gather.Places(dict(options.cuda), dict(options.rocm)), known, folder)
        except FileNotFoundError as error:
            print(error, file=sys.stderr)  # noqa: T201
            return 2
    cuda, rocm = table.read(folder / "cuda.tsv"), table.read(folder / "rocm.tsv")
    made = rulefiles.derive(cuda, rocm, known, hints.read(folder / HINTS))
    decisions = includes.read(folder / "headers.toml")
    if len(rocm) > COMPARED:
        print(f"{len(rocm)} releases of ROCm; the newest is compared with one older", file=sys.stderr)  # noqa: T201
        return 2
    newest = rulefiles.newest_of(rocm)
    headers, problems = includes.decide(cuda.values(), rocm[newest], decisions)
    made.problems += problems
    for choice in sorted(each for each in folder.iterdir() if each.is_dir() and each.name != HINTS):
        chosen = hints.read(choice)
        other = rulefiles.derive(cuda, rocm, known.only(chosen.files), chosen)
        other.write(options.rules / choice.name, f"rules/facts/{choice.name}")
        made.problems += other.problems
        rulefiles.tell_of_choice(made, other, choice.name)
    made.write(options.rules)
    files = templatefiles.read(folder / "templates.toml")
    templates = templatefiles.derive(files, rulefiles.merge(cuda.values()), rocm)
    made.problems += templates.problems
    templatefiles.write(templates, files, options.rules)
    versions.write(options.rules, versions.derive(rulefiles.merge(cuda.values()), rocm))
    tables = {"headers": headers, "namespaces": decisions["namespaces"]}
    for release in rocm.keys() - {newest}:
        tables[f'before."{newest}"'] = includes.later(
            headers, rocm[release], newest, decisions.get("unread", {}).get(release, ())
        )
    title, source = "include paths and namespaces", "rules/facts/headers.toml"
    emit.write(options.rules / "headers.toml", title, tables, source=source)
    for name, entries in made.files.items():
        counts = Counter(map(rulefiles.sort, entries.items()))
        print(f"{name}: {len(entries)} names:", ", ".join(f"{many} {what}" for what, many in counts.items()))  # noqa: T201
    print(*made.notes, *(f"problem: {text}" for text in made.problems), sep="\n")  # noqa: T201
    return 1 if made.problems else 0


def parser() -> argparse.ArgumentParser:
    """Describe the command's options."""
    made = argparse.ArgumentParser(prog="python -m hipify_py.facts", description=__doc__)
    made.add_argument(
        "--cuda",
        type=release,
        action="append",
        default=[],
        metavar="RELEASE=DIR",
        help="directory with the include folder of a CUDA, all its libraries in it; once a release",
    )
    made.add_argument(
        "--rocm",
        type=release,
        action="append",
        default=[],
        metavar="RELEASE=DIR",
        help="directory with the usr folder of a ROCm and of clang, see tests/toolchain/setup.sh",
    )
    made.add_argument(
        "--rules", type=Path, default=RULES, help="the folder of rule files (default: the checkout's)"
    )
    return made


def release(text: str) -> tuple[str, Path]:
    """Read `RELEASE=DIR`."""
    name, equals, folder = text.partition("=")
    if not equals or not name.replace(".", "").isdigit():
        message = f"{text!r} is not RELEASE=DIR, such as 12.9=/usr/local/cuda"
        raise argparse.ArgumentTypeError(message)
    return name, Path(folder)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
