"""The command line. Heavy modules are imported by the command that needs them: start-up is a feature."""

from __future__ import annotations

import os
import sys
from typing import TYPE_CHECKING, Any

import click

from hipify_py.cli.exit_codes import EXIT_BUG, EXIT_CODES, EXIT_FILES, EXIT_INTERRUPTED
from hipify_py.cli.options import IN_REPOSITORY, LAUNCH, LOOKS, Refused, fail_on, run_options, style
from hipify_py.cli.report_files import REPORT
from hipify_py.cli.resolve import resolve
from hipify_py.cli.run import run, run_verify
from hipify_py.cli.verify import BEHIND, HIP_COMPILER, WithFlags, compiler_options
from hipify_py.report.formats import FORMATS
from hipify_py.version import __version__

if TYPE_CHECKING:
    from hipify_py.cli.report_files import ReportFile

STANDARD_ERROR = 2  # the last of the three streams that a process begins with
WRITERS = {"output": "--output", "in_place": "--in-place", "diff": "--diff"}


def _rules() -> click.Command:
    from hipify_py.cli.rules import rules

    return rules


def _explain() -> click.Command:
    from hipify_py.cli.rules import explain

    return explain


def _config() -> click.Command:
    from hipify_py.cli.config_command import command

    return command([convert, check, verify])


def _baseline() -> click.Command:
    from hipify_py.cli.baseline import baseline

    return baseline


def _shim() -> click.Command:
    from hipify_py.cli.shim import shim

    return shim


def _unit() -> click.Command:
    from hipify_py.cli.unit import unit

    return unit


LATE = {
    "baseline": _baseline,
    "config": _config,
    "explain": _explain,
    "rules": _rules,
    "shim": _shim,
    "unit": _unit,
}


class Commands(click.Group):
    """The commands; those of `LATE` are loaded when they are asked for, as few runs need them."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Name them all, without loading any."""
        return sorted({*super().list_commands(ctx), *LATE})

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Give a command; None where there is none of that name."""
        return LATE[cmd_name]() if cmd_name in LATE else super().get_command(ctx, cmd_name)


def _show_cmake_dir(context: click.Context, _option: click.Parameter, asked: bool) -> None:  # noqa: FBT001
    if asked and not context.resilient_parsing:
        click.echo(os.path.join(os.path.dirname(os.path.dirname(os.path.abspath(__file__))), "cmake"))
        context.exit()


@click.group(
    cls=Commands,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
    epilog=EXIT_CODES,
)
@click.version_option(__version__, prog_name="hipify-py")
@click.option(
    "--cmake-dir",
    is_flag=True,
    is_eager=True,
    expose_value=False,
    callback=_show_cmake_dir,
    help="Print the folder of the CMake package, for HipifyPy_DIR, and exit.",
)
def cli() -> None:
    """Translate CUDA C++ to HIP, and say what a person still has to look at.

    Needs no CUDA, no GPU and no compiler.
    """


@cli.command(epilog=EXIT_CODES)
@click.option(
    "-o",
    "--output",
    metavar="DIR|FILE",
    help="Write a converted copy of the whole tree to DIR, over what stands there. All that is not"
    " converted is copied as it is, skipped folders such as third_party and .git too. One file goes to a"
    " FILE named like a source.",
)
@click.option("-i", "--in-place", is_flag=True, help="Convert the files themselves.")
@click.option("--diff", is_flag=True, help="Print a unified diff for patch -p1 and write nothing.")
@LAUNCH
@click.option(
    "--rename",
    metavar="ENDING",
    help="New ending of converted .cu files, such as .hip; includes and build files follow.",
)
@click.option(
    "--warp-header-dir",
    metavar="DIR",
    help="Folder of the tree, from its top on, for the headers that converted files include."
    "  [default: the top]",
)
@IN_REPOSITORY
@click.option("--verify", is_flag=True, help="Compile what came out, as `hipify-py verify` does, and say so.")
@HIP_COMPILER
@run_options("never")
def convert(**given: Any) -> None:  # noqa: ANN401  click hands over what the options say
    """Convert CUDA files and folders to HIP.

    Without -o, --in-place or --diff nothing is written: the report says what would be done. `-` converts
    standard input to standard output. With `-` or --diff the report goes to standard error.
    """
    holds = resolve(given)
    given = holds.values
    chosen = [name for name in WRITERS if given[name] not in {None, False}]
    if len(chosen) > 1:
        first, second, *_ = (WRITERS[name] for name in chosen)
        text = f"{first} and {second} exclude each other; give one"
        raise click.UsageError(text)
    if given["output"] == "-":
        text = "-o names a file or a folder: `hipify-py convert - < FILE` writes to standard output"
        raise click.UsageError(text)
    run(chosen[0].replace("_", "-") if chosen else "dry-run", holds)


@cli.command(epilog=EXIT_CODES)
@run_options("warning")
@IN_REPOSITORY
def check(**given: Any) -> None:  # noqa: ANN401
    """Report what a conversion leaves to a person.

    Writes nothing. What `convert` does by itself, such as renaming cudaMalloc, is counted but no finding.
    """
    run("check", resolve(given))


@cli.command(
    cls=WithFlags, epilog=EXIT_CODES, short_help="Compile what comes out, and say where errors stand."
)
@compiler_options
@click.option("--as-is", is_flag=True, help="Convert nothing before: compile the files as they are.")
@run_options("")
@REPORT
@click.pass_context
def verify(context: click.Context, /, **given: Any) -> None:  # noqa: ANN401
    """Compile converted files and folders, and say where errors stand and why.

    Files that still hold CUDA are converted in memory first, so PATH may be the tree before `convert` or what
    it wrote; nothing is written. Each error is shown at its place in the file as it stands, with the rules
    whose edits stand there and the findings that foretold it. Flags for the compiler go behind `--`.
    """
    run_verify(resolve(given), context.meta[BEHIND])


@cli.command(short_help="Print a report that was written as JSON in another form.")
@click.argument("file", type=click.Path(exists=True, dir_okay=False))
@style(tuple(FORMATS), "report")
@REPORT
@LOOKS[0]
@LOOKS[1]
@LOOKS[2]
@click.option("-q", "--quiet", is_flag=True, help="Print findings and errors only.")
@click.option("-v", "--verbose", is_flag=True, help="Print notes on names that are the program's own, too.")
def report(file: str, style: str, reports: tuple[ReportFile, ...], **given: Any) -> None:  # noqa: ANN401
    """Print a report that `convert` or `check` wrote as JSON in another form."""
    from hipify_py.cli.report import render_again

    render_again(file, style, reports, given)


@cli.command(epilog=EXIT_CODES, short_help="Show what changed between two reports in JSON.")
@click.argument("old", type=click.Path(exists=True, dir_okay=False))
@click.argument("new", type=click.Path(exists=True, dir_okay=False))
@style(("text", "json"), "output")
@fail_on("never", "new findings")
@click.option("-v", "--verbose", is_flag=True, help="Print the findings that are gone, too.")
def diff(old: str, new: str, style: str, fail_on: str, *, verbose: bool) -> None:
    """Show what changed between two reports that were written as JSON: what is gone, and what is new."""
    from hipify_py.cli.report import show_changes

    show_changes(old, new, style, fail_on, verbose=verbose)


def main() -> None:
    """Run the command line; the entry point of `hipify-py` and `python -m hipify_py`."""
    _stop_cleanly()
    try:
        _fill_closed_streams()
        _check_folder()
        cli.main(prog_name="hipify-py", standalone_mode=False)
    except click.ClickException as error:
        from hipify_py.report.terminal import harmless

        if not isinstance(error, getattr(click.exceptions, "NoArgsIsHelpError", ())):  # that says many lines
            error.message = harmless(error.message)  # type: ignore[misc]
        error.show()
        sys.exit(error.exit_code)
    except (click.Abort, KeyboardInterrupt):
        click.echo("hipify-py: interrupted; every file is as it was or converted", err=True)
        sys.exit(EXIT_INTERRUPTED)
    except Exception as error:  # noqa: BLE001  the outermost edge: whatever comes here is our own bug
        from hipify_py.cli.console import say

        if isinstance(error, OSError) and not say(sys.stdout, b""):  # of the help, which click writes
            sys.exit(EXIT_FILES)
        import traceback

        from hipify_py.report.terminal import harmless

        click.echo("\n".join(map(harmless, traceback.format_exc().split("\n"))), err=True, nl=False)
        click.echo("hipify-py: this is a bug in hipify-py; please report it with the lines above", err=True)
        sys.exit(EXIT_BUG)


def _check_folder() -> None:
    try:
        os.getcwd()
    except OSError as error:
        text = f"the current folder: {error.strerror}; change to another one"
        raise Refused(text) from error


def _fill_closed_streams() -> None:
    """Let no file that is opened take the place of a closed standard stream, and get what goes there."""
    for stream in range(STANDARD_ERROR + 1):
        try:
            os.fstat(stream)
        except OSError:
            _open_nowhere()  # which takes the lowest descriptor that is free


def _open_nowhere() -> None:
    try:
        os.open(os.devnull, os.O_RDWR)
    except OSError as error:  # a changed root without devices
        text = f"{os.devnull}: {error.strerror}; it is needed where a standard stream is closed"
        raise Refused(text) from error


def _stop_cleanly() -> None:
    """Let what ends a run end it as Ctrl-C does: temporary files go, and worker processes end."""
    import signal

    for number in (signal.SIGTERM, signal.SIGHUP, signal.SIGQUIT):
        if signal.getsignal(number) == signal.SIG_DFL:  # one that nohup, say, has turned off stays so
            signal.signal(number, _stop)


def _stop(number: int, _frame: object) -> None:
    sys.exit(128 + number)
