"""The command line. Heavy modules are imported by the command that needs them: start-up is a feature."""

from __future__ import annotations

import os
import sys
from typing import TYPE_CHECKING, Any

import click

from hipify_py.choices import DNNS, LAUNCHES, WARPS
from hipify_py.cli.exit_codes import (
    EXIT_BUG,
    EXIT_CODES,
    EXIT_FILES,
    EXIT_INTERRUPTED,
    exit_code,
    verified_code,
)
from hipify_py.cli.options import Refused, archs_of, run_options
from hipify_py.cli.verify import (
    BEHIND,
    DEFAULTS,
    HIP_COMPILER,
    WithFlags,
    compile_all,
    compiler_options,
    wish_of,
)
from hipify_py.model import HipifyError
from hipify_py.verify.formats import FORMATS as VERDICTS
from hipify_py.version import __version__

if TYPE_CHECKING:
    from hipify_py.cli.resolve import Resolved
    from hipify_py.report.model import Mode, Report
    from hipify_py.settings import Settings
    from hipify_py.verify.model import Verdict

MODES: dict[str, Mode] = {"output": "write", "in-place": "write", "diff": "diff", "check": "check"}
STANDARD_ERROR = 2  # the last of the three streams that a process begins with
WRITERS = {"output": "--output", "in_place": "--in-place", "diff": "--diff"}


@click.group(
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100}, epilog=EXIT_CODES
)
@click.version_option(__version__, prog_name="hipify-py")
def cli() -> None:
    """Translate CUDA C++ to HIP, and say what a person still has to look at.

    Needs no CUDA, no GPU and no compiler.
    """


@cli.command(epilog=EXIT_CODES)
@run_options("never")
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
    type=click.Choice(LAUNCHES),
    default=LAUNCHES[0],
    show_default=True,
    help="Keep kernel<<<...>>>, which HIP accepts, or write hipLaunchKernelGGL(...).",
)
@click.option(
    "--rename",
    metavar="ENDING",
    help="New ending of converted .cu files, such as .hip; includes and build files follow.",
)
@click.option("--verify", is_flag=True, help="Compile what came out, as `hipify-py verify` does, and say so.")
@HIP_COMPILER
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
    _run(chosen[0].replace("_", "-") if chosen else "dry-run", holds)


@cli.command(epilog=EXIT_CODES)
@run_options("warning")
def check(**given: Any) -> None:  # noqa: ANN401
    """Report what a conversion leaves to a person.

    Writes nothing. What `convert` does by itself, such as renaming cudaMalloc, is counted but no finding.
    """
    _run("check", resolve(given))


@cli.command(cls=WithFlags, epilog=EXIT_CODES)
@run_options("", tuple(VERDICTS))
@compiler_options
@click.option("--as-is", is_flag=True, help="Convert nothing before: compile the files as they are.")
@click.pass_context
def verify(context: click.Context, /, **given: Any) -> None:  # noqa: ANN401
    """Compile converted files and folders, and say where errors stand and why.

    Files that still hold CUDA are converted in memory first, so PATH may be the tree before `convert` or what
    it wrote; nothing is written. Each error is shown at its place in the file as it stands, with the rules
    whose edits stand there and the findings that foretold it. Flags for the compiler go behind `--`.
    """
    _run_verify(resolve(given).values | {"flags": context.meta[BEHIND]})


@cli.command(context_settings={"ignore_unknown_options": True}, add_help_option=False)
@click.argument("arguments", nargs=-1, type=click.UNPROCESSED)
def rules(arguments: tuple[str, ...]) -> None:
    """Ask what the rules say about names, and check rules of your own."""
    from hipify_py.cli.rules import rules as group

    group.main(list(arguments), prog_name="hipify-py rules", standalone_mode=False)


@cli.command(context_settings={"ignore_unknown_options": True}, add_help_option=False)
@click.argument("arguments", nargs=-1, type=click.UNPROCESSED)
def config(arguments: tuple[str, ...]) -> None:
    """Ask which settings hold, and why."""
    from hipify_py.cli.config_command import command

    group = command([convert, check, verify])
    group.main(list(arguments), prog_name="hipify-py config", standalone_mode=False)


def resolve(given: dict[str, Any]) -> Resolved:
    """Put together what was given to the command that runs and what its settings file says."""
    from hipify_py.cli.config import choose
    from hipify_py.cli.resolve import resolved

    try:
        found = choose(given["paths"][0], given["config"], isolated=given["isolated"])
    except HipifyError as error:
        raise Refused(str(error)) from error
    return resolved(click.get_current_context(), found)


def _run(mode: str, holds: Resolved) -> None:
    from hipify_py.cli.console import for_eyes, render, render_verdict, say
    from hipify_py.cli.rule_choice import selection_of
    from hipify_py.report.formats import Form
    from hipify_py.report.selection import chosen
    from hipify_py.rules.load import ruleset_of

    given = holds.values
    piped = "-" in given["paths"]
    if given.get("verify") and (piped or mode == "diff"):
        text = "--verify compiles files: give no - and no --diff with it"
        raise click.UsageError(text)
    try:
        settings = _settings("memory" if given.get("verify") and mode == "dry-run" else mode, given)
        rules = ruleset_of(settings)
        selection = selection_of(holds, rules)
        wish = wish_of({**DEFAULTS, **given}, settings, ()) if given.get("verify") else None
        output, report = _standard_input(mode, settings, given) if piped else _tree(settings, given)
        verdict = compile_all(report, settings, wish, given) if wish else None
    except HipifyError as error:
        raise Refused(str(error)) from error
    if mode == "diff":
        output = b"".join(file.diff for file in report.files)
    report = chosen(report, selection)
    code = exit_code(report, given["fail_on"])
    if verdict:
        code = verified_code(report, verdict, given["fail_on"])
    # Where standard output carries the converted text the report goes to standard error.
    stream = sys.stderr if mode == "diff" or (piped and mode != "check") else sys.stdout
    if stream is sys.stderr and not say(sys.stdout, for_eyes(output, sys.stdout)):
        code = max(code, EXIT_FILES)
    shown: Mode = "write" if piped and mode == "dry-run" else MODES.get(mode, "dry-run")
    names = {key: rule.name for key, rule in rules.by_id.items()}
    form = Form(shown, code, names, given["quiet"], verbose=given["verbose"] or given["fail_on"] == "note")
    said = render(report, given["style"], form, stream)
    if verdict:
        said = VERDICTS[given["style"]].join(said, render_verdict(verdict, given["style"], form, stream))
    if not say(stream, said):
        code = max(code, EXIT_FILES)
    refuse_empty(verdict)
    sys.exit(code)


def refuse_empty(verdict: Verdict | None) -> None:
    """Raise the error that ends a run which compiled nothing: it must not pass for one that went well."""
    if verdict is not None and not verdict.units:
        text = "nothing to compile: no source here that is compiled by itself holds CUDA or HIP"
        raise Refused("; ".join((text, *verdict.remarks)))


def _run_verify(given: dict[str, Any]) -> None:
    from hipify_py.cli.console import render_verdict, say
    from hipify_py.report.formats import Form

    try:
        settings = _settings("memory", given)
        wish = wish_of(given, settings, given["flags"])
        _, report = _tree(settings, given)
        verdict = compile_all(report, settings, wish, given)
    except HipifyError as error:
        raise Refused(str(error)) from error
    refuse_empty(verdict)
    code = verified_code(report, verdict, "never")
    form = Form("check", code, quiet=given["quiet"])
    if not say(sys.stdout, render_verdict(verdict, given["style"], form, sys.stdout)):
        code = max(code, EXIT_FILES)
    sys.exit(code)


def _settings(mode: str, given: dict[str, Any]) -> Settings:
    from hipify_py.settings import Settings

    return Settings(
        mode="dry-run" if mode == "check" else mode,  # type: ignore[arg-type]
        output=given.get("output") if mode == "output" else None,
        launch=given.get("launch", LAUNCHES[0]),
        warp=given["warp"] or WARPS[0],
        polyfill=given["polyfill"] is not False,
        rename=given.get("rename"),
        include=given["include"],
        exclude=given["exclude"],
        include_dirs=given["include_dirs"],
        rules=given["rules"],
        rocm=given["rocm"],
        archs=archs_of(given["arch"]),
        dnn=given["dnn"] or DNNS[0],
        max_size=given["max_size"],
    )


def _tree(settings: Settings, given: dict[str, Any]) -> tuple[bytes, Report]:
    from hipify_py.cli.console import is_terminal
    from hipify_py.project.run import convert_tree
    from hipify_py.project.workers import cores

    jobs = given["jobs"] or cores()
    if given["quiet"] or not is_terminal(sys.stderr):
        return b"", convert_tree(given["paths"], settings, jobs=jobs)
    from hipify_py.cli.progress import progress

    with progress() as advance:
        return b"", convert_tree(given["paths"], settings, jobs=jobs, progress=advance)


def _standard_input(mode: str, settings: Settings, given: dict[str, Any]) -> tuple[bytes, Report]:
    if given["paths"] != ("-",) or mode in {"output", "in-place"} or settings.rename:
        text = "- stands for standard input and output: give no other PATH, and no -o, --in-place or --rename"
        raise click.UsageError(text)
    if sys.stdin is None:
        text = "standard input is closed: give a PATH"
        raise click.UsageError(text)
    from hipify_py.project.run import convert_stream

    return convert_stream(sys.stdin.buffer, settings)


def main() -> None:
    """Run the command line; the entry point of `hipify-py` and `python -m hipify_py`."""
    _stop_cleanly()
    _fill_closed_streams()
    try:
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
    except Exception:  # noqa: BLE001  the outermost edge: whatever comes here is our own bug
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
    while (descriptor := os.open(os.devnull, os.O_RDWR)) <= STANDARD_ERROR:
        pass
    os.close(descriptor)


def _stop_cleanly() -> None:
    """Let what ends a run end it as Ctrl-C does: temporary files go, and worker processes end."""
    import signal

    for number in (signal.SIGTERM, signal.SIGHUP, signal.SIGQUIT):
        if signal.getsignal(number) == signal.SIG_DFL:  # one that nohup, say, has turned off stays so
            signal.signal(number, _stop)


def _stop(number: int, _frame: object) -> None:
    sys.exit(128 + number)
