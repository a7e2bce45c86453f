"""What of a rule a conversion does not need, packed: its documentation and its tests."""

from __future__ import annotations

import marshal
from typing import TYPE_CHECKING, Any, NamedTuple

from hipify_py.releases import NEWEST

if TYPE_CHECKING:
    from hipify_py.choices import BuildMode, Dnn, Launch, Warp


class RuleTest(NamedTuple):
    """An embedded test: `before` becomes `after`; where they are equal the source stays as it is.

    `findings` are the ids expected, None where they do not matter; `launch`, `path`, `renamed` (the `.cu`
    files beside `path` that become `.hip`), the release `rocm`, the way of `warp`, `polyfill`,
    `archs`, `dnn` and `build` are options of the run.
    """

    name: str
    before: str
    after: str
    findings: tuple[str, ...] | None
    launch: Launch
    path: str | None
    renamed: tuple[str, ...]
    rocm: str = NEWEST
    warp: Warp = "32"
    polyfill: bool = True
    archs: tuple[str, ...] = ()
    dnn: Dnn = "keep"
    build: BuildMode = "replace"


def packed(docs: str, tests: tuple[tuple[Any, ...], ...]) -> bytes:
    """Pack what a conversion does not need of a rule; each test is the fields of a `RuleTest`."""
    return marshal.dumps((docs, tests))


def docs_of(more: bytes) -> str:
    """Unpack the documentation."""
    return str(marshal.loads(more)[0])  # noqa: S302  what `packed` made


def tests_of(more: bytes) -> tuple[RuleTest, ...]:
    """Unpack the tests."""
    return tuple(RuleTest(*test) for test in marshal.loads(more)[1])  # noqa: S302
