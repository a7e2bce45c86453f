"""What the library is given, looked at where it is given: each refusal names the argument and the remedy."""

from __future__ import annotations

import os
from operator import index
from typing import TYPE_CHECKING, SupportsIndex

from hipify_py.model import HipifyError

if TYPE_CHECKING:
    from collections.abc import Iterable

PATH = (str, bytes, os.PathLike)


class ArgumentTypeError(HipifyError, TypeError):
    """An argument is of a type that it cannot be: the text names it and what to give."""


def refused(name: str, value: object, remedy: str) -> ArgumentTypeError:
    """Give the refusal of what is of a type that an argument cannot be."""
    return ArgumentTypeError(f"{name} is {value!r:.80}: give {remedy}")


def check(name: str, value: object, remedy: str, *, good: bool) -> None:
    """Raise `ArgumentTypeError` for what is not of a type that serves."""
    if not good:
        raise refused(name, value, remedy)


def check_type(name: str, value: object, kind: type | tuple[type, ...], remedy: str) -> None:
    """Raise `ArgumentTypeError` for what is not of a type."""
    check(name, value, remedy, good=isinstance(value, kind))


def check_truth(name: str, value: object) -> None:
    """Raise `ArgumentTypeError` for what is neither true nor false: the text "no" would count as true."""
    if isinstance(value, str | bytes) or value not in (0, 1):
        raise refused(name, value, "True or False")


def count(name: str, value: SupportsIndex, least: int) -> int:
    """Give a number; raise `ArgumentTypeError` for what is no whole one, `HipifyError` for one too small."""
    remedy = f"a whole number from {least:,} on"
    if isinstance(value, bool) or not hasattr(value, "__index__"):
        raise refused(name, value, remedy)
    if index(value) < least:
        text = f"{name} is {value}: give {remedy}"
        raise HipifyError(text)
    return index(value)


def check_path(name: str, value: object) -> None:
    """Raise `ArgumentTypeError` for what is no path, `HipifyError` for one that no file can have."""
    check_type(name, value, PATH, "a path, as text, bytes or a path object")
    assert isinstance(value, PATH)
    if "\0" in os.fsdecode(value):
        text = f"{name} is {value!r:.80}, and no path holds a NUL: give that of a file or a folder"
        raise HipifyError(text)


def several(name: str, values: Iterable[object], what: str = "text") -> tuple[object, ...]:
    """Give values one by one; raise `ArgumentTypeError` for one text or path, or what holds none.

    The letters of a text would be taken for several.
    """
    if isinstance(values, PATH):
        text = f"{name} is one {what}, {values!r:.80}: give a list of them"
        raise ArgumentTypeError(text)
    try:
        return tuple(values)
    except TypeError as error:
        raise refused(name, values, f"a list of {what}s") from error


def several_texts(name: str, values: Iterable[object]) -> tuple[str, ...]:
    """Give texts one by one; raise `ArgumentTypeError` for what is none."""
    found = several(name, values)
    for value in found:
        check_type(f"one of {name}", value, str, "a text")
    return tuple(map(str, found))


def several_paths(name: str, values: Iterable[object]) -> tuple[str | os.PathLike[str], ...]:
    """Give paths one by one; raise as `check_path` does."""
    found = several(name, values, "path")
    for value in found:
        check_path(f"one of {name}", value)
    return found  # type: ignore[return-value]
