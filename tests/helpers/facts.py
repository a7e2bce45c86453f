"""Small facts about headers, the files that `python -m hipify_py.facts` reads, and a stand-in for clang."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from hipify_py.facts import hints, scope, table

if TYPE_CHECKING:
    from hipify_py.facts.hints import Hints
    from hipify_py.facts.scope import Scope
    from hipify_py.facts.table import Facts


def facts(*lines: str) -> Facts:
    """Give facts written as `name|kind|header|detail`."""
    found: Facts = {}
    for line in lines:
        fact = table.Fact(*line.split("|"))  # type: ignore[arg-type]
        found.setdefault(fact.name, []).append(fact)
    return found


def written(path: Path, releases: dict[str, Facts]) -> None:
    """Write a table of facts, given by release."""
    flat = {
        release: [fact for each in found.values() for fact in each] for release, found in releases.items()
    }
    table.write(path, flat)


def scope_of(folder: Path, text: str) -> Scope:
    """Read a file that says which names are public."""
    (folder / "scope.toml").write_text(text, encoding="utf-8")
    return scope.read(folder / "scope.toml")


def hints_of(folder: Path, **texts: str) -> Hints:
    """Read files of hints, given by their names."""
    folder.mkdir(parents=True, exist_ok=True)
    for name, text in texts.items():
        (folder / f"{name}.toml").write_text(text, encoding="utf-8")
    return hints.read(folder)


CLANG = """\
#!/bin/sh
printf '%s\\n' "$*" >> "$0.asked"
for unit; do :; done
case "$*" in *--cuda-device-only*) side=device;; *) side=host;; esac
case "$*" in
  "-cc1 -help") exec cat "$0.help";;
  *-dD*) exec cat "$0.defines";;
  *-ast-dump*) cat "$0.$side"; cp "$unit" "$0.read"; wrong="$0.refuses";;
  *) cp "$unit" "$0.checked"; wrong="$0.misses";;
esac
cat "$wrong" >&2
[ ! -s "$wrong" ]
"""


class Clang(NamedTuple):
    """A stand-in for clang, and what it was asked."""

    path: Path

    def asked(self) -> list[str]:
        """Give the arguments of each call."""
        return self._text("asked").splitlines()

    def read(self) -> str:
        """Give the unit whose tree was asked for last."""
        return self._text("read")

    def checked(self) -> str:
        """Give the unit that was last compiled without asking for its tree."""
        return self._text("checked")

    def _text(self, what: str) -> str:
        return Path(f"{self.path}.{what}").read_text(encoding="utf-8")


def clang(path: Path, **says: str) -> Clang:
    """Make a stand-in for clang at a path.

    It says `host` or `device` where it is asked for the tree of a side, `defines` for the macros, and `help`.
    With `refuses` it does not compile the headers, with `misses` not what uses their names.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    for what in ("help", "defines", "host", "device", "refuses", "misses"):
        Path(f"{path}.{what}").write_text(says.get(what, "help" if what == "help" else ""), encoding="utf-8")
    path.write_text(CLANG)
    path.chmod(0o755)
    return Clang(path)
