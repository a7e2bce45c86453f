"""The command line. Heavy modules are imported by the command that needs them: start-up is a feature."""

from __future__ import annotations

import os
import sys
from typing import TYPE_CHECKING, Any

import click

from hipify_py import __version__
from hipify_py.model import WARPS
from hipify_py.releases import RELEASES

if TYPE_CHECKING:
    from collections.abc import Callable

    from hipify_py.model import Report
    from hipify_py.project import Settings
    from hipify_py.report.order import Mode

EXIT_FINDINGS, EXIT_USAGE, EXIT_FILES, EXIT_BUG, EXIT_INTERRUPTED = 1, 2, 3, 70, 130
EXIT_CODES = """\b
Exit codes, the highest that applies:
  0    nothing left to do
  1    findings at or above the --fail-on threshold
  2    wrong usage, or a bad rule file; nothing was written
  3    a file could not be read, understood as text, or written; the others are done
  70   a bug in hipify-py itself; the other files are done
  130  interrupted; every file is as it was or converted
"""
LEVELS = ("note", "warning", "error", "never")
MODES: dict[str, Mode] = {"output": "write", "in-place": "write", "diff": "diff", "check": "check"}
WRITERS = {"output": "--output", "in_place": "--in-place", "diff": "--diff"}


# Which rules are meant: `hipify-py rules` asks for these too.
RULES = click.option(
    "--rules",
    multiple=True,
    metavar="DIR",
    type=click.Path(exists=True),
    help="Folder of further rule files, or one of them; its rules win over the built-in ones.",
)
CONFIG = click.option(
    "--config",
    metavar="FILE",
    type=click.Path(exists=True, dir_okay=False),
    help="Settings to use instead of the nearest hipify.toml or pyproject.toml.",
)
ISOLATED = click.option("--isolated", is_flag=True, help="Use no hipify.toml or pyproject.toml.")


class Refused(click.ClickException):
    """The whole run cannot go on, for a reason that the user can remove."""

    exit_code = EXIT_USAGE


def common(fail_on: str) -> Callable[[Any], Any]:
    """Give the argument and the options that `convert` and `check` share."""
    options = [
        click.argument("paths", nargs=-1, required=True, type=click.Path(allow_dash=True), metavar="PATH..."),
        click.option("--include", multiple=True, metavar="GLOB", help="Convert only files that match."),
        click.option(
            "--exclude", multiple=True, metavar="GLOB", help="Convert no file or folder that matches."
        ),
        RULES,
        click.option(
            "--rocm",
            type=click.Choice(RELEASES),
            help="ROCm release to convert for.  [default: the newest]",
        ),
        CONFIG,
        ISOLATED,
        click.option(
            "-j",
            "--jobs",
            metavar="N",
            type=click.IntRange(1),
            help="Processes to use.  [default: all cores]",
        ),
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
        click.option(
            "--warp",
            type=click.Choice(WARPS),
            help="Keep warps of 32 lanes in the halves of a wavefront, or use the wavefront's own width.",
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
@click.option(
    "-o",
    "--output",
    metavar="DIR",
    help="Write a converted copy of the whole tree to DIR, over what stands there. All that is not"
    " converted is copied as it is, skipped folders such as third_party and .git too.",
)
@click.option("-i", "--in-place", is_flag=True, help="Convert the files themselves.")
@click.option("--diff", is_flag=True, help="Print a unified diff for patch -p1 and write nothing.")
@click.option(
    "--launch",
    type=click.Choice(["keep", "macro"]),
    default="keep",
    show_default=True,
    help="Keep kernel<<<...>>>, which HIP accepts, or write hipLaunchKernelGGL(...).",
)
@click.option(
    "--rename",
    metavar="ENDING",
    help="New ending of converted .cu files, such as .hip; includes and build files follow.",
)
def convert(**given: Any) -> None:  # noqa: ANN401  click hands over what the options say
    """Convert CUDA files and folders to HIP.

    Without -o, --in-place or --diff nothing is written: the report says what would be done. `-` converts
    standard input to standard output. With `-` or --diff the report goes to standard error.
    """
    chosen = [name for name in WRITERS if given[name] not in {None, False}]
    if len(chosen) > 1:
        first, second, *_ = (WRITERS[name] for name in chosen)
        text = f"{first} and {second} exclude each other; give one"
        raise click.UsageError(text)
    _run(chosen[0].replace("_", "-") if chosen else "dry-run", given)


@cli.command(epilog=EXIT_CODES)
@common(fail_on="warning")
def check(**given: Any) -> None:  # noqa: ANN401
    """Report what a conversion leaves to a person.

    Writes nothing. What `convert` does by itself, such as renaming cudaMalloc, is counted but no finding.
    """
    _run("check", given)


@cli.command(context_settings={"ignore_unknown_options": True}, add_help_option=False)
@click.argument("arguments", nargs=-1, type=click.UNPROCESSED)
def rules(arguments: tuple[str, ...]) -> None:
    """Ask what the rules say about names, and check rules of your own."""
    from hipify_py.rulescli import rules as group

    group.main(list(arguments), prog_name="hipify-py rules", standalone_mode=False)


def _run(mode: str, given: dict[str, Any]) -> None:
    from hipify_py.console import Form, render, say
    from hipify_py.model import HipifyError

    piped = "-" in given["paths"]
    try:
        settings = _settings(mode, given)
        output, report = _standard_input(mode, settings, given) if piped else _tree(settings, given)
    except HipifyError as error:
        raise Refused(str(error)) from error
    if mode == "diff":
        output = b"".join(file.diff for file in report.files)
    code = exit_code(report, given["fail_on"])
    # Where standard output carries the converted text the report goes to standard error.
    stream = sys.stderr if mode == "diff" or (piped and mode != "check") else sys.stdout
    if stream is sys.stderr and not say(sys.stdout, output):
        code = max(code, EXIT_FILES)
    shown: Mode = "write" if piped and mode == "dry-run" else MODES.get(mode, "dry-run")
    form = Form(shown, given["style"], code, given["quiet"])
    if not say(stream, render(report, form, settings, stream)):
        code = max(code, EXIT_FILES)
    sys.exit(code)


def _settings(mode: str, given: dict[str, Any]) -> Settings:
    from hipify_py.config import choose
    from hipify_py.project import Settings

    config = choose(given["paths"][0], given["config"], isolated=given["isolated"])
    return Settings(
        mode="dry-run" if mode == "check" else mode,  # type: ignore[arg-type]
        output=given.get("output"),
        launch=given.get("launch", "keep"),
        warp=given.get("warp") or config.warp or "32",
        rename=given.get("rename"),
        include=given["include"],
        exclude=given["exclude"],
        rules=(*config.rules, *given["rules"]),
        rocm=given["rocm"] or config.rocm,
        max_size=given["max_size"],
    )


def _tree(settings: Settings, given: dict[str, Any]) -> tuple[bytes, Report]:
    from hipify_py.console import is_terminal
    from hipify_py.project import convert_tree

    jobs = given["jobs"] or _cores()
    if given["quiet"] or not is_terminal(sys.stderr):
        return b"", convert_tree(given["paths"], settings, jobs=jobs)
    with click.progressbar(length=1, label="Converting", file=sys.stderr, show_pos=True) as bar:

        def advance(done: int, total: int) -> None:
            bar.length = total
            bar.update(done - bar.pos)

        return b"", convert_tree(given["paths"], settings, jobs=jobs, progress=advance)


def _cores() -> int:
    """Count the cores that this process may use; some systems only tell how many there are."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def _standard_input(mode: str, settings: Settings, given: dict[str, Any]) -> tuple[bytes, Report]:
    if given["paths"] != ("-",) or mode in {"output", "in-place"} or settings.rename:
        text = "- stands for standard input and output: give no other PATH, and no -o, --in-place or --rename"
        raise click.UsageError(text)
    from hipify_py.project import convert_stream

    return convert_stream(sys.stdin.buffer, settings)


def exit_code(report: Report, fail_on: str) -> int:
    """Say with which code a run ends; the worst thing that happened decides."""
    if any(file.internal for file in report.files):
        return EXIT_BUG
    if any(file.status == "failed" for file in report.files):
        return EXIT_FILES
    wanted = LEVELS[LEVELS.index(fail_on) : -1]
    found = any(concern.severity in wanted for file in report.files for concern in file.concerns)
    return EXIT_FINDINGS if found else 0


def main() -> None:
    """Run the command line; the entry point of `hipify-py` and `python -m hipify_py`."""
    import signal

    signal.signal(signal.SIGTERM, _stop)
    try:
        cli.main(prog_name="hipify-py", standalone_mode=False)
    except click.ClickException as error:
        error.show()
        sys.exit(error.exit_code)
    except (click.Abort, KeyboardInterrupt):
        click.echo("hipify-py: interrupted; every file is as it was or converted", err=True)
        sys.exit(EXIT_INTERRUPTED)
    except Exception:  # noqa: BLE001  the outermost edge: whatever comes here is our own bug
        import traceback

        traceback.print_exc()
        click.echo("hipify-py: this is a bug in hipify-py; please report it with the lines above", err=True)
        sys.exit(EXIT_BUG)


def _stop(number: int, _frame: object) -> None:
    """End on SIGTERM as on Ctrl-C: temporary files go and worker processes end."""
    sys.exit(128 + number)
