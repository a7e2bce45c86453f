"""Sources of CUDA in CMake: a `.cu` file is HIP only where its property LANGUAGE says so."""

from __future__ import annotations

import posixpath
from typing import TYPE_CHECKING

from hipify_py.build.cmake_blocks import FLOW
from hipify_py.build.cmake_choices import by_choice
from hipify_py.build.cmake_cxx_sources import GLOBS, HERE, OTHERS, as_hip
from hipify_py.build.cmake_handed_up import handed_up
from hipify_py.build.cmake_targets import made_targets
from hipify_py.build.cmake_view import FILLS, Made, View
from hipify_py.build.mentions import ending_of_all, path_of
from hipify_py.build.names import decoded
from hipify_py.lazy import re
from hipify_py.outcomes import finding
from hipify_py.source.unit_facts import fact

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from hipify_py.build.cmake_lexer import Command
    from hipify_py.model import Finding

LANGUAGE = "B009"
# A source that a generator expression chooses; not one in whose path such an expression stands.
OF_CUDA = re.compile(rb"(?s)[^;]*[^;\s/]\.cu")
CHOSEN = re.compile(rb"(?:(?<=[:,;\s])|\A)((?:[^\s;:,<>\"$]|\$\{[^{}]*\})+\.cu)(?=[>;,\s]|\Z)")
IN_PATH = re.compile(rb">[^\s;:,<>]*\.cu(?=[>;,]|\Z)")
ELSEWHERE = "{text} needs the property LANGUAGE HIP, which CMake sets for no path with $<...> in it"
LIST_FILE, LIST_FOLDER = "CMakeLists.txt", b"${CMAKE_CURRENT_LIST_DIR}/"
# Commands of CMake's and FindCUDA's, which look for a source in the folder that is configured.
OF_CMAKE = frozenset(
    b"add_executable add_library target_sources set list file aux_source_directory cuda_add_executable"
    b" cuda_add_library cuda_compile cuda_compile_ptx cuda_wrap_srcs".split()
)
WIDE = 100  # columns up to which a list stands in a line
FILTER = (
    b'set(%b_HIP ${%b})\nlist(FILTER %b_HIP INCLUDE REGEX "\\\\.cu$")\n'
    b"set_source_files_properties(${%b_HIP} %bPROPERTIES LANGUAGE HIP)"
)


class Sources:
    """The sources of a file that are HIP by their property already, or will be by a line that was added.

    `everywhere` are those of which that is said outside of all blocks, and `lists` the variables that hold
    sources, as they are referred to. `guarded` says that HIP may not be enabled where the project builds for
    CUDA: CMake refuses sources in a language that is not.
    """

    def __init__(self, view: View) -> None:
        """Read what the file says of its sources, for HIP and for CUDA, which becomes HIP."""
        self.view = view
        self.lists = {*_lists(view)}
        self.guarded = view.options.project.hip_by_choice or by_choice(view)
        self.everywhere = {text for command in view.file.commands for text in _with_language(view, command)}

    def made(self, number: int, command: Command) -> Made | None:
        """Give the lines that make HIP of the sources that a command names."""
        plain = self._plain(number, command)
        if ending_of_all(self.view.options) or self.view.in_another_way:
            return plain  # CMake takes the new ending for HIP
        if command.name == b"file":
            return self._globbed(number, command) or plain
        if command.name == b"aux_source_directory":
            return self._collected(command) or plain
        words = [word for word in _sources(self.view, command) if not self._is_said(word)]
        texts = self.view.texts(command)
        words = [] if self._is_said_of_list(command, texts) else [*dict.fromkeys(words)]
        where, listed = b"", []
        if command.name == b"target_sources" and texts and texts[0] not in made_targets(self.view):
            where = b"TARGET_DIRECTORY " + texts[0] + b" "
            said = _said_elsewhere(self.view).get(texts[0], set())
            names = [text[2:-1] for text in texts[1:] if text in self.lists]
            listed = [name for name in names if b"${" + name + b"_HIP}" not in said]
        findings: tuple[Finding, ...] = ()
        if handed := handed_up(self.view, number, command):
            shown = decoded(b" ".join(handed))
            findings = (finding(self.view.rules, "B011", command.span, text=shown),)
        if not (words or listed or findings):
            return _in_path(self.view, command) or plain
        self._keep(number, words)
        lines = [_line(self._placed(command, words), where)] if words else []
        lines += [FILTER % (*(each,) * 4, where) for each in listed]
        lines = [*self._asked_first(lines), *(plain.after if plain else ())]
        return Made(findings=findings, after=tuple(lines), rule=LANGUAGE)

    def _is_said(self, word: bytes) -> bool:
        """Say whether the file says of a source already what it is."""
        return word in self.everywhere or LIST_FOLDER + word in self.everywhere

    def _placed(self, command: Command, words: list[bytes]) -> list[bytes]:
        """Give sources by their folder where the file may be read in another, for a command of the project's.

        Where it is read in its own that is the same.
        """
        options = self.view.options
        if not options.project.lists_included or posixpath.basename(options.path or "") != LIST_FILE:
            return words
        if command.name in OF_CMAKE:
            return words
        return [word if b"$" in word or word.startswith(b"/") else LIST_FOLDER + word for word in words]

    def _is_said_of_list(self, command: Command, texts: list[bytes]) -> bool:
        """Say whether a command fills a variable of whose sources it is said already what they are."""
        at = {b"set": 0, b"list": 1}.get(command.name, len(texts))
        return at < len(texts) and b"${" + texts[at] + b"}" in self.everywhere

    def _asked_first(self, lines: list[bytes]) -> list[bytes]:
        """Give lines behind the question whether HIP is enabled, where it may not be."""
        if not (self.guarded and lines):
            return lines
        inner = [b"  " + line.replace(b"\n", b"\n  ") for line in lines]
        return [b"if(CMAKE_HIP_COMPILER)", *inner, b"endif()"]

    def _plain(self, number: int, command: Command) -> Made | None:
        """Give the line that makes HIP of sources of plain C++ that use Thrust or CUB."""
        if not self.view.options.project.as_hip:
            return None
        words = [word for word in as_hip(self.view, command) if not self._is_said(word)]
        if not words:
            return None
        self._keep(number, words)
        texts = self.view.texts(command)
        elsewhere = command.name == b"target_sources" and texts[0] not in made_targets(self.view)
        words = self._placed(command, [*dict.fromkeys(words)])
        line = _line(words, b"TARGET_DIRECTORY " + texts[0] + b" " if elsewhere else b"")
        return Made(after=(b"if(CMAKE_HIP_COMPILER)", b"  " + line, b"endif()"), rule=LANGUAGE)

    def _keep(self, number: int, words: list[bytes]) -> None:
        if not self.view.blocks.outer[number]:
            self.everywhere.update(word for word in words if b"$" not in word)

    def _globbed(self, number: int, command: Command) -> Made | None:
        texts = self.view.texts(command)
        if len(texts) < 3 or texts[0] not in GLOBS:
            return None
        patterns = [text for text in texts[2:] if b"*" in text or b"." in text]
        variable = texts[1]
        of_cuda = [text for text in patterns if text.endswith(b".cu")]
        name = b"${" + variable + b"}"
        if not of_cuda or name in self.everywhere or b"${" + variable + b"_HIP}" in self.everywhere:
            return None
        self._keep(number, [name])
        mixed = len(of_cuda) < len(patterns)
        line = FILTER % (*(variable,) * 4, b"") if mixed else _line([name], b"")
        return Made(after=tuple(self._asked_first([line])), rule=LANGUAGE)

    def _collected(self, command: Command) -> Made | None:
        """Give the lines for all sources of a folder, of which a variable gets the names."""
        texts = self.view.texts(command)
        if len(texts) != 2 or b"${" + texts[1] + b"_HIP}" in self.everywhere:
            return None
        if not _may_be_one_of(self.view.options.project.cu_folders, texts[0], self.view):
            return None
        return Made(after=tuple(self._asked_first([FILTER % (*(texts[1],) * 4, b"")])), rule=LANGUAGE)


def _may_be_one_of(folders: frozenset[str], text: bytes, view: View) -> bool:
    """Say whether a folder that a command names is one of some, or may be by what variables hold."""
    named = decoded(HERE.sub(b"", text + b"/")).rstrip("/")
    if "$" in named:
        return bool(folders)
    here = posixpath.dirname(view.options.path or "")
    near = posixpath.normpath(posixpath.join(here, named))
    return near in folders or (b"$" in text and any(f"{one}/".endswith(f"/{named}/") for one in folders))


def _line(words: list[bytes], where: bytes) -> bytes:
    shown = [word if not re.search(rb"[\s()#]", word) else b'"' + word + b'"' for word in words]
    tail = where + b"PROPERTIES LANGUAGE HIP)"
    line = b"set_source_files_properties(" + b" ".join(shown) + b" " + tail
    if len(line) <= WIDE:
        return line
    return b"set_source_files_properties(\n    " + b"\n    ".join(shown) + b"\n    " + tail


def _sources(view: View, command: Command) -> Iterator[bytes]:
    """Give the `.cu` files among the arguments of a command, but for those that will be renamed."""
    own = view.rules.build["commands"].get(decoded(command.name))
    if command.name == b"list" and b"".join(view.texts(command)[:1]) not in FILLS:
        return
    if command.name in OTHERS | FLOW or (own is not None and own.to is None):
        return
    for argument in command.arguments:
        text = view.file.text(argument)
        if argument.kind == "quoted" and text.startswith(b"-"):
            continue
        if b"$<" in text or text.endswith(b">"):
            pieces = [found[1] for found in CHOSEN.finditer(text)]
        else:
            pieces = [text] if b" " in text else text.split(b";")
        for piece in pieces:
            if piece.endswith(b".cu") and OF_CUDA.fullmatch(piece) and not _goes(view, piece):
                yield piece


def _in_path(view: View, command: Command) -> Made | None:
    """Report sources in whose paths stand generator expressions, which no property of a source takes."""
    if command.name in OTHERS | FLOW | {b"list"}:
        return None
    texts = view.texts(command)
    said = [
        finding(view.rules, "B004", command.arguments[at].span, name=decoded(text))._replace(
            message=ELSEWHERE.format(text=decoded(text))
        )
        for at, text in enumerate(texts)
        if IN_PATH.search(text)
    ]
    return Made(findings=tuple(said)) if said else None


def _goes(view: View, piece: bytes) -> bool:
    """Say whether a source gets another ending, which CMake takes for HIP by itself."""
    return view.options.project.renamed != {} and renamed_path(view, piece) is not None


def renamed_path(view: View, piece: bytes) -> str | None:
    """Give the new path of a source that is renamed; None of one that is not."""
    return view.options.project.renamed.get(path_of(decoded(piece), view.options) or "")


def _with_language(view: View, command: Command) -> Iterator[bytes]:
    """Give the sources of which a command says that they are HIP, or CUDA."""
    texts = view.texts(command)
    if command.name not in {b"set_source_files_properties", b"set_property"} or b"LANGUAGE" not in texts:
        return
    at = texts.index(b"LANGUAGE")
    if texts[at + 1 : at + 2] and texts[at + 1] in {b"HIP", b"CUDA"}:
        yield from texts[: texts.index(b"PROPERTIES") if b"PROPERTIES" in texts else at]


@fact
def _said_elsewhere(view: View) -> Mapping[bytes, set[bytes]]:
    """Give, by the target that is made elsewhere, what is said to be HIP for its directory."""
    found: dict[bytes, set[bytes]] = {}
    for command in view.file.commands:
        texts = view.texts(command)
        if command.name == b"set_source_files_properties" and b"TARGET_DIRECTORY" in texts:
            at = texts.index(b"TARGET_DIRECTORY")
            for target in texts[at + 1 : at + 2]:
                found.setdefault(target, set()).update(texts[:at])
    return found


def _lists(view: View) -> Iterator[bytes]:
    """Give the references to variables in which a file puts `.cu` files, by name or by a pattern."""
    for command in view.file.commands:
        texts = view.texts(command)
        at = {b"set": 0, b"list": 1, b"file": 1}.get(command.name, len(texts))
        if at < len(texts) and any(word.endswith(b".cu") for text in texts[at:] for word in text.split(b";")):
            yield b"${" + texts[at] + b"}"


def templates(view: View, command: Command) -> Made | None:
    """Report sources of CUDA that a build makes of others."""
    texts = view.texts(command)
    outputs: list[int] = []
    if command.name == b"configure_file":
        outputs = [1]
    elif (
        command.name == b"file" and texts[:1] and texts[0] in {b"WRITE", b"APPEND", b"CONFIGURE", b"GENERATE"}
    ):
        outputs = [1, 2]
    elif command.name == b"add_custom_command":
        outputs = [at + 1 for at, text in enumerate(texts) if text == b"OUTPUT"]
    for at in outputs:
        if at < len(texts) and re.search(rb"\.cuh?\Z", texts[at]):
            text = decoded(texts[at])
            return Made(findings=(finding(view.rules, "B010", command.arguments[at].span, text=text),))
    return None
