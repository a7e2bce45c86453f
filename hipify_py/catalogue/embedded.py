"""Run the tests that stand with a rule: those of the project, and those in a user's own rule files."""

from __future__ import annotations

from difflib import ndiff
from typing import TYPE_CHECKING

from hipify_py.build.conversion import build_file
from hipify_py.conversion import convert
from hipify_py.project.file_kinds import is_build_file
from hipify_py.settings import Options
from hipify_py.surroundings import Project

if TYPE_CHECKING:
    from collections.abc import Iterator

    from hipify_py.model import Result
    from hipify_py.rules.model import Message, Rule, RuleSet
    from hipify_py.rules.packed import RuleTest

ADDS_INCLUDE = "M007"  # the rule whose tests are about the include that the others' would only be noise with

ROCPRIM = "B020"  # the rule whose tests are about sources that use Thrust
WITHOUT_HIP = "B025"  # the one whose tests are about trees that enable HIP nowhere
UNCALLED = "B032"  # the one whose tests are about the function gpu, which nothing calls
UNREAD = "B029"  # the one whose tests are about modules that nothing includes
PLATFORM = "B021"  # the one whose tests are about sources of plain C++


def run(source: str, rules: RuleSet, rule: Rule | Message, test: RuleTest) -> Result:
    """Convert a source as a test asks for it; `rules` are those for its release of ROCm."""
    renamed = {path: path.removesuffix(".cu") + ".hip" for path in test.renamed}
    files = {path: path for path in test.renamed}
    host = "a.cpp" if rule.id == PLATFORM else ""
    project = Project(
        files,
        renamed=renamed,
        rocprim=rule.id == ROCPRIM,
        host_cxx=host,
        without_hip=rule.id == WITHOUT_HIP,
        unread=rule.id == UNREAD,
        uncalled=frozenset([b"gpu"]) if rule.id == UNCALLED else frozenset(),
    )
    options = Options(
        test.path,
        test.launch,
        add_include=rule.id == ADDS_INCLUDE,
        project=project,
        warp=test.warp,
        polyfill=test.polyfill,
        archs=test.archs,
        build=test.build,
    )
    act = build_file if test.path and is_build_file(test.path) else convert
    return act(source.encode(), rules, options)


def problems(rules: RuleSet, rule: Rule | Message, test: RuleTest) -> Iterator[str]:
    """Say in what the outcome is not the one that a test expects; nothing where the test passes."""
    result = run(test.before, rules, rule, test)
    output = result.output.decode()
    if output != test.after:
        yield f"the output is not the one expected:\n{difference(test.after, output)}"
    found = [finding.rule for finding in result.findings]
    spoke = {*found, *(edit.rule for edit in result.edits), *(each.rule for each in result.suppressed)}
    if test.before == test.after and test.findings is None:
        if result.edits or found:
            yield f"the rules speak where they should keep still: {', '.join(sorted(spoke))}"
    elif rule.id not in spoke:
        yield f"{rule.id} neither edits nor reports anything"
    if test.findings is not None and found != list(test.findings):
        yield f"the findings are {', '.join(found) or 'none'}, not {', '.join(test.findings) or 'none'}"


def unsettled(rules: RuleSet, rule: Rule | Message, test: RuleTest) -> Iterator[str]:
    """Say what a second run changes in what a test expects; nothing where it changes nothing."""
    output = run(test.after, rules, rule, test).output.decode()
    if output != test.after:
        yield f"a second run changes the output again:\n{difference(test.after, output)}"


def difference(wanted: str, got: str) -> str:
    """Show the lines that differ: `-` those expected, `+` those that came out."""
    lines = ndiff(wanted.splitlines(), got.splitlines())
    return "\n".join(f"    {line.rstrip()}" for line in lines if line[:1] in "-+")
