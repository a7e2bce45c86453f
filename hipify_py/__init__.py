"""CUDA to HIP source translator.

`convert` turns one source into a `Result`, `convert_tree` files and folders into a `Report`, which `render`
writes in any form:

>>> import hipify_py
>>> hipify_py.convert("cudaFree(p);", path="a.cpp").text
'hipFree(p);'
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from hipify_py.version import __version__ as __version__

if TYPE_CHECKING:
    from hipify_py.api import convert, convert_tree, include_dir, load_rules, render
    from hipify_py.choices import Dnn, Launch, RunMode, Warp
    from hipify_py.model import (
        Edit,
        Fails,
        Finding,
        HipifyError,
        Place,
        Related,
        Result,
        RuleError,
        Severity,
        Span,
        Suppressed,
    )
    from hipify_py.report.model import Change, Concern, FileReport, FilesFailedError, Passage, Report, Status
    from hipify_py.rules.model import Replaced, RuleSet
    from hipify_py.settings import Options, Settings
    from hipify_py.surroundings import Project

_HOMES = {
    "Change": "report.model",
    "Concern": "report.model",
    "Dnn": "choices",
    "Edit": "model",
    "Fails": "model",
    "FileReport": "report.model",
    "FilesFailedError": "report.model",
    "Finding": "model",
    "HipifyError": "model",
    "Launch": "choices",
    "Options": "settings",
    "Passage": "report.model",
    "Place": "model",
    "Project": "surroundings",
    "Related": "model",
    "Replaced": "rules.model",
    "Report": "report.model",
    "Result": "model",
    "RuleError": "model",
    "RuleSet": "rules.model",
    "RunMode": "choices",
    "Settings": "settings",
    "Severity": "model",
    "Span": "model",
    "Status": "report.model",
    "Suppressed": "model",
    "Warp": "choices",
    "convert": "api",
    "convert_tree": "api",
    "include_dir": "api",
    "load_rules": "api",
    "render": "api",
}

__all__ = [
    "Change",
    "Concern",
    "Dnn",
    "Edit",
    "Fails",
    "FileReport",
    "FilesFailedError",
    "Finding",
    "HipifyError",
    "Launch",
    "Options",
    "Passage",
    "Place",
    "Project",
    "Related",
    "Replaced",
    "Report",
    "Result",
    "RuleError",
    "RuleSet",
    "RunMode",
    "Settings",
    "Severity",
    "Span",
    "Status",
    "Suppressed",
    "Warp",
    "convert",
    "convert_tree",
    "include_dir",
    "load_rules",
    "render",
]


if not TYPE_CHECKING:  # or a type checker would believe that every name exists

    def __getattr__(name: str) -> object:
        """Import what is asked for when it is asked for: the command line needs little of it to start."""
        if name not in _HOMES:
            text = f"module {__name__!r} has no attribute {name!r}"
            raise AttributeError(text)
        from importlib import import_module

        return getattr(import_module(f"hipify_py.{_HOMES[name]}"), name)


def __dir__() -> list[str]:
    return sorted(__all__)
