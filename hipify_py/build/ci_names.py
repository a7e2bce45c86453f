"""The names of files that say what CI does, or what a container image or an environment of conda holds."""

from __future__ import annotations

import re

CONDA_FILE = r"(?:.*/)?environment[\w.-]*\.ya?ml"
CI_FILE = rf"""(?:.*/)? (?:
        \.(?:github/(?:workflows|actions)|circleci|buildkite|gitlab|azure-?pipelines)/.+\.ya?ml
        | \.gitlab-ci[\w.-]*\.ya?ml | \.?azure-pipelines[\w.-]*\.ya?ml | \.?(?:travis|appveyor|cirrus)\.ya?ml
        | {CONDA_FILE}
        | (?:Jenkins|Docker|Container)file (?:[.-][\w.-]+)? | [\w.-]+\.(?i:docker|container)file
    )"""


def is_ci_file(path: str) -> bool:
    """Say whether a path is that of a file which says what CI does, or an image or environment holds."""
    return re.fullmatch(CI_FILE, path, re.VERBOSE) is not None  # compiled once, and not by every start


def is_conda_file(path: str) -> bool:
    """Say whether a path is that of a file which says what an environment of conda holds."""
    return re.fullmatch(CONDA_FILE, path) is not None
