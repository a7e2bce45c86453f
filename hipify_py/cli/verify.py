"""How sources are compiled to see whether they do: for `verify`, and for `convert --verify`."""

from __future__ import annotations

import os
import sys
from contextlib import nullcontext
from typing import TYPE_CHECKING, Any

import click

from hipify_py.choices import ARCHS, COMPILE_SECONDS
from hipify_py.cli.console import is_dumb, is_terminal

if TYPE_CHECKING:
    from collections.abc import Callable
    from contextlib import AbstractContextManager

    from hipify_py.report.model import Report
    from hipify_py.settings import Settings
    from hipify_py.verify.commands import Commands
    from hipify_py.verify.model import Verdict
    from hipify_py.verify.run import Wish

BEHIND = "hipify_py.cli.verify"  # the key under which a context keeps the flags behind `--`
DEFAULTS: dict[str, Any] = {
    "to_object": False,
    "foretold": None,
    "compile_commands": None,
    "make": False,
    "time_limit": COMPILE_SECONDS,
}
"""What `convert --verify` takes of the options that only `verify` has."""
HIP_COMPILER = click.option(
    "--hip-compiler",
    metavar="PROGRAM|DIR",
    help="The HIP compiler, or the folder of a ROCm.  [default: of HIP_PATH, ROCM_PATH, PATH, /opt/rocm, or"
    " what tests/toolchain/setup.sh installs]",
)


class WithFlags(click.Command):
    """A command that keeps what stands behind `--`: flags for another program."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Take these flags away before click reads the rest."""
        at = args.index("--") if "--" in args else len(args)
        ctx.meta[BEHIND] = tuple(args[at + 1 :])
        return super().parse_args(ctx, args[:at])


def compiler_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """Add the options that say how to compile."""
    options = [
        HIP_COMPILER,
        click.option("--object", "to_object", is_flag=True, help="Compile to object code, not syntax alone."),
        click.option(
            "--compile-commands",
            metavar="FILE|DIR",
            type=click.Path(exists=True),
            help="What is compiled, and how.  [default: a compile_commands.json in PATH or its build folder]",
        ),
        click.option(
            "--make",
            is_flag=True,
            help="Ask `make -n` in PATH what is compiled, and how. That runs what the makefile itself runs.",
        ),
        click.option(
            "--foretold",
            metavar="FILE",
            type=click.Path(exists=True, dir_okay=False),
            help="The JSON report of the conversion that wrote PATH: what it said of the originals foretells,"
            " too.",
        ),
        click.option(
            "--time-limit",
            type=click.FloatRange(min=0.1),
            default=DEFAULTS["time_limit"],
            show_default=True,
            metavar="SECONDS",
            help="For one run of the compiler, and for `make -n`, which has 120 at most.",
        ),
    ]
    for option in reversed(options):
        command = option(command)
    return command


def wish_of(given: dict[str, Any], settings: Settings, flags: tuple[str, ...]) -> Wish:
    """Say how to compile, by the options given; raises `HipifyError` where there is no compiler or build."""
    from hipify_py.project.workers import cores
    from hipify_py.verify import compiler
    from hipify_py.verify.run import Wish

    archs = settings.archs or ARCHS
    found = compiler.find(given["hip_compiler"], os.environ)
    jobs = min(given["jobs"] or cores(), cores())
    compiler.probe(found, archs, given["time_limit"])
    return Wish(found, archs, given["to_object"], flags, jobs, given["time_limit"], _build(given))


def _build(given: dict[str, Any]) -> Commands | None:
    from hipify_py.verify import commands

    if given["make"]:
        if given["compile_commands"]:
            text = "--make and --compile-commands exclude each other; give one"
            raise click.UsageError(text)
        folder = next((path for path in given["paths"] if os.path.isdir(path)), ".")
        return commands.of_make(folder, given["time_limit"])
    path = given["compile_commands"] or commands.beside(given["paths"])
    return commands.read(path) if path else None


def compile_all(report: Report, settings: Settings, wish: Wish, given: dict[str, Any]) -> Verdict:
    """Compile what a conversion came to, with a bar on a terminal."""
    from hipify_py.verify.run import verify
    from hipify_py.verify.sources import as_they_are, look_over

    if given.get("as_is"):
        report = as_they_are(report)
    settled = not given.get("as_is") and all(file.status != "converted" for file in report.files)
    if given.get("foretold"):
        from hipify_py.verify.earlier import with_earlier

        report, settled = with_earlier(report, given["foretold"]), False
    sources = look_over(report, given["paths"], settings)
    with _bar(given) as advance:
        return verify(sources, wish, advance)._replace(settled=settled)


def _bar(given: dict[str, Any]) -> AbstractContextManager[Callable[[int, int], object] | None]:
    if given["quiet"] or is_dumb() or not is_terminal(sys.stderr):
        return nullcontext()
    from hipify_py.cli.progress import progress

    return progress("Compiling")
