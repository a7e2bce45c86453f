"""What somebody may have meant who wrote a word that is not known."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable

NEAR = 3  # words that are suggested
ALIKE = 0.7  # how much of a word has to agree, as difflib counts
LOOKALIKES = str.maketrans("_oil", "-011")
LONGEST = 60  # characters of a word that is looked at: comparing takes their square


def near(word: str, known: Iterable[str]) -> list[str]:
    """Give up to three known words that are close to another one, which is none of them."""
    if not 1 < len(word) <= LONGEST:
        return []
    from difflib import get_close_matches

    words = [each for each in known if abs(len(each) - len(word)) <= len(word) // 2]
    alike = [each for each in words if _bare(each) == _bare(word)]
    return list(dict.fromkeys([*alike, *get_close_matches(word, words, NEAR, ALIKE)]))[:NEAR]


def _bare(word: str) -> str:
    return word.casefold().translate(LOOKALIKES)


def did_you_mean(word: str, known: Iterable[str]) -> str:
    """Ask `did you mean this?`, without the question mark; empty where nothing known is close."""
    found = near(word, known)
    return f"did you mean {' or '.join(found)}" if found else ""
