"""What a rule file may say of a name: each form of a value, and what is none."""

from __future__ import annotations

from pathlib import Path

import pytest
from helpers.rules import Folder, assert_refused, assert_refused_for_a_release

from hipify_py.model import RuleError
from hipify_py.rules.names import Name
from hipify_py.rules.values import name_of
from hipify_py.rules.where import Where

REFUSED = [
    ("[names]\nzebra = 1", "a.toml:2: zebra: not a name's value; write "),
    ('[names]\nzebra = ""', "a.toml:2: zebra: not a name's value; write "),
    ("[names]\nzebra = {}", "a.toml:2: zebra: not a name's value; write "),
    ('[names]\nzebra = { review = "" }', "a.toml:2: zebra: not a name's value; write "),
    ('[names]\nzebra = { review = "x", more = 1 }', "a.toml:2: zebra: not a name's value; write "),
    ('[names]\nzebra = { to = "x" }', "a.toml:2: zebra: not a name's value; write "),
    ('[headers]\n"z/z.h" = 1', "a.toml:2: z/z.h: not a name's value; write "),
    ("[namespaces]\nz = 1", "a.toml:2: z: not a name's value; write "),
]


@pytest.mark.usefixtures("alone")
@pytest.mark.parametrize(("text", "message"), REFUSED)
def test_refused(folder: Folder, text: str, message: str) -> None:
    assert_refused(folder(a=text), message)


OF_RELEASES = [
    ('[before."7.2"]\nzebra = 1', ":8: zebra: not a name's value; write "),
    ('[before."7.2"]\nzebra = { to = "a" }', ":8: zebra: not a name's value; write "),
    (
        '[before."7.2"]\nzebra = { to = "a", since = "7.1" }',
        ":8: zebra: since = '7.1' is no release from 7.2 on; use one of 7.2",
    ),
    (
        '[before."7.2"]\nzebra = { to = "a", since = "9" }',
        ":8: zebra: since = '9' is no release from 7.2 on; use one of 7.2",
    ),
    (
        '[before."7.2"]\nzebra = { to = "a", since = 7 }',
        ":8: zebra: since = int is no release from 7.2 on; use one of 7.2",
    ),
    (
        '[before."7.2"]\nzebra = { to = "a", since = "7.2", fits = 1 }',
        ":8: zebra: not a name's value; write ",
    ),
    ('[names.zulu]\nto = "x"\nsince = "7.2"', ": zulu: not a name's value; write "),
]


@pytest.mark.usefixtures("engine")
@pytest.mark.parametrize(("text", "message"), OF_RELEASES)
def test_refused_for_a_release(text: str, message: str, tmp_path: Path) -> None:
    assert_refused_for_a_release(tmp_path, text, message)


WHERE = Where("a.toml", '[names]\nzebra = 1\n[before."7.0"]\nzebra = 2\n')


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        ("hipZebra", Name(b"hipZebra", "")),
        ({"review": "write it"}, Name(None, "write it")),
        ({"drop": "not needed"}, Name(b"", "")),
        ({"to": "hipZebra", "differs": "stripes"}, Name(b"hipZebra", "stripes")),
        ({"to": "hipZebra", "differs": "stripes", "fails": "run"}, Name(b"hipZebra", "stripes", fails="run")),
        (
            {"to": "hipZebra", "differs": "stripes", "gpus": ["gfx942"]},
            Name(b"hipZebra", "stripes", gpus=("gfx942",)),
        ),
        ({"to": "hipZebra", "differs": "stripes", "fits": 3}, Name(b"hipZebra", "stripes", (3,))),
        ({"to": "hipZebra", "differs": "stripes", "fits": [1, 2]}, Name(b"hipZebra", "stripes", (1, 2))),
    ],
)
def test_each_form_of_a_value(value: object, expected: Name) -> None:
    assert name_of(WHERE, "zebra", value, "[names]") == expected
    assert name_of(WHERE, "zebra", value, '[before."7.0"]', "7.0") == expected


@pytest.mark.parametrize("since", ["7.0", "7.1", "7.2"])
def test_a_name_may_come_with_a_release_that_is_not_older(since: str) -> None:
    value = {"to": "hipZebra", "since": since}
    assert name_of(WHERE, "zebra", value, '[before."7.0"]', "7.0") == Name(b"hipZebra", "", (), since)
    differing = {**value, "differs": "stripes", "fits": 1}
    assert name_of(WHERE, "zebra", differing, '[before."7.0"]', "7.0") == Name(
        b"hipZebra", "stripes", (1,), since
    )


@pytest.mark.parametrize(
    "value",
    [
        *(1, 1.5, True, [], None, "", {}),
        *({"review": 1}, {"drop": ""}, {"drop": "x", "to": "y"}, {"to": "", "differs": "x"}),
        *({"to": "x", "differs": ""}, {"to": "x", "fits": 1}, {"to": "x", "differs": "y", "fits": "1"}),
        *({"to": "x", "differs": "y", "fits": [True]}, {"to": "x", "differs": "y", "more": 1}),
        *({"to": "x", "since": "7.2"}, {"to": "x", "fails": "run"}),
        *({"to": "x", "gpus": ["gfx942"]}, {"to": "x", "differs": "y", "gpus": "gfx942"}),
        *({"to": "x", "differs": "y", "gpus": []}, {"to": "x", "differs": "y", "gpus": ["gfx94"]}),
        *({"to": "x", "differs": "y", "fails": "now"}, {"to": "x", "differs": "y", "fails": ["run"]}),
    ],
)
def test_what_is_no_value_is_refused_with_the_forms(value: object) -> None:
    with pytest.raises(RuleError) as caught:
        name_of(WHERE, "zebra", value, "[names]")
    assert str(caught.value) == (
        'a.toml:2: zebra: not a name\'s value; write "target", { review = "why" }, { drop = "why" }, '
        '{ to = "target", differs = "how", fails = "silent", fits = 3 }'
    )


def test_a_release_before_the_table_is_none_that_can_bring_a_name() -> None:
    with pytest.raises(RuleError) as caught:
        name_of(WHERE, "zebra", {"to": "x", "since": "6.4"}, '[before."7.0"]', "7.0")
    assert str(caught.value) == (
        "a.toml:4: zebra: since = '6.4' is no release from 7.0 on; use one of 7.0, 7.1, 7.2"
    )
