"""CUDA to HIP source translator.

`convert` turns one source into a `Result`, `convert_tree` files and folders into a `Report`:

>>> import hipify_py
>>> hipify_py.convert("cudaFree(p);", path="a.cpp").text
'hipFree(p);'
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from hipify_py.api import convert, convert_tree, include_dir
    from hipify_py.model import Edit, Finding, HipifyError, Options, Report, Result, RuleError, Span
    from hipify_py.project import Settings
    from hipify_py.rules import RuleSet
    from hipify_py.rules import load as load_rules

__version__ = "0.1.0"

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

_HOMES = {
    "convert": "api",
    "convert_tree": "api",
    "include_dir": "api",
    "Settings": "project",
    "RuleSet": "rules",
    "load_rules": "rules",
}


if not TYPE_CHECKING:  # or a type checker would believe that every name exists

    def __getattr__(name: str) -> object:
        """Import what is asked for when it is asked for: the command line needs little of it to start."""
        if name not in __all__:
            text = f"module {__name__!r} has no attribute {name!r}"
            raise AttributeError(text)
        from importlib import import_module

        home = import_module(f"hipify_py.{_HOMES.get(name, 'model')}")
        return getattr(home, "load" if name == "load_rules" else name)


def __dir__() -> list[str]:
    return sorted(__all__)
