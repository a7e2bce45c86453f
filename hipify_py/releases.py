"""The releases of ROCm and of CUDA that the rules know, in one place.

A new release is one more entry in `RELEASES`, and in `CHECKED` once the facts hold its headers.
"""

from __future__ import annotations

RELEASES = ("6.4", "7.0", "7.1", "7.2")  # oldest first
CHECKED = ("6.4", "7.2")  # those whose headers are in rules/facts; what lies between them is not known
CUDA = ("11.8", "12.9", "13.0")  # those whose headers are in rules/facts
OLDEST, NEWEST = RELEASES[0], RELEASES[-1]


def chosen(rocm: str | None) -> str:
    """Give the release to convert for, the newest where none is named.

    Raises `HipifyError` for one that is not known.
    """
    if rocm is None:
        return NEWEST
    if rocm not in RELEASES:
        from hipify_py.model import HipifyError  # the command line's help needs only the names

        text = f"no rules for ROCm {rocm!r}: use one of {', '.join(RELEASES)}"
        raise HipifyError(text)
    return rocm


def is_older(one: str, other: str) -> bool:
    """Say whether a known release came before another known one."""
    return RELEASES.index(one) < RELEASES.index(other)


def holds(rocm: str, since: str, until: str) -> bool:
    """Say whether a release lies between two, of which the first counts; empty is no limit."""
    return not (since and is_older(rocm, since)) and (not until or is_older(rocm, until))


def arrival(since: str, rocm: str) -> str:
    """Say, for a name that ROCm has from `since` on and that is asked for in an older release, what is known.

    Nobody has looked into the releases between those checked: a name may have come with one of them.
    """
    seen = [release for release in CHECKED if is_older(release, since)]
    if since in CHECKED and seen and is_older(seen[-1], rocm):
        return f"is in ROCm {since} and not in {seen[-1]}; whether {rocm} has it is not known"
    return f"ROCm has from {since} on; you convert for {rocm}"
