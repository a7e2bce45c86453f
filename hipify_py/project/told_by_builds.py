"""What build files and sources of a run tell each other: how sources are compiled, and what builds define."""

from __future__ import annotations

import posixpath
from typing import TYPE_CHECKING

from hipify_py.build.file_names import CMAKE
from hipify_py.build.settings_files import families
from hipify_py.build.submodules import NAME, without_cuda
from hipify_py.lazy import re
from hipify_py.match.guards import OLD
from hipify_py.model import HipifyError
from hipify_py.project import files
from hipify_py.project.absent_sources import absent_sources
from hipify_py.project.backend_folders import BackendFolders
from hipify_py.project.cmake_trees import CMakeTrees
from hipify_py.project.configure_templates import looked_for_by_configure, never_configured
from hipify_py.project.cuda_macros import CudaMacros, made_outside, other_texts, telling
from hipify_py.project.cxx_by_makefiles import compiled_by_makefiles
from hipify_py.project.device_library_users import DeviceLibraryUsers
from hipify_py.project.file_kinds import is_build_file
from hipify_py.project.includers import contents
from hipify_py.project.linked_archives import linked_archives
from hipify_py.project.shared_flags import FromIncluded, assigned_beside, from_included, set_beside
from hipify_py.project.side_macros import SideMacro, platform_set
from hipify_py.project.templates_for_cuda import templates_for_cuda
from hipify_py.project.unread_headers import orphans, unread_headers
from hipify_py.project.unread_lists import unadded
from hipify_py.project.whole_runs import WholeRuns
from hipify_py.resolve.platform_branches import ABSENT, USUAL
from hipify_py.settings import Options

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence

    from hipify_py.project.facts import Facts
    from hipify_py.project.inclusion import Places
    from hipify_py.project.translation_units import TranslationUnits
    from hipify_py.rules.model import RuleSet
    from hipify_py.settings import Settings
    from hipify_py.surroundings import Project

OF_CUDA = re.compile(rb"(?i)cuda|nvcc")
MODULES = re.compile(rb"(?<![\w-])--?(?:cubin|fatbin|ptx)(?![\w-])")  # what has nvcc make a module
WRAPPED = re.compile(rb"^[^#\n]*THRUST_CUB_WRAPPED_NAMESPACE\b", re.MULTILINE)
LIBCUXX = re.compile(rb"libcudacxx|/cccl\b")  # the folder of a copy
NOTHING = FromIncluded()
COLLECTS = b"aux_source_directory"


class ToldByBuilds:
    """The build files of a run beside its sources; `found`, `places` and `units` are those of the sources."""

    def __init__(  # noqa: PLR0913, PLR0917
        self,
        found: Mapping[str, Facts],
        places: Places,
        units: TranslationUnits,
        build_files: Sequence[str],
        others: Sequence[str],
        ruleset: RuleSet,
        settings: Settings,
        converted: Collection[str] = (),
    ) -> None:
        """Read the build files once; `others` are the paths of what else lies in the run.

        `converted` are headers outside of it that a run over the project converts, `orphans` are then those
        that nothing in the run includes.
        """
        self._found, self._units, self._ruleset, self._settings = found, units, ruleset, settings
        texts = {path: self._text(path) for path in build_files}
        self._users = DeviceLibraryUsers(
            found, places, units, lambda names: self._made_elsewhere(names, texts, others)
        )
        self._backends = BackendFolders(texts)
        around = {
            path: known
            for path in build_files
            if not self._backends.is_of_host(path) and (known := self._users.told(path))
        }
        self._around = around
        self._trees = CMakeTrees(build_files, ruleset, settings, around, self._backends)
        self._as_hip = frozenset[str]()
        if settings.build != "keep":
            self._as_hip = self._trees.as_hip() | compiled_by_makefiles(self._users.as_hip, texts)
        of_host = filter(self._backends.is_of_host, self._users.as_hip)
        self._leading, self._readers = self._users.readers(self._as_hip.union(of_host), {*others, *converted})
        self._folders = {
            path: self._with_cu(path) for path, text in texts.items() if COLLECTS in text.lower()
        }
        self._defined = self._definitions(texts)
        self._for_cuda = self._left_to_cuda(texts)
        self._unadded = unadded(found, units.inclusion, texts, others, settings.max_size)
        self._looked_for, unmade = looked_for_by_configure(texts), never_configured(texts)
        self._unread = self._not_included(texts, others).union(self._unadded.lists, unmade)
        self._uncalled = self._not_called(texts, others)
        self._absent = absent_sources(texts, found, others, settings.max_size)
        self._skipped = self._in_skipped_folders(texts, others) if texts else {}
        self._filled = templates_for_cuda(texts, found, self._trees.around, settings.max_size)
        self._ships_libcuxx = any(map(LIBCUXX.search, texts.values()))
        self._wraps_thrust = settings.build != "keep" and any(map(WRAPPED.search, texts.values()))
        makers = (path for path, text in texts.items() if settings.build != "keep" and MODULES.search(text))
        self._makers = set(map(posixpath.dirname, makers))
        self._families = families({one: text for one, text in texts.items() if not is_build_file(one)})
        self._included = from_included(texts, others, self._text)
        self._archives = linked_archives(texts, self._trees.around)
        self._assigned, self._set = assigned_beside(texts, self._trees.around), set_beside(texts)
        self._macros = CudaMacros(
            found, places, units, texts, others, self._trees.reach, ruleset.headers, settings.max_size
        )
        for_cuda = self._for_cuda | self._macros.for_cuda()
        self._side_macro = SideMacro(found, units.inclusion, texts, others, settings.max_size)
        self._platform_set = platform_set(found, texts, others, settings.max_size)
        self._not_read = unread_headers(found, places, texts, others, self._untaken(), for_cuda)
        self.orphans = orphans(found, places, texts, others, settings.max_size)

    def build_file(self, path: str, project: Project) -> Project:
        """Add to what all share what a build file is told of the sources around it, and by the others."""
        known = self._around.get(path)
        if known is not None:
            project = project._replace(rocprim=known.rocprim, as_hip=known.as_hip, host_cxx=known.host_cxx)
        project = project._replace(
            unread=path in self._unread,
            absent=self._absent.get(path, frozenset()),
            configured=path in self._looked_for,
            cu_folders=self._folders.get(path, frozenset()),
            skipped=self._skipped.get(path, frozenset()),
            uncalled=self._uncalled.get(path, frozenset()),
            filled=self._filled.get(path, frozenset()),
            assigned=self._assigned.get(path, b""),
            set_beside=self._set.get(path, frozenset()),
            included_hipcc=self._included.get(path, NOTHING).hipcc,
            included_unread=self._included.get(path, NOTHING).unread,
            linked=self._archives.get(path, frozenset()),
        )
        if path in self._families:
            first, kin = self._families[path]
            project = project._replace(first_kin=posixpath.basename(first), kin=kin)
        return self._trees.told(path, project)

    def source(self, path: str, project: Project) -> Project:
        """Add to what its units tell about a source what the build does with it."""
        as_hip = frozenset([path]) & self._as_hip
        names = self._defined.get(path, frozenset())
        leading, readers = self._leading.get(path), self._readers.get(path)
        for_cuda = path in self._for_cuda
        project = project._replace(
            switches=self._macros.switches(path, project.switches),
            ships_libcuxx=self._ships_libcuxx,
            wraps_thrust=self._wraps_thrust,
            makes_modules=self._makes_modules(path),
            of_host=self._backends.is_of_host(path),
            side_macro=self._side_macro.of(path),
            platform_set=self._platform_set,
            included_by_none=path in self.orphans,
            unbuilt=self._unadded.sources.get(path, ""),
        )
        if path in self._not_read:
            project = project._replace(unread_by=posixpath.basename(self._not_read[path]))
        if readers:
            project = project._replace(cxx_readers=tuple(readers))
        if not (as_hip or names or leading or for_cuda):
            return project
        return project._replace(
            as_hip=as_hip, names=project.names | names, device_library=leading, for_cuda=for_cuda
        )

    def _makes_modules(self, path: str) -> bool:
        """Say whether a build file beside a source, or in a folder above, makes modules."""
        return bool(self._makers) and not self._makers.isdisjoint(files.folders_around(path))

    def _untaken(self) -> dict[str, frozenset[int]]:
        """Give the places of includes that no build for HIP takes, be it for a macro that none makes."""
        found: dict[str, frozenset[int]] = {}
        for path, fact in self._found.items():
            known = self._units.project(path).switches if fact.behind else {}
            absent = self._macros.switches(path, known) if fact.behind else {}
            found[path] = fact.untaken | {at for at, name in fact.behind if absent.get(name) == ABSENT}
        return found

    def _with_cu(self, path: str) -> frozenset[str]:
        """Give the folders of a build file's tree in which `.cu` files lie."""
        top = self._trees.around(path).rstrip("/") + "/"
        sources = (one for one in self._found if one.endswith(".cu") and one.startswith(top))
        return frozenset(map(posixpath.dirname, sources))

    def _left_to_cuda(self, texts: Mapping[str, bytes]) -> frozenset[str]:
        """Give the sources that no build but one for CUDA names, and what only these include.

        So it is where the build files choose between CUDA and HIP themselves.
        """
        from hipify_py.build.for_cuda import OPEN, named

        if not any(map(self._trees.chooses, texts)):
            return frozenset()
        found, otherwise = set[str](), set[str]()
        for path, text in texts.items():
            options = Options(path=path, build=self._settings.build)
            cmake = path.endswith(CMAKE) and self._trees.chooses(path)
            one = named(text, self._ruleset, options, cmake=cmake)
            found |= one.for_cuda
            otherwise |= one.otherwise
        patterns = {posixpath.splitext(one)[1] for one in otherwise if OPEN.search(one)}
        alone = {
            path
            for path in found & self._found.keys()
            if posixpath.basename(path) not in otherwise and posixpath.splitext(path)[1] not in patterns
        }
        return self._units.inclusion.only_of(alone)

    def _not_included(self, texts: Mapping[str, bytes], others: Iterable[str]) -> frozenset[str]:
        """Give the CMake modules of whole projects that none of their files, nor a script, may include."""
        from hipify_py.build.unread_modules import is_module, named

        asked = {one for one, text in texts.items() if is_module(one, text) and self._trees.is_whole(one)}
        if not asked:
            return frozenset()
        beside = {path: contents(path, self._settings.max_size) for path in telling(self._found, others)}
        told = named({**beside, **texts})
        return frozenset(
            path for path in asked if not any(told[one].may_read(path) for one in told if one != path)
        )

    def _in_skipped_folders(
        self, texts: Mapping[str, bytes], others: Collection[str]
    ) -> dict[str, frozenset[bytes]]:
        """Give for build files what they have read of such with CUDA in them that the run skips."""
        from hipify_py.project.skipped_build_files import skipped_build_files, unread_makefiles

        rules, limit = self._ruleset, self._settings.max_size
        told: dict[str, frozenset[bytes]] = {}
        of_cmake = skipped_build_files(texts, self._trees.around, rules, limit, self._found.keys())
        for some in (of_cmake, unread_makefiles(texts, others, rules, limit), self._untouched(texts)):
            told |= {path: words | told.get(path, frozenset()) for path, words in some.items()}
        return told

    def _untouched(self, texts: Mapping[str, bytes]) -> dict[str, frozenset[bytes]]:
        """Give for lists of submodules those in which nothing of the run speaks of CUDA."""
        lists = [path for path in texts if posixpath.basename(path) == NAME]
        if not lists:
            return {}
        speaking = [path for path, fact in self._found.items() if fact.has_cuda]
        speaking += [path for path, text in texts.items() if OF_CUDA.search(text)]
        return {path: without_cuda(texts[path], posixpath.dirname(path), speaking) for path in lists}

    def _not_called(
        self, texts: Mapping[str, bytes], others: Iterable[str]
    ) -> Mapping[str, frozenset[bytes]]:
        """Give for CMake files of whole projects their functions that none of their files may call."""
        from hipify_py.build.uncalled_commands import uncalled
        from hipify_py.project.skipped_build_files import read_beside

        runs, limit = WholeRuns(others), self._settings.max_size
        whole = [one for one in texts if one.endswith(CMAKE) and self._trees.is_whole(one) and runs.has(one)]
        asked = {one: posixpath.relpath(one, self._trees.around(one)) for one in whole}

        def beside() -> Iterator[tuple[str, bytes]]:
            yield from other_texts(self._found, others, limit)
            yield from read_beside(texts, self._trees.around, limit).items()

        return uncalled(texts, asked, beside)

    def _definitions(self, texts: Mapping[str, bytes]) -> dict[str, frozenset[bytes]]:
        """Give for sources the names with a look of CUDA's that are macros of the build, and no others."""
        told: dict[str, frozenset[bytes]] = {}
        for path, text in texts.items():
            if not (names := self._made(path, text)):
                continue
            folder = self._trees.reach(path).rstrip("/") + "/"
            for one in self._units.inclusion.below({one for one in self._found if one.startswith(folder)}):
                if asked := names & self._found[one].asks:
                    told[one] = told.get(one, frozenset()) | asked
        return told

    def _made(self, path: str, text: bytes) -> frozenset[bytes]:
        """Give the macros of a build file that look like CUDA's and are none that a rule knows."""
        from hipify_py.build.definitions import definitions

        known, looks = self._ruleset.names, self._ruleset.is_unknown
        made = definitions(text, cmake=path.endswith(CMAKE))
        return frozenset(one for one in made if one == OLD or (one not in known and looks.fullmatch(one)))

    def _made_elsewhere(
        self, names: frozenset[bytes], texts: Mapping[str, bytes], others: Collection[str]
    ) -> frozenset[bytes]:
        """Give those of some macros that no source need make: builds, compilers or CUDA's headers may."""
        known, looks = self._ruleset.names, self._ruleset.is_unknown
        theirs = {one for one in names if USUAL.fullmatch(one) or one in known or looks.fullmatch(one)}
        left = names - theirs
        made = made_outside(left, self._found, texts, others, self._settings.max_size) if left else left
        return made | theirs

    def _text(self, path: str) -> bytes:
        try:
            return files.read(path, limit=self._settings.max_size).data
        except HipifyError:  # said where the file itself is converted
            return b""
