"""What a compiler said as JSON, in the form that `schema.json` beside this module describes."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from hipify_py.report.as_json import escape_path, escape_text
from hipify_py.version import __version__

if TYPE_CHECKING:
    from hipify_py.verify.model import Problem, UnitReport, Verdict

    Json = dict[str, Any]

SCHEMA_VERSION = 1
STATUSES = ("compiles", "fails", "needs", "crashed", "timed out")


def render_json(verdict: Verdict, exit_code: int) -> str:
    """Write a verdict as one JSON object that ends in a newline and can be encoded as UTF-8."""
    errors = [one for unit in verdict.units for one in unit.problems]
    value = {
        "schema_version": SCHEMA_VERSION,
        "tool": {"name": "hipify-py", "version": __version__},
        "exit_code": exit_code,
        "compiler": escape_path(verdict.compiler),
        "architectures": list(verdict.archs),
        "object": verdict.to_object,
        "flags_from": escape_path(verdict.origin) or None,
        "converted": verdict.converted,
        "seconds": round(verdict.seconds, 2),
        "remarks": [*verdict.remarks, *filter(None, [verdict.untold])],
        "summary": {
            "units": len(verdict.units),
            **{status: verdict.count(status) for status in STATUSES},  # type: ignore[arg-type]
            "errors": len(errors),
            "foretold": sum(bool(one.foretold) for one in errors),
        },
        "causes": [
            {
                "title": cause.title,
                "fix": cause.fix or None,
                "units": [escape_path(path) for path in cause.units],
                "places": [_problem(one) for one in cause.problems],
            }
            for cause in verdict.causes
        ],
        "units": [_unit(unit) for unit in verdict.units],
    }
    return escape_text(json.dumps(value, ensure_ascii=False, indent=1)) + "\n"


def _unit(unit: UnitReport) -> Json:
    return {
        "path": escape_path(unit.path),
        "status": unit.status,
        "reason": unit.reason or None,
        "flags_from": unit.origin,
        "seconds": round(unit.seconds, 2),
        "errors": [_problem(one) for one in unit.problems],
        "idle": list(unit.idle),
        "apart": list(unit.apart),
    }


def _problem(problem: Problem) -> Json:
    return {
        "path": escape_path(problem.path),
        "line": problem.line or None,
        "column": problem.column or None,
        "compiled_line": problem.compiled_line or None,
        "inside": escape_path(problem.inside) or None,
        "message": problem.text,
        "cause": problem.cause,
        "sides": list(problem.sides),
        "edits": list(problem.rules),
        "foretold_by": list(problem.foretold),
        "advice": problem.advice or None,
        "third_party": problem.third_party,
    }
