"""A report as XML in the form of JUnit, which every CI shows: a suite a file, a test a finding."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hipify_py.report.order import concerns_of, failure_id, files_of, is_folder, reason_of
from hipify_py.report.places import counted_message
from hipify_py.report.rule_texts import explained
from hipify_py.report.terminal import harmless

if TYPE_CHECKING:
    from collections.abc import Iterator

    from hipify_py.report.form import Form
    from hipify_py.report.model import Concern, FileReport, Report

LOOKED_AT = frozenset({"converted", "unchanged", "failed"})


def render_junit(report: Report, form: Form) -> str:
    """Write a suite for each file that was looked at.

    Errors and warnings are tests that fail, notes tests that pass and say something, a file that could not be
    handled is a test with an error, and one without findings a test that passes.
    """
    files = [file for file in files_of(report) if file.status in LOOKED_AT and not is_folder(file)]
    failures = sum(map(_failures, files))
    errors = sum(file.status == "failed" for file in files)
    tests = sum(map(_tests, files))
    lines = ['<?xml version="1.0" encoding="UTF-8"?>']
    counts = f'tests="{tests}" failures="{failures}" errors="{errors}"'
    lines.append(f'<testsuites name="hipify-py" {counts}>')
    lines += (line for file in files for line in _suite(file, form))
    return "\n".join([*lines, "</testsuites>", ""])


def _failures(file: FileReport) -> int:
    return sum(one.severity != "note" for one in file.concerns)


def _tests(file: FileReport) -> int:
    return len(file.concerns) + (file.status == "failed") or 1


def _suite(file: FileReport, form: Form) -> Iterator[str]:
    path = _attribute(file.path)
    errors = int(file.status == "failed")
    counts = f'tests="{_tests(file)}" failures="{_failures(file)}" errors="{errors}"'
    yield f'  <testsuite name="{path}" {counts}>'
    if failure := failure_id(file):
        said = _attribute(reason_of(file))
        error = f'<error message="{said}" type="{failure}"/>'
        yield f'    <testcase classname="{path}" name="{failure}">{error}</testcase>'
    elif not file.concerns:
        yield f'    <testcase classname="{path}" name="no findings"/>'
    for one in concerns_of(file):
        yield from _case(path, one, form)
    yield "  </testsuite>"


def _case(path: str, one: Concern, form: Form) -> Iterator[str]:
    name = _attribute(f"{one.rule} {(form.names or {}).get(one.rule, '')}".strip())
    place = f"{one.start.line}:{one.start.column}"
    yield f'    <testcase classname="{path}" name="{name} at {place}" file="{path}" line="{one.start.line}">'
    said = _attribute(counted_message(one))
    text = f"{path}:{place}: {one.severity} {_attribute(one.rule)} {said}\n{_attribute(explained(one.rule))}"
    if one.severity == "note":
        yield f"      <system-out>{text}</system-out>"
    else:
        yield f'      <failure message="{said}" type="{one.severity}">{text}</failure>'
    yield "    </testcase>"


def _attribute(text: str) -> str:
    """Write text that may stand between tags and in an attribute; XML has no control characters."""
    text = harmless(" ".join(text.splitlines()))
    for sign, entity in (("&", "&amp;"), ("<", "&lt;"), (">", "&gt;"), ('"', "&quot;")):
        text = text.replace(sign, entity)
    return text
