"""Variables and properties of CMake whose values are CUDA's too: GPUs, flags, device code across sources."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

from hipify_py.build.cmake_calls import CALL
from hipify_py.build.cmake_findcuda_options import options_of
from hipify_py.build.cmake_gpu_options import gpu_options
from hipify_py.build.cmake_gpus import NO, gpu_list, gpus, value_end
from hipify_py.build.cmake_messages import NVCC_REFERENCE
from hipify_py.build.cmake_packages import LINKING
from hipify_py.build.cmake_result_lists import links_runtime
from hipify_py.build.cmake_separable import SEPARABLE, SEPARABLE_ALL, separable, separable_all
from hipify_py.build.cmake_view import PARAMETERS, Made, View, first
from hipify_py.build.flags import FLAG
from hipify_py.build.known_flags import awaits_value
from hipify_py.build.names import RENAME, apart, decoded, known, renamed
from hipify_py.build.standards import at_least, said
from hipify_py.lazy import re
from hipify_py.model import Edit, Span
from hipify_py.outcomes import finding
from hipify_py.source.unit_facts import fact

if TYPE_CHECKING:
    from collections.abc import Iterator

    from hipify_py.build.cmake_lexer import Argument, Command

GPU_KEYS = {b"CMAKE_CUDA_ARCHITECTURES", b"CUDA_ARCHITECTURES"}
COMPILER = b"CMAKE_CUDA_COMPILER"
PROPAGATE = b"CUDA_PROPAGATE_HOST_FLAGS"  # where it is off, nvcc gets no CMAKE_CXX_FLAGS, as HIP does
NVCC_FLAGS = re.compile(rb"CUDA_NVCC_FLAGS(_\w+)?")
LISTS = {b"set", b"list"}
STRANGE = (
    "{name} is a command that no file here makes, with a name like CUDA's: CMake stops there without the"
    " module that has it; write CMake's own command in its place, or see what the module does for HIP"
)
LAST_WORD = re.compile(rb"(?:\A|[\s;])(-[\w-]+)\Z")
LONGEST = 100  # bytes of a flag
BLANKS_AT_END = re.compile(rb"[ \t]+\r?\n")  # behind them a comment could stand
STANDARD = re.compile(rb"cuda_std_(\d+)")
SIGNATURE = {b"PRIVATE", b"PUBLIC", b"INTERFACE"}
ADDERS = {b"cuda_add_executable", b"cuda_add_library"}


def values(view: View, command: Command) -> Made | None:
    """Give what becomes of a command that sets one of these; None of any other."""
    texts = view.texts(command)
    if command.name in LISTS and texts:
        return _variable(view, command, texts)
    by_name = {
        b"target_compile_features": _standard,
        b"set_property": _properties,
        b"set_target_properties": _properties,
    }
    act = by_name.get(command.name)
    return act(view, command, texts) if act else None


def _variable(view: View, command: Command, texts: list[bytes]) -> Made | None:
    """Give what becomes of a command that sets a variable."""
    name = texts[0] if command.name == b"set" else b"".join(texts[1:2])
    start = 1 if command.name == b"set" else 2
    entry = known(view.rules.build["variables"], decoded(name))
    if name in GPU_KEYS or view.number(command) in gpu_options(view).get(name, ()):
        return gpu_list(view, command, texts)
    if name in {SEPARABLE_ALL, SEPARABLE} and command.name == b"set" and texts[1:2]:
        return separable_all(view, command, texts[1].upper())
    value = texts[1] if command.name == b"set" and texts[1:] else b""
    is_idle = name == PROPAGATE and value.upper() in NO
    is_found = name == COMPILER and CALL.fullmatch(value)  # CMake looks for HIP's compiler by itself
    if is_idle or is_found or (entry is not None and entry.unset):
        return Made((Edit(command.span, (), RENAME, "build name"),), taken=(command.span,))
    if NVCC_FLAGS.fullmatch(name) and not view.has_flag_list:
        return _nvcc_flags(view, command, start)
    return None


def _standard(view: View, command: Command, texts: list[bytes]) -> Made | None:
    """Ask for a standard as C++'s feature and as HIP's property: CMake lets Clang have no hip_std_17."""
    found = [(at, one) for at, text in enumerate(texts) if (one := STANDARD.fullmatch(text))]
    if not found:
        return None
    edits, taken = [], []
    for at, one in found:
        place = command.arguments[at].inner
        feature = b"cxx_std_" + _year(one[1])
        before = Span(command.arguments[at - 1].span.end, place.end)
        is_twice = feature in texts and not view.file.source[before.start : place.start].strip()
        edits.append(
            Edit(before if is_twice else place, () if is_twice else (feature,), RENAME, "build name")
        )
        taken.append(place)
    old = _year(found[-1][1][1])
    new = at_least(old, view.rules, view.options)
    line = b"set_property(TARGET " + texts[0] + b" PROPERTY HIP_STANDARD " + new + b")"
    told = (said(view.rules, taken[-1], old, new),) if new != old else ()
    return Made(tuple(edits), told, after=(line,), rule=RENAME, taken=tuple(taken))


def _year(text: bytes) -> bytes:
    return b"98" if text == b"03" else text  # CMake knows no cxx_std_03


def _properties(view: View, command: Command, texts: list[bytes]) -> Made | None:
    """Give what becomes of the properties that a command sets."""
    several = command.name == b"set_target_properties"
    at = first(command.arguments, texts, b"PROPERTIES" if several else b"PROPERTY")
    if at < 0:
        return None
    pairs = range(at + 1, len(texts) - 1, 2) if several else range(at + 1, min(at + 2, len(texts) - 1))
    done = []
    for key in pairs:
        if texts[key] in GPU_KEYS:
            done.append(gpus(view, command, key + 1, key + 2 if several else len(texts), whole=several))
        elif texts[key] == SEPARABLE:
            alone = not several or len(texts) - at == 3
            done.append(separable(view, command, key, alone=alone))
    made = [each for each in done if each is not None]
    if not made:
        return None
    return Made(
        tuple(edit for each in made for edit in each.edits),
        tuple(said for each in made for said in each.findings),
        after=tuple(line for each in made for line in each.after),
        rule="B012",
        taken=tuple(span for each in made for span in each.taken),
    )


def _nvcc_flags(view: View, command: Command, start: int) -> Made | None:
    """Write FindCUDA's list of flags as the string that HIP's are."""
    texts = view.texts(command)
    end = value_end(texts, start)
    given = command.arguments[start:end]
    appends = command.name == b"list" and texts[0] == b"APPEND"
    plain = all(
        one.kind == "quoted" or b'"' not in view.file.text(one) for one in given if one.kind != "bracket"
    )
    region = Span(given[0].span.start, given[-1].span.end) if given else command.place
    source, code = (text[slice(*region)] for text in (view.file.source, view.file.code))
    if not given or not plain or source != code or not (appends or command.name == b"set"):
        return None
    if any(_is_parted(view, *two) for two in pairwise(given)):
        return None
    name = command.arguments[1 if appends else 0]
    into = view.file.text(name).replace(b"CUDA_NVCC_FLAGS", b"CMAKE_HIP_FLAGS")
    head = b"string(APPEND " + into + b' " ' if appends else b"set(" + into + b' "'
    tail = Span(region.end, command.span.end)
    edits = [Edit(command.span, (head, region, b'"', tail), "B005", "nvcc flag"), *_as_string(view, given)]
    references = [Span(*found.span(1)) for found in NVCC_REFERENCE.finditer(view.file.code, *region)]
    edits += [Edit(place, (b"CMAKE_HIP_FLAGS",), RENAME, "build name") for place in references]
    return Made(tuple(edits), taken=(name.span, *references), value=region.start)


def _is_parted(view: View, one: Argument, other: Argument) -> bool:
    """Say whether a flag at the end of an argument has its value in the next, and is not read with it.

    In one string the two would be read as what they are, by the next conversion.
    """
    text = view.file.text(one)
    last = LAST_WORD.search(text, max(0, len(text) - LONGEST))
    if last is None or not awaits_value(decoded(last[1]), view.rules):
        return False
    is_read = last.start() == 0 or (other.kind == "quoted" and last[0].startswith(b";"))
    return not is_read or BLANKS_AT_END.match(view.file.code, one.span.end) is not None


def _as_string(view: View, given: tuple[Argument, ...]) -> Iterator[Edit]:
    """Give the edits that make one string of arguments: without quotes, with a blank between them."""
    for at, one in enumerate(given):
        if one.kind == "quoted":
            yield Edit(Span(one.span.start, one.inner.start), (), "B005", "nvcc flag")
            yield Edit(Span(one.inner.end, one.span.end), (), "B005", "nvcc flag")
        if at and view.file.source[given[at - 1].span.end : one.span.start] != b" ":
            yield Edit(Span(given[at - 1].span.end, one.span.start), (b" ",), "B005", "nvcc flag")
        for found in re.finditer(b";", view.file.text(one)):
            place = one.inner.start + found.start()
            yield Edit(Span(place, place + 1), (b" ",), "B005", "nvcc flag")


def adds(view: View, command: Command) -> Made | None:
    """Write CMake's own commands for FindCUDA's, with the runtime that they link, and report others."""
    name = decoded(command.name)
    entry = known(view.rules.build["commands"], name)
    if name in view.options.project.own_commands or (entry is None and not name.startswith("cuda_")):
        return None
    shown = decoded(view.file.source[slice(*command.place)])
    if entry is None:
        unknown = finding(view.rules, "B004", command.place, name=shown)
        unknown = unknown._replace(message=STRANGE.format(name=shown))
        return Made(findings=(unknown,)) if name not in _commands_made(view) else None
    edits, findings = apart(renamed(view.rules, command.place, shown, entry, whole=command.span))
    texts = view.texts(command)
    if command.name in LINKING:
        return _linked(view, command, texts)
    if command.name not in ADDERS or not texts:
        return Made(
            tuple(edits), tuple(findings), taken=(command.span,) if entry.to == "" else (command.place,)
        )
    keyword = b"PRIVATE " if texts[0] in _with_signature(view) else b""
    link = b"target_link_libraries(" + texts[0] + b" " + keyword + b"hip::host)"
    links = () if links_runtime(view, texts[0], view.number(command)) else (link,)
    if b"OPTIONS" not in texts[1:]:
        return Made(tuple(edits), tuple(findings), after=links, rule=RENAME)
    at = texts.index(b"OPTIONS", 1)
    gone = Span(command.arguments[at - 1].span.end, command.arguments[-1].span.end)
    edits.append(Edit(gone, (), FLAG, "nvcc flag"))
    options, told = options_of(view, command.arguments[at + 1 :])
    line = b'target_compile_options(%b PRIVATE "$<$<COMPILE_LANGUAGE:HIP>:%b>")' % (texts[0], options)
    lines = (*links, line) if options else links
    return Made(tuple(edits), (*findings, *told), after=lines, rule=RENAME, taken=(gone,))


@fact
def _commands_made(view: View) -> frozenset[str]:
    """Give the commands that a file makes itself, in lower case."""
    makers = (one for one in view.file.commands if one.name in PARAMETERS and one.arguments)
    return frozenset(decoded(view.texts(one)[0]).lower() for one in makers)


def _linked(view: View, command: Command, texts: list[bytes]) -> Made | None:
    """Link a library to the target for which FindCUDA has a command of its own."""
    if len(texts) != 1:
        return None
    library = view.rules.build["commands"][decoded(command.name)].to or ""
    keyword = b"PRIVATE " if texts[0] in _with_signature(view) else b""
    behind = command.arguments[0].span.end
    edits = [
        Edit(command.place, (b"target_link_libraries",), RENAME, "build name"),
        Edit(Span(behind, behind), (b" " + keyword + library.encode(),), RENAME, "build name"),
    ]
    return Made(tuple(edits), taken=(command.place,))


@fact
def _with_signature(view: View) -> frozenset[bytes]:
    """Give the targets to which a file links something with a keyword: then all it links needs one."""
    linked = (view.texts(one) for one in view.file.commands if one.name == b"target_link_libraries")
    return frozenset(texts[0] for texts in linked if SIGNATURE & set(texts[1:2]))
