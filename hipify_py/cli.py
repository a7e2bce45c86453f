"""The command line. Heavy modules are imported by the command that needs them: start-up is a feature."""

from __future__ import annotations

import os
import sys
from typing import TYPE_CHECKING, Any

import click

from hipify_py import __version__

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from hipify_py.model import Report
    from hipify_py.project import Settings
    from hipify_py.report.order import Mode

EXIT_FINDINGS, EXIT_USAGE, EXIT_FILES, EXIT_BUG, EXIT_INTERRUPTED = 1, 2, 3, 70, 130
EXIT_CODES = """\b
Exit codes:
  0   nothing left to do
  1   findings at or above the --fail-on threshold
  2   wrong usage, or a bad rule file
  3   a file could not be read, understood as text, or written
  70  a bug in hipify-py itself
"""
LEVELS = ("note", "warning", "error", "never")


def common(fail_on: str) -> Callable[[Any], Any]:
    """Give the options that `convert` and `check` share."""
    options = [
        click.argument("paths", nargs=-1, required=True, type=click.Path(allow_dash=True), metavar="PATH..."),
        click.option("--include", multiple=True, metavar="GLOB", help="Convert only files that match."),
        click.option(
            "--exclude", multiple=True, metavar="GLOB", help="Leave out files and folders that match."
        ),
        click.option(
            "--rules",
            multiple=True,
            metavar="DIR",
            type=click.Path(exists=True, file_okay=False),
            help="Folder of further rule files; its rules win over the built-in ones.",
        ),
        click.option("-j", "--jobs", type=click.IntRange(1), help="Processes to use.  [default: all cores]"),
        click.option(
            "--format",
            "style",
            type=click.Choice(["text", "json"]),
            default="text",
            show_default=True,
            help="Form of the report.",
        ),
        click.option(
            "--fail-on",
            type=click.Choice(LEVELS),
            default=fail_on,
            show_default=True,
            help="Exit with 1 on findings of this severity or worse.",
        ),
        click.option(
            "--max-size",
            type=click.IntRange(1),
            default=50_000_000,
            show_default=True,
            metavar="BYTES",
            help="Refuse larger files.",
        ),
        click.option("-q", "--quiet", is_flag=True, help="Print findings and errors only."),
    ]

    def decorate(command: Any) -> Any:  # noqa: ANN401  click's decorators are untyped here
        for option in reversed(options):
            command = option(command)
        return command

    return decorate


@click.group(
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100}, epilog=EXIT_CODES
)
@click.version_option(__version__, prog_name="hipify-py")
def cli() -> None:
    """Translate CUDA C++ to HIP, and say what a person still has to look at.

    Needs no CUDA, no GPU and no compiler.
    """


@cli.command(epilog=EXIT_CODES)
@common(fail_on="never")
@click.option("-o", "--output", metavar="DIR", help="Write a complete, converted copy of the tree to DIR.")
@click.option("-i", "--in-place", is_flag=True, help="Convert the files themselves.")
@click.option("--diff", is_flag=True, help="Print a unified diff and write nothing.")
@click.option(
    "--launch",
    type=click.Choice(["keep", "macro"]),
    default="keep",
    show_default=True,
    help="Keep kernel<<<...>>>, which HIP accepts, or write hipLaunchKernelGGL(...).",
)
@click.option("--rename", metavar="ENDING", help="New ending of converted .cu files, such as .hip.")
def convert(**given: Any) -> None:  # noqa: ANN401  click hands over what the options say
    """Convert CUDA files and folders to HIP.

    Without -o, --in-place or --diff nothing is written: the report says what would be done. `-` converts
    standard input to standard output and reports to standard error.
    """
    chosen = [name for name in ("output", "in_place", "diff") if given[name]]
    if len(chosen) > 1:
        first, second, *_ = (f"--{name.replace('_', '-')}" for name in chosen)
        text = f"{first} and {second} exclude each other; give one"
        raise click.UsageError(text)
    rename = given["rename"]
    if rename is not None and (not rename.startswith(".") or "/" in rename or len(rename) == 1):
        text = f"--rename {rename}: give an ending with its dot, such as .hip"
        raise click.UsageError(text)
    modes = {"output": "output", "in_place": "in-place", "diff": "diff"}
    _run(modes[chosen[0]] if chosen else "dry-run", given)


@cli.command(epilog=EXIT_CODES)
@common(fail_on="warning")
def check(**given: Any) -> None:  # noqa: ANN401
    """Report what is not portable in files and folders; nothing is written."""
    _run("check", given)


def _run(mode: str, given: dict[str, Any]) -> None:
    from hipify_py.model import HipifyError, RuleError

    shown: Mode = {"output": "write", "in-place": "write", "diff": "diff", "check": "check"}.get(
        mode, "dry-run"
    )  # type: ignore[assignment]
    try:
        if "-" in given["paths"]:
            report = _standard_input(mode, given)
        else:
            report = _tree(_settings(mode, given), given)
    except RuleError as error:
        raise click.ClickException(str(error)) from error
    except HipifyError as error:
        raise click.UsageError(str(error)) from error
    to_standard_error = mode == "diff" or ("-" in given["paths"] and mode != "check")
    if mode == "diff":
        for file in report.files:
            sys.stdout.buffer.write(file.diff)
        sys.stdout.buffer.flush()
    code = exit_code(report, given["fail_on"])
    _print(report, shown, given, code, err=to_standard_error)
    sys.exit(code)


def _settings(mode: str, given: dict[str, Any]) -> Settings:
    from pathlib import Path

    from hipify_py.project import Settings

    return Settings(
        mode="dry-run" if mode == "check" else mode,  # type: ignore[arg-type]
        output=given.get("output"),
        launch=given.get("launch", "keep"),
        rename=given.get("rename"),
        include=given["include"],
        exclude=given["exclude"],
        rules=tuple(Path(folder) for folder in given["rules"]),
        max_size=given["max_size"],
    )


def _tree(settings: Settings, given: dict[str, Any]) -> Report:
    from hipify_py.project import convert_tree

    jobs = given["jobs"] or len(os.sched_getaffinity(0))
    if given["quiet"] or not sys.stderr.isatty():
        return convert_tree(given["paths"], settings, jobs=jobs)
    with click.progressbar(length=1, label="Converting", file=sys.stderr, show_pos=True) as bar:

        def advance(done: int, total: int) -> None:
            bar.length = total
            bar.update(done - bar.pos)

        return convert_tree(given["paths"], settings, jobs=jobs, progress=advance)


def _standard_input(mode: str, given: dict[str, Any]) -> Report:
    if given["paths"] != ("-",) or mode in {"output", "in-place"} or given.get("rename"):
        text = "- stands for standard input and output: give no other PATH, and no -o, --in-place or --rename"
        raise click.UsageError(text)
    from hipify_py.project import convert_bytes

    result, report = convert_bytes(sys.stdin.buffer.read(), _settings(mode, given))
    if mode == "dry-run":
        sys.stdout.buffer.write(result)
        sys.stdout.buffer.flush()
    return report


def exit_code(report: Report, fail_on: str) -> int:
    """Say with which code a run ends; the worst thing that happened decides."""
    if any(file.internal for file in report.files):
        return EXIT_BUG
    if any(file.status == "failed" for file in report.files):
        return EXIT_FILES
    wanted = LEVELS[LEVELS.index(fail_on) : -1]
    found = any(concern.severity in wanted for file in report.files for concern in file.concerns)
    return EXIT_FINDINGS if found else 0


def _print(report: Report, mode: Mode, given: dict[str, Any], code: int, *, err: bool) -> None:
    from hipify_py import rules

    stream = sys.stderr if err else sys.stdout
    named = {rule.id: rule.name for rule in _loaded(rules, given)}
    if given["style"] == "json":
        from hipify_py.report.as_json import render_json

        text = render_json(report, version=__version__, mode=mode, exit_code=code, names=named)
        stream.buffer.write(text.encode())
        stream.flush()
        return
    from hipify_py.report.summary import render_summary
    from hipify_py.report.text import render_text

    terminal = stream.isatty()
    colour = terminal and not os.environ.get("NO_COLOR")
    width = os.get_terminal_size(stream.fileno()).columns if terminal else 100
    text = render_text(report, colour=colour, excerpt=terminal, width=width or 100)
    if not given["quiet"]:
        text += ("\n" if text else "") + render_summary(report, mode=mode, names=named, colour=colour)
    stream.buffer.write(text.encode(stream.encoding or "utf-8", "backslashreplace"))
    stream.flush()


def _loaded(rules: Any, given: dict[str, Any]) -> Iterator[Any]:  # noqa: ANN401
    from pathlib import Path

    yield from rules.load(*(Path(folder) for folder in given["rules"])).rules


def main() -> None:
    """Run the command line; the entry point of `hipify-py` and `python -m hipify_py`."""
    try:
        cli.main(prog_name="hipify-py")
    except KeyboardInterrupt:
        click.echo("\nhipify-py: interrupted; every file is as it was or converted", err=True)
        sys.exit(EXIT_INTERRUPTED)
    except Exception:  # noqa: BLE001  the outermost edge: whatever comes here is our own bug
        import traceback

        traceback.print_exc()
        click.echo("hipify-py: this is a bug in hipify-py; please report it with the lines above", err=True)
        sys.exit(EXIT_BUG)
