"""One cause, one finding: what a file uses of a library that HIP lacks is told where it uses it first."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hipify_py.model import AGAIN, Related

if TYPE_CHECKING:
    from collections.abc import Sequence

    from hipify_py.model import Finding

LONGEST = 60  # bytes of a place's text that is shown


def told_once(source: bytes, findings: Sequence[Finding]) -> list[Finding]:
    """Give findings, which are in order, with one for each family of them that are as severe and fail alike.

    Comments have turned off what they do by now: the first of a family is the first that is left.
    """
    families: dict[tuple[str, ...], list[Finding]] = {}
    for one in findings:
        if one.family:
            families.setdefault((one.family, one.severity, one.fails, one.origin), []).append(one)
    firsts = {id(first): others for first, *others in families.values()}
    told = (one for one in findings if not one.family or id(one) in firsts)
    return [one._replace(related=_places(source, firsts[id(one)])) if one.family else one for one in told]


def _places(source: bytes, others: Sequence[Finding]) -> tuple[Related, ...]:
    return tuple(Related(one.span, f"{AGAIN}{_named(source, one)}") for one in others)


def _named(source: bytes, one: Finding) -> str:
    text = b" ".join(source[slice(*one.span)].split())
    return f", {text.decode('utf-8', 'replace')}" if 0 < len(text) <= LONGEST else ""
