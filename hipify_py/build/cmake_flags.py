"""Flags of nvcc in the arguments of CMake's commands: which are nvcc's, and how words are parted there."""

from __future__ import annotations

from itertools import takewhile
from typing import TYPE_CHECKING

from hipify_py.build.cmake_calls import COMMANDS_RUN, calls, calls_that_stay, staying
from hipify_py.build.cmake_single_words import by_argument, looks_for, single, whole_texts
from hipify_py.build.cmake_standards import REFERENCE, filled, for_all
from hipify_py.build.cmake_view import FILLS
from hipify_py.build.flags import FLAG as OF_NVCC
from hipify_py.build.flags import Context, converted
from hipify_py.build.known_flags import flags as known_flags
from hipify_py.build.names import DIFFERS, apart, decoded, in_passing, left_over, reached
from hipify_py.build.standards import FLAG, PROPERTY, raised
from hipify_py.lazy import re
from hipify_py.model import Edit, Span
from hipify_py.outcomes import finding
from hipify_py.source.conditions import inside
from hipify_py.source.spans import merged
from hipify_py.source.unit_facts import fact, fact_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from hipify_py.build.cmake_lexer import Argument, Command
    from hipify_py.build.cmake_view import View
    from hipify_py.build.names import Said
    from hipify_py.rules.build_names import BuildName

DEFINITIONS = {
    b"add_compile_definitions",
    b"add_definitions",
    b"target_compile_definitions",
    b"remove_definitions",
}
OF_FLAGS = re.compile(rb"(?i)cuda|nvcc")
DEFINED = re.compile(rb"(?<![\w-])-D\s*\w+")
OF_LANGUAGE = re.compile(rb"LANG\w*:[^<>]*\bCUDA\b")
# A condition on a language, and behind it what it is for, to the bracket that closes it.
FOR_LANGUAGE = re.compile(
    rb"\$<\$<[^<>]*LANG\w*:([^<>]*)>[^:<>]*:((?:[^<>$]|\$<(?:[^<>$]|\$<[^<>]*>|\$\{\w*\})*>|\$\{\w*\}|\$)*)>"
)
LISTS = {
    b"add_compile_options",
    b"target_compile_options",
    b"add_link_options",
    b"target_link_options",
    b"list",
}
STRINGS = {b"COMPILE_FLAGS", b"LINK_FLAGS"}
OPTIONS = {b"COMPILE_OPTIONS", b"LINK_OPTIONS"}
STRING = re.compile(rb"CMAKE_\w*FLAGS\w*")
OF_FINDCUDA = re.compile(rb"CUDA_NVCC_FLAGS\w*")  # which become the string CMAKE_HIP_FLAGS
# In the name of a variable, or of a property, and its end.
OTHER_TOOLS = re.compile(
    rb"(?i)\A\w*(?:CPPCHECK|CPPLINT|CLANG_?TIDY|WHAT_YOU_USE|IWYU|CLANG_?FORMAT|DOXYGEN)(?:_?(?:ARG|FLAG|OPTION|PARAM|COMMAND)\w*)?\Z"
)
PROPERTIES = {b"set_property", b"set_target_properties", b"set_directory_properties"}
GPUS_OF_CUDA = b"CMAKE_CUDA_ARCHITECTURES"
EACH_GPU = (
    [b"${%b}" % GPUS_OF_CUDA],
    [b"IN", b"LISTS", GPUS_OF_CUDA],
    [b"IN", b"ITEMS", b"${%b}" % GPUS_OF_CUDA],
)
BEHIND_VALUE = {b"CACHE", b"PARENT_SCOPE"}
STAYS = "B007"
COMPILER = b"${CMAKE_CUDA_COMPILER}"
AS_CUDA = "it is clang++, which takes .cu files for CUDA's: write -x hip before them"
LEFT_OVER = re.compile(
    rb"(?<![\w.-])(?:(?:sm|compute)_\d\d+[af]?(?!\w)|--?gencode(?![\w-])|--generate-code(?![\w-])|-X(?:compiler|ptxas|nvlink|cudafe|fatbinary|archive)(?![\w-]))"
)


def flags(view: View, command: Command, region: Span, value: int) -> Iterator[Said]:
    """Give what becomes of the flags of a command, looked for from the offset `value` on."""
    code = view.file.code
    if command.name in DEFINITIONS:
        yield from for_all(view, command, region)  # a standard is none
        return
    if command.name in COMMANDS_RUN:
        said = [one for call in calls(command) for one in _of_call(view, call)]
    else:
        said = [*single(view, command, _of_arguments(view, command, region, value))]
    theirs = merged(_of_other_tools(view, command, region))
    yield from (one for one in said if not inside(theirs, one.span.start))
    stay = (Span(call[0].span.start, call[-1].span.end) for call in calls_that_stay(view, command))
    covered = merged((*(one.span for one in said), *stay))
    for found in LEFT_OVER.finditer(code, *region):
        if not inside(covered, found.start()):
            said_of = left_over(view.rules, Span(*found.span()), decoded(found[0]))
            yield in_passing(said_of) if looks_for(command, said_of.span, LEFT_OVER) else said_of


def _of_arguments(view: View, command: Command, region: Span, value: int) -> list[Said]:
    """Give what becomes of flags in the arguments of a command that calls no compiler itself."""
    code = view.file.code
    said = [*raised(code, region, PROPERTY, view.rules, view.options)]
    short = bool(OF_LANGUAGE.search(code, *region)) or _sets_flags(view, command)
    if short:
        said += raised(code, region, FLAG, view.rules, view.options)
    else:
        said += for_all(view, command, region)
    lists = () if value else tuple(_lists(view, command))
    called = any(text in of_cuda(view)[1] for text in filled(command.name, view.texts(command)))
    context = Context(
        view.rules,
        short,
        _archs(view) if called else b"",
        value > 0,
        lists,
        bool(lists) or command.name in LISTS,
        assigned=_assigned(view),
        paired=_holds_flags_alone(view, command),
        each=_each_gpu(view, command),
        compiles=not called,
    )
    start = max(region.start, value)
    places = [Span(start, region.end)]
    if by_argument(command):
        places = [span for span in whole_texts(command) if span.start >= start]
    return [*said, *(each for one in places for each in converted(code, one, context))]


def _each_gpu(view: View, command: Command) -> bytes:
    """Give how a loop around a command refers to each of the GPUs that CMake's variable names."""
    for opener in reversed(view.blocks.outer[view.number(command)]):
        name, *listed = view.texts(view.file.commands[opener]) or [b""]
        if view.file.commands[opener].name == b"foreach" and listed in EACH_GPU:
            return b"" if _is_changed(view, opener, name) else b"${%b}" % name
    return b""


@fact_of
def _is_changed(view: View, opener: int, name: bytes) -> bool:
    """Say whether a command of a loop gives its variable a value, or asks for it: NVIDIA's numbers, maybe."""
    behind = zip(view.blocks.outer[opener + 1 :], view.file.commands[opener + 1 :], strict=True)
    within = takewhile(lambda one: opener in one[0], behind)
    return any(name in view.texts(command) for _, command in within)


def _of_other_tools(view: View, command: Command, region: Span) -> Iterator[Span]:
    """Give what stands in a variable or a property for a tool that is no compiler, such as cppcheck."""
    texts = view.texts(command)
    if any(OTHER_TOOLS.search(text) for text in filled(command.name, texts)):
        yield region
    elif command.name in PROPERTIES:
        for at, one in enumerate(command.arguments[1:]):
            if OTHER_TOOLS.search(texts[at]):
                yield one.inner


def _sets_flags(view: View, command: Command) -> bool:
    texts = view.texts(command)
    if any(OF_FLAGS.search(DEFINED.sub(b"", text)) for text in texts[:2]):
        return True
    return any(text in of_cuda(view)[0] for text in filled(command.name, texts))


def _holds_flags_alone(view: View, command: Command) -> bool:
    """Say whether the arguments of a command, but for the first, are words for a compiler."""
    texts = view.texts(command)
    if command.name == b"list":
        return texts[0] in FILLS
    return command.name in LISTS or (command.name == b"set" and BEHIND_VALUE.isdisjoint(texts))


def _assigned(view: View) -> bytes:
    return view.options.project.assigned


def _archs(view: View) -> bytes:
    """Give the flag that names the GPUs where CMake does not name them itself."""
    return b"--offload-arch=" + ",".join(view.archs).encode()


@fact
def of_cuda(view: View) -> tuple[frozenset[bytes], frozenset[bytes]]:
    """Give the variables whose flags are for CUDA's language or for nvcc, and not for the host's compiler.

    The second are those that only calls of nvcc read.
    """
    code = view.file.code
    cuda: set[bytes] = set()
    host: set[bytes] = set()
    called: set[bytes] = set()
    for found in FOR_LANGUAGE.finditer(code):
        names = set(REFERENCE.findall(found[2]))
        (cuda if b"CUDA" in found[1].split(b",") else host).update(names)
    within: dict[bytes, set[bytes]] = {}
    for _, command in view.commands():
        texts = view.texts(command)
        for call in calls(command):
            called.update(name for one in call[1:] for name in REFERENCE.findall(view.file.text(one)))
        for name in filled(command.name, texts):
            names = {one for text in texts[1:] for one in REFERENCE.findall(text)} - {name}
            if name.startswith((b"CMAKE_CXX_FLAGS", b"CMAKE_C_FLAGS")):
                host |= names
            elif OF_FLAGS.search(name) and b"FLAGS" in name:
                cuda |= names
            else:
                within.setdefault(name, set()).update(names)
    by_language, to_nvcc = reached(cuda, within), reached(called, within)
    return frozenset((by_language | to_nvcc) - reached(host, within)), frozenset(to_nvcc - by_language)


def _lists(view: View, command: Command) -> Iterator[Span]:
    """Give the arguments in which a semicolon parts words: what is a string to a shell has blanks.

    Without quotes these are expressions of a generator, which a blank would part.
    """
    texts = view.texts(command)
    if STRING.fullmatch(b"".join(texts[:1] if command.name == b"set" else ())):
        return
    several = (
        command.name == b"set"
        and len(texts) > 2
        and texts[2] not in BEHIND_VALUE
        and not OF_FINDCUDA.fullmatch(texts[0])
    )
    for at, one in enumerate(command.arguments):
        text = texts[at]
        if one.kind == "unquoted" and b"$<" in text:
            yield one.inner
        if one.kind != "quoted" or b"SHELL:" in text or (at and texts[at - 1] in STRINGS):
            continue
        if command.name in LISTS or several or b"$<" in text or b";" in text or texts[at - 1] in OPTIONS:
            yield one.inner


def _of_staying_call(
    view: View, call: tuple[Argument, ...], program: Span, entry: BuildName
) -> Iterator[Said]:
    """Say of a call that stays all that there is to say, at its program."""
    region = Span(call[0].span.end, call[-1].span.end)
    tables = (view.rules.build["flags"], view.rules.build["short_flags"])
    lacking = (one for one in known_flags(view.file.code, region, tables) if one.entry.to is None)
    whys = dict.fromkeys(f"{one.key}: {one.entry.note}" for one in lacking)
    name, why = decoded(view.file.code[slice(*program)]), "; ".join((entry.note, *whys))
    yield finding(view.rules, "B003", program, name=name, why=why)._replace(origin=entry.origin)


def _of_call(view: View, call: tuple[Argument, ...]) -> Iterator[Said]:
    """Give what becomes of the flags of a call: the build system names no GPUs there, and no language."""
    region = Span(call[0].span.end, call[-1].span.end)
    code = view.file.code
    if (program := staying(view, call)) is not None:
        yield from _of_staying_call(view, call, *program)
        return
    yield from raised(code, region, FLAG, view.rules, view.options)
    lists = tuple(one.inner for one in call if one.kind == "quoted")
    archs, assigned = _archs(view), _assigned(view)
    context = Context(view.rules, short=True, archs=archs, lists=lists, whole=True, assigned=assigned)
    said = [*converted(code, region, context)]
    impossible = any(_asks_for_nvcc(view, one) for one in said)
    yield from (_beside_impossible(one) for one in said) if impossible else said
    if view.file.text(call[0]) != COMPILER or any(b"-x" in _made(one) for one in apart(said)[0]):
        return
    words = [view.file.text(one) for one in call]
    sources = [at for at, word in enumerate(words) if word.endswith(b".cu")]
    if sources:
        yield from _as_hip(call, words, sources)
    elif not all(word.startswith(b"-") for word in words[1:]):
        name, becomes = "CMAKE_CUDA_COMPILER", "becomes CMAKE_HIP_COMPILER"
        told = finding(view.rules, DIFFERS, call[0].span, name=name, becomes=becomes, why=AS_CUDA)
        told = told._replace(fails="compile")  # without CUDA it stops
        yield in_passing(told) if impossible else told


def _asks_for_nvcc(view: View, one: Said) -> bool:
    """Say whether it is said of a flag that HIP's compiler has no way to do what the call is for."""
    if isinstance(one, Edit) or one.rule != STAYS:
        return False
    entry = view.rules.build["flags"].get(decoded(view.file.code[slice(*one.span)]))
    return entry is not None and entry.to is None


def _beside_impossible(one: Said) -> Said:
    """Give what is said of other flags of such a call as a note: the call has to be written anew."""
    return one if isinstance(one, Edit) or one.rule == STAYS else in_passing(one)


def _as_hip(call: tuple[Argument, ...], words: list[bytes], sources: list[int]) -> Iterator[Edit]:
    """Say of sources that they are HIP, and of what comes behind them that its ending tells what it is."""
    start, end = call[sources[0]].span.start, call[sources[-1]].span.end
    yield Edit(Span(start, start), (b"-x hip ",), OF_NVCC, "nvcc flag")
    for at in range(sources[-1] + 1, len(words)):
        if not words[at].startswith(b"-") and words[at - 1] != b"-o":
            yield Edit(Span(end, end), (b" -x none",), OF_NVCC, "nvcc flag")
            return


def _made(edit: Edit) -> bytes:
    return b"".join(part for part in edit.parts if isinstance(part, bytes))
