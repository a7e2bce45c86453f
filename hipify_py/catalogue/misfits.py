"""Functions that HIP declares with other parameters than CUDA, and what is done about their calls."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from hipify_py.catalogue.declared import facts, headers
from hipify_py.facts import compare, table

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from hipify_py.facts.compare import Misfit
    from hipify_py.facts.table import Facts
    from hipify_py.rules.model import RuleSet

WAYS = ("adapted", "reported", "accepted")
LISTED = 3  # overloads that are spelled out


class Sides(NamedTuple):
    """What signatures are compared through: the rules, what each CUDA name becomes, and HIP's facts."""

    rules: RuleSet
    targets: Mapping[str, str]
    hip: Facts


class Difference(NamedTuple):
    """A CUDA function that becomes one whose parameters differ.

    `releases` says in words for each CUDA release what differs. `handled` is `adapted` where a call rule
    rewrites calls, `reported` where a finding says what differs, and `accepted` where neither is needed: a
    person found that programs' calls compile. `rules` are the call rules, as (id, name).
    """

    name: str
    to: str
    releases: dict[str, str]
    handled: str
    rules: tuple[tuple[str, str], ...]
    note: str


def sides(rules: RuleSet, rocm: str) -> Sides:
    """Prepare the comparison for a release of ROCm."""
    targets = {name.decode(): known.to.decode() for name, known in rules.names.items() if known.to}
    return Sides(rules, targets, facts("rocm", rocm))


def differences(both: Sides) -> Iterator[Difference]:
    """Give all functions whose parameters differ, in the order in which the rules hold the names."""
    for name in both.targets:
        found = difference(both, name)
        if found:
            yield found


def functions(both: Sides, name: str) -> list[str]:
    """Give the signatures of the HIP function that a CUDA name becomes; empty where it is none."""
    declared = table.resolve(both.hip, both.targets.get(name, ""))
    return [fact.detail for fact in declared if fact.kind == "function"]


def difference(both: Sides, name: str) -> Difference | None:
    """Compare one function's parameters on both sides; None where they fit or it is no function."""
    theirs = functions(both, name)
    if not theirs:
        return None
    judged: dict[str, Misfit | None] = {}  # releases mostly declare a function alike
    found: dict[str, str] = {}
    for release in headers("cuda").releases:
        declared = table.resolve(facts("cuda", release), name)
        mine = [fact.detail for fact in declared if fact.kind == "function"]
        for signature in mine:
            if signature not in judged:
                judged[signature] = _judge(signature, theirs, both)
        misfits = [misfit for signature in mine if (misfit := judged[signature])]
        if misfits:
            found[release] = _words(misfits, theirs)
    if not found:
        return None
    speakers = both.rules.for_call(name.encode())
    known = both.rules.names[name.encode()]
    note = f"from ROCm {known.since} on" if known.since else known.note
    adapted = any(rule.fix for rule in speakers)
    handled = "adapted" if adapted else "reported" if speakers or note else "accepted"
    named = tuple(dict.fromkeys((rule.id, rule.name) for rule in speakers))  # of several forms once
    return Difference(name, both.targets[name], found, handled, named, note)


def _judge(signature: str, theirs: list[str], both: Sides) -> Misfit | None:
    """Hold a signature against HIP's; one whose text is the same once it is renamed needs no closer look."""
    renamed = compare.WORD.sub(lambda found: both.targets.get(found[0], found[0]), _parameters(signature))
    if any(renamed == _parameters(other) for other in theirs):
        return None
    return compare.judge(signature, theirs, both.targets, both.hip)


def _parameters(signature: str) -> str:
    return signature[max(signature.find("("), 0) :]


def _words(misfits: list[Misfit], theirs: list[str]) -> str:
    """Say in what CUDA's signatures differ from those of HIP."""
    if len(misfits) > 1 or len(theirs) > 1:
        listed = [_arguments(misfit.signature) for misfit in misfits]
        shown = ", ".join(listed[:LISTED])
        more = f" and {len(listed) - LISTED} more" if len(listed) > LISTED else ""
        return f"HIP has no form for {shown}{more}"
    (misfit,), (other,) = misfits, theirs
    mine, shape = compare.shape(misfit.signature), compare.shape(other)
    if misfit.counts:
        return f"CUDA takes {_count(mine)} arguments, HIP {_count(shape)}"
    pairs = (f"argument {at + 1} is {mine.types[at]}, in HIP {shape.types[at]}" for at in misfit.positions)
    return "; ".join(pairs)


def spelled(name: str, signature: str) -> str:
    """Spell a signature as a declaration of `name`; a parameter with a default shows as `type = ...`."""
    at = signature.find("(")
    return signature[:at] + name + signature[at:].replace(" =", " = ...") if at >= 0 else signature


def _arguments(signature: str) -> str:
    return spelled("", _parameters(signature))


def _count(shape: compare.Shape) -> str:
    most = len(shape.types)
    several = f"{shape.least} to {most}" if shape.least < most else str(most)
    return f"{shape.least} or more" if shape.open else several
