"""A makefile or script with what is known of the whole."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from hipify_py.build.make_calls import Calls
    from hipify_py.build.make_lexer import Makefile
    from hipify_py.rules.model import RuleSet
    from hipify_py.settings import Options


class View(NamedTuple):
    """A makefile or script with what is known of the whole: what it sets and calls, how GPUs are named.

    `roots` are variables that hold the toolkit's folder, and no name for it that is renamed, `headers` those
    that hold the folder of its headers; `unset` are those of `roots` that it never sets. `apart`
    says that it compiles device code to be linked, and leaves that link to nvcc.
    """

    file: Makefile
    nvcc: Calls
    rules: RuleSet
    options: Options
    own: frozenset[bytes]
    roots: frozenset[bytes]
    headers: frozenset[bytes]
    unset: frozenset[bytes]
    stays: frozenset[str]
    archs: bytes
    script: bool
    libraries: frozenset[bytes]
    apart: bool
