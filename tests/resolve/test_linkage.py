"""What files tell each other: the values of constants to which several places give one, and marked names."""

from __future__ import annotations

import pytest

from hipify_py.resolve.linkage import CHOSEN, RETURNED, agreed, marked


@pytest.mark.parametrize(
    ("values", "expected"),
    [
        ([], None),
        ([b"32"], b"32"),
        ([b"32", b"32"], b"32"),
        ([b"32", b"64"], None),
        ([b"32", CHOSEN], CHOSEN),
        ([RETURNED, b"32"], RETURNED),
        ([RETURNED, CHOSEN], CHOSEN),
    ],
)
def test_places_agree_or_say_nothing(values: list[bytes], expected: bytes | None) -> None:
    """What one place chooses for HIP is chosen for all."""
    assert agreed(values) == agreed(values[::-1]) == expected


def test_marked_names() -> None:
    """What stands behind the first mark is told with the name, be it nothing."""
    assert [*marked([b"f", b"f!", b"g!?", b"h!a!b"], b"!")] == [(b"f", b""), (b"g", b"?"), (b"h", b"a!b")]
    assert [*marked([b"f", b"f!"], b"~")] == []
