"""The tests that stand with a rule: what is run, and what is said of an outcome that is not expected."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from hipify_py.catalogue import embedded
from hipify_py.model import Result
from hipify_py.rules.load import load
from hipify_py.rules.packed import RuleTest

if TYPE_CHECKING:
    from hipify_py.rules.model import Rule, RuleSet
    from hipify_py.settings import Options

pytestmark = pytest.mark.usefixtures("small")
BEFORE, AFTER = "void f() { cudaMany(x, 3); }\n", "void f() { hipMany(x); }\n"
WRONG = "the output is not the one expected:"
ASKED = RuleTest("acts", BEFORE, AFTER, None, "keep", None, ())


def named(rules: RuleSet, name: str) -> Rule:
    (rule,) = [each for each in rules.rules if each.name == name]
    return rule


def problems(test: RuleTest, name: str = "many-arguments") -> list[str]:
    """Say what is wrong about a test of a rule."""
    rules = load(rocm=test.rocm)
    return list(embedded.problems(rules, named(rules, name), test))


# --- what is run ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("test", "output"),
    [
        (ASKED, AFTER),
        (ASKED._replace(before='#include "b.cu"\n', path="a.cpp", renamed=("b.cu",)), '#include "b.hip"\n'),
        (ASKED._replace(before="add(k b.cu)\n", path="CMakeLists.txt", renamed=("b.cu",)), "add(k b.hip)\n"),
        (ASKED._replace(before="cudaFree(x);\n", path="a.cu"), "hipFree(x);\n"),
    ],
)
def test_a_source_is_converted_as_its_test_asks(test: RuleTest, output: str) -> None:
    rules = load()
    assert embedded.run(test.before, rules, named(rules, "many-arguments"), test).output.decode() == output


@pytest.mark.parametrize(("rule_id", "included"), [("M500", False), (embedded.ADDS_INCLUDE, True)])
def test_a_test_chooses_the_options_of_its_run(
    rule_id: str, monkeypatch: pytest.MonkeyPatch, *, included: bool
) -> None:
    """The include of the runtime would only be noise in tests that are not about it."""
    rules = load()
    asked: list[tuple[bytes, RuleSet, Options]] = []

    def convert(source: bytes, given: RuleSet, options: Options) -> Result:
        asked.append((source, given, options))
        return Result(source, source)

    monkeypatch.setattr(embedded, "convert", convert)
    test = ASKED._replace(path="src/a.cu", launch="macro", warp="native", renamed=("src/b.cu",))
    embedded.run("x", rules, named(rules, "many-arguments")._replace(id=rule_id), test)
    ((source, given, options),) = asked
    assert (source, given is rules) == (b"x", True)
    assert (options.path, options.launch, options.warp) == ("src/a.cu", "macro", "native")
    assert options.add_include is included
    assert options.project.files == {"src/b.cu": "src/b.cu"}
    assert options.project.renamed == {"src/b.cu": "src/b.hip"}


# --- what is said -----------------------------------------------------------------------------------------

IGNORED = "cudaMany(x, 3); // hipify: ignore[M500] why\n"
TYPED = ASKED._replace(
    before="void f() { cudaTyped(x); }", after="void f() { hipTyped(x); }", findings=("M501",), rocm="7.0"
)


@pytest.mark.parametrize(
    ("test", "name"),
    [
        (ASKED, "many-arguments"),
        (ASKED._replace(findings=("M500",)), "many-arguments"),
        (ASKED._replace(before="zebra(x);", after="zebra(x);"), "many-arguments"),
        (TYPED, "typed"),
        (ASKED._replace(before=IGNORED, after=IGNORED, findings=()), "many-arguments"),
    ],
)
def test_nothing_is_said_of_what_is_expected(test: RuleTest, name: str) -> None:
    assert problems(test, name) == []


@pytest.mark.parametrize(
    ("test", "said"),
    [
        (
            ASKED._replace(after=AFTER.replace("(x)", "(x, 3)")),
            [f"{WRONG}\n    - void f() {{ hipMany(x, 3); }}\n    + void f() {{ hipMany(x); }}"],
        ),
        (
            ASKED._replace(after=BEFORE),
            [
                f"{WRONG}\n    - void f() {{ cudaMany(x, 3); }}\n    + void f() {{ hipMany(x); }}",
                "the rules speak where they should keep still: M500",
            ],
        ),
        (
            ASKED._replace(before="auto g = cudaNone;", after="auto g = cudaNone;"),
            ["the rules speak where they should keep still: N001"],
        ),
        (
            ASKED._replace(before="cudaFree(x);", after="hipFree(x);"),
            ["M500 neither edits nor reports anything"],
        ),
        (
            ASKED._replace(before="zebra(x);", after="zebra(x);", findings=()),
            ["M500 neither edits nor reports anything"],
        ),
        (ASKED._replace(findings=()), ["the findings are M500, not none"]),
        (ASKED._replace(findings=("M500", "N001")), ["the findings are M500, not M500, N001"]),
        (
            TYPED._replace(rocm="7.2"),
            ["M501 neither edits nor reports anything", "the findings are none, not M501"],
        ),
    ],
)
def test_what_is_not_as_expected_is_told(test: RuleTest, said: list[str]) -> None:
    assert problems(test, "typed" if "Typed" in test.before else "many-arguments") == said


@pytest.mark.parametrize(
    ("after", "said"),
    [
        (AFTER, []),
        (
            "int a;\ncudaFree(x);\n",
            ["a second run changes the output again:\n    - cudaFree(x);\n    + hipFree(x);"],
        ),
    ],
)
def test_what_is_expected_must_stay_in_a_second_run(after: str, said: list[str]) -> None:
    rules = load()
    rule = named(rules, "many-arguments")
    assert list(embedded.unsettled(rules, rule, ASKED._replace(after=after))) == said


def test_only_the_lines_that_differ_are_shown() -> None:
    assert embedded.difference("a\nb\nc\n", "a\nB  \nc\nd\n") == "    - b\n    + B\n    + d"
