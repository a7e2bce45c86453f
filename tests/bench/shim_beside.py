"""Hold the shim of `hipify-py shim` beside the header that a project's authors wrote for HIP.

usage: python tests/bench/shim_beside.py FOLDER HEADER [--without PATH...]

FOLDER is copied without HEADER (a path in it) and the other paths, so that nothing of theirs speaks for HIP,
and its shim is made. Each name that HEADER defines, by a macro, a typedef or a function, is counted once, by
what ours has for it. Nothing in FOLDER is changed.
"""

from __future__ import annotations

import argparse
import re
import shutil
import tempfile
from collections import defaultdict
from pathlib import Path
from typing import TYPE_CHECKING

from hipify_py.project.run import convert_tree
from hipify_py.rules.load import load
from hipify_py.settings import Settings
from hipify_py.shim.uses import uses_of

if TYPE_CHECKING:
    from collections.abc import Mapping

    from hipify_py.rules.model import RuleSet
    from hipify_py.shim.pieces import Uses

MACRO = re.compile(r"^[ \t]*#[ \t]*define[ \t]+(\w+)(\([^)]*\))?[ \t]*(\S.*)?$", re.MULTILINE)
TYPEDEF = re.compile(r"^typedef[ \t]+([^;{}]+?)[ \t]+(\w+)[ \t]*;", re.MULTILINE)
FUNCTION = re.compile(r"^[ \t]*static\b[^;{}=]*?\b(\w+)\([^;{}]*\)[ \t]*\{", re.MULTILINE)


def defined(text: str) -> dict[str, str]:
    """Give the names that a header defines, and what each stands for; of functions and such nothing."""
    found = dict.fromkeys(FUNCTION.findall(text), "")
    found |= {name: to for to, name in TYPEDEF.findall(text)}
    return found | {name: "" if call else to.strip() for name, call, to in MACRO.findall(text)}


def sorted_out(theirs: Mapping[str, str], uses: Uses, rules: RuleSet, texts: str) -> dict[str, list[str]]:
    """Give their names by what ours has for them."""
    ours: dict[str, set[str]] = defaultdict(set)
    for piece in uses.pieces:
        ours[piece.name].add(piece.to)
    words = set(re.findall(r"\w+", texts))
    kinds: dict[str, list[str]] = defaultdict(list)
    for name, to in theirs.items():
        known = rules.names.get(name.encode())
        if name in ours:
            kinds["the same in both" if to in ours[name] else "another way in ours"].append(name)
        elif name not in words:
            kinds["used nowhere"].append(name)
        elif known is None:
            kinds["not CUDA's but the project's own"].append(name)
        elif known.to == name.encode():
            kinds["HIP's own name, or reported"].append(name)
        else:
            kinds["missing in ours"].append(name)
    kinds["in ours alone"] = sorted(
        {piece.name for piece in uses.pieces if piece.kind in {"name", "macro", "function", "using"}}
        - theirs.keys()
    )
    return kinds


def main() -> None:
    """Print a line for each kind of name."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("folder", type=Path)
    parser.add_argument("header", help="its path from FOLDER on")
    parser.add_argument("--without", nargs="*", default=[], metavar="PATH")
    given = parser.parse_args()
    rules = load()
    with tempfile.TemporaryDirectory() as place:
        copy = Path(place, given.folder.name)
        shutil.copytree(given.folder, copy)
        for path in (given.header, *given.without):
            (copy / path).unlink()
        uses = uses_of(convert_tree([str(copy)], Settings(mode="memory")).files, rules)
        sources = [path for path in copy.rglob("*") if path.suffix in {".cu", ".cuh", ".h", ".cpp"}]
        texts = "\n".join(path.read_text("latin-1") for path in sources)
    theirs = defined((given.folder / given.header).read_text("latin-1"))
    print(f"{len(theirs)} names in {given.header}")
    for kind, names in sorted_out(theirs, uses, rules, texts).items():
        print(f"{len(names):4} {kind}: {' '.join(sorted(names))}")


if __name__ == "__main__":
    main()
