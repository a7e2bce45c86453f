"""Scripts that install CUDA and build nothing with it: what they name is CUDA's, whatever a build needs."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hipify_py.build.make_calls import CALLS_IN_SHELL
from hipify_py.build.remarks import without_remarks
from hipify_py.lazy import re

if TYPE_CHECKING:
    from hipify_py.build.make_lexer import Makefile

# in a shell $(nvcc ...) runs it, and ${NVCC:-nvcc} names it
IN_SHELL = re.compile(rb"(?:(?<![\w.${-])|(?<=:-))nvcc(?![\w.-]|[ \t]*(?::|[+?!]?=))")
INSTALLS = re.compile(
    rb"""
    developer\.download\.nvidia\.com | (?<![\w.-]) cuda_\d[\w.]*_linux[\w.]*\.run \b
    | \b (?: apt | apt-get | aptitude | dnf | yum | microdnf | tdnf | zypper | pacman ) [ \t]
        (?: [^\r\n;|&] | \\\r?\n ){0,400}? (?<=[ \t]) (?: install | in | -S\w* ) [ \t]
        (?: [^\r\n;|&] | \\\r?\n ){0,4000}? (?<![\w./-]) (?:nvidia-)? cuda (?: -[a-z\d$] | \s | $ )
    """,
    re.VERBOSE,
)
# What follows nvcc where a script only asks who it is, looks for it, or tells of it.
ASKS = re.compile(
    rb"""[ \t]* (?: --?version\b | -V\b | --?help\b | -h\b | [;&|)>"'`\]\r\n] | \Z
    | (?: and | compiler | found | in | is | missing | not | or | version | was ) \b )""",
    re.VERBOSE,
)
NAMES = re.compile(rb"[=:-][\"']?\Z")  # a variable, or one with nvcc in its stead


def only_installs(source: bytes, file: Makefile) -> bool:
    """Say whether a shell script installs CUDA, and calls nvcc at most to see that it is there."""
    if INSTALLS.search(without_remarks(source)) is None:
        return False
    named = CALLS_IN_SHELL.finditer(file.code)
    return all(
        not one[0].startswith(b"$")
        and ASKS.match(file.code, one.end())
        and not NAMES.search(file.code, max(0, one.start() - 2), one.start())
        for one in named
    )
