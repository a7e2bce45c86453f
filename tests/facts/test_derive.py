"""The HIP name of a CUDA name, by rules of spelling that the facts confirm."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest
from helpers.facts import facts

from hipify_py.facts import derive

if TYPE_CHECKING:
    from hipify_py.facts.table import Facts


def derived(
    cuda: Facts, hip: Facts, known: dict[str, str] | None = None, *spellings: tuple[str, str]
) -> dict[str, str]:
    patterns = tuple((re.compile(mine), theirs) for mine, theirs in spellings)
    engine = derive.Deriver(cuda, hip, dict(known or {}), patterns)
    engine.run(cuda)
    return engine.names


@pytest.mark.parametrize(
    ("cuda", "hip"),
    [
        ("cudaDevAttrWarpSize", "hipDeviceAttributeWarpSize"),
        ("CU_DEVICE_ATTRIBUTE_WARP_SIZE", "hipDeviceAttributeWarpSize"),
        ("CUDA_ERROR_NOT_READY", "hipErrorNotReady"),
        ("cudaLimit", "hipLimit_t"),
        ("cudaDevAttrConcurrentKernels", "hipDeviceAttributeConcurrentKernels"),
    ],
)
def test_spellings_of_one_thing_have_one_key(cuda: str, hip: str) -> None:
    assert derive.key(cuda) == derive.key(hip)


def test_spellings_of_two_things_have_two_keys() -> None:
    assert derive.key("cudaMallocHost") != derive.key("hipMalloc")


@pytest.mark.parametrize(
    ("fact", "number", "enumeration", "pointer", "groups"),
    [
        ("a|enumerator|h|3 cudaKind", "3", "cudaKind", False, {"value"}),
        ("a|enumerator|h|-1 cudaKind", "-1", "cudaKind", False, {"value"}),
        ("a|enumerator|h|3", "3", "", False, {"value"}),
        ("a|macro|h|0", "0", "", False, {"value"}),
        ("a|macro|h|other", "", "", False, {"value"}),
        ("a|type|h|struct b *", "", "", True, {"type"}),
        ("a|type|h|struct", "", "", False, {"type"}),
        ("a|function|h|void *", "", "", False, {"function"}),
        ("b|function|h|void *", "", "", False, set()),
    ],
)
def test_what_a_fact_tells_of_a_name(
    fact: str, number: str, enumeration: str, groups: set[str], *, pointer: bool
) -> None:
    known = facts(fact)
    assert derive.number(known, "a") == number
    assert derive.enumeration(known, "a") == enumeration
    assert derive.pointer(known, "a") == pointer
    assert derive.groups(known, "a") == groups


@pytest.mark.parametrize(
    ("detail", "tag"),
    [
        ("struct A", "A"),
        ("const union A *", "A"),
        ("enum A", "A"),
        ("A *", ""),
        ("struct A **", ""),
        ("struct", ""),
    ],
)
def test_the_tag_behind_a_declaration(detail: str, tag: str) -> None:
    assert derive.tagged(detail) == tag


@pytest.mark.parametrize(
    ("cuda", "hip"),
    [
        ("cudaGo|function|h|int ()", "hipGo|function|h|int ()"),
        ("cuGo_v2|function|h|int ()", "hipGo|function|h|int ()"),
        ("CU_GO|macro|h|4", "hipGo|enumerator|h|4 hipKind"),
        ("dim3|type|h|struct", "dim3|type|h|struct"),
        ("cuda_go|variable|h|int", "hip_go|variable|h|int"),
        ("cudaGo|namespace|h|", "hipGo|namespace|h|"),
    ],
)
def test_a_name_becomes_that_with_its_key_and_kind(cuda: str, hip: str) -> None:
    assert derived(facts(cuda), facts(hip)) == {cuda.partition("|")[0]: hip.partition("|")[0]}


@pytest.mark.parametrize(
    ("cuda", "hip"),
    [
        ("cudaThing|function|h|void ()", "hipThing|type|h|struct"),
        ("cudaThing|function|h|void ()", "roctThing|function|h|void ()"),
        ("thing_t|function|h|void ()", "hipThing|function|h|void ()"),
        ("cudaY|enumerator|h|5 cudaB", "hipY|enumerator|h|6 hipC"),
    ],
)
def test_a_name_of_another_kind_prefix_or_value_is_not_taken(cuda: str, hip: str) -> None:
    assert derived(facts(cuda), facts(hip)) == {}


def test_an_enumerator_needs_the_same_value_or_the_same_enumeration() -> None:
    mine = facts("cudaA|type|h|enum", "cudaAX|enumerator|h|1 cudaA", "cudaY|enumerator|h|5 cudaB")
    theirs = facts("hipA|type|h|enum", "hipAX|enumerator|h|2 hipA", "hipY|enumerator|h|6 hipC")
    assert derived(mine, theirs) == {"cudaA": "hipA", "cudaAX": "hipAX"}


def test_the_enumeration_may_be_known_by_a_typedef_of_it() -> None:
    mine = facts("cudaA|type|h|enum", "cudaAX|enumerator|h|1 cudaA")
    theirs = facts("hipA_t|type|h|enum hipATag", "hipAX|enumerator|h|2 hipATag")
    assert derived(mine, theirs, {"cudaA": "hipA_t"})["cudaAX"] == "hipAX"


def test_two_equal_candidates_are_left_to_a_person() -> None:
    theirs = facts("HIPthing_a|type|h|struct", "hipThingA|type|h|struct")
    assert derived(facts("CUThing_A|type|h|struct"), theirs) == {}


@pytest.mark.parametrize(
    ("mine", "theirs", "wanted"),
    [
        ("cudaGo|type|h|struct", ("hip_Go|type|h|struct", "hipGo|type|h|struct"), "hipGo"),
        ("cudaGo|type|h|struct", ("hip_Go|type|h|struct", "hipGo_t|type|h|struct"), "hipGo_t"),
        ("CU_GO|macro|h|1", ("hipGo|enumerator|h|1 k", "hip_go|macro|h|1"), "hip_go"),
        ("CUgo|type|h|struct x *", ("hip_Go|type|h|struct", "hipG_o|type|h|struct y *"), "hipG_o"),
        ("CU_GO|enumerator|h|2 k", ("hipGo|enumerator|h|1 k", "hip_go|enumerator|h|2 k"), "hip_go"),
    ],
)
def test_of_several_candidates_the_best_is_taken(mine: str, theirs: tuple[str, ...], wanted: str) -> None:
    assert [*derived(facts(mine), facts(*theirs)).values()] == [wanted]


def test_the_literal_spelling_goes_before_the_same_kind() -> None:
    theirs = facts("hipGo|enumerator|h|1 k", "hip_go|macro|h|1")
    assert derived(facts("cudaGo|macro|h|1"), theirs) == {"cudaGo": "hipGo"}


def test_a_rule_of_spelling_that_a_person_wrote_goes_first() -> None:
    mine = facts("cudaGo|function|h|int ()", "CUSTOP|macro|h|1")
    theirs = facts("hipGo|function|h|int ()", "hipStart|function|h|int ()", "hipHalt|macro|h|2")
    assert derived(mine, theirs, {}, ("cudaGo", "hipStart"), ("CUST(OP)", "hipHalt")) == {
        "cudaGo": "hipStart",
        "CUSTOP": "hipHalt",
    }


def test_a_rule_of_spelling_finds_what_is_spelled_alike() -> None:
    mine, theirs = facts("cudaGo|function|h|int ()"), facts("HIP_START|function|h|int ()")
    assert derived(mine, theirs, {}, ("cudaGo", "hipStart")) == {"cudaGo": "HIP_START"}
    assert derived(mine, theirs, {}, ("cudaGo", "hipStarted")) == {}


def test_what_is_known_stays() -> None:
    mine, theirs = facts("cudaGo|function|h|int ()"), facts("hipGo|function|h|int ()")
    assert derived(mine, theirs, {"cudaGo": "hipStart"}) == {"cudaGo": "hipStart"}


def test_only_what_is_wanted_is_derived() -> None:
    mine = facts("cudaGo|function|h|int ()", "cudaStop|function|h|int ()")
    engine = derive.Deriver(mine, facts("hipGo|function|h|int ()", "hipStop|function|h|int ()"), {})
    engine.run(["cudaStop"])
    assert engine.names == {"cudaStop": "hipStop"}


def test_a_tag_follows_the_handle_that_points_to_it() -> None:
    mine = facts("cudaStream_t|type|h|struct CUstream_st *", "CUstream_st|type|h|struct")
    theirs = facts("hipStream_t|type|h|struct ihipStream_t *", "ihipStream_t|type|h|struct")
    assert derived(mine, theirs)["CUstream_st"] == "ihipStream_t"


def test_a_tag_follows_a_handle_that_is_no_typedef_of_a_tag() -> None:
    mine = facts("cudaGo_t|type|h|struct CUother_st *", "CUother_st|type|h|struct")
    assert derived(mine, facts("hipGo_t|type|h|void *"))["CUother_st"] == "hipGo_t"


def test_a_type_follows_the_type_that_it_stands_for() -> None:
    mine = facts("cudaGo|type|h|struct", "CUgone|type|h|struct cudaGo", "cudaAgain|type|h|CUgone")
    theirs = facts("hipGo|type|h|struct")
    assert derived(mine, theirs) == {"cudaGo": "hipGo", "CUgone": "hipGo", "cudaAgain": "hipGo"}


@pytest.mark.parametrize("name", ["CUgo_st", "CUgo_v1_st", "CUgo_enum", "CUgo_v2"])
def test_a_type_follows_that_with_its_name_but_for_the_ending(name: str) -> None:
    mine = facts("CUgo|type|h|struct", f"{name}|type|h|struct")
    assert derived(mine, {}, {"CUgo": "hipAway"}) == {"CUgo": "hipAway", name: "hipAway"}


def test_a_tag_becomes_a_tag_that_goes_with_its_word() -> None:
    """`struct cudaProp` is written with the word, which `hipProp_t`, a typedef, does not take."""
    mine = facts("cudaProp|type|h|struct")
    theirs = facts("hipProp_t|type|h|struct hipPropTag", "hipPropTag|type|h|struct")
    assert derived(mine, theirs) == {"cudaProp": "hipPropTag"}


@pytest.mark.parametrize(
    ("cuda", "hip"),
    [
        ("cudaProp|type|h|struct other", "hipProp_t|type|h|struct hipPropTag"),
        ("cudaProp|type|h|struct", "hipProp_t|type|h|struct"),
        ("cudaProp|type|h|struct", "hipProp_t|type|h|struct hipNowhere"),
    ],
)
def test_a_type_keeps_its_name_where_there_is_no_tag_for_it(cuda: str, hip: str) -> None:
    theirs = facts(hip, "hipPropTag|type|h|struct")
    assert derived(facts(cuda), theirs) == {"cudaProp": "hipProp_t"}
