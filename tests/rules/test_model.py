"""Rules, the engine's messages, and the set of all of them that a run goes by."""

from __future__ import annotations

from dataclasses import replace

import pytest
from helpers.matches import RULES

from hipify_py.rules.fix_templates import template
from hipify_py.rules.load import load
from hipify_py.rules.model import Message, Rule
from hipify_py.rules.packed import packed

RULE = Rule("Z001", "zebra", "note", "run", "safe", packed("how", ()), call="z(a|b)", fix="g$1({a}, {b})")


def test_a_rule_knows_its_expression_its_fix_and_its_releases() -> None:
    assert RULE.pattern.fullmatch(b"za")
    assert not RULE.pattern.fullmatch(b"zab")
    assert RULE.template == template("g$1({a}, {b})")
    assert (RULE.docs, RULE.tests) == ("how", ())
    assert [RULE._replace(until="7.0").holds(rocm) for rocm in ("6.4", "7.0")] == [True, False]


def test_a_message_is_no_users_own() -> None:
    message = Message("N999", "zebra", "note", "run", "safe", packed("how", ()), "seen")
    assert (message.origin, message.docs, message.tests) == ("", "how", ())


def test_an_id_is_one_rules_or_one_messages() -> None:
    known = RULES.by_id
    assert len(known) == len(RULES.messages) + len({rule.id for rule in RULES.rules})
    assert all(each.id == key for key, each in known.items())
    assert isinstance(known["N003"], Message)
    assert isinstance(known["M012"], Rule)


def test_an_old_id_tells_the_ids_of_today() -> None:
    rules = replace(
        RULES, rules=(RULE._replace(was=("Z000",)), RULE._replace(id="Z002", was=("Z000", "Y001")))
    )
    assert rules.by_old_id == {"Z000": ("Z001", "Z002"), "Y001": ("Z002",)}


@pytest.mark.parametrize("rocm", ["6.4", "7.2"])
def test_only_rules_of_the_release_look_at_a_source(rocm: str) -> None:
    rules = load(rocm=rocm)
    assert rules.rocm == rocm
    assert {rule.name for rule in (*rules.coded, *rules.queries)} == {
        rule.name for rule in rules.rules if (rule.code or rule.query) and rule.holds(rocm)
    }
    assert all(rule.code for rule in rules.coded)
    assert all(rule.query for rule in rules.queries)
    speaking = [rule for name in rules.calls for rule in rules.for_call(name)]
    assert speaking
    assert all(rule.call and rule.holds(rocm) for rule in speaking)


def test_rules_about_a_call_are_found_by_its_name() -> None:
    assert [rule.id for rule in RULES.for_call(b"cudaMemcpyToSymbol")] == ["M012", "R518"]
    assert RULES.for_call(b"cudaFree") == ()
    assert RULES.for_call(b"nobody") == ()


def test_namespaces_by_their_outermost_and_by_their_scope() -> None:
    assert set(RULES.roots) >= {b"cub", b"thrust", b"cuda"}
    assert not any(b"::" in root for root in RULES.roots)
    assert {b"cub", b"thrust"} <= RULES.inner[()]
    assert b"cuda" in RULES.inner[b"thrust",]


def test_names_in_order() -> None:
    assert RULES.in_order == sorted(RULES.names)


def test_rules_for_a_source_are_those_with_a_word_of_it_or_without_any() -> None:
    everywhere = RULES.coded_for(())
    assert everywhere == [rule for rule in RULES.coded if not rule.words]
    some = {b"threadIdx", b"curand", b"nobody"}
    assert RULES.coded_for(some) == [
        rule for rule in RULES.coded if not rule.words or not some.isdisjoint(rule.words)
    ]
    assert len(everywhere) < len(RULES.coded_for(some)) < len(RULES.coded)


@pytest.mark.parametrize(("rocm", "is_told"), [("6.4", False), ("7.2", True)])
def test_messages_of_other_releases(rocm: str, is_told: bool) -> None:
    assert ("W015" not in load(rocm=rocm).of_others) is is_told
