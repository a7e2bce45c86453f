"""Line ends: whichever a file has, compilers read the same, and so does a conversion."""

from __future__ import annotations

import pytest
from helpers import cases

from hipify_py.conversion import convert
from hipify_py.releases import NEWEST
from hipify_py.rules.packed import RuleTest
from hipify_py.settings import Options

TESTS = [(rule.id, test) for rule in cases.RULES.rules for test in rule.tests if test.rocm == NEWEST]
PLAIN = [case for case in cases.cases() if b"\r" not in case.source()]


@pytest.mark.parametrize(("rule", "test"), TESTS)
def test_the_rules_do_the_same_whatever_ends_a_line(rule: str, test: RuleTest) -> None:
    options = Options(path="a.cuh", launch=test.launch, warp=test.warp)
    source = test.before.encode() + b"\n"
    expected = convert(source, cases.RULES, options)
    for end in (b"\r\n", b"\r"):
        made = convert(source.replace(b"\n", end), cases.RULES, options)
        assert made.output == expected.output.replace(b"\n", end), rule
        assert [one.message for one in made.findings] == [one.message for one in expected.findings], rule


@pytest.mark.parametrize("case", PLAIN, ids=lambda case: case.name)
def test_a_golden_case_comes_out_the_same_with_returns_alone(case: cases.Case) -> None:
    made = convert(case.source().replace(b"\n", b"\r"), case.rules(), case.options)
    assert made.output == case.run().output.replace(b"\n", b"\r")


def test_what_is_put_behind_a_comment_that_goes_on_ends_its_line_as_the_file_does() -> None:
    source = b"int atomicMax(double*a,double b){return 0;}//\\\n"
    expected = convert(source, cases.RULES, Options(path="a.cu", add_include=False))
    made = convert(source.replace(b"\n", b"\r"), cases.RULES, Options(path="a.cu", add_include=False))
    assert expected.output.endswith(b"//\\\n\n#endif\n")
    assert made.output == expected.output.replace(b"\n", b"\r")
