"""Say which kernels are decided otherwise when their source says the same in other words.

usage: python tests/bench/metamorphic.py [--least] [REWORDING...] [KERNEL|FOLDER...] | --known

Without names all kernels of the corpus are converted as they stand and after each rewording of
`tests/helpers/metamorphic.py`, in each way of `--warp`. A table counts for how many kernels all was the
same, and each difference is listed. `--least` says of each which few changes make it, as lines of the source
and of what came out; `--known` prints the differences instead as `tests/lanes/known_differences.toml` has
them. Exit: 0 no difference, 1 some, 2 wrong usage.
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterator
from difflib import unified_diff
from pathlib import Path
from typing import NamedTuple

HERE = Path(__file__).parent
sys.path[:0] = [str(HERE.parent.parent), str(HERE.parent)]

from helpers.decisions import KERNELS, WAYS, Decided, Way, decided, differences, name_of  # noqa: E402
from helpers.metamorphic import REWORDINGS, Rewording  # noqa: E402
from helpers.reword.changes import Change, reworded  # noqa: E402

from hipify_py.source.unit import Unit  # noqa: E402

HEAD = """\
# Kernels that are decided otherwise when their source says the same in other words, by rewording and by way
# (`--warp`): defects of the analysis. tests/lanes/test_metamorphic.py fails for one that is missing here and
# for one too many. `python tests/bench/metamorphic.py --known` writes this file, `--least` tells instead what
# few changes of the source make each difference."""


class Difference(NamedTuple):
    """A kernel that is decided otherwise once its source has some changes; `before` is what it was."""

    path: Path
    way: Way
    how: Rewording
    before: Decided
    changes: list[Change]

    @property
    def said(self) -> list[str]:
        """Say what is decided otherwise."""
        return differences(self.before, self.path.name, self.way, self.how, self.changes)

    def least(self) -> Difference:
        """Leave out changes, halves of them first, as long as anything differs."""
        here, size = self, len(self.changes) // 2
        while size:
            at = 0
            while at < len(here.changes):
                fewer = here._replace(changes=here.changes[:at] + here.changes[at + size :])
                if fewer.said:
                    here = fewer
                else:
                    at += size
            size //= 2
        return here

    def shown(self) -> Iterator[str]:
        """Give the lines of the source that change, and those of what comes out."""
        source = reworded(self.before.result.source, self.changes) or b""
        after = decided(source, self.path.name, self.way).result
        yield from _lines("source", self.before.result.source, source)
        yield from _lines("output", self.before.result.output, after.output)


def _lines(what: str, before: bytes, after: bytes) -> Iterator[str]:
    old, new = (text.decode("utf-8", "replace").splitlines() for text in (before, after))
    for line in unified_diff(old, new, n=0, lineterm=""):
        if line[0] in "-+" and not line.startswith(("---", "+++")):
            yield f"        {what} {line[0]} {line[1:].strip()}"


def main() -> int:
    """Count, list, and say by the exit code whether anything differs."""
    names = {how.name: how for how in REWORDINGS}
    options = {one for one in sys.argv[1:] if one.startswith("-")}
    given = [one for one in sys.argv[1:] if one not in options]
    paths = [Path(one).resolve() for one in given if one not in names]
    alone = "--known" not in options or len(sys.argv) == 2
    if not (alone and options <= {"--least", "--known"} and all(path.exists() for path in paths)):
        print(__doc__, file=sys.stderr)
        return 2
    files = [file for path in paths for file in (sorted(path.rglob("*.cu")) if path.is_dir() else [path])]
    hows = [names[one] for one in given if one in names] or [*REWORDINGS]
    table: Counter[tuple[str, str]] = Counter()
    found = [one for path in files or KERNELS for one in _tried(path, hows, table)]
    if "--known" in options:
        print(known(found), end="")
    else:
        _tell(hows, table, found, least="--least" in options)
    return int(bool(found))


def known(found: list[Difference]) -> str:
    """Write which kernels differ, by rewording and way."""
    lines = []
    for how in REWORDINGS:
        by_way = {
            way: sorted(name_of(one.path) for one in found if (one.how, one.way) == (how, way))
            for way in WAYS
        }
        if any(by_way.values()):
            lines.append(f"\n[{how.name}]")
        for way in (way for way in WAYS if by_way[way]):
            lines += [f"{way} = [", *(f'    "{name}",' for name in by_way[way]), "]"]
    return "\n".join([HEAD, *lines, ""])


def _tell(
    hows: list[Rewording], table: Counter[tuple[str, str]], found: list[Difference], *, least: bool
) -> None:
    print(f"{'':20}{'kernels':>9}", *(f"{f'same, {way}':>13}{'differs':>9}" for way in WAYS))
    for how in hows:
        counts = [f"{table[how.name, way]:13}{table[how.name, 'not ' + way]:9}" for way in WAYS]
        print(f"{how.name:20}{table[how.name, 'kernels']:9}", *counts)
    for one in sorted(found, key=lambda one: (one.how.name, one.way, one.path)):
        shown = one.least() if least else one
        print(f"{one.how.name} {one.way} {name_of(one.path)}: {', '.join(shown.said)}")
        for line in shown.shown() if least else ():
            print(line)


def _tried(path: Path, hows: list[Rewording], table: Counter[tuple[str, str]]) -> Iterator[Difference]:
    """Reword one kernel in each way, count what came of it, and give what differs."""
    source = path.read_bytes()
    before, unit = {way: decided(source, path.name, way) for way in WAYS}, Unit(source)
    for how in hows:
        changes = list(how.changes(unit))
        table[how.name, "kernels"] += bool(changes)
        for way in WAYS if changes else ():
            one = Difference(path, way, how, before[way], changes)
            differs = bool(one.said)
            table[how.name, "not " + way if differs else way] += 1
            if differs:
                yield one


if __name__ == "__main__":
    sys.exit(main())
