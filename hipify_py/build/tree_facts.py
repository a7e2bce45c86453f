"""What one CMake file tells others: whether it enables HIP, commands that it makes, sources it has as HIP."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from hipify_py.build.cmake_choices import by_choice, may_enable
from hipify_py.build.cmake_cxx_sources import compiled_as_hip, set_to_hip
from hipify_py.build.cmake_gpus import value_end
from hipify_py.build.cmake_host_flags import adds_sources
from hipify_py.build.cmake_languages import enables
from hipify_py.build.cmake_lexer import listfile
from hipify_py.build.cmake_modules import is_copy, is_named_so
from hipify_py.build.cmake_platform import defines_platform
from hipify_py.build.cmake_view import view
from hipify_py.build.names import decoded
from hipify_py.lazy import re

if TYPE_CHECKING:
    from collections.abc import Iterator

    from hipify_py.build.cmake_view import View
    from hipify_py.rules.model import RuleSet
    from hipify_py.settings import Options

ASKS = re.compile(rb"(?i)\b(?:(?:project|enable_language|find_package)\s*\(|include\s*\(\s*FindCUDA)")
ADDS = re.compile(rb"(?i)\bcuda_(?:add_(?:library|executable)|compile)\s*\(")
# What brings another CMakeLists.txt into a run of CMake; an external project has a run of its own.
BRINGS = re.compile(rb"(?i)\b(add_subdirectory|subdirs|fetchcontent_\w+|cpm\w*package)\s*\(([^()]*)\)")
WORD = re.compile(rb"[^\s\"]+")
# A CMakeLists.txt that is read in place, where the names in it are not those of the source folder.
READS_LIST = re.compile(rb"(?im)^[ \t]*include\s*\([^()#]*/CMakeLists\.txt[\s\")]")
# What compiles C++ as HIP where no language of CMake's does.
OWN_WAY = re.compile(rb"(?<![\w-])-x[ ;]?hip\b|\bhip_add_(?:library|executable)\b|\bhipcc\b")
SETS = re.compile(rb"(?im)^[ \t]*(?:set|option)\s*\(\s*((?:CMAKE_)?CUDA_\w+)\s")
# Where modules such as FindX.cmake are looked for.
LOOKS = re.compile(
    rb"(?im)^[ \t]*(?:set|list)\s*\(\s*(?:(?:APPEND|PREPEND|INSERT)\s+)?CMAKE_MODULE_PATH\s([^()]*)\)"
)
MAKES = re.compile(rb"(?im)^[ \t]*(?:macro|function)\s*\(\s*(\w+)")


class TreeFacts(NamedTuple):
    """What a CMake file tells the others: whether it begins a project, and whether HIP is enabled by it.

    `commands` are those that it makes itself and that FindCUDA has or that look so, in lower case.
    `as_hip` are the sources of plain C++ that it has compiled as HIP where that is enabled. `chooses` says
    that it enables HIP only in branches that are left, for the project chooses between CUDA and HIP itself;
    `brings` are the names of the folders that it brings into its run of CMake, in which "" may be any.
    `hip` says that it may enable the language HIP in whatever branch, and `own_way` that it compiles for HIP
    without that language. `findcuda` that FindCUDA compiles sources of it, and `platform` that it defines
    the platform for its folder and those below. `reads_lists` says that it includes a CMakeLists.txt of
    another folder. `gpus` are the lists that it gives CMake's variable for NVIDIA's GPUs, as they are
    written; `sets` are the variables with CUDA in their names that it sets, and `set_to_hip` the sources that
    it gives the language HIP itself. `modules` are the names of the folders in which it has modules looked
    for, in which "" may be any.
    """

    begins: bool = False
    enables: bool = False
    commands: frozenset[str] = frozenset()
    as_hip: frozenset[str] = frozenset()
    chooses: bool = False
    findcuda: bool = False
    platform: bool = False
    brings: frozenset[str] = frozenset()
    reads_lists: bool = False
    hip: bool = False
    own_way: bool = False
    gpus: frozenset[bytes] = frozenset()
    sets: frozenset[bytes] = frozenset()
    set_to_hip: frozenset[str] = frozenset()
    modules: frozenset[str] = frozenset()


def tree_facts(source: bytes, rules: RuleSet, options: Options) -> TreeFacts:
    """Read one file: what it enables once it is converted, outside of branches that stay for CUDA."""
    if is_named_so(options.name) and is_copy(options.name, source):
        return TreeFacts()
    made = {decoded(name.lower()) for name in MAKES.findall(source)}
    commands = frozenset(one for one in made if one in rules.build["commands"] or one.startswith("cuda_"))
    asks = ASKS.search(source) is not None
    adds = ADDS.search(source) is not None
    brings, reads_lists = _brings(source), READS_LIST.search(source) is not None
    own_way, sets = OWN_WAY.search(source) is not None, frozenset(SETS.findall(source))
    modules = frozenset(last_name(word) for one in LOOKS.findall(source) for word in WORD.findall(one))
    if is_copy(options.name, source) or not (asks or adds or options.project.as_hip):
        return TreeFacts(
            commands=commands,
            brings=brings,
            reads_lists=reads_lists,
            own_way=own_way,
            sets=sets,
            modules=modules,
        )
    whole = view(listfile(source), rules, options)
    begins = any(command.name == b"project" for command in whole.file.commands)
    return TreeFacts(
        begins,
        asks and _enables(whole),
        commands,
        compiled_as_hip(whole),
        asks and by_choice(whole),
        adds and adds_sources(whole),
        begins and defines_platform(whole),
        brings,
        reads_lists,
        asks and any(may_enable(whole, command) for command in whole.file.commands),
        own_way,
        frozenset(_gpus(whole)),
        sets,
        set_to_hip(whole),
        modules,
    )


def _gpus(whole: View) -> Iterator[bytes]:
    for _, command in whole.commands():
        texts = whole.texts(command) if command.name == b"set" else []
        if texts[:1] == [b"CMAKE_CUDA_ARCHITECTURES"]:
            yield b" ".join(texts[1 : value_end(texts, 1)])


def _enables(whole: View) -> bool:
    """Say whether HIP may be enabled: what a variable holds may be a language."""
    return enables(whole) or any(may_enable(whole, command) for command in whole.file.commands)


def _brings(source: bytes) -> frozenset[str]:
    """Give the last names of the folders that a file adds; "" is any, where a variable holds one."""
    found: set[str] = set()
    for command in BRINGS.finditer(source):
        words = WORD.findall(command[2])
        found.update(map(last_name, words[:1] if command[1].lower() == b"add_subdirectory" else words))
    return frozenset(found)


def last_name(folder: bytes) -> str:
    """Give the last name of a folder; nothing where that may be any."""
    name = folder.rstrip(b"/").rpartition(b"/")[2]
    return "" if b"$" in name or b"@" in name or name in {b".", b".."} else decoded(name)
