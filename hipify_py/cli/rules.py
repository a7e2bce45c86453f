"""`hipify-py rules` and `explain`: what becomes of each name, and whether a user's own rules are right."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import click

from hipify_py.choices import DNNS
from hipify_py.cli import completion
from hipify_py.cli.console import is_terminal, paged, say, width
from hipify_py.cli.exit_codes import EXIT_FILES, EXIT_FINDINGS, EXIT_USAGE, reaches
from hipify_py.cli.options import ROCM, Refused, fail_on, rule_options, style
from hipify_py.model import HipifyError
from hipify_py.releases import NEWEST
from hipify_py.report.terminal import harmless

if TYPE_CHECKING:
    from collections.abc import Sequence

    from hipify_py.catalogue.entries import Entry
    from hipify_py.choices import Dnn

TEXTS = ("text", "json")
TABLES = (*TEXTS, "csv", "md")


class Asked(NamedTuple):
    """With which rules something is asked: those beside the built-in ones, and for which ROCm and cuDNN."""

    rocm: str
    rules: tuple[Path, ...]
    dnn: Dnn


def _asked(given: dict[str, Any]) -> Asked:
    from hipify_py.cli.config import choose

    said = choose(".", given["config"], isolated=given["isolated"]).values
    folders = tuple(map(Path, (*said.get("rules", ()), *given["rules"])))
    return Asked(given["rocm"] or said.get("rocm", NEWEST), folders, given["dnn"] or said.get("dnn", DNNS[0]))


@click.group(context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100})
def rules() -> None:
    """Ask what the rules say, and check rules of your own."""


@rules.command("list")
@click.option(
    "--library",
    "libraries",
    multiple=True,
    metavar="NAME",
    shell_complete=completion.libraries,
    help="Only this library, such as cublas.",
)
@click.option(
    "--status",
    "wanted",
    multiple=True,
    metavar="STATUS",
    shell_complete=completion.statuses,
    help="Only names with this status.",
)
@rule_options
@style(TABLES, "output")
def list_names(libraries: tuple[str, ...], wanted: tuple[str, ...], style: str, **given: Any) -> None:  # noqa: ANN401
    """List what becomes of each CUDA name, one a line.

    STATUS is same, renamed, differs (renamed, with a finding), dropped, later (comes with a later ROCm),
    polyfill (a header of ours has it) or review (no counterpart).
    """
    from hipify_py.catalogue import output
    from hipify_py.catalogue.entries import STATUSES, entries

    for status in wanted:
        if status not in STATUSES:
            text = f"no status {status!r}: use one of {', '.join(STATUSES)}"
            raise Refused(text)
    try:
        asked = _asked(given)
        known = entries(asked.rules, asked.rocm, asked.dnn)
    except HipifyError as error:
        raise Refused(str(error)) from error
    found = [entry for entry in _chosen(known, libraries) if not wanted or entry.status in wanted]
    _print(output.listed(found, asked.rocm, asked.dnn, style, _width()), long=style == "text")


def _chosen(found: list[Entry], libraries: Sequence[str]) -> list[Entry]:
    """Give the entries of some libraries, named by file or by title; all where none is named."""
    known = {entry.library for entry in found}
    named = {word.lower(): entry.library for entry in found for word in (entry.title, entry.library)}
    for library in libraries:
        if library.lower() not in named:
            text = f"no library {library!r}: use one of {', '.join(sorted(known))}"
            raise Refused(text)
    files = {named[library.lower()] for library in libraries}
    return [entry for entry in found if not files or entry.library in files]


@click.command(short_help="Tell what findings, names and headers are about.")
@click.argument("names", nargs=-1, required=True, metavar="NAME...", shell_complete=completion.words)
@rule_options
@style(TEXTS, "output")
def explain(names: tuple[str, ...], style: str, **given: Any) -> None:  # noqa: ANN401
    """Tell what findings mean, and all about names, headers and namespaces.

    NAME is the id or the name of a rule or a message (W031, inline-ptx), a CUDA name (cudaMalloc,
    cub::WarpReduce), a header (cublas_v2.h), a namespace (cub), a HIP name (hipMalloc), or a word of build
    files (CUDA::cublas, cuda_add_library; a flag of nvcc's goes behind `--`).
    """
    from hipify_py.catalogue import output, showtext
    from hipify_py.catalogue.show import Book

    try:
        asked = _asked(given)
        book = Book(asked.rules, asked.rocm, asked.dnn)
        looked_up = {name: book.look_up(name) for name in dict.fromkeys(names)}
    except HipifyError as error:
        raise Refused(str(error)) from error
    found = [told for each in looked_up.values() for told in each]
    if style == "json":
        missing = [name for name, told in looked_up.items() if not told]
        _print(output.document("show", asked.rocm, dnn=asked.dnn, found=found, unknown=missing))
    else:
        _print(showtext.text(found, asked.rocm, asked.dnn, _width()), long=True)
    unknown = [_unknown(book, name) for name, told in looked_up.items() if not told]
    for text in unknown:
        click.echo(harmless(text), err=True)
    sys.exit(EXIT_USAGE if unknown else 0)


def _unknown(book: Any, name: str) -> str:  # noqa: ANN401  a Book, whose module is imported late
    family, near = book.family(name), book.near(name)
    text = f"hipify-py: {name}: no rule and no header knows this name"
    if family and (why := book.rules.absent.get(family)):
        text += f"; by its beginning it is one of {family}, which ROCm does not have: {why} (N023)"
    elif family:
        text += f"; by its beginning it is one of {family}, and `check` reports it as unknown (N003)"
    return text + (f"; did you mean {' or '.join(near)}?" if near else "")


rules.add_command(explain, "show")


@rules.command()
@rule_options
@style(TABLES, "output")
def coverage(style: str, **given: Any) -> None:  # noqa: ANN401
    """Count per library what becomes of CUDA's names.

    Exits with 1 where the headers declare a public name that no rule speaks for.
    """
    from hipify_py.catalogue import output
    from hipify_py.catalogue.coverage import Row, rows

    try:
        asked = _asked(given)
        made = rows(asked.rocm, asked.rules, asked.dnn)
    except HipifyError as error:
        raise Refused(str(error)) from error
    if style == "json":
        libraries = [row._asdict() for row in made[:-1]]
        counts = {"libraries": libraries, "all": made[-1]._asdict()}
        _print(output.document("coverage", asked.rocm, dnn=asked.dnn, **counts))
    elif style == "text":
        at = Row._fields.index("misfits")
        _print(output.table(style, Row._fields[:at], (row[:at] for row in made), _width()))
        rest = ((row.library, *row[at:]) for row in made if row.misfits)
        _print(MISFITS + output.table(style, (Row._fields[0], *Row._fields[at:]), rest, _width()))
    else:
        _print(output.table(style, Row._fields, made))
    sys.exit(EXIT_FINDINGS if made[-1].unknown else 0)


@rules.command()
@click.argument(
    "paths", nargs=-1, required=True, metavar="PATH...", type=click.Path(exists=True, path_type=Path)
)
@ROCM
@style(TEXTS, "output")
@fail_on("warning", "remarks")
def check(paths: tuple[Path, ...], rocm: str | None, style: str, fail_on: str) -> None:
    """Check rule files of your own, or folders of them.

    Says all that is refused, runs the tests that stand with the rules, and names what is in no header.
    Exits with 2 where a conversion would refuse the files, with 1 on remarks from --fail-on on.
    """
    from hipify_py.catalogue import output
    from hipify_py.catalogue.check import check as check_files
    from hipify_py.catalogue.check import summary

    try:
        checked = check_files(paths, rocm or NEWEST)
    except HipifyError as error:
        raise Refused(str(error)) from error
    found = reaches((remark.severity for remark in checked.remarks), fail_on)
    code = EXIT_USAGE if checked.refused else EXIT_FINDINGS if found else 0
    if style == "json":
        counts = {key: value for key, value in checked._asdict().items() if key != "remarks"}
        remarks = [remark._asdict() for remark in checked.remarks]
        _print(output.document("check", rocm or NEWEST, exit_code=code, summary=counts, remarks=remarks))
    else:
        lines = [output.remark(each, _width()) for each in checked.remarks]
        _print("".join(f"{line}\n" for line in [*lines, summary(checked)]))
    sys.exit(code)


MISFITS = """
Functions whose parameters differ: their calls are adapted (rewritten), reported
by a finding, or accepted (a person found that they compile as they are).

"""


def _width() -> int | None:
    """Give the columns of the terminal, None where standard output is none."""
    return width(sys.stdout) if is_terminal(sys.stdout) else None


def _print(text: str, *, long: bool = False) -> None:
    """Write to standard output; ends with the exit code for files where the system refuses."""
    if long and paged(text):
        return
    data = text.encode(getattr(sys.stdout, "encoding", None) or "utf-8", "backslashreplace")
    if not say(sys.stdout, data):
        sys.exit(EXIT_FILES)
