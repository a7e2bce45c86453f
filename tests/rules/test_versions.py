"""What is known of a library's version in a release of ROCm."""

from __future__ import annotations

import pytest

from hipify_py.rules.load import load
from hipify_py.rules.versions import known_numbers

NUMBERS = {"6.4": "20", "7.2": "28"}


@pytest.mark.parametrize(
    ("name", "rocm", "known"),
    [
        ("A_VERSION", "7.2", (28, 28)),
        ("A_VERSION", "6.4", (20, 20)),
        ("A_VERSION", "7.0", (20, 28)),
        ("A_MINOR", "7.0", (None, None)),
        ("A_MINOR", "7.2", (28, 28)),
    ],
)
def test_versions_grow_from_release_to_release(
    name: str, rocm: str, known: tuple[int | None, int | None]
) -> None:
    assert known_numbers(name, NUMBERS, rocm) == known


def test_the_rules_know_what_rocms_headers_define() -> None:
    assert load().versions[b"NCCL_VERSION_CODE"] == (22707, 22707)
    assert load(rocm="6.4").versions[b"NCCL_VERSION_CODE"] == (None, 22707)
