"""Options that several commands share, and the error that ends a command."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypeVar

import click

from hipify_py.choices import ARCHS, BUILD_MODES, CACHE_SIZE, DNNS, GROUPINGS, LAUNCHES, SIZE_LIMIT, WARPS
from hipify_py.cli import completion
from hipify_py.cli.exit_codes import EXIT_USAGE, LEVELS
from hipify_py.cli.report_files import REPORT
from hipify_py.cli.rule_choice import CHOOSING
from hipify_py.releases import NEWEST, RELEASES
from hipify_py.report.formats import FORMATS

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

Command = TypeVar("Command", bound="Callable[..., Any]")


class Refused(click.ClickException):
    """The whole command cannot go on, for a reason that the user can remove."""

    exit_code = EXIT_USAGE


RULES = click.option(
    "--rules",
    multiple=True,
    metavar="DIR",
    type=click.Path(exists=True),
    help="Folder of further rule files, or one of them; its rules win over the built-in ones.",
)
ROCM = click.option(
    "--rocm", type=click.Choice(RELEASES), help=f"ROCm release that is meant.  [default: {NEWEST}]"
)
ARCH = click.option(
    "--arch",
    metavar="GPU,...",
    shell_complete=completion.gpus,
    help="GPUs that are meant, such as gfx942. What only others lack is not said; verify compiles for them."
    f"  [default: all; verify: {','.join(ARCHS)}]",
)
DNN = click.option(
    "--dnn",
    type=click.Choice(DNNS),
    help="Keep cuDNN's names and report them, or write MIOpen's where it takes the same, and report the rest."
    f"  [default: {DNNS[0]}]",
)
CONFIG = click.option(
    "--config",
    metavar="FILE",
    type=click.Path(exists=True, dir_okay=False),
    help="Settings to use instead of the nearest hipify.toml or pyproject.toml.",
)
ISOLATED = click.option("--isolated", is_flag=True, help="Use no hipify.toml or pyproject.toml.")


LAUNCH = click.option(
    "--launch",
    type=click.Choice(LAUNCHES),
    default=LAUNCHES[0],
    show_default=True,
    help="Keep kernel<<<...>>>, which HIP accepts, or write hipLaunchKernelGGL(...).",
)
IN_REPOSITORY = click.option(
    "--in-repository",
    is_flag=True,
    help="Take files as parts of the repository around them: its settings hold, what a run over all of it"
    " leaves out is left out, and headers of ours go to its top. For hooks, which name files.",
)
BASELINE = click.option(
    "--baseline",
    metavar="FILE",
    help="Report what this file, made by `baseline write`, does not know yet.",
)


LOOKS = (
    click.option(
        "--group-by",
        type=click.Choice(GROUPINGS),
        help="Put findings together in the text: by cause, what matters most first, or by file, one a line."
        "  [default: cause on a terminal with many, else file]",
    ),
    click.option("--details", is_flag=True, help="By cause: all causes and places. Shows lines of source."),
    click.option("--notes", is_flag=True, help="Print notes, too."),
)
"""How the text report looks."""


def looks_of(given: dict[str, Any]) -> dict[str, Any]:
    """Give what the options of `LOOKS` say, as the fields of a `Form`."""
    return {"group_by": given["group_by"] or "", "details": given["details"], "notes": given["notes"]}


def style(names: Sequence[str], what: str) -> Callable[[Command], Command]:
    """Give the option that says in which form to print; the first form is the default."""
    return click.option(
        "--format",
        "style",
        type=click.Choice(names),
        default=names[0],
        show_default=True,
        help=f"Form of the {what}.",
    )


def fail_on(default: str, what: str) -> Callable[[Command], Command]:
    """Give the option that says from which severity on a command ends with 1."""
    return click.option(
        "--fail-on",
        type=click.Choice(LEVELS),
        default=default,
        show_default=True,
        help=f"Exit with 1 on {what} of this severity or worse.",
    )


def archs_of(given: str | tuple[str, ...] | None) -> tuple[str, ...]:
    """Give the GPUs that `--arch` or the settings name, each once; none where none are."""
    if isinstance(given, tuple):
        return tuple(dict.fromkeys(given))
    archs = tuple(dict.fromkeys(filter(None, map(str.strip, (given or "").split(",")))))
    if given is not None and not archs:
        text = "--arch names no GPU: give one, such as gfx90a"
        raise click.UsageError(text)
    return archs


def rule_options(command: Command) -> Command:
    """Add the options that say which rules are meant."""
    for option in (ISOLATED, CONFIG, DNN, RULES, ROCM):
        command = option(command)
    return command


def run_options(threshold: str, formats: Sequence[str] = tuple(FORMATS)) -> Callable[[Command], Command]:
    """Add the argument and the options that all commands share which convert.

    `threshold` is the default of `--fail-on`; where it is empty, the options about findings are left out.
    Without `formats` those are that say how they are printed.
    """
    options = [
        click.argument("paths", nargs=-1, required=True, type=click.Path(allow_dash=True), metavar="PATH..."),
        click.option("--include", multiple=True, metavar="GLOB", help="Take only files that match."),
        click.option("--exclude", multiple=True, metavar="GLOB", help="Take no file or folder that matches."),
        click.option(
            "--include-dir",
            "include_dirs",
            multiple=True,
            metavar="DIR",
            type=click.Path(exists=True, file_okay=False),
            help="Folder of headers that the sources include; what lies outside of PATH is only read.",
        ),
        click.option(
            "--warp",
            type=click.Choice(WARPS),
            help="Keep warps of 32 lanes in the halves of a wavefront, or use the wavefront's own width."
            f"  [default: {WARPS[0]}]",
        ),
        click.option(
            "--polyfill/--no-polyfill",
            default=None,
            help="Let calls of what HIP lacks go to headers of ours, or report them.  [default: polyfill]",
        ),
        click.option(
            "--build-files/--no-build-files",
            default=None,
            help="Convert CMake files, makefiles and compile lines, too, or only say that they ask for CUDA."
            "  [default: build-files]",
        ),
        click.option(
            "--build-mode",
            type=click.Choice(BUILD_MODES),
            help="Write HIP's in place of CUDA's in build files, or beside it behind an option USE_HIP."
            f"  [default: {BUILD_MODES[0]}]",
        ),
        ROCM,
        ARCH,
        DNN,
        RULES,
        *([style(formats, "report")] if formats else []),
        *([REPORT, *LOOKS] if formats and threshold else []),
        *([fail_on(threshold, "findings")] if formats and threshold else []),
        *((*CHOOSING, BASELINE) if threshold else ()),
        click.option("-q", "--quiet", is_flag=True, help="Print findings and errors only."),
        click.option(
            "-v",
            "--verbose",
            is_flag=True,
            help="Print all notes, also on names that are the program's own (N004).",
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
            "--max-size",
            type=click.IntRange(1),
            default=SIZE_LIMIT,
            show_default=True,
            metavar="BYTES",
            help="Refuse larger files.",
        ),
        click.option(
            "--cache/--no-cache",
            default=True,
            help="Keep what files came to in the user's cache folder, and convert anew only what changed.",
        ),
        click.option(
            "--cache-size",
            type=click.IntRange(1),
            default=CACHE_SIZE,
            show_default=True,
            metavar="BYTES",
            help="Keep no more than this there, of what was last used.",
        ),
    ]

    def decorate(command: Command) -> Command:
        for option in reversed(options):
            command = option(command)
        return command

    return decorate
