"""Every rule is about something, and whatever a topic goes by finds a rule."""

from __future__ import annotations

from hipify_py.catalogue.rule_topics import Topic, topics
from hipify_py.rules.load import load

RULES = [*load(dnn="miopen").by_id.values()]
TOPICS = topics()


def found(name: str) -> set[str]:
    (topic,) = (one for one in TOPICS if one.name.startswith(name))
    return {rule.id for rule in RULES if topic.has(rule)}


def test_each_rule_is_in_a_topic() -> None:
    assert [rule.id for rule in RULES if not any(topic.has(rule) for topic in TOPICS)] == []


def test_whatever_a_topic_goes_by_finds_a_rule() -> None:
    for topic in TOPICS:
        used = {reason for rule in RULES for reason in topic.reasons(rule)}
        assert {*topic.families, *topic.words, *topic.calls, *topic.rules} == used, topic.name


def test_names_are_apart_and_no_topic_is_a_mixed_bag() -> None:
    names = [topic.name for topic in TOPICS]
    assert len(set(names)) == len(names) >= 25
    for topic in TOPICS:
        own = [rule for rule in RULES if topic.has(rule) and not rule.id.startswith(topic.families or ("-",))]
        assert len(own) <= 60, topic.name


def test_what_rules_are_found_in() -> None:
    assert {"M069", "D211", "R500"} <= found("Textures")
    assert {"M030", "R471"} <= found("Matrix")
    assert {"N016", "M062", "R517"} <= found("Atomic")
    assert "S006" not in found("Half")
    assert "W018" not in found("Atomic")
    assert {"W031", "M065", "M170"} <= found("Warps")


def test_a_word_is_whole() -> None:
    (rule,) = (rule for rule in RULES if rule.name == "texture-units")
    assert Topic("a", words=("texture",)).has(rule)
    assert not Topic("a", words=("text", "unit", "ture-units")).has(rule)
