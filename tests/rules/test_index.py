"""What is worked out from all rules together: which names are worth a look, and who speaks of which."""

from __future__ import annotations

import re

import pytest
from helpers.rules import Folder, refusal, swap
from hypothesis import given
from hypothesis import strategies as st

from hipify_py.model import RuleError
from hipify_py.rules.index import calls, candidate, unknown_names
from hipify_py.rules.where import Where

NAME = st.text("abcu_", min_size=1, max_size=8).map(lambda text: f"x{text}".encode())


@pytest.mark.usefixtures("alone")
def test_a_rule_about_no_known_name_is_refused(folder: Folder) -> None:
    said = refusal(folder(a=swap('call = "zebraCall"', 'call = "zebraOther"')))
    assert said.startswith("a.toml:6: zebra: 'zebraOther' matches no known name; ")
    assert re.fullmatch(r"a\.toml:\d+: .+: .+; .+", said, re.DOTALL), "file:line: entry: cause; remedy"


@given(st.sets(NAME, max_size=20), st.sets(st.sampled_from(["cuda", "cu[A-Z]", "CUDA_"]), max_size=3))
def test_every_name_is_a_candidate_wherever_it_stands(names: set[bytes], unknown: set[str]) -> None:
    expression = re.compile(candidate(names, unknown))
    for name in names:
        found = [match[0] for match in expression.finditer(b"(" + name + b");")]
        assert found == [name]
        assert expression.search(b"my" + name) is None


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (b"cudaFree(cudaFrobnicate);", [b"cudaFree", b"cudaFrobnicate"]),
        (b"xcudaFree my_cudaFree", []),
        (b"float4 v; half h;", [b"half"]),
        (b"CUDA_ARCH + CUDART", [b"CUDA_ARCH"]),
    ],
)
def test_what_may_be_a_name_of_cudas_is_a_candidate_too(text: bytes, expected: list[bytes]) -> None:
    expression = candidate([b"cudaFree", b"half"], ["cuda", "CUDA_"])
    assert re.findall(expression, text) == expected


def test_a_choice_of_prefixes_is_looked_for_even_where_the_first_is_claimed() -> None:
    expression = candidate([b"NVML_OK", b"NVMX"], ["NVMEDIA_|NvMedia[A-Z]"])
    assert re.findall(expression, b"NvMediaOpen NvMedia NVMX") == [b"NvMediaOpen", b"NVMX"]


def test_without_names_nothing_is_a_candidate() -> None:
    assert re.findall(candidate([], []), b"cudaFree float4") == []
    assert re.findall(unknown_names([]), b"cudaFree float4") == []


@pytest.mark.parametrize(
    ("name", "looks"),
    [
        (b"cudaX", True),
        (b"cuX", True),
        (b"cuda", True),
        (b"cux", False),
        (b"xcudaX", False),
        (b"cudaX()", False),
    ],
)
def test_names_that_look_like_cudas(name: bytes, *, looks: bool) -> None:
    assert (re.fullmatch(unknown_names(["cuda", "cu[A-Z]"]), name) is not None) is looks


WHERE = Where("a.toml", "")


def spoken(*rules: dict[str, str], rocm: str = "7.2") -> dict[bytes, tuple[int, ...]]:
    names = [b"getSize", b"getName", b"setName", b"aa", b"ab"]
    given = [({"name": f"rule{number}", **rule}, WHERE) for number, rule in enumerate(rules)]
    return calls(given, names, rocm)


def test_each_name_knows_the_rules_that_speak_of_it_in_their_order() -> None:
    assert spoken({"call": "get(Size|Name)"}, {"query": "x"}, {"call": "\\w+Name"}) == {
        b"getSize": (0,),
        b"getName": (0, 2),
        b"setName": (2,),
    }


def test_a_rule_speaks_only_in_its_releases() -> None:
    assert spoken({"call": "getSize", "since": "7.0"}, rocm="6.4") == {}
    assert spoken({"call": "getSize", "since": "7.0"}, rocm="7.0") == {b"getSize": (0,)}
    assert spoken({"call": "getSize", "until": "7.0"}, rocm="7.0") == {}


def test_an_expression_with_a_reference_to_a_group_is_asked_by_itself() -> None:
    assert spoken({"call": "(get)Size"}, {"call": "(a)\\1"}) == {b"getSize": (0,), b"aa": (1,)}


def test_a_call_that_fits_no_name_is_refused() -> None:
    for call in ("getOther", "Size", "getSizes"):
        with pytest.raises(RuleError, match=f"a.toml:1: rule0: '{call}' matches no known name; correct it"):
            spoken({"call": call})
