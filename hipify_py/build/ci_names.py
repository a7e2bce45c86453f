"""The names of files that say what CI does, or what an image holds, or conda or pip installs."""

from __future__ import annotations

import re

CONDA_FILE = r"(?:.*/)?(?:environment[\w.-]*|meta|recipe)\.ya?ml"
PIP_FILE = (
    r"(?:.*/)?(?:requirements[\w.-]*\.(?:txt|in)|requirements/[\w.-]+\.(?:txt|in)|constraints[\w.-]*\.txt)"
)
CI_FILE = rf"""(?:.*/)? (?:
        \.(?:github/(?:workflows|actions)|circleci|buildkite|gitlab|azure-?pipelines)/.+\.ya?ml
        | \.gitlab-ci[\w.-]*\.ya?ml | \.?azure-pipelines[\w.-]*\.ya?ml | \.?(?:travis|appveyor|cirrus)\.ya?ml
        | {CONDA_FILE} | {PIP_FILE}
        | (?:Jenkins|Docker|Container)file (?:[.-][\w.-]+)? | [\w.-]+\.(?i:docker|container)file
    )"""


def is_ci_file(path: str) -> bool:
    """Say whether a path is that of a file which says what CI does, or an image or environment holds."""
    return re.fullmatch(CI_FILE, path, re.VERBOSE) is not None  # compiled once, and not by every start


def is_conda_file(path: str) -> bool:
    """Say whether a path is that of a file which says what an environment of conda holds."""
    return re.fullmatch(CONDA_FILE, path) is not None


def is_pip_file(path: str) -> bool:
    """Say whether a path is that of a file which says what pip installs."""
    return re.fullmatch(PIP_FILE, path) is not None
