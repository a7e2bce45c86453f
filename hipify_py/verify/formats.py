"""The registry of the forms in which a verdict is printed; each module is loaded when it is asked for.

Two are its own. In the others it is a report, of which they make what they make of every report.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from hipify_py.report.terminal import no_commands

if TYPE_CHECKING:
    from collections.abc import Callable

    from hipify_py.report.form import Form
    from hipify_py.verify.model import Verdict


class Format(NamedTuple):
    """How a format is written: `for_people` in the encoding of their terminal, all else in UTF-8.

    `join` puts a verdict behind the report of the conversion.
    """

    render: Callable[[Verdict, Form], str]
    join: Callable[[bytes, bytes], bytes]
    for_people: bool = False


def _text(verdict: Verdict, form: Form) -> str:
    from hipify_py.verify.as_text import render_text

    return no_commands(render_text(verdict, colour=form.colour, width=form.width, quiet=form.quiet))


def _json(verdict: Verdict, form: Form) -> str:
    from hipify_py.verify.as_json import render_json

    return render_json(verdict, form.code)


def _below(report: bytes, verdict: bytes) -> bytes:
    return report + b"\n" * bool(report) + verdict


def _into(report: bytes, verdict: bytes) -> bytes:
    """Make one JSON object of the two, each of which follows its own schema."""
    return b'{"conversion": ' + report.rstrip() + b',\n"verify": ' + verdict.rstrip() + b"}\n"


FORMATS = {"text": Format(_text, _below, for_people=True), "json": Format(_json, _into)}
"""By the name that `--format` takes; the first is the default."""
