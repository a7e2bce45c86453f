"""CMake files of folders that none of a project's adds, and the sources that these alone name.

So it is with a folder whose `add_subdirectory` has become a comment. A file that begins a project by itself
is none of them, nor one whose folder a script or a README names, nor any in a tree where a variable holds
what is added.
"""

from __future__ import annotations

import os
import posixpath
from typing import TYPE_CHECKING, NamedTuple

from hipify_py.build.cmake_modules import is_copy
from hipify_py.build.file_names import CMAKE
from hipify_py.build.remarks import without_remarks
from hipify_py.build.tree_facts import BRINGS, READS_LIST, WORD, last_name
from hipify_py.lazy import re
from hipify_py.project import files
from hipify_py.project.cuda_macros import other_texts
from hipify_py.project.function_callers import is_offered
from hipify_py.project.named_headers import NamedHeaders
from hipify_py.project.unread_headers import named_in, whole_names
from hipify_py.project.whole_runs import WholeRuns

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator, Mapping

    from hipify_py.project.facts import Facts
    from hipify_py.project.inclusion import Inclusion

LIST = "CMakeLists.txt"
BY = "{by} alone has it compiled, and no CMake file adds the folder of that"
BEGINS = re.compile(rb"(?i)\b(?:project|cmake_minimum_required)\s*\(")
# Commands that files elsewhere make, or that begin other runs of CMake, and may be given a folder.
MAY_ADD = re.compile(
    rb"(?i)(?!(?:target_)?(?:include|link)_directories|set_)"
    rb"\w*(?:dir|folder|external|fetch|cpm|package|component|module|plugin|try_compile|execute_process)"
)
SOURCE = re.compile(rb"(?<![\w.+/-])[\w.+/-]+\.(?:cu|cc?|cpp|cxx)(?![\w.])")
BUILT = re.compile(rb"(?<![\w.+/-])[\w.+/-]+\.(?:cu|cc?|cpp|cxx|o|obj|ptx|cubin|fatbin)(?![\w.])")
PATTERN = re.compile(
    rb"\*+\.(?:c|[\[{*?])|(?i:\bglob)|\bwildcard\b|\baddsuffix\b|aux_source_directory"
    rb"|[})%@>][\w+-]*\.c(?:u|c|pp|xx)?\b|(?<![\w.])\.cu\b"
)
"""What may name any source, in whatever folder; bare endings stand for names that are put together."""
COMMAND = re.compile(rb"(?m)^[ \t]*(\w+)[ \t]*\(([^()]*)\)")
# Of CMake or FindCUDA, and none that brings in a folder; whatever else is called may do so.
OWN = re.compile(
    rb"(?i)(?:set|list|string|file|message|option|if|elseif|while|foreach|endforeach|function|macro|return|math"
    rb"|install|export|project|add_\w+|target_\w+|(?:include|link)_directories|find_\w+|[gs]et_\w+|cmake_\w+"
    rb"|mark_as_advanced|source_group|configure_file|cuda_\w+|enable_\w+|define_property|unset|else|endif)"
)


class Unadded(NamedTuple):
    """Such files, and what they alone have compiled, with headers that only this includes, each with one."""

    lists: frozenset[str]
    sources: Mapping[str, str]


def unadded(
    found: Mapping[str, Facts],
    inclusion: Inclusion,
    texts: Mapping[str, bytes],
    others: Collection[str],
    limit: int,
) -> Unadded:
    """Give such files of a run, and what no build comes to as they are not read.

    `texts` are those of the build files, `others` the paths of all else that lies in the run.
    """
    lists = unread_lists(texts, others)
    lists -= _named(lists, (text for _, text in other_texts(found, others, limit))) if lists else lists
    return Unadded(lists, _built_by_none(lists, found, inclusion, texts, others, limit) if lists else {})


def unread_lists(texts: Mapping[str, bytes], others: Collection[str]) -> frozenset[str]:
    """Give the CMake files of folders that none of their tree adds, nor any that is added."""
    codes = {path: without_remarks(text) for path, text in texts.items() if path.endswith(CMAKE)}
    lists = {path for path in codes if posixpath.basename(path) == LIST}
    tops = {path: _top(path, lists) for path in lists}
    asked = {path for path, top in tops.items() if path != top and not BEGINS.search(codes[path])}
    if not asked:
        return frozenset()
    runs = WholeRuns(others)
    told = {path: _brings(code) for path, code in codes.items()}
    found: set[str] = set()
    for top in {tops[path] for path in asked}:
        folder = posixpath.dirname(top)
        tree = [path for path in codes if files.is_inside(path, folder)]
        if any("" in told[path] for path in tree) or any(READS_LIST.search(codes[path]) for path in tree):
            continue
        left = {path for path in asked if tops[path] == top}
        read = {one for path in set(tree) - left for one in told[path]}
        while added := {path for path in left if _folder_name(path) in read}:
            left -= added
            read |= {one for path in added for one in told[path]}
        found |= {path for path in left if runs.has(path)}
    return frozenset(found) - _named(found, (text for path, text in texts.items() if path not in codes))


def _built_by_none(  # noqa: PLR0913, PLR0917
    unread: Collection[str],
    found: Mapping[str, Facts],
    inclusion: Inclusion,
    texts: Mapping[str, bytes],
    others: Collection[str],
    limit: int,
) -> dict[str, str]:
    """Give the sources that such files alone name; other text that names one is not for people alone."""
    named = {
        path: posixpath.join(_folder_name(one), LIST)
        for one in sorted(unread)
        for path in _sources(one, texts[one])
        if path in found
    }
    read = {
        path: without_remarks(text)
        for path, text in texts.items()
        if path not in unread and not is_copy(path, text)
    }
    taken = {one for code in read.values() for one in map(_stem, BUILT.findall(code))}
    left = {path for path in named if _stem(os.fsencode(path)) not in taken}
    if not left or any(map(PATTERN.search, read.values())):
        return {}
    names = {os.fsencode(posixpath.basename(path)) for path in left}
    others_say = (one for one in other_texts(found, others, limit) if one[0] not in unread)
    told = named_in(others_say, whole_names(names))
    alone = inclusion.only_of(path for path in left if os.fsencode(posixpath.basename(path)) not in told)
    headers = NamedHeaders(read)
    first = min(named.values())
    return {
        path: BY.format(by=named.get(path, first))
        for path in alone
        if path in named or not (is_offered(path) or headers.has(path))
    }


def _top(path: str, lists: Collection[str]) -> str:
    """Give the outermost list of the folders around a file."""
    around = (posixpath.join(one, LIST) for one in files.folders_around(path))
    *_, top = (one for one in around if one in lists)
    return top


def _brings(code: bytes) -> frozenset[str]:
    """Give the last names of folders that a file may have CMake read; "" is any."""
    found: set[str] = set()
    for command in BRINGS.finditer(code):
        words = WORD.findall(command[2])
        found.update(map(last_name, words[:1] if command[1].lower() == b"add_subdirectory" else words))
    for command in COMMAND.finditer(code):
        if MAY_ADD.match(command[1]) or not OWN.fullmatch(command[1]):
            found.update(one for one in map(last_name, WORD.findall(command[2])) if one)
    return frozenset(found)


def _named(lists: Collection[str], texts: Iterable[bytes]) -> frozenset[str]:
    """Give those lists whose folders something else than CMake names, be it for people."""
    names = {os.fsencode(_folder_name(path)) for path in lists}
    asked = rb"(?:(?<![\w.-])|(?<=-[SH]))(?:%b)(?![\w-]|\.\w)" % b"|".join(map(re.escape, names))
    found = {name for text in texts for name in re.findall(asked, text)} if names else set[bytes]()
    return frozenset(path for path in lists if os.fsencode(_folder_name(path)) in found)


def _folder_name(path: str) -> str:
    return posixpath.basename(posixpath.dirname(path))


def _sources(path: str, text: bytes) -> Iterator[str]:
    folder = posixpath.dirname(path)
    for word in SOURCE.findall(without_remarks(text)):
        yield posixpath.normpath(posixpath.join(folder, word.decode("utf-8", "surrogateescape")))


def _stem(name: bytes) -> bytes:
    """Give the name of a file without its folders and its ending."""
    return posixpath.splitext(posixpath.basename(name))[0]
