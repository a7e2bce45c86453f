"""CUDA to HIP source translator.

`convert` turns one source into a `Result`, `convert_tree` files and folders into a `Report`:

>>> import hipify_py
>>> hipify_py.convert("cudaFree(p);", path="a.cpp").text
'hipFree(p);'
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from hipify_py.version import __version__ as __version__

if TYPE_CHECKING:
    from hipify_py.api import convert, convert_tree, include_dir, load_rules
    from hipify_py.model import Edit, Finding, HipifyError, Result, RuleError, Span
    from hipify_py.report.model import Report
    from hipify_py.rules.model import RuleSet
    from hipify_py.settings import Options, Settings

_HOMES = {
    "Edit": "model",
    "Finding": "model",
    "HipifyError": "model",
    "Options": "settings",
    "Report": "report.model",
    "Result": "model",
    "RuleError": "model",
    "RuleSet": "rules.model",
    "Settings": "settings",
    "Span": "model",
    "convert": "api",
    "convert_tree": "api",
    "include_dir": "api",
    "load_rules": "api",
}

__all__ = [
    "Edit",
    "Finding",
    "HipifyError",
    "Options",
    "Report",
    "Result",
    "RuleError",
    "RuleSet",
    "Settings",
    "Span",
    "convert",
    "convert_tree",
    "include_dir",
    "load_rules",
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
