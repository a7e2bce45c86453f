"""The command line. Heavy modules are imported by the command that needs them: start-up is a feature."""

from __future__ import annotations

import os
import sys
from typing import TYPE_CHECKING, Any

import click

from hipify_py import __version__

if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import TextIO

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


def common(fail_on: str) -> Callable[[Any], Any]:
    """Give the argument and the options that `convert` and `check` share."""
    options = [
        click.argument("paths", nargs=-1, required=True, type=click.Path(allow_dash=True), metavar="PATH..."),
        click.option("--include", multiple=True, metavar="GLOB", help="Convert only files that match."),
        click.option(
            "--exclude", multiple=True, metavar="GLOB", help="Convert no file or folder that matches."
        ),
        click.option(
            "--rules",
            multiple=True,
            metavar="DIR",
            type=click.Path(exists=True, file_okay=False),
            help="Folder of further rule files; its rules win over the built-in ones.",
        ),
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
            show_default="50000000",
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
    standard input to standard output. With `-` and --diff the report goes to standard error.
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


def _run(mode: str, given: dict[str, Any]) -> None:
    from hipify_py.model import HipifyError

    piped = "-" in given["paths"]
    try:
        settings = _settings(mode, given)
        output, report = _standard_input(mode, settings, given) if piped else _tree(settings, given)
    except HipifyError as error:
        refused = click.ClickException(str(error))
        refused.exit_code = EXIT_USAGE
        raise refused from error
    if mode == "diff":
        output = b"".join(file.diff for file in report.files)
    written = mode == "diff" or (piped and mode != "check")
    code = exit_code(report, given["fail_on"])
    if written and not _say(sys.stdout, output):
        code = max(code, EXIT_FILES)
    shown: Mode = "write" if piped and mode == "dry-run" else MODES.get(mode, "dry-run")
    stream = sys.stderr if written else sys.stdout
    if not _say(stream, _rendered(report, shown, given, code, stream)):
        code = max(code, EXIT_FILES)
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


def _tree(settings: Settings, given: dict[str, Any]) -> tuple[bytes, Report]:
    from hipify_py.project import convert_tree

    jobs = given["jobs"] or _cores()
    if given["quiet"] or not _is_terminal(sys.stderr):
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


def _rendered(report: Report, mode: Mode, given: dict[str, Any], code: int, stream: TextIO) -> bytes:
    """Write the report as the stream takes it: colour and excerpts are for a terminal."""
    names = _rule_names(given["rules"])
    if given["style"] == "json":
        from hipify_py.report.as_json import render_json

        return render_json(report, version=__version__, mode=mode, exit_code=code, names=names).encode()
    from hipify_py.report.summary import render_summary
    from hipify_py.report.text import render_text

    terminal = _is_terminal(stream)
    colour = terminal and not os.environ.get("NO_COLOR")
    width = os.get_terminal_size(stream.fileno()).columns if terminal else 0
    text = render_text(report, colour=colour, excerpt=terminal, width=width or 100)
    if not given["quiet"]:
        text += ("\n" if text else "") + render_summary(report, mode=mode, names=names, colour=colour)
    return text.encode(getattr(stream, "encoding", None) or "utf-8", "backslashreplace")


def _rule_names(folders: tuple[str, ...]) -> dict[str, str]:
    from pathlib import Path

    from hipify_py.rules import load

    return {rule.id: rule.name for rule in load(*map(Path, folders)).rules}


def _is_terminal(stream: TextIO | None) -> bool:
    return stream is not None and stream.isatty()  # None: the stream was closed by who started us


def _say(stream: TextIO | None, data: bytes) -> bool:
    """Write to a standard stream; False, with a message, if the system refuses.

    A reader that has seen enough and left, as `head` does, is no failure.
    """
    if stream is None:
        return True
    try:
        stream.buffer.write(data)
        stream.flush()
    except OSError as error:
        # What is still in the buffer would fail again when Python exits.
        os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())
        if not isinstance(error, BrokenPipeError):
            click.echo(f"hipify-py: cannot write to {stream.name}: {error.strerror}", err=True)
            return False
    return True


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
        click.echo("\nhipify-py: interrupted; every file is as it was or converted", err=True)
        sys.exit(EXIT_INTERRUPTED)
    except Exception:  # noqa: BLE001  the outermost edge: whatever comes here is our own bug
        import traceback

        traceback.print_exc()
        click.echo("hipify-py: this is a bug in hipify-py; please report it with the lines above", err=True)
        sys.exit(EXIT_BUG)


def _stop(number: int, _frame: object) -> None:
    """End on SIGTERM as on Ctrl-C: temporary files go and worker processes end."""
    sys.exit(128 + number)
