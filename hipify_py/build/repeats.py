"""What is said once a build file: that a name is not known, that a flag changes, whose GPUs are named."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from hipify_py.model import AGAIN, SEVERITIES, Related

if TYPE_CHECKING:
    from hipify_py.model import Finding

OF_ONE: Final = frozenset({"B002", "B003", "B004", "B006", "B012"})
"""Messages that are said once of each name or flag: one look answers for all places."""
OF_ALL: Final = {
    "B003": " stays: ",
    "B008": ": ",
    "B020": " becomes ",
    "B027": " becomes ",
    "B028": " reached ",
}
"""Messages that are said once whatever they are about, and what stands behind that in their texts."""

OF_KIND: Final = {
    "B004": (" is for NVIDIA's GPUs, ", " is a command that "),
    "B006": (" becomes ", " is dropped: "),
}
"""Messages of which some are said once whatever they name, and what stands behind that in their texts."""


def once(findings: list[Finding]) -> list[Finding]:
    """Give findings without those that repeat another one of the file: the milder, and else the later ones.

    What is said once of a name or a flag has the other places where it stands beside it, and so have those of
    one family, with their causes. Remarks have turned off what they do by now.
    """
    kept: dict[object, list[Finding]] = {}
    for each in sorted(findings, key=lambda one: (-SEVERITIES.index(one.severity), one.span)):
        kept.setdefault(_said(each), []).append(each)
    return [_with_places(*several) for several in kept.values()]


def _with_places(first: Finding, *others: Finding) -> Finding:
    if first.family:
        related = (Related(one.span, f"{AGAIN}, {_beside(first, one)}") for one in others)
        return first._replace(related=(*first.related, *related), family="", cause="")
    places = {one.span: _name(one) for one in reversed(others)} if first.rule in OF_ONE else {}
    named = (
        Related(span, f"{AGAIN}, {name}" if name != _name(first) else AGAIN)
        for span, name in sorted(places.items())
        if span != first.span
    )
    return first._replace(related=(*first.related, *named))


def _beside(first: Finding, one: Finding) -> str:
    """Give what stands at a further place of a family: no name alone where the reasons differ."""
    name, _, why = one.cause.partition(": ")
    return one.cause if first.cause.endswith(f": {why}") else f"where {name} stands: {why}"


def _name(one: Finding) -> str:
    """Give what a finding is about, where it is said once whatever that is; else ""."""
    part = _part(one)
    return one.message.partition(part)[0] if part else ""


def _said(one: Finding) -> tuple[object, ...]:
    if one.family:
        return (one.family,)
    if part := _part(one):
        return one.rule, one.message.partition(part)[2]
    return (one.rule, one.message) if one.rule in OF_ONE else (one.rule, one.message, one.span)


def _part(one: Finding) -> str:
    parts = OF_KIND.get(one.rule, ())
    return OF_ALL.get(one.rule) or next((part for part in parts if part in one.message), "")
