"""Links that a repository brings with it: where output goes, they do not lead out of it.

A link that the user has made may lead anywhere. One that git tracks came with the repository, which may be
anybody's: `hipify.sarif -> ~/.bashrc` waits for `--report sarif:hipify.sarif`. Where no git tells whose a
link is, as in an archive that was unpacked, one in the scanned tree counts as the tree's.
"""

from __future__ import annotations

import os
from pathlib import PurePath
from typing import TYPE_CHECKING

from hipify_py.project.failures import refusal
from hipify_py.project.files import is_inside, repository
from hipify_py.project.git_index import Index

if TYPE_CHECKING:
    from collections.abc import Iterable


def check_links(path: str, action: str, scanned: Iterable[str] = ()) -> None:
    """Raise HipifyError if a link on the way to `path` is tracked by git, and leads out of its repository.

    And if it lies in a folder of `scanned` that is in no repository, and leads out of that folder. `action`
    is what was to be done, as in "write the report".
    """
    trees = [os.path.realpath(folder) for folder in scanned if os.path.isdir(folder)]
    end = os.path.realpath(path)
    at = os.path.sep if os.path.isabs(path) else os.path.realpath(os.curdir)
    for part in PurePath(path).parts:
        place = os.path.normpath(os.path.join(at, part))
        if os.path.islink(place):
            home = repository(at)
            if home is None:
                cause = "a symlink there leads out of the tree that is read, and no git tells whose it is"
                foreign = any(is_inside(place, tree) and not is_inside(end, tree) for tree in trees)
            else:
                cause = "git tracks a symlink there, which leads out of the repository"
                foreign = not is_inside(end, home) and Index(home).has(place)
            if foreign:
                raise refusal(path, f"cannot {action}: {cause}", "name the place that it leads to")
        at = os.path.realpath(place)
