"""Rules, the engine's messages, and the set of all of them that a run goes by."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, NamedTuple

from hipify_py.lazy import cached_property, re
from hipify_py.releases import NEWEST, holds
from hipify_py.rules.fix_templates import template
from hipify_py.rules.libraries import Libraries
from hipify_py.rules.linear import expression
from hipify_py.rules.packed import RuleTest, docs_of, tests_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from hipify_py.choices import Dnn, Language
    from hipify_py.model import Fails, Severity
    from hipify_py.rules.build_names import BuildNames
    from hipify_py.rules.fix_templates import Template
    from hipify_py.rules.names import Name

OF_TYPE = re.compile(r"!?(type|value|pointer):")
"""How a condition on types begins: of a thing or a pointer to it, of a thing itself, of a pointer."""


class Rule(NamedTuple):
    """A construct: how it is found (`call`, `query` or `code`), what is said and what is done.

    `code` names a function below the package, for sources in which one of `words` stands, if there are any.

    It holds for ROCm `since` and newer and for releases older than `until`; empty is without that limit.
    With `language` "c++" it holds for what a compiler of C++ reads, and not for what is read as C alone.
    `was` are ids that it had, under which comments may still turn it off. `origin` is the `file:line` of a
    user's own rule and empty for a built-in one. `more` is what a conversion does not need, packed.
    """

    id: str
    name: str
    severity: Severity
    fails: Fails
    safety: str
    more: bytes
    message: str = ""
    call: str = ""
    args: tuple[str, ...] = ()
    where: tuple[tuple[str, str], ...] = ()
    fix: str = ""
    query: str = ""
    word: str = ""
    code: str = ""
    words: tuple[bytes, ...] = ()
    since: str = ""
    until: str = ""
    was: tuple[str, ...] = ()
    origin: str = ""
    language: Language = ""

    @property
    def pattern(self) -> re.Pattern[bytes]:
        """Give the compiled `call` expression."""
        return expression(self.call, own=bool(self.origin))

    @property
    def template(self) -> Template:
        """Give the fix as parts."""
        return template(self.fix)

    @property
    def docs(self) -> str:
        """Give the rule's documentation."""
        return docs_of(self.more)

    @property
    def tests(self) -> tuple[RuleTest, ...]:
        """Give the tests that stand with the rule."""
        return tests_of(self.more)

    def holds(self, rocm: str) -> bool:
        """Say whether the rule applies when converting for a release."""
        return holds(rocm, self.since, self.until)

    def reads(self, *, as_c: bool) -> bool:
        """Say whether the rule applies to a file, be it one that is read as C alone."""
        return not (as_c and self.language == "c++")


class Message(NamedTuple):
    """Something that the engine itself says or does; its words stand in a rule file, not in a user's own.

    `since`, `until` and `more` are those of a `Rule`.
    """

    id: str
    name: str
    severity: Severity
    fails: Fails
    safety: str
    more: bytes
    message: str = ""
    since: str = ""
    until: str = ""

    @property
    def origin(self) -> str:
        """Give nothing: no message is a user's own."""
        return ""

    @property
    def docs(self) -> str:
        """Give the message's documentation."""
        return docs_of(self.more)

    @property
    def tests(self) -> tuple[RuleTest, ...]:
        """Give the tests that stand with the message."""
        return tests_of(self.more)


class Replaced(NamedTuple):
    """A built-in entry that a user's own rules take the place of: a name, header, namespace or rule.

    `origin` is the `file:line` of the user's entry.
    """

    kind: str
    name: str
    origin: str


@dataclass(frozen=True)
class RuleSet:
    """All rules of a run. Names, headers and namespaces are looked up by their bytes.

    `scoped` holds, by namespace, the names that mean something only in it. `rules` are those of every
    release, of which `calls`, `coded` and `queries` give the ones that hold for `rocm`; one of several forms
    is there as often, with one id. `shims` gives for functions whose calls rules rewrite what a shim has for
    them: a name of HIP, or the text of functions. `messages` are the engine's, by id. `unknown` gives the
    library by how its names begin, and `absent`, by library, what to do where ROCm has none like it. `build`
    holds, by table, what becomes of the names of build files. `replaced` are the built-in entries that a
    user's own took the place of. `dnn` says what becomes of cuDNN. `key` differs where
    anything of this does, and is empty where nobody knows; it says nothing by itself. `versions` gives for
    macros with numbers of versions, as ROCm's headers define them, the least and the greatest that it may be.
    """

    names: Mapping[bytes, Name]
    scoped: Mapping[bytes, Mapping[bytes, Name]]
    headers: Mapping[bytes, Name]
    namespaces: Mapping[bytes, Name]
    unknown: dict[str, str]
    absent: dict[str, str]
    build: Mapping[str, BuildNames]
    rules: tuple[Rule, ...]
    messages: Mapping[str, Message]
    calls: dict[bytes, tuple[int, ...]]
    shims: dict[str, str]
    candidate: re.Pattern[bytes] = field(compare=False)
    unknown_names: bytes = field(compare=False)
    rocm: str = NEWEST
    replaced: tuple[Replaced, ...] = ()
    dnn: Dnn = "keep"
    key: bytes = field(default=b"", compare=False)
    versions: Mapping[bytes, tuple[int | None, int | None]] = field(default_factory=dict)

    @cached_property
    def is_unknown(self) -> re.Pattern[bytes]:
        """Give the expression for names that look like CUDA's."""
        return re.compile(self.unknown_names)

    @cached_property
    def by_id(self) -> dict[str, Rule | Message]:
        """Give rules and messages by their ids, of which each is one's alone; of a rule its first form."""
        first = {rule.id: rule for rule in reversed(self.rules)}
        return {**self.messages, **{rule.id: first[rule.id] for rule in self.rules}}

    @cached_property
    def targets(self) -> frozenset[bytes]:
        """Give the names of HIP's that names of CUDA's become."""
        return frozenset(known.to for known in self.names.values() if known.to)

    @cached_property
    def by_old_id(self) -> dict[str, tuple[str, ...]]:
        """Give for each id that rules had before the ids that these have now."""
        found: dict[str, tuple[str, ...]] = {}
        for rule in self.rules:
            for old in rule.was:
                found[old] = (*found.get(old, ()), rule.id)
        return found

    @cached_property
    def by_name(self) -> dict[str, str]:
        """Give the id of each rule and message by its name."""
        return {entry.name: entry_id for entry_id, entry in self.by_id.items()}

    def called(self, word: str) -> tuple[str, ...]:
        """Give the ids that an id, one that rules had before, or a name stands for; none where unknown."""
        now = word if word in self.by_id else self.by_name.get(word)
        return (*((now,) if now else ()), *self.by_old_id.get(word, ()))

    @cached_property
    def coded(self) -> tuple[Rule, ...]:
        """Give the rules whose matcher is Python."""
        return tuple(rule for rule in self.rules if rule.code and rule.holds(self.rocm))

    @cached_property
    def _coded_by_word(self) -> dict[bytes, list[int]]:
        """Give which of the coded rules ask for a word; those that ask for none under an empty one."""
        found: dict[bytes, list[int]] = {}
        for number, rule in enumerate(self.coded):
            for word in rule.words or (b"",):
                found.setdefault(word, []).append(number)
        return found

    def coded_for(self, words: Iterable[bytes]) -> list[Rule]:
        """Give the rules whose matcher is Python and that a source with some words calls for, in order."""
        known = self._coded_by_word
        return [self.coded[at] for at in sorted({at for word in (b"", *words) for at in known.get(word, ())})]

    @cached_property
    def code_words(self) -> tuple[bytes, ...]:
        """Give the words without which rules whose matcher is Python or a query need not be asked."""
        asked = {word for rule in self.coded for word in rule.words}
        return tuple(sorted(asked | {rule.word.encode() for rule in self.queries if rule.word}))

    @cached_property
    def queries(self) -> tuple[Rule, ...]:
        """Give the rules whose matcher is a tree-sitter query."""
        return tuple(rule for rule in self.rules if rule.query and rule.holds(self.rocm))

    @cached_property
    def of_others(self) -> frozenset[str]:
        """Give the ids of the messages that only speak of other releases."""
        return frozenset(
            one.id for one in self.messages.values() if not holds(self.rocm, one.since, one.until)
        )

    @cached_property
    def roots(self) -> tuple[bytes, ...]:
        """Give the outermost namespaces of which the rules know something."""
        return tuple(dict.fromkeys(name.split(b"::")[0] for name in (*self.namespaces, *self.scoped)))

    @cached_property
    def inner(self) -> dict[tuple[bytes, ...], set[bytes]]:
        """Give for each scope that the rules know the scopes in it."""
        inner: dict[tuple[bytes, ...], set[bytes]] = {}
        for name in (*self.namespaces, *self.scoped):
            *outer, last = name.split(b"::")
            inner.setdefault(tuple(outer), set()).add(last)
        return inner

    @cached_property
    def deepest(self) -> int:
        """Give of how many parts the longest name of a namespace is that the rules know."""
        return max((name.count(b"::") + 1 for name in (*self.namespaces, *self.scoped)), default=0)

    @cached_property
    def in_order(self) -> list[bytes]:
        """Give all names in order, to find those that begin alike."""
        return sorted(self.names)

    @cached_property
    def libraries(self) -> Libraries:
        """Give what tells which library a name or a header is of."""
        return Libraries(self.unknown, self.absent, self.namespaces, self.headers)

    def for_call(self, name: bytes) -> tuple[Rule, ...]:
        """Give the rules that speak about calls of a name: a user's own first, then in order of the files."""
        return tuple(self.rules[i] for i in self.calls.get(name, ()))
