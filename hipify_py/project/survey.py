"""Look over all files of a run before one is converted, for what a file alone cannot tell.

What it includes, whether it brings the HIP runtime, what it tells the units that it is part of, and for which
names it needs the word of others.
"""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING, Any

from hipify_py.lazy import re
from hipify_py.model import HipifyError
from hipify_py.project import files
from hipify_py.project.facts import Facts
from hipify_py.project.file_cache import file_cache
from hipify_py.resolve.told import Told
from hipify_py.rules.load import ruleset_of
from hipify_py.settings import Options

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from hipify_py.project.entries import Entry
    from hipify_py.project.file_cache import FileCache
    from hipify_py.project.read_sources import ReadSources
    from hipify_py.project.workers import Job
    from hipify_py.rules.model import RuleSet
    from hipify_py.settings import Settings


SIGNS = re.compile(
    rb"(?m)^[ \t]*(?:#|%:)[ \t]*(?:include|import)[ \t]*[<\"](?:cuda|cub/|cooperative_groups)"
    rb"|^[ \t]*(?:export[ \t]+)?import[ \t]*<(?:cuda|cub/|cooperative_groups)"
    rb"|^[^\n\"'#/]*\b__global__\s+\w+\s"
)
RECIPE = re.compile(rb"(?:\s++|#[^\n]*+)*+Bootstrap[ \t]*:", re.IGNORECASE)
IN_SIGNS = (b"cuda", b"cub/", b"cooperative_groups", b"__global__")  # one of which each of them holds


def looks_like_cuda(source: bytes) -> bool:
    """Say whether a file whose ending tells nothing looks like CUDA source by what it holds.

    A script is none, such as a `configure` that has programs in CUDA to try a compiler with.
    """
    if source.startswith(b"#!") or not any(word in source for word in IN_SIGNS):
        return False
    return SIGNS.search(source) is not None


def is_recipe(path: str, source: bytes) -> bool:
    """Say whether a file whose ending sources have is a recipe of Apptainer's for a container."""
    return path.endswith(".def") and RECIPE.match(source) is not None


def survey_files(entries: Sequence[Entry], job: Job) -> list[Facts | None]:
    """Read the facts of some files; None for one without any, or that cannot be read, which is said later."""
    ruleset = ruleset_of(job.settings)
    cache = file_cache(job.settings, ruleset)
    found: list[Facts | None] = []
    for entry in entries:
        try:
            data, options = _usable(entry, job)
            found.append(None if data is None else _facts(data, ruleset, options, cache, job.read))
        except Exception:  # noqa: BLE001  converting the file will fail as well, and say it
            found.append(None)
    return found


def facts_kept(settings: Settings) -> Callable[[Entry, Job], Facts | None] | None:
    """Give what says which facts of a file an earlier run kept; None where there is nothing to ask."""
    cache = file_cache(settings, ruleset_of(settings))
    if cache is None:
        return None

    def kept(entry: Entry, job: Job) -> Facts | None:
        with suppress(HipifyError):  # which is said later
            data, options = _usable(entry, job)
            return None if data is None else _read(cache.kept(cache.place("facts", data, options)))
        return None

    return kept


def _usable(entry: Entry, job: Job) -> tuple[bytes | None, Options]:
    """Give what a file holds, None where that is no source, and how it is read."""
    data = files.read(entry.path, limit=job.settings.max_size).data
    usable = entry.kind not in {"maybe", "other"} and files.binary_reason(data) is None
    usable = usable and not is_recipe(entry.path, data)
    options = Options(path=entry.path, polyfill=job.settings.polyfill, warp=job.settings.warp)
    return data if usable else None, options


def _facts(
    data: bytes, ruleset: RuleSet, options: Options, cache: FileCache | None, read: ReadSources | None
) -> Facts:
    """Give the facts of a file as they are kept; where they are not, read them and keep them."""
    place = cache.place("facts", data, options) if cache else None
    known = _read(cache.kept(place)) if cache and place else None
    if known is not None:
        return known
    from hipify_py.conversion import with_warp_calls
    from hipify_py.project.fact_reading import facts_of  # start-up: it needs most of what a conversion does
    from hipify_py.source.unit import Unit

    called = with_warp_calls(data, ruleset, options)
    unit = Unit(called.output if called else data)
    known = facts_of(unit, ruleset, options)
    if read is not None and options.path is not None and called is None:
        read.keep(options.path, data, unit)
    if cache and place:
        cache.keep(place, known._asdict() | {"told": [tuple(one) for one in known.told]})
    return known


def _read(kept: Any) -> Facts | None:  # noqa: ANN401  in the built-in types
    if kept is None:
        return None
    return Facts(**kept | {"told": tuple(Told(*one) for one in kept["told"])})
