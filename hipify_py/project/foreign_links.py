"""Links that a repository brings with it: where output goes, they do not lead out of it.

A link that the user has made may lead anywhere. One that git tracks came with the repository, which may be
anybody's: `hipify.sarif -> ~/.bashrc` waits for `--report sarif:hipify.sarif`.
"""

from __future__ import annotations

import os
from pathlib import PurePath

from hipify_py.project.failures import refusal
from hipify_py.project.files import is_inside, repository
from hipify_py.project.git_index import Index


def check_links(path: str, action: str) -> None:
    """Raise HipifyError if a link on the way to `path` is tracked by git, and leads out of its repository.

    `action` is what was to be done, as in "write the report".
    """
    end = os.path.realpath(path)
    at = os.path.sep if os.path.isabs(path) else os.path.realpath(os.curdir)
    for part in PurePath(path).parts:
        place = os.path.normpath(os.path.join(at, part))
        if os.path.islink(place):
            home = repository(at)
            if home is not None and not is_inside(end, home) and Index(home).has(place):
                cause = f"cannot {action}: git tracks a symlink there, which leads out of the repository"
                raise refusal(path, cause, "name the place that it leads to")
        at = os.path.realpath(place)
