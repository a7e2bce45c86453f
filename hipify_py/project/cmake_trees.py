"""What CMake files are told of the tree around them: whether it enables HIP, and whose side they are on."""

from __future__ import annotations

import os
import posixpath
from typing import TYPE_CHECKING

from hipify_py.build.file_names import CMAKE
from hipify_py.lazy import re
from hipify_py.model import HipifyError
from hipify_py.project import files
from hipify_py.settings import Options
from hipify_py.surroundings import Project

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from hipify_py.build.tree_facts import TreeFacts
    from hipify_py.project.backend_folders import BackendFolders
    from hipify_py.rules.model import RuleSet
    from hipify_py.settings import Settings


FIND = re.compile(r"Find(\w+)\.cmake")


class CMakeTrees:
    """The build files of a run, and what the CMake files among them tell each other."""

    def __init__(
        self,
        paths: Iterable[str],
        ruleset: RuleSet,
        settings: Settings,
        around: Mapping[str, Project],
        backends: BackendFolders,
    ) -> None:
        """Read the CMake files among some build files; `around` is what is known of sources around them."""
        self._backends = backends
        read = {path: _facts(path, ruleset, settings, around.get(path, Project())) for path in sorted(paths)}
        self._facts = {path: fact for path, fact in read.items() if fact}
        found = ((FIND.fullmatch(posixpath.basename(path)), path) for path in self._facts)
        self._modules = [(one[1].encode(), path) for one, path in found if one]
        self._trees: dict[str, TreeFacts] = {}
        self._tops = {posixpath.dirname(path) for path, fact in self._facts.items() if fact.begins}
        self._alone = {top for top in self._tops if self._is_alone(top)}
        self._runs = {path: self._run_of(path, self._top(path)) for path in self._facts}

    def told(self, path: str, project: Project) -> Project:
        """Add to what is known of a build file what the others tell it."""
        project = project._replace(side=self._backends.side(path))
        top = self._top(path)
        if top is None or path not in self._facts:
            return project
        tree = self._tree(self._runs[path] or top)
        return project._replace(
            without_hip=not tree.enables,
            with_hip=tree.enables,
            hip_by_choice=tree.chooses,
            hip_own_way=tree.own_way,
            own_commands=self._tree(top).commands,
            findcuda=tree.findcuda,
            lists_included=self._tree(top).reads_lists,
            with_platform=self._with_platform(path, top),
            gpus_above=self._gpus_above(path, top),
            find_modules=self._find_modules(path, top),
            set_beside=self._tree(top).sets,
        )

    def as_hip(self) -> frozenset[str]:
        """Give the sources of plain C++ that CMake files have compiled as HIP, if their trees enable it.

        Those that a file gives the language itself it does so wherever that is enabled.
        """
        found = {path for fact in self._facts.values() for path in fact.set_to_hip}
        for path, fact in self._facts.items():
            top = self._top(path) if fact.as_hip and not self._backends.side(path) else None
            if top is not None and self._tree(self._runs[path] or top).enables:
                found |= fact.as_hip
        return frozenset(found)

    def chooses(self, path: str) -> bool:
        """Say whether a file enables HIP only in branches of the project's own choice."""
        return path in self._facts and self._facts[path].chooses

    def reach(self, path: str) -> str:
        """Give the folder in which a build file may tell of sources: its own, or all of a tree.

        A file that others include, `*.cmake`, tells of all that the project at the top of its tree has.
        """
        return self.around(path) if path.endswith(".cmake") else posixpath.dirname(path)

    def around(self, path: str) -> str:
        """Give the folder at the top of a file's tree; its own where the run does not have that."""
        top = self._top(path)
        return posixpath.dirname(path) if top is None else top

    def is_whole(self, path: str) -> bool:
        """Say whether the run has the tree of a file from its top on: no CMake file is above that."""
        top = self._top(path)
        return top is not None and not os.path.lexists(f"{posixpath.dirname(top)}/CMakeLists.txt")

    def _with_platform(self, path: str, top: str) -> bool:
        """Say whether the top defines HIP's platform for a file: not for one of a project in the project."""
        first = self._facts.get(f"{top}/CMakeLists.txt" if top else "CMakeLists.txt")
        nearest = next(folder for folder in files.folders_around(path) if folder in self._tops)
        return first is not None and first.platform and nearest == top

    def _find_modules(self, path: str, top: str) -> frozenset[bytes]:
        """Give the packages for which a module lies where a file, one above or one they include looks."""
        inside = [(name, at) for name, at in self._modules if files.is_inside(at, top)]
        if not inside:
            return frozenset()
        around = {*files.folders_around(path)}
        looked: set[str] = set()
        for one, fact in self._facts.items():
            if posixpath.dirname(one) in around or (one.endswith(".cmake") and files.is_inside(one, top)):
                looked |= fact.modules
        if "" in looked:
            return frozenset(name for name, _ in inside)
        return frozenset(name for name, at in inside if posixpath.basename(posixpath.dirname(at)) in looked)

    def _gpus_above(self, path: str, top: str) -> frozenset[bytes]:
        """Give the lists of GPUs that the files of the folders above one name, up to the top of its run."""
        begins = self._runs[path] or top
        folders = [one for one in files.folders_around(path) if files.is_inside(one, begins)]
        above = (self._facts.get(posixpath.join(one, "CMakeLists.txt")) for one in folders[1:])
        return frozenset[bytes]().union(*(fact.gpus for fact in above if fact))

    def _tree(self, top: str) -> TreeFacts:
        """Give what the files of the run of CMake that begins in a folder say together, in the words of one.

        Commands are those of all files below: one that is not read here may be included by its path.
        """
        from hipify_py.build.tree_facts import TreeFacts

        if top not in self._trees:
            below = [fact for path, fact in self._facts.items() if self._is_read(path, top)]
            around = [fact for path, fact in self._facts.items() if files.is_inside(path, top)]
            enabling = [fact for fact in below if fact.enables or fact.chooses]
            chooses = bool(enabling) and all(fact.chooses for fact in enabling)
            self._trees[top] = TreeFacts(
                enables=any(fact.enables for fact in below),
                commands=frozenset[str]().union(*(fact.commands for fact in around)),
                chooses=chooses,
                own_way=chooses
                and any(each.own_way for each in below)
                and not any(each.hip for each in below),
                findcuda=any(fact.findcuda for fact in below),
                reads_lists=any(fact.reads_lists for fact in around),
                sets=frozenset[bytes]().union(*(fact.sets for fact in around)),
            )
        return self._trees[top]

    def _is_alone(self, folder: str) -> bool:
        """Say whether a project in a project is configured by itself: nothing around brings its folder in."""
        above = self._top(f"{folder}/CMakeLists.txt")
        if above is None or above == folder:
            return False
        name = posixpath.basename(folder)
        around = (
            fact
            for path, fact in self._facts.items()
            if files.is_inside(path, above) and not files.is_inside(path, folder)
        )
        return not any(name in fact.brings or "" in fact.brings for fact in around)

    def _run_of(self, path: str, top: str | None) -> str | None:
        """Give the folder at the top of the run of CMake that reads a file."""
        return next((folder for folder in files.folders_around(path) if folder in self._alone), top)

    def _is_read(self, path: str, top: str) -> bool:
        """Say whether a run of CMake that begins in a folder may read a file, such as a module around it."""
        begun = self._runs[path]
        if begun == top:
            return True
        return path.endswith(".cmake") and begun is not None and files.is_inside(top, begun)

    def _top(self, path: str) -> str | None:
        """Give the outermost folder around a file in which a project begins."""
        begun = [folder for folder in files.folders_around(path) if folder in self._tops]
        return begun[-1] if begun else None


def _facts(path: str, ruleset: RuleSet, settings: Settings, project: Project) -> TreeFacts | None:
    if not path.endswith(CMAKE):
        return None
    from hipify_py.build.tree_facts import tree_facts

    try:
        source = files.read(path, limit=settings.max_size).data
    except HipifyError:  # said where the file itself is converted
        return None
    return tree_facts(source, ruleset, Options(path=path, build=settings.build, project=project))
