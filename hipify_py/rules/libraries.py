"""Which library of CUDA's a name or a header is of, and what ROCm has nothing like."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hipify_py.lazy import cached_property, re

if TYPE_CHECKING:
    from collections.abc import Mapping

    from hipify_py.rules.names import Name

MOST_KEPT = 10_000  # names whose library is kept in mind


class Libraries:
    """What the rules say of libraries, as in `RuleSet`: `unknown`, `absent`, namespaces and headers."""

    def __init__(
        self,
        unknown: Mapping[str, str],
        absent: Mapping[str, str],
        namespaces: Mapping[bytes, Name],
        headers: Mapping[bytes, Name],
    ) -> None:
        self._unknown, self._absent = unknown, absent
        self._namespaces, self._headers = namespaces, headers

    @cached_property
    def lacking(self) -> frozenset[str]:
        """Give the libraries that ROCm has nothing like: their names and namespaces, in lower case."""
        spaces = {name.decode() for name, known in self._namespaces.items() if known.to is None}
        return frozenset({name.lower() for name in (*self._absent, *spaces) if "::" not in name})

    @cached_property
    def folders(self) -> dict[str, str]:
        """Give for what is said of all headers in a folder, which ROCm lacks, the first folder's name."""
        found: dict[str, str] = {}
        for path, known in sorted(self._headers.items()):
            if path.endswith(b"/") and known.to is None:
                found.setdefault(known.note, path[:-1].decode("utf-8", "replace").lower())
        return found

    def lacking_of(self, path: bytes) -> str:
        """Name which of the libraries that ROCm has nothing like a header is of, by its path; else ""."""
        word = path.replace(b".", b"/").split(b"/")[0]
        lower = word.decode("utf-8", "replace").lower()
        if lower in self.lacking:
            return lower
        begun = (name.lower() for name in self._absent if lower.startswith(name.lower()))
        named = self.of(path)
        return max(begun, key=len, default="") or (named.lower() if named in self._absent else "")

    @cached_property
    def _prefixes(self) -> tuple[tuple[re.Pattern[bytes], str], ...]:
        longest_first = sorted(self._unknown.items(), key=lambda item: -len(item[0]))
        return tuple((re.compile(prefix.encode()), library) for prefix, library in longest_first)

    @cached_property
    def _known(self) -> dict[bytes, str]:
        return {}

    def of(self, name: bytes) -> str:
        """Name the CUDA library whose prefix a name has, the longest that fits; empty where it has none."""
        known = self._known.get(name)
        if known is None:
            known = next((library for prefix, library in self._prefixes if prefix.match(name)), "")
            if len(self._known) < MOST_KEPT:
                self._known[name] = known
        return known
