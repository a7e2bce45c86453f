"""Remarks of build files: where they stand, and what is left without them."""

from __future__ import annotations

import pytest

from hipify_py.build.remarks import remarks, without_remarks


@pytest.mark.parametrize(
    ("text", "slashes", "found"),
    [
        ("a # b\nc#d\n# e\n", False, ["# b", "# e"]),
        ("a // b # c\nhttp://d\n", True, ["// b # c"]),
        ("a /* b\n // c */ d // e\n", True, ["/* b\n // c */", "// e"]),
        ("// a /* b\nc */ d\n", True, ["// a /* b"]),
        ("a /* b\nc // d\n", True, ["// d"]),
        ("a # b\n", True, []),
    ],
)
def test_remarks_of_a_file(text: str, slashes: bool, found: list[str]) -> None:
    source = text.encode()
    spans = remarks(source, slashes=slashes)
    assert [source[slice(*span)].decode() for span in spans] == found
    blank = bytearray(source)
    for start, end in spans:
        blank[start:end] = b" " * (end - start)
    assert without_remarks(source, slashes=slashes) == bytes(blank)
