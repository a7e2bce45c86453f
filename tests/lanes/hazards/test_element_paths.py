"""What is read behind the name of an array or an object, and whether two such paths may lead to one place."""

from __future__ import annotations

import pytest

from hipify_py.lanes.flow.lattice import LANE, UNIFORM
from hipify_py.lanes.hazards.element_paths import path_behind


@pytest.mark.parametrize(
    ("text", "parts", "rest"),
    [
        ("[w] = 1;", [("w", False)], " = 1;"),
        ("[w].base + 2", [("w", False), ("base", True)], " + 2"),
        ("->list [ i + 1 ][0].n;", [("list", True), ("i + 1", False), ("0", False), ("n", True)], ";"),
        (" = c[w];", [], " = c[w];"),
    ],
)
def test_indices_and_members_are_read(text: str, parts: list[tuple[str, bool]], rest: str) -> None:
    found = path_behind(text.encode(), 0)
    assert [(one.text.decode().strip(), one.is_member) for one in found.parts] == parts
    assert [one.decode().strip() for one in found.indices] == [
        one for one, is_member in parts if not is_member
    ]
    assert text[found.end :] == rest


@pytest.mark.parametrize(
    ("stored", "read", "same", "apart"),
    [
        ("[w]", "[w]", True, False),
        ("[w + 1]", "[w+1]", True, False),
        ("[w]", "[v]", False, False),
        ("[w].a", "[w].a", True, False),
        ("[w].a", "[w].b", False, True),
        ("[w].a", "[w]", True, False),
        ("[w]", "[w].b", True, False),
        ("[w]", "[w][0]", False, False),
        ("[lane]", "[0]", True, False),
        ("[lane]", "[lane]", False, False),
        ("[w]", ".w", False, False),
    ],
)
def test_whether_another_leads_there(stored: str, read: str, same: bool, apart: bool) -> None:
    one, of = path_behind(stored.encode(), 0), path_behind(read.encode(), 0)

    def level(text: bytes) -> int:
        return LANE if text == b"lane" else UNIFORM

    assert one.may_be(of, level, level) is same
    assert one.is_apart(of) is apart
