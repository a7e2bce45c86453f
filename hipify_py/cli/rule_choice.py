"""Options that choose which findings are reported and how severe they are."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from hipify_py.model import SEVERITIES

if TYPE_CHECKING:
    from collections.abc import Callable

    from hipify_py.cli.setting_keys import InFiles, Severed


def _split(_: click.Context, _option: click.Parameter, given: tuple[str, ...]) -> tuple[str, ...]:
    """Give the rules that an option names, which commas may separate."""
    return tuple(word.strip() for each in given for word in each.split(",") if word.strip())


def _severed(_: click.Context, option: click.Parameter, given: tuple[str, ...]) -> tuple[Severed, ...]:
    if not given:  # start-up: most runs give none
        return ()
    from hipify_py.cli.setting_keys import Severed

    made = []
    for each in given:
        rule, sign, severity = (part.strip() for part in each.partition("="))
        known = next((one for one in SEVERITIES if one == severity), None)
        if not rule or not sign or known is None:
            text = f"{each!r}: write it as RULE=SEVERITY, with one of {', '.join(SEVERITIES)}"
            raise click.BadParameter(text, param=option)
        made.append(Severed(rule, known, "--severity"))
    return tuple(made)


def _in_files(_: click.Context, option: click.Parameter, given: tuple[str, ...]) -> tuple[InFiles, ...]:
    if not given:
        return ()
    from hipify_py.cli.setting_keys import InFiles

    made = []
    for each in given:
        glob, _sign, words = each.rpartition(":")
        rules = tuple(word.strip() for word in words.split(",") if word.strip())
        if not glob or not rules:
            text = f"{each!r}: write it as GLOB:RULE,..."
            raise click.BadParameter(text, param=option)
        made.append(InFiles("", glob, rules, "--per-file-ignores"))
    return tuple(made)


def completed(_: click.Context, option: click.Parameter, begun: str) -> list[str]:
    """Give what an option may end in that begins so, for a shell: ids and names of rules, and severities."""
    from hipify_py.choices import DNNS
    from hipify_py.rules.load import load

    if option.name == "severity" and "=" in begun:
        rule = begun.partition("=")[0]
        return [f"{rule}={each}" for each in SEVERITIES if f"{rule}={each}".startswith(begun)]
    head, last = _ahead(begun, ":" if option.name == "per_file_ignores" and "," not in begun else ",")
    known = load(dnn=DNNS[-1])
    end = "=" if option.name == "severity" else ""
    words = sorted(word for word in ("ALL", *known.by_id, *known.by_name) if word.startswith(last))
    return [f"{head}{word}{end}" for word in words]


def _ahead(begun: str, sign: str) -> tuple[str, str]:
    """Part what is begun from the words before it."""
    head, found, last = begun.rpartition(sign)
    return head + found, last


CHOOSING: tuple[Callable[[Any], Any], ...] = (
    click.option(
        "--select",
        multiple=True,
        metavar="RULE,...",
        callback=_split,
        shell_complete=completed,
        help="Report these alone: ids, beginnings of ids such as W, names of rules, or ALL, the default.",
    ),
    click.option(
        "--extend-select",
        multiple=True,
        metavar="RULE,...",
        callback=_split,
        shell_complete=completed,
        help="Report these too.",
    ),
    click.option(
        "--ignore",
        multiple=True,
        metavar="RULE,...",
        callback=_split,
        shell_complete=completed,
        help="Do not report these; what is converted stays the same.",
    ),
    click.option(
        "--per-file-ignores",
        multiple=True,
        metavar="GLOB:RULE,...",
        callback=_in_files,
        shell_complete=completed,
        help="Do not report these in files that match.",
    ),
    click.option(
        "--severity",
        multiple=True,
        metavar="RULE=LEVEL",
        callback=_severed,
        shell_complete=completed,
        help=f"Report a rule as {', '.join(SEVERITIES)}.",
    ),
)
"""For commands that report findings."""
