"""The documentation of a rule, taken apart."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hipify_py.lazy import re

if TYPE_CHECKING:
    from collections.abc import Mapping

PART = re.compile(r"^(What it does|Why it matters|Example|Use instead|[A-Z][a-z ]{3,20}): *", re.MULTILINE)


def parts(docs: str) -> dict[str, str]:
    """Take the documentation of a rule apart."""
    found = [*PART.finditer(docs)]
    ends = [*(one.start() for one in found), len(docs)][1:]
    return {one[1]: docs[one.end() : end].strip() for one, end in zip(found, ends, strict=True)}


def paragraphs(docs: str) -> list[str]:
    """Give the documentation of a rule in paragraphs of one line: its parts, and before them line by line."""
    first = PART.search(docs)
    before = docs[: first.start()] if first else docs
    titled = [f"{title}: {' '.join(words.split())}" for title, words in parts(docs).items()]
    return [*filter(str.strip, before.splitlines()), *titled]


def sentence(docs: Mapping[str, str]) -> str:
    """Say in a sentence what a rule does, by the parts of its documentation; "" where these do not tell."""
    return capital(" ".join(docs.get("What it does", "").split()))


def first_sentence(text: str) -> str:
    """Give the first sentence of a text; a full stop within code, as in `a. b`, ends none."""
    at = text.find(". ")
    while at >= 0 and text.count("`", 0, at) % 2:
        at = text.find(". ", at + 1)
    return text[: at + 1] if at >= 0 else text


def capital(text: str) -> str:
    """Let a text begin with a capital."""
    return text[:1].upper() + text[1:]
