"""Find what a word stands for - a name, a header, a rule, a word of a build - and tell all about it."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any

from hipify_py.catalogue import misfits
from hipify_py.catalogue.build_words import KINDS, of_build
from hipify_py.catalogue.declared import headers
from hipify_py.catalogue.entries import Entry, entries, rule_places, ruleset, status, target_of
from hipify_py.choices import DNNS
from hipify_py.gpus import named
from hipify_py.lazy import cached_property, re
from hipify_py.releases import RELEASES
from hipify_py.rules.model import Rule
from hipify_py.suggestions import near

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence
    from pathlib import Path

    from hipify_py.catalogue.declared import Headers
    from hipify_py.choices import Dnn
    from hipify_py.rules.model import Message, RuleSet
    from hipify_py.rules.names import Name

Json = dict[str, Any]

FOLDERS = {"at": "ATen"}  # of headers that are not called as their namespace is: PyTorch's
SHORT = 6  # letters, with fewer of which many words are alike


class Book:
    """All that is known for one release of ROCm, with `folders` of further rules, and `dnn` for cuDNN."""

    def __init__(self, folders: Sequence[Path], rocm: str, dnn: Dnn = "keep") -> None:
        """Load the rules; raises `RuleError` where a rule file is wrong."""
        self.folders, self.rocm, self.dnn = folders, rocm, dnn
        self.rules = ruleset(folders, rocm, dnn)

    @cached_property
    def entries(self) -> list[Entry]:
        """Give all entries."""
        return entries(self.folders, self.rocm, self.dnn)

    @cached_property
    def by_name(self) -> dict[str, list[Entry]]:
        """Give the entries by name; one in a namespace by its full name and by what stands behind it."""
        found: dict[str, list[Entry]] = {}
        for entry in self.entries:
            inner = entry.name if entry.kind == "namespace" else entry.name.rpartition("::")[2]
            for name in {entry.name, inner}:
                found.setdefault(name, []).append(entry)
        return found

    @cached_property
    def by_target(self) -> dict[str, list[Entry]]:
        """Give the entries by what they become."""
        found: dict[str, list[Entry]] = {}
        for entry in self.entries:
            if entry.to:
                found.setdefault(entry.to, []).append(entry)
        return found

    @cached_property
    def places(self) -> dict[str, str]:
        """Say where each rule is written, by its name."""
        return {name: str(place) for name, place in rule_places(self.folders, self.dnn).items()}

    @cached_property
    def usual(self) -> frozenset[str]:
        """Give the ids of the rules that hold whatever becomes of cuDNN."""
        return frozenset(ruleset(self.folders, self.rocm).by_id)

    @cached_property
    def sides(self) -> misfits.Sides:
        """Give what signatures are compared through."""
        return misfits.sides(self.rules, self.rocm)

    def look_up(self, word: str) -> list[Json]:
        """Give everything that a word stands for; the empty list where it is unknown."""
        word = word.strip("<>\"' ")
        if not word:
            return []
        if word.upper() in self.rules.by_id:  # no name of CUDA's looks so, and the entries are many
            return self.of_called(word)
        found = [self.of_entry(entry) for entry in self.by_name.get(word, ())]
        found += [] if found else list(self.scoped(word))
        found += self.of_called(word)
        found += of_build(self.rules, word)
        found += [] if found else list(self.of_target(word))
        return found or [*self.of_spoken(word)] or [*self.kept(word)] or self.elsewhere(word)

    def of_entry(self, entry: Entry) -> Json:
        """Tell all about one entry."""
        return {
            "what": "name",
            "name": entry.name,
            "kind": entry.kind,
            "library": entry.library,
            "title": entry.title,
            "status": entry.status,
            "becomes": entry.to,
            "since": entry.since,
            "note": entry.note,
            "gpus": [*known.gpus] if (known := known_of(self.rules, entry)) else [],
            "last_cuda": entry.last,
            "otherwise": self.otherwise(entry),
            "place": str(entry.place),
            "source": entry.source,
            "replaces": [str(place) for place in entry.replaced],
            "cuda": _declared(headers("cuda"), entry.name),
            "hip": _declared(headers("rocm"), entry.to or ""),
            **self.parameters(entry.name),
            "rules": [self.of_rule(rule) for rule in self.rules.for_call(entry.name.encode())],
        }

    def otherwise(self, entry: Entry) -> list[Json]:
        """Say for which other releases of ROCm the rules say something else about a name."""
        here = known_of(self.rules, entry)
        told = []
        for release in RELEASES:
            rules = ruleset(self.folders, release, self.dnn)
            known = known_of(rules, entry)
            if known is not None and known != here:
                to = target_of(rules, entry.kind, entry.name, known)
                what = status(entry.name, known, to)
                told.append({"rocm": release, "status": what, "becomes": to, "note": known.note})
        return told

    def parameters(self, name: str) -> Json:
        """Say in what the parameters differ and how that is handled."""
        found = misfits.difference(self.sides, name) if name in self.sides.targets else None
        if found is None:
            both = headers("cuda").kind(name) == "function" and misfits.functions(self.sides, name)
            return {"parameters": "fit" if both else "", "differences": {}}
        return {"parameters": found.handled, "differences": found.releases}

    def of_called(self, word: str) -> list[Json]:
        """Tell of the rules and messages that an id, in small letters too, or a name stands for."""
        ids = self.rules.called(word) or self.rules.called(word.upper())
        return [self.of_rule(self.rules.by_id[each]) for each in ids]

    def elsewhere(self, word: str) -> list[Json]:
        """Tell of the rules of that name which hold for another `--dnn` alone."""
        others = (each for each in DNNS if each != self.dnn)
        return [told for dnn in others for told in Book(self.folders, self.rocm, dnn).of_called(word)]

    def of_rule(self, rule: Rule | Message) -> Json:
        """Tell all about one rule, or one message of the engine."""
        gpus, others = named(rule.word) if isinstance(rule, Rule) else ((), ())
        return {
            "what": "rule",
            "id": rule.id,
            "name": rule.name,
            "was": [*_was(rule)],
            "severity": rule.severity,
            "fails": rule.fails,
            "safety": rule.safety,
            "since": rule.since,
            "until": rule.until,
            "gpus": list(gpus),
            "not_gpus": list(others),
            "dnn": "" if rule.id in self.usual else self.dnn,
            "message": rule.message,
            "fixes": isinstance(rule, Rule) and bool(rule.fix),
            "docs": rule.docs.strip(),
            "place": self.places.get(rule.name, ""),
        }

    def scoped(self, word: str) -> Iterator[Json]:
        """Tell what becomes of a name through the namespace in front of it."""
        scope, _, tail = word.rpartition("::")
        while scope:
            for entry in self.by_name.get(scope, ()):
                if entry.kind == "namespace":
                    yield self.through(word, entry)
                    return
            if scope == "cooperative_groups" and tail in self.by_name:
                yield from (self.of_entry(entry) for entry in self.by_name[tail])
                return
            scope = scope.rpartition("::")[0]

    def through(self, word: str, namespace: Entry) -> Json:
        """Tell what a name becomes whose namespace is renamed or without a counterpart."""
        to = None if namespace.to is None else namespace.to + word.removeprefix(namespace.name)
        told = self.of_entry(namespace) | {
            "name": word,
            "kind": headers("cuda").kind(word) if word in headers("cuda").names else "",
            "becomes": to,
            "through": namespace.name,
            "cuda": _declared(headers("cuda"), word),
            "hip": _declared(headers("rocm"), to or ""),
        }
        told["since"] = headers("rocm").since(to or "")
        return told

    def of_target(self, word: str) -> Iterator[Json]:
        """Tell which CUDA names become a HIP name."""
        sources = self.by_target.get(word, [])
        declared = _declared(headers("rocm"), word)
        if sources or declared:
            names = [{"name": entry.name, "library": entry.library} for entry in sources]
            yield {"what": "hip", "name": word, "hip": declared, "from": names}

    def of_spoken(self, word: str) -> Iterator[Json]:
        """Tell of the rules that speak about a name which no table holds: code decides what becomes of it."""
        quoted = re.compile(rf"`[^`]*(?<!\w){re.escape(word)}(?!\w)[^`]*`")
        rules = (rule for rule in self.rules.by_id.values() if isinstance(rule, Rule))
        spoken = [rule for rule in rules if word == rule.word or quoted.search(rule.docs)]
        if spoken:
            yield {"what": "spoken", "name": word, "rules": [self.of_rule(rule) for rule in spoken]}

    def kept(self, word: str) -> Iterator[Json]:
        """Tell of a name in a namespace that no rule renames: what becomes of the headers of its folder."""
        scope, _, tail = word.partition("::")
        folder = FOLDERS.get(scope, scope)
        paths = [entry for entry in self.entries if entry.name.startswith(f"{folder}/")]
        if paths and re.fullmatch(r"\w+(?:::\w+)*", word):
            own = [entry for entry in paths if entry.name.partition(".")[0] == f"{folder}/{tail}"]
            counts = dict(Counter(entry.status for entry in paths))
            shown = [{"name": entry.name, "status": entry.status, "becomes": entry.to} for entry in own]
            yield {"what": "kept", "name": word, "namespace": scope, "counts": counts, "headers": shown}

    def near(self, word: str) -> list[str]:
        """Give known spellings that are close to an unknown word; of a short one the ids of rules alone."""
        if len(word) < SHORT:
            return near(word, sorted(self.rules.by_id))
        builds = (each for table in KINDS for each in self.rules.build[table])
        rules = (*self.rules.by_name, *self.rules.by_id)
        return near(word, sorted({*self.by_name, *self.by_target, *builds, *rules}))

    def family(self, word: str) -> str:
        """Name the library whose prefix a word has; empty where it has none."""
        return self.rules.libraries.of(word.encode("utf-8", "replace"))


def known_of(rules: RuleSet, entry: Entry) -> Name | None:
    """Give what rules, for whatever release, hold of an entry's name."""
    scope, _, tail = entry.name.rpartition("::")
    if entry.kind in {"header", "namespace"}:
        table: Mapping[bytes, Name] = rules.headers if entry.kind == "header" else rules.namespaces
        return table.get(entry.name.encode())
    if scope:
        return rules.scoped.get(scope.encode(), {}).get(tail.encode())
    return rules.names.get(entry.name.encode())


def _was(rule: Rule | Message) -> tuple[str, ...]:
    """Give the ids that a rule had before; a message had none."""
    return rule.was if isinstance(rule, Rule) else ()


def _declared(side: Headers, name: str) -> list[Json]:
    """Give the declarations of a name, and those of what a macro of this name stands for."""
    found = []
    for each, what in side.meant(name):
        found.append(
            {
                "name": each,
                "kind": what.kind,
                "header": what.header,
                "detail": what.detail,
                "releases": list(what.releases),
            }
        )
    return found
