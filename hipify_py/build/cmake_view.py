"""A CMake file with what is known of the whole of it: what each of its commands is asked against."""

from __future__ import annotations

from bisect import bisect_left
from typing import TYPE_CHECKING, Any, NamedTuple

from hipify_py.build.cmake_blocks import Blocks, blocks
from hipify_py.build.names import decoded
from hipify_py.build.statements import indent_of, line_end
from hipify_py.choices import ARCHS
from hipify_py.lazy import re

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from hipify_py.build.cmake_lexer import Argument, Command, Listfile
    from hipify_py.model import Edit, Finding
    from hipify_py.rules.model import RuleSet
    from hipify_py.settings import Options

OWN = re.compile(rb"(?i)[a-z_]\w*\Z")
SETTERS = {b"set", b"option", b"foreach", b"cmake_dependent_option"}
FINDING = {b"find_package", b"find_dependency"}
"""Commands that find a package."""
SECOND = {
    b"list",
    b"string",
    b"file",
    b"math",
    b"get_filename_component",
    b"get_property",
    b"get_target_property",
}
FILLS = {b"APPEND": 2, b"PREPEND": 2, b"INSERT": 3}
"""Words by which `list` puts more into a variable, and where that begins among its arguments."""
PARAMETERS = {b"function", b"macro"}
HELPERS = {b"find_cuda_helper_libs", b"cuda_find_helper_libs"}  # of FindCUDA


class View(NamedTuple):
    """A file and what is known of it.

    `own` are the variables that it makes itself; `has_flag_list` says that it has a list
    CUDA_NVCC_FLAGS of its own. `facts` is what `fact` keeps.
    """

    file: Listfile
    blocks: Blocks
    rules: RuleSet
    options: Options
    own: frozenset[str]
    has_flag_list: bool
    facts: dict[Callable[..., Any], Any]

    @property
    def archs(self) -> tuple[str, ...]:
        """Give the GPUs that are written where CUDA's were."""
        return self.options.archs or ARCHS

    @property
    def dual(self) -> bool:
        """Say whether HIP's statements stand beside CUDA's."""
        return self.options.build == "dual"

    @property
    def own_findcuda(self) -> bool:
        """Say whether files of the tree make commands of FindCUDA themselves."""
        return not self.options.project.own_commands.isdisjoint(self.rules.build["commands"])

    @property
    def in_another_way(self) -> bool:
        """Say whether the project compiles its sources by commands of its own, and not in a language."""
        return self.options.project.without_hip and self.own_findcuda

    def commands(self) -> Iterator[tuple[int, Command]]:
        """Give the commands that are not for another compiler, with their numbers."""
        for number, command in enumerate(self.file.commands):
            if number not in self.blocks.left:
                yield number, command

    def number(self, command: Command) -> int:
        """Give the number of a command of the file."""
        return bisect_left(self.file.commands, command.span.start, key=lambda one: one.span.start)

    def lines(self, command: Command, *lines: bytes) -> bytes:
        """Give lines as the text of a command: with the file's line end, and as far in as the command."""
        start = command.span.start
        return (line_end(self.file.source) + indent_of(self.file.source, start)).join(lines)

    def texts(self, command: Command) -> list[bytes]:
        """Give what the arguments of a command say."""
        return [*command.texts]


class Made(NamedTuple):
    """What one command calls for: see `Statement` for the lines.

    In `taken` nothing else is looked for; it has offsets of bytes. Flags are looked for from `value` on,
    which an edit of the command keeps.
    """

    edits: tuple[Edit, ...] = ()
    findings: tuple[Finding, ...] = ()
    before: tuple[bytes, ...] = ()
    after: tuple[bytes, ...] = ()
    always: tuple[bytes, ...] = ()
    rule: str = ""
    once: bool = False
    taken: tuple[tuple[int, int], ...] = ()
    value: int = 0


def view(file: Listfile, rules: RuleSet, options: Options) -> View:
    """Give a file with what is known of it."""
    found = blocks(file, chosen=options.project.hip_by_choice)
    return View(file, found, rules, options, frozenset(_own(file)), _has_flag_list(file), {})


def _has_flag_list(file: Listfile) -> bool:
    """Say whether the list CUDA_NVCC_FLAGS is a file's own, which it hands to CMake's commands itself."""
    return any(
        command.name.endswith(b"compile_options") and b"${CUDA_NVCC_FLAGS" in file.code[slice(*command.span)]
        for command in file.commands
    )


def _own(file: Listfile) -> Iterator[str]:
    """Give the names of variables, options and parameters that a file makes."""
    for command in file.commands:
        texts = [file.text(argument) for argument in command.arguments]
        if command.name in SETTERS:
            yield from (decoded(text) for text in texts[:1])
        elif command.name in SECOND:
            yield from (decoded(text) for text in texts[1:2] + texts[-1:])
        elif command.name in PARAMETERS:
            yield from (decoded(text) for text in texts)
        elif command.name == b"cmake_parse_arguments":
            prefix = decoded(texts[0]) if texts else ""
            words = [word for text in texts[1:4] for word in decoded(text).split(";")]
            yield from (f"{prefix}_{word}" for word in words)
        elif command.name in HELPERS:  # of which it is told where they are called
            yield from (f"CUDA_{decoded(text)}_LIBRARY" for text in texts[:1])
        elif command.name in {b"find_program", b"find_library", b"find_path", b"find_file"}:
            yield from (decoded(text) for text in texts[:1])


def first(arguments: tuple[Argument, ...], texts: list[bytes], word: bytes) -> int:
    """Give the number of the argument that is a keyword; -1 where none is."""
    return next(
        (at for at, text in enumerate(texts) if text == word and arguments[at].kind == "unquoted"), -1
    )
